"""Trees in other notations, read by the languages themselves, and the programs of docs/debug-your-search.md."""

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pytest

from conftest import ROOT

PAGE = (ROOT / "docs" / "debug-your-search.md").read_text()
EXAMPLES = sorted((ROOT / "examples").glob("*.tree"))


def fence(info):
    """The text between the backticks with these words after them."""
    return re.search(rf"^```{re.escape(info)}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[1]


def convert(command, path, to):
    """What a file is in a notation; None if it cannot be written."""
    run = subprocess.run([command, "convert", path, "--to", to], capture_output=True, text=True)
    return run.stdout if run.returncode == 0 else None


def value(tree, player):
    """The minimax value of nested lists, in which a player may stand first."""
    if not isinstance(tree, list):
        return tree
    if isinstance(tree[0], str):
        player, tree = tree[0], tree[1:]
    other = "min" if player == "max" else "max"
    return {"max": max, "min": min}[player](value(child, other) for child in tree)


@pytest.mark.parametrize("to", ["python", "lists"])
def test_lists_have_the_value_of_the_tree(command, to):
    compared = 0
    for path in EXAMPLES:
        written = convert(command, path, to)
        answers = subprocess.run([command, "eval", path, "--format", "json", "--reveal"], capture_output=True, text=True)
        if not written or "chance" in written:
            continue
        trees = json.loads(answers.stdout)[0]["trees"] if answers.returncode == 0 else []
        for line, tree in zip(written.splitlines(), trees):
            if not tree["settings"]["depth"]:
                read = eval(line, {"Fraction": Fraction}) if to == "python" else json.loads(line)
                assert value(read, "max") == Fraction(tree["value"]), path
                compared += 1
    assert compared >= 10


@pytest.mark.skipif(not shutil.which("guile"), reason="there is no Scheme")
def test_a_scheme_evaluates_what_is_written(command):
    """In Scheme, `(max (min 3 5) 2)` is a program that calculates its own value."""
    compared = 0
    for path in EXAMPLES:
        written = convert(command, path, "sexpr")
        answers = subprocess.run([command, "eval", path, "--format", "json", "--reveal"], capture_output=True, text=True)
        if not written or "chance" in written or "inf" in written or answers.returncode != 0:
            continue
        for line, tree in zip(written.splitlines(), json.loads(answers.stdout)[0]["trees"]):
            if not tree["settings"]["depth"]:
                run = subprocess.run(["guile", "-c", f"(display {line})"], capture_output=True, text=True, check=True)
                assert Fraction(run.stdout) == Fraction(tree["value"]), path
                compared += 1
    assert compared >= 10


def test_the_program_of_the_page_prints_the_log_of_the_page():
    run = subprocess.run([sys.executable, "-c", fence("python search.py")], capture_output=True, text=True, check=True)
    assert run.stdout == fence("text search.log")


LINES = "enter max A [-inf, inf]\nleaf 3\nskip\nreturn 3\n"


def test_the_lines_in_javascript():
    values = "const [player, name, alpha, beta, value, best] = ['max', 'A', '-inf', 'inf', 3, 3];"
    run = subprocess.run(["node", "-e", values + fence("js")], capture_output=True, text=True, check=True)
    assert run.stdout == LINES


@pytest.mark.skipif(not shutil.which("c++"), reason="there is no compiler of C++")
def test_the_lines_in_cpp(tmp_path):
    values = 'std::string player = "max", name = "A"; double inf = 1 / 0., alpha = -inf, beta = inf, value = 3, best = 3;'
    source = tmp_path / "lines.cpp"
    source.write_text(f"#include <iostream>\n#include <string>\nint main() {{ {values}\n{fence('cpp')} }}\n")
    subprocess.run(["c++", "-o", tmp_path / "lines", source], check=True)
    run = subprocess.run([tmp_path / "lines"], capture_output=True, text=True, check=True)
    assert run.stdout == LINES
