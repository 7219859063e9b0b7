"""Results for course systems, read by what these systems read them with."""

import html
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from xml.etree import ElementTree

import pytest
from jsonschema import Draft202012Validator
from junitparser import Failure, JUnitXml

from conftest import ROOT

EXERCISE = ROOT / "docs" / "homework.tree"
SUBMISSIONS = sorted((ROOT / "docs" / "submissions").glob("*.tree"))
HOSTILE = """\
tree "homework" { max "Grade :=>> 100" = "Grade :=>> 100" { "]]>": 1, "<b>&amp;": 2 } }
tree "Grade :=>> 100\\n<b>" { max = 3 { 3 } }
"""


@pytest.fixture(params=[*SUBMISSIONS, "hostile", "missing"], ids=str)
def graded(request, command, tmp_path):
    """Grades a submission in a format; a result is written whatever the submission is."""
    submission = tmp_path / "answers.tree"
    if request.param == "hostile":
        submission.write_text(HOSTILE)
    elif request.param != "missing":
        shutil.copy(request.param, submission)

    def grade(form, **environment):
        run = subprocess.run(
            [command, "grade", EXERCISE, submission, "--format", form],
            capture_output=True,
            check=True,
            env={**os.environ, **environment},
        )
        return run.stdout.decode()

    return grade


def test_junit_has_the_same_cases_for_all(graded):
    (suite,) = JUnitXml.fromstring(graded("junit").encode())
    cases = list(suite)
    assert len(cases) == suite.tests >= 1
    assert len({(case.classname, case.name) for case in cases}) == len(cases)
    failures = [result for case in cases for result in case.result]
    assert all(isinstance(failure, Failure) and failure.text for failure in failures)
    assert len(failures) == suite.failures and suite.errors == suite.skipped == 0


def test_the_virtual_programming_lab_finds_the_grade(graded):
    text = graded("vpl", VPL_GRADEMIN="0", VPL_GRADEMAX="10")
    # The rule of mod_vpl: the last of these lines counts, also within a comment.
    grades = re.findall(r"^Grade :=>>(.*)$", text, re.MULTILINE)
    assert len(grades) == 1 and 0 <= float(grades[0]) <= 10
    before, block, after = re.split(r"^(?:<\|--|--\|>)\n", text, flags=re.MULTILINE)
    assert before == "" and after.startswith("Grade :=>> ")
    assert all(re.match(r"-[^-]| ", line) for line in block.splitlines())


def test_classroom_50_accepts_the_result(graded):
    # The schema of `result.json`, without the keys that the script of the bundle adds.
    schema = json.loads((ROOT / "tests" / "foreign" / "classroom50.schema.json").read_text())
    result = json.loads(graded("classroom50"))
    Draft202012Validator(schema).validate(result)
    assert result["score"] <= result["max-score"]
    for test in result["tests"]:
        assert test["score"] <= test["max-score"] and len(test["test-name"].encode()) <= 100


class Blank:
    """A blank as Moodle reads it: by the rules of `qtype_multianswer_extract_question` of its `questiontype.php`, and those
    by which the question types numerical, shortanswer and multichoice compare answers."""

    NUMBER = r"-?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?"
    # An answer ends before `~`, `#` or `}`, but not after a backslash, or after `&`, which begins an entity.
    ALTERNATIVE = re.compile(
        r"~?(?:(?P<right>=)|%(?P<percent>-?\d+(?:[.,]\d*)?)%)?"
        r"(?P<answer>.+?)(?<!\\)(?<!&)(?<!&amp;)(?=[~#}]|$)(?:#(?P<feedback>.*?)(?<!\\)(?=[~}]|$))?",
        re.DOTALL,
    )
    START = re.compile(r"\{(?P<marks>\d*):(?P<kind>NUMERICAL|SHORTANSWER|MULTICHOICE|MULTIRESPONSE):", re.DOTALL)

    def __init__(self, text, place):
        start = self.START.match(text, place)
        self.marks, self.kind, self.end = int(start["marks"]), start["kind"], start.end()
        self.alternatives = []
        while text[self.end] != "}":
            found = self.ALTERNATIVE.match(text, self.end)
            answer = html.unescape(found["answer"])
            assert found["percent"] is None and answer.strip() and not re.search(r"\{\d*:", found[0])
            self.alternatives.append((answer, found["right"] is not None, html.unescape(found["feedback"] or "")))
            self.end = found.end()
        # What Moodle refuses to import.
        assert any(is_right for _, is_right, _ in self.alternatives)
        assert len(self.alternatives) > 1 or self.kind in ("NUMERICAL", "SHORTANSWER")
        if self.kind == "NUMERICAL":
            assert all(re.fullmatch(f"{self.NUMBER}(?::{self.NUMBER})?", answer) for answer, _, _ in self.alternatives)

    def matches(self, answer, response):
        if self.kind == "NUMERICAL":
            number, tolerance = map(float, answer.split(":"))
            return abs(number - float(response)) <= tolerance + 1e-14 * max(1, abs(number))
        pattern = ".*".join(re.escape(part.replace(r"\*", "*")) for part in re.split(r"(?<!\\)\*+", answer))
        return re.fullmatch(pattern, response.strip(), re.IGNORECASE) is not None

    def share(self, response):
        """The share of the marks for a text, or for the choices with these places."""
        if self.kind == "MULTIRESPONSE":
            right = [place for place, (_, is_right, _) in enumerate(self.alternatives) if is_right]
            return max(0, sum(1 if place in right else -1 for place in response) / len(right))
        if self.kind == "MULTICHOICE":
            return int(self.alternatives[response][1])
        return next((int(is_right) for answer, is_right, _ in self.alternatives if self.matches(answer, response)), 0)


