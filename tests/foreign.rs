//! Programs that others wrote read what the command writes, and talk with it.
//!
//! They have to be installed, which `.ci/run` does; otherwise these tests are skipped. `GAMETREE_PYTHON` is the Python that
//! has what `tests/foreign/requirements.txt` names.

#![cfg(feature = "cli")]

use std::process::Command;
use std::{env, fs};

/// Runs some files of `tests/foreign` under pytest.
fn run(files: &[&str]) {
    let python = env::var("GAMETREE_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let options = ["-q", "-p", "no:cacheprovider", "-o", "asyncio_default_fixture_loop_scope=function"];
    let mut command = Command::new(python);
    command.args(["-m", "pytest"]).args(options).args(files.iter().map(|file| format!("tests/foreign/{file}")));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("PYTHONDONTWRITEBYTECODE", "1");
    let status = command.env("GAMETREE", env!("CARGO_BIN_EXE_gametree")).status().expect("there is a Python");
    assert!(status.success(), "pytest: {status}");
}

#[test]
fn every_file_is_run() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/foreign");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let tests = names.filter(|name| name.starts_with("test_"));
    let forgotten: Vec<String> =
        tests.filter(|name| !include_str!("foreign.rs").contains(&format!("{name:?}"))).collect();
    assert_eq!(forgotten, [""; 0]);
}

#[test]
#[ignore = "needs pytest-lsp"]
fn a_client_of_the_language_server_has_all_features_as_three_editors() {
    run(&["test_lsp.py"]);
}

#[test]
#[ignore = "needs Neovim, Emacs and pytest"]
fn editors_show_rename_and_format() {
    run(&["test_editors.py", "test_emacs.py", "test_emacs_mode.py", "test_helix.py", "test_neovim.py"]);
}

#[test]
#[ignore = "needs junitparser, gitlab-cq, jsonschema, and Node with @actions/core and @taplo/cli"]
fn services_read_the_findings() {
    run(&["test_courses.py", "test_github.py", "test_gitlab.py", "test_junit.py", "test_sarif.py", "test_schemas.py"]);
}

#[test]
#[ignore = "needs pytest, Node and OpenSpiel"]
fn languages_read_the_lists_and_print_the_logs() {
    run(&["test_convert.py"]);
}

#[test]
#[ignore = "needs check-jsonschema, cargo-deny and actionlint"]
fn manifests_are_valid_and_do_what_they_say() {
    run(&["test_manifests.py"]);
}

#[test]
#[ignore = "needs maturin, npm, pre-commit and Chromium"]
fn packages_work_where_there_is_no_rust() {
    run(&["test_packages.py", "test_vscode.py"]);
}

#[test]
#[ignore = "needs LaTeX, Graphviz, Mermaid, Chromium, axe-core and playwright"]
fn pictures_are_drawn_by_the_programs_that_they_are_for() {
    run(&["test_form.py", "test_page.py", "test_pictures.py"]);
}

#[test]
#[ignore = "needs Chromium, axe-core, playwright, Node and the playground"]
fn the_playground_and_the_tour_work_in_a_browser() {
    run(&["test_playground.py", "test_tour.py"]);
}

#[test]
#[ignore = "needs pytest; tries the shells, man and mandoc if they are there"]
fn shells_complete_and_the_manual_can_be_read() {
    run(&["test_completions.py"]);
}

#[test]
#[ignore = "needs pytest"]
fn a_terminal_shows_what_is_meant() {
    run(&["test_progress.py", "test_terminal.py"]);
}
