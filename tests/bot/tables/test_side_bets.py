"""Bets on a duel at a table: set aside, settled with the result, tips of the house once a day."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY
from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import GUESTS, Move, Transfer
from db.seed_chain import match_seed
from games.engine import Header, Match, Seed
from games.engine import money as gems
from games.gembones.tiamat import GAME
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, DOT, GUILD, Room, a_room, answers, ask_of, defaults

OPTIONS = {"dueling_dragons": True}
ACTS: tuple[Any, ...] = ("stake", [], "fight")
"""What both duellists do until the showdown is announced: put up, keep all, agree."""


def secret_of_a_duel(deal: int) -> str:
    """A table's secret with which, in this deal, two who keep all cards tie in the first hand without damage."""
    for number in count():
        secret = f"{number:064}"
        header = Header(GAME.key, GAME.version, OPTIONS, (0, 1), Seed(match_seed(secret, deal), deal))
        first = Match(GAME, header)
        for answer in ACTS[:2]:
            for seat in (0, 1):
                first.answer(first.asks_of(seat)[0].id, seat, answer)
        if first.asks_of(0)[0].prompt.kind == "duel":
            return secret
    raise AssertionError


async def duel(room: Room, table: TableActor | None = None) -> TableActor:
    """Ann and Bob have agreed to a duel; spectators may bet."""
    if table is None:
        table = await room.open("tiamat", ANN, BOB, options=OPTIONS)
    else:
        await table.seating.sit(BOB)
    table.state.seed = secret_of_a_duel(table.state.progress.deals + 1)
    await table.lifecycle.start(ANN)
    for answer in ACTS:
        for person in (ANN, BOB):
            await answers(table, person, answer)
    return table


async def bet(table: TableActor, person: Person, on: str, pieces: int) -> None:
    """A spectator comes to the rail and bets."""
    await table.seating.join_rail(person)
    await answers(table, person, on)
    await answers(table, person, pieces)


async def worth(room: Room, person: Person) -> int:
    """Return the worth of a purse in copper."""
    return gems.worth(gems.of_base("copper", await room.purse(person)))


@pytest.mark.rule("TM-R11")
async def test_a_bet_is_set_aside_and_settled_with_the_result(room: Room) -> None:
    table = await duel(room)
    await bet(table, CID, "one", 20)
    await bet(table, DOT, "other", 30)
    assert (await worth(room, CID), await worth(room, DOT)) == (140, 130)
    owned = await room.owned(CID)
    assert gems.worth(gems.of_base("copper", owned)) == 160, "what is set aside is owned"
    await defaults(room, table)
    assert table.last_match is not None
    assert table.last_match.result is not None
    [winner] = [row.seat for row in table.last_match.result.rows if row.place == 1]
    won = {0: (190, 130), 1: (140, 180)}[winner]
    assert (await worth(room, CID), await worth(room, DOT)) == won
    assert gems.of_base("copper", await room.purse(CID)).get("piece", 0) < 4, "gembones, as far as they go"
    assert table.state.rail, "the result still knows their names"
    record = await room.store.table(table.state.id)
    assert sorted(seat.seat for seat in record.seats) == [0, 1], "and the store has forgotten them"


@pytest.mark.rule("TM-R11")
async def test_a_bet_beyond_the_purse_is_refused_and_players_do_not_bet(room: Room) -> None:
    table = await duel(room)
    with pytest.raises(UserError, match="in seat 1"):
        await table.seating.join_rail(ANN)
    await table.seating.join_rail(CID)
    await answers(table, CID, "one")
    with pytest.raises(UserError, match="you have 160 in copper"):
        await answers(table, CID, 161)
    assert ask_of(table, CID).prompt.kind == "wager"
    await answers(table, CID, 160)
    assert await worth(room, CID) == 0


@pytest.mark.rule("TM-R11")
async def test_bets_survive_a_restart_and_go_back_if_the_match_is_void(tmp_path: Path) -> None:
    async with a_room(tmp_path / "void.db") as before:
        table = await duel(before)
        await bet(table, CID, "one", 20)
        clock = before.clock
    async with a_room(tmp_path / "void.db", clock) as after:
        [table] = after.registry
        assert [seat.name for seat in table.state.rail.values()] == ["Cid"]
        await table.force_close("The channel is gone.")
        assert await worth(after, CID) == 160
        assert await after.store.audit() == []


@pytest.mark.rule("TM-40", "TM-R12")
async def test_the_house_tips_each_duellist_once_a_day(room: Room) -> None:
    table = await duel(room)
    fund = await room.store.fund(GUILD, "copper", GUESTS)
    await defaults(room, table)
    assert await worth(room, ANN) + await worth(room, BOB) == 320 + 8
    full = gems.worth(gems.of_base("copper", await room.store.balances(fund)))
    assert full == 10_000 - 8, "from the fund for guests and tips"
    for person in (ANN, BOB):
        await grant(room, person)
    before = await worth(room, ANN) + await worth(room, BOB)
    await defaults(room, await duel(room, table))
    assert await worth(room, ANN) + await worth(room, BOB) == before, "once a day"
    room.clock.advance(DAY)
    await room.quiet()
    assert table.state.phase == "closed", "nobody has played for half an hour"
    await defaults(room, await duel(room))
    assert await worth(room, ANN) + await worth(room, BOB) == before + 8, "and again on the next"


@pytest.mark.rule("TM-R12")
async def test_deleting_ones_data_brings_no_second_tip_on_the_same_day(room: Room) -> None:
    table = await duel(room)
    await defaults(room, table)
    await table.seating.leave(ANN)
    await room.store.delete_member(GUILD, ANN.user_id)
    for person in (ANN, BOB):
        await grant(room, person)
    await table.seating.sit(ANN)
    before = await worth(room, ANN) + await worth(room, BOB)
    await defaults(room, await duel(room, table))
    assert await worth(room, ANN) + await worth(room, BOB) == before


async def test_no_tip_at_a_table_for_fun(room: Room) -> None:
    table = await room.open("tiamat", ANN, BOB, options=OPTIONS, free=True)
    await defaults(room, await duel(room, table))
    assert (await worth(room, ANN), await worth(room, BOB)) == (160, 160)


async def grant(room: Room, person: Person) -> None:
    """Enough for two more duels."""
    account, mint = await room.account(person), await room.store.mint(GUILD)
    move = Move(mint, account, "copper.g100", 2)
    await room.store.commit(Transfer(f"grant:{account}", "grant", [move]))


async def test_names_at_the_rail_are_told_after_a_stop(tmp_path: Path) -> None:
    """The result names those who have bet, who have no seat any more."""
    async with a_room(tmp_path / "rail.db") as room:
        table = await duel(room)
        await bet(table, CID, "one", 20)
        await defaults(room, table)
        [number] = table.state.rail
    async with a_room(tmp_path / "rail.db") as room:
        table = room.registry.get_in_channel(CHANNEL)
        assert table.state.rail[number].name == "Cid"
        assert table.state.rail_of(CID.user_id) is None
        await table.lifecycle.again(ANN)
        await table.lifecycle.again(BOB)
        assert not table.state.rail
