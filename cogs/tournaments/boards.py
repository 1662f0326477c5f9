"""The boards of tournaments: each is repainted when its tournament changes, and moves down when a round calls."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from dataclasses import dataclass
from functools import partial

import discord

from bot.app import App
from bot.requests.budget import Pace, Turn, Urgency
from bot.tables.registry import TableRegistry
from cogs.interactions import http
from cogs.interactions.hosting.threads import let_in
from cogs.live import retries
from cogs.live.background import BackgroundTasks
from cogs.tournaments.painter import board, players_of, seated_message, thread_name
from cogs.tournaments.service import Tournaments
from cogs.tournaments.state import OVER, is_in
from cogs.tournaments.venue import Spot
from cogs.ui.components import Json
from db import RoundTableRecord, SaveTournament, Store, TournamentRecord

log = logging.getLogger(__name__)

SPACING = 1.1
"""Seconds between two edits of one board."""
MOST_OVER = 50
"""Boards of tournaments which are over that are remembered."""


@dataclass(slots=True)
class _Board:
    """The state of one board."""

    outdated: bool = False
    working: bool = False
    sent: Json | None = None
    message: int | None = None
    channel: int = 0
    known: bool = False
    """True once `message` has been read from the store."""
    calls: tuple[int, ...] = ()
    """The players whom the next board calls."""
    move: bool = False
    """The board is posted again, at the end of the chat."""
    phase: str = ""
    failures: int = 0


class TournamentBoards:
    """The tournaments' `Venue` on Discord."""

    def __init__(self, bot: App, pace: Pace) -> None:
        self.bot = bot
        self._pace = pace
        self._tasks = BackgroundTasks()
        self._boards: defaultdict[int, _Board] = defaultdict(_Board)

    def __len__(self) -> int:
        return len(self._boards)

    # ---- asked by the tournaments

    def changed(self, tournament: int) -> None:
        """Repaint the board soon."""
        shown = self._boards[tournament]
        shown.outdated = True
        if not shown.working:
            shown.working = self._tasks.begin(self._paint(tournament, shown)) is not None

    def call(self, record: TournamentRecord) -> None:
        """Post the board again, with a mention of each player who isn't there yet."""
        shown = self._boards[record.id]
        missing = [entrant for entrant in record.entrants if is_in(entrant) and not entrant.ready]
        shown.calls = tuple(entrant.user_id for entrant in missing if entrant.user_id is not None)
        self.repost(record.id)

    def repost(self, tournament: int) -> None:
        """Post the board again at the end of the chat."""
        self._boards[tournament].move = True
        self.changed(tournament)

    def seated(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        """Mention the players of a table at it, which also brings them into its thread."""
        self._tasks.begin(self._tell(record, table))

    async def provide_channel(self, record: TournamentRecord, table: RoundTableRecord) -> Spot | None:
        """Return a new thread of the board's channel, or that channel itself if no table is there.

        The tables of a tournament in a private thread have private threads, too.
        """
        channel = self.bot.get_channel(record.channel_id)
        home = channel.parent if isinstance(channel, discord.Thread) else channel
        private = _is_private(channel)
        if isinstance(home, discord.TextChannel):
            rights = home.permissions_for(home.guild.me)
            allowed = rights.create_private_threads if private else rights.create_public_threads
            if allowed and rights.send_messages_in_threads:
                try:
                    async with self._pace.turn(Urgency.WAITED_FOR):
                        name = thread_name(record, table)
                        thread = await http.start_thread(self.bot, home.id, name, private=private)
                except http.FAILURES as error:
                    log.info("no thread for table %s of tournament %s: %s", table.number, record.id, error)
                else:
                    return Spot(thread, home.id)
        if self.bot.service(TableRegistry).find_in_channel(record.channel_id) is not None:
            return None
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Spot(record.channel_id, parent)

    def message_in(self, channel_id: int) -> int | None:
        """Return the message that is the board of a channel's tournament, as far as it has been posted."""
        shown = [each for each in self._boards.values() if each.channel == channel_id]
        return shown[-1].message if shown else None

    # ---- painting

    async def _paint(self, tournament: int, shown: _Board) -> None:
        try:
            while shown.outdated:
                shown.outdated = False
                try:
                    async with self._pace.turn(Urgency.BOARD) as turn:
                        await self._show(tournament, shown, turn)
                except http.FAILURES as error:
                    self._failed(tournament, shown, error)
                    return
                shown.failures = 0
                if shown.outdated:
                    await asyncio.sleep(SPACING)
        finally:
            shown.working = False
            self._forget_oldest()

    async def _show(self, tournament: int, shown: _Board, turn: Turn) -> None:
        """Post or edit the board so that it shows the tournament as it stands."""
        store = self.bot.service(Store)
        record = await store.tournament(tournament)
        if not shown.known:
            shown.message, shown.channel, shown.known = record.message_id, record.channel_id, True
        if shown.phase and shown.phase != record.phase == "ended":
            shown.move = True
        running = self.bot.service(Tournaments).find(tournament)
        trouble = running.trouble if running is not None else ""
        payload = board(record, trouble=trouble, calls=shown.calls if shown.move else ())
        shown.phase = record.phase
        if payload == shown.sent and not shown.move:
            return
        old = shown.message
        if old is not None and not shown.move:
            try:
                await http.edit(self.bot, record.channel_id, old, payload)
            except discord.NotFound as error:
                if error.code != http.UNKNOWN_MESSAGE:
                    raise
                old = None
                await turn.another()
            else:
                shown.sent = payload
                return
        posted = await http.post(self.bot, record.channel_id, payload)
        shown.message, shown.sent, shown.move, shown.calls = posted.id, payload, False, ()
        await store.commit(SaveTournament(tournament, message_id=posted.id))
        if old is not None:
            await turn.another()
            try:
                await http.delete(self.bot, record.channel_id, old)
            except http.FAILURES as error:
                log.info("the old board of tournament %s stays: %s", tournament, error)

    def _failed(self, tournament: int, shown: _Board, error: Exception) -> None:
        log.info("the board of tournament %s is not painted: %s", tournament, error)
        if not retries.is_transient(error):
            return
        shown.failures += 1
        pause = retries.pause(error, shown.failures)
        self.bot.service(TableRegistry).context.clock.later(pause, partial(self.changed, tournament))

    async def _tell(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        if table.channel_id is None:
            return
        if _is_private(self.bot.get_channel(record.channel_id)):
            await let_in(self.bot, table.channel_id, players_of(record, table))
        try:
            async with self._pace.turn(Urgency.WAITED_FOR):
                await http.post(self.bot, table.channel_id, seated_message(record, table))
        except http.FAILURES as error:
            log.info(
                "the players of table %s of tournament %s are not told: %s", table.number, record.id, error
            )

    def _forget_oldest(self) -> None:
        """Forget the boards that have been over for longest: nothing changes on them any more."""
        over = [number for number, each in self._boards.items() if each.phase in OVER and not each.working]
        for number in over[:-MOST_OVER]:
            del self._boards[number]

    # ---- the process

    async def wait_idle(self) -> None:
        """Wait until everything that was asked for has been shown."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Give up all that is not shown yet: the next start paints every board."""
        await self._tasks.stop()


def _is_private(channel: object) -> bool:
    """Return True for a thread that only those who were let in see."""
    return isinstance(channel, discord.Thread) and channel.is_private()
