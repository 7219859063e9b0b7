//! English for findings: lists, counts, ordinals, and the word that was probably meant.

/// `a`, `a and b`, `a, b and c`.
pub fn listed<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "and")
}

/// `a`, `a or b`, `a, b or c`.
pub fn either<S: AsRef<str>>(items: &[S]) -> String {
    joined(items, "or")
}

/// How many items of a list are written out before the rest is counted.
const MOST_LISTED: usize = 12;

fn joined<S: AsRef<str>>(items: &[S], conjunction: &str) -> String {
    let rest = items.len().saturating_sub(MOST_LISTED);
    let shown = items.iter().take(items.len() - rest).map(|item| item.as_ref().to_string());
    let mut words: Vec<String> = shown.collect();
    if rest > 0 {
        words.push(format!("{rest} more"));
    }
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", words.join(", ")),
    }
}

/// A piece of text made short enough for a sentence: on one line, without control characters.
///
/// A line break and the blanks around it become one space.
pub fn clipped(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short = String::new();
    let mut shown = 0;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if shown == LONGEST {
            short.push('…');
            break;
        }
        let blanks = rest.len() - rest.trim_start().len();
        let broken = blanks > 0 && rest[..blanks].contains(['\n', '\r']);
        short.push(if broken { ' ' } else { first });
        rest = &rest[if broken { blanks } else { first.len_utf8() }..];
        shown += 1;
    }
    super::render::printable(&short)
}

/// `1 leaf`, `2 leaves`: the number with the form of the noun that goes with it.
pub fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// What a help adds if it is about this many places, of which it names the first.
pub(crate) fn elsewhere(count: usize) -> String {
    match count {
        0 | 1 => String::new(),
        2 => "; change the other place in the same way".to_string(),
        count => format!("; change the {} other places in the same way", count - 1),
    }
}

/// `1f00`: bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `1st`, `2nd`, `3rd`, `11th`.
pub fn ordinal(n: usize) -> String {
    let suffix = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{suffix}")
}

/// How many words a misspelt word is compared with.
pub const MOST_COMPARED: usize = 1000;

/// The candidate that `word` is most likely a misspelling of, if one is near enough and nearer than all others. Only
/// the first [`MOST_COMPARED`] are compared.
pub fn similar<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer words are not typing errors, and comparing them would take long.
    const LONGEST: usize = 40;
    if word.chars().count() > LONGEST {
        return None;
    }
    let word = word.to_lowercase();
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word, &candidate.to_lowercase());
    let near = |candidate: &&str| candidate.chars().count() <= LONGEST;
    let ranked =
        candidates.into_iter().take(MOST_COMPARED).filter(near).map(|candidate| (distance(candidate), candidate));
    let mut ranked: Vec<(usize, &str)> = ranked.collect();
    ranked.sort_by_key(|(distance, _)| *distance);
    let (best_distance, best) = *ranked.first()?;
    let tied = ranked.get(1).is_some_and(|(distance, other)| *distance == best_distance && *other != best);
    let same_start = word.chars().next() == best.to_lowercase().chars().next();
    let longer = word.chars().count().max(best.chars().count());
    let allowed = if same_start { (longer / 3).max(1) } else { 1 };
    (best_distance <= allowed && best_distance < best.chars().count() && !tied).then_some(best)
}

/// Whether `written` is one typing error away from `meant`: one letter added, missing or wrong, or two neighbours
/// exchanged. Case is ignored.
pub fn is_slip(written: &str, meant: &str) -> bool {
    strsim::damerau_levenshtein(&written.to_lowercase(), &meant.to_lowercase()) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_clipped_is_on_one_line() {
        assert_eq!(clipped("[3,\r\n    inf]"), "[3, inf]");
        assert_eq!(clipped("a  b\u{1b}"), "a  b␛");
        assert_eq!(clipped(&"x".repeat(50)), format!("{}…", "x".repeat(40)));
        assert_eq!(clipped("trailing \n"), "trailing ");
    }

    #[test]
    fn lists_read_as_english() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b", "c"]), "a, b and c");
        assert_eq!(either(&["a", "b"]), "a or b");
        let many: Vec<String> = (0..100).map(|n| n.to_string()).collect();
        assert!(listed(&many).ends_with("11 and 88 more"));
    }

    #[test]
    fn counts_and_ordinals() {
        assert_eq!(counted(1, "leaf", "leaves"), "1 leaf");
        assert_eq!(counted(0, "leaf", "leaves"), "0 leaves");
        assert_eq!([1, 2, 3, 4, 11, 12, 21, 112].map(ordinal).join(" "), "1st 2nd 3rd 4th 11th 12th 21st 112th");
    }

    #[test]
    fn finds_the_word_that_was_meant() {
        assert_eq!(similar("prunned", ["visited", "pruned"]), Some("pruned"));
        assert_eq!(similar("mx", ["max", "min"]), Some("max"));
        assert_eq!(similar("leafs", ["leaves", "nodes"]), Some("leaves"));
        assert_eq!(similar("zebra", ["max", "min"]), None);
        assert_eq!(similar("shallow", ["allow"]), None);
        assert_eq!(similar("a3", ["a1", "a2"]), None, "two are as near");
        assert_eq!(similar("shallow", ["allow"]), None);
        assert_eq!(similar("a3", ["a1", "a2"]), None, "two are as near");
        assert_eq!(similar("a", ["b"]), None);
    }

    #[test]
    fn a_slip_is_one_letter_or_one_exchange() {
        for (written, meant) in [("fail-sof", "fail-soft"), ("Mxa", "max"), ("prunned", "pruned"), ("MIM", "min")] {
            assert!(is_slip(written, meant), "{written}");
        }
        for (written, meant) in [("fail-safe", "fail-soft"), ("fail-store", "fail-soft"), ("leafs", "leaves")] {
            assert_eq!(similar(written, [meant]), Some(meant));
            assert!(!is_slip(written, meant), "{written}");
        }
    }
}
