//! Findings: what is wrong, where, why, and what to do.
//!
//! One [`Diagnostic`] type serves every rule; [`Code`] says what a finding is about; the renderers under
//! [`render`] show the same findings to people and to programs.

mod code;
mod edit;
mod findings;
mod glossary;
mod levels;
mod note;
mod placing;
pub mod render;
mod stage;
mod words;

pub use code::{Code, Reveals, Severity};
pub use edit::{Edit, applied};
pub use findings::{Counts, Findings, Tally};
pub use glossary::Term;
pub use levels::{Levels, Lints, Origin};
pub use note::Note;
pub(crate) use placing::{insertion, insertion_above, removal};
pub use stage::Stage;
pub(crate) use words::elsewhere;
pub use words::{MOST_COMPARED, clipped, counted, either, hex, is_slip, listed, ordinal, similar};

use crate::source::{Span, offset};

/// One finding about one source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What the finding is about.
    pub code: Code,
    /// How severe it is: the severity of its code unless a lint level says otherwise.
    pub severity: Severity,
    /// What is wrong, in one lower-case line without a full stop.
    pub message: String,
    /// The place that the finding is about.
    pub primary: Label,
    /// The other places that explain it.
    pub secondary: Vec<Label>,
    /// Why it is so, then what to do about it.
    pub notes: Vec<Note>,
    /// How to fix it, if known.
    pub fix: Option<Fix>,
    /// Other ways to fix it, each an alternative to `fix`.
    pub alternatives: Vec<Fix>,
}

/// A place with a few words on what is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there; may be empty for the primary place.
    pub message: String,
}

/// A change of the text that fixes a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The change as an instruction: ``write `= 3` ``.
    pub title: String,
    /// The replacements; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether the fix may be applied automatically: it writes the only right answer in place of a wrong one, adds or
    /// removes a mark, or corrects a misspelt word of the language. A fix that guesses what the author meant, or that
    /// changes the game, is not safe.
    pub safe: bool,
}

impl Fix {
    /// The text with this fix applied.
    ///
    /// # Panics
    ///
    /// Panics if an edit lies outside the text.
    pub fn applied_to(&self, text: &str) -> String {
        let mut edits: Vec<&Edit> = self.edits.iter().collect();
        edits.sort_by_key(|edit| edit.span);
        applied(text, edits)
    }
}

/// Something that can be explained with labels and notes.
pub trait Annotate: Sized {
    /// Points at one more place.
    #[must_use]
    fn label(self, span: Span, message: impl Into<String>) -> Self;

    /// Says why it is so.
    #[must_use]
    fn note(self, text: impl AsRef<str>) -> Self;
}

impl Annotate for Diagnostic {
    fn label(mut self, span: Span, message: impl Into<String>) -> Self {
        let message = message.into();
        self.secondary.push(Label { span, message });
        self
    }

    /// Notes come before helps.
    fn note(mut self, text: impl AsRef<str>) -> Self {
        self.notes.insert(self.first_help(), Note::Note(text.as_ref().to_string()));
        self
    }
}

impl Diagnostic {
    /// A finding at `span` with the severity of its code.
    pub fn new(code: Code, message: impl Into<String>, span: Span) -> Self {
        Self {
            code,
            severity: code.severity(),
            message: message.into(),
            primary: Label { span, message: String::new() },
            secondary: Vec::new(),
            notes: Vec::new(),
            fix: None,
            alternatives: Vec::new(),
        }
    }

    /// Says what is at the primary place.
    #[must_use]
    pub fn primary_label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Points at one more place.
    #[must_use]
    pub fn label(self, span: Span, message: impl Into<String>) -> Self {
        Annotate::label(self, span, message)
    }

    /// The number of notes before the first help.
    fn first_help(&self) -> usize {
        self.notes.partition_point(|note| !note.is_help())
    }

    /// Says why it is so. Notes come before helps.
    #[must_use]
    pub fn note(self, text: impl AsRef<str>) -> Self {
        Annotate::note(self, text)
    }

