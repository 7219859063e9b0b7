"""The packages that `.ci/package` makes, installed from their files where there is no Rust, and used."""

import functools
import http.server
import json
import os
import re
import shutil
import tarfile
import threading
import zipfile
from pathlib import Path

import pytest
import yaml

from packing import QUICK_BUILD, REPOSITORY, RIGHT, SCRIPTS, TARGET, VERSION, WRONG, package, run, without_rust

HOME = "https://example.org/somebody/gametree"


@pytest.fixture(scope="session")
def archive(tmp_path_factory):
    """The folder in the archive."""
    unpacked = tmp_path_factory.mktemp("archive")
    with tarfile.open(package(f"{TARGET}.tar.gz")) as packed:
        packed.extractall(unpacked, filter="data")
    [folder] = unpacked.iterdir()
    return folder


# The archive and the image


def test_the_archive_has_the_command_and_what_belongs_to_it(archive):
    assert archive.name == f"gametree-{VERSION}-{TARGET}"
    names = {file.relative_to(archive).as_posix() for file in archive.rglob("*") if file.is_file()}
    shells = {f"completions/{name}" for name in ("_gametree", *(f"gametree.{end}" for end in ("bash", "elv", "fish", "ps1")))}
    texts = {"README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY-NOTICES"}
    pages = {name for name in names if name.startswith("man/")}
    assert {"man/gametree.1", "man/gametree-check.1", "man/gametree-generate-random.1"} <= pages
    assert names == {"gametree"} | texts | shells | pages
    assert run([archive / "gametree", "--version"]).stdout == f"gametree {VERSION}\n"


def test_completions_load_as_they_are(archive):
    completions = archive / "completions"
    loaded = run(["bash", "-c", f"source {completions}/gametree.bash && complete -p gametree"])
    assert loaded.stdout.strip().endswith("gametree"), loaded.stderr
    # Zsh loads a file of this name that begins so from its `fpath`.
    assert (completions / "_gametree").read_text().startswith("#compdef gametree\n")


def test_the_notices_name_every_crate_in_the_command(archive):
    notices = (archive / "THIRD-PARTY-NOTICES").read_text()
    for crate in ("clap", "resvg", "serde_json"):
        assert re.search(rf"^# .*\b{crate} \d", notices, re.MULTILINE), crate
    # It runs only while the command is built.
    assert not re.search(r"^# .*\blalrpop \d", notices, re.MULTILINE)
    assert "SIL OPEN FONT LICENSE" in notices


def test_a_tag_that_is_not_the_version_is_no_release():
    tag = {**QUICK_BUILD, "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v99.0.0"}
    result = run([REPOSITORY / ".ci/package"], env=tag)
    assert result.returncode == 1
    assert f"v99.0.0 is not v{VERSION}" in result.stderr


def test_forms_and_systems_that_do_not_exist_are_refused():
    wrong = run([REPOSITORY / ".ci/package", "portable", "rpm"], env={**QUICK_BUILD, "PATH": "/usr/bin:/bin"})
    assert wrong.returncode != 0
    other = run([REPOSITORY / ".ci/package"], env={**QUICK_BUILD, "CARGO_BUILD_TARGET": "riscv64gc-unknown-linux-gnu"})
    assert other.returncode == 1 and "cargo install --locked" in other.stderr


def test_the_steps_of_the_dockerfile_make_an_image_that_checks(archive, tmp_path):
    """There is no engine here: the image is a folder, and what it runs, it runs there as its root."""
    steps = (REPOSITORY / "Dockerfile").read_text().split("FROM scratch\n")[1]
    image = tmp_path / "image"
    image.mkdir()
    folder = "/"
    for step in steps.splitlines():
        word, _, rest = step.partition(" ")
        if word == "COPY":
            *sources, target = rest.removeprefix("--from=build ").split()
            to = image / target.lstrip("/")
            (to if target.endswith("/") else to.parent).mkdir(parents=True, exist_ok=True)
            for source in sources:
                shutil.copy(archive / Path(source).relative_to("/image"), to)
        elif word == "WORKDIR":
            folder = rest
        elif word in ("ENTRYPOINT", "CMD"):
            steps = json.loads(rest)
            command = steps if word == "ENTRYPOINT" else [*command, *steps]
        else:
            assert word == "", step
    (image / folder.lstrip("/")).mkdir()
    (image / folder.lstrip("/") / "a.tree").write_text(WRONG)
    # Docker starts in the folder; `chroot` in the root, and nothing there changes folders.
    inside = ["unshare", "--map-root-user", "chroot", image, *command, folder]
    result = run(inside)
    assert result.returncode == 1 and "A is worth 5, not 4" in result.stdout, result.stderr


