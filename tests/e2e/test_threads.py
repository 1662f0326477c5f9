"""Tables in threads and in posts of a forum: archived, locked, closed."""

from __future__ import annotations

from typing import Any

import pytest

from playground.world.state import FORUM, Channel
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, play_out, sat_down

GAME = "rogues_and_warriors"


def begin_thread(evening: Evening, parent: Channel) -> Channel:
    """Let Ann begin a thread, or a post where the parent is a forum."""
    ann = evening.playground.member("Ann")
    return evening.playground.world.add_thread(parent, "back room", 11, ann.user)


async def playing_in_thread(evening: Evening) -> tuple[Channel, list[Player]]:
    """Ann and Bob in the middle of a hand, in a thread."""
    thread = begin_thread(evening, evening.playground.guild.channel("tavern"))
    players = await at_play(evening, GAME, channel=thread.name)
    for player in players:
        await player.opens_hand()
    return thread, players


async def act(evening: Evening, players: list[Player]) -> None:
    """Let the player who is asked answer in their hand panel."""
    session = evening.table(players[0].channel).session
    assert session is not None
    await players[next(iter(session.match.open.values())).seat].acts()


async def refunded(evening: Evening, channel: Any) -> None:
    """Wait until the table has closed, and check that everyone has their stake back."""
    await evening.playground.wait_for(lambda: evening.bot.registry.find_in_channel(channel.id) is None)
    await evening.quiet()
    assert (await evening.store.match(1)).state == "void"
    assert await evening.store.audit() == []
    for name in ("Ann", "Bob"):
        member = await evening.store.find_member(channel.guild.id, evening.playground.member(name).id)
        assert member is not None
        assert await evening.store.balances(member) == await evening.store.owned(member)


async def test_a_table_in_a_post_of_a_forum(evening: Evening) -> None:
    """Members play in a post; admins choose its forum among the channels for tables."""
    playground, guild = evening.playground, evening.playground.guild
    forum = playground.world.add_channel(guild, "games", FORUM)
    post = begin_thread(evening, forum)
    ann = playground.member("Ann")
    await evening.quiet()
    menu = await ann.slash(guild.channel("tavern"), "house channels")
    assert menu.message is not None
    [select] = menu.message.selects
    saved = await ann.select(menu.message, select.custom_id, [forum])
    assert saved.message is not None
    assert "Saved." in saved.message.text
    refused = await ann.slash(guild.channel("cellar"), "table open", game=GAME)
    assert f"You can open tables in: <#{forum.id}>." in refused.text
    players = await at_play(evening, GAME, channel=post.name)
    for player in players:
        await player.opens_hand()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    assert await evening.store.audit() == []
    doctor = await ann.slash(post, "house doctor")
    assert "All is well" in doctor.text


async def test_an_archived_thread_is_opened_with_the_right_to_send(evening: Evening) -> None:
    thread, players = await playing_in_thread(evening)
    evening.playground.world.archive_thread(thread)
    before = players[0].board.text
    await act(evening, players)
    await evening.quiet()
    assert not thread.archived
    assert players[0].board.text != before
    await play_out(evening, players)


async def goes_on_above(evening: Evening, players: list[Player]) -> None:
    """Wait until the table stands in the tavern, and play the hand to its end there."""
    tavern = evening.playground.guild.channel("tavern")
    await evening.playground.wait_for(lambda: evening.bot.registry.find_in_channel(tavern.id))
    await evening.quiet()
    await play_on(evening, players, tavern)


async def play_on(evening: Evening, players: list[Player], channel: Channel) -> None:
    """Play the hand to its end in the channel to which the table has moved."""
    moved = [Player(evening, player.person.name, channel) for player in players]
    for player in moved:
        assert (await player.opens_hand()).acknowledged
    await play_out(evening, moved)
    assert (await evening.store.match(1)).state == "ended"
    assert await evening.store.audit() == []


async def test_a_hand_in_a_thread_that_is_locked_goes_on_in_the_channel_above(evening: Evening) -> None:
    """Or a moderator who is about to lose it could have it called off."""
    thread, players = await playing_in_thread(evening)
    evening.playground.world.archive_thread(thread, locked=True)
    await goes_on_above(evening, players)


async def test_a_hand_in_a_thread_that_is_locked_unseen_goes_on_at_the_next_move(evening: Evening) -> None:
    """The event was missed; the edit finds the thread archived, and it can't be opened again."""
    thread, players = await playing_in_thread(evening)
    thread.archived = thread.locked = True
    await act(evening, players)
    await goes_on_above(evening, players)


async def test_a_hand_in_a_thread_that_is_deleted_goes_on_in_the_channel_above(evening: Evening) -> None:
    thread, players = await playing_in_thread(evening)
    evening.playground.world.delete_channel(thread)
    await goes_on_above(evening, players)


