"""The wheel holds all that the program reads, and runs where nothing else of the project is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from games.registry import GAMES

ROOT = Path(__file__).parents[2]
PACKAGES = ("activity", "bot", "cogs", "db", "games", "locales", "playground")
PAGE = ROOT / "activity" / "web"
"""The page of the Activity: its sources stay outside, and what is built of them goes in."""

pytestmark = pytest.mark.slow


def run(folder: Path, *command: str | Path, status: int = 0) -> str:
    """Run a program in a folder, with no setting of ours, and return what it prints."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("DICENIGHT_", "PYTHON", "PIP_", "COV_"))
    }
    done = subprocess.run(
        list(map(str, command)), cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout or done.stderr


def pip(folder: Path, *words: str | Path) -> str:
    """Run the environment's pip, which asks no index."""
    return run(folder, sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the sources so that nothing is left beside them; committed, as a release is."""
    folder = tmp_path_factory.mktemp("wheel")
    unwanted = shutil.ignore_patterns("__pycache__", "node_modules", "build")
    for name in PACKAGES:
        shutil.copytree(ROOT / name, folder / "src" / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / "src")
    git = ("git", "-C", folder / "src", "-c", "user.name=a", "-c", "user.email=b@example.com")
    for words in (("init", "--quiet"), ("add", "--all"), ("commit", "--quiet", "--message", "all")):
        run(folder, *git, *words)
    shutil.copytree(PAGE / "build", folder / "src" / "activity" / "web" / "build")
    offline = ("--no-deps", "--no-index", "--no-build-isolation")
    pip(folder, "wheel", *offline, "--wheel-dir", folder, folder / "src")
    [path] = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a fresh environment into which the wheel is installed, as pipx does it.

    It sees the dependencies of this environment by a line in a .pth file, and not the project itself: of a folder
    that is named there no other .pth file counts.
    """
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    paths = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    here = sysconfig.get_paths()
    site = Path(paths["purelib"])
    (site / "dependencies.pth").write_text("\n".join({here["purelib"], here["platlib"]}), "utf-8")
    python = Path(paths["scripts"], "python")
    pip(folder, "--python", python, "install", "--no-deps", "--no-index", "--no-compile", wheel)
    return Path(paths["scripts"])


def test_the_wheel_holds_every_file_of_the_packages_and_no_other(wheel: Path) -> None:
    there = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and (not path.is_relative_to(PAGE) or path.is_relative_to(PAGE / "build"))
        and (package != "locales" or path.suffix in (".py", ".mo"))
    }
    assert there == wanted
    assert "locales/de/LC_MESSAGES/dicenight.mo" in there
    assert "activity/web/build/index.html" in there
    licence = [name for name in zipfile.ZipFile(wheel).namelist() if name.endswith("/LICENSE")]
    assert len(licence) == 1


def test_the_installed_program_runs_from_an_empty_folder(programs: Path, tmp_path: Path) -> None:
    def dicenight(*words: str, status: int = 0) -> str:
        return run(tmp_path, programs / "dicenight", *words, status=status)

    where = "import bot, cogs, db, games, playground; print(*(each.__path__[0] for each in (bot, cogs, db)))"
    for path in run(tmp_path, programs / "python", "-c", where).split():
        assert Path(path).is_relative_to(programs.parent)
    assert [game["key"] for game in json.loads(dicenight("games", "--json"))] == list(GAMES)
    assert dicenight("migrate", "--create").startswith("data/dicenight.db went from version 0 to ")
    health = dicenight("health", status=2)
    assert "set DICENIGHT_MONITORING_PORT" in health
