//! A handout in blocks: what comes one below the other, each as large as it is on the page.

use std::fmt::Write;

use quick_xml::escape::escape;

use super::words::marks;
use super::{Handout, PrintedQuestion, PrintedTree, WIDTH};
use crate::render::measure::{Font, Length};
use crate::render::{Pixels, Theme, to_svg};

/// The height of what is printed on a page, without the line at its foot.
pub(super) const HEIGHT: Length = 95_500;
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
        let given = (!tree.given.is_empty()).then(|| format!("Given: {}.", tree.given.join("; ")));
        let texts = [Some(tree.text.clone()), Some(tree.rules.clone()), given].into_iter().flatten();
        let texts = texts.filter(|text| !text.is_empty()).map(|text| lines(&text, TEXT, 0, WIDTH, 500));
        blocks.extend(heading.chain(texts).map(|block| Block { keeps_next: true, ..block }));
        blocks.push(picture(tree, &format!("{prefix}-{place}")));
        blocks.extend(tree.questions.iter().map(question));
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
fn picture(tree: &PrintedTree, prefix: &str) -> Block {
    const ABOVE: Length = 800;
    let scene = &tree.picture;
    let (width, height) = (scene.end.x - scene.start.x, scene.end.y - scene.start.y);
    let scale = tree.scale();
    let (wide, high) = (width * scale / 1_000, height * scale / 1_000);
    let svg = to_svg(scene, Theme::Light, prefix);
    // As a part of a page it has a place and a size there.
    let size = format!("width=\"{}\" height=\"{}\" role", Pixels(width), Pixels(height));
    let placed = format!(
        "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" role",
        Pixels((WIDTH - wide) / 2),
        Pixels(ABOVE),
        Pixels(wide),
        Pixels(high)
    );
    Block { height: ABOVE + high, svg: svg.replacen(&size, &placed, 1), keeps_next: true }
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