# pip


@pytest.fixture(scope="session")
def python():
    """A Python without anything but the wheel, and what its tests need."""
    folder = REPOSITORY / "target/foreign/wheel"
    run(["python3", "-m", "venv", "--clear", folder])
    pip = [folder / "bin/pip", "install", "--quiet"]
    needed = run([*pip, "--requirement", REPOSITORY / "python/tests/requirements.txt"])
    assert needed.returncode == 0, needed.stderr
    result = run([*pip, "--no-index", package(".whl")], env=without_rust())
    assert result.returncode == 0, result.stderr
    return folder / "bin"


def test_the_wheel_needs_nothing_else():
    with zipfile.ZipFile(package(".whl")) as wheel:
        about = wheel.read(f"gametree-{VERSION}.dist-info/WHEEL").decode()
        metadata = wheel.read(f"gametree-{VERSION}.dist-info/METADATA").decode()
    assert "Tag: py3-none-manylinux2014_x86_64\n" in about
    assert "Requires-Dist" not in metadata and "Project-URL" not in metadata


def test_the_module_does_what_it_says(python):
    result = run([python / "python", "-m", "pytest", "-q", REPOSITORY / "python/tests"], env=without_rust())
    print(result.stdout)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_module_is_typed(python, tmp_path):
    (tmp_path / "use.py").write_text("import gametree\n\nreveal_type(gametree.eval('max { 1 }')[0]['value'])\n")
    options = ["--strict", "--cache-dir", tmp_path / "cache"]
    result = run([python / "mypy", *options, "--python-executable", python / "python", "use.py"], cwd=tmp_path)
    assert 'Revealed type is "str | None"' in result.stdout or "Union[builtins.str, None]" in result.stdout, result.stdout
    assert result.returncode == 0, result.stdout
    result = run([python / "mypy", *options, REPOSITORY / "python/gametree"], cwd=tmp_path)
    assert result.returncode == 0, result.stdout


def test_the_source_for_pip_has_all_that_a_build_needs():
    [source] = [path for path in [package(f"gametree-{VERSION}.tar.gz")]]
    with tarfile.open(source) as packed:
        names = set(packed.getnames())
    for needed in ("pyproject.toml", "PKG-INFO", "Cargo.toml", "Cargo.lock", "src/main.rs", "grammar/build.rs"):
        assert any(name.split("/", 1)[-1] == needed for name in names), needed
    assert any(name.endswith("gametree/__init__.py") for name in names)


# npm


@pytest.fixture(scope="session")
def node(tmp_path_factory):
    """A project that has installed gametree from files."""
    project = tmp_path_factory.mktemp("node")
    files = [package(f"gametree-linux-x64-{VERSION}.tgz"), REPOSITORY / f"dist/gametree-{VERSION}.tgz"]
    install = ["npm", "install", "--offline", "--no-audit", "--no-fund", "--cache", project / "cache", *files]
    result = run(install, cwd=project, env=without_rust())
    assert result.returncode == 0, result.stderr
    return project


def evaluate(project, script):
    return run(["node", "--eval", script], cwd=project, env=without_rust())


def test_npm_installs_the_command(node):
    (node / "a.tree").write_text(WRONG)
    for command in (["node_modules/.bin/gametree"], ["npx", "--offline", "gametree"]):
        result = run([*command, "check", "a.tree"], cwd=node, env=without_rust())
        assert result.returncode == 1 and "A is worth 5, not 4" in result.stdout, result.stderr
    said = run(["node_modules/.bin/gametree", "nonsense"], cwd=node)
    assert said.returncode == 2 and "unrecognized subcommand" in said.stderr


