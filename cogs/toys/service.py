"""Blinsky's toy shop: members trade the tickets of Barovian Boneyard for toys (BB-16, BB-R3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.economy.accounts import MemberAccounts
from bot.members.profile_keys import TOYS
from bot.person import Person
from bot.serial_queue import serialized
from bot.user_errors import UserError, told
from db.ledger import Move, Transfer
from db.members import SaveAbout
from games.engine.errors import BadAmount
from games.gembones.barovian_boneyard import toys as blinsky

TICKETS = blinsky.TICKETS
"""The unit in which tickets are counted."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """A member's tickets and toys. `toys` maps a name to a number, in the order of the toys' prices."""

    tickets: int
    toys: Mapping[str, int]


class ToyShop:
    """Sells toys for tickets. Toys are keepsakes: they are no money, have no effect, and cannot be given back."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        self._store, self.queue = accounts.store, accounts.queue

    async def shelf(self, place_key: int, person: Person) -> Shelf:
        """Return a member's tickets and toys."""
        return await self.shelf_of(await self._accounts.get_or_create(place_key, person))

    async def shelf_of(self, account: int) -> Shelf:
        """Return the tickets and toys of a purse account."""
        tickets = (await self._store.balances(account)).get(TICKETS, 0)
        owned: dict[str, int] = (await self._store.about(account)).get(TOYS, {})
        return Shelf(tickets, {toy: owned[toy] for toy in blinsky.PRIZES if owned.get(toy)})

    @serialized
    async def trade(
        self, place_key: int, person: Person, toy: str, press: int, seen: int | None = None
    ) -> Shelf:
        """Trade tickets for a toy, and return the shelf after it.

        `seen` is the number of tickets that the member saw when choosing. If it has changed, nothing is traded, so
        that a second press on the same button buys no second toy.
        """
        account = await self._accounts.get_or_create(place_key, person)
        shelf = await self.shelf_of(account)
        if seen is not None and seen != shelf.tickets:
            raise UserError("tickets_changed")
        try:
            left = blinsky.tickets_after(shelf.tickets, toy)
        except BadAmount as wrong:
            raise UserError("amount", sentence=told(wrong)) from wrong
        toys = {**shelf.toys, toy: shelf.toys.get(toy, 0) + 1}
        price = Move(account, await self._store.mint(place_key), TICKETS, shelf.tickets - left)
        await self._accounts.commit(
            Transfer(f"toy:{press}", "toy", [price], {"toy": toy}), SaveAbout(account, TOYS, toys)
        )
        return await self.shelf_of(account)
