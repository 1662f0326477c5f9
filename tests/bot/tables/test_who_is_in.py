"""Who is in the next hand, what the others read, and what stays of the last one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from activity.view import sections_of, whole
from bot.tables.question_clocks import BotPacing
from bot.user_errors import UserError
from cogs.ui.components import picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import closed_message, table_message
from games.engine import Line, SceneOutcome
from tests.cogs.ui.blocks.test_showdown import texts
from tests.helpers.tables import ANN, BOB, CID, DOT, Room, a_room, defaults

RW = "rogues_and_warriors"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "room.db") as room:
        yield room


async def test_whoever_sits_is_in_after_a_change_of_game(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    for seat in table.state.in_order():
        seat.away = seat.user_id == CID.user_id
    await table.lifecycle.set_up(ANN, game="threes")
    await table.lifecycle.start(ANN)
    assert table.session is not None
    assert list(table.session.match.header.ring) == [0, 1]


async def test_whoever_presses_start_is_in_though_it_is_refused_and_after_a_restart_too(room: Room) -> None:
    table = await room.open(RW, ANN)
    await table.seating.sit_out(ANN, until_back=True)
    with pytest.raises(UserError):
        await table.lifecycle.start(ANN)
    [seat] = table.state.in_order()
    assert (seat.ready, seat.sits_out) == (True, "")
    await room.check_seats(table)


async def test_a_refused_answer_changes_nothing_that_a_panel_shows(room: Room) -> None:
    """Nothing is repainted after it, so the panel goes on saying that time ran out."""
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    late = (ANN, BOB)[ask.seat]
    table.session.seat_clocks[ask.seat].timed_out = Line("{seat} checks.", {"seat": ask.seat})
    before = texts(hand_panel(await table.view_for(late.user_id)))
    with pytest.raises(UserError):
        await table.press(late, table.session.id, ask.id, "fly")
    assert texts(hand_panel(await table.view_for(late.user_id))) == before
    assert any("Time ran out" in words for words in before)


async def test_a_newcomer_is_nobody_else_in_the_seat_of_whoever_has_left(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    await table.seating.leave(ANN)
    await table.seating.sit(CID)
    table.state.seats[0].ready = False
    panel = " ".join(texts(hand_panel(await table.view_for(CID.user_id))))
    assert "Your hand" in panel
    assert "you're" not in panel
    assert "**Cid** (new)" in " ".join(texts(table_message(await table.view())))
    seats = whole(sections_of(await table.view()))["seats"]
    assert [(seat["name"], "new" in seat["marks"]) for seat in seats] == [("Cid", True), ("Bob", False)]


async def test_sitting_out_is_told_in_one_sentence_wherever_it_matters(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    for seat in table.state.in_order():
        seat.away = False
    await table.seating.sit_out(CID, until_back=True)
    await table.lifecycle.again(ANN)
    await table.lifecycle.again(BOB)
    assert table.session is not None
    sentence = "You're sitting out. Press I'm back to be in the next hand."
    assert sentence in " ".join(texts(hand_panel(await table.view_for(CID.user_id))))
    ask = next(iter(table.session.match.open))
    with pytest.raises(UserError) as refused:
        await table.press(CID, table.session.id, ask, "check")
    assert refused.value.sentence == sentence
    await table.lifecycle.again(CID)
    panel = " ".join(texts(hand_panel(await table.view_for(CID.user_id))))
    assert "You're in from the next hand, in about 3 minutes." in panel
    await defaults(room, table)
    assert next(seat for seat in table.state.in_order() if seat.user_id == CID.user_id).ready


async def test_nobody_waits_for_the_absent_and_everyone_reads_for_whom_we_wait(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    for seat in table.state.in_order():
        seat.away = seat.user_id == CID.user_id
    await table.lifecycle.again(ANN)
    shown = " ".join(texts(table_message(await table.view())))
    assert "**Bob**" in shown.partition("Not ready yet:")[2]
    assert "**Cid**" not in shown.partition("Not ready yet:")[2].partition(".")[0]
    await table.lifecycle.again(BOB)
    assert table.session is not None


async def test_a_stranger_cannot_leave(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    with pytest.raises(UserError, match="You're not at this table"):
        await table.seating.leave(DOT)


async def test_names_are_frozen_with_the_match(room: Room) -> None:
    table = await room.open(RW, ANN, BOB, CID)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    await table.seating.leave(ANN)
    await table.seating.sit(DOT)
    shown = texts(table_message(await table.view()))[0]
    assert "Ann" in shown
    assert "Dot" not in shown
    assert "seat 1" not in shown


async def test_the_last_result_stays_when_the_table_closes(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await table.lifecycle.start(ANN)
    await defaults(room, table)
    headline = texts(table_message(await table.view()))[0].split("\n")[1]
    await table.lifecycle.close(ANN)
    payload = closed_message(await table.view(), "The host has closed the table.")
    assert headline in texts(payload)[0]
    assert "custom_id" not in str(payload)


async def test_cards_turn_up_before_anyone_reads_who_has_won(tmp_path: Path) -> None:
    pacing = BotPacing(0, 0, 0, 0, 0, reveal=2.0)
    async with a_room(tmp_path / "reveal.db", pacing=pacing) as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        while table.session is not None:
            ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
            answer = [0] if ask.prompt.kind == "reveal" else "check"
            await table.press((ANN, BOB)[ask.seat], table.session.id, ask.id, answer)
        assert table.session is None
        for viewer in (-2, 0, 1):
            view = await table.view(viewer)
            assert view.scene is not None
            assert not [block for block in view.scene.blocks if isinstance(block, SceneOutcome)]
            assert "custom_id" not in str(table_message(view))
        assert "And the winner is" in " ".join(texts(hand_panel(await table.view(0))))
        room.clock.advance(2)
        await room.quiet()
        told = [" ".join(texts(hand_panel(await table.view(seat)))) for seat in (0, 1)]
        assert all("You won" in words or "You lost" in words or "share" in words for words in told)


async def test_a_table_that_closes_after_its_hand_tells_who_has_won(tmp_path: Path) -> None:
    pacing = BotPacing(0, 0, 0, 0, 0, reveal=2.0)
    async with a_room(tmp_path / "closing.db", pacing=pacing) as room:
        table = await room.open(RW, ANN, BOB)
        await table.lifecycle.start(ANN)
        await table.lifecycle.close(ANN)
        while table.session is not None:
            ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
            answer = [0] if ask.prompt.kind == "reveal" else "check"
            await table.press((ANN, BOB)[ask.seat], table.session.id, ask.id, answer)
        assert table.state.phase == "closed"
        view = await table.view()
        assert view.scene is not None
        assert [block for block in view.scene.blocks if isinstance(block, SceneOutcome)]


async def test_cards_of_a_game_of_a_night_turn_up_before_anyone_reads_who_has_won(tmp_path: Path) -> None:
    pacing = BotPacing(0, 0, 0, 0, 0, reveal=2.0)
    async with a_room(tmp_path / "night.db", pacing=pacing) as room:
        table = await room.open("adventurers_choice", ANN, BOB)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        match, first = table.session.match, {"game": RW, "terms": "play", "bet": "check", "reveal": [0]}
        while (ask := next(ask for ask in match.open.values() if not ask.answered)).prompt.kind in first:
            await table.press((ANN, BOB)[ask.seat], table.session.id, ask.id, first[ask.prompt.kind])
        assert ask.prompt.kind == "next"
        board = await table.view()
        assert board.revealing
        assert board.scene is not None
        assert not [block for block in board.scene.blocks if isinstance(block, SceneOutcome)]
        words = " ".join(texts(table_message(board)))
        assert " takes " not in words
        assert "custom_id" not in str(table_message(board))
        assert "And the winner is" in " ".join(texts(hand_panel(await table.view(0))))
        room.clock.advance(2)
        await room.quiet()
        board = await table.view()
        assert not board.revealing
        assert "Seen it? The next game follows." in " ".join(texts(table_message(board)))
        panel = " ".join(texts(hand_panel(await table.view(0))))
        assert "You won" in panel or "You lost" in panel or "share" in panel
        card = picture("hand.png", "who won")
        assert hand_panel(await table.view(0), picture=card)["components"][0]["components"][0] == card
        for member in (ANN, BOB):
            seat = 0 if member is ANN else 1
            [ask] = [each for each in match.open.values() if each.seat == seat]
            await table.press(member, table.session.id, ask.id, "next")
        assert not (await table.view()).revealing
