//! Minimax, alpha–beta and the critical tree; other algorithms, and the best order of the children.

mod algorithms;
mod error;
mod record;
mod symbolic;
mod values;
mod walk;

pub use algorithms::{Algorithm, Effort, Trial};
pub use error::{AlgorithmError, SearchError, SolveError, Stop, StopReason, SymbolicError};
pub use record::proof::Bound;
pub use record::totals::Counts;
pub use record::trace::{Event, Extent, Step, trace};
pub use record::{Cause, Cutoff, VisitStatus};
pub use symbolic::explore::{Explored, Explorer};
pub use symbolic::oracle::Oracle;
pub use symbolic::region::{Constraint, OrderedUnknowns, Region};
pub use values::scale::Scale;
pub use values::shape::{Shape, Unknown};
pub use values::value::{Interval, Ordered, Value, Weighed};
pub use walk::alpha_beta::{Listener, Rules, Walk};
pub use walk::chance::{Chance, NoChance, Sum};
pub use walk::leaves::{LeafValues, ScaledLeaves};
pub use walk::minimax::minimax;
pub use walk::order::{BestOrder, LeftToRight, RightToLeft, SiblingOrder};
pub use walk::view::View;
pub use walk::window::{Side, Window};

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::model::{Order, ResolvedTree, Returns, Settings};
use crate::number::Number;
use crate::syntax::tree::{Kind, NodeId, Sparse};
use record::Record;
use record::recording::{Detail, RecordedSearch, Recording, Values};
use record::totals::Totals;
use symbolic::filling::Filling;
use values::intern::{Numbers, PackedValue};
use walk::view::Contents;

/// The minimax values of a tree and the course of the search through it.
///
/// ```
/// # use gametree::model::{Defaults, FileSettings, ResolvedTree};
/// # use gametree::syntax::parse;
/// use gametree::model::Cutoffs;
/// use gametree::search::Search;
/// # let text = "max A { min B { 3, 5 } min C { 2, 8 } }";
/// # let (file, mut findings) = parse(text, 100);
/// # let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
/// # let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
///
/// // `game` is the tree `max A { min B { 3, 5 } min C { 2, 8 } }`.
/// let search = Search::of(&game)?;
/// let c = game.find("C").expect("one node is called C");
/// let window = search.window(c).expect("the search enters C");
/// assert_eq!(window.alpha.to_string(), "3");
/// assert_eq!(search.counts().expect("every leaf has a value").leaves, 3);
///
/// // The same tree under another rule: without cutoffs every leaf is evaluated.
/// let mut rules = game.settings;
/// rules.cutoffs = Cutoffs::None;
/// assert_eq!(search.under(&rules)?.counts().expect("every leaf has a value").leaves, 4);
/// # Ok::<(), gametree::search::SearchError>(())
/// ```
pub struct Search<'g> {
    view: View<'g>,
    settings: &'g Settings,
    contents: Contents,
    values: Rc<Values>,
    /// The numbers that the search compares. The record may have a table of its own.
    numbers: Rc<Numbers>,
    /// How much the search did in all.
    totals: Totals,
    /// What the search did at each node. It may be empty until something asks for it.
    record: OnceCell<Rc<Record>>,
    /// A record of the same search with bounds. It is only made if `record` has none and something asks for them.
    bounds: OnceCell<Rc<Record>>,
    /// In a search for a whole region of values of the unknown leaves: the sample at which it is read.
    filling: Option<Filling>,
    rivals: RefCell<HashMap<NodeId, Number>>,
    sequence: OnceCell<Vec<NodeId>>,
    leaf_sequence: OnceCell<Vec<NodeId>>,
    fewest: OnceCell<Option<u64>>,
}

