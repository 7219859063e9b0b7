//! Outlines: lists of Markdown, indented lines and drawings with `├──`. Each line is a node or a leaf, and how far it is
//! indented says below which node it is.

mod entry;
mod line;
mod page;

use std::cmp::Ordering;

pub(super) use entry::quoted;
pub(super) use page::is_outline;

use self::entry::Entry;
use self::line::{Line, Mark};
use self::page::shown;
use super::bracket::{Form, Item};
use super::value::{add_leaf, next_player, number};
use super::{Assumed, Options, Plain, Refusal};
use crate::convert::misread;
use crate::diagnostic::{Code, Diagnostic, clipped, counted};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::Kind;

/// Reads the only outline of a text. Linear, and not recursive.
pub(super) fn read(text: &str, options: &Options, notes: &mut Vec<String>) -> Result<(Plain, Assumed), Refusal> {
    let (lines, others) = page::find(text)?;
    if others > 0 {
        let others = counted(others as u64, "line outside the tree is", "lines outside the tree are");
        notes.push(format!("{others} not read"));
    }
    refuse_marks(text, &lines)?;
    let plain = Plain::default();
    let mut reader =
        Reader { text, options, plain, assumed: Assumed::Nothing, open: Vec::new(), colons_end_names: false };
    for (place, line) in lines.iter().enumerate() {
        reader.close_before(line, &lines[0])?;
        let entry = Entry::read(text, line.content)?;
        match lines.get(place + 1).map(|next| line.compare(next)) {
            Some(None) => return Err(unclear_depth(&lines[place + 1])),
            Some(Some(Ordering::Less)) => reader.node(entry, *line)?,
            _ => reader.leaves(entry, *line)?,
        }
    }
    reader.open.iter().for_each(|_| reader.plain.close());
    Ok((reader.plain, reader.assumed))
}

/// Refuses lines that are marked in another way than the rest, and dashes that may be the sign of a number.
fn refuse_marks(text: &str, lines: &[Line]) -> Result<(), Refusal> {
    let has = |mark: Mark| lines.iter().any(|line| line.mark == mark);
    let (is_drawing, is_list) = (has(Mark::Branch), has(Mark::Item));
    for (place, line) in lines.iter().enumerate() {
        let span = line.content;
        if line.touches_number(text) {
            return Err(Diagnostic::new(Code::TwoReadings, "the last dash may be a minus sign", span)
                .help("if it is one, write a space before it")
                .or_help("if the number has no sign, write a space before the number")
                .into());
        }
        if line.mark == Mark::Item && is_drawing {
            let message = "the sign before this may be the mark of an item, or the sign of a number";
            return Err(Diagnostic::new(Code::TwoReadings, message, span)
                .help("if it is the mark of an item, delete it: the drawing has its own signs")
                .or_help("if it is the sign of a number, write it directly before the number")
                .into());
        }
        if line.mark == Mark::Nothing && is_drawing && place > 0 {
            let message = format!("`{}` is in the drawing, but no branch leads to it", shown(text, line));
            return Err(misread(message, span).help("draw a branch such as `├──` before it, or delete it").into());
        }
        if line.mark == Mark::Nothing && is_list && !is_drawing {
            let message = format!("`{}` is in the list, but is not marked as an item", shown(text, line));
            return Err(misread(message, span).help("write a mark such as `-` before it, or delete it").into());
        }
    }
    Ok(())
}

/// A node whose children are being read.
struct Open<'text> {
    line: Line<'text>,
    first_child: Option<Line<'text>>,
}

struct Reader<'a> {
    text: &'a str,
    options: &'a Options,
    plain: Plain,
    assumed: Assumed,
    /// The nodes that are not closed yet, outermost first.
    open: Vec<Open<'a>>,
    /// Whether a word before a colon is the name of a node. That is so if the root has one: no move leads to the root.
    colons_end_names: bool,
}

impl<'a> Reader<'a> {
    /// Closes the nodes that a line is not below.
    fn close_before(&mut self, line: &Line<'a>, root: &Line<'a>) -> Result<(), Refusal> {
        while let Some(last) = self.open.last() {
            match last.line.compare(line) {
                Some(Ordering::Less) => return self.refuse_between(line),
                Some(_) => {
                    self.open.pop();
                    self.plain.close();
                }
                None => return Err(unclear_depth(line)),
            }
        }
        if self.plain.is_empty() {
            return Ok(());
        }
        let message = "this line is indented no further than the root, so it is a second root";
        Err(Diagnostic::new(Code::SeveralStarts, message, line.content)
            .label(root.content, "the first one")
            .help("to put it below the first one, indent it further")
            .or_help("if it begins another tree, write that tree into a file of its own")
            .into())
    }

    /// Refuses a child that is not indented as far as the first child of its parent.
    fn refuse_between(&mut self, line: &Line<'a>) -> Result<(), Refusal> {
        let depth = self.open.len();
        let Some(parent) = self.open.last_mut() else { return Ok(()) };
        let first = *parent.first_child.get_or_insert(*line);
        match first.compare(line) {
            Some(Ordering::Equal) => return Ok(()),
            Some(_) => {}
            None => return Err(unclear_depth(line)),
        }
        let (above, below) = (shown(self.text, &parent.line), shown(self.text, &first));
        let message = format!("this line is indented further than `{above}`, but not as far as `{below}`");
        let finding = Diagnostic::new(Code::TwoReadings, message, line.content)
            .label(parent.line.content, "less")
            .label(first.content, "further")
            .help(format!("to put it beside `{below}`, indent it as far as that"));
        Err(match depth {
            1 => finding,
            _ => finding.or_help(format!("to put it beside `{above}`, indent it as far as that")),
        }
        .into())
    }

