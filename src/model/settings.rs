//! The settings of the search, and how they are read from a file.

use std::mem::{Discriminant, discriminant};

use super::Reveal;
use crate::diagnostic::{Annotate, Code, Diagnostic, Findings, Levels, Lints, either, is_slip, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{File, Literals, Setting, SettingKind, Term, TermKind, Tree};
use crate::syntax::{first_token, name_at};

/// The cut rule: when the search of a node stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// At α ≥ β.
    #[default]
    AtLeast,
    /// Only at α > β.
    Above,
}

impl Cut {
    /// The other rule.
    pub(crate) fn other(self) -> Self {
        match self {
            Self::AtLeast => Self::Above,
            Self::Above => Self::AtLeast,
        }
    }
}

/// What a search returns if its result lies outside its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    /// The best value it has seen.
    #[default]
    FailSoft,
    /// The end of the window.
    FailHard,
}

/// The order in which children are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The first one first, as they are written.
    #[default]
    LeftToRight,
    /// The last one first.
    RightToLeft,
}

/// Which bounds lead to cutoffs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cutoffs {
    /// Bounds from all nodes above.
    #[default]
    Deep,
    /// Only bounds from the parent.
    Shallow,
    /// No bounds: plain minimax.
    None,
}

/// A setting that has a few values with names.
pub trait Choice: Copy + PartialEq + 'static {
    /// Every value with its name in the language.
    const NAMES: &'static [(&'static str, Self)];

    /// The value with this name.
    fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }

    /// The name of the value.
    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, value)| *value == self).map_or("", |(name, _)| name)
    }

    /// The names of all values.
    fn names() -> Vec<&'static str> {
        Self::NAMES.iter().map(|(name, _)| *name).collect()
    }
}

/// Gives every value of a setting its name; a value without a name does not compile.
macro_rules! names {
    ($($setting:ident { $($value:ident $name:literal)* })*) => {$(
        impl Choice for $setting {
            const NAMES: &'static [(&'static str, Self)] = &[$(($name, Self::$value)),*];

            fn name(self) -> &'static str {
                match self { $(Self::$value => $name),* }
            }
        }
    )*};
}

pub(crate) use names;

names! {
    Cut { AtLeast ">=" Above ">" }
    Returns { FailSoft "fail-soft" FailHard "fail-hard" }
    Order { LeftToRight "left-to-right" RightToLeft "right-to-left" }
    Cutoffs { Deep "deep" Shallow "shallow" None "none" }
}

/// The settings of the search of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// `cut`
    pub cut: Cut,
    /// `search`
    pub returns: Returns,
    /// `order`
    pub order: Order,
    /// `cutoffs`
    pub cutoffs: Cutoffs,
    /// `window`: (α, β) at the root, α < β.
    pub window: (Number, Number),
    /// Where the window is set in the file, if it is set there.
    pub window_span: Option<Span>,
    /// `range`: the ends between which all values are known to lie.
    pub range: Option<(Number, Number)>,
    /// Where the range is set in the file, if it is set there.
    pub range_span: Option<Span>,
    /// `depth`: the number of plies after which the search takes static evaluations; at least 1.
    pub depth: Option<u64>,
    /// Where the depth is set in the file, if it is set there.
    pub depth_span: Option<Span>,
}

impl Settings {
    /// The window that the search of the root starts with: the part of `window` inside `range`.
    pub fn root_window(&self) -> (Number, Number) {
        let (alpha, beta) = self.window;
        let (lower, upper) = self.bounds();
        (alpha.max(lower), beta.min(upper))
    }

    /// The ends between which all values lie: those of `range`, or the infinities.
    pub fn bounds(&self) -> (Number, Number) {
        self.range.unwrap_or((Number::NegativeInfinity, Number::Infinity))
    }

    /// Notes that the project sets the depth limit, if the file does not.
    pub(crate) fn note_depth<E: Annotate>(&self, explained: E) -> E {
        match self.depth.filter(|_| self.depth_span.is_none()) {
            Some(depth) => explained.note(format!("the project's `gametree.toml` sets `depth {depth}`")),
            None => explained,
        }
    }

