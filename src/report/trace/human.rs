//! The steps of a search as an aligned table, in 80 columns if possible.

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::words::{Words, extent};
use super::{Ending, Scope, Summary};
use crate::diagnostic::counted;
use crate::diagnostic::render::printable;
use crate::model::{Cutoffs, ResolvedTree, Settings, clipped};
use crate::report::human::unusual;
use crate::report::paint::{COLUMNS, Paint};
use crate::search::{Cause, Event, Step};
use crate::syntax::tree::{Kind, NodeId};

/// Nodes below this depth are not indented further; their depth is written as a number.
const DEEPEST: usize = 8;
/// The blanks between two columns.
const GAP: usize = 2;
/// The least width of the last column, however wide the others are.
const NARROWEST: usize = 24;

/// A table that collects rows while the search runs. It is printed at the end, because the widths of the columns depend
/// on all rows.
pub struct Table<'a> {
    words: Words<'a>,
    scope: Scope,
    rows: Vec<Row>,
    /// The step of the last row.
    previous: Option<Event>,
}

struct Row {
    node: String,
    /// α, β and v; only v if cutoffs are off.
    numbers: Vec<String>,
    event: &'static str,
    paint: Paint,
    why: String,
}

impl<'a> Table<'a> {
    /// The greatest number of rows, whatever the limit.
    pub const MOST_ROWS: u64 = 4000;

    /// An empty table for the steps within `scope`.
    pub fn new(game: &'a ResolvedTree<'a>, settings: &'a Settings, scope: Scope) -> Self {
        Self { words: Words { game, settings }, scope, rows: Vec::new(), previous: None }
    }

    /// Adds the row of a step.
    pub fn add(&mut self, event: &Event) {
        let paint = match event.step {
            Step::Enter | Step::Evaluate => Paint::Plain,
            Step::Update { moved: false, .. } => Paint::Faint,
            Step::Update { .. } | Step::Add { .. } => Paint::Good,
            Step::Cutoff { .. } | Step::Stop(_) => Paint::Bad,
            Step::Return { .. } => Paint::Bold,
        };
        let why = self.words.why(event, self.previous.as_ref());
        let v = match event.step {
            Step::Return { returned, .. } => Some(returned),
            _ => event.v,
        };
        let mut numbers = self.window(event);
        numbers.push(v.map_or_else(String::new, extent));
        self.rows.push(Row { node: self.node(event), numbers, event: event.step.name(), paint, why });
        self.previous = Some(*event);
    }

    fn window(&self, event: &Event) -> Vec<String> {
        match self.words.settings.cutoffs {
            Cutoffs::None => Vec::new(),
            Cutoffs::Deep | Cutoffs::Shallow => vec![extent(event.window.alpha), extent(event.window.beta)],
        }
    }

    /// A node in the first column: indented, with its player and name, or with its label or value if it is a leaf.
    fn node(&self, event: &Event) -> String {
        let game = self.words.game;
        let node = event.node;
        let kind = game.nodes().kind(node);
        let shown = match (kind, self.words.named(node)) {
            (Kind::Max | Kind::Min | Kind::Chance, Some(name)) => format!("{} {name}", kind.name()),
            (_, Some(name)) => name,
            (Kind::Value, None) => game.nodes().value(node).to_string(),
            (Kind::Unknown, None) => clipped(game.unknown(node)),
            (Kind::Elided, None) => "...".to_string(),
            (Kind::Blank, None) => "_".to_string(),
            (_, None) => kind.name().to_string(),
        };
        match event.ply {
            0..=DEEPEST => format!("{}{shown}", "  ".repeat(event.ply)),
            ply => format!("{}({ply} deep) {shown}", "  ".repeat(DEEPEST / 2)),
        }
    }

    /// The lines of the table, with those before and after it; `place` is the place of the tree, for the heading.
    pub fn lines(&self, summary: &Summary, place: &str, color: bool) -> Vec<String> {
        let Words { game, settings } = &self.words;
        let title = game.tree.title.map_or_else(|| "unnamed tree".to_string(), |title| clipped(&game.name_at(title)));
        let mut lines = vec![format!("{title}  ({})", printable(place))];
        let rules: Vec<String> = unusual(settings).into_iter().map(|(_, rule)| rule).collect();
        lines.extend((!rules.is_empty()).then(|| format!("rules: {}", rules.join(", "))));
        lines.push(String::new());
        lines.extend(self.table(color));
        lines.extend(self.closing(summary));
        lines
    }

