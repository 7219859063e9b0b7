//! `gametree render`: what is in its pictures, and what is not.

#![cfg(feature = "cli")]

mod folder;

use folder::Folder;

const AIMA: &str = "tree \"AIMA\" { max A { a1: min B { 3, 12, 8 } a2: min C { 2, 4, 6 } a3: min D { 14, 5, 2 } } }\n";

/// The pictures in the documentation, with the options that draw them.
const PICTURES: [(&str, &[&str]); 4] =
    [("search", &[]), ("values", &["--show", "values"]), ("step", &["--step", "14"]), ("blank", &["--show", "blank"])];

#[test]
fn the_pictures_in_the_documentation_are_those_that_are_drawn() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let example = std::fs::read_to_string(root.join("examples/aima-figure-5-2.tree")).unwrap();
    for (name, options) in PICTURES {
        let path = root.join("docs/pictures").join(name).with_extension("svg");
        let drawn = draw(&format!("render_docs_{name}"), &example, options);
        if std::env::var_os("UPDATE_PICTURES").is_some() {
            std::fs::write(&path, &drawn).unwrap();
        }
        let documented = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(drawn == documented, "{name}: draw it again with UPDATE_PICTURES=1 cargo test --test render");
    }
}

/// Draws a tree with these options.
fn draw(name: &str, text: &str, options: &[&str]) -> String {
    let folder = Folder::new(name, &[("it.tree", text)]);
    let run = folder.run(&[&["render", "it.tree"], options].concat());
    assert_eq!(run.status, Some(0), "{}", run.err);
    run.out
}

/// The texts of a picture with this class, in order.
fn texts(svg: &str, class: &str) -> Vec<String> {
    let begin = format!("<text class=\"{class}\" ");
    let of = |part: &str| Some(part.split_once('>')?.1.split_once("</text>")?.0.to_string());
    svg.split(&begin).skip(1).filter_map(of).collect()
}

