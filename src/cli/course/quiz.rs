//! The questions of a quiz, as Moodle imports them: its XML format, with each picture inside.

use std::io;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use gametree::grade::Feedback;
use gametree::number::{Fraction, Number};
use gametree::paper::{PICTURE, Quiz, QuizQuestion, to_quiz};
use gametree::render::Theme;
use quick_xml::Writer;
use quick_xml::events::{BytesCData, BytesDecl, BytesText, Event};

use super::bundle::Bundle;
use super::files::sheet;
use crate::cli::grade::NamedExercise;
use crate::cli::raster::to_png;

const README: &str = include_str!("templates/moodle-quiz/README.md");

/// Makes the files of a quiz. The error says why there are none.
pub(super) fn of(exercise: &NamedExercise) -> Result<Bundle, String> {
    let name = &exercise.name;
    // A quiz has feedback on wrong rules only if graded sheets would have it.
    let with_feedback = exercise.grading.feedback == Feedback::Full && exercise.grading.misconceptions;
    let quiz = to_quiz(&sheet(exercise)?, name, with_feedback).map_err(|error| format!("`{name}`: {error}"))?;
    let pictures = quiz.questions.iter().map(|question| to_png(&question.picture, Theme::Light));
    let pictures = pictures.collect::<Result<Vec<_>, String>>();
    let pictures = pictures
        .map_err(|_| format!("`{name}`: the picture of a tree is too large for a quiz; ask about a smaller tree"))?;
    let xml = xml(&quiz, &pictures).map_err(|error| format!("`{name}`: {error}"))?;
    let mut bundle = Bundle::default();
    bundle.add(format!("{name}.xml"), xml);
    bundle.add("README.md", readme(&quiz, name, exercise.blank.worth));
    Ok(bundle)
}

fn xml(quiz: &Quiz, pictures: &[Vec<u8>]) -> io::Result<Vec<u8>> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("quiz").write_inner_content(|writer| {
        quiz.questions.iter().zip(pictures).try_for_each(|(question, picture)| write(writer, question, picture))
    })?;
    let mut xml = writer.into_inner();
    xml.push(b'\n');
    Ok(xml)
}

fn write(writer: &mut Writer<Vec<u8>>, question: &QuizQuestion, picture: &[u8]) -> io::Result<()> {
    let element = writer.create_element("question").with_attribute(("type", "cloze"));
    element.write_inner_content(|writer| {
        writer.create_element("name").write_inner_content(|writer| {
            writer.create_element("text").write_text_content(BytesText::new(&question.name)).map(drop)
        })?;
        let text = writer.create_element("questiontext").with_attribute(("format", "html"));
        text.write_inner_content(|writer| {
            writer.create_element("text").write_cdata_content(BytesCData::new(question.html.as_str()))?;
            let file = [("name", PICTURE), ("path", "/"), ("encoding", "base64")];
            let file = writer.create_element("file").with_attributes(file);
            file.write_text_content(BytesText::new(&STANDARD.encode(picture))).map(drop)
        })
        .map(drop)
    })?;
    Ok(())
}

/// The page for the teacher.
fn readme(quiz: &Quiz, name: &str, worth: Fraction) -> String {
    // Moodle takes decimals, and keeps five of them.
    let exact = worth.to_string();
    let worth = if exact.contains('/') { Number::Finite(worth).rounded(5).unwrap_or(exact) } else { exact };
    let cell = |text: &str| text.replace('|', "\\|");
    let row = |question: &QuizQuestion| {
        format!("   | {} | {} | {} |\n", cell(&question.name), question.worth, question.marks)
    };
    let rows: String = quiz.questions.iter().map(row).collect();
    let questions =
        format!("   | question | marks of the exercise | marks in Moodle |\n   | --- | ---: | ---: |\n{rows}");
    let scaled = |how: &str| {
        format!(
            " Moodle gives only whole marks for a blank. So these questions have {how}. Moodle scales them to the \
             maximum grade."
        )
    };
    let more = match quiz.factor {
        Some(factor) if factor == Fraction::ONE => String::new(),
        Some(factor) => scaled(&format!("{factor} times the marks of the exercise")),
        None => scaled("more marks than the exercise, and the marks of each blank are rounded"),
    };
    let filled = README.replace("@QUESTIONS@\n", &questions).replace("@WORTH@", &worth).replace("@MORE@", &more);
    filled.replace("@NAME@", name)
}
