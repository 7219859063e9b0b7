//! Handouts for LaTeX, to go on editing.

use std::fmt::Write;

use super::words::marks;
use super::{Handout, PrintedQuestion, PrintedTree};
use crate::render::{Latex, Pixels, tex, to_tikz};

const PREAMBLE: &str = r"\documentclass[11pt]{article}
\usepackage[a4paper, margin=20mm]{geometry}
\usepackage[utf8]{inputenc}
\usepackage{tikz}
\setlength\parindent{0pt}
\setlength\parskip{6pt}
\newsavebox\gtpicture
\begin{document}
";

/// Writes handouts as a LaTeX document. Each begins on a new page.
pub fn to_tex(handouts: &[Handout]) -> String {
    let mut document = format!("% Written by gametree.\n{PREAMBLE}");
    for (place, handout) in handouts.iter().enumerate() {
        document.push_str(if place > 0 { "\\clearpage\n" } else { "" });
        push_handout(&mut document, handout);
    }
    document.push_str("\\end{document}\n");
    document
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
    let given = (!tree.given.is_empty()).then(|| format!("Given: {}.", tree.given.join("; ")));
    for text in [Some(&tree.text), Some(&tree.rules), given.as_ref()].into_iter().flatten() {
        if !text.is_empty() {
            let _ = writeln!(document, "{}\\par", tex(text));
        }
    }
    push_picture(document, tree);
    document.push_str("\\end{minipage}\\par\n");
    tree.questions.iter().for_each(|question| push_question(document, question));
}

/// A picture in the middle, as large as fits.
fn push_picture(document: &mut String, tree: &PrintedTree) {
    let picture = to_tikz(&tree.picture, Latex::Fragment);
    let _ = writeln!(
        document,
        "\\begin{{lrbox}}{{\\gtpicture}}%\n{picture}\\end{{lrbox}}%\n\
         \\begin{{center}}\\scalebox{{{}}}{{\\usebox{{\\gtpicture}}}}\\end{{center}}",
        // It writes hundredths.
        Pixels(tree.scale() / 10)
    );
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
