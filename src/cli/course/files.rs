//! The files of a bundle, one function for each system. Their texts are in `templates`.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gametree::diagnostic::hex;
use gametree::grade::{Exercise, Grading, Heading};
use gametree::model::{Choice, Defaults, Reveal};
use sha2::{Digest, Sha256};

use super::bundle::Bundle;
use crate::cli::grade::{NamedExercise, System};

/// What the files of an exercise have in common.
struct Parts {
    name: String,
    worth: String,
    sheet: String,
    settings: String,
    command: Vec<u8>,
}

/// Makes the bundle of an exercise. The error says why there is none.
pub(super) fn of(system: System, exercise: &NamedExercise, command: Vec<u8>) -> Result<Bundle, String> {
    let name = exercise.name.clone();
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '-' | '_' | '.');
    if name.starts_with(['-', '.']) || !name.chars().all(is_plain) {
        return Err(format!(
            "`{name}`: scripts of course systems need a name of Latin letters, digits, `-`, `_` and `.`; rename the exercise"
        ));
    }
    if name.eq_ignore_ascii_case("answers") {
        return Err("`answers` is the name of what students hand in; rename the exercise".to_string());
    }
    let sheet = sheet(exercise)?;
    let worth = exercise.blank.worth.to_string();
    let parts = Parts { name, worth, sheet, settings: settings(&exercise.grading), command };
    Ok(match system {
        System::Gradescope => parts.gradescope(),
        System::Prairielearn => parts.prairielearn(),
        System::Coderunner => parts.coderunner(),
        System::Vpl => parts.vpl(),
        System::Classroom50 => parts.classroom50(),
    })
}

/// The sheet that students get.
pub(super) fn sheet(exercise: &NamedExercise) -> Result<String, String> {
    let name = &exercise.name;
    let heading = Heading { name: Some(name), reveal: Reveal::Never };
    let sheet = exercise.exercise.sheet(heading).map_err(|error| format!("`{name}`: {error}"))?;
    // It is what is graded, so it must be worth the same marks as the exercise.
    let regraded = Exercise::new(&sheet, &Defaults::default()).grade("", &exercise.grading.rubric);
    if regraded.map(|graded| graded.worth) != Ok(exercise.blank.worth) {
        return Err(format!(
            "`{name}`: the sheet for students would be worth other marks than the exercise; this is a bug, please report it"
        ));
    }
    Ok(sheet)
}

impl Parts {
    fn gradescope(self) -> Bundle {
        let mut bundle = self.common(include_str!("templates/gradescope/README.md"), "");
        bundle.add_executable("setup.sh", include_str!("templates/gradescope/setup.sh"));
        bundle.add_executable("run_autograder", self.filled(include_str!("templates/gradescope/run_autograder")));
        bundle.add_executable("gametree", self.command);
        bundle
    }

    fn prairielearn(self) -> Bundle {
        let mut bundle = self.common(include_str!("templates/prairielearn/README.md"), "tests/");
        bundle.add(self.file_name(), self.sheet.as_str());
        bundle.add("info.json", self.filled(include_str!("templates/prairielearn/info.json")));
        bundle.add("question.html", self.filled(include_str!("templates/prairielearn/question.html")));
        bundle.add_executable("tests/run.sh", self.filled(include_str!("templates/prairielearn/run.sh")));
        bundle.add_executable("tests/gametree", self.command);
        bundle
    }

    fn coderunner(self) -> Bundle {
        let mut bundle = self.common(include_str!("templates/coderunner/README.md"), "");
        bundle.add("template.py", self.filled(include_str!("templates/coderunner/template.py")));
        bundle.add_executable("gametree", self.command);
        bundle
    }

    fn vpl(self) -> Bundle {
        let mut bundle = self.common(include_str!("templates/vpl/README.md"), "");
        bundle.add_executable("vpl_evaluate.sh", self.filled(include_str!("templates/vpl/vpl_evaluate.sh")));
        bundle.add("gametree.b64", STANDARD.encode(&self.command));
        bundle
    }

    fn classroom50(self) -> Bundle {
        let mut bundle = self.common(include_str!("templates/classroom50/README.md"), "");
        bundle.add("autograder.py", self.filled(include_str!("templates/classroom50/autograder.py")));
        bundle.add_executable("gametree", self.command);
        bundle
    }

    /// The page for the teacher, and in a folder the sheet and the settings of grading.
    fn common(&self, readme: &str, folder: &str) -> Bundle {
        let mut bundle = Bundle::default();
        bundle.add("README.md", self.filled(readme));
        bundle.add(format!("{folder}{}", self.file_name()), self.sheet.as_str());
        bundle.add(format!("{folder}gametree.toml"), self.settings.as_str());
        bundle
    }

    fn file_name(&self) -> String {
        format!("{}.tree", self.name)
    }

    fn filled(&self, template: &str) -> String {
        let template = template.replace("@NAME@", &self.name).replace("@WORTH@", &self.worth);
        template.replace("@UUID@", &uuid(&self.sheet))
    }
}

/// The settings of grading, so that nothing else decides about marks.
fn settings(grading: &Grading) -> String {
    let Grading { rubric, feedback, misconceptions } = grading;
    let share = rubric.follow_through.to_string();
    let keys = [
        ("follow-through", share.as_str()),
        ("pruned", rubric.pruned.name()),
        ("pruned-rule", rubric.pruned_rule.name()),
        ("conventions", rubric.conventions.name()),
        ("altered", rubric.altered.name()),
        ("feedback", feedback.name()),
    ];
    let lines: String = keys.iter().map(|(key, value)| format!("{key} = \"{value}\"\n")).collect();
    format!("[grade]\n{lines}misconceptions = {misconceptions}\n")
}

/// A number that PrairieLearn knows a question by: the same for the same sheet.
fn uuid(sheet: &str) -> String {
    let mut bytes: [u8; 32] = Sha256::digest(sheet).into();
    // The version for numbers made by a rule of one's own, and the usual variant.
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex = hex(&bytes[..16]);
    format!("{}-{}-{}-{}-{}", &hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..])
}
