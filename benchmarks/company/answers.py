"""Measures how long answers take: `python -m benchmarks.company.answers [SEATS [MATCHES [GAME ...]]]`.

Every seat is the game's best player. The figures are milliseconds of a processor; the first match isn't counted, in
which tables are unpacked and odds counted once.
"""

from __future__ import annotations

import sys
from statistics import fmean

from benchmarks.company.duels import SEED, play
from games.catalogue import register_catalogue
from games.engine import Game, Seed
from games.registry import GAMES


def answers(game: Game, seats: int, matches: int) -> list[float]:
    """Return how long each answer of some matches took."""
    best = game.policies[game.strengths()[-1]]
    found = list[float]()

    def spent(_seat: int, taken: float) -> None:
        found.append(1000 * taken)

    for number in range(1 + matches):
        if number == 1:
            found.clear()
        play(game, dict.fromkeys(range(seats), best), Seed(f"{SEED} answers {game.key}", number), spent)
    return found


def main() -> None:
    """Measure what is named, four seats and two matches of every game unless named otherwise."""
    register_catalogue()
    named = sys.argv[1:]
    seats, matches, *keys = (*named, *("4", "2")[len(named) :])
    for key in keys or [key for key, game in GAMES.items() if game.strengths()]:
        low, high = GAMES[key].limits(GAMES[key].parse_options({}))
        took = answers(GAMES[key], max(low, min(high, int(seats))), int(matches))
        if took:
            print(
                f"{key}: {fmean(took):.1f} ms on average, {max(took):.1f} at most ({len(took)})", flush=True
            )


if __name__ == "__main__":
    main()
