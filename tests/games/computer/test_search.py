"""The generic players: a search finds the best answer on average, and a newcomer slips now and then."""

from __future__ import annotations

from dataclasses import dataclass

from games.computer import Determinise, Sampler, Search, World, newcomer
from games.engine import Answer, Chance, Choose, OpenAsk, Scene
from tests.helpers.random_matches import luck_of

DOORS = ("left", "middle", "right")
SCENE = Scene(0, (), (), over=False)
ASK = OpenAsk(1, 0, "door", "turn", Choose("door", DOORS, "left"), False, {})


@dataclass
class Prize:
    """A prize behind one of three doors."""

    behind: str
    weight: float = 1.0

    def outcome(self, answer: Answer, luck: Chance) -> float:
        """Return what is behind the door."""
        return float(answer == self.behind)


def often_right(luck: Chance) -> World:
    """Hide the prize behind the right door half of the time."""
    return Prize(luck.choice(("left", "middle", "right", "right")))


def unlikely_right(luck: Chance) -> World:
    """The same prize, where worlds with the right door fit badly to what rivals did."""
    behind = luck.choice(("left", "middle", "middle", "right", "right", "right"))
    return Prize(behind, 0.1 if behind == "right" else 1.0)


def reading(sampler: Sampler | None) -> Determinise:
    """Return the reader of a scene that gives this sampler."""
    return lambda scene, ask, luck: sampler


def always_left(scene: Scene, ask: OpenAsk, luck: Chance) -> Answer:
    """A player who thinks of nothing."""
    return "left"


def test_a_search_takes_the_best_answer_on_average() -> None:
    search = Search(reading(often_right), always_left)
    assert {search(SCENE, ASK, luck_of("doors", n)) for n in range(10)} == {"right"}


def test_worlds_count_by_how_well_they_fit() -> None:
    search = Search(reading(unlikely_right), always_left)
    assert {search(SCENE, ASK, luck_of("doors", n)) for n in range(10)} == {"middle"}


def test_the_budget_is_counted_in_playouts() -> None:
    played: list[Answer] = []

    class Counting(Prize):
        def outcome(self, answer: Answer, luck: Chance) -> float:
            played.append(answer)
            return super().outcome(answer, luck)

    Search(reading(lambda luck: Counting("right")), always_left, playouts=90)(SCENE, ASK, luck_of("budget"))
    assert 80 <= len(played) <= 90
    # after the first third one of the three doors is tried no more
    assert min(played.count(door) for door in DOORS) == 10


def test_samples_that_take_long_cost_playouts_too() -> None:
    dealt: list[World] = []

    def dealing(luck: Chance) -> World:
        dealt.append(Prize("right"))
        return dealt[-1]

    Search(reading(dealing), always_left, playouts=90, dealing=2)(SCENE, ASK, luck_of("deals"))
    # three doors, and then two: as long as five and four playouts
    assert len(dealt) == 30 // 5 + 30 // 4 + 30 // 4


def test_the_same_luck_gives_the_same_answer() -> None:
    search = Search(reading(often_right), always_left, playouts=9)
    answers = [search(SCENE, ASK, luck_of("few", n)) for n in range(30)]
    assert answers == [search(SCENE, ASK, luck_of("few", n)) for n in range(30)]
    assert len(set(answers)) > 1, "nine playouts are not many"


def test_what_the_search_cannot_judge_the_fast_player_answers() -> None:
    search = Search(reading(None), always_left)
    assert search(SCENE, ASK, luck_of("none")) == "left"


def test_a_newcomer_slips_now_and_then_but_not_where_it_is_careful() -> None:
    clumsy = newcomer(always_left, slips=3)
    answers = [clumsy(SCENE, ASK, luck_of("slips", n)) for n in range(600)]
    # two thirds on purpose, and a third of the slips by accident
    assert 430 <= answers.count("left") <= 500
    careful = newcomer(always_left, slips=3, careful=("door",))
    assert {careful(SCENE, ASK, luck_of("slips", n)) for n in range(50)} == {"left"}
