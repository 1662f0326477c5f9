"""A hag's nicknames: the board shows these only, and each member reads their own."""

from __future__ import annotations

import pytest

from games.gembones.hags_haggle.codes import NAMES, NICKNAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import sat_down


@pytest.mark.rule("HH-R4", "HH-20")
async def test_the_board_knows_nobody_by_their_own_name(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = await sat_down(evening, "hags_haggle")
    table = evening.table(tavern)
    table.state.carry = {"game": "hags_haggle", "codes": [NICKNAMES], "games": 0}
    await ann.press("Start")
    await evening.quiet()
    board = ann.board.text
    assert f"**{NAMES[0]}**" in board
    assert f"**{NAMES[1]}**" in board
    assert "Ann" not in board
    assert "Bob" not in board
    await bob.opens_hand()
    assert f"you're {NAMES[1]} here" in bob.panel.text
