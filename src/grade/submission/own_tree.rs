//! Marks the answers to an altered tree again, on the student's own tree. These marks do not count; they show whether
//! the student followed the procedure.

use super::matching::Matching;
use crate::claim::{Asked, Claims, asks};
use crate::grade::faults::{BlankRuns, Diagnosis};
use crate::grade::marks::{AskedTree, Rubric, Sheet, mark};
use crate::grade::questions::{Asks, Question};
use crate::model::ResolvedTree;
use crate::number::Fraction;

/// The marks that the answers to an altered tree would get if the exercise asked its questions about that tree. A
/// question about a node that the student removed gets none.
///
/// `None` if the tree is much larger than that of the exercise: then there is no procedure to judge, and each node would
/// take room for every wrong procedure. Also if the tree has errors or cannot be [run through](BlankRuns::new), if the marks have no exact sum, if a
/// question asks for values of leaves, or if the student added or removed `ask returns`, which changes what claims mean.
pub(super) fn marks_on_own_tree(
    exercise: &AskedTree<'_>,
    submitted: &ResolvedTree<'_>,
    rubric: &Rubric,
) -> Option<Fraction> {
    const MOST_MORE: usize = 1_000;
    let (nodes, own_nodes) = (exercise.game().nodes().len(), submitted.nodes().len());
    if own_nodes > 2 * nodes + MOST_MORE
        || submitted.has_errors
        || asks(exercise.game(), Asked::Returns) != asks(submitted, Asked::Returns)
    {
        return None;
    }
    let matching = Matching::new(exercise.game(), submitted);
    let claims = Claims::of(submitted);
    let mut own = AskedTree::without_questions(&claims).ok()?;
    for question in &exercise.questions {
        let asks = match question.asks {
            Asks::Claim(node, kind) => match matching.partners[node.index()] {
                Some(partner) => Asks::Claim(partner, kind),
                None => continue,
            },
            Asks::Expected(_) | Asks::Every(_) => question.asks,
            Asks::Set(_) | Asks::Leaves => return None,
        };
        own = own.with(Question { asks, ..question.clone() });
    }
    let blank = BlankRuns::new(submitted, &own.search)?;
    let sheet = Sheet { game: submitted, claims: &claims, is_read: true };
    mark(&own, Some(&blank), sheet, rubric, &mut Diagnosis::default()).ok()?.marks().ok()
}