def test_node_calls_the_command(node):
    script = f"""
        const gametree = require("gametree");
        const finding = gametree.check({json.dumps(WRONG)})[0];
        const value = gametree.evaluate("max {{ 3, 5 }}", {{ cut: ">" }})[0].value;
        const steps = gametree.trace("max {{ 3, 5 }}").length;
        const picture = gametree.render("max {{ 3, 5 }}").slice(0, 4);
        let message;
        try {{ gametree.evaluate("max {{"); }} catch (error) {{ message = error.message.split("\\n")[0]; }}
        console.log(JSON.stringify([finding.message, value, steps, picture, message]));
    """
    result = evaluate(node, script)
    expected = ["A is worth 5, not 4", "5", 8, "<svg", "error[E0106]: this brace is never closed"]
    assert json.loads(result.stdout) == expected, result.stderr


def test_a_platform_without_a_package_is_named(node):
    other = "Object.defineProperty(process, 'platform', { value: 'sunos' });"
    result = evaluate(node, f"{other} require('gametree').executable()")
    assert "gametree has no command for sunos-x64, only for linux-x64, linux-arm64," in result.stderr
    missing = "Object.defineProperty(process, 'arch', { value: 'arm64' });"
    result = evaluate(node, f"{missing} require('gametree').executable()")
    assert "the package @gametree/linux-arm64, which contains the command, is missing" in result.stderr


# VS Code


def extension(name):
    with zipfile.ZipFile(package(f"{name}.vsix")) as packed:
        return {file.filename: (packed.read(file), file.external_attr >> 16) for file in packed.infolist()}


def test_the_extension_for_a_platform_contains_the_command(tmp_path):
    files = extension("linux-x64")
    assert b'TargetPlatform="linux-x64"' in files["extension.vsixmanifest"][0]
    content, mode = files["extension/server/gametree"]
    assert mode & 0o111 == 0o111
    command = tmp_path / "gametree"
    command.write_bytes(content)
    command.chmod(0o755)
    assert run([command, "--version"]).stdout == f"gametree {VERSION}\n"
    assert b"clap" in files["extension/server/THIRD-PARTY-NOTICES.txt"][0]


def test_the_extension_for_all_platforms_says_how_to_get_the_command():
    files = extension("universal")
    assert "extension/server/gametree" not in files
    assert b"TargetPlatform" not in files["extension.vsixmanifest"][0]
    assert b"pip install gametree" in files["extension/readme.md"][0]


@pytest.mark.skipif(not os.environ.get("GAMETREE_MODULE"), reason="the server was not built as WebAssembly")
@pytest.mark.parametrize("name", ["linux-x64", "universal"])
def test_each_extension_contains_the_server_as_webassembly_with_its_notices(name):
    files = extension(name)
    assert files["extension/server/gametree.wasm"][0] == Path(os.environ["GAMETREE_MODULE"]).read_bytes()
    notices = files["extension/server/THIRD-PARTY-NOTICES.txt"][0].decode()
    for crate in ("num-rational", "serde_json"):
        assert re.search(rf"^# .*\b{crate} \d", notices, re.MULTILINE), crate


def test_the_readme_of_the_extension_has_pictures_that_are_shown():
    readme = extension("universal")["extension/readme.md"][0].decode()
    pictures = re.findall(r"!\[.+\]\(([^)]{1,60})", readme)
    assert pictures and all(picture.startswith("data:image/png;base64,") for picture in pictures)


# One home


