//! Why a step of a search is taken, in one sentence that can be read alone.

use std::cmp::Ordering;

use crate::diagnostic::listed;
use crate::model::{Cut, Cutoffs, Order, ResolvedTree, Returns, Settings, clipped};
use crate::number::{Fault, Number, Weight};
use crate::search::{Bound, Event, Extent, Side, Step, StopReason, Window};
use crate::syntax::tree::{Kind, NodeId};

/// Puts the steps of the search of one tree into words.
pub struct Words<'a> {
    /// The tree.
    pub game: &'a ResolvedTree<'a>,
    /// The settings under which it is searched.
    pub settings: &'a Settings,
}

/// What is known of a number: `3`, `≥ 3`, `≤ 3`, `1 to 3`, `?`.
pub fn extent(extent: Extent) -> String {
    match (extent.least, extent.greatest) {
        (least, greatest) if least == greatest => least.to_string(),
        (Number::NegativeInfinity, Number::Infinity) => "?".to_string(),
        (Number::NegativeInfinity, greatest) => format!("≤ {greatest}"),
        (least, Number::Infinity) => format!("≥ {least}"),
        (least, greatest) => format!("{least} to {greatest}"),
    }
}

/// The words for the node of a player.
struct Player {
    name: &'static str,
    /// The end of the window that the player moves.
    own: &'static str,
    /// How that end moves.
    moves: &'static str,
    superlative: &'static str,
}

impl Player {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Min => Self { name: "MIN", own: "β", moves: "falls", superlative: "least" },
            _ => Self { name: "MAX", own: "α", moves: "rises", superlative: "greatest" },
        }
    }
}

