"""Game-tree exercises in Python and in notebooks.

Each function runs the command ``gametree``, which the package contains, on a text in the language of ``.tree`` files:

>>> import gametree
>>> gametree.eval("max { { 3, 5 } { 2, 8 } }")[0]["value"]
'3'

Keyword arguments are the options of the command: ``cut=">"`` is ``--cut '>'``, and ``reveal=True`` is ``--reveal``.
Numbers of trees are strings in the notation of the language, since they are exact: ``"1/3"``, ``"inf"``. A text that
the command cannot work on raises ``GametreeError`` with its message.
"""

from ._command import GametreeError, Option, executable
from ._functions import check, eval, feedback, format, grade, render, sheet, trace
from ._tree import Tree
from ._types import Change, Edit, Finding, Graded, Item, Label, Node, Place, Question, Settings, Solution, Step

__all__ = [
    "Change",
    "Edit",
    "Finding",
    "GametreeError",
    "Graded",
    "Item",
    "Label",
    "Node",
    "Option",
    "Place",
    "Question",
    "Settings",
    "Solution",
    "Step",
    "Tree",
    "check",
    "eval",
    "executable",
    "feedback",
    "format",
    "grade",
    "render",
    "sheet",
    "trace",
]
