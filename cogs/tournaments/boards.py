"""The boards of tournaments: each is repainted when its tournament changes, and moves down when a round calls."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AbstractContextManager
from functools import partial

import discord

from bot.app import App
from bot.face.art import pieces
from bot.face.art.drawing import Drawing
from bot.face.art.letters import drawn_name
from bot.face.art.palette import CREAM, SOFT
from bot.face.text.signs import signed
from bot.language import N_, _, number, speaking
from bot.pressed import is_private_thread
from bot.requests.budget import Turn, Urgency
from bot.tables.registry import TableRegistry
from cogs.live.live_message import LiveMessage, LiveMessages
from cogs.live.message_channels import BotChannel, MessageChannel
from cogs.live.table_messages import table_messages
from cogs.requests import http
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.painter import (
    ON_BOARD,
    best_first,
    board,
    counts_chips,
    course_words,
    players_of,
    prize_words,
    prizes_words,
    seated_message,
    standing_lines,
    thread_name,
    winner_line,
    winners_board,
)
from cogs.tournaments.rows import RoundTableRecord, SaveTournament, TournamentRecord
from cogs.tournaments.service import Tournaments
from cogs.tournaments.state import OVER, is_in, order_of, points_at
from cogs.tournaments.venue import Spot
from cogs.ui.card_parts import foot, night
from cogs.ui.components import MOST_ALT, AttachmentFile, Json, with_picture
from cogs.ui.pictures.picture import Picture
from cogs.ui.podium import PODIUM, Stand, podium, steps_of
from db.store import Store
from games.registry import find_game, game_title

log = logging.getLogger(__name__)

NAME = "winners.png"
MOST_STANDS = 7
"""The most players on the podium and beside it."""
MOST_OVER = 50
"""The most boards of finished tournaments that are kept in memory."""


class _Board(LiveMessage):
    """The board of one tournament."""

    noun = N_("board")

    def __init__(self, bot: App, live: LiveMessages, tournaments: Tournaments, number: int) -> None:
        super().__init__(live, f"the board of tournament {number}")
        self.bot, self.tournaments, self.number = bot, tournaments, number
        self.channel_id = 0
        """Its channel, once that has been read from the store."""
        self.guild_id: int | None = None
        """Its server, once that has been read: a channel that is gone has none any more."""
        self.calls: tuple[int, ...] = ()
        """The players to be mentioned by the next board."""
        self.phase = ""
        self._winners: tuple[Json, Picture] | None = None
        """The message of the end, and the picture that goes with it."""
        self._draws = bot.pictures
        """False once Discord has taken no picture here."""

    @property
    def channel(self) -> MessageChannel:
        """The channel of the board."""
        return BotChannel(self.bot, self.channel_id)

    def language(self) -> str:
        """Return the language of the tournament's server."""
        return self.shared.languages.of_server(self.guild_id)

    async def payload(self) -> Json:
        """Return the board as it is now; once the tournament has ended, it moves to the end of the chat."""
        record = await self.bot.service(Store).read(tournament_rows.tournament, self.number)
        if not self.channel_id:
            self.channel_id = record.channel_id
            self.resume(record.message_id)
        if self.phase and self.phase != record.phase == "ended":
            self.moving = True
        self.phase = record.phase
        running = self.tournaments.find(self.number)
        trouble = running.trouble if running is not None else ""
        # the server, and so the language, is known from here on
        self.guild_id = record.guild_id
        with speaking(self.language()):
            if record.phase == "ended" and self._draws:
                self._winners = winners_board(record), winners_picture(record)
            return board(record, trouble=trouble, calls=self.calls if self.moving else ())

    async def send(self, turn: Turn) -> None:
        """Post or repaint the board, at the end with the picture of the winners."""
        if self._winners is None or self._next is None or self.plainness or not self._draws:
            await super().send(turn)
        else:
            drawn = partial(self._send_drawn, *self._winners)
            self._draws = await self.deliver_drawn(drawn, self._next, turn)

    async def _send_drawn(self, payload: Json, picture: Picture) -> None:
        content = await asyncio.to_thread(picture.drawn)
        drawn = with_picture(payload, NAME, "0", picture.alt)
        await self.deliver(drawn, AttachmentFile(NAME, content))

    async def posted(self) -> None:
        """Save where the board is."""
        self.calls = ()
        await self.bot.service(Store).commit(SaveTournament(self.number, message_id=self.message_id))

    def comes_back(self) -> bool:
        """Return whether the tournament goes on."""
        return self.phase not in OVER


