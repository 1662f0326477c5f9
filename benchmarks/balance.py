"""Balance of the tavern's four characters: all four at one table, each played by the computer player.

Seats, decks and first player are drawn by lot, from a fixed seed; a tie counts in equal parts for those who tie.
"""

from __future__ import annotations

from benchmarks.figures import Figure
from games.engine import Chance, Header, Match, Seed
from games.tavern import GAME
from games.tavern.decks.builtin import BUILT_IN

SEATS = tuple(range(len(BUILT_IN.characters)))
FAIR = 100 / len(SEATS)


def winners(number: int) -> list[str]:
    """Return the characters that win one match."""
    header = Header(GAME.key, GAME.version, {"same_character": False}, SEATS, Seed("balance", number))
    match, luck = Match(GAME, header, digests=False), Chance(Seed("balance players", number))
    policy = GAME.policies["regular"]
    names = {event.values["seat"]: event.values["name"] for event in match.events if event.kind == "is"}
    while match.result is None:
        seat = next(ask.seat for ask in match.open.values() if not ask.answered)
        scene = match.scene(seat)
        ask = scene.mine()[0]
        match.answer(ask.id, seat, policy(scene, ask, luck), "computer")
    return [names[row.seat] for row in match.result.rows if row.place == 1]


def run(quick: bool) -> list[Figure]:
    """Measure the share of matches that each character wins: 15 to 35 % is the goal."""
    # With fewer matches, luck would look like strength too often.
    matches = 400 if quick else 4000
    won = dict.fromkeys((character.name for character in BUILT_IN.characters.values()), 0.0)
    for number in range(matches):
        first = winners(number)
        for name in first:
            won[name] += 100 / matches / len(first)
    best = max(won, key=lambda name: won[name])
    return [
        *(Figure(f"{name} wins", "%", share, FAIR, "a fair share", 0.6) for name, share in won.items()),
        Figure(f"the most that one wins: {best}", "%", won[best], FAIR, "a fair share", 1.4, "at most"),
    ]
