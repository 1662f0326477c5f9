"""Hooks for features: they follow what happens at the tables, and add to matches. Each has one caller, in the core.

A feature appends its functions when it is set up and removes them when it is taken out:

    match_beginning   before a match is dealt: facts about its seats, and writes that are saved with its header
    match_ending      before a result is saved: remarks, members who must leave, and writes that are saved with it
    match_void        before a match is called off: writes that are saved with that
    match_ended       a result has been saved
    match_over        a table has no running match any longer: it ended, was called off, or the table closed
    ratings           a computer player is to play as well as a member: their rating in a game, if it is known
    kicked            a member was kicked, on whichever face the host pressed it: with the words about their stake
    replay_failed     a journal does not fit the rules of this release
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

from bot.tables.state import Seat, TableState
from bot.tables.view import ShownTable
from db.backend.unit_of_work import Write
from db.outcomes import SeatOutcome
from db.store import Store
from games.engine.game import Game, Options
from games.engine.match import Match
from games.engine.result import Result
from games.engine.scene import Line


@dataclass(slots=True)
class MatchBeginning:
    """A match about to be dealt. Listeners add to `facts` and `writes`."""

    store: Store
    now: float
    table: TableState
    players: Sequence[Seat]
    options: Options
    facts: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Facts about the seats' members for the rules, by seat."""
    writes: list[Write] = field(default_factory=list)


@dataclass(slots=True)
class MatchEnding:
    """A match whose result is about to be saved. Listeners add to `remarks`, `writes` and `shown_out`."""

    store: Store
    now: float
    table: TableState
    match_id: int
    match: Match
    free: bool
    """True if it was played for fun."""
    result: Result
    """The settled result."""
    outcomes: Sequence[SeatOutcome]
    until_saved: AsyncExitStack
    """Closed after the commit, even a failed one: for locks that a listener holds until then."""
    remarks: list[Line] = field(default_factory=list)
    """Lines of the house that are shown with the result."""
    shown_out: dict[int, int] = field(default_factory=dict)
    """Seats whose members must leave, with the seconds for which they are banned."""
    writes: list[Write] = field(default_factory=list)


@dataclass(slots=True)
class MatchVoid:
    """A match about to be called off. Listeners add to `writes`."""

    store: Store
    now: float
    table: TableState
    facts: Mapping[int, Mapping[str, Any]]
    """The facts that the rules had about the seats when the match began."""
    writes: list[Write] = field(default_factory=list)


@dataclass(slots=True)
class Hooks:
    """The functions that features have registered, called in this order."""

    match_beginning: list[Callable[[MatchBeginning], Awaitable[None]]] = field(default_factory=list)
    match_ending: list[Callable[[MatchEnding], Awaitable[None]]] = field(default_factory=list)
    match_void: list[Callable[[MatchVoid], Awaitable[None]]] = field(default_factory=list)
    match_ended: list[Callable[[Match], None]] = field(default_factory=list)
    match_over: list[Callable[[ShownTable], None]] = field(default_factory=list)
    ratings: list[Callable[[int, int, Game, float], Awaitable[float | None]]] = field(default_factory=list)
    """Told the place, the member, the game and the time."""
    kicked: list[Callable[[ShownTable, int, str], None]] = field(default_factory=list)
    replay_failed: list[Callable[[], None]] = field(default_factory=list)
