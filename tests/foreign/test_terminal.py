"""What is printed on a terminal, which the tests in Rust do not have."""

import os
import pty
import subprocess

from test_progress import read


def test_a_diff_that_is_too_long_for_a_terminal_is_reported_once(tmp_path, command):
    for name in ("a", "b", "c", "d"):
        (tmp_path / f"{name}.tree").write_text(f"max {{ {'max = 1 { 2 } ' * 20_000}}}")
    mine, its = pty.openpty()
    check = [command, "check", "--diff", "--quiet"]
    process = subprocess.Popen(check, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE)
    os.close(its)
    shown = read(mine, None)
    errors = process.stderr.read().decode().splitlines()
    assert process.wait() == 1
    assert shown.count(b"--- ") == 1, "the others do not fit"
    assert [line for line in errors if "too long for a terminal" in line] == errors[:1]
    os.close(mine)


def test_a_picture_that_is_no_text_is_not_printed_on_a_terminal(tmp_path, command):
    (tmp_path / "a.tree").write_text("max A { 3, 5 }\n")
    for kind in ("png", "pdf"):
        mine, its = pty.openpty()
        render = [command, "render", "a.tree", "--to", kind]
        process = subprocess.Popen(render, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE)
        os.close(its)
        assert read(mine, None) == b""
        message = "gametree: a terminal cannot show this format; give a file with --output FILE\n"
        assert (process.stderr.read().decode(), process.wait()) == (message, 2)
        os.close(mine)
