"""`/today` through the real client: a try, the board of a channel over three days, sharing, reminders."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.clock import DAY, HOUR
from cogs.daily import rows as daily_rows
from cogs.interactions.member_pages import Section, Subject, member_pages
from games.engine import Chance, Seed
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on


async def play(person: Any, shown: Any, *words: object, most: int = 80) -> Any:
    """Press at random until the try is over, or so many times; return the last answer."""
    luck = Chance(Seed("today", words=(person.name, *map(str, words))))
    for _ in range(most):
        buttons = [b for b in shown.message.buttons if ":p:" in (b.custom_id or "") and not b.disabled]
        menus = list(shown.message.selects)
        if buttons:
            chosen = buttons[luck.below(len(buttons))]
            shown = await person.press(shown.message, custom_id=chosen.custom_id)
        elif menus:
            menu = menus[0]
            values = [option.value for option in menu.options[: max(1, menu.min_values)]]
            shown = await person.select(shown.message, menu.custom_id, values)
        else:
            return shown
    assert most < 80, f"it does not end: {shown.text}"
    return shown


def boards(channel: Any) -> list[Any]:
    """The boards of a channel, oldest first."""
    told = ("the table of the day", "Next: **")
    return [m for m in channel.messages if not m.deleted and any(words in m.text for words in told)]


def labels(shown: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [button.label for button in shown.message.buttons]


async def settle(evening: Evening) -> None:
    """Wait until the bot has done what is due."""
    await evening.quiet()
    await evening.quiet()


async def test_a_try_and_its_result(evening: Evening, tavern: Any, ann: Any) -> None:
    page = await ann.slash(tavern, "today")
    assert "## The table of the day: " in page.text
    assert "The same cards for everyone, one try, for fun." in page.text
    assert "UTC" not in page.text
    assert "fingerprint" not in page.text
    fair = await ann.press(page.message, "Fair play")
    assert "SHA-256" in fair.text
    over = await play(ann, await ann.press(page.message, "Play"))
    assert "You're the first to finish here." in over.text
    assert f"Next: **King's Council**, <t:{(int(evening.clock.now()) // DAY + 1) * DAY}:R>." in over.text
    assert "money changed hands" not in over.text
    assert "next game" not in over.text
    assert not re.search(r"(st|nd|rd|th|place \d) of 4", over.text), (
        "the place among computers compares nobody"
    )
    assert labels(over) == ["Share", "Yesterday"]
    again = await ann.slash(tavern, "today")
    assert labels(again) == ["Share", "Yesterday"]
    assert "You're the first to finish here." in again.text
    assert not evening.bot.registry.find_in_channel(tavern.id), "no table was opened for it"


async def test_share_posts_one_board_and_fills_it(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    over = await play(ann, await ann.press((await ann.slash(tavern, "today")).message, "Play"))
    shared = await ann.press(over.message, "Share")
    assert "You're on the board." in shared.text
    await settle(evening)
    [board] = boards(tavern)
    assert "**Ann**" in board.text
    assert "1 has played" in board.text
    await ann.press(over.message, "Share")
    theirs = await play(bob, await bob.press(board, "Play"))
    assert theirs.ephemeral
    assert "of 2 here so far" in theirs.text
    assert labels(theirs) == ["The board", "Yesterday"]
    await settle(evening)
    assert boards(tavern) == [board], "one board, repainted"
    assert "2 have played" in board.text
    assert "**Bob**" in board.text
    day = int(evening.clock.now() // DAY)
    evening.clock.advance(DAY)
    await settle(evening)
    assert "Next: **King's Council**" in board.text
    assert board.buttons == []
    assert boards(tavern) == [board], "nobody has asked for a board each day"
    late = await bob.press_raw(tavern, over.message.id, f"today:share:{day}")
    assert "That table's day is over" in late.text
    yesterday = await bob.press((await bob.slash(tavern, "today")).message, "Yesterday")
    assert "## Yesterday: Threes" in yesterday.text
    assert "**Ann**" in yesterday.text
    secret = await bob.press(yesterday.message, "Fair play")
    assert "is shown <t:" in secret.text


async def test_three_days_of_a_channel(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "today.db"
    ann, bob = playground.member("Ann"), playground.member("Bob")
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        done = await ann.slash(tavern, "today", here="18")
        assert "each day at **18:00** (UTC+0)" in done.text
        assert "Say it again with a *city*" in done.text
        await settle(evening)
        [first] = boards(tavern)
        assert "nobody has played yet" in first.text
        # the tests begin at 8:00 on a Friday: the first day lasts until tomorrow's hour
        assert f"closes <t:{int(clock.now()) + 34 * HOUR}:R>" in first.text
        await play(ann, await ann.press(first, "Play"))
        await play(bob, await bob.press(first, "Play"), 2)
        await settle(evening)
        assert "2 have played" in first.text
        playground.world.delete_message(first)
        await settle(evening)
        [first] = boards(tavern)
        assert "2 have played" in first.text, "a deleted board comes back"
        clock.advance(34 * HOUR)
        await settle(evening)
        assert "Next: **King's Council**" in first.text
        assert first.buttons == []
        second = boards(tavern)[-1]
        assert second is not first
        assert "King's Council" in second.text
        late = await bob.press_raw(tavern, first.id, f"today:play:{int(clock.now() // DAY) - 1}")
        assert "That table's day is over" in late.text
        await play(ann, await ann.press(second, "Play"))
        await settle(evening)
        assert "2 days in a row" in second.text
        sources: Any = member_pages(bot).profile
        shown = [
            await source(Subject(await bot.store.member(playground.guild.id, ann.id, "Ann"), ann.id))
            for source in sources
        ]
        assert [Section("Table of the day", "2 days in a row")] in shown
    clock.advance(DAY)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await settle(evening)
        assert "Next: **Please Don't Burn My Village!**" in second.text
        assert "This place has played 2 days in a row." in second.text
        third = boards(tavern)[-1]
        assert "Village" in third.text
        assert "closes <t:" in third.text
        page = await bob.slash(tavern, "today")
        assert "days in a row" not in page.text
        assert len(boards(tavern)) == 3
        assert await bot.store.audit() == []


async def test_a_missed_day_is_told_wherever_a_streak_is(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await ann.slash(tavern, "today", here="18")
    # to four days with games of short tries
    evening.clock.advance(34 * HOUR + 5 * DAY)
    await settle(evening)
    for day in range(4):
        for person, days in ((ann, (0, 1, 3)), (bob, (0, 3))):
            page = await person.slash(tavern, "today")
            if day == 3:
                # Ann missed one day, which is forgiven; Bob missed two, and begins again
                forgiven = "You missed yesterday, and one day in seven is forgiven"
                assert (forgiven in page.text) is (person is ann)
                assert "in a row" not in page.text
            if day in days:
                over = await play(person, await person.press(page.message, "Play"), day)
        if day < 3:
            evening.clock.advance(DAY)
            await settle(evening)
    assert "You've played" not in over.text, "one day is no streak"
    again = await ann.slash(tavern, "today")
    assert "You've played 3 of the last 4 days." in again.text
    await settle(evening)
    board = boards(tavern)[-1].text
    assert "3 of the last 4 days" in board
    assert "in a row" not in board


async def test_a_closed_board_tells_the_moves_when_nobody_can_play_the_day_any_more(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    ground = evening.playground
    hall = ground.world.add_channel(ground.add_guild("Elsewhere", ann), "hall")
    await ann.slash(tavern, "today", here="13")
    await ann.slash(hall, "today", here="18")
    await settle(evening)
    [board] = boards(tavern)
    for person in (ann, bob):
        await play(person, await person.press(board, "Play"))
    await settle(evening)
    evening.clock.advance(29 * HOUR)
    await settle(evening)
    late = int(evening.clock.now()) + 5 * HOUR
    assert f"how it was played here <t:{late}:R>" in board.text
    assert "parted" not in board.text
    evening.clock.advance(5 * HOUR)
    await settle(evening)
    assert "The tries parted at the " in board.text
    assert "how it was played here" not in board.text


async def test_a_day_that_was_missed_while_away_is_not_posted_late(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path = HandClock(), tmp_path / "today.db"
    ann, tavern = playground.member("Ann"), playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        await ann.slash(tavern, "today", here="6pm")
        await settle(Evening(playground, path, clock, bot))
    clock.advance(4 * DAY)
    async with bot_on(playground, path, clock) as bot:
        await settle(Evening(playground, path, clock, bot))
    first, last = boards(tavern)
    assert "Nobody played it here." in first.text
    assert "nobody has played yet" in last.text


async def test_a_fault_of_discord_only_delays_the_board(evening: Evening, tavern: Any, ann: Any) -> None:
    await ann.slash(tavern, "today", here="18")
    await settle(evening)
    [board] = boards(tavern)
    evening.playground.faults.fail_next("PATCH", "messages", 503, 0)
    await play(ann, await ann.press(board, "Play"))
    await settle(evening)
    evening.clock.advance(120)
    await settle(evening)
    assert "1 has played" in board.text


async def test_the_board_is_drawn_and_drawn_again_only_if_it_changed(gallery: Evening) -> None:
    ground = gallery.playground
    ann, bob, tavern = ground.member("Ann"), ground.member("Bob"), ground.guild.channel("tavern")
    await ann.slash(tavern, "today", here="18")
    await settle(gallery)
    [board] = boards(tavern)
    assert "Nobody has played yet." in alt_of(board)
    before = board.attachments[0].id
    await play(ann, await ann.press(board, "Play"))
    await settle(gallery)
    assert "1. Ann: " in alt_of(board)
    assert "**Ann**" not in board.text, "the picture says it"
    [shown] = board.attachments
    assert shown.id != before
    await bob.press(board, "Play")
    await settle(gallery)
    assert board.attachments[0].id == shown.id
    gallery.clock.advance(34 * HOUR)
    await settle(gallery)
    assert "is over" in alt_of(board)
    assert len(board.attachments) == 1
    yesterday = await ann.press((await ann.slash(tavern, "today")).message, "Yesterday")
    assert "is over. 1. Ann: " in alt_of(yesterday.message)
    assert "- Ann " in yesterday.text, "what the best did"


async def test_a_try_is_drawn_with_the_hand_and_told_in_few_words(gallery: Evening) -> None:
    ground = gallery.playground
    ann, tavern = ground.member("Ann"), ground.guild.channel("tavern")
    shown = await ann.press((await ann.slash(tavern, "today")).message, "Play")
    words = alt_of(shown.message)
    assert "You: " in words
    assert len(shown.text.replace(words, "").split()) <= 60, shown.text
    over = await play(ann, shown)
    assert "1. Ann: " in alt_of(over.message), "the result is the day's"
    assert len(over.message.attachments) == 1
    assert labels(over) == ["Share", "Yesterday"]


async def test_a_board_without_the_right_to_attach_files_is_told_in_words(gallery: Evening) -> None:
    ground = gallery.playground
    ann, tavern = ground.member("Ann"), ground.guild.channel("tavern")
    ground.revoke(tavern, "attach_files")
    await ann.slash(tavern, "today", here="18")
    await settle(gallery)
    [board] = boards(tavern)
    assert board.attachments == []
    await play(ann, await ann.press(board, "Play"))
    await settle(gallery)
    assert "**Ann**" in board.text


def alt_of(message: Any) -> str:
    """The alternative text of a message's picture."""
    [attachment] = message.attachments
    return str(attachment.description)


