"""The schemas of the JSON that the command writes, against what it writes about all examples and fixtures."""

import json
import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import jsonschema
import pytest

from conftest import ROOT

SCHEMAS = ROOT / "schemas"


def validator(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def objects(schema):
    """Every part of a schema that describes an object with fixed keys."""
    if isinstance(schema, dict):
        if "properties" in schema:
            yield schema
        for part in schema.values():
            yield from objects(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def output(command, *arguments, cwd=ROOT):
    run = subprocess.run([command, *arguments], cwd=cwd, capture_output=True, check=False)
    assert run.returncode in (0, 1, 2), run.stderr.decode()
    return run.stdout.decode()


def files(*folders):
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.tree"))]
    assert len(found) > 20
    return [str(path.relative_to(ROOT)) for path in found]


def assert_valid(schema, document, what):
    errors = [f"{what}: {error.json_path}: {error.message}" for error in schema.iter_errors(document)]
    assert errors == []


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_no_object_has_other_keys(path):
    """A key that is not documented is an error, so that none can be added without its description."""
    schema = json.loads(path.read_text())
    parts = list(objects(schema))
    assert parts
    for part in parts:
        assert part["additionalProperties"] is False, part.get("description")
    if not path.name.startswith("gametree.toml"):
        optional = {key for part in parts for key in part["properties"] if key not in part["required"]}
        assert optional <= {"compare", "name", "move", "why"}


def test_findings(command):
    schema = validator("check")
    documents = json.loads(output(command, "check", "--format", "json", "--reveal", *files("examples", "tests/fixtures")))
    assert len(documents) > 500
    assert any(finding["fix"] for finding in documents) and any(finding["alternatives"] for finding in documents)
    assert_valid(schema, documents, "check")


def test_statistics(command):
    schema = validator("statistics")
    rows = json.loads(output(command, "check", "--statistics", "--format", "json", *files("examples", "tests/fixtures")))
    assert len(rows) > 50
    assert_valid(schema, rows, "check --statistics")


@pytest.mark.parametrize("options", [[], ["--compare"], ["--algorithm", "sss"], ["--algorithm", "minimax"]])
def test_answers(command, options):
    schema = validator("eval")
    arguments = ["eval", "--reveal", "--format", "json", *options]
    answers = json.loads(output(command, *arguments, *files("examples", "tests/fixtures")))
    assert sum(len(file["trees"]) for file in answers) > 20
    assert_valid(schema, answers, " ".join(arguments))


def test_steps(command):
    schema = validator("trace")
    events = set()
    for file in files("examples", "tests/fixtures"):
        for line in output(command, "trace", "--reveal", "--limit", "500", "--format", "json", file).splitlines():
            step = json.loads(line)
            events.add(step["event"])
            assert_valid(schema, step, file)
    assert events == {"begin", "enter", "evaluate", "update", "cutoff", "return", "stop", "end"}


def test_marks(command):
    schema = validator("grade")
    course = ROOT / "examples" / "course"
    results = [output(command, "grade", "exercises", "submissions", "--format", "json", cwd=course)]
    for homework in sorted(path for path in (ROOT / "tests" / "homework").iterdir() if path.is_dir()):
        paths = [str(homework / name) for name in ("exercise.tree", "submission.tree")]
        results.append(output(command, "grade", *paths, "--format", "json"))
    documents = [json.loads(result) for result in results]
    assert sum(len(document["submissions"]) for document in documents) >= 12
    for document in documents:
        assert_valid(schema, document, "grade")
    lines = output(command, "grade", "exercises", "submissions", "--format", "jsonl", cwd=course).splitlines()
    assert_valid(schema, documents[0] | {"submissions": [json.loads(line) for line in lines]}, "grade --format jsonl")


@pytest.mark.parametrize("options", [[], ["--with-ids"]], ids=["shareable", "with ids"])
def test_class_report(command, options, tmp_path):
    report = tmp_path / "class.json"
    course = ROOT / "examples" / "course"
    output(command, "grade", "exercises", "submissions", "--class", str(report), *options, cwd=course)
    assert_valid(validator("class"), json.loads(report.read_text()), "grade --class")


def test_taplo_accepts_what_the_command_accepts(tmp_path):
    """Editors read the schema with Taplo, through the line at the top."""
    taplo = Path(os.environ.get("NODE_PATH", "")) / ".bin" / "taplo"
    if not taplo.exists():
        pytest.skip("Taplo is not installed, so the schema was not tried with it")
    shutil.copy(SCHEMAS / "gametree.toml.schema.json", tmp_path)
    right = (ROOT / "tests" / "fixtures" / "config" / "everything.toml").read_text()

    def is_valid(text):
        (tmp_path / "gametree.toml").write_text(f"#:schema ./gametree.toml.schema.json\n{text}")
        return subprocess.run([taplo, "lint", "gametree.toml"], cwd=tmp_path, capture_output=True).returncode == 0

    assert is_valid(right) and is_valid('[search]\nrange = ["-10/3", inf]')
    assert not is_valid('[lints]\ntie = "alow"') and not is_valid("[serch]")


def test_configurations(command, tmp_path):
    """What the command accepts is valid, and what it reports about keys and values is not."""
    schema = validator("gametree.toml")
    page = (ROOT / "docs" / "config.md").read_text()
    texts = [path.read_text() for path in sorted((ROOT / "tests" / "fixtures" / "config").glob("*.toml"))]
    texts += [block.split("\n", 1)[1] for block in page.split("```toml")[1:] for block in [block.split("```")[0]]]
    texts += [(ROOT / "gametree.toml").read_text()]
    (tmp_path / "a.tree").write_text("max { 3, 5 }")
    verdicts = []
    for text in texts:
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            continue
        (tmp_path / "gametree.toml").write_text(text)
        findings = json.loads(output(command, "check", "--format", "json", cwd=tmp_path))
        # What a schema can know: not how numbers compare, nor what patterns match.
        reported = {finding["code"] for finding in findings} & {"E0802", "E0803", "E0209", "E0214"}
        verdicts.append(schema.is_valid(document))
        if reported or not findings:
            assert schema.is_valid(document) == (not reported), (text, reported)
    assert True in verdicts and False in verdicts
