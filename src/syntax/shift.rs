//! Moves trees to the place that they have after a change of the text before them.

use super::claim::Claim;
use super::set::{WrittenPart, WrittenSet};
use super::term::Term;
use super::tree::{Ask, Expectation, Form, Label, Setting, SettingKind, Tree};
use crate::source::{Shift, Span};

/// Something that has its place in a text.
pub(super) trait Placed {
    /// Moves all places in it. Linear in their number.
    fn shift(&mut self, by: Shift);
}

fn shift_all<'p, P: Placed + 'p>(all: impl IntoIterator<Item = &'p mut P>, by: Shift) {
    all.into_iter().for_each(|each| each.shift(by));
}

impl Placed for Span {
    fn shift(&mut self, by: Shift) {
        *self = by.span(*self);
    }
}

impl Placed for Term {
    fn shift(&mut self, by: Shift) {
        let Self { span, kind: _ } = self;
        span.shift(by);
    }
}

impl Placed for Tree {
    fn shift(&mut self, by: Shift) {
        let Self {
            span,
            title,
            question,
            inherited: _,
            settings,
            nodes,
            names,
            labels,
            probabilities,
            claims,
            expectations,
            asks,
            broken: _,
        } = self;
        span.shift(by);
        shift_all(title, by);
        shift_all(question, by);
        shift_all(settings, by);
        nodes.shift(by);
        shift_all(names.entries_mut(), by);
        labels.shift(by);
        shift_all(probabilities.entries_mut(), by);
        shift_all(claims.entries_mut(), by);
        shift_all(expectations, by);
        shift_all(asks, by);
    }
}

impl Placed for Label {
    fn shift(&mut self, by: Shift) {
        let Self { name, child } = self;
        shift_all(name, by);
        *child = by.place(*child);
    }
}

impl Placed for Claim {
    fn shift(&mut self, by: Shift) {
        let Self { span, form, worth } = self;
        span.shift(by);
        shift_all(worth, by);
        shift_all(form.operands_mut(), by);
    }
}

impl Placed for Expectation {
    fn shift(&mut self, by: Shift) {
        let Self { span, subject, form, worth } = self;
        span.shift(by);
        subject.shift(by);
        shift_all(worth, by);
        match form {
            Form::Equal(term) | Form::Near(term) => term.shift(by),
            Form::List(terms) => shift_all(terms, by),
            Form::In(set) => set.shift(by),
        }
    }
}

impl Placed for WrittenSet {
    fn shift(&mut self, by: Shift) {
        let Self { span, parts } = self;
        span.shift(by);
        for part in parts {
            match part {
                WrittenPart::Interval { lower, upper, has_lower: _, has_upper: _ } => shift_all([lower, upper], by),
                WrittenPart::Numbers(terms) => shift_all(terms, by),
                WrittenPart::Nothing | WrittenPart::Anything | WrittenPart::Blank => {}
            }
        }
    }
}

impl Placed for Ask {
    fn shift(&mut self, by: Shift) {
        let Self { span, subject, worth } = self;
        span.shift(by);
        subject.shift(by);
        shift_all(worth, by);
    }
}

impl Placed for Setting {
    fn shift(&mut self, by: Shift) {
        let Self { span, kind } = self;
        span.shift(by);
        match kind {
            SettingKind::Cut { alpha, strict: _, beta } => shift_all([alpha, beta], by),
            SettingKind::Search(word)
            | SettingKind::Order(word)
            | SettingKind::Cutoffs(word)
            | SettingKind::Reveal(word) => word.shift(by),
            SettingKind::Window(one, other) | SettingKind::Range(one, other) => shift_all([one, other], by),
            SettingKind::Depth(term) => term.shift(by),
            SettingKind::Allow(terms) => shift_all(terms, by),
        }
    }
}
