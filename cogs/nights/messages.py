"""The planned nights on Discord: their messages, reminders and beginnings, by one timer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Literal

import discord

from bot.app import App
from bot.due_work import Schedule, pause_after
from bot.face.text.templates import safe_name
from bot.language import N_, _, speaking
from bot.notices.service import NoticeService, Recipient
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.pressed import is_private_thread
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.user_errors import UserError
from cogs.interactions.permissions import missing_permissions
from cogs.live.live_message import LiveMessage, LiveMessages
from cogs.live.message_channels import BotChannel, MessageChannel
from cogs.live.notice_sender import NoticeSender
from cogs.nights.opening import open_table_of
from cogs.nights.painter import (
    begun_words,
    closed_dm_notice,
    direct_notice,
    lacking_words,
    missed_words,
    night_message,
    notice,
    off_words,
    reminder_words,
    title_of,
)
from cogs.nights.rows import NightAnswer, NightRecord
from cogs.nights.scheduled_events import CalendarEntry, EventTimes, ScheduledEvents, Trouble
from cogs.nights.service import NightService, NightView, Step
from cogs.requests import http
from cogs.ui.components import Json, jump_link
from db.backend.names import Name
from db.errors import StoreError
from db.store import Store
from games.registry import find_game

log = logging.getLogger(__name__)

AWAY = N_("I was away when it should have begun.")
GONE = N_("no longer on this server.")
MOST_MENTIONED = 100
"""Members that Discord mentions in one message."""


class _NightMessage(LiveMessage):
    """The message of a night, with its answers or its end."""

    noun = N_("night's message")

    def __init__(self, bot: App, live: LiveMessages, nights: NightService, night: NightRecord) -> None:
        super().__init__(live, f"the message of night {night.id}", night.message_id)
        self._bot, self._nights, self.night = bot, nights, night

    @property
    def channel(self) -> MessageChannel:
        """The way to the message."""
        return BotChannel(self._bot, self.night.channel_id)

    async def payload(self) -> Json | None:
        """Return the night with its answers; None if its server has been forgotten."""
        try:
            view = await self._nights.view(self.night.id)
        except UserError:
            return None
        self.night = view.night
        return night_message(view)

    async def posted(self) -> None:
        """Save where the night is, if it is still coming up."""
        assert self.message_id is not None
        if self.comes_back():
            # a night that is over meanwhile keeps its old id, and its next paint says that it is over
            with suppress(UserError):
                await self._nights.save_message(self.night.id, self.message_id)

    def comes_back(self) -> bool:
        """Return whether the night is still coming up."""
        return self.night.state == "planned"

    def tried(self, error: Exception | None) -> None:
        """Show nothing more of a night that is over."""
        if not self.comes_back():
            self.end()


class NightMessages:
    """Posts, repaints and begins nights. Each step is saved as it is done, so that a restart goes on from there."""

    def __init__(self, bot: App, sender: NoticeSender, live: LiveMessages, nights: NightService) -> None:
        self.bot = bot
        self.nights = nights
        self.sender = sender
        self.events = ScheduledEvents(bot, live)
        self._live = live
        self._messages: dict[int, _NightMessage] = {}
        self._clock = bot.service(TableRegistry).context.clock
        self._shards = bot.service(TableRegistry).context.shards
        self._schedule = bot.service(Schedule)
        self._stopped = False

    # ---- asked by the cog

    async def plan(self, view: NightView) -> tuple[NightView, int | Trouble]:
        """Post a night that was just planned, and put it on the calendar; return it with the event or the trouble.

        Raises `UserError` if it cannot be posted; then nothing was planned.
        """
        try:
            await self._post(view)
        except UserError:
            await self.nights.drop(view.night.id)
            raise
        view = await self.nights.view(view.night.id)
        event = await self._enter(view)
        if isinstance(event, int):
            await self.nights.save_event(view.night.id, event)
        view = await self.nights.view(view.night.id)
        self._schedule_next(view.night)
        return view, event

    async def called_off(self, view: NightView, by: Person) -> None:
        """Take a night that was called off from the calendar, and tell those who meant to come."""
        self._repaint(view)
        if view.night.event_id is not None:
            self.events.delete(view.night.guild_id, view.night.event_id)
        meant = [each for each in view.answers if each.answer != "no" and each.user_id != by.user_id]
        if meant:
            await self._tell(view, meant, partial(off_words, view, by.name))

    # ---- what is due

    async def resume(self) -> None:
        """Take up the messages that stand in channels, and schedule what their nights ask for next.

        Each is painted once: an answer or an end may have come just before the stop.
        """
        planned = await self.nights.planned()
        for night in [*planned, *await self.nights.lately_over()]:
            if self._shards.has(night.guild_id) and night.message_id is not None:
                self.of(night).changed()
        for night in planned:
            self._schedule_next(night)

    def stop(self) -> None:
        """Take no further step. The next start takes those that came due meanwhile."""
        self._stopped = True

    def _schedule_next(self, night: NightRecord, *, not_before: float = 0.0) -> None:
        """Schedule what a night asks for next."""
        if self._shards.has(night.guild_id):
            at, _step = self.nights.next_step(night)
            self._schedule.at(("night", night.id), max(at, not_before), partial(self._work, night.id))

    def _work(self, night_id: int) -> Awaitable[None] | None:
        # a server whose shard has not connected yet would look as if it had removed the bot; `resume` comes after it
        if self._stopped or not self.bot.is_ready():
            return None
        return self._live.tasks.begin(self._take_step(night_id))

    async def _take_step(self, night_id: int) -> None:
        """Do what a night asks for now, and schedule what comes next; what fails is tried again later."""
        view, now = await self.nights.view(night_id), self._clock.now()
        night = view.night
        at, step = self.nights.next_step(night)
        if night.state == "planned" and at <= now:
            try:
                await self._do(step, view)
            except (UserError, StoreError, *http.FAILURES) as fault:
                log.warning("night %s: %s failed: %s", night_id, step, fault)
                self._schedule_next(night, not_before=now + pause_after(fault))
                return
        # a weekly night has planned the next one in its channel
        for each in await self.nights.planned():
            if each.channel_id == night.channel_id:
                self._schedule_next(each)

    async def _do(self, step: Step, view: NightView) -> None:
        """Take one step of a night."""
        night = view.night
        if not self.bot.is_in_server(night.guild_id):
            # the bot was removed: an outage would leave the server listed
            await self.nights.drop(night.id)
            return
        match step:
            case "post":
                await self._post(view)
                if night.event_id is not None:
                    # the calendar counts weeks by UTC, from which our clocks may have moved
                    self.events.move(night.guild_id, night.event_id, _times_of(night))
            case "remind":
                await self.nights.save_reminded(night.id)
                meant = [each for each in view.answers if each.answer != "no"]
                await self._tell(view, meant, partial(reminder_words, view))
            case "begin":
                await self._begin(view)
            case "miss":
                await self._miss(view, AWAY)

    # ---- beginning

    async def _begin(self, view: NightView) -> None:
        night = view.night
        channel = await self._channel(night)
        if channel is None:
            await self.nights.drop(night.id)
            await self._tell_planner(view, partial(missed_words, view, N_("its channel is gone.")))
            return
        thread = isinstance(channel, discord.Thread)
        missing = missing_permissions(channel.permissions_for(channel.guild.me), thread=thread)
        if missing:
            names = ", ".join(f'"{name}"' for name in missing)
            await self._end(night, "missed")
            await self._tell_planner(view, partial(lacking_words, view, names))
            return
        people, gone = await self._people(view, channel.guild)
        opening = await open_table_of(
            night,
            people,
            self.bot.service(TableRegistry),
            await load_place_settings(self.bot.service(Store), night.guild_id),
            channel.parent_id if isinstance(channel, discord.Thread) else None,
            hidden=is_private_thread(channel),
        )
        turned_away = [*((each.name, GONE) for each in gone), *opening.turned_away]
        if opening.table is None:
            await self._miss(view, opening.reason, turned_away)
            return
        await self._end(night, "begun")
        view = await self.nights.view(night.id)
        self._repaint(view)
        host = opening.host
        seated = [person.name for person in opening.seated if host is None or person.user_id != host.user_id]
        here = {person.user_id for person in people}
        meant = [each for each in view.answers if each.answer == "yes" and each.user_id in here]
        name = host.name if host is not None else None
        await self._tell(view, meant, partial(begun_words, view, name, seated, turned_away))

    async def _people(self, view: NightView, guild: discord.Guild) -> tuple[list[Person], list[NightAnswer]]:
        """Return those who said yes, as they are on the server now, and those who have left it."""
        people, gone = [], []
        for each in view.coming():
            try:
                async with self.sender.pace.turn(Urgency.BOARD):
                    member = await guild.fetch_member(each.user_id)
            except discord.NotFound:
                gone.append(each)
                continue
            roles = frozenset(role.id for role in member.roles)
            people.append(
                Person(member.id, Name(member.display_name), member.guild_permissions.manage_guild, roles)
            )
        return people, gone

    async def _channel(
        self, night: NightRecord
    ) -> discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread | None:
        """Return the channel of a night, also an archived thread; None if it is gone."""
        try:
            channel = self.bot.get_channel(night.channel_id) or await self.bot.fetch_channel(night.channel_id)
        except discord.NotFound:
            return None
        places = (discord.TextChannel, discord.VoiceChannel, discord.StageChannel, discord.Thread)
        return channel if isinstance(channel, places) else None

    async def _miss(
        self, view: NightView, reason: str | UserError, turned_away: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Let a night pass without a table, and say why."""
        await self._end(view.night, "missed")
        view = await self.nights.view(view.night.id)
        self._repaint(view)
        meant = [each for each in view.answers if each.answer == "yes"]
        await self._tell(view, meant, partial(missed_words, view, reason, turned_away))

    async def _end(self, night: NightRecord, state: Literal["begun", "missed"]) -> None:
        """Save that a night is over. A weekly one keeps its hour by the clock of the member who planned it."""
        clock = await self.bot.service(NoticeService).clock_of(night.guild_id, night.user_id)
        await self.nights.end(night, state, clock.zone)

    # ---- messages

    def of(self, night: NightRecord) -> _NightMessage:
        """Return the message of a night; those of nights that are over are forgotten."""
        found = self._messages.get(night.id)
        if found is None:
            self._messages = {key: each for key, each in self._messages.items() if not each.over}
            found = self._messages[night.id] = _NightMessage(self.bot, self._live, self.nights, night)
        return found

    async def _post(self, view: NightView) -> None:
        """Post a night now. Raises `UserError` if Discord or the network refuses."""
        message = self.of(view.night)
        async with message.at_once() as turn:
            error = await message.show_now(turn)
        if error is not None:
            log.info("night %s is not posted: %s", view.night.id, error)
            raise UserError("night_lost") from error

    def _repaint(self, view: NightView) -> None:
        """Repaint a night that has been posted."""
        if view.night.message_id is not None:
            self.of(view.night).changed()

    async def _enter(self, view: NightView) -> int | Trouble:
        """Put a night on the server's calendar."""
        night = view.night
        guild, channel = self.bot.get_guild(night.guild_id), await self._channel(night)
        if guild is None or channel is None:
            return "refused"
        address = jump_link(night.guild_id, night.channel_id, night.message_id)
        with speaking(self._live.languages.of_server(night.guild_id)):
            about = _("Say whether you're coming: {address}").format(address=address)
            if night.name:
                about = f"{_('Planned by {name}.').format(name=safe_name(night.name))} {about}"
            title = title_of(view)
        entry = CalendarEntry(title, about, f"#{channel.name}", _times_of(night))
        return await self.events.create(guild, entry)

    async def _tell(self, view: NightView, answers: Sequence[NightAnswer], words: Callable[[], str]) -> None:
        """Say something in the night's channel, once, and tell these members of it as each has chosen.

        `words` says it in the language of its reader.
        """
        night, notices = view.night, self.bot.service(NoticeService)
        audience = await notices.choose(
            [
                Recipient(each.member, each.user_id, each.name, await notices.choices(each.member))
                for each in answers
            ],
            most_mentioned=MOST_MENTIONED,
        )
        mentions = [each.user_id for each in audience.mentioned]
        with speaking(self._live.languages.of_server(night.guild_id)):
            body = notice(view, words(), mentions)
        posted = await self.sender.post(night.channel_id, body)
        await self.sender.write_to(
            audience.written,
            night.guild_id,
            night.channel_id,
            lambda: direct_notice(view, words()),
            aside=partial(closed_dm_notice, view) if posted is not None else None,
        )

    async def _tell_planner(self, view: NightView, words: Callable[[], str]) -> None:
        """Write to the planner of what the channel can't say."""
        night = view.night
        if night.user_id is None or not await self.bot.service(NoticeService).claim([night.planner]):
            return
        with speaking(self._live.languages.of_person(night.user_id)):
            letter = direct_notice(view, words())
        await self.sender.by_dm(night.planner, night.user_id, letter)


def _times_of(night: NightRecord) -> EventTimes:
    return EventTimes(night.starts, find_game(night.game).minutes * 60.0, night.weekly)
