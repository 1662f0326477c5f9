"""Calls for players through the real client: who is mentioned, who joins, and how a call ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.calls import rows as call_rows
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.at_rest import idle
from tests.helpers.clicking import Player, sat_down

GAME = "rogues_and_warriors"


def last_call(channel: Any) -> Any:
    """The newest call in a channel."""
    return [message for message in channel.messages if "Players wanted" in message.text][-1]


def notified(message: Any, *people: Any) -> list[str]:
    """The names of those whom Discord tells of a message."""
    return [person.name for person in people if message.notifies(person.user)]


async def test_a_call_mentions_those_who_asked_and_seats_them_by_its_button(
    evening: Evening, tavern: Any
) -> None:
    ground = evening.playground
    ann, bob, cid, dot, eve = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    await bob.slash(tavern, "notify me")
    panel = await cid.slash(tavern, "notify me")
    await cid.select(panel.message, "notify:games", ["tiamat"])
    panel = await dot.slash(tavern, "notify me")
    # it is 8:00 in the morning
    await dot.submit((await dot.press(panel.message, "Quiet hours")).modal, {"value": "22-9"})
    await eve.slash(tavern, "notify me")
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    answer = ann.ephemerals(tavern)[-1]
    assert "I've called 2 members who asked for it." in answer.text
    await evening.quiet()
    call = last_call(tavern)
    assert notified(call, ann, bob, cid, dot, eve) == ["Bob", "Eve"]
    assert "**9 seats free** at this table, with **Ann**." in call.text
    assert f"This call ends <t:{int(evening.clock.now()) + 3_600}:R>." in call.text
    joined = await bob.press(call, "Join")
    assert joined.ephemeral
    assert "You're in seat 2." in joined.text
    await evening.quiet()
    assert "**8 seats free** at this table, with **Ann** and **Bob**." in call.text
    assert [seat.name for seat in evening.table(tavern).state.in_order()] == ["Ann", "Bob"]
    # a call less than an hour later is refused, wherever it is pressed
    again = await ann.slash(tavern, "table players")
    assert "You can call again <t:" in again.text
    assert "sit down" in (await cid.slash(tavern, "table players")).text.casefold()


async def test_one_seat_left_and_none(evening: Evening, tavern: Any) -> None:
    players = await sat_down(evening, GAME, ("Ann",), computers=8)
    await players[0].press("Call players")
    await evening.quiet()
    call = last_call(tavern)
    assert "**One seat left** at this table, with **Ann** and 8 computers." in call.text
    bob, cid = [evening.playground.member(name) for name in ("Bob", "Cid")]
    assert "You're in seat 10." in (await bob.press(call, "Join")).text
    await evening.quiet()
    assert "**Every seat is taken**" in call.text
    assert call.buttons == []
    # an old client shows the button still: it refuses as Sit down does
    refused = await cid.press_raw(tavern, call.id, f"t:{evening.table(tavern).state.id}:sit")
    assert "The seats here are taken" in refused.text
    await evening.playground.member("Bob").slash(tavern, "table leave")
    await evening.quiet()
    assert "**One seat left**" in call.text
    assert await players[0].person.slash(tavern, "table close")
    await evening.quiet()
    assert "The table has closed." in call.text
    assert call.buttons == []


async def test_a_paused_member_is_not_called_and_refused_as_by_sit_down(
    evening: Evening, tavern: Any
) -> None:
    bob: Any = evening.playground.member("Bob")
    await bob.slash(tavern, "notify me")
    await bob.select((await bob.slash(tavern, "my limits")).message, "A pause", ["Pause for 7 days"])
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    assert "Your call is up, with nobody mentioned by name." in host.person.ephemerals(tavern)[-1].text
    await evening.quiet()
    call = last_call(tavern)
    assert not call.notifies(bob.user)
    assert "You've paused until" in (await bob.press(call, "Join")).text


@pytest.mark.parametrize(("blocker", "blocked"), [("Ann", "Bob"), ("Bob", "Ann")])
async def test_a_block_keeps_a_call_from_either_of_the_two(
    evening: Evening, tavern: Any, blocker: str, blocked: str
) -> None:
    ground = evening.playground
    bob: Any = ground.member("Bob")
    await bob.slash(tavern, "notify me")
    await ground.member(blocker).slash(tavern, "my block", member=ground.member(blocked))
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    await evening.quiet()
    call = last_call(tavern)
    assert not call.notifies(bob.user)
    # the same sentence as at a full table, by this button as by Sit down
    assert (await bob.press(call, "Join")).text == (
        await Player(evening, "Bob", tavern).press("Sit down")
    ).text


async def test_a_table_for_the_invited_calls_nobody_else(evening: Evening, tavern: Any) -> None:
    bob, cid = [evening.playground.member(name) for name in ("Bob", "Cid")]
    for person in (bob, cid):
        await person.slash(tavern, "notify me")
    [host] = await sat_down(evening, GAME, ("Ann",))
    access = evening.table(tavern).state.access
    access.open_to, access.invited = "invited", {cid.id: 0.0}
    await host.press("Call players")
    await evening.quiet()
    assert notified(last_call(tavern), bob, cid) == ["Cid"]


async def test_a_call_ends_where_its_table_moves_away(evening: Evening, tavern: Any) -> None:
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    await evening.quiet()
    call = last_call(tavern)
    await host.person.slash(tavern, "table private")
    await evening.quiet()
    assert "This call is over: the table has moved." in call.text
    assert call.buttons == []
    [thread] = evening.playground.guild.threads.values()
    evening.clock.advance(1_000)
    refused = await host.person.slash(thread, "table players")
    assert "This table is in a private thread" in refused.text
    board = thread.message(evening.table(thread).state.message_id or 0)
    assert board is not None
    more = await host.person.press(board, "More…")
    assert more.message is not None
    assert "Call players" not in [button.label for button in more.message.buttons]


async def test_a_role_is_mentioned_once_an_hour_on_the_whole_server(evening: Evening, tavern: Any) -> None:
    ground, guild = evening.playground, evening.playground.guild
    ann, bob, cid = [ground.member(name) for name in ("Ann", "Bob", "Cid")]
    players = ground.world.add_role(guild, "players")
    bob.give_role(players)
    await idle(ground)
    refused = await ann.slash(tavern, "house callrole", role=guild.everyone)
    assert "That role is everyone here." in refused.text
    chosen = await ann.slash(tavern, "house callrole", role=players)
    assert "I'm not allowed to mention it yet" in chosen.text
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    assert "an admin can make that role mentionable" in ann.ephemerals(tavern)[-1].text
    await evening.quiet()
    assert notified(last_call(tavern), bob, cid) == []
    evening.clock.advance(3_600)
    await evening.quiet()
    ground.grant(tavern, "mention_everyone")
    await sat_down(evening, GAME, ("Ann",))
    await idle(ground)
    answer = await ann.slash(tavern, "table players")
    assert f"I've called <@&{players.id}>." in answer.text
    await evening.quiet()
    call = last_call(tavern)
    assert notified(call, bob, cid) == ["Bob"]
    assert call.pings_everyone is False
    cellar = guild.channel("cellar")
    ground.grant(cellar, "mention_everyone")
    await cid.slash(cellar, "table open", game=GAME)
    answer = await cid.slash(cellar, "table players")
    assert "was called less than an hour ago" in answer.text
    await evening.quiet()
    assert notified(last_call(cellar), bob) == []
    audit = await ann.slash(tavern, "house audit")
    assert f"let calls for players mention <@&{players.id}>" in audit.text
    assert "mention no role" in (await ann.slash(tavern, "house callrole")).text


async def test_nobody_hears_of_two_calls_within_an_hour(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    bob, cellar = ground.member("Bob"), ground.guild.channel("cellar")
    await bob.slash(tavern, "notify me")
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    await sat_down(evening, GAME, ("Cid",), channel="cellar")
    answer = await ground.member("Cid").slash(cellar, "table players")
    assert "with nobody mentioned by name" in answer.text
    await evening.quiet()
    assert last_call(tavern).notifies(bob.user)
    assert not last_call(cellar).notifies(bob.user)


@pytest.mark.parametrize("open_to_dms", [True, False])
async def test_a_direct_message_or_once_the_channel(evening: Evening, tavern: Any, open_to_dms: bool) -> None:
    ground = evening.playground
    bob, cid = ground.member("Bob"), ground.member("Cid")
    for person in (bob, cid):
        panel = await person.slash(tavern, "notify me")
        await person.press(panel.message, "Tell me by direct message")
        person.user.accepts_dms = open_to_dms
    cid.leave_guild()
    [host] = await sat_down(evening, GAME, ("Ann",))
    await host.press("Call players")
    await evening.quiet()
    call = last_call(tavern)
    assert notified(call, bob, cid) == []
    aside = [m for m in tavern.messages if "I can't send you direct messages" in m.text]
    assert cid.direct_messages == [], "a member who has left is told nothing"
    if open_to_dms:
        [direct] = bob.direct_messages
        assert "A table on **The Gilded Nugget** has 9 seats free: copper table · buy-in 15" in direct.text
        [button] = direct.buttons
        assert button.url == f"https://discord.com/channels/{ground.guild.id}/{tavern.id}/{call.id}"
        assert aside == []
        return
    assert bob.direct_messages == []
    assert [notified(message, bob, cid) for message in aside] == [["Bob"]]
    assert "Your direct messages are closed to me" in (await bob.slash(tavern, "notify me")).text
    evening.clock.advance(3_601)
    await evening.quiet()
    tried = sum(request.path.endswith("/users/@me/channels") for request in ground.requests)
    await sat_down(evening, GAME, ("Ann",))
    await host.person.slash(tavern, "table players")
    await evening.quiet()
    assert notified(last_call(tavern), bob) == ["Bob"], "the channel at once, from now on"
    assert tried == sum(request.path.endswith("/users/@me/channels") for request in ground.requests)


async def test_a_call_ends_with_a_word_also_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "call.db"
    tavern = playground.guild.channel("tavern")
    ann: Any = playground.member("Ann")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await sat_down(evening, GAME, ("Ann",))
        await ann.slash(tavern, "table players")
        await evening.quiet()
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        call = last_call(tavern)
        assert "You're in seat 2." in (await playground.member("Bob").press(call, "Join")).text
        await evening.quiet()
        assert "**8 seats free** at this table, with **Ann** and **Bob**." in call.text
        assert "less than an hour ago" in (await ann.slash(tavern, "table players")).text
        # someone does something, or the table would close before the call ends
        clock.advance(1_700)
        await Player(evening, "Cid", tavern).press("Sit down")
        clock.advance(1_700)
        await Player(evening, "Dot", tavern).press("Sit down")
        clock.advance(201)
        await evening.quiet()
        assert "This call is over." in call.text
        assert call.buttons == []
        assert await bot.store.read(call_rows.open_calls) == []
        assert "Your call is up" in (await ann.slash(tavern, "table players")).text


async def test_a_call_that_cannot_be_posted_does_not_cost_the_hour(evening: Evening, tavern: Any) -> None:
    [host] = await sat_down(evening, GAME, ("Ann",))
    evening.playground.faults.fail_next("POST", rf"^/channels/{tavern.id}/messages", 403, 50013)
    assert "Discord didn't take your call" in (await host.press("Call players")).text
    assert "Your call is up" in (await host.press("Call players")).text


async def test_forged_presses_call_nobody(evening: Evening, tavern: Any) -> None:
    [host] = await sat_down(evening, GAME, ("Ann",))
    cellar = evening.playground.guild.channel("cellar")
    number = evening.table(tavern).state.id
    for channel, custom_id in ((cellar, f"call:{number}"), (tavern, "call:999"), (tavern, "call:x")):
        reply = await host.person.press_raw(channel, 1, custom_id)
        assert reply.ephemeral
    assert not [message for message in tavern.messages if "Players wanted" in message.text]
