"""Lucky No. 13: exact odds, from the functions that the computer player uses, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction as F
from itertools import permutations, product
from typing import Any

import pytest

from games.engine import Chance, Match, Seed, random_legal
from games.engine.money import SIZES, worth
from games.engine.questions import Ask
from games.gembones.lucky_13 import GAME, ORDER_DICE
from games.gembones.lucky_13.computer import optimal
from games.gembones.lucky_13.odds import (
    beating_chance,
    best_choice,
    choices,
    final_totals,
    survival_chance,
    win_chance,
)
from games.gembones.lucky_13.options import DICE, LUCKY
from games.gembones.lucky_13.thirteen import Blessed, State, claims, decisions, swaps
from tests.helpers.games.lucky_13 import LuckyScript
from tests.helpers.odds import SOAK, played, within

ONLY_13 = 12
"""Against a best total of 12 nothing but 13 wins: the plan never stops early."""


@pytest.mark.rule("OD-L131")
def test_the_best_chance_of_13() -> None:
    by_first = dict(choices(DICE, 0, ONLY_13, 0))
    assert by_first == {"g10": F(51, 160), "g8": F(293, 960), "g6": F(71, 240), "g4": F(79, 320)}
    assert best_choice(DICE, 0, ONLY_13, 0) == "g10"
    assert win_chance(DICE, 0, ONLY_13, 0) == F(51, 160) == final_totals(DICE, 0, ONLY_13, 0)[LUCKY]


@pytest.mark.rule("OD-L132")
def test_the_best_chance_of_13_with_tymora() -> None:
    assert win_chance(DICE, 0, ONLY_13, 0, flips=True) == F(325, 768)


@pytest.mark.rule("OD-L133")
def test_all_four() -> None:
    totals = Counter(sum(faces) for faces in product(*(range(1, SIZES[size] + 1) for size in DICE)))
    every = totals.total()
    assert F(totals[LUCKY], every) == F(7, 96)
    assert F(sum(n for total, n in totals.items() if total > LUCKY), every) == F(457, 640)


NO_TIE = {2: F(9, 10), 3: F(18, 25), 4: F(63, 125), 5: F(189, 625), 6: F(189, 1250)}


@pytest.mark.rule("OD-L134")
@pytest.mark.parametrize("players", NO_TIE)
def test_no_tie_in_the_order_roll(players: int) -> None:
    sides = SIZES[ORDER_DICE[0]]
    assert F(sum(1 for _ in permutations(range(sides), players)), sides**players) == NO_TIE[players]


# ---- the plan


def test_chances_of_all_ends_add_up() -> None:
    for later in range(3):
        assert sum(final_totals(DICE, 0, 0, later).values()) == 1
        assert 0 < beating_chance(9, later) < 1


def test_a_total_survives_fewer_players_more_often() -> None:
    for total in range(1, LUCKY):
        chances = [survival_chance(total, later) for later in range(5)]
        assert chances == sorted(chances, reverse=True)
    assert survival_chance(LUCKY, 7) == 1
    assert survival_chance(LUCKY + 1, 0) == 0


def test_the_last_player_stops_as_soon_as_in_front() -> None:
    assert best_choice(("g4",), 11, 10, 0) == "stop"
    assert best_choice(("g4",), 10, 10, 0) == "g4"
    assert best_choice(("g4", "g6"), 8, 0, 5) != "stop", "8 never survives five players"


def test_no_way_to_play_wins_more_often_than_the_plan() -> None:
    """The chance to win by always stopping at a fixed total, computed apart, is never more than the plan's."""

    def by_limit(unrolled: tuple[str, ...], total: int, limit: int) -> F:
        if total >= limit or not unrolled:
            return survival_chance(total, 2)
        size, rest = unrolled[-1], unrolled[:-1]
        return (
            sum((by_limit(rest, total + face, limit) for face in range(1, SIZES[size] + 1)), F(0))
            / SIZES[size]
        )

    best = win_chance(DICE, 0, 0, 2)
    limits = [by_limit(DICE, 0, limit) for limit in range(1, 14)]
    assert max(limits) <= best
    assert min(limits) < best


# ---- simulated, through whole matches

Answers = Callable[[Match, Ask], Any]


def by(policy: Any, name: str) -> Answers:
    luck = Chance(Seed(name))

    def answer(match: Match, ask: Ask) -> Any:
        scene = match.scene(ask.seat)
        return policy(scene, next(mine for mine in scene.asks if mine.id == ask.id), luck)

    return answer


def putting_up(answer: Answers) -> Answers:
    return lambda match, ask: "stake" if ask.prompt.kind == "stake" else answer(match, ask)


@pytest.mark.rule("OD-L134")
@pytest.mark.parametrize("players", [2, 4])
def test_simulated_order_rolls(players: int) -> None:
    answer = putting_up(lambda match, ask: ask.prompt.default)
    rolls = [len(played_rolls(number, players, answer)) for number in range(500 * SOAK)]
    assert within([int(n == players) for n in rolls], NO_TIE[players])


def played_rolls(number: int, players: int, answer: Answers) -> list[Any]:
    return [e for e in played(GAME, number, players, answer).events if e.kind == "order_roll"]


