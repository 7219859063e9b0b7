//! What the program says about a position.

use std::collections::HashSet;

use gametree::diagnostic::render::printable;
use gametree::games::{Move, Turn};
use gametree::number::Number;
use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

/// What is known about a position.
pub(super) struct Known {
    pub(super) turn: Turn,
    pub(super) moves: Vec<Move<String>>,
    pub(super) evaluation: Option<Number>,
}

impl Known {
    /// Reads a line of the program.
    pub(super) fn read(line: &[u8]) -> Result<Self, String> {
        let answer: Answer = serde_json::from_slice(line).map_err(|error| match error.classify() {
            Category::Data => format!("the answer cannot be read: {error}"),
            _ => "the program must answer {\"turn\":…,\"moves\":[…]} or {\"value\":…}".to_string(),
        })?;
        answer.read()?.checked()
    }

    /// Refuses what `gametree check` would refuse in the tree.
    fn checked(self) -> Result<Self, String> {
        let mut labels = HashSet::new();
        let again = self.moves.iter().find(|step| !step.label.is_empty() && !labels.insert(&step.label));
        if let Some(step) = again {
            return Err(format!("two moves have the label {:?}", step.label));
        }
        if let Some(step) = self.moves.iter().find(|step| printable(&step.label) != step.label) {
            return Err(format!("the label {:?} has characters that cannot be printed; remove them", step.label));
        }
        let with = self.moves.iter().filter(|step| step.probability.is_some()).count();
        if with == 0 {
            return Ok(self);
        }
        if self.turn != Turn::Chance {
            return Err("only a move of chance can have a probability".to_string());
        }
        if with < self.moves.len() {
            return Err("some moves have a probability, and others have none".to_string());
        }
        let mut sum = Number::ZERO;
        for probability in self.moves.iter().filter_map(|step| step.probability) {
            if probability < Number::ZERO || probability.finite().is_none() {
                return Err(format!("the probability {probability} is not between 0 and 1"));
            }
            sum = sum.plus(probability).map_err(|_| "the probabilities cannot be added exactly".to_string())?;
        }
        if sum == Number::integer(1) { Ok(self) } else { Err(format!("the probabilities add up to {sum}, not to 1")) }
    }
}

/// An answer of the program, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    value: Option<Box<RawValue>>,
    turn: Option<Mover>,
    #[serde(default)]
    moves: Vec<Step>,
    eval: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Mover {
    Max,
    Min,
    Chance,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(default)]
    label: String,
    position: String,
    probability: Option<Box<RawValue>>,
}

/// Reads a number: a text, or a JSON number, exactly as it is written.
fn figure(raw: &RawValue) -> Result<Number, String> {
    let text = serde_json::from_str::<String>(raw.get()).unwrap_or_else(|_| raw.get().to_string());
    text.parse().map_err(|_| {
        match text.contains(['e', 'E']) && text.starts_with(|it: char| it.is_ascii_digit() || it == '-') {
            true => format!("`{text}` has an exponent; write the number as a decimal or a fraction"),
            false => format!("`{text}` is not a number; write 3, 1/2 or inf"),
        }
    })
}

impl Answer {
    fn read(self) -> Result<Known, String> {
        let evaluation = self.eval.as_deref().map(figure).transpose()?;
        let turn = match (&self.value, &self.turn) {
            (Some(value), None) if self.moves.is_empty() => {
                let value = figure(value)?;
                return Ok(Known { turn: Turn::Over(value), moves: Vec::new(), evaluation: Some(value) });
            }
            (None, Some(Mover::Max)) => Turn::Max,
            (None, Some(Mover::Min)) => Turn::Min,
            (None, Some(Mover::Chance)) => Turn::Chance,
            _ => return Err("the answer needs either `value` alone, or `turn` and `moves`".to_string()),
        };
        if self.moves.is_empty() {
            return Err("there are no moves; if the game is over, answer with its `value`".to_string());
        }
        let read = |step: Step| -> Result<Move<String>, String> {
            let probability = step.probability.as_deref().map(figure).transpose()?;
            Ok(Move { label: step.label, probability, next: step.position })
        };
        let moves = self.moves.into_iter().map(read).collect::<Result<_, _>>()?;
        Ok(Known { turn, moves, evaluation })
    }
}
