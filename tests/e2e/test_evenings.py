"""Three members and a computer player play each game to its end through the real client."""

from __future__ import annotations

import pytest

from cogs.leaderboard.rows import leaderboard
from games.engine import HOUSE
from games.engine import money as gems
from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import play_out, sat_down, worth


@pytest.mark.parametrize("game", GAMES)
async def test_three_members_and_a_computer_play_to_the_end(evening: Evening, game: str) -> None:
    players = await sat_down(evening, game, ("Ann", "Bob", "Cid"), computers=1)
    ann = players[0]
    before = {player.name: await worth(evening, player) for player in players}
    assert before == dict.fromkeys(("Ann", "Bob", "Cid"), 160)
    expected, house = dict(before), dict.fromkeys(before, 0)
    for hand in range(2 if GAMES[game].minutes <= 5 else 1):
        if hand == 0:
            await ann.press("Start")
        else:
            for player in players:
                await player.press("Again")
        await evening.quiet()
        table = evening.table(ann.channel)
        assert table.session is not None
        names = {seat.number: seat.name for seat in table.state.in_order()}
        await play_out(evening, players)
        last = table.last_match
        assert last is not None
        assert last.result is not None
        for pay in last.result.pays:
            for party, sign in ((pay.giver, -1), (pay.taker, 1)):
                if HOUSE in (pay.giver, pay.taker) and names.get(party) in house:
                    house[names[party]] += sign * gems.worth({pay.unit: pay.amount})
        for row in last.result.rows:
            if names[row.seat] in expected:
                expected[names[row.seat]] += gems.worth(row.change)
        assert {player.name: await worth(evening, player) for player in players} == expected
        assert await evening.store.audit() == []
    carried = gems.worth(evening.table(ann.channel).state.carry.get("pot") or {})
    for player in players:
        await player.press("Leave")
    await evening.quiet()
    assert {player.name: await worth(evening, player) for player in players} == expected
    assert await evening.store.audit() == []
    lines, *_ = await evening.store.report(leaderboard, evening.playground.guild.id, "house")
    assert {line.name: line.value for line in lines if line.value} == {
        n: won for n, won in house.items() if won
    }
    lines, *_ = await evening.store.report(leaderboard, evening.playground.guild.id, "winnings")
    assert {line.name for line in lines} <= set(expected)
    assert sum(line.value for line in lines) == -carried
    assert last is not None
    assert last.result is not None
    firsts = {names[row.seat] for row in last.result.rows if row.place == 1} & set(expected)
    lines, *_ = await evening.store.report(leaderboard, evening.playground.guild.id, "crowns")
    assert {line.name for line in lines} == (firsts if GAMES[game].crowned else set())