#[test]
fn a_picture_of_a_search_shows_values_bounds_windows_and_cutoffs() {
    let svg = draw("render_search", AIMA, &[]);
    assert_eq!(texts(&svg, "value").join(" "), "3 3 3 12 8 2 4 6 2 14 5 2");
    assert_eq!(texts(&svg, "value bound"), ["≤2"]);
    assert_eq!(texts(&svg, "name"), ["A", "B", "C", "D"]);
    assert_eq!(texts(&svg, "window"), ["[−∞, ∞]", "[−∞, ∞]", "[3, ∞]", "[3, ∞]"]);
    assert_eq!(texts(&svg, "order"), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(texts(&svg, "row"), ["MAX", "MIN"]);
    let caption = "cut at α ≥ β · fail-soft · left to right · value 3 · 7 of 9 leaves evaluated · 1 cutoff";
    assert_eq!(texts(&svg, "caption"), [caption]);
    assert_eq!((svg.matches("class=\"strike\"").count(), svg.matches("class=\"edge pv\"").count()), (1, 2));
    assert_eq!(svg.matches("class=\"edge skipped\"").count(), 2);
    assert!(svg.contains("MIN C ≤2: 2, 4 (skipped), 6 (skipped)."), "{svg}");
}

#[test]
fn other_rules_and_windows_are_drawn() {
    let svg = draw("render_rules", AIMA, &["--order", "right-to-left", "--windows", "final", "--theme", "light"]);
    assert!(texts(&svg, "caption")[0].contains("right to left · value 3"), "{svg}");
    assert!(texts(&svg, "window").contains(&"[3, ∞]".to_string()));
    assert!(!svg.contains("@media"), "only one theme");
    let svg = draw("render_none", AIMA, &["--windows", "none", "--no-caption"]);
    assert!(texts(&svg, "window").is_empty() && texts(&svg, "caption").is_empty());
}

#[test]
fn a_moment_shows_only_what_has_happened() {
    let first = draw("render_step_0", AIMA, &["--step", "0"]);
    assert_eq!(texts(&first, "value").join(" "), "3 12 8 2 4 6 14 5 2", "only the leaves");
    assert!(texts(&first, "caption")[0].contains("after step 0 · 0 leaves evaluated"));
    assert!(!first.contains("class=\"strike\""));
    // Enter A and B, evaluate 3, update B.
    let later = draw("render_step_4", AIMA, &["--step", "4"]);
    assert_eq!(texts(&later, "window"), ["[−∞, ∞]", "[−∞, 3]"]);
    assert_eq!(texts(&later, "order"), ["1"]);
    let last = draw("render_step_last", AIMA, &["--step", "1000"]);
    assert_eq!(last, draw("render_step_none", AIMA, &[]));
}

#[test]
fn values_have_neither_windows_nor_cutoffs() {
    let svg = draw("render_values", AIMA, &["--show", "values"]);
    assert_eq!(texts(&svg, "value").join(" "), "3 3 3 12 8 2 2 4 6 2 14 5 2");
    assert!(texts(&svg, "window").is_empty() && !svg.contains("class=\"strike\"") && texts(&svg, "caption").is_empty());
}

#[test]
fn an_exercise_is_drawn_blank_and_gives_nothing_away() {
    let exercise = |answer: &str| {
        format!("tree {{ max A = {answer} worth 1 {{ min B {{ 3, 5 }} min C {{ 2, 8 }} }} ask windows }}")
    };
    let folder = Folder::new("render_exercise", &[("it.tree", &exercise("_"))]);
    let refused = folder.run(&["render", "it.tree"]);
    assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""));
    assert!(refused.err.contains("this tree hides its answers; --reveal shows them"), "{}", refused.err);
    let blank = folder.run(&["render", "it.tree", "--show", "blank"]).out;
    assert_eq!(texts(&blank, "value").join(" "), "3 5 2 8");
    assert_eq!(texts(&blank, "window").len(), 3, "room for each window");
    // The key has the same blank picture, byte for byte.
    for answer in ["3", "-1234.5"] {
        assert_eq!(draw("render_key", &exercise(answer), &["--show", "blank"]), blank);
    }
    let revealed = folder.run(&["render", "it.tree", "--reveal"]).out;
    assert_eq!(texts(&revealed, "value bound"), ["≤2"]);
}

#[test]
fn a_large_tree_is_folded_and_a_part_of_it_is_not() {
    let leaves = "1, ".repeat(30);
    let inner = format!("min {{ {leaves} }} ").repeat(30);
    let text = format!("max A {{ left: min B {{ {leaves} }} {inner} }}");
    let folder = Folder::new("render_large", &[("it.tree", &text)]);
    let run = folder.run(&["render", "it.tree"]);
    assert!(run.err.contains("its lower plies are folded"), "{}", run.err);
    assert_eq!(run.out.matches(">30 leaves<").count(), 31);
    assert_eq!(folder.run(&["render", "it.tree", "--all"]).out.matches("data-node").count(), 1 + 31 * 31);
    let part = folder.run(&["render", "it.tree", "--from", "left"]);
    assert_eq!((part.err.as_str(), part.out.matches("data-node").count()), ("", 31));
    assert_eq!(folder.run(&["render", "it.tree", "--plies", "1"]).out.matches(">30 leaves<").count(), 31);
}

#[test]
fn a_tree_too_wide_to_draw_is_folded_at_the_root() {
    let text = format!("max A {{ {} }}", "1, ".repeat(601));
    let folder = Folder::new("render_wide", &[("it.tree", &text)]);
    let run = folder.run(&["render", "it.tree"]);
    assert!(run.err.contains("its lower plies are folded"), "{}", run.err);
    assert_eq!((run.out.matches("data-node").count(), run.out.matches(">601 leaves<").count()), (1, 1));
    assert!(run.out.contains("MAX A = 1: 601 leaves."), "{}", run.out);
    assert_eq!(folder.run(&["render", "it.tree", "--all"]).out.matches("data-node").count(), 602);
}

