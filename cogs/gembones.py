"""`/gembones`: Glittergold's games at a glance, odds on request, party play and guests."""

from __future__ import annotations

from fractions import Fraction

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.face.text.rounded import percent, rounded
from bot.face.text.templates import safe_name, with_minus, word
from bot.language import N_, _, ngettext, with_label
from bot.places.settings import load_place_settings
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.interactions.cog_handlers import register
from cogs.interactions.command_groups import DESCRIPTIONS, anywhere
from cogs.interactions.context import channel_of, check_place, person_of, place_key_of
from cogs.interactions.pages import announce_page, show_page
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui.components import Json, note
from cogs.ui.modals import modal_text
from cogs.ui.rules_text import PLAY_MONEY
from cogs.ui.table import guests
from db.store import Store
from games.engine.game import Game, Odds, Options
from games.gembones.shared.guide import TABLE, WORDS, explained
from games.party_variants import party_variants
from games.registry import GAMES

Interaction = discord.Interaction[App]

READABLE = 10_000_000
"""The largest denominator of a fraction that is shown; others are shown as decimals only."""
ODDS_PREFIX = "odds"
"""Custom ids of the button below the rules: `odds:<game>`."""
WITH = {
    "dealer": N_("the party against the dealer"),
    "guest": N_("with a seat for a guest: /gembones guest"),
}
AGAINST = {
    True: N_("{n} **{game}** · {decided_by}, against the house"),
    False: N_("{n} **{game}** · {decided_by}, against the other players"),
}
PLAYED = N_("You play the guest, so this is for fun. Here's its hand.")


