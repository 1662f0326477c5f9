"""`/purse chart`, `/night chart` and bars of a leaderboard, through the real client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from playground import Playground
from tests.e2e.clicking import Player, play_one, play_out
from tests.e2e.conftest import Evening, HandClock, bot_on


@pytest.fixture
async def drawn(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """An evening with pictures, without emoji."""
    monkeypatch.setattr("cogs.uploads.SETS", {})
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock, pictures=True) as bot:
        yield Evening(playground, path, clock, bot)


async def played(evening: Evening, game: str) -> list[Player]:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game=game)
    await evening.quiet()
    await bob.press("Sit down")
    await ann.press("Start")
    await evening.quiet()
    return [ann, bob]


async def test_a_purse_and_a_board_after_a_hand(drawn: Evening) -> None:
    players = await played(drawn, "rogues_and_warriors")
    ann, tavern = players[0], players[0].channel
    nothing = await ann.person.slash(drawn.playground.guild.channel("cellar"), "purse chart")
    assert "Nothing to chart yet" in nothing.text
    await play_out(drawn, players)
    for player in players:
        await player.press("Leave")
    await drawn.quiet()
    reply = await ann.person.slash(tavern, "purse chart")
    assert reply.ephemeral
    assert "it began at 160" in reply.text
    assert reply.message is not None
    [attachment] = reply.message.attachments
    assert attachment.content.startswith(b"\x89PNG")
    assert (attachment.description or "").startswith("Your purse in copper")
    board = await ann.person.slash(tavern, "leaderboard", chart=True, show=True)
    assert not board.ephemeral
    assert "Winnings against members" in board.text
    assert board.message is not None
    assert len(board.message.attachments) == 1


async def test_a_board_on_which_nobody_stands_is_told_in_words(drawn: Evening) -> None:
    ann = drawn.playground.member("Ann")
    board = await ann.slash(drawn.playground.guild.channel("tavern"), "leaderboard", chart=True)
    assert "Nobody yet" in board.text


async def test_a_night_game_by_game(drawn: Evening) -> None:
    tavern = drawn.playground.guild.channel("tavern")
    ann, bob, cid = (Player(drawn, name, tavern) for name in ("Ann", "Bob", "Cid"))
    refused = await ann.person.slash(tavern, "night chart")
    assert refused.ephemeral
    await ann.person.slash(tavern, "table open", game="adventurers_choice")
    await drawn.quiet()
    await bob.press("Sit down")
    await cid.press("Sit down")
    await ann.press("Start")
    await drawn.quiet()
    assert "There is nothing to chart yet" in (await ann.person.slash(tavern, "night chart")).text
    table = drawn.table(tavern)
    presses = 0
    while table.playing is not None and not any(e.kind == "game_over" for e in table.playing.match.events):
        presses += 1
        await play_one(drawn, [ann, bob, cid], presses)
        await drawn.quiet()
    reply = await ann.person.slash(tavern, "night chart")
    assert "money after each game" in reply.text
    assert "**Ann** 50 → " in reply.text
    assert reply.message is not None
    assert len(reply.message.attachments) == 1
