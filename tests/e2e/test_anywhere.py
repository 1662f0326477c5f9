"""Playing where the bot is no member: groups, direct messages, servers that have not invited it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from discord import AppCommandOptionType, app_commands

from bot.places.place import Place, PlaceKind
from cogs.interactions import press
from cogs.ui import custom_ids
from playground import Channel, Interaction, Message, Playground
from playground.api.interactions import MAX_FOLLOW_UPS
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, acting, play_out

T = TypeVar("T")

NAMES = ("Ann", "Bob", "Cid")


class Guest(Player):
    """A player who may have no commands, and so opens their hand by the table's button."""

    async def opens_hand(self) -> Any:
        return await self.press("My hand")


@pytest.fixture
def group(playground: Playground) -> Channel:
    """A group of three, of whom only Ann has installed the app."""
    playground.member("Ann").install_app()
    return playground.add_conversation("The Back Room", *NAMES)


@pytest.fixture
def shore(playground: Playground) -> Channel:
    """A channel of a server that has not invited the bot; Ann brings it along."""
    playground.member("Ann").install_app()
    guild = playground.add_guild("The Far Shore", invited=False)
    for name in NAMES[1:]:
        playground.add_member(name, guild)
    return guild.channel("tavern")


@pytest.fixture(autouse=True)
async def nothing_by_the_bots_own_rights(playground: Playground, valid_requests: None) -> Any:
    """No request reads or writes where the bot is no member: not even one that is refused."""
    yield
    known = {str(each.id) for each in playground.guild.channels.values()}
    for request in playground.requests:
        if request.path.startswith("/channels/"):
            assert request.path.split("/")[2] in known, request
        assert request.status < 400, (request.path, request.status)


async def followed(evening: Evening, interaction: Interaction, words: str) -> Message:
    """The follow-up to an interaction that says this."""

    def find() -> Message | None:
        return next((each for each in interaction.followups if words in each.text), None)

    found = await evening.playground.wait_for(find)
    assert found is not None
    return found


async def until(evening: Evening, condition: Callable[[], T]) -> T:
    """Wait until something is so at the bot, which tells nobody."""
    for _ in range(100):
        await evening.quiet()
        if found := condition():
            return found
    raise AssertionError(evening.playground.describe())


async def opened(evening: Evening, channel: Channel, game: str) -> list[Player]:
    """Ann opens a table by command, and the others sit down by its buttons."""
    players: list[Player] = [Guest(evening, name, channel) for name in NAMES]
    reply = await players[0].person.slash(channel, "table open", game=game, stake=50)
    assert not reply.ephemeral
    await evening.quiet()
    assert reply.message is players[0].board
    for player in players[1:]:
        sat = await player.press("Sit down")
        assert sat.kind == "deferred_update"
        await followed(evening, sat, "Your cards")
        await evening.quiet()
    return players


async def test_three_members_of_a_group_play_two_games_with_a_restart_between(
    playground: Playground, tmp_path: Path, group: Channel
) -> None:
    clock, path = HandClock(), tmp_path / "group.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await opened(evening, group, "rogues_and_warriors")
        await players[0].press("Start")
        await evening.quiet()
        for player in players:
            await player.opens_hand()
        await play_out(evening, players, until=lambda match: len(match.rows) >= 3)
        board = players[0].board
        before = board.text
    clock.advance(3600)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        assert board.text == before
        for player in players:
            player.evening = evening
            await player.opens_hand()
        await evening.quiet()
        await play_out(evening, players)
        assert players[0].board is board
        assert "\n1. " in board.text, "the result"
        await players[0].person.slash(group, "table close")
        await evening.quiet()
        assert "closed" in board.text
        players = await opened(evening, group, "tiamat")
        await players[0].press("Start")
        await evening.quiet()
        for player in players:
            await player.opens_hand()
            await evening.quiet()
            ante = next(b for b in player.choices(player.panel) if "g100" in b.label)
            await player.person.press(player.panel, custom_id=ante.custom_id)
            await evening.quiet()
        await play_out(evening, players, on_board=False)
        assert "The hoard goes to" in players[0].board.text
        assert await evening.store.audit() == []
        here = Place(PlaceKind.CONVERSATION, group.id).key
        for player in players:
            assert await evening.store.find_member(here, player.person.id) is not None
            assert await evening.store.find_member(playground.guild.id, player.person.id) is None


