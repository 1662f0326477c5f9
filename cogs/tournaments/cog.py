"""`/tournament`: open one, see how it stands, leave it, call it off."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.language import _, ngettext
from bot.places.settings import load_place_settings
from bot.places.stakes import Base
from bot.user_errors import UserError
from cogs.interactions.autocomplete import game_choices
from cogs.interactions.command_groups import on_servers
from cogs.interactions.context import channel_of, person_of, place_key_of
from cogs.interactions.member_pages import Section, Subject
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.tournaments import painter as ui
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.boards import TournamentBoards
from cogs.tournaments.formats import FORMATS
from cogs.tournaments.rows import TournamentRecord
from cogs.tournaments.service import Tournaments
from cogs.tournaments.settings import Absent, Scoring
from cogs.tournaments.state import entrant_by_user
from cogs.tournaments.tournament import Tournament
from cogs.ui.components import Json, note
from db.errors import Unknown
from db.store import Store

Interaction = discord.Interaction[App]


@on_servers
class TournamentCog(
    commands.GroupCog, group_name="tournament", group_description="A tournament of tables, with a crown"
):
    """The commands, and the presses on boards."""

    def __init__(self, bot: App, tournaments: Tournaments) -> None:
        self.bot, self.tournaments = bot, tournaments
        self.boards = TournamentBoards(bot, table_messages(bot).live, tournaments)
        tournaments.register_venue(self.boards)

    # ---- what happens around them

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Take up what was under way, now that the channels are known."""
        await self.tournaments.resume(lambda guild: self.bot.get_guild(guild) is not None)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Call off the tournaments of a server that has removed the bot."""
        await self.tournaments.call_off_in(guild_id=guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Call off the tournament of a channel that was deleted."""
        await self.tournaments.call_off_in(channel_id=channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Call off the tournament of a thread that was deleted."""
        await self.tournaments.call_off_in(channel_id=payload.thread_id)

    # ---- commands

    @app_commands.command(name="open", description="Open a tournament in this channel")
    @app_commands.describe(
        game="Which game?",
        seats="Players at a table, 3 to 5 (4 if you leave it out)",
        format="How it goes from the first round to the final",
        rounds="Rounds before the final (3 if you leave it out)",
        matches="Matches that each table plays in a round (1 if you leave it out)",
        absent="When a player isn't here: a computer plays for them, or they sit the round out",
        score="Points for places at the table, or what the matches paid in chips",
        stake="Buy-in per player, for the pot (none if you leave it out)",
        base="The base of the buy-in (the server's usual one if you leave it out)",
        wait="Minutes that players have to say they're here, before each round (3 if you leave it out)",
    )
    @app_commands.choices(
        format=[app_commands.Choice(name=each.title, value=key) for key, each in FORMATS.items()],
        absent=[
            app_commands.Choice(name="A computer plays for them", value="computer"),
            app_commands.Choice(name="They sit the round out", value="bye"),
        ],
        score=[
            app_commands.Choice(name="Points for places", value="places"),
            app_commands.Choice(name="What matches paid", value="paid"),
        ],
    )
    @app_commands.checks.cooldown(3, 60.0)
    async def open(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, 3, 5] = 4,
        format: str = "rounds",
        rounds: app_commands.Range[int, 1, 8] | None = None,
        matches: app_commands.Range[int, 1, 10] = 1,
        absent: Absent = "computer",
        score: Scoring = "places",
        stake: app_commands.Range[int, 0, 100_000] = 0,
        base: Base | None = None,
        wait: app_commands.Range[int, 1, 1_440] = 3,
    ) -> None:
        """Open a tournament; its board follows in the channel."""
        responder = Responder(interaction, "message")
        missing = missing_here(interaction)
        if missing:
            raise UserError("options", sentence=missing)
        if rounds is not None and not FORMATS[format].takes_rounds:
            raise UserError("tournament_rounds")
        place_settings = await load_place_settings(self.bot.service(Store), place_key_of(interaction))
        chosen: dict[str, Any] = {
            "seats": seats,
            "format": format,
            "rounds": rounds or 3,
            "matches": matches,
            "absent": absent,
            "scoring": score,
            "buy_in": stake,
            "base": base or place_settings.start_base,
            "wait": wait,
        }
        channel = interaction.channel
        found = await self.tournaments.open(
            place_key_of(interaction),
            channel_of(interaction),
            person_of(interaction),
            game,
            chosen,
            parent_id=channel.parent_id if isinstance(channel, discord.Thread) else None,
        )
        await responder.show(ui.opened_note(found.record))

    @open.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return game_choices(
            current, (await load_place_settings(self.bot.service(Store), place_key_of(interaction))).games
        )

    @app_commands.command(name="standings", description="See how this channel's tournament stands")
    async def standings(self, interaction: Interaction) -> None:
        """Show all places, also those of the last tournament."""
        responder = Responder(interaction, "message")
        found = self.tournaments.find_in_channel(channel_of(interaction))
        number = (
            found.record.id
            if found is not None
            else await self.bot.service(Store).read(tournament_rows.tournament_in, channel_of(interaction))
        )
        if number is None:
            raise UserError("no_tournament")
        record = await self.bot.service(Store).read(tournament_rows.tournament, number)
        await responder.show(ui.standings_note(record, interaction.user.id))

    @app_commands.command(name="leave", description="Leave this channel's tournament")
    async def leave(self, interaction: Interaction) -> None:
        """Leave, or ask first if that would lose the buy-in."""
        responder = Responder(interaction, "message")
        found = self.tournaments.get_in_channel(channel_of(interaction))
        await responder.show(await self._leave(found, interaction))

    @app_commands.command(name="close", description="Call this channel's tournament off (host or admin)")
    async def close(self, interaction: Interaction) -> None:
        """Ask before everything is called off; the button does it."""
        responder = Responder(interaction, "message")
        found = self.tournaments.get_in_channel(channel_of(interaction))
        await found.check_may_call_off(person_of(interaction))
        await responder.show(ui.call_off_note(found.record))

    @app_commands.command(
        name="repost", description="Bring this channel's tournament board to the bottom of the chat"
    )
    @app_commands.checks.cooldown(3, 60.0)
    async def repost(self, interaction: Interaction) -> None:
        """Post the board again, at the end of the chat."""
        responder = Responder(interaction, "message")
        found = self.tournaments.get_in_channel(channel_of(interaction))
        self.boards.repost(found.record.id)
        await responder.show(
            note(_("The board is in <#{channel_id}>.").format(channel_id=found.record.channel_id))
        )

    # ---- presses

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Handle a press on a board or a note."""
        number, _colon, verb = rest.partition(":")
        if not (number.isdecimal() and len(number) < 16):
            raise UserError("passed")
        if verb.partition(".")[0] in (ui.STANDINGS, ui.HOW):
            await self._look(interaction, int(number), verb, responder)
            return
        found = self.tournaments.get(int(number))
        _check_place(found.record, interaction)
        person = person_of(interaction)
        match verb:
            case ui.JOIN:
                await found.join(person)
                await responder.whisper(ui.joined_note(found.record, person.user_id))
            case ui.START:
                await found.start(person)
                await responder.show_nothing()
            case ui.READY:
                await found.ready(person)
                await responder.whisper(ui.here_note(found.record, person.user_id))
            case ui.LEAVE:
                await responder.whisper(await self._leave(found, interaction))
            case ui.SURE:
                await found.leave(person, sure=True)
                await responder.show(ui.left_note(0, ""))
            case ui.OFF:
                await found.call_off(person)
                await responder.show(note(_("It's called off.")))
            case _:
                raise UserError("passed")

    async def _look(self, interaction: Interaction, number: int, verb: str, responder: Responder) -> None:
        """Show the standings or how it works, also after the end."""
        try:
            record = await self.bot.service(Store).read(tournament_rows.tournament, number)
        except Unknown as unknown:
            raise UserError("tournament_over") from unknown
        _check_place(record, interaction)
        name, _, page = verb.partition(".")
        if name == ui.HOW:
            await responder.whisper(ui.how_note(record))
        elif not page:
            await responder.whisper(ui.standings_note(record, interaction.user.id))
        elif page.isdecimal() and len(page) < 4:
            await responder.show(ui.standings_note(record, interaction.user.id, int(page)))
        else:
            raise UserError("passed")

    async def _leave(self, found: Tournament, interaction: Interaction) -> Json:
        try:
            back = await found.leave(person_of(interaction))
        except UserError as refusal:
            if refusal.key != "tournament_forfeit":
                raise
            return ui.forfeit_note(found.record, refusal.sentence)
        return ui.left_note(back, found.settings.base)

    async def on_profile(self, subject: Subject) -> list[Section]:
        """Return how many tournaments a member has won."""
        won = await self.bot.service(Store).read(tournament_rows.tournaments_won, subject.account)
        if not won:
            return []
        return [
            Section(_("Crowns"), ngettext("{n} tournament won", "{n} tournaments won", won).format(n=won))
        ]


def _check_place(record: TournamentRecord, interaction: Interaction) -> None:
    """Refuse a press from elsewhere of a member who hasn't entered: a tournament may be in a private thread."""
    here = interaction.channel_id in (record.channel_id, *(table.channel_id for table in record.tables))
    entered = entrant_by_user(record, interaction.user.id) is not None
    if record.guild_id != place_key_of(interaction) or not (here or entered):
        raise UserError("tournament_over")
