//! Would a claim that fails hold in another course? Published answers often depend on a rule that is not said.

use crate::model::{Choice, Cut, Cutoffs, Order, Returns, Settings};

/// Other rules, and how to set them.
pub(super) struct Variant {
    pub(super) settings: Settings,
    pub(super) written: String,
    /// How many settings differ.
    pub(super) changes: usize,
    /// The children are searched in the other order.
    pub(super) other_order: bool,
}

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
        let other_order = changes.iter().any(|change| matches!(change, Change::Order(_)));
        Self { settings, other_order, changes: changes.len(), written: written.join(" and ") }
    }
}
