"""Tripledip: all roll three gembones until everybody has a point; the best combination takes the game (TD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Self

from pydantic import Field, model_validator

from games.engine import GUEST, Chance, Choose, Game, Line, Open, OpenAsk, Pay, Result, Scene, Table, shows
from games.engine.prompts import Answer
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.stakes import WORDS as STAKE_WORDS
from games.gembones.shared.stakes import count_text, rows_of, stakes_window
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS
from games.gembones.tripledip import nine_bells
from games.gembones.tripledip.golden_pot import GoldenPot, due, payers
from games.gembones.tripledip.rolls import roll, who_rolls
from games.gembones.tripledip.round import ALL, Round, Score, named

ORDINARY = ("g4", "g6", "g8")
"""The common sizes (TD-04), and those of Mordenkainen's Madness (TD-34)."""


class Options(SpotlightOptions):
    """Options of Tripledip."""

    size: Literal["g4", "g6", "g8", "g10", "g12", "g20"] = Field(
        "g4", title="Gembone", description="The size of the three gembones that everybody rolls."
    )
    high_stakes: bool = Field(
        False,
        title="High Stakes",
        description="Allows g10, g12 and g20, with which points are rare.",
        json_schema_extra=shows("With g20, 7 7 20 are dubs with point 20."),
    )
    annam_all_or_nothing: bool = Field(
        False,
        title="Annam All-or-Nothing",
        description="The three highest numbers in a row win everything at once; 1, 2, 3 loses everything at once.",
        json_schema_extra=shows(
            "With g6 Ann rolls 1 2 3 and has lost; Cid rolls 4 5 6 and wins: all others give 3g6."
        ),
    )
    machaes_golden_pot: bool = Field(
        False,
        title="Machae's Golden Pot",
        description="What the winners would get goes into a pot, and the first to roll trips takes it.",
        json_schema_extra=shows(
            "Four players, g4: dubs put 3g4 into the pot, dubs again 3 more, and trips add nine and take all 15."
        ),
    )
    mordenkainens_madness: bool = Field(
        False,
        title="Mordenkainen's Madness",
        description="Three games at once, with 3g4, 3g6 and 3g8, each won and paid for itself.",
        json_schema_extra=shows(
            "Three players: dubs win 2g4, trips 6g6 and dubs 2g8, each as soon as that game is over."
        ),
    )
    nine_bells: bool = Field(
        False,
        title="Nine Bells",
        description="Alone against the house: nine to one, and you roll until you win. See /bells for the small print.",
        json_schema_extra=shows("Only 20, 20, 20 ends the contract: one roll in 8000. It pays 27g20."),
    )
    tray: int = Field(
        0,
        ge=0,
        le=5,
        title="Cracks",
        description="How many gembones of a hundred leave the tray, which is an automatic loss; 0 is none.",
        json_schema_extra=shows("Ann cracks; Bob wins by dubs over Cid: Ann gives three gembones, Cid one."),
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """Refuse what contradicts itself (GEN-R5, TD-R11, PTS-R7)."""
        if self.nine_bells and self.for_points:
            raise ValueError("Nine Bells is a contract about gembones: it is not played for points.")
        if self.nine_bells and (
            self.annam_all_or_nothing or self.machaes_golden_pot or self.mordenkainens_madness
        ):
            raise ValueError("Nine Bells goes with no other variant: its contract knows only 20, 20, 20.")
        if self.nine_bells and self.spotlight != "off":
            raise ValueError("Nine Bells has no spotlight: no talent bends its contract.")
        if self.size not in ORDINARY and not self.high_stakes:
            raise ValueError(
                f"Gembones of size {self.size} need High Stakes: switch it on, or take g4, g6 or g8."
            )
        return self

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes played at once (TD-34)."""
        return ORDINARY if self.mordenkainens_madness else (self.size,)


def point_target(options: Options, length: Length, players: int) -> int:
    """The points that win a point match: the size, 8 in the Madness (TD-44, TD-45, PTS-R7)."""
    size = int(options.sizes[-1][1:])
    return size if length == "quick" else size * players


# ---- the game


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won."""
    return Goal(point_target(options, options.length, len(table.ring)))


async def play(table: Table, options: Options) -> Result:
    """One game, or three at once, from the first roll to the payments (TD-06 to TD-20)."""
    if options.nine_bells:
        return await nine_bells.contract(table)
    table.clear()
    pot = GoldenPot(table.carry)
    lying = Open("pot", [])
    table.show(lying)

    def lay_pot() -> None:
        lying.items = [f"{count}{size}" for size, count in sorted((+pot.holds).items())]

    lay_pot()
    needed = dict.fromkeys(options.sizes, ALL)
    seats = [*await stakes_window(table, count_text(needed), needed)]
    games = (
        [Round(size, seats, options.annam_all_or_nothing) for size in options.sizes] if len(seats) > 1 else []
    )
    dice = {(seat, game.size): Open("dice", [], seat) for seat in seats for game in games}
    table.show(*dice.values())
    table.phase("rolls")
    pays: list[Pay] = []
    spot = Spotlight(table, options)
    while rolling := who_rolls(games, seats):
        if dice_shown(dice):
            await table.ask_each(dict.fromkeys(rolling, ROLL))
        for game, rolls in await roll(table, options, rolling, dice, spot):
            game.roll(rolls)
            _call_out(table, game, rolls)
            if game.over:
                pays += _pay(table, options, game, pot)
                lay_pot()
    return await spot.finish(_finish(table, games, pays, pot), house=False)


ROLL = Choose("roll", ("roll",), "roll", clock="quick", public=True)
"""All who are not locked press at the same time; the table rolls for who does not (GEN-R3)."""


def dice_shown(dice: Mapping[tuple[int, str], Open]) -> bool:
    """Whether there has been a roll: whoever puts dice up has pressed for the first one already."""
    return any(zone.items for zone in dice.values())


def _call_out(table: Table, game: Round, rolls: Mapping[int, object]) -> None:
    """Who is locked now, and who has lost."""
    for seat in rolls:
        if seat in game.lost:
            table.tell("loses", seat=seat, n=ALL, size=game.size)
            table.note(seat, "lost", size=game.size)
        elif seat in game.scores:
            table.note(seat, "locked", score=named(game.scores[seat]), size=game.size)
    if game.tied:
        table.tell("tie", seats=tuple(game.tied), size=game.size)


def _pay(table: Table, options: Options, game: Round, pot: GoldenPot) -> list[Pay]:
    """What one game costs whom, paid when it ends (TD-15, TD-16, TD-30 to TD-33, TD-38)."""
    if game.winner is None:
        table.tell("void", size=game.size)
    else:
        table.tell("wins", seat=game.winner, size=game.size)
    owed = game.debts().items()
    if not options.machaes_golden_pot:
        return [Pay(seat, game.winner, game.size, count) for seat, count in owed if game.winner is not None]
    pays = [pot.pay_in(seat, game.size, count) for seat, count in owed]
    takers = game.first_trips()
    if takers and +pot.holds:
        table.tell("takes_pot", seats=tuple(takers), dice=count_text(pot.holds))
        pays += pot.take(takers)
    return pays


def _finish(table: Table, games: Sequence[Round], pays: Sequence[Pay], pot: GoldenPot) -> Result:
    """The result: why each stands where it does, game by game."""
    words = table.words
    why = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for game in games:
        for seat in game.seats:
            reason = Line(words["why:lost"]) if seat in game.lost else named(game.scores.get(seat, Score(0)))
            values = {"size": game.size, "reason": reason, "before": why[seat]}
            why[seat] = Line(words["why:more" if game is not games[0] else "why"], values)
    winners = [game.winner for game in games if game.winner is not None]
    first = list(dict.fromkeys(winners))
    headline = Line(
        words["result:won" if first else "result:void" if games else "result:nothing"], {"seats": first}
    )
    holds = count_text(+pot.holds)
    notes = (Line(words["result:pot"], {"dice": holds}),) if holds else ()
    rows = rows_of(table.ring, pays, why, first)
    return Result(headline, rows, tuple(pays), pot.carry(), notes=notes)


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Plays every game: nobody is favoured. It keeps its hands off contracts."""
    prompt = ask.prompt
    assert isinstance(prompt, Choose)
    return "pass" if ask.kind == "sign" else prompt.options[0]


RULES = """\
**Roll three gembones until you have a point. The best combination collects from everybody.**

1. Everybody puts up three gembones of one size and rolls them.
2. *Trips*: all three equal; that number is your point. *Dubs*: two equal; the odd one is your point.
3. With a point you are locked. All others roll all three again, until everybody is locked.
4. Any trips beat any dubs. The higher point wins; with dubs the higher pair breaks the tie.
5. A winner with dubs gets one gembone from each, with trips three.

Still equal: only those who tie reroll, and the first combination wins, or the best of that round. Outsiders pay by
the first combination, the others of the tie by the last.

The last one without a point has as many more rolls as the gembone has sides, then loses three. Whoever loses like
that pays the winner three, whatever won. If all others have lost, the last one standing wins at once; if everybody
does in one round, nobody pays.

**Variants.** *Annam All-or-Nothing*: the three highest numbers (2 3 4, 4 5 6, 6 7 8) win three from each at once; 1 2 3
loses three at once. *Machae's Golden Pot*: winners' gembones go into a pot that stays on the table, and the first to
roll trips takes it at the end of that game. *Mordenkainen's Madness*: three games at once, 3g4, 3g6 and 3g8; you roll
all that is unlocked together. *High Stakes*: g10, g12 and g20 too. *Cracks*: gembones may leave the tray, and the
three of that game are lost. *Nine Bells*: alone against the house, 3g20 at nine to one until 20, 20, 20; not counted
on leaderboards. It is rung with `/bells`, for days: thirteen rolls a press, a press every ten seconds, 666 rolls a day.
`/tear-up` ends it, and so do thirteen days without a press.

**Example.** With g6 Ann rolls 2 2 6, Bob 5 5 6, Cid 4 4 5. Ann and Bob both have point 6; Bob's pair is higher. Ann and
Cid give him 1g6 each.

Playing for points is customary only to teach it: the first to reach the gembone's size wins, times the players for
a long match.
"""

GAME = Game(
    key="tripledip",
    title="Tripledip",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Three gembones each: trips, dubs, and reroll until you have a point.",
    example="Ann rolls 2 2 6, Bob 5 5 6, Cid 4 4 5 with g6: Bob's pair beats Ann's, and both others give him 1g6.",
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
        **SPOT_WORDS,
        **nine_bells.WORDS,
        "stake": "Roll {dice}? Losing may cost them all.",
        "stake:stake": "Roll {dice}",
        "roll": "No point yet: roll again.",
        "roll:roll": "Roll",
        "rolls": "{seat:seat} rolls {dice:items}.",
        "cracks": "{seat:seat} cracks: a {size} leaves the tray.",
        "loses": "{seat:seat} loses the game: {n}{size} to whoever wins it.",
        "tie": "A tie for the {size} game: {seats:seats} reroll.",
        "wins": "{seat:seat} wins the {size} game.",
        "void": "Nobody is left in the {size} game, and nobody pays.",
        "takes_pot": "Trips! The golden pot of {dice} goes to {seats:seats}.",
        "note:locked": "{size}: {score:line}",
        "note:lost": "{size}: lost",
        "phase:rolls": "Rolling",
        "why": "{size}: {reason:line}",
        "why:more": "{before:line}; {size}: {reason:line}",
        "why:lost": "lost automatically",
        "result:won": "{seats:seats} won.",
        "result:void": "Nobody was left, and nobody pays.",
        "result:nothing": "It takes two to play, and nothing was rolled.",
        "result:pot": "In the golden pot: {dice}.",
    },
    rules=RULES + SPOT_RULES,
    party={"machaes_golden_pot": "guest"},
    private=nine_bells.PRIVATE,
    policies={"sensible": unmoved(sensible), GUEST: unmoved(sensible)},
    alone=lambda options: options.nine_bells,
    seconds={**SECONDS, **nine_bells.SECONDS},
    seats_for=lambda options: (1, 1) if options.nine_bells else (2, 8),
    due=due,
    payers=payers,
)
