"""The habits of rivals, as the public events of an evening show them: how often each folds, calls and bets.

Every rival is taken for a mixture of a few kinds of players, by Bayes' rule after each of their actions. Before each,
a little of the first guess is mixed in: who changes their ways is soon taken for what they are now, and nobody is ever
taken for one kind altogether, so that a computer player leaves its usual play by a bounded step. Nothing of it is
stored: a table that is restored has forgotten it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from operator import mul
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec
from msgspec import Struct

from games.engine.game import Policy
from games.engine.match_state import Event

FORGETS = 0.04
"""The part of the first guess that is mixed in before each action."""

ACTIONS = {
    "folds": "fold",
    "calls": "call",
    "calls_all_in": "call",
    "raises": "raise",
    "raises_all_in": "raise",
    "bets": "bet",
    "bets_all_in": "bet",
    "checks": "check",
}
"""The events that show a habit, in all games with bets. Whoever folds faces a bet: to check is free."""


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of player; `habits.toml` explains the fields."""

    chance: int
    faced: Mapping[str, int]
    free: Mapping[str, int]
    stays: float
    follows: float
    heard: float

    def likelihood(self, action: str) -> float:
        """Return how often such a player acts so."""
        return (self.faced if action in self.faced else self.free)[action] / 100


class Habit(NamedTuple):
    """The expected play of a rival; the default is that of a regular of the house.

    `stays`: the part of the bets that it stays for whatever it holds. `follows`: the part that it judges as a regular
    would. `heard`: the weight of its bets as evidence of its hand.
    """

    stays: float = 0.0
    follows: float = 1.0
    heard: float = 1.0


REGULAR = Habit()


@runtime_checkable
class Remembers(Protocol):
    """A computer player that can go by its rivals' habits."""

    def remembering(self, habits: Mapping[int, Habit]) -> Policy:
        """Return the same player with what it knows of the habits of each seat."""


def remembering(policy: Policy, habits: Mapping[int, Habit]) -> Policy:
    """Return a computer player with what it knows of its rivals, if that matters to it."""
    return policy.remembering(habits) if habits and isinstance(policy, Remembers) else policy


@cache
def kinds() -> Mapping[str, Kind]:
    """Return the kinds of players, by name."""
    text = files("games.computer").joinpath("habits.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Kind])


class Memory:
    """The memory that the computer players of a table have of everyone at it, for the length of an evening."""

    def __init__(self) -> None:
        self._chances: dict[int, list[float]] = {}
        self._names: dict[int, str] = {}
        self._heard: list[tuple[int, str, str]] = []
        """What has happened since the habits were asked for: seat, player, action."""

    def hear(self, events: Iterable[Event], names: Mapping[int, str]) -> None:
        """Take in what has happened in public; `names` tell whether a seat's player is still the same."""
        for event in events:
            action = ACTIONS.get(event.kind)
            if action is None or event.to is not None:
                continue
            # thought about when a computer player asks: at most tables none does
            seat = event.values["seat"]
            self._heard.append((seat, names.get(seat, ""), action))

    def habits(self, names: Mapping[int, str]) -> dict[int, Habit]:
        """Return the habits of everyone who has shown any."""
        for seat, name, action in self._heard:
            if self._names.get(seat) != name:
                self._names[seat] = name
                self._chances.pop(seat, None)
            self._chances[seat] = _after(self._chances.get(seat), action)
        self._heard.clear()
        same = (seat for seat in self._chances if self._names[seat] == names.get(seat))
        return {seat: _habit(self._chances[seat]) for seat in same}


def _after(chances: list[float] | None, action: str) -> list[float]:
    """Return the chance of each kind after one more action."""
    first = [kind.chance / 100 for kind in kinds().values()]
    mixed = [
        (1 - FORGETS) * now + FORGETS * guess for now, guess in zip(chances or first, first, strict=True)
    ]
    found = list(map(mul, mixed, (kind.likelihood(action) for kind in kinds().values())))
    total = sum(found)
    return [chance / total for chance in found]


def _habit(chances: list[float]) -> Habit:
    ways = [(kind.stays, kind.follows, kind.heard) for kind in kinds().values()]
    return Habit(*(sum(map(mul, chances, each)) for each in zip(*ways, strict=True)))
