"""The faults that the page can switch on and off, each by its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playground.faults import Faults
from playground.gateway.gateway import PASSING
from playground.world.state import Channel
from playground.world.world import OLD_AFTER, World

SLOW = 1.2
"""Seconds that "slow" holds each request back. A bot still answers within Discord's three seconds."""
WAIT = 45.0
"""Seconds that a 429 asks for: more than discord.py waits by itself."""
SHARED_WAIT = 3.0
"""The same for a limit shared with other bots: short enough for discord.py to wait by itself."""
ALWAYS = 1_000_000

End = Callable[[], None]
Begin = Callable[[World, Faults, Channel], End]


@dataclass(frozen=True, slots=True)
class Switch:
    """A fault with its label on the page and a sentence about it.

    `begin` causes it and returns a callable that ends it. A `local` one is on or off for each channel separately.
    """

    key: str
    label: str
    about: str
    begin: Begin
    local: bool = False


def _slow(world: World, faults: Faults, channel: Channel) -> End:
    return faults.latency(SLOW)


def _no_gateway(world: World, faults: Faults, channel: Channel) -> End:
    faults.refuse_connections()
    faults.drop_gateway()
    return lambda: faults.refuse_connections(False)


def _closing_gateway(world: World, faults: Faults, channel: Channel) -> End:
    faults.close_each_connection(PASSING)
    return lambda: faults.close_each_connection(())


def _failing_edits(world: World, faults: Faults, channel: Channel) -> End:
    return faults.fail_next("PATCH", r"^/channels/", 500, times=ALWAYS)


def _rate_limited(world: World, faults: Faults, channel: Channel) -> End:
    posts = faults.rate_limit("POST", r"^/channels/", WAIT, times=ALWAYS)
    edits = faults.rate_limit("PATCH", r"^/channels/", WAIT, times=ALWAYS)

    def end() -> None:
        posts()
        edits()

    return end


def _shared_limit(world: World, faults: Faults, channel: Channel) -> End:
    return faults.rate_limit("PATCH", r"^/channels/", SHARED_WAIT, times=ALWAYS, scope="shared")


def _refused_answers(world: World, faults: Faults, channel: Channel) -> End:
    return faults.refuse_answers()


def _lost_answers(world: World, faults: Faults, channel: Channel) -> End:
    return faults.lose_answer("POST", "", times=ALWAYS, every=2)


def _old_messages(world: World, faults: Faults, channel: Channel) -> End:
    world.old_after = 0.0

    def end() -> None:
        world.old_after = OLD_AFTER

    return end


def _locked(world: World, faults: Faults, channel: Channel) -> End:
    before = channel.locked
    channel.locked = True
    world.channel_changed(channel)

    def end() -> None:
        channel.locked = before
        world.channel_changed(channel)

    return end


def _without(permission: str) -> Begin:
    def begin(world: World, faults: Faults, channel: Channel) -> End:
        world.overwrite(channel, None, permission, False)
        return lambda: world.overwrite(channel, None, permission, None)

    return begin


def _outage(world: World, faults: Faults, channel: Channel) -> End:
    guild = channel.guild or world.default_guild
    world.begin_outage(guild, rest=True)
    return lambda: world.end_outage(guild)


SWITCHES = {
    each.key: each
    for each in (
        Switch(
            "slow",
            "Slow network",
            f"Each request of the bot's takes {SLOW} s more.",
            _slow,
        ),
        Switch("gateway", "No gateway", "The bot's connection is cut, and refused until then.", _no_gateway),
        Switch(
            "closes",
            "Gateway closes",
            f"The bot is thrown out as often as there are codes for it, {PASSING[0]} to {PASSING[-1]}.",
            _closing_gateway,
        ),
        Switch(
            "errors",
            "Edits fail",
            "Discord answers every edit of a channel's message with 500.",
            _failing_edits,
        ),
        Switch(
            "full",
            "Too many requests",
            f"Messages and edits are refused with 429, and a wait of {WAIT:.0f} s.",
            _rate_limited,
        ),
        Switch(
            "shared",
            "Others are too many",
            f"Edits are refused with 429 of a shared limit, and a wait of {SHARED_WAIT:.0f} s.",
            _shared_limit,
        ),
        Switch(
            "answers",
            "Answers refused",
            "The first answer to a press or command is refused with 400; an acknowledgement passes.",
            _refused_answers,
        ),
        Switch(
            "lost",
            "Answers lost",
            "Every other post arrives, but Discord's answer to it never comes back.",
            _lost_answers,
        ),
        Switch(
            "old",
            "Old messages",
            "Every message counts as older than an hour: three edits in six seconds, then 429.",
            _old_messages,
        ),
        Switch(
            "locked",
            "Thread locked",
            "This place is locked, as moderators lock a thread.",
            _locked,
            local=True,
        ),
        Switch(
            "files",
            "May not attach files here",
            "The bot loses Attach Files in this channel.",
            _without("attach_files"),
            local=True,
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
    """The switches, and the faults that are on."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self._on: dict[tuple[str, int], End] = {}

    def is_on(self, key: str, channel: Channel) -> bool:
        """Return True if a fault is on, seen from `channel`."""
        return self._place(key, channel) in self._on

    def turn(self, key: str, on: bool, channel: Channel) -> None:
        """Switch a fault on or off, unless it already is. Raises LookupError for an unknown key."""
        place = self._place(key, channel)
        if on and place not in self._on:
            self._on[place] = SWITCHES[key].begin(self.world, self.faults, channel)
        elif not on and place in self._on:
            self._on.pop(place)()
        self.world.announce()

    def _place(self, key: str, channel: Channel) -> tuple[str, int]:
        if key not in SWITCHES:
            raise LookupError(f"no switch is called {key!r}; there are {', '.join(SWITCHES)}")
        if SWITCHES[key].local:
            return key, (channel.parent or channel).id
        return key, 0
