"""Runs in the checkout of each submission, and writes result.json."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

bundle = Path(__file__).resolve().parent
command = bundle / "gametree"
command.chmod(0o755)
graded = subprocess.run(
    [command, "grade", bundle / "@NAME@.tree", ".", "--format", "classroom50", "--jobs", "1"],
    stdout=subprocess.PIPE,
)
try:
    result = json.loads(graded.stdout)
except ValueError:
    sys.exit("gametree wrote no result")
environment = os.environ
result.update(
    {
        "schema": "classroom50/result/v1",
        "classroom": environment["CLASSROOM"],
        "assignment": environment["ASSIGNMENT"],
        "assignment_type": environment.get("ASSIGNMENT_TYPE") or "individual",
        "owner": environment.get("OWNER") or environment.get("USERNAME") or "",
        "submission": environment["SUBMISSION_TAG"],
        "commit": environment["COMMIT_URL"],
        "release": environment["RELEASE_URL"],
        "review": environment.get("REVIEW_URL") or environment["COMMIT_URL"],
    }
)
# The tag says when the work was handed in: submit/2026-06-01T14-32-05Z-a1b2c3d.
handed_in = re.match(r"submit/(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z", result["submission"])
if handed_in:
    result["datetime"] = "{}T{}:{}:{}Z".format(*handed_in.groups())
Path("result.json").write_text(json.dumps(result, indent=2), encoding="utf-8")
