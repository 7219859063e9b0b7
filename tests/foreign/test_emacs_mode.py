"""The mode of Emacs by itself: how it indents, colours and takes what is typed, without a server."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from test_editors import spellings
from test_emacs import emacs

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPT = Path(__file__).with_name("emacs_mode.el")

# A face that Emacs has only since version 29, and what older ones have instead.
OLDER = {"font-lock-number-face": "font-lock-constant-face"}

pytestmark = pytest.mark.skipif(not shutil.which("emacs"), reason="there is no Emacs")


def run(folder, monkeypatch, *, width=100, files=(), texts=(), keys=()):
    task = folder / "task.json"
    task.write_text(json.dumps({"width": width, "files": list(map(str, files)), "texts": texts, "keys": keys}))
    monkeypatch.setenv("TASK", str(task))
    return json.loads(emacs(folder, "--load", str(SCRIPT)))


def formatted(command, folder, width):
    """Every file of this repository that `gametree fmt` can format, formatted; and the text of each."""
    found = {}
    for place in ("examples", "docs", "tests/fixtures", "tests/format/cases", "tests/tree_sitter"):
        for file in sorted((REPOSITORY / place).rglob("*.tree")):
            said = subprocess.run(
                [command, "fmt", "-", "--width", str(width)], stdin=file.open("rb"), capture_output=True, check=False
            )
            if said.returncode == 0:
                copy = folder / f"{len(found)}-{file.name}"
                copy.write_bytes(said.stdout)
                found[copy] = said.stdout.decode().replace("\r\n", "\n")
    return found


@pytest.mark.parametrize("width", [100, 40, 24])
def test_emacs_indents_as_the_formatter_does(tmp_path, command, monkeypatch, width):
    files = formatted(command, tmp_path, width)
    assert len(files) > 100
    indented = run(tmp_path, monkeypatch, width=width, files=files)["indented"]
    for (file, wanted), text in zip(files.items(), indented, strict=True):
        assert text == wanted, file


def test_the_width_is_the_one_of_the_formatter():
    width = re.search(r"pub const WIDTH: usize = (\d+);", (REPOSITORY / "src/format/mod.rs").read_text())[1]
    mode = (REPOSITORY / "editors/emacs/gametree.el").read_text()
    assert re.search(r"\(defcustom gametree-width (\d+)", mode)[1] == width


SAMPLE = """\
/// What is it?
tree "one // two" { // a note
    cut alpha >= beta allow tie
    MAX A' [-3, inf] = 1_000 plays b-c { b-c: ?x pruned, in 1/2: _, "d": … }
    min max { { 3 } or: 4 }
    expect pruned = -2.5 ask values
    expect x in (1, 2] or nothing
    expect line in or "not closed
    3
"""

KEYWORD, TYPE, LABEL, VALUE = (f"font-lock-{face}-face" for face in ("keyword", "type", "function-name", "constant"))
TEXT, UNKNOWN, BLANK, NUMBER = (f"font-lock-{face}-face" for face in ("string", "variable-name", "builtin", "constant"))
NOTE, QUESTION = "font-lock-comment-face", "font-lock-doc-face"


def test_emacs_colours_what_words_are(tmp_path, monkeypatch):
    [pieces] = run(tmp_path, monkeypatch, texts=[SAMPLE])["coloured"]
    found = [(text.strip(), OLDER.get(face, face)) for text, face in pieces]
    assert found == [
        ("/// What is it?", QUESTION),
        ("tree", KEYWORD),
        ('"one // two"', TEXT),
        ("//", "font-lock-comment-delimiter-face"),
        ("a note", NOTE),
        ("cut", KEYWORD),
        ("alpha", VALUE),
        ("beta", VALUE),
        ("allow", KEYWORD),
        ("tie", VALUE),
        ("MAX", KEYWORD),
        ("A'", TYPE),
        ("-3", NUMBER),
        ("inf", NUMBER),
        ("1_000", NUMBER),
        ("plays", KEYWORD),
        ("b-c", LABEL),
        ("?x", UNKNOWN),
        ("pruned", KEYWORD),
        ("in", LABEL),
        ("1/2", NUMBER),
        ("_", BLANK),
        ('"d"', TEXT),
        ("…", UNKNOWN),
        ("min", KEYWORD),
        ("max", KEYWORD),
        ("3", NUMBER),
        ("or", LABEL),
        ("4", NUMBER),
        ("expect", KEYWORD),
        ("pruned", VALUE),
        ("-2.5", NUMBER),
        ("ask", KEYWORD),
        ("values", VALUE),
        ("expect", KEYWORD),
        ("x", UNKNOWN),
        ("in", KEYWORD),
        ("1", NUMBER),
        ("2", NUMBER),
        ("or", KEYWORD),
        ("nothing", KEYWORD),
        ("expect", KEYWORD),
        ("line", VALUE),
        ("3", NUMBER),
    ]


def test_emacs_colours_every_reserved_word(tmp_path, monkeypatch):
    spelt = sorted(spellings())
    others = ["maximum", "max'", "max-x", "x-max", "max_2", "treE"]
    [pieces] = run(tmp_path, monkeypatch, texts=["\n".join(spelt + others)])["coloured"]
    assert pieces == [[word, KEYWORD] for word in spelt]


def test_emacs_indents_what_is_typed(tmp_path, monkeypatch):
    keys = ["max {\nmin A {\n3, 5", "tree {\ncut alpha >= beta\nmax A\n= 3 {\n5", "max {\na: min { 3 }\n// note\n4", "max in {\n3"]
    assert run(tmp_path, monkeypatch, keys=keys)["typed"] == [
        "max {\n    min A {\n        3, 5\n    }\n}",
        "tree {\n    cut alpha >= beta\n    max A\n            = 3 {\n        5\n    }\n}",
        "max {\n    a: min { 3 }\n    // note\n    4\n}",
        "max in {\n    3\n}",
    ]
