"""Buttons that features offer on shared messages: there with the feature, gone without it."""

from __future__ import annotations

from collections.abc import Iterable

from cogs.ui.components import Json, button
from cogs.ui.offers import Leads, Offers


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


def test_at_the_end_of_an_evening_only_what_brings_people_together_again_is_named() -> None:
    leads = Leads()
    leads.add("profile")
    leads.add("today", another_day=True)
    leads.add("night", anywhere=False, another_day=True)
    assert [leads.line(turn) for turn in range(3)] == ["profile", "today", "night"]
    assert [leads.line(turn, another_day=True) for turn in range(3)] == ["today", "night", "today"]
    assert leads.line(1, has_bot=False, another_day=True) == "today"
