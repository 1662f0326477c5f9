"""What a benchmark gives: figures, and how they are judged."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number, beside its peer's if there is one.

    `ratio` is how much of the peer's it is; `goal` is what the ratio should be at least, or at most. Only a ratio of
    one run on one machine is judged, never a bare number.
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
        """Ours in terms of the peer's."""
        return self.ours / self.peer if self.peer else None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.goal is None or self.ratio is None:
            return None
        return self.ratio >= self.goal if self.want == "at least" else self.ratio <= self.goal

    def to_json(self) -> dict[str, Any]:
        """As JSON."""
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
"""Takes whether to be quick, gives its figures."""


def rate(work: Callable[[], int]) -> float:
    """How many things a second `work` does; it gives how many it has done."""
    started = perf_counter()
    done = work()
    return done / (perf_counter() - started)


def in_turn(rounds: int, *works: Callable[[], int]) -> list[float]:
    """The median rate of each, taken in turn, so that a busy moment of the machine hits all alike.

    What is there beforehand, such as libraries and matches to be replayed, is kept out of the collector's sight, as
    the bot does with its own start: how much that is belongs to none of them.
    """
    rates: list[list[float]] = [[] for _ in works]
    gc.collect()
    gc.freeze()
    for _ in range(rounds):
        for at, work in enumerate(works):
            rates[at].append(rate(work))
    gc.unfreeze()
    return [median(each) for each in rates]
