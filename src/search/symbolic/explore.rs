//! Searches a tree for all values of its unknown leaves, region by region.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use super::dependent::Dependent;
use super::filling::Filling;
use super::form::Form;
use super::oracle::Oracle;
use super::region::Region;
use crate::model::{ResolvedTree, Settings};
use crate::search::record::totals::Totals;
use crate::search::record::{Record, Recorder};
use crate::search::values::intern::InternShapes;
use crate::search::values::shape::{Shape, Unknown};
use crate::search::walk::domain::Domain;
use crate::search::walk::view::{Contents, View};
use crate::search::{Search, SearchError, SolveError, Stop, StopReason, SymbolicError, Values};
use crate::syntax::tree::{NodeId, Sparse};

/// How the search of a region went.
pub enum Explored<'g> {
    /// To its end. The result holds in the whole region, and can be read at any sample of it.
    Searched(Box<Search<'g>>),
    /// It reached a node where it was told to stop: the one with this index in the list.
    Stopped(usize),
}

/// Searches a tree repeatedly, each time for a region of values of its unknown leaves in which the search goes the same
/// way, until all values are covered.
pub struct Explorer<'g> {
    settings: &'g Settings,
    view: View<'g>,
    contents: Contents,
    /// The minimax values that do not depend on unknowns.
    known: Rc<Values>,
    unknowns: &'g Sparse<Unknown>,
    oracle: Oracle,
    /// For each node below or at one where the search must stop: the index of that one in the list.
    stops: Vec<Option<u32>>,
    /// Whether to find out how returns bound values.
    with_bounds: bool,
    /// The nodes whose minimax values depend on unknowns, if their values are wanted.
    dependent: Option<Dependent>,
    /// The minimax values that depend on the unknowns, if they are the same forms in all regions.
    common: Option<Rc<HashMap<NodeId, Shape>>>,
    started: bool,
    visits: Cell<u64>,
}

impl<'g> Explorer<'g> {
    /// Prepares to search a tree for all values of its unknown leaves in the region `first`. `unknowns` has the unknown
    /// of each leaf `?` and of each `...`; `search` is a search without their values. Minimax values that depend on
    /// unknowns are computed only if `with_values`.
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
            with_bounds: false,
            dependent: with_values.then(|| Dependent::of(game, search, unknowns)),
            common: None,
            started: false,
            visits: Cell::new(0),
        }
    }

    /// Stops the search of a region as soon as it reaches one of these nodes and leaves, or anything below: what
    /// follows need not be known.
    pub fn stop_at(&mut self, nodes: &[NodeId]) {
        self.stops.resize(self.view.nodes().len(), None);
        for (place, node) in (0..).zip(nodes) {
            let end = self.view.nodes().end(*node);
            self.stops[node.index()..end.index()].fill(Some(place));
        }
    }

    /// Finds out how returns bound values, so that [`Search::bound`] can be asked. This may split regions further.
    pub fn find_bounds(&mut self) {
        self.with_bounds = true;
    }

    /// The oracle, which knows the current region and splits it.
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
    /// If a sum has no exact value, or two unknowns cannot be compared.
    pub fn explore_next(&mut self) -> Result<Option<Explored<'g>>, SolveError> {
        if !self.started {
            self.started = true;
            self.common = self.common_values();
        } else if !self.oracle.resume() {
            return Ok(None);
        }
        let (totals, record) = match self.walk() {
            Err(SolveError::SymbolicError(SymbolicError::Stopped(place))) => {
                return Ok(Some(Explored::Stopped(place as usize)));
            }
            outcome => outcome?,
        };
        let dependent = match &self.common {
            Some(dependent) => Rc::clone(dependent),
            None => Rc::new(self.values()?),
        };
        Ok(Some(Explored::Searched(Box::new(Search {
            view: self.view.clone(),
            settings: self.settings,
            contents: self.contents,
            values: Rc::clone(&self.known),
            numbers: Rc::clone(&record.numbers),
            totals,
            record: OnceCell::from(Rc::new(record)),
            bounds: OnceCell::new(),
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

    fn walk(&self) -> Result<(Totals, Record), SolveError> {
        let view = &self.view;
        // The columns of the record have an entry for each node, however few the search visits.
        self.oracle.spend(view.nodes().len() as u64 / 4);
        let domain = Domain::new(view, self.settings, view, Form::constant, |leaf| self.searched_leaf(leaf));
        let recorder = Recorder::new(view, view, InternShapes::new(), domain.rules.range, domain.right_to_left);
        let mut recorder = if self.with_bounds { recorder } else { recorder.without_bounds() };
        let outcome = domain.walk(&mut recorder);
        self.visits.set(self.visits.get() + recorder.entered());
        outcome.map_err(|stop| self.solve_error(stop))?;
        self.oracle.error().map_or(Ok(recorder.finish(true)), |error| Err(SolveError::SymbolicError(error)))
    }

    /// The value of a leaf that the search evaluates.
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
            (None, StopReason::Undecided) => unreachable!("an undecided comparison is an error of the oracle"),
        }
    }
}
