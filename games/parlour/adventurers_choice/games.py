"""The games of a night, and the additions that a Starting Player may choose (ADV-06, ADV-R5, ADV-R12)."""

from __future__ import annotations

from typing import Any

from games.engine.errors import BadOptions
from games.engine.game import Game
from games.parlour import (
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
from games.phrases import N_

BY_KEY: dict[str, Game] = {
    game.key: game
    for game in (
        rogues_and_warriors.GAME,
        threes.GAME,
        kings_council.GAME,
        jack_of_all_trades.GAME,
        three_kingdoms.GAME,
        den_of_thieves.GAME,
        dragon_hordes.WITH_LOANS,
        city_square.GAME,
        the_wheel.GAME,
    )
}
"""Every game of a night, simple ones first. The night has a list of its own: the catalogue has the night."""

FALLBACK = rogues_and_warriors.GAME.key
"""The game to play if none is chosen in time (ADV-R5)."""

SPLIT_RULES = ("king", "commoner")
"""Split Rules that may be chosen in place of Merchant's Rule (TIE-07, TIE-08)."""

Raw = dict[str, Any]
"""Options of a game, as plain values."""


def variants(game: Game) -> dict[str, str]:
    """Return the variants that a night may add to a game: option to title, in the order of its data sheet."""
    return {name: game.options.model_fields[name].title or name for name in game.night_variants}


NAMES: dict[str, str] = {
    **{name: title for game in BY_KEY.values() for name, title in variants(game).items()},
    "shares": N_("For shares"),
    "king": N_("King's Rule"),
    "commoner": N_("Commoner's Rule"),
}
"""The titles of all additions to a game."""


def offered(seats: int) -> tuple[str, ...]:
    """Return the games that this many seats can play (ADV-R5)."""
    return tuple(key for key, game in BY_KEY.items() if game.seats[0] <= seats <= game.seats[1])


def plain(game: Game, house: Raw) -> Raw:
    """Return the options of a game without variants: the night's own rules, and defaults for the rest."""
    return {name: value for name, value in house.items() if name in game.options.model_fields}


def additions(game: Game, raw: Raw, split_open: bool) -> dict[str, Raw]:
    """Return the terms that can still be added to the options `raw`, each with the resulting options.

    No term is offered twice, and none that the game refuses (BET-R21). `split_open`: the Starting Player may choose the
    Split Rule. A variant that exists only in games Played for Shares turns shares on (UC-R5).
    """
    by_rule = split_open and raw.get("split_rule") in SPLIT_RULES
    added: dict[str, Raw] = {}
    for name in variants(game):
        with_it = raw | {name: True}
        if name not in raw and _accepts(game, with_it) and not (by_rule and _for_shares(game, with_it)):
            added[name] = with_it
    if "stakes" in game.options.model_fields and not by_rule and not _for_shares(game, raw):
        added["shares"] = raw | {"stakes": "shares"}
        if split_open:
            added |= {rule: raw | {"split_rule": rule} for rule in SPLIT_RULES}
    return added


def _for_shares(game: Game, raw: Raw) -> bool:
    options: Any = game.parse_options(raw)
    return getattr(options, "stakes", None) == "shares"


def _accepts(game: Game, raw: Raw) -> bool:
    try:
        game.parse_options(raw)
    except BadOptions:
        return False
    return True
