"""Checks of message components and modals: one function for each kind of component.

`component` takes a component as the bot sent it and returns it as Discord would, without empty fields. Errors go
into the validator, so that a refusal names all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.validate.validator import Json, Path, Validator
from playground.world import components as parts

MAX_COMPONENTS = 40
MAX_TEXT = 4000

ROW = frozenset((parts.ACTION_ROW,))
_INSIDE = frozenset(
    (
        parts.ACTION_ROW,
        parts.SECTION,
        parts.TEXT_DISPLAY,
        parts.MEDIA_GALLERY,
        parts.FILE,
        parts.SEPARATOR,
    )
)
TOP = _INSIDE | {parts.CONTAINER}
MODAL_TOP = frozenset((parts.ACTION_ROW, parts.LABEL, parts.TEXT_DISPLAY))
_LABELLED = parts.SELECTS | {
    parts.TEXT_INPUT,
    parts.FILE_UPLOAD,
    parts.RADIO_GROUP,
    parts.CHECKBOX_GROUP,
    parts.CHECKBOX,
}
_BUTTON_FIELDS = ("style", "label", "custom_id", "url", "sku_id", "disabled", "emoji")
_DEFAULTS: dict[int, tuple[str, ...]] = {
    parts.STRING_SELECT: (),
    parts.USER_SELECT: ("user",),
    parts.ROLE_SELECT: ("role",),
    parts.MENTIONABLE_SELECT: ("user", "role"),
    parts.CHANNEL_SELECT: ("channel",),
}
"""The kinds of objects that each select may preselect."""
_SELECT_FIELDS = ("custom_id", "placeholder", "min_values", "max_values", "disabled", "required")


def message_components(
    validator: Validator, raw: Any, *, v2: bool, path: Path = ("components",)
) -> list[Json]:
    """Check the components of a message and return them as Discord keeps them.

    `v2` is True for a message of Components V2, where anything may be at the top; otherwise only rows may.
    """
    if not v2:
        rows = validator.length(raw, path, 5, shortest=0)
        checked = [component(validator, row, (*path, i), ROW) for i, row in enumerate(rows)]
    else:
        tops = validator.length(raw, path, MAX_COMPONENTS)
        checked = [component(validator, top, (*path, i), TOP) for i, top in enumerate(tops)]
        if validator.count > MAX_COMPONENTS:
            validator.errors.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {MAX_COMPONENTS} (there are {validator.count}).",
            )
        if validator.letters > MAX_TEXT:
            validator.errors.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total text must not exceed {MAX_TEXT} characters (there are {validator.letters}).",
            )
    validator.assign_ids()
    return checked


def modal(validator: Validator, raw: Any) -> Json:
    """Check the data of a modal and return it as Discord keeps it."""
    path: Path = ("data",)
    raw = raw if isinstance(raw, dict) else {}
    validator.text(raw.get("title"), (*path, "title"), 45)
    validator.text(raw.get("custom_id"), (*path, "custom_id"), 100)
    tops = validator.length(raw.get("components"), (*path, "components"), 5)
    checked = [component(validator, top, (*path, "components", i), MODAL_TOP) for i, top in enumerate(tops)]
    validator.assign_ids()
    return {"title": raw.get("title"), "custom_id": raw.get("custom_id"), "components": checked}


def component(validator: Validator, raw: Any, path: Path, allowed: frozenset[int]) -> Json:
    """Check one component with all that is in it, and return it as Discord would."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    if not isinstance(kind, int) or kind not in allowed:
        choices = ", ".join(map(str, sorted(allowed)))
        validator.errors.add(
            (*path, "type"),
            "UNION_TYPE_CHOICES",
            f'Value of field "type" must be one of ({choices}).',
        )
        return {"type": kind}
    validator.count += 1
    checked: Json = {"type": kind, "id": 0}
    validator.take_id(raw, checked, path)
    _CHECKS[kind](validator, raw, checked, path)
    return checked


