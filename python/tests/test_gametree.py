"""The functions, on the command that the package contains. The types of the dictionaries are those that are documented."""

import inspect
import os
import subprocess
import sys
from pathlib import Path

import gametree
import pytest
from typeguard import check_type

RIGHT = "max A = 3 plays left { left: min B { 3, 5 } right: min C { 2, 8 pruned } }\n"
WRONG = RIGHT.replace("A = 3", "A = 4")
EXERCISE = """\
tree "homework" {
    max A = 3 worth 1 plays left worth 1 { left: min B { 3, 5 } right: min C { 2, 8 pruned } }
    ask pruned worth 1
}
"""


def test_check_proves_claims_or_says_why_they_do_not_hold():
    assert gametree.check(RIGHT) == []
    [finding] = check_type(gametree.check(WRONG), list[gametree.Finding])
    assert (finding["code"], finding["message"], finding["start"]["column"]) == ("E0301", "A is worth 3, not 4", 9)
    assert finding["fix"] is not None and finding["fix"]["edits"][0]["text"] == "3"


def test_eval_answers():
    [solution] = check_type(gametree.eval(RIGHT), list[gametree.Solution])
    assert (solution["value"], solution["plays"], solution["leaves"]["evaluated"]) == ("3", ["left"], 3)
    assert [node["name"] for node in solution["tree"] if node["name"]] == ["A", "B", "C"]


def test_keywords_are_options_of_the_command():
    [by_default] = gametree.eval("max { { 3, 5 } { 3, 8 } }")
    [other] = gametree.eval("max { { 3, 5 } { 3, 8 } }", cut=">", order=None, reveal=False)
    assert (by_default["leaves"]["evaluated"], other["leaves"]["evaluated"]) == (3, 4)
    assert gametree.check(RIGHT.replace(" pruned", ""), deny=["unreachable-cutoff"])[0]["severity"] == "error"


def test_trace_gives_each_step_with_its_reason():
    steps = gametree.trace(RIGHT)
    assert [step["event"] for step in steps][:3] == ["begin", "enter", "enter"]
    [cutoff] = [step for step in steps if step["event"] == "cutoff"]
    assert cutoff["why"].startswith("2 ≤ α = 3: an α-cutoff")


def test_pictures_are_text_or_bytes():
    assert gametree.render(RIGHT).startswith("<svg")
    assert gametree.render(RIGHT, to="html").startswith("<!doctype html>")
    assert gametree.render(RIGHT, to="png").startswith(b"\x89PNG")


def test_text_is_formatted():
    assert gametree.format("max{3,5}") == "max { 3, 5 }\n"


def test_a_submission_is_graded():
    sheet = gametree.sheet(EXERCISE)
    answered = sheet.replace("A = _", "A = 3").replace("plays _", "plays right")
    graded = check_type(gametree.grade(EXERCISE, answered), gametree.Graded)
    assert (graded["marks"], graded["worth"], graded["status"]) == ("1", "3", "graded")
    verdicts = [question["items"][0]["verdict"] for question in graded["trees"][0]["questions"]]
    assert verdicts == ["right", "wrong", "unanswered"]
    assert "1 of 3 marks" in gametree.feedback(EXERCISE, answered)


def test_submissions_are_graded_by_name():
    key = gametree.sheet(EXERCISE, solution=True)
    # A sheet names its exercise, which is no file here; nor are the names of students.
    sheet = "// exercise: week 1\n" + gametree.sheet(EXERCISE)
    both = gametree.grade(EXERCISE, {"../Ada": key, "Bob": sheet, "Cy": "max {"})
    assert {name: each["marks"] for name, each in both.items()} == {"../Ada": "3", "Bob": "0", "Cy": "0"}
    assert gametree.grade(EXERCISE, {}) == {}


def test_errors_have_the_message_of_the_command():
    with pytest.raises(gametree.GametreeError, match="this brace is never closed"):
        gametree.eval("max { 3, 5")
    with pytest.raises(gametree.GametreeError, match="unexpected argument '--nonsense'"):
        gametree.check(RIGHT, nonsense=True)
    with pytest.raises(gametree.GametreeError, match="hides its answers"):
        gametree.eval("max = _ { 3, 5 }")


def test_a_notebook_shows_the_page_that_plays_the_search():
    tree = gametree.Tree(RIGHT, height=300)
    page = tree._repr_html_()
    assert page is not None and page.startswith('<iframe srcdoc="&lt;!doctype html&gt;') and "height: 300px" in page
    assert str(tree._repr_svg_()).startswith("<svg")
    assert repr(tree) == RIGHT.strip()
    assert tree.check() == [] and tree.eval()[0]["value"] == "3" and tree.trace()


def test_a_notebook_shows_an_exercise_blank_and_a_mistake_in_words():
    exercise = gametree.Tree(EXERCISE)
    assert exercise._repr_html_() is None and str(exercise._repr_svg_()).startswith("<svg")
    assert gametree.Tree(EXERCISE, reveal=True)._repr_html_() is not None
    mistake = gametree.Tree("max { 3, <b>")
    assert mistake._repr_svg_() is None
    shown = mistake._repr_html_()
    assert shown is not None and shown.startswith("<pre>error[E") and "<b>" not in shown


def test_the_command_is_the_one_of_this_package():
    assert Path(gametree.executable()).is_relative_to(sys.prefix)
    said = subprocess.run([sys.executable, "-m", "gametree", "--version"], capture_output=True, text=True, check=True)
    assert said.stdout.startswith("gametree ")
    wrong = subprocess.run([sys.executable, "-m", "gametree", "check", "-"], input=WRONG, text=True, check=False)
    assert wrong.returncode == 1


def test_every_function_is_documented_and_typed():
    functions = [function for _, function in inspect.getmembers(gametree, inspect.isfunction)]
    assert len(functions) >= 8 and all(inspect.getdoc(function) for function in functions)
    assert (Path(gametree.__file__).parent / "py.typed").exists()


def test_no_rust_is_needed():
    folders = os.environ["PATH"].split(os.pathsep)
    assert not any((Path(folder) / "cargo").exists() for folder in folders)
