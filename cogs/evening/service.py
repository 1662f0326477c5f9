"""The evening of a channel: who came, what was played, who won each game, and how fortunes swung.

It is told of all tables of the channel, closed or not, from the journals of the matches that have ended. What it tells
was public when it happened: results and events that everyone saw.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Literal, NamedTuple

from bot.language import _
from bot.luck.deal import deal_of
from bot.matches.access import public_channel
from bot.matches.exported_match import game_and_journal
from bot.tables.kinds import load_kind
from bot.tables.money.outcomes import winners as winners_of
from cogs.evening.rows import PlayedHere, untold_matches
from cogs.evening.tally import Superlative, Tallies, choose
from cogs.interactions.member_pages import FeatSource
from db import journal, outcomes
from db.journal import MatchRecord
from db.outcomes import Outcome
from db.store import Store
from db.tables import TableRecord
from games.engine.errors import GameError
from games.engine.match import Match
from games.engine.scene import RAIL, Timeline
from games.registry import find_game, game_title

Unit = Literal["copper", "wins", "night"]
LEAST_MATCHES = 2
"""An evening of fewer matches has no card, unless one of them is a night."""
MOST_MATCHES = 60
"""The most matches of which an evening is replayed, counted from the last."""


class Played(NamedTuple):
    """A game of an evening: its title, and the names of those who won it."""

    title: str
    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening in a channel. `curves` are by name, a value after each game, the first before any; best first."""

    members: tuple[str, ...]
    computers: int
    games: tuple[Played, ...]
    unit: Unit
    """What the curves count: copper won, games won, or the money within the only night."""
    curves: Mapping[str, tuple[int, ...]]
    superlatives: tuple[Superlative, ...]
    began: float
    ended: float
    money: Mapping[str, int] = field(default_factory=dict)
    """What each has won or lost in copper, where games won are counted though some games were for money."""
    seats: Mapping[str, int] = field(default_factory=dict)
    """The seat of each, by which they have their colour at the table too."""

    @property
    def crowned(self) -> tuple[str, ...]:
        """The names of those who come first; nobody where nothing was won. Equal wins are parted by money."""
        ends = {
            name: (course[-1] - course[0], self.money.get(name, 0)) for name, course in self.curves.items()
        }
        best = max(ends.values(), default=(0, 0))
        return tuple(name for name, end in ends.items() if end == best and end[0] > 0)

    def won(self, name: str) -> int:
        """Return how many games a member has won, alone or with others."""
        return sum(name in game.winners for game in self.games)


class _Told(NamedTuple):
    """A match as it was played again: who won it by seat, its games if it is a night, and the money within it."""

    record: MatchRecord
    match: Match | None
    winners: tuple[int, ...]
    games: tuple[tuple[str, tuple[int, ...]], ...]
    course: tuple[Mapping[int, int], ...]


class Tonight(NamedTuple):
    """The matches that a card would tell of, and the members who played in them."""

    matches: tuple[PlayedHere, ...]
    members: frozenset[int]


async def tonight(store: Store, channel_id: int) -> Tonight:
    """Return the public matches of a channel that no card tells of yet.

    Those that a table has brought from another channel belong to the readers of that one.
    """
    tables: dict[int, TableRecord | None] = {}
    found = []
    for played in await store.read(untold_matches, channel_id):
        if played.table not in tables:
            table = await store.table(played.table)
            kind = load_kind(table.settings)
            # events with a host of their own, such as tournaments, have a story of their own
            tables[played.table] = table if kind.in_channel and kind.hosted else None
        here = tables[played.table]
        if here is not None and public_channel(here, played.match) == channel_id:
            found.append(played)
    members = set[int]()
    for played in found:
        members |= {
            each.member for each in await store.read(outcomes.outcomes, outcomes.of_match(played.match))
        }
    return Tonight(tuple(found), frozenset(members))


async def tell_evening(store: Store, channel_id: int, feats: Sequence[FeatSource] = ()) -> Evening | None:
    """Return the evening of a channel since its last card; None if there is too little to tell.

    `feats` come from other features.
    """
    now = await tonight(store, channel_id)
    records = [await store.match(played.match) for played in now.matches[-MOST_MATCHES:]]
    if len(records) < LEAST_MATCHES and not any(map(_is_night, records)):
        return None
    counted: list[Outcome] = []
    for record in records:
        counted += await store.read(outcomes.outcomes, outcomes.of_match(record.id))
    computers = {name for record in records for name in (record.result or {}).get("computers", {}).values()}
    names_of = await store.names(sorted({outcome.member for outcome in counted}))
    people = _told_apart(names_of, computers)
    if not people:
        return None
    seats = {record.id: await _seats(store, record) for record in records}
    replayed = await asyncio.to_thread(lambda: [_play_again(record) for record in records])
    names = {record.id: _names(record, people, seats[record.id]) for record in records}
    games = [game for each in replayed for game in _games(each, names[each.record.id], counted, people)]
    unit, curves, money = _curves(counted, people, replayed, names)
    tallies = Tallies()
    for each in replayed:
        own = {seat: people[account] for seat, account in seats[each.record.id].items() if account in people}
        if each.match is not None:
            tallies.add(each.match, own, each.winners)
    for outcome in counted:
        if outcome.member in people:
            tallies.paid(people[outcome.member], outcome.net)
    done = [
        Superlative("star", _("Deed"), name, feat.words.replace("*", "").partition(". ")[0])
        for account, name in people.items()
        for source in feats
        for feat in await source(account, seats)
    ]
    found = choose(tallies.done())
    superlatives = (*found, *done)[:3] if len(found) < 3 else found
    return Evening(
        tuple(curves),
        len(computers),
        tuple(games),
        unit,
        curves,
        superlatives,
        now.matches[0].opened,
        now.matches[-1].closed,
        money,
        last_seats([names[record.id] for record in records]),
    )


