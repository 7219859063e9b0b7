//! Makes a tree of a game, and refuses games that are not those of MAX against MIN.

use super::super::{Plain, Refusal};
use super::game::{Game, Node, Turn};
use super::players;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::Kind;

/// The tree of a game, and the sum of the payoffs of both players, which is the same at each leaf.
pub(super) fn build(game: &Game, max: usize) -> Result<(Plain, Number), Refusal> {
    let seen = vec![None; game.sets.len()];
    let mut builder = Builder { game, max, plain: Plain::default(), open: Vec::new(), seen, first: None };
    for node in &game.nodes {
        builder.add(node)?;
    }
    Ok((builder.plain, builder.first.map_or(Number::ZERO, |(_, sum)| sum)))
}

/// Says that what has been calculated is too long.
pub(super) fn too_long(what: &str, span: Span) -> Refusal {
    Diagnostic::new(Code::NoNumberThere, format!("{what} too many digits to be held exactly"), span)
        .help("write shorter numbers; up to 38 digits can be held")
        .into()
}

/// What is paid up to a node.
#[derive(Clone, Copy)]
struct Paid {
    to_max: Number,
    /// To both players; 0 if there is only one.
    to_both: Number,
}

/// A node whose children are still to come.
struct Open {
    set: usize,
    /// The next move.
    next: usize,
    paid: Paid,
}

/// Makes the tree.
struct Builder<'g> {
    game: &'g Game,
    /// The player who is MAX.
    max: usize,
    plain: Plain,
    open: Vec<Open>,
    /// The node in each information set of the players.
    seen: Vec<Option<Span>>,
    /// The first leaf, and what is paid to both players there.
    first: Option<(Span, Number)>,
}

impl Builder<'_> {
    /// Adds a node. Nodes come in pre-order.
    fn add(&mut self, node: &Node) -> Result<(), Refusal> {
        let nothing = Paid { to_max: Number::ZERO, to_both: Number::ZERO };
        let paid = self.paid(self.open.last().map_or(nothing, |parent| parent.paid), node)?;
        let (added, set) = match node.turn {
            Turn::Nobody => {
                self.refuse_other_sum(node, paid)?;
                (self.plain.leaf(paid.to_max), None)
            }
            Turn::Chance { set } => (self.plain.open(Kind::Chance), Some(set)),
            Turn::Player { player, set } => {
                self.refuse_imperfect(node, player, set)?;
                (self.plain.open(if player == self.max { Kind::Max } else { Kind::Min }), Some(set))
            }
        };
        if let Some(parent) = self.open.last_mut() {
            let way = &self.game.sets[parent.set].moves[parent.next];
            parent.next += 1;
            self.plain.set_label(added, way.label.as_str());
            way.probability.into_iter().for_each(|probability| self.plain.set_probability(added, probability));
        }
        if let Some(set) = set {
            self.plain.set_name(added, node.name.as_str());
            self.open.push(Open { set, next: 0, paid });
        }
        while self.open.last().is_some_and(|open| open.next == self.game.sets[open.set].moves.len()) {
            self.open.pop();
            self.plain.close();
        }
        Ok(())
    }

    /// Adds what is paid at a node.
    fn paid(&self, before: Paid, node: &Node) -> Result<Paid, Refusal> {
        let Some(outcome) = node.outcome.map(|place| &self.game.outcomes[place]) else { return Ok(before) };
        let add = |sum: Number, payoff: &Number| {
            sum.plus(*payoff).map_err(|_| too_long("the sum of the payoffs up to here has", node.span))
        };
        let to_max = add(before.to_max, &outcome.payoffs[self.max])?;
        let to_both = match outcome.payoffs.as_slice() {
            [_] => before.to_both,
            payoffs => payoffs.iter().try_fold(before.to_both, add)?,
        };
        Ok(Paid { to_max, to_both })
    }

    /// Refuses a leaf where the payoffs have another sum than at the first leaf.
    fn refuse_other_sum(&mut self, leaf: &Node, paid: Paid) -> Result<(), Refusal> {
        let (first, sum) = *self.first.get_or_insert((leaf.span, paid.to_both));
        if paid.to_both == sum {
            return Ok(());
        }
        let message = format!("the payoffs add up to {} at this leaf, and to {sum} at another one", paid.to_both);
        let finding = Diagnostic::new(Code::NotConstantSum, message, leaf.span)
            .primary_label(format!("{} in all", paid.to_both))
            .label(first, format!("{sum} in all"))
            .note("MAX gains what MIN loses, so the payoffs of the two must have the same sum at every leaf");
        let is_paid_before = self.game.nodes.iter().any(|node| !node.is_leaf() && node.outcome.is_some());
        let finding =
            if is_paid_before { finding.note("payoffs at nodes on the way to a leaf count, too") } else { finding };
        Err(finding.help("if one of these payoffs is wrong, correct it").into())
    }

    /// Refuses a second node in an information set.
    fn refuse_imperfect(&mut self, node: &Node, player: usize, set: usize) -> Result<(), Refusal> {
        let Some(first) = self.seen[set].replace(node.span) else { return Ok(()) };
        let (number, player) = (self.game.sets[set].number, players::shown(self.game, player));
        let message = format!("{player} cannot tell two nodes apart: both are in information set {number}");
        Err(Diagnostic::new(Code::ImperfectInformation, message, node.span)
            .primary_label("the second one")
            .label(first, "the first one")
            .note("minimax and alpha–beta are for players who see every move; Gambit solves games like this one")
            .help("if the player can tell them apart, give each an information set of its own")
            .into())
    }
}
