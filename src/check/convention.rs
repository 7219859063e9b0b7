//! Finds out whether failing claims would hold under the rules of another course. Published answers often depend on a
//! rule that is not stated.

use std::cell::OnceCell;

use crate::diagnostic::{Diagnostic, Fix, either};
use crate::edit::set_rules;
use crate::model::{Choice, Cutoffs, ResolvedTree, Rule, Settings, quoted_rules};
use crate::source::Span;
use crate::syntax::tree::File;

/// Trees with more nodes are not searched again under other rules.
const MOST_NODES: usize = 100_000;

/// Which statements of a tree about its search hold under the rules of other courses. A statement is identified by its
/// index among all statements of the tree.
pub(super) struct Conventions<'c> {
    game: &'c ResolvedTree<'c>,
    file: &'c File,
    /// Whether other rules are tried at all.
    tried: bool,
    /// The statements about the search that fail under the rules of the tree.
    failing: Vec<usize>,
    /// The first of them in the text.
    first: Option<usize>,
    /// All statements that do not hold under the rules of the tree, for any reason.
    doubted: Vec<usize>,
    judge: Box<Judge<'c>>,
    variants: OnceCell<Vec<Variant>>,
    /// If several statements fail: the variants under which every statement about the search holds.
    remedies: OnceCell<Vec<usize>>,
}

/// Returns the statements about the search that do not hold under other settings; `None` if no failing statement holds
/// under them, or if the tree cannot be searched.
type Judge<'c> = dyn Fn(&Settings) -> Option<Vec<usize>> + 'c;

/// Rules that differ from those of the tree.
struct Variant {
    settings: Settings,
    rules: Vec<Rule>,
    /// What [`Judge`] returns for these rules.
    doubted: OnceCell<Option<Vec<usize>>>,
    /// Whether every statement that holds under the rules of the tree also holds under these.
    is_harmless: OnceCell<bool>,
    /// The fix that sets these rules for the tree.
    fix: OnceCell<Fix>,
}

impl<'c> Conventions<'c> {
    /// `failing` are the statements about the search that fail, each with its place in the text; `doubted` are all
    /// statements that do not hold. `judge` is a [`Judge`]. All lists are ascending.
    pub(super) fn new(
        game: &'c ResolvedTree<'c>,
        file: &'c File,
        failing: &[(usize, Span)],
        doubted: Vec<usize>,
        judge: impl Fn(&Settings) -> Option<Vec<usize>> + 'c,
    ) -> Self {
        let tried = game.nodes().len() <= MOST_NODES;
        let first = failing.iter().min_by_key(|(_, span)| *span).map(|(statement, _)| *statement);
        let failing = failing.iter().map(|(statement, _)| *statement).collect();
        let (variants, remedies) = (OnceCell::new(), OnceCell::new());
        Self { game, file, tried, failing, first, doubted, judge: Box::new(judge), variants, remedies }
    }

    /// Tries no other rules if `untried`, because that would take too long.
    pub(super) fn untried(self, untried: bool) -> Self {
        Self { tried: self.tried && !untried, ..self }
    }

    /// The file of the tree.
    pub(super) fn file(&self) -> &File {
        self.file
    }

    /// The fix that sets these rules for the tree.
    pub(super) fn set_rules(&self, rules: &[Rule]) -> Fix {
        set_rules(self.game, self.file, rules)
    }

    fn variants(&self) -> &[Variant] {
        self.variants.get_or_init(|| variants(&self.game.settings))
    }