@anywhere
class GembonesCog(commands.GroupCog, group_name="gembones", group_description=DESCRIPTIONS["gembones"]):
    """Commands that explain the gembone games, and those for guests."""

    def __init__(self, bot: App) -> None:
        self.bot = bot

    @app_commands.command(name="help", description="Meet the seven games and their words, and find help")
    async def help(self, interaction: Interaction) -> None:
        """Show the games at a glance (GEN-R7)."""
        responder = Responder(interaction, "message")
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        await responder.show(help_note(place_settings.help_line))

    @app_commands.command(name="party", description="Variants a party plays together, against the house")
    async def party(self, interaction: Interaction) -> None:
        """Show the five party variants (PTY-04)."""
        await Responder(interaction, "message").show(party_note())

    @app_commands.command(name="odds", description="Exact odds, by the variants of this channel's table")
    @app_commands.describe(game="The game (this channel's if you leave it out)")
    @app_commands.choices(
        game=[app_commands.Choice(name=GAMES[each.game].title, value=each.game) for each in TABLE.values()]
    )
    async def odds(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a game's odds as exact fractions."""
        await Responder(interaction, "message").show(odds_note(*self._asked(interaction, game)))

    @app_commands.command(name="guest", description="Bring a character of yours to the party's table (host)")
    @app_commands.describe(name="The guest's name", mine="Play it yourself?")
    async def guest(
        self, interaction: Interaction, name: app_commands.Range[str, 1, 32], mine: bool = False
    ) -> None:
        """Seat a guest: with gembones of the house (PTY-R2), or played for fun by the host (PTY-R1)."""
        responder = Responder(interaction, "message")
        table = self.bot.service(TableRegistry).get_in_channel(channel_of(interaction))
        await self._invite(interaction, responder, table, name, mine=mine)

    async def _invite(
        self,
        interaction: Interaction,
        responder: Responder,
        table: TableActor,
        name: str,
        *,
        mine: bool = False,
    ) -> None:
        seat = await table.seating.add_guest(person_of(interaction), name, by_host=mine)
        if mine:
            taken = _("{name} takes seat {n}.").format(name=safe_name(seat.name), n=seat.number + 1)
            await self._guests_hand(interaction, responder, table, f"{taken} {_(PLAYED)}")
        else:
            joined = guests.joined(await table.view_for(interaction.user.id), seat)
            await show_page(interaction, responder, joined)

    async def _guests_hand(
        self, interaction: Interaction, responder: Responder, table: TableActor, lead: str = ""
    ) -> None:
        """Show the guest's hand in a panel separate from that of the host's own seat."""
        view = await table.view_as_guest(interaction.user.id)
        await table_messages(self.bot).show_panel(responder, view, lead=lead)

    async def about_guest(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle a press or modal about a guest."""
        number, _colon, verb = rest.partition(":")
        if not number.isdecimal():
            raise UserError("passed")
        table = self.bot.service(TableRegistry).get(int(number))
        check_place(table.state, interaction)
        person = person_of(interaction)
        responder.surface = "message"
        if verb == "invite" and interaction.type is discord.InteractionType.modal_submit:
            await self._invite(interaction, responder, table, modal_text(interaction.data).strip()[:32])
        elif verb == "invite":
            await table.seating.check_can_invite(person)
            await responder.modal(guests.invitation(await table.view_for(person.user_id)))
        elif verb == "me":
            await table.seating.play_guest(person, True)
            await self._guests_hand(interaction, responder, table, _(PLAYED))
        elif verb == "hand":
            await self._guests_hand(interaction, responder, table)
        elif verb == "house":
            seat = await table.seating.play_guest(person, False)
            responder.surface = "update"
            await responder.show(
                note(_("The house plays {name} from now on.").format(name=safe_name(seat.name)))
            )
        else:
            raise UserError("passed")

    async def turn(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle the odds button below the rules."""
        if not has_odds(rest):
            raise UserError("passed")
        announce_page(interaction, responder, responder.surface)
        await show_page(interaction, responder, odds_note(*self._asked(interaction, rest)))

    def _asked(self, interaction: Interaction, key: str | None) -> tuple[Game, Options]:
        """Return a game and its variants: those of the channel's table, if that game is played there."""
        table = self.bot.service(TableRegistry).find_in_channel(channel_of(interaction))
        if key is None:
            if table is None or not has_odds(table.state.game):
                raise UserError("which_odds")
            key = table.state.game
        game = GAMES[key]
        here = table is not None and table.state.game == key
        return game, game.parse_options(table.state.options if here and table is not None else {})


def help_note(help_line: str) -> Json:
    """Return the note on the seven games: a line each, the words, and the content warning (GEN-20, GEN-R7)."""
    games = [
        _(AGAINST[entry.opponent == "house"]).format(
            n=n, game=_(GAMES[entry.game].title), decided_by=_(entry.decided_by)
        )
        for n, entry in TABLE.items()
    ]
    lines = [
        _("## Glittergold's games"),
        *games,
        _(
            "-# Skill: your decisions, or your speed, improve your chances. Chance: the rolls alone decide. "
            "/gembones random rolls a d7 and opens the table."
        ),
        _(
            "-# You can play any of them for points instead of gembones, which suits friends in different places: "
            "*/table settings*. Quick lets you try them all in an evening, full is an evening of one game."
        ),
        _("-# It's next to impossible to cheat with gembones. Cards are another matter."),
        _("### Words"),
        " · ".join(_(explained(word)) for word in WORDS),
        _("### Care"),
        f"{_(PLAY_MONEY)} {_(help_line)}",
        _("A cap for a day, or a pause: /my limits."),
    ]
    return note("\n".join(lines))


def party_note() -> Json:
    """Describe the party variants (PTY-01 to PTY-04), for groups that like competition too little or too much."""
    # in the order of the d7 by which /gembones random chooses
    order = [entry.game for entry in TABLE.values()]
    parties = sorted(party_variants(), key=lambda party: order.index(party.game.key))
    lines = [
        _("## Party play"),
        _("Rather not play against each other? Here you play together:"),
        *(
            "- **"
            + _("{game} with {variant}").format(game=_(party.game.title), variant=_(party.variant))
            + f"** · {_(WITH[party.against])}"
            for party in parties
        ),
        _("-# Switch variants on in /table settings."),
    ]
    return note("\n".join(lines))


def has_odds(key: str) -> bool:
    """Return whether the game with this key publishes its odds."""
    return key in GAMES and GAMES[key].odds(GAMES[key].options()) is not None


def odds_note(game: Game, options: Options) -> Json:
    """Return the note on a game's exact odds under these variants."""
    lines = [f"- {odds_line(each)}" for each in game.odds(options) or ()]
    variants = [_(rule.title) for rule in game.demonstrations(options) if rule.title != game.title]
    title = _("## {game} · odds").format(game=_(game.title)) + (
        f"\n-# {', '.join(variants)}" if variants else ""
    )
    return note(f"{title}\n" + "\n".join(lines))


def odds_line(odds: Odds) -> str:
    """Return one line of the odds. A value that isn't computed says so, and names the variant."""
    if odds.value is None:
        words = _("{name}: not counted with {variant}") if odds.uncounted else _("{name}: not counted")
        return words.format(name=word(odds.name), variant=word(odds.uncounted))
    return with_label(word(odds.name), chance_text(odds.value, odds.per, counted=odds.counted))


def chance_text(value: Fraction, per: str = "", *, counted: bool = False) -> str:
    """Format a chance as fraction and percent, a mean as fraction and decimal: `1/8 (12.5 %)`, `+7/36 wagers (+0.194)`.

    A count has neither sign nor fraction: `14.05 rolls on average`. A fraction that nobody could read is left
    out: `about 0.162 %`.
    """
    readable = value.denominator <= READABLE
    if counted:
        return _("{amount} on average").format(amount=_in_units(value, per, rounded(float(value), 4)))
    if not per:
        if not value:
            return _("never")
        share = percent(float(value), 3)
        return f"{value} ({share})" if readable else _("about {n}").format(n=share)
    sign = "+" if value > 0 else ""
    about = sign + rounded(float(value), 4)
    if not readable:
        return _("about {n}").format(n=_in_units(value, per, about))
    if value.denominator == 1:
        return _in_units(value, per, about)
    return f"{_in_units(value, per, with_minus(f'{sign}{value}'))} ({about})"


def _in_units(value: Fraction, per: str, shown: str) -> str:
    """Return a value as it is shown, with its unit; only a whole one takes a plural form."""
    if value.denominator != 1:
        return f"{shown} {_(per)}"
    n = value.numerator
    match per:
        case "rolls":
            words = ngettext("{n} roll", "{n} rolls", n)
        case "wagers":
            words = ngettext("{n} wager", "{n} wagers", n)
        case "tickets":
            words = ngettext("{n} ticket", "{n} tickets", n)
        case "pieces a game":
            words = ngettext("{n} piece a game", "{n} pieces a game", n)
        case _:
            return f"{shown} {_(per)}"
    return words.format(n=shown)


async def setup(bot: App) -> None:
    """Load the commands and register their buttons."""
    cog = GembonesCog(bot)
    await bot.add_cog(cog)
    register(bot, ODDS_PREFIX, cog.turn)
    register(bot, guests.PREFIX, cog.about_guest)
