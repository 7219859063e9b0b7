//! The heads of nodes and trees.

use super::{COMPARISONS, NAMES, PLAYERS, Written, deleted, replaced};
use crate::diagnostic::{Code, Edit, clipped};
use crate::source::{LINE_ENDS, Span, line_end, lines, offset};
use crate::syntax::slip::{Advice, Slip};
use crate::syntax::token::Token;

/// `==`, `:=`, `= <=`, `=>`: two signs where one is enough.
pub(super) fn two_signs(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Above, AtLeast, AtMost, Colon, Equal};
    let ((first, from), (second, to)) = (at.token(0)?, at.token(1)?);
    let labels = !at.is_in_head() && at.was(1, NAMES) && !at.was(2, &[Token::Expect, Token::Cut]);
    let sign = match (first, second) {
        (Equal, Equal) => "=",
        (Equal, AtMost) => "<=",
        (Equal, AtLeast) => ">=",
        (Equal, Above) if at.touches_next() => {
            if labels {
                ":"
            } else {
                ">="
            }
        }
        (Colon, Equal) => {
            if labels {
                ":"
            } else {
                "="
            }
        }
        (AtMost | AtLeast, Equal) => from.of(at.text),
        _ => return None,
    };
    let whole = from.to(to);
    let message = format!("`{}` is not a sign of this language", clipped(whole.of(at.text)));
    Some((replaced(at, message, whole, format!("write `{sign}`"), sign), 2))
}

/// `max A : 3 {`, `max A: {`, `max A = 3: {`: a colon in a head, which takes none.
pub(super) fn colon(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Colon]) || !(at.is_in_head() || at.is_after_claim()) {
        return None;
    }
    let claim = |ahead: usize| at.is(ahead, CLAIM_BEGINS) || at.is(ahead, COMPARISONS);
    let (head, colon) = (at.before(1)?.1, at.span(0));
    if at.is_in_head() && at.is(1, &[Token::Number, Token::Blank]) && (claim(2) || at.is(2, &[Token::Worth])) {
        let message = "a value is claimed with `=`, not with a colon".to_string();
        let equal = if head.end == colon.start { " =" } else { "=" };
        let title = format!("write `= {}`", clipped(at.word(1)));
        let mut slip = Slip::new(Code::UnexpectedToken, message, colon, Advice::Probable(title));
        slip.fix(colon, equal, "=", at.text);
        return Some((slip, 1));
    }
    // `max: {` might be a label without its quotes, but it is more likely a player.
    let label = at.was(1, PLAYERS) && !at.is(1, &[Token::OpenBrace]);
    if label || !claim(1) {
        return None;
    }
    let message = "the head of a node takes no colon".to_string();
    Some((deleted(at, message, Span::new(head.end, colon.end), "delete the colon".to_string()), 1))
}

/// The tokens that can follow in a head, besides comparisons.
pub(super) const CLAIM_BEGINS: &[Token] =
    &[Token::OpenBrace, Token::OpenBracket, Token::Plays, Token::Pruned, Token::Visited, Token::Eval];

/// `alpha=-inf beta=inf`: a window with names for its ends.
pub(super) fn window_by_letters(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Equal, Name, Number};
    let is_named = |ahead: usize, names: [&str; 3]| {
        at.is(ahead, &[Name]) && at.is(ahead + 1, &[Equal]) && at.is(ahead + 2, &[Number]) && at.says(ahead, &names)
    };
    if !is_named(0, ["alpha", "α", "a"]) || !is_named(3, ["beta", "β", "b"]) {
        return None;
    }
    let (alpha, beta) = (at.word(2), at.word(5));
    let window = format!("[{alpha}, {beta}]");
    let message = "a window is written as an interval, from α to β".to_string();
    let brackets = &[Token::OpenBracket, Token::OpenParenthesis];
    let is_claim = at.is_in_head() || at.is_after_claim() || at.was(1, brackets);
    if (at.begins_line() || !is_claim) && !at.goes_on_as_head(6) {
        let window = format!("window {window}");
        let whole = at.span(0).to(at.span(5));
        let mut slip = Slip::new(Code::UnexpectedToken, message, whole, Advice::Probable(format!("write `{window}`")));
        slip.fix(whole, window, "", at.text);
        return Some((slip, 6));
    }
    let is_closed = at.is(6, &[Token::CloseBracket, Token::CloseParenthesis]);
    let whole = match at.before(1).filter(|(before, _)| is_closed && brackets.contains(before)) {
        Some((_, opening)) => opening.to(at.span(6)),
        None => at.span(0).to(at.span(5)),
    };
    let mut slip = Slip::new(Code::UnexpectedToken, message, whole, Advice::Probable(format!("write `{window}`")));
    slip.fix(whole, window, &format!("[{alpha} {beta}]"), at.text);
    Some((slip, 6))
}

/// `plays a, b {`: several moves after one `plays`.
pub(super) fn several_moves(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Name, OpenBrace, Plays, String};
    if !at.is(0, &[Plays]) || at.was(1, &[Token::Expect]) || !at.is(1, &[Name, String]) {
        return None;
    }
    let is_joint = |ahead: usize| at.is(ahead, &[Name]) && matches!(at.word(ahead), "and" | "or");
    let mut slip: Option<Slip> = None;
    let mut written = format!("plays {}", at.word(1));
    let mut ahead = 2;
    while ahead < 20 && at.is(ahead, &[Name, String]) && !at.is(ahead + 1, &[Token::Colon]) {
        let span = at.span(ahead);
        let slip = slip.get_or_insert_with(|| {
            let message = "`plays` names one move".to_string();
            Slip::new(Code::UnexpectedToken, message, span, Advice::Probable(std::string::String::new()))
        });
        if is_joint(ahead) && at.is(ahead + 1, &[Name, String]) {
            slip.fix(span, "plays", "", at.text);
            written += &format!(" plays {}", at.word(ahead + 1));
            slip.read(at.span(ahead + 1), "", at.text);
            ahead += 2;
        } else {
            slip.fix(span, format!("plays {}", at.word(ahead)), "", at.text);
            written += &format!(" plays {}", at.word(ahead));
            ahead += 1;
        }
    }
    let claims_go_on = at.is(ahead, &[OpenBrace, Token::OpenBracket]) || at.is(ahead, COMPARISONS);
    let mut slip = slip.filter(|_| claims_go_on)?;
    slip.advice = Advice::Probable(format!("if these moves are equally good, write `{}`", clipped(&written)));
    Some((slip, ahead))
}

