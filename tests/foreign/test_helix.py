"""Helix, which was told of the language and given its colours as docs/editors.md says."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]


def is_helix():
    """Whether `hx` is Helix, and not the hex editor of the same name."""
    path = shutil.which("hx")
    return path and subprocess.run([path, "--version"], capture_output=True, check=False).stdout.startswith(b"helix")


@pytest.mark.skipif(not is_helix(), reason="there is no Helix")
def test_helix_finds_the_server_the_parser_and_the_queries(tmp_path, command):
    page = (REPOSITORY / "docs/editors.md").read_text()
    [commands] = re.findall(r"```sh\n(runtime=.*?)```", page, re.DOTALL)
    path = f"{Path(command).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": path}
    environment.pop("XDG_CONFIG_HOME", None)
    subprocess.run(["sh", "-euc", commands], cwd=REPOSITORY, env=environment, check=True)
    shutil.copy(REPOSITORY / "editors/helix/languages.toml", tmp_path / ".config/helix")
    health = ["hx", "--health", "gametree"]
    run = subprocess.run(health, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    said = re.sub(r"\x1b\[[0-9;]*m", "", run.stdout)
    assert "✓ gametree: " in said
    for part in ("Tree-sitter parser", "Highlight queries", "Textobject queries", "Indent queries"):
        assert f"{part}: ✓" in said, said
