"""The books of a match that has ended: what every result must keep, whatever was played."""

from __future__ import annotations

from collections import Counter

from games.engine import HOUSE, POT, Match, changes
from games.engine.money import worth
from games.engine.result import MINT


def check_books(match: Match) -> None:
    """Check that a result adds up, that its rows tell it, and that nobody pays what was not set aside."""
    header, result = match.header, match.result
    assert result is not None, f"still open: {list(match.open.values())}"
    moved = changes(result.pays)
    rows = sorted(row.seat for row in result.rows)
    # spectators have a row if they have bet
    assert [seat for seat in rows if seat not in match.table.rail] == sorted(header.ring)
    assert len({*rows}) == len(rows)
    for row in result.rows:
        assert {unit: n for unit, n in row.change.items() if n} == moved.get(row.seat, {})
    total: Counter[str] = Counter()
    for units in moved.values():
        total.update(units)
    assert not any(total.values())
    # the house changes gembones of a pot that cannot be parted: the worth stays (GEM-R3)
    pot = Counter(header.carry.get("pot") or {})
    pot.update(moved.get(POT, {}))
    assert worth(pot) == worth(result.carry.get("pot") or {})
    places = [row.place for row in result.rows if row.place is not None]
    assert places == sorted(places)
    assert not places or places[0] == 1
    spent: Counter[tuple[int, str]] = Counter()
    for pay in result.pays:
        assert pay.amount > 0
        if pay.giver not in (POT, MINT) and not pay.if_able:
            spent[pay.giver, pay.unit] += pay.amount
    for (giver, unit), amount in spent.items():
        brought = match.stakes.get(giver, 0) if unit == "piece" and giver != HOUSE else 0
        assert amount <= brought + match.risked.get(giver, {}).get(unit, 0)
