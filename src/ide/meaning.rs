//! What the words of the language mean, in a sentence or two.

use crate::claim::{Asked, ClaimKind};
use crate::diagnostic::Code;
use crate::syntax::tree::SettingKind;

/// What a reserved word means; `None` for other words.
pub(super) fn of_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "tree" => "A tree and what is said of it: settings, one root, expectations and questions.",
        "max" => "A node where MAX moves: it is worth as much as its greatest child.",
        "min" => "A node where MIN moves: it is worth as little as its least child.",
        "chance" => {
            "A node where chance decides: it is worth the mean of its children, weighted by their probabilities."
        }
        "eval" => "`eval v`: the static evaluation of the node, which the search takes at the `depth` limit. No claim.",
        "expect" => "A claim on the tree as a whole.",
        "ask" => "Asks students for one kind of claim at all nodes.",
        "worth" => {
            "`worth n`: the marks for an answer; without it, an answer gives 1. A claim with `worth` is a question with its answer."
        }
        "cut" => {
            "When the search of a node stops: as soon as α and β are equal (`cut alpha >= beta`, the default), or only when α is beyond β (`cut alpha > beta`)."
        }
        "search" => {
            "What a node returns whose search ends outside of its window: the best value it has seen (`fail-soft`, the default), or the end of the window that was reached (`fail-hard`)."
        }
        "order" => {
            "In which order children are searched: as they are written (`left-to-right`, the default), or the last one first (`right-to-left`)."
        }
        "cutoffs" => {
            "How far down a bound counts: at all nodes below (`deep`, the default), only at the next node (`shallow`), or nowhere (`none`: plain minimax)."
        }
        "window" => "`window [a, b]`: the α and β that the search of the root starts with, `[-inf, inf]` if left out.",
        "range" => {
            "`range [L, U]`: all values lie between L and U. The search relies on it, and cuts off at chance nodes with it (Star1)."
        }
        "depth" => {
            "`depth n`: the search stops n plies below the root and takes the static evaluations (`eval`) there."
        }
        "reveal" => {
            "How much tools tell students about the answers of an exercise: nothing (`never`), how many marks they get (`score`), which of them are wrong (`verdicts`), or everything (`answers`)."
        }
        "allow" => "The findings of these lints are not reported.",
        _ => return of_sign(word),
    })
}

/// What a claim at a node that begins with this word or sign means.
pub(super) fn of_sign(sign: &str) -> Option<&'static str> {
    ClaimKind::ALL.iter().filter_map(|kind| kind.sign()).find(|(own, _)| *own == sign).map(|(_, meaning)| meaning)
}

/// What a setting means.
pub(super) fn of_setting(kind: &SettingKind) -> &'static str {
    let word = match kind {
        SettingKind::Cut { .. } => "cut",
        SettingKind::Search(_) => "search",
        SettingKind::Order(_) => "order",
        SettingKind::Cutoffs(_) => "cutoffs",
        SettingKind::Window(..) => "window",
        SettingKind::Range(..) => "range",
        SettingKind::Depth(_) => "depth",
        SettingKind::Reveal(_) => "reveal",
        SettingKind::Allow(_) => "allow",
    };
    of_word(word).unwrap_or_default()
}

/// What an `ask` for this asks.
pub(super) fn of_question(asked: Asked) -> &'static str {
    match asked {
        Asked::Pruned => "Asks for `pruned` at all that a cutoff skips and nowhere else.",
        Asked::Values => "Asks for `=`, the value, at every node with moves.",
        Asked::Windows => "Asks for `[a, b]`, the window, at every node with moves that the search enters.",
        Asked::Returns => {
            "Asks for what the search returns, `= v`, `<= v` or `>= v`, at every node with moves that the search enters."
        }
        Asked::Plays => "Asks for `plays`, a best move, at every node with moves.",
    }
}

/// What a code is about: its page up to the example.
pub(super) fn of_code(code: Code) -> String {
    let page = code.page();
    let beginning = page.split_once("\n## ").map_or(page, |(beginning, _)| beginning);
    let (_, words) = beginning.split_once('\n').unwrap_or(("", beginning));
    format!("**{code}: {}**\n\n{}", code.title(), words.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{CHOICES, RESERVED};

    #[test]
    fn a_setting_says_what_each_of_its_values_means() {
        for (setting, values) in CHOICES {
            let meaning = of_word(setting).unwrap_or_default();
            let says = |value: &&str| ["", "cut "].iter().any(|before| meaning.contains(&format!("`{before}{value}`")));
            let missing: Vec<_> = values.iter().filter(|value| !says(value)).collect();
            assert!(missing.is_empty(), "`{setting}` does not say what {missing:?} means");
        }
    }

    #[test]
    fn every_word_has_a_meaning() {
        assert!(RESERVED.iter().all(|word| of_word(word).is_some()));
        for kind in ClaimKind::ALL {
            let says =
                |word| kind.expected_meaning().is_some_and(|meaning| meaning.contains(&format!("expect {word}")));
            assert!(kind.word().is_none_or(says), "{kind:?}");
        }
        for code in Code::ALL {
            assert!(of_code(*code).contains(".\n") || of_code(*code).ends_with('.'), "{}", of_code(*code));
        }
    }
}
