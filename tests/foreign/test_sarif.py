"""SARIF against its schema, and its places against the files."""

import json
import os
import re
import subprocess
from pathlib import Path
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest

from conftest import ROOT


@pytest.fixture(scope="session")
def schema():
    """The schema of SARIF 2.1.0 as the crate `serde-sarif` brings it."""
    metadata = subprocess.run(
        ["cargo", "metadata", "--format-version", "1"], cwd=ROOT, capture_output=True, check=True
    )
    packages = json.loads(metadata.stdout)["packages"]
    (crate,) = [package for package in packages if package["name"] == "serde-sarif"]
    return json.loads((Path(crate["manifest_path"]).parent / "src" / "schema.json").read_text())


def run_of(folder):
    (run,) = json.loads(folder.check("sarif"))["runs"]
    return run


def test_the_schema_holds(folder, schema):
    validator = jsonschema.validators.validator_for(schema)
    checker = validator(schema, format_checker=validator.FORMAT_CHECKER)
    errors = [error.message for error in checker.iter_errors(json.loads(folder.check("sarif")))]
    assert errors == []


def test_what_cannot_be_read_is_a_notification(command, tmp_path, schema):
    (tmp_path / "no text.tree").write_bytes(b"\xff")
    check = [command, "check", "--format", "sarif", "no text.tree", "missing.tree"]
    document = json.loads(subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).stdout)
    jsonschema.validate(document, schema)
    (invocation,) = document["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    places = [notification["locations"][0] for notification in invocation["toolExecutionNotifications"]]
    uris = [place["physicalLocation"]["artifactLocation"]["uri"] for place in places]
    assert uris == ["no%20text.tree", "missing.tree"]


def test_every_finding_is_a_result_with_a_rule(folder):
    run = run_of(folder)
    assert run["columnKind"] == "unicodeCodePoints"
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    findings = folder.findings()
    assert set(rules) == {finding["code"] for finding in findings}
    for rule in rules.values():
        assert rule["name"] and rule["help"]["markdown"].startswith(f"# {rule['id']}: ")
        assert 0 < len(rule["fullDescription"]["text"]) <= 1024
    for finding, result in zip(findings, run["results"], strict=True):
        assert result["ruleId"] == finding["code"]
        assert result["level"] == finding["severity"]
        assert result["message"]["text"].split("\n") == [finding["message"], *finding["notes"]]
        labels = [(label["message"], region(label)) for label in finding["labels"][1:]]
        related = result.get("relatedLocations", [])
        assert [(place["message"]["text"], place["physicalLocation"]["region"]) for place in related] == labels
        (place,) = result["locations"]
        assert place["physicalLocation"]["region"] == region(finding)


def region(finding):
    start, end = finding["start"], finding["end"]
    return {
        "startLine": start["line"],
        "startColumn": start["column"],
        "endLine": end["line"],
        "endColumn": end["column"],
    }


def test_uris_lead_to_the_files(folder):
    findings = folder.findings()
    for finding, result in zip(findings, run_of(folder)["results"], strict=True):
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii() and not set(uri) & set(" \\#?")
        assert unquote_to_bytes(uri) == os.fsencode(finding["file"])
        assert os.path.exists(os.path.join(os.fsencode(folder.path), unquote_to_bytes(uri)))


def test_fingerprints_are_unique(folder):
    fingerprints = [result["partialFingerprints"]["gametree/v1"] for result in run_of(folder)["results"]]
    assert len(set(fingerprints)) == len(fingerprints)


def test_fixes_replace_what_they_say(folder):
    """A fix by lines and characters comes to the same text as by bytes."""
    run = run_of(folder)
    line_ends = "|".join(run["newlineSequences"])
    for finding, result in zip(folder.findings(), run["results"], strict=True):
        assert ("fixes" in result) == (finding["fix"] is not None)
        fixes = [finding["fix"], *finding["alternatives"]] if finding["fix"] else []
        for fix, other in zip(fixes, result.get("fixes", []), strict=True):
            text = (folder.path / finding["file"]).read_bytes().decode()
            fixed = text.encode()
            for edit in sorted(fix["edits"], key=lambda edit: -edit["start"]["byte"]):
                fixed = fixed[: edit["start"]["byte"]] + edit["text"].encode() + fixed[edit["end"]["byte"] :]
            (change,) = other["artifactChanges"]
            replacements = change["replacements"]
            for replacement in sorted(replacements, key=lambda one: -offset(text, line_ends, one["deletedRegion"], "start")):
                region = replacement["deletedRegion"]
                start, end = (offset(text, line_ends, region, side) for side in ("start", "end"))
                text = text[:start] + replacement["insertedContent"]["text"] + text[end:]
            assert text == fixed.decode()


def offset(text, line_ends, place, side):
    starts = [0, *(end.end() for end in re.finditer(line_ends, text))]
    return starts[place[f"{side}Line"] - 1] + place[f"{side}Column"] - 1


def test_a_name_that_is_no_text_comes_through(command, tmp_path):
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\xfe.tree"))).write_text("max = 9 { 1 }")
    run = subprocess.run([command, "check", "--format", "sarif"], cwd=tmp_path, capture_output=True, check=False)
    (result,) = json.loads(run.stdout)["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote_to_bytes(uri) == b"\xff\xfe.tree"
    absolute = subprocess.run(
        [command, "check", "--format", "sarif", tmp_path], cwd="/", capture_output=True, check=False
    )
    (result,) = json.loads(absolute.stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].startswith("file:///")
