//! The procedure of one run: the rules of the tree, some of which a fault can replace.
//!
//! The first variant of each rule is the right one. The functions below implement the wrong variants next to
//! it; `faults.rs` says which fault uses which variant.

use crate::model::{Cut, Cutoffs, Order, Returns, Settings};
use crate::number::{self, Number, Weight};
use crate::search::{Chance, Sum, View, Window};
use crate::syntax::tree::Kind;

/// The rules by which values are worked out and a tree is searched.
#[derive(Clone, Copy, Debug)]
pub struct Procedure {
    /// `cut`
    pub cut: Cut,
    /// `cutoffs`
    pub cutoffs: Cutoffs,
    /// `order`
    pub order: Order,
    /// `search`
    pub returns: Returns,
    /// The window at the root.
    pub window: Window<Number>,
    /// `range`
    pub range: Option<Window<Number>>,
    /// What MAX, MIN and chance nodes make of the values of their children.
    pub takes: [Takes; 3],
    /// The weights of the children of chance nodes.
    pub weights: Weights,
    /// Where static evaluations are read.
    pub horizon: Horizon,
    /// What is written as a value.
    pub written_value: WrittenValue,
    /// What is written as a window.
    pub written_window: WrittenWindow,
    /// How a return narrows the window of the node above.
    pub narrowing: Narrowing,
    /// Which window a node passes down.
    pub handing: Handing,
    /// When a MAX or MIN node stops.
    pub stopping: Stopping,
    /// What bounds do at chance nodes.
    pub sums: Sums,
}

/// What a node makes of the values of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// The greatest.
    Greatest,
    /// The least.
    Least,
    /// Their weighted sum.
    Mean,
}

/// The weights of the children of chance nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Their probabilities.
    Probabilities,
    /// Equal shares, whatever their probabilities are.
    Equal,
}

/// Where static evaluations are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// At the depth limit.
    Depth,
    /// At every node below the root that has one.
    EveryEvaluation,
    /// Nowhere: the search goes on to the leaves.
    Leaves,
}

/// What is written as the value of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenValue {
    /// Its value.
    Value,
    /// What the search returns from it, if the search enters it.
    Returned,
    /// What the search returns from it, moved into its window. The node above gets this, too.
    ReturnedWithinWindow,
}

/// What is written as the window of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenWindow {
    /// The window at entry.
    AtEntry,
    /// The window at the end of its search. An answer then changes nothing, because that search is over.
    AtEnd,
}

/// How the return of a child narrows the window of a MAX or MIN node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrowing {
    /// MAX raises α to its best result so far, MIN lowers β to it.
    Best,
    /// MAX lowers β to each result, MIN raises α to it.
    OtherEnd,
    /// Each result replaces the one before as the node's result and as its bound, better or not.
    Last,
}

/// Which window a node passes to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handing {
    /// Its own, narrowed so far.
    Narrowed,
    /// The root passes down the window that it started with; all other nodes pass down their own.
    NotFromRoot,
    /// The whole tree shares one α and one β: what a child changes stays changed.
    Leaking,
}

/// When a MAX or MIN node stops before its last child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopping {
    /// MAX when it reaches β, MIN when it reaches α.
    Facing,
    /// MAX when its best result is α or less, MIN when it is β or more.
    Exchanged,
    /// As in the right variant; also MAX when it reaches the α that it was given, and MIN the β, if that is finite.
    EitherEnd,
    /// MAX when its best result is β or less, MIN when it is α or more, if that is finite.
    WrongWay,
    /// As in the right variant, but the result of an unfinished node already counts as a result for the other player
    /// above it, once that player has another result.
    Unfinished,
    /// As in the right variant; also after a child that is no improvement.
    NoImprovement,
}

/// What bounds do at chance nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sums {
    /// Nothing without a `range`, and those of Star1 with one.
    Star1,
    /// The same as at a MIN node; the sum so far is taken for its best result.
    LikeMin,
}

