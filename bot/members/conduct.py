"""The gambler's code for members: form, the prank items of the house, and do-overs (CODE).

A service over the store, with no word of Discord in it. All of it is cosmetic: nothing here changes a game.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from bot.economy.wallet import WalletService
from bot.guilds.settings import get_or_create_purse
from bot.members.conduct_text import WORDS, remark, title
from bot.members.profile_keys import FORM, OFFER, PRANK
from bot.person import Person
from bot.user_errors import UserError
from db import Audit, SaveAbout, Store, Tally
from games.engine import Chance, Seed
from games.gembones.shared import prank_items


@dataclass(frozen=True, slots=True)
class ConductService:
    """Form, title and gifts of a member. `prank` and `offer` are as the store keeps them."""

    form: int
    prank: dict[str, Any] | None
    offer: dict[str, Any] | None

    @property
    def title(self) -> str:
        """What the form earns."""
        return title(self.form)

    @property
    def owed(self) -> int:
        """Pieces still to be donated before the curse ends."""
        if self.prank is None:
            return 0
        return prank_items.price(self.prank["accused"]) - int(self.prank["donated"])


def manners_of(about: dict[str, Any]) -> ConductService:
    """From what the store keeps."""
    return ConductService(int(about.get(FORM, 0)), about.get(PRANK), about.get(OFFER))


class Conduct:
    """See the module's text."""

    def __init__(self, store: Store, wallet: WalletService) -> None:
        self._store = store
        self._queue = wallet.mailbox  # donations change the same things
        self._luck = Chance(Seed(secrets.token_hex(16)))

    async def look(self, guild_id: int, person: Person) -> ConductService:
        """Where a member stands."""
        return manners_of(await self._store.about(await self._account(guild_id, person)))

    async def doover(self, guild_id: int, person: Person) -> str:
        """Asking for a do-over is bad form, and refused (CODE-07, CODE-R1); gives the remark."""
        await self._store.commit(Tally(await self._account(guild_id, person), FORM, -1))
        return remark("doover")

    # ---- prank items

    async def accept(self, guild_id: int, person: Person) -> str:
        """Take what the house offers: attuned, and cursed (CODE-12, CODE-13); gives the item's name."""
        return await self._queue.run(lambda: self._accept(guild_id, person))

    async def _accept(self, guild_id: int, person: Person) -> str:
        account = await self._account(guild_id, person)
        now = manners_of(await self._store.about(account))
        if now.offer is None:
            raise UserError("no_offer")
        if now.prank is not None:
            raise UserError("one_item", item=WORDS.items[now.prank["item"]].name)
        kept = {**now.offer, "donated": 0}
        await self._store.commit(SaveAbout(account, PRANK, kept), SaveAbout(account, OFFER, None))
        return WORDS.items[now.offer["item"]].name

    async def decline(self, guild_id: int, person: Person) -> None:
        """Leave it with the house (CODE-R3)."""
        account = await self._account(guild_id, person)
        if (await self._store.about(account)).get(OFFER) is None:
            raise UserError("no_offer")
        await self._store.commit(SaveAbout(account, OFFER, None))

    async def hide(self, guild_id: int, person: Person) -> bool:
        """Keep the item out of the profile, or show it again (CODE-R4); gives whether it is hidden now."""
        return await self._queue.run(lambda: self._hide(guild_id, person))

    async def _hide(self, guild_id: int, person: Person) -> bool:
        account = await self._account(guild_id, person)
        prank = (await self._store.about(account)).get(PRANK)
        if prank is None:
            raise UserError("no_curse")
        hidden = not prank.get("hidden")
        await self._store.commit(SaveAbout(account, PRANK, {**prank, "hidden": hidden}))
        return hidden

    async def wish(self, guild_id: int, person: Person) -> int:
        """The Duck Blade's one wish (CODE-16); gives how many ducks it brings."""
        return await self._queue.run(lambda: self._wish(guild_id, person))

    async def _wish(self, guild_id: int, person: Person) -> int:
        account = await self._account(guild_id, person)
        prank = await self._carried(account, "duck_blade")
        if prank.get("wished"):
            raise UserError("wished")
        await self._store.commit(SaveAbout(account, PRANK, {**prank, "wished": True}))
        return prank_items.ducks(self._luck)

    async def damage(self, guild_id: int, person: Person) -> int:
        """What the Snake Eyes Greatsword's dice show (CODE-17)."""
        await self._carried(await self._account(guild_id, person), "greatsword")
        return prank_items.SNAKE_EYES

    async def clear(self, guild_id: int, admin: Person, member: Person) -> None:
        """An admin ends a curse (CODE-R4)."""
        if not admin.admin:
            raise UserError("not_admin")
        account = await self._account(guild_id, member)
        if (await self._store.about(account)).get(PRANK) is None:
            raise UserError("not_cursed")
        actor = await self._account(guild_id, admin)
        await self._store.commit(
            SaveAbout(account, PRANK, None), Audit(guild_id, actor, "curse cleared", {"member": account})
        )

    async def _carried(self, account: int, item: prank_items.Item) -> dict[str, Any]:
        prank: dict[str, Any] | None = (await self._store.about(account)).get(PRANK)
        if prank is None or prank["item"] != item:
            raise UserError("no_item", item=WORDS.items[item].name)
        return prank

    async def _account(self, guild_id: int, person: Person) -> int:
        return await get_or_create_purse(self._store, guild_id, person.user_id, person.name)
