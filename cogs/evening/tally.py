"""Counts what the members of an evening did, and finds the three things that say most about them."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from msgspec import Struct, convert

from bot.language import _
from games.deeds.predicate import net_pieces
from games.engine.match import Match
from games.engine.match_state import Event
from games.engine.scene import ResultRow

RAISES = frozenset({"bets", "raises", "bets_all_in", "raises_all_in"})
CALLS = frozenset({"calls", "calls_all_in"})
SHOUTED = frozenset({"perfect", "upset"})
TOLD = 3
"""The most superlatives of an evening."""


class Kind(Struct, frozen=True):
    """A kind of superlative: the tally that it is about, the least number, its sign and its words."""

    tally: str
    least: int
    sign: str
    title: str
    words: str
    one: str = ""
    """The words for the number one, where they differ."""


class Superlative(NamedTuple):
    """A title for the member who did most of something."""

    sign: str
    title: str
    name: str
    words: str


KINDS: tuple[Kind, ...] = tuple(
    convert(each, Kind)
    for each in tomllib.loads((files("cogs.evening") / "superlatives.toml").read_text("utf-8"))["kinds"]
)

Tally = Mapping[str, Mapping[str, int]]
"""By tally and name: how often, or how much."""


class Tallies:
    """The tallies of an evening, filled match by match. Members are known by name, computer players not at all."""

    def __init__(self) -> None:
        self.counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._runs: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._lowest: dict[str, int] = {}

    def add(self, match: Match, names: Mapping[int, str], winners: Iterable[int]) -> None:
        """Count a match that is over; `names` are those of the members by seat."""
        if match.result is None or match.ending is None:
            return
        won = {names[seat] for seat in winners if seat in names}
        if not self.counts["games"]:
            self.counts["off_the_mark"].update(won)
        self.counts["last_laugh"] = Counter(won)
        for name in names.values():
            self.counts["games"][name] += 1
            self._runs[name] = self._runs[name] + 1 if name in won else 0
            self._most("streak", name, self._runs[name])
            self._most("company", name, len(match.header.ring) - 1)
        for name in won:
            self.counts["wins"][name] += 1
            self.counts["feats"][name] += match.ending.degree in SHOUTED
        for row in match.result.rows:
            if row.seat in names:
                self._most("biggest", names[row.seat], net_pieces(row))
                self.counts["upset_loss"][names[row.seat]] += row.place == 2
        decisions = Counter(names[row.seat] for row in match.rows if row.seat in names and row.by == "player")
        self.counts["decisions"].update(decisions)
        for name, n in decisions.items():
            self._most("longest", name, n)
        self._count_events(match.events, names)
        self._count_bets(match, names)

    def paid(self, name: str, net: int) -> None:
        """Count what a match has paid a member in the end."""
        self._held[name] += net
        self._lowest[name] = min(self._lowest.get(name, 0), self._held[name])

    def done(self) -> Tally:
        """Return all tallies."""
        for name, low in self._lowest.items():
            if low < 0 < self._held[name]:
                self._most("way_back", name, -low)
            if self._held[name] < 0:
                self._most("down", name, -self._held[name])
        return self.counts

    def _most(self, tally: str, name: str, n: int) -> None:
        self.counts[tally][name] = max(self.counts[tally][name], n)

    def _count_events(self, events: Sequence[Event], names: Mapping[int, str]) -> None:
        for event in events:
            seat = event.values.get("seat")
            if event.to is None and isinstance(seat, int) and seat in names:
                kind = "raises" if event.kind in RAISES else "calls" if event.kind in CALLS else event.kind
                self.counts[kind][names[seat]] += 1
            for biter in event.values.get("by", ()) if event.kind == "out" else ():
                if biter in names:
                    self.counts["bites"][names[biter]] += 1

    def _count_bets(self, match: Match, names: Mapping[int, str]) -> None:
        """Count bets to which everyone folded, and the largest that was called and lost."""
        assert match.result is not None
        rows = {row.seat: row for row in match.result.rows}
        last_one = match.game.words.get("why:last")
        for row in rows.values():
            by_folds = row.place == 1 and row.reason is not None and row.reason.text == last_one
            if by_folds and row.seat in names:
                self.counts["stolen"][names[row.seat]] += 1
        for at, event in enumerate(match.events):
            seat = event.values.get("seat")
            if (
                event.kind in RAISES
                and isinstance(seat, int)
                and seat in names
                and _lost_showdown(rows.get(seat), match.events[at + 1 :])
            ):
                self._most("caught", names[seat], event.values["n"])


def _lost_showdown(row: ResultRow | None, later: Sequence[Event]) -> bool:
    """Return whether a bet was called and lost at the showdown."""
    if row is None or row.place in (None, 1) or net_pieces(row) >= 0:
        return False
    return any(event.kind in CALLS and event.values.get("seat") != row.seat for event in later)


def choose(tally: Tally) -> tuple[Superlative, ...]:
    """Return up to three superlatives, each about another member as far as there are enough people.

    What a single member leads in comes first. An evening with too little of that is told of what several share.
    """
    ahead, shared = list[tuple[Superlative, ...]](), list[tuple[Superlative, ...]]()
    for kind in KINDS:
        counts = tally.get(kind.tally, {})
        most = max(counts.values(), default=0)
        if most >= kind.least:
            words = kind.one if most == 1 and kind.one else kind.words
            found = [
                Superlative(kind.sign, _(kind.title), name, _(words).format(n=most))
                for name, n in counts.items()
                if n == most
            ]
            (ahead if len(found) == 1 else shared).append(tuple(found))
    chosen: list[Superlative] = []
    for candidates in (ahead, shared):
        for fresh in (True, False):
            for each in candidates:
                if len(chosen) == TOLD or any(other.title == each[0].title for other in chosen):
                    continue
                names = {other.name for other in chosen}
                new = [one for one in each if one.name not in names]
                if new or not fresh:
                    chosen.append((new or each)[0])
    return tuple(chosen)
