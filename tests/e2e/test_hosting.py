"""The host's table through the real client: kicks, hosts, seats kept for some, invitations, threads, restarts."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from playground.world.state import FORUM, PRIVATE_THREAD, PUBLIC_THREAD
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play, fill_settings, play_out, sat_down, worth

GAME = "rogues_and_warriors"
NO_SEAT = "The seats here are taken or kept for someone."


async def menu_of(player: Player) -> Any:
    """Open the host's menu from the table message."""
    return (await player.press("Host…")).message


def menu(message: Any, what: str) -> str:
    """Return the custom id of a menu on the host's menu."""
    return next(str(each.custom_id) for each in message.selects if each.custom_id.endswith(f":{what}"))


async def about(host: Player, member: Any) -> Any:
    """Open the page about one player in the host's menu."""
    message = await menu_of(host)
    return (await host.person.select(message, menu(message, "player"), [str(member.id)])).message


async def sits(evening: Evening, channel: Any) -> list[str]:
    """The names at the table, in order."""
    await evening.quiet()
    return [seat.name for seat in evening.table(channel).state.in_order()]


async def audit(evening: Evening) -> list[str]:
    """What the audit log says, newest first."""
    return [line.action for line in await evening.store.audit_log(evening.playground.guild.id)]


async def test_a_kicked_member_leaves_with_their_stake_and_stays_away(evening: Evening, tavern: Any) -> None:
    """Three presses from the table message: the menu, the player, the kick."""
    ann, bob, _ = await sat_down(evening, GAME, ["Ann", "Bob", "Cid"])
    before = await worth(evening, bob)
    panel = bob.panel
    refused: Any = await bob.press("Host…")
    assert "Only the host, Ann, can do that." in refused.text
    page = await about(ann, bob.person)
    assert "can't sit down here again unless you invite them" in page.text
    done = await ann.person.press(page, "Kick Bob")
    assert "Bob has left the table" in done.text
    assert await sits(evening, tavern) == ["Ann", "Cid"]
    assert await worth(evening, bob) == before
    assert "The host has asked you to leave this table." in panel.text
    assert not panel.buttons
    assert NO_SEAT in (await bob.press("Sit down")).text
    assert await audit(evening) == ["table kick"]
    log = await ann.person.slash(tavern, "house audit")
    assert "kicked Bob from a table" in log.text
    assert "That's you." in (await ann.person.slash(tavern, "table kick", member=ann.person)).text
    assert "aren't at this table" in (await ann.person.slash(tavern, "table kick", member=bob.person)).text
    # an invitation takes it back
    await ann.person.use_on(tavern, "Invite to my table", bob.person.user)
    assert (await bob.press("Sit down")).message.ephemeral
    assert await sits(evening, tavern) == ["Ann", "Bob", "Cid"]


async def test_a_computer_plays_on_for_a_member_kicked_in_a_hand(evening: Evening, tavern: Any) -> None:
    """Nobody waits for them; their stake comes home with the result, and nothing is lost."""
    ann, bob, cid = await at_play(evening, GAME, ["Ann", "Bob", "Cid"])
    for player in (ann, bob, cid):
        await player.opens_hand()
    panel = bob.panel
    kicked = await ann.person.slash(tavern, "table kick", member=bob.person)
    assert "Bob has left the table" in kicked.text
    await evening.quiet()
    assert "A computer plays this hand to its end for you" in panel.text
    again = (await bob.press("My hand")).text
    assert "The host has asked you to leave this table." in again
    await play_out(evening, [ann, cid])
    assert await sits(evening, tavern) == ["Ann", "Cid"]
    assert await evening.store.audit() == []
    total = sum([await worth(evening, player) for player in (ann, bob, cid)])
    assert total == 3 * 160
    assert NO_SEAT in (await bob.press("Sit down")).text


