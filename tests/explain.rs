//! Every code has a page, and every page keeps its word: its example raises that code and nothing else, and its fixed
//! texts raise nothing at all.

mod fences;

use std::fs;
use std::path::Path;

use gametree::config;
use gametree::convert::{Converted, Options, check, detect, read};
use gametree::diagnostic::{Code, Diagnostic};
use gametree::model::Defaults;

use fences::{Fence, fences};

/// The pages are read on terminals of this width.
const WIDEST: usize = 80;

/// Where the pages lie, one file for each code.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/diagnostic/explain");

#[test]
fn every_page_keeps_its_word() {
    let faults: Vec<String> = Code::ALL.iter().flat_map(|code| faults(*code)).chain(strays()).collect();
    assert!(faults.is_empty(), "{} faults in the pages:\n{}", faults.len(), faults.join("\n"));
}

/// What is wrong with the page of a code.
fn faults(code: Code) -> Vec<String> {
    let page = code.page();
    let mut faults = Vec::new();
    if page.lines().next() != Some(format!("# {code}: {}", code.title()).as_str()) {
        faults.push(format!("{code}: the heading is not `# {code}: {}`", code.title()));
    }
    for (number, line) in (1..).zip(page.lines()).filter(|(_, line)| line.chars().count() > WIDEST) {
        faults.push(format!("{code}: line {number} has {} characters", line.chars().count()));
    }
    let fences = fences(page);
    let kinds = [(["tree raises", "toml raises", "text raises"], 1, 1), (["tree", "toml", "text"], 1, usize::MAX)];
    for (infos, fewest, most) in kinds {
        let count = fences.iter().filter(|fence| infos.contains(&fence.info)).count();
        if !(fewest..=most).contains(&count) {
            faults.push(format!("{code}: {count} fences are marked `{}`", infos[0]));
        }
    }
    let test = fences.iter().find(|fence| fence.text.contains("successors:")).map(|fence| fence.text.as_str());
    faults.extend(fences.iter().filter_map(|fence| fence.fault(code, test)));
    faults
}

impl Fence<'_> {
    /// What is wrong with the findings about its text. If the page has a test, the other texts are solutions to it.
    fn fault(&self, code: Code, test: Option<&str>) -> Option<String> {
        let mut defaults = Defaults::default();
        let expected = match self.info {
            "tree raises" | "toml raises" | "text raises" => vec![code],
            "tree" | "toml" | "text" => Vec::new(),
            info => return Some(format!("{code}: the fence on line {} is marked `{info}`", self.line)),
        };
        if code.lint().is_some() && !expected.is_empty() {
            // The lint may be off by default.
            defaults.levels.set(code, Some(code.severity()));
        }
        let mut findings = match self.info.split(' ').next() {
            Some("toml") => config::read(&self.text, 100).1.finish().0,
            Some("text") => converted(&self.text, test).err().into_iter().map(|refusal| *refusal).collect(),
            _ => check(&self.text, &defaults, 100).findings,
        };
        // That a question waits for an answer is nothing wrong.
        findings.retain(|finding| finding.code != Code::Unanswered || code == Code::Unanswered);
        let told: Vec<String> = findings.iter().map(|found| format!("    {}: {}", found.code, found.message)).collect();
        let found: Vec<Code> = findings.iter().map(|finding| finding.code).collect();
        let wrong = || format!("{code}: the text on line {} raises\n{}", self.line, told.join("\n"));
        (found != expected).then(wrong)
    }
}

/// Reads a text in another notation, or a test with a text as its solution. Texts that are only leaves have two moves at
/// each node.
fn converted(text: &str, test: Option<&str>) -> Result<Converted, Box<Diagnostic>> {
    let solution = test.filter(|test| *test != text).map(|_| text.to_string());
    let text = test.unwrap_or(text);
    let options = Options { branching: Some(2), solution, ..Options::default() };
    read(text, detect(text, &options)?, &options)
}

/// Files in the folder of the pages that belong to no code.
fn strays() -> Vec<String> {
    let entries = fs::read_dir(FOLDER).expect("the folder of the pages").map(|entry| entry.expect("an entry").path());
    let pages: Vec<_> = Code::ALL.iter().map(|code| Path::new(FOLDER).join(format!("{code}.md"))).collect();
    let stray = entries.filter(|path| !pages.contains(path));
    stray.map(|path| format!("{} is the page of no code", path.display())).collect()
}
