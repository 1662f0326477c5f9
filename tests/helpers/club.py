"""A floor without Discord: a real store, a clock that stands still, and nobody who shows anything."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.tables.registry import TableRegistry
from cogs.admin.service import GuildAdmin
from cogs.toys.service import ToyShop
from db import Move, Store, Transfer
from db.backend.names import Name
from games.engine import money as gems

GUILD = 100
NOON = 1_700_000_000 // 86_400 * 86_400 + 43_200.0
DAY = 86_400.0
ANN, BOB, CID = (Person(number, Name(name)) for number, name in enumerate(("Ann", "Bob", "Cid"), 1))
CHIEF = Person(9, Name("Chief"), admin=True)


class _Timer:
    def cancel(self) -> None:
        pass


class StillClock:
    """Time stands until a test moves it; nothing happens by itself."""

    def __init__(self) -> None:
        self.at = NOON

    def now(self) -> float:
        return self.at

    def later(self, seconds: float, call: Callable[[], None]) -> _Timer:
        return _Timer()


@dataclass
class Club:
    """A server's floor, and the services that members and admins stand before."""

    registry: TableRegistry
    clock: StillClock
    accounts: MemberAccounts
    wallet: WalletService
    gifts: GiftService
    toy_shop: ToyShop
    admin: GuildAdmin
    _keys: itertools.count[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def store(self) -> Store:
        return self.registry.context.store

    def press(self) -> int:
        """The id of a new interaction."""
        return next(self._keys)

    async def account(self, person: Person) -> int:
        return await get_or_create_purse(self.store, GUILD, person.user_id, person.name)

    async def hold(self, person: Person, **units: int) -> int:
        """Let a member own exactly this: `copper_g10=1`, `silver_piece=3`."""
        account, mint = await self.account(person), await self.store.mint(GUILD)
        moves = [Move(account, mint, unit, n) for unit, n in (await self.store.balances(account)).items()]
        moves += [Move(mint, account, unit.replace("_", "."), n) for unit, n in units.items()]
        await self.store.commit(Transfer(f"hold:{self.press()}", "grant", moves))
        return account

    async def holds(self, person: Person, base: str = "copper") -> str:
        """Return what a purse holds of a base, in words."""
        account = await self.store.find_member(GUILD, person.user_id)
        held: Mapping[str, int] = {} if account is None else await self.store.balances(account)
        return gems.amount_text(gems.of_base(base, held))
