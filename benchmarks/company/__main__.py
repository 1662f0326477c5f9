"""`python -m benchmarks.company [ease|ratings] [GAME ...]`: measures levels of games, writes `levels.toml`.

Every game is measured by itself, from seeds of its own; those that aren't named keep what they have. What errors cost
in the best player's reckoning shows first how readily each level errs, then a ladder rates the levels; `ease` leaves
the ratings as they are, and takes some minutes, `ratings` the eases. A game whose best player doesn't weigh its answers
keeps its eases. All games take some hours of one processor.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from benchmarks.company.eases import eases_of
from benchmarks.company.ladder import scale_of
from games.catalogue import register_catalogue
from games.computer.levels import Scale, scales
from games.registry import GAMES

FILE = Path("games/computer/levels.toml")
HEAD = """\
# How readily each level of a game errs (the weakest first; 0 is the game's best player), the rating that this gives it,
# and the ratings of the players that the game has by name. Written by `python -m benchmarks.company`.
"""
USUAL = 400
MATCHES = {
    "rogues_and_warriors": 3600,
    "kings_council": 1200,
    "lucky_13": 1500,
    "rolled_gold": 2000,
    "dragon_hordes": 600,
    "threes": 320,
    "three_kingdoms": 2400,
    "jack_of_all_trades": 320,
    "city_square": 320,
    "tiamat": 2000,
    "den_of_thieves": 1200,
    "the_wheel": 2400,
    "burn_my_village": 480,
    "conclave_of_wyrms": 240,
    "adventurers_choice": 360,
}
"""The matches for games that are long, or quick."""
RECKONED = 100
"""The matches from which the eases come."""
SLOW = {"the_wheel": 40, "adventurers_choice": 30, "burn_my_village": 10, "conclave_of_wyrms": 3}
"""The same for games that are long, with many questions each."""
PARTS = ("ease", "ratings")
"""What may be measured alone, and the other left as it is."""
OF_CHANCE = ("fireball", "tripledip", "hags_haggle", "barovian_boneyard")
"""Games with nothing to do better or worse, but to dare more or less."""


def text_of(found: dict[str, Scale]) -> str:
    """Return the file."""
    lines = [HEAD]
    for key, scale in found.items():
        ratings = ", ".join(f"{name} = {rating}" for name, rating in scale.strengths.items())
        lines += [
            f"[{key}]",
            f"ease = [{', '.join(f'{ease:g}' if ease else '0.0' for ease in scale.ease)}]",
            f"ratings = [{', '.join(map(str, scale.ratings))}]",
            f"strengths = {{ {ratings} }}",
            f"matches = {scale.matches}",
            "",
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> None:
    """Measure the games that are named, or all, and write the file after each."""
    register_catalogue()
    named = sys.argv[1:]
    part = named.pop(0) if named and named[0] in PARTS else ""
    found = dict(scales())
    for key in named or [key for key in GAMES if key not in OF_CHANCE]:
        eases = found[key].ease
        if part != "ratings":
            eases = eases_of(GAMES[key], SLOW.get(key, RECKONED)) or eases
        if part == "ease":
            found[key] = msgspec.structs.replace(found[key], ease=eases)
        else:
            found[key], margin = scale_of(GAMES[key], eases, MATCHES.get(key, USUAL))
            fall = found[key].ratings[-1] - found[key].ratings[0]
            print(f"{key}: level 10 is {fall} ± {margin:.0f} points above level 1", flush=True)
        order = {each: found[each] for each in GAMES if each in found}
        FILE.write_text(text_of(order), "utf-8")
        print(key, found[key].ease, found[key].ratings, dict(found[key].strengths), flush=True)


if __name__ == "__main__":
    main()
