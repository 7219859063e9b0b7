//! A reader of traces that knows nothing of the search: from the events alone it works out what each node was entered
//! with, what it returned, which returns are bounds, and how much was done.

use std::collections::BTreeMap;

use gametree::number::{Number, Weight};
use serde_json::Value;

/// As much as is known of a number: the two between which it lies.
type Extent = (Number, Number);
type Window = (Extent, Extent);

/// What is known of a node or leaf that was entered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) window: Window,
    /// `None` where the search did not leave it.
    pub(crate) result: Option<Outcome>,
}

/// What is known of a node or leaf that was left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    pub(crate) soft: Extent,
    pub(crate) returned: Extent,
    /// The fail-soft window at the end.
    pub(crate) last: Window,
    pub(crate) bound: Option<&'static str>,
}

#[derive(Debug, Default)]
pub(crate) struct Replay {
    pub(crate) visits: BTreeMap<usize, Visit>,
    pub(crate) leaves: u64,
    pub(crate) nodes: u64,
    pub(crate) cutoffs: u64,
    pub(crate) branches: u64,
    /// Why the search stopped before its end.
    pub(crate) stop: Option<String>,
}

/// The rules that the first line of a trace names.
struct Rules {
    strict: bool,
    hard: bool,
    cutoffs: String,
    range: Window,
}

/// A node that is being searched.
struct Frame {
    node: usize,
    kind: String,
    window: Window,
    v: Option<Extent>,
    rest: Weight,
    /// What its leaves prove: its value lies between the two.
    proof: Option<Window>,
    last_child: usize,
    /// The bound that ends the search of a chance node.
    bound: Option<Extent>,
}

pub(crate) fn number(value: &Value) -> Number {
    value.as_str().unwrap_or_else(|| panic!("{value} is no number")).parse().unwrap()
}

fn extent(value: &Value) -> Extent {
    match value.as_array() {
        Some(ends) => (number(&ends[0]), number(&ends[1])),
        None => (number(value), number(value)),
    }
}

fn weight(value: &Value) -> Weight {
    number(value).finite().unwrap()
}

pub(crate) fn index(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn map(extent: Extent, with: impl Fn(Number) -> Number) -> Extent {
    (with(extent.0), with(extent.1))
}

fn zip(a: Extent, b: Extent, with: impl Fn(Number, Number) -> Number) -> Extent {
    (with(a.0, b.0), with(a.1, b.1))
}

fn better(kind: &str, a: Extent, b: Extent) -> Extent {
    zip(a, b, if kind == "max" { Ord::max } else { Ord::min })
}

/// `sum + weight · part`; an infinity that is certain outweighs what is not known.
fn add(sum: Option<Extent>, weight: Weight, part: Extent) -> Extent {
    let sum = sum.unwrap_or((Number::ZERO, Number::ZERO));
    let part = map(part, |end| end.times(weight).unwrap());
    let infinite = |extent: &Extent| extent.0 == extent.1 && extent.0.finite().is_none();
    match [sum, part].into_iter().find(infinite) {
        Some(infinite) => infinite,
        None => zip(sum, part, |a, b| a.plus(b).unwrap()),
    }
}

impl Frame {
    fn narrowed(&self) -> Window {
        let (alpha, beta) = self.window;
        match (self.kind.as_str(), self.v) {
            ("max", Some(v)) => (zip(alpha, v, Ord::max), beta),
            ("min", Some(v)) => (alpha, zip(beta, v, Ord::min)),
            _ => self.window,
        }
    }

    /// Takes in what is proved of a child, or of children that have this weight together.
    fn prove(&mut self, part: Window, weight: Weight) {
        self.proof = Some(match (self.kind.as_str(), self.proof) {
            ("chance", proof) => (add(proof.map(|p| p.0), weight, part.0), add(proof.map(|p| p.1), weight, part.1)),
            (_, None) => part,
            (kind, Some(proof)) => (better(kind, proof.0, part.0), better(kind, proof.1, part.1)),
        });
    }
}

/// Which end of what is proved a fail-soft result is.
fn bound((least, greatest): Window, result: Extent) -> Option<&'static str> {
    let known = |extent: Extent| (extent.0 == extent.1).then_some(extent.0);
    let (least, greatest, result) = (known(least)?, known(greatest)?, known(result)?);
    Some(match (least == result, greatest == result) {
        (true, true) => "exact",
        (true, false) => "lower",
        (false, true) => "upper",
        (false, false) => panic!("{result} is neither {least} nor {greatest}"),
    })
}

impl Replay {
    /// Replays the lines from `begin` to `end`, and compares each with what the lines before it lead to.
    pub(crate) fn of(lines: &[Value]) -> Self {
        let (begin, end) = (&lines[0], &lines[lines.len() - 1]);
        assert_eq!((begin["event"].as_str(), end["event"].as_str()), (Some("begin"), Some("end")));
        let settings = &begin["settings"];
        let range = settings["range"].as_array().map(|ends| (extent(&ends[0]), extent(&ends[1])));
        let everything = map((Number::NegativeInfinity, Number::Infinity), |end| end);
        let rules = Rules {
            strict: settings["cut"] == ">",
            hard: settings["search"] == "fail-hard",
            cutoffs: settings["cutoffs"].as_str().unwrap().to_string(),
            range: range.unwrap_or(((everything.0, everything.0), (everything.1, everything.1))),
        };
        let mut replay = Self::default();
        let mut frames: Vec<Frame> = Vec::new();
        let mut proved = rules.range;
        for event in &lines[1..lines.len() - 1] {
            replay.step(event, &rules, &mut frames, &mut proved);
        }
        assert_eq!(end["events"], lines.len() - 2 - usize::from(replay.stop.is_some()));
        let counts = [replay.leaves, replay.nodes, replay.cutoffs, replay.branches];
        assert_eq!(["leaves", "nodes", "cutoffs", "branches"].map(|key| end[key].as_u64().unwrap()), counts);
        assert_eq!((&end["left_out"], &end["complete"]), (&0.into(), &replay.stop.is_none().into()));
        assert!(frames.is_empty() || replay.stop.is_some());
        replay
    }

