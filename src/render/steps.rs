//! A search as the page plays it: for each step its sentence, its numbers and what it changes in the picture.

use serde::Serialize;

use super::code::Code;
use super::measure::Font;
use super::moment::{Moment, Progress};
use super::question::{Question, last_question, questions};
use super::scene::fonts;
use super::text::{Show, Texts, Windows, Writer, extent};
use super::words;
use crate::model::{ResolvedTree, Settings};
use crate::report::trace::Words;
use crate::search::{self, Event, Extent, Search, SearchError, Step, Window};
use crate::source::Span;
use crate::syntax::tree::{Kind, NodeId};

/// A page has at most so many steps.
pub const MOST_STEPS: u64 = 20_000;

/// What the page knows of a search. It is written as JSON, and `web/page/stepper.js` reads it.
#[derive(Serialize)]
pub(super) struct Steps {
    schema: u32,
    nodes: Vec<Node>,
    /// The different values of leaves, for the line of numbers.
    values: Vec<String>,
    code: Vec<(usize, String)>,
    source: String,
    /// What the picture shows before the first step.
    first: Vec<Change>,
    steps: Vec<Taken>,
    /// What the quiz asks.
    questions: Vec<Question>,
    /// How many steps there are beyond those.
    more: u64,
    /// The widest text at each place of each node.
    #[serde(skip)]
    pub(super) room: Vec<Texts>,
    /// The moment after the last step.
    #[serde(skip)]
    pub(super) last: Moment,
}

#[derive(Serialize)]
struct Node {
    kind: &'static str,
    called: String,
    parent: Option<usize>,
    /// Where it is in the source, in units of UTF-16.
    span: (usize, usize),
}

/// A node, what changes at it, and its new text or state.
type Change = (usize, &'static str, String);

#[derive(Serialize)]
struct Taken {
    event: &'static str,
    node: usize,
    alpha: String,
    beta: String,
    v: String,
    say: String,
    lines: Vec<usize>,
    set: Vec<Change>,
    /// Within which numbers the value will be, if that is known: at a chance node with a range, or above unknown leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    possible: Option<[String; 2]>,
    /// Leaves evaluated, cutoffs, and leaves skipped so far.
    counts: (u64, u64, u64),
}

/// What a picture shows of a node.
#[derive(Clone, Default)]
struct Look {
    state: &'static str,
    texts: Texts,
    order: Option<u64>,
    is_cut: bool,
}

/// Records the steps of a search.
struct Recorder<'a> {
    game: &'a ResolvedTree<'a>,
    search: &'a Search<'a>,
    words: Words<'a>,
    windows: Windows,
    code: Code,
    moment: Moment,
    looks: Vec<Look>,
    room: Vec<Texts>,
    steps: Vec<Taken>,
    questions: Vec<Question>,
    previous: Option<Event>,
    skipped: u64,
}

impl Steps {
    /// Searches a tree, and keeps its first [`MOST_STEPS`] steps.
    ///
    /// # Errors
    /// If a node at the depth limit has no static evaluation.
    pub(super) fn new(
        game: &ResolvedTree<'_>,
        settings: &Settings,
        search: &Search<'_>,
        windows: Windows,
    ) -> Result<Self, SearchError> {
        let count = game.nodes().len();
        let mut recorder = Recorder {
            game,
            search,
            words: Words { game, settings },
            windows,
            code: Code::new(game, settings),
            moment: Moment::first(game),
            looks: vec![Look::default(); count],
            room: vec![Texts::default(); count],
            steps: Vec::new(),
            questions: Vec::new(),
            previous: None,
            skipped: 0,
        };
        let first = recorder.first();
        let mut more = 0;
        search::trace(game, settings, |event| {
            if recorder.moment.steps < MOST_STEPS {
                recorder.take(event);
            } else {
                more += 1;
            }
        })?;
        if more == 0 {
            recorder.mark_principal();
            recorder.questions.extend(last_question(game, search, recorder.steps.len()));
        }
        recorder.moment.is_last = more == 0;
        let Recorder { code, moment: last, room, steps, questions, .. } = recorder;
        let code = code.lines.into_iter().map(|line| (line.depth, line.text)).collect();
        let source = game.tree.span.of(game.text).to_string();
        Ok(Self {
            schema: 1,
            nodes: nodes(game),
            values: values(game),
            code,
            source,
            first,
            steps,
            questions,
            more,
            room,
            last,
        })
    }
}

