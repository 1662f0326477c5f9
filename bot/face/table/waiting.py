"""The words for a member of whom nothing is asked: the one that thinks, why they wait, how their last game ended."""

from __future__ import annotations

from bot.face.table.company import proposal_line, waiting_words
from bot.face.table.headline import money_kind_of
from bot.face.table.outcome import MARKS, find_outcome, personal_text
from bot.face.text.templates import Renderer
from bot.language import N_, _
from bot.tables.state import Seat
from bot.tables.view import TableView
from games.engine.scene import Scene, Seats, Zone

REVEALING = N_("And the winner is …")
"""The words while the last cards or dice are shown, before the result."""


def idle_words(scene: Scene, number: int, renderer: Renderer) -> str:
    """Name the seat that everyone waits for; the panel is repainted when it is another, or several."""
    rows_of = [row for block in scene.every(Seats) for row in block.rows]
    out = any(row.seat == number and row.out for row in rows_of)
    asked = [row.seat for row in rows_of if row.asked and row.seat != number]
    waits = (
        _("{name} is thinking.").format(name=renderer.name(asked[0]))
        if len(asked) == 1
        else _("Waiting for the others.")
    )
    return " ".join([_("You're out of this one."), waits]) if out else waits


def timed_out_words(view: TableView, seat: Seat, renderer: Renderer) -> str:
    """Return the default action after the viewer's time ran out, and the way to come back."""
    press = renderer.say(view.timed_out) if view.timed_out is not None else ""
    done = (
        _("Time ran out, so the table pressed **{press}** for you.").format(press=press)
        if press
        else _("Time ran out, so the table answered for you.")
    )
    back = (
        _("Nobody waits for you now: press anything and you're back.") if seat.away else _("You're still in.")
    )
    return f"{done} {back}"


def out_words(view: TableView) -> str:
    """Tell a member that they are out of the match, and what they may do."""
    if view.free_to_take:
        return _(
            "You're out. Watch as long as you like, or leave; or take over a computer player, for fun: "
            "its stake and winnings stay the house's."
        )
    return _("You're out. Watch as long as you like, or leave.")


def is_out(scene: Scene, number: int) -> bool:
    """Return whether a seat is out for good: unlike one that has folded, it has nothing left in front of it."""
    rows_of = [row for block in scene.every(Seats) for row in block.rows]
    lying = [zone for zone in scene.every(Zone) if zone.owner == number and zone.items]
    return not lying and any(row.seat == number and row.out for row in rows_of)


def left_words(view: TableView, seat: Seat) -> str:
    """Return what members read whose seat plays a match to its end without them."""
    if seat.user_id in view.table.access.kicked:
        return _("The host has asked you to leave this table.")
    return _("You've left the table. Your seat finishes the hand by itself; then your stake comes back.")


def computer_words(view: TableView, seat: Seat) -> str:
    """Say that a computer answers in a member's seat, and with whose money."""
    if seat.policy is None or seat.computer:
        return ""
    settings = view.table.settings
    costs_nothing = view.free or settings.free or money_kind_of(view) == "points"
    if costs_nothing or not view.table.kind.hosted:
        return _("A computer is playing for you.")
    return _("A computer is playing for you, with your own money: what it wins or loses is yours.")


def own_ending(view: TableView, seat: Seat, renderer: Renderer) -> str | None:
    """Return the viewer's own sentence about the end, with the sign of the headline if they came first."""
    scene = view.scene
    outcome = find_outcome(scene)
    if scene is None or outcome is None:
        return None
    sentence = personal_text(outcome, renderer, in_points=not seat.pays and not view.free)
    first = any(row.seat == scene.viewer and row.place == 1 for row in outcome.rows)
    sign = MARKS.get(outcome.degree) if first else None
    return f"{sign} {sentence}" if sentence and sign else sentence


def resting_words(view: TableView, seat: Seat, renderer: Renderer) -> str:
    """Return what a member reads between two matches: their own ending, and the next match."""
    if view.table.phase == "suspended":
        return _("This hand can't go on: its record and the rules disagree. Your stakes are safe.")
    sentence = own_ending(view, seat, renderer)
    if not view.table.kind.hosted:
        if not sentence:
            return _("Your cards come here once it starts.")
        return (
            f"{sentence} {_('The next match starts by itself.')}"
            if view.gather_until is not None
            else sentence
        )
    if seat.policy is not None:
        return " ".join(filter(None, [sentence, _("The computer stays in for the next game.")]))
    words = waiting_words(view, seat) or ("" if sentence else _("Your cards come here once the game starts."))
    if sentence:
        words = f"{sentence}\n{words}" if words else f"{sentence} {_('Play again?')}"
    return "\n".join(filter(None, [words, proposal_line(view)]))
