"""A floor without Discord: a real store, a clock that stands still, and nobody who shows anything."""

from __future__ import annotations

import itertools
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.cli import main
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.toy_shop import ToyShop
from bot.economy.wallet import WalletService
from bot.history.seasons import Seasons
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.places.admin import GuildAdmin
from bot.settings import Settings
from bot.tables.context import TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tables.view import TableListener
from db import Move, Store, Transfer
from games.engine import money as gems
from tests.helpers.tables import Room, a_room

GUILD = 100
NOON = 1_700_000_000 // 86_400 * 86_400 + 43_200.0
DAY = 86_400.0
ANN, BOB, CID = Person(1, "Ann"), Person(2, "Bob"), Person(3, "Cid")
CHIEF = Person(9, "Chief", admin=True)


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


@pytest.fixture
def logging_as_before() -> Iterator[None]:
    """Put the levels and handlers of the loggers back."""
    loggers = [logging.getLogger(name) for name in ("", "discord", "aiosqlite")]
    before = [(each, each.level, [*each.handlers]) for each in loggers]
    yield
    for each, level, handlers in before:
        each.setLevel(level)
        each.handlers[:] = handlers


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    clock = StillClock()
    async with await Store.open(tmp_path / "club.db", clock=clock.now) as store:
        registry = TableRegistry(
            TableContext(store, clock, TableListener(), BotPacing(0, 0, 0, 0), release="test")
        )
        accounts = MemberAccounts(store, clock)
        yield Club(
            registry,
            clock,
            accounts,
            WalletService(accounts, registry),
            GiftService(accounts, registry),
            ToyShop(accounts),
            GuildAdmin(accounts, registry, Seasons(store)),
        )
        assert await store.audit() == []


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room without Discord; after every test its books must add up."""
    async with a_room(tmp_path / "room.db") as found:
        yield found
        assert await found.store.audit() == []


Typed = tuple[int, str, str]
"""Exit status, stdout, stderr."""


@pytest.fixture
def dicenight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Typed]:
    """Types a command in an empty folder, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"DICENIGHT_{name.upper()}", raising=False)

    def typed(*words: object) -> Typed:
        capsys.readouterr()  # what a test has logged before is none of the command's
        status = main([str(word) for word in words])
        out, err = capsys.readouterr()
        return status, out, err

    return typed
