//! Judges the claims of a tree under its own rules and under others.

use super::convention::Conventions;
use super::sets::Solved;
use crate::claim::{About, Claim, ClaimRef, Claims, Verdict};
use crate::diagnostic::Diagnostic;
use crate::explain::Context;
use crate::interrupt;
use crate::model::Settings;
use crate::search::Search;
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
                let judge = move |settings: &Settings| doubted_under(context, claims, &failing, settings);
                let doubted = doubted.iter().map(|doubted| doubted.place.index()).collect();
                Conventions::new(context.game, file, &places, doubted, judge)
            }
        }
    }
}

/// The claims about the search that do not hold under other settings; `None` if none of the `failing` ones holds, or if
/// the tree cannot be searched.
fn doubted_under(
    context: &Context<'_>,
    claims: &Claims<'_>,
    failing: &[&Doubted<'_>],
    settings: &Settings,
) -> Option<Vec<usize>> {
    let search: Search<'_> = context.search.under(settings).ok()?;
    let holds = |claim: &Claim| {
        interrupt::check();
        claim.judge(context.game, &search) == Verdict::Holds
    };
    failing.iter().any(|failing| holds(failing.claim)).then(|| {
        let doubted = claims.all().filter(|(_, claim)| is_about_search(claim) && !holds(claim));
        doubted.map(|(place, _)| place.index()).collect()
    })
}

fn is_about_search(claim: &Claim) -> bool {
    claim.kind.about() == About::Search
}
