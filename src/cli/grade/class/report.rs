//! What the report about a class says. It is written as JSON and as a page.

use gametree::number::Fraction;
use serde::{Serialize, Serializer};

use super::answers::Item;
use super::copies::{Pair, pairs, passed_on, same_comments};
use super::exact::whole;
use super::{Class, Exact, Exercise, Question};

/// Fewer students than this could be recognised.
const FEW: u64 = 3;
/// So many wrong answers to an item are listed.
const MOST_ANSWERS: usize = 10;
/// At most so many wrong procedures are named as the reason for an answer.
const MOST_REASONS: usize = 3;

/// The report.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) exercises: Vec<String>,
    /// The marks of a right submission.
    pub(super) worth: Option<String>,
    /// Whether it names students.
    pub(super) with_ids: bool,
    pub(super) students: Count,
    pub(super) statuses: Vec<Counted>,
    /// `None` if no student has marks.
    pub(super) marks: Option<Marks>,
    pub(super) follow_through: FollowThrough,
    pub(super) misconceptions: Vec<Counted>,
    pub(super) questions: Vec<QuestionReport>,
    pub(super) altered: Vec<Altered>,
    /// `None` if the report has no ids.
    pub(super) needs_a_look: Option<Listed<NeedsALook>>,
    pub(super) copies: Option<Listed<SharedMistakes>>,
    /// If students have different trees: pairs in which wrong answers of the first are right in the exercise of the second.
    pub(super) passed_on: Option<Listed<SharedMistakes>>,
    /// The students whose files have the same comments, apart from those of the sheet.
    pub(super) same_comments: Option<Listed<Vec<String>>>,
}

/// A number of students.
#[derive(Clone, Copy)]
pub(super) struct Count {
    number: u64,
    is_hidden: bool,
}

impl Count {
    /// In words for people.
    pub(super) fn shown(self) -> String {
        if self.is_hidden { format!("< {FEW}") } else { self.number.to_string() }
    }

    /// The number for the length of a bar; 0 if it is hidden.
    pub(super) fn height(self) -> u64 {
        if self.is_hidden { 0 } else { self.number }
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.is_hidden { serializer.serialize_str(&self.shown()) } else { serializer.serialize_u64(self.number) }
    }
}

#[derive(Serialize)]
pub(super) struct Counted {
    pub(super) name: String,
    pub(super) count: Count,
}

/// The marks of all students who have some. All numbers of marks are exact.
#[derive(Serialize)]
pub(super) struct Marks {
    pub(super) students: Count,
    pub(super) mean: Option<String>,
    pub(super) median: Option<String>,
    /// The first and the third quartile.
    pub(super) quartiles: [Option<String>; 2],
    /// How many students are in each tenth of the marks.
    pub(super) histogram: Vec<Count>,
}

#[derive(Serialize)]
pub(super) struct FollowThrough {
    /// How many marks all answers that follow from a mistake got together.
    pub(super) marks: Option<String>,
    pub(super) students: Count,
}

#[derive(Serialize)]
pub(super) struct QuestionReport {
    pub(super) exercise: String,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) worth: Option<String>,
    /// The share of the marks that students get on average.
    pub(super) mean: Option<String>,
    /// The share of the answers that are right.
    pub(super) right: Option<String>,
    /// The share of the answers that follow from a mistake.
    pub(super) follows: Option<String>,
    /// The correlation of its marks with all other marks, from -1 to 1.
    pub(super) discrimination: Option<f64>,
    pub(super) items: Vec<ItemReport>,
}

#[derive(Serialize)]
pub(super) struct ItemReport {
    pub(super) name: String,
    pub(super) right: Count,
    pub(super) follows: Count,
    pub(super) wrong: Count,
    pub(super) none: Count,
    /// The commonest wrong answers, without those that too few students gave.
    pub(super) answers: Vec<AnswerReport>,
    /// How many gave other wrong answers.
    pub(super) other: Count,
}

#[derive(Serialize)]
pub(super) struct AnswerReport {
    pub(super) answer: String,
    pub(super) count: Count,
    /// The wrong procedures that give it.
    pub(super) as_if: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct Altered {
    pub(super) exercise: String,
    pub(super) tree: String,
    pub(super) count: Count,
}

/// A list, which may be cut.
#[derive(Serialize)]
pub(super) struct Listed<T> {
    pub(super) listed: Vec<T>,
    /// How many more there are.
    pub(super) more: u64,
}

#[derive(Serialize)]
pub(super) struct NeedsALook {
    pub(super) id: String,
    pub(super) status: String,
    pub(super) reason: String,
}

/// Two students who share wrong answers.
#[derive(Serialize)]
pub(super) struct SharedMistakes {
    pub(super) ids: [String; 2],
    pub(super) answers: u64,
    pub(super) bits: f64,
}

impl Report {
    pub(super) fn of(class: &Class, with_ids: bool) -> Self {
        let teller = Teller { with_ids };
        let counted = |(name, count): (&String, &u64)| Counted { name: name.clone(), count: teller.count(*count) };
        let exercises = || class.exercises.iter();
        let questions = exercises()
            .flat_map(|exercise| exercise.questions.iter().map(move |question| teller.question(exercise, question)));
        let altered = exercises().flat_map(|exercise| {
            exercise.altered.iter().map(move |(tree, count)| Altered {
                exercise: exercise.name.clone(),
                tree: tree.clone(),
                count: teller.count(*count),
            })
        });
        let mut misconceptions: Vec<(&String, &u64)> = class.faults.iter().collect();
        misconceptions.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        Self {
            exercises: exercises().map(|exercise| exercise.name.clone()).collect(),
            worth: class.worth.map(String::from),
            with_ids,
            students: teller.count(class.statuses.values().sum()),
            statuses: class.statuses.iter().map(counted).collect(),
            marks: teller.marks(class),
            follow_through: FollowThrough {
                marks: class
                    .moved
                    .value()
                    .filter(|_| with_ids || class.moved_students >= FEW)
                    .map(|marks| marks.to_string()),
                students: teller.count(class.moved_students),
            },
            misconceptions: misconceptions.into_iter().map(counted).collect(),
            questions: questions.collect(),
            altered: altered.collect(),
            needs_a_look: with_ids.then(|| needs_a_look(class)),
            copies: with_ids.then(|| listed(pairs(class))),
            passed_on: with_ids.then(|| listed(passed_on(class))),
            same_comments: with_ids.then(|| {
                let (groups, more) = same_comments(class);
                Listed { listed: groups.into_iter().map(|ids| ids.iter().cloned().collect()).collect(), more }
            }),
        }
    }
}

/// Decides which counts are told.
#[derive(Clone, Copy)]
struct Teller {
    with_ids: bool,
}

impl Teller {
    fn count(self, number: u64) -> Count {
        Count { number, is_hidden: !self.with_ids && 0 < number && number < FEW }
    }

