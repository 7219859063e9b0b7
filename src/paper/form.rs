//! A sheet as a page in which students write their answers. It is made from the sheet alone, which has no answers.

use std::fmt::Write;

use quick_xml::escape::escape;
use serde::Serialize;

use super::fields::{Entry, Field, Written, fields};
use super::words::{Medium, Places, marks};
use super::{PaperError, PrintedTree, each_tree, printed};
use crate::claim::ClaimKind;
use crate::grade::questions::Asks;
use crate::model::Defaults;
use crate::render::{Page, Theme, to_svg};

const STYLE: &str = include_str!("../../web/page/built/form.css");
const SCRIPT: &str = include_str!("../../web/page/built/form.js");

/// What the script knows: the text of the sheet in pieces, with how answers are written between them.
#[derive(Serialize)]
struct Model<'a> {
    /// The name of the file to hand in.
    file: String,
    pieces: Vec<Piece<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Piece<'a> {
    Text(&'a str),
    Answer { field: usize, written: Written },
}

/// Writes a [sheet](crate::grade::sheet) as a page with fields for the answers.
///
/// # Errors
///
/// If a tree is too large or cannot be searched, or if its marks cannot be added up.
pub fn to_form(sheet: &str, title: &str) -> Result<String, PaperError> {
    let (mut body, mut all): (String, Vec<Field>) = (String::new(), Vec::new());
    let mut rules = String::new();
    let worth = each_tree(sheet, &Defaults::default(), |claims, asked, place| {
        let mut tree = printed(claims, asked, place, None, Medium::Page)?;
        // They go on if nothing else is said.
        if tree.rules == rules {
            tree.rules.clear();
        } else {
            rules.clone_from(&tree.rules);
        }
        push_tree(&mut body, &tree, place);
        let places = Places::of(asked);
        for (question, printed) in asked.questions.iter().zip(&tree.questions) {
            let _ = write!(
                body,
                "<fieldset><legend>{} {} ({})</legend><div class=\"fields\">",
                printed.number,
                escape(&printed.words),
                marks(printed.worth)
            );
            if let Some(hint) = hint(question.asks) {
                let _ = write!(body, "<small>{}</small> ", escape(hint));
            }
            for field in fields(asked, &places, question) {
                push_field(&mut body, &field, &printed.words, all.len());
                all.push(field);
            }
            body.push_str("</div></fieldset>\n");
        }
        body.push_str("</section>\n");
        Ok(())
    })?;
    let body = format!(
        "<header>\n<h1>{}</h1>\n<p class=\"rules\">{}</p>\n</header>\n<main class=\"form\">\n{body}\
         <section aria-labelledby=\"result-title\">\n<h2 id=\"result-title\">Your answers to hand in</h2>\n\
         <p><button type=\"button\" class=\"save\">Save as a file</button> \
         <button type=\"button\" class=\"copy\">Copy</button> <span role=\"status\"></span></p>\n\
         <textarea readonly aria-labelledby=\"result-title\" rows=\"12\"></textarea>\n</section>\n</main>\n",
        escape(title),
        marks(worth)
    );
    let model = Model { file: format!("{title}.tree"), pieces: pieces(sheet, &all) };
    Ok(Page { title, body: &body, model: &model, style: STYLE, script: SCRIPT }.write())
}

/// How an answer is written that is not a single number, window or move.
fn hint(asks: Asks) -> Option<&'static str> {
    match asks {
        Asks::Set(_) => Some("A set: (2, 4], {2, 4}, several parts such as [0, 1] or {3}, nothing, or anything."),
        Asks::Expected(ClaimKind::Line | ClaimKind::Visits | ClaimKind::Enters) => {
            Some("In order, with spaces between them.")
        }
        _ => None,
    }
}

/// The text, cut where the answers belong.
fn pieces<'a>(sheet: &'a str, fields: &[Field]) -> Vec<Piece<'a>> {
    let mut order: Vec<usize> = (0..fields.len()).collect();
    order.sort_by_key(|field| (fields[*field].at, *field));
    let mut pieces = Vec::new();
    let mut end = 0;
    for field in order {
        let Field { at, written, .. } = &fields[field];
        let (from, to) = (at.start as usize, at.end as usize);
        pieces.push(Piece::Text(&sheet[end..from]));
        pieces.push(Piece::Answer { field, written: *written });
        end = to;
    }
    pieces.push(Piece::Text(&sheet[end..]));
    pieces
}

/// The beginning of the part of a tree: everything above its questions.
fn push_tree(body: &mut String, tree: &PrintedTree, place: usize) {
    let title = tree.title.as_deref().unwrap_or("The tree");
    let _ = writeln!(body, "<section class=\"tree\" aria-labelledby=\"tree-{place}\">");
    let _ = writeln!(body, "<h2 id=\"tree-{place}\">{}</h2>", escape(title));
    for text in tree.paragraphs() {
        let _ = writeln!(body, "<p>{}</p>", escape(text.as_str()));
    }
    for picture in &tree.pictures {
        let svg = to_svg(&picture.scene, Theme::Auto, &format!("gt{place}"));
        let _ =
            writeln!(body, "<div class=\"drawing\" role=\"group\" aria-label=\"Picture\" tabindex=\"0\">{svg}</div>");
    }
}

/// `words` is the question; a field that has no label of its own is called by it.
fn push_field(body: &mut String, field: &Field, words: &str, number: usize) {
    let node = field.node.map_or_else(String::new, |node| format!(" data-of=\"{}\"", node.index()));
    let label = escape(&field.label);
    let spoken = |what: &str| {
        let text = if field.label.is_empty() { words } else { &field.label };
        format!("aria-label=\"{}{what}\"", escape(text))
    };
    let input = |what: &str| format!("<input size=\"6\" autocomplete=\"off\" spellcheck=\"false\" {}>", spoken(what));
    let option = |text: &str| format!("<option>{}</option>", escape(text));
    let entry = match &field.entry {
        Entry::Text => input(""),
        Entry::Window => format!("[{}, {}]", input(": α"), input(": β")),
        Entry::Returns => {
            let signs: String = ["=", "<=", ">="].map(option).concat();
            format!("<select {}>{signs}</select>{}", spoken(": bound"), input(": value"))
        }
        Entry::Move(moves) => {
            let moves: String = moves.iter().map(|text| option(text)).collect();
            format!("<select {}><option></option>{moves}</select>", spoken(""))
        }
        Entry::Mark => format!("<input type=\"checkbox\" {}>", spoken("")),
    };
    let _ = write!(body, "<span class=\"field\" data-field=\"{number}\"{node}>{label} {entry}</span> ");
}
