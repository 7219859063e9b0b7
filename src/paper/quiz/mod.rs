//! An exercise as questions of a Moodle quiz: pages of HTML whose blanks are in Moodle's notation "Embedded answers
//! (Cloze)", as `question/type/multianswer/questiontype.php` of Moodle reads it.
//!
//! Moodle marks each blank by itself. So an answer cannot follow from an earlier wrong one there, and each end of a window
//! counts by itself. What a wrong procedure gives can be computed in advance, so the feedback on it is part of the blank.

mod blanks;
mod notation;
mod numbers;

use std::fmt::Write;

use blanks::{Blank, Input, Row, Writer, unsuited};
use notation::{blank, escaped};

use super::words::{Medium, Places, marks};
use super::{PaperError, PrintedTree, each_tree, printed};
use crate::claim::{Asked, ClaimKind};
use crate::grade::faults::BlankRuns;
use crate::grade::marks::AskedTree;
use crate::grade::questions::Asks;
use crate::model::Defaults;
use crate::number::{Fraction, Number, least_common_multiple};
use crate::render::Scene;
use crate::syntax::tree::{Kind, NodeId};

/// The questions of a quiz, one for each tree.
#[derive(Clone, Debug)]
pub struct Quiz {
    /// The questions, in the order of the exercise.
    pub questions: Vec<QuizQuestion>,
    /// How many Moodle marks one mark of the exercise becomes: Moodle gives only whole marks for a blank. `None` if no factor
    /// makes the marks of all blanks whole; they are then rounded.
    pub factor: Option<Fraction>,
}

/// A tree with its questions.
#[derive(Clone, Debug)]
pub struct QuizQuestion {
    /// The name in Moodle's question bank.
    pub name: String,
    /// The text of the question, in HTML with blanks. It shows the picture called [`PICTURE`].
    pub html: String,
    /// The tree, without answers.
    pub picture: Scene,
    /// The marks that it is worth in the exercise.
    pub worth: Fraction,
    /// The marks that it is worth in Moodle.
    pub marks: u64,
}

/// The name of the picture in a question.
pub const PICTURE: &str = "tree.png";

/// The most marks that a question can have in Moodle: more do not fit into its database.
const MOST_MARKS: i128 = 99_999;

/// A tree with its blanks.
struct Page {
    printed: PrintedTree,
    questions: Vec<Questioned>,
    /// How many decimals students must write of the numbers that are rounded.
    decimals: usize,
    /// Whether answers can be other than whole numbers.
    has_fractions: bool,
}

/// A question with its blanks, which share its marks: first its rows, then the blanks of a row.
struct Questioned {
    worth: Fraction,
    /// How students write an answer that is not a single number.
    hint: Option<&'static str>,
    rows: Vec<Row>,
}

/// How marks of the exercise become marks in Moodle.
struct Scale {
    factor: Fraction,
    is_rounded: bool,
}

/// Makes a quiz of a [sheet](crate::grade::sheet()). `with_feedback` tells students who give the answer of a wrong rule
/// what that rule is.
///
/// # Errors
///
/// If a tree is too large or cannot be searched, if its marks cannot be added up, or if Moodle has no blank for a question.
pub fn to_quiz(sheet: &str, title: &str, with_feedback: bool) -> Result<Quiz, PaperError> {
    let mut pages: Vec<Result<Page, PaperError>> = Vec::new();
    each_tree(sheet, &Defaults::default(), |claims, asked, place| {
        pages.push(Page::new(asked, printed(claims, asked, place, None, Medium::Quiz)?, with_feedback));
        Ok(())
    })?;
    let pages = pages.into_iter().collect::<Result<Vec<Page>, PaperError>>()?;
    let scale = Scale::of(&pages).ok_or(PaperError::Marks)?;
    let is_only = pages.len() == 1;
    let question = |(place, page): (usize, Page)| {
        let name = match &page.printed.title {
            Some(tree) if tree != title => format!("{title}: {tree}"),
            None if !is_only => format!("{title}: tree {}", place + 1),
            _ => title.to_string(),
        };
        let (html, marks) = page.written(&scale).ok_or(PaperError::Marks)?;
        let worth = page.printed.questions.iter().try_fold(Fraction::ZERO, |sum, question| sum.plus(question.worth));
        let picture = page.picture().clone();
        Ok(QuizQuestion { name, html, marks, picture, worth: worth.map_err(|_| PaperError::Marks)? })
    };
    let questions = pages.into_iter().enumerate().map(question).collect::<Result<_, PaperError>>()?;
    Ok(Quiz { questions, factor: Some(scale.factor).filter(|_| !scale.is_rounded) })
}

impl Page {
    fn new(asked: &AskedTree<'_>, printed: PrintedTree, with_feedback: bool) -> Result<Self, PaperError> {
        let no_blank = |words: &str, reason| PaperError::NoBlank { question: words.to_string(), reason };
        let places = Places::of(asked);
        let runs = BlankRuns::new(asked.game(), &asked.search);
        let mut questions = Vec::new();
        for (question, printed) in asked.questions.iter().zip(&printed.questions) {
            let rows = match &runs {
                Some(runs) => Writer { tree: asked, places: &places, runs, with_feedback }.rows(question),
                None => Err(unsuited(question.asks)),
            };
            let rows = rows.map_err(|reason| no_blank(&printed.words, reason))?;
            questions.push(Questioned { worth: question.worth, hint: hint(question.asks), rows });
        }
        let nodes = asked.game().nodes();
        let is_fraction = |leaf: NodeId| nodes.value(leaf).finite().is_some_and(|number| !number.is_integer());
        let inputs = || questions.iter().flat_map(Questioned::inputs);
        let is_rounded = |input: &Input| matches!(input, Input::Number { is_rounded: true, .. });
        let has_fractions =
            nodes.has(Kind::Chance) || nodes.of_kind(Kind::Value).any(is_fraction) || inputs().any(is_rounded);
        let decimals = inputs().filter_map(Input::decimals).max().unwrap_or_default().max(2);
        let cannot_be_written = |input: &Input| input.decimals().is_none() || !input.can_have(decimals);
        if let Some(place) = questions.iter().position(|question| question.inputs().any(cannot_be_written)) {
            let reason = "Moodle cannot compare numbers with so many digits";
            return Err(no_blank(&printed.questions[place].words, reason));
        }
        Ok(Self { printed, questions, decimals, has_fractions })
    }

