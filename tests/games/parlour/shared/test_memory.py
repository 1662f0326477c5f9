"""A match that has ended is freed at once: a search plays thousands, and the collector would have to find each."""

import gc

import pytest

from games.catalogue import GAMES
from games.engine import Chance, Header, Match, Seed


def play(key: str) -> Match:
    """Play a match of three, each with the first legal answer."""
    game = GAMES[key]
    ring = (0, 1, 2)
    match = Match(game, Header(key, game.version, {}, ring, Seed("memory", 0), dict.fromkeys(ring, 50)))
    luck = Chance(Seed("answers", 0))
    while not match.over:
        ask = next(iter(match.asks_of(0) + match.asks_of(1) + match.asks_of(2)))
        match.answer(ask.id, ask.seat, ask.prompt.legal(luck)[0])
    return match


@pytest.mark.parametrize("key", ["rogues_and_warriors", "threes", "kings_council", "den_of_thieves"])
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
