//! The configuration of a project: reads the text of a `gametree.toml`, but does not find the file.

mod document;
mod exclude;
mod keys;
mod project;
mod schema;
mod value;

pub use exclude::Exclude;
pub use project::Project;
pub use schema::schema;

use toml::de::DeTable;

use crate::diagnostic::{Code, Diagnostic, Findings, Lints, Origin, Severity, clipped, listed, similar};
use crate::grade::Grading;
use crate::model::{Choice, Defaults, find_lints};
use crate::source::Span;
use document::{Key, TomlDocument, Value, place};
use exclude::Patterns;
use keys::{EXCLUDE, GRADING, KEYS, Key as KnownKey, LINT, SEARCH, find};
use value::{Given, Reading};

/// The name of the configuration file of a project.
pub const FILE_NAME: &str = "gametree.toml";

/// The configuration of a project.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The settings of its trees, unless a file or a tree changes them.
    pub defaults: Defaults,
    /// The paths that it leaves out.
    pub exclude: Exclude,
    /// How answers to its exercises are graded.
    pub grading: Grading,
}

/// Reads the text of a `gametree.toml`. Whatever can be read takes effect; the findings say what cannot. At most
/// `limit` findings are kept, the first in the text.
///
/// A text with mistakes leaves no path out: it is not certain which paths are meant, and if it left out all of them,
/// nobody would see the findings.
///
/// If a setting of the search is not known, the defaults are doubtful: no claim is judged under them.
pub fn read(text: &str, limit: usize) -> (Config, Findings) {
    let document = TomlDocument::read(text);
    let mut reader = ConfigReader { text, document: &document, config: Config::default(), findings: Vec::new() };
    reader.read();
    let ConfigReader { mut config, mut findings, .. } = reader;
    if !findings.is_empty() {
        config.exclude = Exclude::default();
    }
    // The tables are sorted by the names of their keys.
    findings.sort_by_key(|finding| (finding.primary.span, finding.code));
    let mut kept = Findings::new(limit);
    findings.into_iter().for_each(|finding| kept.add(finding));
    (config, kept)
}

/// How findings of a lint are reported.
#[derive(Clone, Copy, PartialEq)]
struct LintLevel(Option<Severity>);

impl Choice for LintLevel {
    const NAMES: &'static [(&'static str, Self)] =
        &[("allow", Self(None)), ("warn", Self(Some(Severity::Warning))), ("deny", Self(Some(Severity::Error)))];
}

struct ConfigReader<'a> {
    text: &'a str,
    document: &'a TomlDocument<'a>,
    config: Config,
    findings: Vec<Diagnostic>,
}

impl<'a> ConfigReader<'a> {
    fn read(&mut self) {
        for slip in &self.document.slips {
            self.doubt(slip.clone());
        }
        for (key, value) in &self.document.table {
            match key.get_ref().as_ref() {
                "exclude" => self.exclude(value),
                "lints" => self.lints(value),
                "search" => self.search(value),
                "grade" => self.grade(value),
                _ => {
                    let finding = self.unknown_key(key, &self.document.table, "gametree.toml", KEYS);
                    self.doubt(finding);
                }
            }
        }
    }

