"""Character sheets: the commands of `/my sheet`, and inspiration (SPOT).

Games stay pure: they learn of a member's character only through the `facts` of a seat, and what they change comes back
in the `facts` of the result; `cogs.characters.in_match` carries both. A member can use a talent at one table at a
time, so that no use is spent twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from bot.clock import DAY
from bot.economy.accounts import MemberAccounts
from bot.language import _
from bot.members.daily_uses import Uses, get_or_draw_uses, sheet_of
from bot.members.profile_keys import INSPIRED, PRANK, SHEET, USES
from bot.members.standing import Standing
from bot.person import Person
from bot.serial_queue import serialized
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from db.errors import AlreadyDone
from db.members import SaveAbout, StillIs
from games.engine.errors import BadChoice
from games.gembones.shared.prank_items import strength_with_belt
from games.gembones.spotlight.skill_checks import Sheet

APPLAUSE = 60
"""Seconds for applause (SPOT-R8)."""


@dataclass(frozen=True, slots=True)
class Character:
    """A sheet as its owner sees it. `account` is the owner's purse."""

    account: int
    sheet: Sheet
    uses: Uses
    inspired: bool
    standing: Standing
    strength: int | None
    """Strength as the profile shows it: the cursed belt changes it there, never in a game (CODE-R3)."""


class CharacterService:
    """Opens and changes character sheets, and gives inspiration."""

    def __init__(self, accounts: MemberAccounts, registry: TableRegistry) -> None:
        self._accounts, self._registry = accounts, registry
        self._store, self._clock, self.queue = accounts.store, accounts.clock, accounts.queue

    @serialized
    async def open_sheet(self, place_key: int, person: Person) -> Character:
        """Return a member's character; the first look of a day draws its portents and saves them (SPOT-R3)."""
        return await self._open_sheet(await self._accounts.get_or_create(place_key, person))

    async def _open_sheet(self, account: int) -> Character:
        about = await self._store.about(account)
        uses = get_or_draw_uses(about, self._clock.now())
        if about.get(USES) != uses.to_json():
            drawn = SaveAbout(account, USES, uses.to_json())
            try:
                await self._store.commit(StillIs(account, USES, about.get(USES)), drawn)
            except AlreadyDone:
                # a match that has begun meanwhile has drawn them
                return await self._open_sheet(account)
        sheet = sheet_of(about)
        prank = about.get(PRANK)
        shown = sheet.strength
        if shown is not None and prank is not None and prank["item"] == "belt":
            shown = strength_with_belt(shown)
        return Character(account, sheet, uses, bool(about.get(INSPIRED)), Standing.of(about), shown)

    @serialized
    async def change(self, place_key: int, person: Person, changes: Mapping[str, Any]) -> Character:
        """Change a sheet: once a day, and not while seated (SPOT-R2). Raises `UserError`.

        Who deleted their data today has changed it today: a new sheet would bring its talent's uses of the day again.
        """
        account = await self._accounts.get_or_create(place_key, person)
        about = await self._store.about(account)
        today = int(self._clock.now() // DAY)
        if any(table.state.seat_of(person.user_id) for table in self._registry.in_place(place_key)):
            raise UserError("sheet_seated")
        tomorrow = f"<t:{(today + 1) * DAY}:R>"
        if about.get(SHEET, {}).get("day") == today:
            raise UserError("sheet_today", when=tomorrow)
        if await self._store.forgotten_today(place_key, person.user_id):
            sentence = _("You deleted your sheet today, with your data. You can write a new one {when}.")
            raise UserError("options", sentence=sentence.format(when=tomorrow))
        try:
            sheet = Sheet.model_validate({**sheet_of(about).model_dump(), **changes})
        except ValidationError as wrong:
            raise UserError("options", sentence=_sentence(wrong)) from wrong
        await self._store.commit(SaveAbout(account, SHEET, {"day": today, "sheet": sheet.model_dump()}))
        return await self._open_sheet(account)

    async def inspire(self, account: int) -> bool:
        """Give inspiration for the applause of others, and return whether it is new.

        A member holds one at most (SPOT-R8).
        """
        if (await self._store.about(account)).get(INSPIRED):
            return False
        await self._store.commit(SaveAbout(account, INSPIRED, True))
        return True

    def applause_needed(self, place_key: int, person: Person) -> int:
        """Return the number of others who must applaud: two, or one at a table of two."""
        for table in self._registry.in_place(place_key):
            if table.state.seat_of(person.user_id) is not None and len(table.state.seats) == 2:
                return 1
        return 2


def _sentence(wrong: ValidationError) -> str:
    """Return what is wrong with a sheet. Discord's own client refuses values out of their range."""
    cause = wrong.errors()[0].get("ctx", {}).get("error")
    if isinstance(cause, BadChoice):
        text, values = cause.sentence
        return _(text).format(**values)
    return _("That value isn't possible on a sheet.")
