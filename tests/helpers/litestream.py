"""Litestream, where it is installed: the recipe of `deploy/` is run, and what it leaves in a file is left here too."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.helpers.store import raw

NAMED = "DICENIGHT_LITESTREAM"
"""The variable that names the program. Where it is set, as in `.ci/run`, its absence must be a failure."""
RECIPE = Path(__file__).parents[2] / "deploy" / "litestream.yml"


def replicate(path: Path) -> None:
    """Leave in a file what Litestream leaves there; it begins one that is not there yet."""
    with raw(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)")
        db.execute("CREATE TABLE _litestream_lock (id INTEGER)")
        db.execute("INSERT INTO _litestream_seq VALUES (1, 1)")


def program() -> str:
    """Return the path of the program. Skips the test if there is none; fails it if one is named and is not there."""
    named = os.environ.get(NAMED)
    if named and shutil.which(named) is None:
        pytest.fail(f"{NAMED} names {named!r}, and there is no program")
    found = named or shutil.which("litestream")
    if found is None:
        pytest.skip("Litestream is not installed")
    return found


class Litestream:
    """The program, as the recipe runs it on one file with one replica."""

    def __init__(self, path: Path, replica: Path) -> None:
        self.path, self.replica = path, replica
        self._program = program()
        self._environment = {
            **os.environ,
            "DICENIGHT_DATABASE": str(path),
            "LITESTREAM_REPLICA": f"file://{replica}",
        }
        self._process: subprocess.Popen[bytes] | None = None

    def _start(self) -> subprocess.Popen[bytes]:
        with open(self.replica.with_name(f"{self.replica.name}.log"), "wb") as log:
            return subprocess.Popen(
                [self._program, "replicate", "-config", RECIPE],
                env=self._environment,
                stdout=log,
                stderr=log,
            )

    @contextmanager
    def running(self) -> Iterator[None]:
        """Replicate during the block; killed at its end, unless it was stopped."""
        self._process = self._start()
        try:
            yield
        finally:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Stop in order: what the file holds is in the replica then."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(30)

    @property
    def has_begun(self) -> bool:
        """True once there is something that can be restored."""
        return any(self.replica.rglob("*.snapshot.lz4"))

    def restore(self, target: Path) -> None:
        """Restore the replica under another name."""
        target.parent.mkdir()
        subprocess.run(
            [self._program, "restore", "-o", target, f"file://{self.replica}"],
            check=True,
            capture_output=True,
            timeout=60,
        )
