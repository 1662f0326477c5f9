"""Gembones: dice that are money (GEM). Pure arithmetic of what somebody holds of one base.

A *holding* counts gembones by size and loose pieces: `{"g6": 2, "piece": 1}` is worth 13 pieces. The base stands
outside, since nothing is ever exchanged between two (GEM-11); `in_base` and `of_base` turn a holding into the ledger's
units (`copper.g6`) and back.

Who owes or risks a size that it lacks is exchanged by the bank, free of charge (GEM-R3). The functions that say how
give a `Swap`: what the holding hands to the bank and what it gets for it, of the same worth. They change nothing.

    cover(purse, {"g6": 3})       the swap after which the purse holds 3g6, or None: it is worth too little
    pay(purse, "g6", 3)           the same, and what is left after the payment
    raise_pieces(purse, 50)       the swap that brings 50 loose pieces for a buy-in; `bring_home` is the way back
    settle_debts(purse, debts)    pays debts in order as far as the purse goes (GEM-R5)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.errors import BadAmount

Holding = Mapping[str, int]
"""Sizes (`g4` to `g100`) and `piece` to how many. What there is none of may be left out."""

PIECE = "piece"
SIZES: Mapping[str, int] = {"g4": 4, "g6": 6, "g8": 8, "g10": 10, "g12": 12, "g20": 20, "g100": 100}
"""Size to sides, which is also the worth in pieces; in their order of rank (GEM-01, GEM-03, GEM-04)."""
COIN = "g2"
"""A coin as a die: 1 is heads, 2 is tails (GEM-R12). It is no money."""
FULL_SET: Holding = dict.fromkeys(SIZES, 1)
"""One of each (GEM-05)."""
BASES: Mapping[str, int] = {"copper": 1, "silver": 10, "gold": 100, "platinum": 1_000, "gems": 10_000}
"""Base to what its piece counts in copper, for leaderboards and nothing else (GEM-06, GEM-R6)."""
STONES = ("emerald", "ruby", "sapphire")
"""What gembones of the base `gems` are cut from; never diamond (GEM-R13)."""

_WORTH = {**SIZES, PIECE: 1}
_DOWN: tuple[str, ...] = tuple(reversed([*SIZES]))
"""Sizes from the largest."""


class Swap(NamedTuple):
    """What goes to the bank and what comes back; both of the same worth, both empty if nothing is needed."""

    give: dict[str, int]
    get: dict[str, int]


class Payment(NamedTuple):
    """A debt paid: after `swap` the holding hands over `paid` and keeps `left`."""

    swap: Swap
    paid: dict[str, int]
    left: dict[str, int]


class Settled(NamedTuple):
    """A debt paid as far as it goes: after `swap` it hands over `paid`; `written_off` pieces are never paid."""

    swap: Swap
    paid: dict[str, int]
    written_off: int


class Amount(NamedTuple):
    """A holding with its base, as a command names it."""

    base: str
    what: Holding


# ---- worth


def worth(holding: Holding) -> int:
    """What a holding is worth, in pieces of its base (GEM-04). An unknown unit raises `BadAmount`."""
    return sum(_each(unit) * count for unit, count in holding.items())


def worth_in_copper(holdings: Mapping[str, Holding]) -> int:
    """What holdings, by base, count together in copper (GEM-R6). An unknown base raises `BadAmount`."""
    return sum(_rate(base) * worth(holding) for base, holding in holdings.items())


def profit(stake: int, to: int, per: int = 1) -> int:
    """What a wager of `stake` pieces wins at odds of `to` to `per`, beside its return; fractions drop (GEM-R10)."""
    return stake * to // per


def may_give(worth_before: int, gift: int, set_worth: int) -> bool:
    """Whether a giver worth `worth_before` still has a full set's worth after `gift` (GEM-R14); all in copper."""
    return worth_before - gift >= set_worth


def in_base(base: str, holding: Holding) -> dict[str, int]:
    """A holding in the ledger's units: `{"g6": 2}` of copper is `{"copper.g6": 2}`."""
    _rate(base)
    return {f"{base}.{unit}": count for unit, count in holding.items() if count}


def of_base(base: str, balances: Mapping[str, int]) -> dict[str, int]:
    """What is of one base among the ledger's units; only that may be wagered at its tables (GEM-09)."""
    _rate(base)
    start = f"{base}."
    return {unit.removeprefix(start): n for unit, n in balances.items() if unit.startswith(start) and n}


# ---- making up amounts


