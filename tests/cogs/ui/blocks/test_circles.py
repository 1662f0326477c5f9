"""Things in a circle: short lines for the table, names for the hand, words for the picture, and the picture itself."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.face.art import circle
from bot.face.art.board import TILES, Board, draw
from bot.face.art.circle import Ring
from bot.face.art.palette import GOLD
from bot.face.text.card_names import item_name, item_sign, item_text
from cogs.ui.blocks.circles import circle_in_words, circle_lines, circle_picture
from cogs.ui.table.pictures import picture_of
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


def pixels(ring: Ring) -> Image.Image:
    with Image.open(BytesIO(draw(Board("", (ring,))))) as opened:
        return opened.convert("RGB")


def gold(image: Image.Image, side: str) -> int:
    """Golden pixels in one half of a picture."""
    wide, tall = image.size
    left = 0 if side == "left" else wide // 2
    cropped = image.crop((left, 0, left + wide // 2, tall)).tobytes()
    pixels_of = zip(cropped[::3], cropped[1::3], cropped[2::3], strict=True)
    wanted = [int(GOLD[at : at + 2], 16) for at in (1, 3, 5)]
    return sum(sum(map(abs, map(int.__sub__, each, wanted))) < 40 for each in pixels_of)


def test_the_picture_points_at_its_place_and_at_no_other() -> None:
    east, west = pixels(circle_picture(compass(1))), pixels(circle_picture(compass(3)))
    assert gold(east, "right") > 2 * gold(east, "left")
    assert gold(west, "left") > 2 * gold(west, "right")
    assert gold(pixels(circle_picture(compass(None))), "left") < gold(west, "left") // 4


@pytest.mark.parametrize("tile", TILES)
def test_places_never_overlap_however_many_lie_there(tile: int) -> None:
    crowded = circle_picture(compass(1, *["L.owl"] * 20))
    for ring in (crowded, crowded._replace(stands=(*crowded.stands, crowded.stands[1]))):
        plan = circle.Plan(ring, (0, 0, 688, circle.height(ring, tile)), tile)
        for at, one in enumerate(plan.boxes):
            assert min(one) >= 0
            assert one[2] <= 688
            for other in plan.boxes[at + 1 :]:
                apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
                assert apart


@pytest.mark.rule("WH-01", "WH-05", "WH-13")
def test_the_wheel_lies_on_the_table_as_a_wheel_that_points_at_the_strongest_spoke() -> None:
    s = night(ONE, TWO, CLOCK, "L.wolf L.horse")
    plays(s, "A", "L.wolf", "L")
    found = picture_of(view_of(s.match, RAIL))
    assert found is not None
    assert isinstance(found.drawing, Board)
    [ring] = [panel for panel in found.drawing.panels if isinstance(panel, Ring)]
    assert [stand.title for stand in ring.stands] == ["Warrior", "Merchant", "Bard", "Lady", "Rogue"]
    assert ring.pointed == 3
    assert ring.stands[3].rows == (("+2", ("L.wolf",)),)
    assert ring.middle is not None
    assert (ring.middle.key, ring.middle.badge, ring.middle.below) == (BACK, "×3", "clock")
    assert "Lady 2, strongest: companions Lady of Wolves" in found.alt
