//! The sheet of an exercise as a student who follows a wrong procedure fills it in.

use std::collections::BTreeMap;

use super::error::SheetError;
use super::write;
use crate::claim::{Asked, ClaimKind, asked};
use crate::diagnostic::{Edit, Findings, applied};
use crate::edit::add_claims;
use crate::format::{WIDTH, format};
use crate::grade::faults::Fault;
use crate::grade::run::{Answers, Asked as SheetAsks};
use crate::model::{Defaults, FileSettings, ResolvedTree};
use crate::search::{Bound, Search};
use crate::syntax::parse;
use crate::syntax::tree::NodeId;

/// The sheet of an exercise with the answers that a student with this fault gives to each `ask`; all other questions stay
/// open. `None` if a tree cannot be searched with the fault.
///
/// # Errors
///
/// As for [`sheet`](super::sheet()).
pub fn planted(exercise: &str, project: &Defaults, fault: Fault) -> Result<Option<String>, SheetError> {
    let text = write(exercise, project, |_| ())?;
    let (file, mut findings) = parse(&text, 0);
    let settings = FileSettings::read(&text, &file, &Defaults::default(), &mut findings);
    let mut edits = Vec::new();
    for tree in &file.trees {
        let game = ResolvedTree::new(&text, tree, &settings, &mut Findings::new(0));
        let Some(answers) = answers(&game, fault) else { return Ok(None) };
        let claims = written(&game, &answers);
        edits.extend(claims.into_iter().map(|(node, claims)| add_claims(&game, node, &claims.join(" "))));
    }
    edits.sort_by_key(|edit: &Edit| edit.span);
    format(&applied(&text, &edits), WIDTH).map(Some).map_err(SheetError::Unformatted)
}

/// What a student with this fault answers to each `ask`; `None` if the tree cannot be searched with it.
fn answers(game: &ResolvedTree<'_>, fault: Fault) -> Option<Answers> {
    let asks = |wanted| asked(game).any(|(_, asked)| asked == wanted);
    let all = SheetAsks {
        values: asks(Asked::Values),
        windows: asks(Asked::Windows),
        returns: asks(Asked::Returns),
        plays: asks(Asked::Plays),
        pruned: asks(Asked::Pruned),
    };
    let truth = Search::of(game).ok()?;
    Some(fault.run(game, &truth, &Answers::none())?.sheet(all))
}

/// The claims that give these answers, as they are written, each with its node.
fn written(game: &ResolvedTree<'_>, answers: &Answers) -> BTreeMap<NodeId, Vec<String>> {
    let mut claims: BTreeMap<NodeId, Vec<String>> = BTreeMap::new();
    let mut add = |node: NodeId, kind: ClaimKind, operand: &str| {
        claims.entry(node).or_default().push(kind.written(operand));
    };
    for (node, window) in &answers.windows {
        add(*node, ClaimKind::Window, &format!("[{}, {}]", window.alpha, window.beta));
    }
    for (node, value) in &answers.values {
        add(*node, ClaimKind::Exact, &value.to_string());
    }
    for (node, claimed) in &answers.returns {
        let kind = match claimed.bound {
            Bound::Exact => ClaimKind::Returned,
            Bound::Upper => ClaimKind::AtMost,
            Bound::Lower => ClaimKind::AtLeast,
        };
        add(*node, kind, &claimed.value.to_string());
    }
    for (node, moves) in &answers.plays {
        let moves = moves.iter().filter_map(|child| game.unique_move(*child));
        moves.for_each(|best| add(*node, ClaimKind::Plays, &best));
    }
    for child in answers.skips.values().flatten() {
        add(*child, ClaimKind::Pruned, "");
    }
    claims
}
