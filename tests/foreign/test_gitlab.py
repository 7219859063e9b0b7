"""Code Quality of GitLab: the types that another tool declares for its reports, and the rules of GitLab's documentation.

No package brings GitLab's own schema. What it asks for beyond types is written down here.
"""

import json
import re

from gitlab_cq import GitLabCodeQuality
from typeguard import CollectionCheckStrategy, check_type


def test_the_types_hold(folder):
    report = json.loads(folder.check("gitlab"))
    every = CollectionCheckStrategy.ALL_ITEMS
    check_type(report, list[GitLabCodeQuality.Issue], collection_check_strategy=every)


def test_every_finding_is_a_violation(folder):
    severities = {"error": "major", "warning": "minor", "note": "info"}
    report = json.loads(folder.check("gitlab"))
    for finding, violation in zip(folder.findings(), report, strict=True):
        assert violation["description"] == finding["message"] != ""
        assert violation["check_name"] == finding["code"]
        assert violation["severity"] == severities[finding["severity"]]
        # GitLab links to the line with the path as the repository has it.
        assert violation["location"]["path"] == finding["file"]
        assert not violation["location"]["path"].startswith(("./", "/"))
        assert violation["location"]["lines"]["begin"] == finding["start"]["line"] >= 1


def test_fingerprints_are_unique(folder):
    """GitLab shows only the first of several violations with the same fingerprint."""
    fingerprints = [violation["fingerprint"] for violation in json.loads(folder.check("gitlab"))]
    assert len(set(fingerprints)) == len(fingerprints)
    assert all(re.fullmatch("[0-9a-f]{32}", fingerprint) for fingerprint in fingerprints)


def test_the_document_begins_with_its_bracket(folder):
    """GitLab reads no report with a byte order mark before it."""
    assert folder.check("gitlab").startswith("[")