/// A node in the middle of its search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) takes: Takes,
    pub(super) is_root: bool,
    /// Whether Star1 applies, if there is a range.
    pub(super) is_chance: bool,
    /// The window with which it was entered.
    pub(super) entry: Window<Number>,
    /// The window now.
    pub(super) current: Window<Number>,
    /// The best result so far, or the sum; `None` before the first.
    pub(super) result: Option<Number>,
    /// Whether the last child changed that for the better.
    pub(super) improved: bool,
    /// How many children have returned.
    pub(super) searched: usize,
    /// The weight of the children that are still to come.
    pub(super) rest: Weight,
}

impl Procedure {
    /// The right procedure of a tree with these settings.
    pub fn new(settings: &Settings) -> Self {
        let window = |(alpha, beta)| Window { alpha, beta };
        Self {
            cut: settings.cut,
            cutoffs: settings.cutoffs,
            order: settings.order,
            returns: settings.returns,
            window: window(settings.root_window()),
            range: settings.range.map(window),
            takes: [Takes::Greatest, Takes::Least, Takes::Mean],
            weights: Weights::Probabilities,
            horizon: Horizon::Depth,
            written_value: WrittenValue::Value,
            written_window: WrittenWindow::AtEntry,
            narrowing: Narrowing::Best,
            handing: Handing::Narrowed,
            stopping: Stopping::Facing,
            sums: Sums::Star1,
        }
    }

    /// What a node of this kind takes; `None` for a leaf.
    pub(super) fn takes(&self, kind: Kind) -> Option<Takes> {
        let [max, min, chance] = self.takes;
        match kind {
            Kind::Max => Some(max),
            Kind::Min => Some(min),
            Kind::Chance => Some(chance),
            _ => None,
        }
    }

    /// A node of this kind that is entered with a window.
    pub(super) fn open(&self, kind: Kind, takes: Takes, is_root: bool, entry: Window<Number>) -> Standing {
        Standing {
            takes,
            is_root,
            is_chance: kind == Kind::Chance,
            entry,
            current: entry,
            result: None,
            improved: false,
            searched: 0,
            rest: Weight::ONE,
        }
    }

    /// Adds what a child of this weight has returned, and narrows the window.
    pub(super) fn add(&self, at: &mut Standing, weight: Weight, returned: Number) -> Result<(), number::Fault> {
        at.searched += 1;
        let before = at.result;
        let better = match (before, at.takes) {
            (None, _) | (_, Takes::Mean) => true,
            (Some(before), Takes::Greatest) => returned > before,
            (Some(before), Takes::Least) => returned < before,
        };
        at.improved = better;
        let result = match at.takes {
            Takes::Mean => {
                at.rest = at.rest.minus(weight)?;
                before.unwrap_or(Number::ZERO).plus(returned.times(weight)?)?
            }
            _ if self.narrowing == Narrowing::Last || better => returned,
            _ => before.unwrap_or(returned),
        };
        at.result = Some(result);
        let Window { alpha, beta } = at.current;
        at.current = match (self.bounds_like(at), self.narrowing) {
            (Takes::Greatest, Narrowing::Best) => Window { alpha: alpha.max(result), beta },
            (Takes::Greatest, Narrowing::OtherEnd) => Window { alpha, beta: beta.min(returned) },
            (Takes::Greatest, Narrowing::Last) => Window { alpha: result, beta },
            (Takes::Least, Narrowing::Best) => Window { alpha, beta: beta.min(result) },
            (Takes::Least, Narrowing::OtherEnd) => Window { alpha: alpha.max(returned), beta },
            (Takes::Least, Narrowing::Last) => Window { alpha, beta: result },
            (Takes::Mean, _) => at.current,
        };
        Ok(())
    }

    /// How a node treats its window; under a fault, a sum behaves like MIN.
    fn bounds_like(&self, at: &Standing) -> Takes {
        match (at.takes, self.sums) {
            (Takes::Mean, Sums::LikeMin) => Takes::Least,
            (takes, _) => takes,
        }
    }

