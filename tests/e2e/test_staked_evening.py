"""A whole match of the village through the real client, for points and a stake that the winner takes."""

from __future__ import annotations

from tests.e2e.conftest import Evening
from tests.e2e.test_points import in_purse
from tests.helpers.clicking import play_out, sat_down, worth


async def test_a_village_match_with_a_stake(evening: Evening) -> None:
    players = await sat_down(evening, "burn_my_village", ("Ann", "Bob", "Cid"), computers=1)
    ann = players[0]
    await ann.sets({"Played for": "winner", "Stake": "25"})
    await evening.quiet()
    assert "copper table · buy-in 25" in ann.board.text
    before = {player.name: await worth(evening, player) for player in players}
    for player in players[1:]:
        # the stake came after they sat down, so each agrees to it
        await player.press("Sit down")
    await ann.press("Start")
    await evening.quiet()
    assert "stake 25 each, winner takes all" in ann.board.text
    await play_out(evening, players)
    table = evening.table(ann.channel)
    assert table.last_match is not None
    result = table.last_match.result
    assert result is not None
    names = {seat.number: seat.name for seat in table.state.in_order()}
    won: dict[str, int] = {names[row.seat]: row.change["piece"] for row in result.rows}
    points: dict[str, int] = {names[row.seat]: row.points for row in result.rows}
    assert sorted(won.values())[0] == -25
    assert sum(won.values()) == 0
    assert "Everyone staked 25, 100 in all." in ann.board.text
    # who ends below nothing keeps nothing: the points of a purse never fall
    assert {p.name: await in_purse(p) for p in players} == {p.name: max(0, points[p.name]) for p in players}
    for player in players:
        await player.press("Leave")
    await evening.quiet()
    assert {p.name: await worth(evening, p) for p in players} == {n: w + won[n] for n, w in before.items()}
    assert await evening.store.audit() == []
