"""The deeds of a member: a line on their profile, and pages behind a button."""

from __future__ import annotations

from collections.abc import Collection

import discord
from discord.ext import commands

from bot.app import App
from bot.language import _
from bot.members.profile_keys import HIDDEN
from bot.user_errors import UserError
from cogs.deeds import rows
from cogs.deeds.painter import OPEN, badges, deeds_note, open_button
from cogs.interactions.context import place_key_of
from cogs.interactions.member_pages import Feat, Section, Subject
from cogs.requests.responder import Responder
from db.store import Store
from games.deeds import DEEDS


class DeedsCog(commands.Cog):
    """The profile's section about deeds, and the pages behind its button."""

    def __init__(self, bot: App) -> None:
        self.store = bot.service(Store)

    async def on_profile(self, subject: Subject) -> list[Section]:
        """Return the number of deeds that a member has earned, their latest badges, and a button that lists all."""
        records = await self.store.read(rows.deeds, subject.account)
        words = f"{len(records)} of {len(DEEDS)}" if records else ""
        return [Section(_("Deeds"), words, open_button(subject.user_id), badges(records))]

    async def in_evening(self, account: int, matches: Collection[int]) -> list[Feat]:
        """Return the deeds that a member has earned in some matches."""
        return [
            Feat(record.match, f"**{_(DEEDS[record.deed].title)}**. {_(DEEDS[record.deed].how)}.")
            for record in await self.store.read(rows.deeds, account)
            if record.match in matches and record.deed in DEEDS
        ]

    async def press(self, interaction: discord.Interaction[App], rest: str, responder: Responder) -> None:
        """Show a page of a member's deeds, unless their profile is hidden."""
        user_id, _colon, page = rest.partition(":")
        if page == OPEN:
            # the profile stays, and so does one that everyone sees
            responder.surface, page = "message", "0"
        if not (user_id.isdecimal() and page.isdecimal() and len(rest) <= 30 and int(user_id) < 2**63):
            raise UserError("passed")
        member = await self.store.find_member(place_key_of(interaction), int(user_id))
        if member is None:
            raise UserError("passed")
        names = await self.store.names([member])
        if int(user_id) != interaction.user.id and (await self.store.about(member)).get(HIDDEN):
            raise UserError("profile_is_hidden")
        deeds = await self.store.read(rows.deeds, member)
        await responder.show(deeds_note(names[member], int(user_id), deeds, int(page)))
