"""The log: as lines for people, or as JSON for programs. Neither ever holds a token."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Literal

import discord
from pythonjsonlogger.json import JsonFormatter

from bot.monitoring.interaction_id import INTERACTION
from db.errors import NotSaved, StoreAway

BURST, QUIET = 3, 60.0
"""Alike warnings that are told in so many seconds; the others are counted."""
OUTAGES = (StoreAway, NotSaved)
"""Errors of a database that is away, or of a disk that is full."""
LINES = "%(asctime)s %(levelname)-7s %(name)s: %(message)s%(of_interaction)s"
FIELDS = "%(asctime)s %(levelname)s %(name)s %(message)s"

LogFormat = Literal["text", "json"]


class AddInteraction(logging.Filter):
    """Adds the interaction that caused it to each log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add the id; every record passes."""
        interaction = INTERACTION.get()
        record.of_interaction = f" [{interaction}]" if interaction else ""
        if interaction:
            record.interaction = interaction
        return True


class LimitRepeats(logging.Filter):
    """Passes a few alike warnings and faults a minute; the next one then says how many there were.

    Lines are alike if one statement wrote them about one kind of error. While the database is away every press and
    every save fails, in many places, for one reason: these are alike wherever they were written, and one a minute
    passes. `now` is a monotonic clock.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}
        """The beginning of the current minute of each kind of line, and its lines since then."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True if the line is to be written."""
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[1] if record.exc_info else None
        arguments = record.args if isinstance(record.args, tuple) else ()
        is_outage = any(isinstance(each, OUTAGES) for each in (error, *arguments))
        burst = 1 if is_outage else BURST
        kind = OUTAGES if is_outage else (record.name, record.lineno, record.levelno, type(error))
        now = self._now()
        begun, count = self._seen.get(kind, (now, 0))
        if now - begun >= QUIET:
            if count > burst:
                record.msg = (
                    f"{record.getMessage()} (and {count - burst} more like this in the minute before)"
                )
                record.args = ()
            begun, count = now, 0
        self._seen[kind] = begun, count + 1
        return count < burst


class TellReconnects(logging.Filter):
    """Tells that discord.py connects again in a sentence.

    It does so by itself, and often, but tells it as a fault with a traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the line; every record passes."""
        if str(record.msg).startswith("Attempting a reconnect") and record.exc_info:
            reason = record.exc_info[1]
            lost = f"the connection to Discord is lost ({str(reason) or type(reason).__name__})"
            record.msg = f"{lost}; {record.getMessage()}"
            record.args, record.exc_info = (), None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True


_RECONNECTS = TellReconnects()


class CountFaults(logging.Handler):
    """Counts the lines that tell of a fault, and writes none."""

    def __init__(self, count: Callable[[], None]) -> None:
        super().__init__(logging.ERROR)
        self._count = count

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line."""
        self._count()


def _formatter(style: LogFormat) -> logging.Formatter:
    if style == "text":
        return logging.Formatter(LINES, "%Y-%m-%d %H:%M:%S%z")
    return JsonFormatter(
        FIELDS,
        "%Y-%m-%dT%H:%M:%S%z",
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        reserved_attrs=[*logging.makeLogRecord({}).__dict__, "message", "asctime", "of_interaction"],
    )


def set_up_logging(level: str, *, style: LogFormat = "text", quiet: bool = False) -> None:
    """Log to stderr. discord.py never goes below INFO, where it would log tokens; with `quiet` it only warns."""
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(style))
    handler.addFilter(LimitRepeats())
    handler.addFilter(AddInteraction())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    floor = max(logging.getLevelName(level), logging.INFO)
    logging.getLogger("discord").setLevel(max(floor, logging.WARNING) if quiet else floor)
    for name in ("discord.client", "discord.shard"):
        logging.getLogger(name).addFilter(_RECONNECTS)
    # at DEBUG, aiosqlite logs every statement with its values: seeds, hands and secret answers
    logging.getLogger("aiosqlite").setLevel(floor)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
