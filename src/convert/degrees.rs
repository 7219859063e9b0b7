//! The parameters of an applet, one a line or in the address of a page: `branches` has the number of children of each
//! node in pre-order, and `values` the values of the leaves: `branches=2,0,0&values=3,5`.

use super::bracket::{Form, Item};
use super::value::{add_leaf, opponent};
use super::{Assumed, Options, Plain, Refusal, misread};
use crate::diagnostic::{clipped, counted};
use crate::source::{Span, lines, offset};
use crate::syntax::tree::Kind;

/// The parameters that have a meaning.
const NAMES: [&str; 4] = ["branches", "values", "b", "d"];

/// Whether a text has the parameter `branches`.
pub(super) fn is_degrees(text: &str) -> bool {
    text.contains("branches=")
}

/// Reads the parameters. Linear, and not recursive.
pub(super) fn read(text: &str, options: &Options, notes: &mut Vec<String>) -> Result<(Plain, Assumed), Refusal> {
    let [branches, values, most_moves, plies] = known(text, notes)?;
    let Some(branches) = branches else {
        return Err(misread("the parameter `branches` is missing", Span::default())
            .help("write the number of children of each node: `branches=2,0,0`")
            .into());
    };
    let values = values.map_or_else(Vec::new, |values| items(text, values));
    let plain = Plain::default();
    let mut reader =
        Reader { text, options, values, plain, open: Vec::new(), leaves: 0, unknown: 0, widest: 0, deepest: 0 };
    let degrees = items(text, branches);
    for degree in &degrees {
        reader.add(*degree)?;
    }
    reader.refuse_end(degrees.last().copied().unwrap_or(branches))?;
    let moves = |count: usize, one: &str, many: &str| counted(count as u64, one, many);
    for (name, given, real, shape) in [
        ("b", most_moves, reader.widest, format!("a node has up to {}", moves(reader.widest, "child", "children"))),
        ("d", plies, reader.deepest, format!("a leaf is up to {} deep", moves(reader.deepest, "move", "moves"))),
    ] {
        let given = given.map(|given| given.of(text)).filter(|given| *given != real.to_string());
        notes.extend(given.map(|given| {
            format!("`{name}={}` is ignored: in the tree that `branches` gives, {shape}", clipped(given))
        }));
    }
    if reader.unknown > 0 {
        let leaves = counted(reader.unknown, "leaf has no value, so it is", "leaves have no values, so they are");
        notes.push(format!("{leaves} unknown (`?`)"));
    }
    Ok((reader.plain, options.assumed()))
}

struct Reader<'a> {
    text: &'a str,
    options: &'a Options,
    values: Vec<Span>,
    plain: Plain,
    /// How many children of each open node are still to come, and the one that is being read.
    open: Vec<usize>,
    leaves: usize,
    /// How many of the leaves have no value.
    unknown: u64,
    /// The most children of a node.
    widest: usize,
    /// The most moves to a leaf.
    deepest: usize,
}

