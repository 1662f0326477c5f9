"""The table message's place in the chat: brought down by a button, or by itself when a hand starts."""

from __future__ import annotations

from typing import Any

import discord

from cogs.live.chat_below import NEAR, SCREEN
from cogs.live.table_messages import MOVES_APART
from cogs.ui.table.lobby import THREAD_HINT
from tests.e2e.conftest import Evening
from tests.helpers.at_rest import idle
from tests.helpers.clicking import Player, acting, at_play, play_out, sat_down

GAME = "rogues_and_warriors"
BRING = "Bring the table here"


async def chats(evening: Evening, player: Player, lines: int) -> list[Any]:
    """Let a member write so many messages in the channel of the table."""
    written = [player.person.say(player.channel, f"line {n}") for n in range(lines)]
    await evening.quiet()
    return written


def last(player: Player) -> Any:
    """The last message in the channel that everyone sees."""
    return [message for message in player.channel.messages if not message.ephemeral][-1]


def labels(message: Any) -> list[str]:
    """The labels of a message's buttons."""
    return [button.label for button in message.buttons]


def board_requests(evening: Evening) -> list[str]:
    """The methods of the bot's requests that post, change or delete messages of a channel."""
    requests = [each for each in evening.playground.requests if "/channels/" in each.path]
    return [each.method for each in requests if "/messages" in each.path]


async def more_of(who: Player) -> list[str]:
    """What a player finds behind *More…*."""
    panel = (await who.opens_hand()).message
    return labels((await who.person.press(panel, "More…")).message)


async def test_a_button_in_the_panel_brings_a_buried_table_down(evening: Evening) -> None:
    players = await at_play(evening, GAME)
    who = acting(evening, players)
    await chats(evening, players[0], SCREEN - 1)
    assert BRING not in await more_of(who)
    await chats(evening, players[0], 1)
    old = who.board
    await who.opens_hand()
    await who.press(BRING)
    await evening.quiet()
    assert old.deleted
    assert last(who) is who.board
    assert BRING not in await more_of(who)


async def test_the_nudge_opens_the_hand_below_it(evening: Evening) -> None:
    players = await at_play(evening, GAME)
    who, other = players
    await chats(evening, who, NEAR)
    evening.clock.advance(31)
    await evening.quiet()
    nudge, old = last(who), who.panel
    assert "it's your turn" in nudge.text
    assert labels(nudge) == ["My hand"]
    opened = await who.person.press(nudge, "My hand")
    await evening.quiet()
    assert opened.message is who.panel
    assert opened.message is not old
    assert old is None or old.deleted
    theirs = await other.person.press(nudge, "My hand")
    assert theirs.message is other.panel, "everyone opens their own"


async def test_a_hand_that_starts_moves_a_buried_table_down_with_one_post_and_one_delete(
    evening: Evening,
) -> None:
    players = await at_play(evening, GAME)
    for player in players:
        await player.opens_hand()
    await chats(evening, players[0], SCREEN)
    await acting(evening, players).acts()
    await evening.quiet()
    first = players[0].board
    assert last(players[0]) is not first, "not in the middle of a hand"
    await play_out(evening, players)
    assert players[0].board is first
    await players[0].press("Again")
    await evening.quiet()
    before = len(board_requests(evening))
    await players[1].press("Again")
    await evening.quiet()
    assert evening.table(players[0].channel).session is not None
    assert first.deleted
    assert last(players[0]) is players[0].board
    made = board_requests(evening)[before:]
    assert (made.count("POST"), made.count("DELETE")) == (1, 1)
    for player in players:
        assert player.panel.id > player.board.id, "the hand is below the table, whichever was posted first"

    await play_out(evening, players)
    second = players[0].board
    await chats(evening, players[0], SCREEN)
    for player in players:
        await player.press("Again")
    await evening.quiet()
    assert players[0].board is second, "once a minute at most"
    await play_out(evening, players)
    evening.clock.advance(MOVES_APART)
    for player in players:
        await player.press("Again")
    await evening.quiet()
    assert second.deleted


async def test_messages_that_are_deleted_bury_nothing(evening: Evening) -> None:
    players = await at_play(evening, GAME)
    written = await chats(evening, players[0], SCREEN)
    for message in written[:2]:
        players[0].person.delete(message)
    await evening.quiet()
    await players[0].opens_hand()
    assert BRING not in labels(players[0].panel)


async def test_the_next_game_of_a_night_moves_it_too(evening: Evening) -> None:
    players = await at_play(evening, "adventurers_choice")
    for player in players:
        await player.opens_hand()
    table = evening.table(players[0].channel)

    def pausing() -> bool:
        open_asks = table.session.match.open.values() if table.session is not None else ()
        return any(ask.prompt.clock == "pause" for ask in open_asks)

    while not pausing():
        await acting(evening, players).acts()
        await evening.quiet()
    first = players[0].board
    await chats(evening, players[0], SCREEN)
    for player in players:
        await player.press("Next")
        await evening.quiet()
    assert first.deleted
    assert last(players[0]) is players[0].board


async def test_the_lobby_suggests_a_thread_but_not_in_one(evening: Evening) -> None:
    [ann] = await sat_down(evening, GAME, ["Ann"])
    assert THREAD_HINT in ann.board.text
    thread = ann.person.start_thread(ann.channel, "back room")
    await idle(evening.playground)
    in_thread = Player(evening, "Bob", thread)
    await in_thread.person.slash(thread, "table open", game=GAME)
    await evening.quiet()
    assert THREAD_HINT not in in_thread.board.text


async def test_the_bot_sees_that_something_is_written_but_not_what(evening: Evening) -> None:
    intents = evening.bot.intents
    assert intents.guild_messages
    assert not intents.value & discord.Intents(message_content=True, members=True, presences=True).value
