"""Every verb and every kind of control, from the table message and from a panel: one table message, and it is right."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from cogs.interactions import press
from cogs.live.hand_panels import LATELY
from cogs.ui import custom_ids
from cogs.ui.custom_ids import Kind
from games.engine import Choose
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, is_panel, with_panels

GAME = "rogues_and_warriors"
SURFACES = ("table", "panel")
KINDS = [kind for kind in Kind if kind not in (Kind.TABLE, Kind.OPTION)]
"""The kinds of controls that answer a question."""


@pytest.fixture
async def players(evening: Evening) -> list[Player]:
    """Ann and Bob in the middle of a hand, each with a panel."""
    return await with_panels(evening, GAME)


def surface_of(player: Player, surface: str) -> Any:
    """The table message, or the player's panel."""
    return player.board if surface == "table" else player.panel


def public(player: Player) -> list[Any]:
    """The messages that everybody sees, with buttons or menus on them."""
    return [each for each in player.channel.messages if each.buttons or each.selects]


async def test_an_amount_updates_what_it_came_from(evening: Evening, players: list[Player]) -> None:
    who = acting(evening, players)
    message: Any = who.panel
    before = str(message.text)
    opened = await who.person.press(message, "Other amount")
    assert opened.modal is not None
    answered = await who.person.submit(opened.modal, {"value": "7"})
    await evening.quiet()
    assert (await evening.store.match(1)).rows[0].answer == 7
    assert answered.kind == "update"
    shown: Any = answered.message
    assert shown is message
    assert shown.text != before
    assert public(who) == [who.board], "no second table"
    assert "7" in who.board.text


async def test_an_amount_for_a_question_that_several_share(evening: Evening) -> None:
    """The modal of a shared control asks for the presser's own amount, and its answer is the presser's."""
    players = await at_play(evening, "barovian_boneyard", ("Ann", "Bob", "Cid"))
    [shared] = [each for each in players[0].board.buttons if each.label == "Other amount"]
    assert "@" in str(shared.custom_id)
    given: list[tuple[int, Any]] = []
    for player in players[1:]:
        opened = await player.person.press(player.board, "Other amount")
        assert opened.modal is not None
        answered = await player.person.submit(opened.modal, {"value": str(1 + len(given))})
        await evening.quiet()
        assert answered.message is players[0].board
        given = [(row.seat, row.answer) for row in (await evening.store.match(1)).rows]
    assert given == [(1, 1), (2, 2)]
    assert public(players[0]) == [players[0].board]


@pytest.mark.parametrize("surface", SURFACES)
async def test_every_verb(
    evening: Evening, players: list[Player], surface: str, caplog: pytest.LogCaptureFixture
) -> None:
    who = acting(evening, players)
    table, message = evening.table(who.channel), surface_of(who, surface)
    for verb in [*sorted({*press._verbs, "take.1", "gone"} - {"close", "leave"}), "leave"]:
        await presses(evening, who, message, custom_ids.verb(table.state.id, verb), caplog)


@pytest.mark.parametrize("surface", SURFACES)
@pytest.mark.parametrize("kind", KINDS)
async def test_every_kind(
    evening: Evening, players: list[Player], kind: Kind, surface: str, caplog: pytest.LogCaptureFixture
) -> None:
    who = acting(evening, players)
    table, message = evening.table(who.channel), surface_of(who, surface)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    custom_id = custom_ids.answer(kind, table.state.id, table.session.id, ask.id, "check")
    await presses(evening, who, message, custom_id, caplog)


@pytest.mark.parametrize("surface", SURFACES)
async def test_every_kind_of_an_old_message(
    evening: Evening, players: list[Player], surface: str, caplog: pytest.LogCaptureFixture
) -> None:
    who = acting(evening, players)
    table, message = evening.table(who.channel), surface_of(who, surface)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    old: tuple[int | str, ...] = (0, f"{ask.prompt.kind}@{ask.id + 1}", f"{ask.prompt.kind}@x..-")
    for kind in KINDS:
        for which in old:
            custom_id = custom_ids.answer(kind, table.state.id, table.session.id, which, "check")
            reply = await presses(evening, who, message, custom_id, caplog)
            if kind is not Kind.SELECT:
                assert "Too late, the game has moved on." in reply.text
    assert (await evening.store.match(1)).rows == ()


