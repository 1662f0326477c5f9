"""A process whose loop hangs ends, and tells where it hung."""

from __future__ import annotations

import subprocess
import sys

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


def ended(hung: float, work: str) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-c", HANGS.format(hung=hung, work=work)],
        capture_output=True,
        text=True,
        check=False,
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
