"""The computer player that counts: it scores more than random players, and hits its predictions more often."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from games.engine import Header, Match, Seed, random_legal
from games.wyrms import GAME
from games.wyrms.computer import chances_to_take, counting, strength
from tests.helpers.games.wyrms import key, plays, predicts, short, wyrms
from tests.helpers.random_matches import cases, luck_of

SEATS = 4


def duel(case: int) -> tuple[dict[int, int], dict[int, int], int]:
    """A match with one counting seat among random ones: totals, exact predictions, and which seat counts."""
    seats = tuple(range(SEATS))
    match = Match(GAME, Header(GAME.key, GAME.version, {}, seats, Seed(f"counting {case}")), digests=False)
    luck, clever = luck_of("counting", case), case % SEATS
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        scene = match.scene(ask.seat)
        policy = counting if ask.seat == clever else random_legal
        match.answer(ask.id, ask.seat, policy(scene, scene.mine()[0], luck))
    assert match.result is not None
    says = {row.seat: row.why.values for row in match.result.rows if row.why is not None}
    return (
        {seat: each["total"] for seat, each in says.items()},
        {seat: each["exact"] for seat, each in says.items()},
        clever,
    )


def test_it_scores_more_than_random_players_and_is_exact_far_more_often() -> None:
    ahead, hits, others = [], 0, 0
    played = cases(30, most=500)
    for case in played:
        totals, exact, clever = duel(case)
        ahead.append(totals.pop(clever) - mean(totals.values()))
        hits += exact.pop(clever)
        others += sum(exact.values())
    # the whole 99 % interval lies above nothing
    assert mean(ahead) - 2.58 * stdev(ahead) / len(ahead) ** 0.5 > 0
    assert hits > 1.5 * others / (SEATS - 1)


def test_it_takes_what_it_still_needs_and_no_more() -> None:
    """B follows red 5 with red 4, which can't take it, or with the Queen, who does."""
    for predicted, card in ((0, "R4"), (1, "Q")):
        s = predicts(wyrms("R5", "R4 Q", seats=4), 1, predicted, 1, 1)
        plays(s, "R5")
        scene = s.match.scene(s.names["B"])
        assert short(counting(scene, scene.mine()[0], luck_of("follows"))) == card


def test_it_counts_what_has_been_played() -> None:
    """Red is dominant. When red 9 and the Queen are gone, nothing that B may hold beats A's red 8."""
    s = predicts(wyrms("RT R8", "R9", "Q B1"), 1, 1, 1)
    plays(s, "RT R9 Q B1")
    scene = s.match.scene(s.names["A"])
    ask, cards = scene.mine()[0], s.sees("A", "A") or []
    assert "red.8" in s.offered("A")[0]
    for case in range(50):
        assert chances_to_take(scene, ask, luck_of("counts", case), cards)["red.8"] == 1


@pytest.mark.parametrize(
    ("dominant", "stronger", "weaker"), [("red", "R5", "B5"), ("red", "R9", "R5"), (None, "B9", "B8")]
)
def test_what_its_cards_are_worth(dominant: str | None, stronger: str, weaker: str) -> None:
    assert strength(key(stronger), dominant, SEATS) > strength(key(weaker), dominant, SEATS)
    assert strength("queen", dominant, SEATS) == 1
    assert strength("knight", dominant, SEATS) == 0
