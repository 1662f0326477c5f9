"""Odds on request: exact chances and means of every game, computed from the tables by which the games are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from games.gembones.barovian_boneyard.odds import odds as barovian_boneyard
from games.gembones.fireball.odds import odds as fireball
from games.gembones.hags_haggle.odds import odds as hags_haggle
from games.gembones.lucky_13.odds import odds as lucky_13
from games.gembones.rolled_gold.odds import odds as rolled_gold
from games.gembones.shared.odds import Odds
from games.gembones.shared.options import GemboneOptions
from games.gembones.spotlight.options import SpotlightOptions
from games.gembones.tiamat.odds import odds as tiamat
from games.gembones.tripledip.odds import odds as tripledip

BY_GAME: Mapping[str, Callable[..., Iterator[Odds]]] = {
    "tripledip": tripledip,
    "lucky_13": lucky_13,
    "rolled_gold": rolled_gold,
    "barovian_boneyard": barovian_boneyard,
    "hags_haggle": hags_haggle,
    "fireball": fireball,
    "tiamat": tiamat,
}
"""A game's key to the function that lists its odds; each takes the game's options."""


def odds_of(game: str, options: GemboneOptions) -> Iterator[Odds]:
    """Yield the odds of a game under its options: each line is exact, or says with what it is not counted."""
    yield from BY_GAME[game](options)
    if isinstance(options, SpotlightOptions) and options.spotlight != "off":
        yield Odds("what talents change", None, uncounted="the spotlight")


ODDS: Mapping[str, Callable[..., Iterator[Odds]]] = {game: partial(odds_of, game) for game in BY_GAME}
"""A game's key to the function that tells its odds on request; each takes the game's options."""
