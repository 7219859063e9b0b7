use crate::syntax::parse;

/// The message of each finding of a text, and the text after its fix, if it has one.
fn reported(text: &str) -> Vec<(String, Option<String>)> {
    let (_, mut findings) = parse(text, 100);
    let reported = findings.kept_mut().map(|finding| {
        let fixed = finding.fix.as_ref().map(|fix| fix.applied_to(text));
        (finding.message.clone(), fixed)
    });
    reported.collect()
}

/// The text after the fix of its only finding.
fn fixed(text: &str) -> Option<String> {
    let reported = reported(text);
    assert_eq!(reported.len(), 1, "{text}: {reported:?}");
    reported.into_iter().next()?.1
}

#[test]
fn a_fix_gives_no_two_things_the_same_name() {
    assert_eq!(fixed("max { ?1 ?2 ?x 3 }").as_deref(), Some("max { ?x1 ?x2 ?x 3 }"));
    assert_eq!(fixed("max { ?1 ?2 ?x2 3 }"), None, "the second one would become the third");
    assert_eq!(fixed("max { ?1 ?1 3 }").as_deref(), Some("max { ?x1 ?x1 3 }"), "they are the same already");
    assert_eq!(fixed("max { _x: 3 y: 4 }").as_deref(), Some("max { x: 3 y: 4 }"));
    assert_eq!(fixed("max { _y: 3 _x: 4 \"x\": 5 }"), None);
    assert_eq!(fixed("max { _x: 3 __x: 4 }"), None);
    assert_eq!(fixed("max plays _x { _x: 3 y: 2 }").as_deref(), Some("max plays x { x: 3 y: 2 }"));
    assert_eq!(fixed("max { _max: 3 max_: 4 }").as_deref(), Some("max { \"_max\": 3 max_: 4 }"));
}

#[test]
fn settings_and_trees_outside_fences_stay() {
    let fenced = |tree: &str| format!("```\n{tree}\n```\n");
    let (first, second) = ("tree { max A { 3, 5 } }", "tree { min B { 2, 8 } }");
    for kept in [
        "order right-to-left\ncut alpha > beta\n",
        "Depth 2\n",
        "tree \"x\"\n{ max { 3, 5 } }\n",
        "max {\n3, 5\n}\n",
        "// a comment\n",
    ] {
        let text = [fenced(first), kept.to_string(), fenced(second)].concat();
        assert_eq!(fixed(&text), Some(format!("{first}\n{kept}{second}\n")), "{kept}");
    }
    let text = format!("The first one:\n{}and 2. the other:\n{}", fenced(first), fenced(second));
    assert_eq!(fixed(&text), Some(format!("{first}\n{second}\n")));
}

#[test]
fn quote_marks_go_with_the_fences() {
    let text = "> Solve this:\n> order left-to-right\n>\n> ~~~\n> max A {\n>\t3,\n>  5 }\n> ~~~\n";
    assert_eq!(fixed(text).as_deref(), Some("order left-to-right\n\nmax A {\n\t3,\n 5 }\n"));
    assert_eq!(fixed("```\nmax A { 3,\n  5 }\n```").as_deref(), Some("max A { 3,\n  5 }\n"));
}

#[test]
fn trees_between_drawings_are_read() {
    let text = "tree { max { 3 } }\n\\\n/\ntree { max { 4 } }\n/ \\\ntree { max { 5 } }\n";
    let (file, findings) = parse(text, 100);
    assert_eq!((file.trees.len(), findings.tally().errors), (3, 1));
    let drawn = "  A\n / \\\nB   C\n|   |\n3   5\n\ndepth 2\ncut alpha > beta\n  \\\n   7\nmax { 3, 5 }\n";
    let (file, findings) = parse(drawn, 100);
    assert_eq!((file.settings.len(), file.trees.len(), findings.tally().errors), (2, 1, 1));
}

