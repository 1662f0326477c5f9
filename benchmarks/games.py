"""Speed of the rules of every game, in decisions a second, beside Rogues and Warriors.

Matches are played at random in advance and then replayed from their answers, so that only the rules are timed: finding
the question, checking the answer, playing on. Four seats, or as near to that as the game allows.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from benchmarks.figures import Figure, in_turn
from games.engine import Chance, Game, Header, Match, Seed
from games.registry import GAMES

MEASURE = "rogues_and_warriors"
SEATS, STAKE = 4, 50
SHORT: dict[str, dict[str, Any]] = {"adventurers_choice": {"rounds": 1}}
"""Options that shorten a night, so that it can be played many times."""
SLOWEST = 1 / 5
"""No game of pots may be more than five times slower per decision."""


def header(game: Game, number: int) -> Header:
    """Return the header of a match in the game's base form; if a seat starts, it is the first."""
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
    """Play one match with random legal answers."""
    match = Match(game, header(game, number), digests=False)
    while match.result is None:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))
    return match


def matches(game: Game, decisions: int) -> list[Match]:
    """Play matches until they have at least `decisions` decisions together."""
    luck, played, total = Chance(Seed("bench players")), [], 0
    for number in count():
        played.append(play(game, number, luck))
        total += len(played[-1].rows)
        if total >= decisions:
            break
    return played


def replayer(played: list[Match]) -> Callable[[], int]:
    """Return a function that replays those matches and returns the number of decisions."""

    def work() -> int:
        return sum(
            len(Match.replay(match.game, match.header, match.rows, digests=False).rows) for match in played
        )

    return work


def run(quick: bool) -> list[Figure]:
    """Measure each game against Rogues and Warriors, in turns; games with pots have a goal."""
    decisions, rounds = (1000, 3) if quick else (5000, 7)
    others = [game for key, game in GAMES.items() if key != MEASURE]
    works = [replayer(matches(game, decisions)) for game in (GAMES[MEASURE], *others)]
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
