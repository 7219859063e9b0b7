//! Settings, expectations and questions.

use super::{NAMES, PLAYERS, Written, replaced};
use crate::diagnostic::{Code, Edit, clipped};
use crate::source::Span;
use crate::syntax::slip::{Advice, STAND_IN, Slip};
use crate::syntax::token::{ASKED, LISTS, QUANTITIES, SETTINGS, Token};

/// Whether a word says what is expected of a tree, so that it is no label.
pub(super) fn is_quantity(word: &str) -> bool {
    QUANTITIES.iter().any(|quantity| quantity.eq_ignore_ascii_case(word))
}

/// `leaves = 3`, `line a1 b1` on a line of their own: `expect` is missing.
pub(super) fn without_expect(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Ask, Cutoffs, Equal, Expect, Name, Number, Tilde};
    if !at.is(0, &[Name, Cutoffs]) || !at.is(1, &[Equal, Tilde, Name]) {
        return None;
    }
    let word = at.word(0);
    if !at.begins_line() || at.was(1, &[Expect, Ask]) || at.was(1, PLAYERS) {
        return None;
    }
    let has_number = is_quantity(word) && at.is(1, &[Equal, Tilde]) && at.is(2, &[Number]) && at.same_line(2);
    let has_list = LISTS.contains(&word) && at.is(1, &[Name]) && at.same_line(1) && !at.is(2, &[Token::Colon]);
    let has_list = has_list && !at.is_in_list();
    if !(has_number || has_list) {
        return None;
    }
    let is_item = |ahead: &usize| at.is(*ahead, &[Name, Number, Token::String, Token::Unknown]) && at.same_line(*ahead);
    let words = if has_number { 3 } else { (1..).take_while(is_item).count() + 1 };
    let claim = at.span(0).to(at.span(words - 1));
    let message = "a claim about the whole tree begins with `expect`".to_string();
    let advice = Advice::Probable(format!("write `expect {}`", clipped(claim.of(at.text))));
    let mut slip = Slip::new(Code::UnknownWord, message, at.span(0), advice);
    slip.fix.push(Edit::new(Span::empty(claim.start), "expect "));
    slip.read(claim, "", at.text);
    Some((slip, words))
}

/// `assert leaves = 7`: another word for `expect`.
pub(super) fn another_word(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Cutoffs, Equal, Name, Number, Plays, Pruned, Tilde};
    const WORDS: &[&str] = &["expects", "expected", "assert", "ensure", "require", "assume", "verify"];
    let is_word = at.is(0, &[Name]) && at.says(0, WORDS);
    if !is_word || !at.begins_line() || !at.same_line(1) || !at.is(1, &[Name, Cutoffs, Pruned, Plays]) {
        return None;
    }
    let has_number = is_quantity(at.word(1)) && at.is(2, &[Equal, Tilde]) && at.is(3, &[Number, Token::Blank]);
    let has_list = LISTS.contains(&at.word(1)) && at.is(2, &[Name, Token::String, Number]) && at.same_line(2);
    if !has_number && !has_list {
        return None;
    }
    let claim = at.line_from(1);
    let message = format!("a claim about the whole tree begins with `expect`, not with `{}`", at.word(0));
    let title = format!("write `expect {}`", clipped(claim));
    Some((Slip { code: Code::UnknownWord, ..replaced(at, message, at.span(0), title, "expect") }, 1))
}

