"""A server's own rules for its tables, set by its admins."""

from __future__ import annotations

from collections.abc import Collection

from pydantic import BaseModel, ConfigDict, Field

from bot.tables.state import Base, TableSettings
from bot.user_errors import UserError
from db import Store
from games.engine import Game, Options
from games.engine import money as gems


class GuildSettings(BaseModel):
    """What a server's admins have set. Empty lists mean: all."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    start_base: Base = Field("copper", description="Base of the full set that a new member gets.")
    min_stake: int = Field(5, ge=1, description="Smallest buy-in, in pieces.")
    max_stake: int = Field(1_000, ge=1, description="Largest buy-in, in pieces.")
    games: tuple[str, ...] = Field((), description="Games that may be played; none named: all.")
    channels: tuple[int, ...] = Field(
        (), description="Channels in which tables may be opened; none named: all."
    )
    utc_offset: int = Field(0, ge=-12, le=14, description="Hours of the server's own time from UTC.")
    help_line: str = Field(
        "If playing stops being fun, stop, and talk to somebody you trust, or call a helpline in your country.",
        max_length=300,
        description="Where members with a gambling problem find help.",
    )
    bases: tuple[Base, ...] = Field((), description="Bases that may be staked; none named: all.")

    def check(
        self,
        game: Game,
        places: Collection[int | None],
        settings: TableSettings,
        options: Options | None = None,
    ) -> None:
        """Raise `UserError` with a sentence if a table may not be opened like that.

        `places` are the channel and, for a thread, the channel that it belongs to. `options` are the game's, None its
        base form.
        """
        if self.games and game.key not in self.games:
            raise UserError("game_off", title=game.title)
        if self.channels and not set(self.channels).intersection(places):
            raise UserError("channel_off", channels=", ".join(f"<#{channel}>" for channel in self.channels))
        if self.bases and settings.base not in self.bases:
            raise UserError("bad_stakes", sentence=f"Stakes on this server: {', '.join(self.bases)}.")
        money = game.money_kind(options or game.parse_options({}))
        if money == "pieces" and not self.min_stake <= settings.buy_in <= self.max_stake:
            raise UserError(
                "bad_stakes",
                sentence=f"Buy-ins on this server are from {self.min_stake} to {self.max_stake} pieces.",
            )


async def house_settings(store: Store, guild_id: int) -> GuildSettings:
    """The settings of a server; what has not been set has its default."""
    return GuildSettings.model_validate(await store.settings(guild_id))


async def get_or_create_purse(store: Store, guild_id: int, user_id: int, name: str) -> int:
    """The purse account of a member; a new one holds a full set of the server's starting base (GEM-R8)."""
    found = await store.find_member(guild_id, user_id)
    if found is None:
        return await store.member(guild_id, user_id, name, welcome=await welcome(store, guild_id))
    return await store.member(guild_id, user_id, name)


async def welcome(store: Store, guild_id: int) -> dict[str, int]:
    """A full set of the server's starting base, in the ledger's units."""
    return gems.in_base((await house_settings(store, guild_id)).start_base, gems.FULL_SET)
