//! A toolchain for game-tree exercises: see `ARCHITECTURE.md` for the layers, `docs/` for the language.

#![warn(clippy::unwrap_used)]

pub mod check;
pub mod config;
pub mod diagnostic;
pub mod fix;
pub mod format;
pub mod ide;
pub mod interrupt;
pub mod judge;
pub mod model;
pub mod number;
pub mod report;
pub mod search;
pub mod solve;
pub mod source;
pub mod syntax;
