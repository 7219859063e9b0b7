//! A rule of the search with its value, and the edits that set it for a tree.

use std::fmt;

use super::{Choice, Cut, Cutoffs, Order, ResolvedTree, Returns, Settings, has_braces, set_above, set_inside};
use crate::diagnostic::{Edit, Fix, insertion};
use crate::source::{Span, line_end};
use crate::syntax::tree::{File, Setting, SettingKind};

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

    /// Whether a setting in a file sets the same rule.
    fn is_set_by(self, kind: &SettingKind) -> bool {
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

impl ResolvedTree<'_> {
    /// The fix that sets these rules for this tree of `file`, and for no other tree.
    pub fn set_rules(&self, file: &File, rules: &[Rule]) -> Fix {
        let title = format!("set {} in this tree", quoted_rules(rules));
        let inherited = if file.trees.len() == 1 { &file.settings[..self.tree.inherited] } else { &[] };
        let settings = if has_braces(self.tree) { &self.tree.settings[..] } else { inherited };
        let mut edits = Vec::new();
        let mut new = Vec::new();
        for rule in rules {
            match settings.iter().find(|setting| rule.is_set_by(&setting.kind)) {
                Some(setting) => edits.push(Edit::new(setting.span, rule.to_string())),
                None => new.push(rule.to_string()),
            }
        }
        let new: Vec<&str> = new.iter().map(String::as_str).collect();
        match settings {
            _ if new.is_empty() => {}
            [_, ..] => edits.extend(self.beside(settings, &new)),
            [] if has_braces(self.tree) => edits.extend(set_inside(self.text, self.tree, &new)),
            [] if file.trees.len() == 1 => edits.push(set_above(self.text, self.tree, &new)),
            [] => edits.extend(self.wrapped(&new)),
        }
        edits.sort_by_key(|edit| edit.span);
        Fix { title, edits, safe: false }
    }

    /// Inserts lines among the settings of the tree or of its file.
    fn beside(&self, settings: &[Setting], lines: &[&str]) -> Option<Edit> {
        if has_braces(self.tree) {
            return Some(insertion(self.text, self.tree.span, settings.last()?.span.end, lines));
        }
        let end = line_end(self.text);
        let lines: String = lines.iter().map(|line| format!("{line}{end}")).collect();
        Some(Edit::new(Span::empty(settings.first()?.span.start), lines))
    }

    /// Puts a bare root into `tree { … }`: settings above it would also apply to the trees below it.
    fn wrapped(&self, lines: &[&str]) -> [Edit; 2] {
        let Span { start, end } = self.tree.span;
        let head = format!("tree {{ {} ", lines.join(" "));
        [Edit::new(Span::empty(start), head), Edit::new(Span::empty(end), " }")]
    }
}
