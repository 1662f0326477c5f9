"""Buy-ins of Rolled Gold that stay in the tray for the next game (RG-20, RG-R14).

`carry["buy_ins"]` are pairs of a seat and a size. Whoever is in the next game has that die in the tray at once; who
drives the match gives that answer, and may find that it cannot be paid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.engine import Departure
from games.gembones.rolled_gold.odds import Outcome
from games.gembones.rolled_gold.tray import Tray

KEY = "buy_ins"


def carried(carry: Mapping[str, Any]) -> dict[int, str]:
    """The sizes that stand for the seats."""
    return dict(carry.get(KEY, ()))


def standing(
    trays: Mapping[int, Tray],
    done: Mapping[int, Sequence[Outcome]],
    gone: Iterable[int],
    *,
    again: bool,
) -> dict[int, str]:
    """What stands after a game: buy-ins that were neither lost nor taken back, or with `again` everybody's."""
    kept = {}
    for seat, tray in trays.items():
        lost = Counter[str]()
        for outcome in done[seat]:
            lost.update(outcome.lost)
        if again or lost[tray.buy_in] < tray.dice.count(tray.buy_in):
            kept[seat] = tray.buy_in
    return {seat: size for seat, size in kept.items() if seat not in gone}


def carry_of(carry: Mapping[str, Any], buy_ins: Mapping[int, str]) -> dict[str, Any]:
    """The carry with these buy-ins, and no key where there are none."""
    rest = {key: value for key, value in carry.items() if key != KEY}
    return {**rest, KEY: [list(pair) for pair in sorted(buy_ins.items())]} if buy_ins else rest


def departs(options: Any, carry: Mapping[str, Any], seat: int, staying: list[int]) -> Departure:
    """A seat leaves: whoever sits there next has put nothing in."""
    return Departure(carry_of(carry, {at: size for at, size in carried(carry).items() if at != seat}))
