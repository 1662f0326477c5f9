"""The end of a match as everybody reads it: why the winner won, each card told once, and the shares."""

from __future__ import annotations

from typing import Any

from bot.face.text.card_names import item_text
from cogs.ui.components import picture
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import RAIL
from games.parlour import kings_council, rogues_and_warriors
from tests.cogs.ui.test_painted_secrets import view_of
from tests.helpers.games.draw_games import show_down
from tests.helpers.games.village import village
from tests.helpers.script import Script

HANDS = "B.wren M.hare B.horse R.wolf L.hawk  R.hawk R.hawk M.hawk M.hawk W.hawk"
"""Under the Bard of Hares A scores 9, B nothing."""
KING = "B.hare"


def council(**more: Any) -> Script:
    """King's Council by two."""
    return Script(kings_council.GAME, "AB", cards=f"{HANDS} {KING}", **more)


def texts(payload: Any) -> list[str]:
    """All texts of a message."""
    if isinstance(payload, dict):
        own = [payload["content"]] if payload.get("type") == 10 else []
        return own + texts(payload.get("components", []))
    return [found for each in payload for found in texts(each)]


def told(s: Script) -> list[str]:
    """The lines of the result on the table message, below its title."""
    return texts(table_message(view_of(s.match, RAIL)))[0].split("\n")[1:]


def test_the_reason_tells_each_card_once_and_cards_that_score_alike_together() -> None:
    headline, first, second, *_ = told(show_down(council()))
    assert "9 points" in headline
    assert first.count(item_text("B.wren")) == 1
    assert "9 points: 3: " in first.replace(" each", "")
    assert first.index(item_text("B.wren")) < first.index("; ")
    assert f"0 each: {item_text('R.hawk')} ×2, {item_text('M.hawk')} ×2, {item_text('W.hawk')}" in second


def test_who_ties_shares_a_place() -> None:
    """A list would be numbered 1, 2, 3 by whoever draws it."""
    s = Script(rogues_and_warriors.GAME, "ABC", cards="W.hawk B.owl W.owl B.hawk R.owl R.hare")
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert [line[:3] for line in told(s)[1:4]] == ["1 ·", "1 ·", "3 ·"]


def test_what_the_reason_does_not_name_is_shown_beside_it() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare")
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    first = told(s)[1]
    assert "Warrior-Bard" in first
    assert item_text("W.hawk") in first
    assert item_text("B.wolf") in first


def test_bribes_that_the_reason_counts_are_not_shown_again_and_what_is_left_is() -> None:
    v = village("C", "C", bribes={"A": "A A,M"}, deck="")
    v.does(A="draw")
    assert v.match.over
    lines = texts(table_message(view_of(v.match, RAIL)))[0].split("\n")
    [line] = [line for line in lines if "Player 0" in line and not line.startswith("#")]
    assert "magic scroll 1 × 3 + 🪓 axe 2 × 1 − 1 in hand · 👑 crown" in line.lower()
    assert "bribe" not in line


def test_in_the_end_only_what_still_lies_there_is_told() -> None:
    v = village("C", "C", bribes={"A": "A A,M"}, deck="")
    session = " ".join(texts(table_message(view_of(v.match, RAIL))))
    v.does(A="draw")
    over = " ".join(texts(table_message(view_of(v.match, RAIL))))
    assert ": nothing" in session
    assert ": nothing" not in over


def test_shares_that_were_won_are_told() -> None:
    lines = told(council(settings={"stakes": "shares", "share": 3}).defaults())
    assert "+3 · 2 shares" in lines[1]
    assert "share" not in lines[2]


def test_the_king_lies_on_the_table_and_in_a_panel_without_a_picture_of_it() -> None:
    s = council()
    assert f"King: {item_text(KING)}" in texts(table_message(view_of(s.match, RAIL)))
    for seat in (0, 1):
        view = view_of(s.match, seat)
        assert "King: " in " ".join(texts(hand_panel(view)))
        whole = hand_panel(view, picture=picture("hand.png", "hand"))
        assert "King: " not in " ".join(texts(whole))


def test_who_may_check_is_not_told_of_a_bet() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare")
    [first] = texts_with(hand_panel(view_of(s.match, 0)), "Nobody has bet")
    assert "You have 49 left." in first
    s.does(A=3)
    [second] = texts_with(hand_panel(view_of(s.match, 1)), "Staying in costs")
    assert "The bet is 3. Staying in costs **3** of your 49." in second


def texts_with(payload: Any, words: str) -> list[str]:
    """The texts of a message that hold these words."""
    return [text for text in texts(payload) if words in text]
