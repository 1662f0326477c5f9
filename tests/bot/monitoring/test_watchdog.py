"""A process whose loop hangs ends, and tells where it hung."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from bot.monitoring.watchdog import EVERY, HUNG, LAST_WORDS
from tests.bot.test_deploy import DEPLOY

HANGS = """
import asyncio, ctypes, logging, time
from bot.monitoring.watchdog import ended_if_hung

async def main():
    async with ended_if_hung({hung}, 0.01, 0.5):
        await asyncio.sleep(0.05)
        {work}
    print("ended in order")

logging.basicConfig(format="%(message)s")
asyncio.run(main())
"""


def ended(hung: float, work: str, env: Mapping[str, str] | None = None) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", HANGS.format(hung=hung, work=work)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **(env or {})},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_loop_that_hangs_ends_the_process_with_a_sentence_and_the_place() -> None:
    status, out, err = ended(0.2, "time.sleep(600)")
    assert (status, out) == (1, "")
    [line] = err.splitlines()
    assert "has hung" in line
    assert "in <string>, line 8" in line


def test_one_that_lets_no_thread_run_is_ended_all_the_same() -> None:
    """`PyDLL` keeps the interpreter's lock while it calls."""
    status, out, err = ended(0.2, "ctypes.PyDLL(None).sleep(600)")
    assert (status, out) == (1, "")
    assert "Timeout" in err
    assert "in main" in err


def test_a_loop_that_comes_round_is_left_alone() -> None:
    assert ended(30, "await asyncio.sleep(0.05)") == (0, "ended in order\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is of Linux")
@pytest.mark.parametrize("kind", ["/notify", "@dicenight-"])
def test_systemd_hears_of_each_turn(tmp_path: Path, kind: str) -> None:
    address = f"{tmp_path}{kind}" if kind.startswith("/") else f"{kind}{tmp_path.name}{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as systemd:
        systemd.bind(address.replace("@", "\0"))
        systemd.setblocking(False)
        assert ended(30, "await asyncio.sleep(0.1)", {"NOTIFY_SOCKET": address})[0] == 0
        assert [systemd.recv(64) for _ in range(3)] == [b"WATCHDOG=1"] * 3


def test_systemd_waits_until_the_process_has_had_its_last_words() -> None:
    unit = (DEPLOY / "systemd" / "dicenight@.service").read_text("utf-8")
    [patience] = re.findall(r"^WatchdogSec=(\d+)$", unit, re.MULTILINE)
    assert int(patience) >= HUNG + LAST_WORDS + EVERY
    assert f"after {HUNG + LAST_WORDS:.0f} seconds" in unit
