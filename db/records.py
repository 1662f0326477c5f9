"""Value types that queries return: plain values, no SQL. Types passed to writes are in `db.writes`.

Units of money are strings: `"copper.piece"` is a loose piece of copper, `"gold.g20"` a
twenty-sided gembone of gold; `"points"`, `"shares"` and `"tickets"` are scores. Amounts are whole
and greater than zero. Times are seconds since the epoch. Members are known by the number of their
purse account, everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

Json = Any
"""Any value that `json.dumps` takes."""

By = Literal["player", "timeout", "computer", "host", "table"]
"""The giver of an answer; `table` stands for news from outside (a leave, time up)."""

AMOUNT_CAP = 1_000_000_000_000
"""The largest amount of one move, and the largest that one account may hold of one unit."""


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One transfer, from the side of one account."""

    at: float
    kind: str
    memo: Mapping[str, Json]
    change: Mapping[str, int]
    """Unit to amount: + for income, - for expense."""
    id: int = 0
    """For paging: `history(..., before=id)` goes on from here."""


class AboutRecord(NamedTuple):
    """A value that is kept about a member of a server, with the member's present name."""

    member: int
    user_id: int
    name: str
    value: Json


class CallRecord(NamedTuple):
    """A call for players. There is one at a time in `main_channel` and its threads; `channel_id` is where it stands."""

    main_channel: int
    guild_id: int
    channel_id: int
    table: int
    message_id: int | None
    role: int | None
    at: float
    ends: float
    over: bool = False


class NightRecord(NamedTuple):
    """A planned night. `user_id` and `name` are the planner's, None once their data is deleted."""

    id: int
    guild_id: int
    channel_id: int
    planner: int
    user_id: int | None
    name: str | None
    game: str
    starts: float
    weekly: bool
    message_id: int | None
    event_id: int | None
    reminded: bool
    state: Literal["planned", "begun", "missed", "off"]


class NightAnswer(NamedTuple):
    """A member's answer to the question whether they come."""

    member: int
    user_id: int
    name: str
    answer: Literal["yes", "maybe", "no"]


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat at a table. `member` is None for a computer player."""

    seat: int
    name: str
    member: int | None
    """The member's purse account."""
    user_id: int | None
    stake: int
    """Stake account: lives as long as the seat."""
    policy: str | None = None
    """Name of the policy that answers, if a computer player answers for this seat now."""
    state: Mapping[str, Json] = field(default_factory=dict)
    """Ready, away, left ... in the table's own words."""


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A channel's place to play."""

    id: int
    place_key: int
    channel_id: int
    message_id: int | None
    host: int
    """The host's purse account."""
    game: str
    options: Mapping[str, Json]
    settings: Mapping[str, Json]
    """Base, buy-in, clocks ...: the table's own."""
    pot: int
    """Account of the money that is carried from match to match."""
    phase: Literal["lobby", "playing", "suspended", "closed"]
    carry: Mapping[str, Json]
    seed: str
    """Server seed; never in a log or export before the table is closed."""
    match: int | None
    """The match being played."""
    seats: tuple[SeatRecord, ...] = ()


@dataclass(frozen=True, slots=True)
class RowRecord:
    """An answer in the journal."""

    seq: int
    ask: int
    seat: int
    digest: str | None
    answer: Json
    by: By
    at: float


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match with its journal."""

    id: int
    table: int
    game: str
    version: int
    header: Mapping[str, Json]
    rows: tuple[RowRecord, ...]
    deadlines: Mapping[int, float]
    state: Literal["playing", "ended", "void", "suspended"]
    result: Mapping[str, Json] | None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a leaderboard."""

    rank: int
    member: int
    user_id: int | None
    name: str
    value: int
    matches: int = 0
    """The number of matches that the value comes from; 0 for what is owned."""


