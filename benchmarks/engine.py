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


def answer(prompt: Prompt, luck: Random) -> Answer:
    """Any answer, with as little ado as for pokerkit below."""
    if isinstance(prompt, Choose):
        choices: list[Answer] = list(prompt.options)
        if prompt.amount is not None:
            low, high, _ = prompt.amount
            choices += sorted({low, high, luck.randint(low, high)})
        return luck.choice(choices)
    assert isinstance(prompt, Pick)
    return [luck.randrange(len(prompt.items))]


def play(match: Match, luck: Random) -> Match:
    """To the end, at random."""
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
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
    choices: list[int] = [0]
    if state.can_fold():
        choices.append(-1)
    if state.can_complete_bet_or_raise_to():
        low = int(state.min_completion_betting_or_raising_to_amount or 0)
        high = int(state.max_completion_betting_or_raising_to_amount or 0)
        choices += sorted({low, high, luck.randint(low, high)})
    choice = luck.choice(choices)
    if choice > 0:
        state.complete_bet_or_raise_to(choice)
    elif choice < 0:
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
