//! The time of each stage on each of the trees, and its allocations.

mod trees;

use std::fmt;

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher};
use gametree::check;
use gametree::diagnostic::render::{Located, to_json, to_line, to_report};
use gametree::diagnostic::{Diagnostic, Findings};
use gametree::model::{Cut, Cutoffs, Defaults, FileSettings, ResolvedTree};
use gametree::search::{self, LeftToRight, NoChance, Rules, Scale, ScaledLeaves, Search, View, Walk, Window};
use gametree::source::Source;
use gametree::syntax;
use gametree::syntax::tree::File;
use trees::{Full, MILLION, TEN_MILLION};

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

fn main() {
    divan::main();
}

/// What is measured.
#[derive(Clone, Copy, Debug)]
enum Corpus {
    /// A million leaves, ten below each node, nothing but numbers and braces.
    Million,
    /// The same, with a name and a claim at every node.
    Claimed,
    /// A million nodes below one another.
    Chain,
    /// Ten million leaves.
    TenMillion,
    /// Ten thousand files with 27 leaves each, a name and a claim at every node.
    Files,
}

const ALL: [Corpus; 5] = [Corpus::Million, Corpus::Claimed, Corpus::Chain, Corpus::TenMillion, Corpus::Files];

impl fmt::Display for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Million => "1M leaves",
            Self::Claimed => "1M leaves, claims",
            Self::Chain => "chain of 1M",
            Self::TenMillion => "10M leaves",
            Self::Files => "10k files",
        })
    }
}

impl Corpus {
    fn texts(self) -> Vec<String> {
        match self {
            Self::Million => vec![trees::text(|out| MILLION.write_compact(out))],
            Self::Claimed => vec![trees::text(|out| MILLION.write_claimed(out))],
            Self::Chain => vec![trees::text(|out| trees::write_chain(out, 1_000_000))],
            Self::TenMillion => vec![trees::text(|out| TEN_MILLION.write_compact(out))],
            Self::Files => {
                let small = |seed| Full { branching: 3, plies: 3, seed };
                (0..10_000).map(|seed| trees::text(|out| small(seed).write_claimed(out))).collect()
            }
        }
    }
}

/// The texts of a corpus, read.
struct Read {
    texts: Vec<String>,
    files: Vec<File>,
}

impl Read {
    fn new(corpus: Corpus) -> Self {
        let texts = corpus.texts();
        let files = texts.iter().map(|text| syntax::parse(text, 0).0).collect();
        Self { texts, files }
    }

    fn games(&self) -> Vec<ResolvedTree<'_>> {
        self.texts.iter().zip(&self.files).flat_map(|(text, file)| games(text, file)).collect()
    }
}

fn games<'a>(text: &'a str, file: &'a File) -> Vec<ResolvedTree<'a>> {
    let mut findings = Findings::new(0);
    let settings = FileSettings::read(text, file, &Defaults::default(), &mut findings);
    let games = file.trees.iter().map(|tree| ResolvedTree::new(text, tree, &settings, &mut findings)).collect();
    assert_eq!(findings.tally().total(), 0, "the trees are good");
    games
}

/// The default rules of a search.
const RULES: Rules<i64> = Rules {
    cut: Cut::AtLeast,
    cutoffs: Cutoffs::Deep,
    window: Window { alpha: i64::MIN, beta: i64::MAX },
    range: None,
};

fn bytes(texts: &[String]) -> BytesCount {
    BytesCount::new(texts.iter().map(String::len).sum::<usize>())
}

/// Nodes and leaves.
fn nodes(games: &[ResolvedTree<'_>]) -> ItemsCount {
    ItemsCount::new(games.iter().map(|game| game.nodes().len()).sum::<usize>())
}

/// The values of all nodes of a tree whose numbers are small integers.
fn minimax(view: &View<'_>) -> Vec<i64> {
    let scale = Scale::fit(view.nodes(), &[]);
    let mut values = vec![0; view.nodes().interior_len()];
    let leaves = ScaledLeaves::new(view, &scale);
    search::minimax(view, &NoChance, &leaves, |ordinal, value| values[ordinal] = value)
        .expect("there are no chance nodes");
    values
}

#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn a_lex(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let texts = corpus.texts();
    bencher.counter(bytes(&texts)).bench_local(|| texts.iter().map(|text| syntax::tokens(text).count()).sum::<usize>());
}

