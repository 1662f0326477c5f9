"""Three members and a computer player play each game to its end through the real client."""

from __future__ import annotations

import pytest

from games.catalogue import GAMES
from games.engine import HOUSE
from games.engine import money as gems
from tests.e2e.clicking import Player, play_out
from tests.e2e.conftest import Evening


async def sat_down(evening: Evening, game: str) -> list[Player]:
    """Ann opens a table, Bob and Cid sit down, and a computer player joins."""
    tavern = evening.playground.guild.channel("tavern")
    ann, bob, cid = (Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid"))
    await ann.person.slash(tavern, "table open", game=game)
    await evening.quiet()
    for player in (bob, cid):
        reply = await player.press("Sit down")
        assert "Cards come here" in reply.text
    await ann.press("Add computer")
    await evening.quiet()
    return [ann, bob, cid]


async def worth(evening: Evening, player: Player) -> int:
    """What a member owns in copper, at the tables too."""
    store = evening.store
    member = await store.find_member(evening.playground.guild.id, player.person.id)
    assert member is not None
    owned = await store.owned(member)
    return sum(
        n * (1 if unit == "copper.piece" else int(unit.split(".g")[1]))
        for unit, n in owned.items()
        if "." in unit
    )


@pytest.mark.parametrize("game", GAMES)
async def test_three_members_and_a_computer_play_to_the_end(evening: Evening, game: str) -> None:
    players = await sat_down(evening, game)
    ann = players[0]
    before = {player.name: await worth(evening, player) for player in players}
    assert before == dict.fromkeys(("Ann", "Bob", "Cid"), 160)
    expected, house = dict(before), dict.fromkeys(before, 0)
    for hand in range(3 if GAMES[game].minutes <= 5 else 1):
        if hand == 0:
            await ann.press("Start")
        else:
            for player in players:
                await player.press("Again")
        await evening.quiet()
        table = evening.table(ann.channel)
        assert table.playing is not None
        names = {seat.number: seat.name for seat in table.state.in_order()}
        await play_out(evening, players)
        last = table.last
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
    lines, _ = await evening.store.leaderboard(evening.playground.guild.id, "house")
    assert {line.name: line.value for line in lines if line.value} == {
        n: won for n, won in house.items() if won
    }
    lines, _ = await evening.store.leaderboard(evening.playground.guild.id, "winnings")
    assert {line.name for line in lines} <= set(expected)
    assert sum(line.value for line in lines) == -carried
