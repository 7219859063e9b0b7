//! The search in pseudo-code, made for the rules of one tree: what it has no use for is left out.

use super::text::number;
use crate::model::{Cut, Cutoffs, Order, ResolvedTree, Returns, Settings};
use crate::number::Number;
use crate::search::{Event, Step};
use crate::syntax::tree::Kind;

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Does {
    /// It only structures the code.
    Nothing,
    Evaluate,
    EvaluateAtDepth,
    Enter(Kind),
    Update(Kind),
    Narrow(Kind),
    Cutoff(Kind),
    Return,
}

/// A line of pseudo-code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// How far it is indented, in steps.
    pub(super) depth: usize,
    /// The text.
    pub(super) text: String,
    does: Does,
}

/// The pseudo-code of a search.
#[derive(Clone, Debug)]
pub(super) struct Code {
    /// The lines, from the top down.
    pub(super) lines: Vec<Line>,
}

impl Code {
    /// The code of the search of a tree.
    pub(super) fn new(game: &ResolvedTree<'_>, settings: &Settings) -> Self {
        let mut lines = Vec::new();
        let mut line = |depth, text: String, does| lines.push(Line { depth, text, does });
        line(0, format!("search({})", arguments(settings, "n", "α", "β")), Does::Nothing);
        line(1, "if n is a leaf: return its value".to_string(), Does::Evaluate);
        if let Some(depth) = settings.depth {
            line(1, format!("if n is at depth {depth}: return its static evaluation"), Does::EvaluateAtDepth);
        }
        for kind in [Kind::Max, Kind::Min, Kind::Chance] {
            if game.nodes().of_kind(kind).next().is_some() {
                node(settings, kind, &mut line);
            }
        }
        let clamp = if settings.returns == Returns::FailHard && settings.cutoffs != Cutoffs::None {
            "return v (fail-hard reports it clamped to n's entry window)"
        } else {
            "return v"
        };
        line(1, clamp.to_string(), Does::Return);
        Self { lines }
    }

    /// The lines that a step runs, as places among the lines.
    pub(super) fn running(&self, kind: Kind, event: &Event) -> Vec<usize> {
        let does = |does: Does| match event.step {
            Step::Enter => does == Does::Enter(kind),
            Step::Evaluate if kind.is_leaf() => does == Does::Evaluate,
            Step::Evaluate => does == Does::EvaluateAtDepth,
            Step::Update { .. } | Step::Add { .. } => does == Does::Update(kind) || does == Does::Narrow(kind),
            Step::Cutoff { .. } => does == Does::Cutoff(kind),
            Step::Return { .. } => does == Does::Return,
            Step::Stop(_) => false,
        };
        (0..self.lines.len()).filter(|place| does(self.lines[*place].does)).collect()
    }
}

/// The arguments of a call: without cutoffs there is no window.
fn arguments(settings: &Settings, node: &str, alpha: &str, beta: &str) -> String {
    match settings.cutoffs {
        Cutoffs::None => node.to_string(),
        Cutoffs::Deep | Cutoffs::Shallow => format!("{node}, {alpha}, {beta}"),
    }
}

/// The lines for the nodes of a player, or for chance nodes.
fn node(settings: &Settings, kind: Kind, line: &mut impl FnMut(usize, String, Does)) {
    let order = match settings.order {
        Order::LeftToRight => "left to right",
        Order::RightToLeft => "right to left",
    };
    let each = format!("for each child c, {order}");
    let has_cutoffs = settings.cutoffs != Cutoffs::None;
    let shallow = settings.cutoffs == Cutoffs::Shallow;
    let sign = match settings.cut {
        Cut::AtLeast => "≥",
        Cut::Above => ">",
    };
    let (start, function, name, narrow, cutoff) = match kind {
        Kind::Max => ("v ← −∞", "max", "MAX", "α ← max(α, v)", "β-cutoff"),
        Kind::Min => ("v ← ∞", "min", "MIN", "β ← min(β, v)", "α-cutoff"),
        _ => return chance(settings, &each, line),
    };
    // Shallow: the end that the other player has set is not handed down to that player.
    let (least, greatest) = settings.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
    let (call, handed) = match kind {
        Kind::Max if shallow => (["α", "β′"], Some(format!("β′ ← {} if c is MIN, else β", number(greatest)))),
        Kind::Min if shallow => (["α′", "β"], Some(format!("α′ ← {} if c is MAX, else α", number(least)))),
        _ => (["α", "β"], None),
    };
    let call = arguments(settings, "c", call[0], call[1]);
    line(1, format!("if n is a {name} node"), Does::Enter(kind));
    line(2, start.to_string(), Does::Enter(kind));
    line(2, each, Does::Nothing);
    handed.into_iter().for_each(|handed| line(3, handed, Does::Nothing));
    line(3, format!("v ← {function}(v, search({call}))"), Does::Update(kind));
    if has_cutoffs {
        line(3, narrow.to_string(), Does::Narrow(kind));
        line(3, format!("if α {sign} β: skip the rest ({cutoff})"), Does::Cutoff(kind));
    }
}

fn chance(settings: &Settings, each: &str, line: &mut impl FnMut(usize, String, Does)) {
    let has_star1 = settings.range.is_some() && settings.cutoffs != Cutoffs::None;
    let call = match has_star1 {
        true => "c, with the window of Star1".to_string(),
        false => arguments(settings, "c", "−∞", "∞"),
    };
    line(1, "if n is a chance node".to_string(), Does::Enter(Kind::Chance));
    line(2, "v ← 0".to_string(), Does::Enter(Kind::Chance));
    line(2, format!("{each}, with its probability p"), Does::Nothing);
    line(3, format!("v ← v + p · search({call})"), Does::Update(Kind::Chance));
    if has_star1 {
        line(3, "if v cannot end inside the window: skip the rest (cutoff)".to_string(), Does::Cutoff(Kind::Chance));
    }
}
