"""Good form at the table: dice on the table are never moved, and zones hold nothing else."""

from __future__ import annotations

import pytest

from games.engine import IllegalAnswer, Zone
from games.gembones import barovian_boneyard, lucky_13, rolled_gold
from tests.helpers.script import Script


@pytest.mark.rule("CODE-02", "CODE-05", "CODE-R1")
def test_after_the_roll_there_is_nothing_to_press() -> None:
    s = Script(barovian_boneyard.GAME, "A", rolls="2 5 3")
    ask = s.ask("A")
    s.does(A=1)
    assert s.match.open == {}
    with pytest.raises(IllegalAnswer):
        s.match.answer(ask.id, 0, 2)
    s = Script(rolled_gold.GAME, "A", rolls="10 3").does(A="g4").does(A="done")
    added = s.ask("A")
    s.does(A="done")
    with pytest.raises(IllegalAnswer):
        s.match.answer(added.id, 0, "g20")


@pytest.mark.rule("CODE-02", "CODE-05")
def test_a_gembone_that_was_rolled_is_not_rolled_again() -> None:
    s = Script(lucky_13.GAME, "AB", rolls="2 9 4").each("AB", "stake").does(A="g10")
    assert "g10" not in s.offered("A")[0]
    s.refuses("A", "g10")
    assert s.sees("B", "A", "dice") == ["g10:4"]


@pytest.mark.rule("CODE-03", "CODE-R1")
def test_only_gembones_in_play_lie_on_the_table() -> None:
    s = Script(barovian_boneyard.GAME, "AB", rolls="2 5 3 4").does(A=2, B="pass")
    zones = {
        (block.name, block.owner): block.items for block in s.match.scene(1).blocks if isinstance(block, Zone)
    }
    assert zones == {("house", None): ("g6:2", "g6:5"), ("dice", 0): ("g6:3", "g6:4")}
    s = Script(rolled_gold.GAME, "AB", rolls="10").does(A="g12", B="pass")
    lying = {
        block.owner: block.items
        for block in s.match.scene(1).blocks
        if isinstance(block, Zone) and block.items
    }
    assert lying == {0: ("g12",)}