async def test_who_may_bring_it_into_a_channel(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    ground = evening.playground
    cid = ground.member("Cid")
    await ann.slash(tavern, "house today", members=False)
    refused = await bob.slash(tavern, "today", here="18")
    assert "takes Manage Channels" in refused.text
    assert "I don't know that time" in (await ann.slash(tavern, "today", here="soon")).text
    assert "isn't in a channel here yet" in (await ann.slash(tavern, "today", here="off")).text
    allowed = await ann.slash(tavern, "house today", members=True)
    assert "Any member may now" in allowed.text
    assert "let any member bring the table of the day" in (await ann.slash(tavern, "house audit")).text
    await bob.slash(tavern, "today", here="20:30")
    await settle(evening)
    assert len(boards(tavern)) == 1
    theirs = await cid.slash(tavern, "today", here="9")
    assert f"is in <#{tavern.id}> already" in theirs.text
    await ann.slash(tavern, "today", here="9")
    await settle(evening)
    assert len(boards(tavern)) == 1, "the same day has the same board"
    off = await ann.slash(tavern, "today", here="off")
    assert "no longer comes to" in off.text
    evening.clock.advance(3 * DAY)
    await settle(evening)
    assert len(boards(tavern)) == 1
    assert boards(tavern)[0].buttons == []


@pytest.mark.in_english
async def test_the_hour_of_a_city_stays_when_its_clocks_change(
    playground: Playground, tmp_path: Path
) -> None:
    # Friday, 2026-03-27, 8:00 UTC; summer time begins on Sunday
    clock, path = HandClock(1_774_598_400.0), tmp_path / "zone.db"
    ann, bob = playground.member("Ann"), playground.member("Bob")
    tavern = playground.guild.channel("tavern")

    async def due(at: int, evening: Evening) -> None:
        """Pass the moment at which the next board is due, so many hours after the first morning."""
        clock.at, before = 1_774_598_400.0 + at * HOUR - 60, len(boards(tavern))
        clock.advance(0)
        await settle(evening)
        assert len(boards(tavern)) == before, "not before its hour"
        clock.advance(60)
        await settle(evening)
        assert len(boards(tavern)) == before + 1

    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        assert "isn't in" not in (await ann.slash(tavern, "today", here="18")).text
        [(name, value)] = await ann.autocomplete(tavern, "today", focused="city", value="berl")
        assert (name, value) == ("Berlin, where it's 9:00", "Europe/Berlin")
        assert "I don't know that city" in (await ann.slash(tavern, "today", here="18", city="Nowhere")).text
        done = await ann.slash(tavern, "today", here="18", city="berlin")
        assert "each day at **18:00** (by the clocks of Berlin)" in done.text
        assert "off by one" not in done.text
        await due(33, evening)
        await due(33 + 23, evening)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await due(33 + 23 + 24, evening)  # after a restart too
        [(name, value)] = await bob.autocomplete(tavern, "today", focused="here", value="19")
        assert (name, value) == ("19:00 (by the clocks of Berlin)", "19:00")
        moved = await ann.slash(tavern, "today", here="19")
        assert "**19:00** (by the clocks of Berlin)" in moved.text, "it keeps its city"


@pytest.mark.in_english
async def test_an_hour_is_read_by_the_city_of_the_members_own_clock(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    opened = await ann.press((await ann.slash(tavern, "notify me")).message, "My time")
    await ann.submit(opened.modal, {"value": "Warsaw"})
    [(name, value)] = await ann.autocomplete(tavern, "today", focused="here", value="18")
    assert (name, value) == ("18:00 (by the clocks of Warsaw)", "18:00")
    done = await ann.slash(tavern, "today", here="18")
    assert "each day at **18:00** (by the clocks of Warsaw)" in done.text
    assert "off by one" not in done.text


async def test_two_servers_and_a_conversation_share_one_try(evening: Evening, tavern: Any, ann: Any) -> None:
    ground = evening.playground
    ann.install_app()
    alone = ground.world.direct_channel(ann.user)
    hall = ground.world.add_channel(ground.add_guild("Elsewhere", ann), "hall")
    shown = await ann.press((await ann.slash(alone, "today")).message, "Play")
    await play(ann, shown, most=1)
    begun = await ann.slash(tavern, "today")
    assert "Go on" in labels(begun), "it goes on elsewhere"
    over = await play(ann, await ann.press(begun.message, "Go on"))
    assert "You're the first to finish here." in over.text
    there = await ann.slash(hall, "today")
    assert labels(there) == ["Share", "Yesterday"], "one try a person"
    assert "first to finish" not in there.text
    assert boards(hall) == [], "no server hears of it by itself"
    await ann.press(there.message, "Share")
    await settle(evening)
    [board] = boards(hall)
    assert "**Ann**" in board.text
    home = await ann.slash(alone, "today")
    await ann.press(home.message, "Share")
    [shared] = boards(alone)
    assert "**Ann**" in shared.text
    again = await ann.press(home.message, "Share")
    assert "in this channel already" in again.text
    assert boards(alone) == [shared]


async def test_a_second_try_after_deleting_ones_data_is_refused(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await play(bob, await bob.press((await bob.slash(tavern, "today")).message, "Play"))
    await evening.store.delete_member(evening.playground.guild.id, bob.id)
    page = await bob.slash(tavern, "today")
    refused = await bob.press(page.message, "Play")
    assert "deleted it with your data" in refused.text
    evening.clock.advance(DAY)
    assert "Play" in labels(await bob.slash(tavern, "today"))


async def test_reminders_come_to_those_who_asked(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    said = await bob.slash(tavern, "notify today", what="both")
    assert "3 hours before your streak ends" in said.text
    await ann.slash(tavern, "today", here="18")
    await settle(evening)
    [opened] = [m for m in bob.direct_messages if "The table of the day is open" in m.text]
    assert opened.buttons[0].url is not None
    await play(bob, await bob.press(boards(tavern)[0], "Play"))
    await settle(evening)
    evening.clock.advance(34 * HOUR)
    await settle(evening)
    assert len([m for m in bob.direct_messages if "is open" in m.text]) == 2
    evening.clock.advance(20 * HOUR)
    await settle(evening)
    assert not [m for m in bob.direct_messages if "streak" in m.text and "ends" in m.text]
    evening.clock.advance(HOUR)
    await settle(evening)
    [warned] = [m for m in bob.direct_messages if "Your streak of 1 day ends" in m.text]
    evening.clock.advance(HOUR)
    await settle(evening)
    assert bob.direct_messages[-1] is warned, "once"
    assert ann.direct_messages == []
    await bob.slash(tavern, "notify today", what="off")
    evening.clock.advance(3 * DAY)
    await settle(evening)
    assert bob.direct_messages[-1] is warned


async def test_nonsense_is_refused(evening: Evening, tavern: Any, ann: Any) -> None:
    page = await ann.slash(tavern, "today")
    forged = (
        "today:x",
        "today:1:1:p:0:0:1:1",
        "today:share",
        "today:share:x",
        "today:play:1",
        "today:fair:99999999999999999999",
        "today:99999999:1:p",
        "today:1:2",
    )
    for custom_id in forged:
        reply = await ann.press_raw(tavern, page.message.id, custom_id)
        assert "Choices" not in reply.text
        assert "Something went wrong" not in reply.text
        assert reply.answered
    assert await evening.store.read(daily_rows.open_boards) == []
