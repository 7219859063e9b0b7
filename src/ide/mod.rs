//! What an editor wants to know of a file, in byte offsets; no protocol is known here.
//!
//! In an exercise, answers are told only to those who may see them: see [`Document::hides_answers`].

use crate::source::Span;

mod actions;
mod answer;
mod complete;
mod document;
mod findings;
mod folds;
mod format;
mod hints;
mod hover;
mod lenses;
mod meaning;
mod names;
mod rename;
mod symbols;
mod tokens;

pub use actions::{Action, ActionKind, actions};
pub use complete::{Completion, CompletionKind, completions};
pub use document::Document;
pub use findings::fades;
pub use folds::{Fold, FoldKind, folds};
pub use format::{format, format_range};
pub use hints::{HintKind, HintKinds, InlayHint, inlay_hints};
pub use hover::{Hover, hover};
pub use lenses::{Lens, lenses};
pub use names::{Reference, definition, references};
pub use rename::{prepare_rename, rename};
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::{SemanticToken, TokenKind, semantic_tokens};

/// One replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// What stands there afterwards.
    pub new_text: String,
}

impl Edit {
    /// Puts `new_text` into the place of `span`.
    fn new(span: Span, new_text: impl Into<String>) -> Self {
        Self { span, new_text: new_text.into() }
    }
}

impl From<crate::diagnostic::Edit> for Edit {
    fn from(edit: crate::diagnostic::Edit) -> Self {
        Self { span: edit.span, new_text: edit.text }
    }
}
