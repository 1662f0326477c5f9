"""Table talk: the short lines that computer players with a temper say now and then, none twice in an evening.

A line depends on public events, on the speaker's temper, and on luck from outside of the match. It is kept in memory
only, so a table that is restored, or a match that is replayed, repeats none.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from games.computer.characters import PLAIN, Temper
from games.engine.chance import Chance
from games.engine.endings.ending import Ending
from games.engine.match_state import Event
from games.engine.money import SIZES, worth
from games.engine.result import SCORES

Occasion = Literal[
    "bets_big", "folds", "wins", "wins_again", "loses", "loses_again", "beaten", "busts", "waits"
]
IN_A_ROW: Mapping[Occasion, tuple[int, Occasion]] = {"wins": (2, "wins_again"), "loses": (3, "loses_again")}
"""The matches in a row after which a win or a loss is a better occasion."""
TURNS_A_LINE = 5
"""A computer player speaks at most once in this many turns."""
SPEAKS = 2
"""It speaks on one in this many occasions."""
BIG = 20
"""The least worth of a big bet, in pieces."""
ALL_IN = frozenset(("bets_all_in", "raises_all_in", "calls_all_in"))
RAISES = frozenset(("bets", "raises"))
PUTS_UP = frozenset(("stakes", "wagers", "puts"))
"""The events that announce bets, in all games that have them."""
_DICE = re.compile(r"(\d*)(g\d+)")


@cache
def lines() -> Mapping[Temper, Mapping[Occasion, tuple[str, ...]]]:
    """Return the lines that each temper may say on each occasion."""
    text = files("games.computer").joinpath("table_talk.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[Temper, dict[Occasion, tuple[str, ...]]])


def occasion_of(event: Event, money: Mapping[int, int]) -> Occasion | None:
    """Return the occasion to speak that an event gives its seat; `money`: the pieces that each seat has left."""
    values, kind = event.values, event.kind
    if event.to is not None or "seat" not in values:
        return None
    if kind == "folds":
        return "folds"
    big = kind in ALL_IN
    if kind in RAISES:
        # a third of what the seat had, or more
        big = 2 * int(values.get("n", 0)) >= money.get(values["seat"], 0)
    elif kind in PUTS_UP:
        dice = str(
            values.get("dice") or f"{values.get('n', '')}{values.get('die') or values.get('size', '')}"
        )
        found = [(int(n or 1), die) for n, die in _DICE.findall(dice) if die in SIZES]
        big = sum(n * SIZES[die] for n, die in found) >= BIG
    return "bets_big" if big else None


def occasions_at_end(ending: Ending, money: Mapping[int, int]) -> dict[int, Occasion]:
    """Return the occasion that the end of a game gives each seat."""
    found: dict[int, Occasion] = {}
    for row in ending.rows:
        gain = worth({unit: n for unit, n in row.change.items() if unit not in SCORES})
        if gain > 0 or (not row.change and row.place == 1):
            found[row.seat] = "wins"
        elif gain < 0 and money.get(row.seat) == 0:
            found[row.seat] = "busts"
        elif gain < 0 or row.place not in (None, 1):
            found[row.seat] = "loses"
    return found


class TableTalk:
    """The lines that the computer players of one table say, each next to its speaker's last turn."""

    def __init__(self, luck: Chance) -> None:
        self.luck = luck
        self.shown: dict[int, str] = {}
        """The line of each seat that the board shows now."""
        self.turns: Counter[int] = Counter()
        self.spoken: Counter[int] = Counter()
        self._said: set[str] = set()
        """All that was said this evening, which nobody says again."""
        self._big: set[int] = set()
        """The seats that have bet big in this game."""
        self._row: dict[int, tuple[Occasion, int]] = {}
        """How each seat's last games ended, and how many in a row ended so."""
        self._last_turn: int | None = None

    def take_turn(self, seat: int) -> None:
        """Count a turn of a computer player; its earlier line goes. Several answers in a row are one turn."""
        self.shown.pop(seat, None)
        if seat != self._last_turn:
            self.turns[seat] += 1
        self._last_turn = seat

    def end_turn(self) -> None:
        """Note that a member has answered: the next answer of any computer player is a new turn."""
        self._last_turn = None

    def hear(self, events: Iterable[Event], money: Mapping[int, int], tempers: Mapping[int, Temper]) -> bool:
        """Let the speakers remark on what has happened, and return whether anyone has."""
        found: dict[int, Occasion] = {}
        for event in events:
            occasion = occasion_of(event, money)
            if occasion is not None:
                found[event.values["seat"]] = occasion
                if occasion == "bets_big":
                    self._big.add(event.values["seat"])
        return self._one_of(found, tempers)

    def hear_end(self, ending: Ending, money: Mapping[int, int], tempers: Mapping[int, Temper]) -> bool:
        """Let a speaker remark on the end of a game, and return whether anyone has."""
        self.shown.clear()
        found = {seat: self._end_of(seat, end) for seat, end in occasions_at_end(ending, money).items()}
        self._big.clear()
        return self._one_of(found, tempers)

    def _end_of(self, seat: int, end: Occasion) -> Occasion:
        """Return the occasion that the end of a game is after what has happened to its seat before."""
        before, times = self._row.get(seat, (end, 0))
        times = times + 1 if before == end else 1
        self._row[seat] = end, times
        needed, again = IN_A_ROW.get(end, (0, end))
        if end == "loses" and seat in self._big:
            return "beaten"
        return again if times >= needed else end

    def hear_silence(self, waited_for: int, tempers: Mapping[int, Temper]) -> bool:
        """Let a speaker remark on how long everyone has waited for a seat, and return whether anyone has."""
        return self._one_of({seat: "waits" for seat in tempers if seat != waited_for}, tempers)

    def _one_of(self, found: Mapping[int, Occasion], tempers: Mapping[int, Temper]) -> bool:
        """Let one seat say a line, if any may and wants to: two at once would be a chorus."""
        able = [
            seat
            for seat in sorted(found)
            if tempers.get(seat, PLAIN) != PLAIN
            and self.turns[seat] >= TURNS_A_LINE * (self.spoken[seat] + 1)
        ]
        if not able or self.luck.below(SPEAKS):
            return False
        seat = self.luck.choice(able)
        fresh = [line for line in lines()[tempers[seat]][found[seat]] if line not in self._said]
        if not fresh:
            return False
        self.shown[seat] = line = self.luck.choice(fresh)
        self._said.add(line)
        self.spoken[seat] += 1
        return True