def test_packages_name_the_address_once_there_is_one(tmp_path):
    """A copy with an address is packed, as far as nothing has to be built for it."""
    copy = tmp_path / "copy"
    (copy / "editors").mkdir(parents=True)
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(REPOSITORY / name, copy)
    shutil.copytree(REPOSITORY / "npm", copy / "npm")
    shutil.copytree(REPOSITORY / "target/extension/editors/vscode", copy / "editors/vscode", symlinks=True)
    cargo = (REPOSITORY / "Cargo.toml").read_text()
    assert "\nrepository = " not in cargo, "with an address, test the other state here"
    (copy / "Cargo.toml").write_text(cargo.replace("\nlicense = ", f'\nrepository = "{HOME}"\nlicense = ', 1))

    result = run(["node", "npm/pack.mjs"], cwd=copy)
    with tarfile.open(copy / result.stdout.strip()) as packed:
        manifest = json.load(packed.extractfile("package/package.json"))
    assert manifest["repository"]["url"] == f"git+{HOME}.git"

    result = run(["node", "package.mjs", "--out", "home.vsix"], cwd=copy / "editors/vscode")
    assert result.returncode == 0, result.stderr
    with zipfile.ZipFile(copy / "editors/vscode/home.vsix") as packed:
        readme = packed.read("extension/readme.md").decode()
        manifest = json.loads(packed.read("extension/package.json"))
    assert f"]({HOME}/raw/v{VERSION}/editors/vscode/pictures/" in readme and "data:" not in readme
    assert manifest["repository"]["url"] == HOME


def test_nothing_names_an_address_of_its_own():
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=REPOSITORY).stdout.splitlines()
    own = re.compile(r"OWNER/|github\.com/[\w-]+/gametree|gitlab\.com/[\w-]+/gametree")
    texts = {name: (REPOSITORY / name).read_bytes().decode("utf-8", "replace") for name in listed if (REPOSITORY / name).is_file()}
    assert [name for name, text in texts.items() if own.search(text) and name != "tests/foreign/test_packages.py"] == []


# Commands that download


@pytest.fixture
def release(tmp_path):
    """A checkout with an address at which a server has a release."""
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    folder = tmp_path / f"served/releases/download/v{VERSION}"
    folder.mkdir(parents=True)
    serve = functools.partial(Quiet, directory=tmp_path / "served")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        checkout = tmp_path / "checkout"
        (checkout / ".ci").mkdir(parents=True)
        shutil.copy(REPOSITORY / ".ci/fetch", checkout / ".ci")
        shutil.copy(REPOSITORY / "action.yml", checkout)
        address = f"http://127.0.0.1:{server.server_port}"
        (checkout / "Cargo.toml").write_text(f'version = "{VERSION}"\nrepository = "{address}"\n')
        yield checkout, folder
        server.shutdown()


def test_a_release_is_downloaded_if_its_sum_is_right(release, tmp_path):
    checkout, folder = release
    fetch = [checkout / ".ci/fetch", tmp_path / "bin"]
    result = run(fetch)
    assert result.returncode == 3 and "has no SHA256SUMS" in result.stderr
    archive = package(f"{TARGET}.tar.gz")
    shutil.copy(archive, folder)
    sums = run(["sha256sum", archive.name], cwd=folder).stdout
    (folder / "SHA256SUMS").write_text(f"{'0' * 64}  other\n{sums}")
    result = run(fetch)
    assert result.returncode == 0, result.stderr
    assert os.listdir(tmp_path / "bin") == ["gametree"]
    (folder / "SHA256SUMS").write_text(sums.replace(sums[:4], "0000"))
    result = run([checkout / ".ci/fetch", tmp_path / "wrong"])
    assert result.returncode == 1 and "is not used" in result.stderr
    assert not (tmp_path / "wrong/gametree").exists()
    result = run([*fetch, "99.0.0"])
    assert result.returncode == 3 and "v99.0.0" in result.stderr


def test_the_action_downloads_a_release_and_builds_nothing(release, tmp_path):
    checkout, folder = release
    archive = package(f"{TARGET}.tar.gz")
    shutil.copy(archive, folder)
    (folder / "SHA256SUMS").write_text(run(["sha256sum", archive.name], cwd=folder).stdout)
    [download] = [step for step in yaml.safe_load((checkout / "action.yml").read_text())["runs"]["steps"] if step.get("id") == "download"]
    known = {"GITHUB_ACTION_PATH": str(checkout), "GITHUB_OUTPUT": str(tmp_path / "output"), "RUNNER_TEMP": str(tmp_path)}
    for version, status in (("", 0), (VERSION, 0), ("99.0.0", 3)):
        result = run(["bash", "-eo", "pipefail", "-c", download["run"]], env={**without_rust(), **known, "VERSION": version})
        assert result.returncode == status, result.stderr
    assert (tmp_path / "gametree/bin/gametree").exists() and not (tmp_path / "output").exists()


