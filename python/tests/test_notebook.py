"""The notebook, run without a browser: the tree is shown, its answers are checked, and an exercise is graded."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).resolve().parents[1] / "notebook.ipynb"


def test_the_notebook_shows_checks_and_grades():
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    tree, findings, answer, exercise, sheet, marks, feedback = (cell.outputs[0] for cell in cells)
    assert tree.data["text/html"].startswith("<iframe srcdoc=")
    assert tree.data["image/svg+xml"].startswith("<svg")
    assert findings.data["text/plain"] == "[]"
    assert answer.data["text/plain"] == "('3', {'total': 4, 'evaluated': 3, 'fewest': 3})"
    assert "text/html" not in exercise.data and exercise.data["image/svg+xml"].startswith("<svg")
    assert "ask pruned worth 1" in sheet.text and "plays left" not in sheet.text
    assert marks.data["text/plain"] == "('1', '2')"
    assert "1 of 2 marks" in feedback.data["text/markdown"]
