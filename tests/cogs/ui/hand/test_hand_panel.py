"""The hand panel beside its picture: as low as a phone's screen."""

from __future__ import annotations

from typing import Any

from cogs.ui.components import ROW, is_menu, picture
from cogs.ui.custom_ids import KEY, Kind
from cogs.ui.hand.hand_panel import hand_panel
from games.engine import Match
from games.engine.prompts import Choose
from games.registry import GAMES
from tests.cogs.ui.pictures.test_table_picture import header
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.random_matches import luck_of, play, random_header


def parts_of(payload: Any) -> list[Any]:
    """The parts of a message."""
    return payload["components"][0]["components"]  # type: ignore[no-any-return]


def test_where_a_panel_has_two_menus_the_line_about_its_owner_makes_room() -> None:
    luck = luck_of("panel", "tavern")
    match = Match(GAMES["tavern"], random_header(GAMES["tavern"], luck), digests=False)
    crowded = 0
    for _ in play(match, luck):
        for seat in {ask.seat for ask in match.open.values() if not ask.answered and ask.seat >= 0}:
            parts = parts_of(hand_panel(view_of(match, seat), picture=picture("hand.png", "hand")))
            menus = [part for part in parts if is_menu(part)]
            about = [part for part in parts if part["type"] == 10 and part["content"].startswith("-# ")]
            if len(menus) > 1:
                crowded += 1
                assert not about
            assert len(menus) <= 2
    assert crowded


def test_what_is_asked_again_stays_a_button_beside_the_list_of_the_others() -> None:
    looked_at = 0
    for number in range(8):
        match = Match(GAMES["burn_my_village"], header("burn_my_village", 3), digests=False)
        for _ in play(match, luck_of("empty deck", "burn_my_village", number)):
            for ask in match.open.values():
                if not (isinstance(ask.prompt, Choose) and ask.prompt.confirm):
                    continue
                looked_at += 1
                parts = parts_of(hand_panel(view_of(match, ask.seat), picture=picture("hand.png", "hand")))
                [menu] = [part["components"][0] for part in parts if is_menu(part)]
                others = [option for option in ask.prompt.options if option not in ask.prompt.confirm]
                assert [line["value"].lstrip(KEY) for line in menu["options"]] == others
                buttons = [each for part in parts if part["type"] == ROW for each in part["components"]]
                asked_again = [
                    each for each in buttons if each.get("custom_id", "").startswith(f"{Kind.CONFIRM}:")
                ]
                assert len(asked_again) == len(ask.prompt.confirm)
    assert looked_at
