"""Trees in other notations, read by the languages themselves and by OpenSpiel, and the programs of
docs/debug-your-search.md.

The tests of CS188 are searched by a program of our own, written from the description of the format.
"""

import json
import random
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


@pytest.mark.skipif(not shutil.which("javac"), reason="there is no compiler of Java")
def test_the_lines_in_java(tmp_path):
    values = 'String player = "max", name = "A", alpha = "-inf", beta = "inf"; int value = 3, best = 3;'
    source = tmp_path / "Lines.java"
    source.write_text(f"class Lines {{ public static void main(String[] words) {{ {values}\n{fence('java')} }} }}\n")
    subprocess.run(["javac", source], check=True)
    run = subprocess.run(["java", "-cp", tmp_path, "Lines"], capture_output=True, text=True, check=True)
    assert run.stdout == LINES


@pytest.mark.skipif(not shutil.which("c++"), reason="there is no compiler of C++")
def test_the_lines_in_cpp(tmp_path):
    values = 'std::string player = "max", name = "A"; double inf = 1 / 0., alpha = -inf, beta = inf, value = 3, best = 3;'
    source = tmp_path / "lines.cpp"
    source.write_text(f"#include <iostream>\n#include <string>\nint main() {{ {values}\n{fence('cpp')} }}\n")
    subprocess.run(["c++", "-o", tmp_path / "lines", source], check=True)
    run = subprocess.run([tmp_path / "lines"], capture_output=True, text=True, check=True)
    assert run.stdout == LINES


def properties(text):
    """The keys of a test or a solution, with their texts."""
    found, lines = {}, iter(text.splitlines())
    for line in lines:
        content = line.split("#")[0].strip()
        if content:
            key, quoted = content.split(":", 1)
            if quoted.strip() == '"""':
                found[key] = "\n".join(iter(lambda: next(lines), '"""'))
            else:
                found[key] = quoted.strip()[1:-1]
    return found


class GraphGame:
    """A test of CS188, and the states that a search of it generates."""

    def __init__(self, text):
        test = properties(text)
        rows = lambda key: [row.split() for row in test[key].splitlines()]
        self.start, self.agent, self.agents = test["start_state"], test["alg"], int(test["num_agents"])
        self.limit = int(test["depth"]) * self.agents
        self.over = set(test["win_states"].split() + test["lose_states"].split())
        self.values = {state: Fraction(value) for state, value in rows("evaluation")}
        self.moves = {}
        for state, label, following in rows("successors"):
            self.moves.setdefault(state, []).append((label, following))
        self.generated = {self.start}

    def search(self, state, ply=0, alpha=-10**9, beta=10**9):
        """The value of a state for MAX, and the first best move; nothing is pruned at equality."""
        if ply == self.limit or state in self.over or state not in self.moves:
            return self.values[state], None
        is_max, best, action, total = ply % self.agents == 0, None, None, 0
        for label, following in self.moves[state]:
            self.generated.add(following)
            value, _ = self.search(following, ply + 1, alpha, beta)
            total += value
            if best is None or (value > best if is_max else value < best):
                best, action = value, label
            if self.agent == "AlphaBetaAgent":
                if best > beta if is_max else best < alpha:
                    break
                alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        if self.agent == "ExpectimaxAgent" and not is_max:
            return total / len(self.moves[state]), None
        return best, action

    def solution(self):
        """The text of the right solution."""
        _, action = self.search(self.start)
        return f'action: "{action}"\ngenerated: "{" ".join(sorted(self.generated))}"\n'


def random_tree(dice, ply, plies, others):
    """A tree of the language, with few numbers, so that many moves are equally good."""
    moves = [
        random_tree(dice, ply + 1, plies, others) if ply < plies and dice.random() < 0.7 else str(dice.randint(-2, 3))
        for _ in range(dice.randint(1, 3))
    ]
    player = others if ply % 2 else "max"
    return f"{player} eval {dice.randint(-2, 3)} {{ {' '.join(moves)} }}"


