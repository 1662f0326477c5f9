"""What computer players say at a table: on the board, until their next turn, and never again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.computer.table_talk import lines
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play, play_out, sat_down

GAME = "rogues_and_warriors"
CAREFUL = {line for some in lines()["careful"].values() for line in some}


@pytest.fixture
def chatty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computer players take every occasion that they may."""
    monkeypatch.setattr("games.computer.table_talk.SPEAKS", 1)


def spoken(player: Player) -> set[str]:
    """Return what stands between quotation marks on the board."""
    return set(re.findall(r"“(.+?)”", player.board.text))


@pytest.mark.usefixtures("chatty")
async def test_a_line_stands_on_the_board_and_is_not_said_again_after_a_restart(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path = HandClock(), tmp_path / "talk.db"
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        players = await sat_down(evening, GAME, computers=2)
        ann, _ = players
        talk = evening.table(ann.channel).live.talk
        talk.turns.update({2: 50, 3: 50})
        await ann.press("Start")
        await evening.quiet()
        for player in players:
            await player.opens_hand()
        await play_out(evening, players)
        assert set(talk.spoken) == {3}, "Old Marn is plain, and says nothing"
        assert spoken(ann) <= CAREFUL
        assert len(spoken(ann)) == 1
        last = ann.board.text
        assert f"Widow Pell: *“{talk.shown[3]}”*" in last
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        for player in players:
            player.evening = evening
        assert evening.table(ann.channel).live.talk.shown == {}
        for player in players:
            await player.press("Again")
        await evening.quiet()
        assert not spoken(ann)


@pytest.mark.usefixtures("chatty")
async def test_a_member_who_takes_long_is_kept_company(evening: Evening) -> None:
    players = await at_play(evening, GAME, computers=2)
    table = evening.table(players[0].channel)
    table.live.talk.turns[3] = 5
    for player in players:
        await player.opens_hand()
    evening.clock.advance(31)
    await evening.quiet()
    [line] = spoken(players[0])
    assert line in lines()["careful"]["waits"]
    assert re.search(rf"Widow Pell\*\*.*“{re.escape(line)}”", players[0].board.text), "beside its last turn"


@pytest.mark.usefixtures("chatty")
async def test_the_host_turns_table_talk_off(evening: Evening) -> None:
    players = await sat_down(evening, GAME, computers=2)
    ann, _ = players
    await ann.sets({"At the table": ["hints", "pictures"]})
    await evening.quiet()
    table = evening.table(ann.channel)
    assert not table.state.settings.table_talk
    table.live.talk.turns.update({2: 50, 3: 50})
    await ann.press("Start")
    await evening.quiet()
    for player in players:
        await player.opens_hand()
    evening.clock.advance(31)
    await evening.quiet()
    await play_out(evening, players)
    assert not spoken(ann)
    assert not table.live.talk.spoken
