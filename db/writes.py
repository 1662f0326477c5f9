"""The writes that a unit of work is made of: plain values, no SQL.

`Store.commit` saves the writes of one unit together or not at all. They are frozen, and encode their JSON when they
are made: a unit is written a little later and in another thread, and until then its author may go on changing the
dicts and lists that went into it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import force_setattr

from db.records import By, CallRecord, EntrantRecord, Json, RoundTableRecord, SeatRecord


class JsonText(str):
    """A value that has been encoded as JSON."""

    __slots__ = ()


# msgspec encodes faster, but writes NaN as null without a word; the standard library refuses it.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


def encode(value: Json) -> JsonText:
    """Encode a value as compact JSON; one that is encoded already stays as it is.

    Raises `TypeError` or `ValueError` for a value that JSON cannot express.
    """
    if isinstance(value, JsonText):
        return value
    return JsonText(_encode(dict(value) if isinstance(value, Mapping) else value))


JsonObject = Mapping[str, Json] | JsonText
"""A mapping when the write is made, its JSON from then on."""


class Move(Struct, frozen=True):
    """`amount` of `unit` goes from account `giver` to account `taker`."""

    giver: int
    taker: int
    unit: str
    amount: int


class Transfer(Struct, frozen=True):
    """Moves that belong together, under a key that may be used only once.

    A key that is in the books already refuses the whole unit with `AlreadyDone`, unless `once` is true: then the
    transfer is skipped and the rest of the unit is saved.
    """

    key: str
    kind: str
    moves: Sequence[Move]
    memo: JsonObject = field(default_factory=dict)
    once: bool = False

    def __post_init__(self) -> None:
        force_setattr(self, "moves", tuple(self.moves))
        force_setattr(self, "memo", encode(self.memo))


class SaveTable(Struct, frozen=True):
    """Fields of a table that change; None leaves a field as it is."""

    table: int
    message_id: int | None = None
    channel_id: int | None = None
    host: int | None = None
    game: str | None = None
    options: JsonObject | None = None
    settings: JsonObject | None = None
    phase: str | None = None
    carry: JsonObject | None = None

    def __post_init__(self) -> None:
        _set(
            self,
            options=None if self.options is None else encode(self.options),
            settings=None if self.settings is None else encode(self.settings),
            carry=None if self.carry is None else encode(self.carry),
        )


class SaveSeat(Struct, frozen=True):
    """A seat that is new or has changed; it replaces the one with the same table and number."""

    table: int
    seat: SeatRecord
    state: JsonObject = field(default_factory=dict)
    """Filled from `seat.state` when the write is made."""

    def __post_init__(self) -> None:
        _set(self, state=encode(self.seat.state))


class DropSeat(Struct, frozen=True):
    """A seat that is given up. Its stake account must be empty at the end of the unit."""

    table: int
    seat: int


class OpenMatch(Struct, frozen=True):
    """A match that begins. `match` comes from `Store.next_match_id`; it becomes the table's match."""

    match: int
    table: int
    game: str
    version: int
    header: JsonObject

    def __post_init__(self) -> None:
        _set(self, header=encode(self.header))


class AppendRow(Struct, frozen=True):
    """One answer. (match, seq) is unique, and so is `press`, the id of the interaction that gave the answer."""

    match: int
    seq: int
    ask: int
    seat: int
    digest: str | None
    answer: Json
    by: By
    press: int | None = None

    def __post_init__(self) -> None:
        force_setattr(self, "answer", encode(self.answer))


class SetDeadlines(Struct, frozen=True):
    """All deadlines of a match from now on: ask id to time."""

    match: int
    due: Mapping[int, float]

    def __post_init__(self) -> None:
        force_setattr(self, "due", dict(self.due))


class SeatOutcome(Struct, frozen=True):
    """The effect of a match on one member; leaderboards are sums of these."""

    member: int
    place: int | None
    """1 is best; None has no place."""
    net_players: int | None
    """Against other members, in pieces of copper worth; computer players' money does not count.

    None, here and below: the match could pay none of it, and is no match of that board."""
    net_house: int | None
    points: int | None = None
    shares: int | None = None
    crowns: int | None = None
    """1 for the first place of a night, which is many games and one winner."""
    won: bool = False
    """True if the member came out ahead in money or in points."""
    base: str = "copper"
    """What the gembones of the table were made of."""
    ranked: bool = True
    """False: the outcome is kept, and counted on no board."""


class CloseMatch(Struct, frozen=True):
    """A match that is over: `ended`, or `void` (stakes given back), or `suspended` (kept for an admin)."""

    match: int
    end: Literal["ended", "void", "suspended"]
    result: JsonObject
    outcomes: Sequence[SeatOutcome] = ()

    def __post_init__(self) -> None:
        _set(self, result=encode(self.result), outcomes=tuple(self.outcomes))


class OpenSeason(Struct, frozen=True):
    """A season that begins; the calendar closes it at `ends`."""

    place_key: int
    number: int
    begun: float
    ends: float


class CloseSeason(Struct, frozen=True):
    """A season that is over, and its medals: member, game and place of each."""

    place_key: int
    number: int
    at: float
    medals: Sequence[tuple[int, str, int]] = ()


class SaveRating(Struct, frozen=True):
    """A member's rating after a match; `moved` is by the account of each opponent."""

    place_key: int
    season: int
    game: str
    member: int
    mu: float
    sigma: float
    matches: int
    at: float
    moved: JsonObject

    def __post_init__(self) -> None:
        _set(self, moved=encode(self.moved))


