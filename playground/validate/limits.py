"""What Discord refuses in a message, a modal or the choices of an autocompletion.

Each function takes what the bot sent, complains into the form, and gives back what Discord would keep.
"""

from __future__ import annotations

from typing import Any

from playground.validate.body_form import Form, Json, Path
from playground.validate.component_limits import MAX_COMPONENTS, MAX_TEXT, MODAL_TOP, ROW, TOP, component

MAX_CONTENT = 2000
MAX_EMBEDS = 10
MAX_EMBED_TEXT = 6000
MAX_FILES = 10

__all__ = ["MAX_CONTENT", "MAX_FILES", "Form", "choices", "embeds", "message_components", "modal"]


def message_components(form: Form, raw: Any, *, v2: bool, path: Path = ("components",)) -> list[Json]:
    """The components of a message, checked; complaints go into `form.errors`."""
    if not v2:
        rows = form.length(raw, path, 5, shortest=0)
        made = [component(form, row, (*path, i), ROW) for i, row in enumerate(rows)]
    else:
        tops = form.length(raw, path, MAX_COMPONENTS)
        made = [component(form, top, (*path, i), TOP) for i, top in enumerate(tops)]
        if form.count > MAX_COMPONENTS:
            form.errors.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {MAX_COMPONENTS} (there are {form.count}).",
            )
        if form.letters > MAX_TEXT:
            form.errors.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total text must not exceed {MAX_TEXT} characters (there are {form.letters}).",
            )
    form.number_the_rest()
    return made


def modal(form: Form, raw: Any) -> Json:
    """The data of a modal, checked; complaints go into `form.errors`."""
    path: Path = ("data",)
    raw = raw if isinstance(raw, dict) else {}
    form.text(raw.get("title"), (*path, "title"), 45)
    form.text(raw.get("custom_id"), (*path, "custom_id"), 100)
    tops = form.length(raw.get("components"), (*path, "components"), 5)
    made = [component(form, top, (*path, "components", i), MODAL_TOP) for i, top in enumerate(tops)]
    form.number_the_rest()
    return {"title": raw.get("title"), "custom_id": raw.get("custom_id"), "components": made}


def embeds(form: Form, raw: Any, path: Path = ("embeds",)) -> list[Json]:
    """Classic embeds, checked; complaints go into `form.errors`."""
    found = form.objects(raw, path, MAX_EMBEDS, shortest=0)
    total = 0
    for i, embed in enumerate(found):
        here = (*path, i)
        form.text(embed.get("title"), (*here, "title"), 256, shortest=0, optional=True)
        form.text(embed.get("description"), (*here, "description"), 4096, shortest=0, optional=True)
        footer = (embed.get("footer") or {}).get("text")
        form.text(footer, (*here, "footer", "text"), 2048, shortest=0, optional=True)
        author = (embed.get("author") or {}).get("name")
        form.text(author, (*here, "author", "name"), 256, shortest=0, optional=True)
        total += sum(len(text or "") for text in (footer, author))
        total += len(embed.get("title") or "") + len(embed.get("description") or "")
        fields = form.objects(embed.get("fields") or [], (*here, "fields"), 25, shortest=0)
        for j, each in enumerate(fields):
            form.text(each.get("name"), (*here, "fields", j, "name"), 256)
            form.text(each.get("value"), (*here, "fields", j, "value"), 1024)
            total += len(each.get("name") or "") + len(each.get("value") or "")
    if total > MAX_EMBED_TEXT:
        form.errors.add(
            path, "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        )
    return [{"type": "rich", **embed} for embed in found]


def choices(form: Form, raw: Any, path: Path) -> None:
    """Check what is offered for a command's option: at most 25, each with a name and a value."""
    for i, choice in enumerate(form.objects(raw, path, 25, shortest=0)):
        form.text(choice.get("name"), (*path, i, "name"), 100)
        value = choice.get("value")
        if isinstance(value, str):
            form.text(value, (*path, i, "value"), 100)
        elif not isinstance(value, (int, float)):
            form.errors.add((*path, i, "value"), "BASE_TYPE_REQUIRED", "This field is required")
