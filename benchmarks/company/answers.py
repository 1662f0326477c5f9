"""Measures how long answers take: `python -m benchmarks.company.answers [SEATS [MATCHES [GAME ...]]]`.

Every seat is the game's best player. The figures are milliseconds of a processor; the first match isn't counted, in
which tables are unpacked and odds counted once. On a busy machine any answer may seem long, so the questions that took
longest are asked again, and the quickest of some tries tells how hard the hardest of them is.
"""

from __future__ import annotations

import sys
from statistics import fmean
from time import process_time
from typing import NamedTuple

from benchmarks.company.duels import SEED, play
from games.catalogue import register_catalogue
from games.engine import Answer, Chance, Game, OpenAsk, Scene, Seed
from games.registry import GAMES

HARD, TRIES = 32, 4
"""How many of the questions that took longest are asked again, and how often each."""


class Asked(NamedTuple):
    """A question, and the milliseconds that its answer took."""

    took: float
    scene: Scene
    ask: OpenAsk


def answers(game: Game, seats: int, matches: int) -> list[Asked]:
    """Return the questions of some matches."""
    found = list[Asked]()

    def timed(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer, took = _timed(game, scene, ask, luck)
        found.append(Asked(took, scene, ask))
        return answer

    for number in range(1 + matches):
        if number == 1:
            found.clear()
        play(game, dict.fromkeys(range(seats), timed), Seed(f"{SEED} answers {game.key}", number))
    return found


def hardest(game: Game, asked: list[Asked]) -> float:
    """Return how long the hardest question takes where nothing else wants the processor."""
    hard = sorted(asked, key=lambda each: -each.took)[:HARD]
    return max(
        min(
            _timed(game, each.scene, each.ask, Chance(Seed(f"{SEED} again", number)))[1]
            for number in range(TRIES)
        )
        for each in hard
    )


def _timed(game: Game, scene: Scene, ask: OpenAsk, luck: Chance) -> tuple[Answer, float]:
    best = game.policies[game.strengths()[-1]]
    started = process_time()
    answer = best(scene, ask, luck)
    return answer, 1000 * (process_time() - started)


def main() -> None:
    """Measure what is named, four seats and two matches of every game unless named otherwise."""
    register_catalogue()
    named = sys.argv[1:]
    seats, matches, *keys = (*named, *("4", "2")[len(named) :])
    for key in keys or [key for key, game in GAMES.items() if game.strengths()]:
        low, high = GAMES[key].limits(GAMES[key].parse_options({}))
        asked = answers(GAMES[key], max(low, min(high, int(seats))), int(matches))
        if asked:
            took = [each.took for each in asked]
            print(
                f"{key}: {fmean(took):.1f} ms on average, {max(took):.1f} at most ({len(took)}); "
                f"the hardest, asked again: {hardest(GAMES[key], asked):.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
