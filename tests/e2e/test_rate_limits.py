"""Refused answers, rate limits and faults of Discord's own: the message catches up, and nobody loses an answer."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from cogs.live.hand_panels import NO_HAND
from cogs.live.table_messages import table_messages
from cogs.requests import responder
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, play_out

GAME = "rogues_and_warriors"
CALLBACK = r"^/interactions/\d+/.+/callback$"
ORIGINAL = r"^/webhooks/\d+/.+/messages/@original$"
TABLE = r"^/channels/\d+/messages/\d+$"
UNHEARD_OF = 240_000
"""An error code that neither the playground nor the bot knows."""


@pytest.fixture
async def players(evening: Evening) -> list[Player]:
    """Ann and Bob in the middle of a hand."""
    return await at_play(evening, GAME)


@pytest.fixture(autouse=True)
def forget_refusals() -> None:
    responder._logged.clear()


def refusals(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log says of refused answers."""
    return [each.getMessage() for each in caplog.records if "refuses an answer" in each.getMessage()]


async def rows(evening: Evening) -> int:
    """Answers saved in the first match."""
    return len((await evening.store.match(1)).rows)


# ---- answers that Discord refuses


@pytest.mark.parametrize("status", [400, 403, 404, 413])
async def test_an_answer_that_is_refused_is_acknowledged_and_shown_all_the_same(
    evening: Evening, players: list[Player], status: int, caplog: pytest.LogCaptureFixture
) -> None:
    who = acting(evening, players)
    before = who.board.text
    evening.playground.faults.fail_next("POST", CALLBACK, status, UNHEARD_OF, message="No such paint")
    reply = await who.press("Check")
    await evening.quiet()
    assert reply.kind == "deferred_update"
    assert who.board.text != before
    assert await rows(evening) == 1
    assert refusals(caplog) == [f"Discord refuses an answer: {status} ({UNHEARD_OF}): No such paint"]


async def test_where_nothing_by_the_token_is_taken_the_painter_shows_it(
    evening: Evening, players: list[Player]
) -> None:
    who = acting(evening, players)
    before = who.board.text
    evening.playground.faults.fail_next("POST", CALLBACK, 400, UNHEARD_OF)
    evening.playground.faults.fail_next("PATCH", ORIGINAL, 400, UNHEARD_OF)
    await who.press("Check")
    await evening.quiet()
    assert who.board.text != before
    assert await rows(evening) == 1


