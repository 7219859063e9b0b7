//! What a search program prints, step by step: each window, return and skipped child becomes a claim, so that a check
//! says which steps are wrong.
//!
//! ```text
//! enter max A [-inf, inf]
//! leaf 4 by a1
//! skip a2
//! return 4
//! ```
//!
//! Or one object of JSON on each line, with the keys of `gametree trace --format json`.

mod event;

use event::{Event, Step};
pub(super) use event::{WORDS, meant};

use super::value::opponent;
use super::{MAX_MOVES_FIRST, Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::{clipped, counted};
use crate::number::Number;
use crate::source::{Span, lines, offset};
use crate::syntax::tree::Kind;

/// A node or leaf that the program has mentioned.
struct Seen {
    ply: usize,
    kind: Kind,
    value: Option<Number>,
    name: Option<String>,
    label: Option<String>,
    probability: Option<Number>,
    window: Option<(Number, Number)>,
    returned: Option<Number>,
    /// How that bounds the value, if the log says it.
    relation: Option<&'static str>,
    is_skipped: bool,
    /// Whether something below it was skipped.
    hides: bool,
}

/// A node that the search has not left yet.
struct Open {
    node: usize,
    /// The child that it has looked at last.
    last: Option<usize>,
    /// At a chance node, the probability of all children that are still to come, if the log says it.
    rest: Option<Number>,
}

/// One search of a log.
#[derive(Default)]
struct Search {
    title: Option<String>,
    settings: Vec<String>,
    /// In pre-order: that is the order in which a search meets them.
    seen: Vec<Seen>,
    /// The nodes that it has not left yet.
    open: Vec<Open>,
    /// Whether it has left its root.
    is_over: bool,
    /// Whether nothing says who moves first.
    assumes: bool,
}

/// Reads the trees of a log. Linear, and not recursive.
pub(super) fn read(text: &str, options: &Options, notes: &mut Vec<String>) -> Result<Vec<Plain>, Refusal> {
    let mut searches = vec![Search::default()];
    let mut unread: Vec<usize> = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(lines(text)) {
        let content = line.trim_start_matches('\u{feff}').trim();
        let from = start + (content.as_ptr() as usize - line.as_ptr() as usize);
        let span = Span::new(offset(from), offset(from + content.len()));
        start += line.len();
        let Some(event) = Event::read(text, span)? else {
            if !content.is_empty() && !content.starts_with('#') {
                unread.push(number);
            }
            continue;
        };
        let is_next = matches!(event.step, Step::Begin | Step::Enter(_));
        if searches.last().is_some_and(|search| search.is_over) && is_next {
            searches.push(Search::default());
        }
        if let Some(search) = searches.last_mut() {
            search.add(event, span, options)?;
        }
    }
    if let Some(first) = unread.first() {
        let lines = counted(unread.len() as u64, "line says", "lines say");
        notes.push(format!("{lines} nothing about the search; the first is line {first}"));
    }
    if searches.iter().any(|search| search.assumes) {
        notes.push(MAX_MOVES_FIRST.to_string());
    }
    let mut trees = Vec::new();
    for search in searches.iter().filter(|search| !search.seen.is_empty()) {
        if !search.is_over {
            notes.push("the log ends before the search does".to_string());
        }
        trees.push(search.plain(&options.settings));
    }
    if trees.is_empty() {
        let message = "no line says that a search enters a node";
        return Err(misread(message, Span::default())
            .help("print `enter max A [-inf, inf]` where the search enters a node, `leaf 3` at a leaf, and `return 3`")
            .into());
    }
    Ok(trees)
}

impl Search {
    fn add(&mut self, event: Event, span: Span, options: &Options) -> Result<(), Refusal> {
        match event.step {
            Step::Begin => {
                self.title = event.title;
                self.settings = event.settings;
            }
            Step::Enter(player) => {
                let kind = match (player, self.open.last()) {
                    (Some(kind), _) => kind,
                    (None, None) => {
                        self.assumes = options.root.is_none();
                        options.root()
                    }
                    (None, Some(parent)) => opponent(self.seen[parent.node].kind)
                        .ok_or_else(|| misplaced("after a chance node, each node must say who moves", span))?,
                };
                if self.is_over {
                    return Err(misplaced("the search has already returned from its root", span));
                }
                let node = self.see(kind, &event);
                self.seen[node].window = event.window;
                self.open.push(Open { node, last: None, rest: None });
            }
            Step::Leaf(kind) => {
                if self.open.is_empty() {
                    return Err(misplaced("this leaf comes before any `enter`", span));
                }
                let leaf = self.see(kind, &event);
                self.seen[leaf].value = event.value;
            }
            Step::Skip(count) => {
                if self.open.is_empty() {
                    return Err(misplaced("this comes before any `enter`", span));
                }
                if count > options.most_unfolded {
                    let message = format!("more than {} children are skipped", options.most_unfolded);
                    return Err(misplaced(&message, span));
                }
                // Nobody says how likely each skipped child is. Only their sum matters, since the search stops there.
                let rest = self.open.last().and_then(|open| open.rest);
                let share = rest.and_then(|rest| rest.over(i64::try_from(count).ok()?.into()).ok());
                let labels = event.labels.iter().cloned().map(Some).chain(std::iter::repeat(None)).take(count);
                for label in labels.collect::<Vec<_>>() {
                    let skipped = self.see(Kind::Elided, &Event { label, ..Event::of(Step::Skip(1)) });
                    self.seen[skipped].is_skipped = true;
                    self.seen[skipped].probability = share;
                }
                self.hide();
            }
            Step::Weigh => {
                if let Some(open) = self.open.last_mut() {
                    open.rest = event.rest;
                    open.last.into_iter().for_each(|child| self.seen[child].probability = event.probability);
                }
            }
            Step::Return => {
                let Some(Open { node, .. }) = self.open.pop() else {
                    return Err(misplaced("this `return` has no matching `enter`", span));
                };
                self.seen[node].returned = event.value;
                self.seen[node].relation = event.relation;
                self.is_over = self.open.is_empty();
                if self.seen[node].hides {
                    self.hide();
                }
            }
            Step::Nothing => {}
        }
        Ok(())
    }

    /// Something is skipped in the innermost node.
    fn hide(&mut self) {
        if let Some(open) = self.open.last() {
            self.seen[open.node].hides = true;
        }
    }

    fn see(&mut self, kind: Kind, event: &Event) -> usize {
        let place = self.seen.len();
        self.open.last_mut().into_iter().for_each(|open| open.last = Some(place));
        self.seen.push(Seen {
            ply: self.open.len(),
            kind,
            value: None,
            name: event.name.clone(),
            label: event.label.clone(),
            probability: None,
            window: None,
            returned: None,
            relation: None,
            is_skipped: false,
            hides: false,
        });
        place
    }

    /// The tree, with these settings beside those of the log.
    fn plain(&self, settings: &[String]) -> Plain {
        let mut plain = Plain::new(self.title.clone());
        plain.settings = self.settings.iter().chain(settings).cloned().collect();
        let rules = Rules::of(&plain.settings);
        let mut depth = 0;
        for (place, seen) in self.seen.iter().enumerate() {
            while depth > seen.ply {
                plain.close();
                depth -= 1;
            }
            let is_last = self.seen.get(place + 1).is_none_or(|next| next.ply <= seen.ply);
            // A program may enter its leaves, too.
            let node = match seen.value.or(seen.returned.filter(|_| is_last)) {
                Some(value) => plain.leaf(value),
                None if seen.kind.is_leaf() => plain.unknown(seen.kind),
                // The log ends here.
                None if is_last => plain.unknown(Kind::Elided),
                None => {
                    depth += 1;
                    plain.open(seen.kind)
                }
            };
            let is_node = !plain.kind(node).is_leaf();
            if let Some(name) = seen.name.as_deref().filter(|_| is_node) {
                plain.set_name(node, name);
            }
            let label = seen.label.as_deref().or(seen.name.as_deref().filter(|_| !is_node && seen.ply > 0));
            if let Some(label) = label {
                plain.set_label(node, label);
            }
            if let Some(probability) = seen.probability {
                plain.set_probability(node, probability);
            }
            let claims = if is_node { seen.claims(rules) } else { seen.mark().to_string() };
            if !claims.is_empty() {
                plain.set_claims(node, claims);
            }
        }
        (0..depth).for_each(|_| plain.close());
        plain
    }
}

impl Seen {
    fn mark(&self) -> &'static str {
        match (self.is_skipped, self.kind) {
            (true, _) => "pruned",
            // The end of a log is no leaf.
            (false, Kind::Max | Kind::Min | Kind::Chance) if self.returned.is_none() => "",
            (false, _) => "visited",
        }
    }

    /// The window and the return of a node as claims, as far as they are certain.
    fn claims(&self, rules: Rules) -> String {
        let window = self.window.map(|(alpha, beta)| format!("[{alpha}, {beta}]"));
        let returned = self.returned.and_then(|returned| {
            let relation = self.relation.or_else(|| self.relation_to_window(returned, rules))?;
            Some(format!("{relation} {returned}"))
        });
        window.into_iter().chain(returned).collect::<Vec<_>>().join(" ")
    }

    /// How a return bounds the value. Outside the window, it is only a bound; at an end of the window, too, if the search
    /// stops at α = β. Without a window, it is the value of what the search has seen, unless something was skipped, or
    /// fail-hard has moved it; the return of the root is always its value.
    fn relation_to_window(&self, returned: Number, rules: Rules) -> Option<&'static str> {
        let Some((alpha, beta)) = self.window else {
            let is_whole = self.ply == 0 && !rules.has_window;
            return (is_whole || !(self.hides || rules.is_hard)).then_some("=");
        };
        match () {
            () if returned < alpha => Some("<="),
            () if returned > beta => Some(">="),
            () if returned == alpha && alpha > Number::NegativeInfinity => rules.at_end("<="),
            () if returned == beta && beta < Number::Infinity => rules.at_end(">="),
            () => Some("="),
        }
    }
}

