"""Character sheets: what `/sheet` keeps, what is left of a day's uses, and what a match is told of them (SPOT).

Games stay pure: all they learn is the `facts` of each seat (`facts_for`), and all that comes back are the `facts` of
the result (`after`). A talent is at one table at a time, so that no use is spent twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bot.clock import DAY
from bot.economy.wallet import WalletService
from bot.guilds.settings import get_or_create_purse
from bot.members.daily_uses import Uses, sheet_of, uses_of
from bot.members.profile_keys import INSPIRED, PRANK, SHEET, USES
from bot.person import Person
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from db import SaveAbout
from games.gembones.shared.prank_items import strength
from games.gembones.spotlight.skill_checks import Sheet

APPLAUSE = 60
"""Seconds for applause (SPOT-R8)."""


@dataclass(frozen=True, slots=True)
class Character:
    """A sheet as its owner sees it."""

    sheet: Sheet
    uses: Uses
    inspired: bool
    strength: int | None
    """As the profile shows it (CODE-R3)."""


class Characters:
    """See the module's text."""

    def __init__(self, registry: TableRegistry, wallet: WalletService) -> None:
        self._floor = registry
        self._store, self._clock = registry.context.store, registry.context.clock
        self._queue = wallet.mailbox

    async def look(self, guild_id: int, person: Person) -> Character:
        """The sheet; today's portents are drawn when they are looked at first (SPOT-R3)."""
        return await self._queue.run(lambda: self._look(guild_id, person))

    async def _look(self, guild_id: int, person: Person) -> Character:
        account = await self._account(guild_id, person)
        about = await self._store.about(account)
        uses = uses_of(about, self._clock.now())
        if about.get(USES) != uses.model_dump():
            await self._store.commit(SaveAbout(account, USES, uses.model_dump()))
        sheet = sheet_of(about)
        prank = about.get(PRANK)
        shown = sheet.strength
        if shown is not None and prank is not None and prank["item"] == "belt":
            shown = strength(shown)
        return Character(sheet, uses, bool(about.get(INSPIRED)), shown)

    async def change(self, guild_id: int, person: Person, changes: Mapping[str, Any]) -> Character:
        """Change the sheet: once a day, and not while seated (SPOT-R2). Raises `UserError`."""
        return await self._queue.run(lambda: self._change(guild_id, person, changes))

    async def _change(self, guild_id: int, person: Person, changes: Mapping[str, Any]) -> Character:
        account = await self._account(guild_id, person)
        about = await self._store.about(account)
        today = int(self._clock.now() // DAY)
        if any(table.state.seat_of(person.user_id) for table in self._floor.in_guild(guild_id)):
            raise UserError("sheet_seated")
        if about.get(SHEET, {}).get("day") == today:
            raise UserError("sheet_today", when=f"<t:{(today + 1) * DAY}:R>")
        try:
            sheet = Sheet.model_validate({**sheet_of(about).model_dump(), **changes})
        except ValidationError as wrong:
            raise UserError("options", sentence=_sentence(wrong)) from wrong
        await self._store.commit(SaveAbout(account, SHEET, {"day": today, "sheet": sheet.model_dump()}))
        return await self._look(guild_id, person)

    async def inspire(self, account: int) -> bool:
        """The others applaud: inspiration, of which one is held at most (SPOT-R8); gives whether it is new."""
        if (await self._store.about(account)).get(INSPIRED):
            return False
        await self._store.commit(SaveAbout(account, INSPIRED, True))
        return True

    def applause_needed(self, guild_id: int, person: Person) -> int:
        """Two others, or one at a table of two."""
        for table in self._floor.in_guild(guild_id):
            if table.state.seat_of(person.user_id) is not None and len(table.state.seats) == 2:
                return 1
        return 2

    async def _account(self, guild_id: int, person: Person) -> int:
        return await get_or_create_purse(self._store, guild_id, person.user_id, person.name)


def _sentence(wrong: ValidationError) -> str:
    first = wrong.errors()[0]
    if first["type"] == "value_error":
        return str(first["ctx"]["error"])
    return f"{'.'.join(map(str, first['loc'])).capitalize()}: {first['msg']}."
