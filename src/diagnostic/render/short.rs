use super::{Located, leading_name, printable};
use crate::diagnostic::Diagnostic;

/// A finding in one line: `file:line:column: severity[code]: message`.
pub fn to_line(diagnostic: &Diagnostic, located: &Located<'_>) -> String {
    let place = located.lines.line_column(&located.source.text, diagnostic.primary.span.start);
    format!(
        "{}:{}:{}: {}[{}]: {}",
        leading_name(&located.source.name),
        place.line,
        place.column,
        diagnostic.severity.name(),
        diagnostic.code,
        printable(&diagnostic.message)
    )
}
