"""`/purse chart`, `/night chart` and bars of a leaderboard, through the real client."""

from __future__ import annotations

from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, play_one, play_out


async def test_a_purse_and_a_board_after_a_hand(gallery: Evening) -> None:
    players = await at_play(gallery, "rogues_and_warriors")
    ann, tavern = players[0], players[0].channel
    nothing = await ann.person.slash(gallery.playground.guild.channel("cellar"), "purse chart")
    assert "There's nothing to chart yet" in nothing.text
    await play_out(gallery, players)
    for player in players:
        await player.press("Leave")
    await gallery.quiet()
    reply = await ann.person.slash(tavern, "purse chart")
    assert reply.ephemeral
    assert "started at 160" in reply.text
    assert reply.message is not None
    [attachment] = reply.message.attachments
    assert attachment.content.startswith(b"\x89PNG")
    assert (attachment.description or "").startswith("What you own in copper")
    board = await ann.person.slash(tavern, "leaderboard", chart=True, show=True)
    assert not board.ephemeral
    assert "Winnings against members" in board.text
    assert board.message is not None
    assert len(board.message.attachments) == 1


async def test_a_board_on_which_nobody_stands_is_told_in_words(gallery: Evening) -> None:
    ann = gallery.playground.member("Ann")
    board = await ann.slash(gallery.playground.guild.channel("tavern"), "leaderboard", chart=True)
    assert "Nobody yet" in board.text


async def test_a_night_game_by_game(gallery: Evening) -> None:
    tavern = gallery.playground.guild.channel("tavern")
    ann, bob, cid = (Player(gallery, name, tavern) for name in ("Ann", "Bob", "Cid"))
    refused = await ann.person.slash(tavern, "night chart")
    assert refused.ephemeral
    await ann.person.slash(tavern, "table open", game="adventurers_choice")
    await gallery.quiet()
    await bob.press("Sit down")
    await cid.press("Sit down")
    await ann.press("Start")
    await gallery.quiet()
    assert "There's nothing to chart yet" in (await ann.person.slash(tavern, "night chart")).text
    table = gallery.table(tavern)
    presses = 0
    while table.session is not None and not any(e.kind == "game_over" for e in table.session.match.events):
        presses += 1
        await play_one(gallery, [ann, bob, cid], presses)
        await gallery.quiet()
    reply = await ann.person.slash(tavern, "night chart")
    assert "money after each game" in reply.text
    assert "**Ann** 50 → " in reply.text
    assert reply.message is not None
    assert len(reply.message.attachments) == 1
