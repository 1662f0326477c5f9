"""All games that can be played. A new game is one file and one line here."""

from __future__ import annotations

from games.engine import BadOptions, Game
from games.gembones import barovian_boneyard
from games.parlour import rogues_and_warriors, threes

GAMES: dict[str, Game] = {
    game.key: game for game in (rogues_and_warriors.GAME, threes.GAME, barovian_boneyard.GAME)
}


def find_game(key: str) -> Game:
    """The game with this key. Raises `BadOptions` with the known keys if there is none."""
    if key not in GAMES:
        raise BadOptions(f"There is no game {key!r}. Known: {', '.join(sorted(GAMES))}.")
    return GAMES[key]
