"""A game on phones: every question is in sight with all that it takes to answer it, and so is the result.

`make soak` plays all games with one, two and five members.
"""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from games.registry import GAMES
from tests.browser.evening import walk
from tests.helpers.random_matches import SOAK

FEW = (("rogues_and_warriors", 5), ("barovian_boneyard", 2), ("tiamat", 1))
"""A pot, dice against the house, and a duel with dragons, in each company."""
WALKS = [(key, people) for key in GAMES for people in (1, 2, 5)] if SOAK > 1 else FEW


@pytest.mark.parametrize(("key", "people"), WALKS)
@pytest.mark.timeout(120 if SOAK == 1 else 3600)
async def test_every_question_is_in_sight(browser: Browser, key: str, people: int) -> None:
    walked = await walk(browser, key, people)
    assert len(walked.questions) >= people
    assert len(walked.endings) == people
    assert walked.faults == []
