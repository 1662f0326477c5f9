"""Admission to the seats of a table, and to its rail.

Every member without a seat reads one sentence, whatever the reason: the seats are taken, the host keeps them for
others, the host has asked the member to leave, or a block separates them from someone there (`bot.members.blocks`). The
table message does not say either who the seats are kept for. So nobody can tell one reason from another.
"""

from __future__ import annotations

from collections.abc import Collection

from bot.members.blocks import kept_apart
from bot.person import Person
from bot.tables.live_table import LiveTable
from bot.tables.state import TableAccess
from bot.user_errors import UserError


class Admission:
    """Lets members join the company at one table, or turns them away."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table

    async def check_seat(self, person: Person) -> None:
        """Raise `no_seat` unless there is a free seat for this member."""
        table = self.table
        apart = await self.kept_apart(person.user_id)
        high = table.game.limits(table.options)[1]
        full = sum(not seat.left for seat in table.state.seats.values()) >= high
        if apart or full or not is_open_to(table.state.access, person.user_id, person.roles):
            raise UserError("no_seat")

    async def may_stand_by(self, person: Person) -> bool:
        """Return True if a member may come to the rail."""
        apart = await self.kept_apart(person.user_id)
        return not apart and person.user_id not in self.table.state.access.kicked

    async def kept_apart(self, user_id: int) -> bool:
        """Return True if a block separates a person from someone at the table or its rail."""
        state = self.table.state
        return await kept_apart(
            self.table.context.store, state.place_key, user_id, state.company() - {user_id}
        )


def is_open_to(access: TableAccess, user_id: int, roles: Collection[int]) -> bool:
    """Return True if the host lets a member with these roles sit down."""
    if user_id in access.kicked:
        return False
    if access.open_to == "anyone" or user_id in access.invited:
        return True
    return access.open_to == "role" and access.role in roles
