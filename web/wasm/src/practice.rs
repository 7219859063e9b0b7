//! Marks of exercises, and sheets with planted mistakes. Each message is a [`Request`], each answer a [`Response`].

use gametree::grade::{Heading, sheet};
use gametree::model::{Defaults, Reveal};
use gametree::practice::{PlantedSheet, mark, mark_own};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A question with a number, which the answer repeats.
#[derive(Deserialize)]
struct Request {
    id: u64,
    ask: Ask,
}

/// What a page can ask.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// Marks a filled exercise: see [`mark`].
    Mark { exercise: String, text: String },
    /// Marks a text that a reader has opened and changed: see [`mark_own`].
    Own { original: Option<String>, text: String },
    /// The sheet that students get of an exercise.
    Sheet { exercise: String },
    /// The answers of a student with a fault, and a picture of them.
    Planted { exercise: String, fault: String },
    /// What there is to say about one of these answers.
    Judge { exercise: String, fault: String, answer: usize },
}

/// The answer, or why there is none.
#[derive(Serialize)]
struct Response {
    id: u64,
    #[serde(flatten)]
    result: Result<Value, String>,
}

/// It keeps nothing between two questions.
#[derive(Default)]
pub(crate) struct Module;

impl Module {
    /// Answers each question. What is not a question has no answer.
    pub(crate) fn answer<'m>(&mut self, questions: impl Iterator<Item = &'m [u8]>) -> Vec<String> {
        let requests = questions.filter_map(|question| serde_json::from_slice(question).ok());
        let responses = requests.map(|Request { id, ask }| Response { id, result: ask.answer() });
        responses.map(|response| json!(response).to_string()).collect()
    }
}

impl Ask {
    fn answer(self) -> Result<Value, String> {
        match self {
            Self::Mark { exercise, text } => Ok(json!(mark(&exercise, &text)?)),
            Self::Own { original, text } => Ok(json!(mark_own(original.as_deref(), &text)?)),
            Self::Sheet { exercise } => {
                let heading = Heading { name: None, reveal: Reveal::Never };
                let sheet = sheet(&exercise, &Defaults::default(), heading);
                Ok(json!(sheet.map_err(|error| error.to_string())?))
            }
            Self::Planted { exercise, fault } => {
                let planted = PlantedSheet::new(&exercise, &fault)?;
                Ok(json!({ "picture": planted.picture(), "answers": planted.answers() }))
            }
            Self::Judge { exercise, fault, answer } => {
                let verdict = PlantedSheet::new(&exercise, &fault)?.judge(answer);
                Ok(json!(verdict.ok_or("there is no such answer")?))
            }
        }
    }
}
