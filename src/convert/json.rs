//! Objects with a key for each part of a node, as JSON and Python have them.
//!
//! `{"max": [3, {"min": [2, 9]}]}`; `{"player": "max", "name": "A", "children": [{"value": 3}]}`; and one key with a
//! node's name, `{"A": {"children": ["B"], "data": 3}}`.

use super::bracket::{Form, Item};
use super::lists::children;
use super::value::{add_leaf, next_player, number, number_of_call, player, player_of, unquoted};
use super::{Assumed, Options, Plain, Refusal, misread, one_leaf};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::Kind;

const PLAYERS: &[&str] = &["player", "type", "kind", "node", "turn"];
const NAMES: &[&str] = &["name", "id"];
const LABELS: &[&str] = &["label", "move", "action"];
const VALUES: &[&str] = &["value", "utility", "score", "data"];
const EVALUATIONS: &[&str] = &["eval", "static", "heuristic"];
const PROBABILITIES: &[&str] = &["probability", "prob", "p"];
const CHILDREN: &[&str] = &["children", "moves", "successors", "actions"];
const TITLES: &[&str] = &["title"];
const ROOTS: &[&str] = &["root", "tree"];

/// Whether the items are an object with keys that nodes have.
pub(super) fn is_node(text: &str, items: &[Item]) -> bool {
    let is_key = |place: usize| {
        let key = key(text, items[place]);
        let is_known = [CHILDREN, ROOTS, PLAYERS].iter().any(|keys| keys.contains(&key.as_str()));
        let names_list = items.get(place + 1).is_some_and(|next| next.form.is_list());
        is_known || (player(&key).is_some() && names_list)
    };
    let has_key = children(items, 0).any(|place| items[place].form == Form::Key && is_key(place));
    items[0].form == Form::Curly && (has_key || named(text, items, 0).is_some())
}

/// The name and the object of a node that is written as `{"A": {"children": […]}}` or `{"A": {"data": 3}}`.
fn named(text: &str, items: &[Item], object: usize) -> Option<(Span, usize)> {
    let inner = object + 2;
    let is_alone = items.get(inner)?.form == Form::Curly && items[inner].end == items[object].end;
    let is_part = |place: usize| ["children", "data"].contains(&key(text, items[place]).as_str());
    let is_node = is_alone && children(items, inner).any(|place| items[place].form == Form::Key && is_part(place));
    (is_node && items[object + 1].form == Form::Key).then(|| (items[object + 1].span, inner))
}

/// Whether a key names a part of a node, so that it is no label.
pub(super) fn is_part(key: &str) -> bool {
    let key = key.to_lowercase();
    let keys = [PLAYERS, NAMES, VALUES, EVALUATIONS, PROBABILITIES, CHILDREN];
    player(&key).is_some() || keys.iter().any(|keys| keys.contains(&key.as_str()))
}

fn key(text: &str, item: Item) -> String {
    unquoted(text, item.span).to_lowercase()
}

/// What an object says.
#[derive(Default)]
struct Node {
    player: Option<Kind>,
    name: Option<Span>,
    label: Option<Span>,
    value: Option<(Number, Span)>,
    evaluation: Option<Number>,
    probability: Option<Number>,
    /// The list or object of its children.
    children: Option<usize>,
}

/// Sets a part of a node, unless it is already there.
fn fill<T>(part: &mut Option<T>, value: T, key: Item) -> Result<(), Refusal> {
    match part.replace(value) {
        None => Ok(()),
        Some(_) => {
            let message = "an earlier key of this object means the same";
            Err(misread(message, key.span).help("delete one of the two").into())
        }
    }
}

/// Reads an object. Linear, and not recursive.
pub(super) fn read(text: &str, items: &[Item], options: &Options) -> Result<(Plain, Assumed), Refusal> {
    let mut reader =
        Reader { text, items, options, plain: Plain::default(), assumed: Assumed::Nothing, ends: Vec::new() };
    let mut pending = vec![(reader.root()?, None)];
    while let Some((place, label)) = pending.pop() {
        reader.close_before(place);
        let below = reader.child(place, label)?;
        pending.extend(below.into_iter().rev());
    }
    reader.close_before(items.len());
    if reader.plain.len() == 1 {
        return Err(one_leaf(items[0].span));
    }
    Ok((reader.plain, reader.assumed))
}

/// A node or leaf that is still to be read, and the key before it.
type Pending = (usize, Option<Span>);

struct Reader<'a> {
    text: &'a str,
    items: &'a [Item],
    options: &'a Options,
    plain: Plain,
    assumed: Assumed,
    /// Where the open nodes end, outermost first.
    ends: Vec<usize>,
}

