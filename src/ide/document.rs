//! A text, parsed once, with everything that editors ask about it.

use std::mem;
use std::sync::OnceLock;

use super::Edit;
use super::reports::Reports;
use crate::check::{self, Checked, Report};
use crate::convert::{parse, parse_like};
use crate::diagnostic::{Findings, applied};
use crate::model::{Choice, Defaults, FileSettings, ResolvedTree, Reveal, Shown};
use crate::source::{self, Change, LineIndex, Span, line_end};
use crate::syntax::tree::{File, Tree};
use crate::syntax::{self, Reread, Sound, Token, TokenTable, name_at};

/// At most this many findings of one file are shown.
const MOST_FINDINGS: usize = 100;

/// A parsed text. Everything else about it is worked out when it is first needed; trees are resolved at each request.
#[derive(Debug)]
pub struct Document {
    text: String,
    file: File,
    project: Defaults,
    settings: FileSettings,
    /// The findings of the parser and of the settings.
    parse_findings: Findings,
    lines: OnceLock<LineIndex>,
    tokens: OnceLock<TokenTable>,
    /// The reports for the three kinds of readers, in the order of [`Shown`].
    reports: [Reports; 3],
    /// The last document without mistakes of syntax. It makes reading faster while the text has mistakes, and replaces
    /// `self` once they are fixed. `None` if `self` has no mistakes, or if only some trees had to be read again.
    sound: Option<Box<Self>>,
}

impl Document {
    /// Reads a text, which must be shorter than [`crate::source::Source::LIMIT`]. Linear in its length.
    pub fn new(text: String, project: Defaults) -> Self {
        let (file, findings) = parse(&text, MOST_FINDINGS);
        Self::of(text, file, project, findings)
    }

    fn of(text: String, file: File, project: Defaults, mut parse_findings: Findings) -> Self {
        let settings = FileSettings::read(&text, &file, &project, &mut parse_findings);
        Self {
            text,
            file,
            project,
            settings,
            parse_findings,
            lines: OnceLock::new(),
            tokens: OnceLock::new(),
            reports: Default::default(),
            sound: None,
        }
    }

    /// The document for another text, equal to `new` for that text. Trees are not read and judged again if the result
    /// is certain to be the same.
    #[must_use]
    pub fn changed(mut self, text: &str, project: &Defaults) -> Self {
        if self.project != *project {
            return Self::new(text.to_string(), project.clone());
        }
        if let Some(sound) = self.sound.take_if(|sound| sound.reread_children(text)) {
            return *sound;
        }
        if self.reread_children(text) || self.reread_trees(text) {
            return self;
        }
        let new = self.with_mistakes(text);
        let sound = match self.is_sound() {
            true => Some(Box::new(Self { lines: OnceLock::new(), tokens: OnceLock::new(), ..self })),
            false => self.sound,
        };
        Self { sound: sound.filter(|_| !new.is_sound()), ..new }
    }

    /// The document for a new text that probably has mistakes.
    fn with_mistakes(&self, text: &str) -> Self {
        let last_sound = if self.is_sound() { Some(self) } else { self.sound.as_deref() };
        let (file, findings) = match last_sound {
            Some(Self { text: sound, file, .. }) => parse_like(Sound { text: sound, file }, text, MOST_FINDINGS),
            None => parse(text, MOST_FINDINGS),
        };
        Self::of(text.to_string(), file, self.project.clone(), findings)
    }

    /// Whether there are no mistakes of syntax.
    fn is_sound(&self) -> bool {
        self.file.mistaken.is_none()
    }

    /// Makes this the document for another text, if only some children of a node must be read. Otherwise returns
    /// `false`, and changes nothing.
    fn reread_children(&mut self, text: &str) -> bool {
        if self.text == text {
            return true;
        }
        let change = Change::between(&self.text, text);
        let reread = syntax::reread_children(&mut self.file, &self.text, text, change, MOST_FINDINGS);
        reread.map(|reread| self.take_in(text, change, reread)).is_some()
    }

