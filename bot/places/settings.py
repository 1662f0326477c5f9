"""Settings of a place, chosen by its admins: games, channels, buy-ins, the starting base."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field

from bot.language import N_, _, listed
from bot.places import host_orders
from bot.places.stakes import USUAL_BUY_IN, Base, Stakes
from bot.user_errors import UserError
from db import places
from db.backend.connection import Connection
from db.store import Store
from games.engine import money
from games.engine.game import Game, Options


class PlaceSettings(BaseModel):
    """The settings of one place. An empty list means all of them."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    start_base: Base = Field("copper", description="Base of the full set that a new member gets.")
    min_stake: int = Field(5, ge=1, description="Smallest buy-in, in pieces.")
    max_stake: int = Field(1_000, ge=1, description="Largest buy-in, in pieces.")
    games: tuple[str, ...] = Field((), description="Games that may be played; none named: all.")
    channels: tuple[int, ...] = Field(
        (), description="Channels in which tables may be opened; none named: all."
    )
    generous: bool = Field(
        False, description="Hosts may choose options by which players win from the house at will."
    )
    first_evening: bool = Field(True, description="Members play for points on their first evening.")
    call_role: int | None = Field(None, description="Role that a call for players mentions.")
    today_by_members: bool = Field(True, description="Any member may bring the table of the day here.")
    utc_offset: int = Field(0, ge=-12, le=14, description="Hours of the server's own time from UTC.")
    zone: str | None = Field(None, description="The zone of the server's own time, if a city is named.")
    games_off: frozenset[str] = Field(
        frozenset(), description="Games that the people who run this bot have switched off everywhere."
    )
    help_line: str = Field(
        N_(
            "If playing stops being fun, stop and talk to someone you trust, or call a helpline in your country."
        ),
        max_length=300,
        description="Where members with a gambling problem find help.",
    )

    @property
    def own_zone(self) -> tzinfo:
        """The zone of the server's own clock."""
        return ZoneInfo(self.zone) if self.zone else timezone(timedelta(hours=self.utc_offset))

    def local(self, now: float) -> datetime:
        """Return a moment by the server's own clock."""
        return datetime.fromtimestamp(now, self.own_zone)

    @property
    def usual_buy_in(self) -> int:
        """The buy-in in pieces if the host of a table gives none."""
        return self.nearest_buy_in(USUAL_BUY_IN)

    @property
    def claim_below(self) -> int:
        """The pieces below which a member may claim a set: a usual seat is never out of reach for long (GEM-R8)."""
        least = min(self.usual_buy_in, money.worth(money.FULL_SET))
        return max(USUAL_BUY_IN, least)

    def nearest_buy_in(self, pieces: int) -> int:
        """Return the allowed buy-in nearest to `pieces`."""
        return min(max(pieces, self.min_stake), self.max_stake)

    def check(
        self,
        game: Game,
        channels: Collection[int | None],
        settings: Stakes,
        options: Options | None = None,
    ) -> None:
        """Raise `UserError` if the place does not allow such a table.

        `channels` are the channel and, for a thread, the channel that it belongs to. `options` are the game's; None is
        its base form.
        """
        self.check_not_off(game)
        if self.games and game.key not in self.games:
            raise UserError("game_off", title=game.title)
        if self.channels and not set(self.channels).intersection(channels):
            raise UserError("channel_off", channels=", ".join(f"<#{channel}>" for channel in self.channels))
        money = game.money_kind(options or game.parse_options({}))
        if money == "pieces" and not self.min_stake <= settings.buy_in <= self.max_stake:
            raise UserError("buy_in_limits", low=self.min_stake, high=self.max_stake)
        self.check_generosity(game, settings, options or game.parse_options({}))

    def allows(self, key: str) -> bool:
        """Return True if a game may be played here."""
        return key not in self.games_off and (not self.games or key in self.games)

    def check_not_off(self, game: Game) -> None:
        """Raise `UserError` for a game that is switched off everywhere."""
        if game.key in self.games_off:
            raise UserError("game_off_everywhere", title=game.title)

    def check_generosity(self, game: Game, settings: Stakes, options: Options) -> None:
        """Raise `UserError` if the options need an admin's permission that these settings do not give.

        A free table wins nothing from the house.
        """
        chosen = game.generous(options, settings.base)
        if chosen and not self.generous and not settings.free:
            raise UserError("generous", options=listed([_(each) for each in chosen]))


async def load_place_settings(store: Store, place_key: int) -> PlaceSettings:
    """Return the settings of a place, with defaults for those that are not set."""
    return await store.read(_read, place_key)


def _read(db: Connection, place_key: int) -> PlaceSettings:
    saved = places.settings(db, place_key)
    return PlaceSettings.model_validate({**saved, "games_off": host_orders.games_off(db)})
