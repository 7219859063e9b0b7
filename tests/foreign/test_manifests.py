"""The files that other tools read of this repository: the action, the hooks, the release, and the jobs in docs/ci.md.

They are validated by what reads them elsewhere, and their steps are run in a shell as far as that goes here.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPTS = Path(sys.executable).parent
BASH = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]

# Where the command is built anew: how fast it is does not matter then, but how fast it is built.
QUICK_BUILD = {
    **os.environ,
    "CARGO_TARGET_DIR": str(REPOSITORY / "target/foreign/cargo"),
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
}

RIGHT = "max A = 5 { 3, 5 }\n"
WRONG = "max A = 4 { 3, 5 }\n"
SKIPS = "max { { 3, 5 } { 2, 8 } }\n"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def validate(schema, file):
    result = run([SCRIPTS / "check-jsonschema", "--builtin-schema", schema, file])
    assert result.returncode == 0, result.stdout + result.stderr


def pre_commit(*arguments, **options):
    result = run([SCRIPTS / "pre-commit", *arguments], **options)
    return result.returncode, result.stdout + result.stderr


def test_the_action_is_one():
    validate("vendor.github-actions", REPOSITORY / "action.yml")


def test_the_release_is_a_workflow_that_ends():
    release = REPOSITORY / ".github/workflows/release.yml"
    validate("vendor.github-workflows", release)
    validate("custom.github-workflows-require-timeout", release)


def test_the_hooks_are_hooks():
    status, said = pre_commit("validate-manifest", REPOSITORY / ".pre-commit-hooks.yaml")
    assert status == 0, said


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
            status, said = pre_commit("validate-config", file)
            assert (name, status) == (".pre-commit-config.yaml", 0), said


def test_jobs_name_the_version_and_hooks_that_there_are():
    version = re.search(r'^version = "(.*)"', (REPOSITORY / "Cargo.toml").read_text(), re.MULTILINE)[1]
    page = (REPOSITORY / "docs/ci.md").read_text()
    assert set(re.findall(r"v(\d+\.\d+\.\d+)", page)) == {version}
    hooks = {hook["id"] for hook in yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text())}
    assert set(re.findall(r"id: (gametree\S+)", page)) <= hooks


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


# The hooks, by pre-commit itself


def test_pre_commit_builds_and_runs_the_hooks(tmp_path):
    def git(*arguments):
        identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
        return subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "--quiet")
    (tmp_path / "a.tree").write_text(WRONG)
    (tmp_path / "-q.tree").write_text(RIGHT)
    (tmp_path / "draft.tree").write_text("max {")
    (tmp_path / "gametree.toml").write_text('exclude = ["draft.tree"]\n')
    git("add", ".")
    home = {**QUICK_BUILD, "PRE_COMMIT_HOME": str(tmp_path / ".git/pre-commit")}
    status, said = pre_commit("try-repo", REPOSITORY, "gametree-check", "--all-files", cwd=tmp_path, env=home)
    assert status == 1 and "A is worth 5, not 4" in said and "draft.tree" not in said, said
    status, said = pre_commit("try-repo", REPOSITORY, "gametree-fix", "--all-files", cwd=tmp_path, env=home)
    assert status == 1 and "files were modified by this hook" in said, said
    assert (tmp_path / "a.tree").read_text() == RIGHT
    (tmp_path / "a.tree").write_text(RIGHT.replace(" ", "  "))
    status, said = pre_commit("try-repo", REPOSITORY, "gametree-fmt", "--all-files", cwd=tmp_path, env=home)
    assert status == 1 and "files were modified by this hook" in said, said
    assert (tmp_path / "a.tree").read_text() == RIGHT
    status, said = pre_commit("try-repo", REPOSITORY, "gametree-check", "--all-files", cwd=tmp_path, env=home)
    assert status == 0, said


# What a release has


def test_the_package_has_the_command_and_what_belongs_to_it(tmp_path):
    result = run([REPOSITORY / ".ci/package"], env=QUICK_BUILD)
    assert result.returncode == 0, result.stderr
    archive = REPOSITORY / result.stdout.splitlines()[-1]
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    [folder] = tmp_path.iterdir()
    names = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    shells = {f"completions/gametree.{shell}" for shell in ("bash", "elvish", "fish", "powershell", "zsh")}
    texts = {"README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"}
    assert names == {"gametree", "gametree.1"} | texts | shells
    assert "gametree 0." in run([folder / "gametree", "--version"]).stdout


def test_a_tag_that_is_not_the_version_is_no_release():
    tag = {**QUICK_BUILD, "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v99.0.0"}
    result = run([REPOSITORY / ".ci/package"], env=tag)
    assert result.returncode == 1
    assert "v99.0.0 is not v0." in result.stderr
