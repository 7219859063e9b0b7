//! Searching a tree with unknown leaves for all their values: region by region.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::alpha_beta::{Rules, Walk, Window};
use super::form::{Form, Shape};
use super::keep::{Keep, KeepShapes, Numbers};
use super::minimax::minimax;
use super::oracle::{Oracle, Trouble};
use super::order::{LeftToRight, RightToLeft, SiblingOrder};
use super::record::{Record, Recorder};
use super::region::{Region, Unknown};
use super::view::{Contents, View};
use super::{Obstacle, Search, Stop, StopReason, Values, keep_ends};
use crate::model::{Game, Order, Settings};
use crate::number::Number;
use crate::syntax::tree::{NodeId, Sparse};

/// Why a tree cannot be searched for all values of its unknown leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be searched at all.
    Obstacle(Obstacle),
    /// What depends on the unknowns cannot be held.
    Trouble(Trouble),
}

/// How the search of a region went.
pub enum Course<'g> {
    /// To its end. What is found holds for all of the region, and can be looked at for any values in it.
    Searched(Box<Search<'g>>),
    /// It stopped at a node where it was to stop, by its place in the list of them.
    Stopped(usize),
}

/// Searches a tree again and again, each time for a region of values of its unknown leaves in which the search takes the
/// same course, until all values are covered.
pub struct Explorer<'g> {
    settings: &'g Settings,
    view: View<'g>,
    contents: Contents,
    unknowns: &'g Sparse<Unknown>,
    oracle: Oracle,
    /// For each node, in which place of the list of nodes at which the search is to stop it or a node above it stands.
    stops: Vec<Option<u32>>,
    /// Whether minimax values are wanted.
    with_values: bool,
    /// The minimax values, where they are the same forms in all regions.
    values: Option<Rc<Values>>,
    started: bool,
    visits: u64,
}

impl<'g> Explorer<'g> {
    /// Prepares to search the tree of `game` for all values of its unknown leaves in the region `first`; each leaf `?` and
    /// each `...` has its unknown in `unknowns`. Minimax values are worked out only if they are wanted.
    ///
    /// # Errors
    /// Where a node at the depth limit has no static evaluation.
    pub fn new(
        game: &'g Game<'_>,
        settings: &'g Settings,
        unknowns: &'g Sparse<Unknown>,
        first: Region,
        with_values: bool,
    ) -> Result<Self, Obstacle> {
        let view = View::of(game, settings)?;
        let contents = Contents { unknown: false, ..view.contents() };
        let oracle = Oracle::new(first);
        let (stops, values, started, visits) = (Vec::new(), None, false, 0);
        Ok(Self { settings, view, contents, unknowns, oracle, stops, with_values, values, started, visits })
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
        self.visits
    }