    fn step(&mut self, event: &Value, rules: &Rules, frames: &mut Vec<Frame>, proved: &mut Window) {
        let node = index(&event["node"]);
        let window = (extent(&event["alpha"]), extent(&event["beta"]));
        let v = (!event["v"].is_null()).then(|| extent(&event["v"]));
        let inner = || usize::from(!matches!(event["event"].as_str(), Some("enter" | "evaluate")));
        assert_eq!(index(&event["ply"]), frames.len() - inner(), "{event}");
        match event["event"].as_str().unwrap() {
            "enter" => {
                self.enter(node, window, frames, rules);
                let kind = event["kind"].as_str().unwrap().to_string();
                let rest = Weight::ONE;
                frames.push(Frame { node, kind, window, v: None, rest, proof: None, last_child: 0, bound: None });
                assert_eq!(v, None);
            }
            "evaluate" => {
                self.enter(node, window, frames, rules);
                self.leaves += 1;
                let v = v.unwrap();
                *proved = (v, v);
                let outcome = Outcome { soft: v, returned: v, last: window, bound: bound(*proved, v) };
                self.visits.get_mut(&node).unwrap().result = Some(outcome);
            }
            "update" => {
                let frame = frames.last_mut().unwrap();
                let (result, child) = (extent(&event["result"]), index(&event["child"]));
                let chance = frame.kind == "chance";
                let part = if chance { weight(&event["weight"]) } else { Weight::ONE };
                if v.is_none() {
                    // The sum has no exact value.
                    frame.v = None;
                } else {
                    frame.prove(*proved, part);
                    frame.v = Some(match frame.v {
                        sum if chance => add(sum, part, result),
                        Some(best) => better(&frame.kind, best, result),
                        None => result,
                    });
                }
                frame.rest = frame.rest.minus(part).unwrap();
                frame.last_child = child;
                assert_eq!((frame.node, frame.v, frame.narrowed()), (node, v, window), "{event}");
                if chance && v.is_some() && event["least"].is_string() && event["greatest"].is_string() {
                    assert_eq!(weight(&event["rest"]), frame.rest, "{event}");
                    let ends = (extent(&event["least"]), extent(&event["greatest"]));
                    let possible = |end| add(frame.v, frame.rest, end);
                    assert_eq!(ends, (possible(rules.range.0), possible(rules.range.1)), "{event}");
                }
            }
            "cutoff" => {
                let frame = frames.last_mut().unwrap();
                let alpha = event["side"] == "alpha";
                if frame.kind == "chance" {
                    let end = if alpha { rules.range.1 } else { rules.range.0 };
                    frame.bound = Some(add(frame.v, frame.rest, end));
                }
                let v = frame.bound.or(v).unwrap();
                let (low, high) = if alpha { (v.1, frame.window.0.0) } else { (frame.window.1.1, v.0) };
                assert!(low < high || (low == high && !rules.strict), "no reason for {event}");
                assert_eq!((frame.node, frame.last_child), (node, index(&event["refutation"])), "{event}");
                let rest = frame.rest;
                frame.prove(rules.range, rest);
                self.cutoffs += 1;
                self.branches += event["branches"].as_u64().unwrap();
            }
            "return" => {
                let frame = frames.pop().unwrap();
                let soft = frame.bound.or(frame.v).unwrap();
                let (alpha, beta) = frame.window;
                let clamped = zip(zip(soft, alpha, Ord::max), beta, Ord::min);
                let returned = if rules.hard { clamped } else { soft };
                *proved = frame.proof.unwrap();
                let outcome = Outcome { soft, returned, last: frame.narrowed(), bound: bound(*proved, soft) };
                assert_eq!((frame.node, v, extent(&event["returned"])), (node, Some(soft), returned), "{event}");
                assert_eq!(event["bound"].as_str(), outcome.bound, "{event}");
                self.visits.get_mut(&node).unwrap().result = Some(outcome);
            }
            "stop" => self.stop = Some(event["reason"].as_str().unwrap().to_string()),
            other => panic!("an event `{other}`"),
        }
    }

    /// A node or leaf is entered, with deep cutoffs below a player's node with the window as it stands there.
    fn enter(&mut self, node: usize, window: Window, frames: &[Frame], rules: &Rules) {
        if let Some(above) = frames.last()
            && rules.cutoffs == "deep"
            && above.kind != "chance"
        {
            assert_eq!(window, above.narrowed(), "the window of node {node}");
        }
        self.nodes += 1;
        assert!(self.visits.insert(node, Visit { window, result: None }).is_none(), "node {node} is entered twice");
    }
}
