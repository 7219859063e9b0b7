"""What is printed on a terminal, which the tests in Rust do not have."""

import os
import pty
import signal
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


def printed(command, folder, *arguments):
    """What a command prints on a terminal of its own."""
    mine, its = pty.openpty()
    environment = {**os.environ, "NO_COLOR": "1"}
    process = subprocess.Popen(
        [command, *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE
    )
    os.close(its)
    lines = read(mine, None).decode().splitlines()
    process.communicate()
    os.close(mine)
    return lines


def test_people_are_pointed_to_the_page_of_a_search_once(tmp_path, command):
    wrong = 'tree "my own" { max A = 4 { min B { 3, 5 } min C { 2, 8 } } }\n'
    (tmp_path / "a b.tree").write_text(wrong + wrong.replace("my own", "other"))
    (tmp_path / "one.tree").write_text("max A { 3, 5 }\n")
    (tmp_path / "asks.tree").write_text("max A = _ worth 1 { min B { 3, 5 } }\n")

    def hints(*arguments):
        return [line for line in printed(command, tmp_path, *arguments) if line.startswith("help: ")]

    page = "help: to step through the search: gametree render"
    mine = f"{page} 'a b.tree' --tree 'my own' --to html --output 'a b.html'"
    one = f"{page} one.tree --to html --output one.html"
    assert hints("check", "a b.tree") == [mine]
    assert hints("eval", "a b.tree", "one.tree") == [mine]
    assert hints("trace", "one.tree") == [one]
    # The page would show another search, or its answers are hidden, or nothing is wrong.
    for arguments in (["eval", "one.tree", "--cut", ">"], ["eval", "asks.tree", "--reveal"], ["check", "one.tree"]):
        assert hints(*arguments) == []
    # Programs get no hint.
    piped = subprocess.run([command, "trace", "one.tree"], cwd=tmp_path, capture_output=True, check=True)
    assert b"help:" not in piped.stdout + piped.stderr


def test_the_first_finding_names_the_command_that_explains_it(tmp_path, command):
    (tmp_path / "a.tree").write_text("max A = 4 { 3, 5 }\nmax B = 4 { 3, 5 }\n")
    (tmp_path / "b.tree").write_text("max C = 4 { 3, 5 }\n")
    lines = printed(command, tmp_path, "check")
    explaining = [number for number, line in enumerate(lines) if "gametree explain" in line]
    assert [lines[number].strip() for number in explaining] == [
        "= help: `gametree explain E0301` explains this error with an example"
    ]
    assert lines[explaining[0] + 1] == "", "it ends the first finding"
    assert explaining[0] < min(number for number, line in enumerate(lines) if "B is worth" in line)
    for arguments in (["check", "--format", "short"], ["check", "--format", "json"], ["check", "--statistics"]):
        assert "explain" not in "".join(printed(command, tmp_path, *arguments))
    piped = subprocess.run([command, "check"], cwd=tmp_path, capture_output=True, check=False)
    assert b"explain" not in piped.stdout


def test_a_terminal_is_cleared_before_each_check(tmp_path, command):
    (tmp_path / "a.tree").write_text("max A = 5 { 3, 5 }\n")
    mine, its = pty.openpty()
    watch = [command, "check", "--watch"]
    # A shell that starts the tests in the background lets them ignore Ctrl-C.
    listen = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(watch, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=its, stderr=subprocess.PIPE, preexec_fn=listen)
    os.close(its)
    assert read(mine, b"Ctrl-C to stop").startswith(b"\x1b[H\x1b[2Jnothing wrong")
    (tmp_path / "a.tree").write_text("max A = 44 { 3, 5 }\n")
    assert b"\x1b[H\x1b[2J" in read(mine, b"Ctrl-C to stop")
    process.send_signal(signal.SIGINT)
    assert process.wait() == -signal.SIGINT
    os.close(mine)
