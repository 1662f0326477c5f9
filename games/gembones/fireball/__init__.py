"""I Cast 'FIREBALL': all race to be first with every gembone on one number (FB)."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from games.engine import Ask, Chance, Choose, Game, Line, OpenAsk, Result, Scene, Table, shows
from games.engine.money import SIZES
from games.engine.prompts import Answer
from games.gembones.fireball.caller import WORDS as CALLER_WORDS
from games.gembones.fireball.caller import call, decide
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.racers import Round
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points
from games.gembones.shared.points import GemboneOptions, Length, money_for
from games.gembones.shared.stakes import WORDS as STAKE_WORDS
from games.gembones.shared.stakes import rows_of, stakes_window

ORDINARY, METEORS = 8, 40
"""How many gembones everybody rolls (FB-02, FB-20)."""
SECONDS = {"first": 20}
"""For saying who was first (FB-R3)."""
OFTEN = 2
"""Who has left rolls once while the fastest roll twice (FB-R7)."""


class Options(GemboneOptions):
    """Options of I Cast 'FIREBALL'."""

    mode: Literal["race", "rounds"] = Field(
        "race",
        title="Pace",
        description="A race, as fast as you can press, or round by round for all at once.",
    )
    at_higher_levels: int = Field(
        ORDINARY,
        ge=ORDINARY,
        le=14,
        title="At Higher Levels",
        description="How many gembones everybody rolls: 8 as usual, or up to 14.",
        json_schema_extra=shows(
            "With 9g6, Ann rolls 3 3 3 5 5 1 2 6 4: three are locked on 3, and six are to go."
        ),
    )
    evocation_overchannel: bool = Field(
        False,
        title="Evocation Overchannel",
        description="Everybody's target is the gembone's highest number.",
        json_schema_extra=shows("Ann rolls 6 6 1 2 3 4 5 5: her target is 6, and two are locked."),
    )
    cone_of_cold: bool = Field(
        False,
        title="Cone of Cold",
        description="Gembones of size g8, not g6.",
        json_schema_extra=shows(
            "Ann rolls 7 7 7 1 2 3 4 8 with her g8: her target is 7, and three are locked."
        ),
    )
    flame_strike: bool = Field(
        False,
        title="Flame Strike",
        description="Two targets: half of the gembones on each.",
        json_schema_extra=shows(
            "Ann rolls 1 1 1 1 1 6 6 2: four 1s and two 6s are locked, and the other two need a 6."
        ),
    )
    meteor_swarm: bool = Field(
        False,
        title="Meteor Swarm",
        description="Everybody rolls 40g6, worth 240 pieces: 20 on one target and 20 on another.",
        json_schema_extra=shows(
            "Of 40g6 nine show 2 and ten show 5: these are Ann's targets, and nineteen are locked."
        ),
    )
    wall_of_fire: bool = Field(
        False,
        title="Wall of Fire",
        description="Locked gembones are stacked, and what falls from the stack is loose again.",
        json_schema_extra=shows(
            "Ann's stack of seven is placed quickly. A g20 shows 3: it topples, and a g4 of 2 says that two are loose."
        ),
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse pairs that contradict each other (GEN-R5)."""
        if self.evocation_overchannel and (self.flame_strike or self.meteor_swarm):
            raise ValueError(
                "Evocation Overchannel goes with neither Flame Strike nor Meteor Swarm: "
                "there is only one highest number, and they need two targets."
            )
        if self.meteor_swarm and (
            self.at_higher_levels > ORDINARY or self.flame_strike or self.cone_of_cold or self.wall_of_fire
        ):
            raise ValueError(
                "Meteor Swarm does not go with At Higher Levels, Flame Strike, Cone of Cold or Wall of Fire: "
                "it is 40g6 on two targets, and a spell of its own."
            )
        return self

    @property
    def size(self) -> str:
        """The size of all gembones (FB-02, FB-17)."""
        return "g8" if self.cone_of_cold else "g6"

    @property
    def count(self) -> int:
        """How many everybody rolls."""
        return METEORS if self.meteor_swarm else self.at_higher_levels

    def dice(self, way: str) -> Dice:
        """A player's gembones before the first roll; `way` is how they were put up."""
        two = self.flame_strike or self.meteor_swarm
        return Dice(
            self.count,
            SIZES[self.size],
            targets=2 if two else 1,
            highest=self.evocation_overchannel,
            lowest=way == "lowest",
        )


def point_target(length: Length, players: int) -> int:
    """The points that win a point match (FB-24, FB-25)."""
    return 5 if length == "quick" else 5 * players


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won."""
    return Goal(point_target(options.length, len(table.ring)))


# ---- the game


async def play(table: Table, options: Options) -> Result:
    """One game, from the stakes to the hand-over, in the rulebook's order (FB-04 to FB-12)."""
    table.clear()
    table.welcome("call", 1)
    text = f"{options.count}{options.size} ({options.count * SIZES[options.size]} pieces)"
    # without a choice of targets there is no tie to break
    ways = ("stake",) if options.evocation_overchannel else ("stake", "lowest")
    ways_in = await stakes_window(table, text, {options.size: options.count}, ways)
    cast = Round(table, options, ways_in if len(ways_in) > 1 else {})
    if not cast.dice:
        headline = Line(table.words["result:nothing"])
        why = dict.fromkeys(table.ring, Line(table.words["note:passes"]))
        return Result(headline, rows_of(table.ring, [], why))
    await call(table)
    for seat in cast.dice:
        cast.roll(seat)
    if not cast.first():
        await (race if options.mode == "race" else rounds)(cast)
    winner = await decide(table, cast.first(), cast.here())
    table.tell("fireball", seat=winner)
    return cast.finish(winner)


