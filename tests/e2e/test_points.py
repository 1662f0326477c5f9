"""What is won in points: told to the winners, kept in their purses, counted on the boards."""

from __future__ import annotations

import re

import pytest

from games.catalogue import GAMES
from tests.e2e.clicking import Player, play_out
from tests.e2e.conftest import Evening
from tests.e2e.test_evenings import sat_down

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
    players = await sat_down(evening, game)
    await players[0].press("Start")
    await evening.quiet()
    await play_out(evening, players)
    table = evening.table(players[0].channel)
    assert table.last is not None
    assert table.last.result is not None
    names = {seat.number: seat.name for seat in table.state.in_order()}
    won = {names[row.seat]: row.points for row in table.last.result.rows}
    assert any(won.values())
    assert {player.name: await in_purse(player) for player in players} == {
        player.name: won[player.name] for player in players
    }
    board = await on_board(evening, "points", players[0])
    assert board == {player.name: won[player.name] for player in players if won[player.name]}
    assert await evening.store.audit() == []
