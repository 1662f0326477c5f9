"""Speed of the rules alone: Rogues and Warriors with four seats against pokerkit's No-Limit Single Draw.

Both have antes, two streets of no-limit betting, one choice of cards between them and a showdown, and both are played
at random from what they offer. A decision is an answer of a player; cards dealt and pots paid are not counted.
"""

from __future__ import annotations

from random import Random
from sys import setprofile
from types import FrameType

from pokerkit import Automation, NoLimitDeuceToSevenLowballSingleDraw, State

import games.engine.match as match_module
from benchmarks.figures import Figure, in_turn
from games.engine import Answer, Choose, Header, Match, Pick, Prompt, Seed
from games.parlour.rogues_and_warriors import GAME

SEATS = 4
STAKE = 50
GOAL_PURE, GOAL_COMPILED = 8.5, 12
"""Times the decisions of the peer in the same time: from the sources, and with the core that `make compiled` makes."""


def header(number: int) -> Header:
    """Return the header of a match of four seats with fifty pieces each."""
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
    """Return the least, the most, or any amount, as `which` says: 0, 1 or 2."""
    return (low, high, low + int(luck.random() * (high - low + 1)))[which]


def answer(prompt: Prompt, luck: Random) -> Answer:
    """Return a random answer: an option, the least, the most or any amount, as for pokerkit below."""
    if isinstance(prompt, Choose):
        options, amount = prompt.options, prompt.amount
        if amount is None:
            return options[int(luck.random() * len(options))]
        choice = int(luck.random() * (len(options) + 3)) - len(options)
        return options[choice] if choice < 0 else size(choice, amount.low, amount.high, luck)
    assert isinstance(prompt, Pick)
    return [int(luck.random() * len(prompt.items))]


def play(match: Match, luck: Random) -> Match:
    """Play a match to its end, at random."""
    while match.result is None:
        ask = next(iter(match.open.values()))
        match.answer(ask.id, ask.seat, answer(ask.prompt, luck))
    return match


def ours(headers: list[Header], *, digests: bool) -> int:
    """Play a match of each header, and return the number of decisions."""
    luck = Random(1)
    return sum(len(play(Match(GAME, header, digests=digests), luck).rows) for header in headers)


def replays(played: list[Match]) -> int:
    """Replay the matches from their rows, compare the digests, and return the number of decisions."""
    return sum(len(Match.replay(GAME, match.header, match.rows).rows) for match in played)


AUTOMATIC = tuple(Automation)


def theirs(hands: int) -> int:
    """Play hands of pokerkit, and return the number of decisions."""
    luck = Random(1)
    decisions = 0
    for _ in range(hands):
        state = NoLimitDeuceToSevenLowballSingleDraw.create_state(AUTOMATIC, True, 1, 1, 1, STAKE, SEATS)
        while state.status:
            decisions += 1
            if state.actor_index is None:
                _draw(state, luck)
            else:
                _bet(state, luck)
    return decisions


def _draw(state: State, luck: Random) -> None:
    """Change one card, as one is shown in our game."""
    seat = state.stand_patter_or_discarder_index
    assert seat is not None
    cards = tuple(state.get_down_cards(seat))
    state.stand_pat_or_discard((cards[int(luck.random() * len(cards))],))


def _bet(state: State, luck: Random) -> None:
    fold = state.can_fold()
    options = 2 if fold else 1
    raises = state.can_complete_bet_or_raise_to()
    choice = int(luck.random() * (options + 3 * raises)) - options
    if choice >= 0:
        low = int(state.min_completion_betting_or_raising_to_amount or 0)
        high = int(state.max_completion_betting_or_raising_to_amount or 0)
        state.complete_bet_or_raise_to(size(choice, low, high, luck))
    elif choice == -2:
        state.fold()
    else:
        state.check_or_call()


def calls(played: list[Match]) -> float:
    """Calls of functions, built-in ones too, that the engine and the rules make for a decision."""
    count = 0

    def counted(frame: FrameType, event: str, function: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    setprofile(counted)
    for match in played:
        again = Match(GAME, match.header, digests=False)
        for row in match.rows:
            again.answer(row.ask, row.seat, row.answer)
    setprofile(None)
    return count / sum(len(match.rows) for match in played)


def run(quick: bool) -> list[Figure]:
    """Measure live play against pokerkit, and replay against live play."""
    matches = 300 if quick else 1500
    rounds = 3 if quick else 7
    headers = [header(number) for number in range(matches)]
    live, peer = in_turn(rounds, lambda: ours(headers, digests=False), lambda: theirs(matches // 5))
    luck = Random(1)
    played = [play(Match(GAME, header), luck) for header in headers]
    again, journalled = in_turn(rounds, lambda: replays(played), lambda: ours(headers, digests=True))
    is_compiled = not (match_module.__file__ or "").endswith(".py")
    goal = GOAL_COMPILED if is_compiled else GOAL_PURE
    figures = [
        Figure("Rogues and Warriors, 4 seats", "decisions/s", live, peer, "pokerkit, single draw", goal),
        Figure(
            "the same, with the journal's digests", "decisions/s", journalled, peer, "pokerkit, single draw"
        ),
        Figure("replay from the journal", "decisions/s", again, journalled, "live play", 1),
    ]
    if not is_compiled:  # nobody can count the calls between compiled functions
        figures.append(Figure("calls a decision", "calls", calls(played)))
    return figures