class SaveTry(Struct, frozen=True):
    """A try at the table of a day after its answer number `count`; 0 begins it. The last answer brings the score."""

    member: int
    day: int
    count: int
    answers: JsonText
    score: int | None = None
    place: int | None = None


class SaveTournament(Struct, frozen=True):
    """Fields of a tournament that change; None leaves a field as it is. A new phase brings its own `due`."""

    tournament: int
    message_id: int | None = None
    phase: str | None = None
    round: int | None = None
    final: bool | None = None
    due: float | None = None


class SaveEntrant(Struct, frozen=True):
    """A new player of a tournament, or what has changed about one."""

    tournament: int
    entrant: EntrantRecord


class DropEntrant(Struct, frozen=True):
    """An entry that is taken back. Its escrow must be empty at the end of the unit."""

    tournament: int
    member: int


class SaveRoundTable(Struct, frozen=True):
    """A table of a tournament's round that is new or has changed; its players stay the same."""

    tournament: int
    table: RoundTableRecord
    members: JsonText = JsonText("[]")
    """Filled from `table.members` when the write is made."""
    scores: JsonText = JsonText("{}")
    """Filled from `table.scores` when the write is made."""

    def __post_init__(self) -> None:
        _set(self, members=encode(list(self.table.members)), scores=encode(self.table.scores))


class SaveBye(Struct, frozen=True):
    """A round that a player of a tournament sits out, and the points that it counts."""

    tournament: int
    round: int
    member: int
    points: int


class EarnDeed(Struct, frozen=True):
    """A deed that a member has earned in a match."""

    member: int
    deed: str
    match: int


class ForgetDeeds(Struct, frozen=True):
    """The deeds of one match are forgotten, to be counted again."""

    match: int


class ResumeMatch(Struct, frozen=True):
    """A suspended match that is played on."""

    match: int


class AuditEntry(Struct, frozen=True):
    """A line for the server's audit log. `actor` is a purse account, like every member in this package."""

    place_key: int
    actor: int | None
    action: str
    detail: JsonObject = field(default_factory=dict)

    def __post_init__(self) -> None:
        _set(self, detail=encode(self.detail))


class SaveSetting(Struct, frozen=True):
    """A setting of a server (`value` None removes it)."""

    place_key: int
    key: str
    value: Json

    def __post_init__(self) -> None:
        _set(self, value=None if self.value is None else encode(self.value))


class SaveAbout(Struct, frozen=True):
    """A value that is kept about a member (`value` None removes it)."""

    member: int
    key: str
    value: Json

    def __post_init__(self) -> None:
        _set(self, value=None if self.value is None else encode(self.value))


class SaveBlock(Struct, frozen=True):
    """A person whom a member blocks; with `blocked` False, one whom they no longer block."""

    member: int
    user_id: int
    blocked: bool = True


class Tally(Struct, frozen=True):
    """A number about a member that goes up or down by `by`; it begins at 0."""

    member: int
    key: str
    by: int


class SaveCall(Struct, frozen=True):
    """A call for players; it replaces the last one of its place."""

    call: CallRecord


class NewNight(Struct, frozen=True):
    """A night to be planned; its planner comes. Outside of a unit, `Store.plan_night` gives its number."""

    guild_id: int
    channel_id: int
    planner: int
    game: str
    starts: float
    weekly: bool
    reminded: bool
    event_id: int | None = None


class SaveNight(Struct, frozen=True):
    """Fields of a planned night that change; None leaves a field as it is."""

    night: int
    message_id: int | None = None
    event_id: int | None = None
    reminded: bool | None = None
    state: Literal["begun", "missed", "off"] | None = None


class AnswerNight(Struct, frozen=True):
    """A member's answer to the question whether they come to a night."""

    night: int
    member: int
    answer: Literal["yes", "maybe", "no"]


Write = (
    AppendRow
    | SetDeadlines
    | Transfer
    | SaveSeat
    | DropSeat
    | SaveTable
    | OpenMatch
    | CloseMatch
    | SaveTournament
    | SaveEntrant
    | DropEntrant
    | SaveRoundTable
    | SaveBye
    | EarnDeed
    | SaveTry
    | OpenSeason
    | CloseSeason
    | SaveRating
    | ForgetDeeds
    | ResumeMatch
    | AuditEntry
    | SaveSetting
    | SaveAbout
    | SaveBlock
    | Tally
    | SaveCall
    | SaveNight
    | NewNight
    | AnswerNight
)
"""All that a unit may hold. `db.unit_of_work` says where each of them is written."""


class NewTable(Struct, frozen=True):
    """A table to be opened. No part of a unit: its number is needed before anything can refer to it."""

    place_key: int
    channel_id: int
    host: int
    game: str
    options: JsonObject
    settings: JsonObject
    seed: str

    def __post_init__(self) -> None:
        _set(self, options=encode(self.options), settings=encode(self.settings))


class NewTournament(Struct, frozen=True):
    """A tournament to be opened. No part of a unit: its number is needed before anything can refer to it."""

    guild_id: int
    channel_id: int
    host: int
    game: str
    settings: JsonObject
    due: float

    def __post_init__(self) -> None:
        _set(self, settings=encode(self.settings))


def _set(write: Struct, **fields: Any) -> None:
    """Set fields of a frozen struct that is being made."""
    for name, value in fields.items():
        force_setattr(write, name, value)
