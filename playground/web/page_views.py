"""What a browser tab is shown, as JSON: the channel, the members, the messages, the traffic."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playground.api import payloads
from playground.fault_switches import SWITCHES
from playground.members import command_parser
from playground.web.traffic_log import Line
from playground.world.permissions import Permission, in_channel
from playground.world.state import Channel, Guild, Message

if TYPE_CHECKING:
    from playground.members.client import Person
    from playground.server import Playground

Json = dict[str, Any]


def sees(person: Person, channel: Channel) -> bool:
    """Whether somebody may look into a channel."""
    if channel.guild is None:
        return channel.recipient is person.user
    member = channel.guild.members.get(person.id)
    return member is not None and bool(in_channel(member, channel) & int(Permission.VIEW_CHANNEL))


def first_seen(playground: Playground, person: Person) -> Channel | None:
    """The first channel that somebody may look into."""
    for guild in playground.world.guilds.values():
        if person.id in guild.members and (found := _channels(guild, person)):
            return found[0]
    return None


def everything(playground: Playground, person: Person, channel: Channel) -> Json:
    """All that somebody sees, looking into `channel`."""
    world = playground.world
    visible = not channel.deleted and sees(person, channel)
    mine = [guild for guild in world.guilds.values() if person.id in guild.members]
    return {
        "me": str(person.id),
        "bot": {"id": str(world.bot.id), "name": world.bot.name, "here": playground.connected},
        "people": [{"id": str(each.id), "name": each.name} for each in playground.people],
        "guilds": [_guild(guild, person) for guild in mine] + _direct(playground, person),
        "channel": str(channel.id) if visible else None,
        "members": _members(channel) if visible else [],
        "messages": [message(each) for each in person.messages(channel)] if visible else [],
        "commands": command_parser.offered(playground, channel, person.user) if visible else [],
        "users": {str(user.id): user.name for user in world.users.values()},
        "channels": {str(each.id): each.name for each in world.channels.values()},
        "roles": {
            str(role.id): role.name for guild in world.guilds.values() for role in guild.roles.values()
        },
        "switches": switches(playground, channel),
    }


def message(found: Message) -> Json:
    """A message, with what only the page needs beside what Discord says of it."""
    return {
        **payloads.message(found),
        "author_name": found.author.name,
        "bot": found.author.bot,
        "only_you": found.ephemeral,
        "loading": found.loading,
    }


def line(found: Line) -> Json:
    """A line of the traffic; times in milliseconds."""
    return {
        "at": round(found.at * 1000),
        "kind": found.kind,
        "name": found.name,
        "sent": found.sent,
        "got": found.got,
        "status": found.status,
        "ms": None if found.seconds is None else round(found.seconds * 1000, 1),
    }


def switches(playground: Playground, channel: Channel) -> list[Json]:
    """The troubles that can be switched on, and which are."""
    return [
        {"key": key, "label": each.label, "about": each.about, "on": playground.switches.is_on(key, channel)}
        for key, each in SWITCHES.items()
    ]


def _direct(playground: Playground, person: Person) -> list[Json]:
    """The conversation with the bot, once there is one, as if it were a guild of its own."""
    name = playground.world.bot.name
    for channel in playground.world.channels.values():
        if channel.recipient is person.user:
            about = {"id": str(channel.id), "name": name, "topic": "", "thread": False, "writable": True}
            return [{"id": "0", "name": "Direct messages", "channels": [about]}]
    return []


def _members(channel: Channel) -> list[Json]:
    """Who sees a channel: people first, then the bot."""
    if channel.guild is None:
        return []
    seen = [
        member
        for member in channel.guild.members.values()
        if in_channel(member, channel) & int(Permission.VIEW_CHANNEL)
    ]
    return [
        {"id": str(member.id), "name": member.user.name, "bot": member.user.bot}
        for member in sorted(seen, key=lambda member: (member.user.bot, member.user.name.casefold()))
    ]


def _channels(guild: Guild, person: Person) -> list[Channel]:
    found: list[Channel] = []
    for channel in guild.channels.values():
        if sees(person, channel):
            found.append(channel)
            found += [
                thread
                for thread in guild.threads.values()
                if thread.parent is channel and not thread.archived and sees(person, thread)
            ]
    return found


def _guild(guild: Guild, person: Person) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name,
        "channels": [
            {
                "id": str(channel.id),
                "name": channel.name,
                "topic": channel.topic or "",
                "thread": channel.is_thread,
                "writable": person.can(channel, "send_messages"),
            }
            for channel in _channels(guild, person)
        ],
    }