#[test]
fn a_word_after_a_player_is_a_name() {
    assert_eq!(fixed("max depth = 3 { 3 }").as_deref(), Some("max \"depth\" = 3 { 3 }"));
    assert_eq!(fixed("max Order { 3 }").as_deref(), Some("max \"Order\" { 3 }"));
    assert_eq!(fixed("depth = 3 max { 3 }").as_deref(), Some("depth 3 max { 3 }"));
}

#[test]
fn multiplication_signs_of_two_kinds_are_one_slip() {
    assert_eq!(fixed("chance { 0.5 * 3 0.5 × 5 }").as_deref(), Some("chance { 0.5: 3 0.5: 5 }"));
    let (_, mut findings) = parse("chance { 2/3 * 4 1/3 · 5 }", 100);
    let titles: Vec<&str> = findings.kept_mut().filter_map(|one| Some(one.fix.as_ref()?.title.as_str())).collect();
    assert_eq!(titles, ["write `2/3: 4`; change the other place in the same way"]);
}

#[test]
fn percentages_with_blanks_commas_and_fractions() {
    let half = Some("chance { 0.125: 3 0.875: 5 }");
    for text in ["12.5%: 3 87.5%", "12.5 %: 3 87.5 %", "12,5%: 3 87,5%", "12,5 %: 3 87,5\t%"] {
        assert_eq!(fixed(&format!("chance {{ {text}: 5 }}")).as_deref(), half, "{text}");
    }
    assert_eq!(fixed("chance { 20%: 3,80%: 5 }").as_deref(), Some("chance { 0.2: 3,0.8: 5 }"));
    assert_eq!(fixed("chance { 2/3%: 3 1/3%: 5 }"), None);
    assert_eq!(fixed("max A { 3 % half\n }").as_deref(), Some("max A { 3 // half\n }"));
}

#[test]
fn a_percent_sign_in_a_claim_belongs_to_a_value() {
    let (_, mut findings) = parse("max A = 5 % { 3, 5 }", 100);
    let reported: Vec<_> =
        findings.kept_mut().map(|one| (&*one.message, one.fix.as_ref().unwrap().title.as_str())).collect();
    let message = "`%` is not used in this language: a value is a plain number";
    assert_eq!(reported, [(message, "write `0.05`; if the leaves are in percent, write `5`")]);
}

#[test]
fn parentheses_around_each_leaf_are_one_slip() {
    assert_eq!(fixed("max { (3), (4) 5 }").as_deref(), Some("max { 3, 4 5 }"));
    assert_eq!(fixed("max { a: (3) b: (4) }").as_deref(), Some("max { a: 3 b: 4 }"));
    assert_eq!(
        fixed("max { min { 4, 9 } min { (3) (pruned), (4) (5) } }").as_deref(),
        Some("max { min { 4, 9 } min { 3 pruned, 4 5 } }")
    );
}

#[test]
fn a_reserved_word_is_a_label_or_a_name_wherever_one_can_be() {
    assert_eq!(fixed("max { ?x, max: 3 }").as_deref(), Some("max { ?x, \"max\": 3 }"));
    for claim in ["[3, 5]", "plays a", "pruned", "eval 3"] {
        let meant = Some(format!("max {{ min \"depth\" {claim} {{ a: 3 }} 5 }}"));
        assert_eq!(fixed(&format!("max {{ min depth {claim} {{ a: 3 }} 5 }}")), meant);
    }
    assert_eq!(fixed("max window [3, 5] { 3 }").as_deref(), Some("max [3, 5] { 3 }"));
}

#[test]
fn a_colon_before_a_brace_is_deleted_after_each_claim() {
    for claim in ["", " = 3", " plays a", " [3, 5]", " pruned", " eval 3"] {
        let meant = Some(format!("max {{ min A{claim} {{ a: 3 }} 5 }}"));
        assert_eq!(fixed(&format!("max {{ min A{claim}: {{ a: 3 }} 5 }}")), meant);
    }
}