/// `best move: a1`, `winner = MAX`: an answer in other words.
pub(super) fn best_move(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Colon, Equal, Name, Number};
    if !at.is(0, &[Name]) || !at.begins_line() {
        return None;
    }
    let word = |ahead: usize| at.word(ahead).to_lowercase();
    let words = match word(0).as_str() {
        "best" | "optimal" | "chosen" | "right" if matches!(word(1).as_str(), "move" | "action" | "play") => 2,
        "best" | "bestmove" | "best-move" | "best_move" | "winner" | "answer" | "solution" => 1,
        _ => return None,
    };
    let value = words + 1;
    let is_answer = at.is(words, &[Colon, Equal]) && at.same_line(value);
    let is_move = at.is(value, NAMES) && !at.goes_on_as_head(value + 1) && !at.is(value + 1, PLAYERS);
    let is_player = at.is(value, PLAYERS) && !at.goes_on_as_head(value + 1) && !at.is(value + 1, NAMES);
    if !is_answer || !(is_move || is_player) || at.is(value + 1, &[Colon, Number]) {
        return None;
    }
    let whole = at.span(0).to(at.span(value));
    let shown = at.span(0).to(at.span(words - 1)).of(at.text);
    let message = format!("no claim begins with `{shown}`");
    if is_player {
        let help = "claim the value of the tree, as in `expect value = 3`, or the best move, as in `expect plays a1`";
        let mut slip = Slip::new(Code::UnknownWord, message, whole, Advice::Help(help.to_string()));
        slip.read(whole, "", at.text);
        return Some((slip, value + 1));
    }
    let claim = format!("expect plays {}", at.word(value));
    let title = format!("write `{}`", clipped(&claim));
    let mut slip = Slip::new(Code::UnknownWord, message, whole, Advice::Probable(title));
    slip.fix(whole, claim, "", at.text);
    Some((slip, value + 1))
}

/// `expect line [a1, b1]`: a list in brackets.
pub(super) fn list_in_brackets(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{CloseBrace, CloseBracket, CloseParenthesis, OpenBrace, OpenBracket, OpenParenthesis};
    let is_list = at.is(0, &[Token::Expect]) && at.says(1, LISTS);
    if !is_list || !at.is(2, &[OpenBracket, OpenParenthesis, OpenBrace]) {
        return None;
    }
    let is_item = |ahead: &usize| at.is(*ahead, NAMES) || at.is(*ahead, &[Token::Number, Token::Unknown]);
    let items = (3..).take_while(is_item).count();
    if items == 0 || !at.is(3 + items, &[CloseBracket, CloseParenthesis, CloseBrace]) {
        return None;
    }
    let (open, close) = (at.span(2), at.span(3 + items));
    let list = at.span(3).to(at.span(2 + items)).of(at.text);
    let message = format!("the list after `expect {}` is written without brackets", at.word(1));
    let title = format!("write `expect {} {}`", at.word(1), clipped(list));
    let mut slip = Slip::new(Code::UnexpectedToken, message, open, Advice::Probable(title));
    let gap = if at.gap_before(2).is_empty() { " " } else { "" };
    slip.fix(open, gap, "", at.text);
    slip.fix(close, "", "", at.text);
    Some((slip, 4 + items))
}

/// `order: right-to-left`, `depth = 3`: a setting takes no sign.
pub(super) fn setting_with_sign(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Colon, Cut, Cutoffs, Depth, Equal, Name, Number, OpenBracket, Order, Range, Reveal, Search, Window};
    let (setting, span) = at.token(0)?;
    // After a player, the word is the name of a node: `max depth = 3 {`.
    if !at.is(1, &[Colon, Equal]) || at.was(1, PLAYERS) {
        return None;
    }
    let value = at.word(2).to_lowercase();
    let fits = match setting {
        Cut => value == "alpha",
        Search => value.starts_with("fail"),
        Order => value.contains("left") || value.contains("right"),
        Cutoffs => matches!(value.as_str(), "deep" | "shallow" | "none"),
        Reveal => matches!(value.as_str(), "never" | "score" | "verdicts" | "answers"),
        Window | Range => at.is(2, &[OpenBracket]),
        Depth => at.is(1, &[Equal]) && at.is(2, &[Number]),
        Token::Allow => at.is(1, &[Colon]) && at.is(2, &[Name]) && value.contains('-'),
        _ => false,
    };
    if !fits {
        return None;
    }
    let word = span.of(at.text).to_lowercase();
    debug_assert!(SETTINGS.contains(&word.as_str()), "`{word}` is a setting");
    let sign = Span::new(span.end, at.span(1).end);
    let message = format!("a setting takes no `{}`", at.word(1));
    let value = if at.is(2, &[OpenBracket]) { "[…]".to_string() } else { clipped(at.word(2)) };
    let text = if at.span(2).start == sign.end { " " } else { "" };
    Some((replaced(at, message, sign, format!("write `{word} {value}`"), text), 2))
}