    /// A row of headings and all other rows, each with the lines that its last column needs.
    fn table(&self, color: bool) -> Vec<String> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let headings: &[&str] = match self.words.settings.cutoffs {
            Cutoffs::None => &["v"],
            Cutoffs::Deep | Cutoffs::Shallow => &["α", "β", "v"],
        };
        let head = Row {
            node: "node".to_string(),
            numbers: headings.iter().map(ToString::to_string).collect(),
            event: "event",
            paint: Paint::Plain,
            why: "why".to_string(),
        };
        let all = || std::iter::once(&head).chain(&self.rows);
        let widest = |text: fn(&Row) -> &str| all().map(|row| text(row).width()).max().unwrap_or(0);
        let widths = Widths {
            node: widest(|row| &row.node),
            numbers: (0..headings.len())
                .map(|column| all().map(|row| row.numbers[column].width()).max().unwrap_or(0))
                .collect(),
            event: widest(|row| row.event),
        };
        all().map(|row| row.written(&widths, color)).collect()
    }

    /// The lines below the table.
    fn closing(&self, summary: &Summary) -> Vec<String> {
        let game = self.words.game;
        let mut lines = Vec::new();
        if summary.left_out > 0 {
            lines.push(format!("… and {}", counted(summary.left_out, "more event", "more events")));
        }
        if let Ending::NeverEntered(cause, cutoff) = &summary.ending {
            let called = game.called(self.scope.from);
            lines.push(match (cause, cutoff) {
                (Cause::Cutoff, Some(cutoff)) => {
                    let (node, refutation) = (game.called(cutoff.node), game.called(cutoff.refutation));
                    format!("The search never enters {called}: a cutoff at {node}, after {refutation}, skips it.")
                }
                (Cause::Probability, _) => format!("The search never enters {called}: it has probability 0."),
                _ => format!("The search never enters {called}: it lies below the depth limit."),
            });
            return lines;
        }
        if !self.rows.is_empty() {
            lines.push(String::new());
        }
        let within = match self.scope.from {
            NodeId::ROOT => String::new(),
            from => format!("within {}: ", game.called(from)),
        };
        lines.push(format!(
            "{within}{} evaluated, {} entered;",
            counted(summary.leaves, "leaf", "leaves"),
            counted(summary.nodes, "node or leaf", "nodes and leaves"),
        ));
        lines.push(format!(
            "{}, {} skipped",
            counted(summary.cutoffs, "cutoff", "cutoffs"),
            counted(summary.branches, "subtree or leaf", "subtrees and leaves"),
        ));
        lines
    }
}

/// The widths of all columns but the last.
struct Widths {
    node: usize,
    numbers: Vec<usize>,
    event: usize,
}

impl Row {
    /// The row, in as many lines as its last column needs.
    fn written(&self, widths: &Widths, color: bool) -> String {
        let mut line = padded(&self.node, widths.node);
        for (number, width) in self.numbers.iter().zip(&widths.numbers) {
            let blanks = GAP + width - number.width();
            let _ = write!(line, "{}{number}", " ".repeat(blanks));
        }
        let before = line.width() + GAP + widths.event + GAP;
        let event = self.paint.over(&padded(self.event, widths.event), color);
        let _ = write!(line, "{}{event}{}", " ".repeat(GAP), " ".repeat(GAP));
        let room = COLUMNS.saturating_sub(before).max(NARROWEST);
        let mut left = room;
        for (place, word) in self.why.split(' ').enumerate() {
            let width = word.width();
            if place > 0 && width + 1 > left {
                let _ = write!(line, "\n{}", " ".repeat(before));
                left = room;
            } else if place > 0 {
                line.push(' ');
                left -= 1;
            }
            line.push_str(word);
            left = left.saturating_sub(width);
        }
        line
    }
}

fn padded(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}