    /// Adds a note before all others.
    #[must_use]
    pub fn note_first(mut self, text: impl AsRef<str>) -> Self {
        self.notes.insert(0, Note::Note(text.as_ref().to_string()));
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl AsRef<str>) -> Self {
        self.notes.push(Note::Help(text.as_ref().to_string()));
        self
    }

    /// Adds another help; it begins with "or" if there is one already.
    #[must_use]
    pub fn or_help(self, text: impl AsRef<str>) -> Self {
        let or = if self.notes.iter().any(Note::is_help) { "or " } else { "" };
        self.help(format!("{or}{}", text.as_ref()))
    }

    /// Adds a help before all others, which then begin with "or".
    #[must_use]
    pub fn help_first(mut self, text: impl AsRef<str>) -> Self {
        let place = self.first_help();
        for other in &mut self.notes[place..] {
            *other = Note::Help(format!("or {}", other.text()));
        }
        self.notes.insert(place, Note::Help(text.as_ref().to_string()));
        self
    }

    /// Proposes to replace `span` by `text`, if the author agrees; `title` describes the change and becomes the help.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.with_fix(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }], safe: false })
    }

    /// Like [`Self::fix`], if `text` is certain to be right: see [`Fix::safe`].
    #[must_use]
    pub fn safe_fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.with_fix(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }], safe: true })
    }

    /// Proposes to replace the word at `span` by the one that was probably meant; safe if it [is a slip](is_slip).
    #[must_use]
    pub fn suggest(self, span: Span, written: &str, meant: &str) -> Self {
        let edits = vec![Edit { span, text: meant.to_string() }];
        self.with_fix(Fix { title: format!("did you mean `{meant}`?"), edits, safe: is_slip(written, meant) })
    }

    /// Proposes a fix, whose title becomes the help line.
    #[must_use]
    pub fn with_fix(mut self, fix: Fix) -> Self {
        self = self.help(&fix.title);
        self.fix = Some(fix);
        self
    }

    /// Sets the fix, without a help: an earlier help must describe it.
    #[must_use]
    pub fn offering(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Adds a fix, as an alternative if there is one already; a help must describe it.
    #[must_use]
    pub fn or_with_fix(mut self, fix: Fix) -> Self {
        match self.fix {
            Some(_) => self.alternatives.push(fix),
            None => self.fix = Some(fix),
        }
        self
    }

    /// Extends every place that cuts a character to the whole character. If a fix would cut a character, all fixes are
    /// dropped.
    pub(crate) fn snap(&mut self, text: &str) {
        let snapped = |span: Span| {
            let start = text.floor_char_boundary(span.start as usize);
            let end = text.ceil_char_boundary(span.end as usize);
            Span::new(offset(start), offset(if span.start == span.end { start } else { end }))
        };
        for label in self.secondary.iter_mut().chain([&mut self.primary]) {
            label.span = snapped(label.span);
        }
        let is_cut = |edit: &Edit| snapped(edit.span) != edit.span;
        if self.fixes().any(|fix| fix.edits.iter().any(is_cut)) {
            self.fix = None;
            self.alternatives.clear();
        }
    }

    /// All places in it.
    pub(crate) fn spans_mut(&mut self) -> impl Iterator<Item = &mut Span> {
        let labels = self.secondary.iter_mut().chain([&mut self.primary]).map(|label| &mut label.span);
        let edits = self.fix.iter_mut().chain(&mut self.alternatives).flat_map(|fix| &mut fix.edits);
        labels.chain(edits.map(|edit| &mut edit.span))
    }

    /// All fixes; only one of them should be applied.
    pub fn fixes(&self) -> impl Iterator<Item = &Fix> {
        self.fix.iter().chain(&self.alternatives)
    }

    /// The finding with all fixes marked unsafe, so that none is applied automatically.
    #[must_use]
    pub fn uncertain(mut self) -> Self {
        self.fix.iter_mut().chain(&mut self.alternatives).for_each(|fix| fix.safe = false);
        self
    }

    /// The finding without its fixes and the helps that describe them.
    #[must_use]
    pub fn without_fixes(mut self) -> Self {
        if self.fixes().next().is_some() {
            self.notes.retain(|note| !note.is_help());
        }
        Self { fix: None, alternatives: Vec::new(), ..self }
    }
}
