"""What the store is told and what it tells: plain values, no SQL.

A unit of work is a sequence of *facts* (`Transfer`, `OpenMatch`, `AppendRow` ...) that are saved
together or not at all. Reads give the `...Record` classes back.

Units of money are strings: `"copper.piece"` is a loose piece of copper, `"gold.g20"` a
twenty-sided gembone of gold; `"points"`, `"shares"` and `"tickets"` are scores. Amounts are whole
and greater than zero. Times are seconds since the epoch. Members are known by the number of their
purse account, everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Json = Any
"""Whatever `json.dumps` takes."""

By = Literal["player", "timeout", "computer", "host", "table"]
"""Who gave an answer; `table` is a fact from outside (a leave, time up)."""

AMOUNT_CAP = 1_000_000_000_000
"""The most that one move may carry, and the most that one account may hold of one unit."""


# ---- errors


class StoreError(Exception):
    """Whatever goes wrong in here. The tree:

    StoreError
    ├── StoreLocked       another process holds the file
    ├── StoreTooNew       the file was written by a later version
    ├── NotSaved          the disk refused (full, locked, gone): nothing of the unit is kept
    └── Refused           the unit breaks a rule of the books: nothing of it is kept
        ├── NotEnough     an account would fall below zero
        ├── BadMove       zero, negative, over the cap, to oneself
        ├── AlreadyDone   a unique key, press or row number that is in the books
        ├── Frozen        an account that may not be touched now
        ├── OverLimit     more than a member allows themselves (a cap, a pause)
        └── Unknown       no such account, table or match
    """


class StoreLocked(StoreError):
    """Another process holds the file."""


class StoreTooNew(StoreError):
    """The file was written by a later version of this program."""


class NotSaved(StoreError):
    """The disk refused; nothing of the unit is kept, and it may be tried again."""


class Refused(StoreError):
    """The unit breaks a rule of the books; nothing of it is kept."""


class NotEnough(Refused):
    """An account would fall below zero."""

    def __init__(self, account: int, unit: str, held: int, asked: int) -> None:
        super().__init__(f"account {account} holds {held} {unit}, {asked} asked")
        self.account, self.unit, self.held, self.asked = account, unit, held, asked


class BadMove(Refused):
    """An amount that is zero, negative or over the cap, or a move from an account to itself."""


class AlreadyDone(Refused):
    """A unique key, a press or a row number that is in the books already."""

    def __init__(self, what: str, key: object) -> None:
        super().__init__(f"{what} {key!r} is in the books already")
        self.what, self.key = what, key


class Frozen(Refused):
    """An account that may not be touched now."""


class OverLimit(Refused):
    """More than a member allows themselves: they have paused, or it is over their cap for a day."""

    def __init__(self, member: int, *, paused_until: float | None = None, cap: int | None = None) -> None:
        super().__init__(f"member {member} has set themselves a limit")
        self.member, self.paused_until, self.cap = member, paused_until, cap


class Unknown(Refused):
    """No such account, table or match."""


# ---- money


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
class HistoryLine:
    """One transfer as one account sees it."""

    at: float
    kind: str
    memo: Mapping[str, Json]
    change: Mapping[str, int]
    """Unit to what came (+) or went (-)."""
    id: int = 0
    """For paging: `history(..., before=id)` goes on from here."""


# ---- tables and matches


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits where. `member` is None for a computer player; `stake` is the seat's stake account."""

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
    guild_id: int
    channel_id: int
    message_id: int | None
    host: int
    """The host's purse account."""
    game: str
    options: Mapping[str, Json]
    settings: Mapping[str, Json]
    """Base, buy-in, clocks ...: the table's own."""
    pot: int
    """Account of what is carried from match to match."""
    phase: Literal["lobby", "playing", "suspended", "closed"]
    carry: Mapping[str, Json]
    seed: str
    """Server seed; never in a log or export before the table is closed."""
    match: int | None
    """The match being played."""
    seats: tuple[SeatRecord, ...] = ()


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
class Outcome:
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
    outcomes: Sequence[Outcome] = ()


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


@dataclass(frozen=True, slots=True)
class RowRecord:
    """An answer as it stands in the journal."""

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


@dataclass(frozen=True, slots=True)
class MatchSummary:
    """A match of a table, without its journal."""

    id: int
    game: str
    state: Literal["playing", "ended", "void", "suspended"]
    opened: float
    closed: float | None


@dataclass(frozen=True, slots=True)
class AuditLine:
    """A line of the audit log as it stands. `actor` is a purse account."""

    id: int
    at: float
    actor: int | None
    what: str
    detail: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Stats:
    """What the writer has done since the store was opened."""

    groups: int
    """Groups that were committed."""
    units: int
    """Units that were kept."""
    refused: int
    """Units that were refused."""
    failed: int
    """Units that the disk refused."""
    largest: int
    """Most units in one group."""
