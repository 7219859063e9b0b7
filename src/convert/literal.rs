//! Finds the list or object in a text that may be a whole program.

use super::Refusal;
use super::bracket::{Item, after_blanks, scan};
use crate::diagnostic::{Code, Diagnostic, clipped, listed};
use crate::source::{LINE_ENDS, Span, lines, offset};

/// The literal of a text: all of it, or what a program assigns to a variable. If no variable is named, it is the first
/// one whose list has a list in it.
pub(super) fn find(text: &str, variable: Option<&str>) -> Result<Vec<Item>, Refusal> {
    let start = after_blanks(text, 0);
    if variable.is_none() && begins_literal(&text[start..]) {
        let (items, end) = scan(text, start)?;
        refuse_rest(text, end)?;
        return Ok(items);
    }
    let assigned = assignments(text);
    if let Some(wanted) = variable {
        let Some((_, place)) = assigned.iter().find(|(name, _)| *name == wanted) else {
            let message = format!("nothing is assigned to `{}` here", clipped(wanted));
            let finding = Diagnostic::new(Code::MisreadNotation, message, Span::empty(offset(start)));
            let names: Vec<String> = assigned.iter().map(|(name, _)| format!("`{}`", clipped(name))).collect();
            return Err(match names.is_empty() {
                true => finding,
                false => finding.help(format!("these names have lists: {}", listed(&names))),
            }
            .into());
        };
        return whole_value(text, *place);
    }
    let mut faults = Vec::new();
    for (_, place) in &assigned {
        match whole_value(text, *place) {
            Ok(items) if items.iter().skip(1).any(|item| item.form.is_list()) => return Ok(items),
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
    }
    Err(faults.into_iter().next().unwrap_or_else(|| {
        let whole =
            Span::new(offset(start), offset(text[start..].find(LINE_ENDS).map_or(text.len(), |end| start + end)));
        Diagnostic::new(Code::MisreadNotation, "no list with a list in it is found here", whole).into()
    }))
}

/// The items of what is assigned to a variable, if that is nothing but a list.
fn whole_value(text: &str, place: usize) -> Result<Vec<Item>, Refusal> {
    let (items, end) = scan(text, place)?;
    let line = text[end..].split(LINE_ENDS).next().unwrap_or_default();
    let is_over = |rest: &str| rest.is_empty() || rest.starts_with([';', '#', ',', ')']) || rest.starts_with("//");
    let next = text[after_blanks(text, end)..].chars().next();
    if is_over(line.trim_start()) && next.is_none_or(|next| !"+-*/.|%&".contains(next)) {
        return Ok(items);
    }
    let start = end + (text[end..].len() - text[end..].trim_start().len());
    let span = Span::new(offset(start), offset(start + text[start..].chars().next().map_or(0, char::len_utf8)));
    Err(Diagnostic::new(Code::MisreadNotation, "the value goes on after the list", span)
        .help("nothing is calculated: assign the list alone")
        .into())
}

/// What a program assigns to a variable.
pub(super) fn assigned(text: &str, variable: &str) -> Option<usize> {
    assignments(text).into_iter().find(|(name, _)| *name == variable).map(|(_, place)| place)
}

/// Whether a text has a list, an object or a call that could be a tree.
pub(super) fn has_any(text: &str) -> bool {
    begins_literal(&text[after_blanks(text, 0)..]) || !assignments(text).is_empty()
}

/// Whether a list, an object or a call stands at the beginning of a text.
pub(super) fn begins_literal(text: &str) -> bool {
    let unquoted = text.trim_start_matches(['\'', '`']);
    let after_word = text.trim_start_matches(|character: char| character.is_alphanumeric());
    let is_call = after_word.len() < text.len() && after_word.starts_with('(');
    text.starts_with(['[', '{', '(']) || unquoted.starts_with('(') || is_call
}

/// The variables to which a list, an object or a call is assigned at the beginning of a line, and where that begins.
fn assignments(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in lines(text) {
        if let Some((left, right)) = line.split_once('=').filter(|(_, right)| !right.starts_with('=')) {
            let place = start + left.len() + 1 + (right.len() - right.trim_start().len());
            let words = left.split(':').next().unwrap_or_default().split_whitespace();
            let name = words.last().unwrap_or_default();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
            if is_name && begins_literal(&text[place..]) {
                found.push((name, place));
            }
        }
        start += line.len();
    }
    found
}

/// Refuses anything but blanks, comments and a sign after a literal that is the whole text.
fn refuse_rest(text: &str, end: usize) -> Result<(), Refusal> {
    let rest = after_blanks(text, end);
    let Some(first) = text[rest..].lines().next() else { return Ok(()) };
    let finding = Diagnostic::new(
        Code::MisreadNotation,
        "the tree ends before this",
        Span::new(offset(rest), offset(rest + first.trim_end().len())),
    );
    Err(finding.help("write each tree into a file of its own").into())
}