/// `max A is 3 {`: a word for a sign.
pub(super) fn word_for_equal(at: &Written<'_>) -> Option<(Slip, usize)> {
    const WORDS: &[&str] = &["is", "equals", "equal", "has", "gives", "returns", "ist"];
    if !at.is(0, &[Token::Name]) || !at.is(1, &[Token::Number]) {
        return None;
    }
    let word = at.word(0);
    let in_head = at.is_in_head() || at.was(2, &[Token::Expect]);
    if !at.says(0, WORDS) || !in_head {
        return None;
    }
    let value = at.span(1);
    let message = format!("a value is claimed with `=`, not with `{word}`");
    let title = format!("write `= {}`", clipped(value.of(at.text)));
    Some((replaced(at, message, at.span(0), title, "="), 2))
}

/// `plays = b`: a move takes no sign.
pub(super) fn sign_after_plays(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Plays]) || at.was(1, &[Token::Expect]) || !at.is(1, &[Token::Equal, Token::Colon]) {
        return None;
    }
    let message = format!("`plays` takes no `{}`", at.word(1));
    let sign = Span::new(at.span(0).end, at.span(1).end);
    let text = if at.span(2).start == sign.end { " " } else { "" };
    Some((replaced(at, message, sign, format!("write `plays {}`", clipped(at.word(2))), text), 2))
}

/// `max A worth 1 = 4.5 {`: marks before the answer that earns them.
pub(super) fn worth_before_answer(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Blank, Name, Number, Plays, String, Worth};
    let is_value = at.is(2, COMPARISONS) && at.is(3, &[Number, Blank]);
    let is_move = at.is(2, &[Plays]) && at.is(3, &[Name, String, Blank]);
    let is_marks = at.is(0, &[Worth]) && at.is_in_head() && at.is(1, &[Number]);
    if !is_marks || !(is_value || is_move) || at.is(4, &[Worth]) {
        return None;
    }
    let head = if at.was(1, PLAYERS) { at.before(1)?.1 } else { at.before(2)?.1.to(at.before(1)?.1) };
    let answer = at.span(2).to(at.span(3)).of(at.text);
    let swapped = format!("{answer} {} {}", at.word(0), at.word(1));
    let message = "`worth` comes after the answer that earns the marks".to_string();
    let title = format!("write `{}`", clipped(&format!("{} {swapped}", head.of(at.text))));
    let whole = at.span(0).to(at.span(3));
    Some((Slip { span: at.span(0), ..replaced(at, message, whole, title, &swapped) }, 4))
}

/// `tree "x":` and an indented block, as in Python.
pub(super) fn tree_with_colon(at: &Written<'_>) -> Option<(Slip, usize)> {
    let title = usize::from(at.is(1, &[Token::String]));
    let colon = at.span(title + 1);
    if !at.is(0, &[Token::Tree]) || !at.is(title + 1, &[Token::Colon]) || at.is(title + 2, &[Token::OpenBrace]) {
        return None;
    }
    let message = "a tree is written in braces, not after a colon".to_string();
    let title = "write `{` instead of the colon, and `}` after the tree".to_string();
    let mut slip = Slip::new(Code::MissingBrace, message, colon, Advice::Probable(title));
    let block = indented_block(at.text, colon.end)?;
    slip.fix(colon, " {", "{", at.text);
    slip.fix.push(Edit::new(Span::empty(block.end), format!("{}}}", line_end(at.text))));
    // The brace takes the place of a line end. If the text has none there, the missing brace is reported as well.
    let line_end = Span::new(block.end, block.end + 1);
    if at.text[block.end as usize..].starts_with(LINE_ENDS) {
        slip.read(line_end, "}", at.text);
    }
    Some((slip, 1))
}

/// The indented or empty lines after a place, up to the last one with text; `None` if text follows on the same line.
fn indented_block(text: &str, start: u32) -> Option<Span> {
    let mut end = None;
    let mut at = start as usize;
    for (number, line) in lines(&text[at..]).enumerate() {
        let content = line.trim_end();
        let is_next = number > 0 && content.trim_start().starts_with("tree");
        let ends_here = is_next || number > 0 && !line.starts_with([' ', '\t']) && !content.is_empty();
        if ends_here || (number == 0 && !content.is_empty()) {
            break;
        }
        if !content.is_empty() {
            end = Some(offset(at + content.len()));
        }
        at += line.len();
    }
    Some(Span::new(start, end?))
}

/// `max max A {`: a word of the language twice in a row.
pub(super) fn doubled_word(at: &Written<'_>) -> Option<(Slip, usize)> {
    let ((word, _), (again, _)) = (at.token(0)?, at.token(1)?);
    if word != again || !word.is_reserved() || !at.same_line(1) {
        return None;
    }
    let message = format!("`{}` is written twice", at.word(0));
    let second = Span::new(at.span(0).end, at.span(1).end);
    Some((deleted(at, message, second, "delete one of them".to_string()), 2))
}
