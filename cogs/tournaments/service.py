"""The tournaments of the process: opens them, finds them, and resumes them after a restart."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from bot.due_work import Schedule
from bot.economy.accounts import MemberAccounts
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.tables.registry import TableRegistry
from bot.tables.state import TableSettings
from bot.tables.view import ShownTable
from bot.user_errors import UserError
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.round_table import RoundTable
from cogs.tournaments.settings import FEWEST, MOST, TournamentSettings
from cogs.tournaments.state import OVER
from cogs.tournaments.tournament import OPEN_FOR, Services, Tournament
from cogs.tournaments.venue import NullVenue, Venue
from db.backend.json_text import encode
from db.errors import Refused
from games.registry import GAMES

log = logging.getLogger(__name__)


class Tournaments:
    """Holds every tournament that is under way, one a channel.

    `find_...` returns None where there is none, `get...` raises `UserError`.
    """

    def __init__(self, accounts: MemberAccounts, registry: TableRegistry, schedule: Schedule) -> None:
        self._accounts, self._registry = accounts, registry
        self._services = Services(accounts.store, accounts.clock, schedule, registry, NullVenue())
        self._running: dict[int, Tournament] = {}

    def register_venue(self, venue: Venue) -> None:
        """Let `venue` show all tournaments from now on."""
        self._services.venue = venue

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        person: Person,
        game: str,
        chosen: dict[str, Any],
        *,
        parent_id: int | None = None,
    ) -> Tournament:
        """Open a tournament to entries, with `person` as its host. Raises `UserError`; then there is none."""
        store = self._accounts.store
        place_settings = await load_place_settings(store, guild_id)
        sheet = GAMES.get(game)
        if sheet is None:
            raise UserError("unknown_game")
        options = sheet.parse_options({})
        low, high = sheet.limits(options)
        if sheet.alone(options) or low > MOST or high < FEWEST:
            raise UserError("tournament_game", title=sheet.title)
        try:
            settings = TournamentSettings.model_validate(chosen)
        except ValidationError as wrong:
            raise UserError("passed") from wrong
        if settings.buy_in and not place_settings.min_stake <= settings.buy_in <= place_settings.max_stake:
            raise UserError("buy_in_limits", low=place_settings.min_stake, high=place_settings.max_stake)
        place_settings.check(
            sheet,
            (channel_id, parent_id),
            TableSettings(free=True, buy_in=place_settings.usual_buy_in),
            options,
        )
        host = await self._accounts.get_or_create(guild_id, person)
        if not person.admin and any(
            each.record.host == host and not each.over for each in self._running.values()
        ):
            # else one member could take every channel, for as long as entries stay open
            raise UserError("tournament_of_yours")
        due = self._accounts.clock.now() + OPEN_FOR
        try:
            number = await store.run(
                tournament_rows.create_tournament,
                guild_id,
                channel_id,
                host,
                game,
                encode(settings.model_dump(mode="json")),
                due,
            )
        except Refused as refused:
            raise UserError("tournament_here") from refused
        self._forget_finished()
        tournament = await self._take_up(number)
        tournament.follow_soon()
        return tournament

    async def _take_up(self, number: int) -> Tournament:
        found = self._running.get(number)
        if found is None:
            record = await self._accounts.store.read(tournament_rows.tournament, number)
            # another caller may have come first meanwhile
            found = self._running.setdefault(number, Tournament(record, self._services))
        return found

    def find(self, number: int) -> Tournament | None:
        """Return the tournament with this number, if it is under way."""
        return self._running.get(number)

    def get(self, number: int) -> Tournament:
        """Return the tournament with this number. Raises `UserError` once it is over."""
        tournament = self.find(number)
        if tournament is None:
            raise UserError("tournament_over")
        return tournament

    def find_in_channel(self, channel_id: int) -> Tournament | None:
        """Return the tournament that is under way with its board in this channel, or with a table in it."""
        for tournament in self._running.values():
            channels = {table.channel_id for table in tournament.record.tables}
            if not tournament.over and channel_id in (tournament.record.channel_id, *channels):
                return tournament
        return None

    def get_in_channel(self, channel_id: int) -> Tournament:
        """Return the channel's tournament. Raises `UserError` if there is none."""
        tournament = self.find_in_channel(channel_id)
        if tournament is None:
            raise UserError("no_tournament")
        return tournament

    # ---- what happens around them

    def match_over(self, table: ShownTable) -> None:
        """Follow the tournament of a table that has no match to play, or that waits for its channel."""
        kind = table.state.kind
        if isinstance(kind, RoundTable):
            tournament = self.find(kind.tournament.tournament)
        elif table.state.phase == "closed":
            tournament = self.find_in_channel(table.state.channel_id)
        else:
            return
        if tournament is not None:
            tournament.follow_soon()
        self._forget_finished()

    def _forget_finished(self) -> None:
        for number, tournament in list(self._running.items()):
            if tournament.finished and not tournament.queue.busy:
                del self._running[number]

    async def resume(self, is_there: Callable[[int], bool] = lambda guild: True) -> None:
        """Take up every tournament that is under way, and those whose tables still stand.

        One on a server that is not there any more is called off.
        """
        numbers = set(await self._accounts.store.read(tournament_rows.live_tournaments))
        for table in self._registry:
            kind = table.state.kind
            if isinstance(kind, RoundTable):
                numbers.add(kind.tournament.tournament)
        for number in sorted(numbers):
            record = await self._accounts.store.read(tournament_rows.tournament, number)
            if not self._registry.context.shards.has(record.guild_id):
                continue
            tournament = await self._take_up(number)
            if tournament.over or is_there(tournament.record.guild_id):
                tournament.follow_soon()
            else:
                log.warning(
                    "server %s is gone: tournament %s is called off", tournament.record.guild_id, number
                )
                await tournament.call_off(None)

    async def call_off_in(self, *, channel_id: int | None = None, guild_id: int | None = None) -> None:
        """Call off the tournaments of a channel or a server that is gone; what was put up goes back."""
        for tournament in list(self._running.values()):
            record = tournament.record
            if record.phase not in OVER and (record.channel_id == channel_id or record.guild_id == guild_id):
                log.warning("the channel of tournament %s is gone: it is called off", record.id)
                await tournament.call_off(None)

    async def wait_idle(self) -> None:
        """Wait until all that is left is waiting for people."""
        for tournament in list(self._running.values()):
            await tournament.queue.idle()

    async def stop(self) -> None:
        """Finish what has been taken, and do nothing more by itself."""
        for tournament in list(self._running.values()):
            await tournament.stop()
