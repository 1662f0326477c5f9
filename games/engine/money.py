"""Gembones: dice that are money (GEM). Pure arithmetic of holdings of one base.

A *holding* counts gembones by size and loose pieces: `{"g6": 2, "piece": 1}` is worth 13 pieces. The base stands
outside, since nothing is ever exchanged between two (GEM-11); `in_base` and `of_base` turn a holding into the ledger's
units (`copper.g6`) and back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from games.engine.chance import Chance
from games.engine.errors import BadAmount

Holding = Mapping[str, int]
"""Sizes (`g4` to `g100`) and `piece` to how many. What there is none of may be left out."""

PIECE = "piece"
SIZES: Mapping[str, int] = {"g4": 4, "g6": 6, "g8": 8, "g10": 10, "g12": 12, "g20": 20, "g100": 100}
"""Size to sides, which is also the worth in pieces; in their order of rank (GEM-01, GEM-03, GEM-04)."""
COIN = "g2"
"""A coin, rolled like a die: 1 is heads, 2 is tails (GEM-R12). It isn't money."""
FULL_SET: Holding = dict.fromkeys(SIZES, 1)
"""A full set: one gembone of each size (GEM-05)."""
BASES: Mapping[str, int] = {"copper": 1, "silver": 10, "gold": 100, "platinum": 1_000, "gems": 10_000}
"""Base to what its piece counts in copper, for leaderboards and nothing else (GEM-06, GEM-R6)."""
STONES = ("emerald", "ruby", "sapphire")
"""What gembones of the base `gems` are cut from; never diamond (GEM-R13)."""

WORTH: Mapping[str, int] = {**SIZES, PIECE: 1}
"""Size or piece to its worth in pieces (GEM-04)."""
DOWN: tuple[str, ...] = tuple(reversed([*SIZES]))
"""Sizes from the largest."""


class Amount(NamedTuple):
    """A holding with its base, as a command names it."""

    base: str
    holding: Holding


# ---- worth


def worth(holding: Holding) -> int:
    """Return the worth of a holding, in pieces of its base (GEM-04). An unknown unit raises `BadAmount`."""
    total = 0
    try:
        for unit, count in holding.items():  # a loop: every wager asks this several times
            total += WORTH[unit] * count
    except KeyError as unknown:
        raise BadAmount(
            "'{unit}' is no gembone. There are: {known} and loose pieces.",
            unit=unknown.args[0],
            known=", ".join(SIZES),
        ) from unknown
    return total


def worth_in_copper(holdings: Mapping[str, Holding]) -> int:
    """Return the worth of holdings, by base, in copper (GEM-R6). An unknown base raises `BadAmount`."""
    return sum(_rate(base) * worth(holding) for base, holding in holdings.items())


def profit(stake: int, to: int, per: int = 1) -> int:
    """Return the win of a wager at odds of `to` to `per`, without the stake; fractions are dropped (GEM-R10)."""
    return stake * to // per


def may_give(worth_before: int, gift: int, set_worth: int) -> bool:
    """Tell whether a giver keeps a full set's worth after `gift`; all amounts in copper (GEM-R14)."""
    return worth_before - gift >= set_worth


def in_base(base: str, holding: Holding) -> dict[str, int]:
    """Return a holding in the ledger's units: `{"g6": 2}` of copper is `{"copper.g6": 2}`."""
    _rate(base)
    return {f"{base}.{unit}": count for unit, count in holding.items() if count}


def of_base(base: str, balances: Mapping[str, int]) -> dict[str, int]:
    """Return the holding of one base among the ledger's units; its tables take nothing else (GEM-09)."""
    if base not in BASES:
        _rate(base)  # raises
    start, holding = f"{base}.", dict[str, int]()
    for unit, n in balances.items():  # a loop: this is on the way of every wager
        if n and unit.startswith(start):
            holding[unit.removeprefix(start)] = n
    return holding


# ---- making up amounts


def _fewest(limit: int) -> dict[int, dict[str, int]]:
    """Return the best make-up of each even amount below `limit`: fewest gembones, the largest first (GEM-R2).

    A best make-up without its last gembone is the best one of the rest, so each is built from smaller ones.
    """
    best: dict[int, tuple[int, ...]] = {0: (0,) * len(DOWN)}
    for amount in range(4, limit, 2):
        counts = []
        for place, size in enumerate(DOWN):
            rest = best.get(amount - SIZES[size])
            if rest is not None:
                counts.append((*rest[:place], rest[place] + 1, *rest[place + 1 :]))
        best[amount] = min(counts, key=lambda each: (sum(each), [-n for n in each]))
    return {n: {s: c for s, c in zip(DOWN, each, strict=True) if c} for n, each in best.items()}


