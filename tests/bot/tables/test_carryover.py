"""Pots that lie on a table between matches: of which game, and to whom they are due in the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.economy.accounts import MemberAccounts
from bot.economy.wallet import WalletService
from bot.tables.money import carryover
from bot.tables.table_actor import TableActor
from db import Move, SaveTable, Transfer
from games.engine import money as gems
from games.registry import GAMES
from tests.helpers.tables import ANN, BOB, CID, DOT, GUILD, Room, a_room, defaults

TRIPLEDIP, THREES = GAMES["tripledip"], GAMES["threes"]
OPTIONS = {"machaes_golden_pot": True}


async def with_pot(room: Room, *people: object) -> TableActor:
    """Ann, Bob and Cid play with the Golden Pot; Ann has paid 8 pieces into it, Bob 4."""
    table = await room.open("tripledip", ANN, BOB, CID, options=OPTIONS)
    mint = await room.store.mint(GUILD)
    carry = {"game": "tripledip", "pot": {"g4": 3}, "paid": [[0, 8], [1, 4]]}
    await room.store.commit(
        Transfer("pot", "test", [Move(mint, table.state.pot, "copper.g4", 3)]),
        SaveTable(table.state.id, carry=carry),
    )
    table.state.carry = carry
    return table


async def worth(room: Room, person: object) -> int:
    return gems.worth(gems.of_base("copper", await room.purse(person)))  # type: ignore[arg-type]


@pytest.mark.rule("TD-R8")
async def test_who_has_left_gets_their_part_when_the_table_closes(room: Room) -> None:
    table = await with_pot(room)
    await table.seating.leave(ANN)
    assert await worth(room, ANN) == 160, "the pot stays on the table"
    await table.lifecycle.close(BOB)
    assert [await worth(room, person) for person in (ANN, BOB, CID)] == [168, 164, 160]


@pytest.mark.rule("TD-R8")
async def test_it_goes_back_when_all_have_left_too(room: Room) -> None:
    table = await with_pot(room)
    for person in (ANN, BOB, CID):
        await table.seating.leave(person)
    assert table.state.phase == "closed"
    assert [await worth(room, person) for person in (ANN, BOB, CID)] == [168, 164, 160]


@pytest.mark.rule("TD-R8")
async def test_nobody_else_gets_the_number_and_the_same_member_gets_it_again(room: Room) -> None:
    table = await with_pot(room)
    await table.seating.leave(ANN)
    assert (await table.seating.sit(DOT)).number == 3
    assert (await table.seating.sit(ANN)).number == 0
    await table.seating.leave(ANN)
    await table.seating.leave(CID)
    assert (await table.seating.sit(CID)).number == 2, "who has paid nothing leaves an ordinary free seat"
    await table.lifecycle.close(BOB)
    assert [await worth(room, person) for person in (ANN, BOB, CID, DOT)] == [168, 164, 160, 160]


@pytest.mark.rule("TD-R8")
async def test_the_numbers_are_kept_after_a_restart_until_somebody_takes_the_pot(tmp_path: Path) -> None:
    async with a_room(tmp_path / "again.db") as before:
        table = await with_pot(before)
        await table.seating.leave(ANN)
        clock = before.clock
    async with a_room(tmp_path / "again.db", clock) as after:
        [table] = after.registry
        assert list(table.state.progress.former) == [0]
        assert (await table.seating.sit(DOT)).number == 3
        taken = carryover.carry_out(table.state.carry, TRIPLEDIP, {})
        assert not carryover.is_due_a_share(taken, 0)
        await table.lifecycle.close(BOB)
        assert await worth(after, ANN) == 168


@pytest.mark.rule("GEM-R8")
async def test_the_part_of_who_has_left_counts_as_owned(room: Room) -> None:
    table = await with_pot(room)
    await table.seating.leave(ANN)
    wallet = WalletService(MemberAccounts(room.store, room.clock), room.registry)
    owned = await wallet._all_of(GUILD, await room.account(ANN))
    assert gems.worth(owned["copper"]) == 168


async def test_a_pot_of_gembones_is_no_pot_of_pieces(room: Room) -> None:
    """Another game is played, and another; the Golden Pot lies there as it was, and goes back in the end."""
    table = await with_pot(room)
    for game in ("threes", "lucky_13", "threes"):
        await table.lifecycle.set_up(ANN, game=game)
        for person in (ANN, BOB, CID):
            await table.seating.sit(person)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        assert "g4" not in table.session.match.header.carry.get("pot", {})
        await defaults(room, table)
        assert table.state.phase == "lobby"
    assert carryover.carry_in(table.state.carry, TRIPLEDIP) == {"pot": {"g4": 3}, "paid": [[0, 8], [1, 4]]}
    await table.lifecycle.close(ANN)
    assert (await room.store.balances(table.state.pot)) == {}


def test_games_for_a_pot_take_up_each_others() -> None:
    left = {"pot": {"piece": 7}, "tied": [1], "last_starter": 2, "own": 5}
    carry = carryover.carry_out({}, THREES, left)
    assert carryover.carry_in(carry, THREES) == left
    assert carryover.carry_in(carry, GAMES["dragon_hordes"]) == {
        "pot": {"piece": 7}, "tied": [1], "last_starter": 2,
    }  # fmt: skip
    assert carryover.carry_in(carry, TRIPLEDIP) == {}
    between = carryover.carry_out(carry, TRIPLEDIP, {"pot": {"g4": 1}, "paid": [[0, 4]]})
    assert carryover.carry_in(between, THREES) == {"pot": {"piece": 7}, "tied": [1], "last_starter": 2}
    both = carryover.shares_due(between, [0, 1], [])
    assert {seat: dict(units) for seat, units in both.items()} == {0: {"g4": 1}, 1: {"piece": 7}}
    after = carryover.carry_out(between, THREES, {})
    assert carryover.carry_in(after, THREES) == {}
    assert carryover.carry_in(after, TRIPLEDIP) == {"pot": {"g4": 1}, "paid": [[0, 4]]}


def test_what_is_no_pot_lapses_with_another_game() -> None:
    captives = carryover.carry_out({}, GAMES["barovian_boneyard"], {"held": [1]})
    assert carryover.carry_in(captives, GAMES["barovian_boneyard"]) == {"held": [1]}
    assert carryover.carry_in(carryover.carry_out(captives, TRIPLEDIP, {}), GAMES["barovian_boneyard"]) == {}


@pytest.mark.rule("TD-R8")
async def test_a_game_for_fun_leaves_the_pot_as_it_lies(room: Room) -> None:
    table = await with_pot(room)
    await table.lifecycle.set_up(ANN, settings={"free": True})
    for person in (ANN, BOB, CID):
        await table.seating.sit(person)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert "pot" not in table.session.match.header.carry
    await defaults(room, table)
    await table.seating.leave(ANN)
    await table.lifecycle.close(BOB)
    assert [await worth(room, person) for person in (ANN, BOB, CID)] == [168, 164, 160]


@pytest.mark.rule("BET-R20")
async def test_alone_with_computer_players_the_odd_piece_stays_whose_it_was(room: Room) -> None:
    """That is free, and whoever has Bob's seat now has not tied for what lay there."""
    table = await room.open("rogues_and_warriors", ANN, BOB)
    carry = {"game": "rogues_and_warriors", "pot": {"piece": 3}, "tied": [0, 1], "last_starter": 1}
    mint = await room.store.mint(GUILD)
    await room.store.commit(
        Transfer("pot", "test", [Move(mint, table.state.pot, "copper.piece", 3)]),
        SaveTable(table.state.id, carry=carry),
    )
    table.state.carry = carry
    await table.seating.leave(BOB)
    await table.seating.add_computer(ANN)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.free
    assert table.session.match.header.carry == {"last_starter": 1}
    await defaults(room, table)
    await table.lifecycle.close(ANN)
    assert await room.store.balances(table.state.pot) == {}
    assert await worth(room, ANN) == 163
