//! The formats that services read: what they say, that hostile names come through, and that a finding is known again.
//! `tests/foreign` has the same documents read by programs that others wrote.

#![cfg(feature = "cli")]

mod folder;
mod output_formats;

use std::collections::HashSet;

use folder::Folder;
use gametree::check::check;
use gametree::diagnostic::render::{Fingerprints, Located, SARIF_HEAD, TestedTree, Unread, printable, sarif_tail};
use gametree::diagnostic::render::{to_command, to_failed_command, to_failed_suite, to_sarif_result, to_test_suite};
use gametree::diagnostic::{Code, Diagnostic, Tally};
use gametree::model::Defaults;
use gametree::source::{Source, Span};
use output_formats::output_formats;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde_sarif::sarif::Sarif;

const WRONG: &str = "\
tree \"Two & two\" {
    max A = 4 {
        min B { 3, 5 }
        min C { 2, 8 }
    }
}
max { 1, 2 }
max = _ { 1, 2 }
cut alpha > gamma
";

fn documents(name: &str) -> Folder {
    Folder::new(name, &[("right.tree", "max A = 5 { 3, 5 }\n"), ("week 1/wrong.tree", WRONG)])
}

fn document(format: &str) -> String {
    let folder = documents(&format!("format-{format}"));
    let run = folder.run(&["check", "--format", format]);
    assert_eq!((run.status, run.err.as_str()), (Some(1), ""));
    run.out
}

#[test]
fn github_gets_a_command_for_each_finding() {
    insta::assert_snapshot!(document("github"));
}

#[test]
fn gitlab_gets_a_code_quality_report() {
    insta::assert_snapshot!(document("gitlab"));
}

#[test]
fn a_junit_report_has_a_case_for_each_tree() {
    insta::assert_snapshot!(document("junit"));
}

#[test]
fn a_sarif_document_has_rules_and_fixes() {
    let document: serde_json::Value = serde_json::from_str(&document("sarif")).unwrap();
    let mut pretty = serde_json::to_string_pretty(&document).unwrap();
    // The pages are long, and tested elsewhere.
    for code in Code::ALL {
        pretty = pretty.replace(&serde_json::to_string(code.page()).unwrap(), &format!("\"<page of {code}>\""));
    }
    insta::assert_snapshot!(pretty.replace(env!("CARGO_PKG_VERSION"), "<version>"));
}

