//! The options that override what a file says about the search.

use clap::Args;
use gametree::diagnostic::{either, listed};
use gametree::model::{Choice, Cut, Cutoffs, Order, Returns};
use gametree::number::Number;
use gametree::report::{Algorithm, Overrides};

use super::values::Listed;

/// What is to be set otherwise than the file says.
#[derive(Args)]
pub(super) struct Rules {
    #[arg(long, value_name = "SIGN", value_parser = choice::<Cut>(), allow_hyphen_values = true, hide_possible_values = true)]
    #[arg(help = help::<Cut>("When the search stops", "\""))]
    cut: Option<Cut>,
    #[arg(long, value_name = "HOW", value_parser = choice::<Returns>(), hide_possible_values = true)]
    #[arg(help = help::<Returns>("What it returns outside of its window", ""))]
    search: Option<Returns>,
    #[arg(long, value_name = "ORDER", value_parser = choice::<Order>(), hide_possible_values = true)]
    #[arg(help = help::<Order>("In which order it takes children", ""))]
    order: Option<Order>,
    #[arg(long, value_name = "WHICH", value_parser = choice::<Cutoffs>(), hide_possible_values = true)]
    #[arg(help = help::<Cutoffs>("Which bounds lead to cutoffs", ""))]
    cutoffs: Option<Cutoffs>,
    /// The window at the root, such as "-3, 7"
    #[arg(long, value_name = "ENDS", value_parser = window, allow_hyphen_values = true)]
    window: Option<(Number, Number)>,
    /// After how many plies static evaluations are taken, at least 1
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u64).range(1..))]
    depth: Option<u64>,
}

impl Rules {
    pub(super) fn overrides(&self, algorithm: Algorithm) -> Overrides {
        Overrides {
            algorithm,
            cut: self.cut,
            returns: self.search,
            order: self.order,
            cutoffs: self.cutoffs,
            window: self.window,
            depth: self.depth,
        }
    }
}

/// The help of an option that sets a rule, with the values of the rule, each between these quotes.
pub(super) fn help<C: Choice>(what: &str, quote: &str) -> String {
    let values: Vec<String> = C::names().iter().map(|name| format!("{quote}{name}{quote}")).collect();
    format!("{what}: {}", either(&values))
}

/// Reads the value of an option whose values all have names.
pub(super) fn choice<C: Choice>() -> Listed<C> {
    Listed::new(C::names(), |name| {
        C::from_name(name).ok_or_else(|| {
            let names: Vec<String> = C::NAMES.iter().map(|(name, _)| format!("`{name}`")).collect();
            format!("there are {}", listed(&names))
        })
    })
}

fn window(text: &str) -> Result<(Number, Number), String> {
    let inner = text.trim().trim_start_matches('[').trim_end_matches(']');
    let ends: Vec<&str> = inner.split([',', ' ']).filter(|end| !end.is_empty()).collect();
    let [alpha, beta] = ends[..] else {
        return Err("a window has two ends, such as \"-3, 7\"".to_string());
    };
    let number = |end: &str| end.parse::<Number>().map_err(|_| format!("`{end}` is no number"));
    let (alpha, beta) = (number(alpha)?, number(beta)?);
    if alpha < beta { Ok((alpha, beta)) } else { Err(format!("nothing lies between {alpha} and {beta}")) }
}
