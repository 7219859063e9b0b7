//! What the formats for LaTeX share.

use super::scene::{Edge, Figure, Shape};

/// How much of a LaTeX file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Latex {
    /// A file that can be compiled.
    #[default]
    Document,
    /// The picture alone, for a document whose preamble loads the packages.
    Fragment,
}

/// The fonts of a document. pdfLaTeX has Latin letters only; the other engines take a font of the system that has more.
pub(crate) const FONTS: &str = r"\usepackage{iftex}
\iftutex
  \usepackage{fontspec}
  \IfFontExistsTF{Liberation Sans}{\setmainfont{Liberation Sans}}{%
  \IfFontExistsTF{Arial}{\setmainfont{Arial}}{\IfFontExistsTF{DejaVu Sans}{\setmainfont{DejaVu Sans}}{}}}
  \newcommand\gtfont[1]{\fontsize{#1}{#1}\selectfont}
\else % for letters that are not Latin, compile with lualatex or xelatex
  \usepackage[T1]{fontenc}
  \usepackage[utf8]{inputenc}
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{\renewcommand\rmdefault{ptm}}
\fi
";

/// A text as TeX typesets it, whatever characters it has. If it has letters that are not Latin, the document must be
/// compiled with LuaLaTeX or XeLaTeX, and with a font that has them.
pub(crate) fn tex(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    for character in text.chars() {
        match command(character) {
            Some(command) => written.push_str(command),
            None => written.push(character),
        }
    }
    written
}

/// How TeX writes a character that means something to it or to the packages for pictures, or that its fonts lack.
fn command(character: char) -> Option<&'static str> {
    Some(match character {
        '\\' => r"\textbackslash{}",
        '{' => r"\{",
        '}' => r"\}",
        '$' => r"\$",
        '&' => r"\&",
        '#' => r"\#",
        '_' => r"\_",
        '%' => r"\%",
        '^' => r"\textasciicircum{}",
        '~' => r"\textasciitilde{}",
        '<' => r"\ensuremath{<}",
        '>' => r"\ensuremath{>}",
        '|' => r"\ensuremath{|}",
        '"' => "{''}",
        '[' => "{[}",
        ']' => "{]}",
        ',' => "{,}",
        '=' => "{=}",
        '`' => "{`}",
        '\'' => "{'}",
        '-' => "{-}",
        '\u{2003}' => r"\quad{}",
        '…' => r"\ldots{}",
        '−' => r"\ensuremath{-}",
        '∞' => r"\ensuremath{\infty}",
        '≤' => r"\ensuremath{\leq}",
        '≥' => r"\ensuremath{\geq}",
        'α' => r"\ensuremath{\alpha}",
        'β' => r"\ensuremath{\beta}",
        '·' => r"\ensuremath{\cdot}",
        // For characters that cannot be printed.
        '\u{2400}'..='\u{2426}' | char::REPLACEMENT_CHARACTER => "?",
        _ => return None,
    })
}

/// The colours, as in the SVG pictures.
pub(super) const COLORS: &str = r"\definecolor{gtmax}{HTML}{1D4ED8}\definecolor{gtmaxfill}{HTML}{DBE8FD}%
\definecolor{gtmin}{HTML}{B4480C}\definecolor{gtminfill}{HTML}{FDE3D3}%
\definecolor{gtchance}{HTML}{15803D}\definecolor{gtchancefill}{HTML}{DCF3E3}%
\definecolor{gtline}{HTML}{64748B}\definecolor{gtskipped}{HTML}{94A3B8}\definecolor{gtcut}{HTML}{DC2626}%
";

/// The style of a figure.
pub(super) fn figure_style(figure: &Figure) -> &'static str {
    match figure.shape {
        Shape::Up => "gt max",
        Shape::Down => "gt min",
        Shape::Circle => "gt chance",
        Shape::Box | Shape::Stack => "gt leaf",
    }
}

/// The style of an edge.
pub(super) fn edge_style(edge: &Edge) -> &'static str {
    match (edge.is_principal, edge.is_skipped) {
        (true, _) => "gt pv",
        (_, true) => "gt skipped edge",
        _ => "gt edge",
    }
}