#[test]
fn where_nothing_is_wrong_every_document_is_whole() {
    let folder = Folder::new("format-nothing", &[("a.tree", "max A = 5 { 3, 5 }\n")]);
    let out = |format: &str| {
        let run = folder.run(&["check", "--quiet", "--format", format]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
        run.out
    };
    assert_eq!(out("github"), "");
    assert_eq!(out("gitlab"), "[]\n");
    assert!(out("junit").contains("<testcase classname=\"a.tree\" name=\"tree 1\" file=\"a.tree\"/>"));
    let sarif: Sarif = serde_json::from_str(&out("sarif")).unwrap();
    assert_eq!(sarif.runs[0].results.as_ref().map(Vec::len), Some(0));
}

#[test]
fn errors_that_are_not_written_out_fail_their_case_all_the_same() {
    let folder = Folder::new("format-untold", &[("a.tree", &"max = 9 { 1, 2 }\n".repeat(3))]);
    let run = folder.run(&["check", "--format", "junit", "--max-findings", "1"]);
    assert_eq!(run.out.matches("<failure").count(), 3, "{}", run.out);
    assert!(run.out.contains("1 error is not written out; see --max-findings"), "{}", run.out);
    assert_eq!(run.err, "gametree: 2 findings are not written out; see --max-findings\n");
}

#[test]
fn a_tree_that_was_not_judged_does_not_pass() {
    let wrong = "max A = 4 { 3, 5 }\n";
    let in_file = format!("depth 0\n{wrong}tree \"failing\" {{ depth 0 max {{ 3, 5 }} }}\n");
    let files = [("b/gametree.toml", "[search]\ncut = 3\n"), ("b/b.tree", wrong), ("c.tree", &in_file)];
    let folder = Folder::new("format-doubtful", &files);
    let statuses = |arguments: &[&str]| {
        let run = folder.run(&[&["check", "--format", "junit"], arguments].concat());
        let (attributes, _) = read_suite(&run.out);
        assert!(values(&attributes, "skipped", "message").iter().all(|message| message.contains("not judged")));
        (run.status, ["failures", "skipped"].map(|name| values(&attributes, "testsuite", name)))
    };
    assert_eq!(
        statuses(&["b"]),
        (Some(1), [vec!["1".to_string(), "0".to_string()], vec!["0".to_string(), "1".to_string()]])
    );
    assert_eq!(statuses(&["c.tree"]), (Some(1), [vec!["2".to_string()], vec!["1".to_string()]]));
}

#[test]
fn github_is_told_when_it_shows_not_all() {
    let folder = Folder::new("format-many", &[("a.tree", &"max = 9 { 1, 2 }\n".repeat(11))]);
    let run = folder.run(&["check", "--format", "github"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.iter().filter(|line| line.starts_with("::error ")).count(), 11);
    assert!(lines[12].starts_with("GitHub shows at most 10 errors"), "{}", run.out);
}

#[test]
fn sarif_has_no_more_results_than_github_takes() {
    let folder = Folder::new("format-limit", &[("a.tree", &"max = 9 { 1, 2 }\n".repeat(25_001))]);
    let run = folder.run(&["check", "--format", "sarif", "--max-findings", "30000"]);
    let sarif: Sarif = serde_json::from_str(&run.out).unwrap();
    assert_eq!(sarif.runs[0].results.as_ref().map(Vec::len), Some(25_000));
    assert_eq!(
        run.err,
        "gametree: 1 finding is not written out; GitHub takes 25000 at most; check fewer files at a time\n"
    );
}

#[test]
fn what_cannot_be_read_is_in_the_reports() {
    let folder = Folder::new("format-unread", &[("a.tree", "max A = 5 { 3, 5 }\n")]);
    std::fs::write(folder.0.join("b.tree"), [0xff]).unwrap();
    let out = |format: &str| {
        let run = folder.run(&["check", "--format", format, "a.tree", "b.tree", "week 1,2.tree"]);
        assert_eq!(run.status, Some(2), "{}", run.out);
        assert!(run.err.contains("gametree: b.tree: not UTF-8"), "{}", run.err);
        run.out
    };
    let junit = out("junit");
    let (attributes, _) = read_suite(&junit);
    let of = |element: &str, name: &str| values(&attributes, element, name);
    assert_eq!(of("testsuite", "name"), ["a.tree", "b.tree", "week 1,2.tree"]);
    assert_eq!(of("testsuite", "errors"), ["0", "1", "1"]);
    assert_eq!(of("testcase", "name"), ["tree 1", "b.tree", "week 1,2.tree"]);
    assert_eq!(of("error", "message").len(), 2, "{junit}");
    let github = out("github");
    let reason = "b.tree: not UTF-8, in line 1; save it as UTF-8";
    assert!(github.starts_with(&format!("::error title=cannot be read,file=b.tree::{reason}\n")), "{github}");
    assert!(github.contains(",file=week 1%2C2.tree::week 1,2.tree: "), "{github}");
    let sarif: Sarif = serde_json::from_str(&out("sarif")).unwrap();
    let invocation = &sarif.runs[0].invocations.as_ref().unwrap()[0];
    assert!(!invocation.execution_successful);
    let notifications = invocation.tool_execution_notifications.as_ref().unwrap();
    assert_eq!(notifications.len(), 2);
    assert_eq!(notifications[0].message.text.as_deref(), Some(reason));
    assert_eq!(out("gitlab"), "[]\n", "a list of findings has no place for it");
}

#[test]
fn a_report_on_nothing_but_what_cannot_be_read_is_written() {
    let folder = Folder::new("format-only-unread", &[("empty/a.txt", "")]);
    let written = |format: &str, path: &str| {
        let run = folder.run(&["check", path, "--format", format, "--output", "report"]);
        assert_eq!(run.status, Some(2));
        let report = std::fs::read_to_string(folder.0.join("report")).ok();
        let _ = std::fs::remove_file(folder.0.join("report"));
        report
    };
    for format in &output_formats(&folder) {
        let report = written(format, "missing.tree");
        match format.as_str() {
            "junit" | "sarif" | "github" => {
                assert!(report.is_some_and(|report| report.contains("missing.tree")), "{format}");
            }
            "human" | "short" | "json" | "gitlab" => assert_eq!(report, None, "{format}"),
            _ => panic!("say here whether {format} has a place for files that cannot be read"),
        }
        assert_eq!(written(format, "empty"), None, "{format}: there is nothing that could be called unread");
    }
}

#[test]
fn every_format_says_that_findings_are_left_out() {
    let folder = Folder::new("format-omitted", &[("a.tree", &"max = 9 { 1, 2 }\n".repeat(3))]);
    for format in &output_formats(&folder) {
        let run = folder.run(&["check", "--format", format, "--max-findings", "1"]);
        let is_told = run.out.contains("(2 of them not shown)") || run.err.contains("2 findings are not written out");
        assert!(is_told, "{format}: {}{}", run.out, run.err);
    }
}

#[test]
fn every_format_is_in_the_guide() {
    let guide = include_str!("../docs/ci.md");
    for format in output_formats(&Folder::new("format-guide", &[])) {
        assert!(guide.contains(&format!("\n| `{format}` | ")), "docs/ci.md has no row for {format}");
    }
}

#[test]
fn files_that_cannot_be_read_count_among_the_errors_that_github_shows() {
    let folder = Folder::new("format-many-unread", &[("a.tree", &"max = 9 { 1, 2 }\n".repeat(10))]);
    let told = |paths: &[&str]| {
        folder.run(&[&["check", "--format", "github", "a.tree"], paths].concat()).out.contains("GitHub shows at most")
    };
    assert!(!told(&[]));
    assert!(told(&["missing.tree"]));
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_comes_through_byte_by_byte() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("format-bytes", &[]);
    for byte in [0xfe, 0xff] {
        let name = [b"a", &[byte][..], b".tree"].concat();
        std::fs::write(folder.0.join(std::ffi::OsStr::from_bytes(&name)), "max = 9 { 1 }").unwrap();
    }
    let sarif = folder.run(&["check", "--format", "sarif"]).out;
    assert!(sarif.contains("\"a%FE.tree\"") && sarif.contains("\"a%FF.tree\""), "{sarif}");
    let report = folder.run(&["check", "--format", "gitlab"]).json();
    assert_ne!(report[0]["fingerprint"], report[1]["fingerprint"]);
}

#[cfg(unix)]
#[test]
fn a_name_that_is_no_text_comes_through_byte_by_byte_after_fixing() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"a\xff.tree");
    let folder = Folder::new("format-bytes-fixed", &[]);
    std::fs::write(folder.0.join(name), "max = 9 { 1 } max plays b { a: 1 }").unwrap();
    let run = folder.run(&["check", "--fix", "--format", "sarif"]);
    assert_eq!(std::fs::read_to_string(folder.0.join(name)).unwrap(), "max = 1 { 1 } max plays b { a: 1 }");
    let sarif: Sarif = serde_json::from_str(&run.out).unwrap();
    let results = sarif.runs[0].results.as_ref().unwrap();
    assert_eq!(results.len(), 1, "{}", run.out);
    assert!(run.out.contains("\"uri\":\"a%FF.tree\""), "{}", run.out);
}

