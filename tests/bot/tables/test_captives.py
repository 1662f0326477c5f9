"""The price of a captive's next game is kept at their seat, so that no debt needs collecting (GEM-R5)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.person import Person
from bot.tables.table_actor import TableActor
from db import Move, Transfer
from games.engine import HOUSE
from games.engine import money as gems
from tests.helpers.rigged_rolls import RiggedRolls
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, GUILD, Room, a_room, answers

BB = "barovian_boneyard"
MIST, SVALICH = 6, 3
"""Rolls of a g6 against a house that has 3 and 4."""

pytestmark = pytest.mark.rule("GEM-R5", "BB-18")


async def storms(room: Room, table: TableActor, rolls: dict[Person, int]) -> None:
    """Play a game in which the house has 3 and 4, and these people roll this."""
    if table.session is None:
        await table.lifecycle.start(BOB)
    assert table.session is not None
    table.session.match.table.chance = RiggedRolls([3, 4, *rolls.values()])
    for person in rolls:
        await answers(table, person, 1)
    await room.quiet()
    assert table.session is None


async def captured(room: Room) -> TableActor:
    """A table at which Ann was caught in the castle."""
    table = await room.open(BB, ANN, BOB, CID, options={"storming_the_castle": True})
    await storms(room, table, {ANN: MIST, BOB: SVALICH, CID: SVALICH})
    assert table.state.carry["held"] == [0]
    return table


async def at_seat(room: Room, table: TableActor, number: int = 0) -> dict[str, int]:
    """Return what lies at a seat."""
    return await room.store.balances(table.state.seats[number].stake)


async def empties_purse(room: Room, person: Person) -> None:
    """Let a member have put everything in their purse somewhere else."""
    mint, purse = await room.store.mint(GUILD), await room.account(person)
    moves = [Move(purse, mint, unit, n) for unit, n in (await room.purse(person)).items()]
    await room.store.commit(Transfer(f"away:{person.name}", "test", moves))


async def test_a_captive_pays_the_next_game_from_what_was_kept(room: Room) -> None:
    """They have paused and hold nothing any more: before, the house wrote their loss off."""
    table = await captured(room)
    assert await at_seat(room, table) == {"copper.g6": 3}
    await empties_purse(room, ANN)
    await room.store.pause(await room.account(ANN), room.clock.now() + 86_400)
    await storms(room, table, {BOB: MIST, CID: MIST})
    assert table.last_match is not None
    result = table.last_match.result
    assert result is not None
    assert [note for note in result.notes if "owed" in note.values] == []
    assert sum(pay.amount for pay in result.pays if pay.giver == 0 and pay.taker == HOUSE) == 3
    assert await room.owned(ANN) == {}
    assert await room.store.audit() == []


async def test_it_is_kept_again_for_each_game_that_holds_them(room: Room) -> None:
    table = await captured(room)
    owned = sum((await room.owned(ANN)).values())
    await room.store.pause(await room.account(ANN), room.clock.now() + 86_400)
    await storms(room, table, {BOB: SVALICH, CID: SVALICH})
    assert await at_seat(room, table) == {"copper.g6": 3}, "a pause frees from new stakes, and not from this"
    assert sum((await room.owned(ANN)).values()) == owned - 1
    await storms(room, table, {BOB: MIST, CID: MIST})
    assert table.state.carry.get("held") is None
    assert await at_seat(room, table) == {}
    assert await room.store.audit() == []


async def test_a_purse_that_holds_less_is_kept_whole(room: Room) -> None:
    table = await room.open(BB, ANN, BOB, CID, options={"storming_the_castle": True})
    await table.lifecycle.start(BOB)
    await empties_purse(room, ANN)
    mint, purse = await room.store.mint(GUILD), await room.account(ANN)
    await room.store.commit(Transfer("few", "test", [Move(mint, purse, "copper.g6", 3)]))
    await storms(room, table, {ANN: MIST, BOB: SVALICH, CID: SVALICH})
    assert await at_seat(room, table) == {"copper.g6": 2}
    assert await room.purse(ANN) == {}
    await storms(room, table, {BOB: MIST, CID: MIST})
    assert await room.owned(ANN) == {}
    assert await room.store.audit() == []


async def test_whoever_leaves_the_castle_pays_one_of_them_and_takes_the_rest(room: Room) -> None:
    table = await captured(room)
    owned = sum((await room.owned(ANN)).values())
    await empties_purse(room, ANN)
    await table.seating.leave(ANN)
    assert await room.owned(ANN) == {"copper.g6": 2}
    assert owned > 2
    assert await room.store.audit() == []


async def test_it_comes_home_when_the_table_plays_something_else(room: Room) -> None:
    table = await captured(room)
    before = await room.owned(ANN)
    await table.lifecycle.set_up(ANN, game="threes", options={})
    await table.lifecycle.start(BOB)
    assert "copper.g6" not in await at_seat(room, table)
    assert sum((await room.owned(ANN)).values()) != 0
    assert before["copper.g6"] >= 1
    assert await room.store.audit() == []


async def test_it_comes_home_when_the_castle_is_no_longer_stormed(room: Room) -> None:
    table = await captured(room)
    await table.lifecycle.set_up(ANN, options={"storming_the_castle": False})
    await table.lifecycle.start(BOB)
    assert await at_seat(room, table) == {}


async def test_it_outlives_a_restart_and_goes_home_with_the_table(tmp_path: Path) -> None:
    async with a_room(tmp_path / "castle.db") as room:
        await captured(room)
    async with a_room(tmp_path / "castle.db") as room:
        table = room.registry.get_in_channel(CHANNEL)
        assert await at_seat(room, table) == {"copper.g6": 3}
        owned = gems.worth(gems.of_base("copper", await room.owned(ANN)))
        await table.lifecycle.close(ANN)
        assert gems.worth(gems.of_base("copper", await room.purse(ANN))) == owned
        assert await room.store.audit() == []
