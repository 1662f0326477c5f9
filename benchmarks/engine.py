"""Rules alone: Rogues and Warriors with four seats against the nearest game that pokerkit can be made to play.

Both have antes, two streets of no-limit betting and a showdown, and both are played at random from what they offer.
A decision is an answer of a player; cards dealt and pots paid are not counted.
"""

from __future__ import annotations

from random import Random

from pokerkit import Automation, BadugiHand, BettingStructure, Deck, Opening, State, Street

from benchmarks.figures import Figure, in_turn
from games.engine import Answer, Choose, Header, Match, Pick, Prompt, Seed
from games.parlour.rogues_and_warriors import GAME

SEATS = 4
STAKE = 50


def header(number: int) -> Header:
    """Four seats with fifty pieces each."""
    return Header(
        GAME.key,
        GAME.version,
        {},
        tuple(range(SEATS)),
        Seed("bench", number),
        dict.fromkeys(range(SEATS), STAKE),
        {"starter": 0},
    )


def size(which: int, low: int, high: int, luck: Random) -> int:
    """The least, the most, or any amount."""
    return (low, high, low + int(luck.random() * (high - low + 1)))[which]


def answer(prompt: Prompt, luck: Random) -> Answer:
    """Any answer: an option, the least, the most or any amount, as for pokerkit below."""
    if isinstance(prompt, Choose):
        options, amount = prompt.options, prompt.amount
        if amount is None:
            return options[int(luck.random() * len(options))]
        at = int(luck.random() * (len(options) + 3)) - len(options)
        return options[at] if at < 0 else size(at, amount.low, amount.high, luck)
    assert isinstance(prompt, Pick)
    return [int(luck.random() * len(prompt.items))]


def play(match: Match, luck: Random) -> Match:
    """To the end, at random."""
    while match.result is None:
        ask = next(iter(match.open.values()))
        match.answer(ask.id, ask.seat, answer(ask.prompt, luck))
    return match


def ours(matches: int, *, digests: bool) -> int:
    """So many matches; gives the decisions."""
    luck = Random(1)
    return sum(
        len(play(Match(GAME, header(number), digests=digests), luck).rows) for number in range(matches)
    )


def replays(played: list[Match]) -> int:
    """All of them again from their rows, digests compared; gives the decisions."""
    return sum(len(Match.replay(GAME, match.header, match.rows).rows) for match in played)


STREETS = tuple(
    Street(False, (face_up,), 0, False, Opening.POSITION, 1, None)  # one card each, then bets
    for face_up in (False, True)
)


def theirs(hands: int) -> int:
    """So many hands of pokerkit; gives the decisions."""
    luck = Random(1)
    decisions = 0
    for _ in range(hands):
        state = State(
            tuple(Automation),
            Deck.STANDARD,
            (BadugiHand,),
            STREETS,
            BettingStructure.NO_LIMIT,
            True,
            1,
            0,
            0,
            STAKE,
            SEATS,
        )
        while state.actor_index is not None:
            decisions += 1
            _act(state, luck)
    return decisions


def _act(state: State, luck: Random) -> None:
    fold = state.can_fold()
    options = 2 if fold else 1
    raises = state.can_complete_bet_or_raise_to()
    at = int(luck.random() * (options + 3 * raises)) - options
    if at >= 0:
        low = int(state.min_completion_betting_or_raising_to_amount or 0)
        high = int(state.max_completion_betting_or_raising_to_amount or 0)
        state.complete_bet_or_raise_to(size(at, low, high, luck))
    elif at == -2:
        state.fold()
    else:
        state.check_or_call()


def run(quick: bool) -> list[Figure]:
    """Live play against pokerkit, and replay against live play."""
    matches = 300 if quick else 1500
    rounds = 3 if quick else 7
    live, peer = in_turn(rounds, lambda: ours(matches, digests=False), lambda: theirs(matches // 5))
    luck = Random(1)
    played = [play(Match(GAME, header(number)), luck) for number in range(matches)]
    again, journalled = in_turn(rounds, lambda: replays(played), lambda: ours(matches, digests=True))
    return [
        Figure("Rogues and Warriors, 4 seats", "decisions/s", live, peer, "pokerkit, two streets", 8),
        Figure(
            "the same, with the journal's digests", "decisions/s", journalled, peer, "pokerkit, two streets"
        ),
        Figure("replay from the journal", "decisions/s", again, journalled, "live play", 1),
    ]
