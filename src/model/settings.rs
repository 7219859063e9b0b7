//! The settings of the search: how a course does it.

use std::mem::{Discriminant, discriminant};

use crate::diagnostic::{Code, Diagnostic, Findings, Levels, is_slip, listed, similar};
use crate::number::Number;
use crate::source::Span;
use crate::syntax::name_at;
use crate::syntax::tree::{File, Literals, Setting, SettingKind, Term, TermKind, Tree};

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
}

impl Choice for Cut {
    const NAMES: &'static [(&'static str, Self)] = &[(">=", Self::AtLeast), (">", Self::Above)];
}

impl Choice for Returns {
    const NAMES: &'static [(&'static str, Self)] = &[("fail-soft", Self::FailSoft), ("fail-hard", Self::FailHard)];
}

impl Choice for Order {
    const NAMES: &'static [(&'static str, Self)] =
        &[("left-to-right", Self::LeftToRight), ("right-to-left", Self::RightToLeft)];
}

impl Choice for Cutoffs {
    const NAMES: &'static [(&'static str, Self)] =
        &[("deep", Self::Deep), ("shallow", Self::Shallow), ("none", Self::None)];
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
    /// Where the window is set, if it is.
    pub window_span: Option<Span>,
    /// `range`: where all values are known to lie.
    pub range: Option<(Number, Number)>,
    /// `depth`: after how many plies the search takes static evaluations; at least 1.
    pub depth: Option<u64>,
}

impl Settings {
    /// The window that the search of the root starts with: `window`, as far as it lies in `range`.
    pub fn root_window(&self) -> (Number, Number) {
        let (alpha, beta) = self.window;
        let (lower, upper) = self.range.unwrap_or((Number::NegativeInfinity, Number::Infinity));
        (alpha.max(lower), beta.min(upper))
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
            depth: None,
        }
    }
}

/// What holds at one place of a file.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) settings: Settings,
    pub(super) levels: Levels,
    /// A setting could not be read: what is searched below is not known.
    pub(super) doubtful: bool,
}

/// The settings of a file outside of its trees.
#[derive(Debug)]
pub struct FileSettings {
    /// What each tree inherits that stands below further settings, by how many settings stand above it.
    stages: Vec<(usize, Rules)>,
    /// What becomes of the lints about no tree.
    pub levels: Levels,
}

