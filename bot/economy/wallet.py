"""The wallet service: a member's own purse, its exchange, daily claim and history.

A refused request raises `UserError` and changes nothing. The key of every transfer contains the id of the press, so a
press that arrives twice pays once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bot.clock import DAY
from bot.economy.accounts import Holdings, MemberAccounts, MemberTables, by_base, moves_of
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.serial_queue import serialized
from bot.user_errors import UserError, told
from db import ledger
from db.errors import AlreadyDone
from db.ledger import HistoryLine, Transfer
from games.engine import money as gems
from games.engine import money_changer
from games.engine.errors import BadAmount

TO_AND_FROM_TABLES = ("buy-in", "set aside", "kept", "cash out", "change", "void")
"""Kinds of transfer that carry a member's money to or from a table: nothing is won or lost by them."""
AT_TABLES = ("result", "carried pot", "leaving", "tournament")
"""Kinds of transfer by which money is won and lost at tables, against members, computer players and the house."""
SCORES = ("points", "shares", "tickets")
"""Units of the ledger that are not money."""


@dataclass(frozen=True, slots=True)
class Purse:
    """A member's possessions: `held` in the purse, `tables` at tables, `scores` that are not money.

    `copper` is the net worth in copper pieces, for comparing members with each other (GEM-R6).
    """

    held: Holdings
    tables: Holdings
    scores: Mapping[str, int]
    copper: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed set, and the time from which the next claim is possible."""

    base: str
    next_at: float


class WalletService:
    """A member's own purse: show, history, exchange, claim."""

    def __init__(self, accounts: MemberAccounts, tables: MemberTables) -> None:
        self._accounts, self._tables = accounts, tables
        self._store, self.queue = accounts.store, accounts.queue

    async def show(self, place_key: int, person: Person) -> Purse:
        """Return a member's possessions; a new member has their welcome set."""
        account = await self._accounts.get_or_create(place_key, person)
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
        self, place_key: int, person: Person, *, limit: int, before: int | None = None
    ) -> list[HistoryLine]:
        """Return a member's gains and losses, including those at tables: one line for each game, newest first.

        `before` is the id of a line, for the next page.
        """
        account = await self._accounts.get_or_create(place_key, person)
        return await self._store.report(
            ledger.owned_history, account, leave_out=TO_AND_FROM_TABLES, limit=limit, before=before
        )

    # ---- exchanging

    @serialized
    async def exchange(
        self, place_key: int, person: Person, give: str, get: str, base: str | None, press: int
    ) -> tuple[gems.Amount, gems.Amount]:
        """Swap gembones of one base for others of the same worth (GEM-10), and return both parsed amounts."""
        giving = await self._accounts.parse_amount(place_key, give, base)
        getting = await self._accounts.parse_amount(place_key, get, base)
        try:
            swap = money_changer.exchange(giving, getting)
        except BadAmount as wrong:
            raise UserError("amount", sentence=told(wrong)) from wrong
        account = await self._accounts.get_or_create(place_key, person)
        held = gems.of_base(giving.base, await self._store.balances(account))
        if any(held.get(unit, 0) < n for unit, n in giving.holding.items()):
            asked = gems.amount_text(giving.holding)
            raise UserError("not_owned", held=gems.amount_text(held), base=giving.base, asked=asked)
        if not swap.give:
            raise UserError("same_amount")
        mint = await self._store.mint(place_key)
        swapped = [
            *moves_of(account, mint, giving.base, swap.give),
            *moves_of(mint, account, giving.base, swap.get),
        ]
        await self._accounts.commit(Transfer(f"exchange:{press}", "exchange", swapped))
        return giving, getting

    # ---- claiming

    @serialized
    async def claim(self, place_key: int, person: Person) -> Claim:
        """Give a full set, once a day, to a member who cannot afford a usual seat (GEM-R8)."""
        place_settings = await load_place_settings(self._store, place_key)
        account = await self._accounts.get_or_create(place_key, person)
        today = int(self._accounts.clock.now() // DAY)
        tomorrow = float((today + 1) * DAY)
        for base, holding in (await self._all_of(place_key, account)).items():
            if gems.worth(holding) >= place_settings.claim_below:
                raise UserError(
                    "claim_rich", held=gems.worth(holding), base=base, least=place_settings.claim_below
                )
        when = f"<t:{int(tomorrow)}:R>"
        # A member who deleted their data today may have claimed today: deleting must not give them a second set.
        if await self._store.forgotten_today(place_key, person.user_id):
            raise UserError("claim_done", when=when)
        base = place_settings.start_base
        pieces = moves_of(await self._store.mint(place_key), account, base, gems.FULL_SET)
        try:
            await self._store.commit(Transfer(f"claim:{account}:{today}", "claim", pieces))
        except AlreadyDone as done:
            raise UserError("claim_done", when=when) from done
        return Claim(base, tomorrow)

    async def _all_of(self, place_key: int, account: int) -> Holdings:
        """Return everything that counts as owned: purse, stakes, escrows, and a share of unclaimed pots."""
        owned = Counter(await self._store.owned(account))
        owned.update(self._tables.part_of_pots(place_key, account))
        return by_base(owned)
