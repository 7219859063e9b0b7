//! Every link between the pages of this repository leads somewhere: to a file, and to a heading if it names one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A page, or a folder with pages in it and below it.
const PAGES: &[&str] =
    &["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs", "editors", "fuzz/README.md"];

/// The page from which readers find all others.
const CONTENTS: &str = "docs/README.md";

/// What a page links to, and what others can link to in it.
#[derive(Default)]
struct Page {
    links: Vec<String>,
    anchors: BTreeSet<String>,
}

impl Page {
    fn read(text: &str) -> Self {
        let mut page = Self::default();
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => page.add_anchor(&anchor(&heading.take().unwrap_or_default())),
                Event::Text(text) | Event::Code(text) => heading.iter_mut().for_each(|heading| heading.push_str(&text)),
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                _ => {}
            }
        }
        page
    }

    /// Later headings with the same words get a number.
    fn add_anchor(&mut self, anchor: &str) {
        let numbered = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.to_string()).chain(numbered).find(|anchor| !self.anchors.contains(anchor));
        self.anchors.extend(free);
    }
}

/// The anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// All pages by their path in the repository.
fn pages() -> BTreeMap<PathBuf, Page> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = PAGES.iter().map(PathBuf::from).collect();
    let mut pages = BTreeMap::new();
    while let Some(path) = paths.pop() {
        if root.join(&path).is_dir() {
            let entries = fs::read_dir(root.join(&path)).unwrap().map(|entry| path.join(entry.unwrap().file_name()));
            paths.extend(entries.filter(|path| !path.ends_with("node_modules")));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let page = Page::read(&fs::read_to_string(root.join(&path)).unwrap());
            pages.insert(path, page);
        }
    }
    pages
}

/// The file that a link of a page leads to, and the anchor in it; `None` for an address of the web.
fn target<'a>(page: &Path, link: &'a str) -> Option<(PathBuf, &'a str)> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.is_empty() {
        return Some((page.to_path_buf(), anchor));
    }
    let mut file = PathBuf::new();
    for component in page.parent().unwrap_or(Path::new("")).join(path).components() {
        match component {
            Component::ParentDir => drop(file.pop()),
            other => file.push(other),
        }
    }
    Some((file, anchor))
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = pages();
    let mut faults = Vec::new();
    for (path, page) in &pages {
        for link in &page.links {
            let Some((file, anchor)) = target(path, link) else { continue };
            let known = pages.get(&file).is_none_or(|page| anchor.is_empty() || page.anchors.contains(anchor));
            if !root.join(&file).exists() {
                faults.push(format!("{}: there is no file {link}", path.display()));
            } else if !known {
                faults.push(format!("{}: there is no heading {link}", path.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_is_in_the_contents() {
    let pages = pages();
    let contents = Path::new(CONTENTS);
    let linked: BTreeSet<PathBuf> =
        pages[contents].links.iter().filter_map(|link| target(contents, link)).map(|(file, _)| file).collect();
    let missing: Vec<&PathBuf> =
        pages.keys().filter(|page| page.starts_with("docs") && *page != contents && !linked.contains(*page)).collect();
    assert!(missing.is_empty(), "{CONTENTS} does not link to {missing:?}");
}

#[test]
fn anchors_are_those_of_github() {
    let page = Page::read("# E0301: `=` is wrong\n\n## What — and why?\n\n## Twice\n\n## Twice\n");
    let expected = ["e0301--is-wrong", "what--and-why", "twice", "twice-1"];
    assert_eq!(page.anchors, expected.map(str::to_string).into());
}
