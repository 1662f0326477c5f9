"""Hag's Haggle: your die against two of the hag's, under her code of conduct, with bargains before and after (HH)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from games.engine import (
    Chance,
    Departure,
    Game,
    InvitationOnTable,
    Line,
    NicknamesOnTable,
    Open,
    OpenAsk,
    Result,
    Scene,
    Table,
    shows,
)
from games.engine.prompts import Answer
from games.gembones.hags_haggle.codes import NICKNAMES, Hag, told
from games.gembones.hags_haggle.dealer import SECONDS as DEALER_SECONDS
from games.gembones.hags_haggle.dealer import WORDS as DEALER_WORDS
from games.gembones.hags_haggle.payouts import SETS
from games.gembones.hags_haggle.round import Round
from games.gembones.hags_haggle.text import RULES, WORDS
from games.gembones.hags_haggle.wagers import take_wagers
from games.gembones.shared import thirteen
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.stakes import rows_of
from games.gembones.shared.wagers import MOST
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS

POINTS = (9, 13, 17, 21, 30)
"""What the dealer may choose as a quick target, for reasons of her own (HH-31, HH-R10)."""


REASONS = (
    "I have buried that many husbands.",
    "My first toad lived for so many winters.",
    "It is how many teeth I have left. Do not count them.",
    "A prince once promised me that many kisses, and paid in full.",
    "So many steps lead down to my cellar, and fewer lead up.",
)
"""Why it is that number; not to be questioned (HH-31)."""
LEAST_NUMBER, MOST_NUMBER = 5, 100
"""What a host may name instead (HH-R10)."""


class Options(SpotlightOptions):
    """Options of Hag's Haggle."""

    gembones: Literal["dealer", "g8", "g12", "g20"] = Field(
        "dealer", title="Gembones", description="What everybody rolls; the dealer chooses anew for each game."
    )
    kind_hag: bool = Field(
        False,
        title="Kind hag",
        description="Who rolls higher keeps the die. One wager each; not for leaderboards.",
        json_schema_extra=shows("The hag rolls 2 and 3. Ann's g8 shows 7: she gets a g4, and keeps her g8."),
    )
    codes: bool = Field(
        True,
        title="Codes of conduct",
        description="The dealer has rules, and watches that they are kept.",
        json_schema_extra=shows("Without a code no roll is ever a breach."),
    )
    bargains: bool = Field(
        True,
        title="Bargains",
        description="The dealer offers side wagers.",
        json_schema_extra=shows("Without bargains a lost g12 is lost, and nobody offers you another roll."),
    )
    dealer: bool = Field(
        False,
        title="A dealer of your own",
        description="A spectator, or a player who does not wager, deals for the hag and offers bargains of their own.",
        json_schema_extra=shows(
            "The dealer offers Ann 10 to 1 that her g20 shows 7. She adds a g20, and rolls a 7: 10g20 for her."
        ),
    )
    dealers_number: int = Field(
        0,
        ge=0,
        le=MOST_NUMBER,
        title="Dealer's number",
        description="In points: the quick target, from 5 to 100, and times the players the full one; 0: her choice.",
        json_schema_extra={"offered": [0, 5, 9, 13, 17, 21, 25, 30, 40, 50, 60, 75, 100]},
    )
    tray: int = Field(
        0,
        ge=0,
        le=5,
        title="Cracks",
        description="How many gembones of a hundred leave the tray and are lost, if not redeemed; 0 is none.",
        json_schema_extra=shows(
            "Ann's g8 leaves the tray and is lost. She rolls another to redeem it: 5 of 5, and both are hers."
        ),
    )

    @model_validator(mode="after")
    def _named(self) -> Self:
        """A number that a host may name (HH-R10)."""
        if 0 < self.dealers_number < LEAST_NUMBER:
            raise ValueError(
                f"The dealer's number is from {LEAST_NUMBER} to {MOST_NUMBER}, or 0 for her choice."
            )
        if self.dealer and not self.side_wagers:
            raise ValueError("A dealer of your own offers bargains: switch those on, and play for gembones.")
        return self

    @property
    def most(self) -> int:
        """How many dice a player may wager in one game (HH-R1, HH-R2, PTS-R7)."""
        return 1 if self.kind_hag or self.for_points else MOST

    @property
    def side_wagers(self) -> bool:
        """Whether the dealer offers bargains that cost a further gembone (PTS-R2)."""
        return self.bargains and not self.for_points


