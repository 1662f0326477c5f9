"""The catalogue of all games. A new game is one file and one line here.

Nobody imports it: the package names it as an entry point, by which the start-up registers the games as it does those of
other packages, and everybody else asks `games.registry`. So a file that looks a game up does not need all of them.
"""

from __future__ import annotations

from games import tavern, village, wyrms
from games.computer.erring import with_levels
from games.engine.game import Game
from games.gembones import barovian_boneyard, fireball, hags_haggle, lucky_13, rolled_gold, tiamat, tripledip
from games.parlour import (
    adventurers_choice,
    city_square,
    den_of_thieves,
    dragon_hordes,
    jack_of_all_trades,
    kings_council,
    rogues_and_warriors,
    the_wheel,
    three_kingdoms,
    threes,
)
from games.registry import register

CATALOGUE: tuple[Game, ...] = (
    rogues_and_warriors.GAME,
    threes.GAME,
    kings_council.GAME,
    three_kingdoms.GAME,
    den_of_thieves.GAME,
    jack_of_all_trades.GAME,
    city_square.GAME,
    the_wheel.GAME,
    dragon_hordes.GAME,
    adventurers_choice.GAME,
    barovian_boneyard.GAME,
    tripledip.GAME,
    lucky_13.GAME,
    rolled_gold.GAME,
    hags_haggle.GAME,
    fireball.GAME,
    tiamat.GAME,
    village.GAME,
    wyrms.GAME,
    tavern.GAME,
)


def register_catalogue() -> None:
    """Make the games of this package known to the process, with the levels of their computer players."""
    for game in CATALOGUE:
        game.policies = with_levels(game.key, game.policies)
        register(game)
