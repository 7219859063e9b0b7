//! `gametree solve`

use std::io;

use clap::Args;
use gametree::report::{Algorithm, Solved};

use super::files::Item;
use super::rules::Rules;
use super::trees::{Trees, place};
use super::{Common, Outcome, Revealing};

/// Print for which values of its unknown leaves the claims of each tree hold, and why not for others
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree solve mission.tree               the set of each `?x`, exactly
  gametree solve mission.tree --cut '>'     the same under another rule
  gametree eval mission.tree --format json  the sets for programs, under `unknowns`")]
pub(super) struct Arguments {
    #[command(flatten)]
    common: Common,
    /// Solve only the tree with this name
    #[arg(long, value_name = "NAME")]
    tree: Option<String>,
    #[command(flatten)]
    revealing: Revealing,
    #[command(flatten)]
    rules: Rules,
}

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut files = arguments.common.find();
    if files.would_be_lost(&arguments.common.writing) {
        return Ok(Outcome::Failure);
    }
    let mut trees = Trees::new(
        arguments.tree.as_deref(),
        arguments.revealing.shown(),
        arguments.rules.overrides(Algorithm::AlphaBeta),
    );
    let mut output = arguments.common.writing.open()?;
    let (mut solved, mut unsolvable, mut omitted) = (0, false, 0);
    files.for_each(|item| match item {
        Item::Trees { source, project, .. } => trees.each(source, project, |_, claims, settings, located| {
            let Some(sets) = Solved::new(claims, settings) else { return Ok(Ok(())) };
            solved += 1;
            unsolvable |= sets.why_unsolvable().is_some();
            let text = sets.to_text(&place(claims.game.tree, located)) + "\n";
            omitted += u64::from(!output.print(&text)?);
            Ok(Ok(()))
        }),
        Item::Project(source) => {
            trees.report_project(source);
            Ok(())
        }
    })?;
    let missing = trees.report_missing_tree();
    output.print_omitted(omitted, "trees")?;
    let has_result = !missing && trees.files() > 0;
    if has_result && solved == 0 && trees.complete {
        output.print_last("no tree has an unknown leaf")?;
    }
    output.finish(Outcome::of(files.failed || missing, trees.complete && !unsolvable), has_result)
}
