"""The parser of slash commands: it turns typed words and options into the data that Discord's client sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playground.api.commands import Commands
from playground.api.interactions import context_of
from playground.errors import CommandRefused
from playground.validate.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from playground.world import payloads
from playground.world.permissions import get_channel_permissions
from playground.world.state import Channel, Message, User
from playground.world.world import World

Json = dict[str, Any]

USER_COMMAND = 2
MESSAGE_COMMAND = 3
"""The types of commands in the menus of members and messages, as Discord numbers them."""


@dataclass(slots=True)
class Command:
    """A command found by its words: the registered one, its last subcommand, and the path between them."""

    root: Json
    leaf: Json
    path: list[Json]


def get_offered(commands: Commands, channel: Channel, user: User) -> list[Json]:
    """Return the slash commands that `user` is offered in `channel`: registered there, and allowed to them."""
    return [
        command
        for command in _registered(commands, channel)
        if get_refusal(commands, command, channel, user) is None
    ]


def _registered(commands: Commands, channel: Channel) -> list[Json]:
    guild = channel.guild
    return commands.get_slash_commands(guild.id if guild is not None and guild.present else None)


def _is_installed(command: Json, channel: Channel, user: User) -> bool:
    """Return whether the app is there with this command: by the server's choice, or the user's own."""
    types = command.get("integration_types") or [0]
    by_user = 1 in types and user.has_app
    if channel.guild is not None:
        return by_user or (0 in types and channel.guild.present)
    # anyone who shares a server with the bot may write to it
    return by_user or (0 in types and channel.recipient is not None)


def get_refusal(commands: Commands, command: Json, channel: Channel, user: User) -> str | None:
    """Return the reason why Discord's client hides a command from `user` in `channel`, None if it shows it."""
    contexts = command.get("contexts")
    if not _is_installed(command, channel, user):
        return f"the app is not installed here, and {user.name} does not bring it along"
    if contexts is not None and context_of(channel) not in contexts:
        return f"/{command['name']} is not offered in this kind of place"
    if channel.guild is None:
        return None if command.get("dm_permission", True) else "it is for servers only"
    member = channel.guild.members.get(user.id)
    allowed = get_channel_permissions(member, channel) if member else 0
    if member is not None and not allowed & 8:
        # An admin's setting for the command replaces the permissions that the bot asked for.
        here = (channel.parent or channel).id
        roles = [role.id for role in member.roles]
        if commands.find_exception(channel.guild, command["name"], [here]) is False:
            return f"/{command['name']} is switched off in this channel"
        if (
            permitted := commands.find_exception(
                channel.guild, command["name"], [user.id, *roles, channel.guild.id]
            )
        ) is not None:
            return None if permitted else f"/{command['name']} is not for {user.name}"
    needed = command.get("default_member_permissions")
    if needed is None:
        return None
    # A need of 0 means: administrators only, until an admin says otherwise.
    missing = int(needed) & ~allowed if int(needed) else ~allowed & 8
    return f"/{command['name']} needs permissions that {user.name} lacks" if missing else None


def find(commands: Commands, channel: Channel, words: str) -> Command:
    """Return the command called `words`, such as "table open". Raises `CommandRefused` if there is none."""
    names = words.lstrip("/").split()
    registered = _registered(commands, channel)
    root = next((each for each in registered if names and each["name"] == names[0]), None)
    if root is None:
        known = ", ".join(each["name"] for each in registered) or "none at all"
        raise CommandRefused(f"no command is called {words!r}; there are {known}")
    node, path = root, []
    for name in names[1:]:
        below = [each for each in node.get("options") or () if each["type"] in (SUBCOMMAND, GROUP)]
        following = next((each for each in below if each["name"] == name), None)
        if following is None:
            known = ", ".join(each["name"] for each in below) or "none"
            raise CommandRefused(f"no command is called {words!r}; after that come {known}")
        node = following
        path.append(node)
    if any(each["type"] in (SUBCOMMAND, GROUP) for each in node.get("options") or ()):
        known = ", ".join(each["name"] for each in node["options"])
        raise CommandRefused(f"{words!r} goes on: {known}")
    return Command(root, node, path)


def find_menu_command(
    commands: Commands, channel: Channel, user: User, name: str, target: User | Message
) -> Json:
    """Return the entry that the menu of a member or message has under a name.

    Raises `CommandRefused` if `user` has none there.
    """
    kind = USER_COMMAND if isinstance(target, User) else MESSAGE_COMMAND
    places = [None] if channel.guild is None else [None, channel.guild.id]
    for command in (each for place in places for each in commands.get_all(place)):
        if command["type"] == kind and command["name"] == name:
            if reason := get_refusal(commands, command, channel, user):
                raise CommandRefused(reason)
            return command
    raise CommandRefused(f"no entry of this menu is called {name!r}")


