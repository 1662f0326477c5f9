"""Weighing: what bets are worth with Betting Rounds still to come."""

from __future__ import annotations

import pytest

from games.computer.weighed import weigh
from games.engine import Chance, Line, Scene, SceneHeader, Seed
from games.parlour.rogues_and_warriors import GAME
from tests.helpers.script import Script


def last(scene: Scene) -> Scene:
    """The same question, asked in the last Betting Round."""
    head, *others = scene.blocks
    assert isinstance(head, SceneHeader)
    assert head.phase is not None
    phase = Line(head.phase.text, {**head.phase.values, "n": head.phase.values["of"]})
    return scene._replace(blocks=(head._replace(phase=phase), *others))


def worth(scene: Scene) -> dict[object, float]:
    """What a bet of four and a check are worth to the shark."""
    weighed = weigh(GAME.policies["shark"], scene, scene.mine()[0], Chance(Seed("worth")))
    assert weighed is not None
    known = {str(answer): value for answer, value in weighed.ways}
    return {"check": known["check"], "bet": max(value for key, value in known.items() if key != "check")}


@pytest.mark.parametrize(("cards", "more"), [("W.hawk L.wolf", True), ("R.hawk R.wolf", False)])
def test_a_good_hand_is_worth_more_while_a_round_is_to_come_and_a_poor_one_is_not(
    cards: str, more: bool
) -> None:
    s = Script(GAME, "ABCD", cards=f"{cards} L.owl M.horse L.wren B.hare M.owl B.owl")
    scene = s.match.scene(s.names["A"])
    now, end = worth(scene), worth(last(scene))
    assert (now["bet"] > end["bet"] + 1) is more
    assert (now["check"] > end["check"]) is more
