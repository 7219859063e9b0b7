"""Completions in the shells that they are for, and the manual as `man` and `mandoc` read it."""

import os
import pty
import select
import shutil
import subprocess
import time

import pytest


@pytest.fixture
def shell(request, command, tmp_path):
    """A folder with two files, in which `gametree` is the command; skipped if the shell is missing."""
    if not shutil.which(request.param):
        pytest.skip(f"{request.param} is not installed, so its completions were not tried")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "gametree").symlink_to(command)
    (tmp_path / "hw 1.tree").write_text("max { 1 }")
    (tmp_path / "notes.txt").write_text("")
    (tmp_path / "functions").mkdir()
    script = subprocess.run([command, "completions", request.param], capture_output=True, check=True).stdout
    (tmp_path / "functions" / "_gametree").write_bytes(script)
    return tmp_path


def environment(folder):
    return os.environ | {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "HOME": str(folder), "LC_ALL": "C.UTF-8"}


def run(folder, *arguments):
    done = subprocess.run(arguments, cwd=folder, env=environment(folder), capture_output=True, check=True)
    assert done.stderr == b""
    return done.stdout.decode().splitlines()


@pytest.mark.parametrize("shell", ["bash"], indirect=True)
def test_bash(shell):
    def complete(*words):
        line = " ".join(f"'{word}'" for word in words)
        ask = f"""
            source functions/_gametree
            COMP_WORDS=(gametree {line}); COMP_CWORD={len(words)}; COMP_TYPE=9
            _gametree gametree '{words[-1]}' '{words[-2] if len(words) > 1 else "gametree"}'
            printf '%s\\n' "${{COMPREPLY[@]}}"
        """
        # `compopt` works only while somebody presses Tab.
        return run(shell, "bash", "--norc", "-c", f"compopt() {{ :; }}; {ask}")

    assert complete("che") == ["check"]
    assert complete("check", "--deny", "dup") == ["duplicate-name"]
    assert complete("check", "hw") == ["hw\\ 1.tree"]
    assert complete("eval", "--cut", "") == ["\\>=", "\\>"], "a bare > would redirect the output"
    assert complete("explain", "E081") == [""]
    assert complete("explain", "E080") == ["E0801", "E0802", "E0803", "E0804"]


@pytest.mark.parametrize("shell", ["fish"], indirect=True)
def test_fish(shell):
    def complete(line):
        lines = run(shell, "fish", "--no-config", "-c", f"source functions/_gametree; complete -C '{line}'")
        return [line.split("\t")[0] for line in lines]

    assert complete("gametree che") == ["check"]
    assert complete("gametree check --deny dup") == ["duplicate-name"]
    assert complete("gametree check hw") == ["hw 1.tree"]
    assert complete("gametree eval --cut ") == [">=", ">"]
    assert complete("gametree explain E080") == ["E0801", "E0802", "E0803", "E0804"]


@pytest.mark.parametrize("shell", ["zsh"], indirect=True)
def test_zsh_loads_the_script_at_the_first_tab(shell):
    def complete(line, expected):
        """Whether zsh completes the line like this when Tab is pressed once."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(shell)
            os.execvpe("zsh", ["zsh", "-f", "-i"], environment(shell) | {"TERM": "dumb", "PS1": ""})
        printed = ""

        def read_until(text):
            nonlocal printed
            until = time.monotonic() + 60
            while text not in printed:
                assert time.monotonic() < until, printed
                if select.select([terminal], [], [], 1)[0]:
                    printed += os.read(terminal, 4096).decode()

        os.write(terminal, b"unsetopt zle_bracketed_paste; PS1='ready'; fpath=($PWD/functions $fpath)\n")
        os.write(terminal, b"autoload -U compinit && compinit -D -u && echo load''ed\n")
        read_until("loaded")
        printed = ""
        os.write(terminal, line.encode() + b"\t")
        read_until(expected)
        os.close(terminal)
        os.waitpid(process, 0)

    complete("gametree che", "gametree check ")
    complete("gametree check --deny dup", "duplicate-name")
    complete("gametree check hw", "hw\\ 1.tree")
    complete("gametree explain E0804", "E0804 ")


@pytest.fixture(scope="session")
def pages(command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("man")
    subprocess.run([command, "man", "--all", "--output", folder], check=True)
    found = sorted(folder.glob("*.1"))
    assert len(found) > 20
    return found


def test_man_has_no_warnings(pages):
    if not shutil.which("man") or not shutil.which("groff"):
        pytest.skip("man and groff are not installed, so the pages were not tried with them")
    for page in pages:
        show = ["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(page)]
        done = subprocess.run(show, env=os.environ | {"LC_ALL": "C.UTF-8"}, capture_output=True, check=True)
        assert (page.name, done.stderr.decode()) == (page.name, "")


def test_mandoc_finds_no_errors(pages):
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed, so the pages were not tried with it")
    for page in pages:
        done = subprocess.run(["mandoc", "-Tlint", "-Werror", str(page)], capture_output=True, check=False)
        assert (page.name, done.stdout.decode()) == (page.name, "")
