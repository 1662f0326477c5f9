"""Checks of the slash commands that a bot registers."""

from __future__ import annotations

import re
from typing import Any

from playground.validate.validator import Json, Path, Validator
from playground.world.components import CHANNEL_TYPES

# Types of options; the numbers are Discord's.
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER = 1, 2, 3, 4, 5, 6
CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = 7, 8, 9, 10, 11

ENTRY_POINT = 4
"""The type of the command that opens an Activity."""
HANDLERS = APP_HANDLER, DISCORD_HANDLER = 1, 2
"""The side that answers such a command: the application, or Discord, which opens the Activity by itself."""
MAX_OPTIONS = 25
MAX_LENGTH = 6000
"""The longest text that an option may ask for, in letters."""
MAX_LETTERS = 8000

# fmt: off
LOCALES = frozenset((
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no",
    "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN",
    "ja", "zh-TW", "ko",
))
# fmt: on
_CHOICE_TYPES: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), NUMBER: (int, float)}
"""The types of options that have choices, and the types of those."""
_NAME = re.compile(r"^[-_'\w]{1,32}$")


def check_command(validator: Validator, raw: Any, path: Path) -> Json:
    """Check one command and return it as Discord keeps it, still without its ids."""
    raw = raw if isinstance(raw, dict) else {}
    kind = raw.get("type") or 1
    slash = kind == 1
    if kind not in (1, 2, 3, ENTRY_POINT):
        validator.errors.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4}.")
    _name(validator, raw.get("name"), (*path, "name"), strict=slash)
    if slash:
        validator.text(raw.get("description"), (*path, "description"), 100)
    elif kind == ENTRY_POINT:
        validator.text(raw.get("description"), (*path, "description"), 100, shortest=0, optional=True)
        if raw.get("handler") not in (None, *HANDLERS):
            validator.errors.add((*path, "handler"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    elif raw.get("description"):
        validator.errors.add(
            (*path, "description"),
            "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
            "Context menu commands cannot have description",
        )
    if raw.get("options") and not slash:
        validator.errors.add(
            (*path, "options"),
            "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED",
            "Context menu commands cannot have options",
        )
    _translations(validator, raw, path, strict=slash)
    options = _options(validator, raw.get("options"), (*path, "options"), depth=0)
    if _letters(raw) > MAX_LETTERS:
        validator.errors.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({MAX_LETTERS})",
        )
    _among(validator, raw.get("contexts"), (*path, "contexts"), (0, 1, 2))
    _among(validator, raw.get("integration_types"), (*path, "integration_types"), (0, 1))
    permissions = raw.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdecimal():
        validator.errors.add(
            (*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", f'Value "{permissions}" is not int.'
        )
    command: Json = {
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
        command["options"] = options
    if kind == ENTRY_POINT:
        command["handler"] = raw.get("handler") or APP_HANDLER
    return command


def _among(validator: Validator, raw: Any, path: Path, allowed: tuple[int, ...]) -> None:
    """Check a list of places: each must be `allowed`, and none may appear twice."""
    if raw is None:
        return
    if not raw or any(each not in allowed for each in raw) or len(set(raw)) != len(raw):
        choices = ", ".join(map(str, allowed))
        validator.errors.add(
            path, "BASE_TYPE_CHOICES", f"Value must be some of {{{choices}}}, each once, and one at least."
        )


def _name(validator: Validator, name: Any, path: Path, *, strict: bool = True) -> None:
    validator.text(name, path, 32)
    if strict and isinstance(name, str) and (not _NAME.match(name) or name != name.lower()):
        validator.errors.add(
            path,
            "APPLICATION_COMMAND_INVALID_NAME",
            "Command name is invalid: lower-case letters, digits, - and _ only",
        )


def _options(validator: Validator, raw: Any, path: Path, *, depth: int) -> list[Json]:
    listed = validator.objects(raw or [], path, MAX_OPTIONS, shortest=0)
    names: set[Any] = set()
    optional_seen = False
    kinds = {option.get("type") for option in listed}
    if kinds & {SUBCOMMAND, GROUP} and kinds - {SUBCOMMAND, GROUP}:
        validator.errors.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    for i, option in enumerate(listed):
        here = (*path, i)
        kind = option.get("type")
        _name(validator, option.get("name"), (*here, "name"))
        validator.text(option.get("description"), (*here, "description"), 100)
        if option.get("name") in names:
            validator.errors.add(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
                "Option names must be unique",
            )
        names.add(option.get("name"))
        if kind == GROUP and depth == 0:
            _options(validator, option.get("options"), (*here, "options"), depth=1)
        elif kind == SUBCOMMAND and depth < 2:
            _options(validator, option.get("options"), (*here, "options"), depth=2)
        elif kind not in range(STRING, ATTACHMENT + 1):
            validator.errors.add(
                (*here, "type"), "BASE_TYPE_CHOICES", "This option type is not possible here."
            )
        if option.get("required"):
            if optional_seen:
                validator.errors.add(
                    here,
                    "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                    "Required options must be placed before non-required options",
                )
        else:
            optional_seen = optional_seen or kind not in (SUBCOMMAND, GROUP)
        _choices(validator, option, here)
        _bounds(validator, option, here)
        _translations(validator, option, here, strict=True)
    return listed


def _choices(validator: Validator, option: Json, path: Path) -> None:
    choices = option.get("choices")
    if not choices:
        return
    if option.get("autocomplete"):
        validator.errors.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
            "Choices and autocomplete exclude each other",
        )
    validator.choices(choices, (*path, "choices"))
    fitting = _CHOICE_TYPES.get(option.get("type") or 0, ())
    for i, choice in enumerate(choices):
        if not isinstance(choice.get("value"), fitting):
            validator.errors.add(
                (*path, "choices", i, "value"), "BASE_TYPE_CHOICES", "Is not of the option's type."
            )
    values = [choice.get("value") for choice in choices]
    if len(set(values)) != len(values):
        validator.errors.add(
            (*path, "choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS",
            "Choice values must be unique",
        )


def _bounds(validator: Validator, option: Json, path: Path) -> None:
    """Check the limits of an option's value, and the fields that only some types of options have."""
    kind = option.get("type")
    for least, most, kinds in (
        ("min_value", "max_value", (INTEGER, NUMBER)),
        ("min_length", "max_length", (STRING,)),
    ):
        low, high = option.get(least), option.get(most)
        for name, value in ((least, low), (most, high)):
            if value is not None and kind not in kinds:
                validator.errors.add(
                    (*path, name), "APPLICATION_COMMAND_OPTION_FIELD", "This type of option has none."
                )
        if low is not None and high is not None and low > high:
            validator.errors.add((*path, least), "APPLICATION_COMMAND_OPTION_RANGE", f"Is above {most}.")
    validator.number(option.get("min_length"), (*path, "min_length"), 0, MAX_LENGTH)
    validator.number(option.get("max_length"), (*path, "max_length"), 1, MAX_LENGTH)
    for i, each in enumerate(option.get("channel_types") or ()):
        if each not in CHANNEL_TYPES:
            validator.errors.add(
                (*path, "channel_types", i), "BASE_TYPE_CHOICES", "There is no such type of channel."
            )
    if option.get("autocomplete") and kind not in _CHOICE_TYPES:
        validator.errors.add(
            (*path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_TYPE", "This type of option has none."
        )


def _translations(validator: Validator, raw: Json, path: Path, *, strict: bool) -> None:
    """Check the names and descriptions in other languages."""
    for field in ("name_localizations", "description_localizations"):
        for locale, words in (raw.get(field) or {}).items():
            here = (*path, field, locale)
            if locale not in LOCALES:
                validator.errors.add(here, "BASE_TYPE_CHOICES", "There is no such language.")
            elif field.startswith("name"):
                _name(validator, words, here, strict=strict)
            else:
                validator.text(words, here, 100)


def _letters(raw: Json) -> int:
    """Return the number of letters in a command's names, descriptions and values, options included.

    Of each text the longest counts that any language has.
    """
    total = _longest(raw, "name") + _longest(raw, "description")
    for option in raw.get("options") or ():
        total += _letters(option)
    for choice in raw.get("choices") or ():
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total


def _longest(raw: Json, key: str) -> int:
    translations = raw.get(f"{key}_localizations") or {}
    return max(len(text or "") for text in (raw.get(key), *translations.values()))
