//! W0511: children in an order under which alpha–beta evaluates more leaves than it must.

use crate::diagnostic::{Code, Diagnostic, Findings, counted};
use crate::explain::Context;
use crate::search::{Algorithm, BestOrder, Search};
use crate::syntax::tree::NodeId;

pub(super) fn report(context: &Context<'_>, findings: &mut Findings) {
    if context.game.levels.of(Code::BetterOrder).is_none() {
        return;
    }
    if let Some(better) = better_order(context.search) {
        findings.report(&context.game.levels, Code::BetterOrder, || explain(context, &better));
    }
}

/// An order of the children with fewer leaves to evaluate than the order as written has.
#[derive(Clone, Debug)]
pub struct BetterOrder {
    /// The order.
    pub best: BestOrder,
    /// How many leaves are evaluated as it is written.
    pub now: u64,
    /// How many would be.
    pub then: u64,
}

/// The best order, where that is better than the order as written. Linear.
pub fn better_order(search: &Search<'_>) -> Option<BetterOrder> {
    let best = search.best_order()?;
    let now = search.counts()?.leaves;
    let then = search.trial(Algorithm::AlphaBeta, Some(&best)).ok()?.effort.leaves;
    (then < now).then_some(BetterOrder { best, now, then })
}

fn explain(context: &Context<'_>, BetterOrder { best, now, then }: &BetterOrder) -> Diagnostic {
    let evaluated = counted(*now, "leaf", "leaves");
    let message = format!("the search evaluates {evaluated}; in the best order of moves {then} would do");
    let game = context.game;
    let finding = Diagnostic::new(Code::BetterOrder, message, game.head(NodeId::ROOT));
    let finding = match best.leads().iter().next() {
        Some((node, lead)) => {
            finding.label(game.head(*lead), format!("the first to be searched below {}", game.called(node)))
        }
        None => finding,
    };
    let text = game.rearranged(best.leads(), context.search.settings().order);
    finding.note("no value changes with the order; windows, bounds and what is pruned do").fix(
        "put the moves into the best order",
        game.nodes().span(NodeId::ROOT),
        text,
    )
}
