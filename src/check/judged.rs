//! Judges the claims of a tree under its own rules and under others.

use std::cell::OnceCell;

use foldhash::HashSet;

use super::convention::Conventions;
use super::sets::Solved;
use crate::claim::{About, Claim, ClaimRef, Claims, Content, Verdict};
use crate::diagnostic::Diagnostic;
use crate::explain::Context;
use crate::interrupt;
use crate::model::Settings;
use crate::number::Number;
use crate::search::{Search, Window};
use crate::syntax::tree::{File, NodeId};

/// The claims of a tree, judged under its own rules.
pub(super) enum Judged<'c> {
    /// Each claim was judged by itself. These claims do not hold.
    EachAlone(Vec<Doubted<'c>>),
    /// The tree claims sets for its unknown leaves (`expect x in`), so all claims are judged together.
    Together(Solved),
    /// Nothing is judged until the blank leaves are filled in.
    NotYet,
}

/// A claim that does not hold, or not for certain.
pub(super) struct Doubted<'c> {
    pub(super) place: ClaimRef,
    pub(super) claim: &'c Claim,
    pub(super) judgement: Judgement,
}

/// Why a claim does not hold.
pub(super) enum Judgement {
    /// A claim of this kind cannot be made at this node.
    Impossible(Box<Diagnostic>),
    Fails,
    /// Whether it holds depends on unknown leaves.
    Open,
    /// Whether it holds depends on how much this `...` hides.
    Uncountable(NodeId),
}

impl Doubted<'_> {
    pub(super) fn fails(&self) -> bool {
        matches!(self.judgement, Judgement::Fails)
    }

    pub(super) fn is_open(&self) -> bool {
        matches!(self.judgement, Judgement::Open)
    }
}

impl<'c> Judged<'c> {
    pub(super) fn of(context: &Context<'_>, claims: &'c Claims<'_>) -> Self {
        if claims.has_blanks {
            return Self::NotYet;
        }
        if !claims.sets.is_empty() {
            return Self::Together(Solved::of(context, claims));
        }
        let judged = claims.all().filter_map(|(place, claim)| {
            interrupt::check();
            let judgement = match claim.impossible(context) {
                Some(finding) => Judgement::Impossible(Box::new(finding)),
                None => match claim.judge(context.game, context.search) {
                    Verdict::Holds => return None,
                    Verdict::Fails => Judgement::Fails,
                    Verdict::Open => Judgement::Open,
                    Verdict::Uncountable(elision) => Judgement::Uncountable(elision),
                },
            };
            Some(Doubted { place, claim, judgement })
        });
        Self::EachAlone(judged.collect())
    }

    /// Which claims about the search hold under the rules of other courses.
    pub(super) fn conventions<'a>(
        &'a self,
        context: &'a Context<'_>,
        claims: &'a Claims<'_>,
        file: &'a File,
    ) -> Conventions<'a> {
        match self {
            Self::NotYet => Conventions::new(context.game, file, &[], Vec::new(), |_| None),
            Self::Together(solved) => solved.conventions(context, claims, file),
            Self::EachAlone(doubted) => {
                let failing = doubted.iter().filter(|doubted| doubted.fails() && is_about_search(doubted.claim));
                let failing: Vec<_> = failing.collect();
                let places: Vec<_> =
                    failing.iter().map(|failing| (failing.place.index(), failing.claim.span)).collect();
                let hopeful = OnceCell::new();
                let judge = move |settings: &Settings| {
                    let hopeful: &Vec<_> = hopeful.get_or_init(|| hopeful_of(&failing, context.search));
                    doubted_under(context, claims, hopeful, settings)
                };
                let doubted = doubted.iter().map(|doubted| doubted.place.index()).collect();
                Conventions::new(context.game, file, &places, doubted, judge)
            }
        }
    }
}

/// The failing claims that, judging by their numbers, can hold under other rules.
fn hopeful_of<'c>(failing: &[&Doubted<'c>], search: &Search<'_>) -> Vec<&'c Claim> {
    let claims = failing.iter().map(|failing| failing.claim);
    match attainable(search) {
        Some(attainable) => claims.filter(|claim| is_attainable(claim, &attainable)).collect(),
        None => claims.collect(),
    }
}

/// The numbers that can occur in windows and returns, whatever the rules; `None` if chance nodes make new numbers or
/// unknown leaves hide theirs.
fn attainable(search: &Search<'_>) -> Option<HashSet<Number>> {
    if search.chance_node().is_some() || search.first_unknown().is_some() {
        return None;
    }
    let settings = search.settings();
    let ends = [(Number::NegativeInfinity, Number::Infinity), settings.window, settings.bounds()];
    let leaves = search.visible().filter(|node| search.kind(*node).is_leaf()).filter_map(|leaf| search.value(leaf));
    Some(leaves.chain(ends.into_iter().flat_map(|(lower, upper)| [lower, upper])).collect())
}

fn is_attainable(claim: &Claim, attainable: &HashSet<Number>) -> bool {
    match claim.content() {
        Content::Window(Window { alpha, beta }) => attainable.contains(&alpha) && attainable.contains(&beta),
        Content::Return(_, number) => attainable.contains(&number),
        _ => true,
    }
}

/// The claims about the search that do not hold under other settings; `None` if no `hopeful` claim holds, or if the
/// tree cannot be searched.
fn doubted_under(
    context: &Context<'_>,
    claims: &Claims<'_>,
    hopeful: &[&Claim],
    settings: &Settings,
) -> Option<Vec<usize>> {
    if hopeful.is_empty() {
        return None;
    }
    let search: Search<'_> = context.search.under(settings).ok()?;
    let holds = |claim: &Claim| {
        interrupt::check();
        claim.judge(context.game, &search) == Verdict::Holds
    };
    hopeful.iter().any(|claim| holds(claim)).then(|| {
        let doubted = claims.all().filter(|(_, claim)| is_about_search(claim) && !holds(claim));
        doubted.map(|(place, _)| place.index()).collect()
    })
}

fn is_about_search(claim: &Claim) -> bool {
    claim.kind.about() == About::Search
}
