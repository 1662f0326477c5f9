"""What the store is told: plain values, no SQL.

A unit of work is a sequence of *facts* (`Transfer`, `OpenMatch`, `AppendRow` ...) that are saved
together or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from db.records import By, Json, SeatRecord


@dataclass(frozen=True, slots=True)
class Move:
    """`amount` of `unit` goes from account `giver` to account `taker`."""

    giver: int
    taker: int
    unit: str
    amount: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """Moves that belong together, under a key that is used once for ever.

    A key that is in the books already refuses the whole unit with `AlreadyDone`, unless `once` is
    true: then the transfer is passed over in silence and the rest of the unit is saved.
    """

    key: str
    kind: str
    moves: Sequence[Move]
    memo: Mapping[str, Json] = field(default_factory=dict)
    once: bool = False


@dataclass(frozen=True, slots=True)
class SaveTable:
    """Table fields that change; None leaves a field as it is."""

    table: int
    message_id: int | None = None
    channel_id: int | None = None
    host: int | None = None
    game: str | None = None
    options: Mapping[str, Json] | None = None
    settings: Mapping[str, Json] | None = None
    phase: str | None = None
    carry: Mapping[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class SaveSeat:
    """A seat taken or changed (same table and seat number: replaced)."""

    table: int
    seat: SeatRecord


@dataclass(frozen=True, slots=True)
class DropSeat:
    """A seat given up. Its stake account must be empty."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match begins. `match` is chosen by `Store.next_match_id`; it becomes the table's match."""

    match: int
    table: int
    game: str
    version: int
    header: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class AppendRow:
    """One answer. (match, seq) is unique, and so is `press`, the id of the interaction that brought it."""

    match: int
    seq: int
    ask: int
    seat: int
    digest: str | None
    answer: Json
    by: By
    press: int | None = None


@dataclass(frozen=True, slots=True)
class SetDeadlines:
    """The open asks that have a deadline now, all of them: ask id to time."""

    match: int
    due: Mapping[int, float]


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """What a match meant to one member; leaderboards are sums of these."""

    member: int
    place: int | None
    """1 is best; None has no place."""
    net_players: int
    """Against other members, in pieces of copper worth; computer players' money does not count."""
    net_house: int
    points: int = 0
    shares: int = 0
    won: bool = False


@dataclass(frozen=True, slots=True)
class CloseMatch:
    """A match is over: `ended`, or `void` (stakes given back), or `suspended` (kept for an admin)."""

    match: int
    how: Literal["ended", "void", "suspended"]
    result: Mapping[str, Json]
    outcomes: Sequence[SeatOutcome] = ()


@dataclass(frozen=True, slots=True)
class ResumeMatch:
    """A suspended match is played on."""

    match: int


@dataclass(frozen=True, slots=True)
class Audit:
    """A line for the server's audit log. `actor` is a purse account, like every member in here."""

    guild_id: int
    actor: int | None
    what: str
    detail: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SaveSetting:
    """A setting of a server (`value` None removes it)."""

    guild_id: int
    key: str
    value: Json


@dataclass(frozen=True, slots=True)
class SaveAbout:
    """Something about a member, in the words of whoever keeps it (`value` None forgets it)."""

    member: int
    key: str
    value: Json


@dataclass(frozen=True, slots=True)
class Tally:
    """A number about a member goes up or down by `by`; it begins at 0."""

    member: int
    key: str
    by: int


Fact = (
    Transfer
    | SaveTable
    | SaveSeat
    | DropSeat
    | OpenMatch
    | AppendRow
    | SetDeadlines
    | CloseMatch
    | ResumeMatch
    | Audit
    | SaveSetting
    | SaveAbout
    | Tally
)
