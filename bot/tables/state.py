"""The state of a table as the store holds it: seats, settings, phase."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, field_validator

from bot.clock import DAY, HOUR
from bot.language import N_
from bot.luck.deal import BeaconRound
from bot.places.place import Place
from bot.places.stakes import USUAL_BUY_IN, Base
from bot.tables.kinds import TableKind, load_kind
from db.backend.names import Name
from db.seed_chain import LENGTH, fingerprint
from db.tables import SeatRecord, TableRecord
from games.computer.characters import is_of_the_house
from games.engine.game import REGULAR

log = logging.getLogger(__name__)

Venue = Literal["tavern", "house", "nugget"]
Pace = Literal["relaxed", "normal", "fast", "1 hour", "4 hours", "12 hours", "1 day", "3 days"]
Strength = Literal["newcomer", "regular", "shark", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
OpenTo = Literal["anyone", "role", "invited"]
Phase = Literal["lobby", "playing", "suspended", "closed"]
SitsOut = Literal["", "next", "until back"]
"""The matches that a member has said they sit out: none, the next one, or all until they say that they're back."""
PointsReason = Literal["fun", "evening", "short", "unasked", "computer"]
"""Why a seat plays for points: the match is for fun, it's their first evening, their purse is short, they have pressed
nothing since the stakes went up, or it is a computer player at a table where somebody plays for points."""

LETTER: Mapping[str, int] = {
    "1 hour": HOUR, "4 hours": 4 * HOUR, "12 hours": 12 * HOUR, "1 day": DAY, "3 days": 3 * DAY,
}  # fmt: skip
"""The paces of a match by letter, in seconds a turn."""
RAIL_FROM = 100
"""The first seat number at the rail, far above those at the table."""


class TableSettings(BaseModel):
    """The host's choices that do not depend on the game. The settings menu shows titles and descriptions."""

    model_config = ConfigDict(extra="ignore")

    base: Base = Field("copper", title=N_("Stakes"), description=N_("The base you play for."))
    buy_in: int = Field(
        USUAL_BUY_IN,
        ge=5,
        le=100_000,
        title=N_("Buy-in"),
        description=N_("Pieces each player brings to a game with a pot."),
    )
    fits: bool = False
    """True if nobody has chosen the buy-in: it then fits the smallest purse."""
    free: bool = Field(False, title=N_("Play for fun"), description=N_("No money changes hands."))
    for_gembones: bool = Field(
        False,
        title=N_("Play for gembones"),
        description=N_("Even alone: computers and the house then win and lose real gembones."),
    )
    pace: Pace = Field("normal", title=N_("Pace"), description=N_("How long you get for a turn."))
    clocks: dict[str, int] = Field(
        default_factory=dict,
        description=N_("Seconds that the host gives, by clock, where the game lets them."),
    )
    computers: Strength = Field(
        "regular",
        title=N_("Computer players"),
        description=N_("How well the computers at this table play. You can choose for each of them too."),
    )
    rated: bool = Field(
        False, title=N_("Rated"), description=N_("What matches pay moves the players' ratings in this game.")
    )
    takeover: bool = Field(
        True,
        title=N_("Knocked-out players play on"),
        description=N_("Knocked-out players may take over a computer player."),
    )
    venue: Venue = Field(
        "nugget",
        title=N_("Venue"),
        description=N_(
            "A tavern, a gambling house or the Gilded Nugget: the mood, and what happens to cheaters."
        ),
    )
    hints: bool = Field(
        True, title=N_("Hints"), description=N_("Your hand panel tells you what your hand is worth.")
    )
    pictures: bool = Field(
        True, title=N_("Pictures"), description=N_("Draw the table where a picture says more.")
    )
    language: str | None = None
    """The language of what everyone at the table reads, if the host has chosen one."""
    table_talk: bool = Field(
        True,
        title=N_("Table talk"),
        description=N_("Computer players with a temper say a line now and then."),
    )

    @property
    def letter(self) -> int | None:
        """The seconds of a turn at a table that plays by letter, over hours or days; None at a live table.

        The host may also have set the game's own clock of turns to such a length.
        """
        given = self.clocks.get("turn", 0)
        return LETTER.get(self.pace) or (given if given >= HOUR else None)

    @field_validator("computers", mode="before")
    @classmethod
    def _known_strength(cls, value: Any) -> Any:
        """Replace a strength that an older or newer version saved with the regular's."""
        if value in get_args(Strength):
            return value
        log.warning("there are no computer players of the strength %r: they play as %r", value, REGULAR)
        return REGULAR


