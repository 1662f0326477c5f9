"""Troubles that can be switched on and off from the page, each by its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.world.state import Channel

if TYPE_CHECKING:
    from playground.server import Playground

SLOW = 1.2
"""Seconds for which "slow" holds each request back: slow to look at, and in time for Discord's three seconds."""
ALWAYS = 1_000_000

TakeBack = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Switch:
    """A trouble: what it is called, what it does, and whether it is one channel's only.

    `begin` brings it about and gives what takes it back.
    """

    key: str
    label: str
    about: str
    begin: Callable[[Playground, Channel], TakeBack]
    local: bool = False


def _no_gateway(playground: Playground, channel: Channel) -> TakeBack:
    playground.faults.refuse_connections()
    playground.faults.drop_gateway()
    return lambda: playground.faults.refuse_connections(False)


def _without(permission: str) -> Callable[[Playground, Channel], TakeBack]:
    def begin(playground: Playground, channel: Channel) -> TakeBack:
        playground.revoke(channel, permission)
        return lambda: playground.reset(channel, permission)

    return begin


def _outage(playground: Playground, channel: Channel) -> TakeBack:
    guild = channel.guild or playground.guild
    guild.outage(rest=True)
    return guild.back


SWITCHES = {
    each.key: each
    for each in (
        Switch(
            "slow",
            "Slow network",
            f"Each request of the bot's takes {SLOW} s more.",
            lambda playground, _: playground.faults.latency(SLOW),
        ),
        Switch("gateway", "No gateway", "The bot's connection is cut, and refused until then.", _no_gateway),
        Switch(
            "errors",
            "Edits fail",
            "Discord answers every edit of a channel's message with 500.",
            lambda playground, _: playground.faults.fail_next("PATCH", r"^/channels/", 500, times=ALWAYS),
        ),
        Switch(
            "full",
            "Too many requests",
            "Every message that the bot posts is refused with 429.",
            lambda playground, _: playground.faults.fail_next(
                "POST", r"^/channels/", 429, times=ALWAYS, message="You are being rate limited."
            ),
        ),
        Switch("outage", "Server outage", "This server is unavailable, as Discord's sometimes are.", _outage),
        Switch(
            "write",
            "May not write here",
            "The bot loses Send Messages in this channel.",
            _without("send_messages"),
            local=True,
        ),
        Switch(
            "see",
            "May not see this channel",
            "The bot loses View Channel.",
            _without("view_channel"),
            local=True,
        ),
    )
}


class Switches:
    """Which troubles are on."""

    def __init__(self, playground: Playground) -> None:
        self.playground = playground
        self._on: dict[tuple[str, int], TakeBack] = {}

    def is_on(self, key: str, channel: Channel) -> bool:
        """Whether a trouble is on, seen from `channel`."""
        return self._place(key, channel) in self._on

    def turn(self, key: str, on: bool, channel: Channel) -> None:
        """Begin a trouble, or take it back; nothing if it is so already. Raises LookupError for an unknown key."""
        place = self._place(key, channel)
        if on and place not in self._on:
            self._on[place] = SWITCHES[key].begin(self.playground, channel)
        elif not on and place in self._on:
            self._on.pop(place)()
        self.playground.world.announce()

    def _place(self, key: str, channel: Channel) -> tuple[str, int]:
        if key not in SWITCHES:
            raise LookupError(f"no switch is called {key!r}; there are {', '.join(SWITCHES)}")
        if SWITCHES[key].local:
            return key, (channel.parent or channel).id
        return key, 0