def build_menu_data(world: World, channel: Channel, command: Json, target: User | Message) -> Json:
    """Return the data of an interaction with an entry of the menu of a member or message."""
    resolved: Json = {}
    if isinstance(target, User):
        resolve(world, channel, USER, target, resolved)
    else:
        resolved["messages"] = {str(target.id): payloads.message_json(target)}
    return {
        "id": command["id"],
        "name": command["name"],
        "type": command["type"],
        "target_id": str(target.id),
        "resolved": resolved,
    }


def build_data(
    world: World,
    channel: Channel,
    command: Command,
    values: Mapping[str, Any],
    *,
    focused: str | None = None,
) -> Json:
    """Return the data of the interaction. Raises `CommandRefused` for options that the client would not send.

    `focused` is the option being typed, for an autocompletion: then no option is required and no value checked.
    """
    listed = command.leaf.get("options") or []
    known = {option["name"]: option for option in listed}
    if strangers := values.keys() - known.keys():
        raise CommandRefused(
            f"no option is called {', '.join(sorted(strangers))}; there are {', '.join(known)}"
        )
    options: list[Json] = []
    resolved: Json = {}
    for option in listed:
        name = option["name"]
        if name not in values:
            if option.get("required") and focused is None:
                raise CommandRefused(f"option {name} is required")
            continue
        if name == focused:
            options.append(
                {
                    "name": name,
                    "type": option["type"],
                    "value": str(values[name]),
                    "focused": True,
                }
            )
            continue
        value = _value(world, channel, option, values[name], resolved, check=focused is None)
        options.append({"name": name, "type": option["type"], "value": value})
    for node in reversed(command.path):
        options = [{"name": node["name"], "type": node["type"], "options": options}]
    payload: Json = {
        "id": command.root["id"],
        "name": command.root["name"],
        "type": command.root["type"],
        "options": options,
    }
    if resolved:
        payload["resolved"] = resolved
    if "guild_id" in command.root:
        payload["guild_id"] = command.root["guild_id"]
    return payload


def _value(world: World, channel: Channel, option: Json, value: Any, resolved: Json, *, check: bool) -> Any:
    kind, name = option["type"], option["name"]
    if kind in (USER, ROLE, CHANNEL, MENTIONABLE, ATTACHMENT):
        return resolve(world, channel, kind, value, resolved)
    converted: Any
    try:
        converted = _CONVERT[kind](value)
    except (TypeError, ValueError):
        raise CommandRefused(f"option {name} does not take {value!r}") from None
    if not check:
        return converted
    choices = option.get("choices") or []
    if choices:
        # A choice may be named by its label, which members read, or by its value, which the bot receives.
        for choice in choices:
            if value in (choice["name"], choice["value"]) or converted == choice["value"]:
                return choice["value"]
        offered = ", ".join(str(choice["value"]) for choice in choices)
        raise CommandRefused(f"option {name} offers {offered}, not {value!r}")
    size = len(converted) if kind == STRING else converted
    low, high = ("min_length", "max_length") if kind == STRING else ("min_value", "max_value")
    if option.get(low) is not None and size < option[low]:
        raise CommandRefused(f"option {name} is below {option[low]}: {value!r}")
    if option.get(high) is not None and size > option[high]:
        raise CommandRefused(f"option {name} is above {option[high]}: {value!r}")
    return converted


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if str(value).lower() in ("true", "false"):
        return str(value).lower() == "true"
    raise ValueError(value)


_CONVERT: dict[int, Callable[[Any], Any]] = {STRING: str, INTEGER: int, BOOLEAN: _truth, NUMBER: float}


def resolve(world: World, channel: Channel, kind: int, value: Any, resolved: Json) -> str:
    """Return the id of a chosen user, role or channel, and enter the object into `resolved`.

    `value` is the object or its id. Raises `CommandRefused` if there is none.
    """
    guild = channel.guild
    number = int(getattr(value, "id", value))
    key = str(number)
    if kind in (USER, MENTIONABLE):
        user = world.users.get(number)
        if user is not None:
            resolved.setdefault("users", {})[key] = payloads.user_json(user)
            if guild and (member := guild.members.get(number)):
                partial = payloads.member_json(member)
                # Discord leaves these out of resolved members: their user is in "users".
                del partial["user"], partial["deaf"], partial["mute"]
                partial["permissions"] = str(get_channel_permissions(member, channel))
                resolved.setdefault("members", {})[key] = partial
            return key
    if kind in (ROLE, MENTIONABLE) and guild and (role := guild.roles.get(number)):
        resolved.setdefault("roles", {})[key] = payloads.role_json(role)
        return key
    if kind == CHANNEL and (channel_chosen := world.channels.get(number)):
        resolved.setdefault("channels", {})[key] = payloads.interaction_channel_json(channel_chosen, None) | {
            "permissions": "0"
        }
        return key
    raise CommandRefused(f"nothing here has the id {number}")


def leaves(node: Json, words: str) -> list[str]:
    """Return the full names of a command's subcommands, as typed; just `words` if it has none."""
    below = [each for each in node.get("options") or () if each["type"] in (1, 2)]
    if not below:
        return [words]
    return [leaf for each in below for leaf in leaves(each, f"{words} {each['name']}")]