    /// Searches the next region; `None` when all values are covered.
    ///
    /// # Errors
    /// Where a sum has no exact value, or two unknowns meet that cannot be compared.
    pub fn next_course(&mut self) -> Result<Option<Course<'g>>, Refusal> {
        if !self.started {
            self.started = true;
            self.values = self.common_values();
        } else if !self.oracle.resume() {
            return Ok(None);
        }
        let (record, numbers) = match self.walk() {
            Err(Refusal::Trouble(Trouble::Stopped(place))) => return Ok(Some(Course::Stopped(place as usize))),
            found => found?,
        };
        self.visits += record.counts.nodes;
        let values = match &self.values {
            Some(values) => Rc::clone(values),
            None => Rc::new(self.work_out_values()?),
        };
        Ok(Some(Course::Searched(Box::new(Search {
            view: self.view.clone(),
            settings: self.settings,
            contents: self.contents,
            numbers: Rc::new(numbers),
            values,
            record,
            point: Vec::new(),
            rivals: RefCell::default(),
            sequence: OnceCell::new(),
            leaf_sequence: OnceCell::new(),
            fewest: OnceCell::new(),
        }))))
    }

    /// The minimax values, if they are the same forms for all values of the unknowns, or are not wanted.
    fn common_values(&mut self) -> Option<Rc<Values>> {
        if !self.with_values {
            let numbers = Rc::new(KeepShapes::new().finish());
            return Some(Rc::new(Values { least: Vec::new(), greatest: None, numbers }));
        }
        let values = self.work_out_values();
        let everywhere = self.oracle.divisions() == 0;
        self.oracle.restart();
        values.ok().filter(|_| everywhere).map(Rc::new)
    }

    fn work_out_values(&mut self) -> Result<Values, Refusal> {
        self.visits += self.view.nodes().len() as u64;
        let values = minimax(&self.view, &self.view, &|leaf| self.leaf(leaf)).map_err(|stop| self.refusal(stop))?;
        if let Some(trouble) = self.oracle.trouble() {
            return Err(Refusal::Trouble(trouble));
        }
        let mut keep = KeepShapes::new();
        let (least, greatest) = keep_ends(&values, &mut keep);
        Ok(Values { least, greatest, numbers: Rc::new(keep.finish()) })
    }

    fn walk(&self) -> Result<(Record, Numbers), Refusal> {
        match self.settings.order {
            Order::LeftToRight => self.walk_in(&LeftToRight, false),
            Order::RightToLeft => self.walk_in(&RightToLeft::new(self.view.nodes()), true),
        }
    }

    fn walk_in(&self, order: &impl SiblingOrder, right_to_left: bool) -> Result<(Record, Numbers), Refusal> {
        let (view, settings) = (&self.view, self.settings);
        let window = |(alpha, beta)| Window { alpha: Form::constant(alpha), beta: Form::constant(beta) };
        let range = settings.range.map(window);
        let window = window(settings.root_window());
        let rules = Rules { cut: settings.cut, cutoffs: settings.cutoffs, window, range };
        let keep = KeepShapes::new();
        let mut recorder = Recorder::new(view, view, keep, range.unwrap_or(Window::full()), right_to_left).unproved();
        let outcome =
            Walk { view, leaf: &|leaf| self.searched_leaf(leaf), rules, order, chance: view }.run(&mut recorder);
        outcome.map_err(|stop| self.refusal(stop))?;
        match self.oracle.trouble() {
            Some(trouble) => Err(Refusal::Trouble(trouble)),
            None => Ok(recorder.finish(true)),
        }
    }

    /// What a leaf that is searched is worth.
    fn searched_leaf(&self, leaf: NodeId) -> Form<'_> {
        if let Some(Some(place)) = self.stops.get(leaf.index()) {
            self.oracle.give_up::<()>(Trouble::Stopped(*place));
        }
        self.leaf(leaf)
    }

    fn leaf(&self, leaf: NodeId) -> Form<'_> {
        match self.unknowns.get(leaf) {
            Some(unknown) => Form::unknown(*unknown, &self.oracle),
            None => Form::constant(self.view.number(leaf)),
        }
    }

    fn refusal(&self, stop: Stop) -> Refusal {
        match (self.oracle.trouble(), stop.reason) {
            (Some(trouble), _) => Refusal::Trouble(trouble),
            (None, StopReason::Fault(fault)) => Refusal::Obstacle(Obstacle::Fault(stop.node, fault)),
            (None, StopReason::Undecided) => unreachable!("a comparison that is not decided is trouble"),
        }
    }
}

impl Search<'_> {
    /// Looks at a search of a region from now on where the unknowns have these values.
    pub fn look_at(&mut self, point: Vec<Number>) {
        self.point = point;
        self.fewest = OnceCell::new();
    }

    /// The minimax value of a node as it depends on the unknowns.
    pub fn value_shape(&self, node: NodeId) -> Shape {
        self.values.numbers.shape(self.values.least[node.index()]).expect("every node has a value")
    }

    /// The entry window of a node as it depends on the unknowns; `None` where it was not entered.
    pub fn window_shape(&self, node: NodeId) -> Option<Window<Shape>> {
        let alpha = self.numbers.shape(self.record.alpha[node.index()])?;
        let beta = self.numbers.shape(self.record.beta[node.index()])?;
        Some(Window { alpha, beta })
    }

    /// What a fail-soft search returns, as it depends on the unknowns; `None` where it did not enter.
    pub fn fail_soft_shape(&self, node: NodeId) -> Option<Shape> {
        self.numbers.shape(self.record.returned[node.index()])
    }

    /// Whether a number at the point that is looked at has too many digits to be held: then what was said of it means
    /// nothing.
    pub fn is_out_of_reach(&self) -> bool {
        self.numbers.is_out_of_reach() || self.values.numbers.is_out_of_reach()
    }
}
