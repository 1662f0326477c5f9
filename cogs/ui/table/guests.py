"""A guest of the host: the invitation, the guest's player, and the button to its hand (PTY-R1).

A host in the guest's seat has two panels, each with its own cards and questions.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.face.text.templates import safe_name
from bot.language import _
from bot.members.names import name_in_label
from bot.tables.state import Seat
from bot.tables.view import TableView
from cogs.ui.components import BLUE, GREEN, GREY, Json, button, note
from cogs.ui.forms import modal
from games.party_variants import takes_guest

PREFIX = "guest"
"""Custom ids of the guest's controls: `guest:<table>:<what>`."""


def _verb(view: TableView, verb: str) -> str:
    return f"{PREFIX}:{view.table.id}:{verb}"


def invite_buttons(view: TableView) -> Iterable[Json]:
    """Return the button of a lobby whose seat for a guest is free."""
    if takes_guest(view.game, view.options) and view.table.invited() is None:
        yield button("Invite a guest", _verb(view, "invite"))


def host_buttons(view: TableView, seat: Seat) -> Iterable[Json]:
    """Return the buttons in the host's own panel: show the guest's hand, or play it."""
    guest = view.table.invited()
    if guest is None or seat.member != view.table.host:
        return
    if guest.guest is not None:
        hand = _("{name}'s hand").format(name=name_in_label(guest.name))
        yield button(hand, _verb(view, "hand"), BLUE)
    elif view.table.match_id is None:
        yield _myself(view, guest, GREY)


def guest_buttons(view: TableView, guest: Seat) -> Iterable[Json]:
    """Return the button in the guest's panel that hands it over."""
    label = _("Let the house play {name}").format(name=name_in_label(guest.name))
    yield button(label, _verb(view, "house"))


def tags(view: TableView, guest: Seat) -> list[str]:
    """Return the tags of a guest in the list of seats."""
    own = view.table.seat_of(guest.guest) if guest.guest is not None else None
    if own is None:
        return [_("guest of the house")]
    return [_("guest"), _("played by {name}").format(name=safe_name(own.name))]


def joined(view: TableView, guest: Seat) -> Json:
    """Return the note for the host when the guest has sat down; the house plays it unless they like to."""
    sentence = _("{name} takes seat {n}, and plays with the house's gembones.")
    sentence = sentence.format(name=safe_name(guest.name), n=guest.number + 1)
    return note(sentence, _myself(view, guest, GREEN))


def _myself(view: TableView, guest: Seat, style: int) -> Json:
    return button(_("Play {name} myself").format(name=name_in_label(guest.name)), _verb(view, "me"), style)


def invitation(view: TableView) -> Json:
    """The modal that asks for the guest's name."""
    return modal(
        _("Invite a guest"), _verb(view, "invite"), _("Its name"), _("A character of yours."), most=32
    )
