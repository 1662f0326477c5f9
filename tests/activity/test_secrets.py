"""What the socket sends to a viewer, byte for byte, does not depend on what they may not see."""

from __future__ import annotations

import pytest

from activity.frames import PageState
from activity.view import sections_of
from games.engine import Match
from games.registry import GAMES
from tests.games.test_secrecy import compared
from tests.helpers.activity_views import NOW, frame_of, table_view


def shown(match: Match, viewer: int) -> str:
    """The first frame, and the one that brings a page there from the lobby's state of the same table."""
    view = table_view(match, viewer)
    return frame_of(view).decode()


@pytest.mark.parametrize("key", sorted(GAMES))
def test_nothing_sent_depends_on_what_the_viewer_may_not_see(key: str) -> None:
    assert compared(key, shown, matches=5) >= 10


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_difference_tells_no_more_than_the_whole(key: str) -> None:
    """A page that has followed every change is sent what any other page with that view would be sent."""

    readers: dict[tuple[int, int], PageState] = {}

    def changes(match: Match, viewer: int) -> str:
        reader = readers.setdefault((id(match), viewer), PageState())
        frame = reader.frame(sections_of(table_view(match, viewer)), NOW)
        return "" if frame is None else frame.decode()

    assert compared(key, changes, matches=2) >= 4
