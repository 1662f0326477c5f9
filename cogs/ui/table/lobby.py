"""The table message before a game: the seats, the stakes, the start button."""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.table.company import standing
from bot.face.table.names import newcomers, renderer_for
from bot.face.table.settings import choice_words
from bot.face.table.stakes import about_line, stakes_line
from bot.face.text.templates import inside
from bot.language import N_, _, ngettext, with_label
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import (
    BLUE,
    GREEN,
    Json,
    button,
    rows,
    text,
)
from cogs.ui.fair_play import next_words_line, run_by_line, short_fingerprint
from cogs.ui.offers import on_table
from cogs.ui.table import guests
from cogs.ui.theme import more_button
from games.engine.game import REGULAR, STRENGTHS
from games.engine.scene import SceneOutcome

THREAD_HINT = N_("Lots of chat here? *More…*, *Host…* moves the table to a thread, where it stays in sight.")
"""Said in the lobby of a table beside which people chat."""
NO_MEMBER_HINT = N_(
    "I'm not a member here, so I can't remind anyone. If the table looks stuck, press a button on it. "
    "Everyone can play; commands are for those who have added me to their account."
)
"""Said in the lobby of a table where the bot may not write."""


def lobby(view: TableView, *, pictured: bool = False) -> list[Json]:
    """The parts of the message, from the game's title to the buttons; `pictured`: the poster has title and pitch."""
    game = view.game
    kind = view.table.kind
    high = kind.chairs or game.limits(view.options)[1]
    line = standing(view) if kind.hosted else kind.standing_line(view.gather_until)
    head = f"{stakes_line(view)}\n{about_line(view)}"
    if not pictured:
        head = f"## {_(game.title)}\n{stakes_line(view)}\n{_(game.pitch)} {about_line(view)}"
    return [
        text(head),
        *([text(line)] if line else []),
        text(seat_list(view, high)),
        text(_options_line(view)),
        *([text("\n".join(renderer_for(view).say(line) for line in view.remarks))] if view.remarks else []),
        *rows(_lobby_buttons(view)),
    ]


def seat_list(view: TableView, high: int) -> str:
    """Return the seats with their members, and the number of the `high` seats that are free, in one line."""
    names = renderer_for(view)
    seats = []
    for seat in view.table.in_order():
        tags = []
        if seat.member == view.table.host and view.table.kind.hosted:
            tags.append(_("host"))
        elif seat.user_id in view.table.access.cohosts:
            tags.append(_("co-host"))
        if seat.computer and not seat.invited:
            tags.append(_computer_tag(seat.policy))
        tags += _state_tags(view, seat)
        name = f"{seat.number + 1} **{names.name(seat.number)}**"
        seats.append(name + (f" ({', '.join(tags)})" if tags else ""))
    free = high - len(seats)
    if free > 0:
        seats.append(ngettext("{n} more seat free", "{n} more seats free", free).format(n=free))
    return "   ".join(seats)


def _state_tags(view: TableView, seat: Seat) -> list[str]:
    """Return how a seat stands: a guest's, played by a computer, away, or ready for the next match."""
    if seat.invited:
        return list(guests.tags(view, seat))
    if seat.computer:
        return []
    if seat.policy is not None:
        return [_("played by a computer")]
    if seat.number in view.vacations:
        return [_("on vacation until <t:{due}:D>").format(due=int(view.vacations[seat.number]))]
    if seat.away:
        return [_("away")]
    if seat.sits_out:
        return [_("sits out")]
    return [_("ready")] if seat.ready and view.scene is not None else []


def seats_line(view: TableView) -> str:
    """Return the seats with news since the result: ready, away, or newly taken."""
    names, scene = renderer_for(view, now=True), view.scene
    outcomes = scene.every(SceneOutcome) if scene is not None else []
    played = {row.seat for outcome in outcomes for row in outcome.rows} - newcomers(view).keys()
    seats = []
    for seat in view.table.in_order():
        tags = _state_tags(view, seat)
        if seat.number not in played and not tags:
            tags = [_("computer") if seat.computer else _("new")]
        if tags:
            seats.append(f"**{names.name(seat.number)}** ({', '.join(tags)})")
    return "   ".join(seats)


def _computer_tag(strength: str | None) -> str:
    """Return the tag of a computer player, with its strength unless that is the usual one."""
    if (strength or "").isdecimal():
        return _("computer, level {n}").format(n=strength)
    named = STRENGTHS.get(strength or "", "")
    if named.lower() in ("", REGULAR):
        return _("computer")
    return _("computer, {strength}").format(strength=inside(_(named)))


def _options_line(view: TableView) -> str:
    fields = view.game.options.model_fields
    parts = []
    for name, value in view.table.options.items():
        shown = _(fields[name].title or name)
        if value is True:
            parts.append(shown)
        elif value is not False:
            parts.append(with_label(shown, inside(choice_words(str(value)))))
    parts.append(_("fair play `{fingerprint}`").format(fingerprint=short_fingerprint(view)))
    names = renderer_for(view)
    hint = _(THREAD_HINT) if view.surroundings.beside_chat else ""
    if not view.table.place.has_bot:
        hint = _(NO_MEMBER_HINT)
    lines = [" · ".join(parts), run_by_line(view, names), next_words_line(view, names), hint]
    return "\n".join(f"-# {line}" for line in lines if line)


def start_button(view: TableView) -> Json:
    """The start of the first match; a member who is alone may fill the seats that are missing with computer players.

    Otherwise it is disabled as long as seats are missing, and says how many.
    """
    missing = view.game.limits(view.options)[0] - len(view.table.seats)
    if missing > 0 and len(view.table.members()) == 1:
        return solo_button(view)
    label = _("Start") if missing <= 0 else _("Start ({n} more needed)").format(n=missing)
    return button(label, custom_ids.verb(view.table.id, "start"), BLUE, disabled=missing > 0)


def solo_button(view: TableView) -> Json:
    """The start of a match against computer players, which take the seats that are free."""
    return button("Start with computer players", custom_ids.verb(view.table.id, "solo"), GREEN)


def _lobby_buttons(view: TableView) -> Iterable[Json]:
    table = view.table
    if not table.kind.hosted:
        yield button("My hand", custom_ids.verb(table.id, "hand"), GREEN)
    else:
        sit, start = button("Sit down", custom_ids.verb(table.id, "sit"), GREEN), start_button(view)
        # beside the longer label of a lone host's start a phone has no room: alone above the others it costs no row
        yield from (start, sit) if start["custom_id"] == solo_button(view)["custom_id"] else (sit, start)
        yield button("Settings", custom_ids.verb(table.id, "settings"))
    yield from on_table.buttons(view)
    yield more_button(table.id)