async def presses(
    evening: Evening, who: Player, message: Any, custom_id: str, caplog: pytest.LogCaptureFixture
) -> Any:
    """Press a control, whether it is painted there or not: it is answered, and the table message is right."""
    caplog.clear()
    reply = await who.person.press_raw(who.channel, message.id, custom_id)
    await evening.quiet()
    assert reply.acknowledged
    assert public(who) == [who.board], "no second table, nothing private in public"
    assert "Rogues and Warriors" in who.board.text
    assert "Your hand" not in who.board.text
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR] == []
    return reply


async def test_two_clicks_are_one_answer(evening: Evening, players: list[Player]) -> None:
    who = acting(evening, players)
    message = who.panel
    check = next(each for each in message.buttons if each.label == "Check")
    await who.person.press(message, "Check", wait=False)
    second = await who.person.press_raw(who.channel, message.id, check.custom_id)
    await evening.quiet()
    rows = (await evening.store.match(1)).rows
    assert [row.seat for row in rows].count(rows[0].seat) == 1
    assert second.acknowledged


async def test_a_double_click_adds_one_die(evening: Evening) -> None:
    """Rolled Gold asks again for more dice, by a question of its own: the second click is not for that."""
    [ann] = await at_play(evening, "rolled_gold", ("Ann",))

    def answer(start: str) -> str:
        """The custom id of the answer to Ann's question that begins so."""
        table = evening.table(ann.channel)
        assert table.session is not None
        [ask] = table.session.match.asks_of(0)
        assert isinstance(ask.prompt, Choose)
        option = next(each for each in ask.prompt.options if each.startswith(start))
        return custom_ids.answer(Kind.ANSWER, table.state.id, table.session.id, ask.id, option)

    await ann.person.press_raw(ann.channel, ann.panel.id, answer("g"))
    await evening.quiet()
    table = evening.table(ann.channel)
    assert table.session is not None
    before, panel, again = len(table.session.match.rows), ann.panel, answer("g")
    await ann.person.press_raw(ann.channel, panel.id, again, wait=False)
    late = await ann.person.press_raw(ann.channel, panel.id, again)
    await evening.quiet()
    rows = (await evening.store.match(1)).rows
    assert len(rows) == before + 1
    assert "Too late, the game has moved on." in late.text


async def vanished(players: list[Player]) -> None:
    """Let every private message vanish from its member's sight, without a word to the bot."""
    for player in players:
        player.person.restart_app()
        assert player.panel is None


async def test_a_panel_that_vanished_is_shown_again_at_a_press_on_the_table(
    evening: Evening, players: list[Player]
) -> None:
    await vanished(players)
    evening.clock.advance(LATELY)
    who = acting(evening, players)
    await who.press("Check")
    await evening.quiet()
    assert who.panel is not None
    await vanished(players)
    shown = await who.press("My hand")
    assert shown.message is who.panel, "whoever asks for it gets it at once"


async def test_a_panel_that_was_pressed_lately_is_not_shown_twice(
    evening: Evening, players: list[Player]
) -> None:
    who = acting(evening, players)
    await who.person.press(who.panel, "Check")
    await evening.quiet()
    other = acting(evening, players)
    await other.press("Check")
    await evening.quiet()
    panels = [
        each for player in players for each in player.person.ephemerals(player.channel) if is_panel(each)
    ]
    assert len(panels) == 2, "no new ones"


async def test_an_answer_in_secret_is_seen_by_whoever_gave_it(
    evening: Evening, players: list[Player]
) -> None:
    """The table message shows nothing of it, so a panel must, though it was opened a moment ago."""
    who = acting(evening, players)
    table = evening.table(who.channel)
    await vanished(players)
    assert table.session is not None
    [ask] = table.session.match.open.values()
    sealed = custom_ids.answer(Kind.SEALED, table.state.id, table.session.id, ask.id, "check")
    reply = await who.person.press_raw(who.channel, who.board.id, sealed)
    await evening.quiet()
    assert who.panel is not None
    assert reply.message is who.panel