async def test_the_host_is_handed_on_and_shared(evening: Evening, tavern: Any) -> None:
    ann, bob, cid = await sat_down(evening, GAME, ["Ann", "Bob", "Cid"])
    page = await about(ann, bob.person)
    shared = await ann.person.press(page, "Make co-host")
    assert "They're a co-host now." in shared.text
    # a co-host has the menu and the settings, and neither the end of the table nor the host's seat
    await evening.quiet()
    assert "**Bob** (co-host)" in bob.board.text
    menu_message = await menu_of(bob)
    assert "Co-hosts: Bob." in menu_message.text
    refused = await bob.person.slash(tavern, "table close")
    assert "Only the host, Ann, can do that." in refused.text
    for command in ("host", "cohost"):
        refused = await bob.person.slash(tavern, f"table {command}", member=cid.person)
        assert "Only the host, Ann, can do that." in refused.text
    assert "Only the host" in (await bob.person.slash(tavern, "table kick", member=ann.person)).text
    assert "left the table" in (await bob.person.slash(tavern, "table kick", member=cid.person)).text
    settings: Any = await bob.person.slash(tavern, "table settings")
    assert "Saved." in (await fill_settings(bob.person, settings.message, {"Pace": "fast"})).text
    page = await about(ann, bob.person)
    handed = await ann.person.press(page, "Make host")
    assert "Bob is the host now." in handed.text
    await evening.quiet()
    assert "**Bob** (host)" in bob.board.text
    assert evening.table(tavern).state.access.cohosts == []
    assert "Only the host, Bob, can do that." in (await ann.press("Host…")).text
    assert "is the host already" in (await bob.person.slash(tavern, "table cohost", member=bob.person)).text
    assert await audit(evening) == ["table new host", "table kick", "table co-host"]
    await bob.person.slash(tavern, "table cohost", member=ann.person)
    # a co-host inherits the table
    await bob.press("Leave")
    await evening.quiet()
    assert "**Ann** (host)" in ann.board.text


async def test_seats_are_kept_for_invited_members_or_for_a_role(evening: Evening, tavern: Any) -> None:
    playground = evening.playground
    ann, bob = await sat_down(evening, GAME, ["Ann", "Bob"])
    eve, dot = (Player(evening, name, tavern) for name in ("Eve", "Dot"))
    board = ann.board.text
    message = await menu_of(ann)
    saved = await ann.person.select(message, menu(message, "seats"), ["invited"])
    assert "Saved." in saved.text
    await evening.quiet()
    assert ann.board.text == board, "nobody sees whom the seats are for"
    assert NO_SEAT in (await eve.press("Sit down")).text
    regulars = playground.world.add_role(playground.guild, "Regulars")
    eve.person.give_role(regulars)
    await evening.quiet()
    assert NO_SEAT in (await eve.press("Sit down")).text
    await ann.person.select(message, menu(message, "role"), [regulars])
    assert NO_SEAT in (await dot.press("Sit down")).text
    assert (await eve.press("Sit down")).ephemeral
    assert await sits(evening, tavern) == ["Ann", "Bob", "Eve"]
    opened = await ann.person.slash(tavern, "table invite-only", on=False)
    assert "Everyone who sees the table may sit down." in opened.text
    await dot.press("Sit down")
    assert await sits(evening, tavern) == ["Ann", "Bob", "Eve", "Dot"]
    kept = await ann.person.slash(tavern, "table invite-only", role=regulars)
    assert f"<@&{regulars.id}>" in kept.text
    assert "Only the host" in (await bob.person.slash(tavern, "table invite-only")).text
    state = evening.table(tavern).state.access
    assert (state.open_to, state.role) == ("role", regulars.id)