class TableAccess(BaseModel):
    """The host's decisions about the company: seats, invitations, bans, co-hosts."""

    model_config = ConfigDict(extra="ignore")

    open_to: OpenTo = "anyone"
    """The members who may sit down, in addition to those who were invited."""
    role: int | None = None
    """The role whose members may sit down, if `open_to` is a role."""
    invited: dict[int, float] = Field(default_factory=dict)
    """Users that the host invited, and the time of their last notice."""
    kicked: list[int] = Field(default_factory=list)
    """Users that the host kicked."""
    bars: dict[int, float] = Field(default_factory=dict)
    """Users with a temporary ban from the seats, and its end."""
    cohosts: list[int] = Field(default_factory=list)
    """Users that the host has made co-hosts."""
    hidden_in: int | None = None
    """The channel of the private thread that holds the table, if there is one; itself if a member made it."""
    stood_in: dict[int, int] = Field(default_factory=dict)
    """The public channels in which the table stood before, by the last match that was dealt there."""

    def hides_from(self, user_id: int) -> bool:
        """Return True if a user may not even watch: they were kicked from a private thread."""
        return self.hidden_in is not None and user_id in self.kicked


class TableProgress(BaseModel):
    """Facts that the matches of a table leave for the next one, in addition to the carry of their games."""

    model_config = ConfigDict(extra="ignore")

    deals: int = 0
    """Deals that were begun or announced here, each with a seed of its own."""
    announced: dict[int, BeaconRound] = Field(default_factory=dict)
    """The round of a public beacon that was announced for a deal, by its number, until its match has begun.

    One that stays was never dealt: the bot ended in between, or the start was refused.
    """
    agreed: dict[int, list[int]] = Field(default_factory=dict)
    """Accounts of members who agreed to open a match before the table closes, by match."""
    demonstrated: list[str] = Field(default_factory=list)
    """The variants whose rules were shown here last."""
    bank: int | None = None
    """The account in which the house's part of a match is set aside."""
    former: dict[int, int | None] = Field(default_factory=dict)
    """Members who have left, or were kicked, but are due a share of a carried pot, by seat."""
    gather_until: float | None = None
    """When the next match starts, while members may still say that they're ready."""
    proposals: dict[int, str] = Field(default_factory=dict)
    """The games that members have proposed for the next match, by seat."""
    closing: bool = False
    """True once the table is to close after its match."""


def document(*parts: BaseModel) -> dict[str, Any]:
    """Return the fields of several parts of a table's state as one document."""
    return {key: value for part in parts for key, value in part.model_dump(mode="json").items()}


