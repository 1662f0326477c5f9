"""Figures that a benchmark returns, and their judgement against a goal."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number, beside its peer's if there is one.

    `ratio` is ours divided by the peer's; `goal` is what the ratio should be at least, or at most. Only a ratio of one
    run on one machine is judged, never a bare number.
    """

    what: str
    unit: str
    ours: float
    peer: float | None = None
    peer_is: str = ""
    goal: float | None = None
    want: Literal["at least", "at most"] = "at least"

    @property
    def ratio(self) -> float | None:
        """Ours divided by the peer's; None without a peer."""
        return self.ours / self.peer if self.peer else None

    @property
    def met(self) -> bool | None:
        """True if the goal is met; None without a goal."""
        if self.goal is None or self.ratio is None:
            return None
        return self.ratio >= self.goal if self.want == "at least" else self.ratio <= self.goal

    def to_json(self) -> dict[str, Any]:
        """Return the figure as JSON."""
        return {
            "what": self.what,
            "unit": self.unit,
            "ours": self.ours,
            "peer": self.peer,
            "peer_is": self.peer_is,
            "ratio": self.ratio,
            "goal": None if self.goal is None else f"{self.want} {self.goal:g}",
            "met": self.met,
        }


Benchmark = Callable[[bool], list[Figure]]
"""A benchmark: it is called with true for a quick run, and returns its figures."""


def rate(work: Callable[[], int]) -> float:
    """Return how many things `work` does in a second of the processor's time; it returns how many it has done.

    By the clock it would be less wherever the machine does something else meanwhile.
    """
    started = process_time()
    done = work()
    return done / (process_time() - started)


def in_turn(rounds: int, *works: Callable[[], int]) -> list[float]:
    """Return the median rate of each, measured in turns, so that a busy moment of the machine hits all of them.

    The garbage collector ignores everything made before, such as libraries and matches to be replayed, as it does in
    the bot: their number is no property of what is measured.
    """
    rates: list[list[float]] = [[] for _ in works]
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for index, work in enumerate(works):
            rates[index].append(rate(work))
    gc.unfreeze()
    return [median(each) for each in rates]
