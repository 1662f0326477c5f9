"""Barovian Boneyard: wagers first, then two dice of the house, then one die for each wager (BB)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import Field, model_validator

from games.engine import (
    Chance,
    Choose,
    Departure,
    Game,
    Line,
    Open,
    OpenAsk,
    Pay,
    Result,
    ResultRow,
    Scene,
    Table,
    changes,
    shows,
)
from games.engine.money import SIZES, die_keys
from games.engine.prompts import NOTHING, Answer
from games.gembones.barovian_boneyard.calls import (
    call,
    call_out,
    is_widest,
    named,
    odds_of,
    payouts,
    points,
    worst_case,
)
from games.gembones.barovian_boneyard.storming_castle import Castle
from games.gembones.barovian_boneyard.text import RULES, WORDS
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points, by_rows
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.wagers import MOST, wager_window
from games.gembones.shared.wagers import WORDS as WAGER_WORDS
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS
from games.gembones.spotlight.rerolls import onto


class Options(SpotlightOptions):
    """Options of Barovian Boneyard."""

    size: Literal["g6", "g8", "g10"] = Field(
        "g6", title="Gembone", description="The size that everybody wagers and the house rolls."
    )
    blinsky: bool = Field(
        False,
        title="Blinsky",
        description="Winners get tickets for toys, one for each piece that they would have won.",
        json_schema_extra=shows("Ravenloft with a g6 wins no 2g6, but 12 tickets."),
    )
    madam_eva: bool = Field(
        False,
        title="Madam Eva",
        description="The players roll first, and then the house.",
        json_schema_extra=shows("Ann's g6 shows 3, and lies there. Then the house rolls 2 and 5: ravenloft."),
    )
    storming_the_castle: bool = Field(
        False,
        title="Storming the Castle",
        description="All together against the house: the mist catches whoever rolls it, until somebody rolls "
        "ravenloft. One wager each, two players or more.",
        json_schema_extra=shows(
            "Ann rolls mist and is caught: it costs a g6 each game, until Bob rolls ravenloft."
        ),
    )
    vistani_stowaway: bool = Field(
        False,
        title="Vistani Stowaway",
        description="Mist pays 2 to 1 and all else loses. One wager each; not for leaderboards.",
        json_schema_extra=shows("House 2 and 5 with g6: a 1 wins 2g6, a 3 or a 5 loses one."),
    )
    wolves_in_the_woods: bool = Field(
        False,
        title="Wolves in the Woods",
        description="Svalich loses.",
        json_schema_extra=shows("House 2 and 5 with g6: a 2 loses, a 3 wins 2g6."),
    )

    @model_validator(mode="after")
    def _together(self) -> Options:
        """Refuse pairs that contradict each other (GEN-R5)."""
        if self.vistani_stowaway and self.wolves_in_the_woods:
            raise ValueError(
                "Vistani Stowaway and Wolves in the Woods do not go together: svalich loses with either."
            )
        if self.vistani_stowaway and self.storming_the_castle:
            raise ValueError(
                "Vistani Stowaway and Storming the Castle do not go together: the mist cannot both pay and catch."
            )
        return self

    @property
    def most(self) -> int:
        """How many wagers a player may have in one game (BB-R2, BB-R9, PTS-R7)."""
        return 1 if self.storming_the_castle or self.vistani_stowaway or self.for_points else MOST


# ---- between games


def departs(options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
    """A seat leaves between two games, `staying` remain at the table (BB-R6)."""
    castle = Castle(carry, options.size, [seat, *staying])
    if castle.held and not options.storming_the_castle:
        castle.release()
    castle.leave(seat)
    return castle.departure()


def point_target(length: Length, players: int) -> int:
    """The points that win a point match (BB-25, BB-26)."""
    return 20 if length == "quick" else 20 * players


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won."""
    return Goal(point_target(options.length, len(table.ring)))


# ---- the game