    fn doubted_under<'v>(&self, variant: &'v Variant) -> Option<&'v [usize]> {
        variant.doubted.get_or_init(|| (self.judge)(&variant.settings)).as_deref()
    }

    fn holds_under(&self, variant: &Variant, statement: usize) -> bool {
        self.doubted_under(variant).is_some_and(|doubted| doubted.binary_search(&statement).is_err())
    }

    /// See [`Variant::is_harmless`].
    fn is_harmless(&self, variant: &Variant) -> bool {
        let holds_now = |statement: &usize| self.doubted.binary_search(statement).is_err();
        let is_harmless = || self.doubted_under(variant).is_some_and(|doubted| !doubted.iter().any(holds_now));
        *variant.is_harmless.get_or_init(is_harmless)
    }

    /// The indices of the variants that are `wanted` and change one rule; if there are none, of the first that changes
    /// two.
    fn indices(&self, wanted: impl Fn(&Variant) -> bool) -> Vec<usize> {
        if !self.tried {
            return Vec::new();
        }
        let variants = self.variants();
        let with = |changes: usize| {
            let changing = variants.iter().enumerate().filter(move |(_, variant)| variant.rules.len() == changes);
            changing.filter(|(_, variant)| wanted(variant)).map(|(index, _)| index)
        };
        let single: Vec<usize> = with(1).collect();
        if single.is_empty() { with(2).take(1).collect() } else { single }
    }

    /// The variants under which every statement about the search holds, if several fail now.
    fn remedies(&self) -> &[usize] {
        self.remedies.get_or_init(|| match self.failing[..] {
            [_, _, ..] => self.indices(|variant| {
                self.failing.iter().all(|statement| self.holds_under(variant, *statement)) && self.is_harmless(variant)
            }),
            _ => Vec::new(),
        })
    }

    /// Whether the rules of the tree are certainly those that its author means: no statement about the search that
    /// fails under them holds under others.
    pub(super) fn are_rules_certain(&self) -> bool {
        let is_certain = |statement: &usize| self.indices(|variant| self.holds_under(variant, *statement)).is_empty();
        self.failing.is_empty() || (self.tried && self.failing.iter().all(is_certain))
    }

    /// Says under which other rules a statement would hold, and proposes to set them. Only the author knows whether the
    /// rules or the statement is wrong, so neither fix is applied automatically.
    pub(super) fn mention(&self, finding: Diagnostic, statement: usize) -> Diagnostic {
        if self.failing.binary_search(&statement).is_err() {
            return finding;
        }
        if !self.tried {
            return finding.uncertain();
        }
        let remedies = self.remedies();
        if !remedies.is_empty() {
            let finding = self.offer(finding.uncertain(), remedies);
            return if self.first == Some(statement) { self.note_remedies(finding, remedies) } else { finding };
        }
        let holding = self.indices(|variant| self.holds_under(variant, statement));
        if holding.is_empty() {
            return finding;
        }
        let harmless: Vec<usize> =
            holding.iter().copied().filter(|index| self.is_harmless(&self.variants()[*index])).collect();
        let rules = self.quoted(&holding);
        if harmless.is_empty() {
            let note = format!("this claim would hold under {rules}, but then other claims of this tree would fail");
            return finding.note(note).uncertain();
        }
        let finding = finding.note(format!("this claim would hold under {rules}: courses use different rules"));
        let finding = finding.or_help(format!("set {} in this tree", self.quoted(&harmless)));
        self.offer(finding.uncertain(), &harmless)
    }

    /// Adds a note, once for the whole tree, on the rules under which all wrong claims hold.
    fn note_remedies(&self, finding: Diagnostic, remedies: &[usize]) -> Diagnostic {
        let wrong = match self.failing.len() {
            2 => "both wrong claims".to_string(),
            many => format!("all {many} wrong claims"),
        };
        let about = if self.failing.len() == self.doubted.len() { "of this tree" } else { "about the search" };
        let rules = self.quoted(remedies);
        let note = format!("{wrong} {about} would hold under {rules}: courses use different rules");
        finding.note_first(note).help_first(format!("set {rules} in this tree"))
    }

    /// Adds a fix for each of these variants.
    fn offer(&self, finding: Diagnostic, indices: &[usize]) -> Diagnostic {
        indices.iter().fold(finding, |finding, index| {
            let variant = &self.variants()[*index];
            finding.or_with_fix(variant.fix.get_or_init(|| self.set_rules(&variant.rules)).clone())
        })
    }

    fn quoted(&self, indices: &[usize]) -> String {
        let quoted = indices.iter().map(|index| quoted_rules(&self.variants()[*index].rules));
        either(&quoted.collect::<Vec<_>>())
    }
}

/// The rules that differ from `settings` in one setting, and those that differ in `cut` and one more. `cut` is not
/// combined with `cutoffs none`: without cutoffs it makes no difference.
fn variants(settings: &Settings) -> Vec<Variant> {
    let cut = others(settings.cut).map(Rule::Cut);
    let cutoffs = others(settings.cutoffs).map(Rule::Cutoffs);
    let order = others(settings.order).map(Rule::Order);
    let returns = others(settings.returns).map(Rule::Returns);
    let single: Vec<Rule> = cut.chain(order).chain(returns).chain(cutoffs).collect();
    let pairs = single[1..].iter().filter(|other| **other != Rule::Cutoffs(Cutoffs::None));
    let pairs = pairs.map(|other| vec![single[0], *other]);
    single.iter().map(|rule| vec![*rule]).chain(pairs).map(|rules| Variant::new(settings, rules)).collect()
}

fn others<C: Choice>(current: C) -> impl Iterator<Item = C> {
    C::NAMES.iter().map(|(_, value)| *value).filter(move |value| *value != current)
}

impl Variant {
    fn new(settings: &Settings, rules: Vec<Rule>) -> Self {
        let mut settings = *settings;
        rules.iter().for_each(|rule| rule.set_in(&mut settings));
        Self { settings, rules, doubted: OnceCell::new(), is_harmless: OnceCell::new(), fix: OnceCell::new() }
    }
}
