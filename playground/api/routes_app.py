"""The routes of the application: itself, its commands, its emoji, users, the gateway's address."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from playground.api.rest import Answer, Call, RouteTable
from playground.errors import ApiError, FormError, form_error, missing_access, unknown
from playground.validate import shapes
from playground.world import payloads
from playground.world.permissions import get_guild_permissions
from playground.world.state import Emoji

routes = RouteTable()

Json = dict[str, Any]

MAX_EMOJIS = 2000
MAX_EMOJI_BYTES = 256 * 1024

_EMOJI_NAME = re.compile(r"^\w{2,32}$")
_DATA_URI = re.compile(r"^data:(image/(?:png|jpe?g|gif|webp|avif));base64,(.*)$", re.DOTALL)


@routes.add("GET", "/gateway", open=True)
def gateway(call: Call) -> Answer:
    """Return the address of the gateway."""
    return {"url": call.backend.gateway.url}


@routes.add("GET", "/gateway/bot")
def gateway_bot(call: Call) -> Answer:
    """Return the address of the gateway, and the shards and identifies that a bot may use."""
    gateway = call.backend.gateway
    return {
        "url": gateway.url,
        "shards": call.backend.shards,
        "session_start_limit": {
            "total": 1000,
            "remaining": gateway.identifies_left,
            "reset_after": 14_400_000,
            "max_concurrency": gateway.max_concurrency,
        },
    }


@routes.add("GET", "/soundboard-default-sounds")
def default_sounds(call: Call) -> Answer:
    """Return the sounds that every server has: none here. Some libraries ask before they are ready."""
    return []


@routes.add("GET", "/voice/regions")
def voice_regions(call: Call) -> Answer:
    """Return the regions of voice servers: none here."""
    return []


@routes.add("GET", "/users/@me", scope="identify")
def me(call: Call) -> Answer:
    """Return the bot's account, or that of the member whose access token it is."""
    return payloads.own_user_json(call.asker or call.world.bot)


@routes.add("GET", "/users/@me/guilds")
def my_guilds(call: Call) -> Answer:
    """Return the guilds that the bot is in."""
    guilds = [guild for guild in call.world.guilds.values() if guild.present]
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": False,
            "permissions": str(get_guild_permissions(guild.members[call.world.bot.id])),
            "features": [],
        }
        for guild in guilds
    ]


@routes.add("POST", "/users/@me/channels", shape=shapes.RECIPIENT)
def open_direct_channel(call: Call) -> Answer:
    """Return the direct conversation with a user."""
    user = call.world.users.get(int(call.body.fields.get("recipient_id") or 0))
    if user is None:
        raise unknown(10013, "User")
    return payloads.channel_json(call.world.direct_channel(user))


@routes.add("GET", "/users/{user_id}")
def user(call: Call) -> Answer:
    """Return a user."""
    account = call.world.users.get(call.id("user_id"))
    if account is None:
        raise unknown(10013, "User")
    return payloads.user_json(account)


@routes.add("GET", "/applications/@me")
@routes.add("GET", "/oauth2/applications/@me")
def application(call: Call) -> Answer:
    """Return the application behind the bot."""
    world = call.world
    owner = call.backend.owner
    return payloads.application_json(
        world.bot, owner, len(world.guilds), for_users=world.for_users, activities=world.activities
    )


# -- commands ---------------------------------------------------------------------------------------------------

GLOBAL = "/applications/{application_id}/commands"
GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


def _guild_id(call: Call) -> int | None:
    """Return the guild in the path, None for the global commands.

    Raises `ApiError` for another application.
    """
    _require_own(call)
    if "guild_id" not in call.request.match_info:
        return None
    if call.id("guild_id") not in call.world.guilds:
        raise missing_access()
    return call.id("guild_id")


def _require_own(call: Call) -> None:
    if call.id("application_id") != call.world.bot.id:
        raise ApiError(403, 20012, "You are not authorized to perform this action")


@routes.add("GET", GLOBAL)
@routes.add("GET", GUILD)
def list_commands(call: Call) -> Answer:
    """Return all commands of a guild, or the global ones."""
    return call.backend.commands.get_all(_guild_id(call))


@routes.add("PUT", GLOBAL, shape=shapes.COMMANDS)
@routes.add("PUT", GUILD, shape=shapes.COMMANDS)
def overwrite_commands(call: Call) -> Answer:
    """Replace all commands of a guild, or the global ones."""
    return call.backend.commands.overwrite(_guild_id(call), call.body.json)


