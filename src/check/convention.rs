//! Would a claim that fails hold in another course? Published answers often depend on a rule that is not said.

use super::evidence::Case;
use crate::diagnostic::{Diagnostic, either};
use crate::judge::Verdict;
use crate::model::{Choice, Cut, Cutoffs, Order, Returns, Settings};
use crate::search::Search;

/// Other rules, and how to set them.
pub(super) struct Variant {
    pub(super) settings: Settings,
    written: String,
    /// How many settings differ.
    changes: usize,
}

/// Larger trees are not searched again under other rules.
const MOST_NODES: usize = 100_000;

/// The rules that differ from `settings` in one setting, and those that differ in `cut` and one more.
pub(super) fn variants(settings: &Settings) -> Vec<Variant> {
    let mut single: Vec<Vec<Change>> = Vec::new();
    single.extend(others(settings.cut).map(|cut| vec![Change::Cut(cut)]));
    // Plain minimax is no other course's alpha–beta.
    let cutoffs = others(settings.cutoffs).filter(|cutoffs| *cutoffs != Cutoffs::None);
    single.extend(cutoffs.map(|cutoffs| vec![Change::Cutoffs(cutoffs)]));
    single.extend(others(settings.order).map(|order| vec![Change::Order(order)]));
    single.extend(others(settings.returns).map(|returns| vec![Change::Returns(returns)]));
    let (cut, rest) = single.split_at(1);
    let pairs = rest.iter().map(|other| [cut[0].clone(), other.clone()].concat());
    let all: Vec<Vec<Change>> = single.iter().cloned().chain(pairs).collect();
    all.into_iter().map(|changes| Variant::new(settings, &changes)).collect()
}

fn others<C: Choice>(current: C) -> impl Iterator<Item = C> {
    C::NAMES.iter().map(|(_, value)| *value).filter(move |value| *value != current)
}

#[derive(Clone, Copy)]
enum Change {
    Cut(Cut),
    Cutoffs(Cutoffs),
    Order(Order),
    Returns(Returns),
}

impl Variant {
    fn new(settings: &Settings, changes: &[Change]) -> Self {
        let mut settings = *settings;
        let mut written = Vec::new();
        for change in changes {
            written.push(match *change {
                Change::Cut(cut) => {
                    settings.cut = cut;
                    format!("`cut alpha {} beta`", cut.name())
                }
                Change::Cutoffs(cutoffs) => {
                    settings.cutoffs = cutoffs;
                    format!("`cutoffs {}`", cutoffs.name())
                }
                Change::Order(order) => {
                    settings.order = order;
                    format!("`order {}`", order.name())
                }
                Change::Returns(returns) => {
                    settings.returns = returns;
                    format!("`search {}`", returns.name())
                }
            });
        }
        Self { settings, changes: changes.len(), written: written.join(" and ") }
    }
}

impl Case<'_> {
    /// Says under which other rules a claim on the search would hold. One changed rule is told before two.
    pub(super) fn mention_conventions(
        &self,
        finding: Diagnostic,
        judge: impl Fn(&Search<'_>) -> Verdict,
    ) -> Diagnostic {
        if self.game.nodes().len() > MOST_NODES {
            return finding;
        }
        let holding = |changes: usize| {
            let candidates = self.variants.iter().enumerate().filter(move |(_, variant)| variant.changes == changes);
            candidates.filter(|(place, _)| judge(self.under_variant(*place)) == Verdict::Holds)
        };
        let mut found: Vec<&str> = holding(1).map(|(_, variant)| variant.written.as_str()).collect();
        if found.is_empty() {
            found.extend(holding(2).map(|(_, variant)| variant.written.as_str()).take(1));
        }
        if found.is_empty() {
            return finding;
        }
        finding.note(format!("it would hold under {}: courses differ in this rule", either(&found)))
    }
}
