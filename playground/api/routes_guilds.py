"""The routes of guilds and their members."""

from __future__ import annotations

from typing import Any

from playground.api.rest import Answer, Call, RouteTable
from playground.errors import ApiError, unknown
from playground.world import payloads
from playground.world.state import Member

routes = RouteTable()

Json = dict[str, Any]


@routes.add("GET", "/guilds/{guild_id}")
def guild(call: Call) -> Answer:
    """Return a guild."""
    return payloads.guild_json(call.guild())


@routes.add("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> Answer:
    """Return a guild's channels."""
    return [payloads.channel_json(channel) for channel in call.guild().channels.values()]


@routes.add("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Answer:
    """Return a guild's threads that are not archived."""
    threads = [thread for thread in call.guild().threads.values() if not thread.archived]
    return {
        "threads": [payloads.channel_json(thread) for thread in threads],
        "members": [],
        "has_more": False,
    }


@routes.add("GET", "/guilds/{guild_id}/roles")
def guild_roles(call: Call) -> Answer:
    """Return a guild's roles."""
    return [payloads.role_json(role) for role in call.guild().roles.values()]


@routes.add("GET", "/guilds/{guild_id}/members")
def guild_members(call: Call) -> Answer:
    """Return a guild's members, if the bot has the intent for them."""
    if not call.backend.gateway.privileged_intents:
        call.guild()  # an unknown guild is refused as such, with or without the intent
        raise ApiError(403, 50001, "Missing Access")
    limit = call.number("limit", 1)
    after = call.number("after", 0)
    members = sorted(call.guild().members.values(), key=lambda member: member.id)
    return [payloads.member_json(member) for member in members if member.id > after][:limit]


@routes.add("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(call: Call) -> Answer:
    """Return one member of a guild."""
    return payloads.member_json(_member(call))


@routes.add("GET", "/users/@me/guilds/{guild_id}/member")
def own_member(call: Call) -> Answer:
    """Return the bot as a member of a guild."""
    bot = call.world.bot_member(call.guild())
    assert bot is not None
    return payloads.member_json(bot)


@routes.add("DELETE", "/users/@me/guilds/{guild_id}")
def leave(call: Call) -> Answer:
    """Take the bot out of a guild."""
    call.world.remove_bot(call.guild())
    return None


def _member(call: Call) -> Member:
    guild = call.guild()
    text = call.text("user_id")
    user_id = call.world.bot.id if text == "@me" else call.id("user_id")
    member = guild.members.get(user_id)
    if member is None:
        known = user_id in call.world.users
        raise unknown(10007, "Member") if known else unknown(10013, "User")
    return member