    fn given(&self, value: &'a Value<'a>, example: &'a str) -> Given<'a> {
        Given { text: self.text, value, example }
    }

    fn exclude(&mut self, value: &'a Value<'a>) {
        let patterns = match self.given(value, EXCLUDE).list() {
            Ok(patterns) => patterns,
            Err(finding) => return self.report(as_list(*finding, self.given(value, EXCLUDE))),
        };
        let mut all = Patterns::new();
        for pattern in patterns {
            let pattern = self.given(pattern, EXCLUDE);
            let impossible = |reason| Box::new(impossible_pattern(reason, pattern.span()));
            if let Err(finding) = pattern.words().and_then(|words| all.add(words).map_err(impossible)) {
                self.report(*finding);
            }
        }
        match all.finish() {
            Ok(exclude) => self.config.exclude = exclude,
            Err(reason) => self.report(impossible_pattern(reason, place(self.text, value.span()))),
        }
    }

    fn lints(&mut self, value: &'a Value<'a>) {
        match self.given(value, "[lints]").table() {
            Ok(lints) => {
                let mut levels = Vec::new();
                for (key, level) in lints {
                    let span = place(self.text, key.span());
                    let meant = match key.get_ref().as_ref() {
                        // A line below `[lints]` belongs to that table.
                        name @ "exclude" => {
                            let message = "there is no key `exclude` in `[lints]`";
                            Err(Box::new(Diagnostic::new(Code::UnknownKey, message, span).help(above_tables(name))))
                        }
                        name => find_lints(name, span),
                    };
                    match meant.and_then(|meant| Ok((meant, self.given(level, LINT).choice::<LintLevel>()?))) {
                        Ok(level) => levels.push(level),
                        Err(finding) => self.report(without_second_key(*finding, lints)),
                    }
                }
                levels.sort_by_key(|(meant, _)| *meant);
                for (meant, LintLevel(level)) in levels {
                    self.config.defaults.levels.set_by(meant, level, Origin::Project);
                }
            }
            Err(finding) => self.report(*finding),
        }
    }

    fn search(&mut self, value: &'a Value<'a>) {
        let table = match self.given(value, "[search]").table() {
            Ok(table) => table,
            Err(finding) => return self.doubt(*finding),
        };
        let mut window = None;
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let Some(KnownKey { example, .. }) = find(SEARCH, name) else {
                let finding = self.unknown_key(key, table, "`[search]`", SEARCH);
                self.doubt(finding);
                continue;
            };
            let given = self.given(value, example);
            if name == "window" {
                window = Some(given.span());
            }
            if let Err(finding) = self.set(name, given) {
                self.doubt(*finding);
            }
        }
        self.compare_window_with_range(window);
    }

    fn set(&mut self, name: &str, given: Given<'_>) -> Reading<()> {
        let settings = &mut self.config.defaults.settings;
        match name {
            "cut" => settings.cut = given.choice()?,
            "search" => settings.returns = given.choice()?,
            "order" => settings.order = given.choice()?,
            "cutoffs" => settings.cutoffs = given.choice()?,
            "window" => settings.window = given.ends()?,
            "range" => settings.range = Some(given.ends()?),
            "depth" => settings.depth = Some(given.plies()?),
            _ => unreachable!("every key of `[search]` is a setting"),
        }
        Ok(())
    }

    fn compare_window_with_range(&mut self, window: Option<Span>) {
        let settings = &self.config.defaults.settings;
        let (alpha, beta) = settings.root_window();
        if let (Some(window), Some((lower, upper))) = (window.filter(|_| alpha >= beta), settings.range) {
            self.doubt(
                Diagnostic::new(Code::EmptyWindow, "the window lies outside of the range", window)
                    .note(format!("all values are said to lie in [{lower}, {upper}]"))
                    .help("take the window away, or correct the range"),
            );
        }
    }

