"""Everything that a person was ever shown, against what that person may know.

Whatever a member or a whole channel is shown is remembered with its moment: messages, panels, direct messages, texts
that stand for pictures, forms. At the end each match is played again from its journal with cards that are marked, so
that it is certain who had been told of which card when. The name of a card is a leak in any text that was shown to
someone, during the match, who knew no card of that name yet.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import astuple

from bot.simulation.host.machine import MACHINE
from db import journal
from db.sqlite.connection import SqliteConnection, connect_reader
from games.engine import RAIL, Chance, Event, Header, Match, Row
from games.registry import rules_of
from playground.world.events import Event as Happening
from playground.world.state import Message

if TYPE_CHECKING:
    from bot.simulation.world import World

T = TypeVar("T")


class Shown(NamedTuple):
    """A text, and who saw it: a user's id, or None for everyone in the channel."""

    at: float
    channel: int
    viewer: int | None
    text: str


class Sight:
    """Remembers what is shown."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.shown: list[Shown] = []
        world.playground.world.listeners.append(self._seen)

    def _seen(self, event: Happening) -> None:
        message = event.subject
        if not isinstance(message, Message) or message.deleted:
            return
        viewer = message.viewer.id if message.viewer is not None else None
        self.shown.append(Shown(MACHINE.now(), message.channel.id, viewer, message.text))

    def answered(self, person: int, channel: int, reply: Any) -> None:
        """Remember the form that a press was answered with; all other answers are messages."""
        if reply.modal is not None:
            text = json.dumps(reply.data, ensure_ascii=False)
            self.shown.append(Shown(MACHINE.now(), channel, person, text))

    def read(self, at: float, channel: int, viewer: int | None, text: str) -> None:
        """Remember what a page was sent; a viewer of None may know what everyone does."""
        self.shown.append(Shown(at, channel, viewer, text))

    def check(self) -> None:
        """Look for cards that someone was shown before they knew them."""
        db = connect_reader(self.world.server.path)
        try:
            found = db.execute(
                "SELECT matches.id, tables.channel_id FROM matches JOIN tables ON tables.id = table_id"
            ).fetchall()
            for match, channel in found:
                self._check_match(db, match, channel)
        finally:
            db.close()

    def _check_match(self, db: SqliteConnection, number: int, channel: int) -> None:
        record = journal.match(db, number)
        game = rules_of(record.game, record.version)
        header = Header.from_json(record.header)
        faces = game.card_faces(game.parse_options(header.options))
        if not faces or not record.rows:
            return
        moments = [at for (at,) in db.execute("SELECT at FROM rows WHERE match = ? ORDER BY seq", (number,))]
        seats = dict(
            db.execute(
                # who has not answered yet is known by their seat alone
                "SELECT user_id, seat FROM seats JOIN members ON account = seats.member"
                " JOIN matches USING (table_id) WHERE matches.id = ?1"
                " UNION ALL SELECT DISTINCT user_id, rows.seat FROM rows JOIN members ON account = rows.member"
                " WHERE rows.match = ?1",
                (number,),
            ).fetchall()
        )
        rows = [Row(row.ask, row.seat, row.digest or "", row.answer, row.by) for row in record.rows]
        known = list(_told(game, header, rows))
        # a page is sent its cards by their keys
        names = {name: card for card, face in faces.items() for name in (face.full, json.dumps(card))}
        # the longest first: Wine with a Chaser is no Wine
        any_name = re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True))))
        for shown in self.shown:
            if shown.channel != channel or not moments[0] <= shown.at < moments[-1]:
                continue
            if shown.viewer is not None and shown.viewer not in seats:
                # someone who left before their first answer: their seat is not on record any more
                continue
            done = sum(at <= shown.at for at in moments)
            viewer = seats[shown.viewer] if shown.viewer is not None else RAIL
            knows = known[done].knows(viewer)
            for name in any_name.findall(shown.text):
                card = names[name]
                if card in known[-1].drawn and card not in knows:
                    who = "everyone" if shown.viewer is None else f"seat {viewer}"
                    self.world.fail(
                        f"{who} was shown {name} at {shown.at:.3f}, in match {number} of {game.key},"
                        f" before they knew it: {shown.text[:300]!r}"
                    )
                    return


class _Told(NamedTuple):
    """The cards that were drawn so far, and those that each viewer had been told of."""

    drawn: frozenset[str]
    by_seat: Mapping[int, frozenset[str]]
    by_all: frozenset[str]

    def knows(self, viewer: int) -> frozenset[str]:
        return self.by_all | self.by_seat.get(viewer, frozenset())


def _told(game: Any, header: Header, rows: Iterable[Row]) -> Iterator[_Told]:
    """Yield who knows what: at the beginning, and after each row."""
    chance = _Marking(header.seed)
    match, seen = Match(game, header, chance=chance, digests=False), 0
    by_seat: dict[int, set[str]] = {}
    by_all: set[str] = set()
    for row in (None, *rows):
        if row is not None:
            match.answer(row.ask, row.seat, row.answer, row.by)
        news: Sequence[Event] = match.events[seen:]
        seen += len(news)
        for event in news:
            cards = set(_marked(event.values))
            if event.to is None:
                by_all |= cards
            for seat in event.to or ():
                by_seat.setdefault(seat, set()).update(cards)
        yield _Told(
            frozenset(chance.drawn),
            {seat: frozenset(cards) for seat, cards in by_seat.items()},
            frozenset(by_all),
        )


class _Marked(str):
    """A card that was drawn."""

    __slots__ = ()


class _Marking(Chance):
    """The luck of a match, which marks the cards that are drawn."""

    def __init__(self, seed: Any) -> None:
        super().__init__(seed)
        self.drawn: set[str] = set()

    def draw(self, pile: MutableSequence[T]) -> T:
        """Draw a card, and mark it."""
        card: Any = super().draw(pile)
        if isinstance(card, str):
            self.drawn.add(card)
            card = _Marked(card)
        return card  # type: ignore[no-any-return]


def _marked(thing: object) -> Iterator[str]:
    """Yield the drawn cards that stand anywhere in a value."""
    inside = [thing]
    while inside:
        part = inside.pop()
        if isinstance(part, _Marked):
            yield str(part)
        elif isinstance(part, str | int | None):
            continue
        elif isinstance(part, Struct):
            inside += astuple(part)
        elif isinstance(part, Mapping):
            inside += part.values()
        elif isinstance(part, Iterable):
            inside += part
