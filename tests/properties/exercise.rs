//! Exercises: a tree, the settings of the search, and both as text of the language.

use gametree::model::{Choice, Cut, Cutoffs, Defaults, FileSettings, Order, ResolvedTree, Returns};
use gametree::number::Weight;
use gametree::search::Search;
use gametree::syntax::parse;
use std::fmt::{self, Write};

use crate::reference::Rules;
use crate::tree::{Player, Tree};

/// A tree with its settings.
pub(crate) struct Exercise {
    pub(crate) tree: Tree,
    pub(crate) rules: Rules,
    /// Whether settings that are the defaults are written all the same, and equal shares, and static evaluations that
    /// are not asked for.
    pub(crate) spelt_out: bool,
    /// Whether the settings stand above the tree, for the whole file, not inside it.
    pub(crate) above: bool,
}

impl Exercise {
    /// The exercise with other settings.
    pub(crate) fn under(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// Reads the text of the exercise, searches its tree, and asks something about the search.
    pub(crate) fn searched<T>(&self, question: impl FnOnce(&Search<'_>) -> T) -> T {
        self.read(|_, search| question(search))
    }

    /// Like [`Self::searched`], with the tree.
    pub(crate) fn read<T>(&self, question: impl FnOnce(&ResolvedTree<'_>, &Search<'_>) -> T) -> T {
        let text = self.to_string();
        let (file, mut mistakes) = parse(&text, 1);
        let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut mistakes);
        let game = ResolvedTree::new(&text, &file.trees[0], &settings, &mut mistakes);
        assert_eq!(mistakes.tally().total(), 0, "{text}\n{mistakes:?}");
        let search = Search::of(&game).unwrap_or_else(|obstacle| panic!("{text}\n{obstacle:?}"));
        question(&game, &search)
    }

    /// The tree down to the depth limit.
    pub(crate) fn seen(&self) -> Tree {
        self.rules.depth.map_or_else(|| self.tree.clone(), |plies| self.tree.cut(plies))
    }

    /// The settings as text, each with whether it is the default.
    pub(crate) fn settings(&self) -> Vec<(String, bool)> {
        let Rules { cut, returns, order, cutoffs, window, range, depth } = self.rules;
        let mut settings = vec![
            (cut.written().to_string(), cut == Rules::DEFAULT.cut),
            (returns.written().to_string(), returns == Rules::DEFAULT.returns),
            (order.written().to_string(), order == Rules::DEFAULT.order),
            (cutoffs.written().to_string(), cutoffs == Rules::DEFAULT.cutoffs),
            (format!("window [{}, {}]", window.0, window.1), window == Rules::DEFAULT.window),
        ];
        settings.extend(range.map(|(lower, upper)| (format!("range [{lower}, {upper}]"), false)));
        settings.extend(depth.map(|plies| (format!("depth {plies}"), false)));
        settings
    }
}

/// A value of a setting in the words of the language. The words are written out here, not taken from the crate.
pub(crate) trait Written: Choice {
    fn written(self) -> &'static str;
}

impl Written for Cut {
    fn written(self) -> &'static str {
        match self {
            Self::AtLeast => "cut alpha >= beta",
            Self::Above => "cut alpha > beta",
        }
    }
}

impl Written for Returns {
    fn written(self) -> &'static str {
        match self {
            Self::FailSoft => "search fail-soft",
            Self::FailHard => "search fail-hard",
        }
    }
}

impl Written for Order {
    fn written(self) -> &'static str {
        match self {
            Self::LeftToRight => "order left-to-right",
            Self::RightToLeft => "order right-to-left",
        }
    }
}

impl Written for Cutoffs {
    fn written(self) -> &'static str {
        match self {
            Self::Deep => "cutoffs deep",
            Self::Shallow => "cutoffs shallow",
            Self::None => "cutoffs none",
        }
    }
}

impl fmt::Display for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let written = self.settings().into_iter().filter(|(_, default)| self.spelt_out || !default);
        let settings: String = written.map(|(setting, _)| format!("{setting}\n")).collect();
        let (outside, inside) = if self.above { (settings, String::new()) } else { (String::new(), settings) };
        write!(f, "{outside}tree {{\n{inside}")?;
        self.write_tree(f, &self.tree)?;
        writeln!(f, "\n}}")
    }
}

/// A case that fails is shown as a file that can be searched again.
impl fmt::Debug for Exercise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

impl Exercise {
    fn write_tree(&self, out: &mut impl Write, tree: &Tree) -> fmt::Result {
        let (kind, eval, children) = match tree {
            Tree::Leaf(value) => return write!(out, "{value}"),
            Tree::Limit(..) => unreachable!("trees are written whole"),
            Tree::Node(Player::Max, eval, children) => ("max", eval, unweighted(children)),
            Tree::Node(Player::Min, eval, children) => ("min", eval, unweighted(children)),
            Tree::Chance(eval, children) => ("chance", eval, self.weighted(children)),
        };
        write!(out, "{kind} ")?;
        if self.rules.depth.is_some() || self.spelt_out {
            write!(out, "eval {eval} ")?;
        }
        write!(out, "{{ ")?;
        for (weight, child) in children {
            if let Some(weight) = weight {
                write!(out, "{weight}: ")?;
            }
            self.write_tree(out, child)?;
            write!(out, " ")?;
        }
        write!(out, "}}")
    }

    /// The children of a chance node, with their weights unless all are equal.
    fn weighted<'t>(&self, children: &'t [(Weight, Tree)]) -> Vec<(Option<Weight>, &'t Tree)> {
        let equal = children.iter().all(|(weight, _)| *weight == children[0].0);
        let written = !equal || self.spelt_out;
        children.iter().map(|(weight, child)| (written.then_some(*weight), child)).collect()
    }
}

fn unweighted(children: &[Tree]) -> Vec<(Option<Weight>, &Tree)> {
    children.iter().map(|child| (None, child)).collect()
}