impl<'g> Search<'g> {
    /// Evaluates the tree of `game` and searches it under its settings.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn of(game: &'g ResolvedTree<'_>) -> Result<Self, SearchError> {
        Self::new(game, &game.settings)
    }

    /// Evaluates a tree and searches it under the given settings. Linear in its nodes.
    ///
    /// # Errors
    /// If a node at the depth limit has no static evaluation, or a chance node no exact expectation.
    pub fn new(game: &'g ResolvedTree<'_>, settings: &'g Settings) -> Result<Self, SearchError> {
        Self::of_view(View::of(game, settings)?, settings, None, Detail::Bounds)
    }

    /// Like [`Self::new`], but the search only counts. The first call that asks what the search does at a node repeats
    /// the search with a record. This is faster if only values and [`Self::counts`] are wanted.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn counted(game: &'g ResolvedTree<'_>, settings: &'g Settings) -> Result<Self, SearchError> {
        Self::of_view(View::of(game, settings)?, settings, None, Detail::Totals)
    }

    /// Like [`Self::new`], with values for the unknown leaves.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn filled(
        game: &'g ResolvedTree<'_>,
        settings: &'g Settings,
        values: &Sparse<Number>,
    ) -> Result<Self, SearchError> {
        Self::of_view(View::of(game, settings)?.filled(values), settings, None, Detail::Bounds)
    }

    /// The search of the same tree under other rules, which must have the same `depth` and `range`. The minimax values
    /// are the same and are not computed again. How returns bound them is worked out when it is first asked for.
    ///
    /// # Errors
    /// If a chance node has no exact expectation.
    pub fn under<'s>(&self, settings: &'s Settings) -> Result<Search<'s>, SearchError>
    where
        'g: 's,
    {
        debug_assert_eq!((settings.depth, settings.range), (self.settings.depth, self.settings.range));
        if self.filling.is_none() && *settings == (Settings { returns: settings.returns, ..*self.settings }) {
            // The search itself is always fail-soft; `fail-hard` only changes the return that is reported.
            let (values, numbers) = (Rc::clone(&self.values), Rc::clone(&self.numbers));
            let found = RecordedSearch { values, numbers, totals: self.totals, record: self.record.get().cloned() };
            return Ok(Search::found(self.view.clone(), settings, self.contents, found));
        }
        Search::of_view(self.view.clone(), settings, Some(Rc::clone(&self.values)), Detail::Nodes)
    }

    fn of_view(
        view: View<'g>,
        settings: &'g Settings,
        values: Option<Rc<Values>>,
        detail: Detail,
    ) -> Result<Self, SearchError> {
        let contents = view.contents();
        let outcome = walk::domain::perform(&view, contents, settings, Recording { values, detail });
        let found = outcome.map_err(|(node, fault)| SearchError::Fault(node, fault))?;
        Ok(Self::found(view, settings, contents, found))
    }

    fn found(view: View<'g>, settings: &'g Settings, contents: Contents, found: RecordedSearch) -> Self {
        let RecordedSearch { values, numbers, totals, record } = found;
        Self {
            view,
            settings,
            contents,
            values,
            numbers,
            totals,
            record: record.map_or_else(OnceCell::new, OnceCell::from),
            bounds: OnceCell::new(),
            filling: None,
            rivals: RefCell::default(),
            sequence: OnceCell::new(),
            leaf_sequence: OnceCell::new(),
            fewest: OnceCell::new(),
        }
    }

    /// What the search did at each node. If the search has only counted so far, the first call repeats it.
    fn record(&self) -> &Record {
        self.record.get_or_init(|| self.record_anew())
    }

    /// Repeats the search with a record of everything.
    fn record_anew(&self) -> Rc<Record> {
        debug_assert!(self.filling.is_none(), "a search for a whole region cannot be repeated with numbers");
        let task = Recording { values: Some(Rc::clone(&self.values)), detail: Detail::Bounds };
        let outcome = walk::domain::perform(&self.view, self.contents, self.settings, task);
        let record = outcome.ok().and_then(|search| search.record);
        record.expect("the same search succeeded before, and now it is recorded")
    }

    /// The kind of a node as the search sees it: at the depth limit it is a leaf, below it is hidden.
    pub fn kind(&self, node: NodeId) -> Kind {
        self.view.kind(node)
    }

    /// The children of a node, in the order of the file; none at the depth limit.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone + use<'g> {
        self.view.children(node)
    }

    /// Every node and leaf that is not hidden below the depth limit, in pre-order.
    pub fn visible(&self) -> impl DoubleEndedIterator<Item = NodeId> + '_ {
        self.view.visible()
    }

    /// The tree as it is searched.
    pub fn view(&self) -> &View<'g> {
        &self.view
    }

    /// The minimax value of a node; `None` if it depends on unknown leaves or the node is below the depth limit.
    pub fn value(&self, node: NodeId) -> Option<Number> {
        let (least, greatest) = self.ends(node);
        (self.kind(node) != Kind::Hidden && least == greatest).then_some(least)
    }

    /// The least and the greatest value that a node can have, whatever the unknown leaves are.
    pub fn ends(&self, node: NodeId) -> (Number, Number) {
        if let Some(value) = self.filling.as_ref().and_then(|filling| filling.value(node)) {
            return (value, value);
        }
        match self.kind(node) {
            Kind::Max | Kind::Min | Kind::Chance => self.values.ends(self.view.nodes().ordinal(node)),
            Kind::Value => {
                let value = self.view.number(node);
                (value, value)
            }
            Kind::Unknown | Kind::Elided | Kind::Blank => self.settings.bounds(),
            Kind::Hidden => (Number::NegativeInfinity, Number::NegativeInfinity),
        }
    }

    /// Whether the search entered the node, and why not.
    pub fn status(&self, node: NodeId) -> VisitStatus {
        self.record().statuses[node.index()]
    }

    /// Whether the search entered the node for certain.
    pub fn entered(&self, node: NodeId) -> bool {
        matches!(self.status(node), VisitStatus::Entered)
    }

    /// The entry window of a node; `None` if the node was not entered, or if an end depends on unknown leaves.
    pub fn window(&self, node: NodeId) -> Option<Window<Number>> {
        let visit = self.record().visits.at(node)?;
        Some(Window { alpha: self.number(visit.alpha)?, beta: self.number(visit.beta)? })
    }

    /// What the search returned, after the clamp of `fail-hard`; `None` if it did not enter the node, or if the result
    /// depends on unknown leaves.
    pub fn returned(&self, node: NodeId) -> Option<Number> {
        let soft = self.fail_soft(node)?;
        match self.settings.returns {
            Returns::FailHard if !self.kind(node).is_leaf() => {
                let Window { alpha, beta } = self.window(node)?;
                Some(soft.max(alpha).min(beta))
            }
            Returns::FailSoft | Returns::FailHard => Some(soft),
        }
    }

    /// What a fail-soft search returns.
    pub fn fail_soft(&self, node: NodeId) -> Option<Number> {
        self.number(self.record().visits.at(node)?.returned)
    }

    /// How the return bounds the value; `None` if the node was not entered, or if that depends on unknown leaves.
    pub fn bound(&self, node: NodeId) -> Option<Bound> {
        let record = self.record();
        let record = if record.bounds.is_some() { record } else { self.bounds.get_or_init(|| self.record_anew()) };
        record.bounds.as_ref()?[node.index()]
    }

    /// The window at the end of the node's search: [max(α, r), β] at MAX, mirrored at MIN, the entry window at a leaf.
    pub fn final_window(&self, node: NodeId) -> Option<Window<Number>> {
        let Window { alpha, beta } = self.window(node)?;
        let result = self.fail_soft(node)?;
        Some(match self.kind(node) {
            Kind::Max => Window { alpha: alpha.max(result), beta },
            Kind::Min => Window { alpha, beta: beta.min(result) },
            _ => Window { alpha, beta },
        })
    }

    /// How much the search did; `None` if that depends on an unknown leaf or on what `...` hides.
    pub fn counts(&self) -> Option<Counts> {
        (self.totals.complete && self.entered_elision().is_none()).then_some(self.totals.counts)
    }

    /// The first `...` of the tree, entered or not.
    pub fn elision(&self) -> Option<NodeId> {
        self.contents.elision
    }

    /// The first leaf of the tree whose value is not known, entered or not: `?`, a blank or `...`.
    pub fn first_unknown(&self) -> Option<NodeId> {
        let of_kind = |kind| self.view.nodes().of_kind(kind).find(|leaf| self.kind(*leaf) == kind);
        [Kind::Unknown, Kind::Blank, Kind::Elided].into_iter().filter_map(of_kind).min()
    }

    /// The first chance node.
    pub fn chance_node(&self) -> Option<NodeId> {
        self.contents.chance
    }

    /// The fewest leaves that any search must evaluate; see the language reference. `None` if that depends on an
    /// unknown leaf, `...` or a blank, and for trees with chance nodes and a `range`. Computed at the first call.
    pub fn fewest_leaves(&self) -> Option<u64> {
        *self.fewest.get_or_init(|| algorithms::fewest::fewest_leaves(self))
    }

    /// The order of the children under which alpha–beta evaluates the fewest leaves. `None` as for
    /// [`Self::fewest_leaves`]. Linear.
    pub fn best_order(&self) -> Option<BestOrder> {
        algorithms::best_order::best_order(self)
    }

    /// Runs an algorithm on this tree under those settings of the search that it uses: see [`Algorithm::fit`]. Children
    /// are searched in the order of the settings, or in the best order of this search.
    ///
    /// # Errors
    /// If the algorithm cannot search the tree.
    pub fn trial(&self, algorithm: Algorithm, best: Option<&BestOrder>) -> Result<Trial, AlgorithmError> {
        algorithms::trial(self, self.settings, algorithm, best)
    }

    /// The first `...` that the search entered: what it would do inside is not known.
    pub fn entered_elision(&self) -> Option<NodeId> {
        self.totals.entered_elision
    }

    /// The settings of the search.
    pub fn settings(&self) -> &Settings {
        self.settings
    }

    /// Every cutoff, sorted by node.
    pub fn cutoffs(&self) -> &[Cutoff] {
        &self.record().cutoffs
    }

    /// The cutoff at a node.
    pub fn cutoff_at(&self, node: NodeId) -> Option<Cutoff> {
        let cutoffs = &self.record().cutoffs;
        cutoffs.binary_search_by_key(&node, |cutoff| cutoff.node).ok().map(|place| cutoffs[place])
    }

    /// The first leaf the search met whose value is not known.
    pub fn first_open(&self) -> Option<NodeId> {
        self.totals.first_open
    }

    /// The best moves at a MAX or MIN node: every child that is worth as much as the node. `None` if
    /// unknown leaves decide whether some child is one, and at other nodes.
    pub fn best_moves(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let mut best = Vec::new();
        for child in self.moves(node)? {
            if self.is_best_move(node, child)? {
                best.push(child);
            }
        }
        Some(best)
    }

    /// The first of the best moves at a node; `None` as for [`Self::best_moves`].
    pub fn first_best_move(&self, node: NodeId) -> Option<NodeId> {
        if !self.is_known() {
            return self.best_moves(node)?.first().copied();
        }
        self.moves(node)?.find(|child| self.is_best_move(node, *child) == Some(true))
    }

    fn moves(&self, node: NodeId) -> Option<impl Iterator<Item = NodeId> + use<'g>> {
        matches!(self.kind(node), Kind::Max | Kind::Min).then(|| self.children(node))
    }

    /// Whether a child of a MAX or MIN node is a best move; `None` if that depends on unknown leaves, and at other
    /// nodes.
    pub fn is_best_move(&self, node: NodeId, child: NodeId) -> Option<bool> {
        if !matches!(self.kind(node), Kind::Max | Kind::Min) {
            return None;
        }
        if self.is_known() {
            return Some(self.value(child)? == self.value(node)?);
        }
        let (least, greatest) = self.ends_for_mover(node, child);
        let (certain, most) = self.ends_for_mover(node, node);
        match (greatest < certain, least >= most) {
            (true, _) => Some(false),
            (_, true) => Some(true),
            // No other child can be worth more than this one is at least worth.
            _ => (greatest == most && least >= self.rival(node)).then_some(true),
        }
    }

    /// The worst and the best value that `of` can have for the player at `node`: for MIN, less is better.
    fn ends_for_mover(&self, node: NodeId, of: NodeId) -> (Number, Number) {
        match (self.ends(of), self.kind(node)) {
            ((least, greatest), Kind::Min) => (greatest.negated(), least.negated()),
            (ends, _) => ends,
        }
    }

    /// The second greatest of the children's upper ends, as the player at `node` sees them. Computed once for each
    /// node.
    fn rival(&self, node: NodeId) -> Number {
        *self.rivals.borrow_mut().entry(node).or_insert_with(|| {
            let mut most = (Number::NegativeInfinity, Number::NegativeInfinity);
            for child in self.children(node) {
                let (_, greatest) = self.ends_for_mover(node, child);
                most = (most.0.max(greatest), most.1.max(greatest.min(most.0)));
            }
            most.1
        })
    }

    /// Whether every node has one value.
    fn is_known(&self) -> bool {
        !self.contents.is_open() || self.filling.is_some()
    }

    /// A number of the record.
    fn number(&self, kept: PackedValue) -> Option<Number> {
        match &self.filling {
            None => self.record().number(kept),
            Some(filling) => self.record().shape(kept).map(|shape| filling.number(shape)),
        }
    }

    /// The nodes and leaves in the order in which the search entered them; found at the first call.
    ///
    /// Ends where the search depends on an unknown leaf; see [`Self::counts`].
    pub fn sequence(&self) -> &[NodeId] {
        self.sequence.get_or_init(|| {
            let entered = |node: &NodeId| self.entered(*node);
            match self.settings.order {
                Order::LeftToRight => self.view.visible().filter(entered).collect(),
                Order::RightToLeft => {
                    let mut sequence = Vec::new();
                    let mut pending = vec![NodeId::ROOT];
                    while let Some(node) = pending.pop() {
                        sequence.push(node);
                        pending.extend(self.children(node).filter(entered));
                    }
                    sequence
                }
            }
        })
    }

    /// The leaves in the order in which the search evaluated them; see [`Self::sequence`].
    pub fn leaf_sequence(&self) -> &[NodeId] {
        self.leaf_sequence
            .get_or_init(|| self.sequence().iter().copied().filter(|node| self.kind(*node).is_leaf()).collect())
    }
}
