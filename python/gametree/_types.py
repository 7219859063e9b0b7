"""The dictionaries that the functions return: the JSON of the command. A key may be added later; none is dropped."""

from __future__ import annotations

from typing import Any, Optional, TypedDict


class Place(TypedDict):
    """A place in a text: lines and columns count from 1, columns in characters; bytes count from 0."""

    byte: int
    line: int
    column: int


class Label(TypedDict):
    """A part of the text, and what it has to do with the finding. The first label says where the finding is."""

    message: str
    start: Place
    end: Place


class Edit(TypedDict):
    """A part of the text, and what to write there instead."""

    start: Place
    end: Place
    text: str


class Change(TypedDict):
    """A way to correct the text; ``safe`` if ``check --fix`` makes the change."""

    title: str
    edits: list[Edit]
    safe: bool


class Finding(TypedDict):
    """What is wrong in a text, or worth a look. ``severity`` is ``error``, ``warning`` or ``note``."""

    code: str
    lint: Optional[str]
    severity: str
    message: str
    file: str
    start: Place
    end: Place
    labels: list[Label]
    notes: list[str]
    fix: Optional[Change]
    alternatives: list[Change]


class Settings(TypedDict):
    """The rules of a search."""

    algorithm: str
    cut: str
    search: str
    order: str
    cutoffs: str
    window: list[str]
    range: Optional[list[str]]
    depth: Optional[int]


class Leaves(TypedDict):
    """How many leaves there are, how many the search evaluates, and how many under the best order of moves."""

    total: Optional[int]
    evaluated: Optional[int]
    fewest: Optional[int]


class Nodes(TypedDict):
    """How many nodes and leaves there are, and how many the search enters."""

    total: Optional[int]
    entered: Optional[int]


# `move` and `final` name keys, too.
Node = TypedDict(
    "Node",
    {
        "parent": Optional[int],
        "index": int,
        "kind": str,
        "name": Optional[str],
        "move": Optional[str],
        "value": Optional[str],
        "entered": Optional[bool],
        "window": Optional[list[str]],
        "final": Optional[list[str]],
        "returned": Optional[str],
        "bound": Optional[str],
        "plays": Optional[list[int]],
        "why": Optional[str],
        "span": list[int],
    },
)
"""A node or leaf: its place in the tree, its value, and what the search does there."""


class Solution(TypedDict):
    """The answer of a tree. ``tree`` has its nodes and leaves, each before those below it."""

    name: Optional[str]
    settings: Settings
    value: Optional[str]
    plays: Optional[list[str]]
    line: Optional[list[str]]
    leaves: Leaves
    nodes: Nodes
    cutoffs: Optional[int]
    branches: Optional[int]
    evaluations: Optional[int]
    researches: Optional[int]
    unknowns: dict[str, Optional[str]]
    tree: list[Node]


Step = dict[str, Any]
"""A step of a search. ``step["event"]`` says which keys there are: ``docs/trace.md`` in the project lists them."""


class GradedPlace(TypedDict):
    """A place in a submission."""

    line: int
    column: int


class Item(TypedDict):
    """An answer: ``verdict`` is ``right``, ``follows``, ``trivial``, ``wrong`` or ``unanswered``."""

    name: str
    verdict: str
    answer: Optional[str]
    expected: Optional[str]
    because: list[str]
    start: Optional[GradedPlace]


class Question(TypedDict):
    """A question, with its marks as exact fractions."""

    id: str
    name: str
    marks: str
    worth: str
    by_hand: Optional[dict[str, str]]
    items: list[Item]


class GradedTree(TypedDict):
    """The questions about a tree, and how the tree differs from that of the exercise."""

    title: str
    missing: bool
    refused: bool
    cut: Optional[str]
    alterations: list[str]
    on_own_tree: Optional[str]
    questions: list[Question]


class Graded(TypedDict):
    """The result of a submission. ``marks`` is ``None`` if it could not be graded; ``reason`` says why."""

    marks: Optional[str]
    worth: str
    mistakes: Optional[int]
    status: str
    reason: Optional[str]
    misconceptions: list[str]
    trees: list[GradedTree]
