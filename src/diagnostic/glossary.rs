//! The glossary: what the words of the messages mean.
//!
//! Its one source is `docs/glossary.md`. There, each entry has a heading with the name of the term, and after commas its
//! other names.

/// An entry of the glossary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the term, then its other names.
    pub names: Vec<&'static str>,
    /// What it means, in Markdown.
    pub text: &'static str,
}

impl Term {
    /// All entries, in the order of the page.
    pub fn all() -> impl Iterator<Item = Self> {
        let entries = include_str!("../../docs/glossary.md").split("\n## ").skip(1);
        entries.filter_map(|entry| {
            let (heading, text) = entry.split_once('\n')?;
            Some(Self { names: heading.split(", ").collect(), text: text.trim() })
        })
    }

    /// The entry of a term, in any spelling: `α-cutoff`, `Alpha cutoffs`.
    pub fn find(written: &str) -> Option<Self> {
        let written = spellings(written);
        // The spelling as it is written goes first: the plural of one term could be another.
        written.iter().find_map(|written| {
            Self::all().find(|term| term.names.iter().any(|name| spellings(name).contains(written)))
        })
    }

    /// The main name.
    pub fn name(&self) -> &'static str {
        self.names.first().copied().unwrap_or_default()
    }

    /// The main name as one word that every keyboard has: `alpha-cutoff`.
    pub fn word(&self) -> String {
        let plain = plain(self.name());
        plain.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }
}

/// Lower-case, with Greek letters written out.
fn plain(name: &str) -> String {
    name.to_lowercase().replace('α', "alpha").replace('β', "beta")
}

/// What is compared of a name: its letters and digits. If it may be a plural, the singulars follow.
fn spellings(name: &str) -> Vec<String> {
    let letters: String = plain(name).chars().filter(|c| c.is_alphanumeric()).collect();
    let endings = [("s", ""), ("es", ""), ("ies", "y"), ("ves", "f")];
    let singulars =
        endings.iter().filter_map(|(plural, singular)| Some(letters.strip_suffix(plural)?.to_string() + singular));
    std::iter::once(letters.clone()).chain(singulars).filter(|spelling| !spelling.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn terms_are_found_in_any_spelling() {
        let spellings = [
            ("α", "α"),
            ("alpha", "α"),
            ("ALPHA", "α"),
            ("alpha cutoff", "α-cutoff"),
            ("α-cutoffs", "α-cutoff"),
            ("BetaCutoff", "β-cutoff"),
            ("plies", "Ply"),
            ("leaves", "Leaf"),
            ("children", "Child"),
            ("sss", "SSS*"),
            ("mtd(f)", "MTD(f)"),
            ("Principal Variations", "Principal variation"),
            ("max node", "MAX"),
            ("alpha-beta", "Alpha–beta"),
        ];
        for (written, name) in spellings {
            assert_eq!(Term::find(written).map(|term| term.name()), Some(name), "{written}");
        }
        assert_eq!(Term::find(""), None);
        assert_eq!(Term::find("s"), None);
    }

    #[test]
    fn no_name_is_given_twice_and_the_page_is_sorted() {
        let mut seen = BTreeSet::new();
        for name in Term::all().flat_map(|term| term.names) {
            assert!(seen.insert(spellings(name).remove(0)), "{name}");
        }
        let latin: Vec<String> =
            Term::all().map(|term| term.name().to_lowercase()).filter(|name| !name.starts_with(['α', 'β'])).collect();
        assert!(latin.is_sorted(), "{latin:?}");
    }

    #[test]
    fn each_entry_is_a_few_sentences() {
        for term in Term::all() {
            let sentences = term.text.matches(['.', '?', ':']).count();
            assert!((1..=12).contains(&sentences) && term.text.ends_with('.'), "{}: {sentences}", term.name());
            assert_eq!(Term::find(&term.word()), Some(term.clone()), "{}", term.word());
        }
    }
}
