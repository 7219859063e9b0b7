use logos::Logos;

/// The words and signs of the language. Blanks, commas and `//` comments are skipped. Lines end at `\n`, `\r` or both.
///
/// Only words that begin a construct are reserved, each in three spellings (`max`, `MAX`, `Max`).
///
/// The patterns describe words with the letters of ASCII; `syntax/scan.rs` continues those with other letters.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is named after the word or sign that it is")]
#[logos(skip r"[ \t\r\n\f,\u{FEFF}\u{A0}]+")]
#[logos(skip(r"//[^\r\n]*", allow_greedy = true, priority = 3))]
#[non_exhaustive]
pub enum Token {
    #[regex("tree|TREE|Tree", priority = 20)]
    Tree,
    #[regex("max|MAX|Max", priority = 20)]
    Max,
    #[regex("min|MIN|Min", priority = 20)]
    Min,
    #[regex("chance|CHANCE|Chance", priority = 20)]
    Chance,
    #[regex("pruned|PRUNED|Pruned", priority = 20)]
    Pruned,
    #[regex("visited|VISITED|Visited", priority = 20)]
    Visited,
    #[regex("plays|PLAYS|Plays", priority = 20)]
    Plays,
    #[regex("eval|EVAL|Eval", priority = 20)]
    Eval,
    #[regex("expect|EXPECT|Expect", priority = 20)]
    Expect,
    #[regex("ask|ASK|Ask", priority = 20)]
    Ask,
    #[regex("worth|WORTH|Worth", priority = 20)]
    Worth,
    #[regex("cut|CUT|Cut", priority = 20)]
    Cut,
    #[regex("search|SEARCH|Search", priority = 20)]
    Search,
    #[regex("order|ORDER|Order", priority = 20)]
    Order,
    #[regex("cutoffs|CUTOFFS|Cutoffs", priority = 20)]
    Cutoffs,
    #[regex("window|WINDOW|Window", priority = 20)]
    Window,
    #[regex("range|RANGE|Range", priority = 20)]
    Range,
    #[regex("depth|DEPTH|Depth", priority = 20)]
    Depth,
    #[regex("reveal|REVEAL|Reveal", priority = 20)]
    Reveal,
    #[regex("allow|ALLOW|Allow", priority = 20)]
    Allow,

    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("(")]
    OpenParenthesis,
    #[token(")")]
    CloseParenthesis,
    #[token(":")]
    Colon,
    #[token("=")]
    Equal,
    #[token("~")]
    Tilde,
    #[token("<=")]
    AtMost,
    #[token(">=")]
    AtLeast,
    #[token(">")]
    Above,

    /// An identifier. It may have primes, and hyphens before letters: `A'`, `O-O`, `no-cutoff`.
    #[regex(r"[A-Za-z][0-9A-Za-z_']*(-[A-Za-z][0-9A-Za-z_']*)*")]
    Name,
    /// A text in quotes; if the closing quote is missing, up to the end of the line.
    #[regex(r#""([^"\\\r\n]|\\[^\r\n])*"?"#)]
    String,
    /// A number, or what looks like one. It is read later, and reported if it is malformed.
    #[regex(r"[+\-−]?[0-9][0-9A-Za-z_]*(\.[0-9A-Za-z_]*)?(/[0-9A-Za-z_.]+)?")]
    #[regex(r"[+\-−]?[0-9]+(\.[0-9]+)?[eE][+\-−]?[0-9]+", priority = 10)]
    #[regex(r"[+\-−]?\.[0-9][0-9A-Za-z_]*")]
    #[regex(r"[+\-−]?(inf|∞)", priority = 20)]
    Number,
    /// `?` or `?x`.
    #[regex(r"\?([A-Za-z][0-9A-Za-z_']*)?")]
    Unknown,
    /// `?1`: an unknown without a valid name.
    #[regex(r"\?[0-9][0-9A-Za-z_']*")]
    Numbered,
    #[token("...")]
    #[token("…")]
    Elided,
    #[token("_")]
    Blank,
    /// `_x`: neither a name nor a blank.
    #[regex(r"_[0-9A-Za-z_']+")]
    Underscored,
    /// A line of question text.
    #[regex(r"///[^\r\n]*", allow_greedy = true, priority = 5)]
    Doc,

    /// A run of braces with nothing but whole numbers between them; see `syntax/run.rs`.
    Bare,
    /// A run of one or more leaves between two braces, with labels or without.
    Leaves,
    /// The word `in` between an unknown and its set; see `syntax/lexer.rs`.
    In,
    /// The word `or` within a set.
    Or,
    /// The word `nothing` as a set.
    Nothing,
    /// The word `anything` as a set.
    Anything,
}

/// The reserved words, as the formatter spells them.
pub const RESERVED: &[&str] = &[
    "tree", "max", "min", "chance", "pruned", "visited", "plays", "eval", "expect", "ask", "worth", "cut", "search",
    "order", "cutoffs", "window", "range", "depth", "reveal", "allow",
];

/// The words that take a number after `expect`; what they mean is no matter of the syntax.
pub(crate) const QUANTITIES: &[&str] = &["value", "leaves", "nodes", "cutoffs", "pruned", "branches", "fewest"];

/// The words that take a list after `expect`.
pub(crate) const LISTS: &[&str] = &["plays", "line", "visits", "enters"];

/// The words that have a meaning after `ask`.
pub(crate) const ASKED: &[&str] = &["pruned", "values", "windows", "returns", "plays"];

/// The settings that have a few values with names, each with its values as they are written. The syntax does not know
/// what they mean.
pub const CHOICES: &[(&str, &[&str])] = &[
    ("cut", &["alpha >= beta", "alpha > beta"]),
    ("search", &["fail-soft", "fail-hard"]),
    ("order", &["left-to-right", "right-to-left"]),
    ("cutoffs", &["deep", "shallow", "none"]),
    ("reveal", &["never", "score", "verdicts", "answers"]),
];

/// The words that begin a setting.
pub const SETTINGS: &[&str] = &["cut", "search", "order", "cutoffs", "window", "range", "depth", "reveal", "allow"];

impl Token {
    /// The closing bracket or brace for an opening one.
    pub(super) fn closing(self) -> Self {
        match self {
            Self::OpenBracket => Self::CloseBracket,
            Self::OpenParenthesis => Self::CloseParenthesis,
            _ => Self::CloseBrace,
        }
    }

    /// Whether it is a word that begins a setting, an expectation, a question, a tree or a root.
    pub fn begins_something(self) -> bool {
        self.is_setting()
            || matches!(self, Self::Expect | Self::Ask | Self::Tree | Self::Max | Self::Min | Self::Chance)
    }

    /// Whether it is a word that begins a setting.
    pub fn is_setting(self) -> bool {
        use Token::{Allow, Cut, Cutoffs, Depth, Order, Range, Reveal, Search, Window};
        matches!(self, Allow | Cut | Cutoffs | Depth | Order | Range | Reveal | Search | Window)
    }

    /// Whether it is a reserved word.
    pub fn is_reserved(self) -> bool {
        self.begins_something() || matches!(self, Self::Pruned | Self::Visited | Self::Plays | Self::Eval | Self::Worth)
    }

    /// Whether it is a brace, a bracket or a parenthesis.
    pub fn is_bracket(self) -> bool {
        use Token::{CloseBrace, CloseBracket, CloseParenthesis, OpenBrace, OpenBracket, OpenParenthesis};
        matches!(self, OpenBrace | CloseBrace | OpenBracket | CloseBracket | OpenParenthesis | CloseParenthesis)
    }
}
