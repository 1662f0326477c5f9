"""The message that says how well a computer player plays, with a menu of the other levels."""

from __future__ import annotations

from bot.face.text.templates import word
from bot.language import _
from bot.tables.state import Seat
from cogs.ui import custom_ids
from cogs.ui.components import (
    GREEN,
    PLAIN,
    Json,
    button,
    container,
    message,
    note,
    option,
    rows,
    select,
    text,
)
from games.computer.characters import TEMPERS, temper_of
from games.computer.levels import LEVEL_NAMES, about, offered, scales
from games.engine.game import STRENGTHS, Game


def strength_note(table: int, game: Game, seat: Seat, like_you: str | None = None) -> Json:
    """Return how well a computer player plays, with the other levels or strengths to choose from.

    `like_you`: the level that plays about as well as the member who reads this, if it is known.
    """
    chosen = game.strength(seat.policy or "")
    temper = temper_of(seat.name)
    tempered = temper in game.tempers(chosen)
    if chosen in LEVEL_NAMES:
        words = (
            _("{name} is in seat {n} and plays at level {level}, and {temper}.")
            if tempered
            else _("{name} is in seat {n} and plays at level {level}.")
        )
    else:
        words = (
            _("{name} is in seat {n} and plays like a {level}, and {temper}.")
            if tempered
            else _("{name} is in seat {n} and plays like a {level}.")
        )
    sentence = words.format(name=seat.name, n=seat.number + 1, level=_(chosen), temper=_(TEMPERS[temper]))
    scale, names = scales().get(game.key), offered(game)
    if scale is None or names == game.strengths():
        buttons = [
            button(
                STRENGTHS[name],
                custom_ids.verb(table, f"strength.{seat.number}.{name}"),
                disabled=name == chosen,
            )
            for name in names
        ]
        return note(sentence, *buttons)
    lines = [
        option(
            _("Level {n}").format(n=name),
            name,
            _("Rating {n}").format(n=rating),
            default=name == chosen,
        )
        for name, rating in zip(names, scale.ratings, strict=True)
    ]
    levels = select(_("How well should it play?"), custom_ids.verb(table, f"strength.{seat.number}"), lines)
    parts: list[Json] = [text(f"{sentence} {word(about(game, chosen))}"), levels]
    if like_you is not None:
        custom_id = custom_ids.verb(table, f"strength.{seat.number}.{like_you}")
        label = _("About as good as you: level {n}").format(n=like_you)
        parts += rows([button(label, custom_id, GREEN, disabled=like_you == chosen)])
    return message(container(parts, PLAIN), ephemeral=True)