    /// The words to add after the range if the project sets it; empty if the file does.
    pub(super) fn range_from(&self) -> &'static str {
        if self.range_span.is_some() { "" } else { " by the project's `gametree.toml`" }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            cut: Cut::default(),
            returns: Returns::default(),
            order: Order::default(),
            cutoffs: Cutoffs::default(),
            window: (Number::NegativeInfinity, Number::Infinity),
            window_span: None,
            range: None,
            range_span: None,
            depth: None,
            depth_span: None,
        }
    }
}

/// The settings that apply at one place of a file, or, before its first line, those of the project.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Defaults {
    /// The settings of the search.
    pub settings: Settings,
    /// The levels of the lints.
    pub levels: Levels,
    /// `reveal`, if it is set.
    pub reveal: Option<Reveal>,
    /// Whether a setting could not be read, so that the search is not certain.
    pub doubtful: bool,
}

/// The settings of a file outside of its trees.
#[derive(Debug)]
pub struct FileSettings {
    /// What trees inherit, by the number of settings above them. There is one entry for each such number.
    stages: Vec<(usize, Defaults)>,
    /// The levels of lints that are not about a tree.
    pub levels: Levels,
}

impl FileSettings {
    /// Reads the settings outside the trees of `file`, starting with those of its project. Linear in their length.
    pub fn read(text: &str, file: &File, project: &Defaults, findings: &mut Findings) -> Self {
        let mut rules = project.clone();
        let mut reader = Reader { text, literals: &file.literals, given: Vec::new() };
        let mut stages: Vec<(usize, Defaults)> = Vec::new();
        let mut read = 0;
        for tree in &file.trees {
            reader.read(&file.settings[read..tree.inherited], &mut rules, findings);
            if stages.is_empty() || read < tree.inherited {
                stages.push((tree.inherited, rules.clone()));
            }
            read = tree.inherited;
        }
        reader.read(&file.settings[read..], &mut rules, findings);
        Self { stages, levels: rules.levels }
    }

    /// The settings that a tree of the file inherits.
    pub(super) fn above(&self, tree: &Tree) -> &Defaults {
        let stage = self.stages.partition_point(|(above, _)| *above < tree.inherited);
        &self.stages[stage].1
    }

    /// The settings that apply in a tree of the file, its own included.
    pub(super) fn within(&self, text: &str, tree: &Tree, findings: &mut Findings) -> Defaults {
        let mut rules = self.above(tree).clone();
        let mut reader = Reader { text, literals: &tree.nodes.literals, given: Vec::new() };
        reader.read(&tree.settings, &mut rules, findings);
        if let Some(finding) = contradiction(&rules.settings, first_token(text, tree.span)) {
            rules.doubtful = true;
            findings.add(finding);
        }
        rules
    }
}

/// Reads the settings of a file or of a tree.
struct Reader<'a> {
    text: &'a str,
    literals: &'a Literals,
    /// The settings given so far, each with the span where it was given first.
    given: Vec<(Discriminant<SettingKind>, Span)>,
}

impl Reader<'_> {
    fn read(&mut self, settings: &[Setting], rules: &mut Defaults, findings: &mut Findings) {
        for setting in settings {
            let fault = match self.given_before(setting) {
                Some(first) => Err(Box::new(
                    Diagnostic::new(Code::RepeatedSetting, "this setting is given twice", setting.span)
                        .label(first, "first given here")
                        .help("take one of them away"),
                )),
                None => apply(self.text, self.literals, setting, rules),
            };
            if let Err(finding) = fault {
                rules.doubtful = true;
                findings.add(*finding);
            }
        }
    }

    /// Where the same setting was given before; always `None` for `allow`, which may be repeated.
    fn given_before(&mut self, setting: &Setting) -> Option<Span> {
        if matches!(setting.kind, SettingKind::Allow(_)) {
            return None;
        }
        let kind = discriminant(&setting.kind);
        let first = self.given.iter().find(|(other, _)| *other == kind).map(|(_, span)| *span);
        if first.is_none() {
            self.given.push((kind, setting.span));
        }
        first
    }
}

