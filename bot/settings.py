"""Settings of the process, read from the environment or `.env`; `.env.example` explains each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, SecretStr, StringConstraints, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.requests.budget import PER_SECOND
from db.opening import Location, location_of
from db.postgres.address import database_of, is_postgres

BAD_TOKEN = (
    "Discord refuses this token. Copy it again from your application's page (Bot, Reset Token) into "
    "DICENIGHT_TOKEN, or leave that empty for the playground."
)

PublicKey = Annotated[str, StringConstraints(strip_whitespace=True, pattern=r"^[0-9a-fA-F]{64}$")]
"""An Ed25519 key in hexadecimal, as the application's page shows it."""


class Settings(BaseSettings):
    """The settings that a host may choose."""

    model_config = SettingsConfigDict(env_prefix="DICENIGHT_", env_file=".env", extra="ignore")

    token: SecretStr | None = Field(
        None, description="The bot's token; without one the playground is started."
    )
    token_file: Path | None = Field(None, description="A file with the token, in its place.")
    database: Annotated[Location, BeforeValidator(location_of)] = Field(
        Path("data/dicenight.db"), description="Where everything is kept: a file, or postgresql://..."
    )
    decks: Path | None = Field(None, description="A folder with decks of your own for the tavern.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="How much is logged.")
    log_format: Literal["text", "json"] = Field("text", description="Lines for people, or JSON for programs.")
    monitoring_port: int | None = Field(
        None, ge=0, le=65535, description="Port of /metrics, /livez and /readyz; none if it is not set."
    )
    monitoring_host: str = Field("127.0.0.1", description="Address that this port is bound to.")
    sentry: SecretStr | None = Field(None, description="Address (DSN) of a Sentry project for faults.")
    requests_per_second: float = Field(
        PER_SECOND, ge=10, le=10_000, description="Requests to Discord a second, all processes together."
    )
    test_guild: int | None = Field(None, description="Register commands only in this server, at once.")
    playground_port: int = Field(
        8377, ge=0, le=65535, description="Port of the playground, on loopback only."
    )
    thinking: float = Field(
        1.0, ge=0, le=10, description="How long computer players seem to think, as a factor; 0 is at once."
    )
    beacon: str = Field(
        "",
        description="Address of a public beacon of luck (drand), as https://api.drand.sh; empty asks none.",
    )
    pictures: bool = Field(
        True, description="Whether cards, dice and tables are drawn; else plain signs say it all."
    )
    activity_port: int | None = Field(
        None, ge=0, le=65535, description="Port of the Activity's page and socket; none if it is not set."
    )
    activity_host: str = Field("127.0.0.1", description="Address that this port is bound to.")
    activity_address: str = Field(
        "", description="Address at which the bot's other processes reach this port, if not by the one above."
    )
    activity_secret: SecretStr | None = Field(
        None, description="The application's client secret, which signs members in to the Activity."
    )
    activity_public_key: PublicKey | None = Field(
        None,
        description="The application's public key; with it, only what Discord's proxy signed is answered.",
    )

    @field_validator("beacon")
    @classmethod
    def _is_address(cls, given: str) -> str:
        if given and not given.startswith(("http://", "https://")):
            raise ValueError("an address begins with https://")
        return given

    def with_token_read(self) -> Settings:
        """Return the settings with the token of the token's file, if one is named. Raises `OSError`."""
        if self.token_file is None or self.bot_token:
            return self
        return self.model_copy(update={"token": SecretStr(self.token_file.read_text("utf-8"))})

    @property
    def bot_token(self) -> str:
        """The configured token, or an empty string."""
        return self.token.get_secret_value().strip() if self.token is not None else ""

    @property
    def has_activity(self) -> bool:
        """True if the Activity is set up: it has a port, and the secret that signs members in."""
        return self.activity_port is not None and bool(self.client_secret)

    @property
    def client_secret(self) -> str:
        """The configured client secret, or an empty string."""
        return self.activity_secret.get_secret_value().strip() if self.activity_secret is not None else ""

    @property
    def beside(self) -> Path:
        """The path that small files of the process are named after."""
        return path_beside(self.database)


def path_beside(location: Location) -> Path:
    """Return the path that small files for a database are named after: the database's own, or one in `data`."""
    return Path("data", database_of(location)) if is_postgres(location) else Path(location)


def backup_stamp(location: Location) -> Path:
    """Return the file whose time is that of the last copy of a database that was made here and found whole."""
    beside = path_beside(location)
    return beside.with_name(f"{beside.name}.backed-up")
