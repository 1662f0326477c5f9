"""`/help`: what this member can do now, in this channel, with their rights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.face.help.texts import BETTING, HERE, NAMES, meaning
from bot.language import N_, _
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, note
from cogs.ui.theme import words_button
from games.engine.game import Game

PREFIX = "help"
"""Custom ids of the buttons: `help:<page>`."""
FIRST = "first"
"""Custom id, behind the prefix, of the button that opens a newcomer's first game."""
COMMANDS = "commands"
"""Custom id, behind the prefix, of the button that tells what a member can do anywhere."""
ADMIN = "admin"
"""Custom id, behind the prefix, of the button that tells what an admin can do."""


class Situation(NamedTuple):
    """A member in a channel, and their permissions there."""

    view: TableView | None
    """The channel's table as they see it; None if there is none."""
    user: int
    missing: str | None
    """The sentence about rights that the bot lacks here."""
    channels: tuple[int, ...]
    """The channels of tables, if this is none of them."""
    paused: str | None
    """The sentence of the limits that this member has set for themselves."""
    has_bot: bool = True
    """False where the bot is no member."""
    first_game: Game | None = None
    """A game for a newcomer, of those that this place allows."""


def help_note(now: Situation) -> Json:
    """Return the list of what the member can do, with buttons for the most likely choices."""
    about_place = [] if now.has_bot else [f"-# {_(HERE['guest'])}"]
    lines = [
        _(HERE["title"]),
        *(f"- {line}" for line in _table_lines(now)),
        *about_place,
    ]
    return note("\n".join(lines), *_buttons(now))


def commands_note(*, admin: bool) -> Json:
    """Return what a member can do anywhere. It has a page of its own, since a phone has no room for more."""
    buttons = [button("Betting", f"{PREFIX}:betting"), words_button()]
    if admin:
        buttons.append(button(N_("For admins"), f"{PREFIX}:{ADMIN}"))
    return note(_(HERE["always"]).strip(), *buttons)


def admin_note() -> Json:
    """Return what an admin can do, on a page of its own, since the list is tall without it."""
    return note(_(HERE["admin"]).strip())


def words_note() -> Json:
    """Return every word of ours with its meaning."""
    return note("\n".join([_("## Words"), *(f"- {meaning(word)}" for word in NAMES)]))


def betting_note() -> Json:
    """Return how betting works: the moves, side pots with an example, and shares."""
    return note("\n".join(_(part).strip() for part in BETTING.values()), words_button())


def _table_lines(now: Situation) -> Iterator[str]:
    view = now.view
    if view is None or view.table.phase == "closed":
        if now.channels:
            channels = ", ".join(f"<#{channel}>" for channel in now.channels)
            yield _(HERE["elsewhere"]).format(channels=channels)
        elif now.missing:
            yield _(HERE["missing"]).format(sentence=now.missing)
        else:
            yield _(HERE["none"])
            if _may_open(now) and now.first_game is not None:
                game = now.first_game
                yield _(HERE["first_game"]).format(title=_(game.title), why=_(game.texts.first_game))
        return
    seat = view.table.answering_seat(now.user)
    high = view.game.limits(view.options)[1]
    values = {
        "title": _(view.game.title),
        "free": high - len(view.table.seats),
        "seat": 0 if seat is None else seat.number + 1,
        "sentence": now.paused,
    }
    yield _(HERE[_occasion(now, view, seat)]).format(**values)
    if seat is not None:
        yield _(HERE["leave"])
        if seat.member == view.table.host:
            yield _(HERE["host"])
        elif now.user in view.table.access.cohosts:
            yield _(HERE["cohost"])
    if now.missing:
        yield _(HERE["missing"]).format(sentence=now.missing)


def _may_open(now: Situation) -> bool:
    """Return whether nothing keeps the member from opening a table here."""
    closed = now.view is None or now.view.table.phase == "closed"
    return closed and not (now.channels or now.missing or now.paused)


def _occasion(now: Situation, view: TableView, seat: Seat | None) -> str:
    """Return the key of the line about the table, by its phase and the member's part in it."""
    scene = view.scene
    playing = scene is not None and not scene.over
    if view.table.phase == "suspended":
        return "suspended"
    if seat is None:
        if now.paused:
            return "paused"
        if playing:
            return "watching_play"
        return "watching" if view.game.limits(view.options)[1] > len(view.table.seats) else "watching_full"
    if playing:
        return "asked" if scene is not None and scene.mine() else "playing"
    if scene is not None:
        return "seated_again"
    return "seated_start" if seat.member == view.table.host else "seated"


def _buttons(now: Situation) -> Iterator[Json]:
    view = now.view
    if view is not None and view.table.phase not in ("closed", "suspended"):
        seat = view.table.answering_seat(now.user)
        if seat is None and not now.paused:
            yield button("Sit down", custom_ids.verb(view.table.id, "sit"), GREEN)
        elif seat is not None:
            yield button("My hand", custom_ids.verb(view.table.id, "hand"), GREEN)
        yield button("How to play", custom_ids.verb(view.table.id, "rules"))
    if _may_open(now) and now.first_game is not None:
        yield button(_("Play {game}").format(game=_(now.first_game.title)), f"{PREFIX}:{FIRST}", GREEN)
    yield button("All games", f"{PREFIX}:games")
    yield button(N_("More commands"), f"{PREFIX}:{COMMANDS}")
