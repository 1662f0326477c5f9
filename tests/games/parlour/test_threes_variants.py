"""Threes: its variants, alone and together (TH-16 to TH-29)."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest

from games.engine import BACK, BadOptions
from games.parlour.threes import GAME, Options, strength
from tests.games.parlour.test_threes import beats
from tests.helpers.script import Script

FOOL = Options(fools_luck=True)
NUMBERS = Options(strength_in_numbers=True)
BOTH = Options(fools_luck=True, strength_in_numbers=True)
NOTHING = Options(cant_win_with_nothing=True)
ALL = Options(fools_luck=True, strength_in_numbers=True, cant_win_with_nothing=True)


def falling(options: Options, *keeps: str) -> bool:
    """Whether each Keep beats the next."""
    return all(beats(a, b, options) for a, b in pairwise(keeps))


def fate(rolls: str, cards: str, seats: str = "AB", **more: Any) -> Script:
    """A game with Hidden Fate; A starts."""
    return Script(GAME, seats, rolls=rolls, cards=cards, hidden_fate=True, **more)


# ---- what beats what


@pytest.mark.rule("TH-16", "TH-17", "TH-X4", "TH-R3")
def test_fools_luck_all_different_beats_all_and_the_highest_first() -> None:
    assert falling(FOOL, "1 2 4 5 6", "2 3 4 5 6", "1 2 3 4 5", "3 3 3 3 3", "3 3 3 3 1")
    assert not beats("1 2 4 5 6", "3 3 3 3 1")
    assert beats("1 2 3 4 5", "6 6 6 6 6", FOOL)


@pytest.mark.rule("TH-18", "TH-19", "TH-X5", "TH-R3")
def test_strength_in_numbers_all_equal_beats_all_and_the_highest_first() -> None:
    assert falling(NUMBERS, "6 6 6 6 6", "1 1 1 1 1", "3 3 3 3 3", "3 3 3 3 1")
    assert not beats("6 6 6 6 6", "1 1 1 1 1")


@pytest.mark.rule("TH-20", "TH-X5")
def test_with_both_all_equal_beats_all_different() -> None:
    assert falling(BOTH, "1 1 1 1 1", "1 2 4 5 6", "3 3 3 3 1")


@pytest.mark.rule("TH-21", "TH-22", "TH-X6")
@pytest.mark.parametrize("options", [NOTHING, Options(cant_win_with_nothing=True, strength_in_numbers=True)])
def test_a_keep_of_threes_only_loses(options: Options) -> None:
    assert beats("6 6 6 6 5", "3 3 3 3 3", options)
    assert beats("3 3 3 3 6", "3 3 3 3 3", options)
    assert beats("3 3 3 3 3", "6 6 6 6 5")


@pytest.mark.rule("TH-R5")
def test_the_order_with_all_variants_on() -> None:
    assert falling(
        ALL, "6 6 6 6 6", "1 1 1 1 1", "1 2 4 5 6", "1 2 3 4 5", "3 3 3 3 1", "6 6 6 6 5", "3 3 3 3 3"
    )


@pytest.mark.rule("TH-R4")
def test_keeps_of_threes_tie_and_share_a_pot_that_nobody_else_can_win() -> None:
    assert strength([3] * 5, NOTHING) == strength([3] * 5, NOTHING)
    s = Script(GAME, "AB", rolls="3 " * 10, cant_win_with_nothing=True)
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 0}}
    # A is short and wins the main pot; the side pot is between two Keeps of 3s
    s = Script(
        GAME,
        "ABC",
        stakes={"A": 2, "B": 9, "C": 9},
        rolls="6 6 6 6 5  3 3 3 3 1  3 3 3 3 1  6  3  3",
        cant_win_with_nothing=True,
    )
    s.does(A="6", B="3", C="3").bets(A=1, B=3).does(C="call")
    assert s.net == {"A": {"piece": 4}, "B": {"piece": -2}, "C": {"piece": -2}}
    # and folds still win
    s = Script(GAME, "AB", rolls="3 3 3 3 3  6 5 5 5 5", cant_win_with_nothing=True)
    s.does(B="5").bets(A=5).does(B="fold").defaults()
    assert s.net["A"] == {"piece": 1}


# ---- Hidden Fate


@pytest.mark.rule("TH-23", "TH-24", "TH-26")
def test_four_dice_and_a_card_that_only_its_owner_sees() -> None:
    s = fate("3 3 1 2  6 6 6 5", "B.hare R.owl")
    assert s.sees("A", "A") == ["B.hare"]
    assert s.sees("B", "A") == s.sees(None, "A") == [BACK]
    assert s.sees("B", "A", "dice") == ["d6:3", "d6:3", "d6:1", "d6:2"]
    s.does(A="3", B="6").each("AB", "check")
    assert s.sees("B", "A", "keep") == ["d6:3", "d6:3"]
    assert len(s.sees("B", "A", "dice") or []) == 2


@pytest.mark.rule("TH-25", "TH-27", "TH-X7")
@pytest.mark.parametrize(
    ("card", "end"), [("W.owl", 4), ("L.owl", 5), ("B.owl", 3), ("M.owl", 7), ("R.owl", 8)]
)
def test_the_card_counts_as_a_die_of_its_number_after_one_more_round(card: str, end: int) -> None:
    # both Keeps are complete after two rolls
    s = fate("3 3 1 2  6 6 6 6  1 2  2", f"{card} R.hare")
    s.does(A="3").each("AB", "check").does(A="1").each("AB", "check")
    assert (s.kind(), s.asked()) == ("bet", "A")
    assert s.sees("B", "A") == [BACK]
    s.each("AB", "check")
    assert s.match.over
    assert s.sees("B", "A") == [card]
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].seat == 0
    assert s.result.rows[0].reason.values["total"] == end


@pytest.mark.rule("TH-27", "TH-R10")
def test_with_hidden_fate_there_is_one_round_at_least_and_four_at_most() -> None:
    s = fate("3 3 3 3  6 6 6 6", "W.owl R.hare")
    assert (s.kind(), s.asked()) == ("bet", "A")
    s.each("AB", "check")
    assert s.match.over
    s = fate("1 2 4 5  6 6 6 6  1 2 4  1 2  1", "W.owl R.hare")
    rounds = 0
    while not s.match.over:
        if s.kind() == "keep":
            s.does(A="1")
        else:
            rounds += 1
            s.each("AB", "check")
    assert rounds == 4


@pytest.mark.rule("TH-R6")
@pytest.mark.parametrize(
    ("rolls", "cards", "winner", "variant"),
    [
        # four 6s and a Warrior are not all equal; four 1s and a Warrior are
        ("6 6 6 6  1 1 1 1", "W.owl W.hare", "B", "strength_in_numbers"),
        ("2 2 2 2  1 1 1 1", "L.owl R.hare", "A", "strength_in_numbers"),
        # 3s and a Bard are nothing, 3s and a Warrior are not
        ("3 3 3 3  6 6 6 6", "B.owl R.hare", "B", "cant_win_with_nothing"),
        ("3 3 3 3  6 6 6 6", "W.owl R.hare", "A", "cant_win_with_nothing"),
    ],
)
def test_the_variants_look_at_the_dice_and_the_card(
    rolls: str, cards: str, winner: str, variant: str
) -> None:
    chosen: dict[str, Any] = {variant: True}
    s = fate(rolls, cards, **chosen).each("AB", "check")
    assert s.net[winner] == {"piece": 1}


# ---- Dragon Cards


def dragon(rolls: str, card: str = "D.red", **more: Any) -> Script:
    """A has a Dragon, B a Rogue; both Keeps are complete after the first roll of four."""
    return fate(rolls, f"{card} R.hare", dragon_cards=True, **more).each("AB", "check")


@pytest.mark.rule("TH-28", "TH-X8", "TH-R8")
@pytest.mark.parametrize(("value", "end"), [("1", 9), ("3", 8), ("6", 14)])
def test_a_dragon_is_any_value_that_its_owner_says(value: str, end: int) -> None:
    s = dragon("2 2 2 2  5 5 5 5")
    assert s.offered("A")[0] == list("123456")
    assert s.ask("A").prompt.default == "3"
    s.refuses("A", "7")
    s.refuses("A", "show")
    s.does(A=value, B="show")
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].reason.values["total"] == end


@pytest.mark.rule("TH-X8")
def test_a_dragon_as_a_three_and_as_a_six() -> None:
    s = fate("3 1 1 2  5 5 5 5  3 2  2", "D.red R.hare", dragon_cards=True)
    s.does(A="1").each("AB", "check").does(A="3").each("AB", "check")
    s.each("AB", "check").does(A="3", B="show")
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].reason.values["total"] == 4
    assert strength([1, 2, 4, 5, 6], FOOL) == (2, 18)
    s = fate("1 2 4 5  5 5 5 5  2 4 5  4 5  5", "D.red R.hare", dragon_cards=True, fools_luck=True)
    for value in "124":
        s.does(A=value).each("AB", "check")
    s.each("AB", "check")
    assert s.ask("A").prompt.default == "6"
    s.defaults()
    assert s.result.rows[0].reason is not None
    assert s.result.rows[0].reason.values["total"] == 18


@pytest.mark.rule("TH-29", "TH-R8")
def test_it_is_declared_at_the_end_at_the_same_moment_and_before_others_are_seen() -> None:
    s = dragon("2 2 2 2  5 5 5 5")
    # everybody is asked, so that the question does not tell who has a Dragon
    assert s.asked() == "AB"
    assert s.kind() == "declare"
    assert s.sees("A", "B") == s.sees("B", "A") == [BACK]
    for viewer in (1, -2):
        assert all(ask.prompt is None for ask in s.match.scene(viewer).asks if ask.seat == 0)
    s.does(B="show")
    assert s.sees("A", "B") == [BACK]
    assert s.told("turns_up") == []
    s.does(A="4")
    assert s.sees("B", "A") == ["D.red"]
    assert s.told("declares")[0].values == {"seat": 0, "card": "D.red", "value": 4}


@pytest.mark.rule("TH-R8")
@pytest.mark.parametrize(
    ("rolls", "variants", "best"),
    [
        ("2 2 2 2", {}, "3"),
        ("2 2 2 2", {"strength_in_numbers": True}, "2"),
        ("3 3 3 3", {"cant_win_with_nothing": True}, "1"),
    ],
)
def test_the_default_is_the_value_that_makes_the_strongest_keep(
    rolls: str, variants: dict[str, Any], best: str
) -> None:
    assert dragon(f"{rolls}  5 5 5 5", **variants).ask("A").prompt.default == best


@pytest.mark.rule("TH-R7", "BET-R21")
def test_dragons_without_cards_are_refused_with_a_reason() -> None:
    with pytest.raises(BadOptions, match="Hidden Fate"):
        GAME.parse_options({"dragon_cards": True})


def test_any_other_combination_of_variants_is_allowed() -> None:
    names = ["fools_luck", "strength_in_numbers", "cant_win_with_nothing", "hidden_fate", "dragon_cards"]
    for chosen in product((False, True), repeat=5):
        raw: dict[str, Any] = dict(zip(names, chosen, strict=True))
        if raw["dragon_cards"] and not raw["hidden_fate"]:
            continue
        s = Script(GAME, "ABC", **raw).defaults()
        assert sum(row["piece"] for row in s.net.values()) + s.carried.get("piece", 0) == 0
