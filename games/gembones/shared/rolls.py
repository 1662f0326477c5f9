"""Rolls of gembones: dice that leave the tray, the house's thirteen, and shares of equally likely rolls."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from games.engine.table import Table

CRACKS_IN = 100
"""The `tray` option counts in hundredths (GEN-R2)."""

THIRTEEN = 13
"""The number of Garl Glittergold, the god who gave the games their name."""


def leaves_tray(table: Table, dice: int, hundredths: int) -> bool:
    """Draw for each of `dice` gembones and return True if any of them leaves the tray.

    `hundredths`: the chance of each gembone. Without that option no random number is drawn at all, so that journals
    of games without it do not depend on it.
    """
    return hundredths > 0 and any(table.chance.happens(hundredths, CRACKS_IN) for _ in range(dice))


def announce_thirteen(table: Table, rolled: int) -> None:
    """Tell the table if the house has rolled a 13.

    It changes nothing in the game. After the match the bot looks for this event, since the house has more to say about
    it then (CODE-R6).
    """
    if rolled == THIRTEEN:
        table.tell("thirteen")


def share(cases: Iterable[bool]) -> Fraction:
    """Return the fraction of equally likely cases that are true."""
    every = list(cases)
    return Fraction(sum(every), len(every))
