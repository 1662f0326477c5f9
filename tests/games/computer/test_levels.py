"""Levels: the best player with errors, of which those that cost little come most often."""

from __future__ import annotations

from collections import Counter
from math import exp

import pytest

from benchmarks.company.eases import Looks, eases_of, equal_steps, loss
from benchmarks.company.ladder import in_order, part_lost
from benchmarks.company.pairs import pairs_of
from games.computer.erring import Erring
from games.computer.levels import LEVEL_NAMES, scales
from games.computer.weighed import Unit, Weighed
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


def question(costs: list[float], stake: float = 10.0, unit: Unit = "pieces") -> Looks:
    """Return a question at which the best answer gives away nothing and the others so much, at both looks."""
    first = Weighed.by_worth([("best", 0.0), *((str(cost), -cost) for cost in costs)], stake, unit)
    return Looks(first, [worth for _, worth in first.ways])


def test_levels_take_equal_steps_of_what_their_errors_give_away() -> None:
    asked = [question([1.0, 4.0]), question([0.2, 9.0]), question([3.0])]
    eases = equal_steps(asked)
    lost = [sum(loss(each, ease) for each in asked) for ease in eases]
    assert eases[0] == 1.0
    assert lost == pytest.approx([lost[0] * (1 - at / 9) for at in range(10)], rel=0.02, abs=1e-9)


def test_what_an_answer_gives_away_on_average_goes_by_how_often_it_is_given() -> None:
    assert loss(question([4.0]), 0.0) == 0.0
    # a tenth of the stake per e: the answer that costs 4 of 10 is given e to the fourth times less often
    assert loss(question([4.0]), 0.1) == pytest.approx(4 * exp(-4) / (1 + exp(-4)))


def test_what_only_seemed_to_be_the_best_gives_nothing_away() -> None:
    """An error that costs something in the samples by which it was judged, but nothing in others, is none."""
    noisy = Looks(question([1.0]).first, [0.5, 0.5])
    assert loss(noisy, 0.3) == 0.0
    assert equal_steps([noisy, question([4.0])]) != equal_steps([question([1.0]), question([4.0])])


def test_worths_that_are_no_money_count_as_parts_of_the_money_at_stake() -> None:
    money, chance = question([4.0, 7.0]), question([0.4, 0.7], stake=1.0, unit="chance")
    assert equal_steps([money, chance]) == pytest.approx(equal_steps([money]))
    assert equal_steps([money, question([0.01], stake=1.0, unit="chance")]) != pytest.approx(
        equal_steps([money])
    )


def test_a_level_is_set_by_what_the_best_player_says_at_real_tables() -> None:
    eases = eases_of(GAMES["dragon_hordes"], 2)
    assert eases is not None
    assert list(eases) == sorted(set(eases), reverse=True)
    assert eases[::9] == (1.0, 0.0)
    assert eases_of(GAMES["barovian_boneyard"], 1) is None, "its best player doesn't weigh its answers"


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


class Raises:
    """A player to whom a call and five sizes of a raise are worth as much."""

    def __call__(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
        """Call."""
        return "call"

    def weigh(self, scene: Scene, ask: OpenAsk, luck: Chance) -> Weighed | None:
        """Return the six, and a fold that gives everything away."""
        ways: list[tuple[Answer, float]] = [
            ("call", 1.0),
            ("fold", -1e6),
            *((size, 1.0) for size in range(1, 6)),
        ]
        return Weighed.by_worth(ways, stake=10.0, unit="pieces")


@pytest.mark.parametrize("ease", [0.1, 1.0])
def test_who_errs_does_not_raise_because_there_are_many_sizes(ease: float) -> None:
    often = given(Raises(), ease)
    assert 900 < often["call"] < 1100
    assert all(140 < often[size] < 260 for size in range(1, 6))
