"""Commands for a server's admins: grants, limits, games, channels, funds, refunds, a fresh start.

Every change is written to the server's audit log, where possible in one unit with the change. What can't be done
raises `UserError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.economy.accounts import MemberAccounts, moves_of
from bot.members.purses import welcome_set
from bot.person import Person
from bot.places.stakes import Base
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import places
from db.backend.names import Name
from db.ledger import Transfer
from db.places import AuditEntry, AuditLine, SaveSetting
from games.engine import money as gems
from games.registry import GAMES


class GuildAdmin:
    """The commands of `/house`. Each checks that an admin gave it, and refuses anyone else."""

    def __init__(self, accounts: MemberAccounts, registry: TableRegistry) -> None:
        self._accounts = accounts
        self._registry, self._store = registry, accounts.store

    # ---- money

    async def grant(
        self, place_key: int, admin: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Give a member gembones or loose pieces from the mint, and return what was understood."""
        actor = await self._actor(place_key, admin)
        gift = await self._accounts.parse_amount(place_key, amount, base)
        member = await self._accounts.get_or_create(place_key, to)
        mint = await self._store.mint(place_key)
        detail = {"member": member, "amount": f"{gems.amount_text(gift.holding)} of {gift.base}"}
        await self._accounts.commit(
            Transfer(f"grant:{press}", "grant", moves_of(mint, member, gift.base, gift.holding)),
            AuditEntry(place_key, actor, "grant", detail),
        )
        return gift

    async def funds(self, place_key: int, admin: Person) -> dict[tuple[str, str], int]:
        """Return each of the house's funds in pieces, by base and purpose."""
        _check(admin)
        accounts = await self._store.read(places.funds, place_key)
        held = await self._store.balances_of([*accounts.values()])
        return {
            (base, purpose): gems.worth(gems.of_base(base, held[account]))
            for (base, purpose), account in accounts.items()
        }

    async def reset(self, place_key: int, admin: Person) -> None:
        """Start the server's money and leaderboards afresh; no table may be open."""
        actor = await self._actor(place_key, admin)
        self.check_no_tables(place_key)
        await self._store.reset_place(place_key, actor, welcome=await welcome_set(self._store, place_key))

    def check_no_tables(self, place_key: int) -> None:
        """Raise `UserError` while a table of the server is open."""
        tables = self._registry.in_place(place_key)
        if tables:
            channels = ", ".join(f"<#{table.state.channel_id}>" for table in tables)
            raise UserError(
                "table_open" if len(tables) == 1 else "tables_open", n=len(tables), channels=channels
            )

    # ---- the server's settings

    async def limits(self, place_key: int, admin: Person, low: int, high: int) -> None:
        """Set the smallest and the largest buy-in."""
        if low > high:
            raise UserError("limits_swapped", low=low, high=high)
        await self._set(place_key, admin, "limits", {"min_stake": low, "max_stake": high})

    async def games(self, place_key: int, admin: Person, keys: Sequence[str]) -> None:
        """Set the games that may be played.

        All of them, or none, means every game, those of later versions too.
        """
        if not set(keys) <= set(GAMES):
            raise UserError("unknown_game")
        chosen = [] if set(keys) == set(GAMES) else sorted(keys)
        await self._set(place_key, admin, "games", {"games": chosen})

    async def channels(self, place_key: int, admin: Person, channels: Sequence[int]) -> None:
        """Set the channels in which tables may be opened; none means all."""
        await self._set(place_key, admin, "channels", {"channels": list(channels)})

    async def call_role(self, place_key: int, admin: Person, role: int | None) -> None:
        """Set the role that a call for players mentions; None means none."""
        await self._set(place_key, admin, "call role", {"call_role": role})

    async def base(self, place_key: int, admin: Person, base: Base) -> None:
        """Set the base of a new member's set, and of claims."""
        await self._set(place_key, admin, "base", {"start_base": base})

    async def generous(self, place_key: int, admin: Person, *, allowed: bool) -> None:
        """Set whether hosts may choose options by which players win from the house at will (RG-R2, SPOT-R7)."""
        await self._set(place_key, admin, "generous", {"generous": allowed})

    async def first_evening(self, place_key: int, admin: Person, *, for_points: bool) -> None:
        """Set whether members play for points on their first evening (GEM-R17)."""
        await self._set(place_key, admin, "first evening", {"first_evening": for_points})

    async def clock(self, place_key: int, admin: Person, offset: int, zone: str | None) -> None:
        """Set the server's own time, by hours from UTC or a zone: on the thirteenth the gnomes are merry (CODE-R6)."""
        await self._set(place_key, admin, "clock", {"utc_offset": offset, "zone": zone})

    async def help_line(self, place_key: int, admin: Person, line: str) -> None:
        """Set the line that tells members with a gambling problem where to find help; empty means the default."""
        await self._set(place_key, admin, "help line", {"help_line": line.strip()[:300] or None})

    async def _set(self, place_key: int, admin: Person, action: str, values: Mapping[str, Any]) -> None:
        actor = await self._actor(place_key, admin)
        settings = [SaveSetting(place_key, key, value) for key, value in values.items()]
        await self._store.commit(*settings, AuditEntry(place_key, actor, action, values))

    # ---- what went wrong, and who did what

    async def refund(self, table: TableActor, admin: Person) -> None:
        """End a suspended match: nothing counts, and the stakes go back."""
        actor = await self._actor(table.state.place_key, admin)
        if table.state.phase != "suspended":
            raise UserError("not_suspended")
        # The refund clears the match from the table, and the audit log must name it.
        match = table.state.match_id
        await table.lifecycle.refund()
        detail = {"table": table.state.id, "match": match}
        await self._store.commit(AuditEntry(table.state.place_key, actor, "refund", detail))

    async def resume_suspended(self, table: TableActor, admin: Person) -> None:
        """Play on with a suspended match, if its journal fits the rules of this release."""
        actor = await self._actor(table.state.place_key, admin)
        match = table.state.match_id
        await table.persistence.resume_suspended()
        detail = {"table": table.state.id, "match": match}
        await self._store.commit(AuditEntry(table.state.place_key, actor, "resume", detail))

    async def audit(
        self, place_key: int, admin: Person, *, limit: int, before: int | None = None
    ) -> tuple[list[AuditLine], dict[int, Name]]:
        """Return a page of the audit log, newest first, and the names of the accounts in it."""
        _check(admin)
        lines = await self._store.audit_log(place_key, limit=limit, before=before)
        accounts = {line.actor for line in lines} | {line.detail.get("member") for line in lines}
        return lines, await self._store.names(sorted(account for account in accounts if account is not None))

    async def _actor(self, place_key: int, admin: Person) -> int:
        _check(admin)
        return await self._accounts.get_or_create(place_key, admin)


def _check(admin: Person) -> None:
    if not admin.admin:
        raise UserError("not_admin")