/// `expect leaves: 3`, `expect: leaves = 3`, `expect line: a b`.
pub(super) fn with_colon(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Colon, Equal, Expect, Number, Tilde};
    if !at.is(0, &[Expect]) {
        return None;
    }
    if at.is(1, &[Colon]) {
        let span = Span::new(at.span(0).end, at.span(1).end);
        let message = "`expect` takes no colon".to_string();
        let text = if at.span(2).start == span.end { " " } else { "" };
        let title = format!("write `expect {}`", clipped(at.line_from(2)));
        return Some((replaced(at, message, span, title, text), 2));
    }
    let subject = at.word(1).to_lowercase();
    let sign = at.span(2);
    if LISTS.contains(&subject.as_str()) {
        if !at.is(2, &[Colon, Equal]) {
            return None;
        }
        let message = format!("`expect {subject}` takes no `{}`", at.word(2));
        let title = format!("write `expect {subject} {}`", clipped(at.line_from(3)));
        let text = if at.span(3).start == sign.end { " " } else { "" };
        let gap = Span::new(at.span(1).end, sign.end);
        return Some((Slip { span: sign, ..replaced(at, message, gap, title, text) }, 3));
    }
    if !at.is(2, &[Colon]) || !at.is(3, &[Number, Equal, Tilde]) {
        return None;
    }
    let message = "an expectation takes `=`, not a colon".to_string();
    let (title, text) = match at.is(3, &[Number]) {
        true => (
            format!("write `expect {subject} = {}`", clipped(at.word(3))),
            if at.span(1).end == sign.start { " =" } else { "=" },
        ),
        false => ("delete the colon".to_string(), ""),
    };
    let mut slip = Slip::new(Code::UnexpectedToken, message, sign, Advice::Probable(title));
    slip.fix(sign, text, text.trim_start(), at.text);
    Some((slip, 3))
}

/// `expect "pruned" = 2`: a quantity in quotes.
pub(super) fn quoted_quantity(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Expect]) || !at.is(1, &[Token::String]) {
        return None;
    }
    let word = at.word(1).trim_matches('"').trim();
    if word.is_empty() {
        return None;
    }
    let message = "the word after `expect` takes no quotes".to_string();
    let title = format!("write `expect {}`", clipped(word));
    let mut slip = Slip::new(Code::UnexpectedToken, message, at.span(1), Advice::Probable(title));
    let is_word = word.chars().all(|c| c.is_ascii_lowercase());
    slip.fix(at.span(1), word, if is_word { word } else { STAND_IN }, at.text);
    Some((slip, 2))
}

/// `ask which leaves are pruned`: a sentence where one word is enough.
pub(super) fn sentence_after_ask(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Ask]) || at.says(1, ASKED) {
        return None;
    }
    let is_word = |ahead: usize| {
        at.same_line(ahead)
            && at.token(ahead).is_some_and(|(_, span)| span.of(at.text).chars().all(char::is_alphabetic))
    };
    let is_node = |ahead: usize| at.is(ahead, PLAYERS) && begins_node(at, ahead);
    let words = (1..20).take_while(|ahead| is_word(*ahead) && !is_node(*ahead)).count();
    let asked = (1..=words).find_map(|ahead| ASKED.iter().find(|asked| at.word(ahead).eq_ignore_ascii_case(asked)))?;
    if words < 2 || at.is(2, &[Token::Worth]) {
        return None;
    }
    let span = at.span(1).to(at.span(words));
    let message = "`ask` takes one word; write the question itself on a line that begins with `///`".to_string();
    Some((replaced(at, message, span, format!("write `ask {asked}`"), asked), words + 1))
}

