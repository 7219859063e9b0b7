//! The help of every command has examples, which the command line accepts.

#![cfg(feature = "cli")]

mod folder;

use folder::Folder;

/// The commands, with those below them: `check`, `generate random`.
fn commands(folder: &Folder) -> Vec<Vec<String>> {
    let mut found = vec![Vec::new()];
    let mut all = Vec::new();
    while let Some(command) = found.pop() {
        let help = help(folder, &command);
        let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
        for name in listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|name| !name.is_empty())
        {
            if name != "help" {
                found.push([command.clone(), vec![name.to_string()]].concat());
            }
        }
        all.push(command);
    }
    all.sort();
    all
}

fn help(folder: &Folder, command: &[String]) -> String {
    let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
    arguments.push("--help");
    let run = folder.run(&arguments);
    assert_eq!(run.status, Some(0), "{command:?}: {}", run.err);
    run.out
}

/// The words of an example, up to a pipe, a redirection or its explanation.
fn words(example: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = example.trim();
    loop {
        let quote = rest.chars().next().filter(|first| matches!(first, '\'' | '"'));
        let (word, after) = match quote {
            Some(quote) => rest[1..].split_once(quote).expect("a closing quote"),
            None => rest.split_at(rest.find(' ').unwrap_or(rest.len())),
        };
        if quote.is_none() && matches!(word, "|" | ">" | ">>" | "<" | "&&") {
            return words;
        }
        words.push(word.to_string());
        // Two spaces come before the explanation.
        match after.strip_prefix(' ') {
            Some(after) if !after.starts_with(' ') && !after.is_empty() => rest = after,
            _ => return words,
        }
    }
}

#[test]
fn the_list_of_commands_says_of_each_what_its_help_begins_with() {
    let folder = Folder::new("help_list", &[]);
    for command in commands(&folder) {
        let Some((name, above)) = command.split_last() else { continue };
        let list = words_of(&help(&folder, above));
        let own = help(&folder, &command);
        let description = words_of(own.split("\n\n").next().expect("a first paragraph"));
        assert!(list.contains(&format!(" {name} {description} ")), "{command:?}: {description}");
    }
}

/// A text in one line, with one space between words.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_command_has_examples_that_are_accepted() {
    let trees = "tree \"t\" { max A = 5 plays left { left: min B { 5, 8 } C: min C { 4, 9 pruned } } }\n";
    let names = ["aima.tree", "big.tree", "game.tree", "first.tree", "x.tree", "exercises/a.tree"];
    let files: Vec<(&str, &str)> = names.iter().map(|name| (*name, trees)).collect();
    let folder = Folder::new("help", &files);
    let commands = commands(&folder);
    assert!(commands.len() > 20, "{commands:?}");
    let mut tried = 0;
    for command in &commands {
        let help = help(&folder, command);
        let examples = help.lines().skip_while(|line| *line != "Examples:").skip(1);
        let examples: Vec<&str> = examples.take_while(|line| !line.is_empty()).collect();
        assert!(!examples.is_empty(), "{command:?} has no examples");
        assert!(
            examples.iter().all(|line| line.starts_with("  ")),
            "{command:?}: an example is too long: {examples:?}"
        );
        let whole = format!("gametree {}", command.join(" "));
        assert!(examples.iter().any(|line| line.contains(whole.trim())), "{command:?}: {examples:?}");
        // Some lines only go on with an explanation; others begin with another command.
        for example in examples.iter().filter(|line| line.starts_with("  gametree ")) {
            let words = words(example);
            // These do not end by themselves, or take long.
            if ["--watch", "--count", "--students"].iter().any(|word| words.contains(&(*word).to_string())) {
                continue;
            }
            let run = folder.run(&words[1..].iter().map(String::as_str).collect::<Vec<_>>());
            assert!(!run.err.starts_with("error: "), "{example}: {}", run.err);
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}
