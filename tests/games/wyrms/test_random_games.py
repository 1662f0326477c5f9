"""Random matches of A Conclave of Wyrms: all end, and in every cycle every card is accounted for."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import Event, Match, Sheet
from games.engine.scene import RAIL
from games.wyrms import GAME
from games.wyrms.cards import DECK
from tests.helpers.random_matches import cases, finish, luck_of, random_header


def cycles(match: Match) -> list[list[Event]]:
    """Return the events of each cycle."""
    found: list[list[Event]] = []
    for event in match.events:
        if event.kind == "deals":
            found.append([])
        if found:
            found[-1].append(event)
    return found


@pytest.mark.rule("CW-06", "CW-12", "CW-79")
def test_random_matches_end_and_each_cycle_has_all_61_cards() -> None:
    for case in cases(200):
        luck = luck_of("wyrms", case)
        match = finish(Match(GAME, random_header(GAME, luck)), luck, leaves=60 if case % 3 == 0 else 0)
        played = cycles(match)
        assert len(played) == match.header.options.get("cycles", 6)
        for events in played:
            cards = Counter(event.values["card"] for event in events if event.kind in ("plays", "sets_aside"))
            # the extra card is out where several have predicted most
            out = [e for e in events if e.kind == "tied"]
            cards.update({e.values["card"] for e in events if e.kind == "looks"} if out else ())
            assert cards == Counter(DECK)
        sheet = next(block for block in match.scene(RAIL).blocks if isinstance(block, Sheet))
        assert len(sheet.rows) == 2 * len(played)
        assert match.result is not None
        totals = {row.seat: row.reason.values["total"] for row in match.result.rows if row.reason is not None}
        assert {row.seat for row in match.result.rows if row.place == 1} == {
            seat for seat, total in totals.items() if total == max(totals.values())
        }
