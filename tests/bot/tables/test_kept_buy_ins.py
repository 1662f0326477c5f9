"""Rolled Gold, game after game: a buy-in that survives stays in the tray (RG-R14)."""

from __future__ import annotations

import pytest

from bot.tables.table_actor import TableActor
from db import Move, Transfer
from tests.helpers.tables import ANN, BOB, GUILD, Room, answers, ask_of, defaults

pytestmark = pytest.mark.rule("RG-R14")


async def begun(room: Room, carry: list[list[object]], **options: object) -> TableActor:
    """Ann and Bob begin another game at a table where these buy-ins stay."""
    table = await room.open("rolled_gold", ANN, BOB, options=options)
    table.state.carry = {"game": "rolled_gold", "buy_ins": carry}
    await table.lifecycle.start(ANN)
    await room.quiet()
    return table


async def test_what_stays_is_in_the_tray_and_set_aside_without_a_press(room: Room) -> None:
    table = await begun(room, [[0, "g6"]])
    assert ask_of(table, ANN).prompt.kind == "more", "there may be more"
    assert (await room.purse(ANN)).get("copper.g6", 0) == 0
    assert ask_of(table, BOB).prompt.kind == "buy_in"
    await defaults(room, table)
    assert (await room.owned(BOB))["copper.g4"] == 1, "who puts nothing in sits out"


async def test_what_cannot_be_paid_is_asked_for(room: Room) -> None:
    account, mint = await room.account(ANN), await room.store.mint(GUILD)
    moves = [
        Move(account, mint, unit, n) for unit, n in (await room.purse(ANN)).items() if unit != "copper.g4"
    ]
    await room.store.commit(Transfer("lost", "grant", moves))
    table = await begun(room, [[0, "g6"], [1, "g4"]])
    assert ask_of(table, ANN).prompt.kind == "buy_in"
    assert ask_of(table, BOB).prompt.kind == "more"
    await defaults(room, table)


async def test_a_computer_player_decides_for_itself_and_newcomers_inherit_nothing(room: Room) -> None:
    table = await room.open("rolled_gold", ANN, computers=1)
    table.state.carry = {"game": "rolled_gold", "buy_ins": [[1, "g20"]]}
    await table.seating.remove_computer(ANN)
    assert table.state.carry == {"game": "rolled_gold"}
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    await room.quiet()
    assert ask_of(table, BOB).prompt.kind == "buy_in"


async def test_with_buy_in_again_the_next_game_begins_with_it(room: Room) -> None:
    table = await room.open("rolled_gold", ANN, options={"buy_in_again": True})
    await table.lifecycle.start(ANN)
    await answers(table, ANN, "g4")
    for _ in range(3):
        await defaults(room, table)
        await table.lifecycle.again(ANN)
        await room.quiet()
        assert ask_of(table, ANN).prompt.kind == "more", "whether it was lost or not"
