//! Judges the claims of a tree under its own rules and under others.

use super::context::CheckContext;
use super::convention::Conventions;
use super::unknown::Solved;
use crate::diagnostic::Diagnostic;
use crate::interrupt;
use crate::judge::Verdict;
use crate::model::{ClaimKind, ExpectationKind, ResolvedTree, Settings};
use crate::search::Search;
use crate::solve::ClaimRef;
use crate::syntax::tree::{File, NodeId};

/// The claims of a tree, judged under its own rules.
pub(super) enum Judged {
    /// Each claim is judged by itself: the claims that do not hold, each with its index among all claims.
    EachAlone(Vec<(usize, ClaimRef, Judgement)>),
    /// The tree says what its unknown leaves may be, so all claims are judged together.
    Together(Solved),
    /// Nothing is judged until the blank leaves are filled in.
    NotYet,
}

/// Why a claim does not hold.
pub(super) enum Judgement {
    /// A claim of this kind cannot be made at this node.
    Impossible(Box<Diagnostic>),
    Fails,
    /// Whether it holds depends on unknown leaves.
    Open,
    /// Whether it holds depends on how much is hidden by this `...`.
    Uncountable(NodeId),
}

impl Judged {
    pub(super) fn of(context: &CheckContext<'_>) -> Self {
        let game = context.game;
        if game.has_blanks {
            return Self::NotYet;
        }
        if !game.sets.is_empty() {
            return Self::Together(Solved::of(context));
        }
        let judged = ClaimRef::all(game).enumerate().filter_map(|(place, which)| {
            interrupt::check();
            let judgement = match super::impossible(context, which) {
                Some(finding) => Judgement::Impossible(Box::new(finding)),
                None => match which.judge(game, context.search) {
                    Verdict::Holds => return None,
                    Verdict::Fails => Judgement::Fails,
                    Verdict::Open => Judgement::Open,
                    Verdict::Uncountable(elision) => Judgement::Uncountable(elision),
                },
            };
            Some((place, which, judgement))
        });
        Self::EachAlone(judged.collect())
    }

    /// Which claims about the search hold under the rules of other courses.
    pub(super) fn conventions<'c>(&'c self, context: &'c CheckContext<'_>, file: &'c File) -> Conventions<'c> {
        let game = context.game;
        match self {
            Self::NotYet => Conventions::new(game, file, &[], Vec::new(), |_| None),
            Self::Together(solved) => solved.conventions(context, file),
            Self::EachAlone(judged) => {
                let fails = |judgement: &Judgement| matches!(judgement, Judgement::Fails);
                let failing =
                    judged.iter().filter(|(_, which, judgement)| fails(judgement) && is_about_search(game, *which));
                let failing: Vec<_> = failing.map(|(place, which, _)| (*place, which.span(game))).collect();
                let doubted = judged.iter().map(|(place, ..)| *place).collect();
                Conventions::new(game, file, &failing, doubted, |settings| doubted_under(context, settings))
            }
        }
    }
}

/// The claims about the search that do not hold under other settings.
fn doubted_under(context: &CheckContext<'_>, settings: &Settings) -> Option<Vec<usize>> {
    let game = context.game;
    let search: Search<'_> = context.search.under(settings).ok()?;
    let claims = ClaimRef::all(game).enumerate().filter(|(_, which)| is_about_search(game, *which));
    let doubted = claims.filter(|(_, which)| {
        interrupt::check();
        which.judge(game, &search) != Verdict::Holds
    });
    Some(doubted.map(|(place, _)| place).collect())
}

/// Whether a claim is about the search, so that it may hold under one rule and not under another.
pub(super) fn is_about_search(game: &ResolvedTree<'_>, which: ClaimRef) -> bool {
    use ClaimKind::{AtLeast, AtMost, Pruned, Visited, Window};
    use ExpectationKind::{Count, Enters, Visits};
    match which {
        ClaimRef::Claim(place) => {
            matches!(game.claims[place].kind, AtLeast(_) | AtMost(_) | Pruned | Visited | Window(..))
        }
        ClaimRef::Expectation(place) => matches!(game.expectations[place].kind, Count(..) | Enters(_) | Visits(_)),
    }
}
