"""Levels: the best player with errors, of which those that cost little come most often."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.company.eases import equal_steps
from benchmarks.company.ladder import in_order, part_lost
from benchmarks.company.pairs import pairs_of
from games.computer.erring import Erring
from games.computer.levels import LEVEL_NAMES, scales
from games.computer.weighed import Weighed
from games.engine import RAIL, Answer, Chance, OpenAsk, Policy, Scene
from games.registry import GAMES
from tests.helpers.random_matches import luck_of

SCENE = Scene(RAIL, (), (), False)
ASK = OpenAsk(1, 0, "bet", "turn", None, False, {})


class Knows:
    """A player that knows what three answers are worth."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Give the best."""
        return "good"

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the three, of a pot of ten."""
        return Weighed.by_worth([("bad", -10.0), ("good", 2.0), ("fair", 1.0)], stake=10.0, unit="pieces")


def sure(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Give the best, without a word about the others."""
    return "good"


def weak(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """Give the worst."""
    return "bad"


def given(best: Policy, ease: float) -> Counter[Answer]:
    """Return how often a player who errs gives each answer."""
    luck, player = luck_of("errs", ease), Erring(best, weak, ease)
    return Counter(player(SCENE, ASK, luck) for _ in range(2000))


def test_who_does_not_err_gives_the_best_answer() -> None:
    assert given(Knows(), 0.0) == {"good": 2000}


def test_an_error_is_the_rarer_the_more_it_costs_and_the_better_the_player() -> None:
    before = 2000
    for ease in (0.1, 0.3, 1.0):
        often = given(Knows(), ease)
        assert often["good"] > often["fair"] > often["bad"]
        assert often["good"] < before
        before = often["good"]
    assert given(Knows(), 0.1)["bad"] == 0, "nobody gives away a whole pot like that"


def test_where_the_best_does_not_weigh_its_answers_a_weaker_one_answers_now_and_then() -> None:
    often = given(sure, 0.25)
    assert 400 < often["bad"] < 600


@pytest.mark.parametrize("key", sorted(scales()))
def test_levels_have_the_tempers_of_the_best(key: str) -> None:
    game = GAMES[key]
    for name in LEVEL_NAMES:
        assert game.tempers(name) == game.tempers(game.strengths()[-1])


def test_levels_take_equal_steps_of_what_is_won() -> None:
    # everything is lost in proportion to the ease
    even = equal_steps({ease: 9.0 - 18 * ease for ease in (0.0, 0.1, 0.35, 1.0)})
    assert even == pytest.approx([1 - at / 9 for at in range(10)], abs=0.08)
    # nearly everything is lost by an ease of a tenth
    steep = equal_steps({0.0: 9.0, 0.03: 2.0, 0.1: -7.0, 0.35: -9.0, 1.0: -9.0})
    assert steep[1] < 0.2


def test_luck_that_turns_two_neighbours_round_makes_no_level_better_than_the_next() -> None:
    eases = equal_steps({0.0: 5.0, 0.03: 6.0, 0.2: 1.0, 1.0: -12.0})
    assert list(eases) == sorted(set(eases), reverse=True)


def test_no_player_with_a_name_is_rated_below_a_weaker_one() -> None:
    assert in_order({"newcomer": -1.0, "regular": 0.5, "shark": 0.0}) == {
        "newcomer": -1.0, "regular": 0.25, "shark": 0.25,
    }  # fmt: skip
    assert in_order({"newcomer": 3.0, "regular": 0.0, "shark": 0.0}) == dict.fromkeys(
        ("newcomer", "regular", "shark"), 1.0
    )


def test_steps_are_measured_between_neighbours_and_attacks_against_the_best() -> None:
    game = GAMES["threes"]
    steps = [*pairs_of(game, "steps")]
    assert steps[0] == ("10", "9")
    assert steps[-1] == ("2", "1")
    assert len(steps) == 9
    attacks = [*pairs_of(game, "attacks")]
    assert {second for _first, second in attacks} == {"10"}
    assert {"caller", "maniac", "copycat", "random", "trained"} <= {first for first, _second in attacks}
    assert [*pairs_of(game, "hunter:10,caller:9")] == [("caller", "9")], "a hunter plays in the tavern only"


def test_a_player_with_a_name_stands_beside_the_level_that_wins_as_much() -> None:
    losses = [(1.0, -4.0), (0.5, 0.0), (0.2, 0.0), (0.0, 2.0)]
    assert part_lost(-6.0, losses) == 1.0
    assert part_lost(-2.0, losses) == 0.75
    assert part_lost(1.0, losses) == 0.1
    assert part_lost(9.0, losses) == 0.0