    /// Begins a node.
    fn node(&mut self, mut entry: Entry, line: Line<'a>) -> Result<(), Refusal> {
        if entry.leaf.is_some() || entry.values.len() > 1 {
            let message = "this line has only leaves, but the line below is indented further";
            return Err(misread(message, line.content)
                .help("indent the line below as far as this one")
                .or_help("if the lines below are its children, write a player or a name instead of the leaves")
                .into());
        }
        let (mut label, probability) = self.way(&mut entry)?;
        self.colons_end_names |= self.open.is_empty() && label.is_some() && entry.name.is_none();
        let name = entry.name.map(|(name, _)| name);
        let name = if self.colons_end_names { name.or_else(|| label.take()) } else { name };
        let kind = match entry.player {
            Some((kind, _)) => kind,
            None => {
                let help = "write `max` or `min` into this line";
                next_player(&self.plain, self.options, &mut self.assumed, line.content, help)?
            }
        };
        let node = self.plain.open(kind);
        self.open.push(Open { line, first_child: None });
        name.into_iter().for_each(|name| self.plain.set_name(node, name));
        label.into_iter().for_each(|label| self.plain.set_label(node, label));
        probability.into_iter().for_each(|probability| self.plain.set_probability(node, probability));
        if let Some(value) = entry.values.first() {
            let claim = number(self.text, *value).and_then(|number| self.options.inner(number, *value));
            let or_name = || format!("if it is a name, write it in quotes: `\"{}\"`", clipped(value.of(self.text)));
            self.plain.set_claims(node, claim.map_err(|refusal| refusal.or_help(or_name()))?);
        }
        Ok(())
    }

    /// The label of the move to a line, and its probability. Only chance has probabilities; elsewhere, a number before a
    /// colon is a label.
    fn way(&self, entry: &mut Entry) -> Result<(Option<String>, Option<Number>), Refusal> {
        let label = entry.label.take();
        let Some(span) = entry.probability else { return Ok((label, None)) };
        match (label, self.plain.innermost().map(|parent| self.plain.kind(parent))) {
            (label, Some(Kind::Chance)) => Ok((label, Some(number(self.text, span)?))),
            (None, _) => Ok((Some(span.of(self.text).to_string()), None)),
            (Some(label), _) => {
                let message = "this number looks like a probability, but the node above is not a chance node";
                let whole = clipped(&format!("{label} {}", span.of(self.text)));
                Err(misread(message, span)
                    .help(format!("if it belongs to the label, write the label in quotes: `\"{whole}\"`"))
                    .or_help("if chance decides, write `chance` into the line of the node above")
                    .into())
            }
        }
    }

    /// Adds the leaf or the leaves of a line.
    fn leaves(&mut self, mut entry: Entry, line: Line<'a>) -> Result<(), Refusal> {
        if let Some((_, span)) = entry.player {
            let message = format!("`{}` has a player, but no children", shown(self.text, &line));
            return Err(Diagnostic::new(Code::NeitherChildrenNorValue, message, span)
                .help("indent the lines of its children further than this line")
                .or_help("if it is a leaf, delete the player")
                .or_help(format!("if this is a name or a label, write it in quotes: `\"{}\"`", span.of(self.text)))
                .into());
        }
        if let (true, [_, second, ..]) = (self.open.is_empty(), entry.values.as_slice()) {
            let finding = Diagnostic::new(Code::SeveralStarts, "no node is above these leaves", *second);
            return Err(finding.help("write their node into the line above, and indent them").into());
        }
        let is_unknown = |(_, span): &(String, Span)| self.options.unknowns && !span.of(self.text).starts_with('"');
        if entry.values.is_empty() {
            entry.values.extend(entry.name.take_if(|name| is_unknown(name)).map(|(_, span)| span));
        }
        if entry.values.is_empty() {
            let message = format!("`{}` has neither children nor a value", shown(self.text, &line));
            return Err(Diagnostic::new(Code::NeitherChildrenNorValue, message, line.content)
                .help("write its value after it: a number, or `?` if nobody knows it")
                .or_help("indent the lines of its children further than this line")
                .into());
        }
        let (label, probability) = self.way(&mut entry)?;
        for value in &entry.values {
            let item = Item { form: Form::Word, span: *value, end: 0 };
            add_leaf(&mut self.plain, self.text, item, self.options)?;
        }
        let leaf = self.plain.last();
        self.plain.lost_names += usize::from(label.is_some() && entry.name.is_some());
        // A leaf has no name in the language: the name says which move leads to it.
        let label = label.or(entry.name.map(|(name, _)| name));
        label.into_iter().for_each(|label| self.plain.set_label(leaf, label));
        probability.into_iter().for_each(|probability| self.plain.set_probability(leaf, probability));
        Ok(())
    }
}

fn unclear_depth(line: &Line) -> Refusal {
    let message = "how far this line is indented depends on the width of a tab";
    Diagnostic::new(Code::TwoReadings, message, line.content)
        .help("indent all lines with spaces only, or all with tabs only")
        .into()
}
