"""Hag's Haggle: exact odds, counted with the game's own payments, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from games.engine import Match
from games.engine.money import SIZES, worth
from games.engine.questions import Ask
from games.gembones.hags_haggle import GAME
from games.gembones.hags_haggle.bargains import MOST_TO_ONE
from games.gembones.hags_haggle.odds import SETS, judge, settle
from tests.helpers.odds import SOAK, played, within


def faces(die: str) -> range:
    return range(1, SIZES[die] + 1)


def totals(die: str) -> Iterator[int]:
    """Every total of the house's two, each as likely as the others."""
    half = faces(SETS[die].house)
    return (a + b for a, b in product(half, half))


def net(die: str, face: int, total: int, **how: bool) -> F:
    """Return the gain of one wager, in wagers."""
    won, lost = settle(die, face, total, **how)
    return F(worth(won) - lost * SIZES[die], SIZES[die])


def mean_of(values: Iterator[F]) -> F:
    every = list(values)
    return sum(every, F(0)) / len(every)


def mean(die: str, **how: bool) -> F:
    return mean_of(net(die, face, total, **how) for total in totals(die) for face in faces(die))


# match, exceed, lower, EV by trade, by a kind hag, by trade with Code 7
ODDS_OF = {
    "g8": "1/8 3/8 1/2 -5/16 1/16 -21/64",
    "g12": "1/12 5/12 1/2 -5/24 5/24 -2/9",
    "g20": "1/20 9/20 1/2 -11/40 7/40 -139/500",
}


@pytest.mark.rule("OD-HH1", "OD-HH2", "OD-HH3")
@pytest.mark.parametrize("die", ODDS_OF)
def test_one_wager(die: str) -> None:
    *chances, trade, kind, sevens = map(F, ODDS_OF[die].split())
    found = Counter(judge(face, total) for total in totals(die) for face in faces(die))
    assert [F(found[verdict], found.total()) for verdict in ("match", "exceed", "lower")] == chances
    assert (mean(die), mean(die, kind=True), mean(die, sevens=True)) == (trade, kind, sevens)


@pytest.mark.rule("OD-HH1", "OD-HH2", "OD-HH3")
@pytest.mark.parametrize("die", ODDS_OF)
def test_by_the_total_of_the_house(die: str) -> None:
    s = SIZES[die]
    for total in set(totals(die)):
        found = Counter(judge(face, total) for face in faces(die))
        assert (found["match"], found["exceed"], found["lower"]) == (1, s - total, total - 1)


def test_a_set_chosen_with_equal_chance() -> None:
    assert mean_of(mean(die) for die in SETS) == F(-191, 720)


def better(die: str, one: int, other: int, total: int) -> int:
    """Return the better of two dice for a player with beginner's luck."""
    return max((one, other), key=lambda face: net(die, face, total))


# shot: win, EV; so close: push, change; luck: match, exceed, lower, EV of a game, change over all
BARGAINS = {
    "g8": "1/8 3/8 27/64 -5/32 15/64 61/128 37/128 45/256 -649/256",
    "g12": "1/12 -1/12 181/432 -35/216 23/144 475/864 251/864 679/1728 -2993/576",
    "g20": "1/20 -9/20 167/400 -33/200 39/400 489/800 233/800 449/1600 -13333/1600",
}


@pytest.mark.rule("OD-HH4")
@pytest.mark.parametrize("die", BARGAINS)
def test_bargains(die: str) -> None:
    expected = [*map(F, BARGAINS[die].split())]
    shot = F(1, SIZES[die])
    assert [shot, shot * MOST_TO_ONE - (1 - shot)] == expected[:2]

    lost = [(total, face) for total in totals(die) for face in faces(die) if judge(face, total) == "lower"]
    pushes = mean_of(F(judge(extra, total) != "lower") for total, _ in lost for extra in faces(die))
    assert [pushes, pushes - (1 - pushes)] == expected[2:4]

    taken = [
        (better(die, one, other, total), total)
        for total in totals(die) for one in faces(die) for other in faces(die)
    ]  # fmt: skip
    found = Counter(judge(face, total) for face, total in taken)
    assert [F(found[verdict], found.total()) for verdict in ("match", "exceed", "lower")] == expected[4:7]
    lucky = mean_of(net(die, face, total) for face, total in taken)
    assert lucky == expected[7]
    given_up = SETS[die].match + 1
    assert 3 * (lucky - mean(die)) - given_up == expected[8]


# ---- simulated, through whole matches


def one_wager(match: Match, ask: Ask) -> Any:
    return 1 if ask.prompt.kind == "wager" else ask.prompt.default


def nets(games: int, **options: Any) -> list[float]:
    chosen = {"codes": False, "bargains": False, **options}
    results = [played(GAME, number, 1, one_wager, **chosen).result for number in range(games)]
    return [worth(result.rows[0].change) for result in results if result is not None]


@pytest.mark.rule("OD-HH1", "OD-HH2", "OD-HH3")
@pytest.mark.parametrize("kind", [False, True])
@pytest.mark.parametrize("die", ODDS_OF)
def test_simulated_wagers(die: str, kind: bool) -> None:
    samples = nets(1500 * SOAK, gembones=die, kind_hag=kind)
    assert within(samples, mean(die, kind=kind) * SIZES[die])


def test_simulated_sets_of_the_dealer() -> None:
    chosen = {"codes": False, "bargains": False}
    dealt = Counter(
        next(
            event.values["die"]
            for event in played(GAME, number, 1, one_wager, **chosen).events
            if event.kind == "set"
        )
        for number in range(900 * SOAK)
    )
    for die in SETS:
        assert within([1] * dealt[die] + [0] * (dealt.total() - dealt[die]), F(1, 3))


@pytest.mark.rule("HH-R6")
@pytest.mark.parametrize(
    ("kind", "die", "expected"), [("shot", "g12", F(1, 6)), ("beginners_luck", "g8", F(1, 8 * 4))]
)
def test_simulated_offers(kind: str, die: str, expected: F) -> None:
    offered = []
    for number in range(900 * SOAK):
        kinds: list[str] = []

        def answer(match: Match, ask: Ask, kinds: list[str] = kinds) -> Any:
            kinds.append(ask.prompt.kind)
            return one_wager(match, ask)

        played(GAME, number, 1, answer, gembones=die, codes=False)
        offered.append(int(kind in kinds))
    assert within(offered, expected)


def test_the_simulation_can_tell() -> None:
    samples = nets(1500, gembones="g8")
    assert not within(samples, mean("g8", kind=True) * 8)