async def at_play_in(evening: Evening, channel: Channel, game: str = "rogues_and_warriors") -> list[Player]:
    """The three play a hand, each with their panel open."""
    players = await opened(evening, channel, game)
    await players[0].press("Start")
    await evening.quiet()
    for player in players:
        await player.opens_hand()
    await evening.quiet()
    return players


async def fall_asleep(evening: Evening) -> None:
    """Nobody presses anything until every token is dead, and time answers for those who are asked."""
    evening.clock.advance(15 * 60.0)
    await evening.quiet()


async def test_a_table_plays_on_unseen_and_tells_the_next_presser(evening: Evening, group: Channel) -> None:
    players = await at_play_in(evening, group)
    board, table = players[0].board, evening.table(group)
    before, rows = board.text, len((await evening.store.match(1)).rows)
    await fall_asleep(evening)
    assert board.text == before, "no token lives, and nothing else could repaint it"
    assert len((await evening.store.match(1)).rows) > rows
    assert table.state.phase != "closed"
    woken = await players[1].person.press(board, "My hand")
    await evening.playground.wait_for(lambda: board.text != before)
    assert "While nobody was looking" in players[1].panel.text
    assert players[1].person.ephemerals(group)[-1] is players[1].panel, "nothing stands below the hand"
    assert woken.acknowledged
    assert "My table" not in [b.label for b in players[1].panel.buttons]
    again = await players[1].person.press(board, "My hand")
    await evening.quiet()
    assert not any("While nobody was looking" in each.text for each in again.followups)


async def test_a_late_press_is_refused_and_shows_where_the_table_is(evening: Evening, group: Channel) -> None:
    players = await at_play_in(evening, group)
    board = players[0].board
    who = acting(evening, players)
    await who.opens_hand()
    old = next(b for b in who.choices(who.panel))
    before = board.text
    await fall_asleep(evening)
    late = await who.person.press_raw(group, board.id, str(old.custom_id))
    assert late.kind == "deferred_update"
    await followed(evening, late, "moved on")
    await evening.playground.wait_for(lambda: board.text != before)


async def test_my_table_brings_back_a_message_out_of_reach(evening: Evening, group: Channel) -> None:
    players = await at_play_in(evening, group)
    old = players[0].board
    evening.clock.advance(13 * 60.0)
    await players[1].opens_hand()
    await evening.quiet()
    assert "My table" not in [b.label for b in players[1].panel.buttons]
    evening.clock.advance(14.5 * 60.0)
    panel = (await players[0].person.slash(group, "hand")).message
    assert panel is not None
    await evening.quiet()
    assert "My table" in [b.label for b in panel.buttons]
    await players[0].person.press(panel, "My table")
    await until(evening, lambda: players[0].board not in (old, None))
    fresh = players[0].board
    assert not fresh.ephemeral
    assert fresh.id > old.id
    assert not old.deleted, "it could not be reached"
    await players[1].person.press(old, "My hand")
    await evening.playground.wait_for(lambda: old.deleted)
    await evening.quiet()
    assert players[0].board is fresh


async def test_a_press_on_an_earlier_message_takes_the_table_there_if_no_other_can_be_reached(
    evening: Evening, group: Channel
) -> None:
    players = await at_play_in(evening, group)
    old = players[0].board
    await fall_asleep(evening)
    fresh = await players[0].person.slash(group, "table repost")
    await until(evening, lambda: players[0].board is fresh.message)
    await fall_asleep(evening)
    await players[1].person.press(old, "My hand")
    await until(evening, lambda: players[0].board is old)


async def test_repost_answers_with_the_table_and_takes_the_old_one_away(
    evening: Evening, group: Channel
) -> None:
    players = await at_play_in(evening, group)
    old = players[0].board
    reply = await players[0].person.slash(group, "table repost")
    await evening.quiet()
    assert reply.message is players[0].board
    await evening.playground.wait_for(lambda: old.deleted)


async def test_a_table_that_closed_unseen_says_so_at_the_next_press(evening: Evening, group: Channel) -> None:
    players = await opened(evening, group, "rogues_and_warriors")
    board = players[0].board
    for _ in range(5):
        evening.clock.advance(15 * 60.0)
        await evening.quiet()
    assert evening.bot.registry.find_in_channel(group.id) is None
    assert "Sit down" in [b.label for b in board.buttons]
    pressed = await players[1].person.press(board, "Sit down")
    assert pressed.kind == "update"
    assert "This table has closed" in board.text
    assert board.buttons == []