    fn marks(self, class: &Class) -> Option<Marks> {
        let count = class.marks.count();
        let worth = class.worth.map(|Exact(worth)| worth);
        let quartile = |quarters: u64| class.marks.quartile(quarters).map(|marks| marks.to_string());
        // Of one or two students, these would be their own marks.
        let is_told = self.with_ids || count >= FEW;
        (count > 0).then(|| Marks {
            students: self.count(count),
            mean: class.marks.mean().filter(|_| is_told).map(|marks| marks.to_string()),
            median: quartile(2).filter(|_| is_told),
            quartiles: [1, 3].map(|quarters| quartile(quarters).filter(|_| is_told)),
            histogram: worth
                .map(|worth| class.marks.histogram(worth).map(|count| self.count(count)).to_vec())
                .unwrap_or_default(),
        })
    }

    fn question(self, exercise: &Exercise, question: &Question) -> QuestionReport {
        let is_told = self.with_ids || exercise.graded >= FEW;
        let worth = question.worth.map(|Exact(worth)| worth);
        let share = |marks: Fraction| marks.over(worth?).ok();
        let mean = question.moments.mean().and_then(share).filter(|_| is_told);
        let all: u64 = question.items.values().map(Item::all).sum();
        let of_items = |count: fn(&Item) -> u64| {
            let share = whole(question.items.values().map(count).sum()).over(whole(all)).ok();
            share.filter(|_| is_told).map(|share| share.to_string())
        };
        // If students have different trees, nothing is counted.
        let mut items: Vec<(&String, &Item)> = question.items.iter().filter(|(_, item)| item.all() > 0).collect();
        items.sort_by_key(|(_, item)| item.moment);
        QuestionReport {
            exercise: exercise.name.clone(),
            id: question.number.clone(),
            name: question.name.clone(),
            worth: question.worth.map(String::from),
            mean: mean.map(|share| share.to_string()),
            right: of_items(|item| item.right),
            follows: of_items(|item| item.follows),
            discrimination: question.moments.correlation().filter(|_| is_told).map(rounded),
            items: items.into_iter().map(|(name, item)| self.item(name, item)).collect(),
        }
    }

    fn item(self, name: &str, item: &Item) -> ItemReport {
        let mut answers: Vec<_> = item.answers.iter().collect();
        answers.sort_by_key(|(_, answer)| std::cmp::Reverse(answer.count));
        answers.retain(|(_, answer)| self.with_ids || answer.count >= FEW);
        answers.truncate(MOST_ANSWERS);
        let told: u64 = answers.iter().map(|(_, answer)| answer.count).sum();
        let answers = answers.into_iter().map(|(text, answer)| {
            let always = answer.given_by.iter().filter(|(_, count)| **count == answer.count);
            let names: Vec<String> = always.map(|(name, _)| name.clone()).collect();
            AnswerReport {
                answer: text.0.clone(),
                count: self.count(answer.count),
                as_if: if names.len() <= MOST_REASONS { names } else { Vec::new() },
            }
        });
        ItemReport {
            name: name.to_string(),
            right: self.count(item.right),
            follows: self.count(item.follows),
            wrong: self.count(item.wrong),
            none: self.count(item.none),
            answers: answers.collect(),
            other: self.count(item.wrong - told),
        }
    }
}

impl Item {
    fn all(&self) -> u64 {
        self.right + self.follows + self.wrong + self.none
    }
}

fn needs_a_look(class: &Class) -> Listed<NeedsALook> {
    let listed = class.needs_a_look.iter().map(|(id, [status, reason])| NeedsALook {
        id: id.clone(),
        status: status.clone(),
        reason: reason.clone(),
    });
    let listed: Vec<NeedsALook> = listed.collect();
    Listed { more: class.looks - listed.len() as u64, listed }
}

fn listed((pairs, more): (Vec<Pair<'_>>, u64)) -> Listed<SharedMistakes> {
    let copy = |pair: Pair<'_>| SharedMistakes {
        ids: pair.ids.map(str::to_string),
        answers: pair.answers,
        bits: rounded(pair.bits),
    };
    Listed { listed: pairs.into_iter().map(copy).collect(), more }
}

/// A number with three decimals.
fn rounded(number: f64) -> f64 {
    (number * 1_000.0).round() / 1_000.0
}