    /// Whether a node stops before its last child, if `above` is the node above it.
    pub(super) fn stops(&self, at: &Standing, above: Option<&Standing>) -> Result<bool, number::Fault> {
        let takes = self.bounds_like(at);
        let Some(result) = at.result.filter(|_| self.cutoffs != Cutoffs::None) else { return Ok(false) };
        // The other player's end of the window, and the player's own.
        let (facing, own, handed) = match takes {
            Takes::Greatest => (at.current.beta, at.current.alpha, at.entry.alpha),
            Takes::Least => (at.current.alpha, at.current.beta, at.entry.beta),
            Takes::Mean => return Ok(self.star1(at)?.is_some()),
        };
        let is_finite = |end: Number| end.finite().is_some();
        let right = self.reaches(takes, result, facing);
        Ok(match self.stopping {
            Stopping::Facing => right,
            Stopping::Exchanged => self.reaches(takes.other(), result, own),
            Stopping::EitherEnd => right || (is_finite(handed) && self.reaches(takes, result, handed)),
            Stopping::WrongWay => is_finite(facing) && self.reaches(takes.other(), result, facing),
            Stopping::Unfinished => {
                let counted = above.filter(|above| above.searched > 0).and_then(|above| match above.takes {
                    Takes::Greatest if takes == Takes::Least => Some(above.current.alpha.max(result)),
                    Takes::Least if takes == Takes::Greatest => Some(above.current.beta.min(result)),
                    _ => None,
                });
                right || counted.is_some_and(|bound| self.reaches(takes, result, bound))
            }
            Stopping::NoImprovement => right || !at.improved,
        })
    }

    /// Whether the result of a node that takes this has reached a bound.
    fn reaches(&self, takes: Takes, result: Number, bound: Number) -> bool {
        let (high, low) = if takes == Takes::Least { (bound, result) } else { (result, bound) };
        match self.cut {
            Cut::AtLeast => high >= low,
            Cut::Above => high > low,
        }
    }

    /// Whether a return is too low for its window, and whether it is too high.
    pub(super) fn fails(&self, window: Window<Number>, returned: Number) -> (bool, bool) {
        (self.reaches(Takes::Least, returned, window.alpha), self.reaches(Takes::Greatest, returned, window.beta))
    }

    /// The bound on a sum that ends the search of its node by Star1.
    pub(super) fn star1(&self, at: &Standing) -> Result<Option<Number>, number::Fault> {
        let (Some(range), Some(sum), true) = (self.range, at.result, at.is_chance) else { return Ok(None) };
        let with_rest = |end: Number| match end.times(at.rest).and_then(|rest| sum.plus(rest)) {
            Err(number::Fault::OpposedInfinities) => Ok(None),
            other => other.map(Some),
        };
        if let Some(most) = with_rest(range.beta)?.filter(|most| self.reaches(Takes::Least, *most, at.entry.alpha)) {
            return Ok(Some(most));
        }
        Ok(with_rest(range.alpha)?.filter(|least| self.reaches(Takes::Greatest, *least, at.entry.beta)))
    }

    /// The window that a node passes to a child that takes this, and has this weight.
    pub(super) fn handed(
        &self,
        view: &View<'_>,
        root: Window<Number>,
        at: &Standing,
        child: Option<Takes>,
        weight: Weight,
    ) -> Result<Window<Number>, number::Fault> {
        if self.cutoffs == Cutoffs::None {
            return Ok(root);
        }
        let window = match self.handing {
            Handing::NotFromRoot if at.is_root => at.entry,
            Handing::Narrowed | Handing::NotFromRoot | Handing::Leaking => at.current,
        };
        let widest = self.range.unwrap_or(Window::full());
        Ok(match (self.bounds_like(at), child, self.cutoffs) {
            (Takes::Mean, ..) => match self.range.filter(|_| at.is_chance) {
                Some(range) => {
                    let sum = Sum { window: at.entry, so_far: at.result, rest: at.rest };
                    Chance::<Number>::child_window(view, &sum, weight, range)?
                }
                None => Window::full(),
            },
            (Takes::Greatest, Some(Takes::Least), Cutoffs::Shallow) => Window { beta: widest.beta, ..window },
            (Takes::Least, Some(Takes::Greatest), Cutoffs::Shallow) => Window { alpha: widest.alpha, ..window },
            _ => window,
        })
    }
}

impl Takes {
    /// What the other player takes.
    fn other(self) -> Self {
        match self {
            Self::Greatest => Self::Least,
            Self::Least => Self::Greatest,
            Self::Mean => Self::Mean,
        }
    }
}
