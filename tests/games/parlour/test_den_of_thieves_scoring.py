"""Den of Thieves: what a hand scores (DT-05 to DT-25)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from games.parlour.den_of_thieves import dens, ordinary, strength, total, worth

HANDS = [h for h in combinations_with_replacement("DWLBMR", 7) if h.count("D") <= 3 and h.count("W") <= 6]
"""Every hand that can be dealt, by rank."""


def hand(ranks: str) -> list[str]:
    """Cards of these ranks; suits do not matter. Spaces are for the eye."""
    return [f"{rank}.hawk" for rank in ranks.replace(" ", "")]


def score(ranks: str, *, strong: bool = False) -> int:
    """What these cards score, in whatever order they lie."""
    [same] = {total(cards, strong=strong) for cards in (hand(ranks), hand(ranks)[::-1])}
    return same


def fates(ranks: str, *, strong: bool = False) -> list[str]:
    """What becomes of each card: what it scores, and its fate in brackets."""
    text = worth(hand(ranks), strong=strong).text
    return [part.partition(" ")[2] for part in text.partition(": ")[2].split(", ")]


def declared(ranks: str, *, strong: bool = False) -> bool:
    """Whether the best way to score these cards is as a Den of Thieves."""
    return "Den of Thieves" in worth(hand(ranks), strong=strong).text


def undeclared(ranks: str) -> int:
    """What these cards score as an ordinary hand, even where a Den of Thieves would be better."""
    return sum(n for row in ordinary(Counter(ranks.replace(" ", ""))).values() for n, _ in row)


def as_den(ranks: str) -> int:
    """What these cards score as a Den of Thieves, even where an ordinary hand would be better."""
    scorings = dens(Counter(ranks.replace(" ", "")), strong=False)
    return max(sum(n for row in fates.values() for n, _ in row) for fates in scorings)


# ---- an ordinary hand


@pytest.mark.rule("DT-06", "DT-13", "DT-X5")
def test_each_warrior_kills_two_rogues_at_most_and_scores_for_them() -> None:
    assert [undeclared("W" + "R" * n) for n in range(5)] == [3, 4, 5, 5, 5]
    assert [undeclared("WW" + "R" * n) for n in range(6)] == [6, 7, 8, 9, 10, 10]
    assert score("W RRR MLB") == 8
    assert fates("W RRR MLB") == [
        "5 (kills 2)",
        "0 (killed)",
        "0 (killed)",
        "0 (kills)",
        "0 (killed)",
        "2",
        "1",
    ]


@pytest.mark.rule("DT-06")
def test_the_killing_of_rogues_comes_before_theirs() -> None:
    # both Rogues are dead before they can kill the Merchants
    assert fates("W RR MMMM")[3:] == ["1", "2", "2", "3"]
    assert score("W RR MMMM") == 13


@pytest.mark.rule("DT-07", "DT-X4")
def test_each_other_rogue_kills_a_patron() -> None:
    assert score("MMMMMM R") == 11
    assert score("MMMMM RR") == 5
    assert fates("MMMMM RR") == ["1", "2", "2", "0 (killed)", "0 (killed)", "0 (kills)", "0 (kills)"]


@pytest.mark.rule("DT-08")
def test_merchants_die_first_then_ladies_then_bards() -> None:
    assert fates("BBLLM R") == ["1", "1", "3", "3", "0 (killed)", "0 (kills)"]
    assert fates("BBLLM RR") == ["1", "1", "3", "0 (killed)", "0 (killed)", "0 (kills)", "0 (kills)"]
    assert undeclared("BBLLM RRR") == 2
    assert undeclared("BBLLM RRRR") == 1
    assert undeclared("BBLLM RRRRR") == undeclared("BBLLM RRRRRR") == 0


@pytest.mark.rule("DT-09")
def test_rogues_never_kill_warriors() -> None:
    assert undeclared("WW RRRRR") == 10
    assert undeclared("W RRRRRR") == 5


@pytest.mark.rule("DT-10", "DT-11", "DT-X1")
def test_bards_score_one_and_ladies_one_more_for_each_bard() -> None:
    assert score("BBB") == 3
    assert score("LLL") == 3
    assert score("LLL BB") == 11
    assert fates("LLL BB") == ["3", "3", "3", "1", "1"]


@pytest.mark.rule("DT-10", "DT-11")
def test_only_bards_that_live_are_company() -> None:
    # the Rogues kill the Merchant and a Lady
    assert fates("LL BB M RR") == ["3", "0 (killed)", "1", "1", "0 (killed)", "0 (kills)", "0 (kills)"]


@pytest.mark.rule("DT-12", "DT-X2")
def test_merchants_score_by_their_count() -> None:
    assert [score("M" * n) for n in range(1, 8)] == [1, 3, 5, 8, 11, 15, 19]


@pytest.mark.rule("DT-12", "DT-13", "DT-X3")
def test_a_mixed_hand() -> None:
    assert score("MMM LL B W") == 13


# ---- Den of Thieves


@pytest.mark.rule("DT-14", "DT-15", "DT-17", "DT-X6", "DT-R2")
def test_a_hand_is_declared_where_that_is_better() -> None:
    assert score("WW RRRRR") == 14
    assert score("WWW RRRR") == 14
    assert declared("WW RRRRR")
    assert declared("WWW RRRR")
    assert fates("WW RRRRR") == ["2"] * 7
    assert (as_den("WW RRRRR"), undeclared("WW RRRRR")) == (14, 10)
    assert (as_den("WWW RRRR"), undeclared("WWW RRRR")) == (14, 13)
    assert (score("RRR"), undeclared("RRR")) == (6, 0)


@pytest.mark.rule("DT-14", "DT-X7", "DT-X8", "DT-R2")
def test_a_hand_is_not_declared_where_that_is_worse() -> None:
    assert score("WWWW RRR") == 15
    assert score("WW RRRR M") == 11
    assert not declared("WWWW RRR")
    assert not declared("WW RRRR M")
    assert fates("WWWW RRR")[4:] == ["0 (killed)"] * 3
    assert (as_den("WWWW RRR"), undeclared("WWWW RRR")) == (14, 15)
    assert (as_den("WW RRRR M"), undeclared("WW RRRR M")) == (10, 11)


@pytest.mark.rule("DT-16", "DT-17")
def test_in_a_den_warriors_are_thieves_who_kill_patrons_and_no_rogues() -> None:
    assert declared("RRRRR L M")
    assert fates("RRRRR L M") == ["0 (kills)", "0 (kills)", "2", "2", "2", "0 (killed)", "0 (killed)"]
    # the Warrior is one of six thieves, and one of them kills the Lady: 5 × 2
    assert declared("W RRRRR L")
    assert score("W RRRRR L") == 10
    assert fates("W RRRRR L").count("2") == 5
    # four thieves for three Merchants: two of the Warriors at least kill like Rogues, and one thief is left
    assert as_den("WWW R MMM") == 2
    assert sum("kills" in fate for fate in fates("W RRRRR L")) == 1


@pytest.mark.rule("DT-15", "DT-R2")
def test_no_hand_is_scored_worse_than_it_could_be() -> None:
    for ranks in HANDS:
        if "D" in ranks:
            continue
        w, r = ranks.count("W"), ranks.count("R")
        others = 7 - w - r
        # declared: thieves who find nobody left to kill score 2 each, and the patrons that they leave score
        least = 2 * max(0, w + r - others)
        assert score("".join(ranks)) >= max(least, 3 * w + min(2 * w, r))


# ---- Strong Warriors


@pytest.mark.rule("DT-19", "DT-X9", "DT-R5")
def test_strong_warriors_are_worth_three_in_a_den_too_even_if_they_killed() -> None:
    assert score("WW RRRRR", strong=True) == 16
    assert score("WW RRRR M", strong=True) == 14
    assert fates("WW RRRR M", strong=True) == ["3 (kills)", "3", "2", "2", "2", "2", "0 (killed)"]
    # in an ordinary hand the extra point for each killed Rogue stays
    assert score("W RR", strong=True) == 7
    assert score("W RR MMMM", strong=True) == 13
    assert not declared("W RR MMMM", strong=True)
    # slayers are within the 12
    assert score("D WW BBBB", strong=True) == 12 + 4


# ---- Dragon Cards


@pytest.mark.rule("DT-20", "DT-22", "DT-23", "DT-X10", "DT-R3")
def test_a_dragon_must_be_slain_and_scores_twelve_with_its_slayers() -> None:
    assert score("D MMM LL B") == 0
    assert fates("D MMM LL B") == ["0"] * 7
    assert score("D WW LL BB") == 20
    assert score("D W RR MMM") == 17
    assert fates("D WW LL BB") == ["12 (slain)", "0 (slays)", "0 (slays)", "3", "3", "1", "1"]


@pytest.mark.rule("DT-R3")
def test_an_unslain_dragon_spoils_a_den_of_thieves_too() -> None:
    assert score("D RRR LLL") == 0
    assert score("D W R BBBB") == 0
    assert "with a Dragon alive" in worth(hand("D RRR LLL")).text


@pytest.mark.rule("DT-21")
@pytest.mark.parametrize(
    ("ranks", "slain"),
    [("WW", True), ("RRRR", True), ("WRR", True), ("W", False), ("RRR", False), ("WR", False), ("", False)],
)
def test_what_slays_a_dragon(ranks: str, slain: bool) -> None:
    assert score("D" + ranks) == (12 if slain else 0)


@pytest.mark.rule("DT-R2", "DT-R4", "DT-X11")
def test_slaying_comes_first_and_the_rest_may_be_a_den_of_thieves() -> None:
    assert score("D WW RRRR") == 20
    assert declared("D WW RRRR")
    assert fates("D WW RRRR") == ["12 (slain)", "0 (slays)", "0 (slays)", "2", "2", "2", "2"]
    # the slayers kill nobody: the other two Rogues do
    assert fates("D RRRR M L")[-2:] == ["1", "1"]
    # of two ways to slay the better one counts: a Warrior with two Rogues leaves no Rogue to kill a Merchant
    assert score("D W RRRR M") == 12 + 3 + 1
    assert score("D W RR MMM") == 17


@pytest.mark.rule("DT-24", "DT-X12", "DT-R3")
def test_two_dragons_want_slayers_of_their_own() -> None:
    assert score("DD WWW RR") == 24
    assert score("DD WWWW M") == 25
    assert score("DD WW MMM") == 0
    slain = [h for h in HANDS if h.count("D") == 2 and score("".join(h))]
    assert slain
    assert all(score("".join(h)) >= 24 for h in slain)


@pytest.mark.rule("DT-25", "DT-X12", "DT-R6")
def test_three_dragons_are_nineteen_whatever_else_is_there() -> None:
    assert score("DDD MMMM") == 19
    assert fates("DDD MMMM") == ["19", *["0"] * 6]
    three = [h for h in HANDS if h.count("D") == 3]
    assert len(three) == 70
    assert {score("".join(h), strong=strong) for h in three for strong in (False, True)} == {19}


@pytest.mark.rule("DT-R8")
@pytest.mark.parametrize(("strong", "most"), [(False, 20), (True, 21)])
def test_two_slain_dragons_surely_win(strong: bool, most: int) -> None:
    slain = [h for h in HANDS if h.count("D") == 2 and score("".join(h), strong=strong)]
    assert min(h.count("W") for h in slain) == 3
    others = [h for h in HANDS if h.count("D") < 2 and h.count("W") <= 3]
    assert max(score("".join(h), strong=strong) for h in others) == most


# ---- Rank


@pytest.mark.rule("DT-18", "DT-R7", "TIE-05", "TIE-R3")
def test_equal_totals_are_told_apart_by_rank_of_all_seven_cards() -> None:
    def ranked(ranks: str) -> tuple[int, ...]:
        return strength(hand(ranks))

    # 8 each; the Warrior of the first goes before both Ladies of the other
    assert score("W RRR MLB") == score("LL B MMM R") == 8
    assert ranked("W RRR MLB") > ranked("LL B MMM R")
    # 0 each: the killed count, a Lady before Bards
    assert undeclared("L RRRR") == undeclared("B RRRR") == 0
    assert score("L RRRRRR") == score("B RRRRRR") == 10
    assert ranked("L RRRRRR") > ranked("B RRRRRR")
    # slain Dragons and slayers count, Dragons first
    assert score("D WW BBBB") == 16
    assert ranked("D WW BBBB")[1:] == (1, 2, 0, 4, 0, 0)


@pytest.mark.rule("DT-17", "DT-19")
def test_warriors_are_strong_in_the_variant_only() -> None:
    gang = hand("WW RRRRR")
    assert strength(gang)[0] == worth(gang).values["total"] == total(gang) == 14
    assert strength(gang, strong=True)[0] == worth(gang, strong=True).values["total"] == 16