fn apply(text: &str, literals: &Literals, setting: &Setting, rules: &mut Defaults) -> Result<(), Box<Diagnostic>> {
    let Defaults { settings, levels, reveal, .. } = rules;
    match &setting.kind {
        SettingKind::Cut { alpha, strict, beta } => {
            expect_words(text, *alpha, *beta, *strict)?;
            settings.cut = if *strict { Cut::Above } else { Cut::AtLeast };
        }
        SettingKind::Search(word) => settings.returns = choose(&name_at(text, *word), *word, UNQUOTED)?,
        SettingKind::Order(word) => settings.order = choose(&name_at(text, *word), *word, UNQUOTED)?,
        SettingKind::Cutoffs(word) => settings.cutoffs = choose(&name_at(text, *word), *word, UNQUOTED)?,
        SettingKind::Window(alpha, beta) => {
            settings.window = ends(literals, setting.span, *alpha, *beta)?;
            settings.window_span = Some(setting.span);
        }
        SettingKind::Range(lower, upper) => {
            settings.range = Some(ends(literals, setting.span, *lower, *upper)?);
            settings.range_span = Some(setting.span);
        }
        SettingKind::Depth(term) => {
            settings.depth = Some(depth(number(literals, *term), term.span)?);
            settings.depth_span = Some(setting.span);
        }
        SettingKind::Reveal(word) => *reveal = Some(choose(&name_at(text, *word), *word, UNQUOTED)?),
        SettingKind::Allow(lints) => {
            for lint in lints {
                allow(text, lint.span, levels)?;
            }
        }
    }
    Ok(())
}

/// How a proposed word or number is written in a file.
type Spelling = fn(&str) -> String;

/// In a `.tree` file, no value of a setting needs quotes.
const UNQUOTED: Spelling = str::to_string;

/// The value of a setting that is written as `written`.
pub(crate) fn choose<C: Choice>(written: &str, word: Span, spelt: Spelling) -> Result<C, Box<Diagnostic>> {
    C::from_name(written).ok_or_else(|| {
        let names: Vec<&str> = C::NAMES.iter().map(|(name, _)| *name).collect();
        let message = format!("`{}` is not a value of this setting", super::clipped(written));
        unknown_word(Diagnostic::new(Code::UnknownSettingValue, message, word), written, &names, spelt)
    })
}

fn expect_words(text: &str, alpha: Span, beta: Span, strict: bool) -> Result<(), Box<Diagnostic>> {
    let written = (name_at(text, alpha), name_at(text, beta));
    if written.0 == "alpha" && written.1 == "beta" {
        return Ok(());
    }
    let rule = format!("alpha {} beta", if strict { ">" } else { ">=" });
    let wrong = if written.0 == "alpha" { beta } else { alpha };
    let message = format!("write `cut {rule}`, not with `{}`", super::clipped(wrong.of(text)));
    let finding = Diagnostic::new(Code::UnknownSettingValue, message, wrong)
        .note("the two rules are `cut alpha >= beta` and `cut alpha > beta`");
    let (title, whole) = (format!("write `{rule}`"), alpha.to(beta));
    Err(Box::new(match is_slip(&written.0, "alpha") && is_slip(&written.1, "beta") {
        true => finding.safe_fix(title, whole, rule),
        false => finding.fix(title, whole, rule),
    }))
}

fn allow(text: &str, lint: Span, levels: &mut Levels) -> Result<(), Box<Diagnostic>> {
    levels.set(find_lint(&name_at(text, lint), lint)?, None);
    Ok(())
}

/// The code of the lint with this name.
fn find_lint(name: &str, word: Span) -> Result<Code, Box<Diagnostic>> {
    Code::from_lint(name).ok_or_else(|| unknown_lint(name, word, &Code::lints().collect::<Vec<_>>()))
}

/// The lints with this name, which can be `all` or `warnings`.
pub(crate) fn find_lints(name: &str, word: Span) -> Result<Lints, Box<Diagnostic>> {
    Lints::from_name(name).ok_or_else(|| unknown_lint(name, word, &Lints::names().collect::<Vec<_>>()))
}

fn unknown_lint(name: &str, word: Span, names: &[&str]) -> Box<Diagnostic> {
    let finding = |message: String| Diagnostic::new(Code::UnknownLint, message, word);
    match Lints::from_code(name) {
        Some(Ok(lint)) => {
            let message = format!("`{name}` is the code of the lint `{lint}`");
            return Box::new(finding(message).fix(format!("write `{lint}`"), word, lint));
        }
        Some(Err(why)) => return Box::new(finding(format!("`{name}` {why}")).help(format!("delete `{name}`"))),
        None => {}
    }
    let message = format!("there is no lint `{}`", super::clipped(name));
    unknown_word(Diagnostic::new(Code::UnknownLint, message, word), name, names, UNQUOTED)
}

