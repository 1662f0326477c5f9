"""Seats change hands and messages go away: nobody sees the cards of another, and every press is answered."""

from __future__ import annotations

import gc
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from cogs.live.table_messages import table_messages
from db.backend.names import Name
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, sat_down

GAME = "rogues_and_warriors"


@pytest.fixture
async def both(evening: Evening) -> list[Player]:
    """Ann and Bob at a table where nothing is played yet, each with a hand panel."""
    return await sat_down(evening, GAME)


async def test_a_panel_shows_no_hand_of_whoever_took_the_seat(evening: Evening, both: list[Player]) -> None:
    """A computer player takes the seat that Bob has left; his old panel could still be repainted."""
    ann, bob = both
    await bob.person.slash(bob.channel, "table leave")
    await evening.quiet()
    before = bob.panel.text
    await ann.press("Add computer")
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    table = evening.table(ann.channel)
    assert table.session is not None
    assert table.state.seats[1].computer
    assert bob.panel.text == before
    assert not table_messages(evening.bot).panels.has(table, 1)


async def test_whoever_comes_back_to_another_seat_gets_its_panel(evening: Evening) -> None:
    """A press that is being handled has kept the panel of the seat that they had from being taken away."""
    ann, bob, cid = await sat_down(evening, GAME, ("Ann", "Bob", "Cid"))
    table = evening.table(ann.channel)
    with table_messages(evening.bot).panels.pressed_by(table, cid.person.id):
        for player in (bob, cid):
            await table.seating.leave(Person(player.person.id, Name(player.name)))
        reply = await cid.person.press(cid.board, "Sit down")
    assert "You're in seat 2." in reply.text
    await ann.press("Start")
    await evening.quiet()
    assert "pot" in cid.panel.text


async def test_a_press_on_a_panel_that_is_gone_is_answered(evening: Evening, both: list[Player]) -> None:
    """A new panel has taken the old one away while its button was being pressed."""
    ann, bob = both
    old = (await bob.person.press(bob.panel, "More…")).message
    await bob.opens_hand()
    await evening.quiet()
    assert old is not None
    assert old.deleted
    reply: Any = await bob.person.press(old, "Leave", force=True)
    assert "You've left" in reply.text
    assert reply.ephemeral
    assert evening.table(ann.channel).state.seat_of(bob.person.id) is None


async def test_a_press_on_a_table_message_that_is_gone_is_answered(
    evening: Evening, both: list[Player]
) -> None:
    """It counts, the table is shown privately, and posted anew for all."""
    ann, bob = both
    await ann.press("Start")
    await evening.quiet()
    table = evening.table(ann.channel)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    board, who = ann.board, (ann, bob)[ask.seat]
    check = next(button for button in who.panel.buttons if button.label == "Check")
    evening.playground.world.delete_message(board)
    reply: Any = await who.person.press_raw(who.channel, board.id, check.custom_id)
    assert reply.ephemeral
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == 1
    assert not ann.board.deleted
    assert ann.board.id != board.id


async def test_a_panel_shown_late_never_lands_on_the_table_message(
    evening: Evening, both: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press on the table message that took long is answered beside it: that answer is repainted, not the message."""
    ann, bob = both
    await ann.press("Start")
    await evening.quiet()
    table = evening.table(ann.channel)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    first, second = (ann, bob) if ask.seat == 0 else (bob, ann)
    check = next(button for button in first.panel.buttons if button.label == "Check")
    await first.press("Check")
    await evening.quiet()
    with monkeypatch.context() as patch:
        patch.setattr("cogs.requests.responder.PATIENCE", 0.0)
        late: Any = await second.person.press_raw(ann.channel, ann.board.id, "t:1:hand")
        old: Any = await first.person.press_raw(ann.channel, ann.board.id, check.custom_id)
        # An acknowledgement does not tell how long the answer itself takes.
        await evening.playground.wait_for(lambda: "Too late, the game has moved on." in first.panel.text)
        await evening.quiet()
    assert old.kind == "deferred_update"
    assert late.acknowledged
    await second.press("Bet 1")
    await evening.quiet()
    assert "Your hand" not in ann.board.text
    assert "Call 1" in first.panel.text


async def test_nothing_is_left_thinking(
    evening: Evening, both: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow press that is answered only by what the table shows leaves no message behind."""
    ann, _ = both
    with monkeypatch.context() as patch:
        patch.setattr("cogs.requests.responder.PATIENCE", 0.0)
        reply: Any = await ann.person.press_raw(ann.channel, ann.board.id, "t:1:computer")
        await evening.quiet()
    assert reply.kind == "deferred"
    assert "Old Marn" in ann.board.text
    assert not [message.text for message in ann.person.messages(ann.channel) if message.loading]


async def test_nothing_goes_on_at_a_table_after_the_stop(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What was being shown is given up, timers that come due later find nothing to do, and nothing is logged."""
    caplog.set_level(logging.INFO)
    clock, path = HandClock(), tmp_path / "stop.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        ann = Player(evening, "Ann", tavern)
        opened: Any = await ann.person.slash(tavern, "table open", game=GAME)
        await evening.quiet()
        playground.faults.latency(0.2, r"/channels/\d+/messages")
        await ann.person.press(opened.message, "Start with computer players")
        table = evening.table(tavern)
        assert table.session is not None
    clock.advance(10_000)
    await table.wait_idle()
    gc.collect()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    playground.faults.clear()
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        assert evening.table(tavern).session is not None
