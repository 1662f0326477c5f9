"""The views of the page, as JSON: channels, members, messages, traffic, switches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from playground.fault_switches import SWITCHES, Switches
from playground.members.person import Person
from playground.traffic_log import TrafficLine
from playground.world import payloads
from playground.world.permissions import Permission, get_channel_permissions
from playground.world.state import RECIPIENT_ADD, TEXT, Channel, Guild, Message
from playground.world.world import World

Json = dict[str, Any]


def find_visible_channel(world: World, person: Person) -> Channel | None:
    """Return the first channel that a person sees, or None."""
    for guild in world.guilds.values():
        if person.id in guild.members and (channels := _channels(guild, person)):
            return channels[0]
    return None


def channel_view(
    world: World,
    people: Iterable[Person],
    person: Person,
    channel: Channel,
    switches: Switches,
    *,
    connected: bool,
) -> Json:
    """Return everything that `person` sees with `channel` open. `connected` is True while the bot is there."""
    visible = not channel.deleted and person.sees(channel)
    guilds = [guild for guild in world.guilds.values() if person.id in guild.members]
    return {
        "me": str(person.id),
        "bot": {"id": str(world.bot.id), "name": world.bot.name, "here": connected},
        "people": [{"id": str(each.id), "name": each.name} for each in people],
        "guilds": [_guild(guild, person) for guild in guilds] + _direct(world, person),
        "channel": str(channel.id) if visible else None,
        "members": _members(channel) if visible else [],
        "may": {
            "delete": visible and person.can(channel, "manage_messages"),
            "thread": visible and channel.type == TEXT and person.can(channel, "create_public_threads"),
            "launch": visible and person.can_launch(channel),
        },
        "messages": [message_view(each, person) for each in person.messages(channel)] if visible else [],
        "commands": person.offered_commands(channel) if visible else [],
        "users": {str(user.id): user.name for user in world.users.values()},
        "channels": {str(each.id): each.name for each in world.channels.values()},
        "roles": {
            str(role.id): role.name for guild in world.guilds.values() for role in guild.roles.values()
        },
        "switches": [
            {"key": key, "label": each.label, "about": each.about, "on": switches.is_on(key, channel)}
            for key, each in SWITCHES.items()
        ],
    }


def message_view(shown: Message, person: Person) -> Json:
    """Return a message as Discord sends it, with the fields that only the page needs to show it to `person`."""
    payload = payloads.message_json(shown)
    if shown.type == RECIPIENT_ADD:
        # Discord sends no words for it: its client writes them
        payload = {
            **payload,
            "content": f"added {' '.join(user.name for user in shown.pings)} to the thread.",
        }
    return {
        **payload,
        "author_name": shown.author.name,
        "bot": shown.author.bot,
        "only_you": shown.ephemeral,
        "loading": shown.loading,
        "to_me": shown.notifies(person.user),
    }


def traffic_view(entry: TrafficLine) -> Json:
    """Return a line of the traffic, its times in milliseconds."""
    return {
        "at": round(entry.at * 1000),
        "kind": entry.kind,
        "name": entry.name,
        "sent": entry.sent,
        "got": entry.got,
        "status": entry.status,
        "ms": None if entry.seconds is None else round(entry.seconds * 1000, 1),
    }


def _direct(world: World, person: Person) -> list[Json]:
    """Return the conversations of a person, if there are any, as if they were a guild."""
    views = [
        {
            "id": str(channel.id),
            "name": world.bot.name if channel.recipient is not None else channel.name,
            "topic": "" if channel.recipient is not None else ", ".join(each.name for each in channel.people),
            "thread": False,
            "direct": True,
            "writable": True,
        }
        for channel in world.channels.values()
        if channel.guild is None and person.sees(channel)
    ]
    return [{"id": "0", "name": "Direct messages", "channels": views}] if views else []


def _members(channel: Channel) -> list[Json]:
    """Return the members that see a channel: people first, then the bot."""
    if channel.guild is None:
        return [{"id": str(user.id), "name": user.name, "bot": user.bot} for user in channel.people]
    seen = [
        member
        for member in channel.guild.members.values()
        if get_channel_permissions(member, channel) & int(Permission.VIEW_CHANNEL)
    ]
    return [
        {"id": str(member.id), "name": member.user.name, "bot": member.user.bot}
        for member in sorted(seen, key=lambda member: (member.user.bot, member.user.name.casefold()))
    ]


def _channels(guild: Guild, person: Person) -> list[Channel]:
    channels: list[Channel] = []
    for channel in guild.channels.values():
        if person.sees(channel):
            channels.append(channel)
            channels += [
                thread
                for thread in guild.threads.values()
                if thread.parent is channel and not thread.archived and person.sees(thread)
            ]
    return channels


def _guild(guild: Guild, person: Person) -> Json:
    return {
        "id": str(guild.id),
        "name": guild.name if guild.present else f"{guild.name} (without the bot)",
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
