//! Numbers, names and players, as other notations write them.

use std::borrow::Cow;

use super::bracket::{Form, Item};
use super::{Assumed, Options, Plain, Refusal, misread};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::number::{Malformed, Number};
use crate::source::Span;
use crate::syntax::is_plain_name;
use crate::syntax::tree::Kind;

/// A number: `3`, `-2.75`, `.90`, `1e-3`, `3/10`, `inf`, `Infinity`, `math.inf`.
pub(super) fn number(text: &str, span: Span) -> Result<Number, Refusal> {
    number_in(span.of(text), span)
}

/// The number that is written at a place.
pub(super) fn number_in(written: &str, span: Span) -> Result<Number, Refusal> {
    read_number(written).ok_or_else(|| no_number(written, span).into())
}

/// The finding about a text that is not a number.
fn no_number(written: &str, span: Span) -> Diagnostic {
    let shown = clipped(written);
    let message = match written.parse::<Number>() {
        Err(Malformed::TooLong) => format!("{shown} has too many digits to be held exactly"),
        Err(Malformed::ZeroDenominator) => format!("{shown} divides by zero"),
        _ => format!("`{shown}` is not a number"),
    };
    Diagnostic::new(Code::NoNumberThere, message, span)
}

/// A number as programs write it; `None` if it is not a number.
pub(super) fn read_number(written: &str) -> Option<Number> {
    match written.parse::<Number>() {
        Ok(number) => Some(number),
        Err(Malformed::Notation { suggestion: Some(suggestion), .. }) => suggestion.parse().ok(),
        Err(_) => infinity(written),
    }
}

fn infinity(written: &str) -> Option<Number> {
    let unsigned = written.strip_prefix(['+', '-', '−']).unwrap_or(written);
    let word =
        unsigned.strip_suffix(".0").unwrap_or(unsigned).rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    if !matches!(word.as_str(), "inf" | "infinity" | "infty" | "∞") {
        return None;
    }
    Some(if written.starts_with(['-', '−']) { Number::NegativeInfinity } else { Number::Infinity })
}

/// The number that a call means: `float('inf')`, `-float("inf")`, `Fraction(1, 3)`.
pub(super) fn number_of_call(text: &str, call: &[Item]) -> Option<Number> {
    /// The name, a numerator and a denominator.
    const MOST: usize = 3;
    if call.len() > MOST {
        return None;
    }
    let name = call[0].span.of(text);
    let words: Vec<&str> = call[1..].iter().map(|item| item.span.of(text).trim_matches(['"', '\''])).collect();
    let value = match (name.trim_start_matches(['+', '-']).rsplit('.').next()?, words.as_slice()) {
        ("float" | "Fraction" | "Decimal", [written]) => read_number(written)?,
        ("Fraction", [numerator, denominator]) => format!("{numerator}/{denominator}").parse().ok()?,
        _ => return None,
    };
    Some(if name.starts_with('-') { value.negated() } else { value })
}

/// The player that a word names.
pub(super) fn player(word: &str) -> Option<Kind> {
    Some(match word.to_ascii_lowercase().as_str() {
        "max" | "maximizer" | "maximiser" | "maximizing" | "maximising" => Kind::Max,
        "min" | "minimizer" | "minimiser" | "minimizing" | "minimising" => Kind::Min,
        "chance" | "random" | "exp" | "expect" | "average" | "avg" => Kind::Chance,
        _ => return None,
    })
}

/// The player that an item names.
pub(super) fn player_of(text: &str, item: Item) -> Option<Kind> {
    match item.form {
        Form::Word | Form::Text | Form::Call | Form::Key => player(&unquoted(text, item.span)),
        _ => None,
    }
}

/// The other player.
pub(super) fn opponent(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::Max => Some(Kind::Min),
        Kind::Min => Some(Kind::Max),
        _ => None,
    }
}

/// Who moves at a node without a player: the opponent of the player before, and at the root the one whom
/// the options name. `help` says how to write the player.
pub(super) fn next_player(
    plain: &Plain,
    options: &Options,
    assumed: &mut Assumed,
    span: Span,
    help: &str,
) -> Result<Kind, Refusal> {
    let Some(parent) = plain.innermost() else {
        *assumed = options.assumed();
        return Ok(options.root());
    };
    let refusal = || misread("after a chance node, each node must say who moves", span).help(help).into();
    opponent(plain.kind(parent)).ok_or_else(refusal)
}

/// A name or a text, without its quotes and escapes.
pub(super) fn unquoted(text: &str, span: Span) -> Cow<'_, str> {
    let written = span.of(text);
    let Some(quote) = written.chars().next().filter(|first| matches!(first, '"' | '\'')) else {
        return Cow::Borrowed(written);
    };
    let content = written[1..].strip_suffix(quote).unwrap_or(&written[1..]);
    if !content.contains('\\') {
        return Cow::Borrowed(content);
    }
    // The escapes of JSON are those that programs have in common.
    let json = format!("\"{}\"", content.replace("\\'", "'").replace("\\\"", "\"").replace('"', "\\\""));
    serde_json::from_str(&json).map_or(Cow::Borrowed(content), Cow::Owned)
}

/// Adds the leaf that an item is: a number, an infinity, or an unknown such as `?x`.
pub(super) fn add_leaf(plain: &mut Plain, text: &str, item: Item, options: &Options) -> Result<(), Refusal> {
    let written = item.span.of(text);
    if let Some(number) = read_number(written) {
        plain.leaf(number);
        return Ok(());
    }
    let is_word = item.form == Form::Word;
    let unknown = match written.strip_prefix('?').filter(|_| is_word) {
        Some(name) if name.is_empty() || is_plain_name(name) => name,
        None if is_word && options.unknowns && is_plain_name(written) => written,
        unmarked => {
            let refusal = no_number(written, item.span);
            return Err(if unmarked.is_none() && is_word && is_plain_name(written) {
                let shown = clipped(written);
                refusal.help(format!("if its value is not known, write `?{shown}`, or use --unknowns")).into()
            } else if read_number(&unquoted(text, item.span)).is_some() {
                refusal.help("write the number without quotes").into()
            } else {
                refusal.into()
            });
        }
    };
    let leaf = plain.unknown(Kind::Unknown);
    if !unknown.is_empty() {
        plain.set_name(leaf, unknown);
    }
    Ok(())
}
