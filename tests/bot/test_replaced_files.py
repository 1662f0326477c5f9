"""A running process never loads files of another version: an update puts them in the place of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.workers import program_files
from bot.workers.worker_process import WorkerProcess
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
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path)}
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
    assert told["thought_here"] == list(GAMES), "with its own files, though its processes are dead"
    assert told["drawn_here"] == told["drawn"]
    assert told["told"], "it says that it is slow now"
    assert all("files are of another version" in line for line in told["told"])


async def test_a_worker_that_has_loaded_another_version_is_given_no_job(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(WorkerProcess()) as worker:
        assert await worker.run(os.getpid) != os.getpid()
        monkeypatch.setattr(program_files, "FOUND", "those of the version before")
        assert [await worker.run(os.getpid) for _ in range(2)] == [os.getpid()] * 2
    [line] = caplog.messages
    assert "slow the bot down until it is started again" in line


FORK_SERVER = """
import asyncio, multiprocessing, os, signal
from contextlib import closing
from multiprocessing import forkserver, resource_tracker
from bot.workers.worker_process import WorkerProcess, begin_fork_server

async def work():
    with closing(WorkerProcess()) as worker:
        return await worker.run(os.getpid)

if __name__ == "__main__":
    begin_fork_server("logging.config")
    for number in (signal.SIGINT, signal.SIGHUP):
        for beside in (forkserver._forkserver._forkserver_pid, resource_tracker._resource_tracker._pid):
            os.kill(beside, number)
    print(asyncio.run(work()) != os.getpid())
"""
"""A bot whose terminal sends its signals to all of its processes, as soon as they are there."""


def test_signals_of_a_terminal_leave_the_processes_beside_the_bot_alone(tmp_path: Path) -> None:
    """Ctrl-C in the first seconds ended them with a traceback, and the last pictures of a stop were never drawn."""
    script = tmp_path / "bot_on_a_terminal.py"
    script.write_text(FORK_SERVER, "utf-8")
    done = subprocess.run(
        [sys.executable, script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


def test_each_change_of_the_programs_files_is_seen(tmp_path: Path) -> None:
    source, made = tmp_path / "games" / "dice.py", tmp_path / "games" / "__pycache__" / "dice.pyc"
    made.parent.mkdir(parents=True)
    source.write_text("1")
    before = program_files.fingerprint(tmp_path)
    made.write_text("compiled")
    assert program_files.fingerprint(tmp_path) == before
    source.write_text("12")
    assert program_files.fingerprint(tmp_path) != before