    /// Reads how answers are graded. Mistakes here do not change the search.
    fn grade(&mut self, value: &'a Value<'a>) {
        let table = match self.given(value, "[grade]").table() {
            Ok(table) => table,
            Err(finding) => return self.report(*finding),
        };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            let read = match find(GRADING, name) {
                Some(KnownKey { example, .. }) => self.set_grading(name, self.given(value, example)),
                None => Err(Box::new(self.unknown_key(key, table, "`[grade]`", GRADING))),
            };
            if let Err(finding) = read {
                self.report(*finding);
            }
        }
    }

    fn set_grading(&mut self, name: &str, given: Given<'_>) -> Reading<()> {
        let Grading { rubric, feedback, misconceptions } = &mut self.config.grading;
        match name {
            "follow-through" => rubric.follow_through = given.share()?,
            "pruned" => rubric.pruned = given.choice()?,
            "pruned-rule" => rubric.pruned_rule = given.choice()?,
            "conventions" => rubric.conventions = given.choice()?,
            "altered" => rubric.altered = given.choice()?,
            "feedback" => *feedback = given.choice()?,
            "misconceptions" => *misconceptions = given.truth()?,
            _ => unreachable!("every key of `[grade]` is read"),
        }
        Ok(())
    }

    fn unknown_key(&self, key: &Key<'_>, table: &DeTable<'_>, place_of_keys: &str, known: &[KnownKey]) -> Diagnostic {
        let name = key.get_ref().as_ref();
        let span = place(self.text, key.span());
        let message = format!("there is no key `{}` in {place_of_keys}", clipped(name));
        let finding = Diagnostic::new(Code::UnknownKey, message, span);
        // A key that is there already is hardly meant a second time.
        let names = known.iter().map(|known| known.name);
        let free = names.clone().filter(|known| !table.keys().any(|key| key.get_ref() == known));
        let is_in = |keys: &[KnownKey]| find(keys, name).is_some();
        let finding = if is_in(SEARCH) {
            finding.help(format!("`{name}` belongs below `[search]`"))
        } else if is_in(GRADING) {
            finding.help(format!("`{name}` belongs below `[grade]`"))
        } else if Lints::from_name(name).is_some() {
            finding.help(format!("`{name}` belongs below `[lints]`"))
        } else if is_in(KEYS) {
            finding.help(above_tables(name))
        } else if let Some(meant) = similar(name, free).or_else(|| similar(name, names.clone())) {
            finding.fix(format!("did you mean `{meant}`?"), span, meant)
        } else {
            let names: Vec<String> = names.map(|known| format!("`{known}`")).collect();
            finding.help(format!("there are {}", listed(&names)))
        };
        without_second_key(finding, table)
    }

    /// Adds a finding that leaves the settings of the search open.
    fn doubt(&mut self, finding: Diagnostic) {
        self.config.defaults.doubtful = true;
        self.report(finding.note("gametree does not judge the claims until you fix this"));
    }

    /// Adds a finding, unless there is a syntax error at its place.
    fn report(&mut self, finding: Diagnostic) {
        let span = finding.primary.span;
        if finding.code == Code::NotToml || !self.document.is_unclear(span) {
            self.findings.push(finding);
        }
    }
}

/// What to do about a key of the file that is written below a table.
fn above_tables(name: &str) -> String {
    format!("`{name}` must be above the first `[table]`")
}

/// The finding about a single pattern in the place of a list, with a fix.
fn as_list(finding: Diagnostic, given: Given<'_>) -> Diagnostic {
    if given.words().is_err() {
        return finding;
    }
    let list = format!("[{}]", given.span().of(given.text));
    let finding = Diagnostic::new(finding.code, "`exclude` is a list", given.span());
    finding.fix(format!("write `exclude = {}`", clipped(&list)), given.span(), list)
}

fn impossible_pattern(reason: String, span: Span) -> Diagnostic {
    Diagnostic::new(Code::ImpossiblePattern, reason, span)
        .help("patterns are those of a `.gitignore`, such as `drafts/` or `*.old.tree`")
}