async def test_a_private_answer_that_stays_refused_is_replaced_by_a_sentence(
    evening: Evening, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    who = acting(evening, players)
    await who.opens_hand()
    evening.playground.faults.fail_next("POST", CALLBACK, 400, UNHEARD_OF)
    evening.playground.faults.fail_next("PATCH", ORIGINAL, 400, UNHEARD_OF, times=9)
    reply = await who.person.press(who.panel, "Check")
    await evening.quiet()
    assert reply.acknowledged
    assert any(responder.NOT_SHOWN in each.text for each in who.person.ephemerals(who.channel))
    assert await rows(evening) == 1
    assert len(refusals(caplog)) == 1, "what Discord says is logged once"


@pytest.mark.parametrize("refusals", [1, 2, 3])
async def test_a_hand_that_is_refused_is_shown_ever_plainer(
    evening: Evening, players: list[Player], refusals: int
) -> None:
    """Without its box first, then as one sentence with the buttons, and where nothing is taken, in words alone."""
    evening.playground.faults.fail_next("POST", CALLBACK, 400, UNHEARD_OF)
    evening.playground.faults.fail_next("PATCH", ORIGINAL, 400, UNHEARD_OF, times=refusals - 1)
    who = acting(evening, players)
    reply = await who.opens_hand()
    await evening.quiet()
    if refusals == 3:
        assert reply.text == responder.NOT_SHOWN
        return
    assert "Your hand" in reply.text if refusals == 1 else reply.text.startswith(NO_HAND)
    await who.person.press(reply.message, "Check")
    await evening.quiet()
    assert await rows(evening) == 1, "its buttons work"


async def test_a_refusal_that_is_refused_is_told_plainly(evening: Evening, players: list[Player]) -> None:
    who = acting(evening, players)
    other = next(each for each in players if each is not who)
    await who.opens_hand()
    [check] = [each for each in who.panel.buttons if each.label == "Check"]
    evening.playground.faults.fail_next("POST", CALLBACK, 400, UNHEARD_OF)
    reply = await other.person.press_raw(other.channel, other.board.id, str(check.custom_id))
    assert reply.text == responder.NOT_SHOWN


# ---- limits and faults that pass


@pytest.mark.in_english
async def test_a_long_rate_limit_is_waited_out(
    evening: Evening, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    """discord.py raises for waits over 30 seconds; the table says why it is out of date, and then is not."""
    table, messages = evening.table(players[0].channel), table_messages(evening.bot)
    who = acting(evening, players)
    await who.opens_hand()
    before = who.board.text
    evening.playground.faults.rate_limit("PATCH", TABLE, 40)
    await who.acts()
    await evening.quiet()
    assert who.board.text == before
    assert "slow down" in (messages.trouble(table) or "")
    evening.clock.advance(39)
    await evening.quiet()
    assert who.board.text == before, "not sooner than Discord allows"
    evening.clock.advance(2)
    await evening.quiet()
    assert who.board.text != before
    assert messages.trouble(table) is None
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_a_table_that_may_not_be_posted_yet_is_posted_later(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    evening.playground.faults.rate_limit("POST", "/messages$", 45, scope="shared")
    await ann.person.slash(tavern, "table open", game=GAME)
    await evening.quiet()
    assert evening.table(tavern).state.message_id is None
    assert evening.playground.rest.invalid == 0, "a shared limit does not count against the bot"
    evening.clock.advance(46)
    await evening.quiet()
    assert "Rogues and Warriors" in ann.board.text


async def test_a_failing_edit_is_tried_again_with_growing_pauses(
    evening: Evening, players: list[Player]
) -> None:
    who = acting(evening, players)
    await who.opens_hand()
    before = who.board.text
    evening.playground.faults.fail_next("PATCH", TABLE, 503, times=3)
    await who.acts()
    tried: list[int] = []
    for second in range(1, 16):
        await evening.quiet()
        failed = [each for each in evening.playground.requests if each.status == 503]
        if len(failed) > len(tried):
            tried.append(second)
        evening.clock.advance(1.0)
    await evening.quiet()
    assert tried == [1, 3, 7]
    assert who.board.text != before
    assert table_messages(evening.bot).trouble(evening.table(who.channel)) is None


async def test_a_hand_panel_survives_a_fault(evening: Evening, players: list[Player]) -> None:
    who = acting(evening, players)
    other = next(each for each in players if each is not who)
    for player in players:
        await player.opens_hand()
    before = other.panel.text
    evening.playground.faults.fail_next("PATCH", r"^/webhooks/\d+/.+/messages/", 429, times=1)
    await who.press("Check")
    await evening.quiet()
    assert other.panel.text == before
    evening.clock.advance(2.0)
    await evening.quiet()
    assert other.panel.text != before


async def test_nothing_is_tried_for_a_table_that_has_closed(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game=GAME)
    await evening.quiet()
    evening.playground.faults.fail_next("PATCH", TABLE, 503)
    await ann.press("Add computer")
    await evening.quiet()
    await ann.person.slash(tavern, "table close")
    await evening.quiet()
    before = len(evening.playground.requests)
    evening.clock.advance(100)
    await evening.quiet()
    assert len(evening.playground.requests) == before


# ---- posts whose answer is lost


@pytest.mark.parametrize("lost", ["answer", "request"])
async def test_a_lost_post_leaves_one_table(evening: Evening, lost: str) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    lose = (
        evening.playground.faults.lose_answer if lost == "answer" else evening.playground.faults.lose_request
    )
    lose("POST", "/messages$")
    await ann.person.slash(tavern, "table open", game=GAME)
    await evening.quiet()
    lobbies = [each for each in tavern.messages if each.buttons]
    assert lobbies == [ann.board]
    first = ann.board
    lose("POST", "/messages$")
    await ann.person.slash(tavern, "table repost")
    await evening.quiet()
    assert [each for each in tavern.messages if each.buttons] == [ann.board]
    assert first.deleted


# ---- messages older than an hour


@pytest.fixture
def old(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message counts as older than an hour, with Discord and with the bot."""
    evening.playground.world.old_after = -1.0
    monkeypatch.setattr("cogs.live.table_messages.OLD_AFTER", -1.0)
    monkeypatch.setattr("cogs.live.table_messages.OLD_SPACING", 0.0)


@pytest.mark.usefixtures("old")
async def test_too_many_edits_of_an_old_message_end_in_a_fresh_one(
    evening: Evening, players: list[Player]
) -> None:
    who = acting(evening, players)
    first = who.board
    evening.playground.faults.rate_limit("PATCH", TABLE, 40, code=30046)
    await who.opens_hand()
    await who.acts()
    await evening.quiet()
    evening.clock.advance(41)
    await evening.quiet()
    assert not who.board.deleted
    for player in players:
        await player.opens_hand()
    await play_out(evening, players, on_board=False)
    assert first.deleted, "between two matches the message is posted again, and the old one has no buttons"
    assert "Again" in [button.label for button in players[0].board.buttons]
    assert await evening.store.audit() == []


async def test_a_young_message_is_not_posted_again(evening: Evening, players: list[Player]) -> None:
    first = players[0].board
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert players[0].board is first


def test_old_messages_are_edited_as_rarely_as_discord_allows() -> None:
    from cogs.live import table_messages as live
    from playground.api import routes_messages as limits
    from playground.world import world

    assert live.OLD_AFTER == world.OLD_AFTER
    assert live.OLD_SPACING * limits.OLD_EDITS > limits.OLD_EDITS_WITHIN
