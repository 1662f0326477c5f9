"""`/leaderboard` through the real client."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_the_default_board_is_winnings_against_members(evening: Evening, tavern: Any, bob: Any) -> None:
    empty = await bob.slash(tavern, "leaderboard")
    assert empty.ephemeral
    assert "Winnings against members" in empty.text
    assert "Nobody yet." in empty.text
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    reply = await bob.slash(tavern, "leaderboard", game="threes", period="week", show=True)
    assert not reply.ephemeral
    assert "Threes · last 7 days" in reply.text
    assert {"**Ann**", "**Bob**"} <= set(reply.text.split())
    assert "Nobody yet." in (await bob.slash(tavern, "leaderboard", game="rogues_and_warriors")).text
    assert "There is no such game." in (await bob.slash(tavern, "leaderboard", game="chess")).text
    found = await bob.autocomplete(tavern, "leaderboard", focused="game", value="thr")
    assert [key for _, key in found] == ["threes", "three_kingdoms"]


async def test_ties_share_a_rank_and_names_are_escaped_and_pages_turn(
    evening: Evening, tavern: Any, bob: Any
) -> None:
    guild = evening.playground.guild.id
    for user in range(1, 13):
        name = "*bold* @everyone <#1>" if user == 1 else f"Guest {user}"
        await evening.store.member(guild, user, name)
    first = await bob.slash(tavern, "leaderboard", board="worth")
    assert r"1 · **\*bold\* everyone 1** 160 copper" in first.text
    assert first.text.count("1 · **") == 10
    second = await bob.press(first.message, "More")
    assert second.message.text.count("1 · **") == 2
    back = await bob.press(second.message, "Back")
    assert back.message.text == first.text