impl Words<'_> {
    /// Why this step is taken. `previous` is the step before it, if that was passed on, too.
    pub fn why(&self, event: &Event, previous: Option<&Event>) -> String {
        match event.step {
            Step::Enter => self.enter(event, previous),
            Step::Evaluate => self.evaluate(event.node),
            Step::Update { child, result, before, moved } => self.update(event, child, result, before, moved),
            Step::Add { child, result, weight, rest, possible } => {
                let came = format!("{}, with probability {weight}", self.child_result(child, result));
                format!("{came}: {}", sum(event.v, rest, possible))
            }
            Step::Cutoff { side, skipped, branches, .. } => self.cutoff(event, previous, side, skipped, branches),
            Step::Return { returned, bound } => self.leave(event, returned, bound),
            Step::Stop(reason) => self.stop(event, reason),
        }
    }

    fn kind(&self, node: NodeId) -> Kind {
        self.game.nodes().kind(node)
    }

    fn enter(&self, event: &Event, previous: Option<&Event>) -> String {
        let kind = self.kind(event.node);
        if kind == Kind::Chance {
            return "chance weighs the values and adds them up".to_string();
        }
        let player = Player::of(kind);
        let moves = format!("{} takes the {}", player.name, player.superlative);
        let above = previous.filter(|previous| previous.ply < event.ply);
        let reasons = match above {
            Some(above) if self.kind(above.node) == Kind::Chance => vec![self.star1_window(event, above)],
            _ => vec![self.limit(event, kind), self.not_passed_down(kind, above)],
        };
        std::iter::once(moves).chain(reasons.into_iter().flatten()).collect::<Vec<_>>().join("; ")
    }

    /// The bound that shallow cutoffs do not pass down to a node.
    fn not_passed_down(&self, kind: Kind, above: Option<&Event>) -> Option<String> {
        let other = self.settings.cutoffs == Cutoffs::Shallow && self.kind(above?.node) != kind;
        let bound = if kind == Kind::Min { "β" } else { "α" };
        other.then(|| format!("shallow: {bound} is not handed down"))
    }

    /// The value that ends the search of a node early.
    fn limit(&self, event: &Event, kind: Kind) -> Option<String> {
        let (end, most) = match kind {
            Kind::Min => (event.window.alpha, Number::NegativeInfinity),
            _ => (event.window.beta, Number::Infinity),
        };
        if self.settings.cutoffs == Cutoffs::None || end.known() == Some(most) {
            return None;
        }
        let end = end.known()?;
        Some(match (self.settings.cut, kind) {
            (Cut::AtLeast, Kind::Min) => format!("stops at α = {end} or less"),
            (Cut::AtLeast, _) => format!("stops at β = {end} or more"),
            (Cut::Above, Kind::Min) => format!("stops below α = {end}"),
            (Cut::Above, _) => format!("stops above β = {end}"),
        })
    }

    /// Why the child of a chance node has its window.
    fn star1_window(&self, event: &Event, above: &Event) -> Option<String> {
        let (lower, upper) = self.settings.range?;
        let called = self.game.called(above.node);
        let (alpha, beta) = (event.window.alpha.known()?, event.window.beta.known()?);
        let (outer_alpha, outer_beta) = (above.window.alpha.known()?, above.window.beta.known()?);
        let mut reasons = Vec::new();
        if alpha > lower {
            reasons.push(format!("at α = {alpha} or less, {called} cannot exceed {outer_alpha}"));
        }
        if beta < upper {
            reasons.push(format!("at β = {beta} or more, {called} cannot fall below {outer_beta}"));
        }
        (self.settings.cutoffs != Cutoffs::None && !reasons.is_empty()).then(|| listed(&reasons))
    }

    fn evaluate(&self, leaf: NodeId) -> String {
        match self.kind(leaf) {
            Kind::Value => format!("the leaf is worth {}", self.game.nodes().value(leaf)),
            Kind::Unknown => "nobody knows its value".to_string(),
            Kind::Elided => "any subtree may stand here".to_string(),
            Kind::Blank => "its value is left blank".to_string(),
            Kind::Max | Kind::Min | Kind::Chance | Kind::Hidden => "the depth limit: its static evaluation".to_string(),
        }
    }

    /// The result of a child: `b1 = 3`, `3`, `B returns 3`.
    fn child_result(&self, child: NodeId, result: Extent) -> String {
        match (self.kind(child), self.named(child), result.known()) {
            (Kind::Max | Kind::Min | Kind::Chance, named, _) => {
                // Under fail-hard the child may have returned another number, but the search goes on with this one.
                let verb = if self.settings.returns == Returns::FailHard { "came to" } else { "returns" };
                let child = named.unwrap_or_else(|| "its child".to_string());
                format!("{child} {verb} {}", extent(result))
            }
            (_, Some(name), Some(value)) => format!("{name} = {value}"),
            (Kind::Value, None, Some(value)) => value.to_string(),
            _ => match extent(result).as_str() {
                "?" => format!("{} may be anything", self.game.called(child)),
                known => format!("{} is {known}", self.game.called(child)),
            },
        }
    }

    /// How the result of a child changes the value of a MAX or MIN node.
    fn update(&self, event: &Event, child: NodeId, result: Extent, before: Option<Extent>, moved: bool) -> String {
        let kind = self.kind(event.node);
        let Player { name, own, moves, .. } = Player::of(kind);
        let came = self.child_result(child, result);
        let end = if kind == Kind::Min { event.window.beta } else { event.window.alpha };
        let (unknown, end) = (end.known().is_none(), extent(end));
        let consequence = match moved {
            _ if self.settings.cutoffs == Cutoffs::None => String::new(),
            true if unknown => format!(": {own} is now {end}"),
            true => format!(": {own} {moves} to {end}"),
            false => format!(": {own} stays {end}"),
        };
        let Some(before) = before else {
            return format!("{came}, the first value{consequence}");
        };
        let Some((result, before)) = result.known().zip(before.known()) else {
            return match event.v {
                Some(v) if v != before => format!("{came}, v is now {}{consequence}", extent(v)),
                _ => format!("{came}: no more is known of v than before"),
            };
        };
        let better = if kind == Kind::Min { Ordering::Less } else { Ordering::Greater };
        let sign = if result < before { '<' } else { '>' };
        match result.cmp(&before) {
            Ordering::Equal => format!("{came}, as good as before: no change"),
            order if order == better => format!("{came} {sign} {before}, better for {name}{consequence}"),
            _ => format!("{came} {sign} {before}, worse for {name}: no change"),
        }
    }

    fn cutoff(&self, event: &Event, previous: Option<&Event>, side: Side, skipped: NodeId, branches: u64) -> String {
        let sign = match (self.settings.cut, side) {
            (Cut::AtLeast, Side::Alpha) => "≤",
            (Cut::AtLeast, Side::Beta) => "≥",
            (Cut::Above, Side::Alpha) => "<",
            (Cut::Above, Side::Beta) => ">",
        };
        // The sum of a chance node is not complete. The previous step has the bounds on the complete sum.
        let v = match (previous.map(|previous| previous.step), side) {
            (Some(Step::Add { possible, .. }), Side::Alpha) => possible.beta,
            (Some(Step::Add { possible, .. }), Side::Beta) => possible.alpha,
            _ => event.v,
        };
        let v = v.map_or_else(|| "?".to_string(), extent);
        let called = self.game.called(event.node);
        let what = self.skipped(event.node, skipped, branches);
        let (end, cutoff, extreme) = (extent(event.window.end(side)), side.cutoff(), side.extent());
        format!("{v} {sign} {side} = {end}: {cutoff}; {called} is worth {extreme} {v}, {what} skipped")
    }

    /// `c2 is`, `c2 and c3 are`, `4 children are`.
    fn skipped(&self, node: NodeId, first: NodeId, branches: u64) -> String {
        const MOST: usize = 3;
        let skipped = |child: &NodeId| match self.settings.order {
            Order::LeftToRight => *child >= first,
            Order::RightToLeft => *child <= first,
        };
        let possible = |child: &NodeId| self.game.weights.get(*child).is_none_or(|weight| *weight != Weight::ZERO);
        let children = self.game.nodes().children(node).filter(|child| skipped(child) && possible(child));
        let names: Option<Vec<String>> =
            children.take(MOST).map(|child| self.named(child).or_else(|| self.leaf(child))).collect();
        match (branches, names) {
            (1, Some(names)) => format!("{} is", names[0]),
            (branches, Some(names)) if branches == names.len() as u64 => format!("{} are", listed(&names)),
            (1, None) => "its last child is".to_string(),
            _ => format!("{branches} children are"),
        }
    }

    /// The name or label of a node or leaf.
    pub(super) fn named(&self, node: NodeId) -> Option<String> {
        self.game.name(node).or_else(|| self.game.label(node)).map(|name| clipped(&name))
    }

    /// The words for a leaf without a name; `None` for a node.
    fn leaf(&self, node: NodeId) -> Option<String> {
        self.kind(node).is_leaf().then(|| self.game.called(node))
    }

    fn leave(&self, event: &Event, returned: Extent, bound: Option<Bound>) -> String {
        let called = self.game.called(event.node);
        let v = event.v.map_or_else(|| "?".to_string(), extent);
        let worth = match bound {
            Some(Bound::Exact) => format!("{called} is worth exactly {v}"),
            Some(Bound::Upper) => format!("{called} is worth at most {v}: an upper bound"),
            Some(Bound::Lower) => format!("{called} is worth at least {v}: a lower bound"),
            None => format!("what {called} is worth depends on what is not known"),
        };
        if event.v == Some(returned) {
            return worth;
        }
        format!("{worth}; fail-hard returns {}, the end of the window", extent(returned))
    }

    /// Why the search cannot go on.
    fn stop(&self, event: &Event, reason: StopReason) -> String {
        let v = event.v.map_or_else(|| "?".to_string(), extent);
        let (alpha, beta) = (extent(event.window.alpha), extent(event.window.beta));
        let sign = |or_equal, strict| if self.settings.cut == Cut::AtLeast { or_equal } else { strict };
        match (reason, self.kind(event.node)) {
            (StopReason::Undecided, Kind::Max) => {
                format!("the search stops: whether v {} β is not known, with v = {v} and β = {beta}", sign("≥", ">"))
            }
            (StopReason::Undecided, Kind::Min) => {
                format!("the search stops: whether v {} α is not known, with v = {v} and α = {alpha}", sign("≤", "<"))
            }
            (StopReason::Undecided, _) => {
                "the search stops: whether the sum comes back into the window is not known".to_string()
            }
            (StopReason::Fault(Fault::TooLong), _) => {
                "the search stops: the sum, or a part of it, has too many digits to be held exactly".to_string()
            }
            (StopReason::Fault(Fault::OpposedInfinities), _) => {
                "the search stops: inf and -inf together have no mean".to_string()
            }
        }
    }
}

/// The sum of a chance node so far, with the probability that is still to come and the bounds on the complete sum.
fn sum(so_far: Option<Extent>, rest: Weight, possible: Window<Option<Extent>>) -> String {
    let Some(so_far) = so_far.map(extent) else {
        return "the sum has no exact value".to_string();
    };
    match (possible.alpha, possible.beta) {
        _ if rest == Weight::ZERO => format!("the sum is {so_far}"),
        (Some(least), Some(greatest)) => {
            format!("the sum is {so_far}; with {rest} to come, it ends from {} to {}", extent(least), extent(greatest))
        }
        _ => format!("the sum is {so_far}, with {rest} to come"),
    }
}
