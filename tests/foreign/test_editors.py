"""What `editors/` says of the language and of the server, held against what they say of themselves."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
VSCODE = REPOSITORY / "editors/vscode"
MANIFEST = json.loads((VSCODE / "package.json").read_text())
PROPERTIES = MANIFEST["contributes"]["configuration"]["properties"]
SNIPPETS = json.loads((VSCODE / "snippets/gametree.json").read_text())

# What the extension reads itself.
OF_THE_CLIENT = {"gametree.path", "gametree.trace.server"}


def source(path):
    return (REPOSITORY / path).read_text()


def fields(text, struct):
    """The fields of a struct, as JSON names them, each with its type and its default, as Rust writes them."""

    def camel(name):
        return re.sub(r"_(.)", lambda letter: letter[1].upper(), name)

    body = re.search(rf"struct {struct} \{{\n(.*?)\n\}}", text, re.DOTALL)[1]
    kinds = re.findall(r"^    pub\(super\) (\w+): (\w+),$", body, re.MULTILINE)
    default = re.search(rf"impl Default for {struct} .*?Self \{{ (.*?) \}}", text, re.DOTALL)[1]
    defaults = dict(value.split(": ") for value in default.split(", "))
    assert kinds and {name for name, _ in kinds} == set(defaults)
    return {camel(name): (kind, defaults[name]) for name, kind in kinds}


def test_the_settings_of_the_extension_are_those_of_the_server():
    text = source("src/lsp/options.rs")
    width = re.search(r"pub const WIDTH: usize = (\d+);", source("src/format/mod.rs"))[1]
    options = fields(text, "Options")
    assert options.pop("hints") == ("Hints", "Hints::default()")
    options |= {f"hints.{name}": about for name, about in fields(text, "Hints").items()}
    kinds = {"bool": "boolean", "usize": "integer"}
    values = {"true": True, "false": False, "WIDTH": int(width)}
    server = {f"gametree.{name}": (kinds[kind], values[default]) for name, (kind, default) in options.items()}
    extension = {name: (about["type"], about["default"]) for name, about in PROPERTIES.items()}
    assert {name: about for name, about in extension.items() if name not in OF_THE_CLIENT} == server
    least, most = re.search(r"\((\d+)\.\.=(\d+)\)\.contains\(&options\.width\)", text).groups()
    width = PROPERTIES["gametree.width"]
    assert (width["minimum"], width["maximum"]) == (int(least), int(most))


def test_the_settings_are_documented():
    rows = re.findall(r"^\| `([\w.]+)` \| `(.*?)` \|", source("docs/editors.md"), re.MULTILINE)
    assert [name for name, _ in rows] == list(PROPERTIES)
    assert {name: json.loads(value) for name, value in rows} == {
        name: about["default"] for name, about in PROPERTIES.items()
    }


def test_the_extension_has_the_version_of_the_command():
    assert MANIFEST["version"] == tomllib.loads(source("Cargo.toml"))["package"]["version"]
    assert MANIFEST["version"] == json.loads((VSCODE / "package-lock.json").read_text())["version"]


def reserved_words():
    listed = re.search(r"pub const RESERVED: &\[&str\] = &\[(.*?)\];", source("src/syntax/token.rs"), re.DOTALL)[1]
    words = re.findall(r'"(\w+)"', listed)
    assert "tree" in words
    return words


def spellings():
    """The reserved words, each in its three spellings."""
    return {spelling for word in reserved_words() for spelling in (word, word.upper(), word.capitalize())}


def test_the_grammar_has_every_reserved_word_and_tests_it():
    rules = []

    def collect(rule):
        """Every pattern that makes a keyword."""
        scope = rule.get("name") or rule.get("beginCaptures", {}).get("1", {}).get("name", "")
        if scope.startswith("keyword.control"):
            rules.append(rule.get("match") or rule["begin"])
        for part in rule.get("patterns", []):
            collect(part)

    for rule in json.loads((VSCODE / "syntaxes/gametree.tmLanguage.json").read_text())["repository"].values():
        collect(rule)
    groups = [group for rule in rules for group in re.findall(r"\((?:\?:)?([A-Za-z|]+)\)", rule)]
    alternatives = {word for group in groups for word in group.split("|")}
    assert spellings() <= alternatives
    # Nothing else is one, but the words of sets.
    assert alternatives - spellings() == {"in", "or", "nothing", "anything"}
    sample = (VSCODE / "test/grammar/words.tree").read_text()
    assert spellings() <= {word for line in sample.splitlines() if line[:2] != "//" for word in line.split()}


def test_the_tree_sitter_grammar_has_every_reserved_word():
    grammar = source("editors/tree-sitter/grammar.js")
    listed = re.search(r"const RESERVED = \[(.*?)\];", grammar, re.DOTALL)[1]
    assert re.findall(r'"(\w+)"', listed) == reserved_words()
    assert set(re.findall(r'keyword\("(\w+)"\)', grammar)) == set(reserved_words())
    sets = {"in", "or", "nothing", "anything"}
    for colours in ("editors/tree-sitter/queries", "editors/helix/queries/gametree"):
        [keywords] = re.findall(r"\[([^]]*)\] @keyword", source(f"{colours}/highlights.scm"))
        assert set(re.findall(r'"(\w+)"', keywords)) == set(reserved_words()) | sets


def test_the_emacs_mode_has_every_reserved_word():
    mode = source("editors/emacs/gametree.el")
    lists = re.findall(r"defconst gametree--(?:starters|followers)\s+'\((.*?)\)", mode, re.DOTALL)
    assert sorted(re.findall(r'"(\w+)"', " ".join(lists))) == sorted(reserved_words())


def expanded(body):
    """The texts that a snippet gives where nothing is typed over, one for each choice."""
    text = body if isinstance(body, str) else "\n".join(body)
    text = re.sub(r"\$\{\d+:([^}]*)\}", r"\1", text).replace("\t", "    ")
    choice = re.search(r"\$\{\d+\|(.*?)\|\}", text)
    chosen = choice[1].split(",") if choice else [""]
    texts = [text.replace(choice[0], value) if choice else text for value in chosen]
    assert not any("$" in text for text in texts)
    return texts


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_right_as_it_stands(name, command):
    for text in expanded(SNIPPETS[name]["body"]):
        if text.startswith("expect"):
            text = f"tree {{ max {{ left: 5, right: ?x }} {text} }}"
        run = subprocess.run(
            [command, "check", "--format", "json", "-"], input=text, capture_output=True, text=True, check=False
        )
        codes = {finding["code"] for finding in json.loads(run.stdout)}
        # What is expected of some tree need not be so; what is to be filled in is a note.
        assert not {code for code in codes if re.match("E0[12]", code)}, (text, codes)
        assert text.startswith("tree {") or codes <= {"N0701"}, (text, codes)


def test_helix_can_read_its_lines():
    said = tomllib.loads(source("editors/helix/languages.toml"))
    [language] = said["language"]
    [server] = language["language-servers"]
    about = said["language-server"][server]
    assert (language["name"], language["file-types"]) == ("gametree", ["tree"])
    assert (about["command"], about["args"]) == ("gametree", ["lsp"])
    for name, value in about["config"]["gametree"].items():
        assert PROPERTIES[f"gametree.{name}"]["default"] == value