@dataclass(slots=True)
class Seat:
    """A seat at the table or at its rail. `user_id` is a Discord id, None for a computer player's own seat."""

    number: int
    name: Name
    user_id: int | None
    member: int | None
    stake: int
    policy: str | None = None
    ready: bool = False
    away: bool = False
    left: bool = False
    chips: int = 0
    """Play chips of free matches."""
    rail: bool = False
    """A spectator who calls or bets in the current match without playing in it."""
    games: int = 0
    """The number of matches in a row at this table."""
    tip_suggested: bool = False
    guest: int | None = None
    """Discord id of the member who plays a computer player's seat: a knocked-out member, or the host of a guest."""
    invited: bool = False
    """True for a guest of the host's, played for the house by the host or a computer player (PTY-R1)."""
    won: bool = False
    """True if this seat won the last match here."""
    word: str = ""
    """The member's word for the luck of the next match."""
    last_owner: int | None = None
    """Discord id of the person who had the seat when the last match ended: its hidden cards are theirs alone."""

    vacation: float | None = None
    """The end of its member's vacation, until which their clock is paused at a table by letter."""
    sits_out: SitsOut = ""
    silent: int = 0
    """The number of matches in a row in which its member ran out of time and pressed nothing at all."""
    for_points: PointsReason | None = None
    """Why the seat stakes no money in the current or last match: it plays for points; None if it pays and is paid."""
    short: int = 0
    """The pieces that were missing for a buy-in, if it plays for points because of that."""
    agreed: tuple[str, int, int, bool, int] | None = None
    """The stakes to which its member has agreed by a press of their own: see `Payers.stakes`; None for no money."""
    newcomer_until: float = 0.0
    """The end of its member's first evening, until which they play for points."""
    took: int = 0
    """The seat that its member has taken over in this match, counted from 1: they may see no other hand; 0 if none."""
    purse: int | None = None
    """The pieces in its member's purse when someone last sat down; None if nobody has looked yet. It isn't saved."""

    @property
    def pays(self) -> bool:
        """True if money of the seat is at stake; False if it plays for points."""
        return self.for_points is None

    @property
    def computer(self) -> bool:
        """True for the house's own seats, which never belonged to a member."""
        return self.member is None

    @property
    def person(self) -> int | None:
        """The Discord id of the person who answers in this seat; None for a computer player."""
        return self.guest if self.guest is not None else self.user_id

    def play_for(self, points: tuple[PointsReason, int] | None) -> None:
        """Stake money in the next match, or play it for points: for this reason, and short of so many pieces."""
        self.for_points, self.short = (None, 0) if points is None else points

    def to_computer(self, policy: str) -> None:
        """Let a computer player answer in this seat from now on."""
        self.guest, self.policy, self.away = None, policy, False

    def be_there(self) -> None:
        """Count its member as there: neither away nor sitting out."""
        self.away, self.sits_out, self.silent = False, "", 0

    def record(self) -> SeatRecord:
        """Return the seat as the store holds it.

        A guest that the host plays is saved without a policy, and without the host's id.
        """
        state: dict[str, Any] = {
            "ready": self.ready,
            "away": self.away,
            "left": self.left,
            "chips": self.chips,
            "games": self.games,
            "tip_suggested": self.tip_suggested,
        }
        if self.guest is not None and not self.invited:
            state["guest"] = self.guest
        if_any = ("rail", "invited", "won", "word", "last_owner", "vacation", "sits_out")
        for name in (*if_any, "silent", "for_points", "short", "agreed", "newcomer_until", "took"):
            if value := getattr(self, name):
                state[name] = value
        return SeatRecord(self.number, self.name, self.member, self.user_id, self.stake, self.policy, state)

    @classmethod
    def load(cls, record: SeatRecord) -> Seat:
        """Return the seat that the store holds."""
        state = record.state
        return cls(
            record.seat,
            record.name,
            record.user_id,
            record.member,
            record.stake,
            record.policy,
            bool(state.get("ready")),
            bool(state.get("away")),
            bool(state.get("left")),
            int(state.get("chips", 0)),
            bool(state.get("rail")),
            int(state.get("games", 0)),
            bool(state.get("tip_suggested")),
            state.get("guest"),
            bool(state.get("invited")),
            bool(state.get("won")),
            str(state.get("word", "")),
            state.get("last_owner"),
            state.get("vacation"),
            state["sits_out"] if state.get("sits_out") in get_args(SitsOut) else "",
            int(state.get("silent", 0)),
            state.get("for_points"),
            int(state.get("short", 0)),
            # earlier releases kept no pace
            (*state["agreed"], 0)[:5] if state.get("agreed") else None,
            float(state.get("newcomer_until", 0.0)),
            int(state.get("took", 0)),
        )


