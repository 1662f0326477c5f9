"""What is won in points: told to the winners, kept in their purses, counted on the boards."""

from __future__ import annotations

import re

import pytest

from db import Move, Transfer
from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, sat_down, worth

GEMBONES = [key for key, game in GAMES.items() if game.money == "gembones"]
FOR_POINTS = [key for key, game in GAMES.items() if game.money == "points"]


async def in_purse(player: Player) -> int:
    """The points that a member's purse shows."""
    shown = (await player.person.slash(player.channel, "purse show")).text
    found = re.search(r"Points ([\d,]+)", shown)
    return int(found[1].replace(",", "")) if found else 0


async def on_board(evening: Evening, board: str, player: Player) -> dict[str, int]:
    """A leaderboard as its reader sees it."""
    shown = (await player.person.slash(player.channel, "leaderboard", board=board)).text
    return {name: int(n.replace(",", "")) for name, n in re.findall(r"\*\*(.+?)\*\* ([\d,]+)", shown)}


@pytest.mark.parametrize("game", FOR_POINTS)
async def test_points_go_to_purses_as_to_the_leaderboard(evening: Evening, game: str) -> None:
    players = await sat_down(evening, game, ("Ann", "Bob", "Cid"), computers=1)
    await players[0].press("Start")
    await evening.quiet()
    await play_out(evening, players)
    table = evening.table(players[0].channel)
    assert table.last_match is not None
    assert table.last_match.result is not None
    names = {seat.number: seat.name for seat in table.state.in_order()}
    won: dict[str, int] = {names[row.seat]: max(row.points, 0) for row in table.last_match.result.rows}
    assert any(won.values())
    assert {player.name: await in_purse(player) for player in players} == {
        player.name: won[player.name] for player in players
    }
    board = await on_board(evening, "points", players[0])
    assert board == {player.name: won[player.name] for player in players if won[player.name]}
    assert await evening.store.audit() == []


async def emptied(evening: Evening, player: Player) -> None:
    """A member who owns nothing."""
    store = evening.store
    member = await store.find_member(evening.playground.guild.id, player.person.id)
    assert member is not None
    mint = await store.mint(evening.playground.guild.id)
    moves = [Move(member, mint, unit, n) for unit, n in (await store.balances(member)).items()]
    await store.commit(Transfer("emptied", "emptied", moves))


@pytest.mark.rule("PTS-01", "PTS-02", "PTS-R2", "GEM-R7", "GEN-R9")
@pytest.mark.parametrize("game", GEMBONES)
async def test_gembone_games_are_played_for_points_without_a_purse(evening: Evening, game: str) -> None:
    players = await sat_down(evening, game, ("Ann", "Bob", "Cid"), computers=1)
    ann, bob, cid = players
    await emptied(evening, bob)
    saved = await ann.sets({"Played for": "points_quick"})
    assert "Saved." in saved.text
    await evening.quiet()
    assert "for points, not for money" in ann.board.text
    await ann.press("Start")
    await evening.quiet()
    assert "game 1, to " in ann.board.text
    await play_out(evening, players)
    result = evening.table(ann.channel).last_match.result  # type: ignore[union-attr]
    assert result is not None
    names = {seat.number: seat.name for seat in evening.table(ann.channel).state.in_order()}
    won: dict[str, int] = {names[row.seat]: row.points for row in result.rows}
    first = [names[row.seat] for row in result.rows if row.place == 1]
    assert [await in_purse(player) for player in players] == [won[player.name] for player in players]
    board = await on_board(evening, "points", ann)
    assert board == {player.name: won[player.name] for player in players if won[player.name]}
    assert await on_board(evening, "wins", ann) == {p.name: 1 for p in players if p.name in first}
    assert [await worth(evening, player) for player in players] == [160, 0, 160]
    assert cid.name in won
    assert await evening.store.audit() == []
