"""The picture of a hand: all of it, large, with words that say the same, and nothing of anyone else's."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.art.board import Board, Panel
from bot.face.art.tile_layout import Tile
from bot.face.text.card_names import item_name, item_text
from cogs.ui.components import picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.hand_picture import hand_picture, own_piles
from cogs.ui.table.pictures import Picture
from cogs.ui.table.table_message import table_message
from games.engine import RAIL
from games.parlour import den_of_thieves
from games.registry import GAMES
from tests.cogs.ui.blocks.test_showdown import HANDS, council, texts
from tests.cogs.ui.table.test_table_message import match_of
from tests.cogs.ui.test_painted_secrets import view_of
from tests.games.test_secrecy import compared
from tests.helpers.games.draw_games import show_down
from tests.helpers.random_matches import luck_of, play
from tests.helpers.script import Script

WITHOUT = "tavern"
"""The game whose cards carry their text, and need it beside them."""


def tiles_of(found: Picture | None) -> tuple[Tile, ...]:
    """The tiles of a hand."""
    assert found is not None
    assert isinstance(found.drawing, Board)
    [panel] = found.drawing.panels
    assert isinstance(panel, Panel)
    return panel.tiles


def labels(payload: Any) -> list[str]:
    """The labels of all buttons of a panel."""
    return [
        each["label"]
        for part in payload["components"][0]["components"]
        for each in part.get("components", ())
        if each["type"] == 2
    ]


@pytest.mark.parametrize("key", sorted(GAMES.keys() - {WITHOUT}))
def test_the_words_name_every_card_and_die_of_the_hand(key: str) -> None:
    seen = 0
    for number in range(6):
        for match in play(match_of(key, number), luck_of("hands", key, number), leaves=0):
            for seat in match.header.ring:
                view = view_of(match, seat)
                found = hand_picture(view)
                if found is not None and view.scene is not None:
                    items = {item for zone in own_piles(view.scene) for item in zone.items}
                    assert all(item_name(item) in found.alt for item in items)
                    seen += 1
            if seen > 20:
                return
    assert seen or key == "dragon_hordes", "only its table has anything to draw"


@pytest.mark.parametrize("key", ["kings_council", "conclave_of_wyrms", "city_square", "fireball", "tiamat"])
def test_a_hand_does_not_tell_what_its_owner_may_not_see(key: str) -> None:
    assert compared(key, lambda match, viewer: hand_picture(view_of(match, viewer)), matches=4) >= 10


def test_what_a_card_scores_stands_below_it_and_not_in_the_text() -> None:
    view = view_of(council().match, 0)
    found = hand_picture(view)
    assert sum(int(tile.below) for tile in tiles_of(found)) == 9
    assert found is not None
    assert "Bard of Wrens 3" in found.alt
    panel = hand_panel(view, picture=picture("hand.png", found.alt))
    words = " ".join(texts(panel))
    assert "9 points" in words
    assert item_text("B.wren") not in words
    assert item_text("B.wren") in " ".join(texts(hand_panel(view))), "without a picture it is told"


def test_words_below_a_card_may_say_more_than_a_number() -> None:
    s = Script(
        den_of_thieves.GAME,
        "AB",
        cards=f"R.hawk R.owl M.wolf B.wolf L.hawk L.hare W.owl  {HANDS} M.wren M.owl",
    )
    marks = {tile.below for tile in tiles_of(hand_picture(view_of(s.match, 0)))}
    assert any("kill" in mark for mark in marks)


def test_cards_that_may_not_be_played_are_dimmed_and_have_no_button() -> None:
    match = match_of("conclave_of_wyrms")
    for _ in play(match, luck_of("dim"), leaves=0):
        for ask in match.open.values():
            view = view_of(match, ask.seat)
            if ask.prompt.kind != "follow" or ask.answered or view.scene is None:
                continue
            tiles = tiles_of(hand_picture(view))
            if any(tile.dim for tile in tiles):
                assert not all(tile.dim for tile in tiles)
                plain = hand_panel(view)
                drawn = hand_panel(view, picture=picture("hand.png", "hand"))
                assert sum(tile.dim for tile in tiles) == len(labels(plain)) - len(labels(drawn))
                return
    pytest.fail("nobody had to follow")


def test_the_host_may_turn_pictures_off() -> None:
    view = view_of(council().match, 0)
    view.table.settings = view.table.settings.model_copy(update={"pictures": False})
    assert hand_picture(view) is None


def test_the_winner_of_a_hand_reads_it_with_a_trophy_and_nobody_else() -> None:
    s = show_down(council())
    told = [" ".join(texts(hand_panel(view_of(s.match, seat)))) for seat in (0, 1)]
    assert "🏆 You won" in told[0]
    assert "🏆" not in told[1]


def test_the_number_that_matters_stands_out() -> None:
    s = council()
    s.does(A=3)
    assert "Staying in costs **3** of your" in " ".join(texts(hand_panel(view_of(s.match, 1))))
    assert "pot **2**" in " ".join(texts(table_message(view_of(s.match, RAIL))))