async def test_an_invitation_seats_the_member_it_names(evening: Evening, tavern: Any) -> None:
    playground, guild = evening.playground, evening.playground.guild
    ann, bob = await sat_down(evening, GAME, ["Ann", "Bob"])
    eve, dot = playground.member("Eve"), playground.member("Dot")
    await ann.person.slash(tavern, "table invite-only")
    refused = await bob.person.use_on(tavern, "Invite to my table", eve.user)
    assert "Only the host, Ann, can do that." in refused.text
    # from another channel: it is the inviter's table that counts
    done = await ann.person.use_on(guild.channel("cellar"), "Invite to my table", eve.user)
    assert f"<@{eve.id}> has an invitation in <#{tavern.id}>." in done.text
    await evening.quiet()
    notice = tavern.messages[-1]
    assert f"**Ann** invites <@{eve.id}> to a table of **Rogues and Warriors**." in notice.text
    assert [user.id for user in notice.pings] == [eve.id]
    again = await ann.person.use_on(tavern, "Invite to my table", eve.user)
    assert "has had an invitation to this table within the last hour" in again.text
    stranger = await dot.press(notice, "Join")
    assert "This invitation is for someone else." in stranger.text
    joined = await eve.press(notice, "Join")
    assert "You're in seat 3." in joined.text
    await evening.playground.wait_for(lambda: notice.deleted)
    assert await sits(evening, tavern) == ["Ann", "Bob", "Eve"]
    for who, words in ((eve, "is at your table already"), (ann.person, "You're at your table already")):
        assert words in (await ann.person.use_on(tavern, "Invite to my table", who.user)).text
    assert (
        "That's a bot." in (await ann.person.use_on(tavern, "Invite to my table", playground.world.bot)).text
    )
    assert "You aren't at a table here." in (await dot.use_on(tavern, "Invite to my table", eve.user)).text
    # several at once, from the menu
    message = await menu_of(ann)
    cid, finn = playground.member("Cid"), playground.member("Finn")
    several = await ann.person.select(message, menu(message, "invite"), [cid.user, finn.user])
    assert several.text.count("has an invitation") == 2
    for forged in ("invitation:x:1", "invitation:1:", f"invitation:99:{eve.id}"):
        reply = await eve.press_raw(tavern, notice.id, forged)
        assert reply.ephemeral


async def test_a_made_up_invitation_takes_no_other_message_away(evening: Evening, tavern: Any) -> None:
    """A changed client can press anything on any message of the bot's."""
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    eve = evening.playground.member("Eve")
    forged = f"invitation:{evening.table(tavern).state.id}:{eve.id}"
    await eve.press_raw(tavern, ann.board.id, forged)
    await evening.quiet()
    assert not ann.board.deleted
    assert await sits(evening, tavern) == ["Ann", "Bob", "Eve"]


async def test_an_invitation_is_the_same_where_a_block_forbids_it(evening: Evening, tavern: Any) -> None:
    """The same notice and the same answer; only nobody's telephone rings, as after any other notice of this hour."""
    playground = evening.playground
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    said = {}
    for guest, blocker in (("Eve", None), ("Dot", "Dot"), ("Cid", "Bob")):
        person = playground.member(guest)
        if blocker == guest:
            await person.slash(tavern, "my block", member=ann.person)
        elif blocker is not None:
            await playground.member(blocker).slash(tavern, "my block", member=person)
        answer = await ann.person.use_on(tavern, "Invite to my table", person.user)
        await evening.quiet()
        notice = tavern.messages[-1]
        said[guest] = [
            words.replace(str(person.id), "ID")
            for words in (answer.text, notice.text, notice.buttons[0].custom_id)
        ]
        assert [user.id for user in notice.pings] == ([person.id] if blocker is None else [])
        if blocker is not None:
            assert NO_SEAT in (await person.press(notice, "Join")).text
    assert said["Eve"] == said["Dot"] == said["Cid"]


async def test_a_table_moves_to_a_thread_of_its_own(evening: Evening, tavern: Any) -> None:
    """Two presses; the match goes on there, and a signpost stays."""
    ann, bob = await sat_down(evening, GAME, ["Ann", "Bob"])
    old, panel = ann.board, bob.panel
    message = await menu_of(ann)
    moved = await ann.person.press(message, "Move to a new thread")
    await evening.quiet()
    [thread] = evening.playground.guild.threads.values()
    assert thread.type == PUBLIC_THREAD
    assert getattr(thread.parent, "id", None) == tavern.id
    assert f"Your table is in <#{thread.id}> now." in moved.text
    assert f"This table has moved to <#{thread.id}>." in old.text
    assert not old.buttons
    assert panel.deleted
    assert {ann.person.id, bob.person.id} <= thread.thread_members.keys()
    stale = await ann.person.press_raw(tavern, old.id, f"t:{evening.table(thread).state.id}:start")
    assert f"This table has moved to <#{thread.id}>." in stale.text
    assert any(
        "fair play" in each.text.lower() or "fingerprint" in each.text.lower() for each in thread.messages
    )
    players = [Player(evening, name, thread) for name in ("Ann", "Bob")]
    await players[0].press("Start")
    await evening.quiet()
    for player in players:
        await player.opens_hand()
    playing = await players[0].press("Host…")
    assert all(
        b.disabled for b in playing.message.buttons if b.label in ("Move to a new thread", "Make it private")
    )
    forced = await players[0].person.press(playing.message, "Make it private", force=True)
    assert "once this hand is over" in forced.text
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    # the channel is free again
    await bob.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    assert evening.table(tavern).state.id != evening.table(thread).state.id


