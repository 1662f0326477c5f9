"""A copy of this process plays each world to its end.

So only the first world pays for the start of the bot's processes, and what a world leaves behind goes with its copy.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator


class CopyEnded(Exception):
    """A copy of this process has ended before its work was done."""


def in_a_copy(work: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Do work in a copy of this process, and yield its lines here. Raises `CopyEnded`.

    This process must have no other thread.
    """
    reads, writes = os.pipe()
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    child = os.fork()
    if child == 0:
        os.close(reads)
        _work(work, writes)
    os.close(writes)
    with open(reads) as answers:
        yield from (line.rstrip("\n") for line in answers)
    _, status = os.waitpid(child, 0)
    if status:
        raise CopyEnded(f"status {os.waitstatus_to_exitcode(status)}")


def _work(work: Callable[[], Iterable[str]], writes: int) -> None:
    """Do the work, and end this process without tidying up: it is another one's copy."""
    status = 1
    try:
        with open(writes, "w", buffering=1) as answers:
            for line in work():
                print(line, file=answers)
        status = 0
    except BaseException:  # noqa: BLE001 - the copy ends here, whatever happened
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(status)
