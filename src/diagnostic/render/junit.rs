use std::collections::HashMap;
use std::io;

use quick_xml::events::BytesText;
use quick_xml::{ElementWriter, Writer};

use super::{Located, Unread, printable, slashed, to_report};
use crate::diagnostic::{Diagnostic, Severity, Tally, counted};
use crate::source::Span;

/// The text before the test suites of a JUnit report. It has no counts: they are known only at the end.
pub const JUNIT_HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"gametree\">\n";
/// The text after the test suites.
pub const JUNIT_TAIL: &str = "</testsuites>\n";

/// Why a test was skipped.
const NOT_JUDGED: &str = "its claims were not judged: by an error in a setting of the file or in gametree.toml it is not \
                          known how the search is to be";

/// A tree as a test that passes, fails or is skipped.
pub struct TestedTree {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// The whole tree.
    pub span: Span,
    /// Whether it could not be read, and so proves nothing.
    pub broken: bool,
    /// How many errors were found in it, written out or not. Errors that make it unreadable need not be counted.
    pub errors: usize,
    /// Whether its claims were not judged, because something else is wrong.
    pub doubtful: bool,
}

/// A test case: a tree, or the file itself for findings outside its trees.
struct TestCase<'a> {
    name: String,
    findings: Vec<&'a Diagnostic>,
    fails: bool,
    /// Whether it neither passes nor fails.
    skipped: bool,
    /// How many of its errors are not written out.
    omitted: usize,
}

/// The findings of a file as the `testsuite` of a JUnit report, with a test case for each tree. A test case fails if
/// there are errors; warnings and notes are its output.
///
/// There are no times, and no lines in names: GitLab recognises a test in another run by its name.
pub fn to_test_suite(trees: &[TestedTree], findings: &[Diagnostic], tally: Tally, located: &Located<'_>) -> String {
    let file = printable(&slashed(&located.source.name));
    let cases = cases(&file, trees, findings, tally.errors);
    let failures = cases.iter().filter(|case| case.fails).count();
    let skipped = cases.iter().filter(|case| case.is_skipped()).count();
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", file.as_str()),
        ("tests", &cases.len().to_string()),
        ("failures", &failures.to_string()),
        ("errors", "0"),
        ("skipped", &skipped.to_string()),
    ]);
    suite
        .write_inner_content(|writer| cases.iter().try_for_each(|case| case.write(writer, &file, located)))
        .expect("memory takes every byte");
    String::from_utf8(writer.into_inner()).expect("what is written is text")
}

/// A file that could not be read, as a `testsuite` whose one test case has an error, which is not a failure.
pub fn to_failed_suite(unread: &Unread) -> String {
    let file = printable(&slashed(&unread.source.name));
    let reason = printable(&unread.reason);
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let suite = writer.create_element("testsuite");
    let suite = suite.with_attributes([("name", file.as_str()), ("tests", "1"), ("failures", "0"), ("errors", "1")]);
    let error = |writer: &mut Writer<Vec<u8>>| {
        let error = writer.create_element("error").with_attributes([("message", reason.as_str()), ("type", "unread")]);
        error.write_text_content(BytesText::new(&format!("{file}: {reason}\n"))).map(drop)
    };
    suite
        .write_inner_content(|writer| test_case(writer, &file, &file).write_inner_content(error).map(drop))
        .expect("memory takes every byte");
    String::from_utf8(writer.into_inner()).expect("what is written is text")
}

fn test_case<'w>(writer: &'w mut Writer<Vec<u8>>, file: &str, name: &str) -> ElementWriter<'w, Vec<u8>> {
    writer.create_element("testcase").with_attributes([("classname", file), ("name", name), ("file", file)])
}

