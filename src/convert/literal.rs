//! Finds the list or object in a text that may be a whole program.

use super::Refusal;
use super::bracket::{Item, after_blanks, scan};
use super::misread;
use crate::diagnostic::{clipped, listed};
use crate::source::{LINE_ENDS, Span, lines, offset};

/// A list or an object of a text.
pub(super) struct Literal {
    pub(super) items: Vec<Item>,
    /// Which one it is, if there are several.
    pub(super) note: Option<String>,
}

/// The literal of a text: all of it, or what a program assigns to a variable. If no variable is named, it is the first
/// one whose list has a list in it.
pub(super) fn find(text: &str, variable: Option<&str>) -> Result<Literal, Refusal> {
    /// So many lists that cannot be read are passed over.
    const MOST: usize = 10;
    let start = after_blanks(text, 0);
    if variable.is_none() && begins_literal(&text[start..]) {
        let (items, end) = scan(text, start)?;
        refuse_rest(text, end)?;
        return Ok(Literal { items, note: None });
    }
    let assigned = assignments(text);
    if let Some(wanted) = variable {
        let Some((_, place)) = assigned.iter().find(|(name, _)| *name == wanted) else {
            let message = format!("nothing is assigned to `{}` here", clipped(wanted));
            let finding = misread(message, Span::empty(offset(start)));
            let names: Vec<String> = assigned.iter().map(|(name, _)| format!("`{}`", clipped(name))).collect();
            return Err(match names.is_empty() {
                true => finding,
                false => finding.help(format!("these names have lists: {}", listed(&names))),
            }
            .into());
        };
        return Ok(Literal { items: whole_value(text, *place)?, note: None });
    }
    let mut faults = Vec::new();
    for (name, place) in &assigned {
        match whole_value(text, *place) {
            Ok(items) if items.iter().skip(1).any(|item| item.form.is_list()) => {
                let note = (assigned.len() > 1).then(|| {
                    format!("the tree comes from the variable `{}`; to read another one, use --variable", clipped(name))
                });
                return Ok(Literal { items, note });
            }
            Ok(_) => {}
            Err(fault) => faults.push(fault),
        }
        if faults.len() >= MOST {
            break;
        }
    }
    Err(faults.into_iter().next().unwrap_or_else(|| {
        let whole =
            Span::new(offset(start), offset(text[start..].find(LINE_ENDS).map_or(text.len(), |end| start + end)));
        misread("no list with a list in it is found here", whole).into()
    }))
}

/// The items of a text that is one list or object, and nothing else.
pub(super) fn whole(text: &str) -> Option<Vec<Item>> {
    let start = after_blanks(text, 0);
    let (items, end) = begins_literal(&text[start..]).then(|| scan(text, start).ok())??;
    refuse_rest(text, end).is_ok().then_some(items)
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
    Err(misread("the value goes on after the list", span)
        .help("assign the list alone; gametree does not calculate")
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

/// The variables to which a list, an object or a call is assigned at the beginning of a line, and where that begins. What
/// is in comments and texts of several lines does not count.
fn assignments(text: &str) -> Vec<(&str, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut closing = None;
    for line in lines(text) {
        match closing {
            Some(end) if line.contains(end) => closing = None,
            Some(_) => {}
            None => match opening_of_block(line) {
                Some(end) => closing = Some(end),
                None => found.extend(assignment(line).map(|(name, at)| (name, start + at))),
            },
        }
        start += line.len();
    }
    found.retain(|(_, place)| begins_literal(&text[*place..]));
    found
}

/// The sign that ends a text or a comment of several lines that begins on a line.
fn opening_of_block(line: &str) -> Option<&'static str> {
    let blocks = [("\"\"\"", "\"\"\""), ("'''", "'''"), ("/*", "*/")];
    blocks.into_iter().find_map(|(begin, end)| {
        let (_, rest) = line.split_once(begin)?;
        (!rest.contains(end)).then_some(end)
    })
}

/// The variable of an assignment, and where its value begins: `tree = …`, `let tree = …`, `tree: list = …`.
fn assignment(line: &str) -> Option<(&str, usize)> {
    let (left, right) = line.split_once('=').filter(|(_, right)| !right.starts_with('='))?;
    let target = left.split(':').next().unwrap_or_default();
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '.' | ' ' | '\t');
    let name = target.split_whitespace().last().filter(|_| target.chars().all(is_part))?;
    Some((name, left.len() + 1 + (right.len() - right.trim_start().len())))
}

/// Refuses anything but blanks, comments and a sign after a literal that is the whole text.
fn refuse_rest(text: &str, end: usize) -> Result<(), Refusal> {
    let is_lisp = text[..end].ends_with(')');
    let sign = text[end..].len() - text[end..].trim_start().len();
    // The rest of a line after `;` is a comment only in Lisp.
    let after_sign = match text[end + sign..].strip_prefix(';').filter(|_| !is_lisp) {
        Some(rest) => end + sign + 1 + (rest.len() - rest.trim_start().len()),
        None => after_blanks(text, end),
    };
    let rest = if text[after_sign..].starts_with(['#', '/']) { after_blanks(text, after_sign) } else { after_sign };
    let Some(first) = text[rest..].lines().next() else { return Ok(()) };
    let finding = misread("the tree ends before this", Span::new(offset(rest), offset(rest + first.trim_end().len())));
    Err(finding.help("write each tree into a file of its own").into())
}
