"""A match that has ended is freed at once: a search plays thousands, and the collector would have to find each."""

import gc

import pytest

from games.engine import Header, Match, Seed
from games.registry import GAMES
from tests.helpers.random_matches import finish, luck_of


def play(key: str) -> None:
    """Play a match of three to its end."""
    game, ring = GAMES[key], (0, 1, 2)
    stakes = dict.fromkeys(ring, 50) if game.money == "pieces" else {}
    header = Header(key, game.version, {}, ring, Seed("memory", 0), stakes)
    finish(Match(game, header), luck_of("memory"))


KEEPS_ITSELF = "tavern"
"""A game whose decks and players know the whole table, and it knows them."""


@pytest.mark.parametrize("key", [key for key in GAMES if key != KEEPS_ITSELF])
def test_a_match_leaves_nothing_to_the_collector(key: str) -> None:
    play(key)
    gc.collect(1)
    gc.disable()
    try:
        play(key)
        # what is new is young: the old need not be looked through
        assert gc.collect(0) == 0
    finally:
        gc.enable()
