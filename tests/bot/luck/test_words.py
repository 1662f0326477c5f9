"""One word a seat and match: nobody's is pushed out, and no word enters after Start."""

from __future__ import annotations

from typing import Any

import pytest

from bot.luck.deal import deal_of, drawn_word
from bot.user_errors import UserError
from db.seed_chain import match_seed
from games.engine import Seed
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, defaults, disk_full_for_matches

RW = "rogues_and_warriors"


async def header_of(room: Room, match: int = 1) -> Any:
    return (await room.store.match(match)).header


async def test_one_members_words_do_not_displace_those_of_others(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.add_word(ANN, "ash")
    await table.lifecycle.add_word(BOB, "birch")
    await table.lifecycle.add_word(CID, "first")
    for at in range(20):
        with pytest.raises(UserError, match="Your word for the next hand is in already: first"):
            await table.lifecycle.add_word(CID, f"try {at}")
    await table.lifecycle.start(ANN)
    assert (await header_of(room))["seed"]["words"] == ["ash", "birch", "first"]


async def test_a_word_holds_no_letters_that_steer_a_terminal(room: Room) -> None:
    """It stands in the file of its match, which others check in a terminal."""
    table = await room.open(RW, ANN, BOB)
    with pytest.raises(UserError) as refusal:
        await table.lifecycle.add_word(ANN, "\x1b\u202e \x07")
    assert refusal.value.key == "word_empty"
    await table.lifecycle.add_word(ANN, "\x1b[2J\u202e  all\nright" + "t" * 40)
    [seat] = [seat for seat in table.state.in_order() if seat.name == "Ann"]
    assert seat.word == "[2J all right" + "t" * 19
    assert (await room.store.table(table.state.id)).seats[0].state["word"] == seat.word


async def test_words_are_closed_at_start_and_a_later_one_is_for_the_next_match(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.add_word(ANN, "ash")
    await table.lifecycle.start(ANN)
    assert table.session is not None
    dealt = table.session.match.header.seed
    await table.lifecycle.add_word(BOB, "late")
    assert table.session.match.header.seed == dealt
    await defaults(room, table)
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert (await header_of(room, 1))["seed"]["words"] == ["ash"]
    assert (await header_of(room, 2))["seed"]["words"] == ["late"]


async def test_a_computers_word_is_drawn_from_the_seed(room: Room) -> None:
    table = await room.open(RW, ANN, computers=1)
    await table.lifecycle.start(ANN)
    header = await header_of(room)
    assert header["seed"]["words"] == [drawn_word(header["seed"]["server"], 1)]
    deal = deal_of(header)
    assert deal is not None
    assert [(word.seat, word.drawn) for word in deal.words] == [(1, True)]


async def test_who_runs_the_bot_and_plays_chooses_no_word(room: Room) -> None:
    """With the seed and two honest words, a third one could be searched for that deals two Warriors."""
    room.registry.context.runners = frozenset({CID.user_id})
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.add_word(ANN, "ash")
    await table.lifecycle.add_word(BOB, "birch")
    with pytest.raises(UserError, match="You run this bot"):
        await table.lifecycle.add_word(CID, "searched for")
    assert (await table.view()).run_by == (2,)
    await table.lifecycle.start(CID)
    header = await header_of(room)
    seed = match_seed(table.state.seed, 1)
    assert header["seed"] == {"server": seed, "match": 1, "words": ["ash", "birch", drawn_word(seed, 2)]}
    assert header["luck"]["run_by"] == [2]


async def test_nothing_else_at_the_server_moves_the_deal(room: Room) -> None:
    """A match's luck hangs on its place at its own table, and not on how many are played elsewhere."""
    table = await room.open(RW, ANN, BOB)
    for _ in range(7):
        await room.store.next_match_id()
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert table.session.id == 8
    assert table.session.match.header.seed == Seed(match_seed(table.state.seed, 1), 1, ())


async def test_a_word_leaves_with_its_seat(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.add_word(BOB, "birch")
    await table.seating.leave(BOB)
    await table.seating.sit(CID)
    await table.lifecycle.start(ANN)
    assert (await header_of(room))["seed"]["words"] == []


async def test_an_empty_word_is_refused(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    with pytest.raises(UserError, match="empty word"):
        await table.lifecycle.add_word(ANN, "")
    with pytest.raises(UserError, match="You're"):
        await table.lifecycle.add_word(CID, "mine")


async def test_words_are_kept_over_a_restart(tmp_path: Any) -> None:
    async with a_room(tmp_path / "room.db") as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.add_word(BOB, "birch")
    async with a_room(tmp_path / "room.db") as room:
        [table] = room.registry
        assert table.state.seats[1].word == "birch"
        await table.lifecycle.start(ANN)
        again = deal_of(await header_of(room))
        assert table.session is not None
        assert table.session.deal == again


async def test_a_start_that_is_not_saved_keeps_words_and_place(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.add_word(BOB, "birch")
    with disk_full_for_matches(room), pytest.raises(UserError, match="wasn't saved"):
        await table.lifecycle.start(ANN)
    assert table.state.progress.deals == 0
    assert table.state.seats[1].word == "birch"
    await table.lifecycle.start(ANN)
    assert (await header_of(room, 2))["luck"]["index"] == 1


async def test_a_spent_fingerprint_asks_for_a_new_table(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    table.state.progress = table.state.progress.model_copy(update={"deals": 1_000})
    with pytest.raises(UserError, match="has dealt 1,000 hands"):
        await table.lifecycle.start(ANN)
    assert table.session is None
