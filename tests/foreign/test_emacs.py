"""The language server, used by an Emacs without a screen, which was told of it as docs/editors.md says."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import FORMATTED, LOOSE

MODE = Path(__file__).resolve().parents[2] / "editors/emacs/gametree.el"

pytestmark = pytest.mark.skipif(not shutil.which("emacs"), reason="there is no Emacs")


def emacs(folder, *arguments):
    shutil.copy(MODE, folder)
    environment = {**os.environ, "HOME": str(folder)}
    batch = ["emacs", "--batch", "--directory", str(folder), *arguments]
    run = subprocess.run(batch, env=environment, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_mode_is_compiled_without_a_warning(tmp_path):
    emacs(tmp_path, "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", "gametree.el")


def test_emacs_shows_findings_renames_and_formats(tmp_path, command, monkeypatch):
    exercise = tmp_path / "a b.tree"
    exercise.write_text(LOOSE)
    monkeypatch.setenv("EXERCISE", str(exercise))
    monkeypatch.setenv("PATH", f"{Path(command).parent}{os.pathsep}{os.environ['PATH']}")
    result = json.loads(emacs(tmp_path, "--load", str(Path(__file__).with_name("emacs.el"))))
    assert result["mode"] == "gametree-mode"
    [finding] = result["findings"]
    assert "[E0301]: A is worth 3, not 4" in finding
    assert result["renamed"] == LOOSE.replace("plays a ", "plays left ").replace("  a: ", "  left: ")
    assert result["formatted"] == FORMATTED
    assert result["commented"] == "".join(f"// {line}\n" for line in FORMATTED.splitlines())
    assert result["uncommented"] == FORMATTED
