//! Exercises that a page marks at once: a filled exercise with its marks, and sheets with a planted mistake that readers
//! look for.

mod fault;
mod mark;
mod questions;

pub use fault::{PlantedSheet, Verdict};
pub use mark::{Marked, mark, mark_own};
