"""FIREBALL: exact odds, counted with the game's own locks, and simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction as F
from typing import Any

import pytest

from games.engine import Chance, Match, Seed
from games.engine.money import worth
from games.engine.questions import Ask
from games.gembones.fireball import GAME
from games.gembones.fireball.dice import Dice
from games.gembones.fireball.odds import Stacks, mean_rolls, next_roll, odds, opening
from games.gembones.fireball.options import Options
from tests.helpers.odds import SOAK, played, within


@pytest.mark.rule(
    "OD-FB1", "OD-FB2", "OD-FB3", "OD-FB4", "OD-FB5", "OD-FB6", "OD-FB7", "OD-FB8", "OD-FB9", "OD-FB10",
    "OD-FB11",
)  # fmt: skip
@pytest.mark.parametrize(
    ("count", "sides", "targets", "highest", "mean"),
    [
        (8, 6, 1, False, 14.046840),
        (9, 6, 1, False, 14.732256),
        (14, 6, 1, False, 17.322868),
        (8, 8, 1, False, 19.072388),
        (8, 6, 1, True, 15.406943),
        (14, 6, 1, True, 18.334218),
        (8, 8, 1, True, 20.853694),
        (8, 6, 2, False, 9.875268),
        (9, 6, 2, False, 8.695076),
        (14, 6, 2, False, 12.245952),
        (8, 8, 2, False, 13.515864),
    ],
)
def test_how_many_rolls_a_lone_player_needs(
    count: int, sides: int, targets: int, highest: bool, mean: float
) -> None:
    assert float(mean_rolls(count, sides, targets, highest)) == pytest.approx(mean, abs=6e-7)


@pytest.mark.rule("OD-FB1", "OD-FB4", "OD-FB5", "OD-FB8")
def test_the_exact_means() -> None:
    assert mean_rolls(8, 6) == F(12878938367822, 916856639127)
    assert mean_rolls(8, 8) == F(69145070350214406897683, 3625401916729052528640)
    assert mean_rolls(8, 6, highest=True) == F(7512121341839614848, 487580249296307453)
    assert mean_rolls(8, 6, targets=2) == F(868614913211, 87958614744)


@pytest.mark.rule("OD-FB13")
def test_how_many_the_first_roll_locks() -> None:
    assert opening(8, 6, 1, False) == {
        (2,): F(2275, 7776), (3,): F(4585, 8748), (4,): F(14525, 93312), (5,): F(875, 34992),
        (6,): F(175, 69984), (7,): F(5, 34992), (8,): F(1, 279936),
    }  # fmt: skip


def finished(most: int) -> Sequence[F]:
    """The chance that 8g6 are done after at most 0, 1, 2 ... `most` rolls."""
    state: Mapping[Stacks, F] = opening(8, 6, 1, False)
    done = [F(0)]
    for _ in range(most):
        done.append(state.get((8,), F(0)))
        after: dict[Stacks, F] = {}
        for stacks, chance in state.items():
            for grown, onward in next_roll(8, 6, stacks).items():
                after[grown] = after.get(grown, F(0)) + chance * onward
        state = after
    return done


@pytest.mark.rule("OD-FB14")
def test_how_soon_it_is_done() -> None:
    done = finished(20)
    assert done[1:3] == [F(1, 279936), F(221159, 544195584)]
    assert [float(done[n]) for n in (5, 10, 15, 20)] == pytest.approx(
        [0.040538, 0.339425, 0.663692, 0.851101], abs=6e-7
    )


@pytest.mark.rule("OD-FB15")
@pytest.mark.parametrize(
    ("players", "rounds"), [(2, 10.4758), (3, 9.0505), (4, 8.2322), (6, 7.2798), (8, 6.7149)]
)
def test_rounds_until_the_first_of_several_is_done(players: int, rounds: float) -> None:
    # beyond 80 rounds all is done but for one game in a million with two players, and fewer with more
    going_on = [float(1 - done) ** players for done in finished(80)]
    assert sum(going_on) == pytest.approx(rounds, abs=6e-5)


# ---- simulated


@pytest.mark.rule("OD-FB12")
def test_meteor_swarm_takes_long() -> None:
    chance = Chance(Seed("meteors"))
    needed = []
    for _ in range(1500 * SOAK):
        dice, count = Dice(40, 6, targets=2), 0
        while not dice.complete:
            dice.lock(chance.roll(dice.loose, 6))
            count += 1
        needed.append(count)
    assert within(needed, 16.463344)


def press(match: Match, ask: Ask) -> Any:
    return ask.prompt.options[0]  # type: ignore[attr-defined]


@pytest.mark.rule("OD-TD7")
@pytest.mark.parametrize("options", [{}, {"wall_of_fire": True}, {"flame_strike": True}], ids=str)
def test_at_equal_pace_every_seat_has_even_chances_and_nets_add_up_to_nothing(
    options: dict[str, Any],
) -> None:
    nets: list[list[int]] = [[], [], []]
    for number in range(300 * SOAK):
        result = played(GAME, number, 3, press, mode="rounds", **options).result
        assert result is not None
        by_seat = {row.seat: worth(row.change) for row in result.rows}
        assert sum(by_seat.values()) == 0
        for seat, net in by_seat.items():
            nets[seat].append(net)
    for of_seat in nets:
        assert within(of_seat, 0)


@pytest.mark.rule("OD-FB15", "FB-R2")
def test_rounds_of_whole_matches() -> None:
    counted = []
    for number in range(300 * SOAK):
        match = played(GAME, number, 3, press, mode="rounds")
        counted.append(sum(event.kind == "locks" for event in match.events) // 3)
    assert within(counted, 9.0505)


@pytest.mark.parametrize(
    ("options", "named", "chance"),
    [
        ({}, "a loose gembone shows your target", F(1, 6)),
        ({"flame_strike": True}, "a loose gembone shows your targets", F(2, 6)),
        ({"meteor_swarm": True}, "a loose gembone shows your targets", F(2, 6)),
    ],
)
def test_the_odds_name_the_targets_of_a_loose_gembone(
    options: Mapping[str, Any], named: str, chance: F
) -> None:
    first, *_ = odds(Options(**options))
    assert (first.name, first.value) == (named, chance)
