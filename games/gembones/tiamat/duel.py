"""Dueling Dragons: two illusory dragons fight out a tie (TM-36 to TM-43, TM-R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.prompts import Choose
from games.engine.table import Table
from games.gembones.tiamat.side_bets import Bet, take_bets
from games.phrases import N_

ROUNDS = 20
"""After this many rounds the dragon with more hit points wins."""
HIT_POINTS = 10
"""The hit points of a dragon for each point of damage of the tied combination."""
CHARGED = 5
"""The least roll of a g6 that charges the breath again."""

ARENA = (100, 80, 60)
"""Length, breadth and height of the ruin in feet; no dragon leaves it (TM-37)."""


def dice_of(move: str, against: str) -> int:
    """Return the number of g6 of damage that a move does against the foe's move (TM-R10)."""
    if move == "breath":
        return 3
    if move == "claw":
        return 0 if against == "soar" else 2
    return 0 if against == "soar" else 1


async def both_agree(table: Table, lives: Mapping[int, int]) -> bool:
    """Ask two players, and return True if both want the duel; a player who does not answer declines."""
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
    """Fight the duel of two seats, and return the winner and the bets of spectators.

    `damage`: the damage of the tied combinations. With `betting`, spectators may bet until the first blows (TM-R11).
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
        questions = {seat: _move_question(left, charged, seat, foe[seat]) for seat in pair}
        if number == 1 and betting:
            moves, bets = await take_bets(table, pair, questions)
        else:
            moves = await table.ask_each(questions)
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


def _move_question(left: Mapping[int, int], charged: Mapping[int, bool], seat: int, foe: int) -> Choose:
    """Return the question for a move; the breath is offered only while it is charged."""
    moves = (N_("claw"), N_("breath"), N_("soar")) if charged[seat] else ("claw", "soar")
    return Choose("duel_move", moves, "claw", clock="window", says={"own": left[seat], "foe": left[foe]})


def _recharge(table: Table, charged: dict[int, bool], seat: int, move: str) -> None:
    """End a round: a breath just used is spent, and one spent before may charge again."""
    if charged[seat]:
        charged[seat] = move != "breath"
    elif move == "soar" or table.chance.die(6) >= CHARGED:
        charged[seat] = True
        table.tell("charges", seat=seat)


def last_standing(table: Table, left: Mapping[int, int]) -> int:
    """Return the dragon with more hit points left, even if both are below zero; equals roll a g20 each."""
    score = dict(left)
    while len({*score.values()}) == 1:
        for seat in score:
            score[seat] = table.chance.die(20)
            table.tell("breaks_tie", seat=seat, dice=(f"g20:{score[seat]}",))
    return max(score, key=lambda seat: score[seat])
