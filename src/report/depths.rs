//! The answers of one tree by the depth of the search: iterative deepening in a table.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::human::{heading, moves};
use super::{Algorithm, Answer, NoAnswer};
use crate::claim::Claims;
use crate::model::Settings;
use crate::syntax::tree::NodeId;

/// A table of value, leaves evaluated and best moves for each depth limit, and whether each depth has an answer that does
/// not depend on unknown leaves. The tree is searched once for each.
///
/// # Errors
/// As for [`Answer::new`], for the first depth that has no answer.
pub fn by_depth(
    claims: &Claims<'_>,
    settings: &Settings,
    depths: RangeInclusive<u64>,
    place: &str,
) -> Result<(String, bool), NoAnswer> {
    let mut text = String::new();
    let mut complete = true;
    for depth in depths {
        let settings = Settings { depth: Some(depth), ..*settings };
        let answer = Answer::counted(claims, &settings, Algorithm::AlphaBeta)?;
        if text.is_empty() {
            text = heading(&answer, place);
            let _ = writeln!(text, "  {:<7}{:<9}{:<11}plays", "depth", "value", "leaves");
        }
        complete &= answer.is_complete();
        let search = &answer.search;
        let value = search.value(NodeId::ROOT).map_or_else(|| "open".to_string(), |value| value.to_string());
        let leaves = search.counts().map_or_else(|| "open".to_string(), |counts| counts.leaves.to_string());
        let best = answer.best_moves(NodeId::ROOT).unwrap_or_default();
        let row = format!("  {depth:<7}{value:<9}{leaves:<11}{}", moves(&answer, &best, " or "));
        let _ = writeln!(text, "{}", row.trim_end());
    }
    Ok((text, complete))
}