def random_test(dice):
    """A test whose states lead to any later ones, so that some are shared."""
    states = ["S"] + [f"x{n}" for n in range(dice.randint(2, 9))]
    moves = {}
    for place, state in enumerate(states):
        if state == "S" or any(state in following for following in moves.values()):
            later = states[place + 1 :]
            moves[state] = dice.sample(later, min(len(later), dice.randint(int(state == "S"), 3)))
    agent = dice.choice(["MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"])
    one = {"class": "GraphGameTreeTest", "alg": agent, "depth": dice.randint(1, 3), "num_agents": dice.randint(2, 3)}
    one |= {"start_state": "S", "win_states": "", "lose_states": ""}
    many = {
        "successors": [f"{state} to-{other} {other}" for state, following in moves.items() for other in following],
        "evaluation": [f"{state} {dice.randint(-2, 3)}" for state in moves],
    }
    texts = [f'{key}: "{value}"\n' for key, value in one.items()]
    texts += ['{}: """\n{}\n"""\n'.format(key, "\n".join(lines)) for key, lines in many.items()]
    return "".join(texts)


def trees_for_the_course(command, folder):
    """Trees by name: the examples, generated exercises, and random trees with other rules."""
    made = folder / "made"
    subprocess.run([command, "generate", "random", "--seed", "7", "--count", "20", "--output", made], check=True)
    trees = {path.name: path.read_text() for path in EXAMPLES + sorted((made / "exercises").glob("*.tree"))}
    for seed in range(60):
        dice = random.Random(seed)
        settings = dice.choice(["", "depth 2", "depth 4", "cutoffs none"])
        tree = random_tree(dice, 0, 4, dice.choice(["min", "min", "chance"]))
        trees[f"random-{seed}.tree"] = f"tree {{ {settings} {tree} }}"
    return trees


def test_a_program_of_the_course_agrees_with_the_solution(command, tmp_path):
    agents, compared, pruned = set(), 0, 0
    for name, text in trees_for_the_course(command, tmp_path).items():
        tree = tmp_path / name
        tree.write_text(text)
        test = tree.with_suffix(".test")
        arguments = [command, "convert", tree, "--to", "cs188", "--output", test]
        run = subprocess.run(arguments, capture_output=True, text=True)
        if run.returncode:
            assert (ROOT / "examples" / name).exists(), run.stderr
            continue
        game = GraphGame(test.read_text())
        assert test.with_suffix(".solution").read_text() == game.solution(), name
        agents.add(game.agent)
        compared += 1
        pruned += len(game.generated) <= sum(map(len, game.moves.values()))
    assert agents == {"MinimaxAgent", "AlphaBetaAgent", "ExpectimaxAgent"}
    assert compared > 80 and pruned > 30


def test_right_solutions_hold_and_wrong_ones_do_not(command, tmp_path):
    test, solution, tree = (tmp_path / f"x.{ending}" for ending in ["test", "solution", "tree"])

    def found(text):
        """What `convert` and `check` say about a solution."""
        solution.write_text(text)
        converted = subprocess.run([command, "convert", test], capture_output=True, text=True)
        if converted.returncode:
            return converted.stderr
        tree.write_text(converted.stdout)
        checked = subprocess.run([command, "check", "--isolated", "--quiet", tree], capture_output=True, text=True)
        return checked.stdout + checked.stderr

    shared = 0
    for seed in range(60):
        dice = random.Random(seed)
        test.write_text(random_test(dice))
        game = GraphGame(test.read_text())
        right = game.solution()
        assert found(right) == "", f"{test.read_text()}\n{right}"
        shared += "duplicate-name" in tree.read_text()
        states = properties(right)["generated"].split()
        missing = dice.choice(states)
        assert found(right.replace(f'"{" ".join(states)}"', f'"{" ".join(s for s in states if s != missing)}"')), seed
        for other in sorted(set(game.values) - set(states)):
            assert found(right.rstrip('"\n') + f' {other}"\n'), (seed, other)
    assert shared > 10
