"""`/purse`: look, exchange, give, claim, and read the history."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.face.text.money_text import history_text, purse_text, spelled
from bot.face.text.templates import safe_name
from bot.language import _, amount_words
from bot.members.first_evening import first_seat
from bot.members.profile_keys import FIRST_SEAT
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.command_groups import DESCRIPTIONS, anywhere
from cogs.interactions.context import BASE_HELP, in_language_of_place, person_of, place_key_of
from cogs.interactions.member_pages import Subject, member_pages, sections
from cogs.purse.choices import to_get, to_give
from cogs.requests.responder import Responder
from cogs.ui.charts import Chart, change_worth, chart_message, purse_chart
from cogs.ui.components import Json, button, message, note, text
from cogs.ui.theme import words_button
from db.backend.names import Name
from db.store import Store
from games.engine import money as gems

Interaction = discord.Interaction[App]

PAGE = 10
"""Lines of a history page."""
CHARTED = 300
"""The number of transfers that a chart covers."""
PREFIX = "history"
"""Custom ids of its buttons: `history:<id of the last line shown, or 0>`."""


@anywhere
class PurseCog(commands.GroupCog, group_name="purse", group_description=DESCRIPTIONS["purse"]):
    """The commands of `/purse`. Answers are private, but a gift is announced in the channel."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self.wallet = bot.service(WalletService)

    @app_commands.command(
        name="show", description="See your gembones, loose pieces, points, shares and tickets"
    )
    async def show(self, interaction: Interaction) -> None:
        """Show what a member owns."""
        responder = Responder(interaction, "message")
        place_key, person = place_key_of(interaction), person_of(interaction)
        purse = await self.wallet.show(place_key, person)
        account = await self.bot.service(MemberAccounts).get_or_create(place_key, person)
        added = await sections(member_pages(self.bot).purse, Subject(account, person.user_id))
        lines = [f"{section.heading} · {section.words}" for section in added if section.words]
        lines += await self._first_evening(place_key, account)
        buttons = [section.button for section in added if section.button is not None]
        body = f"{_('## Your purse')}\n{purse_text(purse, lines)}"
        await responder.show(note(body, *buttons, words_button()))

    async def _first_evening(self, place_key: int, account: int) -> list[str]:
        """Return a line about a member's first evening while it lasts."""
        store, context = self.bot.service(Store), self.bot.service(TableRegistry).context
        about, now = await store.about(account), context.clock.now()
        ends = first_seat(about, now) + context.first_evening
        if FIRST_SEAT not in about or ends <= now:
            return []
        if not (await load_place_settings(store, place_key)).first_evening:
            return []
        words = _("Your first evening is for points: nothing leaves this purse. It ends <t:{due}:R>.")
        return [words.format(due=int(ends))]

    @app_commands.command(
        name="exchange", description="Swap gembones for others of the same base and the same worth"
    )
    @app_commands.describe(
        give="What you give, like: 1g12, or: 2g6 + 8 pieces",
        get="What you get, like: 3g4",
        base=BASE_HELP,
    )
    async def exchange(
        self,
        interaction: Interaction,
        give: app_commands.Range[str, 1, 200],
        get: app_commands.Range[str, 1, 200],
        base: Base | None = None,
    ) -> None:
        """Swap gembones; the house charges nothing."""
        responder = Responder(interaction, "message")
        gave, got = await self.wallet.exchange(
            place_key_of(interaction), person_of(interaction), give, get, base, press=interaction.id
        )
        sentence = _("You swapped {gave} for {got}.").format(
            gave=spelled(gave.holding, gave.base), got=spelled(got.holding)
        )
        await responder.show(note(sentence))

    @exchange.autocomplete("give")
    async def _give(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        base = interaction.namespace.base or (await self._start_base(interaction))
        member = await self.bot.service(Store).find_member(place_key_of(interaction), interaction.user.id)
        # a new member has their welcome set, once they do anything with it
        held = (
            gems.FULL_SET
            if member is None
            else gems.of_base(base, await self.bot.service(Store).balances(member))
        )
        return to_give(held, current)

    @exchange.autocomplete("get")
    async def _get(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        base = interaction.namespace.base or (await self._start_base(interaction))
        return to_get(str(interaction.namespace.give or ""), base, current)

    async def _start_base(self, interaction: Interaction) -> Base:
        settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        return settings.start_base

    @app_commands.command(name="give", description="Give gembones to another member")
    @app_commands.describe(
        member="The member who gets them",
        amount="Whole gembones, like: 1g10, or: 2g6 + g4",
        base=BASE_HELP,
    )
    async def give(
        self,
        interaction: Interaction,
        member: discord.User,
        amount: app_commands.Range[str, 1, 200],
        base: Base | None = None,
    ) -> None:
        """Give gembones, and tell the channel, since a gift concerns two."""
        if member.bot or member.system:
            raise UserError("to_bot")
        responder = Responder(interaction, "message", private=False)
        giver = person_of(interaction)
        to = Person(member.id, Name(member.display_name))
        gift = await self.bot.service(GiftService).give(
            place_key_of(interaction), giver, to, amount, base, press=interaction.id
        )
        with in_language_of_place(interaction):
            sentence = _("**{name}** gives **{member}** {amount} of {base}.").format(
                name=safe_name(giver.name),
                member=safe_name(to.name),
                amount=amount_words(gems.amount_text(gift.holding)),
                base=_(gift.base),
            )
            await responder.show(message(text(sentence)))

    @app_commands.command(
        name="claim", description="Claim a fresh full set, once a day, if you're nearly broke"
    )
    async def claim(self, interaction: Interaction) -> None:
        """Claim a fresh set, once a day (UTC)."""
        responder = Responder(interaction, "message")
        claimed = await self.wallet.claim(place_key_of(interaction), person_of(interaction))
        sentence = _("You claimed a full set of {base}, {n} pieces.").format(
            base=_(claimed.base), n=gems.worth(gems.FULL_SET)
        )
        again = _("You can claim again <t:{due}:R>.").format(due=int(claimed.next_at))
        await responder.show(note(f"{sentence}\n{again}"))

    @app_commands.command(name="history", description="See what you won and lost, a line a game")
    async def history(self, interaction: Interaction) -> None:
        """Show the history, newest first, ten lines at a time."""
        responder = Responder(interaction, "message")
        await responder.show(await self._page(interaction, None))

    @app_commands.command(name="chart", description="See what you own over time, tables included")
    @app_commands.checks.cooldown(4, 10.0)
    async def chart(self, interaction: Interaction) -> None:
        """Draw a member's worth as a line, with its first, lowest, highest and last point in words."""
        responder = Responder(interaction, "message")
        chart = await self._chart(interaction)
        if chart is None:
            await responder.show(note(_("There's nothing to chart yet. Play a hand first.")))
            return
        drawn = self.bot.draws_for(interaction.user.id)
        payload, file = await chart_message(chart, private=True, drawn=drawn)
        await responder.show(payload, file)

    async def _chart(self, interaction: Interaction) -> Chart | None:
        place_key, person = place_key_of(interaction), person_of(interaction)
        purse = await self.wallet.show(place_key, person)
        history = await self.wallet.history(place_key, person, limit=CHARTED)
        return purse_chart(history, purse.copper, change_worth)

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Turn a page of the history."""
        if not rest.isdecimal():
            raise UserError("passed")
        await responder.show(await self._page(interaction, int(rest[:18]) or None))

    async def _page(self, interaction: Interaction, before: int | None) -> Json:
        lines = await self.wallet.history(
            place_key_of(interaction), person_of(interaction), limit=PAGE + 1, before=before
        )
        shown, more = lines[:PAGE], len(lines) > PAGE
        gifts = [line.memo for line in shown if line.kind in ("gift", "tip")]
        names = await self.bot.service(Store).names(
            [memo[side] for memo in gifts for side in ("from", "to") if side in memo]
        )
        sentence = "\n".join(history_text(line, names) for line in shown) or _("Nothing yet.")
        buttons = []
        if before is not None:
            buttons.append(button("Newest", f"{PREFIX}:0"))
        if more:
            buttons.append(button("Older", f"{PREFIX}:{shown[-1].id}"))
        return note(f"{_('## Your history')}\n{sentence}", *buttons)
