//! Texts as runs of bytes, one byte for each word, number or sign.

use gametree::number::Number;
use gametree::source::Span;
use gametree::syntax::{is_plain_name, token_spans};

/// What a byte may mean; the words that trees are made of stand here more than once.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "{", "}", "max", "min", "{", "}", "max", "min", "chance",
    "tree", "pruned", "visited", "plays", "eval", "expect", "ask", "worth",
    "cut", "search", "order", "cutoffs", "window", "range", "depth", "allow",
    "[", "]", "(", ")", ":", "=", "~", "<=", ">=", ">", "?", "?x", "?y", "...", "_",
    "alpha", "beta", "fail-soft", "fail-hard", "left-to-right", "right-to-left", "deep", "shallow", "none",
    "value", "line", "leaves", "nodes", "branches", "fewest", "visits", "enters", "values", "windows",
    "in", "or", "nothing", "anything",
    "unreachable-cutoff", "unreachable-depth", "unreachable-probability", "tie", "convention-dependent", "no-cutoff",
    "unobservable", "single-child", "same-player", "duplicate-name", "open-claim",
    "\n", "\n///", "\n//", ",", "#", "<", "≥", "’", "\"open", "_x", "\u{202e}", "\0", "é",
    "a", "b", "c", "d", "e", "A", "B", "C", "D", "E", "a1", "a2", "b1", "b2", "A'", "O-O", "α",
    "\"a\"", "\"3\"", "\"a text\"", "\"\\u{1b}\"",
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "20", "100",
    "-1", "-2", "-3", "-5", "-9", "+3", "1_000", "0.5", "0.25", "0.1", "0.2", "2.75", "2.33", "-0.5", "7.5",
    "1/2", "1/3", "2/3", "1/4", "3/4", "1/6", "-10/3", "inf", "-inf", "∞",
    ".5", "1.", "1e3", "3a", "1/0", "1/1000000007", "9223372036854775807", "-9223372036854775808",
    "99999999999999999999999999999999999999", "170141183460469231731687303715884105727", "1/170141183460469231731687303715884105727",
];

/// The text that some bytes mean. Its braces are balanced: one that would close nothing is left out, those that are open
/// at the end are closed.
pub fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut open = 0_usize;
    for byte in bytes {
        let word = WORDS[usize::from(*byte) % WORDS.len()];
        match word {
            "{" => open += 1,
            "}" if open == 0 => continue,
            "}" => open -= 1,
            _ => {}
        }
        text.push_str(word);
        text.push(' ');
    }
    text + &"} ".repeat(open)
}

/// Bytes that mean nearly this text. A name, number or text that no byte means becomes another one, the same wherever
/// it stands; what has nothing like it, such as question text, is left out.
pub fn bytes(text: &str) -> Vec<u8> {
    let mut others = Vec::new();
    let place = |span: Span| {
        let word = span.of(text);
        let same = WORDS.iter().position(|other| *other == word || *other == word.to_lowercase());
        same.or_else(|| {
            let turn = others.iter().position(|other| *other == word).unwrap_or_else(|| {
                others.push(word);
                others.len() - 1
            });
            (0..WORDS.len()).filter(|place| alike(WORDS[*place], word)).cycle().nth(turn)
        })
    };
    let places = token_spans(text).into_iter().filter_map(place);
    places.map(|place| u8::try_from(place).expect("there are fewer words than bytes")).collect()
}

/// Whether two words are of the same sort: texts, unknowns, question texts, numbers, or names.
fn alike(one: &str, other: &str) -> bool {
    let sort = |word: &str| match word.as_bytes() {
        [first @ (b'"' | b'?' | b'/'), ..] => *first,
        _ if word.parse::<Number>().is_ok() => b'0',
        _ if is_plain_name(word) => b'a',
        _ => b' ',
    };
    sort(one) == sort(other)
}
