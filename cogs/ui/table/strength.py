"""The message that says how well a computer player plays, with a menu of the other levels."""

from __future__ import annotations

from bot.language import N_, _
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
from games.computer.levels import LEVEL_NAMES, offered, scales
from games.engine.game import STRENGTHS, Game

BEST = N_("Level 10 is the best here.")
SUITS = N_("Level {n} is about as good as you; level 10 is the best here.")


def strength_note(table: int, game: Game, seat: Seat, like_you: str | None = None) -> Json:
    """Return how well a computer player plays, with the other levels or strengths to choose from.

    `like_you`: the level that plays about as well as the member who reads this, if it is known.
    """
    scale, names = scales().get(game.key), offered(game)
    chosen, temper = game.strength(seat.policy or ""), temper_of(seat.name)
    tempered = temper in game.tempers(chosen)
    level = chosen if scale is None or names == game.strengths() else scale.level_of(chosen)
    if level in LEVEL_NAMES:
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
    sentence = words.format(name=seat.name, n=seat.number + 1, level=_(level), temper=_(TEMPERS[temper]))
    if scale is None or level not in LEVEL_NAMES:
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
            default=name == level,
        )
        for name, rating in zip(names, scale.ratings, strict=True)
    ]
    levels = select(_("How well should it play?"), custom_ids.verb(table, f"strength.{seat.number}"), lines)
    suits = _(SUITS).format(n=level) if like_you == level else _(BEST)
    parts: list[Json] = [text(f"{sentence} {suits}"), levels]
    if like_you not in (None, level):
        custom_id = custom_ids.verb(table, f"strength.{seat.number}.{like_you}")
        label = _("About as good as you: level {n}").format(n=like_you)
        parts += rows([button(label, custom_id, GREEN)])
    return message(container(parts, PLAIN), ephemeral=True)
