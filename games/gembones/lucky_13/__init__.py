"""Lucky No. 13: roll up to four gembones one by one; 13 wins at once, else the nearest below it (L13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from pydantic import Field, model_validator

from games.engine import GUEST, Choose, Departure, Game, Line, Pay, Result, Table, shows
from games.engine.money import COIN, SIZES
from games.gembones.lucky_13.computer import guest, optimal
from games.gembones.lucky_13.payments import find_winner, keys, payments
from games.gembones.lucky_13.text import NAMES, RULES, WORDS
from games.gembones.lucky_13.turn import BLESSINGS, DICE, LUCKY, Player, Turn
from games.gembones.shared.point_race import WORDS as POINT_WORDS
from games.gembones.shared.point_race import Goal, by_points
from games.gembones.shared.points import Length, money_for
from games.gembones.shared.stakes import WORDS as STAKE_WORDS
from games.gembones.shared.stakes import count_text, rows_of, stakes_window
from games.gembones.spotlight import Spotlight
from games.gembones.spotlight.options import RULES as SPOT_RULES
from games.gembones.spotlight.options import SECONDS, SpotlightOptions, unmoved
from games.gembones.spotlight.options import WORDS as SPOT_WORDS

TIES = ("g10", "g8", "g6", "g4", COIN)
"""What the order of play is rolled with; the coin again and again (L13-10 to L13-12, L13-R4)."""


def _blessing(name: str, description: str, example: str) -> Any:
    """The option that gives one trickster's blessing to everybody (L13-32)."""
    return Field(False, title=NAMES[name], description=description, json_schema_extra=shows(example))