async def test_a_table_makes_one_thread_of_each_kind_and_lets_it_rest(evening: Evening, tavern: Any) -> None:
    """A server has room for a thousand open threads, and one member could use them up."""
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    await ann.person.slash(tavern, "table thread")
    await evening.quiet()
    [public] = evening.playground.guild.threads.values()
    refused = await ann.person.slash(public, "table thread")
    assert "The table has a thread of its own already." in refused.text
    assert public.archives_after == 10_080
    await ann.person.slash(public, "table private")
    await evening.quiet()
    assert public.archives_after == 60
    _, private = evening.playground.guild.threads.values()
    for command in ("table thread", "table private"):
        await ann.person.slash(private, command)
    await evening.quiet()
    assert len(evening.playground.guild.threads) == 2
    await ann.person.slash(private, "table close")
    await evening.quiet()
    assert private.archives_after == 60
    assert not private.archived


async def test_a_private_table_is_seen_by_its_company_and_its_guests(evening: Evening, tavern: Any) -> None:
    """One command; invited members read of it in the channel, and see it once they join."""
    playground = evening.playground
    ann, bob = await sat_down(evening, GAME, ["Ann", "Bob"])
    eve, dot = playground.member("Eve"), playground.member("Dot")
    old = ann.board
    done = await ann.person.slash(tavern, "table private")
    await evening.quiet()
    [thread] = playground.guild.threads.values()
    assert thread.type == PRIVATE_THREAD
    assert "Only those at it see it" in done.text
    assert old.deleted, "no signpost points to a secret"
    assert bob.person.sees(thread)
    assert not eve.sees(thread)
    await ann.person.use_on(thread, "Invite to my table", eve.user)
    await evening.quiet()
    notice = tavern.messages[-1]
    assert f"<@{eve.id}>" in notice.text
    assert str(thread.id) not in notice.text
    joined = await eve.press(notice, "Join")
    await evening.quiet()
    assert f"You're in seat 3. Your table is in <#{thread.id}>." in joined.text
    assert eve.sees(thread)
    assert not dot.sees(thread)
    assert await sits(evening, thread) == ["Ann", "Bob", "Eve"]
    refused = await dot.press_raw(tavern, notice.id, f"t:{evening.table(thread).state.id}:sit")
    assert "This table has closed." in refused.text, "nothing is told about it outside"
    forbidden = await dot.press_raw(
        tavern, notice.id, f"invitation:{evening.table(thread).state.id}:{dot.id}"
    )
    assert NO_SEAT in forbidden.text, "a forged invitation opens nothing"
    assert not dot.sees(thread)


async def test_a_kicked_member_sees_a_private_table_no_more(evening: Evening, tavern: Any) -> None:
    """By the menu or by the command; invited again, they are let in again."""
    ann, bob, cid = await sat_down(evening, GAME, ["Ann", "Bob", "Cid"])
    await ann.person.slash(tavern, "table private")
    await evening.quiet()
    [thread] = evening.playground.guild.threads.values()
    assert bob.person.sees(thread)
    host = Player(evening, "Ann", thread)
    done = await ann.person.press(await about(host, bob.person), "Kick Bob")
    assert "Bob has left the table" in done.text
    await evening.quiet()
    assert not bob.person.sees(thread)
    assert cid.person.sees(thread)
    await ann.person.use_on(thread, "Invite to my table", bob.person.user)
    await evening.quiet()
    await bob.person.press(tavern.messages[-1], "Join")
    assert bob.person.sees(thread)
    # where Discord refuses, the seat is gone all the same
    evening.playground.faults.fail_next("DELETE", "/thread-members/", 403, 50013)
    done = await ann.person.slash(thread, "table kick", member=cid.person)
    assert "Cid has left the table" in done.text
    await evening.quiet()
    assert cid.person.sees(thread)
    assert await sits(evening, thread) == ["Ann", "Bob"]
    await ann.person.slash(thread, "table kick", member=bob.person)
    await evening.quiet()
    assert not bob.person.sees(thread)