def last_seats(seatings: Sequence[Mapping[int, str]]) -> dict[str, int]:
    """Return the seat in which everyone was last, or the first that is free if another was there later."""
    found: dict[str, int] = {}
    for seats in reversed(seatings):
        for seat, name in seats.items():
            if name not in found:
                taken = found.values()
                found[name] = next(n for n in chain([seat], count()) if n not in taken)
    return found


def _told_apart(names: Mapping[int, str], computers: Collection[str]) -> dict[int, str]:
    """Return names of which no two are alike: nobody shares in what one of their name has won, or a computer player."""
    apart: dict[int, str] = {}
    for account, name in names.items():
        own, n = name, 1
        while own in computers or own in apart.values():
            n += 1
            own = f"{name} ({n})"
        apart[account] = own
    return apart


def _play_again(record: MatchRecord) -> _Told:
    """Return a match with what it tells; without the match itself where today's rules cannot replay it."""
    try:
        game, header, rows = game_and_journal(record)
        match = Match.replay(game, header, rows)
    except GameError:
        return _Told(record, None, (), (), ())
    if match.result is None:
        return _Told(record, None, (), (), ())
    games: tuple[tuple[str, tuple[int, ...]], ...] = ()
    course: tuple[Mapping[int, int], ...] = ()
    if game.crowned:
        games = tuple(
            (event.values["title"], tuple(event.values["winners"]))
            for event in match.events
            if event.kind == "game_over"
        )
        lines = next((block for block in match.scene(RAIL).blocks if isinstance(block, Timeline)), None)
        course = tuple(dict(held) for _step, held in lines.steps) if lines is not None else ()
    return _Told(record, match, tuple(sorted(winners_of(match.result))), games, course)


def _games(
    replayed: _Told, names: Mapping[int, str], counted: Sequence[Outcome], people: Mapping[int, str]
) -> list[Played]:
    """Return the games of a match with their winners: one, or those of a night."""
    title = game_title(replayed.record.game)
    if replayed.games:
        return [
            Played(each, tuple(names.get(seat, _("Seat {n}").format(n=seat + 1)) for seat in seats))
            for each, seats in replayed.games
        ]
    if replayed.match is None:
        won = [
            each.member
            for each in counted
            if each.match == replayed.record.id and (each.place == 1 or each.won)
        ]
        return [Played(title, tuple(people[member] for member in won if member in people))]
    return [
        Played(title, tuple(names.get(seat, _("Seat {n}").format(n=seat + 1)) for seat in replayed.winners))
    ]


def _curves(
    counted: Sequence[Outcome],
    people: Mapping[int, str],
    replayed: Sequence[_Told],
    names: Mapping[int, Mapping[int, str]],
) -> tuple[Unit, dict[str, tuple[int, ...]], dict[str, int]]:
    """Return what the curves count, the curve of each member by name, the best end first, and `Evening.money`.

    Copper is counted only where every game was for money, or a win for fun would count for nothing.
    """
    if len(replayed) == 1 and replayed[0].course:
        [night] = replayed
        seats = sorted({seat for held in night.course for seat in held})
        own = names[night.record.id]
        courses = {
            own.get(seat, _("Seat {n}").format(n=seat + 1)): tuple(held.get(seat, 0) for held in night.course)
            for seat in seats
        }
        return "night", _best_first(courses, {}), {}
    paid: defaultdict[str, Counter[int]] = defaultdict(Counter)
    won: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for outcome in counted:
        if outcome.member in people and outcome.net:
            paid[people[outcome.member]][outcome.match] = outcome.net
    for each in replayed:
        for game in _games(each, names[each.record.id], counted, people):
            for name in game.winners:
                won[name][each.record.id] += 1
    for_money = {match for nets in paid.values() for match in nets}
    unit: Unit = (
        "copper" if for_money and for_money >= {match for n in won.values() for match in n} else "wins"
    )
    gained = paid if unit == "copper" else won
    money = {name: nets.total() for name, nets in paid.items()} if unit == "wins" else {}
    courses = {}
    for name in people.values():
        course = [0]
        for each in replayed:
            course.append(course[-1] + gained[name][each.record.id])
        courses[name] = tuple(course)
    return unit, _best_first(courses, money), money


def _best_first(
    courses: Mapping[str, tuple[int, ...]], money: Mapping[str, int]
) -> dict[str, tuple[int, ...]]:
    return dict(sorted(courses.items(), key=lambda each: (each[1][0] - each[1][-1], -money.get(each[0], 0))))


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