#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn b_parse(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let texts = corpus.texts();
    bencher
        .counter(bytes(&texts))
        .bench_local(|| texts.iter().map(|text| syntax::parse(text, 100)).collect::<Vec<_>>());
}

#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn c_model(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let read = Read::new(corpus);
    bencher.counter(nodes(&read.games())).bench_local(|| read.games());
}

/// The value of every node.
#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn d_minimax(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let read = Read::new(corpus);
    let games = read.games();
    let views: Vec<View<'_>> = games.iter().map(|game| View::whole(game.nodes(), &game.weights)).collect();
    bencher.counter(nodes(&games)).bench_local(|| views.iter().map(minimax).collect::<Vec<_>>());
}

/// The walk alone, with the empty listener.
#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn e_alpha_beta(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let read = Read::new(corpus);
    let games = read.games();
    let views: Vec<View<'_>> = games.iter().map(|game| View::whole(game.nodes(), &game.weights)).collect();
    bencher.counter(nodes(&games)).bench_local(|| {
        let walk = |view: &View<'_>| {
            let scale = Scale::fit(view.nodes(), &[]);
            let leaves = ScaledLeaves::new(view, &scale);
            let walk = Walk { view, leaves: &leaves, rules: RULES, order: &LeftToRight, chance: &NoChance };
            walk.run(&mut ()).expect("every comparison is decided")
        };
        views.iter().map(walk).sum::<i64>()
    });
}

/// Minimax, alpha–beta and the record of it, as the commands need them.
#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn f_search(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let read = Read::new(corpus);
    let games = read.games();
    bencher.counter(nodes(&games)).bench_local(|| {
        let search = |game| Search::of(game).unwrap_or_else(|_| unreachable!("nothing stands in the way of a search"));
        games.iter().map(search).collect::<Vec<_>>()
    });
}

/// Everything from the text to the findings, of which a hundred are kept for each file.
#[divan::bench(args = ALL, sample_count = 20, max_time = 3)]
fn g_check(bencher: Bencher<'_, '_>, corpus: Corpus) {
    let texts = corpus.texts();
    bencher
        .counter(bytes(&texts))
        .bench_local(|| texts.iter().map(|text| check::check(text, &Defaults::default(), 100)).collect::<Vec<_>>());
}

/// A format for findings.
#[derive(Clone, Copy, Debug)]
enum Form {
    Human,
    Short,
    Json,
}

/// The findings of all texts, including the search for the lines of each.
#[divan::bench(args = [
    (Corpus::Million, Form::Human),
    (Corpus::Million, Form::Short),
    (Corpus::Million, Form::Json),
    (Corpus::Claimed, Form::Human),
    (Corpus::Files, Form::Human),
], sample_count = 20, max_time = 3)]
fn h_render(bencher: Bencher<'_, '_>, (corpus, form): (Corpus, Form)) {
    let source = |text: String| {
        let report = check::check(&text, &Defaults::default(), 100);
        (Source::new("exercise.tree", text), report.findings)
    };
    let sources: Vec<_> = corpus.texts().into_iter().map(source).collect();
    let findings = sources.iter().map(|(_, findings)| findings.len()).sum::<usize>();
    assert!(findings > 0, "cutoffs skip something");
    let render = |finding: &Diagnostic, located: &Located<'_>| match form {
        Form::Human => to_report(finding, located, false),
        Form::Short => to_line(finding, located),
        Form::Json => to_json(finding, located),
    };
    bencher.counter(ItemsCount::new(findings)).bench_local(|| {
        let lengths = sources.iter().flat_map(|(source, findings)| {
            let located = Located::new(source);
            findings.iter().map(move |finding| render(finding, &located).len())
        });
        lengths.sum::<usize>()
    });
}
