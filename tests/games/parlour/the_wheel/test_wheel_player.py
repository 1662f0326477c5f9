"""The Wheel's computer player: what it takes to be likely, and what it does with that."""

from __future__ import annotations

from statistics import mean, stdev

from games.engine import Header, Match, Seed, random_legal
from games.parlour.the_wheel import GAME
from games.parlour.the_wheel.computer import View, best_play
from tests.helpers.random_matches import cases, luck_of

POOL = ("W.owl", "L.owl", "B.owl", "M.owl", "R.owl")


def view(to_come: int = 0, marked: str = "", **strengths: int) -> View:
    """A view of such strengths, with one hidden card of each rank."""
    every = {spoke: 0 for spoke in "WMBLR" if spoke not in marked} | strengths
    return View(every, marked, to_come, POOL)


def first(seed: int, seats: int = 4) -> bool:
    """Whether one sensible seat comes first in an Unwound Clock against random ones."""
    stakes = dict.fromkeys(range(seats), 50)
    options = {"unwound_clock": True}
    match = Match(GAME, Header(GAME.key, GAME.version, options, tuple(stakes), Seed(f"clock {seed}"), stakes))
    luck, clever = luck_of("clock", seed), seed % seats
    while not match.over:
        seat = next(ask.seat for ask in match.open.values())
        scene = match.scene(seat)
        ask = scene.mine()[0]
        policy = GAME.policies["regular"] if seat == clever else random_legal
        match.answer(ask.id, seat, policy(scene, ask, luck), "computer")
    assert match.result is not None
    return next(row.place == 1 for row in match.result.rows if row.seat == clever)


def test_the_spoke_ahead_is_likely_and_at_the_end_certain() -> None:
    early, late = view(12, L=3, M=2).prospects(), view(0, L=3, M=2).prospects()
    assert early["L"] > early["M"] > early["W"] > 0
    assert late["L"] > 0.999
    # equal ones: the rarer
    assert view(0, L=3, M=3).prospects()["L"] > 0.9
    assert abs(sum(early.values()) - 1) < 1e-9


def test_a_hand_leads_by_what_the_mean_hand_has_less() -> None:
    # Lady: 2, neighbours 1: five hidden cards score 4 together
    assert abs(view(0, L=9).lead(["L.hawk"] * 7) - (14 - 7 * 0.8)) < 0.01
    assert view(0, L=9).lead(["M.hawk"] * 7) < 0


def test_it_plays_what_its_hand_can_spare_where_it_helps_the_rest() -> None:
    hand = ["L.hawk", "L.wolf", "L.owl", "L.horse", "R.hawk", "R.owl", "R.hare", "M.hawk"]
    # Lady is ahead: the Merchant, which scores nothing, goes where it does not matter
    assert best_play(view(0, L=1), hand, range(8), clock=False) in {(7, "W"), (7, "B")}
    # Merchant is ahead: a Rogue, the cheaper of those that help, makes Lady its equal, and Lady is rarer
    place, spoke = best_play(view(0, M=2, L=1), hand, range(8), clock=False)
    assert (hand[place][0], spoke) == ("R", "L")
    # and a chosen card stays the chosen one
    assert best_play(view(0, M=2, L=1), hand, [7], clock=False)[0] == 7


def test_it_plays_on_no_marked_spoke() -> None:
    hand = ["L.hawk"] * 8
    assert best_play(view(6, "LR"), hand, range(8), clock=False)[1] == "B"


def test_when_ahead_it_takes_from_an_unwound_clock() -> None:
    ahead, behind = ["L.hawk"] * 8, ["M.hawk"] * 8
    assert best_play(view(4, L=9), ahead, range(8), clock=True)[1] == "clock"
    assert best_play(view(4, L=9), behind, range(8), clock=True)[1] != "clock"
    assert best_play(view(4, L=9), ahead, range(8), clock=False)[1] != "clock"


def test_sense_comes_first_more_often_than_none() -> None:
    won = [float(first(seed)) for seed in cases(120)]
    assert mean(won) - 1.96 * stdev(won) / len(won) ** 0.5 > 0.5
