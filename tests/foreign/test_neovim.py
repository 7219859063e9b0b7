"""The language server, used by a Neovim without a screen."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

TEXT = """\
max A = 4 plays a {
   a: min B {3,12}
     b: min C { 2 , 4 pruned }
}
"""
FORMATTED = """\
max A = 4 plays left {
    left: min B { 3, 12 }
    b:    min C { 2, 4 pruned }
}"""


@pytest.mark.skipif(not shutil.which("nvim"), reason="there is no Neovim")
def test_neovim_shows_findings_renames_and_formats(tmp_path):
    exercise = tmp_path / "a b.tree"
    exercise.write_text(TEXT)
    script = Path(__file__).with_name("neovim.lua")
    environment = {**os.environ, "EXERCISE": str(exercise), "GAMETREE": os.path.abspath(os.environ["GAMETREE"])}
    environment |= {"XDG_STATE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    neovim = ["nvim", "--headless", "--clean", "-n", "-c", f"luafile {script}"]
    run = subprocess.run(neovim, env=environment, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stderr.strip().splitlines()[-1])
    assert result["findings"] == ["E0301"] and result["lines"] == [0]
    assert result["renamed"] == TEXT.replace("plays a ", "plays left ").replace("  a: ", "  left: ").rstrip("\n")
    assert result["formatted"] == FORMATTED
    assert result["left"] == []
