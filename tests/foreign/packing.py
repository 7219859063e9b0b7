"""What the tests of packages share: the command, built anew as it is released but without optimisation, and packed."""

import os
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SCRIPTS = Path(sys.executable).parent
VERSION = re.search(r'^version = "(.*)"', (REPOSITORY / "Cargo.toml").read_text(), re.MULTILINE)[1]
TARGET = "x86_64-unknown-linux-gnu"

# How fast the command is does not matter here, but how fast it is built. All builds share their dependencies.
QUICK_BUILD = {
    **os.environ,
    "CARGO_BUILD_TARGET": TARGET,
    "CARGO_TARGET_DIR": str(REPOSITORY / "target/foreign/cargo"),
    "CARGO_PROFILE_RELEASE_LTO": "off",
    "CARGO_PROFILE_RELEASE_OPT_LEVEL": "0",
    "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "16",
    "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}",
    "RUSTFLAGS": "-C target-feature=+crt-static",
}

RIGHT = "max A = 5 { 3, 5 }\n"
WRONG = "max A = 4 { 3, 5 }\n"


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


@lru_cache(maxsize=1)
def packages():
    """The folder with every package that `.ci/package` makes."""
    result = run([REPOSITORY / ".ci/package"], env={**QUICK_BUILD, "RUSTFLAGS": ""})
    assert result.returncode == 0, result.stderr
    return [REPOSITORY / line for line in result.stdout.splitlines()]


def package(ending):
    """The one package whose name ends so."""
    [found] = [path for path in packages() if path.name.endswith(ending)]
    return found


def without_rust():
    """An environment in which no Rust is found."""
    folders = [folder for folder in os.environ["PATH"].split(os.pathsep) if not (Path(folder) / "cargo").exists()]
    return {**os.environ, "PATH": os.pathsep.join(folders)}
