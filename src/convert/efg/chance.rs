//! The probabilities of chance's moves.

use super::super::Refusal;
use super::game::{Game, InformationSet};
use super::tree::too_long;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::{Number, Weight};

/// Makes sure that the probabilities at each chance node add up to 1; if they may be divided by their sum, they are.
/// Returns how many lists of probabilities were divided.
pub(super) fn check(game: &mut Game, may_divide: bool) -> Result<u64, Refusal> {
    game.sets.iter_mut().try_fold(0, |divided, set| Ok(divided + u64::from(is_divided(set, may_divide)?)))
}

/// Checks one list, and says whether it was divided.
fn is_divided(set: &mut InformationSet, may_divide: bool) -> Result<bool, Refusal> {
    let span = set.span;
    let given: Vec<Number> = set.moves.iter().filter_map(|way| way.probability).collect();
    let refuse = |message: String| Diagnostic::new(Code::WrongChance, message, span);
    if given.iter().any(|probability| *probability < Number::ZERO) {
        let finding = refuse("a probability is below 0".to_string());
        return Err(finding.help("write probabilities from 0 to 1 that add up to 1").into());
    }
    let sum = given.iter().try_fold(Number::ZERO, |sum, probability| sum.plus(*probability));
    let sum = sum.map_err(|_| too_long("the sum of these probabilities has", span))?;
    match sum.finite().filter(|weight| *weight != Weight::ZERO) {
        _ if given.is_empty() || sum == Number::integer(1) => Ok(false),
        Some(weight) if may_divide => {
            for way in &mut set.moves {
                let share = way.probability.map(|probability| probability.over(weight));
                way.probability =
                    share.transpose().map_err(|_| too_long("divided by their sum, these probabilities have", span))?;
            }
            Ok(true)
        }
        weight => {
            let finding = refuse(format!("the probabilities at a chance node add up to {sum}, not to 1"));
            Err(match weight {
                Some(_) => finding
                    .help("if decimals were rounded, write fractions such as `1/3`")
                    .or_help("use --normalize, which divides each probability by their sum"),
                None => finding.help("write probabilities from 0 to 1 that add up to 1"),
            }
            .into())
        }
    }
}