/// The fingerprints of what is found in a text.
fn fingerprints(text: &str) -> Vec<String> {
    let source = Source::new("a.tree", text);
    let located = Located::new(&source);
    let mut fingerprints = Fingerprints::new(&located);
    let report = check(text, &Defaults::default(), usize::MAX);
    report.findings.iter().map(|finding| fingerprints.next(finding)).collect()
}

#[test]
fn fingerprints_are_unique_and_survive_moved_lines() {
    let text = "max A = 9 { 1, 2 }\nmax A = 9 { 1, 2 }\nmax B = 9 { 1, 2, max { } }\n";
    let found = fingerprints(text);
    assert!(found.len() >= 3);
    assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "{found:?}");
    assert_eq!(fingerprints(&format!("// one\n\n// two\n\n{text}")), found);
    assert_eq!(found[0], "75fa97825f10efbf453d68916c29a55d", "the same on every machine and in every version");
}

/// Text of the kinds that have broken such formats before.
fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("%".to_string()),
        Just("%0A%25".to_string()),
        Just("::".to_string()),
        Just(",line=1".to_string()),
        Just("\r\n".to_string()),
        Just("]]>".to_string()),
        Just("<&\"'>".to_string()),
        Just("\u{0}\u{1b}[31m\u{7f}\u{85}".to_string()),
        Just("\u{202e}\u{200d}\u{feff}\u{fffe}\u{ffff}".to_string()),
        Just("##[error]{0}[a](b)".to_string()),
        any::<String>(),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// What GitHub makes of a command, by the rules of its documentation: its kind, its properties, its message.
