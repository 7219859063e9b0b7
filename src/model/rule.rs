//! A rule of the search with its value.

use std::fmt;

use super::{Choice, Cut, Cutoffs, Order, Returns, Settings};
use crate::syntax::tree::SettingKind;

/// A rule that differs between courses, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// When the search of a node stops.
    Cut(Cut),
    /// Which bounds lead to cutoffs.
    Cutoffs(Cutoffs),
    /// The order in which children are searched.
    Order(Order),
    /// What the search returns outside the window.
    Returns(Returns),
}

impl Rule {
    /// Sets the rule in some settings.
    pub fn set_in(self, settings: &mut Settings) {
        match self {
            Self::Cut(cut) => settings.cut = cut,
            Self::Cutoffs(cutoffs) => settings.cutoffs = cutoffs,
            Self::Order(order) => settings.order = order,
            Self::Returns(returns) => settings.returns = returns,
        }
    }

    /// The rule as a sentence.
    pub fn in_words(self) -> &'static str {
        match self {
            Self::Cut(Cut::AtLeast) => "The search of a node stops as soon as α ≥ β.",
            Self::Cut(Cut::Above) => "The search of a node stops as soon as α > β, not at α = β.",
            Self::Cutoffs(Cutoffs::Deep) => "A bound is passed down to all levels below (deep cutoffs).",
            Self::Cutoffs(Cutoffs::Shallow) => "A bound is passed down only one level (shallow cutoffs).",
            Self::Cutoffs(Cutoffs::None) => "Nothing is cut off.",
            Self::Order(Order::LeftToRight) => "Children are searched from left to right.",
            Self::Order(Order::RightToLeft) => "Children are searched from right to left.",
            Self::Returns(Returns::FailSoft) => {
                "A node returns the best value that its search has found, even outside its window (fail-soft)."
            }
            Self::Returns(Returns::FailHard) => {
                "A node whose result lies outside its window returns the nearer end of the window (fail-hard)."
            }
        }
    }

    /// Whether a setting in a file sets the same rule.
    pub(crate) fn is_set_by(self, kind: &SettingKind) -> bool {
        matches!(
            (self, kind),
            (Self::Cut(_), SettingKind::Cut { .. })
                | (Self::Cutoffs(_), SettingKind::Cutoffs(_))
                | (Self::Order(_), SettingKind::Order(_))
                | (Self::Returns(_), SettingKind::Search(_))
        )
    }
}

/// The rule as written in the language.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut(cut) => write!(f, "cut alpha {} beta", cut.name()),
            Self::Cutoffs(cutoffs) => write!(f, "cutoffs {}", cutoffs.name()),
            Self::Order(order) => write!(f, "order {}", order.name()),
            Self::Returns(returns) => write!(f, "search {}", returns.name()),
        }
    }
}

/// Rules in backticks: `` `cut alpha > beta` and `order right-to-left` ``.
pub fn quoted_rules(rules: &[Rule]) -> String {
    rules.iter().map(|rule| format!("`{rule}`")).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Reveal;
    use crate::syntax::CHOICES;

    fn written<C: Choice>(rule: fn(C) -> Rule) -> Vec<String> {
        C::NAMES.iter().map(|(_, value)| rule(*value).to_string()).collect()
    }

    #[test]
    fn the_syntax_knows_the_same_values() {
        let known = CHOICES.iter().flat_map(|(setting, values)| values.iter().map(move |it| format!("{setting} {it}")));
        let rules = [written(Rule::Cut), written(Rule::Returns), written(Rule::Order), written(Rule::Cutoffs)];
        let reveal = Reveal::names().into_iter().map(|name| format!("reveal {name}"));
        assert_eq!(known.collect::<Vec<_>>(), rules.concat().into_iter().chain(reveal).collect::<Vec<_>>());
    }
}
