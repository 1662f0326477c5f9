"""The log: as lines for people, or as JSON for programs. Neither ever holds a token."""

from __future__ import annotations

import logging
from typing import Literal

import discord
from pythonjsonlogger.json import JsonFormatter

from bot.monitoring.interaction_id import INTERACTION

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


def _formatter(style: LogFormat) -> logging.Formatter:
    if style == "text":
        return logging.Formatter(LINES)
    return JsonFormatter(
        FIELDS,
        rename_fields={"asctime": "time", "levelname": "level", "name": "logger"},
        reserved_attrs=[*logging.makeLogRecord({}).__dict__, "message", "asctime", "of_interaction"],
    )


def set_up_logging(level: str, *, style: LogFormat = "text", quiet: bool = False) -> None:
    """Log to stderr. discord.py never goes below INFO, where it would log tokens; with `quiet` it only warns."""
    handler = logging.StreamHandler()
    handler.setFormatter(_formatter(style))
    handler.addFilter(AddInteraction())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    floor = max(logging.getLevelName(level), logging.INFO)
    logging.getLogger("discord").setLevel(max(floor, logging.WARNING) if quiet else floor)
    # at DEBUG, aiosqlite logs every statement with its values: seeds, hands and secret answers
    logging.getLogger("aiosqlite").setLevel(floor)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
