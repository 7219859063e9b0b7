//! What ends the lines of a text changes nothing: neither what is found nor where.

mod files;
mod levels;

use gametree::convert::check;
use gametree::diagnostic::Code;
use gametree::model::Defaults;
use gametree::source::LineIndex;
use levels::levels;

/// Where each finding is, and what it says.
fn findings(text: &str, defaults: &Defaults) -> Vec<String> {
    let lines = LineIndex::new(text);
    let at = |offset| {
        let place = lines.line_column(text, offset);
        format!("{}:{}", place.line, place.column)
    };
    let report = check(text, defaults, usize::MAX);
    let shown = report.findings.iter().map(|finding| {
        let labels: Vec<String> =
            finding.secondary.iter().map(|label| format!("{} {}", at(label.span.start), label.message)).collect();
        let (code, message, place) = (finding.code, &finding.message, finding.primary.span.start);
        format!("{} {code} {message} {labels:?} {:?}", at(place), finding.notes)
    });
    shown.chain([format!("{} trees, {} claims", report.trees.len(), report.claims)]).collect()
}

#[test]
fn the_same_is_found_whatever_ends_the_lines() {
    let mut compared = 0;
    for path in files::below(&["examples", "tests/format/cases", "tests/fixtures"], "tree") {
        let text = files::read(&path).replace("\r\n", "\n").replace('\r', "\n");
        let (defaults, expected) = (levels(&text), findings(&text, &levels(&text)));
        for newline in ["\r\n", "\r"] {
            let other = text.replace('\n', newline);
            assert_eq!(findings(&other, &defaults), expected, "{} with {newline:?}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared}: are the fixtures there?");
}

#[test]
fn a_question_out_of_place_is_told_once_whatever_stands_at_the_end_of_its_lines() {
    for end in ["\n", "\r\n", "\r", " \n", "\t \r\n", "\n\n"] {
        let text = format!("tree {{ max {{ 3, 5 }}{end}/// a{end}/// b{end}}}");
        assert_eq!(check(&text, &Defaults::default(), 9).counts.of(Code::MisplacedQuestion), 1, "{end:?}");
    }
}
