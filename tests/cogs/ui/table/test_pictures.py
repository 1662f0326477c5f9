"""Pictures of tables: small, the same for the same table, and never telling more than spectators may know."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.face.art import board
from bot.face.art.board import Board, Group, Panel, draw
from bot.face.art.circle import Ring
from bot.face.art.emoji import DRAWN
from bot.face.art.tile_layout import Tile
from bot.face.text.card_names import item_name, item_text
from bot.tables.view import TableView
from cogs.ui.blocks.zones import is_drawn
from cogs.ui.components import MOST_ALT
from cogs.ui.table.pictures import Picture, picture_of
from cogs.ui.table.table_message import details, table_message
from games.engine import BACK, RAIL, Circle, Grid, Match, Track, Zone
from games.parlour import kings_council
from games.registry import GAMES
from tests.cogs.ui.blocks.test_showdown import HANDS, KING
from tests.cogs.ui.test_painted_secrets import view_of
from tests.games.test_secrecy import compared
from tests.helpers.games.draw_games import show_down
from tests.helpers.games.village import village
from tests.helpers.random_matches import luck_of, play, random_header
from tests.helpers.script import Script

PICTURED = (
    "city_square",
    "the_wheel",
    "dragon_hordes",
    "three_kingdoms",
    "tiamat",
    "burn_my_village",
    "conclave_of_wyrms",
)
"""Games whose tables say more in a picture."""


def pictures(key: str, steps: int = 60) -> list[tuple[TableView, Picture]]:
    """The pictures of the beginning of a random match that has any, with views."""
    seen: list[tuple[TableView, Picture]] = []
    for case in range(4):
        luck = luck_of("pictures", key, case)
        match = Match(GAMES[key], random_header(GAMES[key], luck))
        for step, _ in enumerate(play(match, luck, leaves=0)):
            view = view_of(match, RAIL)
            found = picture_of(view)
            if found is not None:
                seen.append((view, found))
            if step >= steps:
                break
        if seen:
            break
    return seen


@pytest.mark.parametrize("key", PICTURED)
def test_there_is_a_picture_where_one_says_more(key: str) -> None:
    assert pictures(key)


@pytest.mark.parametrize("key", ["tripledip", "fireball", "lucky_13", "tavern"])
def test_there_is_none_where_the_text_says_it_all(key: str) -> None:
    assert pictures(key) == []


@pytest.mark.parametrize("key", PICTURED)
def test_pictures_are_small_and_the_same_for_the_same_table(key: str) -> None:
    for _, found in pictures(key)[-2:]:
        file = found.drawn()
        draw.cache_clear()
        assert found.drawn() == file
        assert len(file) <= board.MOST_BYTES
        with Image.open(BytesIO(file)) as opened:
            assert opened.width == board.WIDE
            assert opened.height <= 2 * board.TALL


@pytest.mark.parametrize("key", PICTURED)
def test_the_words_name_all_that_lies_there(key: str) -> None:
    for view, found in pictures(key):
        assert len(found.alt) <= MOST_ALT
        if "Details for the rest" in found.alt:
            continue
        assert view.scene is not None
        for block in view.scene.blocks:
            items: set[str] = set()
            if isinstance(block, Grid):
                items = {item for _, _, pile in block.piles for item in pile}
            elif isinstance(block, Track):
                assert all(f"{item_name(item)} {n}" in found.alt for item, n in block.counts)
            elif isinstance(block, Circle):
                items = {item for stand in block.places for part in stand.parts for item in part.items}
                assert all(f"{stand.name} {stand.total}" in found.alt for stand in block.places)
            elif isinstance(block, Zone):
                items = {*block.items[-1:]} if block.layout == "pile" else {*block.items} - {BACK}
            assert all(item_name(item) in found.alt for item in items)


def keys_of(panel: Panel | Ring) -> set[str]:
    """What lies in a panel, or at the places of a circle."""
    if isinstance(panel, Panel):
        return {tile.key for tile in panel.tiles}
    return {item for stand in panel.stands for _, items in stand.rows for item in items}


def test_every_tile_of_the_picture_is_in_its_words() -> None:
    for key in PICTURED:
        for _, found in pictures(key):
            if "Details for the rest" not in found.alt:
                keys = {key for panel in boarded(found).panels for key in keys_of(panel)}
                assert all(item_name(each) in found.alt for each in keys if each in DRAWN)


@pytest.mark.parametrize("key", ["city_square", "conclave_of_wyrms", "the_wheel", "tiamat"])
def test_a_picture_does_not_depend_on_what_spectators_may_not_see(key: str) -> None:
    assert compared(key, lambda match, _: picture_of(view_of(match, RAIL)), matches=5, rail=True) >= 10


def test_the_host_may_turn_pictures_off() -> None:
    view, _ = pictures("city_square")[0]
    view.table.settings = view.table.settings.model_copy(update={"pictures": False})
    assert picture_of(view) is None


def test_a_name_that_the_fonts_cannot_write_is_told_by_its_seat() -> None:
    view, _ = pictures("city_square")[-1]
    for seat in view.table.seats.values():
        seat.name = "𒀭𒂗" if seat.number % 2 else "*Ann*"
    found = picture_of(view)
    assert found is not None
    titles = [re.sub(r"^\d+\. ", "", panel.title) for panel in panels_of(found)]
    assert all(title.startswith(("*Ann*", "Seat ")) for title in titles)


def test_a_crowded_table_is_drawn_with_smaller_tiles() -> None:
    crowded = Board(
        "", tuple(Panel(f"Seat {n}", (Group((Tile("W.hawk", "×3", "7"),) * 12),)) for n in range(8))
    )
    with Image.open(BytesIO(draw(crowded))) as opened:
        assert opened.height <= 1.6 * board.TALL
    assert len(draw(crowded)) <= board.MOST_BYTES


def test_a_note_takes_as_many_lines_as_it_needs() -> None:
    """A picture with a note of many words is higher, and not cut."""
    tiles = (Group((Tile("W.hawk"),) * 5),)

    def tall(note: str) -> int:
        with Image.open(BytesIO(draw(Board("", (Panel("1. Ann", tiles, note),))))) as opened:
            return opened.height

    assert tall("7 points") == tall("")
    assert tall("Markets 2, " * 5) > tall("")
    assert tall("Markets 2, " * 12) > tall("Markets 2, " * 5)


def test_all_that_lies_before_a_seat_is_one_panel_with_a_name_for_each_pile() -> None:
    v = village("C", "C", bribes={"A": "A A,M"}, deck="")
    v.does(A="draw")
    found = picture_of(view_of(v.match, RAIL))
    assert found is not None
    [panel] = [panel for panel in panels_of(found) if panel.title == "1. Player 0"]
    assert {"axe bribe", "scroll bribe"} <= {group.caption for group in panel.groups}
    assert panel.note == "4 points"


def test_scores_of_cards_stand_below_them_and_in_the_words() -> None:
    s = show_down(Script(kings_council.GAME, "AB", cards=f"{HANDS} {KING}"))
    found = picture_of(view_of(s.match, RAIL))
    assert found is not None
    best = next(panel for panel in panels_of(found) if panel.title == "1. Player 0")
    assert best.note == "9 points"
    assert sum(int(tile.below) for tile in best.tiles) == 9
    assert "Bard of Wrens 3" in found.alt


def test_what_has_no_drawing_is_written() -> None:
    file = draw(Board("A heading that is so long that it takes more than one line, surely, as it goes on and on",
                      (Panel("Hoard", (Group((Tile("1g100"), Tile())),)),)))  # fmt: skip
    assert file.startswith(b"\x89PNG")


def said(payload: Any) -> str:
    """All texts of a message."""
    return "\n".join(part["content"] for part in payload["components"][0]["components"] if part["type"] == 10)


@pytest.mark.parametrize("key", PICTURED)
def test_the_text_beside_a_picture_is_short_and_the_details_tell_it_all(key: str) -> None:
    for view, found in pictures(key):
        assert view.scene is not None
        short, whole = said(table_message(view, pictured=found.shows_table)), said(details(view))
        assert said(table_message(view)).startswith(whole)
        assert len(short.split()) < len(said(table_message(view)).split())
        for block in view.scene.blocks:
            if isinstance(block, Zone) and block.layout == "row" and is_drawn(block):
                assert all(item_text(item) in whole for item in block.items if item != BACK)
        labels = [each.get("label") for row in table_message(view, pictured=True)["components"][0]["components"]
                  for each in row.get("components", ())]  # fmt: skip
        assert labels.count("Details") == 1


def test_a_result_beside_its_picture_is_its_headline_and_the_card_has_the_rest() -> None:
    s = show_down(Script(kings_council.GAME, "AB", cards=f"{HANDS} {KING}"))
    view = view_of(s.match, RAIL)
    title, headline, *rest = said(table_message(view, pictured=True)).split("\n")
    assert title == "## King's Council"
    assert headline.startswith("### 🏆")
    assert "9 points" not in " ".join(rest)
    assert sum("-# `/" in line or "`/" in line for line in rest) <= 1, "one line leads on, and never two"
    assert item_text("B.wren") in said(details(view))
    assert "9 points" in said(details(view))


# ---- on the message


def boarded(found: Picture) -> Board:
    assert isinstance(found.drawing, Board)
    return found.drawing


def panels_of(found: Picture) -> list[Panel]:
    return [panel for panel in boarded(found).panels if isinstance(panel, Panel)]
