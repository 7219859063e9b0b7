//! The address of the project: `repository` in Cargo.toml. `docs/ci.md` names the action by it, once there is one.
//! `UPDATE_DOCS=1 cargo test --test home` writes that part of the page anew.

use std::fs;

const PAGE: &str = "docs/ci.md";
const BEGIN: &str = "<!-- action -->\n";
const END: &str = "<!-- /action -->\n";

/// How a workflow names the action, for a project at this address.
fn action(address: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    match address.strip_prefix("https://github.com/") {
        Some(name) => format!(
            "```yaml\n      - uses: {name}@v{version}\n        with:\n          paths: |\n            exercises\n            \
             lectures/**/*.tree\n          options: |\n            --deny=unreachable-cutoff\n```\n"
        ),
        None if address.is_empty() => {
            "The project has no public address yet, so a workflow cannot name the action.\n".to_string()
        }
        None => "The project is not on GitHub, so a workflow cannot name the action.\n".to_string(),
    }
}

#[test]
fn the_page_names_the_action_where_it_is() {
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let right = format!("{before}{BEGIN}{}{END}{after}", action(env!("CARGO_PKG_REPOSITORY")));
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(PAGE, &right).unwrap();
    }
    assert!(fs::read_to_string(PAGE).unwrap() == right, "UPDATE_DOCS=1 cargo test --test home writes {PAGE} anew");
}

#[test]
fn an_address_is_named_only_if_there_is_one() {
    let version = env!("CARGO_PKG_VERSION");
    let uses = format!("- uses: somebody/trees@v{version}\n");
    assert!(action("https://github.com/somebody/trees").contains(&uses));
    assert!(!action("https://example.org/trees").contains("uses:"));
    assert!(!action("").contains("uses:"));
}
