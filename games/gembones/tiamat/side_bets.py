"""Side bets of spectators on a duel, in one pool for each duellist (TM-39, TM-40).

Spectators who bet on the winner share the other pool in proportion to their bets (TM-R11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.prompts import Answer, Choose, Cost, Prompt, Range
from games.engine.questions import Ask
from games.engine.result import HOUSE, Pay
from games.engine.scene import Line
from games.engine.table import Table
from games.engine.table_objects import InvitationOnTable

MOST_BETTORS = 20
MOST, USUAL = 1000, (4, 10, 20)
"""The most pieces that a spectator may bet, and the amounts on buttons."""
BIG_WIN = 100
"""A spectator who wins this many pieces is asked once for a tip (TM-R12)."""
TIPS = ("g4", "g10", "g20")
CLOSE = Choose("bets", ("close",), "close", clock="quick")
"""The question to the house, whose clock keeps the bets open for a while, however fast the duellists are."""


class Bet(NamedTuple):
    """A bet of a spectator: `pieces` on the duellist `on`."""

    seat: int
    on: int
    pieces: int


async def take_bets(
    table: Table, pair: Sequence[int], moves: Mapping[int, Prompt]
) -> tuple[dict[int, Answer], list[Bet]]:
    """Take bets while the duellists choose their first moves; return the moves, and the bets in order.

    Bets close when all moves are in and the house has closed them. A bet that is not complete by then does not count.
    """
    one, other = pair
    asks = {seat: Ask(seat, prompt, table.words) for seat, prompt in moves.items()}
    asks[HOUSE] = Ask(HOUSE, CLOSE, table.words)
    # the bets stay open until all of these have answered
    awaited, answers = set(asks), dict[int, Answer]()
    chosen: dict[int, int] = {}
    bets: list[Bet] = []
    choice = Choose(
        "side", ("one", "other", "pass"), "pass", clock="window", says={"one": one, "other": other}
    )

    def open_asks() -> list[Ask]:
        for seat in table.rail:
            if seat not in asks and seat not in table.gone:
                asks[seat] = Ask(seat, choice, table.words)
        return [ask for ask in asks.values() if not ask.answered]

    table.welcome("bets", MOST_BETTORS)
    table.tell("bets_open")
    while awaited - set(answers):
        reply = await table.wait(open_asks)
        seat, answer = reply.seat, reply.answer
        reply.ask.answered = True
        if seat in awaited:
            answers[seat] = answer
        elif seat in chosen and type(answer) is int:
            bets.append(Bet(seat, chosen[seat], answer))
            table.tell("bets_on", seat=seat, n=answer, on=chosen[seat])
        elif answer in ("one", "other"):
            chosen[seat] = one if answer == "one" else other
            asks[seat] = Ask(seat, amount_question(chosen[seat]), table.words)
    table.take_off(InvitationOnTable)
    del answers[HOUSE]
    return answers, bets


def amount_question(on: int) -> Choose:
    """Return the question for the pieces of a bet, which are set aside with the answer."""
    return Choose(
        "wager",
        ("pass",),
        "pass",
        Range(1, MOST, USUAL),
        clock="window",
        says={"on": on},
        costs={"amount": Cost({"piece": 1})},
    )


def settle_bets(bets: Sequence[Bet], winner: int) -> list[Pay]:
    """Return the payments of the losing pool to the winners, in proportion to their bets.

    The remainder of the division goes to the largest bet. If one of the pools is empty all bets go back.
    """
    right = [bet for bet in bets if bet.on == winner]
    wrong = [bet for bet in bets if bet.on != winner]
    if not right or not wrong:
        return []
    pool, whole = sum(bet.pieces for bet in wrong), sum(bet.pieces for bet in right)
    shares = {bet.seat: pool * bet.pieces // whole for bet in right}
    largest = max(right, key=lambda bet: bet.pieces)
    shares[largest.seat] += pool - sum(shares.values())
    pays = []
    owed = {bet.seat: bet.pieces for bet in wrong}
    for taker, share in shares.items():
        for giver in owed:
            n = min(share, owed[giver])
            if n:
                pays.append(Pay(giver, taker, "piece", n))
                share, owed[giver] = share - n, owed[giver] - n
    return pays


async def ask_tips(table: Table, pays: Sequence[Pay], winner: int) -> list[Pay]:
    """Ask spectators who have won much for a tip to the duellist, and return the payments (TM-R12)."""
    won: dict[int, int] = {}
    for pay in pays:
        won[pay.taker] = won.get(pay.taker, 0) + pay.amount
    questions = {
        seat: Choose(
            "tip",
            (*TIPS, "pass"),
            "pass",
            clock="window",
            says={"n": n, "duellist": winner},
            costs={size: Cost({size: 1}) for size in TIPS},
        )
        for seat, n in won.items()
        if n >= BIG_WIN
    }
    tips = []
    for seat, answer in (await table.ask_each(questions)).items():
        if answer != "pass":
            table.tell("tips", seat=seat, duellist=winner, size=answer)
            tips.append(Pay(seat, winner, answer, 1))
    return tips


def bet_reasons(bets: Sequence[Bet], words: Mapping[str, str]) -> dict[int, Line]:
    """Return the bet of each spectator as a reason in the result."""
    return {bet.seat: Line(words["why:bet"], {"n": bet.pieces, "on": bet.on}) for bet in bets}
