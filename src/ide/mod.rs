//! What an editor wants to know of a file, in byte offsets; no protocol is known here.
//!
//! In an exercise, answers are told only to those who may see them: see [`Document::hides_answers`].

mod document;
mod findings;
mod folds;
mod symbols;

pub use document::Document;
pub use findings::fades;
pub use folds::{Fold, FoldKind, folds};
pub use symbols::{Symbol, SymbolKind, symbols};
