"""The commands of gametree as functions of texts."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Union, cast, overload

from ._command import Option, run
from ._types import Finding, Graded, Solution, Step

BINARY = ("pdf", "png")
"""The formats of pictures that are not text."""


def check(text: str, **options: Option) -> list[Finding]:
    """What is wrong in a text, or worth a look: nothing if every claim holds."""
    findings: list[Finding] = json.loads(run("check", text, options, format="json", findings=True))
    return findings


def eval(text: str, **options: Option) -> list[Solution]:
    """The answer of each tree: its value, its best moves, and what the search does at each node."""
    [file] = json.loads(run("eval", text, options, format="json"))
    solutions: list[Solution] = file["trees"]
    return solutions


def trace(text: str, **options: Option) -> list[Step]:
    """Each step of each search, from ``begin`` to ``end``, with the reason why it is taken."""
    return [json.loads(line) for line in run("trace", text, options, format="json").splitlines()]


def render(text: str, to: str = "svg", **options: Option) -> Union[str, bytes]:
    """A picture of a tree, or with ``to="html"`` a page that plays its search. PNG and PDF are bytes."""
    picture = run("render", text, options, to=to)
    return picture if to in BINARY else picture.decode()


def format(text: str, **options: Option) -> str:
    """The text in one style, as ``gametree fmt`` writes it."""
    return run("fmt", text, options).decode()


def sheet(exercise: str, **options: Option) -> str:
    """The sheet that students fill in; with ``solution=True`` its key."""
    return run("sheet", exercise, options).decode()


@overload
def grade(exercise: str, submission: str, **options: Option) -> Graded: ...
@overload
def grade(exercise: str, submission: Mapping[str, str], **options: Option) -> dict[str, Graded]: ...
def grade(
    exercise: str, submission: Union[str, Mapping[str, str]], **options: Option
) -> Union[Graded, dict[str, Graded]]:
    """The marks of a submission, or of several by their names. The result contains the right answers."""
    if isinstance(submission, str):
        return grade(exercise, {"": submission}, **options)[""]
    if not submission:
        return {}
    document = json.loads(_grade(exercise, submission, options, format="json"))
    worth = document["exercises"][0]["worth"]
    # Each is in a file that its place in the mapping names.
    results = {int(each["id"]): _graded(each, worth) for each in document["submissions"]}
    return {name: results[place] for place, name in enumerate(submission)}


def feedback(exercise: str, submission: str, **options: Option) -> str:
    """What a student is told about a submission, in Markdown. ``feedback="score"`` tells the marks only."""
    told = _grade(exercise, {"": submission}, options, format="markdown").decode()
    # The first line would be the name of a student.
    return re.sub(r"^# 0\b *", "# ", told, count=1)


def _grade(exercise: str, submissions: Mapping[str, str], options: Mapping[str, Option], format: str) -> bytes:
    with tempfile.TemporaryDirectory(prefix="gametree-") as folder:
        # Sheets say which exercise they belong to.
        named = (re.search(r"^// exercise: (.*\S)", text, re.MULTILINE) for text in submissions.values())
        name = next((found[1].replace("/", "-") for found in named if found), "exercise")
        path = Path(folder) / f"{name}.tree"
        path.write_text(exercise, "utf-8")
        handed_in = Path(folder) / "submissions"
        handed_in.mkdir()
        for place, text in enumerate(submissions.values()):
            (handed_in / f"{place}.tree").write_text(text, "utf-8")
        return run("grade", None, options, str(path), str(handed_in), format=format, findings=True)


def _graded(result: dict[str, Any], worth: str) -> Graded:
    [part] = result["exercises"]
    details = part["graded"] or {}
    graded = {
        "marks": result["marks"],
        "worth": worth,
        "mistakes": result["mistakes"],
        "status": result["status"],
        "reason": result["reason"],
        "misconceptions": details.get("misconceptions", []),
        "trees": details.get("trees", []),
    }
    return cast(Graded, graded)
