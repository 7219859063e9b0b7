//! Handouts for LaTeX, to go on editing.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::words::marks;
use super::{Handout, PrintedPicture, PrintedQuestion, PrintedTree};
use crate::diagnostic::hex;
use crate::render::{FONTS, Latex, Pixels, tex, to_tikz};

const PREAMBLE: &str = r"\documentclass[11pt]{article}
\usepackage[a4paper, margin=20mm]{geometry}
\usepackage{tikz}
\setlength\parindent{0pt}
\setlength\parskip{6pt}
\newsavebox\gtpicture
";

/// How a document begins; its checksum follows.
const MARK: &str = "% Written by gametree. Checksum: ";

/// Writes handouts as a LaTeX document. Each begins on a new page. The first line has a checksum of all others.
pub fn to_tex(handouts: &[Handout]) -> String {
    let mut document = format!("{PREAMBLE}{FONTS}\\begin{{document}}\n");
    for (place, handout) in handouts.iter().enumerate() {
        document.push_str(if place > 0 { "\\clearpage\n" } else { "" });
        push_handout(&mut document, handout);
    }
    document.push_str("\\end{document}\n");
    format!("{MARK}{}\n{document}", checksum(&document))
}

/// Whether nobody has changed a document of [`to_tex`]; `None` if the text is another.
pub fn is_unchanged_tex(text: &str) -> Option<bool> {
    let (sum, document) = text.strip_prefix(MARK)?.split_once('\n')?;
    Some(sum == checksum(document))
}

/// Enough of a checksum to notice a change.
fn checksum(document: &str) -> String {
    hex(&Sha256::digest(document.as_bytes())[..8])
}

fn push_handout(document: &mut String, handout: &Handout) {
    let title = tex(&handout.title);
    let name = if handout.is_key { "" } else { "Name: \\rule{60mm}{0.4pt}\\quad " };
    let key = if handout.is_key { ": key" } else { "" };
    let marks = marks(handout.worth);
    let _ = writeln!(document, "{{\\Large\\bfseries {title}{key}}}\\hfill {name}{marks}\\par");
    handout.trees.iter().for_each(|tree| push_tree(document, tree));
}

fn push_tree(document: &mut String, tree: &PrintedTree) {
    // What belongs together stays on one page.
    document.push_str("\\bigskip\\begin{minipage}{\\linewidth}\\setlength\\parskip{6pt}\n");
    if let Some(title) = &tree.title {
        let _ = writeln!(document, "\\subsection*{{{}}}", tex(title));
    }
    for text in tree.paragraphs_on_paper() {
        let _ = writeln!(document, "{}\\par", tex(&text));
    }
    for picture in tree.pictures.iter().filter(|picture| !picture.is_across) {
        let scaled = push_box(document, picture);
        let _ = writeln!(document, "\\begin{{center}}{scaled}\\end{{center}}");
    }
    document.push_str("\\end{minipage}\\par\n");
    tree.questions.iter().for_each(|question| push_question(document, question));
    for picture in tree.pictures.iter().filter(|picture| picture.is_across) {
        document.push_str("\\clearpage\n");
        let scaled = push_box(document, picture);
        let _ = writeln!(
            document,
            "\\vspace*{{\\fill}}\\makebox[\\linewidth]{{\\rotatebox{{90}}{{{scaled}}}}}\\vspace*{{\\fill}}\\clearpage"
        );
    }
}

/// Puts a picture into a box; returns what draws the box as large as it is on paper.
fn push_box(document: &mut String, picture: &PrintedPicture) -> String {
    let tikz = to_tikz(&picture.scene, Latex::Fragment);
    let _ = writeln!(document, "\\begin{{lrbox}}{{\\gtpicture}}%\n{tikz}\\end{{lrbox}}%");
    // It writes hundredths.
    format!("\\scalebox{{{}}}{{\\usebox{{\\gtpicture}}}}", Pixels(picture.scale / 10))
}

fn push_question(document: &mut String, question: &PrintedQuestion) {
    let PrintedQuestion { number, words, worth, is_in_picture, answer } = question;
    let marks = marks(*worth);
    let _ = writeln!(document, "\\textbf{{{number}}}\\quad {}\\hfill\\mbox{{({marks})}}\\par\\nopagebreak", tex(words));
    match answer {
        Some(answer) => {
            let _ = writeln!(document, "\\hspace*{{8mm}}\\textbf{{{}}}\\par", tex(answer));
        }
        None if !is_in_picture => document.push_str("\\vspace{9mm}\\hspace*{8mm}\\hrulefill\\par\n"),
        None => {}
    }
}