def _fewest(limit: int) -> dict[int, dict[str, int]]:
    """For each even amount from 4 below `limit`: fewest gembones, then the largest first (GEM-R2).

    The best way without its last gembone is the best way to make up what is left, so one table does for all.
    """
    best: dict[int, tuple[int, ...]] = {0: (0,) * len(_DOWN)}
    for amount in range(4, limit, 2):
        ways = []
        for at, size in enumerate(_DOWN):
            rest = best.get(amount - SIZES[size])
            if rest is not None:
                ways.append((*rest[:at], rest[at] + 1, *rest[at + 1 :]))
        best[amount] = min(ways, key=lambda way: (sum(way), [-count for count in way]))
    return {n: {s: c for s, c in zip(_DOWN, way, strict=True) if c} for n, way in best.items()}


_MADE_UP = _fewest(300)


def make_up(amount: int) -> dict[str, int]:
    """`amount` pieces as gembones: fewest loose pieces, then fewest gembones, then the largest first (GEM-R2).

    Raises `BadAmount` below 0.
    """
    if amount < 0:
        raise BadAmount(f"There is no amount of {amount} pieces.")
    if amount < 4:
        return {PIECE: amount} if amount else {}
    even, loose = amount - amount % 2, amount % 2
    # no best way holds 200 pieces in gembones below g100, since five g20 are one
    hundreds = max(0, (even - 200) // 100)
    made = dict(_MADE_UP[even - 100 * hundreds])
    if hundreds:
        made = {"g100": made.pop("g100", 0) + hundreds, **made}
    if loose:
        made[PIECE] = loose
    return made


# ---- the automatic exchange


def cover(holding: Holding, need: Holding) -> Swap | None:
    """The swap after which `holding` has at least `need`; None if its whole worth is not enough (GEM-R3).

    What is there in the right size stays. The rest is made up one gembone at a time, the largest first.
    """
    if worth(holding) < worth(need):
        return None
    spare = Counter(dict(holding))
    aside: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    for size in _DOWN:
        wanted = need.get(size, 0)
        aside[size] = min(spare[size], wanted)
        spare[size] -= aside[size]
        missing[size] = wanted - aside[size]
    for size in _DOWN:
        for _ in range(missing[size]):
            if spare[size] == 0:
                _break(spare, SIZES[size])
                spare[size] += 1
            spare[size] -= 1
            aside[size] += 1
    pieces = need.get(PIECE, 0)
    if pieces:
        _break(spare, pieces)
        spare[PIECE] += pieces
    return _difference(holding, spare + aside)


def raise_pieces(holding: Holding, amount: int) -> Swap | None:
    """The swap after which `amount` loose pieces can be taken out, for a buy-in; None if it is worth too little.

    Made up like a gembone of that worth (GEM-R1, GEM-R3): loose pieces that are there already are used only where
    gembones do not suffice (GEM-R15).
    """
    return cover(holding, {PIECE: amount})


def bring_home(pieces: int) -> Swap:
    """The swap that turns the loose pieces of a seat that is left into gembones (GEM-R1, GEM-R2)."""
    return _difference({PIECE: pieces}, make_up(pieces))


def pay(holding: Holding, size: str, count: int = 1) -> Payment | None:
    """Pay `count` gembones of a size, exchanged where they are missing; None if it is worth too little (GEM-R3)."""
    paid = {size: count}
    swap = cover(holding, paid)
    if swap is None:
        return None
    return Payment(swap, paid, _less(_swapped(holding, swap), paid))


def settle_debts(holding: Holding, debts: Sequence[Holding]) -> list[Settled]:
    """Pay debts in order. Who cannot pay one in full gives everything; the rest is written off (GEM-R5)."""
    settled = []
    left = dict(holding)
    for debt in debts:
        swap = cover(left, debt)
        if swap is None:
            paid = {unit: count for unit, count in left.items() if count}
            settled.append(Settled(Swap({}, {}), paid, worth(debt) - worth(paid)))
            left = {}
        else:
            paid = {unit: count for unit, count in debt.items() if count}
            settled.append(Settled(swap, paid, 0))
            left = _less(_swapped(left, swap), paid)
    return settled


def exchange(give: Amount, get: Amount) -> Swap:
    """A swap that a player asks for. Raises `BadAmount` unless base and worth are the same (GEM-10, GEM-11)."""
    if give.base != get.base:
        raise BadAmount(f"{give.base.capitalize()} is not exchanged for {get.base}: only within one base.")
    gives, gets = worth(give.what), worth(get.what)
    if gives != gets:
        raise BadAmount(
            f"{amount_text(give.what)} is worth {gives} pieces, {amount_text(get.what)} is worth {gets}: "
            "both sides must be equal."
        )
    return _difference(give.what, get.what)


def _break(spare: Counter[str], amount: int) -> None:
    """Take `amount` pieces' worth out of `spare`; what is taken too much comes back by GEM-R2.

    The smallest single one that suffices, else smaller ones from the largest down, loose pieces last (GEM-R3), and of
    those no more than needed (GEM-R15). `spare` must be worth enough.
    """
    single = next((size for size in SIZES if spare[size] and SIZES[size] >= amount), None)
    lacking = amount
    if single is not None:
        spare[single] -= 1
        lacking -= SIZES[single]
    for unit in (*_DOWN, PIECE):
        if lacking <= 0:
            break
        count = min(spare[unit], -(-lacking // _WORTH[unit]))
        spare[unit] -= count
        lacking -= count * _WORTH[unit]
    spare.update(make_up(-lacking))


def _difference(before: Holding, after: Holding) -> Swap:
    units = (PIECE, *_DOWN)
    change = {unit: after.get(unit, 0) - before.get(unit, 0) for unit in units}
    return Swap({u: -n for u, n in change.items() if n < 0}, {u: n for u, n in change.items() if n > 0})


def _swapped(holding: Holding, swap: Swap) -> dict[str, int]:
    return _less({u: holding.get(u, 0) + swap.get.get(u, 0) for u in (*_DOWN, PIECE)}, swap.give)


def _less(holding: Holding, taken: Holding) -> dict[str, int]:
    left = {unit: count - taken.get(unit, 0) for unit, count in holding.items()}
    return {unit: count for unit, count in left.items() if count}


def _each(unit: str) -> int:
    if unit not in _WORTH:
        raise BadAmount(f"{unit!r} is no gembone. There are: {', '.join(SIZES)} and loose pieces.")
    return _WORTH[unit]


def lesser(base: str) -> str | None:
    """The next lower base; None below copper."""
    bases = list(BASES)
    at = bases.index(base)
    return bases[at - 1] if at else None


def _rate(base: str) -> int:
    if base not in BASES:
        raise BadAmount(f"{base!r} is no base. There are: {', '.join(BASES)}.")
    return BASES[base]


# ---- in words


def amount_text(holding: Holding) -> str:
    """A holding in words, the largest first: `1g8 + 2g6 + 1 piece`; `nothing` if it is empty."""
    parts = [f"{holding[size]}{size}" for size in _DOWN if holding.get(size)]
    loose = holding.get(PIECE, 0)
    if loose:
        parts.append("1 piece" if loose == 1 else f"{loose} pieces")
    return " + ".join(parts) or "nothing"


_PART = re.compile(r"(?P<count>[0-9]{1,12})? *(?:(?P<die>g[0-9]{1,3})|(?P<loose>pieces?))", re.ASCII)
_BASE = re.compile(rf"\b(?:{'|'.join(BASES)})\b")


def parse_amount(text: str, base: str = "copper") -> Amount:
    """An amount as people write it: `2g6 + 1g8`, `g20, 3 pieces`, `silver 2g10`; `base` where the text names none.

    Raises `BadAmount` with a sentence for whoever wrote it.
    """
    named = sorted(set(_BASE.findall(text.lower())))
    if len(named) > 1:
        raise BadAmount("One base at a time: gembones of different bases are never mixed.")
    what = _parse(_BASE.sub("", text.lower()), text)
    worth(what)
    return Amount(named[0] if named else base, what)


def parse_roll(text: str, most: int = 100) -> dict[str, int]:
    """Gembones to roll: `3g6 + g4`; the coin `g2` too. Raises `BadAmount`, also for more than `most` dice."""
    dice = _parse(text.lower(), text)
    for die in dice:
        if die not in SIZES and die != COIN:
            raise BadAmount(f"{die!r} cannot be rolled. There are: {COIN}, {', '.join(SIZES)}.")
    if sum(dice.values()) > most:
        raise BadAmount(f"At most {most} dice at once.")
    return dice


def _parse(text: str, written: str) -> dict[str, int]:
    found: Counter[str] = Counter()
    for part in re.split(r"\s*(?:\+|,|\band\b)\s*", text.strip()):
        match = _PART.fullmatch(part)
        if match is None or (match["loose"] and not match["count"]):
            raise BadAmount(f"I can't read {written!r}. Write it like: 2g6 + 1g8, or: 3 pieces.")
        count = int(match["count"] or 1)
        if count == 0:
            raise BadAmount("None of something is nothing: leave it out.")
        found[match["die"] or PIECE] += count
    return dict(found)


# ---- as dice


def die_keys(die: str, faces: Iterable[int]) -> list[str]:
    """Gembones of one size that show these faces, as zones hold them: `g6:4`."""
    return [f"{die}:{face}" for face in faces]


def roll(chance: Chance, dice: Iterable[tuple[str, int]]) -> list[str]:
    """Roll so many of each die, in the order given; gives die keys. g100 shows 1 to 100 (GEM-R11), g2 1 or 2."""
    sides = {**SIZES, COIN: 2}
    return [key for die, count in dice for key in die_keys(die, chance.roll(count, sides[die]))]


def stone(luck: Chance) -> str:
    """What a gembone of gems looks like (GEM-R13). For painters: `luck` is their own, never the match's."""
    return luck.choice(STONES)
