//! Trees in other notations: lists, objects, tables, and the logs of programs, read into this language.
//!
//! Nothing is guessed: a text that can be read in two ways is refused, with both named. Numbers stay exact, and what is
//! assumed is said.

mod bracket;
mod degrees;
mod detect;
mod efg;
mod graph;
mod json;
mod language;
mod lists;
mod literal;
mod log;
mod mark;
mod offer;
mod outline;
mod plain;
mod searched;
mod tuples;
mod value;
mod write;
mod written;

pub use detect::detect;
pub use mark::mark;
pub use offer::{check, check_showing, parse, parse_like};
pub use plain::Plain;
pub use write::{Target, Unwritable, Written, read_language, write};
pub use written::written;

use std::fmt;

use bracket::Item;
use literal::Literal;

use crate::diagnostic::{Code, Diagnostic, clipped, counted};
use crate::model::{Defaults, FileSettings};
use crate::number::Number;
use crate::source::Span;
use crate::syntax;
use crate::syntax::tree::{Kind, NodeId};

/// Why a text is not converted.
type Refusal = Box<Diagnostic>;

/// Declares the formats. The enum and what is said about each come from one table.
macro_rules! formats {
    ($($format:ident $name:literal: $about:literal;)*) => {
        /// A notation for trees.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Format {
            $(#[doc = concat!($about, ".")] $format,)*
        }

        impl Format {
            /// Every format.
            pub const ALL: &[Self] = &[$(Self::$format),*];

            /// Its name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Self::$format => $name),* }
            }

            /// What it looks like, in a few words.
            pub fn about(self) -> &'static str {
                match self { $(Self::$format => $about),* }
            }
        }
    };
}

formats! {
    Lists "lists": "Nested lists of Python, JSON, JavaScript or Lisp: `[[3, 5], [2, 8]]`, `(max (min 3 5) 2)`";
    ValuedLists "valued-lists": "Lists that begin with the value of their node: `[9, [8], [7]]`";
    Leaves "leaves": "The leaves of a full tree, from left to right: `3 5 2 8`";
    Json "json": "Objects with a key for each part of a node: `{\"max\": [3, {\"min\": [2, 9]}]}`";
    Tuples "tuples": "Lists that begin with the name of their node: `('A', ('B', 3))`";
    Aima "aima": "Dictionaries `succs` and `utils` in a Python class";
    Edges "edges": "A table (CSV) with the columns `parent` and `child`";
    Nyu "nyu": "Lines such as `a: [b, c]` and `b=4`";
    Efg "efg": "Games of Gambit and OpenSpiel: `EFG 2 R \"title\" { \"Ann\" \"Bob\" }`";
    Outline "outline": "Lines of a list or a drawing, or only indented: `- l: MIN L`, `├── l: MIN L`";
    Degrees "degrees": "How many children each node has, and the values of the leaves: `branches=2,0,0`, `values=3,5`";
    Cs188 "cs188": "A graph-game test of the course CS188: `successors: \"\"\"` and a move on each line";
    Trace "trace": "What a search program prints: `enter max A`, `leaf 3`, `return 3`";
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What the value of a node that has children means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inner {
    /// A static evaluation, for searches that stop there.
    Evaluation,
    /// A claim: the result that somebody has worked out.
    Claim,
}

/// What a text does not say itself.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who moves first, if the notation does not say so: [`Kind::Max`] or [`Kind::Min`].
    pub root: Option<Kind>,
    /// How many moves each node has, at least two, in a text with leaves only.
    pub branching: Option<usize>,
    /// What the value of a node that has children means.
    pub inner: Option<Inner>,
    /// Whether each word in the place of a number is an unknown leaf.
    pub unknowns: bool,
    /// The most nodes and leaves of a tree whose nodes share children, when all are written out.
    pub most_unfolded: usize,
    /// In a program, the name of the variable with the tree.
    pub variable: Option<String>,
    /// In a game of two players, the number or the name of the one who is MAX.
    pub max: Option<String>,
    /// Whether probabilities that do not add up to 1 are divided by their sum.
    pub normalize: bool,
    /// Settings for each tree, as the language writes them.
    pub settings: Vec<String>,
    /// The text of the solution, if the notation has one beside the text of the tree. Its mistakes have the code
    /// [`Code::MisreadSolution`], and their places are in this text.
    pub solution: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            root: None,
            branching: None,
            inner: None,
            unknowns: false,
            most_unfolded: 1_000_000,
            variable: None,
            max: None,
            normalize: false,
            settings: Vec::new(),
            solution: None,
        }
    }
}

impl Options {
    /// Who moves first if nothing else says so.
    fn root(&self) -> Kind {
        self.root.unwrap_or(Kind::Max)
    }

    /// What is assumed if [`Self::root`] is used.
    fn assumed(&self) -> Assumed {
        if self.root.is_none() { Assumed::MaxMovesFirst } else { Assumed::Nothing }
    }

    /// The value of a node that has children, as the language writes it.
    fn inner(&self, value: Number, span: Span) -> Result<String, Refusal> {
        match self.inner {
            Some(Inner::Evaluation) => Ok(format!("eval {value}")),
            Some(Inner::Claim) => Ok(format!("= {value}")),
            None => Err(Diagnostic::new(Code::TwoReadings, "a node with children has a value", span)
                .primary_label("its static evaluation, or what it is worth")
                .help("if it is a static evaluation, use `--inner eval`")
                .or_help("if it is a claim about what the node is worth, use `--inner claim`")
                .into()),
        }
    }
}

