"""Side bets of spectators on a duel: one pool a duellist, the winners share the losers' pool (TM-39, TM-40, TM-R11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine import HOUSE, Answer, Choose, Cost, InvitationOnTable, Line, Pay, Prompt, Range, Table
from games.engine.questions import Ask

MOST_BETTORS = 20
MOST, USUAL = 1000, (4, 10, 20)
"""Pieces that a spectator may bet, and the sums that are offered."""
BIG_WIN = 100
"""Pieces: whoever wins as many is asked once for a tip (TM-R12)."""
TIPS = ("g4", "g10", "g20")
CLOSE = Choose("bets", ("close",), "close", clock="quick")
"""To the house: so long bets are taken at least, however fast the duellists are."""

WORDS: Mapping[str, str] = {
    "rail:bets": "Bet on the duel",
    "bets": "Bets are taken.",
    "bets:close": "No more bets",
    "bets_open": "Spectators may bet until the first blows.",
    "side": "Who wins the duel? Those who are right share what the others bet.",
    "side:one": "{one:seat}",
    "side:other": "{other:seat}",
    "side:pass": "No bet",
    "wager": "How many pieces on {on:seat}?",
    "wager:amount": "Bet {n}",
    "wager:pass": "No bet",
    "bets_on": "{seat:seat} bets {n} on {on:seat}.",
    "bets_back": "Nobody took the other side: all bets go back.",
    "tip": "You win {n} pieces. A tip for {duellist:seat}, who won them?",
    **{f"tip:{size}": f"Give {size}" for size in TIPS},
    "tip:pass": "No tip",
    "tips": "{seat:seat} tips {duellist:seat} {size}.",
    "why:bet": "bet {n} on {on:seat}",
}


class Bet(NamedTuple):
    """So many pieces of a spectator on a duellist."""

    seat: int
    on: int
    pieces: int


async def taken(
    table: Table, pair: Sequence[int], moves: Mapping[int, Prompt]
) -> tuple[dict[int, Answer], list[Bet]]:
    """Ask the duellists for their first moves, and meanwhile take bets; gives the moves, and the bets in order.

    Bets close when all moves are in, but not before the house says so; a bet that is not complete by then is none.
    """
    one, other = pair
    asks = {seat: Ask(seat, prompt, table.words) for seat, prompt in moves.items()}
    asks[HOUSE] = Ask(HOUSE, CLOSE, table.words)
    awaited, answers = set(asks), dict[int, Answer]()
    chosen: dict[int, int] = {}
    bets: list[Bet] = []
    who = Choose("side", ("one", "other", "pass"), "pass", clock="window", says={"one": one, "other": other})

    def still_open() -> list[Ask]:
        for seat in table.rail:
            if seat not in asks and seat not in table.gone:
                asks[seat] = Ask(seat, who, table.words)
        return [ask for ask in asks.values() if not ask.answered]

    table.welcome("bets", MOST_BETTORS)
    table.tell("bets_open")
    while awaited - set(answers):
        reply = await table.wait(still_open)
        seat, answer = reply.seat, reply.answer
        reply.ask.answered = True
        if seat in awaited:
            answers[seat] = answer
        elif seat in chosen and type(answer) is int:
            bets.append(Bet(seat, chosen[seat], answer))
            table.tell("bets_on", seat=seat, n=answer, on=chosen[seat])
        elif answer in ("one", "other"):
            chosen[seat] = one if answer == "one" else other
            asks[seat] = Ask(seat, how_much(chosen[seat]), table.words)
    table.take_off(InvitationOnTable)
    del answers[HOUSE]
    return answers, bets


def how_much(on: int) -> Choose:
    """The stake of a bet, set aside with the answer."""
    return Choose(
        "wager",
        ("pass",),
        "pass",
        Range(1, MOST, USUAL),
        clock="window",
        says={"on": on},
        costs={"amount": Cost({"piece": 1})},
    )


def settle(bets: Sequence[Bet], winner: int) -> list[Pay]:
    """The losers' pool to the winners in proportion, what is left over to the largest bet; one pool alone goes back."""
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


async def tips(table: Table, pays: Sequence[Pay], winner: int) -> list[Pay]:
    """Who has won much at a bet is asked once for a tip to the duellist who won it (TM-40, TM-R12)."""
    won: dict[int, int] = {}
    for pay in pays:
        won[pay.taker] = won.get(pay.taker, 0) + pay.amount
    asked = {
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
    given = []
    for seat, answer in (await table.ask_each(asked)).items():
        if answer != "pass":
            table.tell("tips", seat=seat, duellist=winner, size=answer)
            given.append(Pay(seat, winner, answer, 1))
    return given


def why(bets: Sequence[Bet], words: Mapping[str, str]) -> dict[int, Line]:
    """What each bettor bet, for the result."""
    return {bet.seat: Line(words["why:bet"], {"n": bet.pieces, "on": bet.on}) for bet in bets}
