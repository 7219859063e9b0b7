//! The comment at the top of a sheet: how to write the answers, and which rules the search follows.

use std::collections::HashSet;
use std::fmt::Write;
use std::iter;

use crate::claim::{Asked, ClaimKind};
use crate::diagnostic::clipped;
use crate::grade::questions::{Question, Questions};
use crate::model::{Cutoffs, ResolvedTree, Reveal, Rule, Settings};
use crate::syntax::tree::Kind;

/// The greatest width of a line of the guide, in columns.
const WIDTH: usize = 100;

/// The comment at the top of a sheet with these trees. It explains only the kinds of questions that occur.
pub(super) fn guide(trees: &[Questions<'_>], reveal: Reveal) -> String {
    let mut guide = String::new();
    let told = match reveal {
        Reveal::Never => "lists the missing answers. It does not say which answers are right",
        Reveal::Score => "lists the missing answers, and says how many marks your answers get",
        Reveal::Verdicts => "lists the missing answers, and says which answers are wrong",
        Reveal::Answers => "lists the missing answers, and says which answers are wrong and why",
    };
    let has_asks = trees.iter().any(|tree| !tree.every.is_empty());
    let kept = if has_asks { "`ask` and `worth`" } else { "`worth`" };
    push(&mut guide, &format!("Write your answers into this file and hand it in. Leave each {kept} as it is."));
    push(&mut guide, &format!("`gametree check FILE` {told}."));
    let names = Names::unused_in(trees);
    push_table(&mut guide, "Fill in each `_`:", &blanks(trees, &names));
    push_table(&mut guide, "Answer each `ask` at the nodes:", &everywhere(trees, &names));
    push_rules(&mut guide, trees);
    guide
}

/// A line of a table: an example, and what it means.
type Row = (String, &'static str);

/// Names for examples. No node or move of the sheet has them.
struct Names {
    node: String,
    first: String,
    second: String,
}

impl Names {
    fn unused_in(trees: &[Questions<'_>]) -> Self {
        let mut used = HashSet::new();
        for game in trees.iter().map(|tree| tree.game) {
            used.extend(game.tree.names.iter().map(|(_, name)| game.name_at(*name)));
            used.extend(game.tree.label_names().map(|(_, name)| game.name_at(name)));
        }
        let unused = |letter: &str| {
            let numbered = (1..).map(|number| format!("{letter}{number}"));
            let mut names = iter::once(letter.to_string()).chain(numbered);
            names.find(|name| !used.contains(name.as_str())).expect("there are finitely many names in a sheet")
        };
        Self { node: unused("N"), first: unused("m"), second: unused("k") }
    }
}

/// How to fill in the blanks that occur.
fn blanks(trees: &[Questions<'_>], names: &Names) -> Vec<Row> {
    use ClaimKind::{AtLeast, AtMost, Enters, Line, Near, Plays, Visits, Window};
    let Names { node, first, second } = names;
    let kinds: Vec<Option<ClaimKind>> = trees.iter().flat_map(Questions::blanks).collect();
    let has = |kind| kinds.contains(&Some(kind));
    let others = [Near, Window, Plays, Line, Visits, Enters];
    let mut numbers = kinds.iter().flatten().filter(|kind| !others.contains(kind)).peekable();
    let has_numbers = numbers.peek().is_some();
    let sign = if numbers.all(|kind| matches!(kind, AtMost | AtLeast)) { "<=" } else { "=" };
    let rows = [
        (has_numbers, format!("{sign} 4"), "an exact number, such as 2.5, 5/2 or -inf"),
        (has(Near), "~ 4.25".to_string(), "a number, rounded to as many decimals as you write"),
        (has(Window), "[-inf, 4]".to_string(), "the window on entry: α, then β"),
        (
            has(Plays),
            format!("plays {first}"),
            "one best move: its label, the name of its node or the number of its leaf",
        ),
        (has(Line), format!("expect line {first} {second}"), "the moves of a principal variation, from the root"),
        (has(Visits), "expect visits 4 8".to_string(), "all leaves that the search evaluates, in that order"),
        (
            has(Enters),
            format!("expect enters {node} 4 8"),
            "all nodes and leaves that the search enters, in that order",
        ),
        (
            kinds.contains(&None),
            "in (2, 4]".to_string(),
            "a set; also {2, 4}, nothing, anything, or several parts: [0, 1] or {3}",
        ),
        (
            trees.iter().any(Questions::has_blank_leaf),
            "4".to_string(),
            "as a leaf: a number that makes all claims about the tree true",
        ),
    ];
    rows.into_iter().filter(|(occurs, ..)| *occurs).map(|(_, example, meaning)| (example, meaning)).collect()
}

/// How to answer the `ask`s that occur.
fn everywhere(trees: &[Questions<'_>], names: &Names) -> Vec<Row> {
    let Names { node, first, .. } = names;
    let has = |asked| trees.iter().any(|tree| tree.every.contains(&asked));
    let together = |one, other| trees.iter().any(|tree| tree.every.contains(&one) && tree.every.contains(&other));
    let rows = [
        (has(Asked::Values), format!("max {node} = 4 {{ … }}"), "values: the value, at every node"),
        (
            has(Asked::Windows),
            format!("max {node} [-inf, 4] {{ … }}"),
            "windows: α and β on entry, at every node that the search enters",
        ),
        (together(Asked::Values, Asked::Windows), format!("max {node} [-inf, 4] = 4 {{ … }}"), "both, in any order"),
        (has(Asked::Returns), format!("max {node} = 4 {{ … }}"), "returns: the value, if the search proves it"),
        (has(Asked::Returns), format!("max {node} >= 4 {{ … }}"), "returns: a lower bound; `<=` for an upper bound"),
        (
            has(Asked::Plays),
            format!("max {node} plays {first} {{ … }}"),
            "plays: a best move, at every MAX and MIN node",
        ),
        (
            has(Asked::Pruned),
            format!("max {node} pruned {{ … }}"),
            "pruned: the search skips this node and everything below it",
        ),
        (has(Asked::Pruned), "4 pruned".to_string(), "pruned: the search skips this leaf"),
    ];
    rows.into_iter().filter(|(occurs, ..)| *occurs).map(|(_, example, meaning)| (example, meaning)).collect()
}

fn push_table(guide: &mut String, title: &str, rows: &[Row]) {
    let Some(widest) = rows.iter().map(|(example, _)| example.chars().count()).max() else { return };
    push(guide, title);
    for (example, meaning) in rows {
        push(guide, &format!("  {example:widest$}  {meaning}"));
    }
}

/// The rules, in words; for each tree if they differ.
fn push_rules(guide: &mut String, trees: &[Questions<'_>]) {
    let asking: Vec<_> = trees.iter().enumerate().filter(|(_, tree)| tree.ask_something()).collect();
    let rules: Vec<String> = asking.iter().map(|(_, tree)| rules(tree.game, &tree.list())).collect();
    let is_one = rules.windows(2).all(|pair| pair[0] == pair[1]);
    for ((place, tree), rules) in asking.iter().zip(&rules).take(if is_one { 1 } else { asking.len() }) {
        if rules.is_empty() {
            continue;
        }
        let whose = match tree.game.tree.title {
            _ if is_one => String::new(),
            Some(title) => format!(" of \"{}\"", clipped(&tree.game.name_at(title))),
            None => format!(" of tree {}", place + 1),
        };
        push_wrapped(guide, &format!("Rules{whose}: {rules}"));
    }
}

/// The rules of a tree in sentences, as far as its questions depend on them; may be empty.
pub(crate) fn rules(game: &ResolvedTree<'_>, questions: &[Question]) -> String {
    let settings = &game.settings;
    let mut rules: Vec<String> = Vec::new();
    if questions.iter().any(Question::is_about_search) {
        let Settings { cut, cutoffs, order, returns, .. } = *settings;
        let kept = match cutoffs {
            Cutoffs::Deep | Cutoffs::Shallow => {
                vec![Rule::Cut(cut), Rule::Order(order), Rule::Cutoffs(cutoffs), Rule::Returns(returns)]
            }
            Cutoffs::None => vec![Rule::Cutoffs(cutoffs), Rule::Order(order), Rule::Returns(returns)],
        };
        rules.extend(kept.into_iter().map(|rule| rule.in_words().to_string()));
        let (alpha, beta) = settings.root_window();
        if (alpha, beta) != Settings::default().window {
            rules.push(format!("The window of the root is [{alpha}, {beta}]."));
        }
        if let Some((lower, upper)) = settings.range {
            let has_chance = game.nodes().of_kind(Kind::Chance).next().is_some();
            rules.push(format!("All values lie between {lower} and {upper}, and the search knows this."));
            rules.extend(has_chance.then(|| "So it can cut off chance nodes, too (Star1).".to_string()));
        }
    }
    if let Some(depth) = settings.depth {
        let plies = if depth == 1 { "1 ply".to_string() } else { format!("{depth} plies") };
        rules.push(format!(
            "The search goes {plies} deep. At that depth, the value of a node is the number after `eval`."
        ));
    }
    rules.join(" ")
}

/// Adds a line to the comment.
fn push(guide: &mut String, line: &str) {
    let _ = writeln!(guide, "// {line}");
}

/// Adds a sentence in as many lines as it needs.
fn push_wrapped(guide: &mut String, text: &str) {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && "// ".len() + line.chars().count() + 1 + word.chars().count() > WIDTH {
            push(guide, &line);
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    push(guide, &line);
}
