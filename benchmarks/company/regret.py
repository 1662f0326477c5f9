"""Measures what longer thought would win: `python -m benchmarks.company.regret MATCHES [SEATS] GAME ...`.

Every seat is the game's best player. Each question that it weighs is weighed some more times with other samples: half
of these looks choose the best answer, the other half judge, so that what looks good by luck in the ones doesn't in the
others. What is left is how far the answers that were given lie behind the best.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import sqrt
from statistics import fmean, stdev

from benchmarks.company.duels import SEED, Z_95, play, seats_of
from benchmarks.company.eases import worth_in
from games.catalogue import register_catalogue
from games.computer.weighed import Weighed, weigh
from games.engine import Answer, Chance, Game, OpenAsk, Scene, Seed
from games.registry import GAMES

LOOKS = 3
"""The looks that choose, and as many that judge."""


def regrets(game: Game, seats: int, matches: int) -> dict[str, list[float]]:
    """Return by the unit of worths how far each answer of some matches lay behind the best."""
    best, found = game.policies[game.strengths()[-1]], defaultdict[str, list[float]](list)

    def policy(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        answer = best(scene, ask, luck)
        looks = [each for _ in range(2 * LOOKS) if (each := weigh(best, scene, ask, luck)) is not None]
        if looks:
            choice = max((each for each, _ in looks[0].ways), key=lambda each: _mean(each, looks[:LOOKS]))
            judged = looks[LOOKS:]
            found[looks[0].unit].append(_mean(choice, judged) - _mean(answer, judged))
        return answer

    for number in range(matches):
        play(game, dict.fromkeys(range(seats), policy), Seed(f"{SEED} regret {game.key}", number))
    return found


def _mean(answer: Answer, looks: list[Weighed]) -> float:
    return fmean(worth_in(answer, look.ways[-1][1], look.ways) for look in looks)


def main() -> None:
    """Measure the games that are named."""
    register_catalogue()
    matches, *named = sys.argv[1:]
    seats = int(named.pop(0)) if named[0].isdigit() else 0
    for key in named:
        for unit, lost in regrets(GAMES[key], seats or seats_of(GAMES[key]), int(matches)).items():
            margin = Z_95 * stdev(lost) / sqrt(len(lost))
            print(f"{key}: {fmean(lost):.4f} ± {margin:.4f} {unit} a question ({len(lost)})", flush=True)


if __name__ == "__main__":
    main()
