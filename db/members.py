"""The part of the store that is about members: their accounts, their limits, their money."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal

from db import export, house_funds, ledger, loss_limits, member_rows, queries
from db.connection import snapshot
from db.database import Database
from db.loss_limits import Limits, LimitStatus
from db.records import HistoryLine, Json


class Members(Database):
    """Who has a purse, what is in it and in the funds of the house, and what members allow themselves."""

    # ---- who

    async def member(
        self,
        guild_id: int,
        user_id: int,
        name: str,
        *,
        welcome: Mapping[str, int] | None = None,
    ) -> int:
        """The purse account of a member, who is made known on first sight and renamed if need be.

        A new purse is given `welcome` (or what the store was opened with) from the mint, once; not
        so a member who had their data deleted earlier the same day.
        """
        known = await self._reader.run(partial(member_rows.find, guild_id=guild_id, user_id=user_id))
        if known is not None and known[1] == name:
            return known[0]
        return await self._writer.do(
            partial(
                member_rows.get_or_create_member,
                guild_id=guild_id,
                user_id=user_id,
                name=name,
                welcome=self._welcome if welcome is None else welcome,
                now=self._clock(),
            )
        )

    async def find_member(self, guild_id: int, user_id: int) -> int | None:
        """The purse account of a member, if they are known."""
        known = await self._reader.run(partial(member_rows.find, guild_id=guild_id, user_id=user_id))
        return None if known is None else known[0]

    async def names(self, accounts: Sequence[int]) -> dict[int, str]:
        """Names by purse account; whoever had their data deleted has none and is left out."""
        return await self._read(partial(member_rows.names, accounts=accounts))

    async def forgotten_today(self, guild_id: int, user_id: int) -> bool:
        """Whether this person had their data deleted earlier the same day (UTC).

        Who gives out sets once a day asks this too, since the account is a new one.
        """
        return await self._reader.run(
            partial(member_rows.forgotten_today, guild_id=guild_id, user_id=user_id, now=self._clock())
        )

    async def mint(self, guild_id: int) -> int:
        """The server's mint: the account that may owe, from which all money comes."""
        known = await self._reader.run(partial(ledger.find_mint, guild_id=guild_id))
        if known is not None:
            return known
        return await self._writer.do(partial(ledger.mint, guild_id=guild_id, now=self._clock()))

    async def house(self, guild_id: int, base: str, purpose: str) -> int:
        """The house's fund for one base and purpose, opened empty on first use.

        The purpose `db.GUESTS` is the fund of the computer players. Raises `Unknown` for a base
        that does not exist.
        """
        known = await self._reader.run(
            partial(house_funds.find, guild_id=guild_id, base=base, purpose=purpose)
        )
        if known is not None:
            return known
        return await self._writer.do(
            partial(house_funds.fund, guild_id=guild_id, base=base, purpose=purpose, now=self._clock())
        )

    async def funds(self, guild_id: int) -> dict[tuple[str, str], int]:
        """The server's funds that have been opened: base and purpose to account."""
        return await self._read(partial(house_funds.every, guild_id=guild_id))

    async def top_up(self, guild_id: int, base: str, purpose: str, floor: int) -> None:
        """Raise a fund below `floor` pieces to it from the mint; looked at once a day (UTC).

        The first call of the day decides; a fund drained later stays so until the next.
        """
        await self._writer.do(
            partial(
                house_funds.top_up,
                guild_id=guild_id,
                base=base,
                purpose=purpose,
                floor=floor,
                now=self._clock(),
            )
        )

    async def new_account(
        self, kind: Literal["stake", "pot", "escrow"], guild_id: int, owner: int | None = None
    ) -> int:
        """A new, empty account; stakes and escrows belong to `owner`, a purse account.

        A table brings its pot along, and purses, funds and the mint have functions of their own.
        """
        return await self._writer.do(
            partial(ledger.open_account, kind=kind, guild_id=guild_id, owner=owner, now=self._clock())
        )

    async def delete_member(self, guild_id: int, user_id: int) -> None:
        """Forget a person: cut the link to their account and take their name off old seats.

        The books are kept, under a number that belongs to nobody; the purse goes with it. Raises
        `Refused` while they sit at an open table or have a wager open, `Unknown` if nothing is
        stored about them.
        """
        now = self._clock()

        def forget(db: sqlite3.Connection) -> None:
            member_rows.forget(db, guild_id, user_id, now)
            loss_limits.keep_limits_after_deletion(db, guild_id, user_id, now)

        await self._writer.do(forget)

    async def export_member(self, guild_id: int, user_id: int) -> dict[str, Json]:
        """All that is stored about a person, JSON-able, without anybody else's secrets."""
        return await self._aside(snapshot(partial(export.export_member, guild_id=guild_id, user_id=user_id)))

    async def about(self, member: int) -> dict[str, Json]:
        """What `SaveAbout` and `Tally` have kept about a member."""
        return await self._read(partial(member_rows.about, account=member))

    # ---- care

    async def limits(self, member: int) -> Limits:
        """What binds a member now of the limits that they have set themselves."""
        return (await self._read(partial(loss_limits.limits_of, member=member))).at(self._clock())

    async def standing(self, member: int) -> LimitStatus:
        """What limits a member has set themselves, and where they stand today."""
        return await self._read(partial(loss_limits.standing, member=member, now=self._clock()))

    async def cap_losses(self, member: int, cap: int | None) -> None:
        """Cap what a member can lose in a day, in pieces of copper worth; a looser cap binds in a day."""
        await self._limit(member, lambda limits, now: limits.capped(cap, now))

    async def pause(self, member: int, until: float) -> None:
        """Nothing may be staked by this member until then; a longer pause stays."""
        await self._limit(member, lambda limits, now: limits.paused(until, now))

    async def end_pause(self, member: int) -> None:
        """The member's pause is over in a day at the latest."""
        await self._limit(member, lambda limits, now: limits.resumed(now))

    async def _limit(self, member: int, change: Callable[[Limits, float], Limits]) -> None:
        now = self._clock()
        await self._writer.do(
            lambda db: loss_limits.save(db, member, change(loss_limits.limits_of(db, member), now))
        )

    # ---- money

    async def balances(self, account: int) -> dict[str, int]:
        """What the account holds, unit to amount; what it has none of is left out."""
        return await self._read(partial(ledger.balances, account=account))

    async def balances_of(self, accounts: Sequence[int]) -> dict[int, dict[str, int]]:
        """What each of the accounts holds, all at the same moment."""
        return await self._read(partial(queries.balances_of, accounts=accounts))

    async def owned(self, member: int) -> dict[str, int]:
        """What a member owns: their purse, their stakes and their escrows together."""
        return await self._read(partial(queries.owned, member=member))

    async def history(self, account: int, *, limit: int = 20, before: int | None = None) -> list[HistoryLine]:
        """The transfers of an account, newest first; go on with `before` = the last line's id."""
        return await self._read(partial(queries.history, account=account, limit=limit, before=before))
