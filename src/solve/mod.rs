//! Finds the values of unknown leaves for which the claims of a tree hold.

mod cases;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::claim::{ClaimKind, ClaimRef, Claims, Verdict};
use crate::model::{ResolvedTree, Settings};
use crate::number::{Number, Part, Set};
use crate::search::{Constraint, Region, Search, SolveError, SymbolicError, Unknown};
use crate::syntax::tree::{Kind, NodeId, Sparse};
use cases::{Case, Cases};

/// With more unknowns than this, there are always too many cases.
const MOST_UNKNOWNS: usize = 10_000;

/// The unknowns of a tree: its leaves `?x` and `?`, and each `...`.
#[derive(Debug)]
pub struct Unknowns {
    of_leaf: Sparse<Unknown>,
    /// The first leaf of each unknown.
    leaves: Vec<NodeId>,
}

impl Unknowns {
    /// Finds the unknowns of a tree. Linear.
    pub fn of(game: &ResolvedTree<'_>) -> Self {
        let mut unknowns = Self { of_leaf: Sparse::default(), leaves: Vec::new() };
        let mut named: HashMap<Cow<'_, str>, Unknown> = HashMap::new();
        let nodes = game.nodes();
        for leaf in nodes.all().filter(|leaf| matches!(nodes.kind(*leaf), Kind::Unknown | Kind::Elided)) {
            let place = unknowns.leaves.len();
            let new = Unknown(u32::try_from(place).expect("fewer unknowns than bytes of text"));
            let unknown = game.name_of_unknown(leaf).map_or(new, |name| *named.entry(name).or_insert(new));
            if unknown == new {
                unknowns.leaves.push(leaf);
            }
            unknowns.of_leaf.push(leaf, unknown);
        }
        unknowns
    }

    /// All unknowns, in the order of their first leaves.
    pub fn all(&self) -> impl Iterator<Item = Unknown> + use<> {
        (0..self.leaves.len()).map(|place| Unknown(u32::try_from(place).expect("counted so before")))
    }

    /// The first leaf of an unknown.
    pub fn leaf(&self, unknown: Unknown) -> NodeId {
        self.leaves[unknown.index()]
    }

    /// The unknown of a leaf, if the leaf is unknown.
    pub fn at(&self, leaf: NodeId) -> Option<Unknown> {
        self.of_leaf.get(leaf).copied()
    }

    /// The region of all their values, unless there are too many unknowns for all cases to be judged.
    fn region(&self, universe: Part) -> Result<Region, SolveError> {
        match self.leaves.len() {
            ..=MOST_UNKNOWNS => Ok(Region::new(self.leaves.len(), universe)),
            _ => Err(SolveError::SymbolicError(SymbolicError::TooMany)),
        }
    }

    /// Every unknown leaf, with the value of its unknown in `point`.
    pub fn assign(&self, point: &[Number]) -> Sparse<Number> {
        let mut values = Sparse::default();
        self.of_leaf.iter().for_each(|(leaf, unknown)| values.push(leaf, point[unknown.index()]));
        values
    }
}

/// The values that each unknown of a tree can have by itself: all finite values in the range.
pub fn universe(settings: &Settings) -> Part {
    settings.range.and_then(|(lower, upper)| Part::closed(lower, upper)).unwrap_or(Part::EVERYTHING)
}

/// Values of the unknowns for which a claim does not hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The values.
    pub region: Region,
    /// The claim.
    pub claim: ClaimRef,
    /// The verdict on it there.
    pub verdict: Verdict,
}

/// Values of all unknowns for which a claim does not hold.
#[derive(Clone, Debug)]
pub struct Example {
    /// The value of each unknown.
    pub point: Vec<Number>,
    /// The unknowns that matter; the others can have any values.
    pub relevant: Vec<Unknown>,
}

impl Refutation {
    /// Values for which the claim does not hold; `None` if they would have too many digits.
    pub fn example(&self, unknowns: &Unknowns) -> Option<Example> {
        Self::example_of(&self.region, unknowns)
    }

    /// Like [`Self::example`], with `unknown` at `value`; also `None` if the region has no such values.
    pub fn example_at(&self, unknowns: &Unknowns, unknown: Unknown, value: Number) -> Option<Example> {
        let mut region = self.region.clone();
        let possible = region.add(Constraint::Within(unknown, Part::point(value)?));
        possible.then(|| Self::example_of(&region, unknowns)).flatten()
    }

    fn example_of(region: &Region, unknowns: &Unknowns) -> Option<Example> {
        let relevant = unknowns.all().filter(|unknown| region.concerns(*unknown)).collect();
        Some(Example { point: region.sample()?, relevant })
    }
}

/// The values of the unknowns for which the claims of a tree hold.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values that each unknown can have by itself.
    pub universe: Part,
    /// The values for which a claim does not hold: all of them together.
    pub refutations: Vec<Refutation>,
    /// How many nodes and leaves were visited while solving.
    pub visits: u64,
}

impl Solution {
    /// The values of this unknown for which all claims hold, whatever the other unknowns are.
    pub fn set(&self, unknown: Unknown) -> Set {
        let refuted = self.refutations.iter().map(|refutation| refutation.region.part(unknown)).collect();
        Set::from(self.universe).without(&Set::of(refuted))
    }