impl Reader<'_> {
    fn close_before(&mut self, place: usize) {
        while self.ends.last().is_some_and(|end| *end <= place) {
            self.ends.pop();
            self.plain.close();
        }
    }

    /// The keys of an object, with the places of what follows them.
    fn fields(&self, object: usize) -> impl Iterator<Item = (Item, usize)> + '_ {
        children(self.items, object)
            .filter(|place| self.items[*place].form == Form::Key)
            .map(|place| (self.items[place], place + 1))
    }

    /// Refuses an object in which something has no key.
    fn refuse_unnamed(&self, object: usize) -> Result<(), Refusal> {
        let mut parts = children(self.items, object);
        while let Some(key) = parts.next() {
            let item = self.items[key];
            if item.form != Form::Key {
                let message = "this part of the object has no key";
                return Err(misread(message, item.span).help("write a key before it, such as `\"value\":`").into());
            }
            parts.next();
        }
        Ok(())
    }

    /// The object of the root, which may be in an object with a title.
    fn root(&mut self) -> Result<usize, Refusal> {
        let mut root = None;
        let mut title = None;
        for (item, place) in self.fields(0) {
            let key = key(self.text, item);
            if ROOTS.contains(&key.as_str()) && self.items.get(place).is_some_and(|value| value.form == Form::Curly) {
                fill(&mut root, place, item)?;
            } else if TITLES.contains(&key.as_str()) {
                title = self.items.get(place).map(|value| value.span);
            }
        }
        if let Some((key, _)) = self.fields(0).find(|(item, _)| {
            let key = key(self.text, *item);
            root.is_some() && !TITLES.contains(&key.as_str()) && !ROOTS.contains(&key.as_str())
        }) {
            let message = "this key is outside the root";
            return Err(misread(message, key.span).help("move it into the root").into());
        }
        self.plain.title = title.map(|span| unquoted(self.text, span).into_owned());
        Ok(root.unwrap_or(0))
    }

    /// Adds a node or leaf. Returns its children.
    fn child(&mut self, place: usize, label: Option<Span>) -> Result<Vec<Pending>, Refusal> {
        let item = self.items[place];
        if item.form != Form::Curly {
            return self.simple(place, label).map(|()| Vec::new());
        }
        let node = self.node(place)?;
        let below = match node.children {
            Some(list) => self.below(list)?,
            None => Vec::new(),
        };
        let added = match (below.is_empty(), node.value) {
            (false, _) => {
                let kind = self.player(&node, item)?;
                self.ends.push(item.end as usize);
                self.plain.open(kind)
            }
            (true, Some((_, span))) if node.evaluation.is_some() => {
                let message = "a leaf has a value and a static evaluation";
                return Err(misread(message, span).help("delete one of the two").into());
            }
            (true, Some((value, _))) => self.plain.leaf(value),
            (true, None) => {
                let message = "this node has neither children nor a value";
                return Err(Diagnostic::new(Code::NeitherChildrenNorValue, message, item.span)
                    .help("write `\"value\": …` or `\"children\": […]` into it")
                    .into());
            }
        };
        let written = |span: Span| unquoted(self.text, span).into_owned();
        let name = node.name.map(written);
        let label = node.label.or(label).map(written);
        // A leaf has no name in the language: the name says which move leads to it.
        match (below.is_empty(), name, label) {
            (true, Some(name), None) => self.plain.set_label(added, name),
            (false, Some(name), label) => {
                self.plain.set_name(added, name);
                label.into_iter().for_each(|label| self.plain.set_label(added, label));
            }
            (true, Some(_), Some(label)) => {
                self.plain.lost_names += 1;
                self.plain.set_label(added, label);
            }
            (_, _, label) => label.into_iter().for_each(|label| self.plain.set_label(added, label)),
        }
        node.probability.into_iter().for_each(|probability| self.plain.set_probability(added, probability));
        if !below.is_empty() {
            let inner = node.value.map(|(value, span)| self.options.inner(value, span)).transpose()?;
            let evaluation = node.evaluation.map(|value| format!("eval {value}"));
            inner.into_iter().chain(evaluation).for_each(|claim| self.plain.set_claims(added, claim));
        }
        Ok(below)
    }

    /// A child that is no object: a number, or a word in its place.
    fn simple(&mut self, place: usize, label: Option<Span>) -> Result<(), Refusal> {
        let item = self.items[place];
        match number_of_call(self.text, &self.items[place..item.end as usize]).filter(|_| item.form == Form::Call) {
            Some(number) => _ = self.plain.leaf(number),
            None if item.form.is_list() => {
                let message = "a list stands here among objects";
                return Err(misread(message, item.span)
                    .help("write the node as an object, such as `{\"min\": [3, 5]}`")
                    .into());
            }
            None => add_leaf(&mut self.plain, self.text, item, self.options)?,
        }
        if let Some(label) = label {
            let leaf = self.plain.last();
            self.plain.set_label(leaf, unquoted(self.text, label));
        }
        Ok(())
    }

    fn player(&mut self, node: &Node, item: Item) -> Result<Kind, Refusal> {
        if let Some(kind) = node.player {
            return Ok(kind);
        }
        let help = "write `\"player\": \"max\"` or `\"player\": \"min\"`";
        next_player(&self.plain, self.options, &mut self.assumed, item.span, help)
    }

    /// The children in a list, or in an object with a key for each.
    fn below(&self, list: usize) -> Result<Vec<Pending>, Refusal> {
        match self.items[list].form {
            Form::Square | Form::Round => Ok(children(self.items, list).map(|child| (child, None)).collect()),
            Form::Curly => self
                .refuse_unnamed(list)
                .map(|()| self.fields(list).map(|(key, child)| (child, Some(key.span))).collect()),
            _ => {
                let message = "the children of a node are a list or an object";
                Err(misread(message, self.items[list].span).into())
            }
        }
    }

    fn node(&self, object: usize) -> Result<Node, Refusal> {
        let mut node = Node::default();
        let mut object = object;
        if let Some((name, inner)) = named(self.text, self.items, object) {
            node.name = Some(name);
            object = inner;
        }
        self.refuse_unnamed(object)?;
        let end = self.items[object].end as usize;
        for (item, place) in self.fields(object) {
            let Some(value) = self.items.get(place).copied().filter(|_| place < end) else {
                return Err(misread("nothing follows this key", item.span).into());
            };
            self.field(&mut node, item, value, place)?;
        }
        Ok(node)
    }

    fn field(&self, node: &mut Node, item: Item, value: Item, place: usize) -> Result<(), Refusal> {
        let key = key(self.text, item);
        let is = |keys: &[&str]| keys.contains(&key.as_str());
        let span = value.span;
        let is_null = matches!(span.of(self.text), "null" | "None" | "undefined");
        match value.form {
            _ if is_null => {}
            Form::Text | Form::Word if is(PLAYERS) => match player_of(self.text, value) {
                Some(kind) => fill(&mut node.player, kind, item)?,
                // Some programs mark leaves so.
                None if ["leaf", "terminal"].contains(&unquoted(self.text, span).to_lowercase().as_str()) => {}
                None => {
                    let message = format!("`{}` is not a player", clipped(span.of(self.text)));
                    return Err(misread(message, span).help("write `\"max\"`, `\"min\"` or `\"chance\"`").into());
                }
            },
            Form::Text | Form::Word | Form::Number if is(NAMES) => fill(&mut node.name, span, item)?,
            Form::Text | Form::Word | Form::Number if is(LABELS) => fill(&mut node.label, span, item)?,
            _ if is(VALUES) => fill(&mut node.value, (self.number(place)?, span), item)?,
            _ if is(EVALUATIONS) => fill(&mut node.evaluation, self.number(place)?, item)?,
            _ if is(PROBABILITIES) => fill(&mut node.probability, self.number(place)?, item)?,
            form if is(CHILDREN) && form.is_list() => fill(&mut node.children, place, item)?,
            form if (form == Form::Text || form.is_list())
                && let Some(kind) = player(&key) =>
            {
                fill(&mut node.player, kind, item)?;
                match form {
                    Form::Text => fill(&mut node.name, span, item)?,
                    _ => fill(&mut node.children, place, item)?,
                }
            }
            _ if is(TITLES) => {}
            _ => {
                let message = format!("`{}` is not a part of a node", clipped(item.span.of(self.text)));
                return Err(misread(message, item.span)
                    .help(
                        "delete it, or use one of `player`, `name`, `move`, `value`, `eval`, `probability`, `children`",
                    )
                    .into());
            }
        }
        Ok(())
    }

    fn number(&self, place: usize) -> Result<Number, Refusal> {
        let item = self.items[place];
        if item.form == Form::Text {
            return number(self.text, Span::new(item.span.start + 1, item.span.end - 1));
        }
        let called =
            number_of_call(self.text, &self.items[place..item.end as usize]).filter(|_| item.form == Form::Call);
        called.map_or_else(|| number(self.text, item.span), Ok)
    }
}