#[test]
fn text_is_escaped() {
    let text = r#"tree "</title><b>&\"" { max "</script><b>&\\}%$#_^~" { "\\input{x}": 3, "<!--": 5 } }"#;
    let svg = draw("render_escapes", text, &[]);
    for hostile in ["<b>", "</script", "<!--", "& ", "&\\"] {
        assert!(!svg.contains(hostile), "{hostile}");
    }
    assert!(svg.contains("&lt;/script&gt;&lt;b&gt;&amp;"), "{svg}");
}

#[test]
fn every_format_has_the_same_answers() {
    for format in ["tikz", "forest", "dot", "mermaid", "text"] {
        let picture =
            |options: &[&str]| draw(&format!("render_{format}"), AIMA, &[&["--to", format], options].concat());
        let count = |picture: &str, text: &str| picture.matches(text).count();
        let search = picture(&[]);
        // The bound is that of C, and α = 3 is in the windows of C and D.
        let (bound, window) = match format {
            "tikz" | "forest" => (r"\ensuremath{\leq}2", r"{[}3{,} \ensuremath{\infty}{]}"),
            "mermaid" => ("≤2", "#91;3, ∞#93;"),
            _ => ("≤2", "[3, ∞]"),
        };
        assert_eq!((count(&search, bound), count(&search, window)), (1, 2), "{search}");
        let (values, blank) = (picture(&["--show", "values"]), picture(&["--show", "blank"]));
        for without in [&values, &blank, &picture(&["--step", "0"])] {
            assert_eq!((count(without, bound), count(without, window)), (0, 0), "{without}");
        }
        assert_ne!(values, blank);
        assert!(picture(&["--no-caption"]).len() < search.len());
    }
}

#[test]
fn what_the_formats_draw() {
    let picture = |format: &str| {
        let text =
            "tree \"small\" { max A { a: min B { 3, 5 } b: chance { x 0.5: min { 1, 2 } y 0.5: 4 } c: min { 2, 7 } } }";
        draw("render_formats", text, &["--to", format, "--plies", "2"])
    };
    for format in ["tikz", "forest", "dot", "mermaid", "text"] {
        insta::assert_snapshot!(format!("render_{format}"), picture(format));
    }
}

#[test]
fn an_exercise_gives_nothing_away_in_any_format() {
    let exercise = |answer: &str| {
        format!("tree {{ max A = {answer} worth 1 {{ min B {{ 3, 5 }} min C {{ 2, 8 }} }} ask windows }}")
    };
    for format in ["svg", "tikz", "forest", "dot", "mermaid", "text"] {
        let folder = Folder::new(&format!("render_hides_{format}"), &[("it.tree", &exercise("_"))]);
        for options in [&["--show", "search"][..], &["--show", "values"], &["--step", "3"]] {
            let refused = folder.run(&[&["render", "it.tree", "--to", format], options].concat());
            assert_eq!((refused.status, refused.out.as_str()), (Some(1), ""));
        }
        let blank = folder.run(&["render", "it.tree", "--to", format, "--show", "blank"]).out;
        assert_eq!(draw("render_hidden_key", &exercise("3"), &["--to", format, "--show", "blank"]), blank);
    }
}

