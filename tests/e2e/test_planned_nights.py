"""`/night plan` through the real client: who comes, the calendar, the reminder, and the open table."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from bot.language import speaking
from bot.user_errors import UserError
from cogs.nights import rows as night_rows
from cogs.nights.service import MOST_OF_A_MEMBER
from cogs.requests import http
from playground import Playground
from playground.world.permissions import Permission
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.at_rest import idle

HOUR, DAY = 3_600, 86_400


def night_of(channel: Any, title: str = "Threes") -> Any:
    """The newest message of a planned night."""
    return [m for m in channel.messages if m.text.startswith(f"## {title}\n<t:")][-1]


def notices(channel: Any, words: str) -> list[Any]:
    """The messages of a channel with these words, oldest first."""
    return [message for message in channel.messages if words in message.text]


def notified(message: Any, *people: Any) -> list[str]:
    """The names of those whom Discord tells of a message."""
    return [person.name for person in people if message.notifies(person.user)]


def allow_events(
    playground: Playground, clock: HandClock, permission: Permission = Permission.CREATE_EVENTS
) -> None:
    """Let the bot put events on the calendar, or give it another permission; the calendar goes by the tests' clock."""
    playground.world.clock = clock.now
    guild = playground.guild
    bot = playground.world.bot_member(guild)
    assert bot is not None
    bot.roles.append(playground.world.add_role(guild, "events", int(permission)))
    playground.world.member_changed(bot)


def owner_of(call: Any) -> str:
    """The class whose method a timer would call."""
    return type(getattr(getattr(call, "func", call), "__self__", None)).__name__


async def settle(evening: Evening) -> None:
    """Wait until the bot has done what is due."""
    await evening.quiet()
    await evening.quiet()