/// The settings that say what a return means.
#[derive(Clone, Copy)]
struct Rules {
    cuts_at_equality: bool,
    is_hard: bool,
    has_window: bool,
}

impl Rules {
    fn of(settings: &[String]) -> Self {
        let words: Vec<String> =
            settings.iter().map(|setting| setting.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let has = |wanted: &str| words.iter().any(|setting| setting.starts_with(wanted));
        Self {
            cuts_at_equality: !words.iter().any(|setting| setting.starts_with("cut ") && !setting.contains(">=")),
            is_hard: has("search fail-hard"),
            has_window: has("window"),
        }
    }

    /// What a return at an end of the window is. If the search goes on there, fail-soft returns the value; fail-hard may
    /// have moved it.
    fn at_end(self, bound: &'static str) -> Option<&'static str> {
        match (self.cuts_at_equality, self.is_hard) {
            (true, _) => Some(bound),
            (false, false) => Some("="),
            (false, true) => None,
        }
    }
}

fn misplaced(message: &str, span: Span) -> Refusal {
    misread(message, span).into()
}

/// A line of a log that cannot be read.
fn misread_line(text: &str, span: Span, message: &str) -> Refusal {
    misread(message, span).primary_label(format!("`{}`", clipped(span.of(text)))).into()
}