class TournamentBoards:
    """The tournaments' `Venue` on Discord."""

    def __init__(self, bot: App, live: LiveMessages, tournaments: Tournaments) -> None:
        self.bot = bot
        self._live, self._tournaments = live, tournaments
        self._boards: dict[int, _Board] = {}

    def __len__(self) -> int:
        return len(self._boards)

    # ---- asked by the tournaments

    def changed(self, tournament: int) -> None:
        """Repaint the board soon."""
        self._board(tournament).changed()

    def _board(self, tournament: int) -> _Board:
        """Return a board. The oldest boards of finished tournaments are forgotten: nothing changes on them any more."""
        found = self._boards.get(tournament)
        if found is None:
            over = [number for number, each in self._boards.items() if each.phase in OVER]
            for number in over[:-MOST_OVER]:
                del self._boards[number]
            found = self._boards[tournament] = _Board(self.bot, self._live, self._tournaments, tournament)
        return found

    def call(self, record: TournamentRecord) -> None:
        """Post the board again, with a mention of each player who isn't there yet."""
        missing = [entrant for entrant in record.entrants if is_in(entrant) and not entrant.ready]
        shown = self._board(record.id)
        shown.calls = tuple(entrant.user_id for entrant in missing if entrant.user_id is not None)
        shown.repost()

    def repost(self, tournament: int) -> None:
        """Post the board again at the end of the chat."""
        self._board(tournament).repost()

    def seated(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        """Mention the players of a table at it, which also brings them into its thread."""
        self._live.tasks.begin(self._tell(record, table))

    async def provide_channel(self, record: TournamentRecord, table: RoundTableRecord) -> Spot | None:
        """Return a new thread of the board's channel, or that channel itself if no table is there.

        The tables of a tournament in a private thread have private threads, too.
        """
        channel = self.bot.get_channel(record.channel_id)
        home = channel.parent if isinstance(channel, discord.Thread) else channel
        private = is_private_thread(channel)
        if isinstance(home, discord.TextChannel):
            rights = home.permissions_for(home.guild.me)
            allowed = rights.create_private_threads if private else rights.create_public_threads
            if allowed and rights.send_messages_in_threads:
                try:
                    async with self._live.pace.turn(Urgency.WAITED_FOR):
                        with self.in_language(record):
                            name = thread_name(record, table)
                        thread = await http.start_thread(self.bot, home.id, name, private=private)
                except http.FAILURES as error:
                    log.info("no thread for table %s of tournament %s: %s", table.number, record.id, error)
                else:
                    return Spot(thread, home.id, private)
        if self.bot.service(TableRegistry).find_in_channel(record.channel_id) is not None:
            return None
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Spot(record.channel_id, parent, private)

    def message_in(self, channel_id: int) -> int | None:
        """Return the message of the board in a channel; None if none has been posted."""
        shown = [each for each in self._boards.values() if each.channel_id == channel_id]
        return shown[-1].message_id if shown else None

    async def _tell(self, record: TournamentRecord, table: RoundTableRecord) -> None:
        if table.channel_id is None:
            return
        if is_private_thread(self.bot.get_channel(record.channel_id)):
            await table_messages(self.bot).let_in(table.channel_id, players_of(record, table))
        try:
            async with self._live.pace.turn(Urgency.WAITED_FOR):
                with self.in_language(record):
                    words = seated_message(record, table)
                await http.post(self.bot, table.channel_id, words)
        except http.FAILURES as error:
            log.info(
                "the players of table %s of tournament %s are not told: %s", table.number, record.id, error
            )

    def in_language(self, record: TournamentRecord) -> AbstractContextManager[None]:
        """Say everything within as everyone on the tournament's server reads it."""
        return speaking(self._live.languages.of_server(record.guild_id))

    async def wait_idle(self) -> None:
        """Wait until everything that was asked for has been shown."""
        await self._live.tasks.settled()


def winners_picture(record: TournamentRecord) -> Picture:
    """Return the podium of a tournament that has ended: of its final, or of all rounds if there was none."""
    finals = [table for table in record.tables if table.final and table.scores]
    scores = points_at(finals[0]) if finals else {each.member: each.points for each in order_of(record)}
    shown = [each for each in best_first(record) if not finals or each.member in scores][:MOST_STANDS]
    show = signed if counts_chips(record) else number
    stands = [
        Stand(
            drawn_name(each.name or "", _("No. {n}").format(n=each.place)),
            pieces.person_hue(each.member),
            show(scores[each.member]),
            prize_words(record, each),
            each.place == 1,
        )
        for each in shown
    ]
    title = _("## {game} tournament").format(game=game_title(record.game)).removeprefix("## ")
    theme = find_game(record.game).theme
    parts = (
        *pieces.rays(theme, x=steps_of(len(stands))[0][0], y=172),
        *night(PODIUM),
        *pieces.text(390, 44, title, 32, CREAM, anchor="middle", serif=True, widest=720),
        *(pieces.text(756, 92, _("The final"), 25, SOFT, anchor="end") if finals else ()),
        *podium(stands),
        *foot(PODIUM + 38, course_words(record)),
    )
    lines = [
        winner_line(record),
        course_words(record),
        prizes_words(record),
        *standing_lines(record, ON_BOARD),
    ]
    plain = (line.strip("#").strip().replace("*", "") for line in lines)
    alt = " ".join(line if line.endswith((".", "!")) else f"{line}." for line in plain)
    return Picture(Drawing(PODIUM + 58, parts, theme), alt[:MOST_ALT])