#[test]
fn a_window_by_letters_outside_a_head_is_a_setting() {
    for tree in ["max A { 3 }", "tree { max A { 3 } }", "// a comment\nmax A { 3 }"] {
        let meant = Some(format!("window [-inf, inf]\n{tree}"));
        assert_eq!(fixed(&format!("alpha = -inf\nbeta = inf\n{tree}")), meant);
    }
    assert_eq!(fixed("alpha=3 beta=5\nmax { 3 }").as_deref(), Some("window [3, 5]\nmax { 3 }"));
    assert_eq!(fixed("tree { α=3 β=5 max { 3 } }").as_deref(), Some("tree { window [3, 5] max { 3 } }"));
    assert_eq!(fixed("max A\nalpha=3 beta=5 { 3 }").as_deref(), Some("max A\n[3, 5] { 3 }"));
}

#[test]
fn no_edit_ends_inside_what_another_slip_replaced() {
    for text in ["max { (_a) }", "max { 3 } plays _a", "f(- 3, _b)", "max { _a b: 3 }", "max { [_a: 3, ‘b’: [4, 5]] }"]
    {
        for (message, fixed) in reported(text) {
            assert!(!message.contains(super::STAND_IN), "{text}: {message}");
            assert!(!fixed.is_some_and(|text| text.contains(super::STAND_IN)), "{text}");
        }
    }
}

#[test]
fn a_row_of_underscores_is_a_blank() {
    let meant = Some("max A = _ plays _ { a1: 3 }");
    assert_eq!(fixed("max A = ___ plays ____ { a1: 3 }").as_deref(), meant);
    assert_eq!(fixed("max A [__, __] { a1: 3 }").as_deref(), Some("max A [_, _] { a1: 3 }"));
    let meant = Some("tree { max A { 3 } expect leaves = _ }");
    assert_eq!(fixed("tree { max A { 3 } expect leaves = __ }").as_deref(), meant);
    assert_eq!(fixed("max { __: 3 }").as_deref(), Some("max { \"__\": 3 }"));
}

/// Each text has one finding, whose fix turns it into the other text.
fn are_fixed(texts: &[(&str, &str)]) {
    for (text, meant) in texts {
        assert_eq!(fixed(text).as_deref(), Some(*meant), "{text}");
    }
}

#[test]
fn a_question_mark_or_points_for_a_blank() {
    are_fixed(&[
        ("max A = ? { ?, 3 }", "max A = _ { ?, 3 }"),
        ("max A plays ??? { a1: 3 }", "max A plays _ { a1: 3 }"),
        ("min C [?, ?] <= ? { 3 }", "min C [_, _] <= _ { 3 }"),
        ("min C [3, ...] { 3 }", "min C [3, _] { 3 }"),
        ("tree { max { 3 } expect leaves = ... }", "tree { max { 3 } expect leaves = _ }"),
    ]);
}

#[test]
fn other_words_for_pruned_are_no_part_of_a_label() {
    are_fixed(&[
        ("max { c2: 4 prune, c3: 6 pruned }", "max { c2: 4 pruned, c3: 6 pruned }"),
        ("max { c2: 4 cut, c3: 6 cut }", "max { c2: 4 pruned, c3: 6 pruned }"),
        ("max { c1: 2, cutoff c2: 4 }", "max { c1: 2, c2: 4 pruned }"),
        ("max { c1: 2, cutoff c2: 4 pruned }", "max { c1: 2, c2: 4 pruned }"),
        ("max { c1: 2, raise twice: 4 }", "max { c1: 2, \"raise twice\": 4 }"),
        ("max { c2: pruned 4 }", "max { c2: 4 pruned }"),
    ]);
}