@dataclass(slots=True)
class TableState:
    """A table as its actor holds it."""

    id: int
    place_key: int
    channel_id: int
    message_id: int | None
    host: int
    game: str
    options: dict[str, Any]
    settings: TableSettings
    pot: int
    phase: Phase
    carry: dict[str, Any]
    seed: str
    match_id: int | None
    seats: dict[int, Seat] = field(default_factory=dict)
    rail: dict[int, Seat] = field(default_factory=dict)
    """Spectators at the rail of the current match, or of the last one."""
    access: TableAccess = field(default_factory=TableAccess)
    progress: TableProgress = field(default_factory=TableProgress)
    kind: TableKind = field(default_factory=TableKind)
    place: Place = field(init=False)
    """The place of the table, which its money never leaves."""

    def __post_init__(self) -> None:
        self.place = Place.from_key(self.place_key)

    @classmethod
    def load(cls, record: TableRecord) -> TableState:
        """Return the table that the store holds."""
        seats = {seat.seat: Seat.load(seat) for seat in record.seats}
        for seat in seats.values():
            if seat.computer and not seat.invited and not is_of_the_house(seat.name):
                log.warning(
                    "table %s: %s has no temper that is known, and plays plainly", record.id, seat.name
                )
        # the store keeps both kinds of seats in one table
        state = cls(
            record.id,
            record.place_key,
            record.channel_id,
            record.message_id,
            record.host,
            record.game,
            dict(record.options),
            TableSettings.model_validate(record.settings),
            record.pot,
            record.phase,
            dict(record.carry),
            record.seed,
            record.match,
            {number: seat for number, seat in seats.items() if not seat.rail},
            {number: seat for number, seat in seats.items() if seat.rail},
            TableAccess.model_validate(record.settings),
            TableProgress.model_validate(record.settings),
            load_kind(record.settings),
        )
        host, guest = state.host_seat(), state.invited()
        if host is not None and guest is not None and guest.policy is None:
            guest.guest = host.user_id
        return state

    def reload(self, record: TableRecord) -> None:
        """Load the state of the store in place: the table, its cashier and its views share this object."""
        fresh = TableState.load(record)
        for each in fields(self):
            setattr(self, each.name, getattr(fresh, each.name))

    def document(self, *changed: BaseModel) -> dict[str, Any]:
        """Return settings, access, progress and kind as one document, as the store keeps them.

        The `changed` parts replace the table's own.
        """
        parts = {
            type(part): part for part in (self.settings, self.access, self.progress, self.kind, *changed)
        }
        return document(*parts.values())

    @property
    def fingerprint(self) -> str:
        """The published hash of the luck of all matches here, before members add their words."""
        return fingerprint(self.seed, LENGTH)

    @property
    def everyone(self) -> dict[int, Seat]:
        """All seats by number, including those at the rail."""
        return {**self.seats, **self.rail}

    def for_points(self) -> set[int]:
        """Return the seats that play the current match for points, or played the last one so."""
        return {number for number, seat in self.everyone.items() if not seat.pays}

    def find_seat(self, number: int) -> Seat | None:
        """Return the seat with this number, at the table or at its rail."""
        return self.seats.get(number) or self.rail.get(number)

    def answering_seat(self, user_id: int) -> Seat | None:
        """Return the seat in which a person answers: one they took over, their own, or one at the rail."""
        own = None
        for seat in self.seats.values():
            if seat.guest == user_id and not seat.invited:
                return seat
            if seat.user_id == user_id:
                own = seat
        return own or self.rail_of(user_id)

    def concerns(self, user_id: int) -> bool:
        """Return True if a person has a seat here, or plays one, at the table or at its rail."""
        # asked of every table of a server at each press there, so it makes nothing for each seat
        for seats in (self.seats, self.rail):
            for seat in seats.values():
                if user_id in (seat.user_id, seat.guest):
                    return True
        return False

    def seat_of(self, user_id: int) -> Seat | None:
        """Return the seat of a member at the table."""
        return next((seat for seat in self.seats.values() if seat.user_id == user_id), None)

    def taken_by(self, user_id: int) -> Seat | None:
        """Return the computer player's seat that a member took over."""
        return next((s for s in self.seats.values() if s.guest == user_id and not s.invited), None)

    def invited(self) -> Seat | None:
        """Return the seat of the host's guest (PTY-R1)."""
        return next((seat for seat in self.seats.values() if seat.invited), None)

    @property
    def host_plays_guest(self) -> bool:
        """True if the host plays a guest in addition to their own seat; the match is then for fun."""
        guest = self.invited()
        return guest is not None and guest.guest is not None

    def guest_of(self, user_id: int) -> Seat | None:
        """Return the seat of the guest that a member plays in addition to their own."""
        for seat in self.seats.values():
            if seat.invited:
                return seat if seat.guest == user_id else None
        return None

    def rail_of(self, user_id: int) -> Seat | None:
        """Return the place of a member at the rail of the current match."""
        if self.match_id is None:
            return None
        return next((seat for seat in self.rail.values() if seat.user_id == user_id), None)

    def company(self) -> set[int]:
        """Return the Discord ids of everyone in a seat or at the rail."""
        people = {seat.user_id for seat in self.seats.values()}
        if self.match_id is not None:
            people |= {seat.user_id for seat in self.rail.values()}
        return {user_id for user_id in people if user_id is not None}

    def members(self) -> list[Seat]:
        """Return the seats of members, in order."""
        return [self.seats[n] for n in sorted(self.seats) if not self.seats[n].computer]

    def in_order(self) -> list[Seat]:
        """Return all seats at the table, in order."""
        return [self.seats[n] for n in sorted(self.seats)]

    def free_number(self, member: int | None) -> int:
        """Return the seat number that a former member still owns, or the lowest free one."""
        former = self.progress.former
        again = [
            n for n, other in former.items() if other == member and other is not None and n not in self.seats
        ]
        return again[0] if again else next(n for n in count() if n not in self.seats and n not in former)

    def free_at_rail(self) -> int:
        """Return the lowest free number at the rail."""
        return next(n for n in count(RAIL_FROM) if n not in self.rail)

    def host_seat(self) -> Seat | None:
        """Return the seat of the host, if they still have one."""
        return next((seat for seat in self.seats.values() if seat.member == self.host), None)
