"""Start and stop of the process: logging, the store, the client, and the playground.

`run` puts the process together and returns when it has been stopped. A fault outside the program, such as a bad token
or a port in use, raises `CannotRun` with a sentence for the host.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Dicenight
from bot.fleet.fleet import Fleet
from bot.fleet.lease_keeper import LeaseKeeper
from bot.fleet.plan import ShardPlan
from bot.fleet.press_keeper import PressKeeper
from bot.fleet.succession import NoAnswer, Predecessor, is_served, take_over
from bot.handling import HANDOVER_PATIENCE
from bot.monitoring.database_watch import DatabaseWatch
from bot.monitoring.logs import CountFaults
from bot.monitoring.metrics import Metrics
from bot.monitoring.monitor import Monitor
from bot.monitoring.server import MonitoringServer
from bot.places.shard_set import ALL_SHARDS, ShardSet
from bot.requests.budget import RequestBudget
from bot.requests.identify_turns import IdentifyTurn
from bot.settings import BAD_TOKEN, Settings, backup_stamp
from bot.startup.backoff import StartupBackoff, once_back, wait_before_start
from bot.startup.errors import CannotRun, DiscordAway
from bot.startup.load_games import load_games
from bot.startup.load_rows import load_rows
from bot.startup.loaded import load_everything
from bot.startup.own_decks import BadDecks, read_own
from bot.tables.question_clocks import BotPacing
from bot.tasks import end_task
from bot.unreadable_events import UnreadableStart
from bot.workers.search_pool import SharedThinker, ThinkElsewhere, Thinker
from bot.workers.worker_process import WorkerProcess, begin_fork_server
from cogs import EXTENSIONS
from db.backend.database import ShardLeases
from db.errors import StoreAway, StoreError, StoreHeld
from db.opening import copy_before_migration, display_name, open_store, shards_in_use
from db.store import Store

if TYPE_CHECKING:
    from bot.startup.activity import ActivityOfProcess
    from playground import Playground

log = logging.getLogger(__name__)

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
)
"""The permissions that an invite link requests. The bot posts no links and reads no messages; its emoji are its own."""
COLLECT_AFTER = (10_000, 20, 10)
"""Thresholds of the garbage collector: new objects, and how often older generations are checked."""
STOP_PATIENCE = 3.0
"""Seconds for running interactions and repaints when the process is stopped."""
PORT_PATIENCE, SHARDS_PORT_PATIENCE = 5.0, 900.0
"""Seconds for the previous process to release its port; one with many shards hands them over one by one."""
GOOD_AFTER = 600.0
"""Seconds after which a start counts as a good one."""
SPARE_IDENTIFIES = 20
"""Identifies that are never used: Discord resets the token of a bot without any left."""


# ---- the process


async def run(
    settings: Settings,
    playground: Playground | None = None,
    *,
    stop: asyncio.Event | None = None,
    say: Callable[[str], None] = log.info,
    extensions: Sequence[str] = EXTENSIONS,
    replace: bool = False,
    plan: ShardPlan | None = None,
) -> None:
    """Run until `stop` is set (by SIGINT or SIGTERM if none is given).

    It runs against `playground`, with a temporary database, or against Discord if that is None. `say` is called with a
    sentence when the bot is ready. With `replace` it takes over from a process that has the database open
    (`bot.fleet.succession`). With a `plan` it serves shards of a PostgreSQL database that it shares, and with `replace`
    it takes over from a process on this machine (`bot.fleet`). A database or Discord that is away is waited for. Raises
    `CannotRun`, or the errors of `open_store`.
    """
    stop = stop or _stopped_by_signals()
    load_everything()
    # what they keep of people is purged when the store is opened
    load_rows()
    # the script `dicenight`, which each of them runs once more, imports bot.__main__
    begin_fork_server("bot.__main__", "bot.startup.loaded", *extensions)
    try:
        own_decks = read_own(settings.decks)
    except BadDecks as wrong:
        raise CannotRun(str(wrong)) from wrong
    if playground is not None:
        async with _connected_to(playground, settings) as path, await open_store(path) as store:
            with closing(WorkerProcess()) as drawing_process:
                bot = build(
                    store, settings, extensions, own_decks, drawing_process=drawing_process, activity=True
                )
                async with (
                    _monitored(store, bot.monitor, settings),
                    _playground_activity(playground, settings, bot),
                ):
                    await _until_stopped(
                        bot, playground.token, stop, lambda: say(welcome(playground.page_url))
                    )
        return
    token = settings.bot_token
    if not token:
        raise CannotRun("There is no token: set DICENIGHT_TOKEN, or start with --playground.")
    if plan is not None:
        await _run_shards(
            settings,
            plan,
            replace,
            stop,
            say,
            partial(build, settings=settings, extensions=extensions, own_decks=own_decks),
            token,
        )
        return
    # beside a bot that still plays on the file, so that nobody waits for it when that one lets go
    copied = await asyncio.to_thread(copy_before_migration, settings.database)
    if copied is not None:
        log.info("before the update %s is copied to %s", display_name(settings.database), copied)
    async with _taken_over(settings.beside, token, replace) as (keeper, taken), AsyncExitStack() as held:
        store = await held.enter_async_context(
            await once_back(partial(open_store, settings.database), StoreAway, stop)
        )
        here = await held.enter_async_context(Predecessor.listening(settings.beside))
        starts = StartupBackoff(settings.beside.with_name("starts.json"))
        if keeper is None and await wait_before_start(starts, stop):
            return
        # while Discord is away nothing has failed here: a start counts once it may use one of the day's identifies
        await once_back(partial(_gateway, token), DiscordAway, stop)
        drawing_process = held.enter_context(closing(WorkerProcess()))
        bot = build(store, settings, extensions, own_decks, drawing_process=drawing_process)
        bot.take_over(taken)
        starts.mark_start()
        good = asyncio.get_running_loop().call_later(GOOD_AFTER, starts.mark_success)
        try:
            patience = PORT_PATIENCE if keeper is not None else 0.0
            async with (
                _monitored(store, bot.monitor, settings, port_patience=patience),
                _activity(settings, token, bot),
            ):
                await _until_stopped(bot, token, stop, lambda: say(connected(bot)), here=here, keeper=keeper)
        except CannotRun as reason:
            # Status 2 is a bad token or setting: that start used no identify, so it must not delay the next one.
            if reason.status == 2:
                starts.undo_start()
            raise
        finally:
            good.cancel()
        starts.mark_success()


async def _run_shards(
    settings: Settings,
    plan: ShardPlan,
    replace: bool,
    stop: asyncio.Event,
    say: Callable[[str], None],
    make: Callable[..., Dicenight],
    token: str,
) -> None:
    """Serve shards until `stop` is set, or another process has replaced this one.

    A database or Discord that is away is waited for. Raises `CannotRun`.
    """
    recommended, concurrency = await once_back(partial(_gateway, token), DiscordAway, stop)
    was_away = False

    async def open_shared() -> Store:
        nonlocal was_away
        try:
            # Discord recommends more as the bot grows, but the running processes have divided it already.
            shards = plan.total or await asyncio.to_thread(shards_in_use, settings.database) or recommended
            return await open_store(settings.database, shards=shards)
        except StoreHeld:
            # the server was there for everybody, so no lease has run out for want of it
            raise
        except StoreAway:
            was_away = True
            raise

    async with await once_back(open_shared, StoreAway, stop) as store, AsyncExitStack() as held:
        leases = store.leases
        assert leases is not None
        activity = await held.enter_async_context(_activity(settings, token, leases=leases))
        monitor = Monitor(Metrics())
        monitor.metrics.watch_store(store)
        monitor.metrics.watch_leases(leases)
        budget = RequestBudget(settings.requests_per_second, lambda: leases.is_current)
        thinker, drawing_process = ThinkElsewhere(load_games), WorkerProcess()

        def make_bot(
            *, shards: ShardSet, identify_turn: IdentifyTurn, standing_by: bool = False
        ) -> Dicenight:
            bot = make(
                store.part(),
                shards=shards,
                identify_turn=identify_turn,
                monitor=monitor,
                standing_by=standing_by,
                budget=budget,
                thinker=SharedThinker(thinker),
                drawing_process=drawing_process,
            )
            if activity is not None:
                bot.when_serving.append(activity.join)
            return bot

        fleet = Fleet(leases, make_bot, token, concurrency, spare_collector)
        keeper = LeaseKeeper(leases, fleet, wanted=plan.wanted, was_away=was_away)
        if replace and not await keeper.replace():
            log.info("no other process serves shards from this machine: this one joins the others")
        halted = asyncio.create_task(stop.wait())
        failed = asyncio.create_task(fleet.failed.wait())
        greeting: Callable[[str], None] | None = say
        async with _monitored(
            store, monitor, settings, port_patience=SHARDS_PORT_PATIENCE if replace else 0.0
        ):
            try:
                with _plain_errors():
                    while not stop.is_set() and not keeper.is_done:
                        await keeper.step()
                        monitor.spare = keeper.is_spare
                        budget.divide(keeper.running)
                        if greeting is not None and keeper.is_settled:
                            greeting(
                                f"Dicenight serves {len(leases.held)} of {leases.shards} shards from here."
                            )
                            greeting = None
                        await asyncio.wait(
                            {halted, failed}, timeout=keeper.pause, return_when=asyncio.FIRST_COMPLETED
                        )
                        fleet.check()
                log.info(
                    "another process takes over"
                    if keeper.is_done
                    else "stopping: the shards are given to others"
                )
                monitor.stopping = True
                await keeper.leave()
            except StoreError as fault:
                raise CannotRun(f"The database went away while shards changed hands: {fault}.", 1) from fault
            finally:
                await keeper.abandon()
                await fleet.abandon()
                thinker.close()
                drawing_process.close()
                await end_task(halted)
                await end_task(failed)


async def _gateway(token: str) -> tuple[int, int]:
    """Return Discord's recommended number of shards, and how many may identify at once."""
    # never connected, so these intents are of no use but that discord.py warns of none
    async with discord.Client(intents=discord.Intents(guilds=True)) as asking:
        with _plain_errors(asking):
            await asking.login(token)
            shards, _, limit = await asking.http.get_bot_gateway()
    _keep_spare_identifies(limit)
    return shards, limit["max_concurrency"]