_MADE_UP = _fewest(300)


def make_up(amount: int) -> dict[str, int]:
    """Return `amount` pieces as gembones: fewest loose pieces, fewest gembones, the largest first (GEM-R2).

    Raises `BadAmount` below 0.
    """
    if amount < 0:
        raise BadAmount("There is no amount of {amount} pieces.", amount=amount)
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


def lesser(base: str) -> str | None:
    """Return the next lower base; None below copper."""
    bases = list(BASES)
    at = bases.index(base)
    return bases[at - 1] if at else None


def _rate(base: str) -> int:
    if base not in BASES:
        raise BadAmount("'{base}' is no base. There are: {known}.", base=base, known=", ".join(BASES))
    return BASES[base]


# ---- in words


def amount_text(holding: Holding) -> str:
    """Return a holding in words, the largest first: `1g8 + 2g6 + 1 piece`; `nothing` if it is empty."""
    parts = [f"{holding[size]}{size}" for size in DOWN if holding.get(size)]
    loose = holding.get(PIECE, 0)
    if loose:
        parts.append("1 piece" if loose == 1 else f"{loose} pieces")
    return " + ".join(parts) or "nothing"


_PART = re.compile(r"(?P<count>[0-9]{1,12})? *(?:(?P<die>g[0-9]{1,3})|(?P<loose>pieces?))", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,12}|[0-9]{1,3}(?:,[0-9]{3}){1,3}", re.ASCII)
_BASE = re.compile(rf"\b(?:{'|'.join(BASES)})\b")


def parse_amount(text: str, base: str = "copper") -> Amount:
    """Parse an amount as people write it: `2g6 + 1g8`, `g20, 3 pieces`, `silver 2g10`, or a worth: `500`.

    A worth alone is made up of the fewest gembones. `base` counts where the text names none. Raises `BadAmount` with a
    sentence for the player who wrote it.
    """
    named = sorted(set(_BASE.findall(text.lower())))
    if len(named) > 1:
        raise BadAmount("One base at a time: gembones of different bases are never mixed.")
    bare = _BASE.sub("", text.lower()).strip()
    if _NUMBER.fullmatch(bare):
        holding = make_up(_counted(bare.replace(",", "")))
    else:
        holding = _parse(bare, text, or_pieces=True)
    worth(holding)
    return Amount(named[0] if named else base, holding)


def parse_roll(text: str, most: int = 100) -> dict[str, int]:
    """Parse gembones to roll: `3g6 + g4`; the coin `g2` too. Raises `BadAmount`, also for too many dice."""
    dice = _parse(text.lower(), text, or_pieces=False)
    for die in dice:
        if die not in SIZES and die != COIN:
            raise BadAmount(
                "'{die}' cannot be rolled. There are: {known}.", die=die, known=", ".join((COIN, *SIZES))
            )
    if sum(dice.values()) > most:
        raise BadAmount("You can roll up to {most} dice at once.", most=most)
    return dice


def _parse(text: str, written: str, *, or_pieces: bool) -> dict[str, int]:
    found: Counter[str] = Counter()
    for part in re.split(r"\s*(?:\+|,|\band\b)\s*", text.strip()):
        match = _PART.fullmatch(part)
        if match is None or (match["loose"] and not match["count"]):
            raise BadAmount(
                "I can't read '{written}'. Write it like: 2g6 + 1g8, or: 50."
                if or_pieces
                else "I can't read '{written}'. Write it like: 2g6 + 1g8.",
                written=written,
            )
        found[match["die"] or PIECE] += _counted(match["count"] or "1")
    return dict(found)


def _counted(digits: str) -> int:
    count = int(digits)
    if count == 0:
        raise BadAmount("None of something is nothing: leave it out.")
    return count


# ---- as dice


def die_keys(die: str, faces: Iterable[int]) -> list[str]:
    """Return keys of gembones of one size that show these faces, as zones hold them: `g6:4`."""
    return [f"{die}:{face}" for face in faces]


def roll(chance: Chance, dice: Iterable[tuple[str, int]]) -> list[str]:
    """Roll this many of each die, in this order, and return die keys. g100 shows 1 to 100 (GEM-R11), g2 1 or 2."""
    sides = {**SIZES, COIN: 2}
    return [key for die, count in dice for key in die_keys(die, chance.roll(count, sides[die]))]


def stone(luck: Chance) -> str:
    """Return the stone of a gembone of gems (GEM-R13). For painters: `luck` is their own, never the match's."""
    return luck.choice(STONES)
