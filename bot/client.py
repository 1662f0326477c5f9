"""The Discord client: it loads the extensions, resumes the tables, and tells tables about changes to their channels."""

from __future__ import annotations

import asyncio
import importlib
import logging
import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from types import ModuleType
from typing import Any

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands
from discord.gateway import ReconnectWebSocket

from bot.app import App
from bot.clock import DAY, Clock, SystemClock
from bot.discord_time import DiscordTime
from bot.due_work import SOON, Schedule
from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.handling import Handling
from bot.kept_events import KeptEvents
from bot.language import _, speak
from bot.luck.beacon import DrandBeacon
from bot.members.first_evening import FIRST_EVENING
from bot.members.languages import Languages
from bot.monitoring.interaction_id import INTERACTION
from bot.monitoring.metrics import Metrics
from bot.monitoring.monitor import Monitor, Source
from bot.notices.service import NoticeService
from bot.places.command_names import CommandTranslator
from bot.places.place import Place, PlaceKind
from bot.places.registered_commands import ENTRY_POINT, register_commands
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.pressed import read_presses
from bot.requests.budget import RequestBudget
from bot.requests.connections import Connections, HeldBack
from bot.requests.identify_turns import IdentifyTurn, take_turns
from bot.requests.quick_json import let_library_use_it
from bot.tables.context import GATHER, TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tasks import end_task
from bot.unreadable_events import drop_unreadable_events
from bot.user_errors import MESSAGES, UserError
from bot.workers.search_pool import Thinker, ThinkHere
from bot.workers.worker_process import WorkerProcess
from db import personal_data
from db.errors import NotSaved, StoreAway
from db.store import Store

log = logging.getLogger(__name__)

MOST_DELIVERED = 20_000
"""Interactions that are remembered, so that each counts once: those of some minutes, even with hundreds of tables."""
LONGEST_PAUSE = 3
"""Two to this power is the most seconds between two attempts of a shard to reach Discord."""
RESUMES = 10
"""After so many attempts to resume, one begins a new session: the gateway of the old one may be gone for good."""
GIVES_WAY = 1.0
"""Seconds for which a process that is cut off lets the one that may serve in its place answer first."""
READY_AFTER = 2.0
"""Seconds without news of another server after which the list of servers counts as complete."""


class Tree(app_commands.CommandTree["Dicenight"]):
    """The slash commands, which are refused while the bot stops."""

    async def _call(self, interaction: discord.Interaction[Dicenight]) -> None:
        # discord.py has no public hook for the start and end of a command
        client = interaction.client
        place = client.place_of(interaction.guild_id, interaction.channel_id)
        locale, of_place = str(interaction.locale), interaction.guild_locale
        speak(client.languages.heard(interaction.user.id, locale, place, str(of_place) if of_place else None))
        with client.handling:
            await super()._call(interaction)

    async def _call_context_menu(
        self, interaction: discord.Interaction[Dicenight], data: Any, type: int
    ) -> None:
        # discord.py knows no commands of this type, and takes every type but one for a menu's
        if type == ENTRY_POINT and self.client.entry_point is not None:
            await self.client.entry_point(interaction)
            return
        await super()._call_context_menu(interaction, data, type)

    async def interaction_check(self, interaction: discord.Interaction[Dicenight]) -> bool:
        """Refuse a command with a sentence while the bot stops, and ignore a repeated delivery."""
        if not interaction.client.is_first_delivery(interaction.id):
            return False
        INTERACTION.set(str(interaction.id))
        cut_off = interaction.client.is_cut_off
        restarting = interaction.client.stopping or cut_off
        refusal = interaction.client.refusal_of(interaction.user.id, interaction.guild_id)
        if not restarting and refusal is None:
            return True
        if interaction.type is discord.InteractionType.application_command:
            if cut_off:
                await interaction.client.give_way()
            # the process that serves in place of this one may have answered already
            with suppress(discord.HTTPException):
                sentence = _(MESSAGES["restarting"]) if restarting or refusal is None else refusal
                await interaction.response.send_message(sentence, ephemeral=True)
        return False


def _runners(application: discord.AppInfo) -> frozenset[int]:
    """Return the ids of the people who run the bot: the application's owner, or the members of the owner's team."""
    people = application.team.members if application.team is not None else [application.owner]
    return frozenset(person.id for person in people)


