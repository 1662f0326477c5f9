"""Prizes: the pot of a tournament by places. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.tournaments.settings import DATA


def parts(players: int) -> tuple[int, ...]:
    """Return the percentages of the pot by place, the winner's first."""
    rows = [row for row in DATA.prizes if row.players <= players]
    return rows[-1].parts if rows else (100,)


def divide(pot: int, order: Sequence[int], players: int) -> dict[int, int]:
    """Return the pieces that each prize winner gets of the pot of `players`; `order` has the best first.

    Every piece is paid: what rounding leaves, and prizes of places that nobody is left for, go to the winner.
    """
    if not order:
        return {}
    shares = parts(players)
    won = {member: pot * share // 100 for member, share in zip(order, shares, strict=False)}
    won[order[0]] += pot - sum(won.values())
    return {member: pieces for member, pieces in won.items() if pieces}
