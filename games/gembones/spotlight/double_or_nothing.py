"""Double or nothing: what counts as a loss, and a result with other payments (SPOT-07, SPOT-R4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import structs

from games.engine import HOUSE, Pay, Result, changes
from games.engine.money import amount_text, worth
from games.engine.result import POT


def loss(seat: int, pays: Sequence[Pay]) -> list[Pay]:
    """What a seat has lost, to whoever has won from it all in all: with the house both ways, since that is one loss."""
    lost: list[Pay] = []
    for other in dict.fromkeys(pay.taker for pay in pays if pay.giver == seat and pay.taker != POT):
        given = [pay for pay in pays if (pay.giver, pay.taker) == (seat, other) and not pay.if_able]
        taken = [pay for pay in pays if (pay.giver, pay.taker) == (other, seat)] if other == HOUSE else []
        if _worth(given) > _worth(taken):
            lost += [*given, *taken]
    return lost


def lost_text(seat: int, lost: Sequence[Pay]) -> str:
    """A loss in words: what was given, and what came back for it."""
    given, taken = Counter[str](), Counter[str]()
    for pay in lost:
        (given if pay.giver == seat else taken)[pay.unit] += pay.amount
    return amount_text(given) + (f" for {amount_text(taken)}" if taken else "")


def paying(result: Result, pays: Sequence[Pay]) -> Result:
    """The result with other payments, and rows that say them."""
    change = changes(pays)
    rows = tuple(structs.replace(row, change=change.get(row.seat, {})) for row in result.rows)
    return result._replace(pays=tuple(pays), rows=rows)


def _worth(pays: Sequence[Pay]) -> int:
    return sum(worth({pay.unit: pay.amount}) for pay in pays)