async def test_a_night_from_plan_to_table(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob, cid, dot = people = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot")]
    allow_events(ground, evening.clock)
    await idle(ground)
    # the clock of the tests stands at 8:00 UTC on a Friday
    starts = int(evening.clock.now()) + 12 * HOUR
    planned = await ann.slash(tavern, "night plan", when="20:00", game="threes")
    assert planned.ephemeral
    assert f"**Threes** is planned for <t:{starts}:F>." in planned.text
    assert "It's on the server's calendar too." in planned.text
    assert "server's clock (UTC+0)" in planned.text
    [event] = ground.guild.scheduled_events.values()
    assert (event.name, event.location, event.recurrence) == ("Threes", "#tavern", None)
    message = night_of(tavern)
    assert f"<t:{starts}:F> (<t:{starts}:R>)" in message.text
    assert str(message.id) in (event.description or "")
    assert "Planned by **Ann**." in message.text
    assert notified(message, *people) == [], "planning calls nobody"
    for person, label in ((cid, "I'm coming"), (bob, "I'm coming"), (dot, "Maybe"), (bob, "Maybe")):
        answered = await person.press(message, label)
        assert answered.kind == "update"
    await bob.press(message, "I'm coming")
    assert "Coming (3): **Ann**, **Cid**, **Bob**\nMaybe (1): **Dot**" in message.text
    evening.clock.advance(11 * HOUR - 301)
    await settle(evening)
    assert notices(tavern, "begins <t:") == []
    evening.clock.advance(1)
    await settle(evening)
    [reminder] = notices(tavern, "begins <t:")
    assert f"**Threes** begins <t:{starts}:R>, at <t:{starts}:t>." in reminder.text
    assert notified(reminder, *people) == ["Ann", "Bob", "Cid", "Dot"]
    evening.clock.advance(HOUR + 300)
    await settle(evening)
    table = evening.table(tavern)
    assert table.state.game == "threes"
    assert [seat.name for seat in table.state.in_order()] == ["Ann", "Cid", "Bob"]
    host = table.state.host_seat()
    assert host is not None
    assert host.name == "Ann"
    [begun] = notices(tavern, ": the table is open, and")
    assert "the table is open, and **Ann** hosts." in begun.text
    assert "**Cid** and **Bob** have a seat already." in begun.text
    assert notified(begun, *people) == ["Ann", "Bob", "Cid"], (
        "an hour after the reminder, and not who may come"
    )
    assert "It has begun: the table is open here." in message.text
    assert message.buttons == []
    late = await dot.press_raw(tavern, message.id, f"night:yes:{1}")
    assert "That night isn't coming up any more." in late.text
    assert len(notices(tavern, "begins <t:")) == 1


async def test_answers_that_cross_are_both_shown(
    evening: Evening, tavern: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply to the first one reaches Discord after that to the second, and knows nothing of it."""
    ann, bob, cid = (evening.playground.member(name) for name in ("Ann", "Bob", "Cid"))
    await ann.slash(tavern, "night plan", when="20:00", game="threes")
    await settle(evening)
    respond, held, arrives = http.respond, asyncio.Event(), asyncio.Event()

    async def respond_late(*given: Any, **also: Any) -> None:
        monkeypatch.setattr(http, "respond", respond)
        held.set()
        await arrives.wait()
        await respond(*given, **also)

    monkeypatch.setattr(http, "respond", respond_late)
    first = asyncio.create_task(bob.press(night_of(tavern), "I'm coming"))
    await held.wait()
    await cid.press(night_of(tavern), "I'm coming")
    arrives.set()
    await first
    await settle(evening)
    assert "Coming (3): **Ann**, **Bob**, **Cid**" in night_of(tavern).text


@pytest.mark.in_english
async def test_a_name_links_nothing_on_the_calendar(evening: Evening, tavern: Any) -> None:
    """Discord shows the description of an event with Markdown and links."""
    ground = evening.playground
    allow_events(ground, evening.clock)
    ann = ground.member("Ann")
    ground.guild.members[ann.id].nick = "[x](http://e.vil) *loud*"
    await idle(ground)
    await ann.slash(tavern, "night plan", when="20:00", game="threes")
    [event] = ground.guild.scheduled_events.values()
    assert "Planned by \\[x\\](http:e.vil) \\*loud\\*." in (event.description or "")


async def test_an_evening_without_the_right_to_make_events(evening: Evening, tavern: Any, bob: Any) -> None:
    """Managing events is another right since February 2026: asking with that alone would only be refused."""
    allow_events(evening.playground, evening.clock, Permission.MANAGE_EVENTS)
    await idle(evening.playground)
    planned = await bob.slash(tavern, "night plan", when="tomorrow 8pm")
    assert "**A night of Adventurer's Choice** is planned" in planned.text
    assert "I lack the permission Create Events." in planned.text
    assert not [r for r in evening.playground.requests if "scheduled-events" in r.path]
    assert "It's a night" not in night_of(tavern, "A night of Adventurer's Choice").text


async def test_a_refused_event_leaves_the_night(evening: Evening, tavern: Any, bob: Any) -> None:
    allow_events(evening.playground, evening.clock)
    await idle(evening.playground)
    evening.playground.faults.fail_next("POST", "scheduled-events$", 400, 30038)
    planned = await bob.slash(tavern, "night plan", when="in 2 hours", game="threes")
    assert "Discord didn't take it for the server's calendar" in planned.text
    evening.playground.faults.fail_next("POST", "scheduled-events$", 403, 50013)
    planned = await bob.slash(tavern, "night plan", when="in 4 hours", game="threes")
    assert "I lack the permission Create Events." in planned.text
    assert len(await evening.store.read(night_rows.planned_nights)) == 2


async def test_one_member_does_not_fill_the_calendar(evening: Evening, tavern: Any, bob: Any) -> None:
    for hours in range(2, 2 + MOST_OF_A_MEMBER):
        planned = await bob.slash(tavern, "night plan", when=f"in {3 * hours} hours", game="threes")
        assert "is planned" in planned.text
    refused = await bob.slash(tavern, "night plan", when="in 40 hours", game="threes")
    assert f"You've planned {MOST_OF_A_MEMBER} nights here already." in refused.text
    other = await evening.playground.member("Cid").slash(
        tavern, "night plan", when="in 40 hours", game="threes"
    )
    assert "is planned" in other.text


@pytest.mark.parametrize("body", ["{}", "[]", '{"id": "x"}', "null"])
async def test_an_odd_answer_about_an_event_leaves_the_night(
    evening: Evening, tavern: Any, bob: Any, body: str
) -> None:
    allow_events(evening.playground, evening.clock)
    await idle(evening.playground)
    evening.playground.faults.garble("POST", "scheduled-events$", body)
    planned = await bob.slash(tavern, "night plan", when="in 2 hours", game="threes")
    assert "Discord didn't take it for the server's calendar" in planned.text
    assert len(await evening.store.read(night_rows.planned_nights)) == 1


async def test_a_restart_between_plan_and_start_loses_nothing(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "night.db"
    tavern = playground.guild.channel("tavern")
    ann, bob = playground.member("Ann"), playground.member("Bob")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await ann.slash(tavern, "night plan", when="in 3 hours", game="threes")
        await bob.press(night_of(tavern), "I'm coming")
        await settle(evening)
    clock.advance(2 * HOUR)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        [reminder] = notices(tavern, "begins <t:")
        assert notified(reminder, ann, bob) == ["Ann", "Bob"]
    clock.advance(HOUR + 600)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        assert [seat.name for seat in evening.table(tavern).state.in_order()] == ["Ann", "Bob"], (
            "ten minutes late"
        )
        assert len(notices(tavern, "begins <t:")) == 1
        await ann.slash(tavern, "table close")
        await ann.slash(tavern, "night plan", when="in 3 hours", game="threes")
        await settle(evening)
    clock.advance(5 * HOUR + 60)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        assert bot.registry.find_in_channel(tavern.id) is None
        assert "**Threes** can't begin: I was away when it should have begun." in tavern.messages[-1].text
        assert "Nothing came of it this time." in night_of(tavern).text
        assert await bot.store.read(night_rows.planned_nights) == []


async def test_a_weekly_night_comes_back(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob = ground.member("Ann"), ground.member("Bob")
    allow_events(ground, evening.clock)
    await idle(ground)
    await ann.slash(tavern, "night plan", when="20:00", game="threes", weekly=True)
    [event] = ground.guild.scheduled_events.values()
    rule = event.recurrence
    assert rule is not None
    assert (rule["frequency"], rule["interval"], rule["by_weekday"]) == (2, 1, [4])
    first = night_of(tavern)
    assert "every week" in first.text
    await bob.press(first, "I'm coming")
    evening.clock.advance(12 * HOUR)
    await settle(evening)
    assert len(evening.table(tavern).state.seats) == 2
    await ann.slash(tavern, "table close")
    await bob.slash(tavern, "table leave")
    await settle(evening)
    assert night_of(tavern) is first, "next week's message waits a day"
    evening.clock.advance(DAY)
    await settle(evening)
    second = night_of(tavern)
    assert second is not first
    assert "Coming (1): **Ann**" in second.text
    next_week = int(evening.clock.now()) + 6 * DAY
    assert f"<t:{next_week}:F>" in second.text
    # calling it off ends the series, and its event
    asked = await ann.press(second, "Call it off")
    assert "It won't come back every week either." in asked.text
    assert "is called off" in (await ann.press(asked.message, "Call it off")).text
    await settle(evening)
    assert ground.guild.scheduled_events == {}
    assert await evening.store.read(night_rows.planned_nights) == []


async def test_a_weekly_night_keeps_its_hour_when_clocks_change(
    playground: Playground, tmp_path: Path
) -> None:
    # Friday, 2026-03-27, 8:00 UTC; summer time begins in Berlin on Sunday
    clock, path = HandClock(1_774_598_400.0), tmp_path / "nights.db"
    ann, tavern = playground.member("Ann"), playground.guild.channel("tavern")
    allow_events(playground, clock)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await idle(playground)
        opened = await ann.press((await ann.slash(tavern, "notify me")).message, "My time")
        await ann.submit(opened.modal, {"value": "Berlin"})
        await ann.slash(tavern, "night plan", when="20:00", game="threes", weekly=True)
        friday = int(clock.at) + 11 * HOUR
        assert f"<t:{friday}:F>" in night_of(tavern).text
        clock.advance(12 * HOUR)
        await settle(evening)
        await ann.slash(tavern, "table close")
        clock.advance(DAY)
        await settle(evening)
        summer = friday + 7 * DAY - HOUR
        assert f"<t:{summer}:F>" in night_of(tavern).text, "20:00 in Berlin, an hour sooner by UTC"
        [event] = playground.guild.scheduled_events.values()
        assert datetime.fromisoformat(event.starts).timestamp() == summer
        assert event.recurrence is not None
        assert event.recurrence["start"] == event.starts


async def test_only_the_planner_or_an_admin_calls_a_night_off(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob, cid, dot = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot")]
    await bob.slash(tavern, "night plan", when="in 5 hours", game="threes")
    message = night_of(tavern)
    await cid.press(message, "Maybe")
    await dot.press(message, "I can't")
    refused = await cid.press(message, "Call it off")
    assert "Only Bob or an admin can call this night off." in refused.text
    number = message.buttons[0].custom_id.rpartition(":")[2]
    assert "Only Bob" in (await cid.press_raw(tavern, message.id, f"night:sure:{number}")).text
    asked = await ann.press(message, "Call it off")
    await ann.press(asked.message, "Call it off")
    await settle(evening)
    assert "It was called off." in message.text
    assert message.buttons == []
    assert "**Ann** called off a night that Bob had planned" in (await ann.slash(tavern, "house audit")).text
    [told] = notices(tavern, "is off: **Ann** called it off.")
    assert notified(told, ann, bob, cid, dot) == ["Bob", "Cid"]
    assert "isn't coming up" in (await bob.press_raw(tavern, message.id, f"night:off:{number}")).text
    evening.clock.advance(6 * HOUR)
    await settle(evening)
    assert evening.bot.registry.find_in_channel(tavern.id) is None


async def test_those_who_cannot_sit_down_are_named_and_no_secret_is_told(
    evening: Evening, tavern: Any
) -> None:
    ground = evening.playground
    people = [ground.member(name) for name in ("Ann", "Bob", "Cid", "Dot", "Eve")]
    ann, bob, cid, dot, eve = people
    await ann.slash(tavern, "night plan", when="in 2 hours", game="rogues_and_warriors")
    message = night_of(tavern, "Rogues and Warriors")
    for person in (bob, cid, dot, eve):
        await person.press(message, "I'm coming")
    # Ann pauses, Cid blocks Bob, Dot gives her money away, Eve leaves
    await ann.select((await ann.slash(tavern, "my limits")).message, "A pause", ["Pause for 7 days"])
    await cid.slash(tavern, "my block", member=bob)
    eve.leave_guild()
    evening.clock.advance(2 * HOUR)
    await settle(evening)
    table = evening.table(tavern)
    assert [seat.name for seat in table.state.in_order()] == ["Bob", "Dot"]
    [begun] = notices(tavern, ": the table is open, and")
    assert "and **Bob** hosts." in begun.text
    assert "**Ann** has no seat: *Sit down* tells them why." in begun.text
    assert "**Cid** has no seat: the seats are taken or kept for someone." in begun.text
    assert "**Eve** has no seat: no longer on this server." in begun.text
    assert "pause" not in begun.text.casefold()
    board = tavern.message(table.state.message_id)
    assert "You've paused until" in (await ann.press(board, "Sit down")).text


async def test_the_reason_is_said_where_no_table_can_open(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob = ground.member("Ann"), ground.member("Bob")
    await bob.slash(tavern, "night plan", when="in 10 hours", game="threes")
    await ann.slash(tavern, "house games")
    await ann.select(ann.ephemerals(tavern)[-1], "house:games", ["tiamat"])
    evening.clock.advance(10 * HOUR)
    await settle(evening)
    assert "**Threes** can't begin: Threes is switched off on this server." in tavern.messages[-1].text
    await ann.select(ann.ephemerals(tavern)[-1], "house:games", [])
    await bob.slash(tavern, "night plan", when="in 1 hour", game="threes")
    ground.revoke(tavern, "send_messages")
    evening.clock.advance(HOUR)
    await settle(evening)
    assert "I lack permissions in its channel" in bob.direct_messages[-1].text
    ground.reset(tavern, "send_messages")
    await bob.slash(tavern, "night plan", when="in 2 hours", game="threes")
    await bob.press(night_of(tavern), "I can't")
    evening.clock.advance(2 * HOUR)
    await settle(evening)
    assert "can't begin: nobody said yes." in tavern.messages[-1].text


async def test_a_table_of_the_game_that_is_open_already_is_taken(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob, cid = [ground.member(name) for name in ("Ann", "Bob", "Cid")]
    await bob.slash(tavern, "night plan", when="in 10 minutes", game="threes")
    await cid.slash(tavern, "night plan", when="in 3 hours", game="threes")
    await ann.slash(tavern, "table open", game="threes")
    evening.clock.advance(600)
    await settle(evening)
    assert [seat.name for seat in evening.table(tavern).state.in_order()] == ["Ann", "Bob"]
    assert "and **Ann** hosts." in notices(tavern, ": the table is open, and")[-1].text
    await ann.slash(tavern, "table close")
    evening.clock.advance(3 * HOUR - 660)
    await settle(evening)
    await ann.slash(tavern, "table open", game="tiamat")
    evening.clock.advance(120)
    await settle(evening)
    assert "can't begin: This channel already has a table." in tavern.messages[-1].text


async def test_quiet_hours_and_direct_messages_hold_for_nights(evening: Evening, tavern: Any) -> None:
    ground = evening.playground
    ann, bob, cid = [ground.member(name) for name in ("Ann", "Bob", "Cid")]
    panel = await bob.slash(tavern, "notify me")
    await bob.press(panel.message, "Tell me by direct message")
    panel = await cid.slash(tavern, "notify me")
    await cid.submit((await cid.press(panel.message, "Quiet hours")).modal, {"value": "9-11"})
    await ann.slash(tavern, "night plan", when="11:30", game="threes")
    for person in (bob, cid):
        await person.press(night_of(tavern), "I'm coming")
    evening.clock.advance(2 * HOUR + 30 * 60)
    await settle(evening)
    [reminder] = notices(tavern, "begins <t:")
    assert notified(reminder, ann, bob, cid) == ["Ann"]
    [direct] = bob.direct_messages
    assert "**Threes** begins <t:" in direct.text
    assert str(direct.buttons[0].url).endswith(f"/{night_of(tavern).id}")
    bob.user.accepts_dms = False
    evening.clock.advance(HOUR)
    await settle(evening)
    [aside] = notices(tavern, "I can't send you direct messages")
    assert notified(aside, ann, bob, cid) == ["Bob"]
    assert notified(notices(tavern, ": the table is open, and")[-1], ann, bob, cid) == ["Ann", "Cid"]


async def test_no_direct_message_reaches_those_who_left_or_see_the_channel_no_more(
    evening: Evening, tavern: Any
) -> None:
    ground = evening.playground
    ann, bob, cid = [ground.member(name) for name in ("Ann", "Bob", "Cid")]
    for person in (bob, cid):
        panel = await person.slash(tavern, "notify me")
        await person.press(panel.message, "Tell me by direct message")
    await ann.slash(tavern, "night plan", when="in 3 hours", game="threes")
    for person in (bob, cid):
        await person.press(night_of(tavern), "I'm coming")
    bob.leave_guild()
    await idle(ground)
    evening.clock.advance(2 * HOUR)
    await settle(evening)
    assert notices(tavern, "begins <t:")
    assert len(cid.direct_messages) == 1
    assert bob.direct_messages == [], "what goes on there is no longer Bob's business"


async def test_no_night_is_given_up_before_every_shard_is_there(
    evening: Evening, tavern: Any, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose shard has not connected yet is not among those that the bot knows."""
    await ann.slash(tavern, "night plan", when="in 3 hours", game="threes")
    await settle(evening)
    with monkeypatch.context() as starting:
        starting.setattr(evening.bot, "is_ready", lambda: False)
        starting.setattr(evening.bot, "get_guild", lambda _: None)
        evening.clock.advance(2 * HOUR)
        await settle(evening)
    [night] = await evening.store.read(night_rows.planned_nights)
    assert night.state == "planned"


async def test_no_timer_of_nights_and_calls_outlives_the_bot(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "night.db"
    tavern = playground.guild.channel("tavern")
    ann = playground.member("Ann")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await ann.slash(tavern, "night plan", when="in 3 hours", game="threes")
        await ann.slash(tavern, "table open", game="threes")
        await ann.slash(tavern, "table players")
        await settle(evening)
    assert {owner_of(call) for call in clock.waiting()} & {
        "Schedule",
        "NightMessages",
        "CallMessages",
    } == set()


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("someday", "I can't read that as a date and time."),
        ("in 2 minutes", "Plan a night at least five minutes ahead"),
        ("2020-01-01 20:00", "Plan a night at least five minutes ahead"),
        ("in 9 weeks", "You can plan up to 60 days ahead."),
        ("2026-02-31 20:00", "I can't read that as a date and time."),
        ("9999-12-31 23:59", "You can plan up to 60 days ahead."),
    ],
)
async def test_what_cannot_be_planned_is_refused(
    evening: Evening, tavern: Any, bob: Any, when: str, words: str
) -> None:
    refused = await bob.slash(tavern, "night plan", when=when, game="threes")
    assert words in refused.text
    assert await evening.store.read(night_rows.planned_nights) == []
    assert [m for m in tavern.messages if "Threes" in m.text] == []


@pytest.mark.in_english
async def test_a_refusal_is_said_in_its_readers_language(evening: Evening, tavern: Any, bob: Any) -> None:
    bob.user.locale = "de"
    refused = await bob.slash(tavern, "night plan", when="someday", game="threes")
    assert "can't read" not in refused.text
    with speaking("de"):
        assert UserError("night_when").sentence in refused.text


async def test_two_nights_at_once_and_forged_presses(evening: Evening, tavern: Any, bob: Any) -> None:
    await bob.slash(tavern, "night plan", when="in 5 hours", game="threes")
    refused = await bob.slash(tavern, "night plan", when="in 5 hours", game="tiamat")
    assert "There's a night planned in this channel about then." in refused.text
    assert (
        "I don't know that game." in (await bob.slash(tavern, "night plan", when="23:00", game="poker")).text
    )
    message, cellar = night_of(tavern), evening.playground.guild.channel("cellar")
    before = message.text
    number = message.buttons[0].custom_id.rpartition(":")[2]
    for channel, custom_id in (
        (cellar, f"night:no:{number}"),
        (tavern, "night:no:999"),
        (tavern, "night:perhaps:1"),
        (tavern, "night:no:x"),
    ):
        assert "Too late" in (await bob.press_raw(channel, message.id, custom_id)).text
    assert message.text == before


async def test_moments_are_offered_while_typing(evening: Evening, tavern: Any, bob: Any) -> None:
    panel = await bob.slash(tavern, "notify me")
    await bob.submit((await bob.press(panel.message, "My time")).modal, {"value": "+2"})
    offered = await bob.autocomplete(tavern, "night plan", focused="when", value="")
    assert len(offered) == 7
    assert offered[0][0].endswith(", 20:00 (your time, UTC+2)")
    [(name, value)] = await bob.autocomplete(tavern, "night plan", focused="when", value="sat 9pm")
    assert name == "Saturday 16 Jan, 21:00 (your time, UTC+2)"
    assert await bob.autocomplete(tavern, "night plan", focused="when", value="whenever") == []
    planned = await bob.slash(tavern, "night plan", when=value, game="threes")
    starts = int(evening.clock.now()) // DAY * DAY + DAY + 19 * HOUR
    assert f"planned for <t:{starts}:F>" in planned.text
    assert "server's clock" not in planned.text
