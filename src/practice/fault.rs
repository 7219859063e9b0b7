//! A sheet with a planted mistake: readers look for the answer where it was made.

use serde::Serialize;

use crate::grade::faults::Fault;
use crate::grade::{Credit, Exercise, Graded, GradedItem, Rubric, planted};
use crate::model::Defaults;
use crate::paper::answered_picture;
use crate::render::{Theme, to_svg};

/// The sheet of a student who followed a wrong procedure.
pub struct PlantedSheet {
    fault: Fault,
    exercise: Exercise,
    graded: Graded,
}

/// What is said about an answer that a reader chose.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// Whether the first mistake was made there.
    #[serde(rename = "first")]
    pub is_first: bool,
    /// What there is to say, line by line. If it is the first mistake, this explains the answer and names the wrong
    /// procedure.
    pub says: Vec<String>,
}

impl PlantedSheet {
    /// Fills in the sheet of an exercise as a student with this fault does; `fault` is its name in commands.
    ///
    /// # Errors
    ///
    /// Why there is no such sheet, in words.
    pub fn new(exercise: &str, fault: &str) -> Result<Self, String> {
        let fault = Fault::from_word(fault).ok_or_else(|| format!("there is no fault `{fault}`"))?;
        let defaults = Defaults::default();
        let sheet = planted(exercise, &defaults, fault).map_err(|error| error.to_string())?;
        let sheet = sheet.ok_or("this tree cannot be searched with this fault")?;
        let exercise = Exercise::new(exercise, &defaults);
        let graded = exercise.grade(&sheet, &Rubric::default()).map_err(|fault| fault.to_string())?;
        let planted = Self { fault, exercise, graded };
        planted.first().ok_or("with this fault, all answers are right")?;
        Ok(planted)
    }

    /// The tree with the answers at its nodes, as SVG; `None` if it is too large to be drawn.
    pub fn picture(&self) -> Option<String> {
        let scene = answered_picture(&self.exercise, self.graded.trees.first()?)?;
        Some(to_svg(&scene, Theme::Auto, "gt"))
    }

    /// The answers with what they are about, in the order in which the search finds them out: `C: window [3, inf]`,
    /// `C #2: pruned`.
    pub fn answers(&self) -> Vec<String> {
        let answer = |item: &&GradedItem| match (&item.answer, item.name.rsplit_once(": ")) {
            (Some(answer), _) if !item.is_mark => format!("{} {answer}", item.name),
            (Some(_), _) => item.name.clone(),
            (None, Some((node, asked))) => format!("{node}: not {asked}"),
            (None, None) => format!("not {}", item.name),
        };
        self.items().iter().map(answer).collect()
    }

    /// What to say about one of the [answers](Self::answers); `None` if there is no such answer.
    pub fn judge(&self, answer: usize) -> Option<Verdict> {
        let items = self.items();
        let item = *items.get(answer)?;
        let first = self.first()?;
        if is_mistake(item) && item.moment == first.moment {
            let put_right = self.fault.put_right(&self.graded.trees.first()?.settings);
            let rule = self.fault.description().rule;
            // The grader may have found out the wrong rule, too.
            let is_about_rule = |line: &str| line.contains(rule) || line == put_right;
            let mut says: Vec<String> = item.reason.iter().filter(|line| !is_about_rule(line)).cloned().collect();
            says.push(format!("This student follows a wrong rule: {rule}."));
            says.push(put_right);
            return Some(Verdict { is_first: true, says });
        }
        let says = match item.credit {
            Credit::Right => "This answer is right.",
            Credit::Follows => "This answer is wrong, but it follows correctly from an earlier mistake.",
            _ => "This answer is wrong, but it is not the first mistake.",
        };
        Some(Verdict { is_first: false, says: vec![says.to_string()] })
    }

    /// Everything that was answered, in the order in which the search finds it out. A missing mark is an answer, too.
    fn items(&self) -> Vec<&GradedItem> {
        let questions = self.graded.trees.iter().flat_map(|tree| &tree.questions);
        let items = questions.flat_map(|question| &question.items);
        let mut items: Vec<&GradedItem> = items.filter(|item| item.answer.is_some() || item.is_mark).collect();
        items.sort_by_key(|item| item.moment);
        items
    }

    fn first(&self) -> Option<&GradedItem> {
        self.items().into_iter().find(|item| is_mistake(item))
    }
}

/// Whether a mistake was made at an answer: it is wrong, and does not follow from an earlier one.
fn is_mistake(item: &GradedItem) -> bool {
    !matches!(item.credit, Credit::Right | Credit::Follows)
}
