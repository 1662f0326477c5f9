"""Random matches of the village: all end, and every card is accounted for."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import Match, Zone
from games.engine.scene import RAIL
from games.village import GAME
from games.village.cards import full_deck
from games.village.options import Options
from tests.helpers.random_matches import cases, finish, luck_of, random_header


@pytest.mark.rule("PV-02", "PV-53", "PV-54")
def test_random_matches_end_with_every_card_of_the_deck_in_some_place() -> None:
    for case in cases(60, long=10_000):
        luck = luck_of("village", case)
        leaves = 80 if case % 3 == 0 else 0
        match = finish(Match(GAME, random_header(GAME, luck)), luck, leaves=leaves)
        options = match.options
        assert isinstance(options, Options)
        zones = [block for block in match.scene(RAIL).blocks if isinstance(block, Zone)]
        lying = Counter(card for zone in zones for card in zone.items)
        deck = Counter(full_deck(options.kinds, len(match.header.ring)))
        ran_out = any(event.kind == "ran_out" for event in match.events)
        assert ran_out or len(match.header.ring) - len(match.table.gone) < 2
        # who stays alone ends the game before its deck does
        assert lying == deck if ran_out else not lying - deck
