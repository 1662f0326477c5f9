"""What members do with their purses: look, exchange, claim, read what has happened, and all of giving (GEM).

A service over the store, with no word of Discord in it. Whatever cannot be done raises `UserError` and changes nothing.
What writes runs one after the other, so that two gifts at once cannot both count the same gembones as what is kept.
Every transfer's key is made from the press that asked for it: a press that arrives twice pays once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.clock import DAY
from bot.economy.base import Holdings, by_base, moves
from bot.economy.gifts import Giving
from bot.economy.toy_shop import Toyshop
from bot.guilds.settings import house_settings
from bot.person import Person
from bot.tables.money import carryover
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import AlreadyDone, HistoryLine, Transfer
from games.engine import BadAmount, money_changer
from games.engine import money as gems

LEAST = 28
"""Whoever owns fewer pieces in every base may claim a set (GEM-R8)."""
SCORES = ("points", "shares", "tickets")
"""What is won beside money."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What a member owns. `copper` is the net worth for comparing (GEM-R6), `tables` what lies at tables."""

    held: Holdings
    tables: Holdings
    scores: Mapping[str, int]
    copper: int


@dataclass(frozen=True, slots=True)
class Claimed:
    """A set that was claimed, and when the next claim is possible."""

    base: str
    again: float


class WalletService(Giving, Toyshop):
    """See the module's text."""

    # ---- looking

    async def show(self, guild_id: int, person: Person) -> Purse:
        """What a member owns; a new member has their welcome set."""
        account = await self._account(guild_id, person)
        purse, owned = await self._store.balances(account), await self._store.owned(account)
        aside = Counter(owned)
        aside.subtract(purse)
        return Purse(
            by_base(purse),
            by_base(aside),
            {unit: owned[unit] for unit in SCORES if owned.get(unit)},
            gems.worth_in_copper(by_base(owned)),
        )

    async def history(
        self, guild_id: int, person: Person, *, limit: int, before: int | None = None
    ) -> list[HistoryLine]:
        """What has come and gone, newest first."""
        account = await self._account(guild_id, person)
        return await self._store.history(account, limit=limit, before=before)

    # ---- exchanging

    async def exchange(
        self, guild_id: int, person: Person, give: str, get: str, base: str | None, press: int
    ) -> tuple[gems.Amount, gems.Amount]:
        """Swap gembones of one base for others of the same worth (GEM-10); gives both sides as understood."""
        return await self.mailbox.run(lambda: self._exchange(guild_id, person, give, get, base, press))

    async def _exchange(
        self, guild_id: int, person: Person, give: str, get: str, base: str | None, press: int
    ) -> tuple[gems.Amount, gems.Amount]:
        giving, getting = await self._read(guild_id, give, base), await self._read(guild_id, get, base)
        try:
            swap = money_changer.exchange(giving, getting)
        except BadAmount as wrong:
            raise UserError("amount", sentence=wrong) from wrong
        account = await self._account(guild_id, person)
        held = gems.of_base(giving.base, await self._store.balances(account))
        if any(held.get(unit, 0) < n for unit, n in giving.what.items()):
            asked = gems.amount_text(giving.what)
            raise UserError("not_owned", held=gems.amount_text(held), base=giving.base, asked=asked)
        if not swap.give:
            raise UserError("same_amount")
        mint = await self._store.mint(guild_id)
        swapped = [
            *moves(account, mint, giving.base, swap.give),
            *moves(mint, account, giving.base, swap.get),
        ]
        await self._commit(Transfer(f"exchange:{press}", "exchange", swapped))
        return giving, getting

    # ---- claiming

    async def claim(self, guild_id: int, person: Person) -> Claimed:
        """A fresh full set for whoever has next to nothing, once a day (GEM-R8)."""
        return await self.mailbox.run(lambda: self._claim(guild_id, person))

    async def _claim(self, guild_id: int, person: Person) -> Claimed:
        account = await self._account(guild_id, person)
        today = int(self._clock.now() // DAY)
        tomorrow = float((today + 1) * DAY)
        for base, holding in (await self._all_of(guild_id, account)).items():
            if gems.worth(holding) >= LEAST:
                raise UserError("claim_rich", held=gems.worth(holding), base=base, least=LEAST)
        when = f"<t:{int(tomorrow)}:R>"
        if await self._store.forgotten_today(guild_id, person.user_id):
            raise UserError("claim_done", when=when)
        base = (await house_settings(self._store, guild_id)).start_base
        given = moves(await self._store.mint(guild_id), account, base, gems.FULL_SET)
        try:
            await self._store.commit(Transfer(f"claim:{account}:{today}", "claim", given))
        except AlreadyDone as done:
            raise UserError("claim_done", when=when) from done
        return Claimed(base, tomorrow)

    async def _all_of(self, guild_id: int, account: int) -> Holdings:
        """All that counts as owned: purse, stakes and escrows, and the member's part of unclaimed pots."""
        owned = Counter(await self._store.owned(account))
        for actor in self._floor.in_guild(guild_id):
            owned.update(_part_of_pot(actor, account))
        return by_base(owned)


def _part_of_pot(actor: TableActor, member: int) -> dict[str, int]:
    """What a member would get of a table's carried pots if it closed now."""
    state = actor.state
    former = state.settings.former
    due = carryover.due(state.carry, state.seats, former)
    mine = [number for number, seat in state.seats.items() if seat.member == member]
    mine += [number for number, who in former.items() if who == member and number not in state.seats]
    part = sum((due.get(number, Counter()) for number in mine), Counter[str]())
    return gems.in_base(state.settings.base, part)
