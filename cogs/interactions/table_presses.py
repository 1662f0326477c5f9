"""Presses about the table itself: sitting down, starting, leaving, settings, the log, the luck."""

from __future__ import annotations

from bot.tables.registry import promise
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.interactions.press import Press, modal_text
from cogs.ui import custom_ids, settings_menu
from cogs.ui.components import modal, note
from cogs.ui.hand_panel import hand_panel, log_note
from cogs.ui.rules_text import rules_note
from games.engine import RAIL

CROWD = 4
"""Seats that "Start with computer players" fills, if the game has them."""


async def use(pressed: Press) -> None:
    """Do what the button is for, and show it. Raises `UserError`."""
    table, answer, who = pressed.table, pressed.answer, pressed.who
    match pressed.control.what:
        case "sit":
            seat = await answer.after(table.sit(who))
            then = "You play from the next game on." if table.is_waiting_to_join(seat) else "Cards come here."
            await _panel(pressed, f"You are in seat {seat.number + 1}. {then}")
        case "rail":
            await answer.after(table.join_rail(who))
            await _panel(pressed)
        case "start":
            await answer.after(table.start(who))
            await _panel(pressed)
        case "solo":
            await answer.after(_start_alone(pressed))
            await _panel(pressed)
        case "again":
            await answer.after(table.again(who))
            await _panel(pressed)
        case "hand":
            await _panel(pressed)
        case "computer":
            await answer.after(table.add_computer(who))
            await answer.nothing()
        case "remove":
            name = await answer.after(table.remove_computer(who))
            await answer.whisper(note(f"{name} gets up."))
        case "handover":
            await answer.after(table.hand_over(who, True))
            await _panel(pressed, "A computer player answers for you.")
        case "back":
            await answer.after(table.hand_over(who, False))
            await _panel(pressed, "Your seat is yours again.")
        case str(what) if what.startswith("take.") and what[5:].isdecimal():
            seat = await answer.after(table.take_over(who, int(what[5:])))
            await _panel(pressed, f"You play for {seat.name} now.")
        case "leave":
            paid = await answer.after(table.leave(who))
            await answer.show(note(f"You have left the table. {paid}".strip()))
        case "close":
            await answer.show(note(await answer.after(table.close(who))))
        case "settings":
            view = await table.view_for(who.user_id)
            await answer.whisper(settings_menu.settings_menu(view))
        case "rules":
            await answer.whisper(rules_note(table.game))
        case "log":
            view = await table.view_for(who.user_id)
            await answer.whisper(note(log_note(view)))
        case "dealt":
            await answer.whisper(note(_fairness(table)))
        case "word" if pressed.typed:
            await table.add_word(who, modal_text(pressed.data).strip()[:40])
            await answer.whisper(
                note("Your word is in: it changes the luck of every hand from the next one on.")
            )
        case "word":
            custom_id = custom_ids.verb(table.state.id, "word")
            await answer.modal(
                modal("A word for the luck", custom_id, "Any word", "It is mixed into the luck.", most=40)
            )
        case _:
            await answer.whisper(note("That control is not in use any more."))


async def choose(pressed: Press) -> None:
    """An option or setting was chosen in the menu of the host. Raises `UserError`."""
    table, answer, who = pressed.table, pressed.answer, pressed.who
    view = await table.view_for(who.user_id)
    try:
        change = settings_menu.changed(view, pressed.control.what, list(pressed.data.get("values", [])))
    except (ValueError, KeyError, IndexError) as wrong:
        raise UserError("passed") from wrong
    await pressed.bot.check_change(table, change)
    await answer.after(table.set_up(who, **change))
    view = await table.view_for(who.user_id)
    await answer.show(settings_menu.settings_menu(view, "Saved."))


async def _start_alone(pressed: Press) -> None:
    """Fill the table with computer players and start."""
    table, who = pressed.table, pressed.who
    low, high = table.game.limits(table.options)
    while len(table.state.seats) < max(low, min(high, CROWD)):
        await table.add_computer(who)
    await table.start(who)


async def _panel(pressed: Press, lead: str = "") -> None:
    """Show whoever pressed their hand panel."""
    answer = pressed.answer
    view = await pressed.table.view_for(pressed.who.user_id)
    await answer.show(hand_panel(view, lead=lead))
    if view.viewer != RAIL:
        pressed.bot.screen.panel(view, answer.handle, fresh=answer.surface == "message")


def _fairness(table: TableActor) -> str:
    words = ", ".join(table.state.settings.words) or "none yet"
    return (
        "Every card and roll of this table comes from one secret seed, which was fixed before the first hand. "
        f"Its SHA-256 is\n`{promise(table.state.seed)}`\n"
        f"Words that members have added: {words}.\n"
        "When the table closes the seed is shown, and `/verify` plays every hand again from it."
    )
