"""Trees in other notations, read by the languages themselves and by OpenSpiel, and the programs of
docs/debug-your-search.md."""

import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms.gambit import export_gambit

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


def game_value(state):
    """What the first player gets in a game of OpenSpiel, worked out from the leaves up."""
    if state.is_terminal():
        payoffs = state.returns()
        assert sum(payoffs) == pytest.approx(0)
        return payoffs[0]
    if state.is_chance_node():
        return sum(share * game_value(state.child(action)) for action, share in state.chance_outcomes())
    best = max if state.current_player() == 0 else min
    return best(game_value(state.child(action)) for action in state.legal_actions())


def assert_game_has_value(text, value, path):
    """OpenSpiel reads a game, sees that nothing is hidden, and finds its value."""
    path.write_text(text)
    game = pyspiel.load_game("efg_game", {"filename": str(path)})
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game_value(game.new_initial_state()) == pytest.approx(float(Fraction(value))), text


def trees_of(command, path):
    """Each tree of a file as JSON, and what `eval` says of it."""
    answers = subprocess.run([command, "eval", path, "--format", "json", "--reveal"], capture_output=True, text=True)
    written = convert(command, path, "json")
    trees = json.loads(answers.stdout)[0]["trees"] if answers.returncode == 0 and written else []
    return zip(written.splitlines(), trees) if trees else []


def test_openspiel_reads_the_examples(command, tmp_path):
    compared = 0
    for path in EXAMPLES:
        for line, tree in trees_of(command, path):
            to_game = [command, "convert", "-", "--from", "json", "--to", "efg"]
            game = subprocess.run(to_game, input=line, capture_output=True, text=True)
            if game.returncode == 0 and not tree["settings"]["depth"]:
                assert_game_has_value(game.stdout, tree["value"], tmp_path / "game.efg")
                compared += 1
    assert compared >= 20


@pytest.mark.parametrize("chance", [[], ["--chance", "1", "--probabilities", "tenths"], ["--chance", "0"]])
def test_openspiel_reads_random_trees(command, tmp_path, chance):
    form = ["--plies", "4", "--moves", "2..3", "--leaf-depth", "uneven", "--values=-9,-1/3,0,2.5,7", *chance]
    for seed in range(5):
        made = [command, "generate", "random", "--seed", str(seed), *form]
        path = tmp_path / "random.tree"
        path.write_text(subprocess.run(made, capture_output=True, text=True, check=True).stdout)
        [(_, tree)] = trees_of(command, path)
        assert_game_has_value(convert(command, path, "efg"), tree["value"], tmp_path / "random.efg")


def test_a_game_of_openspiel_becomes_a_tree(command, tmp_path):
    nim = pyspiel.load_game("nim(pile_sizes=1;2)")
    (tmp_path / "nim.efg").write_text(export_gambit(nim))
    tree = tmp_path / "nim.tree"
    tree.write_text(convert(command, tmp_path / "nim.efg", "tree"))
    [(_, answer)] = trees_of(command, tree)
    assert (answer["value"], answer["nodes"]["total"]) == ("1", 12)
    assert game_value(nim.new_initial_state()) == 1


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
