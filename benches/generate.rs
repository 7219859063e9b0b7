//! Exercises with wishes: the generator, which draws an order type first, compared with plain rejection of random leaves.

mod ratio;

use std::time::Duration;

use gametree::generate::{
    Candidate, Form, LeafDepth, Probabilities, Questions, Recipe, Stream, Strength, Variants, Wish,
};
use gametree::model::{Defaults, FileSettings, ResolvedTree};
use gametree::search::Search;
use gametree::syntax::parse;
use gametree::syntax::tree::Kind;

use ratio::{Aim, Outcome, Row, print, time};

/// How many exercises are made of each kind.
const EXERCISES: u32 = 40;

fn main() -> Outcome<()> {
    let mut rows = Vec::new();
    let mut rates = Vec::new();
    for (name, leaves, aim) in [
        ("three plies of three moves, the default wishes; plain rejection", None, Aim::Faster(1.0)),
        ("exactly 16 of 27 leaves, all exam wishes; plain rejection", Some("16"), Aim::Faster(5.0)),
    ] {
        let recipe = recipe(leaves)?;
        let mut row = Row::new(name, aim);
        let (mut tried, mut tried_plainly, mut slowest) = (0, 0, Duration::ZERO);
        for number in 0..EXERCISES {
            let (ours, exercise) = time(|| recipe.make(&mut Stream::numbered("bench", number)));
            tried += exercise.map_err(|tally| tally.to_string())?.tries;
            let (plain, tries) = time(|| rejected(&recipe, &mut Stream::numbered("plain", number)));
            tried_plainly += tries;
            row.add(ours, plain);
            slowest = slowest.max(ours);
        }
        let rate = |tries: u64| f64::from(EXERCISES) / tries as f64 * 100.0;
        let (rate, plain, slowest) = (rate(tried), rate(tried_plainly), slowest.as_secs_f64() * 1000.0);
        rates.push(format!("{name}: {rate:.1} % of the tries are accepted; {plain:.2} %; {slowest:.1} ms at most"));
        rows.push(row);
    }
    print(&rows);
    rates.iter().for_each(|rate| println!("{rate}"));
    many(&recipe(None)?)
}

/// Makes an exercise for each of many students, and as many variants of one exercise.
fn many(recipe: &Recipe) -> Outcome<()> {
    const STUDENTS: u32 = 1_000;
    let (exercises, first) = time(|| {
        let make = |number| recipe.make(&mut Stream::numbered("many", number)).map(|exercise| exercise.text);
        (0..STUDENTS).map(make).collect::<Result<Vec<_>, _>>()
    });
    let exercise = first.map_err(|tally| tally.to_string())?.remove(0);
    let original = Variants::of(&exercise, &Defaults::default(), None, Strength::Shape)?;
    let (variants, made) = time(|| {
        let make = |number| original.make(&mut Stream::numbered("many", number));
        (0..STUDENTS).map(make).collect::<Result<Vec<_>, _>>()
    });
    made?;
    println!(
        "{STUDENTS} exercises: {:.2} s; {STUDENTS} variants: {:.2} s",
        exercises.as_secs_f64(),
        variants.as_secs_f64()
    );
    Ok(())
}

fn recipe(leaves: Option<&str>) -> Outcome<Recipe> {
    let form = Form {
        first: Kind::Max,
        moves: vec![3..=3; 3],
        chance: Vec::new(),
        probabilities: Probabilities::Equal,
        leaf_depth: LeafDepth::Even,
    };
    let mut wishes = vec![Wish::SameUnderBothCutRules, Wish::OneBestMoveEverywhere, Wish::SkipsSubtree];
    match leaves {
        None => wishes.push(Wish::Cutoffs("2..".parse()?)),
        Some(leaves) => wishes.extend([
            Wish::Leaves(leaves.parse()?),
            Wish::Cutoffs("3..".parse()?),
            Wish::AlphaCutoffs("1..".parse()?),
            Wish::BetaCutoffs("1..".parse()?),
            Wish::BestNotFirst,
        ]),
    }
    let (values, questions) = ("0..9".parse()?, "values,pruned".parse()?);
    Ok(Recipe { form, values, rules: Vec::new(), wishes, questions, most_tries: 100_000 })
}

/// Draws leaves until all wishes are granted; how many trees that took.
fn rejected(recipe: &Recipe, stream: &mut Stream) -> u64 {
    let mut tries = 1;
    while !is_granted(&random_tree(stream), &recipe.wishes, &recipe.questions) {
        tries += 1;
    }
    tries
}

fn random_tree(stream: &mut Stream) -> String {
    let mut row = |kind: &str| {
        let leaves: Vec<String> = (0..3).map(|_| stream.below(10).to_string()).collect();
        format!("{kind} {{ {} }}", leaves.join(" "))
    };
    let mut nodes = || format!("min {{ {} {} {} }}", row("max"), row("max"), row("max"));
    format!("tree {{ max {{ {} {} {} }} ask values ask pruned }}", nodes(), nodes(), nodes())
}

fn is_granted(text: &str, wishes: &[Wish], questions: &Questions) -> bool {
    let (file, mut findings) = parse(text, 0);
    let settings = FileSettings::read(text, &file, &Defaults::default(), &mut findings);
    let game = ResolvedTree::new(text, &file.trees[0], &settings, &mut findings);
    let Ok(search) = Search::of(&game) else { return false };
    let Some(counts) = search.counts() else { return false };
    let candidate = Candidate { game: &game, search: &search, counts, questions };
    wishes.iter().all(|wish| wish.holds(&candidate))
}
