//! A marked sheet as a page for its student: the tree with the answers and how they were marked, the reasons, and the
//! same as a table. The page has no script.

use std::fmt::Write;

use quick_xml::escape::escape;

use crate::claim::ClaimKind;
use crate::diagnostic::Findings;
use crate::diagnostic::render::printable;
use crate::grade::{
    Credit, Exercise, Feedback, Graded, GradedItem, GradedTree, Point, is_only_counted, sections, share, sign,
};
use crate::model::{FileSettings, ResolvedTree, clipped};
use crate::render::{Figure, MOST_UNFOLDED, Outline, Part, Pixels, Scene, Texts, Theme, annotated, still_page, to_svg};
use crate::syntax::parse;
use crate::syntax::tree::{File, NodeId};

const STYLE: &str = include_str!("style/marked.css");

/// What was graded of one exercise.
#[derive(Clone, Copy, Debug)]
pub struct MarkedPart<'p> {
    /// A heading, if there are several exercises.
    pub heading: Option<&'p str>,
    /// What else is to be said about it, such as marks that were set by hand.
    pub notes: &'p [String],
    /// The exercise.
    pub exercise: &'p Exercise,
    /// The marks; `None` if it could not be graded.
    pub graded: Option<&'p Graded>,
    /// How much the page tells.
    pub feedback: Feedback,
}