    /// The values of a set that an unknown leaf can have.
    pub(crate) fn possible(&self, set: &Set) -> Set {
        Set::from(self.universe).intersection(set)
    }

    /// A set of values as it is written: `anything` if it contains all values that an unknown can have.
    pub fn written(&self, set: &Set) -> String {
        if *set == Set::from(self.universe) { Set::from(Part::EVERYTHING).to_string() } else { set.to_string() }
    }
}

/// Finds exactly the values of the unknowns for which all claims of a tree hold.
///
/// The tree is searched once for each region of values in which the search goes a different way.
///
/// # Errors
/// If the tree has a blank leaf or cannot be searched, if a number has too many digits, if a sum at a chance node
/// depends on several unknowns, if there are too many cases, or if the search can go too many different ways.
///
/// ```
/// # use gametree::model::{Defaults, FileSettings, ResolvedTree};
/// # use gametree::syntax::parse;
/// use gametree::claim::Claims;
/// use gametree::solve::{Unknowns, solve};
/// # let text = "max A = 7 { min { ?x, 8 } 5 }";
/// # let (file, mut findings) = parse(text, 100);
/// # let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
/// # let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
///
/// // `game` is the tree `max A = 7 { min { ?x, 8 } 5 }`.
/// let claims = Claims::read(&game, &mut findings);
/// let unknowns = Unknowns::of(&game);
/// let solution = solve(&claims, &game.settings, &unknowns)?;
/// let x = unknowns.all().next().expect("the tree has one unknown leaf");
/// assert_eq!(solution.set(x).to_string(), "{7}");
/// # Ok::<(), gametree::search::SolveError>(())
/// ```
pub fn solve(claims: &Claims<'_>, settings: &Settings, unknowns: &Unknowns) -> Result<Solution, SolveError> {
    let game = claims.game;
    if game.nodes().has(Kind::Blank) {
        return Err(SolveError::BlankLeaf);
    }
    let universe = universe(settings);
    let search = Search::new(game, settings).map_err(SolveError::SearchError)?;
    let visits_before = 2 * game.nodes().len() as u64;
    let mut open = Vec::new();
    for (place, claim) in claims.all() {
        match claim.judge(game, &search) {
            Verdict::Holds => {}
            Verdict::Open => open.push(place),
            verdict @ (Verdict::Fails | Verdict::Uncountable(_)) => {
                let region = Region::new(unknowns.leaves.len(), universe);
                let refutations = vec![Refutation { region, claim: place, verdict }];
                return Ok(Solution { universe, refutations, visits: visits_before });
            }
        }
    }
    let mut refutations = Vec::new();
    if open.is_empty() {
        return Ok(Solution { universe, refutations, visits: visits_before });
    }
    let first = unknowns.region(universe)?;
    let stops = pruned(claims, &open);
    let cases = Cases { claims, search: &search, unknowns, open: &open, stops: stops.clone() };
    let visits = cases.for_each(first, |case| {
        let failing = match case.stopped() {
            Some(place) => Some((stops[place].1, Verdict::Fails)),
            None => first_failing(case, &open)?,
        };
        refutations.extend(failing.map(|(claim, verdict)| Refutation { region: case.region(), claim, verdict }));
        Ok(true)
    })?;
    Ok(Solution { universe, refutations, visits: visits_before + visits })
}

/// The nodes and leaves that are claimed to be pruned. If the search enters one, its claim fails.
fn pruned(claims: &Claims<'_>, open: &[ClaimRef]) -> Vec<(NodeId, ClaimRef)> {
    let marks = open.iter().filter(|claim| claims.get(**claim).kind == ClaimKind::Pruned);
    marks.map(|claim| (claims.get(*claim).node, *claim)).collect()
}

/// The first of these claims that does not hold, with its verdict.
fn first_failing(case: &mut Case<'_, '_>, claims: &[ClaimRef]) -> Result<Option<(ClaimRef, Verdict)>, SolveError> {
    for claim in claims {
        let verdict = case.judge(*claim)?;
        if verdict != Verdict::Holds {
            return Ok(Some((*claim, verdict)));
        }
    }
    Ok(None)
}

/// Refutes those of these claims that do not hold for all values of the unknowns, each by some values for which it does
/// not hold. If there is no error, the other claims hold.
///
/// `search` is the search of the tree with the unknowns left open. The tree must not have blank leaves.
pub fn refute(
    claims: &Claims<'_>,
    search: &Search<'_>,
    unknowns: &Unknowns,
    doubted: &[ClaimRef],
) -> (Vec<Refutation>, Option<SolveError>) {
    let first = match unknowns.region(universe(search.settings())) {
        Ok(first) => first,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut refutations = Vec::new();
    let mut open = doubted.to_vec();
    let cases = Cases { claims, search, unknowns, open: doubted, stops: Vec::new() };
    let outcome = cases.for_each(first, |case| {
        let mut still_open = Vec::new();
        for claim in &open {
            match case.judge(*claim)? {
                Verdict::Holds => still_open.push(*claim),
                verdict => refutations.push(Refutation { region: case.region(), claim: *claim, verdict }),
            }
        }
        open = still_open;
        Ok(!open.is_empty())
    });
    (refutations, outcome.err())
}
