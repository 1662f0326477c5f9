"""The bot's registered slash commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from playground.errors import ApiError, unknown
from playground.validate.commands import DISCORD_HANDLER, ENTRY_POINT, check_command
from playground.validate.validator import Json, Path, Validator
from playground.world.events import Event
from playground.world.state import Channel, Guild, Member, Role
from playground.world.world import World

MAX_COMMANDS = {1: 100, 2: 15, 3: 15, 4: 1}
"""Commands of each type, in one place."""


class Commands:
    """The registered commands of every place: the global ones, and those of each guild.

    A place is a guild's id, or None for the global commands.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.by_place: dict[int | None, dict[int, Json]] = {}
        self._exceptions: dict[tuple[int, str], dict[int, tuple[int, bool]]] = {}

    def get_all(self, guild_id: int | None) -> list[Json]:
        """Return the commands registered in one place."""
        return list(self.by_place.get(guild_id, {}).values())

    def get_slash_commands(self, guild_id: int | None) -> list[Json]:
        """Return the slash commands that members of a guild see. Its own hide global ones of the same name."""
        by_name = {command["name"]: command for command in self.get_all(None)}
        if guild_id is not None:
            by_name |= {command["name"]: command for command in self.get_all(guild_id)}
        return [command for command in by_name.values() if command["type"] == 1]

    @property
    def entry_point(self) -> Json | None:
        """The command that opens the Activity, None if there is none."""
        return next((command for command in self.get_all(None) if _is_entry_point(command)), None)

    def enable_activity(self) -> None:
        """Give the application an Activity, with the command that Discord makes for it."""
        self.world.activities.enabled = True
        everywhere = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
        self.create(None, {"type": ENTRY_POINT, "name": "launch", "handler": DISCORD_HANDLER, **everywhere})

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """Return one command. Raises `ApiError` 10063 if there is none."""
        try:
            return self.by_place[guild_id][command_id]
        except KeyError:
            raise unknown(10063, "application command") from None

    def permit(self, guild: Guild, name: str, target: Role | Member | Channel, allowed: bool) -> None:
        """Allow or deny a command to a role, a member or in a channel, as an admin does in the server's settings.

        Raises LookupError if no command has that name.
        """
        command = next((each for each in self.get_slash_commands(guild.id) if each["name"] == name), None)
        if command is None:
            raise LookupError(f"no command is called {name!r}")
        exceptions = self._exceptions.setdefault((guild.id, name), {})
        # Types of targets, as Discord numbers them.
        kind = 1 if isinstance(target, Role) else 2 if isinstance(target, Member) else 3
        exceptions[target.id] = (kind, allowed)
        data = self._exceptions_json(guild.id, command, exceptions)
        self.world.emit(Event("APPLICATION_COMMAND_PERMISSIONS_UPDATE", data, guild.id, 0, guild))

    def get_exceptions(self, guild_id: int | None) -> list[Json]:
        """Return the exceptions that admins of a server made, by command; none without a server."""
        return [
            self._exceptions_json(guild_id, command, exceptions)
            for (guild, name), exceptions in self._exceptions.items()
            for command in self.get_slash_commands(guild_id)
            if guild == guild_id and command["name"] == name
        ]

    def _exceptions_json(self, guild_id: int, command: Json, exceptions: dict[int, tuple[int, bool]]) -> Json:
        listed = [
            {"id": str(target_id), "type": kind, "permission": allows}
            for target_id, (kind, allows) in exceptions.items()
        ]
        return {
            "id": command["id"],
            "application_id": str(self.world.bot.id),
            "guild_id": str(guild_id),
            "permissions": listed,
        }

    def find_exception(self, guild: Guild, name: str, target_ids: Iterable[int]) -> bool | None:
        """Return whether an admin allows a command to the first target with an exception; None if none has one."""
        exceptions = self._exceptions.get((guild.id, name), {})
        return next((exceptions[each][1] for each in target_ids if each in exceptions), None)

    def overwrite(self, guild_id: int | None, raw: Any) -> list[Json]:
        """Replace all commands of a place. Raises `ApiError` and changes nothing if any is refused."""
        validator = _no_media()
        listed = raw if isinstance(raw, list) else []
        _check_number(listed)
        entry_point = self.entry_point if guild_id is None else None
        if entry_point is not None and not any(_is_entry_point(each) for each in listed):
            raise ApiError(
                400,
                50240,
                "You cannot remove this app's Entry Point command in a bulk update operation. Please include the"
                " Entry Point command in your update request or delete it separately.",
            )
        old = {(command["type"], command["name"]): command["id"] for command in self.get_all(guild_id)}
        commands: dict[int, Json] = {}
        keys: set[tuple[int, str]] = set()
        for i, each in enumerate(listed):
            command = self._checked(validator, each, (i,), guild_id)
            key = (command["type"], command["name"])
            if key in keys:
                validator.errors.add(
                    (i, "name"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            keys.add(key)
            # Discord keeps the id of a command that is registered again under its name.
            command["id"] = old.get(key, command["id"])
            commands[int(command["id"])] = command
        validator.errors.raise_if_any()
        self.by_place[guild_id] = commands
        self.world.announce()
        return self.get_all(guild_id)

    def create(self, guild_id: int | None, raw: Any) -> Json:
        """Add one command, or replace the one of that name. Raises `ApiError` if it is refused."""
        validator = _no_media()
        command = self._checked(validator, raw, (), guild_id)
        validator.errors.raise_if_any()
        commands = self.by_place.setdefault(guild_id, {})
        for old in commands.values():
            if (old["type"], old["name"]) == (command["type"], command["name"]):
                command["id"] = old["id"]
        if int(command["id"]) not in commands:
            _check_number([*commands.values(), command])
        commands[int(command["id"])] = command
        self.world.announce()
        return command

    def edit(self, guild_id: int | None, command_id: int, raw: Any) -> Json:
        """Change one command. Raises `ApiError` if there is none or the change is refused."""
        old = self.get(guild_id, command_id)
        validator = _no_media()
        changed = self._checked(validator, {**old, **raw}, (), guild_id)
        validator.errors.raise_if_any()
        changed["id"] = old["id"]
        self.by_place[guild_id][command_id] = changed
        self.world.announce()
        return changed

    def delete(self, guild_id: int | None, command_id: int) -> None:
        """Remove one command. Raises `ApiError` 10063 if there is none."""
        self.get(guild_id, command_id)
        del self.by_place[guild_id][command_id]
        self.world.announce()

    def _checked(self, validator: Validator, raw: Any, path: Path, guild_id: int | None) -> Json:
        command: Json = {
            "id": str(self.world.snowflake()),
            "application_id": str(self.world.bot.id),
            "version": str(self.world.snowflake()),
            **check_command(validator, raw, path),
        }
        if _is_entry_point(command) and (guild_id is not None or not self.world.activities.enabled):
            validator.errors.add(
                (*path, "type"),
                "BASE_TYPE_CHOICES",
                "An Entry Point command is global, and only of an application with an Activity.",
            )
        if guild_id is not None:
            command["guild_id"] = str(guild_id)
        return command


def _check_number(commands: Iterable[Json]) -> None:
    """Raise `ApiError` 30032 if there are too many commands of a type."""
    for kind, count in Counter(command.get("type") or 1 for command in commands).items():
        most = MAX_COMMANDS.get(kind, count)
        if count > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")


def _is_entry_point(command: object) -> bool:
    return isinstance(command, dict) and command.get("type") == ENTRY_POINT


def _no_media() -> Validator:
    """Return a validator for bodies that hold neither pictures nor emoji."""
    return Validator(lambda _: None, lambda _: False)
