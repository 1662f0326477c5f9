"""The story of an evening: who came to a table, what was played, how fortunes swung, and three moments worth telling.

It is made when a table closes, from the journals of its matches; by then nothing in them is secret. A moment is a
step of a match, so that everyone can look at it again.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from bot.luck.deal import deal_of
from bot.matches.exported_match import game_and_journal
from cogs.interactions.member_pages import FeatSource
from db import MatchRecord, Outcome, Store, journal, outcomes
from games.deeds.predicate import net_pieces
from games.engine import RAIL, Event, GameError, Line, Match, ResultRow, Timeline
from games.registry import find_game

Unit = Literal["copper", "wins", "night"]
Kind = Literal["feat", "comeback", "called", "pot", "folded", "deed"]
ORDER: tuple[Kind, ...] = ("feat", "comeback", "called", "pot", "folded", "deed")
"""Kinds of moments, the best to tell first."""
TOLD = 3
"""The most moments of an evening."""
LEAST_MATCHES = 3
"""An evening of fewer matches is not told, unless one of them is a night."""
MOST_MATCHES = 60
"""The most matches searched for moments, counted from the last."""
SHOUTED = frozenset({"perfect", "upset"})
"""Degrees of endings that are moments by themselves."""
RAISES = frozenset({"bets", "raises", "raises_all_in"})
CALLS = frozenset({"calls", "calls_all_in"})


class Moment(NamedTuple):
    """Something worth telling: its kind, its match and step, its weight, and the values for its sentence."""

    kind: Kind
    match: int
    step: int
    weight: float
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening at a table. `curves` are by name, a value after each match, the first before any."""

    members: tuple[str, ...]
    computers: int
    games: tuple[tuple[str, int], ...]
    """Keys of the games, and how often each was played."""
    unit: Unit
    """What the curves count: copper won, matches won, or the money within a night."""
    curves: Mapping[str, tuple[int, ...]]
    moments: tuple[Moment, ...]
    names: Mapping[int, Mapping[int, str]] = field(default_factory=dict)
    """The names of the seats of each match with a moment."""


async def tell_evening(store: Store, table_id: int, feats: Sequence[FeatSource] = ()) -> Evening | None:
    """Return the evening at a table that has closed; None if there is too little to tell.

    `feats` come from other features.
    """
    ended = [match.id for match in await store.read(journal.matches_of, table_id) if match.state == "ended"]
    records = [await store.match(number) for number in ended[-MOST_MATCHES:]]
    is_night = any(_is_night(record) for record in records)
    if len(ended) < LEAST_MATCHES and not is_night:
        return None
    counted = await store.read(outcomes.outcomes, outcomes.of_table(table_id))
    people = await store.names(sorted({outcome.member for outcome in counted}))
    if not people:
        return None
    seats = {record.id: await _seats(store, record) for record in records}
    done = [
        Moment("deed", feat.match, 0, 1.0, {"who": name, "words": feat.words})
        for account, name in people.items()
        for source in feats
        for feat in await source(account, seats)
    ]
    found, night = await asyncio.to_thread(_search, records)
    found += done
    unit, curves = _curves(counted, people, ended)
    back = comeback(counted, people) if unit == "copper" else None
    if back is not None:
        found.append(back)
    names = {record.id: _names(record, people, seats[record.id]) for record in records}
    if night is not None and len(ended) == 1:
        number, course = night
        unit = "night"
        curves = {names[number].get(seat, f"Seat {seat + 1}"): counts for seat, counts in course.items()}
    moments = tuple(choose(found))
    return Evening(
        tuple(people.values()),
        len({name for record in records for name in (record.result or {}).get("computers", {}).values()}),
        tuple(Counter(record.game for record in records).most_common()),
        unit,
        curves,
        moments,
        {moment.match: names[moment.match] for moment in moments if moment.match in names},
    )


def choose(found: Iterable[Moment]) -> list[Moment]:
    """Return the best moment of each kind, at most three, and of different matches if there are enough."""
    best: dict[Kind, list[Moment]] = defaultdict(list)
    for moment in sorted(found, key=lambda moment: -moment.weight):
        best[moment.kind].append(moment)
    chosen: list[Moment] = []
    for fresh in (True, False):
        for kind in ORDER:
            taken = {moment.match for moment in chosen}
            if len(chosen) < TOLD and all(moment.kind != kind for moment in chosen):
                chosen += [m for m in best[kind] if not fresh or m.match not in taken][:1]
    return sorted(chosen, key=lambda moment: (moment.match, moment.step))


def comeback(counted: Sequence[Outcome], people: Mapping[int, str]) -> Moment | None:
    """Return the longest way back: of those who finished ahead, the member who had been furthest down."""
    held: defaultdict[int, int] = defaultdict(int)
    lowest: dict[int, int] = {}
    rises: dict[int, tuple[int, int]] = {}
    for outcome in counted:
        member, net = outcome.member, outcome.net
        held[member] += net
        if held[member] < lowest.get(member, 0):
            lowest[member] = held[member]
            rises.pop(member, None)
        elif net > rises.get(member, (0, 0))[0]:
            rises[member] = (net, outcome.match)
    back = [member for member in lowest if held[member] > 0 and member in rises and member in people]
    if not back:
        return None
    member = min(back, key=lambda member: lowest[member])
    values = {"who": people[member], "n": -lowest[member], "m": held[member]}
    return Moment("comeback", rises[member][1], 0, -lowest[member], values)