async def test_a_server_without_the_bot(evening: Evening, shore: Channel) -> None:
    """Its money is not that of the same server once the bot is invited; the table closes then, and stakes go back."""
    players = await at_play_in(evening, shore)
    guild = shore.guild
    assert guild is not None
    outside = Place(PlaceKind.UNINVITED, guild.id).key
    member = await evening.store.find_member(outside, players[1].person.id)
    assert member is not None
    board = players[0].board
    evening.playground.world.invite_bot(guild)
    await evening.playground.wait_for(lambda: "The bot has moved in" in board.text)
    await evening.quiet()
    assert evening.bot.registry.find_in_channel(shore.id) is None
    purse = await players[1].person.slash(shore, "purse show")
    assert "**Copper** · 160 pieces" in purse.text
    inside = await evening.store.find_member(guild.id, players[1].person.id)
    assert inside is not None
    assert inside != member
    assert await evening.store.audit() == []


async def test_apps_that_only_their_user_sees_open_no_table(evening: Evening, shore: Channel) -> None:
    guild = shore.guild
    assert guild is not None
    bob = evening.playground.member("Bob")
    bob.install_app()
    evening.playground.revoke(shore, "use_external_apps", guild.everyone)
    refused = await bob.slash(shore, "table open", game="threes")
    assert refused.ephemeral
    assert "Use External Apps" in refused.text
    assert evening.bot.registry.find_in_channel(shore.id) is None


async def test_alone_with_the_bot(evening: Evening) -> None:
    """In the bot's own conversation everyone who shares a server with it may play, against computers."""
    bob = evening.playground.member("Bob")
    direct = evening.playground.world.direct_channel(bob.user)
    bob_plays = Guest(evening, "Bob", direct)
    reply = await bob.slash(direct, "table open", game="rogues_and_warriors")
    assert not reply.ephemeral
    panel = await followed(evening, reply, "Start with computer players")
    await evening.quiet()
    await bob.press(panel, "Start with computer players")
    await evening.quiet()
    await play_out(evening, [bob_plays])
    assert "Again" in [b.label for b in bob_plays.board.buttons]
    assert "Dragon" in (await bob.slash(direct, "rules", game="dragon_hordes")).text
    assert "**Copper**" in (await bob.slash(direct, "purse show")).text


async def test_a_gift_and_a_profile_in_a_group(evening: Evening, group: Channel) -> None:
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    await at_play_in(evening, group)
    profile = await ann.slash(group, "my profile", member=bob.user)
    assert "Bob" in profile.text
    given = await ann.slash(group, "purse give", member=bob.user, amount="1g4")
    assert given.acknowledged


async def test_what_cannot_be_there_is_not_offered(evening: Evening, group: Channel, shore: Channel) -> None:
    ann = evening.playground.member("Ann")
    for place in (group, shore):
        offered = ann.commands(place)
        assert "table open" in offered
        assert not [each for each in offered if each.startswith(("house", "notify"))]


def answer_to(reply: Interaction) -> str:
    """Everything that an interaction was answered with."""
    return " ".join([reply.text, *(each.text for each in reply.followups)]).strip()


@pytest.mark.in_english
async def test_every_command_that_is_offered_in_a_group_answers(evening: Evening, group: Channel) -> None:
    ann = evening.playground.member("Ann")
    await at_play_in(evening, group)
    values: dict[str, Any] = {"game": "threes", "dice": "1d6", "amount": "1g4", "give": "1g12", "get": "3g4"}
    by_type = {
        AppCommandOptionType.user: evening.playground.member("Bob").user,
        AppCommandOptionType.integer: 1,
    }
    for command in evening.bot.tree.walk_commands():
        if not isinstance(command, app_commands.Command) or command.qualified_name not in ann.commands(group):
            continue
        options = {
            each.name: values.get(
                each.name, each.choices[0].value if each.choices else by_type.get(each.type, "x")
            )
            for each in command.parameters
            if each.required
        }
        reply = await ann.run(group, command.qualified_name, options)
        said = await until(evening, partial(answer_to, reply))
        assert "went wrong" not in said, command.qualified_name