def build(
    store: Store,
    settings: Settings,
    extensions: Sequence[str] = EXTENSIONS,
    own_decks: Mapping[str, str] | None = None,
    *,
    shards: ShardSet = ALL_SHARDS,
    identify_turn: IdentifyTurn | None = None,
    monitor: Monitor | None = None,
    standing_by: bool = False,
    budget: RequestBudget | None = None,
    thinker: Thinker | None = None,
    drawing_process: WorkerProcess | None = None,
    activity: bool | None = None,
) -> Dicenight:
    """Return the client, not yet connected; for all servers, or for some shards.

    `activity`: whether its tables can be opened as pages; by default if that is set up.
    """
    pace = BotPacing()
    pacing = BotPacing(
        pace.shortest * settings.thinking,
        pace.longest * settings.thinking,
        reading=pace.reading * settings.thinking,
        reveal=pace.reveal * settings.thinking,
    )
    return Dicenight(
        store,
        extensions,
        pacing=pacing,
        test_guild=settings.test_guild,
        own_decks=own_decks,
        pictures=settings.pictures,
        beacon=settings.beacon,
        thinker=thinker or ThinkElsewhere(load_games),
        shards=shards,
        identify_turn=identify_turn,
        monitor=monitor,
        standing_by=standing_by,
        budget=budget or RequestBudget(settings.requests_per_second),
        drawing_process=drawing_process,
        activity=settings.has_activity if activity is None else activity,
    )


