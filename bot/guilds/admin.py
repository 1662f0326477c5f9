"""Commands for a server's admins: grants, limits, games, channels, funds, refunds, a fresh start.

Every change is written to the server's audit log, where possible in one unit with the change. Whatever cannot be done
raises `UserError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.economy.accounts import MemberAccounts, moves_of
from bot.members.purses import welcome_set
from bot.person import Person
from bot.tables.state import Base
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import AuditEntry, AuditLine, SaveSetting, Transfer
from games.catalogue import GAMES
from games.engine import money as gems


class GuildAdmin:
    """The commands of `/house`. Each checks that an admin gave it, and refuses anyone else."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        self._registry, self._store = accounts.registry, accounts.store

    # ---- money

    async def grant(
        self, guild_id: int, admin: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Give a member gembones or loose pieces from the mint, and return what was understood."""
        actor = await self._actor(guild_id, admin)
        gift = await self._accounts.parse_amount(guild_id, amount, base)
        member = await self._accounts.get_or_create(guild_id, to)
        mint = await self._store.mint(guild_id)
        detail = {"member": member, "amount": f"{gems.amount_text(gift.holding)} of {gift.base}"}
        await self._accounts.commit(
            Transfer(f"grant:{press}", "grant", moves_of(mint, member, gift.base, gift.holding)),
            AuditEntry(guild_id, actor, "grant", detail),
        )
        return gift

    async def funds(self, guild_id: int, admin: Person) -> dict[tuple[str, str], int]:
        """Return the worth in pieces of each of the house's funds, by base and purpose."""
        _check(admin)
        accounts = await self._store.funds(guild_id)
        held = await self._store.balances_of([*accounts.values()])
        return {
            (base, purpose): gems.worth(gems.of_base(base, held[account]))
            for (base, purpose), account in accounts.items()
        }

    async def reset(self, guild_id: int, admin: Person) -> None:
        """Start the server's money and leaderboards afresh; no table may be open."""
        actor = await self._actor(guild_id, admin)
        self.check_no_tables(guild_id)
        await self._store.reset_guild(guild_id, actor, welcome=await welcome_set(self._store, guild_id))

    def check_no_tables(self, guild_id: int) -> None:
        """Raise `UserError` while a table of the server is open."""
        tables = self._registry.in_guild(guild_id)
        if tables:
            channels = ", ".join(f"<#{table.state.channel_id}>" for table in tables)
            raise UserError(
                "table_open" if len(tables) == 1 else "tables_open", n=len(tables), channels=channels
            )

    # ---- the server's settings

    async def limits(self, guild_id: int, admin: Person, low: int, high: int) -> None:
        """Set the smallest and the largest buy-in."""
        if low > high:
            raise UserError("limits_swapped", low=low, high=high)
        await self._set(guild_id, admin, "limits", {"min_stake": low, "max_stake": high})

    async def games(self, guild_id: int, admin: Person, keys: Sequence[str]) -> None:
        """Set the games that may be played.

        All of them, or none, means every game, those of later versions too.
        """
        if not set(keys) <= set(GAMES):
            raise UserError("unknown_game")
        chosen = [] if set(keys) == set(GAMES) else sorted(keys)
        await self._set(guild_id, admin, "games", {"games": chosen})

    async def channels(self, guild_id: int, admin: Person, channels: Sequence[int]) -> None:
        """Set the channels in which tables may be opened; none means all."""
        await self._set(guild_id, admin, "channels", {"channels": list(channels)})

    async def call_role(self, guild_id: int, admin: Person, role: int | None) -> None:
        """Set the role that a call for players mentions; None means none."""
        await self._set(guild_id, admin, "call role", {"call_role": role})

    async def base(self, guild_id: int, admin: Person, base: Base) -> None:
        """Set the base of a new member's set, and of claims."""
        await self._set(guild_id, admin, "base", {"start_base": base})

    async def generous(self, guild_id: int, admin: Person, *, allowed: bool) -> None:
        """Set whether hosts may choose options by which players win from the house at will (RG-R2, SPOT-R7)."""
        await self._set(guild_id, admin, "generous", {"generous": allowed})

    async def clock(self, guild_id: int, admin: Person, offset: int) -> None:
        """Set the server's own time, in hours from UTC: on the thirteenth the gnomes are merry (CODE-R6)."""
        await self._set(guild_id, admin, "clock", {"utc_offset": offset})

    async def end_season(self, guild_id: int, admin: Person) -> tuple[int, int]:
        """End the season of ratings and begin the next; return its number, and the medals that it leaves."""
        actor = await self._actor(guild_id, admin)
        context = self._registry.context
        number, medals = await context.seasons.end(guild_id, context.clock.now())
        await self._store.commit(AuditEntry(guild_id, actor, "season ended", {"season": number}))
        return number, medals

    async def help_line(self, guild_id: int, admin: Person, line: str) -> None:
        """Set the line that tells members with a gambling problem where to find help; empty means the default."""
        await self._set(guild_id, admin, "help line", {"help_line": line.strip()[:300] or None})

    async def _set(self, guild_id: int, admin: Person, action: str, values: Mapping[str, Any]) -> None:
        actor = await self._actor(guild_id, admin)
        settings = [SaveSetting(guild_id, key, value) for key, value in values.items()]
        await self._store.commit(*settings, AuditEntry(guild_id, actor, action, values))

    # ---- what went wrong, and who did what

    async def refund(self, table: TableActor, admin: Person) -> None:
        """End a suspended match: nothing counts, and the stakes go back."""
        actor = await self._actor(table.state.guild_id, admin)
        if table.state.phase != "suspended":
            raise UserError("not_suspended")
        # The refund clears the match from the table, and the audit log must name it.
        match = table.state.match_id
        await table.refund(admin)
        detail = {"table": table.state.id, "match": match}
        await self._store.commit(AuditEntry(table.state.guild_id, actor, "refund", detail))

    async def resume_suspended(self, table: TableActor, admin: Person) -> None:
        """Play on with a suspended match, if its journal fits the rules of this release."""
        actor = await self._actor(table.state.guild_id, admin)
        match = table.state.match_id
        await table.resume_suspended(admin)
        detail = {"table": table.state.id, "match": match}
        await self._store.commit(AuditEntry(table.state.guild_id, actor, "resume", detail))

    async def audit(
        self, guild_id: int, admin: Person, *, limit: int, before: int | None = None
    ) -> tuple[list[AuditLine], dict[int, str]]:
        """Return a page of the audit log, newest first, and the names of the accounts in it."""
        _check(admin)
        lines = await self._store.audit_log(guild_id, limit=limit, before=before)
        accounts = {line.actor for line in lines} | {line.detail.get("member") for line in lines}
        return lines, await self._store.names(sorted(account for account in accounts if account is not None))

    async def _actor(self, guild_id: int, admin: Person) -> int:
        _check(admin)
        return await self._accounts.get_or_create(guild_id, admin)


def _check(admin: Person) -> None:
    if not admin.admin:
        raise UserError("not_admin")
