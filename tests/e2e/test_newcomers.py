"""Two who have never been here, at a default table: the welcome purse is enough for every gembone game."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import play_one, sat_down, worth

GEMBONES = sorted(key for key, game in GAMES.items() if game.money == "gembones")


@pytest.mark.rule("GEM-R8", "GEM-05")
@pytest.mark.parametrize("key", GEMBONES)
async def test_newcomers_can_play_at_once(evening: Evening, key: str) -> None:
    ann, bob = await sat_down(evening, key)
    assert [await worth(evening, player) for player in (ann, bob)] == [160, 160], "one of each gembone"
    await ann.press("Start")
    await evening.quiet()
    table = evening.table(ann.channel)
    presses = 0
    while table.session is not None and presses < 400:
        await play_one(evening, [ann, bob], presses, avoid=("Fold", "Not this game"))
        presses += 1
        await evening.quiet()
    assert table.last_match is not None
    kinds = {event.kind for event in table.last_match.events}
    assert kinds & {"rolls", "reveals", "house", "locks"}, f"nothing was rolled: {kinds}"
    assert await evening.store.audit() == []