    /// Like [`Self::reread_children`], but reads whole trees, which may have mistakes.
    fn reread_trees(&mut self, text: &str) -> bool {
        let change = Change::between(&self.text, text);
        let reread = syntax::reread_trees(&mut self.file, text, change, MOST_FINDINGS);
        reread.map(|reread| self.take_in(text, change, reread)).is_some()
    }

    /// Makes this the document for another text. The file is already up to date with it.
    fn take_in(&mut self, text: &str, change: Change, reread: Reread) {
        // Lines that a fix adds end like the first line of the text.
        let reports = match line_end(&self.text) == line_end(text) {
            true => mem::take(&mut self.reports).map(|reports| reports.after(change, &reread)),
            false => Default::default(),
        };
        let (file, project) = (mem::take(&mut self.file), mem::take(&mut self.project));
        let new = Self::of(text.to_string(), file, project, reread.findings);
        let sound = self.sound.take().filter(|_| !new.is_sound());
        *self = Self { reports, sound, ..new };
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where its lines begin; found at the first call.
    pub fn lines(&self) -> &LineIndex {
        self.lines.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Its tokens; found at the first call.
    pub(super) fn tokens(&self) -> &TokenTable {
        self.tokens.get_or_init(|| TokenTable::new(&self.text))
    }

    /// The report of `check` on it, for this reader; made at the first call.
    pub fn report(&self, shown: Shown) -> &Report {
        let checked = Checked { shown, text: &self.text, file: &self.file, settings: &self.settings };
        self.reports[shown as usize].whole(checked, &self.parse_findings)
    }

    /// Whether answers of a tree of this document must not be shown to this reader. While there are syntax errors, which
    /// are common while the user is typing, a question or a `reveal` anywhere in the text hides the answers of all trees,
    /// except of those that have `reveal answers`.
    pub(super) fn hides_answers(&self, game: &ResolvedTree<'_>, shown: Shown) -> bool {
        if self.parse_findings.tally().total() == 0 {
            return game.hides_answers(shown);
        }
        let tokens = self.tokens().all();
        let settings =
            tokens.iter().zip(&tokens[1.min(tokens.len())..]).filter(|((token, _), _)| *token == Token::Reveal);
        let mut set = settings.map(|(_, (_, word))| Reveal::from_name(&name_at(&self.text, *word)));
        let hides = set.any(|reveal| reveal != Some(Reveal::Answers));
        let asks = || tokens.iter().any(|(token, _)| matches!(token, Token::Blank | Token::Ask));
        match shown {
            Shown::Everything => false,
            Shown::UnlessSet => hides || game.hides_answers(shown),
            Shown::AsSet => hides || game.hides_answers(shown) || game.reveal != Some(Reveal::Answers) && asks(),
        }
    }

    /// The report on another text under the same project settings; at most `limit` findings are kept.
    pub(super) fn report_on(&self, text: &str, shown: Shown, limit: usize) -> Report {
        check::check_showing(shown, text, &self.project, limit)
    }

    /// The parsed file.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// A tree of this file with everything in it resolved.
    pub(super) fn game<'a>(&'a self, tree: &'a Tree) -> ResolvedTree<'a> {
        ResolvedTree::new(&self.text, tree, &self.settings, &mut Findings::new(0))
    }

    /// The document after these edits, which do not overlap and come in order.
    pub(super) fn edited(&self, edits: &[Edit]) -> Self {
        Self::new(applied(&self.text, edits), self.project.clone())
    }

    /// The tree at a place, its ends included.
    pub(super) fn tree_at(&self, offset: u32) -> Option<&Tree> {
        let after = self.file.trees.partition_point(|tree| tree.span.start <= offset);
        self.file.trees[..after].last().filter(|tree| offset <= tree.span.end)
    }

    /// The nearest character boundary at or before an offset, which may be inside a character or after the text.
    pub(super) fn clamp(&self, offset: u32) -> u32 {
        source::offset(self.text.floor_char_boundary(offset as usize))
    }

    /// Like [`Self::clamp`], for both ends.
    pub(super) fn clamp_span(&self, span: Span) -> Span {
        let (start, end) = (self.clamp(span.start), self.clamp(span.end));
        Span::new(start.min(end), end)
    }

    /// The word, number or sign at an offset; if two meet there, see [`foremost`].
    pub(super) fn token_at(&self, offset: u32) -> Option<(Token, Span)> {
        foremost(&self.text, self.tokens().touching(Span::empty(offset)).iter().copied())
    }
}

/// The second of two tokens that meet at a place, unless only the first is a word or number.
pub(super) fn foremost<T>(text: &str, mut touching: impl Iterator<Item = (T, Span)>) -> Option<(T, Span)> {
    let first = touching.next()?;
    let is_sign = |(_, span): &(T, Span)| is_sign(text, *span);
    Some(touching.next().filter(|second| !is_sign(second) || is_sign(&first)).unwrap_or(first))
}

/// Whether a token is neither a word nor a number.
fn is_sign(text: &str, token: Span) -> bool {
    !token.of(text).contains(|c: char| c.is_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Trees and what may be between them.
    const BLOCKS: &[&str] = &[
        "max A = 5 { min B = 3 { 3, 8 } min C = 5 { 5, 9 } }",
        "max A = 4 {\n    min B { 3, 8 } // nothing\n    min C = 5 [3, inf] { l: 5, r: 9 }\n}",
        "tree \"one\" {\n    max R {\n        a: min { 3, 12 pruned }\n        b: { 2, 4, 6 }\n    }\n    expect value = 3\n    expect line b 2\n}",
        "tree {\nmax {\n{ 3, 5 }\n{ 2 pruned, 9 }\n}\n}",
        "tree { search fail-hard cut alpha > beta min { max X = 2.5 { 5/2, 1 } max Y [1, 2.5] { 3, -4 } } }",
        "/// How much is it?\n/// Really?\ntree \"é∞\" { reveal verdicts max { min { _, 2 } 7 = 8 } ask value worth 2 }",
        "tree { max { chance { 0.5: 3, 0.5: 4 } 3.25 } expect value = 3.5 worth 3 }",
        "{ 3 { 4 5 } }",
        "{ -3 }",
        "tree { max { ?x, min { 3, ?y } } expect ?x in [3, 5] or (7, inf) }",
        "max { ..., 4 pruned }",
        "max M { min N = 2 { 3, 4 } min O = 1 { 5, 6 } max P plays zz { 7, 8 } }",
        "tree { allow unreachable-cutoff max { min { 9, 8 } min { 3 , 99999999999999 visited } } }",
        "max { 1.5.2, 3 }",
        "max { 3, 4",
        "max { 3 } }",
        "range [-20, 20]",
        "order right-to-left",
        "reveal never",
        "allow mixed-players no-cutoff",
        "allow tie",
        "/// Nothing follows.",
        "// a comment",
    ];

    /// What is typed.
    const TYPED: &[&str] = &[
        "{",
        "}",
        "{}",
        "max ",
        "min",
        "tree {",
        "tree",
        "\"",
        "//",
        "///",
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        " ",
        ",",
        ":",
        ";",
        "#",
        "≤",
        "=",
        "= 3",
        "[",
        "]",
        "[3, 5]",
        "(",
        "5",
        "-",
        ".",
        "/",
        "_",
        "?",
        "?x",
        "...",
        "pruned",
        "worth 2",
        "expect value = 3",
        "ask value",
        "range [0, 9]",
        "reveal verdicts",
        "A",
        "é",
        "a: 3",
        "chance",
        "0.5:",
        "max {\n{ 3, 4 }\n}",
        "/* ",
        "*/",
        "depth 1",
        "unreachable-cutoff",
        " no-cutoff convention-dependent ",
        "```",
    ];

    #[derive(Clone, Debug)]
    enum Typing {
        /// Replaces so many characters at a place.
        Replace(prop::sample::Index, usize, &'static str),
        /// Takes the last change back.
        Undo,
    }

    fn typing() -> impl Strategy<Value = Typing> {
        let typed = prop::sample::select(TYPED);
        let length = prop_oneof![5 => Just(0_usize), 3 => Just(1), 2 => 0_usize..40];
        prop_oneof![
            3 => (any::<prop::sample::Index>(), length.clone(), typed).prop_map(|(at, length, new)| Typing::Replace(at, length, new)),
            1 => (any::<prop::sample::Index>(), length).prop_map(|(at, length)| Typing::Replace(at, length, "")),
            2 => Just(Typing::Undo),
        ]
    }

    /// A text after replacing some characters from a place on.
    fn replaced(text: &str, at: prop::sample::Index, length: usize, new: &str) -> String {
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let from = at.index(places.len());
        let to = (from + length).min(places.len() - 1);
        format!("{}{new}{}", &text[..places[from]], &text[places[to]..])
    }

    fn reports(document: &Document) -> [&Report; 3] {
        [Shown::Everything, Shown::UnlessSet, Shown::AsSet].map(|shown| document.report(shown))
    }

    /// All that is known about a document. The table of the file's numbers may also hold some that no setting uses.
    fn whole(document: &Document) -> String {
        let Document { text, file, settings, parse_findings, .. } = document;
        let File { settings: written, literals: _, trees, stray_questions, doubtful, mistaken, pasted } = file;
        let written: Vec<Span> = written.iter().map(|setting| setting.span).collect();
        let file = format!("{written:?}\n{trees:#?}\n{stray_questions:?}\n{doubtful:?}\n{mistaken:?}\n{pasted:?}");
        format!("{text:?}\n{file}\n{settings:?}\n{parse_findings:#?}\n{:#?}", reports(document))
    }

    #[test]
    fn the_document_before_a_mistake_is_used_again_when_it_is_fixed() {
        let typed = |typed: &str| format!("max A {{ min {{ 3, 5{typed} }} min {{ 2, 9 }} }}");
        let after = |document: Document, text: &str| document.changed(text, &Defaults::default());
        let document = after(Document::new(typed(""), Defaults::default()), &typed("7"));
        assert!(document.sound.is_none());
        let broken = after(after(document, &typed(" {")), &typed(" {{"));
        assert_eq!(broken.sound.as_ref().map(|sound| sound.text.as_str()), Some(&*typed("7")));
        let fixed = after(broken, &typed("8"));
        assert!(fixed.sound.is_none());
        assert_eq!(whole(&fixed), whole(&Document::new(typed("8"), Defaults::default())));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, cases: 1_000, ..ProptestConfig::default() })]

        #[test]
        fn a_changed_document_is_the_same_as_a_new_one(
            blocks in prop::collection::vec((prop::sample::select(BLOCKS), prop::sample::select(&["\n", "\n\n", "\r\n", " ", ""][..])), 1..24),
            keystrokes in prop::collection::vec(typing(), 1..8),
            asked in any::<u8>(),
        ) {
            let text: String = blocks.iter().flat_map(|(block, gap)| [*block, *gap]).collect();
            let mut texts = vec![text.clone()];
            let mut document = Document::new(text, Defaults::default());
            for (number, keystroke) in keystrokes.iter().enumerate() {
                // Only some states are asked for their findings.
                if asked & 1 << number != 0 {
                    reports(&document);
                }
                match keystroke {
                    Typing::Undo if texts.len() > 1 => _ = texts.pop(),
                    Typing::Undo => {}
                    Typing::Replace(at, length, new) => texts.push(replaced(&texts[texts.len() - 1], *at, *length, new)),
                }
                let text = &texts[texts.len() - 1];
                document = document.changed(text, &Defaults::default());
                let fresh = Document::new(text.clone(), Defaults::default());
                let (changed, fresh) = (whole(&document), whole(&fresh));
                let difference = changed.lines().zip(fresh.lines()).find(|(one, other)| one != other);
                prop_assert!(changed == fresh, "{difference:?} in {text:?}");
            }
        }
    }
}