def point_target(chosen: int, length: Length, players: int) -> int:
    """The points that win a point match, by the number that the dealer has chosen (HH-31, HH-32)."""
    return chosen if length == "quick" else chosen * players


def choose_points(chance: Chance) -> int:
    """The dealer's number (HH-R10)."""
    return chance.choice(POINTS)


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won: the dealer names a number, and why it must be that one (HH-31, HH-R10)."""
    number = options.dealers_number or choose_points(table.chance)
    table.tell("number", n=number, why=table.chance.choice(REASONS))
    return Goal(point_target(number, options.length, len(table.ring)))


# ---- the game


async def play(table: Table, options: Options) -> Result:
    """One game, from the code of conduct to the payments, in the rulebook's order (HH-03 to HH-15)."""
    table.clear()
    hag = Hag(table.carry)
    newcomers = [seat for seat in table.ring if seat not in hag.nicknames]
    for seat in table.ring:
        hag.name(seat)
    if options.codes:
        code = hag.new_code(table.chance)
        table.show(Open("code", told(hag.codes)))
        if code is not None or newcomers:
            table.tell("codes", codes=" ".join(told(hag.codes)))
        if NICKNAMES in hag.codes:
            table.show(NicknamesOnTable(hag.nicknames))
            for seat in newcomers:
                table.tell("nickname", (seat,), name=hag.name(seat))
    spot = Spotlight(table, options)
    game = Round(table, options, hag, spot)
    table.tell("set", die=game.die, half=SETS[game.die].house)
    await take_wagers(game)
    if game.wagers:
        await game.bargain()
        game.roll_house()
        await game.roll()
        await game.results()
        hag.games += 1
    table.take_off(InvitationOnTable)
    for seat in sorted(table.gone):
        hag.leave(seat)
    pays = game.pays()
    why = {seat: Line(*_noted(table, seat)) for seat in table.ring}
    headline = Line(table.words["result:played" if game.rolled else "result:nothing"], {"total": game.total})
    notes = (
        (Line(table.words["result:forehead"], {"seat": hag.forehead}),) if hag.forehead is not None else ()
    )
    rows = rows_of(table.ring, pays, why)
    caught = {seat: {"caught": staked} for seat, staked in game.caught.items()}
    ranked = not options.kind_hag
    result = Result(
        headline, rows, tuple(pays), hag.carry(), caught, notes=(*game.notes, *notes), ranked=ranked
    )
    return await spot.finish(result, house=True)


def _noted(table: Table, seat: int) -> tuple[str, Mapping[str, Any]]:
    """The note beside a seat, as its reason."""
    kind, values, words = table.seats.notes[seat]
    return words[f"note:{kind}"], values


def departs(options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
    """A seat leaves between two games: its luck, its warning and its nickname go with it (HH-R8)."""
    hag = Hag(carry)
    hag.leave(seat)
    return Departure(hag.carry())


def sensible(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Wagers one, obeys every code, takes no bargain, since each of them costs more than it brings (OD-HH4)."""
    prompt = ask.prompt
    assert prompt is not None
    if ask.kind == "wager":
        return 1
    return "give" if ask.kind == "green" else prompt.default


GAME = Game(
    key="hags_haggle",
    title="Hag's Haggle",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Roll the total of the hag's two dice, mind her manners, mind her bargains.",
    example="The hag rolls 2 and 3. Ann's g8 shows 5: a match, 3g8 for her. A 7 trades her g8 for a g4, a 4 loses it.",
    version=2,
    seats=(1, 8),
    complexity="medium",
    minutes=2,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: 1),
    money_for=money_for,
    words={**POINT_WORDS, **SPOT_WORDS, **DEALER_WORDS, **thirteen.WORDS, **WORDS},
    rules=RULES + SPOT_RULES,
    remarkable=("thirteen",),
    policies={"sensible": unmoved(sensible)},
    seconds={**SECONDS, **DEALER_SECONDS, "shot": 20, "so_close": 20, "redeem": 20, "beginners_luck": 20},
    departs=departs,
)
