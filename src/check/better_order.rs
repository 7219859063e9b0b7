//! W0511: children in an order under which alpha–beta evaluates more leaves than it must.

use super::case::Case;
use crate::diagnostic::{Code, Diagnostic, Findings, counted};
use crate::search::{Algorithm, BestOrder};
use crate::syntax::tree::NodeId;

pub(super) fn report(case: &Case<'_>, findings: &mut Findings) {
    if case.game.levels.of(Code::BetterOrder).is_none() {
        return;
    }
    let Some(best) = case.search.best_order() else { return };
    let (Some(now), Ok(then)) = (case.search.counts(), case.search.trial(Algorithm::AlphaBeta, Some(&best))) else {
        return;
    };
    if then.effort.leaves < now.leaves {
        let leaves = (now.leaves, then.effort.leaves);
        findings.report(&case.game.levels, Code::BetterOrder, || better_order(case, &best, leaves));
    }
}

fn better_order(case: &Case<'_>, best: &BestOrder, (now, then): (u64, u64)) -> Diagnostic {
    let evaluated = counted(now, "leaf", "leaves");
    let message = format!("the search evaluates {evaluated}; in the best order of moves {then} would do");
    let game = case.game;
    let finding = Diagnostic::new(Code::BetterOrder, message, game.head(NodeId::ROOT));
    let finding = match best.leads().iter().next() {
        Some((node, lead)) => {
            finding.label(game.head(*lead), format!("the first to be searched below {}", game.called(node)))
        }
        None => finding,
    };
    let text = game.rearranged(best.leads(), case.search.settings().order);
    finding.note("no value changes with the order; windows, bounds and what is pruned do").fix(
        "put the moves into the best order",
        game.nodes().span(NodeId::ROOT),
        text,
    )
}
