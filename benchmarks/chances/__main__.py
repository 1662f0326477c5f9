"""Play the matches, fit the chances, and write them where the shark reads them."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.chances.fit import Features, Position, features, fit, surprise, table
from benchmarks.chances.matches import look, play_match
from games.engine import Chance, Seed
from games.tavern.computer import policy, shark
from games.tavern.computer.win_chance import FEWEST, MOST
from games.tavern.state import Tavern

FILE = Path(__file__).parents[2] / "games" / "tavern" / "computer" / "win_chance.toml"
SEED = "tavern chances"
MATCHES = 3000
ONE_OF = 2
"""One turn of so many is noted: those of a match are much alike."""
HELD_BACK = 5
"""One match of so many has no part in the fit, and tells how good it is."""
KINDS = {"regular": policy.judge, "shark": shark.judge}


def positions(number: int) -> list[Position]:
    """Play a match and return the positions that were noted in it."""
    luck = Chance(Seed(f"{SEED} lots", number))
    one = luck.below(MOST)
    kinds = {seat: "shark" if seat == one else "regular" for seat in range(MOST)}
    noted: list[Mapping[int, Features]] = []

    def note(game: Tavern, seat: int) -> None:
        if luck.below(ONE_OF) == 0:
            seats = game.seats_in_game(seat)
            noted.append(
                {
                    each: features(look(game, each), at / len(seats), kinds[each])
                    for at, each in enumerate(seats)
                }
            )

    won = play_match({seat: KINDS[kind] for seat, kind in kinds.items()}, Seed(SEED, number), note)
    # who went out with the last ones may share a win that no position after it could show
    return [Position(seats, won) for seats in noted if sum(won[seat] for seat in seats) > 1 - 1e-9]


def main() -> int:
    """Fit by as many matches as are asked for; return the exit status."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    used, tests = list[Position](), list[Position]()
    for number in range(matches):
        (used if number % HELD_BACK else tests).extend(positions(number))
    lines = [
        "# Written by `python -m benchmarks.chances`: what everything is worth, by how many players are left.\n"
    ]
    for left in range(FEWEST, MOST + 1):
        weights = fit([each for each in used if len(each.seats) == left], Chance(Seed(f"{SEED} fit", left)))
        rest = [each for each in tests if len(each.seats) == left]
        even = surprise({}, rest)
        print(f"{left} players left: loss {surprise(weights, rest):.3f} ({even:.3f} with equal chances)")
        lines += table(left, weights)
    FILE.write_text("\n".join(lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
