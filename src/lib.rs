//! Reads, evaluates and checks game-tree exercises.
//!
//! A text in the language of `.tree` files declares MAX, MIN and chance nodes, the values of leaves, and claims about
//! the answer. This library parses such a text, searches its trees with minimax, alpha–beta and other algorithms on
//! exact numbers, and proves every claim or says why it does not hold. It also formats texts, fixes wrong claims,
//! solves for unknown leaves, and answers requests from editors. The command `gametree` is built on this library.
//!
//! ```
//! use gametree::check::check;
//! use gametree::model::{Defaults, FileSettings, ResolvedTree};
//! use gametree::search::Search;
//! use gametree::syntax::parse;
//! use gametree::syntax::tree::NodeId;
//!
//! let text = "max A = 3 { min B { 3, 5 } min C { 2, 8 } }";
//!
//! // Parse the text, and work out what its words mean.
//! let (file, mut findings) = parse(text, 100);
//! let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
//! let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
//! assert_eq!(findings.tally().errors, 0);
//!
//! // Search the tree with alpha–beta: C can be worth at most 2, so the leaf 8 is skipped.
//! let search = Search::of(&game)?;
//! let value = search.value(NodeId::ROOT).expect("every leaf has a value");
//! assert_eq!(value.to_string(), "3");
//! assert_eq!(search.counts().expect("every leaf has a value").leaves, 3);
//!
//! // Check the text in one step: `= 3` holds, and one warning says that the search never looks at the leaf 8.
//! let report = check(text, &Defaults::default(), 100);
//! assert_eq!((report.claims, report.tally.errors, report.tally.warnings), (1, 0, 1));
//! # Ok::<(), gametree::search::SearchError>(())
//! ```
//!
//! # Where to begin
//!
//! | to do this | use |
//! | --- | --- |
//! | check a text | [`check::check`]; [`diagnostic::render`] prints what it found |
//! | apply the safe fixes | [`fix::fix`] |
//! | format a text | [`format::format`] |
//! | read a text | [`syntax::parse`], then [`model::FileSettings`] and [`model::ResolvedTree`] |
//! | evaluate a tree | [`search::Search`]; [`report::Answer`] also runs other algorithms and prints the answer |
//! | follow a search step by step | [`search::trace`], [`report::trace`] |
//! | draw a tree | [`render::picture`], then [`render::to_svg`] |
//! | find the values of unknown leaves | [`solve::solve`] |
//! | make the sheet that students fill in | [`grade::sheet`] |
//! | make exercises | [`generate::Recipe`] |
//! | write the tree of a game | [`games::grow()`] |
//! | support an editor | [`ide::Document`] |
//!
//! The library works on values in memory: it opens no files, starts no threads, and reads no clock. No function is
//! recursive in the depth of a tree.
//!
//! # Features
//!
//! - `cli` (on by default): the command `gametree`. Programs that use the library can leave it out with
//!   `default-features = false`.
//! - `files` (part of `cli`): [`config::Exclude`] can match paths.
//! - `lsp` (part of `cli`): the language server, in the module `lsp`.

#![warn(clippy::unwrap_used)]

pub mod check;
pub mod claim;
pub mod config;
pub mod convert;
pub mod diagnostic;
pub mod edit;
pub mod explain;
pub mod fix;
pub mod format;
pub mod games;
pub mod generate;
pub mod grade;
pub mod ide;
pub mod interrupt;
#[cfg(feature = "lsp")]
pub mod lsp;
pub mod model;
pub mod number;
pub mod paper;
pub mod practice;
pub mod render;
pub mod report;
pub mod search;
pub mod solve;
pub mod source;
pub mod syntax;