async def test_pictures_follow_by_token(gallery: Evening, group: Channel) -> None:
    players = await at_play_in(gallery, group, "three_kingdoms")
    board = players[0].board
    await gallery.playground.wait_for(lambda: board.attachments)
    await play_out(gallery, players)
    assert "table.png" in [each.filename for each in players[0].board.attachments]


async def test_an_application_that_users_cannot_install_offers_its_commands_on_servers(
    playground: Playground, tmp_path: Path
) -> None:
    playground.world.for_users = False
    async with bot_on(playground, tmp_path / "servers.db", HandClock()):
        registered = playground.commands.get_all(None)
        assert registered
        assert {(*each["integration_types"],) for each in registered} == {(0,)}
        assert not any(2 in each["contexts"] for each in registered)


def is_shown(evening: Evening, channel: Channel) -> bool:
    """Whether a table is open in a channel, with a message."""
    table = evening.bot.registry.find_in_channel(channel.id)
    return table is not None and table.state.message_id is not None


async def test_the_answer_to_a_command_may_be_slow_or_lost(
    evening: Evening, group: Channel, shore: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = evening.playground.member("Ann")
    evening.playground.faults.lose_answer("POST", "/callback")
    lost = await ann.slash(group, "table open", game="threes")
    await until(evening, lambda: is_shown(evening, group))
    assert lost.message is not None
    assert evening.table(group).state.message_id == lost.message.id
    refused = [each.path for each in evening.playground.requests if each.status >= 400]
    assert [each.endswith("/callback") for each in refused] == [True], "it was sent once more"
    evening.playground.requests.clear()
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    slow = await ann.slash(shore, "table open", game="threes")
    await until(evening, lambda: is_shown(evening, shore))
    assert slow.kind == "deferred"
    assert not slow.ephemeral
    assert slow.message is not None
    assert evening.table(shore).state.message_id == slow.message.id
    assert "Sit down" in [b.label for b in slow.message.buttons]


async def test_a_deleted_table_message_comes_again_with_the_next_press(
    evening: Evening, shore: Channel
) -> None:
    players = await at_play_in(evening, shore)
    old = players[0].board
    players[0].person.delete(old)
    asked = next(player for player in players if player.choices(player.panel))
    await asked.acts()
    await until(evening, lambda: players[0].board not in (None, old))
    assert not players[0].board.ephemeral
    refused = [each for each in evening.playground.requests if each.status >= 400]
    assert {each.status for each in refused} == {404}
    evening.playground.requests.clear()


async def test_a_server_that_invited_the_bot_while_it_was_away(
    playground: Playground, tmp_path: Path, shore: Channel
) -> None:
    clock, path = HandClock(), tmp_path / "shore.db"
    assert shore.guild is not None
    async with bot_on(playground, path, clock) as bot:
        await at_play_in(Evening(playground, path, clock, bot), shore)
    async with bot_on(playground, path, clock) as bot:
        await Evening(playground, path, clock, bot).quiet()
        assert bot.registry.find_in_channel(shore.id) is not None, "a stop alone closes nothing"
    playground.world.invite_bot(shore.guild)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await until(evening, lambda: bot.registry.find_in_channel(shore.id) is None)
        assert await evening.store.audit() == []


@pytest.mark.parametrize("patience", [1.5, 0.0])
async def test_no_press_shows_a_hand_to_all(
    evening: Evening, group: Channel, monkeypatch: pytest.MonkeyPatch, patience: float
) -> None:
    """Whatever is pressed on the table message, in time or late, what is private follows as a private message."""
    monkeypatch.setattr("cogs.requests.responder.PATIENCE", patience)
    players = await at_play_in(evening, group)
    bob, table = players[1], evening.table(group)
    for verb in sorted({*press._verbs, "take.1", "gone"} - {"close", "leave"}):
        custom_id = custom_ids.verb(table.state.id, verb)
        reply = await bob.person.press_raw(group, players[0].board.id, custom_id)
        assert reply.acknowledged, verb
        await evening.quiet()
        assert reply.kind in ("deferred_update", "update", "modal"), verb
        for message in reply.followups:
            assert message.ephemeral, (verb, message.text)
        assert len(reply.followups) <= MAX_FOLLOW_UPS, verb
        assert "Your hand" not in players[0].board.text, verb
    assert await evening.store.audit() == []