@routes.add("POST", GLOBAL, shape=shapes.COMMAND)
@routes.add("POST", GUILD, shape=shapes.COMMAND)
def create_command(call: Call) -> Answer:
    """Add one command."""
    guild_id = _guild_id(call)
    before = len(call.backend.commands.get_all(guild_id))
    command = call.backend.commands.create(guild_id, call.body.fields)
    call.status = 201 if len(call.backend.commands.get_all(guild_id)) > before else 200
    return command


@routes.add("GET", GLOBAL + "/{command_id:[0-9]+}")
@routes.add("GET", GUILD + "/{command_id:[0-9]+}")
def get_command(call: Call) -> Answer:
    """Return one command."""
    return call.backend.commands.get(_guild_id(call), call.id("command_id"))


@routes.add("PATCH", GLOBAL + "/{command_id:[0-9]+}", shape=shapes.COMMAND)
@routes.add("PATCH", GUILD + "/{command_id:[0-9]+}", shape=shapes.COMMAND)
def edit_command(call: Call) -> Answer:
    """Change one command."""
    guild_id, command_id = _guild_id(call), call.id("command_id")
    return call.backend.commands.edit(guild_id, command_id, call.body.fields)


@routes.add("DELETE", GLOBAL + "/{command_id:[0-9]+}")
@routes.add("DELETE", GUILD + "/{command_id:[0-9]+}")
def delete_command(call: Call) -> Answer:
    """Remove one command."""
    call.backend.commands.delete(_guild_id(call), call.id("command_id"))
    return None


@routes.add("GET", GUILD + "/permissions")
def command_permissions(call: Call) -> Answer:
    """Return the exceptions that admins made for commands."""
    return call.backend.commands.get_exceptions(_guild_id(call))


@routes.add("GET", GUILD + "/{command_id:[0-9]+}/permissions")
def one_command_permissions(call: Call) -> Answer:
    """Return the exceptions that admins made for one command; 10066 refuses where there are none."""
    guild_id = _guild_id(call)
    command = call.backend.commands.get(guild_id, call.id("command_id"))
    for each in call.backend.commands.get_exceptions(guild_id):
        if each["id"] == command["id"]:
            return each
    raise unknown(10066, "application command permissions")


# -- emojis -----------------------------------------------------------------------------------------------------


@routes.add("GET", "/applications/{application_id}/emojis")
def list_emojis(call: Call) -> Answer:
    """Return all emojis of the application."""
    _require_own(call)
    world = call.world
    return {"items": [payloads.emoji_json(emoji, world.bot) for emoji in world.emojis.values()]}


@routes.add("GET", "/applications/{application_id}/emojis/{emoji_id}")
def get_emoji(call: Call) -> Answer:
    """Return one emoji of the application."""
    return payloads.emoji_json(_emoji(call), call.world.bot)


@routes.add("POST", "/applications/{application_id}/emojis", shape=shapes.EMOJI)
def create_emoji(call: Call) -> Answer:
    """Upload an emoji: a name, and a picture as a data address."""
    _require_own(call)
    world = call.world
    if len(world.emojis) >= MAX_EMOJIS:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({MAX_EMOJIS})")
    errors = FormError()
    name = call.body.fields.get("name")
    _check_name(call, errors, name, None)
    match = _DATA_URI.match(str(call.body.fields.get("image") or ""))
    if match is None:
        errors.add(("image",), "IMAGE_INVALID", "Unsupported image type given")
    errors.raise_if_any()
    assert match is not None
    try:
        image = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        raise form_error(("image",), "BINARY_TYPE_INVALID", "Invalid image data") from None
    if len(image) > MAX_EMOJI_BYTES:
        raise form_error(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    call.status = 201
    emoji = Emoji(world.snowflake(), str(name), image, match[1])
    world.emojis[emoji.id] = emoji
    world.announce()
    return payloads.emoji_json(emoji, world.bot)


@routes.add("PATCH", "/applications/{application_id}/emojis/{emoji_id}", shape=shapes.EMOJI)
def rename_emoji(call: Call) -> Answer:
    """Give an emoji another name."""
    emoji = _emoji(call)
    errors = FormError()
    name = call.body.fields.get("name")
    _check_name(call, errors, name, emoji.id)
    errors.raise_if_any()
    emoji.name = str(name)
    return payloads.emoji_json(emoji, call.world.bot)


@routes.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(call: Call) -> Answer:
    """Remove an emoji."""
    del call.world.emojis[_emoji(call).id]
    return None


def _emoji(call: Call) -> Emoji:
    _require_own(call)
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise unknown(10014, "Emoji")
    return emoji


def _check_name(call: Call, errors: FormError, name: object, own: int | None) -> None:
    if not isinstance(name, str) or not _EMOJI_NAME.match(name):
        errors.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
        return
    for emoji in call.world.emojis.values():
        if emoji.name == name and emoji.id != own:
            errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This name is already taken.")