@asynccontextmanager
async def _connected_to(playground: Playground, settings: Settings) -> AsyncIterator[Path]:
    """Start the playground and point discord.py at it; yield the path of a temporary database."""
    try:
        await playground.start()
    except OSError as fault:
        raise CannotRun(
            f"Port {settings.playground_port} is taken, perhaps by another playground: stop that one, or set "
            "DICENIGHT_PLAYGROUND_PORT to another number (0 picks a free one)."
        ) from fault
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = playground.base_url, yarl.URL(playground.gateway_url)
    try:
        with tempfile.TemporaryDirectory(prefix="dicenight-") as folder:
            yield Path(folder) / "playground.db"
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before
        await playground.stop()


@asynccontextmanager
async def _playground_activity(
    playground: Playground, settings: Settings, bot: Dicenight
) -> AsyncIterator[None]:
    """Serve the Activity to the playground, on a port of its own, and let the playground offer it."""
    from bot.startup.activity import activity_served

    activities = playground.world.activities
    async with activity_served(
        settings,
        playground.token,
        port=settings.activity_port or 0,
        secret=activities.client_secret,
        origins=playground.origins,
        public_key=activities.public_key,
    ) as (activity, port):
        assert activity is not None, "it has a port and a secret"
        playground.enable_activity(f"http://127.0.0.1:{port}")
        bot.when_serving.append(activity.join)
        yield


