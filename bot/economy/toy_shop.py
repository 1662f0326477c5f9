"""Blinsky's counter: the tickets of Barovian Boneyard for his toys (BB-16, BB-R3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.economy.base import Changes
from bot.members.profile_keys import TOYS
from bot.person import Person
from bot.user_errors import UserError
from db import Move, SaveAbout, Transfer
from games.engine import BadAmount
from games.gembones.barovian_boneyard import toys as blinsky
from games.gembones.barovian_boneyard.toys import TICKETS


@dataclass(frozen=True, slots=True)
class Shelf:
    """A member's tickets, and their toys: name to how many, in the order of what they cost."""

    tickets: int
    toys: Mapping[str, int]


class Toyshop(Changes):
    """See the module's text. Toys are keepsakes: no money, no effect, and none goes back."""

    async def shelf(self, guild_id: int, person: Person) -> Shelf:
        """What a member has of Blinsky's."""
        return await self._shelf(await self._account(guild_id, person))

    async def _shelf(self, account: int) -> Shelf:
        tickets = (await self._store.balances(account)).get(TICKETS, 0)
        kept: dict[str, int] = (await self._store.about(account)).get(TOYS, {})
        return Shelf(tickets, {toy: kept[toy] for toy in blinsky.PRIZES if kept.get(toy)})

    async def trade(
        self, guild_id: int, person: Person, toy: str, press: int, seen: int | None = None
    ) -> Shelf:
        """Tickets for a toy; gives what the member has then.

        `seen` is how many tickets they saw when they chose: with any other number nothing is traded, so that a second
        press on the same button is no second toy.
        """
        return await self.mailbox.run(lambda: self._trade(guild_id, person, toy, press, seen))

    async def _trade(self, guild_id: int, person: Person, toy: str, press: int, seen: int | None) -> Shelf:
        account = await self._account(guild_id, person)
        now = await self._shelf(account)
        if seen is not None and seen != now.tickets:
            raise UserError("tickets_changed")
        try:
            left = blinsky.trade(now.tickets, toy)
        except BadAmount as wrong:
            raise UserError("amount", sentence=wrong) from wrong
        toys = {**now.toys, toy: now.toys.get(toy, 0) + 1}
        paid = Move(account, await self._store.mint(guild_id), TICKETS, now.tickets - left)
        await self._commit(
            Transfer(f"toy:{press}", "toy", [paid], {"toy": toy}), SaveAbout(account, TOYS, toys)
        )
        return await self._shelf(account)
