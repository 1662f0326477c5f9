"""Dueling Dragons: two illusory dragons fight out a tie (TM-36 to TM-43, TM-R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine import Choose, Table
from games.gembones.tiamat.side_bets import WORDS as BET_WORDS
from games.gembones.tiamat.side_bets import Bet, taken

ROUNDS = 20
"""After so many the higher hit points win."""
HIT_POINTS = 10
"""Of a dragon, for each point of damage that the tied combination does."""
CHARGED = 5
"""The least roll of a g6 that charges the breath anew."""

ARENA = (100, 80, 60)
"""Length, breadth and height of the ruin in feet; no dragon leaves it (TM-37)."""

WORDS: Mapping[str, str] = {
    **BET_WORDS,
    "duel": "A tie! Shall your dragons fight it out? The winner takes the hoard.",
    "duel:fight": "Fight it out",
    "duel:decline": "No, the next hand",
    "showdown_of_dragons": "The house announces a showdown of dragons: {seats:seats}, {points} hit points each, "
    "in a ruin {long} by {wide} by {high} feet that no dragon can leave!",
    "duel_move": "Your dragon has {own} hit points, the other {foe}. What does yours do?",
    "duel_move:claw": "Claw (2g6)",
    "duel_move:breath": "Breath (3g6)",
    "duel_move:soar": "Soar and dive (1g6)",
    "strikes": "{seat:seat}: {move}, {n} damage.",
    "hit_points": "{seat:seat} has {n} hit points left.",
    "charges": "The breath of {seat:seat} is charged again.",
    "breaks_tie": "{seat:seat} rolls {dice:items} for the last blow.",
    "duel_won": "{seat:seat} wins the duel.",
    "note:duel": "{n} hit points",
    "phase:duel": "Duel, round {n}",
}


def dice_of(move: str, against: str) -> int:
    """How many g6 of damage a move does against the foe's (TM-R10)."""
    if move == "breath":
        return 3
    if move == "claw":
        return 0 if against == "soar" else 2
    return 0 if against == "soar" else 1


async def agreed(table: Table, lives: Mapping[int, int]) -> bool:
    """Whether both of two players want the duel; who says nothing does not (TM-36)."""
    one, other = lives
    asks = {
        seat: Choose(
            "duel",
            ("fight", "decline"),
            "decline",
            clock="window",
            public=True,
            says={"life": lives[seat], "foe": lives[foe]},
        )
        for seat, foe in ((one, other), (other, one))
    }
    return all(answer == "fight" for answer in (await table.ask_each(asks)).values())


async def fight(
    table: Table, pair: Sequence[int], damage: int, *, betting: bool = True
) -> tuple[int, list[Bet]]:
    """The duel of two seats over a tie of combinations that do `damage`; gives the winner, and what spectators bet.

    With `betting`, bets are taken from the consent to the first blows (TM-38, TM-39, TM-R11).
    """
    one, other = pair
    foe = {one: other, other: one}
    left = dict.fromkeys(pair, HIT_POINTS * damage)
    charged = dict.fromkeys(pair, True)
    long, wide, high = ARENA
    table.tell("showdown_of_dragons", seats=tuple(pair), points=left[one], long=long, wide=wide, high=high)
    bets: list[Bet] = []
    for number in range(1, ROUNDS + 1):
        table.phase("duel", n=number)
        for seat in pair:
            table.note(seat, "duel", n=left[seat])
        asked = {seat: _move(left, charged, seat, foe[seat]) for seat in pair}
        if number == 1 and betting:
            moves, bets = await taken(table, pair, asked)
        else:
            moves = await table.ask_each(asked)
        for seat, move in moves.items():
            n = sum(table.chance.roll(dice_of(move, moves[foe[seat]]), 6))
            left[foe[seat]] -= n
            table.tell("strikes", seat=seat, move=move, n=n)
        for seat in pair:
            table.tell("hit_points", seat=seat, n=max(0, left[seat]))
        if min(left.values()) <= 0:
            break
        for seat, move in moves.items():
            _recharge(table, charged, seat, move)
    winner = last_standing(table, left)
    table.tell("duel_won", seat=winner)
    return winner, bets


def _move(left: Mapping[int, int], charged: Mapping[int, bool], seat: int, foe: int) -> Choose:
    """The choice of a round; the breath only while it is charged."""
    moves = ("claw", "breath", "soar") if charged[seat] else ("claw", "soar")
    return Choose("duel_move", moves, "claw", clock="window", says={"own": left[seat], "foe": left[foe]})


def _recharge(table: Table, charged: dict[int, bool], seat: int, move: str) -> None:
    """The end of a round: a breath just used is spent, one spent before may come back."""
    if charged[seat]:
        charged[seat] = move != "breath"
    elif move == "soar" or table.chance.die(6) >= CHARGED:
        charged[seat] = True
        table.tell("charges", seat=seat)


def last_standing(table: Table, left: Mapping[int, int]) -> int:
    """Who has more left, or is less far below nothing; equals roll a g20 until they differ."""
    score = dict(left)
    while len({*score.values()}) == 1:
        for seat in score:
            score[seat] = table.chance.die(20)
            table.tell("breaks_tie", seat=seat, dice=(f"g20:{score[seat]}",))
    return max(score, key=lambda seat: score[seat])
