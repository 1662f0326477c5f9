"""What the socket sends to a viewer does not depend on what they may not see."""

from __future__ import annotations

import json

import pytest

from activity.art import art_of, items_in
from activity.view import sections_of, whole
from games.engine import Match
from games.registry import GAMES
from tests.games.test_secrecy import compared
from tests.helpers.activity_views import table_view

FEW = {"tavern": 1, "burn_my_village": 2, "conclave_of_wyrms": 2}
"""Matches that are compared, where each is long."""


def shown(match: Match, viewer: int) -> str:
    """The view, with the drawings that go with it. Differences are made of views alone."""
    view = whole(sections_of(table_view(match, viewer)))
    return json.dumps([view, {str(key): art_of(str(key)) for key in sorted(set(items_in([view])))}])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_sent_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, shown, FEW.get(key, 3)) >= 10
