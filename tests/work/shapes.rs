//! Texts of every size, ordinary ones and hostile ones.

use std::fmt::Write;

/// What is repeated, and the text with so many repetitions.
pub(crate) type Shape = (&'static str, fn(usize) -> String);

/// One piece for each number below `n`.
fn each(n: usize, piece: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, number| {
        let _ = write!(text, "{} ", piece(number));
        text
    })
}

/// A chain of nodes, each with a `piece` behind its head and a leaf before the next node.
fn chain(n: usize, piece: impl Fn(usize) -> String) -> String {
    format!(
        "{} 3 {}",
        each(n, |number| format!("{} {} {{ {number}", ["max", "min"][number % 2], piece(number))),
        "}".repeat(n)
    )
}

/// A MAX node with a `piece` for each number below `n`.
fn wide(n: usize, piece: impl Fn(usize) -> String) -> String {
    format!("max {{ {} }}", each(n, piece))
}

/// A MAX node with `n` leaves, all worth 3 and labelled, and with `claims`.
fn equal(n: usize, claims: &str) -> String {
    format!("max A {claims} {{ {} }}", each(n, |number| format!("a{number}: 3")))
}

/// Numbers without order, the same in each run.
fn mixed(number: usize) -> usize {
    number.wrapping_mul(2_654_435_761) / 64 % 1000
}

/// A tree of ordinary form with about `n` leaves, three below each node.
fn bushy(n: usize) -> String {
    let mut text = String::new();
    let mut stack = vec![(0, n, false)];
    while let Some((from, to, closed)) = stack.pop() {
        match to - from {
            _ if closed => text.push('}'),
            0 => {}
            1 => _ = write!(text, "{} ", mixed(from)),
            size => {
                text.push('{');
                stack.push((from, to, true));
                let (one, two) = (from + size / 3, from + size * 2 / 3);
                stack.extend([(two, to, false), (one, two, false), (from, one, false)]);
            }
        }
    }
    text
}

/// A bushy tree under some settings, with claims that the rules of courses differ in.
fn under(settings: &str, n: usize) -> String {
    format!("tree {{ {settings} {} expect leaves = 7, expect value = 1 }}", bushy(n))
}

/// The same lines `n` times over, on the root of a wide tree with one leaf for each.
fn expect_on_wide(n: usize, line: &str) -> String {
    format!(
        "tree {{ {} {} }}",
        wide(n, |number| format!("a{number}: {{ {}, 4 }}", mixed(number))),
        each(n, |_| line.into())
    )
}

/// The same lines `n` times over, on a chain of as many nodes.
fn expect_on_deep(n: usize, line: &str) -> String {
    format!("tree {{ {} {} }}", chain(n, |_| String::new()), each(n, |_| line.into()))
}

