"""The progress bar, on a terminal that is none: a pipe that nobody has written to yet keeps the work from ending."""

import os
import pty
import select
import subprocess


def read(terminal, until):
    """What is printed on the terminal until something is seen there, or the other side is closed."""
    printed = b""
    while until is None or until not in printed:
        assert select.select([terminal], [], [], 60)[0], printed
        try:
            more = os.read(terminal, 4096)
        except OSError:
            break
        if not more:
            break
        printed += more
    return printed


def test_work_that_takes_long_shows_how_far_it_is(tmp_path, command):
    (tmp_path / "a.tree").write_text("max { 1, 2 }\n")
    os.mkfifo(tmp_path / "b.tree")
    mine, its = pty.openpty()
    check = [command, "check", "a.tree", "b.tree"]
    process = subprocess.Popen(check, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=its)
    os.close(its)
    assert b"1 of 2 files" in read(mine, b"1 of 2 files")
    (tmp_path / "b.tree").write_text("max { 1, 2 }\n")
    output, _ = process.communicate()
    assert output == b"nothing wrong; checked 0 claims in 2 trees of 2 files\n"
    assert read(mine, None).endswith(b"\r\x1b[2K"), "the line is blank again"
    os.close(mine)


def test_there_is_none_where_nobody_sees_it(tmp_path, command):
    (tmp_path / "a.tree").write_text("max { 1, 2 }\n")
    (tmp_path / "b.tree").write_text("max { 1, 2 }\n")
    run = subprocess.run([command, "check"], cwd=tmp_path, stdin=subprocess.DEVNULL, capture_output=True)
    assert run.stderr == b""
