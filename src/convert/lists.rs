//! Nested lists: `[[3, 5], [2, 8]]`, `(max (min 3 5) 2)`, `Max(Min(3, 5), 2)`, `{a: [3, 5], b: 2}`.

use super::bracket::{Form, Item};
use super::value::{add_leaf, next_player, number, number_of_call, opponent, player_of, unquoted};
use super::{Assumed, Options, Plain, Refusal, json, misread, one_leaf};
use crate::diagnostic::{Code, Diagnostic, clipped};
use crate::number::Number;
use crate::source::{Span, offset};
use crate::syntax::tree::Kind;

/// Reads the items of a list in which each number is a leaf. Linear, and not recursive.
pub(super) fn read(text: &str, items: &[Item], options: &Options) -> Result<(Plain, Assumed), Refusal> {
    let mut reader =
        Reader { text, items, options, plain: Plain::default(), ends: Vec::new(), assumed: Assumed::Nothing };
    reader.plain.reserve(items.len());
    let mut place = 0;
    let mut label = None;
    while place < items.len() {
        reader.close_before(place);
        let item = items[place];
        let next = match item.form {
            Form::Key if json::is_part(&unquoted(text, item.span)) => {
                let shown = clipped(item.span.of(text));
                let message = format!("{shown} is a part of an object, but this is read as a list");
                return Err(misread(message, item.span)
                    .help("write the root as an object, too: `{\"max\": [{\"min\": [3, 5]}, 2]}`")
                    .into());
            }
            Form::Key => {
                label = Some(item.span);
                place += 1;
                continue;
            }
            form if form.is_list() => reader.list(place)?,
            _ => {
                add_leaf(&mut reader.plain, text, item, options)?;
                place + 1
            }
        };
        if let Some(label) = label.take() {
            let last = reader.plain.last();
            reader.plain.set_label(last, unquoted(text, label));
        }
        place = next;
    }
    reader.close_before(items.len());
    Ok((reader.plain, reader.assumed))
}

struct Reader<'a> {
    text: &'a str,
    items: &'a [Item],
    options: &'a Options,
    plain: Plain,
    /// Where the open nodes end, outermost first.
    ends: Vec<usize>,
    assumed: Assumed,
}

impl Reader<'_> {
    fn close_before(&mut self, place: usize) {
        while self.ends.last().is_some_and(|end| *end <= place) {
            self.ends.pop();
            self.plain.close();
        }
    }

    /// Opens a node, or adds the number that a call means. Returns the place of the next item.
    fn list(&mut self, place: usize) -> Result<usize, Refusal> {
        let item = self.items[place];
        let end = item.end as usize;
        if item.form == Form::Call
            && let Some(number) = number_of_call(self.text, &self.items[place..end])
        {
            self.plain.leaf(number);
            return Ok(end);
        }
        let (player, children) = self.player(place)?;
        if children >= end {
            let message = "this list is empty, and a node needs at least one child";
            return Err(misread(message, item.span).into());
        }
        let kind = match player {
            Some(kind) => kind,
            None => {
                let help = "write `max` or `min` first in this list";
                next_player(&self.plain, self.options, &mut self.assumed, item.span, help)?
            }
        };
        self.plain.open(kind);
        self.ends.push(end);
        Ok(children)
    }

    /// The player that stands first in a list or is the name of a call, and the place of the first child.
    fn player(&self, place: usize) -> Result<(Option<Kind>, usize), Refusal> {
        let item = self.items[place];
        let first = place + 1;
        if item.form == Form::Call {
            return match player_of(self.text, item) {
                Some(kind) => Ok((Some(kind), first)),
                None => {
                    let message = format!("`{}` is not a player", clipped(item.span.of(self.text)));
                    let finding = misread(message, item.span);
                    Err(finding.help("write `max(…)`, `min(…)` or `chance(…)`").into())
                }
            };
        }
        let named = self.items.get(first).filter(|_| first < item.end as usize);
        let named = named.filter(|named| matches!(named.form, Form::Word | Form::Text));
        match named.and_then(|named| player_of(self.text, *named)) {
            Some(kind) => Ok((Some(kind), first + 1)),
            None => Ok((None, first)),
        }
    }
}

/// Refuses a list of a number and lists: the number may be a leaf, or the value of the node.
pub(super) fn refuse_two_readings(text: &str, items: &[Item]) -> Result<(), Refusal> {
    let is_number = |place: usize| {
        let item = items[place];
        let call = || number_of_call(text, &items[place..item.end as usize]);
        item.form == Form::Number || (item.form == Form::Call && call().is_some())
    };
    let mut parts = children(items, 0);
    let first = parts.next().filter(|first| is_number(*first) && items[0].form != Form::Call);
    let mut others = parts.peekable();
    let lists_follow = others.peek().is_some() && others.all(|other| items[other].form.is_list() && !is_number(other));
    let Some(value) = first.map(|first| items[first].span).filter(|_| lists_follow) else { return Ok(()) };
    let shown = clipped(value.of(text));
    Err(Diagnostic::new(Code::TwoReadings, "this list can be read in two ways", value)
        .primary_label("a leaf, or the value of the node")
        .help(format!("if {shown} is a leaf beside the others, use `--from lists`"))
        .or_help(format!("if {shown} is the value of the node whose children follow, use `--from valued-lists`"))
        .into())
}

/// The places of the items that are directly in a list.
pub(super) fn children(items: &[Item], list: usize) -> impl Iterator<Item = usize> + '_ {
    let end = items[list].end as usize;
    let first = Some(list + 1).filter(|first| *first < end);
    std::iter::successors(first, move |place| Some(items[*place].end as usize).filter(|next| *next < end))
}

