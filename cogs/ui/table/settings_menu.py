"""The settings: a page that says what is set, and modals with those that belong together. And proposals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bot.face.table.settings import CLOCK, SettingField, first_fields, table_fields, variant_fields
from bot.face.text.game_lines import Choice
from bot.face.text.templates import inside
from bot.language import _, with_label
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import (
    BLUE,
    GREY,
    Json,
    button,
    container,
    message,
    option,
    rows,
    select,
    text,
)
from cogs.ui.forms import MOST_FIELDS, any_of, form, in_brief, labelled, one_of
from cogs.ui.game_list import game_lines
from cogs.ui.theme import accent

FORM = "form."
"""The beginning of the name of a form in custom ids."""


class Form(NamedTuple):
    """A modal of settings that belong together."""

    key: str
    title: str
    fields: tuple[SettingField, ...]


def settings_menu(view: TableView, lead: str = "") -> Json:
    """Return the settings as they are, with a button for each form that changes them, and what hosts rarely do."""
    table, shown = view.table, forms(view)
    lines = [
        _("**Settings** · {game}").format(game=_(view.game.title)),
        *([lead] if lead else []),
        *map(_summary, shown),
    ]
    changes = [
        button(each.title, custom_ids.field(table.id, f"{FORM}{each.key}"), BLUE if not at else GREY)
        for at, each in enumerate(shown)
    ]
    rare = [
        button("Add a word to the luck", custom_ids.verb(table.id, "word")),
        button("Close the table", custom_ids.verb(table.id, "close")),
    ]
    if any(seat.computer for seat in table.seats.values()):
        rare.insert(0, button("Remove a computer player", custom_ids.verb(table.id, "remove")))
    parts = [text("\n".join(lines)), *rows(changes), *rows(rare)]
    return message(container(parts, accent(view)), ephemeral=True)


def _summary(shown: Form) -> str:
    """Return the settings of a form as they are, in a line."""
    parts = []
    for field in shown.fields:
        chosen = [each.words for each in field.choices if each.chosen]
        if field.many:
            parts += chosen
        elif field.name != "game":
            # the title of the page names the game
            value = chosen[0] if chosen else _("as usual")
            parts.append(with_label(field.title, inside(value)))
    return f"-# **{shown.title}** · {' · '.join(parts) if parts else _('none')}"


def find_form(view: TableView, name: str) -> Form | None:
    """Return the form that a control's value names; None if the table has no such form."""
    key = name.removeprefix(FORM)
    return next((each for each in forms(view) if name.startswith(FORM) and each.key == key), None)


def form_modal(view: TableView, shown: Form) -> Json:
    """Return the modal in which the settings of a form are changed, all of them at once."""
    fields = [labelled(field.title, field.about, _control(field)) for field in shown.fields]
    return form(shown.title, custom_ids.field(view.table.id, f"{FORM}{shown.key}"), fields)


def _control(field: SettingField) -> Json:
    lines = [_line(each) for each in field.choices]
    return any_of(field.name, lines) if field.many else one_of(field.name, lines)


def _line(choice: Choice) -> Json:
    return option(choice.words, choice.value, in_brief(choice.about), default=choice.chosen)


def forms(view: TableView) -> list[Form]:
    """Return the forms of a table's settings: those of its game, and of the table itself."""
    made = [Form("game", _("Game and stakes"), tuple(first_fields(view))), *_variants(variant_fields(view))]
    fields = [*table_fields(view)]
    clocks = tuple(field for field in fields if field.name.startswith(CLOCK))
    made.append(Form("table", _("Table"), tuple(field for field in fields if field not in clocks)))
    return [*made, Form("clocks", _("Clocks"), clocks)] if clocks else made


def _variants(fields: Iterable[SettingField]) -> Iterable[Form]:
    """Yield the forms of a game's options, as many as they take."""
    every = [*fields]
    for at in range(0, len(every), MOST_FIELDS):
        number = at // MOST_FIELDS
        title = _("More variants") if number else _("Variants")
        yield Form(f"variants.{number}", title, tuple(every[at : at + MOST_FIELDS]))


def proposal_menu(view: TableView) -> Json:
    """Return the list of games from which a member proposes one."""
    own = view.table.progress.proposals.get(view.viewer)
    menu = select(_("Game"), custom_ids.verb(view.table.id, "propose"), game_lines({own} if own else ()))
    return message(
        container([text(_("What would you like to play next? The host decides.")), menu], accent(view)),
        ephemeral=True,
    )
