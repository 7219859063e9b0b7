//! The lint levels of the command line.

use clap::Args;
use gametree::diagnostic::{Levels, Lints, Origin, Severity, similar};

use crate::cli::values::Listed;

/// Which lints are errors, warnings, or not reported.
#[derive(Args)]
pub(super) struct LintOptions {
    /// Report this lint as an error; `all` means every lint, `warnings` every lint that would be a warning
    #[arg(long, value_name = "LINT", value_parser = lints(), hide_possible_values = true)]
    deny: Vec<Lints>,
    /// Report this lint as a warning
    #[arg(long, value_name = "LINT", value_parser = lints(), hide_possible_values = true)]
    warn: Vec<Lints>,
    /// Do not report this lint
    #[arg(long, value_name = "LINT", value_parser = lints(), hide_possible_values = true)]
    allow: Vec<Lints>,
}

/// Reads the name of a lint, or a word for several.
fn lints() -> Listed<Lints> {
    Listed::new(Lints::names(), |name| {
        Lints::from_name(name).ok_or_else(|| match (Lints::from_code(name), similar(name, Lints::names())) {
            (Some(Ok(lint)), _) => format!("`{name}` is the lint `{lint}`: write `{lint}`"),
            (Some(Err(why)), _) => format!("`{name}` {why}"),
            (None, Some(meant)) => format!("there is no lint `{name}`; did you mean `{meant}`?"),
            (None, None) => {
                format!("there is no lint `{name}`; there are {}", Lints::names().collect::<Vec<_>>().join(", "))
            }
        })
    })
}

impl LintOptions {
    /// The levels of a project, changed by these options. `all` applies first, then single lints, then `warnings`. Among
    /// options that name the same, the strictest wins.
    pub(super) fn apply(&self, project: &Levels) -> Levels {
        let given = [(&self.allow, None), (&self.warn, Some(Severity::Warning)), (&self.deny, Some(Severity::Error))];
        let mut given: Vec<(Lints, Option<Severity>)> =
            given.into_iter().flat_map(|(lints, level)| lints.iter().map(move |lints| (*lints, level))).collect();
        // A stable sort: the levels of the same lints stay in the order above.
        given.sort_by_key(|(lints, _)| *lints);
        let mut levels = project.clone();
        given.into_iter().for_each(|(lints, level)| levels.set_by(lints, level, Origin::Option(lints)));
        levels
    }
}
