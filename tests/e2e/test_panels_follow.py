"""Panels of those who wait, through the real client: each names the one seat for which everyone waits."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest

from cogs.live.message_channels import PrivateChannel
from cogs.live.table_messages import table_messages
from cogs.requests import http
from cogs.requests.http import MESSAGE, UPDATE_LATER
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, at_play, sat_down, with_panels


def reads(player: Player, words: str) -> bool:
    """Tell whether these words stand in a player's panel."""
    return words in player.panel.text


async def two_with_panels(evening: Evening) -> tuple[Player, Player]:
    """Return two members with their panels open: the one who is asked something, and the one who waits."""
    players = await with_panels(evening, "rogues_and_warriors")
    thinks = acting(evening, players)
    [waits] = (player for player in players if player is not thinks)
    return thinks, waits


async def test_a_panel_names_who_is_thinking_and_never_who_was(evening: Evening) -> None:
    players = await at_play(evening, "rogues_and_warriors", ("Ann", "Bob", "Cid"))
    for player in players:
        await player.opens_hand()
    table = evening.table(players[0].channel)
    assert table.session is not None
    match = table.session.match
    for _ in range(2):
        thinks = players[next(iter(match.open.values())).seat]
        for player in players:
            others = [each.name for each in players if each is not thinks]
            if player is not thinks:
                await evening.playground.wait_for(partial(reads, player, f"{thinks.name} is thinking."))
                assert not any(f"{name} is thinking" in player.panel.text for name in others)
        await thinks.press("Check")
        await evening.quiet()


async def test_a_panel_follows_while_its_member_presses_at_another_table(evening: Evening) -> None:
    """A slow press leaves the panels at its own table alone, since its answer shows them, and no other."""
    thinks, waits = await two_with_panels(evening)
    await sat_down(evening, "threes", [waits.name, "Dot"], channel="cellar")
    elsewhere = evening.table(evening.playground.guild.channel("cellar"))
    with table_messages(evening.bot).panels.pressed_by(elsewhere, waits.person.id):
        await thinks.press("Check")
        await evening.quiet()
    await evening.quiet()
    assert "Check" in [button.label for button in waits.panel.buttons]


async def test_an_edit_that_is_sent_again_is_painted_over(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord fails for a moment and takes an edit late: it is painted over with what later presses showed."""
    thinks, waits = await two_with_panels(evening)
    late, arrives = list[str](), asyncio.Event()
    edit = PrivateChannel.edit

    async def edit_late(channel: PrivateChannel, *given: Any) -> Any:
        if not late:
            late.append(channel.handle.token)
            await arrives.wait()
        return await edit(channel, *given)

    monkeypatch.setattr(PrivateChannel, "edit", edit_late)
    await thinks.press("Check")
    await evening.playground.wait_for(lambda: late)
    for label in ("More…", "Back to the game", "Bet 1"):
        await waits.person.press(waits.panel, label)
    arrives.set()
    await evening.quiet()
    assert f"{thinks.name} is thinking." in waits.panel.text


async def test_a_panel_is_painted_where_another_process_has_acknowledged_the_press(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was overtaken, and had nothing to show; the process that knows what the press did comes second."""
    thinks, waits = await two_with_panels(evening)
    answer_second(monkeypatch, {"type": UPDATE_LATER})
    await thinks.press("Check")
    await evening.quiet()
    assert f"{waits.name} is thinking." in thinks.panel.text


def answer_second(monkeypatch: pytest.MonkeyPatch, first: Any) -> None:
    """Let another process give the next interaction its first answer."""
    respond = http.respond

    async def respond_second(client: Any, interaction: int, token: str, payload: Any, **given: Any) -> None:
        monkeypatch.setattr(http, "respond", respond)
        await respond(client, interaction, token, first)
        await respond(client, interaction, token, payload, **given)

    monkeypatch.setattr(http, "respond", respond_second)


@pytest.mark.in_english
async def test_the_table_is_painted_where_another_process_has_answered_the_press(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said that the bot restarts, so the answer that repaints the table message comes too late."""
    players = await at_play(evening, "rogues_and_warriors")
    table, thinks = evening.table(players[0].channel), acting(evening, players)
    # a new picture would follow in an edit of its own
    table.state.settings = table.state.settings.model_copy(update={"pictures": False})
    [check] = [button for button in thinks.panel.buttons if button.label == "Check"]
    answer_second(monkeypatch, {"type": MESSAGE, "data": http.restarting()})
    await thinks.person.press_raw(thinks.channel, thinks.board.id, check.custom_id)
    await evening.quiet()
    await evening.quiet()
    assert f"{thinks.name} checks." in thinks.board.text


@pytest.mark.in_english
async def test_a_command_tells_what_it_did_where_another_process_has_answered_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said that the bot restarts: whoever believed it would give once more."""
    ann, tavern = evening.playground.member("Ann"), evening.playground.guild.channel("tavern")
    bob = evening.playground.member("Bob").user
    await ann.slash(tavern, "house grant", member=ann.user, amount="1g20")
    for command, told in (("purse give", "**Ann** gives **Bob** 1g4 of copper."), ("purse show", "g20")):
        answer_second(monkeypatch, {"type": MESSAGE, "data": http.restarting()})
        await ann.run(tavern, command, {"member": bob, "amount": "1g4"} if "give" in command else {})
        await evening.quiet()
        assert told in ann.ephemerals(tavern)[-1].text


async def test_a_page_stays_when_an_earlier_edit_comes_after_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit was on its way when its member pressed to read."""
    players = await at_play(evening, "rogues_and_warriors", ("Ann", "Bob", "Cid"))
    for player in players:
        await player.opens_hand()
    reader = acting(evening, players)
    await reader.press("Check")
    await evening.quiet()
    held, arrives = list[str](), asyncio.Event()
    edit = PrivateChannel.edit

    async def edit_late(channel: PrivateChannel, *given: Any) -> Any:
        if not held and channel.handle.token in tokens:
            held.append(channel.handle.token)
            await arrives.wait()
        return await edit(channel, *given)

    panels = table_messages(evening.bot).panels.of(evening.table(reader.channel))
    tokens = {panel.handle.token for panel in panels.values() if panel.owner == reader.person.id}
    monkeypatch.setattr(PrivateChannel, "edit", edit_late)
    await acting(evening, players).press("Check")
    await evening.playground.wait_for(lambda: held)
    await reader.press("More…")
    page = reader.panel.text
    arrives.set()
    await evening.quiet()
    assert reader.panel.text == page


async def test_a_question_that_comes_while_a_page_opens_takes_its_place(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinks, waits = await two_with_panels(evening)
    respond = http.respond

    async def respond_late(*given: Any, **more: Any) -> None:
        monkeypatch.setattr(http, "respond", respond)
        await thinks.press("Check")
        await respond(*given, **more)

    monkeypatch.setattr(http, "respond", respond_late)
    await waits.press("More…")
    await evening.quiet()
    assert "Check" in [button.label for button in waits.panel.buttons]