/// Writes the page of one student. `heading` says whose it is, and how many marks there are.
pub fn to_marked_page(heading: &str, parts: &[MarkedPart<'_>]) -> String {
    let mut page = MarkedPage { body: String::new(), style: STYLE.to_string(), trees: 0 };
    let heading = printable(heading);
    let _ = write!(page.body, "<header>\n<h1>{}</h1>\n</header>\n<main>\n", escape(&heading));
    parts.iter().for_each(|part| page.part(part));
    page.body.push_str("</main>\n");
    still_page(&heading, &page.style, &page.body)
}

struct MarkedPage {
    body: String,
    style: String,
    /// How many trees are on it so far.
    trees: usize,
}

/// How the answers at a node were marked, for its colour; the worst of them counts.
const STATES: [&str; 4] = ["right", "none", "follows", "wrong"];

impl MarkedPage {
    fn part(&mut self, part: &MarkedPart<'_>) {
        if let Some(heading) = part.heading {
            let _ = writeln!(self.body, "<h2 class=\"exercise\">{}</h2>", escape(printable(heading)));
        }
        for note in part.notes {
            let _ = writeln!(self.body, "<p class=\"note\">{}</p>", escape(printable(note)));
        }
        let Some(graded) = part.graded.filter(|_| part.feedback != Feedback::None) else { return };
        let told = sections(graded, part.feedback);
        self.about_all("about", &told.first);
        let (text, project) = (part.exercise.text(), part.exercise.project());
        let (file, mut findings) = parse(text, 0);
        let settings = FileSettings::read(text, &file, project, &mut findings);
        for (tree, points) in graded.trees.iter().zip(&told.trees) {
            let game = number(&file, tree)
                .map(|place| ResolvedTree::new(text, &file.trees[place], &settings, &mut Findings::new(0)));
            self.tree(tree, game.as_ref(), points, part.feedback);
        }
        self.about_all("about last", &told.last);
    }

    /// What is said about all trees.
    fn about_all(&mut self, class: &str, points: &[Point]) {
        if !points.is_empty() {
            let _ = writeln!(self.body, "<section class=\"{class}\">");
            self.points(points);
            self.body.push_str("</section>\n");
        }
    }

    fn tree(&mut self, tree: &GradedTree, game: Option<&ResolvedTree<'_>>, points: &[Point], level: Feedback) {
        self.trees += 1;
        let number = self.trees;
        let title = escape(clipped(&printable(&tree.title))).into_owned();
        let _ =
            writeln!(self.body, "<section aria-labelledby=\"tree-{number}\">\n<h2 id=\"tree-{number}\">{title}</h2>");
        let has_answers = matches!(level, Feedback::Full | Feedback::Hints) && !tree.is_missing;
        if let Some(game) = game.filter(|_| has_answers) {
            self.drawing(tree, game, level);
        }
        self.points(points);
        if has_answers {
            self.table(tree, level);
        }
        self.body.push_str("</section>\n");
    }

    /// The tree of the exercise with the answers at its nodes.
    fn drawing(&mut self, tree: &GradedTree, game: &ResolvedTree<'_>, level: Feedback) {
        if game.nodes().len() > MOST_UNFOLDED {
            self.body.push_str("<p class=\"note\">The tree is too large to be drawn.</p>\n");
            return;
        }
        let notes = Notes::of(tree, game, level);
        let mut scene = annotated(game, &Outline::new(game, Part::WHOLE), &notes.texts);
        dash(&mut scene, &notes.pruned);
        let number = self.trees;
        for state in STATES {
            let at = |node: &NodeId| format!(".tree-{number} [data-node=\"{}\"]", node.index());
            let of_state =
                (0..notes.states.len()).map(NodeId::new).filter(|node| notes.states[node.index()] == Some(state));
            let nodes: Vec<String> = of_state.map(|node| at(&node)).collect();
            if !nodes.is_empty() {
                let _ = writeln!(self.style, ":is({}){{--mark:var(--{state})}}", nodes.join(","));
            }
        }
        // A picture that does not fit is made smaller, but stays readable.
        let least = Pixels((scene.end.x - scene.start.x) * 3 / 4);
        let _ = writeln!(self.style, ".tree-{number} svg{{min-width:{least}px}}");
        let svg = to_svg(&scene, Theme::Auto, &format!("gt{number}"));
        let legend = if level == Feedback::Full { "; the right answer follows in brackets" } else { "" };
        let _ = writeln!(
            self.body,
            "<figure class=\"tree-{number}\">\n<div class=\"drawing\" role=\"group\" aria-label=\"Tree\" \
             tabindex=\"0\">{svg}</div>\n<figcaption>At each node: your answer and how it was marked{legend}.</figcaption>\n\
             </figure>"
        );
    }

    fn points(&mut self, points: &[Point]) {
        if points.is_empty() {
            return;
        }
        self.body.push_str("<ul class=\"points\">\n");
        for Point { text, details } in points {
            let class = match text.chars().next() {
                Some(sign::WRONG) => "wrong",
                Some(sign::FOLLOWS) => "follows",
                Some(sign::RIGHT) => "right",
                Some(sign::MISSING) => "none",
                Some(sign::NOTICE) => "notice",
                _ => "plain",
            };
            let text = with_code(text);
            let _ = write!(self.body, "<li class=\"{class}\">");
            if details.is_empty() {
                self.body.push_str(&text);
            } else {
                let _ = write!(self.body, "<details><summary>{text}</summary><ul>");
                for detail in details {
                    let _ = write!(self.body, "<li>{}</li>", with_code(detail));
                }
                self.body.push_str("</ul></details>");
            }
            self.body.push_str("</li>\n");
        }
        self.body.push_str("</ul>\n");
    }

    fn table(&mut self, tree: &GradedTree, level: Feedback) {
        let is_full = level == Feedback::Full;
        let right = if is_full { "<th scope=\"col\">Right answer</th>" } else { "" };
        let _ = writeln!(
            self.body,
            "<details class=\"all\"><summary>All answers as a table</summary>\n<div class=\"drawing\"><table>\n<thead><tr>\
             <th scope=\"col\">Question</th><th scope=\"col\">Your answer</th><th scope=\"col\">Marked</th>{right}\
             </tr></thead>\n<tbody>"
        );
        for question in &tree.questions {
            let marks = share(question.marks, question.worth);
            let span = if is_full { 4 } else { 3 };
            let name = with_code(&question.name);
            let _ = writeln!(
                self.body,
                "<tr class=\"question\"><th scope=\"rowgroup\" colspan=\"{span}\">{} {name}: {marks}</th></tr>",
                escape(&question.number)
            );
            for item in question.items.iter().filter(|item| !is_only_counted(level, question, item)) {
                let place = item.subject.as_ref().map_or(&item.name, |(node, _)| node);
                let answer = item.answer.as_deref().map(clipped).unwrap_or_default();
                let expected = item
                    .expected
                    .as_deref()
                    .map_or_else(|| if item.is_mark { "not pruned".to_string() } else { String::new() }, clipped);
                let right = if is_full { format!("<td>{}</td>", escape(printable(&expected))) } else { String::new() };
                let (_, sign, word) = marked(item);
                let _ = writeln!(
                    self.body,
                    "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"{}\">{sign} {word}</td>{right}</tr>",
                    escape(printable(place)),
                    escape(printable(&answer)),
                    STATES[state(item)],
                );
            }
        }
        self.body.push_str("</tbody>\n</table></div></details>\n");
    }
}

/// The place in the file of a tree that was graded: the first part of the numbers of its questions.
pub(super) fn number(file: &File, tree: &GradedTree) -> Option<usize> {
    let (number, _) = tree.questions.first()?.number.split_once('.')?;
    let place = number.parse::<usize>().ok()?.checked_sub(1)?;
    (place < file.trees.len()).then_some(place)
}

/// What is written at the nodes of a tree.
struct Notes {
    texts: Vec<Texts>,
    states: Vec<Option<&'static str>>,
    /// The nodes that the student marked as pruned.
    pruned: Vec<bool>,
}

impl Notes {
    fn of(tree: &GradedTree, game: &ResolvedTree<'_>, level: Feedback) -> Self {
        let nodes = game.nodes();
        let mut notes = Self {
            texts: vec![Texts::default(); nodes.len()],
            states: vec![None; nodes.len()],
            pruned: vec![false; nodes.len()],
        };
        for node in nodes.interior() {
            notes.texts[node.index()].name = game.name(node).map(|name| printable(&name));
        }
        let items = tree.questions.iter().flat_map(|question| question.items.iter().map(move |item| (question, item)));
        let mut worst: Vec<Option<usize>> = vec![None; nodes.len()];
        for (_, item) in items.filter(|(question, item)| !is_only_counted(level, question, item)) {
            let Some(node) = item.node else { continue };
            notes.note(node, item, game, level);
            worst[node.index()] = worst[node.index()].max(Some(state(item)));
        }
        notes.states = worst.into_iter().map(|state| state.map(|state| STATES[state])).collect();
        notes
    }

    fn note(&mut self, node: NodeId, item: &GradedItem, game: &ResolvedTree<'_>, level: Feedback) {
        let note = in_words(item, level == Feedback::Full);
        let texts = &mut self.texts[node.index()];
        self.pruned[node.index()] |= item.is_mark && item.answer.is_some();
        if game.nodes().is_leaf(node) {
            let leaf = printable(game.head(node).of(game.text));
            let leaf = if leaf == "_" { String::new() } else { format!("{leaf} ") };
            texts.inside = Some(format!("{leaf}{note}"));
            return;
        }
        let line = if item.kind == Some(ClaimKind::Window) { &mut texts.window } else { &mut texts.value };
        *line = Some(line.take().map_or_else(|| note.clone(), |before| format!("{before}; {note}")));
    }
}

/// `✗ wrong: 3 (5)`, `✓ right: plays b`, `○ no window ([3, inf])`.
fn in_words(item: &GradedItem, is_full: bool) -> String {
    let (is_answered, sign, word) = marked(item);
    if item.is_mark {
        return match (is_answered, item.credit) {
            (true, _) => format!("{sign} {word}: pruned"),
            (false, Credit::Follows) => format!("{sign} {word}: not pruned"),
            (false, _) => format!("{sign} {word}: pruned"),
        };
    }
    let before = if item.kind == Some(ClaimKind::Plays) { "plays " } else { "" };
    let answer = item.answer.as_deref().map_or_else(String::new, |answer| format!(": {before}{}", clipped(answer)));
    let is_shown = is_full && !matches!(item.credit, Credit::Right);
    let right = item.expected.as_deref().filter(|_| is_shown);
    let right = right.map_or_else(String::new, |right| format!(" ({before}{})", clipped(right)));
    printable(&format!("{sign} {word}{answer}{right}"))
}

/// Whether there is an answer, and how it was marked: a sign and a word.
fn marked(item: &GradedItem) -> (bool, char, &'static str) {
    let (sign, word) = match (item.credit, &item.answer) {
        (Credit::Right, _) => (sign::RIGHT, "right"),
        (Credit::Follows, _) => (sign::FOLLOWS, "follows"),
        (Credit::Trivial, _) => (sign::WRONG, "trivial"),
        (Credit::Wrong, None) => (sign::WRONG, "missing"),
        (Credit::Wrong, Some(_)) => (sign::WRONG, "wrong"),
        (Credit::Unanswered, _) => (sign::MISSING, "none"),
    };
    (item.answer.is_some(), sign, word)
}

/// The place in [`STATES`].
fn state(item: &GradedItem) -> usize {
    match item.credit {
        Credit::Right => 0,
        Credit::Unanswered => 1,
        Credit::Follows => 2,
        Credit::Wrong | Credit::Trivial => 3,
    }
}

/// Draws the nodes that the student marked as pruned, and what is below them, as skipped.
pub(super) fn dash(scene: &mut Scene, pruned: &[bool]) {
    let is_pruned = |node: NodeId| pruned[node.index()];
    let mut skipped = vec![false; scene.figures.len()];
    for place in 0..scene.figures.len() {
        // The first figure has no edge.
        let edge = place.checked_sub(1).map(|edge| &mut scene.edges[edge]);
        let Figure { node, is_skipped, .. } = &mut scene.figures[place];
        skipped[place] = is_pruned(*node) || edge.as_ref().is_some_and(|edge| skipped[edge.parent]);
        *is_skipped = skipped[place];
        edge.into_iter().for_each(|edge| edge.is_skipped = skipped[place]);
    }
}

/// Text as HTML; what is between backquotes is code.
fn with_code(text: &str) -> String {
    let text = printable(text);
    let mut html = String::with_capacity(text.len());
    let pieces: Vec<&str> = text.split('`').collect();
    let last = pieces.len() - 1;
    for (place, piece) in pieces.into_iter().enumerate() {
        // A backquote that is never closed is itself.
        let piece = escape(piece);
        match (place % 2 == 1, place == last) {
            (true, false) => html.extend(["<code>", &piece, "</code>"]),
            (true, true) => html.extend(["`", &piece]),
            (false, _) => html.push_str(&piece),
        }
    }
    html
}