/// The data that the page of a tree has.
fn model(page: &str) -> serde_json::Value {
    let begin = "<script type=\"application/json\" id=\"model\">";
    let text = page.split_once(begin).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_page_has_every_step_of_trace() {
    let folder = Folder::new("render_page", &[("it.tree", AIMA)]);
    for options in
        [&[][..], &["--cut", ">", "--order", "right-to-left"], &["--search", "fail-hard"], &["--cutoffs", "none"]]
    {
        let page = folder.run(&[&["render", "it.tree", "--to", "html"], options].concat()).out;
        let trace = folder.run(&[&["trace", "it.tree", "--format", "json"], options].concat()).out;
        let traced: Vec<serde_json::Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let model = model(&page);
        let steps = model["steps"].as_array().unwrap();
        assert_eq!(steps.len() + 2, traced.len());
        for (step, traced) in steps.iter().zip(&traced[1..]) {
            assert_eq!(
                (&step["event"], &step["node"], &step["say"]),
                (&traced["event"], &traced["node"], &traced["why"])
            );
        }
        let end = traced.last().unwrap();
        let counts = &steps.last().unwrap()["counts"];
        assert_eq!((&counts[0], &counts[1]), (&end["leaves"], &end["cutoffs"]));
    }
}

/// The bytes of a picture in a format that is no text.
fn bytes(name: &str, text: &str, options: &[&str]) -> Vec<u8> {
    let folder = Folder::new(name, &[("it.tree", text)]);
    let run = folder.run(&[&["render", "it.tree", "--output", "it.out"], options].concat());
    assert_eq!((run.status, run.err.as_str()), (Some(0), ""));
    std::fs::read(folder.0.join("it.out")).unwrap()
}

#[test]
fn png_and_pdf_are_the_svg_picture() {
    use resvg::tiny_skia::Pixmap;

    let png = |options: &[&str]| bytes("render_png", AIMA, &[&["--to", "png"], options].concat());
    let picture = Pixmap::decode_png(&png(&[])).unwrap();
    let svg = draw("render_png_svg", AIMA, &[]);
    let side = |name: &str| svg.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0.parse::<f64>();
    let (width, height) = (side("width").unwrap() * 3.0, side("height").unwrap() * 3.0);
    assert!((f64::from(picture.width()) - width).abs() <= 3.0 && (f64::from(picture.height()) - height).abs() <= 3.0);
    let corner = |png: &[u8]| Pixmap::decode_png(png).unwrap().pixel(0, 0).unwrap().red();
    assert_eq!((corner(&png(&[])), corner(&png(&["--theme", "dark"]))), (255, 0));
    assert_eq!(png(&[]), png(&[]), "the same picture twice");
    let pdf = |options: &[&str]| bytes("render_pdf", AIMA, &[&["--to", "pdf"], options].concat());
    assert!(pdf(&[]).starts_with(b"%PDF-1."));
    assert_ne!(pdf(&[]), pdf(&["--show", "blank"]));
    // The key of an exercise has the same blank picture as its sheet.
    let exercise = |answer: &str| format!("tree {{ max A = {answer} worth 1 {{ 3, 5 }} ask windows }}");
    let blank = |answer: &str| bytes("render_blank", &exercise(answer), &["--to", "png", "--show", "blank"]);
    assert_eq!(blank("_"), blank("5"));
}

#[test]
fn letters_that_the_fonts_lack_are_reported_once() {
    let text = "tree \"🙂\" { max \"日本\" = 3 worth 1 { min \"日\" { 3 } \"é\": 2 } }";
    let folder = Folder::new("render_letters", &[("it.tree", text)]);
    let message = "gametree: the picture leaves out characters that its fonts do not have: 日 本 🙂\n";
    for (command, format) in [("render", "png"), ("render", "pdf"), ("sheet", "pdf")] {
        let run = folder.run(&[command, "it.tree", "--to", format, "--output", &format!("{command}.{format}")]);
        assert_eq!((run.status, run.err.as_str()), (Some(0), message), "{command} {format}");
    }
}

#[test]
fn a_picture_that_is_too_large_for_png_and_pdf_is_refused() {
    let text = format!("max {{ {} }}", vec!["1"; 3_000].join(", "));
    let folder = Folder::new("render_too_large", &[("it.tree", &text)]);
    for format in ["png", "pdf"] {
        let run = folder.run(&["render", "it.tree", "--all", "--to", format, "--output", "it.out"]);
        assert_eq!(run.status, Some(2));
        assert!(run.err.contains("too large for this format") && run.err.contains("--to svg"), "{}", run.err);
        assert!(!folder.0.join("it.out").exists());
    }
}

#[test]
fn the_widths_of_letters_are_those_of_the_fonts() {
    use gametree::render::measure::Font;
    use resvg::usvg::fontdb::Database;
    use resvg::usvg::fontdb::Weight;

    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/fonts");
    let mut fonts = Database::new();
    fonts.load_fonts_dir(folder);
    for (weight, bold) in [(Weight::NORMAL, false), (Weight::BOLD, true)] {
        let face = fonts.faces().find(|face| face.weight == weight).expect("each weight has a file");
        let letters = ('!'..='~').chain('À'..='ö').chain(['−', '∞', '≤', '≥', 'α', 'β', 'Ω', 'Ж', 'я', '…', '·']);
        for letter in letters {
            let width = fonts
                .with_face_data(face.id, |data, index| {
                    let face = ttf_parser::Face::parse(data, index).unwrap();
                    face.glyph_index(letter).and_then(|glyph| face.glyph_hor_advance(glyph)).unwrap()
                })
                .unwrap();
            assert_eq!(Font { size: 2048, bold }.width(&letter.to_string()), i64::from(width), "{letter}");
        }
    }
}

#[test]
fn a_quiz_asks_about_windows_cutoffs_returns_and_the_best_move() {
    let asked = |text: &str, options: &[&str]| {
        let model = model(&draw("render_quiz", text, &[&["--to", "html"], options].concat()));
        let question = |question: &serde_json::Value| {
            let answer: Vec<&str> =
                question["answer"].as_array().unwrap().iter().map(|part| part.as_str().unwrap()).collect();
            let kind = question["kind"].as_str().unwrap();
            format!("{} {kind}: {} {}", question["before"], question["ask"].as_str().unwrap(), answer.join(" "))
        };
        model["questions"].as_array().unwrap().iter().map(question).collect::<Vec<String>>().join("\n")
    };
    let text = "max A { a: min B { 3, 5 } b: min C { 2, 8 } }";
    let fail_hard = "max A { a: min B { 3, 5 } b: min C { 2, 8 } c: 3 }";
    let known = "max A { a: 3 b: min C { 2 } }";
    let all = [
        asked(text, &[]),
        asked(known, &["--search", "fail-hard"]),
        asked(fail_hard, &["--search", "fail-hard", "--cut", ">"]),
        asked(text, &["--cutoffs", "none"]),
    ];
    insta::assert_snapshot!("render_quiz", all.join("\n\n"));
}

#[test]
fn a_page_runs_its_own_script_alone_and_loads_nothing() {
    let text = r#"tree "</script><b>&\"" { max "</script><script>alert(1)</script>" { "<!--": 3, 5 } }"#;
    let page = draw("render_page_policy", text, &["--to", "html"]);
    assert!(page.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"), "{page}");
    assert_eq!(page.matches("</script>").count(), 2, "the data and the script end once each");
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<!--") && !page.contains("src=") && !page.contains("url("));
}

#[test]
fn a_page_leaves_out_what_is_beyond_its_last_step() {
    let leaves = |count: usize| vec!["1"; count].join(", ");
    let text = format!("max {{ {} }}", leaves(15_000));
    let model = model(&draw("render_page_long", &text, &["--to", "html"]));
    // Enter the root; evaluate and update for each leaf; return.
    assert_eq!(model["steps"].as_array().unwrap().len(), 20_000);
    assert_eq!(model["more"], 1 + 2 * 15_000 + 1 - 20_000);
}

#[test]
fn the_code_of_a_page_is_that_of_the_rules() {
    let code = |text: &str, options: &[&str]| {
        let model = model(&draw("render_page_code", text, &[&["--to", "html"], options].concat()));
        let line = |line: &serde_json::Value| {
            let indent = "  ".repeat(usize::try_from(line[0].as_u64().unwrap()).unwrap());
            format!("{indent}{}\n", line[1].as_str().unwrap())
        };
        model["code"].as_array().unwrap().iter().map(line).collect::<String>()
    };
    let cases: [(&str, &[&str]); 4] = [
        ("max { min { 1, 2 } 3 }", &["--search", "fail-hard", "--cut", ">"]),
        ("max { min { 1, 2 } 3 }", &["--cutoffs", "shallow", "--order", "right-to-left"]),
        ("max { 1, 2 }", &["--cutoffs", "none"]),
        ("tree { range [-5, 5] depth 2 max { chance { a 0.5: 1, b 0.5: 2 } 3 } }", &[]),
    ];
    let all = cases.map(|(text, options)| format!("{text} {}\n{}", options.join(" "), code(text, options)));
    insta::assert_snapshot!("render_code", all.join("\n"));
}

#[test]
fn the_ending_of_the_file_names_the_format() {
    let folder = Folder::new("render_endings", &[("it.tree", AIMA)]);
    let written = |name: &str, options: &[&str]| {
        let run = folder.run(&[&["render", "it.tree", "--output", name], options].concat());
        assert_eq!((run.status, run.err.as_str()), (Some(0), ""), "{name}");
        std::fs::read(folder.0.join(name)).unwrap()
    };
    for (name, format) in [
        ("it.svg", "svg"),
        ("it", "svg"),
        ("it.PNG", "png"),
        ("it.pdf", "pdf"),
        ("it.tex", "tikz"),
        ("it.gv", "dot"),
        ("it.dot", "dot"),
        ("it.mmd", "mermaid"),
        ("it.txt", "text"),
        ("it.html", "html"),
    ] {
        assert!(written(name, &[]) == written("asked", &["--to", format]), "{name}");
    }
    assert!(written("forest.tex", &["--to", "forest"]) != written("tikz.tex", &[]), "--to goes first");
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    let folder = Folder::new("render_contradictions", &[("it.tree", AIMA)]);
    let cases = [
        (&["--to", "dot", "--theme", "dark"][..], "--theme is only for --to svg and --to png"),
        (
            &["--to", "html", "--step", "3"],
            "--to html shows every step of the search; leave out --show, --step and --no-caption",
        ),
        (&["--output", "it.foo"], "the ending of the file names no format of pictures; choose one with --to"),
        (&["--fragment"], "--fragment is only for --to tikz and --to forest"),
        (&["--show", "values", "--step", "3"], "--step shows a moment of the search; leave out --show"),
    ];
    for (options, message) in cases {
        let run = folder.run(&[&["render", "it.tree"], options].concat());
        assert_eq!((run.status, run.err), (Some(2), format!("gametree: {message}\n")));
    }
}

#[test]
fn one_picture_has_one_tree() {
    let folder =
        Folder::new("render_two", &[("it.tree", "tree \"one\" { max { 1, 2 } } tree \"two\" { max { 3, 4 } }")]);
    let run = folder.run(&["render", "it.tree", "--output", "it.svg"]);
    assert_eq!(run.status, Some(2));
    assert_eq!(run.err, "gametree: there are 2 trees to draw; choose one with --tree NAME\n");
    assert!(!folder.0.join("it.svg").exists());
    std::fs::write(folder.0.join("unnamed.tree"), "max { 1, 2 }\nmax { 3, 4 }\n").unwrap();
    let advice = "give each a name, as in `tree \"NAME\" { … }`, and choose one with --tree NAME";
    assert!(folder.run(&["render", "unnamed.tree"]).err.contains(advice));
    let run = folder.run(&["render", "it.tree", "--tree", "two", "--output", "it.svg"]);
    assert_eq!((run.status, run.out.as_str()), (Some(0), ""));
    assert!(std::fs::read_to_string(folder.0.join("it.svg")).unwrap().starts_with("<svg "));
    let run = folder.run(&["render", "it.tree", "--tree", "two", "--from", "nowhere"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("nothing is called \"nowhere\""), "{}", run.err);
}