def _row(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    here = (*path, "components")
    children = validator.length(raw.get("components"), here, 5)
    kinds = {child.get("type") for child in children if isinstance(child, dict)}
    if validator.modal:
        allowed = frozenset((parts.TEXT_INPUT,))
    else:
        allowed = parts.SELECTS | {parts.BUTTON}
    checked["components"] = [
        component(validator, child, (*here, i), allowed) for i, child in enumerate(children)
    ]
    if kinds - {parts.BUTTON} and len(children) > 1:
        validator.errors.add(
            here,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "A row holds up to five buttons, or one other component.",
        )


def _button(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, _BUTTON_FIELDS)
    validator.text(raw.get("label"), (*path, "label"), 80, shortest=0, optional=True)
    validator.emoji_in(checked, path)
    style = raw.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        validator.errors.add(
            (*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6)."
        )
    elif style == 5:
        validator.text(raw.get("url"), (*path, "url"), 512)
        _link(validator, raw.get("url"), (*path, "url"))
        if raw.get("custom_id") is not None:
            validator.errors.add(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_WITH_URL",
                "A custom id and url cannot both be specified",
            )
    elif style == 6:
        validator.text(raw.get("sku_id"), (*path, "sku_id"), 20)
        for name in ("custom_id", "label", "url", "emoji"):
            if raw.get(name) is not None:
                validator.errors.add(
                    (*path, name), "BUTTON_COMPONENT_PREMIUM", "Only its sku_id says what it is."
                )
    else:
        validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
        if raw.get("url") is not None:
            validator.errors.add((*path, "url"), "BUTTON_COMPONENT_URL_WITH_STYLE", "Only links have a url")
        if raw.get("sku_id") is not None:
            validator.errors.add(
                (*path, "sku_id"), "BUTTON_COMPONENT_SKU_ID_WITH_STYLE", "Only premium buttons have a sku_id"
            )
    if style != 6 and not raw.get("label") and not raw.get("emoji"):
        validator.errors.add(path, "BUTTON_COMPONENT_EMPTY", "A button needs a label or an emoji.")


def _link(validator: Validator, url: Any, path: Path) -> None:
    if isinstance(url, str) and not url.startswith(("http://", "https://", "discord://")):
        validator.errors.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            f"Scheme of '{url[:50]}' must be one of ('http', 'https', 'discord').",
        )


def _range(validator: Validator, raw: Json, path: Path, most: int) -> None:
    """Check the least and the most choices; a required field of a modal takes at least one."""
    validator.number(raw.get("min_values"), (*path, "min_values"), 0, most)
    validator.number(raw.get("max_values"), (*path, "max_values"), 1, most)
    if validator.modal and raw.get("required") is not False and raw.get("min_values") == 0:
        validator.errors.add(
            (*path, "min_values"), "COMPONENT_REQUIRED_MIN_VALUES", "Must be at least 1, as it is required."
        )