async def play(table: Table, options: Options) -> Result:
    """One game, from the wagers to the payouts, in the rulebook's order (BB-01 to BB-13)."""
    table.clear()
    castle = Castle(table.carry, options.size, table.ring)
    if castle.held and not options.storming_the_castle:
        castle.release()
    for seat in castle.held:
        table.note(seat, "caught")
        table.seats.out.add(seat)
    free = [seat for seat in table.ring if seat not in castle.held]
    says = {"favourable": options.for_points or not options.wolves_in_the_woods}
    wagers = await wager_window(table, free, options.size, options.most, worst_case(options, len(free)), says)
    leavers = [e.values["seat"] for e in table.events if e.kind == "left" and e.values["seat"] in table.ring]
    for seat in leavers:
        castle.leave(seat)
    if not wagers:
        castle.nobody_wagers()
        return _finish(table, options, castle, Line(table.words["result:nothing"]), [], {})

    spot = Spotlight(table, options)
    if options.madam_eva:
        rolls = await _roll_wagers(table, options, wagers, spot)
        house = _roll_house(table, options)
    else:
        house = _roll_house(table, options)
        rolls = await _roll_wagers(table, options, wagers, spot)
    calls = {seat: [call(house, face) for face in faces] for seat, faces in rolls.items()}
    odds, fines = odds_of(options), dict[int, int]()
    if options.storming_the_castle:
        odds, fines = castle.storm({seat: only for seat, [only] in calls.items()}, odds)
        castle.see_off(leavers)
    call_out(table, options, house, rolls, odds)

    called = table.words["result:van_richten" if is_widest(house, options.size) else "result:played"]
    headline = Line(called, {"dice": die_keys(options.size, house)})
    why = {seat: Line(named(names)) for seat, names in calls.items()}
    paid = payouts(options, calls, odds, fines)
    won = points(options, calls, odds) if options.for_points else {}
    result = _finish(table, options, castle, headline, paid, why, won)
    return await spot.finish(result, house=True)


def _roll_house(table: Table, options: Options) -> tuple[int, int]:
    """The house's two (BB-05)."""
    first, second = table.chance.roll(2, SIZES[options.size])
    house = (first, second)
    table.phase("house")
    table.show(Open("house", die_keys(options.size, house)))
    table.tell("house_rolls", dice=die_keys(options.size, house))
    return house


async def _roll_wagers(
    table: Table, options: Options, wagers: Mapping[int, int], spot: Spotlight
) -> dict[int, list[int]]:
    """A die for each wager (BB-04, BB-07); seen and locked, whoever rolls first (BB-R4)."""
    table.phase("players")
    size: str = options.size
    rolls, zones = {}, {}
    for seat, count in wagers.items():
        faces = table.chance.roll(count, SIZES[size])
        rolls[seat] = [(size, face) for face in faces]
        zones[seat] = Open("dice", die_keys(size, faces), seat)
        table.show(zones[seat])
        table.tell("rolls", seat=seat, dice=die_keys(size, faces))
    staked = {seat: {size: count} for seat, count in wagers.items()}
    rolls = await spot.rolled(rolls, onto(zones), staked)
    return {seat: [face for _, face in dice] for seat, dice in rolls.items() if seat not in spot.caught}


def _finish(
    table: Table,
    options: Options,
    castle: Castle,
    headline: Line,
    pays: Sequence[Pay],
    why: dict[int, Line],
    scores: Mapping[int, int] = NOTHING,  # type: ignore[assignment]
) -> Result:
    """The result; a way out of the castle is paid last."""
    words = table.words
    carry, fees, barred, lifts = castle.departure()
    paid = (*pays, *fees)
    change = changes(paid)
    captives = table.carry.get("held", []) if options.storming_the_castle else []
    for seat in table.ring:
        if seat not in why:
            why[seat] = Line(words["note:caught" if seat in captives else "note:passes"])
    rows = [
        ResultRow(seat, None, change.get(seat, {}), why[seat], scores.get(seat, 0)) for seat in table.ring
    ]
    rows.sort(key=lambda row: -sum(row.change.values()))
    notes = []
    if fees:
        notes.append(Line(words["result:bought_out"], {"seats": tuple(pay.giver for pay in fees)}))
    if lifts and table.carry.get("held") and not castle.held:
        notes.append(Line(words["result:released"]))
    if castle.held:
        notes.append(Line(words["result:held"], {"seats": tuple(castle.held)}))
    return Result(
        headline,
        tuple(rows),
        paid,
        carry,
        notes=tuple(notes),
        ranked=not options.vistani_stowaway,
        barred=barred,
        lifts=lifts,
    )


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wagers one to three where a roll wins more than it loses on average, else stays out."""
    prompt = ask.prompt
    if not isinstance(prompt, Choose) or prompt.amount is None or not prompt.says["favourable"]:
        return "pass"
    return min(prompt.amount.high, luck.die(3))


GAME = Game(
    key="barovian_boneyard",
    title="Barovian Boneyard",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Wager first, then roll between the two dice of the house.",
    example="House 2 and 5 with g6: a 3 is ravenloft, and wins 2g6; a 5 is svalich, one; a 6 is mist, and lost.",
    version=1,
    seats=(1, 8),
    complexity="simple",
    minutes=1,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: 2 if options.storming_the_castle else 1, by_rows),
    money_for=money_for,
    words={**WAGER_WORDS, **POINT_WORDS, **SPOT_WORDS, **WORDS},
    rules=RULES + SPOT_RULES,
    party={"storming_the_castle": "dealer"},
    policies={"sensible": unmoved(sensible)},
    seconds=SECONDS,
    seats_for=lambda options: (2, 8) if options.storming_the_castle else (1, 8),
    departs=departs,
)
