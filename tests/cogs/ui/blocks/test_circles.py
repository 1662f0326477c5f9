"""Things in a circle: short lines for the table, names for the hand, words for the picture, and the picture itself."""

from __future__ import annotations

import pytest

from bot.face.art.drawing import Words
from bot.face.art.palette import CREAM, INK
from bot.face.text.card_names import item_name, item_sign, item_text
from cogs.ui.blocks.circles import circle_in_words, circle_lines
from cogs.ui.pictures.table_picture import picture_of
from games.engine import BACK, RAIL, Circle, CirclePlace, Part, Zone
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.games.the_wheel import CLOCK, ONE, TWO, night, plays


def compass(pointed: int | None = 1, *lying: str) -> Circle:
    """Four places, of which the last is closed; cards lie on the second."""
    cards = lying or ("L.owl", "L.owl", "B.hare")
    parts = (Part("allies", "+1", cards), Part("companions", "+2", ()))
    stands = (
        CirclePlace("North", "W.grey", 0, ()),
        CirclePlace("East", "L.grey", len(cards), parts),
        CirclePlace("South", "B.grey", 0, ()),
        CirclePlace("West", "M.grey", 0, (), "closed"),
    )
    return Circle("compass", stands, pointed, "ahead", Zone("box", None, (BACK, BACK)))


def test_a_line_a_place_clockwise_with_what_each_item_adds() -> None:
    head, *places, middle = circle_lines(compass(), named=False)
    assert head == "Compass, clockwise:"
    assert [place.split("**")[1] for place in places] == [
        "North 0",
        "East 3, ahead",
        "South 0",
        "West 0, closed",
    ]
    assert places[1].endswith(f"+1: {item_sign('L.owl')} ×2 {item_sign('B.hare')}")
    assert middle == "Box: 2 left"


def test_in_a_hand_panel_each_item_has_its_name() -> None:
    assert f"{item_text('L.owl')} ×2, {item_text('B.hare')}" in circle_lines(compass(), named=True)[2]


def test_the_words_of_the_picture_name_places_parts_and_items() -> None:
    told = circle_in_words(compass())
    assert f"East 3, ahead: allies {item_name('L.owl')} ×2, {item_name('B.hare')}." in told
    assert "West 0, closed" in told
    assert told.endswith("box 2")


@pytest.mark.rule("WH-01", "WH-05", "WH-13")
def test_the_wheel_lies_on_the_table_as_a_wheel_that_points_at_the_strongest_spoke() -> None:
    s = night(ONE, TWO, CLOCK, "L.wolf L.horse")
    plays(s, "A", "L.wolf", "L")
    found = picture_of(view_of(s.match, RAIL))
    assert found is not None
    assert "Lady 2, strongest: companions Lady of Wolves" in found.alt
    written = {part.text: part for part in found.drawing.parts if isinstance(part, Words)}
    assert {"Warrior", "Merchant", "Bard", "Lady", "Rogue", "Clock"} <= set(written)
    # the strongest is on gold, in dark ink
    assert (written["Lady"].fill, written["Bard"].fill) == (INK, CREAM)
