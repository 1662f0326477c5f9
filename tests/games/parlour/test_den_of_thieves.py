"""Den of Thieves: the order of play (DT-01 to DT-05), what players see, and the computer player."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.engine import BACK, RAIL, Hint, SceneOutcome
from games.parlour.den_of_thieves import GAME, best_discard
from games.parlour.shared.deck import rogues_and_warriors_deck
from tests.helpers.games.draw_games import show_down
from tests.helpers.script import Script

COMPANY = "L.hawk L.wolf L.owl B.hawk B.wolf R.owl R.hare"
"""The Rogues kill two of the Ladies."""
GANG = "W.hawk W.wolf R.hawk R.wolf R.owl R.horse R.wren"
"""14 as a Den of Thieves."""
MARKET = "M.hawk M.wolf M.owl M.horse M.wren M.hare M.hare"
"""19."""


def night(*cards: str, seats: str = "AB", **more: Any) -> Script:
    """A game; A starts. `cards`: the hands, and what is drawn."""
    return Script(GAME, seats, cards=" ".join(cards), **more)


@pytest.mark.rule("DT-01")
def test_ante_and_seven_cards_each_seen_by_their_owner_only() -> None:
    s = night(COMPANY, GANG)
    assert s.pot == 2
    assert s.sees("A", "A") == COMPANY.split()
    for viewer in ("B", None):
        assert s.sees(viewer, "A") == [BACK] * 7
    assert "L.hawk" not in str(s.match.scene(1))


@pytest.mark.rule("DT-02", "DT-03", "DT-04")
def test_three_rounds_of_bets_with_an_exchange_between() -> None:
    s = night(COMPANY, GANG, "B.owl B.hare M.owl M.hare", "L.hare M.hawk")
    steps: tuple[tuple[str, Any], ...] = (
        ("bet", "check"), ("discard", [5, 6]), ("bet", "check"), ("discard", [0]), ("bet", "check"),
    )  # fmt: skip
    for kind, answer in steps:
        for name in "AB":
            assert (s.kind(), s.asked()) == (kind, name)
            s.does(**{name: answer})
    assert s.match.over
    assert s.sees("B", "A") == ["L.hare", *COMPANY.split()[1:5], "B.owl", "B.hare"]
    assert s.sees("A", "B") == ["M.hawk", *GANG.split()[1:5], "M.owl", "M.hare"]


@pytest.mark.rule("DT-05", "DT-R2")
def test_the_highest_total_wins_and_everybody_sees_what_became_of_each_card() -> None:
    s = show_down(night(GANG, MARKET, COMPANY, seats="ABC"), "ABC")
    outcome: SceneOutcome = s.scene_block(SceneOutcome)
    assert [row.seat for row in outcome.rows] == [1, 0, 2]
    assert s.net["B"] == {"piece": 2}
    first, second, third = (row.reason for row in outcome.rows)
    assert first is not None
    assert second is not None
    assert third is not None
    assert [line.values["total"] for line in (first, second, third)] == [19, 14, 5]
    # which choice it was
    assert second.text.startswith("{total:points} as a Den of Thieves: {card0:item} 2, ")
    assert "{card1:item} 0 (killed)" in third.text
    assert "{card5:item} 0 (kills)" in third.text


@pytest.mark.rule("DT-R2")
def test_nobody_is_asked_how_to_score() -> None:
    s = night(GANG, COMPANY, strong_warriors=True)
    kinds = set()
    while not s.match.over:
        kinds.add(s.kind())
        name = s.asked()
        s.does(**{name: s.ask(name).prompt.default})
    assert kinds == {"bet", "discard"}


@pytest.mark.rule("DT-18", "TIE-01")
def test_rank_decides_at_the_table() -> None:
    lady, bard = (
        "L.hawk R.hawk R.wolf R.owl R.horse R.wren R.hare",
        "B.hawk R.hawk R.wolf R.owl R.horse R.wren R.hare",
    )
    assert show_down(night(bard, lady)).net["B"] == {"piece": 1}


@pytest.mark.rule("DT-19", "DT-X9")
def test_strong_warriors_at_the_table() -> None:
    bards = "L.hawk L.wolf L.owl L.horse B.wolf B.owl B.hare"
    thieves = "W.hawk W.wolf W.owl W.horse R.owl R.horse R.wren"
    # 4 × 4 + 3 = 19; the gang 15, or with Strong Warriors 4 × 3 + 3 × 2 = 18
    for strong, total in ((False, 15), (True, 18)):
        s = show_down(night(bards, thieves, strong_warriors=strong))
        assert [row.reason.values["total"] for row in s.result.rows if row.reason] == [19, total]


@pytest.mark.rule("DT-20", "DT-22", "DT-24", "DECK-09")
def test_dragons_at_the_table() -> None:
    dragons = "D.red D.blue W.hawk W.wolf W.owl R.hawk R.wolf"
    s = show_down(night(dragons, MARKET, dragon_cards=True))
    assert s.net["A"] == {"piece": 1}
    unslain = "D.red M.hawk M.wolf M.owl M.horse M.wren M.hare"
    s = show_down(night(unslain, COMPANY, dragon_cards=True))
    assert s.net["B"] == {"piece": 1}
    with pytest.raises(Exception, match="not in the pile"):
        night(unslain)


@pytest.mark.rule("DT-R1")
def test_two_to_eight_seats() -> None:
    assert GAME.seats == (2, 8)
    s = Script(GAME, "ABCDEFGH")
    steps: tuple[Any, ...] = ("check", [0, 1], "check", [0, 1], "check")
    for step in steps:
        s.each("ABCDEFGH", step)
    assert s.match.over


def test_the_owner_reads_what_the_hand_would_score_and_nobody_else_does() -> None:
    s = night(GANG, COMPANY, strong_warriors=True)
    hint: Hint = s.scene_block(Hint, 0)
    assert hint.line.values["why"].values["total"] == 16
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, Hint)]


def test_the_computer_discards_for_the_highest_total_in_the_mean() -> None:
    deck = Counter(card[0] for card in rogues_and_warriors_deck())
    assert best_discard(MARKET.split(), deck) == []
    # the lone Rogue kills a Merchant: away with it
    assert best_discard(["M.hawk", "M.wolf", "M.owl", "M.horse", "M.wren", "M.hare", "R.owl"], deck) == [6]


def test_the_rules_tell_the_books_hand() -> None:
    assert "She has 8." in GAME.rules.replace("\n", " ")
