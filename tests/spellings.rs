//! Reserved words in capitals, and tabs instead of blanks, change nothing: neither what is found nor where.

mod files;
mod levels;

use gametree::convert::check;
use gametree::model::Defaults;
use gametree::source::Span;
use gametree::syntax::{Token, tokens};
use levels::levels;

/// Where each finding is, and what it says and proposes, with blanks for tabs and in small letters.
fn findings(text: &str, defaults: &Defaults) -> Vec<String> {
    let report = check(text, defaults, usize::MAX);
    let shown = report.findings.iter().map(|finding| {
        let (code, message, place) = (finding.code, &finding.message, finding.primary.span);
        let labels: Vec<_> = finding.secondary.iter().map(|label| (label.span, &label.message)).collect();
        let fixes: Vec<_> = finding.fixes().map(|fix| (&fix.title, &fix.edits)).collect();
        format!("{place:?} {code} {message} {labels:?} {:?} {fixes:?}", finding.notes)
    });
    shown.map(|shown| shown.replace("\\t", " ").replace('␉', " ").to_lowercase()).collect()
}

/// A text with tabs instead of blanks, except in comments and quoted texts.
fn with_tabs(text: &str) -> String {
    rewritten(text, |gap| gap.replace(' ', "\t"), str::to_string)
}

/// A text with its reserved words in capitals.
fn with_capitals(text: &str) -> String {
    rewritten(text, str::to_string, str::to_uppercase)
}

/// A text after changes of the blanks between its tokens and of its reserved words.
fn rewritten(text: &str, gap: fn(&str) -> String, word: fn(&str) -> String) -> String {
    let (mut written, mut end, mut is_subject) = (String::new(), 0, false);
    let blanks_to = |start, end| {
        let between = Span::new(start, end).of(text);
        let (blanks, comment) = between.split_at(between.find(['/', '#', '%']).unwrap_or(between.len()));
        gap(blanks) + comment
    };
    for (token, span) in tokens(text) {
        let token_text = span.of(text);
        written += &blanks_to(end, span.start);
        written += &if token.is_reserved() && !is_subject { word(token_text) } else { token_text.to_string() };
        // What is expected or asked for is a name, whatever the word.
        is_subject = matches!(token, Token::Expect | Token::Ask);
        end = span.end;
    }
    written + &blanks_to(end, u32::try_from(text.len()).unwrap())
}

#[test]
fn the_same_is_found_in_capitals_and_between_tabs() {
    let mut compared = 0;
    for path in files::below(&["examples", "tests/format/cases", "tests/fixtures"], "tree") {
        let text = files::read(&path);
        let (defaults, expected) = (levels(&text), findings(&text, &levels(&text)));
        for other in [with_tabs(&text), with_capitals(&text)] {
            assert_eq!(findings(&other, &defaults), expected, "{}:\n{other}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared}: are the fixtures there?");
}