def _select(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, (*_SELECT_FIELDS, "channel_types", "default_values"))
    checked.setdefault("min_values", 1)
    checked.setdefault("max_values", 1)
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    validator.text(raw.get("placeholder"), (*path, "placeholder"), 150, shortest=0, optional=True)
    _range(validator, raw, path, 25)
    if validator.modal and raw.get("disabled"):
        validator.errors.add((*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Not possible in a modal.")
    least, most = checked["min_values"], checked["max_values"]
    _default_values(validator, raw, path, least, most)
    for i, kind in enumerate(raw.get("channel_types") or ()):
        if kind not in parts.CHANNEL_TYPES:
            validator.errors.add(
                (*path, "channel_types", i), "BASE_TYPE_CHOICES", "There is no such type of channel."
            )
    count = 25
    if raw["type"] == parts.STRING_SELECT:
        _options(validator, raw, checked, path, 25)
        count = len(raw.get("options") or ())
    if most > count:
        validator.errors.add(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            f"Must be at most the number of options ({count}).",
        )
    elif least > most:
        validator.errors.add(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Is above max_values."
        )


def _default_values(validator: Validator, raw: Json, path: Path, least: int, most: int) -> None:
    """Check the preselected values of a select of users, roles or channels."""
    values = raw.get("default_values")
    if not values:
        return
    here = (*path, "default_values")
    kinds = _DEFAULTS[raw["type"]]
    for i, value in enumerate(values):
        if value.get("id") is None:
            validator.errors.add((*here, i, "id"), "BASE_TYPE_REQUIRED", "This field is required")
        if value.get("type") not in kinds:
            validator.errors.add(
                (*here, i, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {{{', '.join(kinds)}}}."
            )
    if not least <= len(values) <= most:
        validator.errors.add(
            here, "SELECT_COMPONENT_DEFAULT_VALUES_OUT_OF_RANGE", f"Must be {least} to {most} in number."
        )


def _options(validator: Validator, raw: Json, checked: Json, path: Path, most: int, fewest: int = 1) -> None:
    here = (*path, "options")
    checked["options"] = []
    seen: set[Any] = set()
    chosen = 0
    for i, option in enumerate(validator.objects(raw.get("options"), here, most, shortest=fewest)):
        validator.text(option.get("label"), (*here, i, "label"), 100)
        validator.text(option.get("value"), (*here, i, "value"), 100)
        validator.text(option.get("description"), (*here, i, "description"), 100, shortest=0, optional=True)
        checked_option = dict(option)
        validator.emoji_in(checked_option, (*here, i))
        checked["options"].append(checked_option)
        chosen += bool(option.get("default"))
        if option.get("value") in seen:
            validator.errors.add(
                (*here, i, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(option.get("value"))
    limit: int | None = 1 if raw["type"] == parts.RADIO_GROUP else raw.get("max_values")
    if limit is None:
        limit = 1 if raw["type"] == parts.STRING_SELECT else most
    if chosen > limit:
        validator.errors.add(
            here, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", f"Only {limit} may be default."
        )


def _section(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    here = (*path, "components")
    texts = validator.length(raw.get("components"), here, 3)
    allowed = frozenset((parts.TEXT_DISPLAY,))
    checked["components"] = [component(validator, text, (*here, i), allowed) for i, text in enumerate(texts)]
    checked["accessory"] = component(
        validator, raw.get("accessory"), (*path, "accessory"), frozenset((parts.BUTTON, parts.THUMBNAIL))
    )


def _text_display(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    content = raw.get("content")
    validator.text(content, (*path, "content"), MAX_TEXT)
    validator.letters += len(content) if isinstance(content, str) else 0
    checked["content"] = content


def _media(validator: Validator, holder: Any, path: Path, *, attached: bool = False) -> Json:
    url = holder.get("url") if isinstance(holder, dict) else None
    validator.text(url, (*path, "url"), 2048)
    if not isinstance(url, str):
        return {"url": ""}
    if attached and not url.startswith("attachment://"):
        validator.errors.add(
            (*path, "url"), "UNFURLED_MEDIA_ATTACHMENT_REQUIRED", "Must be an attachment:// address"
        )
    media = validator.media(url)
    if media is None:
        validator.errors.add(
            (*path, "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment was not found: {url}",
        )
    return media or {"url": url}


def _described(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    validator.text(raw.get("description"), (*path, "description"), 1024, optional=True)
    checked |= {"description": raw.get("description"), "spoiler": bool(raw.get("spoiler"))}


def _thumbnail(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _described(validator, raw, checked, path)
    checked["media"] = _media(validator, raw.get("media"), (*path, "media"))


def _gallery(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    checked["items"] = []
    for i, item in enumerate(validator.objects(raw.get("items"), (*path, "items"), 10)):
        here = (*path, "items", i)
        checked_item: Json = {"media": _media(validator, item.get("media"), (*here, "media"))}
        _described(validator, item, checked_item, here)
        checked["items"].append(checked_item)


def _file(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    checked["spoiler"] = bool(raw.get("spoiler"))
    checked["file"] = _media(validator, raw.get("file"), (*path, "file"), attached=True)
    checked["name"] = checked["file"]["url"].rpartition("/")[2]
    checked["size"] = checked["file"].pop("size", 0)


def _separator(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    checked |= {"divider": raw.get("divider") is not False, "spacing": raw.get("spacing") or 1}
    validator.number(raw.get("spacing"), (*path, "spacing"), 1, 2)


def _container(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    checked |= {"accent_color": raw.get("accent_color"), "spoiler": bool(raw.get("spoiler"))}
    validator.number(raw.get("accent_color"), (*path, "accent_color"), 0, 0xFFFFFF)
    here = (*path, "components")
    children = validator.length(raw.get("components"), here, MAX_COMPONENTS)
    checked["components"] = [
        component(validator, child, (*here, i), _INSIDE) for i, child in enumerate(children)
    ]


def _label(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, ("label", "description"))
    validator.text(raw.get("label"), (*path, "label"), 45)
    validator.text(raw.get("description"), (*path, "description"), 100, optional=True)
    checked["component"] = component(validator, raw.get("component"), (*path, "component"), _LABELLED)


def _text_input(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    keys = ("custom_id", "style", "label", "value", "placeholder", "required")
    _copy(raw, checked, (*keys, "min_length", "max_length"))
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    if raw.get("style") not in (1, 2):
        validator.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    labelled = path[-1] == "component"
    validator.text(raw.get("label"), (*path, "label"), 45, optional=labelled)
    validator.text(raw.get("value"), (*path, "value"), 4000, shortest=0, optional=True)
    validator.text(raw.get("placeholder"), (*path, "placeholder"), 100, shortest=0, optional=True)
    validator.number(raw.get("min_length"), (*path, "min_length"), 0, 4000)
    validator.number(raw.get("max_length"), (*path, "max_length"), 1, 4000)
    least, most = raw.get("min_length") or 0, raw.get("max_length") or 4000
    if least > most:
        validator.errors.add((*path, "min_length"), "TEXT_INPUT_MIN_LENGTH_TOO_LARGE", "Is above max_length.")
    elif len(raw.get("value") or "") > most:
        validator.errors.add((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def _radio(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, ("custom_id", "required"))
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    _options(validator, raw, checked, path, 10, fewest=2)


def _checkboxes(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, ("custom_id", "required", "min_values", "max_values"))
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    _range(validator, raw, path, 10)
    _options(validator, raw, checked, path, 10)
    count = len(raw.get("options") or ())
    if max(raw.get("min_values") or 1, raw.get("max_values") or 1) > count:
        validator.errors.add(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            f"Must be at most the number of options ({count}).",
        )
    elif (raw.get("min_values") or 1) > (raw.get("max_values") or count):
        validator.errors.add(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Is above max_values."
        )


def _checkbox(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, ("custom_id", "default"))
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))


def _upload(validator: Validator, raw: Json, checked: Json, path: Path) -> None:
    _copy(raw, checked, ("custom_id", "required", "min_values", "max_values", "file_types"))
    validator.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    _range(validator, raw, path, 10)
    if (raw.get("min_values") or 1) > (raw.get("max_values") or 1):
        validator.errors.add(
            (*path, "min_values"), "FILE_UPLOAD_MIN_VALUES_TOO_LARGE", "Is above max_values."
        )
    kinds = validator.length(raw.get("file_types") or [], (*path, "file_types"), 10, shortest=0)
    for i, kind in enumerate(kinds):
        if kind not in ("image", "video", "audio") and not (len(kind) > 1 and kind.startswith(".")):
            validator.errors.add(
                (*path, "file_types", i), "FILE_TYPE_INVALID", "Neither a kind of file nor an ending."
            )


def _copy(raw: Json, checked: Json, keys: tuple[str, ...]) -> None:
    checked |= {key: raw[key] for key in keys if raw.get(key) is not None}


_CHECKS: dict[int, Callable[[Validator, Json, Json, Path], None]] = {
    parts.ACTION_ROW: _row,
    parts.BUTTON: _button,
    parts.SECTION: _section,
    parts.TEXT_DISPLAY: _text_display,
    parts.THUMBNAIL: _thumbnail,
    parts.MEDIA_GALLERY: _gallery,
    parts.FILE: _file,
    parts.SEPARATOR: _separator,
    parts.CONTAINER: _container,
    parts.LABEL: _label,
    parts.TEXT_INPUT: _text_input,
    parts.RADIO_GROUP: _radio,
    parts.CHECKBOX_GROUP: _checkboxes,
    parts.CHECKBOX: _checkbox,
    parts.FILE_UPLOAD: _upload,
    **dict.fromkeys(parts.SELECTS, _select),
}
