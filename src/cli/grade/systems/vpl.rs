//! The Virtual Programming Lab of Moodle reads what a program prints. The last line that begins with `Grade :=>>` has
//! the grade, so no other line may begin with text that we have not written.

use gametree::number::{Fraction, Number};

use super::decimal::Decimal;
use super::report::Report;

/// The scale of the activity.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) least: Fraction,
    pub(super) greatest: Fraction,
}

impl Scale {
    /// The scale that VPL gives. If there is none, or an impossible one, it goes from 0 to the marks of the exercise.
    pub(super) fn from_environment(worth: Fraction) -> Self {
        let number = |name: &str| {
            let text = std::env::var(name).ok()?;
            text.trim().replace(',', ".").parse::<Number>().ok()?.finite()
        };
        let (least, greatest) = (number("VPL_GRADEMIN"), number("VPL_GRADEMAX"));
        let scale = Self { least: least.unwrap_or(Fraction::ZERO), greatest: greatest.unwrap_or(worth) };
        let of_marks = Self { least: Fraction::ZERO, greatest: worth };
        if scale.least < scale.greatest { scale } else { of_marks }
    }

    /// The grade for a share of the marks, which is from 0 to 1.
    fn grade(self, share: Fraction) -> Fraction {
        let range = self.greatest.minus(self.least).and_then(|range| range.times(share));
        let grade = range.and_then(|part| self.least.plus(part)).unwrap_or(self.least);
        grade.clamp(self.least, self.greatest.max(self.least))
    }
}

pub(super) fn written(report: &Report, scale: Scale) -> String {
    let mut text = "<|--\n".to_string();
    let indented = |lines: &[String]| lines.iter().map(|line| format!(" {line}\n")).collect::<String>();
    text += &format!("-{}\n{}", report.summary, indented(&report.notes));
    for question in report.shown() {
        let lost = question.worth.minus(question.marks).ok().filter(|lost| *lost > Fraction::ZERO);
        let lost = lost.map_or_else(String::new, |lost| format!(" (-{})", Decimal(lost)));
        text += &format!("-{}{lost}\n{}", question.name, indented(&question.lines));
    }
    if report.is_our_fault {
        return text + "--|>\n";
    }
    text + &format!("--|>\nGrade :=>> {}\n", Decimal(scale.grade(report.share())))
}