impl Reader<'_> {
    /// Adds the next node or leaf.
    fn add(&mut self, degree: Span) -> Result<(), Refusal> {
        if self.open.is_empty() && !self.plain.is_empty() {
            return Err(misread("the tree is complete before this number", degree)
                .help("delete this number and all after it, or correct one before it")
                .into());
        }
        let children = self.children(degree)?;
        if children == 0 {
            return self.leaf();
        }
        let kind = self.plain.innermost().and_then(|parent| opponent(self.plain.kind(parent)));
        self.plain.open(kind.unwrap_or(self.options.root()));
        self.open.push(children);
        self.widest = self.widest.max(children);
        self.deepest = self.deepest.max(self.open.len());
        Ok(())
    }

    fn children(&self, degree: Span) -> Result<usize, Refusal> {
        let written = degree.of(self.text);
        written.parse().map_err(|_| {
            let message = match written {
                "" => "a number is missing here".to_string(),
                _ => format!("`{}` is not a number of children", clipped(written)),
            };
            misread(message, degree).help("write how many children the node has, or 0 for a leaf").into()
        })
    }

    /// Adds a leaf, and closes the nodes that are complete with it.
    fn leaf(&mut self) -> Result<(), Refusal> {
        match self.values.get(self.leaves).filter(|value| value.start < value.end) {
            Some(value) => {
                let item = Item { form: Form::Word, span: *value, end: 0 };
                add_leaf(&mut self.plain, self.text, item, self.options)?;
            }
            None => {
                self.unknown += 1;
                self.plain.unknown(Kind::Unknown);
            }
        }
        self.leaves += 1;
        while let Some(children) = self.open.last_mut() {
            *children -= 1;
            if *children > 0 {
                break;
            }
            self.open.pop();
            self.plain.close();
        }
        Ok(())
    }

    /// Refuses a list that ends before the tree, and values for which there is no leaf.
    fn refuse_end(&self, last: Span) -> Result<(), Refusal> {
        if !self.open.is_empty() {
            let children = self.open.iter().fold(0, |sum: usize, children| sum.saturating_add(*children));
            // Each open node but the last has one child that is already there.
            let missing = counted((children - (self.open.len() - 1)) as u64, "child is", "children are");
            return Err(misread(format!("the list ends here, but {missing} missing"), last)
                .help("add a number for each of them, and for all nodes below them; 0 is a leaf")
                .into());
        }
        match self.values.iter().skip(self.leaves).find(|value| value.start < value.end) {
            Some(extra) => {
                let leaves = counted(self.leaves as u64, "leaf", "leaves");
                let message = format!("the tree has only {leaves}, so there is no leaf for this value");
                Err(misread(message, *extra).help("delete it, or correct `branches`").into())
            }
            None => Ok(()),
        }
    }
}

/// The values of [`NAMES`]. The other parameters are not read.
fn known(text: &str, notes: &mut Vec<String>) -> Result<[Option<Span>; 4], Refusal> {
    let mut known = [None; NAMES.len()];
    for (name, value) in parameters(text)? {
        let Some(place) = NAMES.iter().position(|known| *known == name.of(text)) else {
            notes.push(format!("the parameter `{}` is ignored", clipped(name.of(text))));
            continue;
        };
        if let Some(first) = known[place].replace(value) {
            let message = format!("there are two parameters `{}`", NAMES[place]);
            return Err(misread(message, value).label(first, "the first one").help("delete one of the two").into());
        }
    }
    Ok(known)
}

/// The names and values of the parameters, in the order of the text.
fn parameters(text: &str) -> Result<Vec<(Span, Span)>, Refusal> {
    let mut parameters: Vec<(Span, Span)> = Vec::new();
    let mut start = 0;
    for line in lines(text) {
        let content = line.split('#').next().unwrap_or_default();
        let first = parameters.len();
        for part in content.split(['&', ' ', '\t', '\r', '\n', '\u{feff}']).filter(|part| !part.is_empty()) {
            // The address before a `?` is no part of a parameter.
            let part = match part.split_once('?') {
                Some((address, query)) if !address.contains('=') && query.contains('=') => query,
                _ => part,
            };
            let from = start + (part.as_ptr() as usize - line.as_ptr() as usize);
            let span = |from: usize, length: usize| Span::new(offset(from), offset(from + length));
            if let Some((name, value)) = part.split_once('=') {
                parameters.push((span(from, name.len()), span(from + name.len() + 1, value.len())));
            } else if let Some((_, value)) = parameters[first..].last_mut() {
                // There is a blank after a comma.
                *value = value.to(span(from, part.len()));
            } else {
                return Err(misread("this is not a parameter", span(from, part.len()))
                    .help("write a line such as `branches=2,0,0`, or delete it")
                    .into());
            }
        }
        start += line.len();
    }
    Ok(parameters)
}

/// The parts of a list between its commas, which an address may write as `%2C`.
fn items(text: &str, list: Span) -> Vec<Span> {
    let written = list.of(text);
    let item = |from: usize, to: usize| {
        let part = &written[from..to];
        let start = list.start + offset(from + part.len() - part.trim_start().len());
        Span::new(start, start + offset(part.trim().len()))
    };
    let mut items = Vec::new();
    let mut start = 0;
    for (at, sign) in written.match_indices([',', '%']) {
        let length = match sign {
            "," => 1,
            _ if written[at..].get(..3).is_some_and(|code| code.eq_ignore_ascii_case("%2C")) => 3,
            _ => continue,
        };
        items.push(item(start, at));
        start = at + length;
    }
    if start > 0 || !written.trim().is_empty() {
        items.push(item(start, written.len()));
    }
    items
}
