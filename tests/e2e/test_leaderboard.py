"""`/leaderboard` through the real client."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_the_default_board_is_winnings_against_members(evening: Evening, tavern: Any, bob: Any) -> None:
    empty = await bob.slash(tavern, "leaderboard")
    assert empty.ephemeral
    assert "Winnings against members" in empty.text
    assert "Nobody yet:" in empty.text
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    reply = await bob.slash(tavern, "leaderboard", game="threes", period="week", show=True)
    assert not reply.ephemeral
    assert "Threes · last 7 days" in reply.text
    assert {"**Ann**", "**Bob**"} <= set(reply.text.split())
    assert reply.text.count("· *only* 1 match") == 2
    assert "1 match played for money between members." in reply.text
    assert "*Only*: fewer than 10" in reply.text
    assert "Nobody yet:" in (await bob.slash(tavern, "leaderboard", game="rogues_and_warriors")).text
    assert "I don't know that game." in (await bob.slash(tavern, "leaderboard", game="chess")).text
    found = await bob.autocomplete(tavern, "leaderboard", focused="game", value="thr")
    assert [key for _, key in found] == ["threes", "three_kingdoms"]


@pytest.mark.in_english
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


@pytest.mark.rule("GEM-R7", "GEM-R6")
async def test_winnings_are_told_for_each_base(evening: Evening, tavern: Any, bob: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    copper = await bob.slash(tavern, "leaderboard", base="copper")
    assert "Winnings against members in copper" in copper.text
    values = [int(n.replace("−", "-")) for n in re.findall(r"\*\* ([+−]?\d+) copper", copper.text)]
    assert len(values) == 2
    assert sum(values) == 0
    assert "Nobody yet:" in (await bob.slash(tavern, "leaderboard", base="gold")).text
    refused = await bob.slash(tavern, "leaderboard", base="gold", board="points")
    assert "Only the two boards of winnings are split by base." in refused.text
    wins = await bob.slash(tavern, "leaderboard", board="wins")
    assert wins.text.count("**") == 2 * sum(value > 0 for value in values)
    nights = await bob.slash(tavern, "leaderboard", board="crowns")
    assert "Nights won" in nights.text
    assert "Nobody yet:" in nights.text


async def test_a_board_asked_for_again_and_again_is_read_once_and_then_refused(
    evening: Evening, tavern: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    report = evening.store.report

    async def counting(*args: Any, **named: Any) -> Any:
        read.append(args)
        return await report(*args, **named)

    monkeypatch.setattr(evening.store, "report", counting)
    replies = [await bob.slash(tavern, "leaderboard") for _ in range(7)]
    assert len(read) == 1
    assert len({reply.text for reply in replies[:6]}) == 1
    assert "You asked a moment ago. Try again in " in replies[6].text
    assert "Winnings" in (await evening.playground.member("Ann").slash(tavern, "leaderboard")).text
