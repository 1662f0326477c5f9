"""Tiamat: five coloured cards, up to four discards, and the best dragon bites everybody else (TM)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import Field

from games.engine import GUEST, Game, Line, Result, Table, shows
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.stakes import WORDS as STAKE_WORDS
from games.gembones.shared.stakes import rows_of, stakes_window
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS
from games.gembones.tiamat import duel, side_bets
from games.gembones.tiamat.computer import guest, sensible
from games.gembones.tiamat.round import STAKE, Round

MOST_GAMES: Mapping[Length, int] = {"quick": 1, "full": 5}
"""Of a match for points (TM-41, TM-42)."""
PARTNERS = 4
"""The players of Bahamut: two teams of two (TM-27)."""


class Options(SpotlightOptions):
    """Options of Tiamat."""

    bahamut: bool = Field(
        False,
        title="Bahamut",
        description="Two teams of two, Chromatic and Metallic; partners never hurt each other. Four players.",
        json_schema_extra=shows(
            "Ann and Cid are Chromatic, Bob and Dot Metallic. Ann's Adult Dragon hurts Bob and Dot, and never Cid."
        ),
    )
    dracolich: bool = Field(
        False,
        title="Dracolich",
        description="Who is out may buy back in with another g100, up to three times.",
        json_schema_extra=shows("Bob is out, and buys back in with a g100: ten lives again."),
    )
    dueling_dragons: bool = Field(
        False,
        title="Dueling Dragons",
        description="The last two may fight out a tie with their dragons, if both agree.",
        json_schema_extra=shows(
            "Both have a Young Dragon: 30 hit points each. Ann claws, Bob soars: he takes nothing, she takes 1g6."
        ),
    )


def point_target(length: Length) -> int:
    """The games that win a match for points: one, or three of at most five (TM-41, TM-42, TM-R13)."""
    return 1 if length == "quick" else 3


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won; in Bahamut the wins are the team's (TM-R13)."""
    sides = {seat: at % 2 for at, seat in enumerate(table.ring)} if options.bahamut else {}
    return Goal(point_target(options.length), MOST_GAMES[options.length], sides)


# ---- one game


async def first_dealer(table: Table, seats: Sequence[int], spot: Spotlight) -> int:
    """Everybody rolls the g100; the highest deals first, and equals roll again (TM-05, TM-R14)."""
    rolling = list(seats)
    while True:
        rolls = {seat: table.chance.die(100) for seat in rolling}
        for seat, face in rolls.items():
            table.tell("rolls", seat=seat, dice=(f"g100:{face}",))
        fallen = {seat: [("g100", face)] for seat, face in rolls.items()}
        fallen = await spot.rolled(fallen, lambda seat, dice: None, dict.fromkeys(seats, STAKE))
        rolls = {seat: face for seat, [(_, face)] in fallen.items()}
        rolling = [seat for seat, face in rolls.items() if face == max(rolls.values())]
        if len(rolling) == 1:
            return rolling[0]


async def play(table: Table, options: Options) -> Result:
    """One game, hand after hand, in the rulebook's order (TM-03 to TM-24)."""
    table.clear()
    seats = [*await stakes_window(table, "1g100", STAKE)]
    if len(seats) < (PARTNERS if options.bahamut else 2):
        return Result(Line(table.words["result:nothing"]), rows_of(table.ring, [], {}))
    spot = Spotlight(table, options)
    dealer = await first_dealer(table, seats, spot)
    game = Round(table, options, seats)
    for seat in spot.caught:
        game.life[seat] = 0
        game.turn_counter(seat)
    if not game.sides():
        return Result(Line(table.words["result:nothing"]), rows_of(table.ring, [], {}))
    while len(game.sides()) > 1:
        hands = await game.hand(dealer)
        damage = game.bite(hands)
        if options.dracolich:
            await game.buy_back(hands)
        if options.dueling_dragons and not damage and len(game.players()) == 2:
            await game.duel(hands)
        dealer = game.after(dealer)[0]
    return await spot.finish(_finish(table, game), house=False)


def _finish(table: Table, game: Round) -> Result:
    """Who takes the hoard, and with how much life everybody stands there."""
    game.put_aside()
    words, winners, pays = table.words, game.players(), [*game.pays(), *game.won_bets]
    why = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for seat in game.seats:
        why[seat] = Line(words["why" if game.life[seat] else "why:out"], {"n": game.life[seat]})
    why |= side_bets.why(game.bets, words)
    for seat in winners:
        table.tell("wins", seat=seat)
    headline = Line(words["result:won" if len(winners) == 1 else "result:team"], {"seats": tuple(winners)})
    rows = rows_of([*table.ring, *(bet.seat for bet in game.bets)], pays, why, winners)
    notes = [Line(words["result:share"], {"seat": seat}) for seat in game.fallen_partners()]
    if game.duellists:
        notes.append(Line(words["result:tips"]))
    # the house tips whoever has shown its guests a duel (TM-40)
    return Result(headline, rows, tuple(pays), notes=tuple(notes), tips=game.duellists)


