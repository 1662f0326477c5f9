"""`/my sheet`: a tiny character sheet; a bit of magic: a story for applause (SPOT-R2, SPOT-R8)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.face.text.signs import signed
from bot.face.text.templates import safe_name
from bot.language import N_, _, ngettext
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.characters.service import APPLAUSE, Character, CharacterService
from cogs.interactions.context import in_language_of_place, in_language_of_readers, person_of, place_key_of
from cogs.interactions.member_pages import Subject, member_pages, sections
from cogs.requests.responder import Responder
from cogs.ui.components import GREEN, PLAIN, Json, button, container, message, note, rows, text
from cogs.ui.forms import modal
from cogs.ui.modals import modal_text
from db.store import Store
from games.gembones.spotlight.skill_checks import SKILLS, TALENTS, Talent

Interaction = discord.Interaction[App]
Skill = app_commands.Range[int, 0, 10]

GUEST = N_("Guest of the Nine Bells")
"""The title of a member who has signed the contract (TD-R10)."""
LONGEST = 300
"""The most letters of a story."""
STORY = "story"
"""The custom id of the form for a story: `story:tell`."""
PREFIX = "magic"
"""Custom id of the applause: `magic:<number of the story>`."""
STORIES = 500
"""The most stories kept in memory; by then the oldest has run out."""


@dataclass(slots=True)
class Story:
    """A story waiting for applause: its teller, the applause it needs and has, and its deadline."""

    teller: int
    needed: int
    until: int
    hands: set[int] = field(default_factory=set)


class CharacterCog(commands.Cog):
    """The command `/my sheet`, the prank of trying magic, and the button for applause."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.characters = CharacterService(bot.service(MemberAccounts), bot.service(TableRegistry))
        self._stories: OrderedDict[int, Story] = OrderedDict()
        """Stories by interaction. They last a minute, so a restart may lose them."""

    @app_commands.command(
        name="sheet", description="See your character sheet, or fill in values to change it (once a day)"
    )
    @app_commands.rename(sleight="sleight_of_hand")
    @app_commands.describe(
        talent="Lucky: 3 rerolls a day. Gaming kit: one a game. Portent: 2 foretold d20 a day",
        persuasion="0 to 10; all six together at most 20",
        intimidation="0 to 10",
        history="0 to 10",
        arcana="0 to 10",
        deception="0 to 10",
        sleight="0 to 10",
        strength="For show only",
        show="Show it to the channel",
    )
    @app_commands.choices(
        talent=[app_commands.Choice(name=title, value=key) for key, title in TALENTS.items()]
    )
    async def sheet(
        self,
        interaction: Interaction,
        talent: Talent | None = None,
        persuasion: Skill | None = None,
        intimidation: Skill | None = None,
        history: Skill | None = None,
        arcana: Skill | None = None,
        deception: Skill | None = None,
        sleight: Skill | None = None,
        strength: app_commands.Range[int, 1, 30] | None = None,
        show: bool = False,
    ) -> None:
        """Show the sheet, after changing what is named."""
        named = {
            "talent": talent,
            "persuasion": persuasion,
            "intimidation": intimidation,
            "history": history,
            "arcana": arcana,
            "deception": deception,
            "sleight": sleight,
            "strength": strength,
        }
        changes = {name: value for name, value in named.items() if value is not None}
        place_key, person = place_key_of(interaction), person_of(interaction)
        responder = Responder(interaction, "message", private=not show)
        if changes:
            character = await self.characters.change(place_key, person, changes)
        else:
            character = await self.characters.open_sheet(place_key, person)
        subject = Subject(character.account, person.user_id)
        with in_language_of_readers(interaction, private=not show):
            body = sheet_text(person.name, character, private=not show)
            for section in await sections(member_pages(self.bot).sheet, subject):
                body += f"\n{_('{heading}: {words}').format(heading=section.heading, words=section.words)}"
            if await self.bot.service(TableRegistry).has_private_match(place_key, person):
                body += f"\n{_(GUEST)}"
        await responder.show(message(container([text(body)], PLAIN)) if show else note(body))

    async def magic(self, interaction: Interaction) -> None:
        """Ask for the story."""
        about = _("What do you try in front of everyone? It never changes a gembone")
        form = modal(_("A bit of magic"), f"{STORY}:tell", _("Your story"), about, most=LONGEST)
        await Responder(interaction, "message").modal(form)

    async def tell(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Tell the channel a story, with a button for applause."""
        if interaction.type is not discord.InteractionType.modal_submit:
            raise UserError("passed")
        story = modal_text(interaction.data)
        place_key, person = place_key_of(interaction), person_of(interaction)
        until = int(self.bot.service(TableRegistry).context.clock.now()) + APPLAUSE
        waiting = Story(person.user_id, self.characters.applause_needed(place_key, person), until)
        self._stories[interaction.id] = waiting
        if len(self._stories) > STORIES:
            self._stories.popitem(last=False)
        responder.surface, responder.private = "message", False
        with in_language_of_place(interaction):
            await responder.show(story_message(person.name, story, waiting, f"{PREFIX}:{interaction.id}"))

    async def applaud(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Count a member's applause, and inspire the teller when there is enough."""
        responder.surface = "message"
        story = self._stories.get(int(rest)) if rest.isdecimal() else None
        if story is None or self.bot.service(TableRegistry).context.clock.now() > story.until:
            raise UserError("too_late")
        if interaction.user.id == story.teller:
            raise UserError("own_applause")
        done = len(story.hands) >= story.needed
        story.hands.add(interaction.user.id)
        if done or len(story.hands) < story.needed:
            await responder.whisper(note(_("You applaud.")))
            return
        new = await self._inspire(interaction, story.teller)
        responder.private = False
        with in_language_of_place(interaction):
            sentence = (
                _("Applause. {member} has inspiration: advantage on one check.")
                if new
                else _("Applause. {member} has inspiration already.")
            )
            await responder.show(message(text(sentence.format(member=f"<@{story.teller}>"))))

    async def _inspire(self, interaction: Interaction, teller: int) -> bool:
        account = await self.bot.service(Store).find_member(place_key_of(interaction), teller)
        return account is not None and await self.characters.inspire(account)


def story_message(name: str, story: str, waiting: Story, custom_id: str) -> Json:
    """Return a story as the channel sees it."""
    head = _("**{name}** tries magic: {story}").format(name=safe_name(name), story=safe_name(story, LONGEST))
    small = ngettext(
        "-# If one other member applauds, it earns inspiration. Time's up <t:{until}:R>. It changes no gembone.",
        "-# If {n} others applaud, it earns inspiration. Time's up <t:{until}:R>. It changes no gembone.",
        waiting.needed,
    )
    body = f"{head}\n{small.format(n=waiting.needed, until=waiting.until)}"
    return message(container([text(body), *rows([button("Applaud", custom_id, GREEN)])], PLAIN))


def sheet_text(name: str, character: Character, *, private: bool) -> str:
    """Return a sheet in lines; portents are for the owner only."""
    sheet, uses, standing = character.sheet, character.uses, character.standing
    lines = [f"## {safe_name(name)}, {_(standing.title)}", _("Form {n}").format(n=signed(standing.form))]
    if character.strength is not None:
        lines.append(_("Strength {n}").format(n=character.strength))
    if standing.worn:
        lines.append(_("Wears a gift of the house: {worn}").format(worn=_(standing.worn)))
    skills = [f"{_(title)} +{sheet.skill(key)}" for key, title in SKILLS.items()]
    lines.append(" · ".join(skills))
    lines.append(_("Talent: **{talent}**").format(talent=_(TALENTS[sheet.talent])))
    if sheet.talent == "lucky":
        lines.append(
            ngettext("{n} reroll left today", "{n} rerolls left today", uses.lucky).format(n=uses.lucky)
        )
    if sheet.talent == "portent" and private:
        left = ", ".join(map(str, uses.portents)) or _("both used")
        lines.append(_("Foretold for today: {rolls}").format(rolls=left))
    if character.inspired:
        lines.append(_("Inspired: advantage on one check"))
    if private:
        lines.append(
            _(
                "-# Counts only at tables with the spotlight on. "
                "You can change it once a day, away from tables: /my sheet with values."
            )
        )
    return "\n".join(lines)
