//! W0511: alpha–beta would evaluate fewer leaves if the children came in another order.

use crate::diagnostic::{Code, Diagnostic, Findings, counted};
use crate::edit::rearranged;
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
    pub leaves_as_written: u64,
    /// How many leaves are evaluated in the better order.
    pub leaves_in_best_order: u64,
}

/// The best order of the children, if it is better than the order as written. Linear in the nodes of the tree.
pub fn better_order(search: &Search<'_>) -> Option<BetterOrder> {
    let best = search.best_order()?;
    let leaves_as_written = search.counts()?.leaves;
    let leaves_in_best_order = search.trial(Algorithm::AlphaBeta, Some(&best)).ok()?.effort.leaves;
    (leaves_in_best_order < leaves_as_written).then_some(BetterOrder { best, leaves_as_written, leaves_in_best_order })
}

fn explain(
    context: &Context<'_>,
    BetterOrder { best, leaves_as_written, leaves_in_best_order }: &BetterOrder,
) -> Diagnostic {
    let evaluated = counted(*leaves_as_written, "leaf", "leaves");
    let message =
        format!("the search evaluates {evaluated}; in the best order of moves {leaves_in_best_order} would do");
    let game = context.game;
    let finding = Diagnostic::new(Code::BetterOrder, message, game.head(NodeId::ROOT));
    let finding = match best.leads().iter().next() {
        Some((node, lead)) => {
            finding.label(game.head(*lead), format!("the first to be searched below {}", game.called(node)))
        }
        None => finding,
    };
    let text = rearranged(game, best.leads(), context.search.settings().order);
    finding.note("no value changes with the order; windows, bounds and what is pruned do").fix(
        "put the moves into the best order",
        game.nodes().span(NodeId::ROOT),
        text,
    )
}
