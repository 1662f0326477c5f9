"""Characters at tables with a spotlight."""

from __future__ import annotations

from typing import Any

from games.gembones import barovian_boneyard, rolled_gold
from tests.helpers.script import Script


def character(talent: str = "none", **more: Any) -> dict[str, Any]:
    """The facts of a seat whose character has this talent, three Lucky uses, and all skills 0."""
    return {"character": {"talent": talent, "lucky": 3, "portents": [], **more}}


def boneyard_script(rolls: str, who: dict[str, Any], seats: str = "A", **options: Any) -> Script:
    """Boneyard with g6, A with a character, one wager each; the house's two come first."""
    s = Script(
        barovian_boneyard.GAME, seats, rolls=rolls, facts={"A": who}, **{"spotlight": "full", **options}
    )
    return s.each(seats, 1)


def rolled_gold_script(rolls: str, who: dict[str, Any], *dice: str, **options: Any) -> Script:
    """Rolled Gold, A alone with a character and these dice."""
    options = {"spotlight": "full", "minimum": dice[0], **options}
    s = Script(rolled_gold.GAME, "A", rolls=rolls, facts={"A": who}, **options)
    for die in dice:
        s.does(A=die)
    return s.does(A="done") if len(dice) < 3 else s


def lost_g10(rolls: str, **who: Any) -> Script:
    """A has lost a copper g10 in the Boneyard; `rolls` are those of what follows."""
    s = Script(
        barovian_boneyard.GAME, "A", rolls=f"4 5 10 {rolls}", facts={"A": character(**who)},
        spotlight="full", size="g10",
    )  # fmt: skip
    return s.does(A=1).does(A="keep")
