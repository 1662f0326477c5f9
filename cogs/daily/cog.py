"""`/today`: the table of the day, the same for everyone, one try each, and its place in a channel."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.language import _
from bot.notices.service import LocalClock, NoticeService
from bot.notices.times_of_day import clock_words, minute_of_day
from bot.notices.zones import clocks_words
from bot.places.settings import load_place_settings
from bot.pressed import is_on_private, pressed_message
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.daily.board_picture import BoardPicture, alts_of, board_pictures, file_of
from cogs.daily.boards import DailyBoards
from cogs.daily.day_table import ME
from cogs.daily.days import Hour, begins_at, open_day
from cogs.daily.painter import (
    FAIR,
    PLAY,
    SHARE,
    TRY,
    YESTERDAY,
    board_message,
    event_note,
    fair_play_note,
    first_page,
    new_files,
    on_board_note,
    play_message,
    secret_note,
    shared_already_note,
    try_picture,
    yesterday_note,
)
from cogs.daily.rows import DailyEvent, OpenBoard, SaveBoard
from cogs.daily.service import DailyState, DailyTables, Yesterday
from cogs.interactions.command_groups import anywhere
from cogs.interactions.context import (
    channel_of,
    in_language_of_place,
    need_bot,
    person_of,
    place_key_of,
    place_of,
)
from cogs.interactions.member_pages import Section, Subject
from cogs.interactions.permissions import missing_here
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Responder
from cogs.ui import custom_ids
from cogs.ui.city_list import city_choices, zone_of
from cogs.ui.components import AttachmentFile, note
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.help.pointing import UNFIT, ControlAnswer, answer_of_control
from cogs.ui.pictures.picture import Picture
from db.store import Store
from games.engine.prompts import Answer
from games.engine.scene import OpenAsk

Interaction = discord.Interaction[App]

OFF = "off"
"""What is typed to take the table of the day out of a channel."""
HOURS = (9, 12, 18, 20)
"""The hours that are suggested."""
MOST_SUGGESTED = 24


class TodayCog(commands.Cog):
    """The command `/today` and the controls of its pages."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        context = bot.service(TableRegistry).context
        self.daily = DailyTables(bot.service(Store), context.clock, context.thinker)
        self.boards = DailyBoards(bot, table_messages(bot), self.daily)

    async def cog_unload(self) -> None:
        """Stop the work that is due: it would outlive the connection."""
        self.boards.stop()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Take up the boards that are open, and do what came due while the bot was away."""
        await self.boards.resume()

    @app_commands.command(name="today", description="Play the table of the day: same cards for all, one try")
    @app_commands.describe(
        here="Bring it into this channel each day at this hour, like 18 or 6pm; off ends that",
        city="With here: the city by whose clocks that is, in summer and in winter",
    )
    @anywhere
    @app_commands.checks.cooldown(6, 20.0)
    async def today(
        self,
        interaction: Interaction,
        here: app_commands.Range[str, 1, 20] | None = None,
        city: app_commands.Range[str, 1, 60] | None = None,
    ) -> None:
        """Show the game of the day, or the result of the member's try; or bring it into this channel."""
        responder = Responder(interaction, "message")
        if here is not None:
            await self._bring_here(interaction, responder, here.strip(), city)
            return
        state = await self.daily.state(place_key_of(interaction), interaction.user.id)
        await self._show(responder, state, interaction.user.display_name)

    @today.autocomplete("here")
    async def _hours(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        chosen = interaction.namespace.city
        zone = await self._zone(interaction, chosen if isinstance(chosen, str) else None)
        words = clocks_words(zone) if isinstance(zone, str) else zone.words(self.daily.clock.now())
        try:
            minutes = [minute_of_day(current)] if current.strip() else [hour * 60 for hour in HOURS]
        except ValueError:
            minutes = []
        choices = [
            app_commands.Choice(name=f"{clock_words(minute)} ({words})", value=clock_words(minute))
            for minute in minutes
        ]
        if not current.strip() or OFF.startswith(current.strip().casefold()):
            choices.append(app_commands.Choice(name=_("off: no longer in a channel"), value=OFF))
        return choices[:MOST_SUGGESTED]

    @today.autocomplete("city")
    async def _cities(self, _interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await city_choices(current, self.daily.clock.now())

    async def _zone(self, interaction: Interaction, city: str | None) -> str | LocalClock:
        """Return by which clock an hour is read: the zone of a city if one was named here, for the place's event, or
        by the member for their own time; else a clock that knows no city. Raises `UserError`.
        """
        if city is not None:
            return await zone_of(city)
        place_key = place_key_of(interaction)
        event = await self.daily.event(place_key)
        if event is not None and event.hour.zone is not None:
            return event.hour.zone
        clock = await self.bot.service(NoticeService).clock_of(place_key, interaction.user.id)
        return clock.zone.key if isinstance(clock.zone, ZoneInfo) else clock

    async def _show(self, responder: Responder, state: DailyState, name: str) -> None:
        """Show the page of the day, or the result of a try that is over."""
        if state.match is not None and state.match.over:
            await self._show_try(responder, state, name)
        else:
            await responder.show(first_page(state))

    async def on_profile(self, subject: Subject) -> Sequence[Section]:
        """Return a member's streak for their profile."""
        streak, _tried = await self.daily.streak_of(subject.user_id, open_day(self.daily.clock.now()).number)
        return [Section(_("Table of the day"), streak.words)] if streak.played > 1 else []

    async def _show_try(
        self,
        responder: Responder,
        state: DailyState,
        name: str,
        drafts: Mapping[int, Answer] = NO_DRAFTS,
    ) -> None:
        """Show the member's question or their result, with its picture."""
        bare = partial(play_message, state, name, drafts=drafts)
        drawn: Picture | BoardPicture | None = None
        pictured = self.bot.draws_for(responder.interaction.user.id)
        if pictured and state.match is not None and state.match.over:
            # the result is the day's: where the member stands on the board here
            if state.entered:
                [drawn] = board_pictures(await self.daily.board(state.place_key, state.day), over=False)
        elif pictured:
            drawn = try_picture(state, name, drafts)
        if drawn is None:
            await responder.show(bare())
            return
        file = AttachmentFile(TRY, await asyncio.to_thread(drawn.drawn))
        await responder.show(play_message(state, name, drafts=drafts, alt=drawn.alt), file, plainer=[bare])

    async def _show_yesterday(self, responder: Responder, yesterday: Yesterday) -> None:
        """Show the day before, with its board."""
        bare = partial(yesterday_note, yesterday)
        if not self.bot.draws_for(responder.interaction.user.id) or not yesterday.board.results:
            await responder.show(bare())
            return
        drawn = board_pictures(yesterday.board, over=True)
        file = await asyncio.to_thread(file_of, drawn)
        await responder.show(yesterday_note(yesterday, alts=alts_of(drawn)), file, plainer=[bare])

    # ---- the event of a channel

    async def _bring_here(
        self, interaction: Interaction, responder: Responder, typed: str, city: str | None
    ) -> None:
        """Set where and when the place has the table of the day."""
        need_bot(interaction, _("bring the table of the day into a channel"))
        place_key, person = place_key_of(interaction), person_of(interaction)
        event = await self.daily.event(place_key)
        member = await self.bot.service(MemberAccounts).get_or_create(place_key, person)
        if not (interaction.permissions.manage_channels or person.admin):
            if not (await load_place_settings(self.bot.service(Store), place_key)).today_by_members:
                raise UserError("daily_not_here")
            if event is not None and event.member != member:
                raise UserError("daily_not_yours", channel=f"<#{event.channel_id}>")
        if typed.casefold() == OFF:
            if event is None:
                raise UserError("daily_none")
            await self.boards.end_event(place_key)
            words = _("The table of the day no longer comes to {channel}.")
            await responder.show(note(words.format(channel=f"<#{event.channel_id}>")))
            return
        try:
            minute = minute_of_day(typed)
        except ValueError as wrong:
            raise UserError("daily_hour") from wrong
        zone = await self._zone(interaction, city)
        missing = missing_here(interaction)
        if missing:
            raise UserError("options", sentence=missing)
        now = self.daily.clock.now()
        hour = (
            Hour(minute * 60, zone) if isinstance(zone, str) else Hour(begins_at(minute, zone.offset_at(now)))
        )
        day = await self.boards.set_event(DailyEvent(place_key, channel_of(interaction), hour, member))
        await responder.show(event_note(minute, zone, day, now))

    # ---- presses

    async def press(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        """Begin or share a try, show the day before, or take an answer."""
        verb, _, number = rest.partition(":")
        if verb not in (PLAY, SHARE, YESTERDAY, FAIR):
            await self._answer(interaction, rest, responder)
            return
        if number and not (number.isdecimal() and len(number) < 9):
            raise UserError("passed")
        day = int(number) if number else None
        place_key, person = place_key_of(interaction), person_of(interaction)
        if verb == PLAY:
            if day is not None and day != (await self.daily.day_of(place_key)).number:
                raise UserError("daily_over")
            if pressed_message(interaction) is not None and not is_on_private(interaction):
                # on the board of a channel, which everyone sees
                responder.surface = "message"
            state = await self.daily.begin(place_key, person)
            await self._show_try(responder, state, person.name)
        elif verb == SHARE:
            await self._share(interaction, responder, day)
        elif verb == YESTERDAY:
            responder.surface = "message"
            await self._show_yesterday(responder, await self.daily.yesterday(place_key, person.user_id))
        else:
            responder.surface = "message"
            if day is None:
                state = await self.daily.state(place_key, person.user_id)
                await responder.show(fair_play_note(state))
            else:
                await responder.show(secret_note(await self.daily.secret(place_key, day)))

    async def _share(self, interaction: Interaction, responder: Responder, day: int | None) -> None:
        """Put the member's try on the board of the place, and post that board once if there is none."""
        if day is None:
            raise UserError("passed")
        place, place_key, channel_id = (
            place_of(interaction),
            place_key_of(interaction),
            channel_of(interaction),
        )
        state = await self.daily.enter(place_key, person_of(interaction), day)
        responder.surface = "message"
        if not place.has_bot:
            await self._post_once(interaction, responder, state)
            return
        board = next((board for board in state.boards if board.message_id is not None), None)
        if board is None:
            missing = missing_here(interaction)
            if missing:
                raise UserError("options", sentence=missing)
            board = await self.boards.show_in(place_key, channel_id, state.day)
            if board is None:
                raise UserError("daily_lost")
        else:
            await self.boards.entered(place_key, day)
        await responder.show(on_board_note(board))

    async def _post_once(self, interaction: Interaction, responder: Responder, state: DailyState) -> None:
        """Show the board where the bot is no member: once, and as it is now, for nothing can repaint it."""
        place_key, channel_id, day = place_key_of(interaction), channel_of(interaction), state.day
        store = self.bot.service(Store)
        if any(board.channel_id == channel_id for board in state.boards):
            await responder.show(shared_already_note())
            return
        await store.commit(
            OpenBoard(channel_id, day.number, place_key, day.ends),
            SaveBoard(channel_id, day.number, over=True),
        )
        board = await self.daily.board(place_key, day)
        responder.private = False
        with in_language_of_place(interaction):
            bare = board_message(board, over=False)
            if not self.bot.pictures:
                await responder.show(bare)
                return
            drawn = board_pictures(board, over=False)
            alts = alts_of(drawn)
            payload = {**board_message(board, over=False, alts=alts), "attachments": new_files(alts)}
            content = await asyncio.to_thread(file_of, drawn)
        await responder.show(payload, content, plainer=[lambda: bare])

    async def _answer(self, interaction: Interaction, rest: str, responder: Responder) -> None:
        day, _, rest = rest.partition(":")
        count, _, custom_id = rest.partition(":")
        control = custom_ids.read(custom_id)
        if not (day.isdecimal() and count.isdecimal() and len(day + count) < 16) or control is None:
            raise UserError("passed")
        place_key, person = place_key_of(interaction), person_of(interaction)
        state = await self.daily.state(place_key, person.user_id)
        if state.table.day != int(day):
            raise UserError("daily_over")
        ask = _open_question(state)
        if ask is None or state.own is None or len(state.own.answers) + 1 != int(count):
            raise UserError("passed")
        data: Any = interaction.data or {}
        given = _given(ask, control, data.get("values"))
        if not given.whole:
            drafts = {ask.id: given.draft} if given.draft is not None else {}
            await self._show_try(responder, state, person.name, drafts)
            return
        after = await self.daily.answer(place_key, person, int(day), int(count), given.answer)
        if after.own is not None and after.own.score is not None:
            await self.boards.finished(place_key, after.own)
        await self._show_try(responder, after, person.name)


def _open_question(state: DailyState) -> OpenAsk | None:
    """Return the member's open question."""
    if state.match is None or state.match.over:
        return None
    return next(iter(state.match.scene(ME).mine()), None)


def _given(ask: OpenAsk, control: custom_ids.Control, values: list[str] | None) -> ControlAnswer:
    if control.ask_key != ask.id:
        raise UserError("passed")
    try:
        return answer_of_control(ask, control, values)
    except UNFIT as wrong:
        raise UserError("passed") from wrong