def test_simulated_all_four() -> None:
    """Roll on in every turn until bust, 13 or the last gembone."""

    def on(match: Match, ask: Ask) -> Any:
        return ask.prompt.options[0]  # type: ignore[attr-defined]

    lucky, bust = [], []
    for number in range(600 * SOAK):
        match = played(GAME, number, 2, on)
        first = next(e for e in match.events if e.kind in ("ends", "bust"))
        rolled = [e for e in match.events if e.kind == "rolls" and e.values["seat"] == first.values["seat"]]
        # a 13 before the last gembone ends the turn without a choice
        bust.append(int(first.kind == "bust"))
        lucky.append(int(first.values["total"] == LUCKY and len(rolled) == 4))
    paths = product(*(range(1, SIZES[size] + 1) for size in DICE))
    early: Counter[str] = Counter()
    for faces in paths:
        totals = [sum(faces[: n + 1]) for n in range(4)]
        early["lucky"] += LUCKY in totals and totals.index(LUCKY) == 3
        early["bust"] += LUCKY not in totals and totals[-1] > LUCKY
    assert within(lucky, F(early["lucky"], 1920))
    assert within(bust, F(early["bust"], 1920))


@pytest.mark.rule("OD-L131")
def test_simulated_plan_of_the_last_player() -> None:
    """Against a first player who stands at 12, the computer makes 13 in 51 of 160 games."""
    lucky = []
    play_on = by(optimal, "plan")
    for number in range(800 * SOAK):
        game = LuckyScript("AB").turn("A", "g10=8 g4=4 stop")
        game.match.table.chance = Chance(Seed("plan", number))
        while not game.match.over:
            ask = game.ask("B")
            game.match.answer(ask.id, 1, play_on(game.match, ask))
        lucky.append(int(game.wins == "B"))
    # one 12 of the computer's may be finer than A's, but it never stops there: only 13 wins more often
    assert within(lucky, F(51, 160))


@pytest.mark.rule("OD-TD7")
def test_nets_add_up_to_nothing_and_later_seats_do_better() -> None:
    answer = putting_up(by(optimal, "later"))
    nets: list[list[int]] = [[], [], []]
    for number in range(500 * SOAK):
        match = played(GAME, number, 3, answer)
        [order] = [e.values["seats"] for e in match.events if e.kind == "order"]
        assert match.result is not None
        by_seat = {row.seat: worth(row.change) for row in match.result.rows}
        assert sum(by_seat.values()) == 0
        for place, seat in enumerate(order):
            nets[place].append(by_seat[seat])
    assert sum(nets[0]) < sum(nets[2])


def test_the_plan_wins_against_chance() -> None:
    clever, random = by(optimal, "clever"), by(random_legal, "random")
    nets = []
    for number in range(400 * SOAK):
        clever_seat = number % 3

        def answer(match: Match, ask: Ask, clever_seat: int = clever_seat) -> Any:
            return (clever if ask.seat == clever_seat else random)(match, ask)

        result = played(GAME, number, 3, putting_up(answer)).result
        assert result is not None
        nets.append(next(worth(row.change) for row in result.rows if row.seat == clever_seat))
    assert sum(nets) / len(nets) > 1
    assert not within(nets, 0)


@pytest.mark.rule("L13-R8")
def test_with_both_blessings_the_lie_comes_before_the_coin() -> None:
    both = Blessed(brandobaris=False, leira=True, tymora=True)
    assert decisions(both, State((), LUCKY - 1)) == []
    assert decisions(both, State((), LUCKY - 1, lied=True)) == [("flip", F(1, 2))]


@pytest.mark.rule("L13-39")
@pytest.mark.parametrize(
    ("total", "first", "chance"),
    [
        # a 3 is 13; a 1 or 2 leaves it to the g4; a 4, 5 or 6 is rolled again as a g4, which needs a 3
        (10, "g6", F(1, 6) + F(2, 6) * F(1, 4) + F(3, 6) * F(1, 4)),
        # what a 6 is too much, no g4 can make up for: 5 are lacking
        (8, "g6", F(1, 6) + F(4, 6) * F(1, 4)),
        # after the g4 the g6 is the last, and nothing replaces it
        (8, "g4", F(1, 6)),
    ],
)
def test_a_bust_is_replaced_by_what_may_still_make_13(total: int, first: str, chance: F) -> None:
    lucky = Blessed(brandobaris=True)
    assert dict(decisions(lucky, State(("g4", "g6"), total)))[first] == chance


@pytest.mark.rule("L13-39")
def test_no_gembone_that_is_too_small_replaces_a_bust() -> None:
    assert swaps(State(("g4", "g6"), 8), ("g4", "g6")) == [("g4", F(0)), ("g6", F(1, 6))]
    assert swaps(State(("g4", "g6"), 9), ("g4", "g6")) == [("g4", F(1, 4)), ("g6", F(1, 6))]


@pytest.mark.rule("L13-41", "L13-R8")
@pytest.mark.parametrize(
    ("face", "chances"),
    [
        # 13 would end the turn, so the lie is due; no face of a g6 is a 7, and 12 with a lie told needs a 1 of the g4
        (6, {"down": F(1, 4)}),
        # one more is 13 at once; with 12 and a lie to come a 2 of the g4 is called 1, with 11 a 2 is needed
        (5, {"true": F(1, 4), "up": F(1), "down": F(1, 4)}),
        # a 1 can't be called 0; 8 is out of reach, and 9 needs a 4
        (1, {"true": F(0), "up": F(1, 4)}),
    ],
)
def test_a_claim_is_worth_what_the_rest_may_still_make(face: int, chances: dict[str, F]) -> None:
    state = State(("g4", "g6"), 7)
    assert dict(claims(Blessed(leira=True), state, "g6", face)) == chances
    assert [claim for claim, _ in claims(Blessed(leira=True), state._replace(lied=True), "g6", face)] == [
        "true"
    ]
    assert [claim for claim, _ in claims(Blessed(), state, "g6", face)] == ["true"]
