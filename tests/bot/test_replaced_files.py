"""A running process never loads files of another version: an update puts them in the place of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from games.registry import GAMES
from tests.helpers.replaced_files import PACKAGES

ROOT = Path(__file__).parents[2]
SCRIPT = """import sys
from bot.__main__ import main
if __name__ == "__main__":
    from tests.helpers.replaced_files import run_it
    run_it()
"""
"""As the script `dicenight` that pip makes: it imports this, and worker processes import it again."""


def test_a_process_whose_files_are_replaced_thinks_draws_and_plays_as_before(tmp_path: Path) -> None:
    for package in (*PACKAGES, "playground", "tests"):
        left_out = shutil.ignore_patterns("__pycache__", "node_modules", "golden")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=left_out)
    script = tmp_path / "dicenight"
    script.write_text(SCRIPT, "utf-8")
    # its own path alone, so that nothing comes from the project as it stands
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["replaced"] > 500
    assert told["thought"] == list(GAMES)
    assert told["drawn"] > 1000
    assert told["shown"]
    assert told["warnings"] == []