/// `in ]4, 9]`: an interval with a reversed bracket at its open end.
pub(super) fn reversed_brackets(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{CloseBracket, Name, Number, OpenBracket};
    let follows_in = at.was(1, &[Name]) && matches!(at.before(1)?.1.of(at.text), "in" | "or");
    let turned = at.is(0, &[CloseBracket]) || at.is(3, &[OpenBracket]);
    let interval = at.is(0, &[CloseBracket, OpenBracket]) && at.is(1, &[Number]) && at.is(2, &[Number]);
    if !follows_in || !turned || !interval || !at.is(3, &[CloseBracket, OpenBracket]) {
        return None;
    }
    let from = if at.is(0, &[CloseBracket]) { "(" } else { "[" };
    let to = if at.is(3, &[OpenBracket]) { ")" } else { "]" };
    let whole = at.span(0).to(at.span(3));
    let written = whole.of(at.text);
    let interval = format!("{from}{}{to}", &written[1..written.len() - 1]);
    let message = "write an excluded end with a parenthesis, not a reversed bracket".to_string();
    Some((replaced(at, message, whole, format!("write `{interval}`"), &interval), 4))
}

/// `in >= 2`: a bound in the place of an interval.
pub(super) fn bound_for_set(at: &Written<'_>) -> Option<(Slip, usize)> {
    use Token::{Above, AtLeast, AtMost, Expect, Name, Number};
    let follows_in = at.was(1, &[Name]) && matches!(at.before(1)?.1.of(at.text), "in" | "or");
    if !follows_in || !at.is(1, &[Number]) {
        return None;
    }
    let number = at.word(1);
    let interval = match at.token(0)?.0 {
        AtLeast => format!("[{number}, inf)"),
        Above => format!("({number}, inf)"),
        AtMost => format!("(-inf, {number}]"),
        _ => return None,
    };
    let message = "a set is written as intervals, not with a sign".to_string();
    let before = if at.was(3, &[Expect]) { at.before(3)?.1.to(at.before(1)?.1) } else { at.before(1)?.1 };
    let title = format!("write `{}`", clipped(&format!("{} {interval}", before.of(at.text))));
    let whole = at.span(0).to(at.span(1));
    let mut slip = Slip::new(Code::UnexpectedToken, message, whole, Advice::Probable(title));
    slip.fix(whole, interval, "[9]", at.text);
    Some((slip, 2))
}

/// `expect enters max min`: players in a list of names.
pub(super) fn player_in_list(at: &Written<'_>) -> Option<(Slip, usize)> {
    if !at.is(0, &[Token::Expect]) || !at.says(1, LISTS) {
        return None;
    }
    let mut slip: Option<Slip> = None;
    let mut ahead = 2;
    while at.is(ahead, PLAYERS) || at.is(ahead, NAMES) || at.is(ahead, &[Token::Number, Token::Unknown]) {
        if (at.is(ahead, PLAYERS) && begins_node(at, ahead)) || at.is(ahead + 1, &[Token::Colon]) {
            break;
        }
        if at.is(ahead, PLAYERS) {
            let message = format!("`{}` is a player, not the name of a node", at.word(ahead));
            let help = "name the nodes, as in `max A { … }`, and list their names".to_string();
            let slip = slip
                .get_or_insert_with(|| Slip::new(Code::UnexpectedToken, message, at.span(ahead), Advice::Help(help)));
            slip.stand_in(at.span(ahead), STAND_IN, at.text);
        }
        ahead += 1;
    }
    Some((slip?, ahead))
}

/// Whether the player `ahead` tokens further on begins a node: a brace follows before anything else begins.
fn begins_node(at: &Written<'_>, ahead: usize) -> bool {
    use Token::{Ask, CloseBrace, Cut, Cutoffs, Expect, OpenBrace, Order, Range, Search, Tree, Window};
    const ENDS: &[Token] = &[Ask, CloseBrace, Cut, Cutoffs, Expect, Order, Range, Search, Tree, Window];
    /// In tokens; no head is longer.
    const LONGEST: usize = 40;
    let mut rest = (ahead + 1..ahead + LONGEST).take_while(|place| !at.is(*place, ENDS));
    rest.any(|place| at.is(place, &[OpenBrace]))
}