def _trace(monitor: Monitor, is_cut_off: Callable[[], bool]) -> aiohttp.TraceConfig:
    """Return a trace that reports every response to the monitor, including discord.py's own retries.

    Nothing is sent once another process may serve in place of this one: it may have stood still since the request was
    made. Answers are excepted: those that show nothing may go, and who makes them knows which. So are the commands and
    emoji of the application, which any process may send: a slow start must not end at them.
    """

    async def sends(
        _: aiohttp.ClientSession, __: object, params: aiohttp.TraceRequestHeadersSentParams
    ) -> None:
        path = params.url.path
        is_excepted = any(part in path for part in ("/interactions/", "/webhooks/", "/applications/"))
        if params.method != "GET" and not is_excepted and is_cut_off():
            raise HeldBack("another process may serve in place of this one")

    async def ended(_: aiohttp.ClientSession, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        monitor.request_ended(params.response.status)

    trace = aiohttp.TraceConfig()
    trace.on_request_headers_sent.append(sends)
    trace.on_request_end.append(ended)
    return trace


def keep_session(info: discord.ShardInfo) -> None:
    """Let a shard go on with its session as soon as Discord can be reached again.

    The library gives a session up when the first attempt to resume it fails, and its pauses grow to a quarter of an
    hour. What Discord has kept for the session would be lost, and each shard would wait for its turn to identify.
    """
    shard: Any = info._parent
    shard._backoff._max = LONGEST_PAUSE
    identify, tries = shard.reconnect, 0

    async def reconnect() -> None:
        nonlocal tries
        tries += 1
        if shard.ws.session_id is None or tries % RESUMES == 0:
            await identify()
        else:
            await shard.reidentify(ReconnectWebSocket(shard.id, resume=True))

    shard.reconnect = reconnect


def _keep_to_servers(tree: app_commands.CommandTree[Dicenight]) -> None:
    """Offer no command for user installation if the application does not allow it."""
    for kind in discord.AppCommandType:
        for command in tree.get_commands(type=kind):
            contexts = command.allowed_contexts
            with_bot = contexts is not None and bool(contexts.dm_channel)
            command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
            command.allowed_contexts = app_commands.AppCommandContext(
                guild=True, dm_channel=with_bot, private_channel=False
            )


class Dicenight(App):
    """The bot.

    `extensions` are the names of those to load, in order: `cogs.EXTENSIONS`, or fewer in a test. `own_decks` are the
    texts, by file name, of the decks that this process adds to the tavern's. `beacon` is the address of a public
    beacon, or empty. If several bots serve one database, `shards` are the ones that this bot serves, and `monitor`
    receives its figures. A bot that is `standing_by` connects, and does nothing before `take_up`. With an `activity`
    its tables can be opened as pages, if Discord knows of that too.
    """

    def __init__(
        self,
        store: Store,
        extensions: Sequence[str],
        *,
        clock: Clock | None = None,
        pacing: BotPacing | None = None,
        gather: float = GATHER,
        first_evening: float = FIRST_EVENING,
        test_guild: int | None = None,
        ready_after: float | None = None,
        own_decks: Mapping[str, str] | None = None,
        pictures: bool = True,
        thinker: Thinker | None = None,
        beacon: str = "",
        shards: ShardSet = ALL_SHARDS,
        identify_turn: IdentifyTurn | None = None,
        monitor: Monitor | None = None,
        standing_by: bool = False,
        budget: RequestBudget | None = None,
        drawing_process: WorkerProcess | None = None,
        activity: bool = False,
    ) -> None:
        if monitor is None:
            monitor = Monitor(Metrics())
            monitor.metrics.watch_store(store)
        self.monitor = monitor
        self._source = Source(
            tables=lambda: ((table.state.phase, len(table.queue)) for table in self.registry),
            latencies=lambda: {shard: seconds for shard, seconds in self.latencies if math.isfinite(seconds)},
            servers=lambda: len(self.guilds),
        )
        divided: dict[str, Any] = (
            {} if shards == ALL_SHARDS else {"shard_ids": sorted(shards.ids), "shard_count": shards.total}
        )
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=30.0,
            guild_ready_timeout=READY_AFTER if ready_after is None else ready_after,
            activity=discord.Game("dice and cards"),
            http_trace=_trace(self.monitor, lambda: self.is_cut_off),
            # Each command says where it is offered (`cogs.interactions.command_groups`); one that
            # does not is offered only on servers.
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            **divided,
        )
        self.launched = asyncio.Event()
        """Set once a shard is connected; of its servers nothing may be known yet."""
        self._kept = KeptEvents() if standing_by else None
        """The events that arrive while another process serves these shards."""
        if not standing_by:
            monitor.watch(self._source)
        let_library_use_it()
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        read_presses(self)
        # each of the bot's own edits comes back as an event
        del parsers["MESSAGE_UPDATE"]
        drop_unreadable_events(self, lambda event: self.monitor.metrics.unreadable_events.labels(event).inc())
        self._parse_interaction = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self.take_interaction
        self.store = store
        self.budget = budget or RequestBudget()
        """The pace of requests, shared by the bots of one process."""
        self.answered_first = monitor.metrics.first_answer.observe
        self.stopping = False
        self._starting: asyncio.Task[None] | None = None
        """The task that loads the extensions and resumes the tables, until it has."""
        self.handling = Handling()
        """The running interactions."""
        self._handing_over = False
        self._other_session: discord.Client | None = None
        self.pictures = pictures
        """True if cards, dice and tables are drawn; otherwise plain signs and words say the same."""
        self._delivered: OrderedDict[int, None] = OrderedDict()
        self._extensions = extensions
        self._loaded: dict[str, ModuleType] = {}
        self._test_guild = test_guild
        if identify_turn is not None:
            take_turns(self, identify_turn)
        self._activity = activity
        self.registry = TableRegistry(
            TableContext(
                store,
                clock or SystemClock(),
                pacing=pacing or BotPacing(),
                release=version("dicenight"),
                shards=shards,
                gather=gather,
                first_evening=first_evening,
                extras={"tavern": {"own_decks": dict(own_decks)}} if own_decks else {},
                thinker=thinker or ThinkHere(),
                beacon=DrandBeacon(beacon, clock or SystemClock()) if beacon else None,
            )
        )
        hooks = self.registry.context.hooks
        monitor.metrics.watch_tables(hooks)
        self.accounts = MemberAccounts(store, self.registry.context.clock)
        self.wallet = WalletService(self.accounts, self.registry)
        self.gifts = GiftService(self.accounts, self.registry)
        self.notices = NoticeService(store, self.registry.context.clock)
        self.languages = Languages(store, self._locale_of)
        if drawing_process is not None:
            self.provide(drawing_process)
        self._time = DiscordTime()
        self._connections = Connections(monitor.request_ended)
        self.schedule = Schedule(self.registry.context.clock)
        for service in (
            store,
            monitor,
            self.budget,
            self._connections,
            self.handling,
            self.registry,
            self.accounts,
            self.wallet,
            self.gifts,
            self.notices,
            self.languages,
            self.schedule,
            self._time,
        ):
            self.provide(service)

    async def setup_hook(self) -> None:
        """Load the extensions, resume the tables and register the commands, before the gateway connects."""
        self._starting = asyncio.current_task()
        try:
            await self._set_up()
        finally:
            self._starting = None

    async def _set_up(self) -> None:
        if self.application is not None:
            self.registry.context.runners = _runners(self.application)
            self.registry.context.has_activity = self._activity and self.application.flags.embedded
            if self._activity and not self.application.flags.embedded:
                log.warning(
                    "the Activity is set up here, but not switched on in the application's page (Activities)"
                )
        await self.languages.load()
        await self.tree.set_translator(CommandTranslator(self.tree))
        for name in self._extensions:
            await self.load_extension(name)
        if self.application is not None and self.application.user_integration_config is None:
            _keep_to_servers(self.tree)
        if self._kept is None:
            await self._resume_tables()
            try:
                await self.register_commands()
            except (discord.HTTPException, discord.RateLimited) as refused:
                if self._test_guild is not None:
                    # a server that the bot isn't in is a wrong setting, which its host mends
                    raise
                # what Discord has is good enough to play on; the next start asks again
                log.error("Discord refuses the commands and keeps those that it has: %s", refused)

    def language_in(self, place: Place) -> str:
        """Return the language of what everyone in a place reads."""
        return self.languages.of_place(place)

    def draws_for(self, user_id: int | None) -> bool:
        """Return whether what only this person sees has pictures; None stands for everyone."""
        return self.pictures and self.languages.pictured(user_id)

    def _locale_of(self, guild_id: int) -> str | None:
        """Return the language of a server, as Discord names it; None for a server that isn't known."""
        guild = self.get_guild(guild_id)
        # one that Discord has only announced yet has no language of its own
        return None if guild is None or guild.unavailable else str(guild.preferred_locale)

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Import an extension and call its `setup`.

        discord.py would run the module again for each bot, and unload its whole package when one of them closes: then
        the bots of one process would not share their classes.
        """
        module = importlib.import_module(name, package)
        await module.setup(self)
        self._loaded[name] = module

    async def unload_extension(self, name: str, *, package: str | None = None) -> None:
        """Remove the cogs of an extension, and call its `teardown` if it has one."""
        module = self._loaded.pop(name)
        for cog_name, cog in list(self.cogs.items()):
            if f"{type(cog).__module__}.".startswith(f"{name}."):
                await self.remove_cog(cog_name)
        if hasattr(module, "teardown"):
            await module.teardown(self)

    async def _resume_tables(self) -> None:
        # after the extensions, since a resumed table may have something to show at once
        count = await self.registry.resume()
        if count:
            log.info("%s tables taken up", count)
        for table in self.registry:
            self.registry.listener.changed(table, set())
        for call in self.when_serving:
            call(self)
        self._plan_purge()

    def _plan_purge(self) -> None:
        """Plan the next purge at midnight (UTC); the store was purged when it was opened."""
        midnight = (self.registry.context.clock.now() // DAY + 1) * DAY
        self.schedule.at("purge", midnight, self._purge)

    async def _purge(self) -> None:
        """Delete what was kept of people for a time that is over."""
        if self.registry.context.shards.is_first:
            await self.store.run(personal_data.purge)
        self._plan_purge()

    async def take_up(self, taken: Iterable[int]) -> None:
        """Serve the shards that this bot stands by for, instead of the process that had them.

        `taken` are the interactions that process has taken; of the kept ones, only the others are handled.
        """
        self.take_over(taken)
        await self.languages.load()
        await self._resume_tables()
        events, self._kept = self._kept, None
        self.monitor.watch(self._source)
        if events is not None:
            events.handle()
        if self.is_ready():
            self.dispatch("ready")

    async def register_commands(self) -> None:
        """Register the commands with Discord, if these shards are responsible for it."""
        if not self.registry.context.shards.is_first:
            return
        if self._test_guild is not None:
            guild = discord.Object(self._test_guild)
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)
        else:
            await register_commands(self.tree, self.store)

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on to the listeners, or keep it while another process serves these shards."""
        if self._handing_over or event == "socket_event_type":
            # that one is told of every event of the gateway, and nobody listens
            return
        if self._kept is None or event.startswith("shard_"):
            super().dispatch(event, *args, **kwargs)
        elif event != "ready":
            self._kept.keep(lambda: self.dispatch(event, *args, **kwargs))

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, which keeps its session from then on; once the bot is closed, none is connected."""
        # discord.py calls this again for ever where a connection fails at the moment in which it is cancelled
        if self.is_closed():
            return
        await super().launch_shard(gateway, shard_id, initial=initial)
        launched = self.get_shard(shard_id)
        if launched is not None:
            keep_session(launched)
        self.launched.set()

    async def on_ready(self) -> None:
        """Close the tables of servers that removed or invited the bot meanwhile. (An outage keeps servers listed.)"""
        for table in self.registry:
            place = table.state.place
            if place.has_bot and self.get_guild(place.number) is None:
                await self.registry.close_in_server(place.number)
            elif place.kind is PlaceKind.UNINVITED and self.get_guild(place.number) is not None:
                await self.registry.close_at_invitation(place)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Close the tables from the time when a member had brought the app to this server; stakes go back."""
        await self.registry.close_at_invitation(Place(PlaceKind.UNINVITED, guild.id))

    async def on_shard_ready(self, shard_id: int) -> None:
        """Record a shard's new session."""
        self.monitor.shard_connected(shard_id)

    async def on_unreadable_frame(self) -> None:
        """Count a frame of the gateway that could not be read; its shard connects again."""
        self.monitor.metrics.unreadable_events.labels("FRAME").inc()

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Record that a shard has resumed its session."""
        self.monitor.shard_connected(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Record that a shard has lost its connection."""
        self.monitor.shard_lost(shard_id)

    async def on_message(self, message: discord.Message, /) -> None:
        """Do nothing: there are only slash commands, and table messages have listeners of their own."""

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that removed the bot; stakes go back. (An outage is another event.)"""
        await self.registry.close_in_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel."""
        await self.registry.close_in_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self.registry.close_in_channel(payload.thread_id, payload.parent_id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Close the table of a locked thread, unless the bot manages threads there."""
        guild, metadata = self.get_guild(payload.guild_id), payload.data.get("thread_metadata", {})
        if guild is None or not metadata.get("locked"):
            return
        parent = guild.get_channel(payload.parent_id)
        if parent is None or not parent.permissions_for(guild.me).manage_threads:
            await self.registry.close_in_locked(payload.thread_id, payload.parent_id)

    def is_first_delivery(self, interaction_id: int) -> bool:
        """Return False for a repeated interaction, which Discord may send when a session is resumed.

        Once another process takes over, all further interactions belong to that process.
        """
        if self._handing_over:
            return False
        if interaction_id in self._delivered:
            log.info("interaction %s was delivered twice; it counts once", interaction_id)
            return False
        self._delivered[interaction_id] = None
        self._time.heard(interaction_id)
        if len(self._delivered) > MOST_DELIVERED:
            self._delivered.popitem(last=False)
        return True

    async def hand_over(self, patience: float) -> list[int]:
        """Finish the running interactions, take no more, close the store, and return the ids of all recent ones.

        `patience`: the seconds for running interactions.
        """
        deadline = asyncio.get_running_loop().time() + patience
        self._handing_over = True
        await self._end_start()
        await self.handling.wait_none(patience)
        await self.fall_silent()
        with suppress(TimeoutError):
            async with asyncio.timeout_at(deadline):
                await self._stop_playing()
        await self.store.close()
        return list(self._delivered)

    async def fall_silent(self) -> None:
        """Repaint nothing any more: it could arrive after the repaint of the process that serves now."""
        for name in reversed(list(self._loaded)):
            await self.unload_extension(name)

    async def _end_start(self) -> None:
        """End a start that is under way: extensions that it loaded from now on would outlive the connections."""
        if self._starting is not None:
            await end_task(self._starting)

    async def _stop_playing(self) -> None:
        await self.schedule.stop()
        for stop in list(self.before_stop):
            await stop()
        for table in self.registry:
            await table.stop()

    def take_over(self, taken: Iterable[int]) -> None:
        """Count the interactions that the previous process has taken as delivered."""
        self._delivered.update(dict.fromkeys(taken))

    def rely_on(self, session: discord.Client) -> None:
        """Ask another session of the bot for its servers, as long as that session is open."""
        self._other_session = session

    @property
    def is_cut_off(self) -> bool:
        """True while another process may have taken these shards, or once one has.

        It may have if their leases were not renewed in time. The process may hold others, whose leases are current.
        """
        leases = self.store.leases
        return self.store.is_cut or (leases is not None and not leases.is_current)

    async def give_way(self) -> None:
        """Let the process that may serve in place of this one answer an interaction first, which both have got.

        This one can still reach Discord, and would always be faster: it has nothing to look up.
        """
        await asyncio.sleep(GIVES_WAY)

    def is_in_server(self, guild_id: int) -> bool:
        """Return True if the bot is a member of a server.

        A press that the other session kept is answered before this session has received its servers.
        """
        if self.get_guild(guild_id) is not None:
            return True
        other = self._other_session
        return other is not None and not other.is_closed() and other.get_guild(guild_id) is not None

    def take_interaction(self, event: dict[str, Any]) -> None:
        """Handle an interaction that this or another session of the bot received."""
        if self._kept is None:
            self._parse_interaction(event)
        else:
            self._kept.keep(lambda: self._take_kept(event))

    def _take_kept(self, event: dict[str, Any]) -> None:
        number = str(event.get("id"))
        if not number.isdecimal() or int(number) not in self._delivered:
            self.take_interaction(event)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log what a listener failed in. While the bot stops, the store is closed under those that had only begun."""
        if self.stopping:
            log.info("%s was cut short, since the bot stops", event_method)
            return
        fault = sys.exception()
        if event_method == "on_ready" and isinstance(fault, (StoreAway, NotSaved, UserError)):
            # else what goes on by itself would stand still until the next connection
            log.warning("what goes on by itself is taken up in %.0f s: %s", SOON, fault)
            now = self.registry.context.clock.now()
            self.schedule.at("ready", now + SOON, partial(self.dispatch, "ready"))
            return
        await super().on_error(event_method, *args, **kwargs)

    async def drain(self, patience: float) -> None:
        """Start nothing new: presses are told that the bot is restarting. Running work is finished and painted.

        `patience`: the seconds for each of the two.
        """
        self.stopping = True
        await self.handling.wait_none(patience)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self.registry.listener.wait_idle()

    async def close(self) -> None:
        """Stop: presses are told that the bot is restarting, running work is saved, and the gateway closes."""
        self.stopping = True
        await self._end_start()
        self.monitor.forget(self._source)
        await self._stop_playing()
        self.registry.context.thinker.close()
        await self.fall_silent()
        self._connections.close()
        await super().close()