pub(crate) const SHAPES: &[Shape] = &[
    // Ordinary trees.
    ("bushy", bushy),
    ("bushy, cut >", |n| under("cut alpha > beta", n)),
    ("bushy, right to left", |n| under("order right-to-left", n)),
    ("bushy, shallow cutoffs", |n| under("cutoffs shallow", n)),
    ("bushy, no cutoffs", |n| under("cutoffs none", n)),
    ("bushy, fail-hard", |n| under("search fail-hard", n)),
    ("bushy, window", |n| under("window [400, 500]", n)),
    ("bushy, range", |n| under("range [0, 1000]", n)),
    ("bushy, depth limit", |n| under("depth 3", n)),
    ("leaves", |n| wide(n, |number| mixed(number).to_string())),
    ("leaves, all equal", |n| equal(n, "")),
    ("nodes", |n| wide(n, |number| format!("{{ {}, {} }}", mixed(number), mixed(number + 9)))),
    ("nodes with names", |n| wide(n, |number| format!("min B{number} {{ 3, 5 }}"))),
    ("nodes, right to left", |n| format!("order right-to-left {}", wide(n, |number| format!("{{ {number}, 5 }}")))),
    ("trees", |n| each(n, |_| "max { 1, 2 }".into())),
    ("trees with names", |n| each(n, |number| format!("tree \"t{number}\" {{ max {{ 1, 2 }} expect value = 2 }}"))),
    ("trees with the same name", |n| each(n, |_| "tree \"t\" { max { 1 2 } }".into())),
    ("trees with errors", |n| each(n, |_| "tree { max { 1 2 }".into())),
    // Chains.
    ("chain, bare", |n| format!("{}3{}", "{".repeat(n), "}".repeat(n))),
    ("chain", |n| chain(n, |_| String::new())),
    ("chain of the same player", |n| format!("{} 3 {}", "max { 1 ".repeat(n), "}".repeat(n))),
    ("chain with names", |n| chain(n, |number| format!("A{number}"))),
    ("chain with true values", |n| chain(n, |_| "= 1".into())),
    ("chain with wrong values", |n| chain(n, |_| "= -4".into())),
    ("chain with bounds", |n| chain(n, |_| "<= 1".into())),
    ("chain with windows", |n| chain(n, |_| "[-inf, inf]".into())),
    ("chain with wrong windows", |n| format!("{} 3 {}", "max [1, 2] { min { 3, ".repeat(n), "}}".repeat(n))),
    ("chain with moves", |n| chain(n, |number| format!("plays {number}"))),
    ("chain with marks", |n| chain(n, |_| "visited".into())),
    ("chain with wrong marks", |n| chain(n, |_| "pruned".into())),
    ("chain with static values and depth", |n| format!("depth {} {}", n / 2, chain(n, |_| "eval 3".into()))),
    ("chain, no cutoffs", |n| format!("cutoffs none {}", chain(n, |_| String::new()))),
    ("chain, shallow cutoffs", |n| format!("cutoffs shallow {}", chain(n, |_| "[-inf, inf]".into()))),
    ("chain with an unknown at its end", |n| format!("{}?x{}", "{ 1 ".repeat(n), "}".repeat(n))),
    ("chain with unknowns", |n| format!("{}3{}", "{ ?x ".repeat(n), "}".repeat(n))),
    ("chain with a mistake at its end", |n| format!("{}3 @ prunned{}", "{ 1 ".repeat(n), "}".repeat(n))),
    ("chain of cutoffs", |n| format!("{}3{}", "max { 9 min { 1 ".repeat(n), "}}".repeat(n))),
    // Many claims at one place.
    ("one node, values", |n| equal(n, &"= 3 ".repeat(n))),
    ("one node, wrong values", |n| equal(n, &"= 4 ".repeat(n))),
    ("one node, decimals", |n| equal(n, &"~ 3.0 ".repeat(n))),
    ("one node, bounds", |n| equal(n, &"<= 3 >= 3 ".repeat(n))),
    ("one node, windows", |n| equal(n, &"[-inf, inf] ".repeat(n))),
    ("one node, marks", |n| equal(n, &"pruned visited ".repeat(n))),
    ("one node, static values", |n| equal(n, &"eval 3 ".repeat(n))),
    ("one node, blanks", |n| equal(n, &"= _ plays _ ".repeat(n))),
    ("one node, worth", |n| equal(n, &"= 3 worth 2 ".repeat(n))),
    ("one leaf, marks", |n| format!("max {{ 3 {} }}", "pruned ".repeat(n))),
    ("one node plays a value", |n| format!("max {} {{ {} }}", "plays 3 ".repeat(n), "3 ".repeat(n))),
    ("one node plays each label", |n| equal(n, &each(n, |number| format!("plays a{number}")))),
    ("one node plays one label", |n| equal(n, &"plays a1 ".repeat(n))),
    ("one node plays what there is not", |n| equal(n, &"plays zz ".repeat(n))),
    ("one node plays many things there are not", |n| equal(n, &each(n, |number| format!("plays b{number}")))),
    ("one node plays many values there are not", |n| equal(n, &each(n, |number| format!("plays {}", number + 4)))),
    ("one node plays names", |n| {
        format!(
            "max {} {}",
            each(n, |number| format!("plays B{number}")),
            &wide(n, |number| format!("min B{number} {{ 3 }}"))[4..]
        )
    }),
    ("one node plays wrong moves", |n| {
        format!(
            "max {} {{ 5 {} }}",
            each(n, |number| format!("plays a{number}")),
            each(n, |number| format!("a{number}: 3"))
        )
    }),
    ("one node plays wrong moves, and the right ones tie", |n| {
        format!(
            "max {} {{ {} {} }}",
            each(n, |number| format!("plays b{number}")),
            each(n, |number| format!("a{number}: 5")),
            each(n, |number| format!("b{number}: 3"))
        )
    }),
    ("moves that tie", |n| format!("max plays a1 {{ {} }}", each(n, |number| format!("a{number}: {{ 3, 5 }}")))),
    // Many claims, each at a place of its own.
    ("nodes with values", |n| wide(n, |_| "min = 3 { 3, 5 }".into())),
    ("nodes with wrong values", |n| wide(n, |_| "min = 4 { 3, 5 }".into())),
    ("nodes with windows", |n| wide(n, |number| format!("min [{number}, inf] {{ {} 9 }}", number + 1))),
    ("nodes with wrong windows", |n| wide(n, |_| "min [7, 8] { 3, 5 }".into())),
    ("nodes with wrong bounds", |n| wide(n, |_| "min >= 7 { 3, 5 }".into())),
    ("nodes with marks", |n| wide(n, |_| "min pruned { 3 visited, 5 pruned }".into())),
    ("nodes with wrong moves", |n| wide(n, |_| "min plays 5 { 3, 5 }".into())),
    ("nodes that play what there is not", |n| wide(n, |_| "min plays zz { ab: 3, ac: 5 }".into())),
    ("leaves of one node, wrongly marked", |n| wide(n, |number| format!("{} pruned", mixed(number)))),
    ("leaves of one node, wrongly marked, right to left", |n| {
        format!("order right-to-left {}", wide(n, |number| format!("{} pruned", mixed(number))))
    }),
    ("open marks", |n| format!("max {{ ?x {} }}", "{ 3 pruned, 5 pruned } ".repeat(n))),
    ("leaves wrongly marked", |n| wide(n, |number| format!("{{ {number}, 5 pruned }}"))),
    ("subtrees never reached", |n| format!("max {{ 9 {} }}", "{ 3, { 5, 6 } }".repeat(n))),
    ("claims on a chain never reached", |n| format!("max {{ 9 {{ 3 {} }} }}", chain(n, |_| "= 7 [1, 2]".into()))),
    ("nodes with windows of their own", |n| wide(n, |number| format!("min [1, 2] {{ {number}, {number} }}"))),
    ("subtrees never reached, with claims", |n| format!("max {{ 9 {} }}", "{ 3, max = 7 [1, 2] { 5, 6 } }".repeat(n))),
    ("one cutoff skips all", |n| format!("max {{ 9 {{ 3 {} }} }}", "{ 5, 6 } ".repeat(n))),
    ("one cutoff skips marked leaves", |n| format!("max {{ 9 {{ 3 {} }} }}", "5 pruned, 6 visited ".repeat(n))),
    ("static values below the depth limit", |n| format!("depth 1 max {{ {} }}", "min eval 3 { 4 } ".repeat(n))),
    ("static values that miss", |n| format!("depth 1 max {{ {} }}", "min { 4 } ".repeat(n))),
    // Expectations.
    ("expect value, wide", |n| expect_on_wide(n, "expect value = 3")),
    ("expect value ~, wide", |n| expect_on_wide(n, "expect value ~ 3.5")),
    ("expect plays, wide", |n| expect_on_wide(n, "expect plays a3")),
    ("expect plays what there is not", |n| expect_on_wide(n, "expect plays zz")),
    ("expect line, wide", |n| expect_on_wide(n, "expect line a3 4")),
    ("expect line, deep", |n| expect_on_deep(n, "expect line 1")),
    ("expect visits, wide", |n| expect_on_wide(n, "expect visits 1")),
    ("expect visits, deep", |n| expect_on_deep(n, "expect visits 1 2")),
    ("expect enters, wide", |n| expect_on_wide(n, "expect enters A B")),
    ("expect enters, deep", |n| expect_on_deep(n, "expect enters A")),
    ("expect leaves, wide", |n| expect_on_wide(n, "expect leaves = 4")),
    ("expect leaves, deep", |n| expect_on_deep(n, "expect leaves = 4")),
    ("expect nodes, wide", |n| expect_on_wide(n, "expect nodes = 4")),
    ("expect cutoffs, wide", |n| expect_on_wide(n, "expect cutoffs = 4")),
    ("expect pruned, wide", |n| expect_on_wide(n, "expect pruned = 4")),
    ("expect branches, wide", |n| expect_on_wide(n, "expect branches = 4")),
    ("expect fewest, wide", |n| expect_on_wide(n, "expect fewest = 4")),
    ("expect fewest, deep", |n| expect_on_deep(n, "expect fewest = 4")),
    ("expect what there is not", |n| expect_on_wide(n, "expect leafs = 4")),
    ("expect line, long", |n| {
        format!("tree {{ {} expect line {} }}", chain(n, |_| String::new()), each(n, |number| number.to_string()))
    }),
    ("expect visits, long", |n| format!("tree {{ {} expect visits {} }}", equal(n, ""), "3 ".repeat(n))),
    ("expect visits, long and wrong", |n| format!("tree {{ {} expect visits {} }}", equal(n, ""), "4 ".repeat(n))),
    ("expect enters, long", |n| {
        format!("tree {{ {} expect enters A {} }}", equal(n, ""), each(n, |number| format!("a{number}")))
    }),
    ("ask", |n| expect_on_wide(n, "ask pruned")),
    // Unknown leaves.
    ("unknowns, one", |n| wide(n, |_| "?x".into())),
    ("unknowns, many", |n| wide(n, |number| format!("?x{number}"))),
    ("unknowns below nodes", |n| wide(n, |_| "{ ?x 3 }".into())),
    ("unknowns, visited", |n| format!("tree {{ max {{ ?x }} {} }}", "expect visits ?x ".repeat(n))),
    ("unknowns, each visited", |n| {
        format!(
            "tree {{ {} {} }}",
            wide(n, |number| format!("?x{number}")),
            each(n, |number| format!("expect visits x{number}"))
        )
    }),
    ("unknowns, long list", |n| {
        format!(
            "tree {{ {} expect visits {} }}",
            wide(n, |number| format!("?x{number}")),
            each(n, |number| format!("?x{number}"))
        )
    }),
    ("unknowns, each expected", |n| {
        format!(
            "tree {{ {} {} }}",
            wide(n, |number| format!("?x{number}")),
            each(n, |number| format!("expect x{number} in [1, 2]"))
        )
    }),
    ("unknowns, one set of many parts", |n| {
        format!("tree {{ max {{ ?x }} expect x in [1, 2] {} }}", "or (3, 4) ".repeat(n))
    }),
    ("open claims", |n| wide(n, |_| "min = 3 { ?x 3 }".into())),
    ("elided", |n| wide(n, |_| "...".into())),
    ("blanks", |n| wide(n, |_| "_".into())),
    // Names and labels.
    ("names, all the same", |n| wide(n, |_| "min B { 3, 5 }".into())),
    ("names, decomposed letters", |n| wide(n, |number| format!("min e\u{301}{number} {{ 3, 5 }}"))),
    ("labels, all the same", |n| wide(n, |_| "a: 3".into())),
    ("labels, in quotes", |n| wide(n, |number| format!("\"a {number}\": 3"))),
    ("labels without a child", |n| wide(n, |_| "a:".into())),
    ("one long name", |n| format!("max {} {{ 3 }}", "A".repeat(n * 9))),
    ("one long text", |n| format!("max \"{}\" {{ 3 }}", "\\u{3b1}".repeat(n))),
    ("one long label, referred to", |n| format!("max plays {0} {{ {0}: 3 }}", "a".repeat(n * 9))),
    ("one long label, misspelt", |n| format!("max plays {0}b {{ {0}c: 3 }}", "a".repeat(n * 9))),
    // Chance.
    ("chance, equal shares", |n| format!("chance {{ {} }}", "3 5 ".repeat(n))),
    ("chance, probabilities", |n| format!("chance {{ {} }}", each(n, |number| format!("1/{n}: {number}")))),
    ("chance, labels and decimals", |n| format!("chance {{ {} }}", each(n, |number| format!("a{number} 0.5: 3")))),
    ("chance, all below 0", |n| format!("chance {{ {} }}", "-1: 3 ".repeat(n))),
    ("chance, probability 0", |n| format!("chance {{ 1: 3 {} }}", "0: { 4 } ".repeat(n))),
    ("chance, infinities", |n| format!("chance {{ {} }}", "inf -inf ".repeat(n))),
    ("chance, nested", |n| format!("{} 3 {}", "chance { 2 ".repeat(n), "}".repeat(n))),
    ("chance, nested with probability 1", |n| format!("{} 3 {}", "chance { 1: ".repeat(n), "}".repeat(n))),
    ("chance, nested with range", |n| {
        format!("range [0, 9] {} 3 {}", "max { 2 chance { 1: ".repeat(n), "}}".repeat(n))
    }),
    ("chance, Star1", |n| format!("range [0, 9] max {{ {} }}", "chance { 1, 9, 3 } ".repeat(n))),
    ("chance, values", |n| wide(n, |_| "chance = 4 { 3, 5 }".into())),
    // Numbers.
    ("fractions of many denominators", |n| wide(n, |number| format!("1/{}", number + 2))),
    ("fractions below chance", |n| format!("chance {{ {} }}", each(n, |number| format!("1/{}", number + 2)))),
    ("one number of many digits", |n| format!("max {{ {} }}", "7".repeat(n * 9))),
    ("numbers of too many digits", |n| wide(n, |_| "7".repeat(50))),
    ("numbers that are none", |n| wide(n, |_| ".5 1. 1e3 3a 1/0".into())),
    // Settings.
    ("settings, one and the same", |n| format!("{} max {{ 1 }}", "cut alpha >= beta ".repeat(n))),
    ("settings, one and the same in a tree", |n| format!("tree {{ {} max {{ 1 }} }}", "depth 1 ".repeat(n))),
    ("settings between trees", |n| each(n, |_| "depth 1 max { 1 }".into())),
    ("settings, then trees", |n| format!("{} {}", "allow tie ".repeat(n), "max { 1 } ".repeat(n))),
    ("many allowed, then trees", |n| format!("allow {} {}", "tie ".repeat(n), "max { 1 } ".repeat(n))),
    ("allow between trees", |n| each(n, |_| "allow tie max { 1 }".into())),
    ("allow what there is not", |n| format!("{} max {{ 1 }}", "allow x ".repeat(n))),
    ("allow many that there are not", |n| format!("allow {} max {{ 1 }}", each(n, |number| format!("x{number}")))),
    ("allow in a tree", |n| format!("tree {{ {} max {{ 1 }} }}", "allow x ".repeat(n))),
    ("windows upside down", |n| format!("{} max {{ 1 }}", "window [7, 3] ".repeat(n))),
    // No trees at all.
    ("nothing but opening braces", |n| "{ ".repeat(n)),
    ("nothing but closing braces", |n| "} ".repeat(n)),
    ("closing braces behind a tree", |n| format!("max {{ 1 }} {}", "} ".repeat(n))),
    ("closing braces between trees", |n| "max { 1 } } ".repeat(n)),
    ("empty nodes", |n| "{} ".repeat(n)),
    ("empty nodes in a node", |n| wide(n, |_| "{}".into())),
    ("trees without braces", |n| "tree ".repeat(n)),
    ("trees in trees", |n| "tree { ".repeat(n)),
    ("unclosed nodes in trees", |n| "tree { max { 1 ".repeat(n)),
    ("unclosed nodes in trees, on lines", |n| "tree {\n max { 1\n".repeat(n)),
    ("unclosed nodes on lines", |n| "max {\n 1\n".repeat(n)),
    ("roots in a tree", |n| format!("tree {{ 3 {} }}", "max { 1 } ".repeat(n))),
    ("settings between nodes", |n| format!("tree {{ max {{ {} }} }}", "min { 1 } depth 3 ".repeat(n))),
    ("settings between unclosed nodes", |n| format!("tree {{ max {{ {}", "min { 1 } depth 3 ".repeat(n))),
    ("expectations left blank", |n| format!("tree {{ max {{ 1 2 }} {} }}", "expect leaves = _ ".repeat(n))),
    ("wrong lists", |n| {
        let lists = each(n, |number| format!("expect visits n{} n0\n", n - 1 - number));
        format!("tree {{ {} {lists} }}", wide(n, |number| format!("n{number}: {number}")))
    }),
    ("slips of two kinds", |n| wide(n, |_| "3 and 5;".into())),
    ("words without what they need", |n| format!("tree {{ max {{ 1 }} {} }}", "A plays b left ".repeat(n))),
    ("heads without braces", |n| "max A = 3 ".repeat(n)),
    ("junk", |n| "; ".repeat(n)),
    ("junk in a node", |n| wide(n, |_| "; @".into())),
    ("junk of every kind", |n| "max ] : = ~ [ ( expect } plays \u{7} { ".repeat(n)),
    ("misspelt words", |n| wide(n, |_| "3 prunned".into())),
    ("misspelt kinds", |n| "maxx { 3 } ".repeat(n)),
    ("colons", |n| ": ".repeat(n)),
    ("brackets", |n| "[ ".repeat(n)),
    ("expect without end", |n| "expect ".repeat(n)),
    ("names", |n| "a ".repeat(n)),
    ("unclosed texts", |n| "\"a\n".repeat(n)),
    ("comments", |n| "// nothing\n".repeat(n)),
    ("question texts", |n| "/// What?\n".repeat(n)),
    ("question texts out of place", |n| wide(n, |_| "\n/// What?\n3".into())),
    ("blank lines", |n| "\n".repeat(n * 9)),
    ("blanks on one line", |n| " ".repeat(n * 9)),
    ("commas", |n| ", ".repeat(n)),
    ("NUL", |n| "\0".repeat(n)),
    ("findings on one line", |n| wide(n, |_| "α = 4 { 3 }".into())),
    ("findings on lines of their own", |n| wide(n, |_| "min = 4 { 3 }\n".into())),
];