RULES = """\
**Five cards, five colours. Gather one dragon, or all five of Tiamat's heads, and be the last one alive.**

1. Everybody puts up a g100, which is also the counter of ten lives, and rolls it: the highest deals first.
   The counter shows tens: 70 is a life of seven, 00 is ten.
2. Five cards each, from ten of each of five colours. Discard up to four, all at the same time, and get as many.
3. All reveal. The best combination does its damage to everybody else, and your own hand blocks as much as it is worth.

| Combination | Cards | Damage |
|---|---|---|
| Tiamat | one of each colour | 5, and nothing blocks it |
| Ancient Dragon | five of a colour | 5 |
| Adult Dragon | four | 4 |
| Young Dragon | three | 3 |
| Dragon Wyrmling | two | 2 |

Players who tie for the best do not hurt each other with it, but everybody else, once. A tied player who has a second
pair does 2 to those tied who have none. Two Tiamats hurt each other too.

Without life you are out, and your g100 lies in the hoard. The next on the left deals. The last one alive takes the
hoard. If all go out at once, they come back with one life each.

**Variants.** *Bahamut*: two teams of two, Chromatic and Metallic (brass for green, gold for red, bronze for blue,
copper for black, silver for white), who sit in turn. Partners never hurt each other. If both are alive when both
opponents are out they split the hoard; one alone takes it all. One of each colour is called Bahamut on the Metallic
side. *Dracolich*: buy back in with another g100 and ten lives, right after the hand that put you out, at most three
times; but not if Tiamat ends the game. *Dueling Dragons*: if the last two tie without damage and both agree, their
dragons fight, with ten hit points for each point of damage of the tied hand. Choose in secret: *claw* 2g6, which a
soaring dragon dodges; *breath* 3g6, which always hits and must recharge (5 or 6 on a g6 after each later round);
*soar*, which recharges and does 1g6 to a dragon that does not soar. The winner takes the hoard. Spectators may bet on a
duel until the first blows: who is right shares what the others bet. The house tips both duellists a g4, once a day.

In points the winner of one game wins, or of most games in five: three wins end it, and equal leaders play on alone.

**Example.** Ann has four reds, an Adult Dragon; Bob three blues, Cid a pair. Bob loses 4 − 3 = 1, Cid 4 − 2 = 2.
"""

GAME = Game(
    key="tiamat",
    title="Tiamat",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Gather dragons of one colour, bite the others, and be the last one alive.",
    example="Ann has four of a colour, Bob three, Cid a pair. Bob loses 4 − 3 = 1 life, Cid 4 − 2 = 2.",
    version=2,
    seats=(2, 5),
    complexity="medium",
    minutes=8,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: PARTNERS if options.bahamut else 2),
    money_for=money_for,
    words={
        **SPOT_WORDS,
        **STAKE_WORDS,
        **POINT_WORDS,
        **duel.WORDS,
        "stake": "Put up {dice}? All of them go to the last one alive.",
        "rolls": "{seat:seat} rolls {dice:items} for the deal.",
        "discard": "Which cards do you discard, {most} at most? You get as many.",
        "discard:none": "Keep all",
        "worth": "If all were shown now: {what:line}, {n} damage.",
        "discards": "{seat:seat} discards {n}.",
        "keeps_all": "{seat:seat} keeps all cards.",
        "reveals": "{seat:seat}: {what:line} ({cards:items}).",
        "hurt": "{seat:seat} loses {n} and has {life} left.",
        "no_damage": "A tie: nobody is hurt.",
        "all_out": "All go down at once, and come back with one life each: {seats:seats}.",
        "out": "{seat:seat} is out.",
        "buy_back": "You are out. Another g100 for ten new lives?",
        "buy_back:buy": "Buy back in (1g100)",
        "buy_back:pass": "Stay out",
        "buys_back": "{seat:seat} rises again, with ten lives.",
        "wins": "{seat:seat} wins.",
        "note:out": "out",
        "phase:hand": "{dealer:seat} deals",
        "why": "alive",
        "why:out": "out",
        "result:won": "The hoard goes to {seats:seats}.",
        "result:team": "The hoard is split between {seats:seats}.",
        "result:share": "To share the hoard with {seat:seat}, who fell for it, is good form.",
        "result:tips": "The house tips both duellists a g4, once a day.",
        "result:nothing": "Too few put up a g100, and nothing is played.",
    },
    rules=RULES + SPOT_RULES,
    party={"bahamut": "guest"},
    shared_win_is_good_form=True,
    policies={"sensible": unmoved(sensible), GUEST: unmoved(guest)},
    seconds={**SECONDS, "discard": 45},
    seats_for=lambda options: (PARTNERS, PARTNERS) if options.bahamut else (2, 5),
)