class Options(SpotlightOptions):
    """Options of Lucky No. 13."""

    garls_gratuitous_gift: bool = _blessing(
        "garl",
        "In somebody else's turn you may roll one of your own gembones for their total.",
        "Bob stands at 9. Ann, whose turn is to come, rolls her g4 for him: a 4. Bob has 13, Ann pays nothing.",
    )
    brandobaris_little_luck: bool = _blessing(
        "brandobaris",
        "If you bust, another gembone may replace your last roll, and ends your turn.",
        "g10 = 8 and g6 = 6 are 14. The g4 replaces the g6 and shows 3: 11, and the turn is over.",
    )
    leiras_dice_deception: bool = _blessing(
        "leira",
        "Once in your turn you must say one higher or one lower than you rolled, and that counts.",
        "g10 = 8 and g6 = 6 would be 14; the 6 is called a 5, and 13 wins.",
    )
    masks_shadow_swindle: bool = _blessing(
        "mask",
        "When a neighbour's turn ends, the smallest gembone left unrolled is yours.",
        "Ann stops with g8 and g10 unrolled: her neighbour takes the g8.",
    )
    tymoras_bold_blessing: bool = _blessing(
        "tymora",
        "At exactly 12 you may flip a coin: heads is 13, tails is a bust.",
        "Ann has 12 and flips: heads is 13 and wins, tails is 14 and a bust.",
    )
    waukeens_winning_wealth: bool = _blessing(
        "waukeen",
        "If you win, whoever had 10 or more pays the largest gembone rolled.",
        "The winner has 12. Dot stopped at 10 with g8 = 8 and g4 = 2, and pays the g8, not the g4.",
    )
    blessings_of_the_tricksters: bool = Field(
        False,
        title="Blessings of the Tricksters",
        description="Up to six players, each champion of another trickster and blessed by that one alone.",
        json_schema_extra=shows(
            "Bob rolls lowest for the order and chooses Tymora: at 12 he alone may flip the coin."
        ),
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        """All six by draft, or some for everybody (GEN-R5)."""
        if self.blessings_of_the_tricksters and self.everybodys:
            raise ValueError(
                "Blessings of the Tricksters deals the six blessings out: switch the single ones off."
            )
        return self

    @property
    def everybodys(self) -> tuple[str, ...]:
        """The blessings that all players have (L13-32)."""
        values = self.model_dump()
        return tuple(
            name for name in BLESSINGS if any(v and field.startswith(name) for field, v in values.items())
        )


def point_target(length: Length, players: int) -> int:
    """The points that win a point match (L13-47, L13-48)."""
    return LUCKY if length == "quick" else LUCKY * players


def goal(table: Table, options: Options) -> Goal:
    """When a match for points is won."""
    return Goal(point_target(options.length, len(table.ring)))


# ---- the order of play, and the draft


def order_of_play(table: Table, seats: Sequence[int], tries: int = 0) -> list[int]:
    """Who plays when: the lowest roll first; equals settle it among themselves (L13-10 to L13-12, L13-R4)."""
    if len(seats) == 1:
        return [*seats]
    die = TIES[min(tries, len(TIES) - 1)]
    rolls: dict[int, list[int]] = {}
    for seat in seats:
        face = table.chance.die({**SIZES, COIN: 2}[die])
        rolls.setdefault(face, []).append(seat)
        table.tell("order_roll", seat=seat, die=f"{die}:{face}")
    return [seat for face in sorted(rolls) for seat in order_of_play(table, rolls[face], tries + 1)]


async def draft(table: Table, order: Sequence[int], anew: bool) -> dict[int, str]:
    """Who champions whom: kept from game to game; who has no deity chooses, in the order of play (L13-33 to L13-35)."""
    deities: dict[int, str] = {} if anew else dict(table.carry.get("deities", ()))
    table.phase("draft")
    for seat in order:
        left = tuple(name for name in BLESSINGS if name not in deities.values())
        if seat not in deities:
            deities[seat] = await table.ask(seat, Choose("blessing", left, left[0], public=True))
            table.tell("champion", seat=seat, name=NAMES[deities[seat]])
    return deities


def departs(options: Options, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
    """A seat leaves between two games: its deity is free again."""
    return Departure(_carried({**dict(carry.get("deities", ())), seat: ""}))


def _carried(deities: Mapping[int, str]) -> dict[str, Any]:
    kept = [[seat, name] for seat, name in sorted(deities.items()) if name]
    return {"deities": kept} if kept else {}


# ---- the game


async def play(table: Table, options: Options) -> Result:
    """One game, from the order roll to the payments (L13-10 to L13-29)."""
    table.clear()
    held = options.blessings_of_the_tricksters and table.carry.get("deities")
    needed = dict.fromkeys(DICE, 1)
    ways = ("stake", "stake_anew") if held else ("stake",)
    answers = await stakes_window(table, count_text(needed), needed, ways)
    # one alone rolls nothing
    order = order_of_play(table, [*answers]) if len(answers) > 1 else []
    deities = dict(table.carry.get("deities", ())) if held else {}
    if options.blessings_of_the_tricksters and order:
        # a new draft only if all want one (L13-R5)
        deities = await draft(table, order, anew={*answers.values()} == {"stake_anew"})
    players = [Player(s, (deities[s],) if s in deities else options.everybodys) for s in order]
    table.show(*players)
    table.phase("turns")
    if order:
        table.tell("order", seats=tuple(order))

    pays: list[Pay] = []
    spot = Spotlight(table, options)
    for player in players:
        pays += await Turn(table, players, player, spot).play()
        if player.total == LUCKY and not player.caught:
            break
    winner, tied = find_winner(table, players)
    pays += payments(players, winner, tied)
    for player in players:
        player.truth = True
        if player.lied:
            table.tell("truth", seat=player.seat, dice=keys(player.own))
    for seat in sorted(table.gone):
        deities.pop(seat, None)
    return await spot.finish(_finish(table, players, winner, pays, _carried(deities)), house=False)


def _finish(
    table: Table,
    players: Sequence[Player],
    winner: Player | None,
    pays: Sequence[Pay],
    carry: Mapping[str, Any],
) -> Result:
    words = table.words
    why = dict.fromkeys(table.ring, Line(words["note:passes"]))
    for player in players:
        kind = "why:unplayed" if not player.had_turn else "why:bust" if player.total > LUCKY else "why"
        why[player.seat] = Line(words[kind], {"total": player.total, "dice": keys(player.own)})
    how = (
        "nothing"
        if not players
        else "bust"
        if winner is None
        else "lucky"
        if winner.total == LUCKY
        else "near"
    )
    values = {"seat": winner.seat, "total": winner.total} if winner else {}
    first = [winner.seat] if winner else []
    headline = Line(words[f"result:{how}"], values)
    rows = rows_of(table.ring, pays, why, first)
    return Result(headline, rows, tuple(pays), carry)


GAME = Game(
    key="lucky_13",
    title="Lucky No. 13",
    rulebook="Glittergold's Guide to Gambling",
    pitch="Roll one by one towards 13, and stop before you go over.",
    example="Ann stops at 11 (g10 = 6, g6 = 5). Bob rolls 7 and 6: 13! Ann pays the g10, her highest result.",
    version=1,
    seats=(2, 8),
    complexity="medium",
    minutes=2,
    money="gembones",
    options=Options,
    play=by_points(play, goal, lambda options: 2),
    money_for=money_for,
    words={**STAKE_WORDS, **POINT_WORDS, **SPOT_WORDS, **WORDS},
    rules=RULES + SPOT_RULES,
    party={"blessings_of_the_tricksters": "guest"},
    policies={"optimal": unmoved(optimal), GUEST: unmoved(guest)},
    seconds={**SECONDS, "roll": 60, "say": 60, "swap": 15, "gift": 5},
    seats_for=lambda options: (2, 6) if options.blessings_of_the_tricksters else (2, 8),
    departs=departs,
)