fn read_command(line: &str) -> (String, Vec<(String, String)>, String) {
    let unescaped = |text: &str| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",");
        text.replace("%25", "%")
    };
    let (head, message) = line.strip_prefix("::").unwrap().split_once("::").unwrap();
    let (kind, properties) = head.split_once(' ').unwrap();
    let property = |property: &str| {
        let (name, value) = property.split_once('=').unwrap();
        (name.to_string(), unescaped(value))
    };
    (kind.to_string(), properties.split(',').map(property).collect(), unescaped(message))
}

fn finding(message: &str, label: &str) -> Diagnostic {
    let finding = Diagnostic::new(Code::WrongValue, message, Span::new(0, 3)).primary_label(label);
    finding.label(Span::new(4, 5), label).note(message).fix("write it", Span::new(4, 4), message)
}

proptest! {
    #[test]
    fn commands_of_github_are_read_back(name in hostile(), message in hostile()) {
        let source = Source::new(name.clone(), "max { 3 }");
        let command = to_command(&finding(&message, ""), &Located::new(&source));
        prop_assert!(!command.contains(['\r', '\n', '\u{1b}']), "{command:?}");
        let (kind, properties, text) = read_command(&command);
        prop_assert_eq!(kind, "error");
        let names: Vec<&str> = properties.iter().map(|(name, _)| name.as_str()).collect();
        prop_assert_eq!(names, ["title", "file", "line", "endLine", "col", "endColumn"]);
        // Ends of lines have an escape; what else cannot be shown becomes visible.
        let shown: String =
            name.chars().map(|c| if matches!(c, '\r' | '\n') { c.to_string() } else { printable(&c.to_string()) }).collect();
        prop_assert_eq!(&properties[1].1, &shown);
        let message = printable(&message);
        prop_assert_eq!(text.lines().count(), 3);
        prop_assert!(text.starts_with(&format!("{}:1:1: E0301: {message}\n", printable(&name))), "{text:?}");
    }

    #[test]
    fn sarif_is_read_back(name in hostile(), message in hostile(), label in hostile()) {
        let source = Source::new(name, "max { 3 }");
        let result = to_sarif_result(&finding(&message, &label), &Located::new(&source), "fingerprint");
        let document = format!("{SARIF_HEAD}{result}{}", sarif_tail([Code::WrongValue], true, &[]));
        let sarif: Sarif = serde_json::from_str(&document).unwrap();
        let result = &sarif.runs[0].results.as_ref().unwrap()[0];
        let expected = format!("{message}\nnote: {message}\nhelp: write it");
        prop_assert_eq!(result.message.text.as_ref(), Some(&expected));
        let place = result.locations.as_ref().unwrap()[0].physical_location.as_ref().unwrap();
        let uri = place.artifact_location.as_ref().unwrap().uri.as_ref().unwrap();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-._~/%:".contains(c);
        prop_assert!(uri.chars().all(plain), "{uri}");
        let path = uri.strip_prefix("file://").unwrap_or(uri);
        let path: Vec<u8> = percent_encoding::percent_decode_str(path).collect();
        prop_assert_eq!(path, source.name.as_bytes());
        let fix = &result.fixes.as_ref().unwrap()[0].artifact_changes[0].replacements[0];
        prop_assert_eq!(fix.inserted_content.as_ref().unwrap().text.as_ref(), Some(&message));
        prop_assert_eq!(fix.deleted_region.start_column, fix.deleted_region.end_column);
    }

    #[test]
    fn test_suites_are_read_back(name in hostile(), title in hostile(), message in hostile()) {
        let source = Source::new(name.clone(), "max { 3 }");
        let trees = [
            TestedTree { title: Some(title.clone()), span: Span::new(0, 9), broken: false, errors: 1, doubtful: false },
            TestedTree { title: Some(title.clone()), span: Span::new(9, 9), broken: false, errors: 0, doubtful: false },
        ];
        let tally = Tally { errors: 1, ..Tally::default() };
        let suite = to_test_suite(&trees, &[finding(&message, &title)], tally, &Located::new(&source));
        let (attributes, text) = read_suite(&suite);
        let of = |element: &str, name: &str| values(&attributes, element, name);
        prop_assert_eq!(of("testcase", "classname"), vec![printable(&name); 2]);
        prop_assert_eq!(of("testcase", "name").iter().collect::<HashSet<_>>().len(), 2);
        prop_assert_eq!(of("failure", "message"), vec![printable(&message)]);
        // Blanks at the end of a line say nothing to people, and are not in a report.
        prop_assert!(text.contains(printable(&message).trim_end()), "{text}");
        let lines: Vec<&str> = suite.split('\n').collect();
        let shown: Vec<String> = lines.iter().map(|line| printable(line)).collect();
        prop_assert_eq!(lines, shown, "something is there that XML or a terminal cannot take");
    }

    #[test]
    fn what_could_not_be_read_is_read_back(name in hostile(), reason in hostile()) {
        let unread = Unread { source: Source::new(name.clone(), ""), reason: reason.clone() };
        let command = to_failed_command(&unread);
        prop_assert!(!command.contains(['\r', '\n', '\u{1b}']), "{command:?}");
        let (kind, properties, text) = read_command(&command);
        prop_assert_eq!((kind.as_str(), properties.len()), ("error", 2));
        prop_assert_eq!(text, printable(&format!("{name}: {reason}")));
        let suite = to_failed_suite(&unread);
        let (attributes, _) = read_suite(&suite);
        prop_assert_eq!(values(&attributes, "testsuite", "name"), vec![printable(&name)]);
        prop_assert_eq!(values(&attributes, "error", "message"), vec![printable(&reason)]);
        prop_assert!(suite.split('\n').all(|line| line == printable(line)), "{suite:?}");
        let sarif: Sarif = serde_json::from_str(&format!("{SARIF_HEAD}{}", sarif_tail([], false, &[unread]))).unwrap();
        let notification = &sarif.runs[0].invocations.as_ref().unwrap()[0].tool_execution_notifications.as_ref().unwrap()[0];
        prop_assert_eq!(notification.message.text.as_ref(), Some(&format!("{name}: {reason}")));
    }
}

/// What an attribute of an element is in all its places.
fn values(attributes: &[(String, String, String)], element: &str, name: &str) -> Vec<String> {
    let wanted = attributes.iter().filter(|(e, n, _)| e == element && n == name);
    wanted.map(|(_, _, value)| value.clone()).collect()
}

/// The attributes in a piece of XML, with their elements, and its text.
fn read_suite(xml: &str) -> (Vec<(String, String, String)>, String) {
    let mut reader = Reader::from_str(xml);
    let (mut attributes, mut text) = (Vec::new(), String::new());
    loop {
        match reader.read_event().unwrap() {
            Event::Start(start) | Event::Empty(start) => {
                let element = start.name().as_ref().to_string();
                for attribute in start.attributes() {
                    let attribute = attribute.unwrap();
                    let value = quick_xml::escape::unescape(&attribute.value).unwrap().into_owned();
                    attributes.push((element.clone(), attribute.key.as_ref().to_string(), value));
                }
            }
            Event::Text(piece) => text.push_str(&piece),
            Event::GeneralRef(reference) => {
                text.push_str(&quick_xml::escape::unescape(&format!("&{};", &*reference)).unwrap());
            }
            Event::Eof => return (attributes, text),
            _ => {}
        }
    }
}
