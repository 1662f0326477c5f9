"""What a server's admins do: grants, limits, games, channels, the starting base, funds, refunds, a fresh start.

A service over the store, with no word of Discord in it. Everything that changes something is written to the server's
audit log, in the same unit as the change where there is one. Whatever cannot be done raises `UserError`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.guilds.settings import get_or_create_purse, house_settings, welcome
from bot.person import Person
from bot.tables.registry import TableRegistry
from bot.tables.state import Base
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import AlreadyDone, Audit, AuditLine, BadMove, Move, SaveSetting, Transfer
from games.catalogue import GAMES
from games.engine import BadAmount
from games.engine import money as gems


class GuildAdmin:
    """See the module's text. Every coroutine asks for an admin: whoever is none is refused."""

    def __init__(self, registry: TableRegistry) -> None:
        self._floor = registry
        self._store = registry.context.store

    # ---- money

    async def grant(
        self, guild_id: int, admin: Person, to: Person, amount: str, base: str | None, press: int
    ) -> gems.Amount:
        """Gembones or loose pieces from the mint for a member; gives what was understood."""
        actor = await self._actor(guild_id, admin)
        start = base or (await house_settings(self._store, guild_id)).start_base
        try:
            gift = gems.parse_amount(amount, start)
        except BadAmount as wrong:
            raise UserError("amount", sentence=wrong) from wrong
        member = await get_or_create_purse(self._store, guild_id, to.user_id, to.name)
        mint = await self._store.mint(guild_id)
        moves = [Move(mint, member, unit, n) for unit, n in gems.in_base(gift.base, gift.what).items()]
        told = {"member": member, "amount": f"{gems.amount_text(gift.what)} of {gift.base}"}
        try:
            await self._store.commit(
                Transfer(f"grant:{press}", "grant", moves), Audit(guild_id, actor, "grant", told)
            )
        except AlreadyDone as done:
            raise UserError("done_already") from done
        except BadMove as wrong:
            raise UserError("too_large") from wrong
        return gift

    async def funds(self, guild_id: int, admin: Person) -> dict[tuple[str, str], int]:
        """The house's funds that have been used: base and purpose to their worth in pieces."""
        _check(admin)
        accounts = await self._store.funds(guild_id)
        held = await self._store.balances_of([*accounts.values()])
        return {
            (base, purpose): gems.worth(gems.of_base(base, held[account]))
            for (base, purpose), account in accounts.items()
        }

    async def reset(self, guild_id: int, admin: Person) -> None:
        """Start the server's money and boards anew; not while a table is open."""
        actor = await self._actor(guild_id, admin)
        self.check_no_tables(guild_id)
        await self._store.reset_guild(guild_id, actor, welcome=await welcome(self._store, guild_id))

    def check_no_tables(self, guild_id: int) -> None:
        """Raise `UserError` while a table of the server is open."""
        tables = self._floor.in_guild(guild_id)
        if tables:
            channels = ", ".join(f"<#{actor.state.channel_id}>" for actor in tables)
            one = "1 table is open. Close it"
            said = one if len(tables) == 1 else f"{len(tables)} tables are open. Close them"
            raise UserError("tables_open", tables=said, channels=channels)

    # ---- the server's rules

    async def limits(self, guild_id: int, admin: Person, low: int, high: int) -> None:
        """The smallest and the largest buy-in."""
        if low > high:
            raise UserError("limits_swapped", low=low, high=high)
        await self._set(guild_id, admin, "limits", {"min_stake": low, "max_stake": high})

    async def games(self, guild_id: int, admin: Person, keys: Sequence[str]) -> None:
        """The games that may be played; all of them, or none named, means all, later ones too."""
        if not set(keys) <= set(GAMES):
            raise UserError("unknown_game")
        chosen = [] if set(keys) == set(GAMES) else sorted(keys)
        await self._set(guild_id, admin, "games", {"games": chosen})

    async def channels(self, guild_id: int, admin: Person, channels: Sequence[int]) -> None:
        """The channels in which tables may be opened; none named: all."""
        await self._set(guild_id, admin, "channels", {"channels": list(channels)})

    async def base(self, guild_id: int, admin: Person, base: Base) -> None:
        """The base of a new member's set, and of claims."""
        await self._set(guild_id, admin, "base", {"start_base": base})

    async def clock(self, guild_id: int, admin: Person, offset: int) -> None:
        """The server's own time, in hours from UTC: on the thirteenth the gnomes are merry (CODE-R6)."""
        await self._set(guild_id, admin, "clock", {"utc_offset": offset})

    async def help_line(self, guild_id: int, admin: Person, line: str) -> None:
        """Where members with a gambling problem find help; nothing means the sentence that the bot brings."""
        await self._set(guild_id, admin, "help line", {"help_line": line.strip()[:300] or None})

    async def _set(self, guild_id: int, admin: Person, what: str, values: Mapping[str, Any]) -> None:
        actor = await self._actor(guild_id, admin)
        settings = [SaveSetting(guild_id, key, value) for key, value in values.items()]
        await self._store.commit(*settings, Audit(guild_id, actor, what, values))

    # ---- what went wrong, and who did what

    async def refund(self, table: TableActor, admin: Person) -> None:
        """End a suspended table's match: nothing counts, stakes go back."""
        actor = await self._actor(table.state.guild_id, admin)
        if table.state.phase != "suspended":
            raise UserError("not_suspended")
        match = table.state.match_id
        await table.refund(admin)
        told = {"table": table.state.id, "match": match}
        await self._store.commit(Audit(table.state.guild_id, actor, "refund", told))

    async def audit(
        self, guild_id: int, admin: Person, *, limit: int, before: int | None = None
    ) -> tuple[list[AuditLine], dict[int, str]]:
        """A page of the audit log, newest first, and the names of the accounts in it."""
        _check(admin)
        lines = await self._store.audit_log(guild_id, limit=limit, before=before)
        accounts = {line.actor for line in lines} | {line.detail.get("member") for line in lines}
        return lines, await self._store.names(sorted(account for account in accounts if account is not None))

    async def _actor(self, guild_id: int, admin: Person) -> int:
        _check(admin)
        return await get_or_create_purse(self._store, guild_id, admin.user_id, admin.name)


def _check(admin: Person) -> None:
    if not admin.admin:
        raise UserError("not_admin")
