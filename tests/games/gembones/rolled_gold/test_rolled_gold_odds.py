"""Rolled Gold: exact values, from the tables that the game pays by, and simulated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction as F
from itertools import product
from typing import Any

import pytest

from games.computer.weighed import Weighs
from games.engine import Header, Match, Seed
from games.engine.money import SIZES, worth
from games.engine.questions import Ask
from games.gembones.rolled_gold import GAME
from games.gembones.rolled_gold.computer import optimal
from games.gembones.rolled_gold.odds import PAYOUTS, STANDARD, mean, takes_bonus, win_chance
from games.gembones.rolled_gold.options import Rules
from tests.helpers.odds import SOAK, played, within

HOUSES = range(1, 21)
ALIKE = {house: F(1, 20) for house in HOUSES}
CHARMED = {house: F(1, 8) for house in range(13, 21)}
PAIRS = list(product(HOUSES, HOUSES))
HIGH = {h: F(n, 400) for h, n in Counter(map(max, PAIRS)).items()}
LOW = {h: F(n, 400) for h, n in Counter(map(min, PAIRS)).items()}
Houses = Mapping[int, F]


def over(houses: Houses, value: Callable[[int], F]) -> F:
    return sum((p * value(house) for house, p in houses.items()), F(0))


SIZES_OF_TABLE = ("g4", "g6", "g8", "g10", "g12", "g20", "g100")
TABLE: list[tuple[Houses, Rules, str, str]] = [
    (ALIKE, STANDARD, "1/8 7/40 9/40 11/40 13/40 21/40 181/200",
     "-119/40 -81/20 -39/8 -136/25 -689/120 -1127/400 25753/2000"),
    (ALIKE, Rules(bane=True), "1/16 11/120 21/160 7/40 53/240 67/160 353/400",
     "-7/2 -149/30 -1971/320 -2837/400 -3727/480 -1349/200 10151/1000"),
    (ALIKE, Rules(snake=True), "7/80 2/15 29/160 23/100 67/240 191/400 1791/2000",
     "-33/10 -271/60 -439/80 -31/5 -133/20 -1963/400 23397/2000"),
    (CHARMED, STANDARD, "0 0 0 0 0 9/40 169/200", "-4 -6 -8 -10 -12 -17/2 179/10"),
    (HIGH, STANDARD, "3/160 91/2400 51/800 77/800 13/96 287/800 3487/4000",
     "-3073/800 -6689/1200 -5687/800 -4191/500 -22399/2400 -50241/8000 549439/40000"),
    (LOW, STANDARD, "37/160 749/2400 309/800 363/800 247/480 553/800 3753/4000",
     "-1687/800 -3031/1200 -2113/800 -1249/500 -5161/2400 5161/8000 480681/40000"),
]  # fmt: skip
EDGES = "119/160 27/40 39/64 68/125 689/1440 1127/8000 -25753/200000"


@pytest.mark.rule("OD-RG1")
@pytest.mark.parametrize(("houses", "rules", "wins", "means"), TABLE, ids=range(6))
def test_one_die_left_alone(houses: Houses, rules: Rules, wins: str, means: str) -> None:
    for size, win, value in zip(SIZES_OF_TABLE, wins.split(), means.split(), strict=True):
        assert over(houses, lambda h, size=size: win_chance(size, h, "", rules)) == F(win)  # type: ignore[misc]
        assert over(houses, lambda h, size=size: mean(size, h, "", rules)) == F(value)  # type: ignore[misc]


@pytest.mark.rule("OD-RG1")
def test_edges_and_the_two_moons_average_to_the_standard_game() -> None:
    for size, edge in zip(SIZES_OF_TABLE, EDGES.split(), strict=True):
        value = over(ALIKE, lambda h, size=size: mean(size, h))  # type: ignore[misc]
        assert -value / SIZES[size] == F(edge)
        both = [over(moon, lambda h, size=size: mean(size, h)) for moon in (HIGH, LOW)]  # type: ignore[misc]
        assert sum(both) / 2 == value


BY_HOUSE = {
    2: "2 7/3 5/2 13/5 8/3 29/10 19/20", 3: "0 2/3 1 6/5 4/3 17/10 9/10", 4: "-3/2 0 3/4 6/5 3/2 9/4 17/20",
    5: "-4 -2 -1 -2/5 0 19/20 4/5", 6: "-4 -4 -11/4 -2 -3/2 -7/20 3/4", 7: "-4 -6 -4 -14/5 -2 -1/5 7/10",
    8: "-4 -6 -6 -23/5 -11/3 -8/5 13/20", 9: "-4 -6 -8 -6 -14/3 -7/4 3/5", 10: "-4 -6 -8 -8 -13/2 -13/4 11/20",
    11: "-4 -6 -8 -10 -8 -37/10 1/2", 12: "-4 -6 -8 -10 -10 -53/10 9/20", 13: "-4 -6 -8 -10 -12 -7/2 2/5",
    14: "-4 -6 -8 -10 -12 -11/2 7/20", 15: "-4 -6 -8 -10 -12 -15/2 3/10", 16: "-4 -6 -8 -10 -12 -19/2 1/4",
    17: "-4 -6 -8 -10 -12 -23/2 1/5", 18: "-4 -6 -8 -10 -12 -27/2 3/20", 19: "-4 -6 -8 -10 -12 -11/2 1/10",
    20: "-4 -6 -8 -10 -12 -23/2 1/20",
}  # fmt: skip


@pytest.mark.rule("OD-RG2", "CODE-X4")
@pytest.mark.parametrize("house", BY_HOUSE)
def test_one_die_by_the_houses_roll(house: int) -> None:
    *values, wins = map(F, BY_HOUSE[house].split())
    assert [mean(size, house) for size in SIZES_OF_TABLE[:-1]] == values
    assert win_chance("g20", house) == wins
    if 13 <= house <= 18:
        assert {mean("g20", house, bonus) - mean("g20", house) for bonus in ("g4", "g6", "g8")} == {1}
    assert all(mean(size, 1) == SIZES[size] for size in SIZES_OF_TABLE)


@pytest.mark.rule("CODE-X4")
def test_13_is_a_boast() -> None:
    values = {house: mean("g20", house) for house in range(2, 19)}
    assert values[13] == max(values[house] for house in range(13, 19))
    assert all(values[house] > values[13] for house in range(2, 11))
    assert (values[11], values[12]) == (F(-37, 10), F(-53, 10))


BONUS_TABLE = {
    13: ("21/40 23/40 5/8", "2/5 -59/10 2/5 -71/10 2/5 -83/10"),
    14: ("19/40 21/40 23/40", "7/20 -81/10 7/20 -47/5 449/1280 -853/80"),
    15: ("17/40 19/40 21/40", "3/10 -103/10 3/10 -117/10 97/320 -259/20"),
    16: ("3/8 17/40 19/40", "1/4 -25/2 181/720 -5017/360 33/128 -121/8"),
    17: ("13/40 3/8 17/40", "1/5 -147/10 37/180 -722/45 69/320 -343/20"),
    18: ("11/40 13/40 3/8", "49/320 -1341/80 59/360 -3233/180 227/1280 -1519/80"),
}


@pytest.mark.rule("OD-RG3")
@pytest.mark.parametrize("house", BONUS_TABLE)
def test_bonuses_and_duels(house: int) -> None:
    wins, duels = BONUS_TABLE[house]
    assert [win_chance("g20", house, bonus) for bonus in ("g4", "g6", "g8")] == [*map(F, wins.split())]
    duel = Rules(duel=True)
    found = [f("g20", house, bonus, duel) for bonus in ("g4", "g6", "g8") for f in (win_chance, mean)]
    assert found == [*map(F, duels.split())]


# ---- best play


def best(house: int, buy_in: Sequence[str], most: int, sizes: Sequence[str], bonuses: bool) -> F:
    """The best that can be done against a house roll with these dice in the tray (RG-11 to RG-13, RG-R6, RG-21)."""
    if house == 1:
        return sum((mean(die, 1) for die in buy_in), F(0))

    def value(size: str, many: int) -> F:
        with_bonus = min(many, 3) if bonuses and takes_bonus(size, house) else 0
        return many * mean(size, house) + with_bonus * (mean("g20", house, "g4") - mean("g20", house))

    smallest = min(buy_in, key=SIZES.__getitem__)
    stays = [die for die in buy_in if die != smallest] + [smallest] * (buy_in.count(smallest) - 1)
    found = []
    for added in dict.fromkeys(sizes):
        for many in range(most + 1):
            tray = Counter([*buy_in, *[added] * many])
            if tray.total() <= most:
                found.append(sum((value(size, n) for size, n in tray.items()), F(0)))
            swapped = Counter([*stays, *[added] * many])
            if many and SIZES[added] > SIZES[smallest] and len(buy_in) < most and swapped.total() <= most:
                found.append(sum((value(size, n) for size, n in swapped.items()), F(0)))
    return max(found)


ORDINARY = ("g4", "g6", "g8", "g10", "g12", "g20")


@pytest.mark.rule("OD-RG4", "OD-RG5", "RG-R2")
def test_best_play() -> None:
    for buy_in, expected in (("g4", F(-359, 400)), ("g6", F(-117, 80)), ("g20", F(-139, 80))):
        sizes = [size for size in ORDINARY if SIZES[size] >= SIZES[buy_in]]
        assert over(ALIKE, lambda h, b=buy_in, s=sizes: best(h, [b], 3, s, True)) == expected  # type: ignore[misc]
    with_g100 = over(ALIKE, lambda h: best(h, ["g4"], 3, SIZES_OF_TABLE, True))
    assert with_g100 == F(47771, 2000)


@pytest.mark.rule("OD-RG6", "RG-R13")
@pytest.mark.parametrize("n", [1, 5, 6, 20])
def test_best_play_in_the_vault(n: int) -> None:
    """`n` dice at most for those that are added; the buy in may be replaced even if it is the only one."""
    found = over(
        ALIKE, lambda h: max(best(h, ["g4"], max(n, 2), ORDINARY, False) if n > 1 else F(-99), alone(h, n))
    )
    assert found == F(156 * n - 847, 400)


def alone(house: int, n: int) -> F:
    """The g4 left, or `n` g20 in its place."""
    return F(4) if house == 1 else max(mean("g4", house), mean("g20", house), n * mean("g20", house))


@pytest.mark.rule("OD-RG7")
def test_best_play_under_the_dark_moon() -> None:
    advantage = over(HIGH, lambda h: best(h, ["g4"], 3, ORDINARY, True))
    disadvantage = over(LOW, lambda h: best(h, ["g20"] * 3, 3, ORDINARY, True))
    assert (advantage, disadvantage) == (F(-22993, 8000), F(19083, 8000))
    assert advantage + disadvantage == F(-391, 800)


def said(match: Match, player: Weighs = optimal) -> dict[Any, float]:
    """What a computer player says that each answer gains."""
    scene = match.scene(0)
    weighed = player.weigh(scene, scene.mine()[0], match.table.chance)
    assert weighed is not None
    return dict(weighed.ways)


@pytest.mark.rule("OD-RG4", "OD-RG5", "OD-RG7")
@pytest.mark.parametrize(
    ("options", "answer", "gain"),
    [({}, "g4", F(-359, 400)), ({}, "g6", F(-117, 80)), ({}, "g20", F(-139, 80)),
     ({"g100_wagers": True}, "g4", F(47771, 2000)), ({"dark_moon_heresy": True}, "g4", F(-22993, 8000))],
)  # fmt: skip
def test_the_computer_knows_what_a_buy_in_is_worth(options: dict[str, Any], answer: str, gain: F) -> None:
    match = Match(GAME, Header(GAME.key, GAME.version, options, (0,), Seed("worth"), {}))
    ways = said(match)
    assert ways[answer] == pytest.approx(float(gain))
    assert "pass" not in ways, "it sat down to play"


@pytest.mark.rule("OD-RG7", "RG-27")
def test_the_computer_puts_in_three_dice_where_the_house_has_disadvantage() -> None:
    options = {"dark_moon_heresy": True, "minimum": "g20"}
    match = Match(GAME, Header(GAME.key, GAME.version, options, (0,), Seed("worth"), {}))
    while not match.over and match.open:
        [ask] = match.open.values()
        if ask.prompt.kind == "more" and ask.prompt.says["games"] == 1:
            break
        match.answer(ask.id, 0, best_answer(match, ask), "computer")
    ways = said(match)
    assert ways["g20"] > ways["done"]


# ---- simulated, through whole matches


def alone_with(size: str) -> Callable[[Match, Ask], Any]:
    return lambda match, ask: size if ask.prompt.kind == "buy_in" else "done"


def nets(games: int, answer: Callable[[Match, Ask], Any], **options: Any) -> list[int]:
    results = [played(GAME, number, 1, answer, **options).result for number in range(games)]
    return [worth(result.rows[0].change) for result in results if result is not None]


@pytest.mark.parametrize("size", ["g4", "g8", "g20"])
@pytest.mark.parametrize(
    ("variant", "row"), [("", 0), ("acereraks_bane", 1), ("flying_snake_tax", 2), ("jarlaxles_charm", 3)]
)
def test_simulated_dice(size: str, variant: str, row: int) -> None:
    samples = nets(1200 * SOAK, alone_with(size), **({variant: True} if variant else {}))
    expected = F(TABLE[row][3].split()[SIZES_OF_TABLE.index(size)])
    assert within(samples, expected) if expected != -SIZES[size] else set(samples) == {expected}


def test_simulated_dark_moon() -> None:
    samples = nets(1200 * SOAK, alone_with("g4"), dark_moon_heresy=True)
    assert within(samples, 2 * F(-119, 40))


def best_answer(match: Match, ask: Ask) -> Any:
    scene = match.scene(ask.seat)
    return optimal(scene, scene.mine()[0], match.table.chance)


@pytest.mark.rule("OD-RG4")
def test_simulated_computer() -> None:
    """The computer plays the best policy: its mean over whole matches is that policy's."""
    samples = nets(1500 * SOAK, best_answer)
    assert within(samples, F(-359, 400))


def test_the_simulation_can_tell() -> None:
    samples = nets(1500, alone_with("g4"))
    assert not within(samples, F(-7, 2))
    assert PAYOUTS[13] == "g20"