#[test]
fn windows_in_other_notations() {
    are_fixed(&[
        ("max { c1: 2 [3, inf], c2: 4 }", "max { c1: 2, c2: 4 }"),
        ("max { 2 [3, inf] 4 }", "max { 2 4 }"),
        ("max { min C {3, inf} <= 2 { 2 } }", "max { min C [3, inf] <= 2 { 2 } }"),
        ("max { min C [3..inf] { 2 } }", "max { min C [3, inf] { 2 } }"),
        ("max { min C [-inf .. 3] { 2 } }", "max { min C [-inf , 3] { 2 } }"),
        ("max { min C alpha=3 <= 2 { 2 } }", "max { min C [3, inf] <= 2 { 2 } }"),
        ("max { min C beta 5 { 2 } }", "max { min C [-inf, 5] { 2 } }"),
        ("max A value: 3 plays a { a: 3 }", "max A = 3 plays a { a: 3 }"),
    ]);
    let (_, mut findings) = parse("max { min C [ , ] <= 2 { 2 } }", 100);
    let helps: Vec<_> =
        findings.kept_mut().flat_map(|one| one.notes.iter().map(ToString::to_string).collect::<Vec<_>>()).collect();
    let help = "help: write both: `[-inf, inf]` where nothing is known yet; for students to fill in, write `[_, _]`";
    assert_eq!(helps, [help]);
}

#[test]
fn expectations_in_other_words() {
    let tree = |claim: &str| format!("tree {{ max {{ a1: 3 }}\n{claim} }}");
    for (claim, meant) in [
        ("expects leaves = 7", "expect leaves = 7"),
        ("assert leaves = 7", "expect leaves = 7"),
        ("expected line a1 b1", "expect line a1 b1"),
        ("best move: a1", "expect plays a1"),
        ("expect line [a1, b1]", "expect line a1, b1"),
    ] {
        assert_eq!(fixed(&tree(claim)), Some(tree(meant)), "{claim}");
    }
    assert_eq!(fixed(&tree("winner = MAX")), None);
    let text = tree("expect visits = 3 12 8");
    let (_, mut findings) = parse(&text, 100);
    let titles: Vec<_> = findings.kept_mut().filter_map(|one| Some(one.fix.as_ref()?.title.clone())).collect();
    assert_eq!(titles, ["write `expect visits 3 12 8`"]);
}

#[test]
fn settings_in_other_words() {
    are_fixed(&[
        ("order left to right\nmax { 3 }", "order left-to-right\nmax { 3 }"),
        ("search fail soft\nmax { 3 }", "search fail-soft\nmax { 3 }"),
        ("set order left-to-right\nmax { 3 }", "order left-to-right\nmax { 3 }"),
        ("prune alpha >= beta\nmax { 3 }", "cut alpha >= beta\nmax { 3 }"),
        ("cut if alpha > beta\nmax { 3 }", "cut alpha > beta\nmax { 3 }"),
    ]);
}

#[test]
fn players_names_and_probabilities_in_another_order() {
    are_fixed(&[
        ("expectimax { 12, 6 }", "chance { 12, 6 }"),
        ("max { exp { 12, 6 } 3 }", "max { chance { 12, 6 } 3 }"),
        ("max { a1: B min = 3 { 3 } }", "max { a1: min B = 3 { 3 } }"),
        ("chance { heads: 0.5: 7, tails: 0.5: 3 }", "chance { heads 0.5: 7, tails 0.5: 3 }"),
        ("chance { heads (0.5): 7, tails (0.5): 3 }", "chance { heads 0.5: 7, tails 0.5: 3 }"),
    ]);
}

#[test]
fn capitals_and_tabs_make_no_difference() {
    assert_eq!(fixed("max A PLAYS ___ { a: 3, b: 5 }").as_deref(), Some("max A PLAYS _ { a: 3, b: 5 }"));
    assert_eq!(fixed("max A <3,\tinf> { 3, 5 }").as_deref(), Some("max A [3,\tinf] { 3, 5 }"));
    assert_eq!(fixed("max A <\t5 { 3, 5 }").as_deref(), Some("max A <=\t5 { 3, 5 }"));
    assert_eq!(fixed("max A\n\tmin\n\t\t3,\t5\n").as_deref(), Some("max A { min { 3,\t5 } }\n"));
    let asked = "tree { max { 3 } ask what is PRUNED }";
    assert_eq!(fixed(asked).as_deref(), Some("tree { max { 3 } ask pruned }"));
}