/// What had to be assumed about a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Assumed {
    Nothing,
    MaxMovesFirst,
}

/// What is said if [`Assumed::MaxMovesFirst`].
const MAX_MOVES_FIRST: &str = "the file does not say who moves first, so MAX does; if MIN does, use --root min";

/// What was read from a text in another notation.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The trees, at least one. Only the log of a program can have several.
    pub trees: Vec<Plain>,
    /// What was assumed or left out, a sentence each.
    pub notes: Vec<String>,
}

impl Converted {
    /// Leaves out words that the language cannot have, and says so.
    ///
    /// # Errors
    /// If one of the trees is only a leaf.
    fn new(mut trees: Vec<Plain>, mut notes: Vec<String>) -> Result<Self, Refusal> {
        if trees.iter().any(|tree| tree.is_empty() || tree.kind(NodeId::ROOT).is_leaf()) {
            return Err(one_leaf(Span::default()));
        }
        let moves_to_root: usize = trees.iter_mut().map(|tree| usize::from(tree.take_move_to_root())).sum();
        if moves_to_root > 0 {
            notes.push("the label or probability of the root is left out, because no move leads to it".to_string());
        }
        let repeated: usize = trees.iter_mut().map(Plain::drop_unusable_words).sum();
        if repeated > 0 {
            let labels = counted(repeated as u64, "label is", "labels are");
            notes.push(format!("{labels} left out, because other moves of the same node have the same label"));
        }
        let names: usize = trees.iter().map(|tree| tree.lost_names).sum();
        if names > 0 {
            let names = counted(names as u64, "name of a leaf is", "names of leaves are");
            notes.push(format!("{names} left out, because a leaf has no name and its move already has a label"));
        }
        Ok(Self { trees, notes })
    }
}

/// Reads a text in another notation. Linear in the text and the tree, and not recursive.
///
/// # Errors
/// If the text is not in this notation, or can be read in two ways.
pub fn read(text: &str, format: Format, options: &Options) -> Result<Converted, Box<Diagnostic>> {
    read_found(text, format, None, options)
}

/// Reads a text in the notation that it is recognised to be in; see [`detect()`].
///
/// # Errors
/// If no notation fits, or two do, or if the text can be read in two ways.
pub fn read_any(text: &str, options: &Options) -> Result<(Format, Converted), Box<Diagnostic>> {
    let (format, literal) = detect::recognised(text, options)?;
    Ok((format, read_found(text, format, literal, options)?))
}

/// Reads a text in which the literal may have been found before.
fn read_found(text: &str, format: Format, literal: Option<Literal>, options: &Options) -> Result<Converted, Refusal> {
    let mut notes = Vec::new();
    let with_literal = |read: ReadLiteral, notes: &mut Vec<String>| {
        let literal = literal.map_or_else(|| literal::find(text, options.variable.as_deref()), Ok)?;
        notes.extend(literal.note);
        read(text, &literal.items, options)
    };
    let (mut plain, assumed) = match format {
        Format::Lists => with_literal(lists::read, &mut notes)?,
        Format::ValuedLists => with_literal(lists::read_valued, &mut notes)?,
        Format::Json => with_literal(json::read, &mut notes)?,
        Format::Tuples => with_literal(tuples::read, &mut notes)?,
        Format::Leaves => lists::read_leaves(text, options)?,
        Format::Aima => graph::read_aima(text, options, &mut notes)?,
        Format::Edges => graph::read_edges(text, options, &mut notes)?,
        Format::Nyu => graph::read_nyu(text, options, &mut notes)?,
        Format::Efg => (efg::read(text, options, &mut notes)?, Assumed::Nothing),
        Format::Outline => outline::read(text, options, &mut notes)?,
        Format::Degrees => degrees::read(text, options, &mut notes)?,
        Format::Cs188 => {
            let plain = graph::read_cs188(text, options, &mut notes)?;
            return Converted::new(vec![plain], notes);
        }
        Format::Trace => {
            let trees = log::read(text, options, &mut notes)?;
            return Converted::new(trees, notes);
        }
    };
    plain.settings.clone_from(&options.settings);
    if assumed == Assumed::MaxMovesFirst {
        notes.push(MAX_MOVES_FIRST.to_string());
    }
    Converted::new(vec![plain], notes)
}

/// Reads the items of a literal.
type ReadLiteral = fn(&str, &[Item], &Options) -> Result<(Plain, Assumed), Refusal>;

/// Whether a text is a setting of the language, and nothing else.
pub fn is_setting(text: &str) -> bool {
    let whole = format!("{text}\nmax {{ 1 }}\n");
    let (file, mut findings) = syntax::parse(&whole, 1);
    FileSettings::read(&whole, &file, &Defaults::default(), &mut findings);
    findings.tally().errors == 0 && file.trees.len() == 1 && file.settings.len() == 1
}

/// A finding about a text that breaks the rules of its notation.
fn misread(message: impl Into<String>, span: Span) -> Diagnostic {
    Diagnostic::new(Code::MisreadNotation, message, span)
}

/// Refuses a text that is only a leaf.
fn one_leaf(span: Span) -> Refusal {
    misread("this is one leaf, not a tree", span).into()
}

/// A word of a text as messages show it.
fn shown(text: &str, span: Span) -> String {
    clipped(span.of(text))
}