    /// The tree, without answers.
    fn picture(&self) -> &Scene {
        &self.printed.pictures[0].scene
    }

    /// The text of the question, and its marks. `None` if these are too many for an exact number.
    fn written(&self, scale: &Scale) -> Option<(String, u64)> {
        let mut html = String::new();
        for text in self.printed.paragraphs() {
            let _ = writeln!(html, "<p>{}</p>", escaped(&text));
        }
        let Scene { description, start, end, .. } = self.picture();
        let (alt, width) = (escaped(description), (end.x - start.x) / 100);
        let _ = writeln!(html, "<p><img src=\"@@PLUGINFILE@@/{PICTURE}\" width=\"{width}\" alt=\"{alt}\"></p>");
        if self.has_fractions {
            let _ = writeln!(
                html,
                "<p>In a field for one number, write a decimal such as 2.5, not a fraction such as 5/2. If a number has \
                 more than {0} decimal places, round it to {0} places: for 20/3, write {1}.</p>",
                self.decimals,
                Number::fraction(20, 3).and_then(|number| number.rounded(self.decimals)).unwrap_or_default()
            );
        }
        let mut all = 0;
        for (printed, question) in self.printed.questions.iter().zip(&self.questions) {
            let words = escaped(&printed.words);
            let _ = writeln!(html, "<p><strong>{}</strong> {words} ({})</p>", printed.number, marks(printed.worth));
            if let Some(hint) = question.hint {
                let _ = writeln!(html, "<p>{}</p>", escaped(hint));
            }
            for row in &question.rows {
                let marks = scale.marks(question.worth_of_blank(row)?)?;
                all += marks * row.blanks.len() as u64;
                let mut parts = vec![escaped(&row.label)];
                for Blank { label, input } in &row.blanks {
                    parts.extend([label.to_string(), blank(marks, input, self.decimals)]);
                }
                parts.retain(|part| !part.is_empty());
                let _ = writeln!(html, "<div>{}</div>", parts.join(" "));
            }
        }
        Some((html, all))
    }
}

impl Questioned {
    fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.rows.iter().flat_map(|row| &row.blanks).map(|blank| &blank.input)
    }

    /// The marks for each blank of a row; `None` if they are no exact number.
    fn worth_of_blank(&self, row: &Row) -> Option<Fraction> {
        self.worth.over(Fraction::from((self.rows.len() * row.blanks.len()) as u64)).ok()
    }
}

impl Scale {
    /// The least factor that makes the marks of all blanks whole. If the marks would then be too many for Moodle, a factor for
    /// which they must be rounded. `None` if the marks have no exact sum.
    fn of(pages: &[Page]) -> Option<Self> {
        let (mut all, mut blanks, mut factor) = (Fraction::ZERO, 0, Some(1));
        for question in pages.iter().flat_map(|page| &page.questions) {
            all = all.plus(question.worth).ok()?;
            for row in &question.rows {
                blanks += row.blanks.len() as i128;
                let worth = question.worth_of_blank(row)?;
                factor = factor.and_then(|factor| least_common_multiple(factor, worth.denominator()));
            }
        }
        let fits = |factor: &Fraction| {
            all.times(*factor).is_ok_and(|marks| Fraction::new(MOST_MARKS, 1).is_some_and(|most| marks <= most))
        };
        let exact = factor.and_then(|factor| Fraction::new(factor, 1)).filter(fits);
        // Rounding adds at most one mark to each blank.
        let rounding = || Fraction::new(MOST_MARKS - blanks, 1)?.over(all).ok();
        Some(Self { factor: exact.or_else(rounding)?, is_rounded: exact.is_none() })
    }

    /// The marks in Moodle, at least 1. `None` if they are too many for an exact number.
    fn marks(&self, worth: Fraction) -> Option<u64> {
        let half_more = worth.times(self.factor).ok()?.plus(Fraction::new(1, 2)?).ok()?;
        Some(u64::try_from(half_more.numerator() / half_more.denominator()).ok()?.max(1))
    }
}

/// How students write an answer that is not a single number.
fn hint(asks: Asks) -> Option<&'static str> {
    match asks {
        Asks::Claim(_, ClaimKind::Window) => Some("Write inf for ∞ and -inf for −∞."),
        Asks::Every(Asked::Windows) => {
            Some("Write inf for ∞ and -inf for −∞. If the search does not enter a node, write - in both of its fields.")
        }
        Asks::Every(Asked::Returns) => Some(
            "Write a value such as 5, or a bound such as <= 5 or >= 5. If the search does not enter a node, write -.",
        ),
        Asks::Expected(ClaimKind::Line) => Some("Write the moves in order, with spaces between them."),
        Asks::Expected(ClaimKind::Visits) => {
            Some("Write the values of the leaves in order, exactly as the tree shows them, with spaces between them.")
        }
        Asks::Expected(ClaimKind::Enters) => Some(
            "Write the names in order, with spaces between them. If a leaf has no name, write its value exactly as the tree \
                 shows it.",
        ),
        _ => None,
    }
}