#[test]
fn decimal_commas_and_infinities_in_windows() {
    are_fixed(&[
        ("max { min C [4,5, inf] worth 1 { 2 } }", "max { min C [4.5, inf] worth 1 { 2 } }"),
        ("max { min C [4,5,inf] { 2 } }", "max { min C [4.5,inf] { 2 } }"),
        ("max { min C [-4,5, 6,5] { 2 } }", "max { min C [-4.5, 6.5] { 2 } }"),
        ("window [-3,5, 7]\nmax { 3 }", "window [-3.5, 7]\nmax { 3 }"),
        ("tree { max { ?x 2 } expect x in [2,5, inf) }", "tree { max { ?x 2 } expect x in [2.5, inf) }"),
        ("max { min C [-Infinity, +oo] { 2 } }", "max { min C [-inf, inf] { 2 } }"),
        ("max { -oo, 3 }", "max { -inf, 3 }"),
    ]);
    // Which comma is meant, only the author knows.
    assert_eq!(fixed("max { min C [4,5,6] { 2 } }"), None);
    assert_eq!(fixed("max A [3, 5, 8]").as_deref(), Some("max A {3, 5, 8}"));
}

#[test]
fn mixed_numbers_in_claims() {
    are_fixed(&[("max A = -1 1/3 { 3 }", "max A = -4/3 { 3 }"), ("max A <= 4 1/2 { 3 }", "max A <= 9/2 { 3 }")]);
    let titles = |text| {
        let (_, mut findings) = parse(text, 100);
        let titles = findings.kept_mut().filter_map(|one| Some(one.fix.as_ref()?.title.clone()));
        titles.collect::<Vec<_>>()
    };
    assert_eq!(titles("max A = -1 1/3 { 3 }"), ["write `-4/3`"]);
    assert_eq!(titles("max A = 4 1/2 { 3 }"), ["write `9/2` or `4.5`"]);
}

#[test]
fn crosses_are_marks_only_if_the_tree_asks_what_is_pruned() {
    let asks = |leaves: &str, ask: &str| format!("tree {{ max {{ min {{ {leaves} }} 3 }} ask {ask} }}");
    let meant = |leaves: &str| Some(asks(leaves, "pruned"));
    assert_eq!(fixed(&asks("6, 9 x", "pruned")), meant("6, 9 pruned"));
    assert_eq!(fixed(&asks("b: 6, 8 X, 9 x", "pruned")), meant("b: 6, 8 pruned, 9 pruned"));
    assert_eq!(fixed(&asks("6, X", "pruned")), None);
    assert_eq!(reported(&asks("6, b: X", "pruned"))[0].0, "`X` has taken the place of a leaf");
    assert_eq!(reported(&asks("6, 9 x", "values"))[0].0, "the label `x` has no child");
    are_fixed(&[("max { 8 is pruned, 3 }", "max { 8 pruned, 3 }"), ("max { 8 not pruned, 3 }", "max { 8, 3 }")]);
}

#[test]
fn answers_in_another_order() {
    are_fixed(&[
        ("max A: _ worth 1 { 3 }", "max A = _ worth 1 { 3 }"),
        ("max worth 2 plays _ { a: 3 }", "max plays _ worth 2 { a: 3 }"),
        ("max A plays b → c → d = 3 { b: 3 }", "max A plays b = 3 { b: 3 }"),
        ("max { a 3, b 5 }", "max { a: 3, b: 5 }"),
        ("max { a 3\nb 5 }", "max { a: 3\nb: 5 }"),
        ("max { 2, [8] }", "max { 2, 8 }"),
        ("max { a: 3 = 3, 5 }", "max { a: 3, 5 }"),
        ("tree { max { ?x } expect x in > 2 or <= 0 }", "tree { max { ?x } expect x in (2, inf) or (-inf, 0] }"),
    ]);
}
