"""The types that the fields of a body have, checked before a route reads them.

A shape is a function that adds an error for each value of another type. It requires nothing: any field may be missing
or null. Later checks decide about required fields, lengths and combinations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.errors import FormError

Path = tuple[str | int, ...]
Shape = Callable[[FormError, Any, Path], None]


def check_shape(shape: Shape, value: Any, path: Path = ()) -> None:
    """Raise `FormError` if a body doesn't have the types of `shape`. A missing body passes."""
    if value is not None:
        errors = FormError()
        shape(errors, value, path)
        errors.raise_if_any()


def string(errors: FormError, value: Any, path: Path) -> None:
    """Accept text."""
    if not isinstance(value, str):
        errors.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")


def word(errors: FormError, value: Any, path: Path) -> None:
    """Accept text, or a number that Discord writes as text."""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        errors.add(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")


def whole(errors: FormError, value: Any, path: Path) -> None:
    """Accept a whole number."""
    if not isinstance(value, int) or isinstance(value, bool):
        errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')


def number(errors: FormError, value: Any, path: Path) -> None:
    """Accept a number."""
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not float.')


def flag(errors: FormError, value: Any, path: Path) -> None:
    """Accept true or false."""
    if not isinstance(value, bool):
        errors.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def snowflake(errors: FormError, value: Any, path: Path) -> None:
    """Accept an id: a number, or its digits as text."""
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64
    if not good and not (isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 20):
        errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def listed(shape: Shape) -> Shape:
    """Return the shape of a list of things of one shape."""

    def check(errors: FormError, value: Any, path: Path) -> None:
        if not isinstance(value, list):
            errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for i, each in enumerate(value):
            shape(errors, each, (*path, i))

    return check


def record(**fields: Shape) -> Shape:
    """Return the shape of an object. Fields that it does not name are ignored."""

    def check(errors: FormError, value: Any, path: Path) -> None:
        if not isinstance(value, dict):
            errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for name, shape in fields.items():
            if value.get(name) is not None:
                shape(errors, value[name], (*path, name))

    return check


def mapping(shape: Shape) -> Shape:
    """Return the shape of an object with fields of any name."""

    def check(errors: FormError, value: Any, path: Path) -> None:
        if isinstance(value, dict):
            for name, each in value.items():
                shape(errors, each, (*path, name))
        else:
            errors.add(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")

    return check


# -- messages and modals ----------------------------------------------------------------------------------------

_EMOJI = record(id=snowflake, name=string, animated=flag)
_MEDIA = record(url=string)


def component(errors: FormError, value: Any, path: Path) -> None:
    """Accept a component of any type: a field has the same type in every component."""
    _COMPONENT(errors, value, path)


_COMPONENT = record(
    type=whole,
    id=whole,
    style=whole,
    label=string,
    custom_id=string,
    url=string,
    sku_id=snowflake,
    disabled=flag,
    emoji=_EMOJI,
    options=listed(record(label=string, value=string, description=string, emoji=_EMOJI, default=flag)),
    placeholder=string,
    min_values=whole,
    max_values=whole,
    required=flag,
    channel_types=listed(whole),
    default_values=listed(record(id=snowflake, type=string)),
    components=listed(component),
    component=component,
    accessory=component,
    content=string,
    media=_MEDIA,
    file=_MEDIA,
    items=listed(record(media=_MEDIA, description=string, spoiler=flag)),
    description=string,
    spoiler=flag,
    divider=flag,
    spacing=whole,
    accent_color=whole,
    value=string,
    min_length=whole,
    max_length=whole,
    default=flag,
    file_types=listed(string),
)

MESSAGE = record(
    content=word,
    nonce=word,
    enforce_nonce=flag,
    tts=flag,
    flags=whole,
    embeds=listed(
        record(
            title=string,
            description=string,
            url=string,
            timestamp=string,
            color=whole,
            footer=record(text=string, icon_url=string),
            image=_MEDIA,
            thumbnail=_MEDIA,
            author=record(name=string, url=string, icon_url=string),
            fields=listed(record(name=string, value=string, inline=flag)),
        )
    ),
    allowed_mentions=record(
        parse=listed(string), users=listed(snowflake), roles=listed(snowflake), replied_user=flag
    ),
    message_reference=record(
        type=whole,
        message_id=snowflake,
        channel_id=snowflake,
        guild_id=snowflake,
        fail_if_not_exists=flag,
    ),
    components=listed(component),
    sticker_ids=listed(snowflake),
    attachments=listed(
        record(id=snowflake, filename=string, description=string, title=string, is_spoiler=flag)
    ),
)
CALLBACK = record(type=whole, data=record())
MODAL = record(title=string, custom_id=string, components=listed(component))
CHOICE = record(name=string, name_localizations=mapping(string), value=word)
CHOICES = record(choices=listed(CHOICE))

# -- commands ---------------------------------------------------------------------------------------------------


def _option(errors: FormError, value: Any, path: Path) -> None:
    _OPTION(errors, value, path)


_NAMED: dict[str, Shape] = {
    "type": whole,
    "name": string,
    "name_localizations": mapping(string),
    "description": string,
    "description_localizations": mapping(string),
    "options": listed(_option),
}
_OPTION = record(
    **_NAMED,
    required=flag,
    autocomplete=flag,
    choices=listed(CHOICE),
    channel_types=listed(whole),
    min_value=number,
    max_value=number,
    min_length=whole,
    max_length=whole,
)
COMMAND = record(
    **_NAMED,
    default_member_permissions=word,
    dm_permission=flag,
    nsfw=flag,
    contexts=listed(whole),
    integration_types=listed(whole),
    handler=whole,
)
COMMANDS = listed(COMMAND)

# -- the rest ---------------------------------------------------------------------------------------------------

EMOJI = record(name=string, image=string)
RECIPIENT = record(recipient_id=snowflake)
CHANNEL = record(
    name=string,
    topic=string,
    rate_limit_per_user=whole,
    archived=flag,
    locked=flag,
    invitable=flag,
    auto_archive_duration=whole,
)
THREAD = record(
    name=string, type=whole, auto_archive_duration=whole, invitable=flag, rate_limit_per_user=whole
)
BULK_DELETE = record(messages=listed(snowflake))
INVITE = record(max_age=whole, max_uses=whole, temporary=flag, unique=flag)
WEBHOOK = record(name=string, channel_id=snowflake)
OVERWRITE = record(type=whole, allow=snowflake, deny=snowflake)
SCHEDULED_EVENT = record(
    name=string,
    description=string,
    privacy_level=whole,
    entity_type=whole,
    channel_id=snowflake,
    status=whole,
    entity_metadata=record(location=string),
    scheduled_start_time=string,
    scheduled_end_time=string,
    recurrence_rule=record(
        start=string,
        frequency=whole,
        interval=whole,
        by_weekday=listed(whole),
        by_n_weekday=listed(record(n=whole, day=whole)),
        by_month=listed(whole),
        by_month_day=listed(whole),
    ),
)
