"""The stages of a tournament: which round comes next, with which players, and when it is over. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cogs.tournaments.settings import TournamentSettings


class Stage(NamedTuple):
    """The next stage: a round, the final, or the end."""

    kind: str
    """`round`, `final` or `over`."""
    cut: tuple[int, ...] = ()
    """The players who are out from here on."""


def next_stage(settings: TournamentSettings, played: int, active: Sequence[int]) -> Stage:
    """Return the stage after `played` rounds; `active` are the players still in, the best first.

    There is no final where it would seat everyone again: then the standings decide. A cut leaves the better half, and
    the final once they fit at one table.
    """
    final = settings.seats
    if len(active) < 2:
        return Stage("over")
    if settings.cut:
        if played == 0:
            return Stage("final") if len(active) <= final else Stage("round")
        keep = max(final, (len(active) + 1) // 2)
        cut = tuple(active[keep:])
        return Stage("final", cut) if len(active) - len(cut) <= final else Stage("round", cut)
    if played < settings.rounds:
        return Stage("round")
    if len(active) <= final:
        return Stage("over")
    return Stage("final", tuple(active[final:]))
