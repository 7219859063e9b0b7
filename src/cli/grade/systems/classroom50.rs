//! Classroom 50 reads `result.json`, whose marks are whole numbers. The script beside it adds who handed it in, and when.

use gametree::number::{Fraction, least_common_multiple};
use serde::Serialize;

use super::report::{Question, Report, json};

/// Marks are multiplied by at most this number.
const GREATEST_FACTOR: i128 = 1000;
/// The factor if no other one makes all marks whole; then they are rounded.
const ROUNDING_FACTOR: i128 = 100;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Results {
    score: u64,
    max_score: u64,
    tests: Vec<Test>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Test {
    test_name: String,
    passed: bool,
    score: u64,
    max_score: u64,
    output: String,
}

pub(super) fn written(report: &Report) -> String {
    let factor = factor(&report.questions);
    let max_score = whole(report.worth, factor);
    // A test without marks says what there is to say about the whole.
    let (test_name, output) = ("submission".to_string(), report.heading());
    let about = Test { test_name, passed: report.unreadable.is_empty(), score: 0, max_score: 0, output };
    json(&Results {
        score: whole(report.marks, factor).min(max_score),
        max_score,
        tests: std::iter::once(about).chain(report.shown().map(|question| test(question, factor))).collect(),
    })
}

fn test(question: &Question, factor: i128) -> Test {
    let max_score = whole(question.worth, factor);
    Test {
        test_name: question.name.clone(),
        passed: question.is_right(),
        score: whole(question.marks, factor).min(max_score),
        max_score,
        output: question.lines.join("\n"),
    }
}

/// The least number that makes the marks of single answers whole, also of those that follow from a mistake. It depends
/// only on the exercise, so the marks of all students can be compared. It must not tell how many answers are right, so
/// questions about the search have the same factor, whatever their answers are.
fn factor(questions: &[Question]) -> i128 {
    let single = |question: &Question| {
        let asked = Fraction::new(i128::try_from(question.asked?).ok()?, 1)?;
        let answer = question.worth.over(asked).ok()?;
        let following = answer.times(question.follow_through).ok()?;
        least_common_multiple(answer.denominator(), following.denominator())
    };
    let factor = questions.iter().try_fold(1, |factor, question| least_common_multiple(factor, single(question)?));
    factor.filter(|factor| *factor <= GREATEST_FACTOR).unwrap_or(ROUNDING_FACTOR)
}

/// Marks times the factor, rounded half up.
fn whole(marks: Fraction, factor: i128) -> u64 {
    let times = Fraction::new(factor, 1).and_then(|factor| marks.times(factor).ok());
    let half_more = times.and_then(|times| times.plus(Fraction::new(1, 2)?).ok());
    half_more.map_or(0, |marks| u64::try_from(marks.numerator().div_euclid(marks.denominator())).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(worth: (i128, i128), asked: usize, follow: (i128, i128)) -> Question {
        let fraction = |(above, below)| Fraction::new(above, below).unwrap();
        let (worth, follow_through) = (fraction(worth), fraction(follow));
        let (number, name, marks) = (String::new(), String::new(), Fraction::ZERO);
        Question { number, name, marks, worth, is_shown: true, asked: Some(asked), follow_through, lines: Vec::new() }
    }

    #[test]
    fn the_factor_is_the_least_that_makes_marks_whole() {
        assert_eq!(factor(&[question((2, 1), 1, (1, 1))]), 1);
        assert_eq!(factor(&[question((1, 1), 3, (1, 1)), question((1, 2), 1, (1, 1))]), 6);
        assert_eq!(factor(&[question((1, 1), 2, (1, 2))]), 4);
        assert_eq!(factor(&[question((1, 1), 1000, (1, 1))]), 1000);
        assert_eq!(factor(&[question((1, 1), 1001, (1, 1))]), 100, "no factor is small enough");
        assert_eq!(factor(&[]), 1);
    }

    #[test]
    fn marks_are_rounded_half_up() {
        let whole = |above, below| whole(Fraction::new(above, below).unwrap(), 100);
        assert_eq!([whole(1, 3), whole(2, 3), whole(1, 200), whole(-1, 1), whole(5, 1)], [33, 67, 1, 0, 500]);
    }
}
