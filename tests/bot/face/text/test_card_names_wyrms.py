"""The cards and the score sheet of A Conclave of Wyrms, as text."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.text.card_names import item_mark, item_name, item_text
from bot.face.text.templates import Renderer
from cogs.ui.blocks.score_sheets import sheet_text
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import RAIL, Line, Sheet, SheetRow
from games.wyrms.cards import FACES
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.games.wyrms import plays, predicts, wyrms
from tests.helpers.script import Script


@pytest.mark.parametrize(
    ("key", "mark", "name", "text"),
    [
        ("red.7", "🟥7", "red 7", "🟥 red 7"),
        ("purple.lair", "🟪⛰️", "purple Lair", "🟪 purple Lair"),
        ("yellow.treasure", "🟨💎", "yellow Treasure", "🟨 yellow Treasure"),
        ("knight", "⚔️", "Knight", "⚔️ Knight"),
        ("queen", "👑", "Queen", "👑 Queen"),
        ("dominant.green", "🟩", "green", "🟩 green"),
        ("dominant.none", "⬜", "no colour", "⬜ no colour"),
    ],
)
def test_a_card_is_marked_and_named(key: str, mark: str, name: str, text: str) -> None:
    assert (item_mark(key), item_name(key), item_text(key)) == (mark, name, text)


def test_no_two_cards_look_alike() -> None:
    for told in (item_mark, item_name, item_text):
        assert len({told(key) for key in FACES}) == len(FACES) == 57


def test_a_sheet_has_a_column_a_seat_that_lines_up() -> None:
    rows = (
        SheetRow(Line("Cycle {n}", {"n": 1}), (Line("{t}", {"t": "4/4 +50"}), Line("0"))),
        SheetRow(Line(""), (Line("50"), Line("-15"))),
    )
    said = Renderer({0: "Ann_of_the_long_name", 3: "Bob`s"})
    assert sheet_text(Sheet("scores", (0, 3), rows), said) == "\n".join(
        [
            "```",
            "         Ann_of_the_long…  Bob's",
            "Cycle 1           4/4 +50      0",
            "                       50    -15",
            "```",
        ]
    )


def test_a_wide_sheet_is_parted_so_that_a_phone_breaks_no_line() -> None:
    rows = tuple(SheetRow(Line("Cycle {n}", {"n": n}), (Line("4/4 +100"),) * 5) for n in (1, 2, 3))
    said = Renderer(dict(enumerate(("Ann", "Bob", "Cid", "Dot", "Eve"))))
    shown = sheet_text(Sheet("scores", tuple(range(5)), rows), said).splitlines()
    heads = [line.split() for line in shown if "Cycle" not in line and line != "```"]
    assert heads == [["Ann", "Bob"], ["Cid", "Dot"], ["Eve"]]
    assert [line for line in shown if line.startswith("Cycle 2")] == [
        "Cycle 2  4/4 +100  4/4 +100",
        "Cycle 2  4/4 +100  4/4 +100",
        "Cycle 2  4/4 +100",
    ]
    assert max(map(len, shown)) <= 34


def test_of_a_wide_sheet_a_few_rows_fit_a_phone_as_columns() -> None:
    rows = (
        SheetRow(Line("Cycle 6"), (Line("0/2 +0+0"), Line("7/3 +0+240"), Line("2/2 +50+0"))),
        SheetRow(Line("Total"), (Line("-30"), Line("1185"), Line("395"))),
    )
    said = Renderer({0: "Ann", 1: "Old Marn", 2: "Bartholomew of Baldur's Gate"})
    assert sheet_text(Sheet("scores", (0, 1, 2), rows), said).splitlines() == [
        "```",
        "                Cycle 6  Total",
        "Ann            0/2 +0+0    -30",
        "Old Marn     7/3 +0+240   1185",
        "Bartholomew   2/2 +50+0    395",
        "```",
    ]


def test_an_upright_sheet_gives_names_the_room_that_its_values_leave() -> None:
    values = {
        "Fort": ("20", "18"),
        "AC": ("8", "11"),
        "Gold": ("14", "5"),
        "Hand": ("5", "0"),
        "Pile": ("2", "1"),
    }
    rows = tuple(SheetRow(Line(head), tuple(map(Line, cells))) for head, cells in values.items())
    said = Renderer({0: "Old Marn", 3: "Bartholomew of Baldur's Gate"})
    shown = sheet_text(Sheet("values", (0, 3), rows, upright=True), said).splitlines()
    assert shown[1:-1] == [
        "            Fort AC Gold Hand Pile",
        "Old Marn      20  8   14    5    2",
        "Bartholomew   18 11    5    0    1",
    ]
    assert max(map(len, shown)) == 34


def board(s: Script) -> str:
    """The table message as spectators read it."""
    return repr(table_message(view_of(s.match, RAIL)))


def test_the_table_shows_who_leads_the_gathering_in_order_and_the_sheet() -> None:
    s = predicts(wyrms("R5", "R8", "R2"), 4, 4, 1)
    assert "gathering 1: Player 0 leads" in board(s)
    plays(s, "R5 R8")
    assert "Gathering: 🟥 red 5, 🟥 red 8" in board(s)
    assert "          Cycle 1\\nPlayer 0      0/4\\nPlayer 1      0/4\\nPlayer 2      0/1" in board(s)
    assert "Taken/predicted, then points for the prediction" in board(s)
    assert "🂠×19" in board(s)
    plays(s, "R2")
    assert "Last gathering: 🟥 red 5, 🟥 red 8, 🟥 red 2" in board(s)


def buttons(payload: Any) -> dict[str, bool]:
    """Every button of a message by its label, and whether it can be pressed."""
    if isinstance(payload, dict):
        own = {payload["label"]: not payload.get("disabled")} if payload.get("type") == 2 else {}
        return own | buttons(payload.get("components", []))
    return {label: live for each in payload for label, live in buttons(each).items()}


def test_a_seat_reads_whether_it_has_to_follow() -> None:
    s = predicts(wyrms("K", "R8 R2", "G5"), 4, 4, 1)
    plays(s, "K")
    assert "No colour is led yet: play any card. You've taken 0 of" in repr(
        hand_panel(view_of(s.match, s.names["B"]))
    )
    plays(s, "R8")
    told = repr(hand_panel(view_of(s.match, s.names["C"])))
    held = {card[0] for card in s.sees("C", "C") or []}
    assert ("Follow red." in told) == ("r" in held)
    assert ("You have no red: play any card." in told) == ("r" not in held)


def test_only_the_legal_cards_have_buttons() -> None:
    s = predicts(wyrms("R5", "R8 R2 K"), 4, 4, 1)
    plays(s, "R5")
    panel = hand_panel(view_of(s.match, s.names["B"]))
    told = repr(panel)
    assert "Follow red. You've taken 0 of the 4 you predicted." in told
    live = buttons(panel)
    held = {item_text(card).replace("*", "") for card in s.sees("B", "B") or []}
    assert [card for card in live if card in held] == ["🟥 red 2", "🟥 red 8", "⚔️ Knight"]
    assert all(live.values())
    assert len(held) > 3, "the others are seen, and offer nothing"


def test_who_may_play_anything_sees_nothing_greyed() -> None:
    s = predicts(wyrms("R5", "R8 R2 K"), 4, 4, 1)
    live = buttons(hand_panel(view_of(s.match, s.names["A"])))
    assert all(live.values())


def test_the_end_tells_points_and_no_money() -> None:
    s = predicts(wyrms(), 4, 4, 1).defaults()
    told = board(s)
    for row in s.result.rows:
        assert row.reason is not None
        assert f"**Player {row.seat}** · {row.reason.values['total']} points, " in told
    assert "±0" not in told
    assert "```" in told
