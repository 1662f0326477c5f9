"""Odds on request: exact chances and means of every game, computed from the tables by which the games are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from games.gembones.barovian_boneyard.odds import odds as barovian_boneyard
from games.gembones.fireball.odds import odds as fireball
from games.gembones.hags_haggle.odds import odds as hags_haggle
from games.gembones.lucky_13.odds import odds as lucky_13
from games.gembones.rolled_gold.odds import odds as rolled_gold
from games.gembones.shared.odds import Odds
from games.gembones.tiamat.odds import odds as tiamat
from games.gembones.tripledip.odds import odds as tripledip

ODDS: Mapping[str, Callable[..., Iterator[Odds]]] = {
    "tripledip": tripledip,
    "lucky_13": lucky_13,
    "rolled_gold": rolled_gold,
    "barovian_boneyard": barovian_boneyard,
    "hags_haggle": hags_haggle,
    "fireball": fireball,
    "tiamat": tiamat,
}
"""A game's key to the function that lists its odds; each takes the game's options."""
