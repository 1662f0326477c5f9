"""Nobody gains more than docs/economy.md says: not by several accounts, places or devices, nor by deleting their data.

The database of a world remembers the owner of every account that was ever opened, and every try that was ever begun:
the bot forgets both with the data of a member.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.sqlite.connection import connect_reader

if TYPE_CHECKING:
    from bot.simulation.world import World

ONCE_A_DAY = ("welcome", "claim")
"""The kinds of transfers that a person gets once a day in a place; a world is shorter than a day."""
FULL_SET = 160
"""Pieces that an account keeps, whatever it gives away."""
_SETS = """
    SELECT everyone.user_id, accounts.guild_id, count(DISTINCT transfers.id) AS times
    FROM everyone JOIN accounts ON accounts.id = everyone.account JOIN legs ON legs.taker = everyone.account
    JOIN transfers ON transfers.id = legs.transfer
    WHERE transfers.kind = ? GROUP BY 1, 2 HAVING times > 1
"""
_GIFTS = """
    SELECT everyone.user_id,
        sum(iif(legs.giver = everyone.account AND kind IN ('gift', 'tip'), amount * worth, 0)) AS given,
        sum(iif(legs.taker = everyone.account, amount * worth, 0)) AS got
    FROM everyone JOIN legs ON everyone.account IN (legs.giver, legs.taker)
    JOIN transfers ON transfers.id = legs.transfer JOIN units ON units.name = legs.unit
    GROUP BY everyone.account HAVING given > 0 AND given > got - ?
"""
_TRIES = """
    SELECT everyone.user_id, count(*) FROM tries_begun JOIN everyone USING (account)
    GROUP BY everyone.user_id, day HAVING count(*) > 1
"""


def check_honour(world: World) -> None:
    """Look for anyone who has got more than one person may."""
    db = connect_reader(world.server.path)
    try:
        for kind in ONCE_A_DAY:
            for user, place, times in db.execute(_SETS, (kind,)):
                world.fail(f"user {user} got {times} sets by {kind} in place {place} on one day")
        for user, given, got in db.execute(_GIFTS, (FULL_SET,)):
            world.fail(f"user {user} gave {given} pieces of {got} away, and had to keep {FULL_SET}")
        for user, times in db.execute(_TRIES):
            world.fail(f"user {user} has begun {times} tries of one day")
    finally:
        db.close()
