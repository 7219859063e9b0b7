"""Runs the command that the package contains."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Optional, Union

Option = Union[str, int, bool, Sequence[str], None]
"""The value of an option: ``True`` for one without a value, a list for one that is given several times."""


class GametreeError(Exception):
    """The command could not do its work. The message is what it wrote on standard error."""


@lru_cache(maxsize=None)
def executable() -> str:
    """The path of the command: that of this package, otherwise the one on the ``PATH``."""
    name = "gametree.exe" if os.name == "nt" else "gametree"
    package = Path(__file__).resolve().parent
    user = sysconfig.get_path("scripts", "nt_user" if os.name == "nt" else "posix_user")
    # `pip install --target` puts the command into a folder beside the package.
    scripts = [Path(folder) for folder in (sysconfig.get_path("scripts"), user)]
    for candidate in (folder / name for folder in [*scripts, package.parent / "bin", package.parent / "Scripts"]):
        if candidate.is_file():
            return str(candidate)
    found = shutil.which(name)
    if found is None:
        raise GametreeError(f"the command {name} is missing; `{sys.executable} -m pip install gametree` installs it")
    return found


def run(
    command: str,
    text: Optional[str],
    options: Mapping[str, Option],
    *arguments: str,
    findings: bool = False,
    **fixed: Option,
) -> bytes:
    """Runs a command and returns what it prints. A text is its standard input.

    The exit status must be 0; with `findings` it may be 1, too.
    """
    files = arguments if text is None else ("-",)
    call = [executable(), command, *_flags({**options, **fixed}), "--", *files]
    done = subprocess.run(call, input=(text or "").encode(), capture_output=True, check=False)
    if done.returncode != 0 and not (findings and done.returncode == 1):
        said = done.stderr.decode("utf-8", "replace").strip()
        raise GametreeError(said or f"`gametree {command}` ended with the status {done.returncode}")
    return done.stdout


def _flags(options: Mapping[str, Option]) -> list[str]:
    flags: list[str] = []
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            flags.append(flag)
        elif isinstance(value, (str, int)):
            flags.append(f"{flag}={value}")
        else:
            flags.extend(f"{flag}={each}" for each in value)
    return flags