async def race(cast: Round) -> None:
    """No turns: each answer is a roll, in the order in which they arrive (FB-01, FB-03, FB-R1).

    Who has left is rolled for at a walk, and if nobody is left, in rounds.
    """
    table = cast.table
    table.phase("race")
    asks = {seat: Ask(seat, cast.question(clock="race"), table.words) for seat in cast.dice}
    rolled = dict.fromkeys(cast.dice, 0)
    fastest = 0
    while asks and not cast.first():
        reply = await table.ask_any(asks)
        seat = reply.seat
        if seat in table.gone:
            # the engine answers for who has left at once, and that would win every race
            del asks[seat]
            continue
        cast.roll(seat, reply.answer)
        asks[seat] = Ask(seat, cast.question(clock="race", last=reply.answer), table.words)
        rolled[seat] += 1
        if rolled[seat] > fastest:
            fastest = rolled[seat]
            if fastest % OFTEN == 0:
                _roll_for_absent(cast)
    while not cast.first():
        _roll_for_absent(cast)


def _roll_for_absent(cast: Round) -> None:
    """One roll for each who has left, until one of them is first."""
    for seat in cast.dice:
        if seat in cast.table.gone and not cast.first():
            cast.roll(seat)


async def rounds(cast: Round) -> None:
    """Everybody rolls once a round; who has placed carefully misses the next one (FB-R2, FB-R8)."""
    cast.table.phase("rounds")
    resting: set[int] = set()
    while not cast.first():
        rolling = [seat for seat in cast.dice if seat not in resting]
        question = cast.question(clock="quick")
        how = await cast.table.ask_each(dict.fromkeys(rolling, question))
        for seat in rolling:
            cast.roll(seat, how[seat])
        resting = {seat for seat in rolling if how[seat] == "careful"}


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plays every game, rolls quickly, and leaves ties to others: nobody is favoured."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return prompt.default if ask.kind == "first" else prompt.options[0]


RULES = """\
**Be first with all your gembones on one number.** Everybody puts up eight g6.

1. At the call all roll at once. The number that you rolled most often is your target; of equals it is the highest, or
   the lowest if you said so.
2. Gembones that show your target are *locked*: you cannot lose them any more.
3. Roll all the others again, as often as you like: there are no turns. Two seconds lie between two rolls of a player.
4. The first with every gembone on the target casts the fireball and gets from everybody else what is not locked.

"Cast!" is called by the house after two to five seconds, or by a spectator who presses *Be the caller*. Press as fast
as you like: a press that comes too early counts when your two seconds are over.

A tie is decided by the players who have no part in it, else by a caller, else by a g20 each.

**Round by round.** All roll once at the same time, as often as it takes; the first complete set wins.

**Variants.** *At Higher Levels*: up to 14 gembones each. *Evocation Overchannel*: everybody's target is the highest
number. *Cone of Cold*: g8. *Flame Strike*: your two most frequent numbers are targets, and you need half on each; with
an odd number one of them takes one more. *Meteor Swarm*: 40g6, 20 on each of two targets; it takes a while.
*Wall of Fire*: locked gembones are stacked. Place them *quickly* and a g20 tests the stack: no more than half its
height, and a g4 says how many fall and are loose again. Place them *carefully* and nothing falls, but your next roll
comes after four seconds, or a round later.

**Example.** Ann rolls 3 3 3 5 5 1 2 6: her target is 3, three are locked, five are rolled again. They show 3 6 3 1 4,
and five are locked. In the end she is first; Bob has five locked, Cid seven and Dot six: she gets 3 + 1 + 2 = 6g6.

In points the first to 5 wins, or 5 times the players for a long match.
"""

GAME = Game(
    key="fireball",
    title="I Cast 'FIREBALL'",
    rulebook="Glittergold's Guide to Gambling",
    pitch="A race: roll until all your gembones show one number.",
    example="Ann rolls 3 3 3 5 5 1 2 6: three lock on 3. She is first in the end; Bob has five locked and gives 3g6.",
    version=2,
    seats=(2, 8),
    complexity="simple",
    minutes=1,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: 2),
    money_for=money_for,
    words={
        **STAKE_WORDS,
        **POINT_WORDS,
        **CALLER_WORDS,
        "stake": "Roll {dice}? What you have not locked in the end goes to the winner.",
        "stake:stake": "Put up {dice}",
        "stake:lowest": "Put up {dice}, lowest target",
        "roll": "Roll until all show your target.",
        "roll:roll": "Roll",
        "roll:quick": "Roll, stack quickly",
        "roll:careful": "Roll, stack carefully",
        "locks": "{seat:seat} locks {n}: {locked} of {count}.",
        "falls": "The wall of {seat:seat} topples: {n} loose again.",
        "fireball": "{seat:seat} casts FIREBALL! The flames roll over table and guests, and singe nobody.",
        "note:locked": "{locked} of {count} on {targets}",
        "phase:race": "Race",
        "phase:rounds": "Rolling",
        "why": "{locked} of {count} locked",
        "result:won": "{seat:seat} cast the fireball.",
        "result:nothing": "It takes two to play, and nothing was rolled.",
    },
    rules=RULES,
    policies={"sensible": sensible},
    seconds=SECONDS,
)