def test_without_an_address_there_is_nothing_to_download(tmp_path):
    result = run([REPOSITORY / ".ci/fetch", tmp_path])
    assert (result.returncode, os.listdir(tmp_path)) == (3, [])


# pre-commit


def test_the_hooks_of_pre_commit_need_no_rust(tmp_path):
    def git(*arguments):
        identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@example.org"]
        assert run(["git", *identity, *arguments], cwd=tmp_path).returncode == 0

    page = (REPOSITORY / "docs/ci.md").read_text()
    (config,) = re.findall(r"```yaml\n# \.pre-commit-config\.yaml\n(.*?)```", page, re.DOTALL)
    git("init", "--quiet")
    # The page shows two hooks, and says what the entry of a third would be.
    fix, _ = config.replace("gametree-check", "gametree-fix").replace("check --", "check --fix --"), None
    (tmp_path / ".pre-commit-config.yaml").write_text(config + fix.split("  hooks:\n")[1])
    (tmp_path / "a.tree").write_text(WRONG)
    (tmp_path / "-q.tree").write_text(RIGHT)
    (tmp_path / "draft.tree").write_text("max {")
    (tmp_path / "gametree.toml").write_text('exclude = ["draft.tree"]\n')
    git("add", ".")
    home = {"PRE_COMMIT_HOME": str(tmp_path / ".git/pre-commit")}
    wheels = {"PIP_FIND_LINKS": str(package(".whl").parent)}

    def hook(name):
        command = [SCRIPTS / "pre-commit", "run", name, "--all-files"]
        result = run(command, cwd=tmp_path, env={**without_rust(), **home, **wheels})
        return result.returncode, result.stdout + result.stderr

    status, said = hook("gametree-check")
    assert status == 1 and "A is worth 5, not 4" in said and "draft.tree" not in said, said
    status, said = hook("gametree-fix")
    assert status == 1 and "files were modified by this hook" in said, said
    assert (tmp_path / "a.tree").read_text() == RIGHT
    (tmp_path / "a.tree").write_text(RIGHT.replace(" ", "  "))
    status, said = hook("gametree-fmt")
    assert status == 1 and "files were modified by this hook" in said, said
    assert (tmp_path / "a.tree").read_text() == RIGHT
    assert hook("gametree-check")[0] == 0


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("busybox"), reason="needs root and a static busybox")
def test_gradescope_grades_where_there_is_nothing_else_and_no_network(archive, tmp_path):
    homework, root = REPOSITORY / "docs", tmp_path / "root"
    source, submission = root / "autograder" / "source", root / "autograder" / "submission"
    submission.mkdir(parents=True)
    written = run([archive / "gametree", "course", "gradescope", homework / "homework.tree", "--output", source])
    assert written.returncode == 0, written.stderr
    shutil.copy(homework / "submissions" / "4712.tree", submission)
    # A shell that needs no library, under the names that the scripts call.
    (root / "bin").mkdir()
    shutil.copy(shutil.which("busybox"), root / "bin" / "busybox")
    for name in ["sh", "mkdir", "chmod"]:
        (root / "bin" / name).symlink_to("busybox")

    def inside(script):
        limited = f"export PATH=/bin; ulimit -v 786432; sh /autograder/source/{script}"
        return run(["unshare", "--net", "chroot", root, "/bin/sh", "-c", limited])

    built = inside("setup.sh")
    assert built.returncode == 0 and built.stdout == f"gametree {VERSION}\n", built.stderr
    graded = inside("run_autograder")
    results = json.loads((root / "autograder" / "results" / "results.json").read_text())
    assert results["score"] == sum(test["max_score"] for test in results["tests"]) > 0, graded.stderr