impl FileSettings {
    /// Reads the settings that stand outside of the trees of `file`, starting with `levels`. Linear.
    pub fn read(text: &str, file: &File, levels: &Levels, findings: &mut Findings) -> Self {
        let levels = levels.clone();
        let mut rules = Rules { settings: Settings::default(), levels, doubtful: false };
        let mut reader = Reader { text, literals: &file.literals, given: Vec::new() };
        let mut stages: Vec<(usize, Rules)> = Vec::new();
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
    pub(super) fn above(&self, tree: &Tree) -> &Rules {
        let stage = self.stages.partition_point(|(above, _)| *above < tree.inherited);
        &self.stages[stage].1
    }

    /// What holds in a tree of the file once its own settings are read.
    pub(super) fn within(&self, text: &str, tree: &Tree, findings: &mut Findings) -> Rules {
        let mut rules = self.above(tree).clone();
        let mut reader = Reader { text, literals: &tree.nodes.literals, given: Vec::new() };
        reader.read(&tree.settings, &mut rules, findings);
        if let Some(finding) = contradiction(&rules.settings) {
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
    fn read(&mut self, settings: &[Setting], rules: &mut Rules, findings: &mut Findings) {
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

fn apply(text: &str, literals: &Literals, setting: &Setting, rules: &mut Rules) -> Result<(), Box<Diagnostic>> {
    let Rules { settings, levels, .. } = rules;
    match &setting.kind {
        SettingKind::Cut { alpha, strict, beta } => {
            expect_words(text, *alpha, *beta, *strict)?;
            settings.cut = if *strict { Cut::Above } else { Cut::AtLeast };
        }
        SettingKind::Search(word) => settings.returns = choose(text, *word)?,
        SettingKind::Order(word) => settings.order = choose(text, *word)?,
        SettingKind::Cutoffs(word) => settings.cutoffs = choose(text, *word)?,
        SettingKind::Window(alpha, beta) => {
            settings.window = interval(literals, setting.span, *alpha, *beta)?;
            settings.window_span = Some(setting.span);
        }
        SettingKind::Range(lower, upper) => {
            settings.range = Some(interval(literals, setting.span, *lower, *upper)?);
        }
        SettingKind::Depth(term) => settings.depth = Some(depth(literals, *term)?),
        SettingKind::Allow(lints) => {
            for lint in lints {
                allow(text, lint.span, levels)?;
            }
        }
    }
    Ok(())
}

fn choose<C: Choice>(text: &str, word: Span) -> Result<C, Box<Diagnostic>> {
    let written = name_at(text, word);
    C::from_name(&written).ok_or_else(|| {
        let names: Vec<&str> = C::NAMES.iter().map(|(name, _)| *name).collect();
        unknown_word(Code::UnknownSettingValue, &written, word, &names)
    })
}

fn expect_words(text: &str, alpha: Span, beta: Span, strict: bool) -> Result<(), Box<Diagnostic>> {
    let written = (name_at(text, alpha), name_at(text, beta));
    if written.0 == "alpha" && written.1 == "beta" {
        return Ok(());
    }
    let rule = format!("alpha {} beta", if strict { ">" } else { ">=" });
    let wrong = if written.0 == "alpha" { beta } else { alpha };
    let message = format!("expected `{rule}`, found `{}`", super::clipped(wrong.of(text)));
    let finding = Diagnostic::new(Code::UnknownSettingValue, message, wrong)
        .note("the two rules are `cut alpha >= beta` and `cut alpha > beta`");
    let (title, whole) = (format!("write `{rule}`"), alpha.to(beta));
    Err(Box::new(match is_slip(&written.0, "alpha") && is_slip(&written.1, "beta") {
        true => finding.safe_fix(title, whole, rule),
        false => finding.fix(title, whole, rule),
    }))
}

fn allow(text: &str, lint: Span, levels: &mut Levels) -> Result<(), Box<Diagnostic>> {
    let name = name_at(text, lint);
    let code = Code::from_lint(&name).ok_or_else(|| {
        let names: Vec<&str> = Code::lints().collect();
        unknown_word(Code::UnknownLint, &name, lint, &names)
    })?;
    levels.set(code, None);
    Ok(())
}

fn unknown_word(code: Code, written: &str, word: Span, names: &[&str]) -> Box<Diagnostic> {
    let message = match code {
        Code::UnknownLint => format!("there is no lint `{}`", super::clipped(written)),
        _ => format!("`{}` is no value of this setting", super::clipped(written)),
    };
    let finding = Diagnostic::new(code, message, word);
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    Box::new(match similar(written, names.iter().copied()) {
        Some(meant) => finding.respelt(word, written, meant),
        None => finding.help(format!("there are {}", listed(&quoted))),
    })
}

fn interval(literals: &Literals, span: Span, lower: Term, upper: Term) -> Result<(Number, Number), Box<Diagnostic>> {
    let (lower, upper) = (number(literals, lower), number(literals, upper));
    if lower < upper {
        return Ok((lower, upper));
    }
    let message = format!("nothing lies between {lower} and {upper}");
    Err(Box::new(
        Diagnostic::new(Code::EmptyWindow, message, span).here("the lower end must be less than the upper one").help(
            if lower > upper {
                format!("write `[{upper}, {lower}]`")
            } else {
                "leave room for a value between the two".to_string()
            },
        ),
    ))
}

fn number(literals: &Literals, term: Term) -> Number {
    match term.kind {
        TermKind::Number(literal) => literals.get(literal),
        _ => unreachable!("the grammar takes only numbers here"),
    }
}

fn depth(literals: &Literals, term: Term) -> Result<u64, Box<Diagnostic>> {
    let plies = number(literals, term).to_integer().and_then(|plies| u64::try_from(plies).ok());
    plies.filter(|plies| *plies >= 1).ok_or_else(|| {
        Box::new(
            Diagnostic::new(Code::ImpossibleDepth, "a depth is a whole number of plies, at least 1", term.span)
                .help("write `depth 2` to search two plies and take the static evaluations there"),
        )
    })
}

/// What is wrong with the settings of a tree together: a window that lies outside of the range.
fn contradiction(settings: &Settings) -> Option<Diagnostic> {
    let (alpha, beta) = settings.root_window();
    let span = settings.window_span.filter(|_| alpha >= beta)?;
    let (lower, upper) = settings.range?;
    Some(
        Diagnostic::new(Code::EmptyWindow, "the window lies outside of the range", span)
            .note(format!("all values are said to lie in [{lower}, {upper}]"))
            .help("take the window away, or correct the range"),
    )
}