@asynccontextmanager
async def _activity(
    settings: Settings, token: str, *bots: Dicenight, leases: ShardLeases | None = None
) -> AsyncIterator[ActivityOfProcess | None]:
    """Serve the Activity to Discord, if it is set up. Raises `CannotRun` if its port is taken."""
    if settings.activity_port is not None and not settings.has_activity:
        log.warning(
            "tables don't open as pages: DICENIGHT_ACTIVITY_PORT is set, but no DICENIGHT_ACTIVITY_SECRET"
        )
    if not settings.has_activity:
        yield None
        return
    # most hosts have none, and its server is three megabytes
    from bot.startup.activity import PortTaken, activity_served

    try:
        async with activity_served(
            settings,
            token,
            port=settings.activity_port,
            secret=settings.client_secret,
            public_key=settings.activity_public_key,
            leases=leases,
        ) as (activity, _):
            if activity is not None:
                for bot in bots:
                    bot.when_serving.append(activity.join)
            yield activity
    except PortTaken as fault:
        raise CannotRun(str(fault)) from fault


@asynccontextmanager
async def _taken_over(
    database: Path, token: str, replace: bool
) -> AsyncIterator[tuple[PressKeeper | None, list[int]]]:
    """Take over from the process that has the database, while a session of ours keeps the presses.

    Yields that session, and the interactions that the other process has taken; without `replace` or another process,
    neither.
    """
    if not replace or not await is_served(database):
        yield None, []
        return
    keeper = PressKeeper()
    try:
        await _begin(keeper, token)
        try:
            taken = await take_over(database)
        except NoAnswer as reason:
            raise CannotRun(str(reason), 1) from reason
        yield keeper, taken or []
    finally:
        await keeper.end()


@asynccontextmanager
async def _monitored(
    store: Store, monitor: Monitor, settings: Settings, *, port_patience: float = 0.0
) -> AsyncIterator[None]:
    """Sample the figures of the process and of its database, and answer probes if a port is set.

    With `port_patience` the previous process may hold the port for that long; the start does not wait for it.
    """
    async with AsyncExitStack() as held:
        await monitor.start()
        held.push_async_callback(monitor.stop)
        faults = CountFaults(monitor.metrics.logged_faults.inc)
        logging.getLogger().addHandler(faults)
        held.callback(logging.getLogger().removeHandler, faults)
        watch = DatabaseWatch(store, monitor.metrics, backup_stamp(settings.database))
        watch.start()
        held.push_async_callback(watch.stop)
        if settings.monitoring_port is not None:
            answering = asyncio.create_task(_answer_probes(monitor, settings, held, port_patience))
            held.push_async_callback(end_task, answering)
            if not port_patience:
                await answering
        yield


async def _answer_probes(monitor: Monitor, settings: Settings, held: AsyncExitStack, patience: float) -> None:
    """Answer probes until `held` is closed. Raises `CannotRun` if the port is still taken after `patience` seconds."""
    host, port = settings.monitoring_host, settings.monitoring_port or 0
    until = asyncio.get_running_loop().time() + patience
    while True:
        try:
            server = MonitoringServer(monitor, host, port)
        except OSError as fault:
            sentence = f"Port {port} of {host} cannot be had: set DICENIGHT_MONITORING_PORT to another."
            if not patience:
                raise CannotRun(sentence) from fault
            if asyncio.get_running_loop().time() >= until:
                log.warning("nobody can ask whether all is well. %s", sentence)
                return
            await asyncio.sleep(0.05)
        else:
            server.start()
            held.push_async_callback(asyncio.to_thread, server.stop)
            return


