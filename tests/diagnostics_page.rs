//! `docs/diagnostics.md` is made of the explain pages. `UPDATE_DOCS=1 cargo test --test diagnostics_page` writes it anew.

use std::fmt::Write;
use std::fs;

use gametree::diagnostic::Code;

const PATH: &str = "docs/diagnostics.md";

#[test]
fn the_page_is_in_step() {
    let page = page();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PATH, &page).unwrap();
    }
    let written = fs::read_to_string(PATH).unwrap_or_default();
    assert!(written == page, "{PATH} is out of step: UPDATE_DOCS=1 cargo test --test diagnostics_page writes it anew");
}

fn page() -> String {
    let mut page =
        "# Diagnostics\n\nWhat `gametree check` reports, code by code; `gametree explain CODE` prints the same.\n\n"
            .to_string();
    page.push_str("| code | severity | lint | about |\n| --- | --- | --- | --- |\n");
    for code in Code::ALL {
        let lint = match (code.lint(), code.default_level()) {
            (Some(lint), Some(_)) => format!("`{lint}`"),
            (Some(lint), None) => format!("`{lint}`, off by default"),
            (None, _) => String::new(),
        };
        let _ =
            writeln!(page, "| [{code}](#{}) | {} | {lint} | {} |", anchor(*code), code.severity().name(), code.title());
    }
    for code in Code::ALL {
        page.push('\n');
        page.push_str(&one_level_down(code.page()));
    }
    page
}

/// The anchor that Markdown viewers make of the heading of a code's page.
fn anchor(code: Code) -> String {
    let heading = format!("{code}: {}", code.title()).to_lowercase();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The page with its headings one level further down; `#` in examples stays.
fn one_level_down(page: &str) -> String {
    let mut inside = false;
    let mut lowered = String::new();
    for line in page.lines() {
        inside ^= line.starts_with("```");
        let mark = if line.starts_with('#') && !inside { "#" } else { "" };
        let _ = writeln!(lowered, "{mark}{line}");
    }
    lowered
}
