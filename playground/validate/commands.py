"""The bot's slash commands: registering them, and what Discord refuses on the way."""

from __future__ import annotations

import re
from typing import Any

from playground.errors import ApiError, unknown
from playground.validate.body_form import Form, Json, Path
from playground.validate.limits import choices
from playground.world.world import World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 7, 8, 9, 10, 11

MAX_COMMANDS = 100
MAX_OPTIONS = 25
MAX_LETTERS = 8000

_NAME = re.compile(r"^[-_'\w]{1,32}$")


class Commands:
    """All registered commands: global ones under None, others under their guild's id."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.by_place: dict[int | None, dict[int, Json]] = {}

    def listed(self, guild_id: int | None) -> list[Json]:
        """The commands registered in one place."""
        return list(self.by_place.get(guild_id, {}).values())

    def offered(self, guild_id: int | None) -> list[Json]:
        """The slash commands that members of a guild see; the guild's own hide global ones of that name."""
        found = {command["name"]: command for command in self.listed(None)}
        if guild_id is not None:
            found |= {command["name"]: command for command in self.listed(guild_id)}
        return [command for command in found.values() if command["type"] == 1]

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """One command. Raises `ApiError` 10063 if there is none."""
        try:
            return self.by_place[guild_id][command_id]
        except KeyError:
            raise unknown(10063, "application command") from None

    def overwrite(self, guild_id: int | None, raw: Any) -> list[Json]:
        """Replace all commands of a place. Raises `ApiError` and changes nothing if any is refused."""
        form = _form()
        listed = raw if isinstance(raw, list) else []
        if len(listed) > MAX_COMMANDS:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({MAX_COMMANDS}).")
        old = {(command["type"], command["name"]): command["id"] for command in self.listed(guild_id)}
        made: dict[int, Json] = {}
        seen: set[tuple[int, str]] = set()
        for i, each in enumerate(listed):
            command = self._checked(form, each, (i,), guild_id)
            key = (command["type"], command["name"])
            if key in seen:
                form.errors.add(
                    (i, "name"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            seen.add(key)
            command["id"] = old.get(key, command["id"])
            made[int(command["id"])] = command
        form.errors.raise_if_any()
        self.by_place[guild_id] = made
        self.world.announce()
        return self.listed(guild_id)

    def create(self, guild_id: int | None, raw: Any) -> Json:
        """Add one command, or replace the one of that name. Raises `ApiError` if it is refused."""
        form = _form()
        command = self._checked(form, raw, (), guild_id)
        form.errors.raise_if_any()
        place = self.by_place.setdefault(guild_id, {})
        for old in place.values():
            if (old["type"], old["name"]) == (command["type"], command["name"]):
                command["id"] = old["id"]
        if int(command["id"]) not in place and len(place) >= MAX_COMMANDS:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({MAX_COMMANDS}).")
        place[int(command["id"])] = command
        self.world.announce()
        return command

    def edit(self, guild_id: int | None, command_id: int, raw: Any) -> Json:
        """Change one command. Raises `ApiError` if there is none or the change is refused."""
        old = self.get(guild_id, command_id)
        form = _form()
        changed = self._checked(form, {**old, **raw}, (), guild_id)
        form.errors.raise_if_any()
        changed["id"] = old["id"]
        self.by_place[guild_id][command_id] = changed
        self.world.announce()
        return changed

    def delete(self, guild_id: int | None, command_id: int) -> None:
        """Remove one command. Raises `ApiError` 10063 if there is none."""
        self.get(guild_id, command_id)
        del self.by_place[guild_id][command_id]
        self.world.announce()

    def _checked(self, form: Form, raw: Any, path: Path, guild_id: int | None) -> Json:
        raw = raw if isinstance(raw, dict) else {}
        kind = raw.get("type") or 1
        slash = kind == 1
        _name(form, raw.get("name"), (*path, "name"), strict=slash)
        if slash:
            form.text(raw.get("description"), (*path, "description"), 100)
        elif raw.get("description"):
            form.errors.add(
                (*path, "description"),
                "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
                "Context menu commands cannot have description",
            )
        options = _options(form, raw.get("options"), (*path, "options"), depth=0)
        if _letters(raw) > MAX_LETTERS:
            form.errors.add(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({MAX_LETTERS})",
            )
        permissions = raw.get("default_member_permissions")
        made: Json = {
            "id": str(self.world.snowflake()),
            "application_id": str(self.world.bot.id),
            "version": str(self.world.snowflake()),
            "default_member_permissions": None if permissions is None else str(permissions),
            "type": kind,
            "name": raw.get("name"),
            "name_localizations": raw.get("name_localizations"),
            "description": raw.get("description") or "",
            "description_localizations": raw.get("description_localizations"),
            "dm_permission": raw.get("dm_permission", True),
            "contexts": raw.get("contexts"),
            "integration_types": raw.get("integration_types") or [0],
            "nsfw": bool(raw.get("nsfw")),
        }
        if options:
            made["options"] = options
        if guild_id is not None:
            made["guild_id"] = str(guild_id)
        return made


def _form() -> Form:
    return Form(lambda _: None, lambda _: False)


def _name(form: Form, name: Any, path: Path, *, strict: bool = True) -> None:
    form.text(name, path, 32)
    if strict and isinstance(name, str) and (not _NAME.match(name) or name != name.lower()):
        form.errors.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid: lower-case letters, digits, - and _ only",
        )


def _options(form: Form, raw: Any, path: Path, *, depth: int) -> list[Json]:
    listed = form.objects(raw or [], path, MAX_OPTIONS, shortest=0)
    names: set[Any] = set()
    optional_seen = False
    kinds = {option.get("type") for option in listed}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        form.errors.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    for i, option in enumerate(listed):
        here = (*path, i)
        kind = option.get("type")
        _name(form, option.get("name"), (*here, "name"))
        form.text(option.get("description"), (*here, "description"), 100)
        if option.get("name") in names:
            form.errors.add(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option names must be unique",
            )
        names.add(option.get("name"))
        if kind == GROUP and depth == 0:
            _options(form, option.get("options"), (*here, "options"), depth=1)
        elif kind == SUBCOMMAND and depth < 2:
            _options(form, option.get("options"), (*here, "options"), depth=2)
        elif kind not in range(STRING, ATTACHMENT + 1):
            form.errors.add((*here, "type"), "BASE_TYPE_CHOICES", "This option type is not possible here.")
        if option.get("required"):
            if optional_seen:
                form.errors.add(
                    here,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional_seen = optional_seen or kind not in (SUBCOMMAND, GROUP)
        _choices(form, option, here)
    return listed


def _choices(form: Form, option: Json, path: Path) -> None:
    given = option.get("choices")
    if not given:
        return
    if option.get("autocomplete"):
        form.errors.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "Choices and autocomplete exclude each other",
        )
    choices(form, given, (*path, "choices"))
    values = [choice.get("value") for choice in given]
    if len(set(values)) != len(values):
        form.errors.add(
            (*path, "choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS",
            "Choice values must be unique",
        )


def _letters(raw: Json) -> int:
    """Names, descriptions and values of a command with all its options, in letters."""
    total = len(raw.get("name") or "") + len(raw.get("description") or "")
    for option in raw.get("options") or ():
        total += _letters(option)
    for choice in raw.get("choices") or ():
        total += len(choice.get("name") or "") + len(str(choice.get("value", "")))
    return total
