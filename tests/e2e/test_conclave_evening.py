"""Six cycles of A Conclave of Wyrms by four members: one dozes off and comes back, and the bot is started anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import RAIL, Match, Sheet, Zone
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.e2e.test_points import in_purse
from tests.helpers.clicking import Player, at_play, play_one, play_out

NAMES = ("Ann", "Bob", "Cid", "Dot")


def lying(match: Match) -> int:
    """How many cards lie in the gathering."""
    blocks = match.scene(RAIL).blocks
    return sum(len(b.items) for b in blocks if isinstance(b, Zone) and b.name == "gathering")


def cycles(match: Match) -> int:
    """How many cycles stand on the score sheet."""
    rows = [row for b in match.scene(RAIL).blocks if isinstance(b, Sheet) for row in b.rows]
    return len(rows) // 2


async def without(evening: Evening, awake: list[Player], absent: int, gatherings: int) -> None:
    """Some gatherings are played while one seat answers nothing: time passes only when it alone is asked."""
    table = evening.table(awake[0].channel)
    assert table.session is not None
    match, presses = table.session.match, 0
    told = sum(event.kind.startswith("takes_") or event.kind == "discards" for event in match.events)
    while (
        sum(event.kind.startswith("takes_") or event.kind == "discards" for event in match.events)
        < told + gatherings
    ):
        asked = {ask.seat for ask in match.open.values() if not ask.answered}
        if asked == {absent}:
            seat = table.state.seats[absent]
            # the first time its whole turn goes by; from then on nobody waits for it
            evening.clock.advance(3 if seat.away else 91)
        else:
            await play_one(evening, awake, presses, on_board=False)
            presses += 1
        await evening.quiet()


@pytest.mark.rule("CW-79", "CW-80")
@pytest.mark.luck("1")
async def test_six_cycles_with_one_who_dozes_off_and_a_restart_in_a_gathering(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path = HandClock(), tmp_path / "conclave.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await at_play(evening, "conclave_of_wyrms", NAMES)
        dot = players[-1]
        table = evening.table(dot.channel)
        seat = table.viewer_of(dot.person.id)
        await without(evening, players[:-1], seat, gatherings=4)
        assert table.state.seats[seat].away
        assert "**Dot** · " in dot.board.text
        assert "away" in dot.board.text
        assert table.session is not None
        by = {row.by for row in (await evening.store.match(table.session.id)).rows if row.seat == seat}
        assert by == {"timeout"}

        await play_out(evening, players, until=lambda match: 0 < lying(match) < len(NAMES))
        seen = [table.session.match.scene(viewer) for viewer in (0, 1, 2, 3, RAIL)]
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        table = evening.table(dot.channel)
        assert table.session is not None
        assert [table.session.match.scene(viewer) for viewer in (0, 1, 2, 3, RAIL)] == seen
        for player in players:
            player.evening = evening
        assert "predicts" in (await players[0].press("Log")).text
        for player in players:
            await player.opens_hand()
        await play_out(evening, players)
        assert not table.state.seats[seat].away, "who answers is back"
        assert table.last_match is not None
        result = table.last_match.result
        assert result is not None
        assert cycles(table.last_match) == 6
        assert result.rows[0].place == 1
        points = {table.state.seats[row.seat].name: row.points for row in result.rows}
        assert {player.name: await in_purse(player) for player in players} == points
        assert await evening.store.audit() == []
