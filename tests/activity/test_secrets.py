"""What the socket sends to a viewer does not depend on what they may not see."""

from __future__ import annotations

import msgspec
import pytest

from activity.view import Turns, sections_of, whole
from games.engine import Match
from games.registry import GAMES
from tests.games.test_secrecy import PAINTED_EVERY, compared
from tests.helpers.activity_views import table_view

FEW = {"tavern": 1, "burn_my_village": 1, "conclave_of_wyrms": 1}
"""Matches that are compared, where each is long."""


TURNS = Turns()
"""The words of the log so far, which are the same for every viewer, kept as a table keeps them."""


def shown(match: Match, viewer: int) -> bytes:
    """The view. Differences are made of views alone, and drawings of the keys of the items in them."""
    return msgspec.json.encode(whole(sections_of(table_view(match, viewer), turns=TURNS)), enc_hook=str)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_sent_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, shown, FEW.get(key, 2), every=PAINTED_EVERY.get(key, 1)) >= 10
