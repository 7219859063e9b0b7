"""The language server, used by a Neovim without a screen, which was told of it as docs/editors.md says."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import FORMATTED, LOOSE

REPOSITORY = Path(__file__).resolve().parents[2]
PLUGIN = REPOSITORY / "editors/neovim/gametree.lua"
INIT = "vim.g.gametree = { width = 24 }\n"


def neovim(folder, path, *arguments):
    """Runs Neovim for a user who has copied the plugin; the search path is `path`."""
    config = folder / "config/nvim"
    (config / "plugin").mkdir(parents=True)
    (config / "init.lua").write_text(INIT)
    shutil.copy(PLUGIN, config / "plugin")
    environment = {**os.environ, "PATH": str(path), "XDG_CONFIG_HOME": str(config.parent)}
    environment |= {f"XDG_{kind}_HOME": str(folder) for kind in ("STATE", "CACHE")}
    environment["XDG_DATA_HOME"] = str(folder / ".local/share")
    command = [shutil.which("nvim"), "--headless", "-n", "-i", "NONE", *arguments]
    return subprocess.run(
        command, env=environment, cwd=folder, capture_output=True, text=True, timeout=300, check=False
    )


@pytest.mark.skipif(not shutil.which("nvim"), reason="there is no Neovim")
def test_neovim_shows_findings_renames_and_formats(tmp_path, command, monkeypatch):
    exercise = tmp_path / "a b.tree"
    exercise.write_text(LOOSE)
    monkeypatch.setenv("EXERCISE", str(exercise))
    script = Path(__file__).with_name("neovim.lua")
    run = neovim(tmp_path, Path(command).parent, "-c", f"luafile {script}")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stderr.strip().splitlines()[-1])
    assert result["findings"] == ["E0301"] and result["lines"] == [0]
    assert result["renamed"] == LOOSE.replace("plays a ", "plays left ").replace("  a: ", "  left: ").rstrip("\n")
    assert result["formatted"] == FORMATTED.rstrip("\n")
    assert result["left"] == []
    assert (result["servers"], result["attached"], result["comment"]) == (1, 1, "// %s")


@pytest.mark.skipif(not shutil.which("nvim"), reason="there is no Neovim")
def test_neovim_says_where_there_is_no_server(tmp_path):
    (tmp_path / "a.tree").write_text(LOOSE)
    run = neovim(tmp_path, tmp_path, "a.tree", "-c", "edit b.tree", "-c", "qall!")
    assert run.stderr.count("There is no program gametree. docs/install.md") == 1, run.stderr


def install_the_parser(home):
    """Runs what docs/editors.md says of Neovim, for a user whose home is another one."""
    page = (REPOSITORY / "docs/editors.md").read_text()
    [commands] = re.findall(r"```sh\n(site=.*?)```", page, re.DOTALL)
    shell = ["sh", "-euc", commands]
    subprocess.run(shell, cwd=REPOSITORY, env={**os.environ, "HOME": str(home)}, check=True)


@pytest.mark.skipif(not shutil.which("nvim"), reason="there is no Neovim")
def test_neovim_colours_without_a_server(tmp_path, monkeypatch):
    exercise = tmp_path / "a.tree"
    exercise.write_text("max A = 3 plays b { // note\n    b: ?x\n}\n")
    monkeypatch.setenv("EXERCISE", str(exercise))
    install_the_parser(tmp_path)
    script = Path(__file__).with_name("neovim_colours.lua")
    run = neovim(tmp_path, tmp_path, "-c", f"luafile {script}")
    assert run.returncode == 0, run.stderr
    result = json.loads(run.stderr.strip().splitlines()[-1])
    assert result["active"]
    assert result["captures"] == [
        ["max", "keyword"],
        ["A", "type"],
        ["=", "operator"],
        ["3", "number"],
        ["plays", "keyword"],
        ["b", "property"],
        ["{", "punctuation.bracket"],
        ["// note", "comment"],
        ["b", "property"],
        [":", "punctuation.delimiter"],
        ["?x", "variable"],
        ["}", "punctuation.bracket"],
    ]
    # Neovim 0.7 can neither name a language otherwise nor fold.
    assert result["fences"] in (None, "gametree")
    assert result.get("fold", 1) == 1
