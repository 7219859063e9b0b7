//! W0511: alpha–beta would evaluate fewer leaves if the children came in another order.

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

/// An order of the children in which alpha–beta evaluates fewer leaves than in the order as written.
#[derive(Clone, Debug)]
pub struct BetterOrder {
    /// The better order.
    pub best: BestOrder,
    /// How many leaves are evaluated in the order as written.
    pub now: u64,
    /// How many leaves are evaluated in the better order.
    pub then: u64,
}

/// The best order of the children, if it is better than the order as written. Linear in the nodes of the tree.
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
