"""Every game of the catalogue beside Rogues and Warriors: how many decisions a second its rules take.

Matches are played at random beforehand and then played again from their answers, so that only the rules are timed:
looking for the question, checking the answer, playing on. Four seats, or as near to that as the game allows.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from benchmarks.figures import Figure, in_turn
from games.catalogue import GAMES
from games.engine import Chance, Game, Header, Match, Seed

MEASURE = "rogues_and_warriors"
SEATS, STAKE = 4, 50
SHORT: dict[str, dict[str, Any]] = {"adventurers_choice": {"rounds": 1}}
"""Options that cut an evening to a length that can be played over and over."""
SLOWEST = 1 / 5
"""No game of pots may be more than five times slower per decision."""


def header(game: Game, number: int) -> Header:
    """A match of a game in its base form; the first seat starts, where somebody does."""
    options = SHORT.get(game.key, {})
    low, high = game.limits(game.parse_options(options))
    ring = tuple(range(max(low, min(SEATS, high))))
    pieces = game.money == "pieces"
    return Header(
        game.key,
        game.version,
        options,
        ring,
        Seed("bench", number),
        dict.fromkeys(ring, STAKE) if pieces else {},
        {"starter": 0} if pieces else {},
    )


def play(game: Game, number: int, luck: Chance) -> Match:
    """One match, at random from what is offered."""
    match = Match(game, header(game, number), digests=False)
    while match.result is None:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))
    return match


def matches(game: Game, decisions: int) -> list[Match]:
    """Matches with so many decisions together, or a few more."""
    luck, played, there = Chance(Seed("bench players")), [], 0
    for number in count():
        played.append(play(game, number, luck))
        there += len(played[-1].rows)
        if there >= decisions:
            break
    return played


def again(played: list[Match]) -> Callable[[], int]:
    """Plays those matches once more from their answers; gives the decisions."""

    def work() -> int:
        return sum(
            len(Match.replay(match.game, match.header, match.rows, digests=False).rows) for match in played
        )

    return work


def run(quick: bool) -> list[Figure]:
    """Each game against Rogues and Warriors, in turns; games with pots have a goal."""
    decisions, rounds = (1000, 3) if quick else (5000, 7)
    others = [game for key, game in GAMES.items() if key != MEASURE]
    works = [again(matches(game, decisions)) for game in (GAMES[MEASURE], *others)]
    measure, *rates = in_turn(rounds, *works)
    return [
        Figure(
            game.title,
            "decisions/s",
            rate,
            measure,
            GAMES[MEASURE].title,
            SLOWEST if game.money == "pieces" else None,
        )
        for game, rate in zip(others, rates, strict=True)
    ]
