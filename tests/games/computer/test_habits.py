"""Computer players remember how their rivals have played this evening, and act on it."""

from __future__ import annotations

from games.computer.habits import REGULAR, Habit, Memory, kinds, remembering
from games.engine import Chance, Event, Header, Match, OpenAsk, Scene, Seed
from games.registry import GAMES

NAMES = {0: "Ann", 1: "Bob"}


def of(*actions: str, seat: int = 1) -> list[Event]:
    """What everyone saw a seat do."""
    return [Event(action, {"seat": seat}, None, {}) for action in actions]


def after(*actions: str) -> Habit:
    memory = Memory()
    memory.hear(of(*actions), NAMES)
    return memory.habits(NAMES)[1]


def test_the_kinds_of_players_add_up() -> None:
    assert sum(kind.chance for kind in kinds().values()) == 100
    for kind in kinds().values():
        assert sum(kind.faced.values()) == sum(kind.free.values()) == 100
        assert kind.stays + kind.follows <= 1


def test_who_always_calls_is_expected_to_call() -> None:
    habit = after(*["calls"] * 12)
    assert habit.stays > 0.85
    assert habit.heard < 0.5, "and their calls say little"


def test_who_always_folds_is_expected_to_fold() -> None:
    habit = after(*["folds"] * 12)
    assert habit.stays < 0.05
    assert habit.follows < 0.7


def test_who_always_raises_is_not_believed() -> None:
    assert after(*["raises", "bets"] * 6).heard < 0.3


def test_who_bets_wherever_nobody_has_is_not_believed_but_folds_like_anyone() -> None:
    habit = after(*["bets", "folds", "bets", "calls"] * 5)
    assert habit.heard < 0.5
    assert habit.stays < 0.1


def test_one_action_says_little() -> None:
    assert after("calls").stays < 0.5
    assert Memory().habits(NAMES) == {}


def test_who_changes_their_ways_is_soon_taken_for_what_they_are_now() -> None:
    assert after(*["calls"] * 40, *["folds"] * 4).stays < 0.2


def test_a_newcomer_in_a_seat_is_not_taken_for_the_one_before() -> None:
    memory = Memory()
    memory.hear(of(*["calls"] * 12), NAMES)
    others = {**NAMES, 1: "Cem"}
    assert memory.habits(others) == {}
    memory.hear(of("folds"), others)
    assert memory.habits(others)[1].stays < 0.2


def test_what_only_some_are_told_is_not_heard() -> None:
    memory = Memory()
    memory.hear([Event("calls", {"seat": 1}, frozenset({0}), {})], NAMES)
    assert memory.habits(NAMES) == {}


def first_bet(number: int) -> tuple[Scene, OpenAsk]:
    header = Header("rogues_and_warriors", 1, {}, (0, 1), Seed("habits", number), {0: 50, 1: 50})
    match = Match(GAMES["rogues_and_warriors"], header)
    scene = match.scene(next(iter(match.open.values())).seat)
    return scene, scene.mine()[0]


def test_a_shark_never_bluffs_who_always_calls_and_bets_all_it_has_on_a_good_hand() -> None:
    shark = GAMES["rogues_and_warriors"].policy("shark")
    caller = dict.fromkeys((0, 1), after(*["calls"] * 12))
    sums = {True: 0, False: 0}
    for number in range(40):
        scene, ask = first_bet(number)
        for knows in (True, False):
            answer = remembering(shark, caller if knows else {})(scene, ask, Chance(Seed("thinks", number)))
            sums[knows] += answer if isinstance(answer, int) else 0
    assert sums[True] > 4 * sums[False]


def test_a_shark_that_knows_nobody_plays_as_ever() -> None:
    shark = GAMES["rogues_and_warriors"].policy("shark")
    for number in range(20):
        scene, ask = first_bet(number)
        asked = [
            player(scene, ask, Chance(Seed("thinks", number)))
            for player in (shark, remembering(shark, {0: REGULAR, 1: REGULAR}))
        ]
        assert asked[0] == asked[1]
