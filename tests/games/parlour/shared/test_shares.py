"""Playing for Shares: who is paid what, ties, what is left over, and the score (SHR-04 to SHR-16)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.engine import placement, prizes
from games.parlour import rogues_and_warriors
from games.parlour.shared.played_for_shares import payouts
from tests.helpers.script import Script

PAIRS = dict(zip("abcdefghij", ("LL", "LB", "LM", "LR", "BB", "BM", "BR", "MM", "MR", "RR"), strict=True))
"""Hands of Rogues and Warriors, the best first; seats with the same letter tie."""
COLORS = (("hawk", "wolf"), ("owl", "horse"), ("wren", "hare"))


def night(hands: str, *, share: int = 3, carried: int = 0, **more: Any) -> Script:
    """A whole game played for shares: `hands` has a letter a seat."""
    cards = [
        f"{rank}.{suit}"
        for seat, letter in enumerate(hands)
        for rank, suit in zip(PAIRS[letter], COLORS[seat % 3], strict=True)
    ]
    carry: dict[str, Any] = {"starter": 0}
    if carried:
        carry["pot"] = {"piece": carried}
    settings = {"stakes": "shares", "share": share, **more}
    seats = "ABCDEFGHIJ"[: len(hands)]
    s = Script(rogues_and_warriors.GAME, seats, cards=" ".join(cards), carry=carry, settings=settings)
    return s.each(seats, [0])


def paid(hands: str, *, share: int = 3, carried: int = 0) -> list[int]:
    """What each seat is paid, and at the end what is left over for the next game."""
    s = night(hands, share=share, carried=carried)
    assert s.match.over
    return [*(s.net[name]["piece"] + share for name in sorted(s.net)), s.carried.get("piece", 0)]


# ---- without ties


@pytest.mark.rule("SHR-04", "SHR-05")
def test_two_players() -> None:
    assert paid("ab", share=1) == [2, 0, 0]
    assert paid("ba", share=5) == [0, 10, 0]


@pytest.mark.rule("SHR-04", "SHR-06")
def test_three_players() -> None:
    assert paid("abc", share=1) == [2, 1, 0, 0]
    assert paid("cab", share=5) == [0, 10, 5, 0]


@pytest.mark.rule("SHR-04", "SHR-07")
def test_four_players() -> None:
    assert paid("abcd", share=1) == [3, 1, 0, 0, 0]
    assert paid("dcba", share=5) == [0, 0, 5, 15, 0]


@pytest.mark.rule("SHR-04", "SHR-08")
def test_five_players() -> None:
    assert paid("abcde", share=1) == [3, 2, 0, 0, 0, 0]
    assert paid("cbade", share=5) == [0, 10, 15, 0, 0, 0]


@pytest.mark.rule("SHR-04", "SHR-09")
@pytest.mark.parametrize("players", range(6, 11))
def test_six_players_and_more(players: int) -> None:
    hands = "abcdefghij"[:players]
    assert paid(hands, share=1) == [players - 3, 2, 1, *[0] * (players - 3), 0]


@pytest.mark.rule("SHR-X1")
@pytest.mark.parametrize(
    ("hands", "prizes_paid"),
    [
        ("ab", [6, 0]),
        ("abc", [6, 3, 0]),
        ("abcd", [9, 3, 0, 0]),
        ("abcde", [9, 6, 0, 0, 0]),
        ("abcdef", [9, 6, 3, 0, 0, 0]),
        ("abcdefgh", [15, 6, 3, 0, 0, 0, 0, 0]),
    ],
)
def test_a_share_of_three_without_ties(hands: str, prizes_paid: list[int]) -> None:
    assert paid(hands) == [*prizes_paid, 0]


# ---- ties


@pytest.mark.rule("SHR-10", "SHR-X2", "SHR-X9")
def test_two_tied_for_first_halve_first_and_second_money() -> None:
    assert paid("aabcd") == [7, 7, 0, 0, 0, 1]
    assert paid("aa") == [3, 3, 0]
    assert paid("aab") == [4, 4, 0, 1]


@pytest.mark.rule("SHR-10", "SHR-13", "SHR-X3", "SHR-R2")
def test_after_two_tied_for_first_the_next_is_third() -> None:
    assert paid("aabbcd") == [7, 7, 1, 1, 0, 0, 2]
    assert paid("aabcde") == [7, 7, 3, 0, 0, 0, 1]
    assert [row.place for row in night("aabcde").result.rows] == [1, 1, 3, 4, 5, 6]


@pytest.mark.rule("SHR-11", "SHR-X4", "SHR-R2")
def test_more_than_two_tied_for_first_divide_the_whole_pot() -> None:
    assert paid("aaabcde") == [7, 7, 7, 0, 0, 0, 0, 0]
    # the pot of 18 among four, though the third prize would have been the fourth's alone
    assert payouts({0: 1, 1: 1, 2: 1, 3: 1, 4: 5, 5: 5}, 3) == {0: 4, 1: 4, 2: 4, 3: 4, 4: 0, 5: 0}
    assert [prize.amount for prize in prizes({0: 1, 1: 1, 2: 1}, 4)] == [12]
    assert payouts({0: 1, 1: 1, 2: 1}, 3) == {0: 3, 1: 3, 2: 3}
    assert payouts({0: 2, 1: 1}, 2) == {0: 0, 1: 4}
    assert paid("aaa", share=4, carried=1) == [4, 4, 4, 1]


@pytest.mark.rule("SHR-12", "SHR-X5", "SHR-X6", "SHR-X7", "SHR-R2")
def test_tied_for_second_divide_second_and_third_money_and_nobody_is_third() -> None:
    assert paid("abb") == [6, 1, 1, 1]
    assert paid("abbbcd") == [9, 3, 3, 3, 0, 0, 0]
    assert paid("abbcde") == [9, 4, 4, 0, 0, 0, 1]
    assert [row.place for row in night("abbcde").result.rows] == [1, 2, 2, 4, 5, 6]


@pytest.mark.rule("SHR-13", "SHR-X8")
def test_tied_for_third_divide_third_money() -> None:
    assert paid("abccde") == [9, 6, 1, 1, 0, 0, 1]
    assert paid("abcccd") == [9, 6, 1, 1, 1, 0, 0]
    # where third money is none, nothing is divided
    assert paid("abccd") == [9, 6, 0, 0, 0, 0]


# ---- what is left over


@pytest.mark.rule("SHR-14", "SHR-15", "SHR-X10", "SHR-R3")
def test_what_is_left_over_joins_the_first_place_of_the_next_game() -> None:
    s = night("aabcd")
    assert s.carried == {"piece": 1}
    assert s.result.carry["tied"] == [0, 1]
    assert paid("abcd", carried=1) == [10, 3, 0, 0, 0]
    assert paid("aabc", carried=1) == [6, 6, 0, 0, 1]
    # carried on and on: the next game's first place takes it
    cards = "L.hawk L.wolf M.owl M.horse R.wren R.hare R.hawk R.wolf M.hawk R.wolf"
    again = s.next(cards=cards, options={"share": 2})
    assert again.pot == 11
    again.each("ABCDE", [0])
    assert again.carried == {}
    assert max(again.net.values(), key=lambda change: change["piece"]) == {"piece": 2 * 3 + 1 - 2}


@pytest.mark.rule("SHR-14", "TIE-X4")
def test_what_is_left_over_is_told() -> None:
    s = night("aabbcd")
    assert [event.values["n"] for event in s.told("remains")] == [2]
    assert s.result.carry["tied"] == [0, 1, 2, 3]
    assert [event.values["n"] for event in s.told("prize_tied")] == [7, 1]


@pytest.mark.rule("SHR-R3")
@pytest.mark.parametrize(("players", "share", "carried"), list(product(range(2, 6), (0, 1, 3, 7), (0, 1, 5))))
def test_payouts_and_the_rest_are_the_pot_however_they_tie(players: int, share: int, carried: int) -> None:
    for hands in product(range(players), repeat=players):
        places = placement({seat: (-level,) for seat, level in enumerate(hands)})
        found = prizes(places, share, carried)
        assert sum(prize.amount for prize in found) == players * share + carried
        each = payouts(places, share, carried)
        rest = sum(prize.amount % len(prize.seats) for prize in found)
        assert sum(each.values()) + rest == players * share + carried
        # nobody behind is paid more
        assert all(each[a] >= each[b] for a in places for b in places if places[a] <= places[b])


# ---- a share of nothing, and the score


@pytest.mark.rule("SHR-16", "SHR-X11")
def test_a_share_of_nothing_is_playing_without_betting_and_a_winner_is_named() -> None:
    s = night("bacd", share=0)
    assert paid("bacd", share=0) == [0] * 5
    assert not s.result.pays
    assert [(row.seat, row.place) for row in s.result.rows] == [(1, 1), (0, 2), (2, 3), (3, 4)]
    assert s.result.headline.text == "{who:seat} comes first with {why:line}"
    assert s.result.headline.values["who"] == 1
    assert night("aabc", share=0).result.headline.values["who"] == (0, 1)


@pytest.mark.rule("SHR-R9")
@pytest.mark.parametrize(
    ("hands", "share", "carried", "credited"),
    [
        ("abcd", 3, 0, [3, 1, 0, 0]),
        ("abcd", 3, 4, [4, 1, 0, 0]),  # 13 // 3
        ("ab", 1, 1, [3, 0]),
        ("aabcd", 3, 0, [2, 2, 0, 0, 0]),  # 7 // 3
        ("aabbcd", 3, 0, [2, 2, 0, 0, 0, 0]),
        ("abcdef", 1, 0, [3, 2, 1, 0, 0, 0]),
        ("abcdef", 0, 0, [3, 2, 1, 0, 0, 0]),  # as if the share were 1
    ],
)
def test_shares_won_are_a_score_beside_the_money(
    hands: str, share: int, carried: int, credited: list[int]
) -> None:
    s = night(hands, share=share, carried=carried)
    assert [row.shares for row in sorted(s.result.rows, key=lambda row: row.seat)] == credited
    assert {pay.unit for pay in s.result.pays} <= {"piece"}
    assert not [row for row in Script(rogues_and_warriors.GAME, "AB").defaults().result.rows if row.shares]
