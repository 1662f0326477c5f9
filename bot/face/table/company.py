"""The company between two matches: whom the next one waits for, what is proposed, and what a member reads."""

from __future__ import annotations

from bot.face.text.templates import safe_name
from bot.language import N_, _, listed, ngettext
from bot.tables.state import Seat
from bot.tables.view import TableView
from games.registry import GAMES

GONE = N_("You were gone for a while, so the next hand starts without you. Press Again to be in it.")
GONE_FROM_LOBBY = N_("You were gone for a while. Press anything and you're back.")
"""Said before the first match, where there is no Again."""
SITS_OUT = {
    "next": N_("You're sitting out the next hand, and in again after it."),
    "until back": N_("You're sitting out until you say that you're back."),
}
IS_BACK = N_("Welcome back. You're in the next hand.")
"""Said to a member who sat out, or was about to."""


def gathering(view: TableView) -> str:
    """Return when the next match starts, and who hasn't said yet that they're ready."""
    when = f"<t:{int(view.gather_until or 0)}:R>"
    if not view.missed:
        return _("The next hand starts {when}.").format(when=when)
    names = listed([f"**{safe_name(name)}**" for name in view.missed])
    if view.table.settings.letter is not None:
        return _(
            "Waiting for {names} to press Again. The next hand starts {when}, with or without them."
        ).format(names=names, when=when)
    return _("The next hand starts {when}. Not ready yet: {names}.").format(when=when, names=names)


def standing(view: TableView) -> str:
    """Return the line for everyone about the next match: its countdown, or why there is none."""
    if view.gather_until is not None:
        return gathering(view)
    if view.stalled:
        return view.stalled.sentence
    ready = [f"**{safe_name(seat.name)}**" for seat in view.table.members() if seat.ready and not seat.left]
    if not view.too_few or not ready or view.scene is None:
        # before the first match the free seats say the same
        return ""
    words = ngettext(
        "{names} would play on, with one more.", "{names} would play on, with {n} more.", view.too_few
    )
    return words.format(names=listed(ready), n=view.too_few)


def waiting_words(view: TableView, seat: Seat) -> str:
    """Return what a member reads about their part in the next match; empty while nobody has asked for one."""
    if seat.away:
        return _(GONE if view.scene is not None else GONE_FROM_LOBBY)
    if seat.sits_out:
        return _(SITS_OUT[seat.sits_out])
    if view.gather_until is not None:
        ready = _("You're ready.") if seat.ready else _("You're in. Press Again if you're ready now.")
        return f"{ready} {gathering(view)}"
    if view.stalled:
        return view.stalled.sentence
    if view.too_few and seat.ready and view.scene is not None:
        return (
            f"{_missing(view, seat)} {_('Play with computers?')}" if may_fill(view) else _missing(view, seat)
        )
    return ""


def _missing(view: TableView, seat: Seat) -> str:
    others = [other for other in view.table.members() if other is not seat and _is_there(other)]
    if not others:
        return _("Nobody else is here.")
    words = ngettext("One more player is needed.", "{n} more players are needed.", view.too_few)
    return words.format(n=view.too_few)


def _is_there(seat: Seat) -> bool:
    return not (seat.left or seat.away or seat.sits_out)


def has_room(view: TableView) -> bool:
    """Return whether there is a seat to take, for this game or the next one."""
    return sum(not seat.left for seat in view.table.seats.values()) < view.game.limits(view.options)[1]


def may_fill(view: TableView) -> bool:
    """Return True if there is room for the computer players without whom nothing begins."""
    return view.too_few + len(view.table.seats) <= view.game.limits(view.options)[1]


def proposed(view: TableView) -> list[tuple[str, list[str]]]:
    """Return the games that members at the table propose for the next match, with their names; most wanted first."""
    wanted: dict[str, list[str]] = {}
    for number, game in view.table.progress.proposals.items():
        seat = view.table.seats.get(number)
        if seat is not None and not seat.left and game != view.table.game and game in GAMES:
            wanted.setdefault(game, []).append(safe_name(seat.name))
    return sorted(wanted.items(), key=lambda each: -len(each[1]))


def proposal_line(view: TableView) -> str:
    """Return who proposes which games for the next match; empty if nobody does."""
    lines = []
    for key, names in proposed(view):
        words = ngettext(
            "{names} proposes **{game}** (about {minutes} min).",
            "{names} propose **{game}** (about {minutes} min).",
            len(names),
        )
        game = GAMES[key]
        lines.append(words.format(names=listed(names), game=_(game.title), minutes=game.minutes))
    return " ".join(lines)