def blanks(xml):
    """The rows of a quiz: what is before a blank in its line, and the blank."""
    for text in ElementTree.fromstring(xml).iterfind("question[@type='cloze']/questiontext/text"):
        assert "@@PLUGINFILE@@/tree.png" in text.text
        for line in text.text.splitlines():
            label, place = "", 0
            while start := Blank.START.search(line, place):
                label += line[place : start.start()]
                blank = Blank(line, start.start())
                yield html.unescape(re.sub("<.*?>", "", label)).split(), blank
                place = blank.end + 1


@pytest.mark.parametrize("asks", ["windows,returns,plays,pruned,leaves", "values,pruned"])
def test_moodle_marks_a_quiz_as_the_search_goes(command, tmp_path, asks):
    def run(*arguments):
        return subprocess.run([command, *arguments], cwd=tmp_path, capture_output=True, check=True, text=True).stdout

    run("generate", "random", "--count", "12", "--seed", "quiz", "--plies", "3", "--question", asks, "--output", "made")
    for exercise in sorted((tmp_path / "made" / "exercises").glob("*.tree")):
        run("course", "moodle-quiz", exercise, "--output", exercise.stem)
        (file,) = json.loads(run("eval", exercise, "--reveal", "--nodes", "--format", "json"))
        (tree,) = file["trees"]
        nodes = {node["name"]: node for node in tree["tree"] if node["name"]}
        leaves = [node for node in tree["tree"] if node["kind"] == "leaf"]
        counts = Counter()
        for label, blank in blanks((tmp_path / exercise.stem / f"{exercise.stem}.xml").read_text()):
            node, end = nodes.get(label[0]) if label else None, label[-1] if label else None
            if blank.kind == "MULTIRESPONSE":
                skipped = {place for place, leaf in enumerate(leaves) if not leaf["entered"]} or {len(leaves)}
                assert blank.share(skipped) == 1 and blank.share(set(range(len(leaves)))) < 1 and blank.share(set()) == 0
                counts["pruned"] += 1
                continue
            if blank.kind == "MULTICHOICE":
                best = {place for place in range(len(blank.alternatives)) if blank.share(place)}
                assert best == set(node["plays"])
                counts["plays"] += 1
                continue
            if end in ("α", "β"):
                right = node["window"][end == "β"] if node["entered"] else "-"
                wrong = [*{"-", "inf", "-inf", "100"} - {right}]
                counts["windows"] += 1
            elif blank.kind == "SHORTANSWER":
                sign = {"exact": "", "upper": "<= ", "lower": ">= ", None: "-"}[node["bound"]]
                right, wrong = sign + (node["returned"] or ""), ["100", "", "inf"]
                counts["returns"] += 1
            else:
                right = node["value"] if node else str(tree["leaves"]["evaluated"])
                wrong = [str(float(right) + 1), str(float(right) - 0.001)]
                counts["values" if node else "leaves"] += 1
            assert blank.share(right) == 1, (exercise, label, right, blank.alternatives)
            assert all(blank.share(answer) == 0 for answer in wrong)
            for answer, is_right, feedback in blank.alternatives:
                assert is_right or feedback.startswith("A wrong rule gives this answer: ") or answer == "(nothing else)"
        assert counts.keys() == set(asks.split(","))
