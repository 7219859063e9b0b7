//! Searching a tree with unknown leaves for all their values: region by region.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::dependent::Dependent;
use super::filling::Filling;
use super::form::Form;
use super::oracle::Oracle;
use super::region::Region;
use crate::model::{ResolvedTree, Settings};
use crate::search::record::{Record, Recorder};
use crate::search::values::intern::{InternShapes, Numbers};
use crate::search::values::shape::{Shape, Unknown};
use crate::search::walk::domain::Domain;
use crate::search::walk::view::{Contents, View};
use crate::search::{Search, SearchError, SolveError, Stop, StopReason, SymbolicError, Values};
use crate::syntax::tree::{NodeId, Sparse};

/// How the search of a region went.
pub enum Course<'g> {
    /// To its end. What is found holds for all of the region, and can be looked at for any values in it.
    Searched(Box<Search<'g>>),
    /// It stopped at a node where it was to stop, by its place in the list of them.
    Stopped(usize),
}

/// Searches a tree repeatedly, each time for a region of values of its unknown leaves in which the search goes the same
/// way, until all values are covered.
pub struct Explorer<'g> {
    settings: &'g Settings,
    view: View<'g>,
    contents: Contents,
    /// The minimax values that depend on no unknown.
    known: Rc<Values>,
    unknowns: &'g Sparse<Unknown>,
    oracle: Oracle,
    /// For each node, in which place of the list of nodes at which the search is to stop it or a node above it stands.
    stops: Vec<Option<u32>>,
    /// What the minimax values depend on, where they are wanted.
    dependent: Option<Dependent>,
    /// The minimax values that depend on the unknowns, where they are the same forms in all regions.
    common: Option<Rc<HashMap<NodeId, Shape>>>,
    started: bool,
    visits: Cell<u64>,
}

impl<'g> Explorer<'g> {
    /// Prepares to search a tree for all values of its unknown leaves in the region `first`; each leaf `?` and each
    /// `...` has its unknown in `unknowns`. `search` has searched it without knowing their values. Minimax values that
    /// depend on them are worked out only if they are wanted.
    pub fn new(
        game: &ResolvedTree<'_>,
        search: &Search<'g>,
        unknowns: &'g Sparse<Unknown>,
        first: Region,
        with_values: bool,
    ) -> Self {
        Self {
            settings: search.settings,
            view: search.view.clone(),
            contents: Contents { unknown: false, ..search.contents },
            known: Rc::clone(&search.values),
            unknowns,
            oracle: Oracle::new(first),
            stops: Vec::new(),
            dependent: with_values.then(|| Dependent::of(game, search, unknowns)),
            common: None,
            started: false,
            visits: Cell::new(0),
        }
    }

    /// Stops the search of a region where it comes to one of these nodes and leaves or to what lies below: whatever
    /// follows need not be known.
    pub fn stop_at(&mut self, nodes: &[NodeId]) {
        self.stops.resize(self.view.nodes().len(), None);
        for (place, node) in (0..).zip(nodes) {
            let end = self.view.nodes().end(*node);
            self.stops[node.index()..end.index()].fill(Some(place));
        }
    }

    /// What knows the region that is being looked at, and splits it.
    pub fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// How many nodes and leaves were visited, by all searches together.
    pub fn visits(&self) -> u64 {
        self.visits.get()
    }

    /// Searches the next region; `None` when all values are covered.
    ///
    /// # Errors
    /// Where a sum has no exact value, or two unknowns meet that cannot be compared.
    pub fn next_course(&mut self) -> Result<Option<Course<'g>>, SolveError> {
        if !self.started {
            self.started = true;
            self.common = self.common_values();
        } else if !self.oracle.resume() {
            return Ok(None);
        }
        let (record, numbers) = match self.walk() {
            Err(SolveError::SymbolicError(SymbolicError::Stopped(place))) => {
                return Ok(Some(Course::Stopped(place as usize)));
            }
            outcome => outcome?,
        };
        let dependent = match &self.common {
            Some(dependent) => Rc::clone(dependent),
            None => Rc::new(self.values()?),
        };
        Ok(Some(Course::Searched(Box::new(Search {
            view: self.view.clone(),
            settings: self.settings,
            contents: self.contents,
            numbers: Rc::new(numbers),
            values: Rc::clone(&self.known),
            record,
            filling: Some(Filling::new(dependent)),
            rivals: RefCell::default(),
            sequence: OnceCell::new(),
            leaf_sequence: OnceCell::new(),
            fewest: OnceCell::new(),
        }))))
    }

    /// The minimax values that depend on the unknowns, if they are the same forms in all regions.
    fn common_values(&mut self) -> Option<Rc<HashMap<NodeId, Shape>>> {
        let values = self.values();
        let everywhere = self.oracle.divisions() == 0;
        self.oracle.restart();
        values.ok().filter(|_| everywhere).map(Rc::new)
    }

    fn values(&mut self) -> Result<HashMap<NodeId, Shape>, SolveError> {
        let Some(dependent) = &self.dependent else { return Ok(HashMap::new()) };
        self.visits.set(self.visits.get() + dependent.len() as u64);
        self.oracle.spend(dependent.len() as u64);
        let values = dependent.values(&self.oracle).map_err(|stop| self.solve_error(stop))?;
        self.oracle.error().map_or(Ok(values), |error| Err(SolveError::SymbolicError(error)))
    }

    fn walk(&self) -> Result<(Record, Numbers), SolveError> {
        let view = &self.view;
        // The columns of the record are as long as the tree, however little the search visits.
        self.oracle.spend(view.nodes().len() as u64 / 4);
        let domain = Domain::new(view, self.settings, view, Form::constant, |leaf| self.searched_leaf(leaf));
        let recorder = Recorder::new(view, view, InternShapes::new(), domain.rules.range, domain.right_to_left);
        let mut recorder = recorder.without_bounds();
        let outcome = domain.walk(&mut recorder);
        self.visits.set(self.visits.get() + recorder.entered());
        outcome.map_err(|stop| self.solve_error(stop))?;
        self.oracle.error().map_or(Ok(recorder.finish(true)), |error| Err(SolveError::SymbolicError(error)))
    }

    /// What a leaf that is searched is worth.
    fn searched_leaf(&self, leaf: NodeId) -> Form<'_> {
        self.oracle.spend(1);
        if let Some(Some(place)) = self.stops.get(leaf.index()) {
            self.oracle.give_up::<()>(SymbolicError::Stopped(*place));
        }
        self.leaf(leaf)
    }

    fn leaf(&self, leaf: NodeId) -> Form<'_> {
        match self.unknowns.get(leaf) {
            Some(unknown) => Form::unknown(*unknown, &self.oracle),
            None => Form::constant(self.view.number(leaf)),
        }
    }

    fn solve_error(&self, stop: Stop) -> SolveError {
        match (self.oracle.error(), stop.reason) {
            (Some(error), _) => SolveError::SymbolicError(error),
            (None, StopReason::Fault(fault)) => SolveError::SearchError(SearchError::Fault(stop.node, fault)),
            (None, StopReason::Undecided) => unreachable!("a comparison that is not decided is trouble"),
        }
    }
}