/// Lists in which the value of a node comes before its children: `[9, [8], [7]]`, `[9, [8, 7]]`.
pub(super) fn read_valued(text: &str, items: &[Item], options: &Options) -> Result<(Plain, Assumed), Refusal> {
    let mut plain = Plain::default();
    let mut ends: Vec<usize> = Vec::new();
    let mut pending = vec![0];
    while let Some(place) = pending.pop() {
        while ends.last().is_some_and(|end| *end <= place) {
            ends.pop();
            plain.close();
        }
        let item = items[place];
        let (value, below) = match item.form.is_list() {
            true => value_and_children(text, items, place)?,
            false => (item, Vec::new()),
        };
        if below.is_empty() {
            add_leaf(&mut plain, text, value, options)?;
            continue;
        }
        let kind = match plain.innermost() {
            Some(parent) => opponent(plain.kind(parent)).unwrap_or(Kind::Max),
            None => options.root(),
        };
        let node = plain.open(kind);
        let claim = options.inner(number(text, value.span)?, value.span)?;
        plain.set_claims(node, claim);
        ends.push(item.end as usize);
        pending.extend(below.into_iter().rev());
    }
    ends.drain(..).for_each(|_| plain.close());
    if plain.len() == 1 {
        return Err(one_leaf(items[0].span));
    }
    Ok((plain, options.assumed()))
}

/// The value that stands first in a list, and the places of the children. They follow one by one, or in a list of their
/// own. Empty lists stand for children that there are not.
fn value_and_children(text: &str, items: &[Item], list: usize) -> Result<(Item, Vec<usize>), Refusal> {
    let mut parts = children(items, list);
    let value = parts.next().map(|first| items[first]).filter(|first| !first.form.is_list() && first.form != Form::Key);
    let Some(value) = value else {
        let finding = misread("this list does not begin with a value", items[list].span);
        return Err(finding.help("to read it as a plain list, use `--from lists`").into());
    };
    let below: Vec<usize> = parts.filter(|place| !is_empty(items, *place)).collect();
    if let Some(stray) = below.iter().find(|place| below.len() > 1 && !items[**place].form.is_list()) {
        let message =
            format!("`{}` is not a child: after the value, only lists follow", clipped(items[*stray].span.of(text)));
        return Err(misread(message, items[*stray].span).into());
    }
    let own_list = match below.as_slice() {
        [only] if items[*only].form.is_list() => {
            let inside: Vec<usize> = children(items, *only).collect();
            let is_valued = inside.len() > 1 && !items[inside[0]].form.is_list() && items[inside[1]].form.is_list();
            (!is_valued).then_some(inside)
        }
        _ => None,
    };
    Ok((value, own_list.unwrap_or(below)))
}

fn is_empty(items: &[Item], place: usize) -> bool {
    items[place].form.is_list() && items[place].end as usize == place + 1
}

/// The leaves of a full tree, from left to right: `3 5 2 8`.
pub(super) fn read_leaves(text: &str, options: &Options) -> Result<(Plain, Assumed), Refusal> {
    let numbers = leaves(text)?;
    let whole = numbers.iter().map(|(_, span)| *span).reduce(Span::to).unwrap_or_default();
    let Some(branching) = options.branching.filter(|moves| *moves > 1) else {
        let finding = Diagnostic::new(Code::NotFull, "nothing says how many moves each node has", whole);
        return Err(finding.help("say it with `--branching`: `--branching 2` for a binary tree").into());
    };
    let plies = plies(numbers.len(), branching).ok_or_else(|| not_full(numbers.len(), branching, whole))?;
    let root = options.root();
    let mut plain = Plain::default();
    for (place, (value, _)) in numbers.iter().enumerate() {
        // A node opens wherever the number of leaves before is a multiple of its own number of leaves.
        let opened = (1..=plies).rev().filter(|height| place.is_multiple_of(branching.pow(*height)));
        for height in opened {
            let is_root_player = (plies - height).is_multiple_of(2);
            plain.open(if is_root_player { root } else { opponent(root).unwrap_or(Kind::Min) });
        }
        plain.leaf(*value);
        (1..=plies).filter(|height| (place + 1).is_multiple_of(branching.pow(*height))).for_each(|_| plain.close());
    }
    Ok((plain, options.assumed()))
}

fn leaves(text: &str) -> Result<Vec<(Number, Span)>, Refusal> {
    let separates = |character: char| character.is_whitespace() || character == ',';
    let mut numbers = Vec::new();
    let mut start = None;
    for (place, character) in text.char_indices().chain([(text.len(), ' ')]) {
        match (separates(character), start) {
            (false, None) => start = Some(place),
            (true, Some(from)) => {
                let span = Span::new(offset(from), offset(place));
                numbers.push((number(text, span)?, span));
                start = None;
            }
            _ => {}
        }
    }
    Ok(numbers)
}

/// The number of plies of a full tree; `None` if there is no such tree.
fn plies(leaves: usize, branching: usize) -> Option<u32> {
    let mut full = branching;
    let mut plies = 1;
    while full < leaves {
        full = full.checked_mul(branching)?;
        plies += 1;
    }
    (full == leaves).then_some(plies)
}

fn not_full(leaves: usize, branching: usize, span: Span) -> Refusal {
    let mut below = branching;
    while below.saturating_mul(branching) < leaves {
        below *= branching;
    }
    let above = below.saturating_mul(branching);
    let nearest = if leaves < below { format!("{below} would be") } else { format!("{below} or {above} would be") };
    let leaves = match leaves {
        1 => "1 leaf does not".to_string(),
        _ => format!("{leaves} leaves do not"),
    };
    let message = format!("{leaves} make a full tree with {branching} moves at each node; {nearest}");
    Diagnostic::new(Code::NotFull, message, span).into()
}
