"""Gembones as money: worth, change, exchange, debts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import BadAmount
from games.engine.money import (
    BASES,
    FULL_SET,
    PIECE,
    SIZES,
    Amount,
    in_base,
    make_up,
    may_give,
    of_base,
    profit,
    worth,
    worth_in_copper,
)
from games.engine.money_changer import Swap, bring_home, combine, cover, exchange, settle_debts

HOLDINGS = st.dictionaries(st.sampled_from([*SIZES, PIECE]), st.integers(0, 6))
NEEDS = st.dictionaries(st.sampled_from(list(SIZES)), st.integers(1, 4), min_size=1, max_size=3)


def after(holding: dict[str, int], swap: Swap) -> dict[str, int]:
    """The holding once the swap is done. Nobody gives what they do not have."""
    left = dict(holding)
    for unit, count in swap.give.items():
        left[unit] = left.get(unit, 0) - count
        assert left[unit] >= 0
    for unit, count in swap.get.items():
        left[unit] = left.get(unit, 0) + count
    return {unit: count for unit, count in left.items() if count}


# ---- worth


@pytest.mark.rule("GEM-01", "GEM-03", "GEM-04")
def test_seven_sizes_ranked_and_worth_their_highest_number() -> None:
    assert list(SIZES) == ["g4", "g6", "g8", "g10", "g12", "g20", "g100"]
    assert [worth({size: 1}) for size in SIZES] == [4, 6, 8, 10, 12, 20, 100]
    assert sorted(SIZES, key=lambda size: worth({size: 1})) == list(SIZES)
    with pytest.raises(BadAmount, match="no gembone"):
        worth({"g7": 1})


@pytest.mark.rule("GEM-05", "GEM-X3")
def test_a_full_set_is_one_of_each() -> None:
    assert FULL_SET == {"g4": 1, "g6": 1, "g8": 1, "g10": 1, "g12": 1, "g20": 1, "g100": 1}
    assert worth(FULL_SET) == 160


@pytest.mark.rule("GEM-06", "GEM-R6", "GEM-X8")
def test_five_bases_and_what_they_count_in_copper() -> None:
    assert list(BASES) == ["copper", "silver", "gold", "platinum", "gems"]
    sets = [worth_in_copper({base: FULL_SET}) for base in BASES]
    assert sets == [160, 1_600, 16_000, 160_000, 1_600_000]
    assert worth_in_copper({"silver": {"g10": 1}}) == 100
    assert worth_in_copper({"copper": FULL_SET, "gold": {PIECE: 2}}) == 360
    with pytest.raises(BadAmount, match="no base"):
        worth_in_copper({"tin": {"g4": 1}})


@pytest.mark.rule("GEM-08")
@pytest.mark.parametrize("size", SIZES)
def test_sold_for_coins_and_bought_back_a_gembone_keeps_its_worth(size: str) -> None:
    assert cover({size: 1}, {PIECE: SIZES[size]}) == Swap({size: 1}, {PIECE: SIZES[size]})
    assert bring_home(SIZES[size]) == Swap({PIECE: SIZES[size]}, {size: 1})


@pytest.mark.rule("GEM-09", "GEM-X1")
def test_a_gembone_is_wagered_only_at_a_table_of_its_base() -> None:
    purse = {"silver.g10": 1, "silver.piece": 2, "points": 9, "silverware.g4": 1}
    assert of_base("silver", purse) == {"g10": 1, PIECE: 2}
    assert worth(of_base("silver", purse)) == 12
    for base in ("copper", "gold", "platinum", "gems"):
        assert of_base(base, purse) == {}
        assert cover(of_base(base, purse), {"g10": 1}) is None
    assert cover(of_base("silver", purse), {"g10": 1}) == Swap({}, {})
    with pytest.raises(BadAmount):
        of_base("tin", purse)


def test_the_ledgers_units() -> None:
    assert in_base("gems", {"g20": 2, PIECE: 1, "g4": 0}) == {"gems.g20": 2, "gems.piece": 1}
    assert of_base("gems", in_base("gems", FULL_SET)) == FULL_SET


@pytest.mark.rule("GEM-R10")
@pytest.mark.parametrize(
    ("stake", "to", "per", "won"), [(6, 2, 1, 12), (6, 1, 1, 6), (6, 3, 2, 9), (4, 6, 5, 4), (10, 6, 5, 12)]
)
def test_odds_say_the_profit_beside_the_wager(stake: int, to: int, per: int, won: int) -> None:
    assert profit(stake, to, per) == won


def test_a_gift_leaves_a_full_sets_worth() -> None:
    assert may_give(170, 10, 160)
    assert not may_give(170, 12, 160)


# ---- change


@pytest.mark.rule("GEM-R2", "GEM-X6")
@pytest.mark.parametrize(
    ("amount", "made"),
    [
        (14, {"g10": 1, "g4": 1}),
        (16, {"g12": 1, "g4": 1}),
        (18, {"g12": 1, "g6": 1}),
        (24, {"g20": 1, "g4": 1}),
        (30, {"g20": 1, "g10": 1}),
        (80, {"g20": 4}),
        (94, {"g20": 4, "g10": 1, "g4": 1}),
        (96, {"g20": 4, "g12": 1, "g4": 1}),
        (120, {"g100": 1, "g20": 1}),
        (150, {"g100": 1, "g20": 2, "g10": 1}),
        (9, {"g8": 1, PIECE: 1}),
        (15, {"g10": 1, "g4": 1, PIECE: 1}),
        (7, {"g6": 1, PIECE: 1}),
        (2, {PIECE: 2}),
        (0, {}),
    ],
)
def test_change(amount: int, made: dict[str, int]) -> None:
    assert make_up(amount) == made


def ways(amount: int, sizes: tuple[str, ...]) -> Iterator[tuple[int, ...]]:
    """All ways to make up an amount, by how many of each size."""
    if not sizes:
        yield (amount,)
        return
    for count in range(amount // SIZES[sizes[0]], -1, -1):
        for rest in ways(amount - count * SIZES[sizes[0]], sizes[1:]):
            yield (count, *rest)


@pytest.mark.rule("GEM-R2")
def test_change_is_the_best_of_all_ways() -> None:
    """Fewest loose pieces, then fewest gembones, then the largest first."""
    down = tuple(reversed([*SIZES]))
    for amount in range(107):
        best = min(ways(amount, down), key=lambda way: (way[-1], sum(way[:-1]), [-count for count in way]))
        made = make_up(amount)
        assert tuple(made.get(unit, 0) for unit in (*down, PIECE)) == best


@pytest.mark.rule("GEM-R2")
def test_large_change_needs_the_fewest_gembones() -> None:
    fewest = {0: 0}
    for amount in range(4, 1000, 2):
        fewest[amount] = 1 + min(fewest[amount - s] for s in SIZES.values() if amount - s in fewest)
        made = make_up(amount)
        assert (worth(made), sum(made.values())) == (amount, fewest[amount])
    assert make_up(10**12 + 1) == {"g100": 10**10, PIECE: 1}
    with pytest.raises(BadAmount):
        make_up(-1)


# ---- exchange


@pytest.mark.rule("GEM-10", "GEM-X2")
def test_all_these_are_worth_20() -> None:
    twenties = [{"g4": 5}, {"g10": 2}, {"g6": 2, "g8": 1}, {"g8": 2, "g4": 1}, {"g20": 1}]
    for give in twenties:
        assert worth(give) == 20
        for get in twenties:
            swap = exchange(Amount("gold", give), Amount("gold", get))
            assert after(give, swap) == get


@pytest.mark.rule("GEM-10", "GEM-11", "GEM-X4")
def test_exchange_is_fair_and_within_a_base() -> None:
    twelve = Amount("copper", {"g12": 1})
    assert exchange(twelve, Amount("copper", {"g4": 3})) == Swap({"g12": 1}, {"g4": 3})
    with pytest.raises(BadAmount, match="1g12 is worth 12 pieces, 2g8 is worth 16"):
        exchange(twelve, Amount("copper", {"g8": 2}))
    with pytest.raises(BadAmount, match="2g8 is worth 16 pieces, 1g12 is worth 12"):
        exchange(Amount("copper", {"g8": 2}), twelve)
    with pytest.raises(BadAmount, match="Silver is not exchanged for gold"):
        exchange(Amount("silver", {"g20": 1}), Amount("gold", {"g10": 2}))


@pytest.mark.rule("GEM-X5")
def test_a_g100_breaks_into_sixteen_g6_and_a_g4() -> None:
    swap = exchange(Amount("gold", {"g100": 1}), Amount("gold", {"g6": 16, "g4": 1}))
    assert swap == Swap({"g100": 1}, {"g6": 16, "g4": 1})


def test_loose_pieces_combine_into_gembones() -> None:
    assert exchange(Amount("gold", {PIECE: 6}), Amount("gold", {"g6": 1})) == Swap({PIECE: 6}, {"g6": 1})


# ---- debts


@pytest.mark.rule("GEM-R3", "GEM-X7")
@pytest.mark.parametrize(
    ("purse", "size", "left"),
    [
        ({"g20": 1}, "g6", {"g10": 1, "g4": 1}),
        ({"g100": 1}, "g4", {"g20": 4, "g12": 1, "g4": 1}),
        ({"g8": 1, "g6": 1}, "g10", {"g4": 1}),
        # the size itself before anything else, the smallest larger one before the rest
        ({"g6": 1, "g100": 1}, "g6", {"g100": 1}),
        ({"g8": 1, "g12": 1, "g4": 5}, "g6", {"g12": 1, "g4": 5, PIECE: 2}),
        # smaller ones from the largest down
        ({"g4": 3, "g6": 1, "g8": 1}, "g12", {"g4": 3, PIECE: 2}),
    ],
)
def test_a_missing_size_is_exchanged(purse: dict[str, int], size: str, left: dict[str, int]) -> None:
    swap = cover(purse, {size: 1})
    assert swap is not None
    assert after(purse, swap) == Counter(left) + Counter({size: 1})


@pytest.mark.rule("GEM-R3")
def test_several_are_exchanged_one_after_the_other() -> None:
    # a g20 breaks into g6 and g10 + g4, and that g10 into the second g6 and a g4
    assert cover({"g20": 1}, {"g6": 2}) == Swap({"g20": 1}, {"g6": 2, "g4": 2})
    assert cover({"g20": 1}, {"g6": 4}) is None


@pytest.mark.rule("GEM-R3")
def test_what_is_there_in_the_right_size_is_not_broken() -> None:
    assert cover({"g4": 1, "g6": 1, "g8": 1}, {"g4": 1, "g6": 1}) == Swap({}, {})
    assert cover({"g6": 1, "g20": 1}, {"g6": 1, "g10": 1}) == Swap({"g20": 1}, {"g10": 2})
    # not g8 + g6 for the g12, and then the two g4 for the g6
    purse = {"g4": 2, "g6": 1, "g8": 1}
    assert cover(purse, {"g6": 1, "g12": 1}) == Swap({"g8": 1, "g4": 1}, {"g12": 1})


@pytest.mark.rule("GEM-R15")
def test_loose_pieces_are_touched_last_and_no_more_than_needed() -> None:
    assert cover({"g8": 1, PIECE: 50}, {"g6": 1}) == Swap({"g8": 1}, {"g6": 1, PIECE: 2})
    assert cover({"g4": 1, PIECE: 50}, {"g6": 1}) == Swap({"g4": 1, PIECE: 2}, {"g6": 1})
    assert cover({"g100": 1, PIECE: 60}, {PIECE: 50}) == Swap({"g100": 1}, {PIECE: 50, "g20": 2, "g10": 1})


@pytest.mark.rule("GEM-R3")
def test_a_buy_in_is_made_up_of_gembones() -> None:
    assert cover(FULL_SET, {PIECE: 50}) == Swap({"g100": 1}, {PIECE: 50, "g20": 2, "g10": 1})
    assert cover({"g20": 2, "g12": 1}, {PIECE: 50}) == Swap({"g20": 2, "g12": 1}, {PIECE: 50 + 2})
    assert cover({"g20": 2, PIECE: 15}, {PIECE: 50}) == Swap({"g20": 2}, {PIECE: 40})
    assert cover({"g20": 2, PIECE: 9}, {PIECE: 50}) is None
    assert cover({PIECE: 50}, {PIECE: 50}) == Swap({}, {})


@pytest.mark.rule("GEM-R2")
def test_a_seat_that_is_left_pays_back_in_gembones() -> None:
    assert bring_home(57) == Swap({PIECE: 56}, {"g20": 2, "g12": 1, "g4": 1})
    assert bring_home(3) == Swap({}, {})
    assert bring_home(0) == Swap({}, {})


@pytest.mark.rule("GEM-R5")
def test_who_cannot_pay_gives_everything_and_the_rest_is_written_off() -> None:
    [settled] = settle_debts({"g4": 2, "g8": 0, PIECE: 1}, [{"g6": 3}])
    assert settled.paid == {"g4": 2, PIECE: 1}
    assert settled.written_off == 9
    assert settled.swap == Swap({}, {})


@pytest.mark.rule("GEM-R5")
def test_debts_are_paid_in_order() -> None:
    first, second, third = settle_debts({"g20": 1}, [{"g6": 1}, {"g10": 2}, {"g4": 1}])
    assert (first.paid, first.written_off) == ({"g6": 1}, 0)
    assert (second.paid, second.written_off) == ({"g10": 1, "g4": 1}, 6)
    assert (third.paid, third.written_off) == ({}, 4)


@pytest.mark.rule("GEM-R3", "GEM-R15")
@given(HOLDINGS, NEEDS)
def test_cover_is_possible_exactly_when_the_worth_suffices(
    holding: dict[str, int], need: dict[str, int]
) -> None:
    swap = cover(holding, need)
    assert (swap is None) == (worth(holding) < worth(need))
    if swap is None:
        return
    assert worth(swap.give) == worth(swap.get)
    assert not swap.give.keys() & swap.get.keys()
    left = after(holding, swap)
    assert all(left.get(size, 0) >= count for size, count in need.items())
    in_gembones = worth({size: count for size, count in holding.items() if size != PIECE})
    assert swap.give.get(PIECE, 0) <= max(0, worth(need) - in_gembones)


@pytest.mark.rule("GEM-R15")
@given(HOLDINGS, st.integers(1, 400))
def test_a_buy_in_is_possible_exactly_when_the_worth_suffices(holding: dict[str, int], amount: int) -> None:
    swap = cover(holding, {PIECE: amount})
    assert (swap is None) == (worth(holding) < amount)
    if swap is not None:
        assert worth(swap.give) == worth(swap.get)
        assert after(holding, swap).get(PIECE, 0) >= amount


@pytest.mark.rule("GEM-R5")
@given(HOLDINGS, st.lists(NEEDS, max_size=4))
def test_debts_never_take_more_than_there_is(holding: dict[str, int], debts: list[dict[str, int]]) -> None:
    left = dict(holding)
    for settled, debt in zip(settle_debts(holding, debts), debts, strict=True):
        left = after(left, settled.swap)
        for unit, count in settled.paid.items():
            left[unit] = left.get(unit, 0) - count
            assert left[unit] >= 0
        assert worth(settled.paid) + settled.written_off == worth(debt)
        assert settled.written_off == 0 or not any(left.values())


@pytest.mark.rule("GEM-R16")
@pytest.mark.parametrize(
    ("holding", "then"),
    [
        # the g100 of a full set was broken for a buy-in of 50, which has come home
        ({**FULL_SET, "g100": 0, "g20": 5, "g10": 3}, FULL_SET),
        # ... with 7 pieces more
        ({**FULL_SET, "g100": 0, "g20": 5, "g10": 3, PIECE: 7}, {**FULL_SET, "g6": 2, PIECE: 1}),
        # one of each stays, and what does not come out even stays as it is
        ({**FULL_SET, "g100": 0}, {**FULL_SET, "g100": 0}),
        ({"g20": 4}, {"g20": 4}),
        ({"g20": 6}, {"g100": 1, "g20": 1}),
        # nothing is lacking: what members have changed on purpose stays
        ({**FULL_SET, "g4": 20}, {**FULL_SET, "g4": 20}),
        ({PIECE: 3}, {PIECE: 3}),
        ({PIECE: 101}, {"g100": 1, PIECE: 1}),
        ({}, {}),
    ],
)
def test_small_money_becomes_what_was_broken_for_it(holding: dict[str, int], then: dict[str, int]) -> None:
    assert after(dict(holding), combine(holding)) == {unit: n for unit, n in then.items() if n}


@pytest.mark.rule("GEM-R16")
@given(HOLDINGS)
def test_change_made_back_is_worth_the_same_and_settles(holding: dict[str, int]) -> None:
    swap = combine(holding)
    assert worth(swap.give) == worth(swap.get)
    back = after(holding, swap)
    assert back.get(PIECE, 0) < 4
    assert all(back.get(size) for size in SIZES if holding.get(size))
