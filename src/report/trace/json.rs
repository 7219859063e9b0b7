//! `trace --format json`: one object on a line for each step, and one before and after them. `docs/trace.md` is the
//! reference.

use std::borrow::Cow;
use std::io;

use serde::{Serialize, Serializer};

use super::{Ending, Summary};
use crate::model::{self, ResolvedTree};
use crate::number::{Fault, Number};
use crate::report::Algorithm;
use crate::report::json::{Settings, Text, kind};
use crate::search::{Bound, Event, Extent, Side, Step, StopReason};
use crate::syntax::tree::NodeId;

/// Writes the line before the steps: the tree and its settings. `from` is the node within which steps are listed.
///
/// # Errors
/// Those of the writer.
pub fn begin_json(
    game: &ResolvedTree<'_>,
    settings: &model::Settings,
    file: &str,
    from: NodeId,
    writer: impl io::Write,
) -> io::Result<()> {
    let tree = game.tree.title.map(|title| game.name_at(title));
    let settings = Settings::new(Algorithm::AlphaBeta, settings);
    line(writer, &Line::Begin { file, tree, settings, from: from.index() })
}

/// Writes the line of a step.
///
/// # Errors
/// Those of the writer.
pub fn event_json(game: &ResolvedTree<'_>, event: &Event, writer: impl io::Write) -> io::Result<()> {
    write_event(game, event, None, writer)
}

/// Like [`event_json`], with the sentence on why the step is taken, which [`super::Words`] puts into words.
///
/// # Errors
/// Those of the writer.
pub fn explained_event_json(
    game: &ResolvedTree<'_>,
    event: &Event,
    why: &str,
    writer: impl io::Write,
) -> io::Result<()> {
    write_event(game, event, Some(why), writer)
}

fn write_event(game: &ResolvedTree<'_>, event: &Event, why: Option<&str>, writer: impl io::Write) -> io::Result<()> {
    let node = event.node;
    let at = At {
        node: node.index(),
        name: game.name(node),
        label: game.label(node),
        ply: event.ply,
        alpha: Known(&event.window.alpha),
        beta: Known(&event.window.beta),
        v: event.v.as_ref().map(Known),
        why,
    };
    let kind = kind(game.nodes().kind(node));
    line(
        writer,
        &match &event.step {
            Step::Enter => Line::Enter { at, kind },
            Step::Evaluate => Line::Evaluate { at, kind },
            Step::Update { child, result, .. } => Line::Update { at, child: child.index(), result: Known(result) },
            Step::Add { child, result, weight, rest, possible } => Line::Add {
                at,
                child: child.index(),
                result: Known(result),
                weight: Text(Number::Finite(*weight)),
                rest: Text(Number::Finite(*rest)),
                least: possible.alpha.as_ref().map(Known),
                greatest: possible.beta.as_ref().map(Known),
            },
            Step::Cutoff { side, refutation, skipped, branches } => Line::Cutoff {
                at,
                side: if *side == Side::Alpha { "alpha" } else { "beta" },
                refutation: refutation.index(),
                skipped: skipped.index(),
                branches: *branches,
            },
            Step::Return { returned, bound } => {
                Line::Return { at, returned: Known(returned), bound: bound.map(Bound::name) }
            }
            Step::Stop(reason) => Line::Stop {
                at,
                reason: match reason {
                    StopReason::Undecided => "undecided",
                    StopReason::Fault(Fault::TooLong) => "too-long",
                    StopReason::Fault(Fault::OpposedInfinities) => "opposed-infinities",
                },
            },
        },
    )
}

/// Writes the line after the steps: how the search ended, and the counts.
///
/// # Errors
/// Those of the writer.
pub fn end_json(summary: &Summary, writer: impl io::Write) -> io::Result<()> {
    let Summary { events, left_out, leaves, nodes, cutoffs, branches, ending } = *summary;
    let why = match ending {
        Ending::NeverEntered(cause, _) => Some(cause.name()),
        _ => None,
    };
    let complete = !matches!(ending, Ending::Stopped(..));
    line(writer, &Line::End { events, left_out, leaves, nodes, cutoffs, branches, why, complete })
}

fn line(mut writer: impl io::Write, line: &Line<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut writer, line)?;
    writer.write_all(b"\n")
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Line<'a> {
    Begin {
        file: &'a str,
        tree: Option<Cow<'a, str>>,
        settings: Settings,
        from: usize,
    },
    Enter {
        #[serde(flatten)]
        at: At<'a>,
        kind: &'static str,
    },
    Evaluate {
        #[serde(flatten)]
        at: At<'a>,
        kind: &'static str,
    },
    Update {
        #[serde(flatten)]
        at: At<'a>,
        child: usize,
        result: Known<'a>,
    },
    #[serde(rename = "update")]
    Add {
        #[serde(flatten)]
        at: At<'a>,
        child: usize,
        result: Known<'a>,
        weight: Text,
        rest: Text,
        least: Option<Known<'a>>,
        greatest: Option<Known<'a>>,
    },
    Cutoff {
        #[serde(flatten)]
        at: At<'a>,
        side: &'static str,
        refutation: usize,
        skipped: usize,
        branches: u64,
    },
    Return {
        #[serde(flatten)]
        at: At<'a>,
        returned: Known<'a>,
        bound: Option<&'static str>,
    },
    Stop {
        #[serde(flatten)]
        at: At<'a>,
        reason: &'static str,
    },
    End {
        events: u64,
        left_out: u64,
        leaves: u64,
        nodes: u64,
        cutoffs: u64,
        branches: u64,
        why: Option<&'static str>,
        complete: bool,
    },
}

/// The node of a step, with its window and value at that time.
#[derive(Serialize)]
struct At<'a> {
    node: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<Cow<'a, str>>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    label: Option<Cow<'a, str>>,
    ply: usize,
    alpha: Known<'a>,
    beta: Known<'a>,
    v: Option<Known<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

/// A number if it is known, otherwise the two ends between which it lies.
struct Known<'a>(&'a Extent);

impl Serialize for Known<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.known() {
            Some(number) => Text(number).serialize(serializer),
            None => (Text(self.0.least), Text(self.0.greatest)).serialize(serializer),
        }
    }
}