def _curves(
    counted: Sequence[Outcome], people: Mapping[int, str], ended: Sequence[int]
) -> tuple[Unit, dict[str, tuple[int, ...]]]:
    """Return what the curves count, and the curve of each member by name."""
    unit: Unit = "copper" if any(outcome.net for outcome in counted) else "wins"
    gained: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for outcome in counted:
        gained[outcome.member][outcome.match] = outcome.net if unit == "copper" else outcome.won
    curves = {}
    for account, name in people.items():
        course = [0]
        for number in ended:
            course.append(course[-1] + gained[account].get(number, 0))
        curves[name] = tuple(course)
    return unit, curves


def _search(
    records: Sequence[MatchRecord],
) -> tuple[list[Moment], tuple[int, dict[int, tuple[int, ...]]] | None]:
    """Return the moments of some matches, and the money curves of the last night among them."""
    found: list[Moment] = []
    night: tuple[int, dict[int, tuple[int, ...]]] | None = None
    for record in records:
        try:
            match, steps = _replay(record)
        except GameError:
            continue  # played under older rules, so it can't be replayed: its money counts, its moments don't
        found += moments_of(record.id, match, steps)
        course = next((block for block in match.scene(RAIL).blocks if isinstance(block, Timeline)), None)
        if course is not None:
            counts = [dict(held) for _, held in course.steps]
            seats = sorted({seat for held in counts for seat in held})
            night = record.id, {seat: tuple(held.get(seat, 0) for held in counts) for seat in seats}
    return found, night


def _replay(record: MatchRecord) -> tuple[Match, list[int]]:
    """Return a match played again, and by event the number of answers after which it had happened."""
    game, header, rows = game_and_journal(record)
    match = Match(game, header)
    steps = [0] * len(match.events)
    for at, row in enumerate(rows):
        match.answer(row.ask, row.seat, row.answer, row.by)
        steps += [at + 1] * (len(match.events) - len(steps))
    return match, steps


def moments_of(number: int, match: Match, steps: Sequence[int]) -> Iterator[Moment]:
    """Find the moments of one match that is over."""
    result, ending = match.result, match.ending
    if result is None or ending is None:
        return
    last = len(match.rows)
    if ending.degree in SHOUTED:
        yield Moment("feat", number, last, 1.0 + (ending.degree == "perfect"), {"headline": ending.headline})
    rows = {row.seat: row for row in result.rows}
    top = max(rows.values(), key=net_pieces, default=None)
    if top is not None and net_pieces(top) > 0:
        yield Moment("pot", number, last, net_pieces(top), {"seat": top.seat, "n": net_pieces(top)})
    yield from _raises(number, match, steps, rows)


def _raises(
    number: int, match: Match, steps: Sequence[int], rows: Mapping[int, ResultRow]
) -> Iterator[Moment]:
    """Find raises that were called and lost, and raises that nobody called."""
    last_one = match.game.words.get("why:last")
    for at, event in enumerate(match.events):
        if event.kind not in RAISES:
            continue
        seat, n = event.values["seat"], event.values["n"]
        row = rows.get(seat)
        if row is None:
            continue
        later = match.events[at + 1 :]
        if (
            row.place == 1
            and row.reason is not None
            and row.reason.text == last_one
            and not _called(later, seat)
        ):
            yield Moment("folded", number, steps[at], n, {"seat": seat, "n": n})
        elif net_pieces(row) < 0 and _called(later, seat) and any(e.kind == "showdown" for e in later):
            yield Moment("called", number, steps[at], n, {"seat": seat, "n": n})


def _called(events: Iterable[Event], seat: int) -> bool:
    return any(event.kind in CALLS and event.values.get("seat") != seat for event in events)


def _is_night(record: MatchRecord) -> bool:
    try:
        return find_game(record.game).crowned
    except GameError:
        return False


async def _seats(store: Store, record: MatchRecord) -> dict[int, int]:
    """Return by seat the account of the member who played there."""
    deal = deal_of(record.header)
    answered = dict(await store.read(journal.answerers, record.id))
    return (dict(deal.members) if deal is not None else {}) | answered


def _names(record: MatchRecord, people: Mapping[int, str], seats: Mapping[int, int]) -> dict[int, str]:
    names = {int(seat): name for seat, name in (record.result or {}).get("computers", {}).items()}
    return names | {seat: people[account] for seat, account in seats.items() if account in people}


def headline_of(moment: Moment) -> Line | None:
    """Return the headline of a match whose ending is a moment in itself."""
    found = moment.values.get("headline")
    return found if isinstance(found, Line) else None
