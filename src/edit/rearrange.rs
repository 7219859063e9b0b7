//! Changes the order of children in the text of a tree.

use crate::model::{Order, ResolvedTree};
use crate::source::Span;
use crate::syntax::tree::{NodeId, Sparse};

/// A part of the text that must still be written.
enum Piece {
    /// A part of the old text.
    Text(Span),
    /// A node or leaf, with what is below it in its new order.
    Subtree(NodeId),
    /// A blank between two children that would run together.
    Blank,
}

/// The text of the root with the children in `leads` moved to where the search of their siblings begins: to the
/// front, or to the back if `order` is from right to left. `leads` has each child under its parent.
///
/// The texts of the children change places, with their labels, claims and comments inside. The text between
/// children stays where it is. Linear, without recursion.
pub fn rearranged(game: &ResolvedTree<'_>, leads: &Sparse<NodeId>, order: Order) -> String {
    let leads: Vec<(NodeId, NodeId)> = leads.iter().map(|(node, lead)| (node, *lead)).collect();
    let nodes = game.nodes();
    let mut text = String::with_capacity(nodes.span(NodeId::ROOT).range().len());
    let mut pending = vec![Piece::Subtree(NodeId::ROOT)];
    while let Some(piece) = pending.pop() {
        let node = match piece {
            Piece::Text(span) => {
                text.push_str(span.of(game.text));
                continue;
            }
            Piece::Blank => {
                text.push(' ');
                continue;
            }
            Piece::Subtree(node) => node,
        };
        let within = &leads[leads.partition_point(|(other, _)| *other < node)..];
        match within.first() {
            Some((first, lead)) if *first < nodes.end(node) => {
                let lead = (*first == node).then_some(*lead);
                let pieces = pieces(game, node, lead, order);
                pending.extend(pieces.into_iter().rev());
            }
            _ => text.push_str(nodes.span(node).of(game.text)),
        }
    }
    text
}

/// The pieces of an interior node: its children, with `lead` moved to the first or last place, and the text around
/// them.
fn pieces(game: &ResolvedTree<'_>, node: NodeId, lead: Option<NodeId>, order: Order) -> Vec<Piece> {
    let nodes = game.nodes();
    let written: Vec<NodeId> = nodes.children(node).collect();
    let mut arranged = written.clone();
    if let Some(place) = written.iter().position(|child| Some(*child) == lead) {
        match order {
            Order::LeftToRight => arranged[..=place].rotate_right(1),
            Order::RightToLeft => arranged[place..].rotate_left(1),
        }
    }
    let mut pieces = Vec::with_capacity(2 * written.len() + 1);
    let mut gap_start = nodes.span(node).start;
    for (place, child) in arranged.iter().enumerate() {
        let own = nodes.span(written[place]);
        let gap = Span::new(gap_start, own.start);
        pieces.push(Piece::Text(gap));
        if gap.start == gap.end && place > 0 && run_together(game, arranged[place - 1], *child) {
            pieces.push(Piece::Blank);
        }
        pieces.push(Piece::Subtree(*child));
        gap_start = own.end;
    }
    pieces.push(Piece::Text(Span::new(gap_start, nodes.span(node).end)));
    pieces
}

/// Whether two children need a blank between them, because no brace separates them.
fn run_together(game: &ResolvedTree<'_>, left: NodeId, right: NodeId) -> bool {
    let of = |node| game.nodes().span(node).of(game.text);
    !of(left).ends_with('}') && !of(right).starts_with('{')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Defaults, FileSettings};
    use crate::syntax::parse;

    /// The text of a tree after moving children: each pair is the parent and the child to move, by index in pre-order.
    fn rearranged(text: &str, leads: &[(usize, usize)], order: Order) -> String {
        let (file, mut findings) = parse(text, 9);
        let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
        let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
        assert_eq!(findings.tally().total(), 0, "{text}");
        let mut moved = Sparse::default();
        for (node, lead) in leads {
            moved.push(NodeId::new(*node), NodeId::new(*lead));
        }
        super::rearranged(&game, &moved, order)
    }

    #[test]
    fn texts_change_places_and_the_text_between_them_stays() {
        let text = "max A = 9 { // first\n  a: 3 pruned, // second\n  b: min { 7 }\t\n\n  9 // last\n}";
        let expected = "max A = 9 { // first\n  9, // second\n  a: 3 pruned\t\n\n  b: min { 7 } // last\n}";
        assert_eq!(rearranged(text, &[(0, 4)], Order::LeftToRight), expected);
        assert_eq!(rearranged(text, &[], Order::LeftToRight), text);
    }

    #[test]
    fn the_lead_of_a_search_from_right_to_left_comes_last() {
        assert_eq!(rearranged("{ 1, 2 { 3, 4 5 } }", &[(0, 1), (3, 5)], Order::RightToLeft), "{ 2, { 3, 5 4 } 1 }");
    }

    #[test]
    fn children_below_those_that_are_moved_are_moved_too() {
        let text = "{ { 1 2 } { 3 4 } }";
        assert_eq!(rearranged(text, &[(0, 4), (1, 3), (4, 6)], Order::LeftToRight), "{ { 4 3 } { 2 1 } }");
    }

    #[test]
    fn numbers_do_not_run_together() {
        assert_eq!(rearranged("{1{2}3}", &[(0, 4)], Order::LeftToRight), "{3 1{2}}");
        assert_eq!(rearranged("{{1}{2}3}", &[(0, 3)], Order::LeftToRight), "{{2}{1}3}");
    }
}
