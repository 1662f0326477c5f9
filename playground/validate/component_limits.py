"""One check a kind of component: what may stand where, and how much of it.

`component` takes a component as the bot sent it and gives it back as Discord would return it, without the fields
that say nothing; complaints go into the form. What each kind demands stands in the functions below it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.members import components as parts
from playground.validate.body_form import Form, Json, Path

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
_SELECT_FIELDS = ("custom_id", "placeholder", "min_values", "max_values", "disabled", "required")


def component(form: Form, raw: Any, path: Path, allowed: frozenset[int]) -> Json:
    """Check one component with all that is in it, and give it back as Discord would."""
    kind = raw.get("type") if isinstance(raw, dict) else None
    if not isinstance(kind, int) or kind not in allowed:
        choices = ", ".join(map(str, sorted(allowed)))
        form.errors.add(
            (*path, "type"),
            "UNION_TYPE_CHOICES",
            f'Value of field "type" must be one of ({choices}).',
        )
        return {"type": kind}
    form.count += 1
    made: Json = {"type": kind, "id": 0}
    form.number_of(raw, made, path)
    _CHECKS[kind](form, raw, made, path)
    return made


def _row(form: Form, raw: Json, made: Json, path: Path) -> None:
    here = (*path, "components")
    children = form.length(raw.get("components"), here, 5)
    kinds = {child.get("type") for child in children if isinstance(child, dict)}
    if form.modal:
        allowed = frozenset((parts.TEXT_INPUT,))
    else:
        allowed = parts.SELECTS | {parts.BUTTON}
    made["components"] = [component(form, child, (*here, i), allowed) for i, child in enumerate(children)]
    if kinds - {parts.BUTTON} and len(children) > 1:
        form.errors.add(
            here,
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
            "A row holds up to five buttons, or one other component.",
        )


def _button(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, _BUTTON_FIELDS)
    form.text(raw.get("label"), (*path, "label"), 80, shortest=0, optional=True)
    form.emoji_of(made, path)
    style = raw.get("style")
    if style not in (1, 2, 3, 4, 5, 6):
        form.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
    elif style == 5:
        form.text(raw.get("url"), (*path, "url"), 512)
        if raw.get("custom_id") is not None:
            form.errors.add(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_WITH_URL",
                "A custom id and url cannot both be specified",
            )
    elif style != 6:
        form.custom_id(raw.get("custom_id"), (*path, "custom_id"))
        if raw.get("url") is not None:
            form.errors.add((*path, "url"), "BUTTON_COMPONENT_URL_WITH_STYLE", "Only links have a url")
    if style != 6 and not raw.get("label") and not raw.get("emoji"):
        form.errors.add(path, "BUTTON_COMPONENT_EMPTY", "A button needs a label or an emoji.")


def _select(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, (*_SELECT_FIELDS, "channel_types", "default_values"))
    made.setdefault("min_values", 1)
    made.setdefault("max_values", 1)
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    form.text(raw.get("placeholder"), (*path, "placeholder"), 150, shortest=0, optional=True)
    form.number(raw.get("min_values"), (*path, "min_values"), 0, 25)
    form.number(raw.get("max_values"), (*path, "max_values"), 1, 25)
    if raw["type"] != parts.STRING_SELECT:
        return
    _options(form, raw, made, path, 25)
    count = len(raw["options"]) if isinstance(raw.get("options"), list) else 0
    least, most = raw.get("min_values"), raw.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if isinstance(most, int) and most > count:
        form.errors.add(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_TOO_LARGE",
            f"Must be at most the number of options ({count}).",
        )
    elif isinstance(least, int) and isinstance(most, int) and least > most:
        form.errors.add(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_VALUES_TOO_LARGE", "Is above max_values."
        )


def _options(form: Form, raw: Json, made: Json, path: Path, most: int, fewest: int = 1) -> None:
    here = (*path, "options")
    made["options"] = []
    seen: set[Any] = set()
    chosen = 0
    for i, option in enumerate(form.objects(raw.get("options"), here, most, shortest=fewest)):
        form.text(option.get("label"), (*here, i, "label"), 100)
        form.text(option.get("value"), (*here, i, "value"), 100)
        form.text(option.get("description"), (*here, i, "description"), 100, shortest=0, optional=True)
        kept = dict(option)
        form.emoji_of(kept, (*here, i))
        made["options"].append(kept)
        chosen += bool(option.get("default"))
        if option.get("value") in seen:
            form.errors.add(
                (*here, i, "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        seen.add(option.get("value"))
    limit = 1 if raw["type"] == parts.RADIO_GROUP else raw.get("max_values")
    if limit is None:
        limit = 1 if raw["type"] == parts.STRING_SELECT else most
    if isinstance(limit, int) and chosen > limit:
        form.errors.add(here, "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", f"Only {limit} may be default.")


def _section(form: Form, raw: Json, made: Json, path: Path) -> None:
    here = (*path, "components")
    texts = form.length(raw.get("components"), here, 3)
    allowed = frozenset((parts.TEXT_DISPLAY,))
    made["components"] = [component(form, text, (*here, i), allowed) for i, text in enumerate(texts)]
    made["accessory"] = component(
        form, raw.get("accessory"), (*path, "accessory"), frozenset((parts.BUTTON, parts.THUMBNAIL))
    )


def _text_display(form: Form, raw: Json, made: Json, path: Path) -> None:
    content = raw.get("content")
    form.text(content, (*path, "content"), MAX_TEXT)
    form.letters += len(content) if isinstance(content, str) else 0
    made["content"] = content


def _media(form: Form, holder: Any, path: Path, *, attached: bool = False) -> Json:
    url = holder.get("url") if isinstance(holder, dict) else None
    form.text(url, (*path, "url"), 2048)
    if not isinstance(url, str):
        return {"url": ""}
    if attached and not url.startswith("attachment://"):
        form.errors.add(
            (*path, "url"), "UNFURLED_MEDIA_ATTACHMENT_REQUIRED", "Must be an attachment:// address"
        )
    found = form.media(url)
    if found is None:
        form.errors.add(
            (*path, "url"),
            "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
            f"The referenced attachment was not found: {url}",
        )
    return found or {"url": url}


def _described(form: Form, raw: Json, made: Json, path: Path) -> None:
    form.text(raw.get("description"), (*path, "description"), 1024, optional=True)
    made |= {"description": raw.get("description"), "spoiler": bool(raw.get("spoiler"))}


def _thumbnail(form: Form, raw: Json, made: Json, path: Path) -> None:
    _described(form, raw, made, path)
    made["media"] = _media(form, raw.get("media"), (*path, "media"))


def _gallery(form: Form, raw: Json, made: Json, path: Path) -> None:
    made["items"] = []
    for i, item in enumerate(form.objects(raw.get("items"), (*path, "items"), 10)):
        here = (*path, "items", i)
        kept: Json = {"media": _media(form, item.get("media"), (*here, "media"))}
        _described(form, item, kept, here)
        made["items"].append(kept)


def _file(form: Form, raw: Json, made: Json, path: Path) -> None:
    made["spoiler"] = bool(raw.get("spoiler"))
    made["file"] = _media(form, raw.get("file"), (*path, "file"), attached=True)
    made["name"] = made["file"]["url"].rpartition("/")[2]
    made["size"] = made["file"].pop("size", 0)


def _separator(form: Form, raw: Json, made: Json, path: Path) -> None:
    made |= {"divider": raw.get("divider") is not False, "spacing": raw.get("spacing") or 1}
    form.number(raw.get("spacing"), (*path, "spacing"), 1, 2)


def _container(form: Form, raw: Json, made: Json, path: Path) -> None:
    made |= {"accent_color": raw.get("accent_color"), "spoiler": bool(raw.get("spoiler"))}
    form.number(raw.get("accent_color"), (*path, "accent_color"), 0, 0xFFFFFF)
    here = (*path, "components")
    children = form.length(raw.get("components"), here, MAX_COMPONENTS)
    made["components"] = [component(form, child, (*here, i), _INSIDE) for i, child in enumerate(children)]


def _label(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, ("label", "description"))
    form.text(raw.get("label"), (*path, "label"), 45)
    form.text(raw.get("description"), (*path, "description"), 100, optional=True)
    made["component"] = component(form, raw.get("component"), (*path, "component"), _LABELLED)


def _text_input(form: Form, raw: Json, made: Json, path: Path) -> None:
    keys = ("custom_id", "style", "label", "value", "placeholder", "required")
    _copy(raw, made, (*keys, "min_length", "max_length"))
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    if raw.get("style") not in (1, 2):
        form.errors.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
    labelled = path[-1] == "component"
    form.text(raw.get("label"), (*path, "label"), 45, optional=labelled)
    form.text(raw.get("value"), (*path, "value"), 4000, shortest=0, optional=True)
    form.text(raw.get("placeholder"), (*path, "placeholder"), 100, shortest=0, optional=True)
    form.number(raw.get("min_length"), (*path, "min_length"), 0, 4000)
    form.number(raw.get("max_length"), (*path, "max_length"), 1, 4000)


def _radio(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, ("custom_id", "required"))
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    _options(form, raw, made, path, 10, fewest=2)


def _checkboxes(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, ("custom_id", "required", "min_values", "max_values"))
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))
    form.number(raw.get("min_values"), (*path, "min_values"), 0, 10)
    form.number(raw.get("max_values"), (*path, "max_values"), 1, 10)
    _options(form, raw, made, path, 10)


def _checkbox(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, ("custom_id", "default"))
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))


def _upload(form: Form, raw: Json, made: Json, path: Path) -> None:
    _copy(raw, made, ("custom_id", "required", "min_values", "max_values"))
    form.custom_id(raw.get("custom_id"), (*path, "custom_id"))


def _copy(raw: Json, made: Json, keys: tuple[str, ...]) -> None:
    made |= {key: raw[key] for key in keys if raw.get(key) is not None}


_CHECKS: dict[int, Callable[[Form, Json, Json, Path], None]] = {
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