/// The trees with their findings, and the file if there are other findings or no trees.
fn cases<'a>(file: &str, trees: &[TestedTree], findings: &'a [Diagnostic], errors: usize) -> Vec<TestCase<'a>> {
    let mut names = Names::default();
    let mut whole =
        TestCase { name: names.unique(file), findings: Vec::new(), fails: false, skipped: false, omitted: 0 };
    let tree_case = |(number, tree): (usize, &TestedTree)| TestCase {
        name: names.unique(&tree.name(number)),
        findings: Vec::new(),
        fails: tree.broken || tree.errors > 0,
        skipped: tree.doubtful,
        omitted: 0,
    };
    let mut cases: Vec<TestCase<'a>> = (1..).zip(trees).map(tree_case).collect();
    for finding in findings {
        let case = tree_at(trees, finding.primary.span).map_or(&mut whole, |place| &mut cases[place]);
        case.findings.push(finding);
        case.fails |= is_error(finding);
    }
    // Errors that are not written out are counted for their tree, or else for the file, so that no error passes.
    let mut omitted = errors - findings.iter().filter(|finding| is_error(finding)).count();
    for (case, tree) in cases.iter_mut().zip(trees) {
        case.omitted = tree.errors.saturating_sub(case.failures().count()).min(omitted);
        omitted -= case.omitted;
    }
    whole.omitted = omitted;
    whole.fails |= omitted > 0;
    if cases.is_empty() || whole.fails || !whole.findings.is_empty() {
        cases.insert(0, whole);
    }
    cases
}

fn is_error(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Error
}

/// The tree that contains a place; its end belongs to it.
fn tree_at(trees: &[TestedTree], place: Span) -> Option<usize> {
    let before = trees.partition_point(|tree| tree.span.start <= place.start);
    let last = before.checked_sub(1)?;
    (place.start <= trees[last].span.end).then_some(last)
}

impl TestedTree {
    /// A name that does not change when lines move.
    fn name(&self, number: usize) -> String {
        const LONGEST: usize = 200;
        let title = self.title.as_deref().filter(|title| !title.trim().is_empty());
        let Some(title) = title else { return format!("tree {number}") };
        let mut name = printable(&title.chars().take(LONGEST).collect::<String>());
        if title.chars().nth(LONGEST).is_some() {
            name.push('…');
        }
        name
    }
}

impl<'a> TestCase<'a> {
    fn failures(&self) -> impl Iterator<Item = &'a Diagnostic> {
        self.findings.iter().copied().filter(|finding| is_error(finding))
    }

    fn is_skipped(&self) -> bool {
        self.skipped && !self.fails
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>, file: &str, located: &Located<'_>) -> io::Result<()> {
        let element = test_case(writer, file, &self.name);
        if !self.fails && !self.skipped && self.findings.is_empty() {
            return element.write_empty().map(drop);
        }
        let content = |writer: &mut Writer<Vec<u8>>| {
            if self.fails {
                self.write_failure(writer, located)?;
            }
            if self.is_skipped() {
                writer.create_element("skipped").with_attribute(("message", NOT_JUDGED)).write_empty()?;
            }
            let others = self.findings.iter().filter(|finding| !is_error(finding));
            let said: String = others.map(|finding| to_report(finding, located, false)).collect();
            if !said.is_empty() {
                writer.create_element("system-out").write_text_content(BytesText::new(&said))?;
            }
            Ok(())
        };
        element.write_inner_content(content).map(drop)
    }

    /// GitLab shows only the text of a failure; others also show its message.
    fn write_failure(&self, writer: &mut Writer<Vec<u8>>, located: &Located<'_>) -> io::Result<()> {
        let mut text: String = self.failures().map(|finding| to_report(finding, located, false)).collect();
        if self.omitted > 0 {
            let omitted = counted(self.omitted as u64, "error is", "errors are");
            text += &format!("{omitted} not written out; see --max-findings\n");
        }
        if text.is_empty() {
            text += "an error elsewhere in the file concerns this tree, too\n";
        }
        let more = (self.failures().count() + self.omitted).saturating_sub(1);
        let (message, code) = match self.failures().next() {
            Some(first) if more == 0 => (printable(&first.message), first.code.id()),
            Some(first) => (format!("{} (and {more} more)", printable(&first.message)), first.code.id()),
            None => (text.trim_end().to_string(), "error"),
        };
        let failure = writer.create_element("failure");
        let failure = failure.with_attributes([("message", message.as_str()), ("type", code)]);
        failure.write_text_content(BytesText::new(&text)).map(drop)
    }
}

/// Names given out so far, each with its number of uses: of two tests with the same name only one is shown.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    fn unique(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        while self.0.contains_key(&name) {
            let count = self.0.entry(wanted.to_string()).or_default();
            *count += 1;
            name = format!("{wanted} ({count})");
        }
        self.0.insert(name.clone(), 1);
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_given_out_once() {
        let mut names = Names::default();
        let given: Vec<String> = ["a", "a (2)", "a", "a", "b"].iter().map(|name| names.unique(name)).collect();
        assert_eq!(given, ["a", "a (2)", "a (3)", "a (4)", "b"]);
    }
}
