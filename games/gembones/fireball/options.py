"""Options of I Cast 'FIREBALL' (FB)."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from games.engine.errors import BadChoice
from games.engine.game import option, variant
from games.gembones.shared.options import GemboneOptions

ORDINARY, METEORS = 8, 40
"""The gembones of each player, usually and in a Meteor Swarm."""


class Options(GemboneOptions):
    """Options of I Cast 'FIREBALL'."""

    mode: Literal["race", "rounds"] = option(
        "race", "Pace", "A race, as fast as you can press; or round by round, everyone at once."
    )
    at_higher_levels: int = option(
        ORDINARY,
        "At Higher Levels",
        "How many gembones everyone rolls: 8 as usual, or up to 14.",
        ge=ORDINARY,
        le=14,
        shows="With 9g6, Ann rolls 3 3 3 5 5 1 2 6 4: three are locked on 3, and she has six to go.",
    )
    evocation_overchannel: bool = variant(
        "Evocation Overchannel",
        "Everyone's target is the gembone's highest number.",
        shows="Ann rolls 6 6 1 2 3 4 5 5: her target is 6, and two are locked.",
    )
    cone_of_cold: bool = variant(
        "Cone of Cold",
        "You roll g8 instead of g6.",
        shows="Ann rolls 7 7 7 1 2 3 4 8 with her g8: her target is 7, and three are locked.",
    )
    flame_strike: bool = variant(
        "Flame Strike",
        "Two targets: half of the gembones on each.",
        shows="Ann rolls 1 1 1 1 1 6 6 2: four 1s and two 6s are locked, and the other two need a 6.",
    )
    meteor_swarm: bool = variant(
        "Meteor Swarm",
        "Everyone rolls 40g6, worth 240 pieces: 20 on one target and 20 on another.",
        shows="Of Ann's 40g6 nine show 2 and ten show 5: those are her targets, and nineteen are locked.",
    )
    wall_of_fire: bool = variant(
        "Wall of Fire",
        "You stack your locked gembones, and those that fall off are loose again.",
        shows="Ann stacks seven quickly. A g20 shows 3: the stack topples, and a g4 of 2 says two are loose.",
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse variants that contradict each other (GEN-R5)."""
        if self.evocation_overchannel and (self.flame_strike or self.meteor_swarm):
            raise BadChoice(
                "Evocation Overchannel goes with neither Flame Strike nor Meteor Swarm: "
                "there is only one highest number, and they need two targets."
            )
        if self.meteor_swarm and (
            self.at_higher_levels > ORDINARY or self.flame_strike or self.cone_of_cold or self.wall_of_fire
        ):
            raise BadChoice(
                "Meteor Swarm doesn't go with At Higher Levels, Flame Strike, Cone of Cold or Wall of Fire: "
                "it's always 40g6 on two targets."
            )
        return self

    @property
    def size(self) -> str:
        """The size of all gembones."""
        return "g8" if self.cone_of_cold else "g6"

    @property
    def count(self) -> int:
        """The gembones of each player."""
        return METEORS if self.meteor_swarm else self.at_higher_levels
