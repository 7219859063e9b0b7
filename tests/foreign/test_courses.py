"""Results for course systems, read by what these systems read them with."""

import json
import os
import re
import shutil
import subprocess

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
