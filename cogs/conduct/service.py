"""The gambler's code for members: do-overs, and the prank items of the house (CODE).

All of it is cosmetic: nothing here changes a game.
"""

from __future__ import annotations

import secrets
from typing import Any

from bot.economy.accounts import MemberAccounts
from bot.members.profile_keys import FORM, OFFER, PRANK
from bot.members.standing import Standing
from bot.person import Person
from bot.serial_queue import serialized
from bot.user_errors import UserError
from cogs.conduct.texts import remark
from db.members import SaveAbout, Tally
from db.places import AuditEntry
from games.engine.chance import Chance, Seed
from games.gembones.shared import prank_items


class ConductService:
    """The commands about form and prank items. Raises `UserError` for what can't be done."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        # Donations (`GiftService.donate`) change the same profile entry, so both share one queue.
        self._store, self.queue = accounts.store, accounts.queue
        self._luck = Chance(Seed(secrets.token_hex(16)))

    async def standing(self, place_key: int, person: Person) -> Standing:
        """Return a member's form and prank items."""
        account = await self._accounts.get_or_create(place_key, person)
        return Standing.of(await self._store.about(account))

    async def ask_doover(self, place_key: int, person: Person) -> str:
        """Refuse a do-over, which is bad form (CODE-07, CODE-R1), and return the house's remark."""
        await self._store.commit(Tally(await self._accounts.get_or_create(place_key, person), FORM, -1))
        return remark("doover")

    # ---- prank items

    @serialized
    async def accept(self, place_key: int, person: Person) -> str:
        """Take the offered item, and its curse with it (CODE-12, CODE-13); return the item's name."""
        account = await self._accounts.get_or_create(place_key, person)
        standing = Standing.of(await self._store.about(account))
        if standing.offer is None:
            raise UserError("no_offer")
        if standing.prank is not None:
            raise UserError("one_item", item=prank_items.NAMES[standing.prank["item"]])
        prank = {**standing.offer, "donated": 0}
        await self._store.commit(SaveAbout(account, PRANK, prank), SaveAbout(account, OFFER, None))
        return prank_items.NAMES[standing.offer["item"]]

    async def decline(self, place_key: int, person: Person) -> None:
        """Leave the offered item with the house (CODE-R3)."""
        account = await self._accounts.get_or_create(place_key, person)
        if (await self._store.about(account)).get(OFFER) is None:
            raise UserError("no_offer")
        await self._store.commit(SaveAbout(account, OFFER, None))

    @serialized
    async def toggle_hidden(self, place_key: int, person: Person) -> bool:
        """Hide the item from the profile, or show it again (CODE-R4); return whether it is hidden now."""
        account = await self._accounts.get_or_create(place_key, person)
        prank = (await self._store.about(account)).get(PRANK)
        if prank is None:
            raise UserError("no_curse")
        hidden = not prank.get("hidden")
        await self._store.commit(SaveAbout(account, PRANK, {**prank, "hidden": hidden}))
        return hidden

    @serialized
    async def wish(self, place_key: int, person: Person) -> int:
        """Spend the Duck Blade's one wish (CODE-16), and return how many ducks it brings."""
        account = await self._accounts.get_or_create(place_key, person)
        prank = await self._carried(account, "duck_blade")
        if prank.get("wished"):
            raise UserError("wished")
        await self._store.commit(SaveAbout(account, PRANK, {**prank, "wished": True}))
        return prank_items.roll_ducks(self._luck)

    async def damage(self, place_key: int, person: Person) -> int:
        """Return the damage of the Snake Eyes Greatsword, whose dice always show the same (CODE-17)."""
        await self._carried(await self._accounts.get_or_create(place_key, person), "greatsword")
        return prank_items.SNAKE_EYES

    async def clear(self, place_key: int, admin: Person, member: Person) -> None:
        """End a member's curse, as an admin may (CODE-R4)."""
        if not admin.admin:
            raise UserError("not_admin")
        account = await self._accounts.get_or_create(place_key, member)
        if (await self._store.about(account)).get(PRANK) is None:
            raise UserError("not_cursed")
        actor = await self._accounts.get_or_create(place_key, admin)
        await self._store.commit(
            SaveAbout(account, PRANK, None),
            AuditEntry(place_key, actor, "curse cleared", {"member": account}),
        )

    async def _carried(self, account: int, item: prank_items.Item) -> dict[str, Any]:
        prank: dict[str, Any] | None = (await self._store.about(account)).get(PRANK)
        if prank is None or prank["item"] != item:
            raise UserError("no_item", item=prank_items.NAMES[item])
        return prank
