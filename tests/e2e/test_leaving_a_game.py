"""Leaving a game without leaving the table, through the real client: asked once more, then it counts."""

from __future__ import annotations

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play


async def test_who_leaves_dragon_hordes_keeps_its_seat(evening: Evening) -> None:
    players = await at_play(evening, "dragon_hordes", ("Ann", "Bob", "Cid"))
    table = evening.table(players[0].channel)
    assert table.session is not None
    match = table.session.match
    leaver = players[next(iter(match.open.values())).seat]
    stop = next(
        each.label
        for each in (await leaver.opens_hand()).message.buttons
        if each.label.startswith("Stop with ")
    )
    asked = await leaver.press(stop)
    assert asked.message is not None
    assert f"Stop and keep your {stop.removeprefix('Stop with ')}?" in asked.message.text
    assert not match.table.gone
    await leaver.person.press(asked.message, stop)
    await evening.quiet()
    assert f"{leaver.name} leaves the game with" in leaver.board.text
    seat = next(seat for seat in table.state.in_order() if seat.name == leaver.name)
    assert not seat.left
    assert next(iter(match.open.values())).seat != seat.number
