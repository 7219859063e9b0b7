//! Answers requests of editors about a file, in byte offsets and independent of any protocol.
//!
//! What is true of a tree that hides its answers is shown only to those who may see it: see
//! [`ResolvedTree::hides_answers`](crate::model::ResolvedTree::hides_answers).

mod actions;
mod complete;
mod document;
mod folds;
mod format;
mod hints;
mod hover;
mod lenses;
mod markdown;
mod meaning;
mod names;
mod pictures;
mod rename;
mod reports;
mod selection;
mod symbols;
mod tokens;

pub use crate::diagnostic::Edit;
pub use actions::{Action, ActionKind, actions, fix_all};
pub use complete::{Completion, CompletionKind, completions};
pub use document::Document;
pub use folds::{Fold, FoldKind, folds};
pub use format::{format, format_range};
pub use hints::{HintKind, HintKinds, InlayHint, inlay_hints};
pub use hover::{Hover, hover};
pub use lenses::{Lens, LensAction, drawn_answer, lenses};
pub use names::{Reference, definition, references};
pub use pictures::{Drawn, Pictures, pictures, svg};
pub use rename::{prepare_rename, rename};
pub use selection::selections;
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::{SemanticToken, TokenKind, semantic_tokens};
