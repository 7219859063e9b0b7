//! The settings of the search: how a course does it.

use std::mem::{Discriminant, discriminant};

use crate::diagnostic::{Annotate, Code, Diagnostic, Findings, Levels, either, is_slip, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::tree::{File, Literals, Setting, SettingKind, Term, TermKind, Tree};
use crate::syntax::{first_token, name_at};

/// When a search stops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cut {
    /// At α ≥ β.
    #[default]
    AtLeast,
    /// Only at α > β.
    Above,
}

/// What a search returns that ends outside of its window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returns {
    /// The best value it has seen.
    #[default]
    FailSoft,
    /// The end of the window.
    FailHard,
}

/// In which order children are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// As they are written.
    #[default]
    LeftToRight,
    /// The last one first.
    RightToLeft,
}

/// Which bounds lead to cutoffs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cutoffs {
    /// Those from anywhere above.
    #[default]
    Deep,
    /// Only those from the node directly above.
    Shallow,
    /// None: plain minimax.
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

/// What the search of a tree obeys.
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
    /// `range`: where all values are known to lie.
    pub range: Option<(Number, Number)>,
    /// Where the range is set in the file, if it is set there.
    pub range_span: Option<Span>,
    /// `depth`: after how many plies the search takes static evaluations; at least 1.
    pub depth: Option<u64>,
    /// Where the depth is set in the file, if it is set there.
    pub depth_span: Option<Span>,
}

impl Settings {
    /// The window that the search of the root starts with: `window`, as far as it lies in `range`.
    pub fn root_window(&self) -> (Number, Number) {
        let (alpha, beta) = self.window;
        let (lower, upper) = self.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
        (alpha.max(lower), beta.min(upper))
    }

    /// Says of what follows from the depth limit that the project sets it, if it is not the file.
    pub(crate) fn note_depth<E: Annotate>(&self, explained: E) -> E {
        match self.depth.filter(|_| self.depth_span.is_none()) {
            Some(depth) => explained.note(format!("the project's `gametree.toml` sets `depth {depth}`")),
            None => explained,
        }
    }

    /// Where the range is set, to be said behind it, unless the file itself sets it.
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

/// What holds at one place of a file; above its first line, what the project says.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// What the search obeys.
    pub settings: Settings,
    /// What becomes of the lints.
    pub levels: Levels,
    /// A setting could not be read: what is searched below is not known.
    pub doubtful: bool,
}

/// The settings of a file outside of its trees.
#[derive(Debug)]
pub struct FileSettings {
    /// What each tree inherits that stands below further settings, by how many settings stand above it.
    stages: Vec<(usize, Defaults)>,
    /// What becomes of the lints about no tree.
    pub levels: Levels,
}

impl FileSettings {
    /// Reads the settings that stand outside of the trees of `file`, starting with those of its project. Linear.
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

    /// What a tree of the file inherits.
    pub(super) fn above(&self, tree: &Tree) -> &Defaults {
        let stage = self.stages.partition_point(|(above, _)| *above < tree.inherited);
        &self.stages[stage].1
    }

    /// What holds in a tree of the file once its own settings are read.
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
    /// Which settings were given, and where first.
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

    /// Where the same setting was given before; `allow` adds up.
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
    let Defaults { settings, levels, .. } = rules;
    match &setting.kind {
        SettingKind::Cut { alpha, strict, beta } => {
            expect_words(text, *alpha, *beta, *strict)?;
            settings.cut = if *strict { Cut::Above } else { Cut::AtLeast };
        }
        SettingKind::Search(word) => settings.returns = choose(&name_at(text, *word), *word, AS_IT_IS)?,
        SettingKind::Order(word) => settings.order = choose(&name_at(text, *word), *word, AS_IT_IS)?,
        SettingKind::Cutoffs(word) => settings.cutoffs = choose(&name_at(text, *word), *word, AS_IT_IS)?,
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
        SettingKind::Allow(lints) => {
            for lint in lints {
                allow(text, lint.span, levels)?;
            }
        }
    }
    Ok(())
}

/// How a word or number that is proposed stands in a file.
type Spelling = fn(&str) -> String;

/// In a `.tree` file nothing needs quotes that a setting may be.
const AS_IT_IS: Spelling = str::to_string;

/// The value of a setting that is written so.
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
pub(crate) fn find_lint(name: &str, word: Span) -> Result<Code, Box<Diagnostic>> {
    Code::from_lint(name).ok_or_else(|| {
        let names: Vec<&str> = Code::lints().collect();
        let message = format!("there is no lint `{}`", super::clipped(name));
        unknown_word(Diagnostic::new(Code::UnknownLint, message, word), name, &names, AS_IT_IS)
    })
}

/// The finding about an unknown word, with the name that was probably meant, or with all names if none is similar.
fn unknown_word(finding: Diagnostic, written: &str, names: &[&str], spelt: Spelling) -> Box<Diagnostic> {
    let word = finding.primary.span;
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let small = written.to_lowercase();
    if let Some((_, meant)) = MEANT.iter().find(|(other, meant)| *other == small && names.contains(meant)) {
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
const MEANT: &[(&str, &str)] = &[
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
    interval(number(literals, lower), number(literals, upper), span, AS_IT_IS)
}

/// The ends of a window or range, if something lies between them.
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

/// A number of plies.
pub(crate) fn depth(plies: Number, span: Span) -> Result<u64, Box<Diagnostic>> {
    let plies = plies.to_integer().and_then(|plies| u64::try_from(plies).ok());
    plies.filter(|plies| *plies >= 1).ok_or_else(|| {
        Box::new(
            Diagnostic::new(Code::ImpossibleDepth, "a depth is a whole number of plies, at least 1", span)
                .help("write 2 to search two plies and take the static evaluations there"),
        )
    })
}

/// What is wrong with the settings of a tree together: a window that lies outside of the range. Where the file does not
/// set the window, its project does, and the finding stands at the head of the tree.
fn contradiction(settings: &Settings, head: Span) -> Option<Diagnostic> {
    let (alpha, beta) = settings.root_window();
    let (lower, upper) = settings.range.filter(|_| alpha >= beta)?;
    let of_project = settings.window_span.is_none() && settings.range_span.is_none();
    if of_project {
        // The project's own file has been found fault with.
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
