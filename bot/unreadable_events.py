"""Events of the gateway that discord.py cannot read are logged, counted and dropped.

A frame that is none at all counts as a lost connection, which begins again.

Without this an error in one parser ends the connection, and with it the process, for every server: Discord has changed
an event before its clients knew (in November 2019, for everybody).
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any

import discord
from discord.gateway import DiscordWebSocket

log = logging.getLogger(__name__)

Parse = Callable[[Any], None]

ODD_FRAME = 4000
"""The code that closes a connection so that its session can be resumed."""

NEEDED = frozenset({"READY", "RESUMED"})
"""Events without which a connection is of no use: an error there ends it."""


class UnreadableFrame(ConnectionError):
    """A frame of the gateway is broken: to discord.py a lost connection, which it takes up again."""


class UnreadableStart(Exception):
    """Discord begins a connection in a way that this version of discord.py cannot read."""


def drop_unreadable_events(
    client: discord.Client, dropped: Callable[[str], None] = lambda event: None
) -> None:
    """Let no event that discord.py cannot read end the connection of a client.

    `dropped` is told the name of each event that was dropped. One that is needed raises `UnreadableStart` in `connect`.
    """
    DiscordWebSocket.received_message = _receive  # type: ignore[method-assign]
    parsers: dict[str, Parse] = client._connection.parsers
    for event, parse in parsers.items():
        parsers[event] = (
            partial(_parse_needed, event, parse)
            if event in NEEDED
            else partial(_parse, event, parse, dropped)
        )


_received = DiscordWebSocket.received_message


async def _receive(socket: DiscordWebSocket, message: Any) -> None:
    """Read a frame. One that is broken closes the connection, and raises `UnreadableFrame`."""
    try:
        await _received(socket, message)
    except (zlib.error, ValueError, TypeError, KeyError, AttributeError) as fault:
        is_broken = isinstance(fault, (zlib.error, ValueError, AttributeError))
        if not is_broken and socket._keep_alive is not None and socket.session_id is None:
            # each further try would spend one of the day's identifies
            raise UnreadableStart("READY") from fault
        log.exception("a frame of the gateway could not be read, and its connection begins again")
        socket._dispatch("unreadable_frame")
        await socket.close(code=ODD_FRAME)
        raise UnreadableFrame("a frame could not be read") from fault


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
