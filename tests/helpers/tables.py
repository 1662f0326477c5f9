"""Tables without Discord: real store, real actor, a clock moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from unittest import mock

from bot.person import Person
from bot.places.settings import load_place_settings
from bot.tables.context import TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tables.state import TableState
from bot.tables.table_actor import TableActor
from bot.tables.view import TableListener
from db import NotSaved, Store, Write
from db.backend.names import Name
from db.journal import OpenMatch
from db.opening import Location, open_store
from games.engine import Ask
from games.registry import GAMES
from tests.e2e.conftest import HandClock
from tests.helpers.features import add_features

AT_ONCE = BotPacing(0, 0, 0, 0, 0, 0)
"""Nobody thinks, and the house calls at once."""
GUILD, CHANNEL = 10, 100
ANN, BOB, CID, DOT = (
    Person(number, Name(name)) for number, name in enumerate(("Ann", "Bob", "Cid", "Dot"), 1)
)


class Room:
    """A registry, its store and its clock."""

    def __init__(self, store: Store, clock: HandClock, pacing: BotPacing) -> None:
        self.store, self.clock = store, clock
        self.registry = TableRegistry(TableContext(store, clock, TableListener(), pacing, first_evening=0.0))
        self.seasons = add_features(self.registry.context.hooks, store)

    async def open(
        self,
        game: str,
        *people: Person,
        computers: int = 0,
        options: dict[str, Any] | None = None,
        **settings: Any,
    ) -> TableActor:
        """A table with these people seated, the first as host. Gembone games are for gembones, alone too."""
        settings.setdefault("for_gembones", GAMES[game].money == "gembones")
        first, *others = people
        place_settings = await load_place_settings(self.store, GUILD)
        table = await self.registry.open(
            GUILD, CHANNEL, first, game, options=options, settings=settings, place_settings=place_settings
        )
        for person in others:
            await table.seating.sit(person)
        for _ in range(computers):
            await table.seating.add_computer(first)
        return table

    async def purse(self, person: Person) -> dict[str, int]:
        """Return what is in a purse."""
        return await self.store.balances(await self.account(person))

    async def owned(self, person: Person) -> dict[str, int]:
        """Return what a member owns, tables included."""
        return await self.store.owned(await self.account(person))

    async def check_seats(self, table: TableActor) -> None:
        """Check that a restart would find the seats of a table as they are."""
        kept = TableState.load(await self.store.table(table.state.id))
        assert [seat.record() for seat in kept.in_order()] == [s.record() for s in table.state.in_order()]

    async def account(self, person: Person) -> int:
        """A member's purse account."""
        return await self.store.member(GUILD, person.user_id, person.name)

    async def quiet(self) -> None:
        """Wait until nothing is left to do but to wait for people."""
        import asyncio

        while True:
            for table in self.registry:
                await table.wait_idle()
            if not any(table.busy for table in self.registry):
                return
            await asyncio.sleep(0)


def ask_of(table: TableActor, person: Person) -> Ask:
    """The question open to a person."""
    assert table.session is not None
    return table.session.match.asks_of(table.viewer_of(person.user_id))[0]


async def answers(table: TableActor, person: Person, answer: Any, press: int | None = None) -> None:
    """A person answers their open question."""
    assert table.session is not None
    await table.press(person, table.session.id, ask_of(table, person).id, answer, press)


@contextmanager
def disk_full_for_matches(room: Room) -> Iterator[None]:
    """Have no match saved that begins, as on a full disk; all else is saved."""
    commit = room.store.commit

    async def full(*writes: Write) -> None:
        if any(isinstance(write, OpenMatch) for write in writes):
            raise NotSaved("disk full")
        await commit(*writes)

    with mock.patch.object(room.store, "commit", full):
        yield


async def passes(room: Room, seconds: float) -> None:
    """Time goes on."""
    room.clock.advance(seconds)
    await room.quiet()


async def defaults(room: Room, table: TableActor) -> None:
    """Let time run out for everyone until the match is over."""
    await room.quiet()
    while table.session is not None:
        room.clock.advance(100)
        await room.quiet()


@asynccontextmanager
async def a_room(
    path: Location, clock: HandClock | None = None, pacing: BotPacing = AT_ONCE
) -> AsyncIterator[Room]:
    """A room over a store at `path`; its tables are taken up."""
    clock = clock or HandClock()
    async with await open_store(path, clock=clock.now) as store:
        room = Room(store, clock, pacing)
        await room.registry.resume()
        yield room
        await room.quiet()
