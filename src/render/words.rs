//! The words of a picture: its title, its caption, and a description for those who do not see it.

use super::outline::Outline;
use super::text::{Show, Writer, is_bound, number};
use crate::diagnostic::counted;
use crate::diagnostic::render::printable;
use crate::model::{Cut, Cutoffs, Order, ResolvedTree, Returns, Settings};
use crate::search::{Counts, Search};
use crate::syntax::tree::{Kind, NodeId};

/// The name of a tree, or what it is.
pub(super) fn title(game: &ResolvedTree<'_>) -> String {
    game.tree.title.map_or_else(|| "game tree".to_string(), |title| printable(&game.name_at(title)))
}

/// The question text above a tree, as one paragraph; `None` if there is none.
pub(crate) fn question_text(game: &ResolvedTree<'_>) -> Option<String> {
    let lines = game.tree.question.iter().map(|line| line.of(game.text).trim_start_matches('/').trim());
    let text = printable(&lines.collect::<Vec<&str>>().join(" "));
    Some(text).filter(|text| !text.is_empty())
}

/// The rules of the search and how much it did. Only pictures of a search have a caption, since only they depend on these
/// rules.
pub(super) fn caption(writer: &Writer<'_>) -> Option<String> {
    let Show::Search(search, moment) = writer.show else { return None };
    let mut parts = rules(search.settings());
    match search.counts().filter(|_| moment.is_last) {
        Some(counts) => parts.extend(results(writer.game, search, counts)),
        None => {
            parts.extend((!moment.is_last).then(|| format!("after step {}", moment.steps)));
            parts.push(counted(moment.leaves, "leaf evaluated", "leaves evaluated"));
            parts.push(counted(moment.cutoffs, "cutoff", "cutoffs"));
        }
    }
    Some(parts.join(" · "))
}

pub(super) fn rules(settings: &Settings) -> Vec<String> {
    let mut rules = Vec::new();
    let cut = match settings.cut {
        Cut::AtLeast => "cut at α ≥ β",
        Cut::Above => "cut at α > β",
    };
    match settings.cutoffs {
        Cutoffs::Deep => rules.push(cut.to_string()),
        Cutoffs::Shallow => rules.push(format!("{cut}, shallow cutoffs")),
        Cutoffs::None => rules.push("no cutoffs".to_string()),
    }
    rules.push(match settings.returns {
        Returns::FailSoft => "fail-soft".to_string(),
        Returns::FailHard => "fail-hard".to_string(),
    });
    rules.push(match settings.order {
        Order::LeftToRight => "left to right".to_string(),
        Order::RightToLeft => "right to left".to_string(),
    });
    let interval = |(lower, upper)| format!("[{}, {}]", number(lower), number(upper));
    if settings.window != Settings::default().window {
        rules.push(format!("window {}", interval(settings.window)));
    }
    rules.extend(settings.range.map(|range| format!("range {}", interval(range))));
    rules.extend(settings.depth.map(|depth| format!("depth {depth}")));
    rules
}

fn results(game: &ResolvedTree<'_>, search: &Search<'_>, counts: Counts) -> Vec<String> {
    let value = search.value(NodeId::ROOT).map(|value| format!("value {}", number(value)));
    let has_all = game.nodes().of_kind(Kind::Elided).next().is_none();
    let all = search.view().leaf_count();
    let leaves = match has_all {
        true => format!("{} of {} evaluated", counts.leaves, counted(all, "leaf", "leaves")),
        false => counted(counts.leaves, "leaf evaluated", "leaves evaluated"),
    };
    value.into_iter().chain([leaves, counted(counts.cutoffs, "cutoff", "cutoffs")]).collect()
}

/// The kind of a node, as the page names it.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
        Kind::Value | Kind::Unknown | Kind::Elided | Kind::Blank | Kind::Hidden => "leaf",
    }
}

/// How many nodes are described.
const MOST: usize = 100;

/// Each node with its children: `MAX A: a1: B, a2: 3 (skipped).` If even the root is folded: `MAX A = 99: 601 leaves.`
pub(super) fn description(writer: &Writer<'_>, outline: &Outline) -> String {
    let described = |place: &usize| {
        let item = &outline.items[*place];
        (*place == 0 || item.folded.is_none()) && !writer.game.nodes().is_leaf(item.node)
    };
    let all = 0..outline.items.len();
    let mut sentences: Vec<String> =
        all.clone().filter(described).take(MOST).map(|place| sentence(writer, outline, place)).collect();
    let more = all.filter(described).count().saturating_sub(MOST);
    if more > 0 {
        sentences.push(format!("And {}.", counted(more as u64, "more node", "more nodes")));
    }
    sentences.join(" ")
}

fn sentence(writer: &Writer<'_>, outline: &Outline, place: usize) -> String {
    let item = &outline.items[place];
    let name = writer.name(item.node).map_or_else(String::new, |name| format!(" {name}"));
    let texts = writer.of_node(item.node);
    let value = texts.inside.or(texts.value).map_or_else(String::new, |value| match is_bound(&value) {
        true => format!(" {value}"),
        false => format!(" = {value}"),
    });
    let below = match item.folded {
        Some(leaves) => counted(leaves as u64, "leaf", "leaves"),
        None => children(writer, outline, place),
    };
    format!("{}{name}{value}: {below}.", writer.game.nodes().kind(item.node).name())
}

fn children(writer: &Writer<'_>, outline: &Outline, place: usize) -> String {
    let some: Vec<String> = outline.children(place).take(MOST).map(|child| called(writer, outline, child)).collect();
    let more = outline.children(place).count().saturating_sub(MOST);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{}{more}", some.join(", "))
}

/// A child in the sentence about its parent.
fn called(writer: &Writer<'_>, outline: &Outline, place: usize) -> String {
    let item = &outline.items[place];
    let kind = writer.game.nodes().kind(item.node);
    let label = writer.of_edge(item.node).map_or_else(String::new, |label| format!("{label}: "));
    let what = match item.folded {
        Some(leaves) => format!("{} with {}", kind.name(), counted(leaves as u64, "leaf", "leaves")),
        None if kind == Kind::Blank => "a blank leaf".to_string(),
        None if kind.is_leaf() => writer.of_leaf(item.node),
        None => writer.name(item.node).unwrap_or_else(|| kind.name().to_string()),
    };
    let is_skipped = if writer.is_skipped(item.node) { " (skipped)" } else { "" };
    format!("{label}{what}{is_skipped}")
}