/// A finding without its fix, if the fix would repeat a key of this table.
fn without_second_key(mut finding: Diagnostic, table: &DeTable<'_>) -> Diagnostic {
    let is_key = |text: &str| table.keys().any(|key| key.get_ref() == text);
    finding.fix = finding.fix.filter(|fix| !fix.edits.iter().any(|edit| is_key(&edit.text)));
    finding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::{Altered, Conventions, Feedback, PrunedRule, PrunedUnit, Rubric};
    use crate::model::{Cut, Cutoffs, Order, Returns, Settings};
    use crate::number::{Fraction, Number};

    #[test]
    fn every_setting_is_read_exactly() {
        let text = include_str!("../../tests/fixtures/config/everything.toml");
        let (config, findings) = read(text, 9);
        assert_eq!(findings.tally().total(), 0);
        let expected = Settings {
            cut: Cut::Above,
            returns: Returns::FailHard,
            order: Order::RightToLeft,
            cutoffs: Cutoffs::Shallow,
            window: (Number::integer(-3), "2.75".parse().unwrap()),
            range: Some(("-10/3".parse().unwrap(), Number::Infinity)),
            depth: Some(2),
            ..Settings::default()
        };
        assert_eq!(config.defaults.settings, expected);
        assert!(!config.defaults.doubtful);
        let rubric = Rubric {
            follow_through: Fraction::new(1, 2).unwrap(),
            pruned: PrunedUnit::Leaves,
            pruned_rule: PrunedRule::Exact,
            conventions: Conventions::Either,
            altered: Altered::Refuse,
        };
        assert_eq!(config.grading, Grading { rubric, feedback: Feedback::Hints, misconceptions: false });
        let level = |lint| config.defaults.levels.of(Code::from_lint(lint).unwrap());
        assert_eq!(level("unreachable-cutoff"), Some(Severity::Error));
        assert_eq!(level("better-order"), Some(Severity::Warning));
        assert_eq!(level("tie"), None);
    }

    #[test]
    fn no_number_becomes_a_floating_point_number() {
        let (config, _) = read("search.window = [0.1, 0.30000000000000000001]", 9);
        let (alpha, beta) = config.defaults.settings.window;
        assert_eq!((alpha.to_string().as_str(), beta), ("0.1", "0.30000000000000000001".parse().unwrap()));
        assert_ne!(beta, "0.3".parse().unwrap());
    }

    #[test]
    fn only_what_leaves_the_search_open_is_doubtful() {
        let doubtful = |text| read(text, 9).0.defaults.doubtful;
        assert!(!doubtful("exclude = 3\n[lints]\ntei = \"warn\""));
        assert!(!doubtful("[grade]\nfeedbak = \"full\"\nfollow-through = 2"));
        assert!(doubtful("[search]\ndepth = 0") && doubtful("[serch]") && doubtful("exclude = ["));
    }

    #[test]
    fn a_text_with_mistakes_leaves_nothing_out() {
        let leaves_out = |text: &str| !read(text, 0).0.exclude.patterns().is_empty();
        assert!(leaves_out("exclude = [\"*.tree\"]"));
        for mistake in ["\nx", "\nexlude = []", "\n[search]\ncut = 3", "\n[lints]\ntei = \"warn\"", "\n[grade]\nx = 1"]
        {
            assert!(!leaves_out(&format!("exclude = [\"*.tree\"]{mistake}")), "{mistake}");
        }
        assert!(!leaves_out("exclude = [\"*.tree\"") && !leaves_out("exclude = [\"*.tree\", 3]"));
    }

    #[test]
    fn the_findings_that_are_kept_are_the_first_in_the_text() {
        let text = "[search]\ndepth = 0\ncut = 3\n[lints]\ntei = \"warn\"\n= 1\n";
        let all: Vec<u32> = read(text, 9).1.finish().0.iter().map(|finding| finding.primary.span.start).collect();
        assert_eq!(all.len(), 4);
        for limit in 0..=4 {
            let (kept, tally) = read(text, limit).1.finish();
            let places: Vec<u32> = kept.iter().map(|finding| finding.primary.span.start).collect();
            assert_eq!((&places[..], tally.errors), (&all[..limit], 4));
        }
    }

    #[test]
    fn a_fix_never_gives_a_key_twice() {
        for text in ["[search]\ndepht = 2\ndepth = 3", "[lints]\ntei = \"warn\"\ntie = \"warn\""] {
            let (findings, _) = read(text, 9).1.finish();
            assert!(
                findings[0].fix.is_none() && findings[0].notes.iter().any(|note| note.text().contains("did you mean"))
            );
        }
    }
}