/// The finding about an unknown word, with the name that was probably meant, or with all names if none is similar.
fn unknown_word(finding: Diagnostic, written: &str, names: &[&str], spelt: Spelling) -> Box<Diagnostic> {
    let word = finding.primary.span;
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let small = written.to_lowercase();
    if let Some((_, meant)) = SYNONYMS.iter().find(|(other, meant)| *other == small && names.contains(meant)) {
        return Box::new(finding.fix(format!("write `{meant}`"), word, spelt(meant)));
    }
    // A different sign is not a misspelling.
    let meant = similar(written, names.iter().copied()).filter(|_| written.contains(char::is_alphabetic));
    Box::new(match meant {
        Some(meant) if spelt(meant) == *meant => finding.suggest(word, written, meant),
        Some(meant) => finding.fix(format!("did you mean `{meant}`?"), word, spelt(meant)),
        None => finding.help(format!("write {}", either(&quoted))),
    })
}

/// Other words for the values of settings, each with the word of the language.
const SYNONYMS: &[(&str, &str)] = &[
    ("off", "none"),
    ("no", "none"),
    ("false", "none"),
    ("minimax", "none"),
    ("on", "deep"),
    ("yes", "deep"),
    ("true", "deep"),
    ("ltr", "left-to-right"),
    ("rtl", "right-to-left"),
    ("soft", "fail-soft"),
    ("hard", "fail-hard"),
];

fn ends(literals: &Literals, span: Span, lower: Term, upper: Term) -> Result<(Number, Number), Box<Diagnostic>> {
    interval(number(literals, lower), number(literals, upper), span, UNQUOTED)
}

/// The ends of a window or range, if the lower one is less than the upper one.
pub(crate) fn interval(
    lower: Number,
    upper: Number,
    span: Span,
    spelt: Spelling,
) -> Result<(Number, Number), Box<Diagnostic>> {
    if lower < upper {
        return Ok((lower, upper));
    }
    let message = format!("nothing lies between {lower} and {upper}");
    Err(Box::new(
        Diagnostic::new(Code::EmptyWindow, message, span)
            .primary_label("the lower end must be less than the upper one")
            .help(if lower > upper {
                format!("write `[{}, {}]`", spelt(&upper.to_string()), spelt(&lower.to_string()))
            } else {
                "leave room for a value between the two".to_string()
            }),
    ))
}

fn number(literals: &Literals, term: Term) -> Number {
    match term.kind {
        TermKind::Number(literal) => literals.get(literal),
        _ => unreachable!("the grammar takes only numbers here"),
    }
}

/// A number of plies, at least 1.
pub(crate) fn depth(plies: Number, span: Span) -> Result<u64, Box<Diagnostic>> {
    let plies = plies.to_integer().and_then(|plies| u64::try_from(plies).ok());
    plies.filter(|plies| *plies >= 1).ok_or_else(|| {
        Box::new(
            Diagnostic::new(Code::ImpossibleDepth, "a depth is a whole number of plies, at least 1", span)
                .help("write 2 to search two plies and take the static evaluations there"),
        )
    })
}

/// Reports settings of a tree that contradict each other: a window outside the range. If the project sets the window,
/// the finding is at the head of the tree.
fn contradiction(settings: &Settings, head: Span) -> Option<Diagnostic> {
    let (alpha, beta) = settings.root_window();
    let (lower, upper) = settings.range.filter(|_| alpha >= beta)?;
    let of_project = settings.window_span.is_none() && settings.range_span.is_none();
    if of_project {
        // The finding about the project's own file reports this.
        return None;
    }
    let message = "the window lies outside of the range";
    let finding = Diagnostic::new(Code::EmptyWindow, message, settings.window_span.unwrap_or(head));
    let finding = match settings.window_span {
        Some(_) => finding,
        None => {
            let (alpha, beta) = settings.window;
            finding.note(format!("the window is [{alpha}, {beta}]: the project's `gametree.toml` says so"))
        }
    };
    Some(
        finding
            .note(format!("all values are said to lie in [{lower}, {upper}]{}", settings.range_from()))
            .help("take the window away, or correct the range"),
    )
}
