"""Buttons that features offer on shared messages: there with the feature, gone without it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cogs.evening.painter import evening_message
from cogs.evening.service import Evening, Moment
from cogs.ui.components import Json, button
from cogs.ui.offers import Offers

DEED = Moment("deed", 3, 0, 1, {"who": "Ann", "words": "Brave."})
TOLD = Evening(("Ann",), 0, (("threes", 3),), "wins", {"Ann": (0, 0)}, (DEED,))


def test_a_place_has_the_buttons_of_all_features_in_order() -> None:
    place: Offers[[int]] = Offers()
    assert place.buttons(1) == []

    @place
    def even_only(match: int) -> Iterable[Json]:
        if match % 2 == 0:
            yield button("Even", "even")

    @place
    def always(match: int) -> Iterable[Json]:
        yield button(f"Match {match}", "match")

    assert [each["label"] for each in place.buttons(2)] == ["Even", "Match 2"]
    assert [each["label"] for each in place.buttons(3)] == ["Match 3"]


async def test_a_moment_is_told_without_a_button_where_nobody_offers_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place: Offers[[int, int, str]] = Offers()
    monkeypatch.setattr("cogs.evening.painter.beside_moment", place)
    bare, _ = await evening_message(TOLD, drawn=False)
    assert bare["components"][0]["components"][-1] == {"type": 10, "content": "Ann: Brave."}

    @place
    def look(match: int, step: int, kind: str) -> Iterable[Json]:
        yield button("Look", f"look:{match}:{step}:{kind}")

    told, _ = await evening_message(TOLD, drawn=False)
    assert told["components"][0]["components"][-1]["accessory"]["custom_id"] == "look:3:0:deed"