impl Recorder<'_> {
    /// What is shown before the first step.
    fn first(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        self.game.nodes().all().for_each(|node| self.change(node, &mut changes));
        changes
    }

    fn take(&mut self, event: &Event) {
        self.moment.take(self.game, event);
        let mut set = Vec::new();
        self.change(event.node, &mut set);
        if let Step::Cutoff { .. } = event.step {
            self.skip_children(event.node, &mut set);
        }
        let kind = self.game.nodes().kind(event.node);
        let v = match event.step {
            Step::Return { returned, .. } => Some(returned),
            _ => event.v,
        };
        let (game, settings, before) = (self.game, self.words.settings, self.steps.len());
        self.questions.extend(questions(game, settings, self.previous.as_ref(), event, before));
        self.steps.push(Taken {
            event: event.step.name(),
            node: event.node.index(),
            alpha: extent(event.window.alpha),
            beta: extent(event.window.beta),
            v: v.map_or_else(String::new, extent),
            say: self.words.why(event, self.previous.as_ref()),
            lines: self.code.running(kind, event),
            set,
            possible: possible(event, v),
            counts: (self.moment.leaves, self.moment.cutoffs, self.skipped),
        });
        self.previous = Some(*event);
    }

    /// Notes everything below the children that a cutoff skips.
    fn skip_children(&mut self, node: NodeId, set: &mut Vec<Change>) {
        let nodes = self.game.nodes();
        for child in nodes.children(node) {
            if self.moment.of(child).progress != Progress::Skipped || self.looks[child.index()].state == "skipped" {
                continue;
            }
            for below in (child.index()..nodes.end(child).index()).map(NodeId::new) {
                self.skipped += u64::from(nodes.is_leaf(below));
                self.change(below, set);
            }
        }
    }

    /// Notes what has changed at a node.
    fn change(&mut self, node: NodeId, set: &mut Vec<Change>) {
        let look = self.look(node);
        let before = std::mem::replace(&mut self.looks[node.index()], look.clone());
        let mut note = |slot: &'static str, value: &str| set.push((node.index(), slot, value.to_string()));
        if look.state != before.state {
            note("state", look.state);
        }
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        if look.texts.inside != before.texts.inside && !self.game.nodes().is_leaf(node) {
            note("value", &text(&look.texts.inside));
        }
        if look.texts.value != before.texts.value {
            note("long", &text(&look.texts.value));
        }
        if look.texts.window != before.texts.window {
            note("window", &text(&look.texts.window));
        }
        if look.order != before.order {
            note("order", &look.order.map_or_else(String::new, |order| order.to_string()));
        }
        if look.is_cut != before.is_cut {
            note("cut", "yes");
        }
        widen(&mut self.room[node.index()], look.texts);
    }

    fn look(&self, node: NodeId) -> Look {
        let show = Show::Search(self.search, &self.moment);
        let writer = Writer { game: self.game, show, windows: self.windows, room: None };
        let state = self.moment.of(node);
        let is_leaf = self.game.nodes().is_leaf(node);
        Look {
            state: match state.progress {
                _ if writer.is_skipped(node) => "skipped",
                Progress::Open => "open",
                Progress::Done => "done",
                Progress::Ahead | Progress::Skipped => "",
            },
            texts: if is_leaf { Texts::default() } else { writer.of_node(node) },
            order: state.place.filter(|_| is_leaf),
            is_cut: state.is_cut,
        }
    }

    /// Marks the principal variation with the last step.
    fn mark_principal(&mut self) {
        let Some(last) = self.steps.last_mut() else { return };
        let principal = std::iter::successors(Some(NodeId::ROOT), |node| self.search.first_best_move(*node));
        last.set.extend(principal.skip(1).map(|node| (node.index(), "pv", "yes".to_string())));
    }
}

/// Between which numbers the value of the step will be; `None` if it is known, or if nothing is known.
fn possible(event: &Event, v: Option<Extent>) -> Option<[String; 2]> {
    let (least, greatest) = match (event.step, v) {
        (Step::Add { possible: Window { alpha: Some(alpha), beta: Some(beta) }, .. }, _) => {
            (alpha.least, beta.greatest)
        }
        (_, Some(v)) => (v.least, v.greatest),
        _ => return None,
    };
    (least < greatest).then(|| [least, greatest].map(super::text::number))
}

/// Makes room for the texts of a node wherever they are the widest so far.
fn widen(room: &mut Texts, texts: Texts) {
    let widen = |room: &mut Option<String>, text: Option<String>, font: Font| {
        if text.as_deref().map(|text| font.width(text)) > room.as_deref().map(|room| font.width(room)) {
            *room = text;
        }
    };
    widen(&mut room.inside, texts.inside, fonts::VALUE);
    widen(&mut room.name, texts.name, fonts::NAME);
    widen(&mut room.value, texts.value, fonts::NAME);
    widen(&mut room.window, texts.window, fonts::WINDOW);
}

fn nodes(game: &ResolvedTree<'_>) -> Vec<Node> {
    let start = game.tree.span.start;
    let text = game.tree.span.of(game.text);
    // For each byte, how many units of UTF-16 are before it.
    let mut units = Vec::with_capacity(text.len() + 1);
    let mut count = 0;
    for character in text.chars() {
        units.extend(std::iter::repeat_n(count, character.len_utf8()));
        count += character.len_utf16();
    }
    units.push(count);
    let place = |offset: u32| units.get(offset.saturating_sub(start) as usize).copied().unwrap_or(count);
    let node = |node: NodeId| {
        let kind = game.nodes().kind(node);
        let Span { start, end, .. } = game.head(node);
        let called = match kind {
            Kind::Max | Kind::Min | Kind::Chance => game.name(node).map_or_else(
                || game.called(node),
                |name| format!("{} {}", kind.name(), crate::diagnostic::render::printable(&name)),
            ),
            _ => game.called(node),
        };
        let parent = (node != NodeId::ROOT).then(|| game.parent(node).index());
        Node { kind: words::kind(kind), called, parent, span: (place(start), place(end)) }
    };
    game.nodes().all().map(node).collect()
}

/// The different values of the leaves, from the least.
fn values(game: &ResolvedTree<'_>) -> Vec<String> {
    let nodes = game.nodes();
    let mut values: Vec<_> = nodes.of_kind(Kind::Value).map(|leaf| nodes.value(leaf)).collect();
    values.sort();
    values.dedup();
    values.into_iter().map(super::text::number).collect()
}
