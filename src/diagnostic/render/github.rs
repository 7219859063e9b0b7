use super::{Located, Unread, printable, slashed};
use crate::diagnostic::{Diagnostic, Severity};

/// How many errors, how many warnings and how many notices of a step GitHub shows beside the code; others are only in
/// the log.
pub const MOST_ANNOTATIONS: usize = 10;

/// The longest message that GitHub keeps, in UTF-16 code units.
const LONGEST_MESSAGE: usize = 4096;

/// A finding as a workflow command of GitHub Actions: one line without a line break.
pub fn to_command(diagnostic: &Diagnostic, located: &Located<'_>) -> String {
    let kind = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let span = diagnostic.primary.span;
    let [start, end] = [span.start, span.end].map(|at| located.lines.line_column(&located.source.text, at));
    // GitHub takes columns only if the place is on one line.
    let columns =
        if start.line == end.line { format!(",col={},endColumn={}", start.column, end.column) } else { String::new() };
    format!(
        "::{kind} title={},file={},line={},endLine={}{columns}::{}",
        escaped_property(&format!("{}: {}", diagnostic.code, diagnostic.code.title())),
        file_property(&located.source.name),
        start.line,
        end.line,
        escaped(&clipped(message(diagnostic, located)))
    )
}

/// A file that could not be read, as a workflow command: one line without a line break.
pub fn to_failed_command(unread: &Unread) -> String {
    format!(
        "::error title=cannot be read,file={}::{}",
        file_property(&unread.source.name),
        escaped(&clipped(printable(&format!("{}: {}", slashed(&unread.source.name), unread.reason))))
    )
}

/// The file that a command is about.
fn file_property(name: &str) -> String {
    escaped_property(&shown_lines(&slashed(name)))
}

/// The whole message. It begins with the place, which the log does not show otherwise, and includes the labels.
fn message(diagnostic: &Diagnostic, located: &Located<'_>) -> String {
    let place = |at| {
        let place = located.lines.line_column(&located.source.text, at);
        format!("{}:{}", place.line, place.column)
    };
    let labels = std::iter::once(&diagnostic.primary).chain(&diagnostic.secondary);
    let labels = labels.filter(|label| !label.message.is_empty());
    let labels = labels.map(|label| format!("{}: {}", place(label.span.start), label.message));
    let head = format!(
        "{}:{}: {}: {}",
        slashed(&located.source.name),
        place(diagnostic.primary.span.start),
        diagnostic.code,
        diagnostic.message
    );
    let lines = std::iter::once(head).chain(labels).chain(diagnostic.notes.iter().map(ToString::to_string));
    lines.map(|line| printable(&line)).collect::<Vec<_>>().join("\n")
}

/// A message no longer than GitHub keeps; one that is cut off ends with `…`.
fn clipped(message: String) -> String {
    if message.encode_utf16().count() <= LONGEST_MESSAGE {
        return message;
    }
    let mut length = 1;
    let fits = |character: &char| {
        length += character.len_utf16();
        length <= LONGEST_MESSAGE
    };
    message.chars().take_while(fits).chain(['…']).collect()
}

/// A name as [`printable`] shows it, but with its line breaks, for which GitHub has an escape.
fn shown_lines(name: &str) -> String {
    name.split_inclusive(['\r', '\n'])
        .flat_map(|line| {
            let content = line.trim_end_matches(['\r', '\n']);
            [printable(content), line[content.len()..].to_string()]
        })
        .collect()
}

/// The data of a command with the escapes that GitHub documents.
fn escaped(data: &str) -> String {
    data.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property; it must not end the property or the properties.
fn escaped_property(value: &str) -> String {
    escaped(value).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::{Source, Span};

    #[test]
    fn a_message_that_is_too_long_ends_with_a_sign_of_it() {
        let source = Source::new("a.tree", "max { 3 }");
        let long = Diagnostic::new(Code::WrongValue, "𝛼".repeat(3000), Span::new(0, 3));
        let command = to_command(&long, &Located::new(&source));
        let (_, message) = command.split_once("endColumn=4::").unwrap();
        assert!(message.ends_with('…'), "{message}");
        assert!((4095..=4096).contains(&message.encode_utf16().count()), "{}", message.encode_utf16().count());
    }

    #[test]
    fn titles_are_no_longer_than_github_shows() {
        assert!(Code::ALL.iter().all(|code| format!("{code}: {}", code.title()).chars().count() <= 255));
    }
}