async def _until_stopped(
    bot: Dicenight,
    token: str,
    stop: asyncio.Event,
    ready: Callable[[], None],
    *,
    here: Predecessor | None = None,
    keeper: PressKeeper | None = None,
) -> None:
    """Run until `stop` is set, or a new process asks `here` to release the database."""
    async with bot:
        work = asyncio.create_task(_connect(bot, token, keeper), name="client")
        halt = asyncio.create_task(stop.wait(), name="stop")
        asked = asyncio.create_task((stop if here is None else here.asked).wait(), name="asked to let go")
        greeting = asyncio.create_task(_when_ready(bot, ready, keeper), name="ready")
        try:
            await asyncio.wait({work, halt, asked}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
                raise CannotRun("Discord has closed the connection for good.", 1)
            if here is not None and asked.done():
                log.info("another process takes over")
                bot.monitor.stopping = True
                here.release(await bot.hand_over(HANDOVER_PATIENCE))
                await bot.close()
            else:
                await _close(bot)
            await asyncio.wait({work}, timeout=STOP_PATIENCE)
        finally:
            tasks = (work, halt, asked, greeting)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _connect(bot: Dicenight, token: str, keeper: PressKeeper | None) -> None:
    """Log in, and stay connected. Raises `CannotRun` for faults of the token, the network or the settings."""
    with _plain_errors(bot):
        await bot.login(token)
        if keeper is not None:
            bot.rely_on(keeper)
            keeper.pass_on(bot.take_interaction)
        await bot.connect()


async def _begin(keeper: PressKeeper, token: str) -> None:
    """Start a session that keeps presses. Raises `CannotRun` like `_connect`."""
    with _plain_errors(keeper):
        await keeper.begin(token)


@contextmanager
def _plain_errors(bot: discord.Client | None = None) -> Iterator[None]:
    """Turn faults of the token, the network and the settings into `CannotRun`."""
    try:
        yield
    except discord.LoginFailure as refused:
        raise CannotRun(BAD_TOKEN) from refused
    except discord.ConnectionClosed as closed:
        # 4004 is "authentication failed": the token was reset while the bot was connected.
        if closed.code == 4004:
            raise CannotRun(BAD_TOKEN) from closed
        raise CannotRun(f"Discord has closed the connection ({closed.code}).", 1) from closed
    except discord.PrivilegedIntentsRequired as refused:
        raise CannotRun("Discord has closed the connection (4014).", 1) from refused
    except discord.Forbidden as refused:
        # 50001 is "missing access"; before the bot is ready, only the commands of a test server can meet it.
        if (bot is not None and bot.is_ready()) or refused.code != 50001:
            raise
        raise CannotRun(
            "DICENIGHT_TEST_GUILD names a server that the bot is not in: invite it first, or leave that empty."
        ) from refused
    except UnreadableStart as fault:
        raise CannotRun(
            f"I can't read what Discord says at the beginning ({fault}). If it goes on, a newer release may.",
            1,
        ) from fault
    except (aiohttp.ClientConnectionError, discord.GatewayNotFound, discord.DiscordServerError) as fault:
        raise DiscordAway(f"Discord cannot be reached: {fault}.", 1) from fault


def _keep_spare_identifies(limit: Mapping[str, Any]) -> None:
    """Raise `CannotRun` if Discord allows only a few more connections today."""
    if limit["remaining"] > SPARE_IDENTIFIES:
        return
    hours = limit["reset_after"] / 3_600_000
    raise CannotRun(
        f"Discord lets this bot connect only {limit['remaining']} more times in the next {hours:.1f} hours, and "
        "would then reset its token; find out from the log why it starts so often, and start it later.",
        1,
    )


async def _when_ready(bot: Dicenight, ready: Callable[[], None], keeper: PressKeeper | None) -> None:
    await bot.wait_until_ready()
    log.info("intents: %s", ", ".join(name for name, on in bot.intents if on))
    if keeper is not None:
        await keeper.end()
    spare_collector()
    ready()


def spare_collector() -> None:
    """Exclude everything loaded so far from garbage collection, and collect less often.

    Modules, types and commands live as long as the process, and visiting them all stops every table for a tenth of a
    second. Nearly all objects of a press are freed by their reference counts.
    """
    # collected first, so that no garbage is frozen
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)


async def _close(bot: Dicenight) -> None:
    """Close the client after its running work is finished and painted."""
    log.info("stopping: what has been taken is being saved")
    bot.monitor.stopping = True
    await bot.drain(STOP_PATIENCE)
    await bot.close()


def _stopped_by_signals() -> asyncio.Event:
    """Return an event that the first SIGINT, SIGTERM or SIGHUP sets; a second signal ends the process at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    # a closed terminal sends SIGHUP, which Windows does not have
    numbers = [signal.SIGINT, signal.SIGTERM, *([] if sys.platform == "win32" else [signal.SIGHUP])]

    def first(*_: object) -> None:
        # A host who presses Ctrl-C again does not want to wait for Discord.
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)
        loop.call_soon_threadsafe(stop.set)

    for number in numbers:
        signal.signal(number, first)
    return stop


# ---- greetings


def welcome(page: str) -> str:
    """Return the greeting of the playground."""
    return (
        "Dicenight is open. No account, no token, nothing to set up.\n\n"
        f"    Open    {page}\n"
        "    Play    in #tavern, as Ann: /table open, choose a game, then Start with computer players\n"
        "    Stop    Ctrl-C; nothing of the playground is kept"
    )


def connected(bot: Dicenight) -> str:
    """Return the greeting when the bot is connected to Discord, with an invite link if it is in no server."""
    count = len(bot.guilds)
    if count:
        return f"Dicenight is connected as {bot.user}, in {count} server{'s' if count > 1 else ''}."
    link = discord.utils.oauth_url(
        bot.application_id or 0, permissions=PERMISSIONS, scopes=("bot", "applications.commands")
    )
    return f"Dicenight is connected as {bot.user}, but in no server yet. Invite it: {link}"
