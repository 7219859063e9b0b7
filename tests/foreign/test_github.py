"""Commands of GitHub: byte for byte what GitHub's own toolkit writes for the same findings."""

import json
import subprocess
from pathlib import Path

from conftest import printable

TITLES = Path(__file__).resolve().parents[2] / "src" / "diagnostic" / "explain"


def test_the_toolkit_writes_the_same(folder):
    annotations = [annotation(finding) for finding in folder.findings()]
    toolkit = subprocess.run(
        ["node", Path(__file__).with_name("annotate.cjs")],
        input=json.dumps(annotations).encode(),
        capture_output=True,
        check=True,
    )
    commands = [line for line in folder.check("github").split("\n") if line.startswith("::")]
    assert commands == toolkit.stdout.decode().removesuffix("\n").split("\n") if annotations else commands == []


def annotation(finding):
    start, end = finding["start"], finding["end"]
    page = (TITLES / f"{finding['code']}.md").read_text()
    head = f"{finding['file']}:{start['line']}:{start['column']}: {finding['code']}: {finding['message']}"
    labels = [
        f"{label['start']['line']}:{label['start']['column']}: {label['message']}"
        for label in finding["labels"]
        if label["message"]
    ]
    # Columns are for annotations of one line only, says the documentation.
    columns = {"startColumn": start["column"], "endColumn": end["column"]} if start["line"] == end["line"] else {}
    return {
        "kind": {"note": "notice"}.get(finding["severity"], finding["severity"]),
        "message": "\n".join(map(printable, [head, *labels, *finding["notes"]])),
        "properties": {
            "title": page.split("\n")[0].removeprefix("# "),
            # Ends of lines have an escape.
            "file": "".join(each if each in "\r\n" else printable(each) for each in finding["file"]),
            "startLine": start["line"],
            "endLine": end["line"],
            **columns,
        },
    }


def test_what_is_no_command_cannot_pass_for_one(folder):
    """GitHub reads `::name` at the beginning of a line, and `##[name]` anywhere in it."""
    for line in folder.check("github").split("\n"):
        if not line.startswith(("::error title=", "::warning title=", "::notice title=")):
            assert "::" not in line and "##[" not in line
        assert not line[2:].lstrip().startswith("::")


def test_no_message_is_longer_than_github_keeps(folder):
    """The runner cuts a message at 4,096 units of UTF-16."""
    for finding in folder.findings():
        assert len(annotation(finding)["message"].encode("utf-16-le")) / 2 <= 4096
