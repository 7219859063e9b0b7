//! W0513: which wrong procedures the questions of a tree can tell apart.

use crate::claim::{Asked, Claims};
use crate::diagnostic::{Code, Diagnostic, Findings, counted};
use crate::explain::Context;
use crate::grade::faults::{Description, Fault, Showing, Unnamed, showing};
use crate::grade::marks::AskedTree;
use crate::grade::questions::{Asks, Question};
use crate::number::Fraction;
use crate::syntax::tree::NodeId;

/// Nobody fills in larger trees by hand, and the work grows with the square of the number of faults.
const MOST_NODES: usize = 2_000;

/// Why a fault is not named, in the order of the notes.
const REASONS: [(Showing, &str); 4] = [
    (Showing::Unnamed(Unnamed::OneMistake), "not named, because each leads to only one separate mistake"),
    (
        Showing::Unnamed(Unnamed::LikeOthers),
        "not named, because too many other wrong procedures explain the answers equally well",
    ),
    (Showing::Unnamed(Unnamed::LittleEvidence), "not named, because their answers are too little evidence"),
    (Showing::Hidden, "not noticed, because they lead only to right answers"),
];

pub(super) fn report(context: &Context<'_>, claims: &Claims<'_>, findings: &mut Findings) {
    let game = context.game;
    if game.levels.of(Code::Diagnosis).is_none() || game.nodes().len() > MOST_NODES {
        return;
    }
    let Ok(tree) = AskedTree::new(claims) else { return };
    let is_open = context.search.first_unknown().is_some();
    if !tree.questions.is_empty() && !is_open {
        findings.report(&game.levels, Code::Diagnosis, || explain(context, claims, &tree));
    }
}

fn explain(context: &Context<'_>, claims: &Claims<'_>, tree: &AskedTree<'_>) -> Diagnostic {
    let shown = showing(tree);
    let (named, many) = (count(&shown), shown.len());
    let message = format!("the feedback on this tree can name {named} of {many} wrong procedures");
    let mut finding = Diagnostic::new(Code::Diagnosis, message, context.game.head(NodeId::ROOT));
    if named > 0 {
        finding = finding.note(format!("named: {}", names(&shown, Showing::Named)));
    }
    for (reason, why) in REASONS {
        if shown.iter().any(|(_, other)| *other == reason) {
            finding = finding.note(format!("{why}: {}", names(&shown, reason)));
        }
    }
    let with_windows = asking_windows(claims, tree).map_or(named, |tree| count(&showing(&tree)));
    match with_windows > named {
        true => finding.help(format!(
            "add `ask windows`: then the feedback can name {}",
            counted(with_windows as u64, "wrong procedure", "wrong procedures")
        )),
        false => finding,
    }
}

fn count(shown: &[(Fault, Showing)]) -> usize {
    shown.iter().filter(|(_, showing)| *showing == Showing::Named).count()
}

/// The wrong procedures in words, each with its name for `generate --tells`.
fn names(shown: &[(Fault, Showing)], showing: Showing) -> String {
    let faults = shown.iter().filter(|(_, other)| *other == showing);
    let name = |(fault, _): &(Fault, Showing)| {
        let Description { name, word, .. } = fault.description();
        format!("{name} (`{word}`)")
    };
    faults.map(name).collect::<Vec<_>>().join("; ")
}

/// The tree with an added `ask windows`; `None` if it asks for windows already.
fn asking_windows<'a>(claims: &'a Claims<'a>, tree: &AskedTree<'_>) -> Option<AskedTree<'a>> {
    if tree.asks_every(Asked::Windows) {
        return None;
    }
    let span = claims.game.head(NodeId::ROOT);
    let windows = Question { asks: Asks::Every(Asked::Windows), span, worth: Fraction::ONE };
    Some(AskedTree::new(claims).ok()?.with(windows))
}