class BoardPage(NamedTuple):
    """One page of a leaderboard."""

    lines: list[BoardLine]
    total: int
    """The number of lines on all pages."""
    matches: int
    """The number of matches that the board rests on; 0 for what is owned."""


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match of a table, without its journal."""

    id: int
    game: str
    state: Literal["playing", "ended", "void", "suspended"]
    opened: float
    closed: float | None


class PlayedOutcome(NamedTuple):
    """The end of a match for a member; `net` is in copper worth, won or lost against members and house."""

    match: int
    game: str
    at: float
    ranked: int
    won: int
    net: int
    points: int
    crowns: int


class SharedOutcome(NamedTuple):
    """The copper that a match paid to one of its members, from the others."""

    match: int
    member: int
    net: int


class TableOutcome(NamedTuple):
    """The end of a match at a table for a member; `net` is in copper worth, against members and house together."""

    match: int
    member: int
    net: int
    won: int


class SeasonRecord(NamedTuple):
    """A season of a server: its number, when it began, when the calendar closes it, and when it was closed."""

    number: int
    begun: float
    ends: float
    closed: float | None


class RatingRecord(NamedTuple):
    """A member's rating in a game and season; `moved` is by the account of each opponent."""

    game: str
    member: int
    user_id: int
    name: str
    mu: float
    sigma: float
    matches: int
    at: float
    moved: Mapping[int, float]


class MedalRecord(NamedTuple):
    """A medal of a season that is over."""

    season: int
    game: str
    place: int


class DailyTry(NamedTuple):
    """A member's try at the table of a day; without a score it is not over yet."""

    day: int
    answers: list[Json]
    score: int | None
    place: int | None


class DailyResult(NamedTuple):
    """A finished try of a member at the table of a day."""

    member: int
    user_id: int
    name: str
    answers: list[Json]
    score: int
    place: int | None


class DeedRecord(NamedTuple):
    """A deed that a member has earned: its key, the match, and the moment."""

    deed: str
    match: int
    at: float


@dataclass(frozen=True, slots=True)
class EntrantRecord:
    """A player of a tournament. `user_id` and `name` are None for a member whose data was deleted."""

    member: int
    number: int
    """The order of entry, from 1."""
    stake: int | None = None
    """The escrow with what they have put up; None where nothing is."""
    ready: bool = False
    cut: int | None = None
    """The round after which they were out."""
    gone: bool = False
    """True if they have left."""
    place: int | None = None
    prize: int | None = None
    """In pieces of the tournament's base."""
    user_id: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class RoundTableRecord:
    """A table of a tournament's round. `table_id` is None until it is opened."""

    round: int
    number: int
    members: tuple[int, ...]
    """The accounts of its players."""
    final: bool = False
    channel_id: int | None = None
    table_id: int | None = None
    scores: Mapping[str, Mapping[str, Sequence[int]]] = field(default_factory=dict)
    """The matches that count: by match, by account, what it counts for them."""
    done: bool = False


@dataclass(frozen=True, slots=True)
class TournamentRecord:
    """A tournament with its players, tables and byes."""

    id: int
    guild_id: int
    channel_id: int
    message_id: int | None
    host: int
    """The host's purse account."""
    game: str
    settings: Mapping[str, Json]
    phase: Literal["open", "gathering", "playing", "ended", "off"]
    round: int
    final: bool
    due: float | None
    """When the present phase ends by itself."""
    opened: float
    entrants: tuple[EntrantRecord, ...] = ()
    tables: tuple[RoundTableRecord, ...] = ()
    byes: tuple[tuple[int, int, int], ...] = ()
    """Round, account and points of each."""


class MatchOutcome(NamedTuple):
    """The place and the points of a member in a match; None where it gives none."""

    place: int | None
    points: int | None


class SeatSpan(NamedTuple):
    """The time that a member held a seat in a match: the numbers of the first and the last answer they gave there."""

    seat: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log. `actor` is a purse account."""

    id: int
    at: float
    actor: int | None
    action: str
    detail: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Stats:
    """The numbers of units and groups since the store was opened."""

    groups: int
    """Groups that were committed."""
    units: int
    """Units that were saved."""
    refused: int
    """Units that were refused."""
    failed: int
    """Units that the disk refused."""
    largest: int
    """Most units in one group."""
    seconds: float
    """Time that the groups took, failed ones included."""
