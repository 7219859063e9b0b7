//! Properties on random trees, against a plain recursive reference: 10,000 trees a run.

mod agreement;
mod algorithms;
mod conventions;
mod critical;
mod definitions;
mod exercise;
mod marks;
mod planted;
mod proof;
mod random;
mod reference;
#[path = "../right_run/mod.rs"]
mod right_run;
mod run;
mod search;
mod tree;
mod unknowns;
