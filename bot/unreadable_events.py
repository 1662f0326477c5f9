"""Events of the gateway that discord.py cannot read are logged, counted and dropped.

Without this an error in one parser ends the connection, and with it the process, for every server: Discord has changed
an event before its clients knew (in November 2019, for everybody).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import discord

log = logging.getLogger(__name__)

Parse = Callable[[Any], None]

NEEDED = frozenset({"READY", "RESUMED"})
"""Events without which a connection is of no use: an error there ends it."""


class UnreadableStart(Exception):
    """Discord begins a connection in a way that this version of discord.py cannot read."""


def drop_unreadable_events(
    client: discord.Client, dropped: Callable[[str], None] = lambda event: None
) -> None:
    """Let no event that discord.py cannot read end the connection of a client.

    `dropped` is told the name of each event that was dropped. One that is needed raises `UnreadableStart` in `connect`.
    """
    parsers: dict[str, Parse] = client._connection.parsers
    for event, parse in parsers.items():
        parsers[event] = (
            partial(_parse_needed, event, parse)
            if event in NEEDED
            else partial(_parse, event, parse, dropped)
        )


def _parse_needed(event: str, parse: Parse, data: Any) -> None:
    try:
        parse(data)
    except Exception as fault:
        log.exception("an event of the kind %s could not be read", event)
        raise UnreadableStart(event) from fault


def _parse(event: str, parse: Parse, dropped: Callable[[str], None], data: Any) -> None:
    try:
        parse(data)
    except Exception:
        log.exception("an event of the kind %s could not be read, and is dropped", event)
        dropped(event)
