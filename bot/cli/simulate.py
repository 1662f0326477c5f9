"""Simulation: matches of computer players only, counted and checked, for `dicenight simulate`.

Every match must keep the engine's invariants: money is conserved, the result agrees with the payments, and a replay of
the answers gives the same match (checked for a sample). `InvariantBroken` names a match that does not.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from games.engine.chance import Chance, Seed
from games.engine.errors import BadOptions, GameError
from games.engine.game import Game, Money, Policy
from games.engine.match import Header, Match
from games.engine.money import worth
from games.engine.questions import Ask
from games.engine.result import MINT, POT, SCORES, Result, changes
from games.registry import find_game

BUY_IN = 50
"""Pieces that each seat brings to each match of a game with a pot."""
PURSE = 200
"""Pieces in each purse beyond that, for tables that play without table stakes."""
ENDLESS = 50_000
"""A match with more answers than this counts as endless."""
SAMPLE = 50
"""Every 50th match is replayed and compared, beginning with the first."""
Z_95 = NormalDist().inv_cdf(0.975)
"""Standard errors to either side of the mean that make a 95 % interval."""


class InvariantBroken(Exception):
    """A match broke an invariant. The message says which one, and the command that plays the match again."""


@dataclass(slots=True)
class Tally:
    """The results of one seat over all matches.

    `amounts` are in pieces, or in points if the match is played for points only; `won` counts first places.
    """

    seat: int
    policy: str
    won: int = 0
    points: int = 0
    shares: int = 0
    amounts: list[int] = field(default_factory=list)

    def report(self) -> dict[str, Any]:
        """Return the mean with its 95 % interval, and the other figures, as JSON."""
        amounts = self.amounts or [0]
        mean = fmean(amounts)
        margin = Z_95 * stdev(amounts) / sqrt(len(amounts)) if len(amounts) > 1 else 0.0
        return {
            "seat": self.seat,
            "policy": self.policy,
            "mean": round(mean, 4),
            "low": round(mean - margin, 4),
            "high": round(mean + margin, 4),
            "wins": self.won,
            "points": self.points,
            "shares": self.shares,
        }


@dataclass(slots=True)
class Simulation:
    """Matches of one game. The constructor raises `BadOptions` with a sentence for options that make no sense."""

    key: str
    seats: int | None = None
    seed: str = "1"
    options: Mapping[str, Any] = field(default_factory=dict)
    policies: Sequence[str] = ()
    matches: int = 0
    decisions: int = 0
    seconds: float = 0.0
    money_in: int = 0
    money_out: int = 0
    replayed: int = 0
    tallies: dict[int, Tally] = field(init=False)
    _game: Game = field(init=False)
    _money: Money = field(init=False)
    _players: dict[int, Policy | None] = field(init=False)
    _carry: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._game = game = find_game(self.key)
        low, high = game.limits(game.parse_options(self.options))
        seats = max(low, min(4, high)) if self.seats is None else self.seats
        if not low <= seats <= high:
            raise BadOptions(f"{game.title} takes {low} to {high} seats with these options, not {seats}.")
        if len(self.policies) > seats:
            raise BadOptions(f"There are {seats} seats and {len(self.policies)} policies.")
        self._money = game.money_kind(game.parse_options(self.options))
        names = [*self.policies, *["random"] * (seats - len(self.policies))]
        self._players = {seat: _policy(game, name) for seat, name in enumerate(names)}
        self.tallies = {seat: Tally(seat, name) for seat, name in enumerate(names)}

    def play(self, matches: int, progress: Callable[[], None] = lambda: None) -> None:
        """Play `matches` more matches, and call `progress` after each. Raises `InvariantBroken`."""
        for _ in range(matches):
            self._play_one()
            progress()

    def report(self) -> dict[str, Any]:
        """Return all counts as JSON."""
        return {
            "game": self.key,
            "seed": self.seed,
            "unit": "points" if self._money == "points" else "pieces",
            "options": dict(self.options),
            "matches": self.matches,
            "decisions": self.decisions,
            "seconds": round(self.seconds, 4),
            "decisions_per_second": round(self.decisions / self.seconds) if self.seconds else 0,
            "money_in": self.money_in,
            "money_out": self.money_out,
            "replayed": self.replayed,
            "results": [tally.report() for tally in self.tallies.values()],
        }

    def _play_one(self) -> None:
        number = self.matches
        luck = Chance(Seed(f"{self.seed}:players", number))
        header = self._header(number)
        try:
            started = time.perf_counter()
            match = Match(self._game, header, digests=False)
            while not match.over:
                if len(match.rows) >= ENDLESS:
                    raise self._broken(number, f"does not end within {ENDLESS} answers")
                self._answer(match, luck)
            self.seconds += time.perf_counter() - started
            self._check(number, match)
            if number % SAMPLE == 0:
                self._check_replay(number, match)
        except GameError as fault:
            raise self._broken(number, f"failed: {type(fault).__name__}: {fault}") from fault
        self.matches += 1
        self.decisions += len(match.rows)

    def _header(self, number: int) -> Header:
        game, ring = self._game, tuple(self._players)
        pieces = self._money == "pieces"
        return Header(
            game.key,
            game.version,
            self.options,
            ring,
            Seed(self.seed, number),
            dict.fromkeys(ring, BUY_IN) if pieces else {},
            self._carry,
            {seat: {"purse": PURSE} for seat in ring} if pieces else {},
        )

    def _answer(self, match: Match, luck: Chance) -> None:
        asks = [ask for ask in match.open.values() if not ask.answered]
        ask: Ask = luck.choice(asks) if len(asks) > 1 else asks[0]
        policy = self._players.get(ask.seat)
        if policy is None:
            answer = luck.choice(ask.prompt.legal(luck))
        else:
            scene = match.scene(ask.seat)
            answer = policy(scene, next(mine for mine in scene.asks if mine.id == ask.id), luck)
        match.answer(ask.id, ask.seat, answer)

    # ---- the engine's promises

    def _check(self, number: int, match: Match) -> None:
        """Check the money: none appears or disappears, and no party pays more than was set aside for it."""
        result = match.result
        assert result is not None
        brought = _brought(match)
        moved = changes(result.pays)
        left = {party: Counter(units) for party, units in brought.items()}
        for party, units in moved.items():
            left.setdefault(party, Counter()).update(units)
        # A debt may exceed what was set aside: the payer's purse pays what it can, and the rest is written off.
        debts = {pay.giver for pay in result.pays if pay.if_able}
        for party, units in left.items():
            if party != MINT and party not in debts and any(n < 0 for n in units.values()):
                raise self._broken(number, f"lets {party} pay {dict(units)}, which is not there")
        money_in, money_out = (sum(map(_pieces, holdings.values())) for holdings in (brought, left))
        if money_in != money_out:
            raise self._broken(number, f"begins with {money_in} pieces and ends with {money_out}")
        self._check_rows(number, result, moved)
        if {u: n for u, n in left.get(POT, Counter()).items() if n} != _pot(result.carry):
            raise self._broken(number, f"carries {_pot(result.carry)} and leaves {dict(left.get(POT, {}))}")
        self.money_in += money_in
        self.money_out += money_out
        # The next match begins with this one's carry, as at a table, so that a pot that grows forever would show.
        self._carry = result.carry

    def _check_rows(self, number: int, result: Result, moved: Mapping[int, Mapping[str, int]]) -> None:
        if sorted(row.seat for row in result.rows) != sorted(self._players):
            raise self._broken(number, "tells the result of other seats than those that played")
        for row in result.rows:
            change = {unit: n for unit, n in row.change.items() if n}
            if change != moved.get(row.seat, {}):
                raise self._broken(
                    number, f"tells seat {row.seat} {change} and pays {moved.get(row.seat, {})}"
                )
            tally = self.tallies[row.seat]
            tally.amounts.append(row.points if self._money == "points" else _pieces(change))
            tally.won += row.place == 1
            tally.points += row.points
            tally.shares += row.shares

    def _check_replay(self, number: int, match: Match) -> None:
        again = Match.replay(self._game, match.header, match.rows, digests=False)
        same = again.result == match.result and list(again.events) == list(match.events)
        if not same or again.rows != match.rows or again.risked != match.risked:
            raise self._broken(number, "is another match when it is replayed")
        self.replayed += 1

    def _broken(self, number: int, fault: str) -> InvariantBroken:
        chosen = "".join(f" --set {name}={value}" for name, value in self.options.items())
        chosen += "".join(f" --policy {name}" for name in self.policies)
        again = f"dicenight simulate {self.key} --seats {len(self._players)} --matches {number + 1}"
        return InvariantBroken(f"Match {number} {fault}. Again: {again} --seed {self.seed}{chosen}")


def _policy(game: Game, name: str) -> Policy | None:
    if name == "random":
        return None
    if name not in game.policies:
        known = ", ".join(["random", *game.policies])
        raise BadOptions(f"{game.title} has no policy {name!r}; it has: {known}.")
    return game.policies[name]


def _brought(match: Match) -> dict[int, Counter[str]]:
    """Return the units that each party brought: stakes, risked gembones, and the carried pot."""
    units_of = {seat: Counter({"piece": n}) for seat, n in match.header.stakes.items()}
    for party, units in match.risked.items():
        units_of.setdefault(party, Counter()).update(units)
    units_of.setdefault(POT, Counter()).update(_pot(match.header.carry))
    return units_of


def _pot(carry: Mapping[str, Any]) -> dict[str, int]:
    return {unit: n for unit, n in (carry.get("pot") or {}).items() if n}


def _pieces(units: Mapping[str, int]) -> int:
    """Return the worth of some units in pieces; scores are not money."""
    return worth({unit: n for unit, n in units.items() if unit not in SCORES})
