"""Routes about guilds and their members."""

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
    """A guild."""
    return payloads.guild(call.guild())


@routes.add("GET", "/guilds/{guild_id}/channels")
def guild_channels(call: Call) -> Answer:
    """A guild's channels."""
    return [payloads.channel(channel) for channel in call.guild().channels.values()]


@routes.add("GET", "/guilds/{guild_id}/threads/active")
def active_threads(call: Call) -> Answer:
    """A guild's threads that are not archived."""
    found = [thread for thread in call.guild().threads.values() if not thread.archived]
    return {"threads": [payloads.channel(thread) for thread in found], "members": []}


@routes.add("GET", "/guilds/{guild_id}/roles")
def guild_roles(call: Call) -> Answer:
    """A guild's roles."""
    return [payloads.role(role) for role in call.guild().roles.values()]


@routes.add("GET", "/guilds/{guild_id}/members")
def guild_members(call: Call) -> Answer:
    """A guild's members, if the bot was granted that intent."""
    if not call.backend.gateway.privileged_intents:
        call.guild()
        raise ApiError(403, 50001, "Missing Access")
    limit = int(call.request.query.get("limit", "1"))
    after = int(call.request.query.get("after", "0"))
    found = sorted(call.guild().members.values(), key=lambda member: member.id)
    return [payloads.member(member) for member in found if member.id > after][:limit]


@routes.add("GET", "/guilds/{guild_id}/members/{user_id}")
def guild_member(call: Call) -> Answer:
    """One member of a guild."""
    return payloads.member(_member(call))


@routes.add("GET", "/users/@me/guilds/{guild_id}/member")
def own_member(call: Call) -> Answer:
    """The bot as a member of a guild."""
    found = call.world.bot_member(call.guild())
    assert found is not None
    return payloads.member(found)


def _member(call: Call) -> Member:
    where = call.guild()
    text = call.text("user_id")
    number = call.world.bot.id if text == "@me" else call.id("user_id")
    found = where.members.get(number)
    if found is None:
        known = number in call.world.users
        raise unknown(10007, "Member") if known else unknown(10013, "User")
    return found
