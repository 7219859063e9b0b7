//! A handout in blocks: what comes one below the other, each as large as it is on the page.

use std::fmt::Write;

use quick_xml::escape::escape;

use super::words::marks;
use super::{HEIGHT, Handout, PrintedPicture, PrintedQuestion, WIDTH};
use crate::render::measure::{Font, Length};
use crate::render::{Pixels, Scene, Theme, to_svg};

const TITLE: Font = Font { size: 2_200, bold: true };
const HEADING: Font = Font { size: 1_600, bold: true };
const TEXT: Font = Font { size: 1_450, bold: false };
const ANSWER: Font = Font { size: 1_450, bold: true };
/// The room for the marks at the right of a question.
const MARKS: Length = 9_000;
/// The room for the number at the left of a question.
const NUMBER: Length = 4_200;
/// The room to write an answer.
const ROOM: Length = 4_200;

/// Something on a page, with its height.
pub(super) struct Block {
    pub(super) height: Length,
    /// SVG whose upper left corner is at 0, 0.
    pub(super) svg: String,
    /// Whether the next block must be on the same page.
    pub(super) keeps_next: bool,
}

/// The blocks of a handout. `prefix` makes the ids of its pictures different from those of others.
pub(super) fn blocks(handout: &Handout, prefix: &str) -> Vec<Block> {
    let mut blocks = vec![title(handout)];
    for (place, tree) in handout.trees.iter().enumerate() {
        let heading = tree.title.iter().map(|title| lines(title, HEADING, 0, WIDTH, 1_200));
        let texts = tree.paragraphs_on_paper().map(|text| lines(&text, TEXT, 0, WIDTH, 500));
        blocks.extend(heading.chain(texts).map(|block| Block { keeps_next: true, ..block }));
        let (upright, across): (Vec<_>, Vec<_>) =
            tree.pictures.iter().enumerate().partition(|(_, picture)| !picture.is_across);
        let prefix = |number: usize| format!("{prefix}-{place}-{number}");
        blocks.extend(upright.into_iter().map(|(number, picture)| self::upright(picture, &prefix(number))));
        blocks.extend(tree.questions.iter().map(question));
        blocks.extend(across.into_iter().map(|(number, picture)| self::across(picture, &prefix(number))));
    }
    blocks
}

fn title(handout: &Handout) -> Block {
    let mut svg = String::new();
    let what = if handout.is_key { format!("{}: key", handout.title) } else { handout.title.clone() };
    push_text(&mut svg, &clipped(&what, TITLE, WIDTH / 2), TITLE, 0, TITLE.size);
    let marks = marks(handout.worth);
    let right = WIDTH - TEXT.width(&marks);
    push_text(&mut svg, &marks, TEXT, right, TITLE.size);
    if !handout.is_key {
        let from = WIDTH / 2 + 1_500;
        push_text(&mut svg, "Name:", TEXT, from, TITLE.size);
        push_rule(&mut svg, from + TEXT.width("Name: "), right - 1_500, TITLE.size + 300);
    }
    Block { height: TITLE.size + 1_500, svg, keeps_next: true }
}

/// A text, broken into lines of this width at most, and what is left free above it.
fn lines(text: &str, font: Font, left: Length, width: Length, above: Length) -> Block {
    let mut svg = String::new();
    let mut y = above;
    for line in wrapped(text, font, width) {
        y += font.size * 13 / 10;
        push_text(&mut svg, &line, font, left, y - font.size * 3 / 10);
    }
    Block { height: y, svg, keeps_next: false }
}

/// A picture in the middle, as large as fits.
fn upright(picture: &PrintedPicture, prefix: &str) -> Block {
    const ABOVE: Length = 800;
    let [wide, high] = picture.size();
    let svg = placed(picture, prefix, [(WIDTH - wide) / 2, ABOVE]);
    Block { height: ABOVE + high, svg, keeps_next: true }
}

/// A picture that fills a page and is read from the right.
fn across(picture: &PrintedPicture, prefix: &str) -> Block {
    let [wide, high] = picture.size();
    let [left, below] = [(WIDTH - high) / 2, (HEIGHT + wide) / 2].map(Pixels);
    let svg = placed(picture, prefix, [0, 0]);
    let svg = format!("<g transform=\"translate({left},{below}) rotate(-90)\">{svg}</g>");
    Block { height: HEIGHT, svg, keeps_next: false }
}

/// A picture as a part of a page: its upper left corner is at a place there, and it has the size on paper.
fn placed(picture: &PrintedPicture, prefix: &str, [x, y]: [Length; 2]) -> String {
    let Scene { start, end, .. } = picture.scene;
    let size = |[width, height]: [Length; 2]| format!("width=\"{}\" height=\"{}\" role", Pixels(width), Pixels(height));
    let place = format!("x=\"{}\" y=\"{}\" ", Pixels(x), Pixels(y));
    let svg = to_svg(&picture.scene, Theme::Light, prefix);
    svg.replacen(&size([end.x - start.x, end.y - start.y]), &(place + &size(picture.size())), 1)
}

fn question(question: &PrintedQuestion) -> Block {
    const ABOVE: Length = 700;
    let width = WIDTH - NUMBER - MARKS;
    let Block { mut height, mut svg, .. } = lines(&question.words, TEXT, NUMBER, width, ABOVE);
    let first = ABOVE + TEXT.size;
    push_text(&mut svg, &question.number, ANSWER, 0, first);
    let marks = format!("({})", marks(question.worth));
    push_text(&mut svg, &marks, TEXT, WIDTH - TEXT.width(&marks), first);
    match &question.answer {
        Some(answer) => {
            let answer = lines(answer, ANSWER, 0, WIDTH - NUMBER, 0);
            let _ =
                writeln!(svg, "<g transform=\"translate({},{})\">{}</g>", Pixels(NUMBER), Pixels(height), answer.svg);
            height += answer.height;
        }
        None if !question.is_in_picture => {
            height += ROOM;
            push_rule(&mut svg, NUMBER, WIDTH, height - 400);
        }
        None => {}
    }
    Block { height, svg, keeps_next: false }
}

/// Text at a place on its baseline.
pub(super) fn push_text(svg: &mut String, text: &str, font: Font, x: Length, y: Length) {
    let weight = if font.bold { " font-weight=\"700\"" } else { "" };
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight}>{}</text>",
        Pixels(x),
        Pixels(y),
        Pixels(font.size),
        escape(text)
    );
}

/// A line to write on.
fn push_rule(svg: &mut String, from: Length, to: Length, y: Length) {
    let _ = writeln!(svg, "<path d=\"M{} {y}H{}\" stroke=\"#64748b\"/>", Pixels(from), Pixels(to), y = Pixels(y));
}

/// A text, broken between words. A word that is wider than a line is broken, too.
fn wrapped(text: &str, font: Font, width: Length) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        let joined = if line.is_empty() { word.to_string() } else { format!("{line} {word}") };
        if font.width(&joined) <= width {
            *line = joined;
            continue;
        }
        if !line.is_empty() {
            lines.push(String::new());
        }
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is a line");
            if font.width(line) + font.width(letter.encode_utf8(&mut [0; 4])) > width {
                lines.push(letter.to_string());
            } else {
                line.push(letter);
            }
        }
    }
    lines
}

/// As much of a text as fits.
fn clipped(text: &str, font: Font, width: Length) -> String {
    let mut clipped = wrapped(text, font, width - font.width("…")).into_iter();
    match (clipped.next(), clipped.next()) {
        (Some(first), Some(_)) => first + "…",
        _ => text.to_string(),
    }
}
