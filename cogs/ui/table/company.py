"""The company between two matches: the seats of the next one, those it waits for, and what a member may say."""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.text.templates import safe_name
from bot.members.names import join_with_and
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, GREEN, Json, button
from games.registry import GAMES

GONE = "You were gone for a while, so the next hand starts without you. Press Again to be in it."
GONE_FROM_LOBBY = "You were gone for a while. Press anything and you're back."
"""Said before the first match, where there is no Again."""
SITS_OUT = {
    "next": "You're sitting out the next hand, and in again after it.",
    "until back": "You're sitting out until you say that you're back.",
}


def gathering(view: TableView) -> str:
    """Return when the next match starts, and who hasn't said yet that they're ready."""
    when = f"<t:{int(view.gather_until or 0)}:R>"
    if not view.missed:
        return f"The next hand starts {when}."
    names = join_with_and([f"**{safe_name(name)}**" for name in view.missed])
    if view.table.settings.letter is not None:
        return f"Waiting for {names} to press Again. The next hand starts {when}, with or without them."
    return f"The next hand starts {when}. Not ready yet: {names}."


def standing(view: TableView) -> str:
    """Return the line for everyone about the next match: its countdown, or why there is none."""
    if view.gather_until is not None:
        return gathering(view)
    if view.stalled:
        return view.stalled
    ready = [f"**{safe_name(seat.name)}**" for seat in view.table.members() if seat.ready and not seat.left]
    if not view.too_few or not ready or view.scene is None:
        # before the first match the free seats say the same
        return ""
    missing = "one more" if view.too_few == 1 else f"{view.too_few} more"
    return f"{join_with_and(ready)} would play on, with {missing}."


def waiting_words(view: TableView, seat: Seat) -> str:
    """Return what a member reads about their part in the next match; empty while nobody has asked for one."""
    if seat.away:
        return GONE if view.scene is not None else GONE_FROM_LOBBY
    if seat.sits_out:
        return SITS_OUT[seat.sits_out]
    if view.gather_until is not None:
        ready = "You're ready." if seat.ready else "You're in. Press Again if you're ready now."
        return f"{ready} {gathering(view)}"
    if view.stalled:
        return view.stalled
    if view.too_few and seat.ready and view.scene is not None:
        return f"{_missing(view, seat)} Play with computers?" if may_fill(view) else _missing(view, seat)
    return ""


def _missing(view: TableView, seat: Seat) -> str:
    others = [other for other in view.table.members() if other is not seat and _is_there(other)]
    if not others:
        return "Nobody else is here."
    return "One more player is needed." if view.too_few == 1 else f"{view.too_few} more players are needed."


def _is_there(seat: Seat) -> bool:
    return not (seat.left or seat.away or seat.sits_out)


def may_fill(view: TableView) -> bool:
    """Return True if there is room for the computer players without whom nothing begins."""
    return view.too_few + len(view.table.seats) <= view.game.limits(view.options)[1]


def company_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield what a member may answer between two matches: Again, I'm back, or computers for company."""
    table = view.table.id
    if seat.sits_out:
        yield button("I'm back", custom_ids.verb(table, "here"), GREEN)
    elif view.too_few and seat.ready and may_fill(view):
        yield button("Play with computers", custom_ids.verb(table, "solo"), GREEN)
    elif not seat.ready:
        yield button("Again", custom_ids.verb(table, "again"), GREEN)


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
        verb = "proposes" if len(names) == 1 else "propose"
        minutes = GAMES[key].minutes
        lines.append(f"{join_with_and(names)} {verb} **{GAMES[key].title}** (about {minutes} min).")
    return " ".join(lines)


def proposal_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield the host's answer to what is proposed, between two matches; and for all others a way to propose."""
    table = view.table
    if not table.kind.hosted or not table.kind.for_company or seat.computer or seat.left:
        return
    if seat.member != table.host and seat.user_id not in table.access.cohosts:
        yield button("Propose a game", custom_ids.verb(table.id, "propose"))
    elif table.match_id is None:
        for key, _ in proposed(view)[:1]:
            yield button(f"Play {GAMES[key].title} next", custom_ids.verb(table.id, f"playnext.{key}"), BLUE)
            yield button("Not now", custom_ids.verb(table.id, "notnext"))


def absence_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Yield the ways to sit out and to come back, for a member of an ordinary table."""
    if not view.table.kind.hosted or not view.table.kind.for_company or seat.left or seat.computer:
        return
    table = view.table.id
    if seat.sits_out:
        yield button("I'm back", custom_ids.verb(table, "here"))
        return
    yield button("Sit out a hand", custom_ids.verb(table, "out.next"))
    yield button("Sit out until I'm back", custom_ids.verb(table, "out.long"))