@pytest.mark.parametrize(
    ("right", "command", "named"),
    [
        ("create_private_threads", "table private", "Create Private Threads"),
        ("create_public_threads", "table thread", "Create Public Threads"),
        ("send_messages_in_threads", "table thread", "Send Messages in Threads"),
    ],
)
async def test_a_missing_permission_is_named(
    evening: Evening, tavern: Any, right: str, command: str, named: str
) -> None:
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    evening.playground.revoke(tavern, right)
    await evening.quiet()
    refused = await ann.person.slash(tavern, command)
    assert f'I need the permission "{named}". Ask an admin to allow that' in refused.text
    assert not evening.playground.guild.threads
    assert evening.table(tavern).state.channel_id == tavern.id


async def test_a_post_of_a_forum_is_no_place_for_a_thread(evening: Evening) -> None:
    playground = evening.playground
    forum = playground.world.add_channel(playground.guild, "games", FORUM)
    post = playground.world.add_thread(forum, "back room", PUBLIC_THREAD, playground.member("Ann").user)
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"], channel=post.name)
    assert "from text channels only" in (await ann.person.slash(post, "table private")).text


async def test_what_a_host_decided_holds_after_a_restart(playground: Any, tmp_path: Any) -> None:
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        tavern = playground.guild.channel("tavern")
        ann, bob, _ = await sat_down(evening, GAME, ["Ann", "Bob", "Cid"])
        await ann.person.slash(tavern, "table kick", member=playground.member("Cid"))
        await ann.person.slash(tavern, "table cohost", member=bob.person)
        await ann.person.slash(tavern, "table private")
        await ann.person.use_on(tavern, "Invite to my table", playground.member("Eve").user)
        await evening.quiet()
        [thread] = playground.guild.threads.values()
        settings = evening.table(thread).state.settings
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        assert evening.table(thread).state.settings == settings
        bob = Player(evening, "Bob", thread)
        assert "Co-hosts: Bob." in (await bob.press("Host…")).text
        again = await ann.person.use_on(tavern, "Invite to my table", playground.member("Eve").user)
        assert "within the last hour" in again.text
        notice = tavern.messages[-1]
        assert "You're in seat" in (await playground.member("Eve").press(notice, "Join")).text
        await evening.quiet()
        assert [seat.name for seat in evening.table(thread).state.in_order()] == ["Ann", "Bob", "Eve"]
        await ann.person.slash(thread, "table close")
        await evening.quiet()
        record = await evening.store.table(1)
        assert (record.settings["invited"], record.settings["kicked"], record.settings["cohosts"]) == (
            {},
            [],
            [],
        )


async def test_a_thread_that_discord_refuses_leaves_the_table_where_it_is(
    evening: Evening, tavern: Any
) -> None:
    """So does a hand that begins while the thread is made."""
    playground = evening.playground
    ann, bob = await sat_down(evening, GAME, ["Ann", "Bob"])
    playground.faults.fail_next("POST", "/threads$", 400, 50013)
    message = await menu_of(ann)
    refused = await ann.person.press(message, "Make it private")
    assert "Discord didn't let me open a thread here." in refused.text
    playground.requests.clear()
    playground.faults.latency(0.2, "/threads$")
    moving = asyncio.create_task(ann.person.press(message, "Move to a new thread"))
    await playground.wait_for(lambda: any(each.path.endswith("/threads") for each in playground.requests))
    await bob.press("Start")
    assert "once this hand is over" in (await moving).text
    await evening.quiet()
    assert evening.table(tavern).session is not None
    assert evening.table(tavern).state.message_id is not None
    [thread] = playground.guild.threads.values()
    await playground.wait_for(lambda: thread.archived)


async def test_a_guest_who_cannot_be_let_into_the_thread_has_a_seat_all_the_same(
    evening: Evening, tavern: Any
) -> None:
    ann, _ = await sat_down(evening, GAME, ["Ann", "Bob"])
    eve = evening.playground.member("Eve")
    await ann.person.slash(tavern, "table private")
    await ann.person.use_on(tavern, "Invite to my table", eve.user)
    await evening.quiet()
    evening.playground.faults.fail_next("PUT", "/thread-members/", 403, 50001)
    joined = await eve.press(tavern.messages[-1], "Join")
    assert "You're in seat 3." in joined.text