async def test_a_table_between_hands_closes_with_its_thread(evening: Evening) -> None:
    thread, players = await playing_in_thread(evening)
    await play_out(evening, players)
    evening.playground.world.archive_thread(thread, locked=True)
    await evening.playground.wait_for(lambda: evening.bot.registry.find_in_channel(thread.id) is None)


async def open_above(evening: Evening) -> None:
    """Let another table be opened in the channel above the thread."""
    tavern = evening.playground.guild.channel("tavern")
    opened = await evening.playground.member("Cid").slash(tavern, "table open", game=GAME)
    assert "Your table is open." in opened.text
    await evening.quiet()


async def goes_on_in_another_thread(evening: Evening, players: list[Player]) -> Channel:
    """Wait until the table stands in a thread of the bot's that its players are in, and play the hand to its end."""
    registry, old = evening.bot.registry, players[0].channel
    table = registry.find_in_channel(old.id)
    assert table is not None
    await evening.playground.wait_for(lambda: table.state.channel_id != old.id)
    await evening.quiet()
    new = evening.playground.guild.threads[table.state.channel_id]
    assert new.parent is old.parent
    assert new.thread_members.keys() >= {player.person.id for player in players}
    await play_on(evening, players, new)
    return new


@pytest.mark.parametrize("end", ["locked", "deleted"])
async def test_a_hand_below_another_table_goes_on_in_another_thread(evening: Evening, end: str) -> None:
    thread, players = await playing_in_thread(evening)
    await open_above(evening)
    if end == "locked":
        evening.playground.world.archive_thread(thread, locked=True)
    else:
        evening.playground.world.delete_channel(thread)
    new = await goes_on_in_another_thread(evening, players)
    assert not new.private


@pytest.mark.parametrize("end", ["locked", "deleted"])
async def test_a_hand_at_a_private_table_goes_on_in_another_private_thread(
    evening: Evening, end: str
) -> None:
    """What was dealt in private is shown nowhere else."""
    tavern = evening.playground.guild.channel("tavern")
    players, private = await playing_in_private(evening)
    shown = len(tavern.messages)
    if end == "locked":
        evening.playground.world.archive_thread(private, locked=True)
    else:
        evening.playground.world.delete_channel(private)
    new = await goes_on_in_another_thread(evening, players)
    assert new.private
    assert len(tavern.messages) == shown
    for command in ("my matches", "table verify"):
        reply = await evening.playground.member("Gus").slash(tavern, command, match=1)
        assert "no match" in reply.text.lower(), command


async def playing_in_private(evening: Evening) -> tuple[list[Player], Channel]:
    """Ann and Bob in the middle of a hand, at a private table of the tavern."""
    ann, bob = await sat_down(evening, GAME)
    await ann.person.slash(ann.channel, "table private")
    await evening.quiet()
    [private] = evening.playground.guild.threads.values()
    players = [Player(evening, player.person.name, private) for player in (ann, bob)]
    await players[0].press("Start")
    await evening.quiet()
    for player in players:
        await player.opens_hand()
    return players, private


@pytest.mark.parametrize("above", ["another table", "no permission", "a private table"])
async def test_a_hand_that_has_no_other_place_is_called_off(evening: Evening, above: str) -> None:
    tavern = evening.playground.guild.channel("tavern")
    if above == "a private table":
        _, thread = await playing_in_private(evening)
        evening.playground.revoke(tavern, "create_private_threads")
    else:
        thread, _ = await playing_in_thread(evening)
    if above == "another table":
        await open_above(evening)
        evening.playground.revoke(tavern, "create_public_threads")
    elif above == "no permission":
        evening.playground.revoke(tavern, "send_messages")
    await evening.quiet()
    evening.playground.world.archive_thread(thread, locked=True)
    await refunded(evening, thread)


async def test_a_bot_that_manages_threads_plays_on_in_a_locked_one(evening: Evening) -> None:
    thread, players = await playing_in_thread(evening)
    evening.playground.grant(thread, "manage_threads")
    await evening.quiet()
    evening.playground.world.archive_thread(thread, locked=True)
    await act(evening, players)
    await evening.quiet()
    assert not thread.archived
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


async def test_an_archived_thread_without_the_right_to_send_waits(evening: Evening) -> None:
    """It isn't locked: the permission may come back, and the table with it."""
    right = "send_messages_in_threads"
    thread, players = await playing_in_thread(evening)
    evening.playground.revoke(thread, right)
    evening.playground.world.archive_thread(thread)
    await act(evening, players)
    await evening.quiet()
    assert evening.table(thread).session is not None
    evening.playground.grant(thread, right)
    await act(evening, players)
    await evening.quiet()
    assert not thread.archived
