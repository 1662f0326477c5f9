"""Places: each has a key of its own, and money never leaves its place."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import tempfile
from collections import defaultdict
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.person import Person
from bot.places.place import LEAST, MOST, Place, PlaceKind
from bot.user_errors import UserError
from db import Move, Refused, Transfer
from db.backend.names import Name
from tests.helpers.tables import Room, a_room

NUMBERS = st.one_of(st.integers(1, 5), st.integers(1, MOST - 1))
PLACES = st.builds(Place, st.sampled_from(PlaceKind), NUMBERS)


@given(PLACES, PLACES)
def test_each_place_has_a_key_of_its_own(one: Place, other: Place) -> None:
    assert Place.from_key(one.key) == one
    assert (one.key == other.key) == (one == other)
    assert LEAST <= one.key < -LEAST, "it fits into the store"
    assert one.has_bot == (one.key > 0)


def test_a_server_with_the_bot_keeps_the_key_that_it_always_had() -> None:
    assert Place(PlaceKind.GUILD, 1_573_991_830).key == 1_573_991_830
    assert Place.from_key(0) == Place(PlaceKind.GUILD, 0)


@pytest.mark.parametrize("number", [-1, MOST])
def test_what_is_no_id_of_discords_has_no_key(number: int) -> None:
    for kind in PlaceKind:
        with pytest.raises(ValueError, match="no id"):
            _ = Place(kind, number).key


ALL = tuple(Place(kind, 7) for kind in PlaceKind)
"""Three places of one number: a server, the same server without the bot, and a conversation."""
PEOPLE = tuple(Person(number, Name(name)) for number, name in enumerate(("Ann", "Bob"), 1))


class Act(NamedTuple):
    """Something that a member does in a place; `to` is the place of another account, where that could be elsewhere."""

    what: str
    place: int
    who: int
    to: int
    amount: int


ACTS = st.lists(
    st.builds(
        Act,
        what=st.sampled_from(("transfer", "give", "tip", "exchange", "claim", "offer", "open", "close")),
        place=st.integers(0, 2),
        who=st.integers(0, 1),
        to=st.integers(0, 2),
        amount=st.integers(1, 3),
    ),
    max_size=14,
)

Money = dict[int, dict[tuple[int, str], int]]


def money_in(path: Path) -> Money:
    """All balances, by place."""
    query = "SELECT guild_id, account, unit, amount FROM balances JOIN accounts ON accounts.id = account"
    found: Money = defaultdict(dict)
    with closing(sqlite3.connect(path)) as db:
        for place, account, unit, amount in db.execute(query):
            found[place][account, unit] = amount
    return found


def totals(money: dict[tuple[int, str], int]) -> dict[str, int]:
    """The sums of a place, by unit."""
    sums: dict[str, int] = defaultdict(int)
    for (_, unit), amount in money.items():
        sums[unit] += amount
    return dict(sums)


class House:
    """The services of all places, over one store."""

    def __init__(self, room: Room) -> None:
        self.room = room
        accounts = MemberAccounts(room.store, room.clock)
        self.wallet, self.gifts = WalletService(accounts, room.registry), GiftService(accounts, room.registry)
        self.presses = 0

    async def does(self, act: Act) -> None:
        """Do it, or be refused."""
        self.presses += 1
        key, store = ALL[act.place].key, self.room.store
        who, other = PEOPLE[act.who], PEOPLE[1 - act.who]
        channel = 100 + act.place
        match act.what:
            case "transfer":
                giver = await store.member(key, who.user_id, who.name)
                taker = await store.member(ALL[act.to].key, other.user_id, other.name)
                move = Move(giver, taker, "copper.g4", 1)
                await store.commit(Transfer(f"by hand {self.presses}", "gift", [move]))
                assert act.place == act.to, "the ledger let money out of its place"
            case "give":
                await self.gifts.give(key, who, other, f"{act.amount} pieces", None, self.presses)
            case "tip":
                await self.gifts.tip(key, who, other, "1g4", None, self.presses)
            case "offer":
                await self.gifts.offer(key, who, "1g4", None, self.presses)
            case "exchange":
                await self.wallet.exchange(key, who, "1g12", "3g4", None, self.presses)
            case "claim":
                await self.wallet.claim(key, who)
            case "open":
                table = await self.room.registry.open(key, channel, who, "rogues_and_warriors")
                await table.seating.sit(other)
                await table.lifecycle.start(who)
            case "close":
                table = self.room.registry.get_in_channel(channel)
                await table.force_close("Enough.")


async def play(path: Path, acts: list[Act]) -> None:
    async with a_room(path) as room:
        house = House(room)
        before = money_in(path)
        for act in acts:
            with contextlib.suppress(UserError, Refused):
                await house.does(act)
            after = money_in(path)
            touched = {ALL[act.place].key} | ({ALL[act.to].key} if act.what == "transfer" else set())
            changed = {place for place in after if after[place] != before[place]}
            assert changed <= touched, act
            for place, money in after.items():
                assert not any(totals(money).values()), (place, act)
            before = after
        assert await room.store.audit() == []
        for table in room.registry:
            await table.force_close("The night is over.")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(ACTS)
def test_money_of_places_never_mixes(acts: list[Act]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder) / "places.db", acts))


async def test_a_person_has_a_purse_of_their_own_in_each_place(tmp_path: Path) -> None:
    async with a_room(tmp_path / "purses.db") as room:
        accounts: list[Any] = [await room.store.member(place.key, 1, "Ann") for place in ALL]
        assert len(set(accounts)) == len(ALL)
        for one in accounts:
            for other in accounts:
                if one != other:
                    with pytest.raises(Refused):
                        await room.store.commit(
                            Transfer(f"{one} to {other}", "gift", [Move(one, other, "copper.g4", 1)])
                        )
