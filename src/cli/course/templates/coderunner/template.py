"""Runs on the server of CodeRunner for each submission, and prints one JSON object."""

import json
import os
import subprocess

answer = """{{ STUDENT_ANSWER | e('py') }}"""
with open("answers.tree", "w", encoding="utf-8", newline="") as sheet:
    sheet.write(answer)
os.chmod("gametree", 0o755)
command = ["./gametree", "grade", "@NAME@.tree", "answers.tree", "--format", "coderunner", "--jobs", "1"]
graded = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
try:
    outcome = json.loads(graded.stdout)
except ValueError:
    outcome = {
        "fraction": 0,
        "prologuehtml": "<p>The grader stopped before it was done. Please tell your teacher.</p>",
    }
print(json.dumps(outcome))
