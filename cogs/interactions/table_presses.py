"""Presses about the table itself: sitting down, starting, leaving, settings, the log, the luck."""

from __future__ import annotations

from typing import Any

from bot.face.table.company import IS_BACK, SITS_OUT
from bot.face.table.names import renderer_for
from bot.face.table.settings import changed_by
from bot.face.text.money_text import parting_text
from bot.language import _
from bot.matches.level_like import level_for_newcomer, level_like
from bot.members.names import name_in_text
from bot.tables.hosting.fitting import fitted
from bot.tables.state import Seat, SitsOut
from bot.tables.view import TableView
from bot.user_errors import UserError
from cogs.interactions.greeting import greet
from cogs.interactions.pages import pressed_panel, show_page
from cogs.interactions.permissions import missing_here
from cogs.interactions.press import Press, on, on_kind
from cogs.ui import custom_ids
from cogs.ui.components import Json, note
from cogs.ui.custom_ids import Kind
from cogs.ui.fair_play import fairness_note
from cogs.ui.forms import modal
from cogs.ui.hand.hand_panel import log_note, more_page
from cogs.ui.modals import modal_choices, modal_text
from cogs.ui.rules_text import in_short
from cogs.ui.table import settings_menu
from cogs.ui.table.strength import strength_note
from cogs.ui.table.table_message import details
from db.store import Store
from games.registry import GAMES

OUT: dict[str, SitsOut] = {"next": "next", "long": "until back"}
"""How long a member sits out, by the argument of the verb."""

# ---- seats


@on("sit")
async def sit(press: Press) -> None:
    """Take the next free seat."""
    seat = await press.table.seating.sit(press.person)
    waits = press.table.is_waiting_to_join(seat)
    words = _("You're in seat {n}.").format(n=seat.number + 1)
    if waits:
        words += " " + _("You're in from the next game.")
    await greet(press.bot, await press.table.view_for(press.person.user_id), press.person)
    await _show_panel(press, words)


@on("rail")
async def join_rail(press: Press) -> None:
    """Join the rail, to bet or call from there."""
    await press.table.seating.join_rail(press.person)
    await _show_panel(press)


@on("more")
async def show_more(press: Press) -> None:
    """Show everything that answers no question, in place of the hand."""
    await press.table.look_closer(press.person)
    view = await press.table.view_for(press.person.user_id)
    page = more_page(view, pictured=press.bot.draws_for(press.person.user_id))
    await press.messages.show_page(press.responder, view, page)


@on("panel")
async def back_to_hand(press: Press) -> None:
    """Show the hand again in place of a page."""
    await _show_panel(press)


@on("hand")
async def show_hand(press: Press) -> None:
    """Open the hand panel."""
    await press.table.look_closer(press.person)
    await _show_panel(press)


@on("bring")
async def bring_here(press: Press) -> None:
    """Post the table message again at the end of the chat."""
    if not press.table.state.kind.in_channel:
        # a private panel is no message that could move
        raise UserError("passed")
    missing = missing_here(press.interaction)
    if missing:
        raise UserError("options", sentence=missing)
    if press.private and not press.table.state.place.has_bot:
        # only the token of an answered press can post it
        await _show_panel(press)
        await press.messages.reached(press.table, press.responder)
        await press.messages.bring_down(press.table)
        return
    moved = await press.messages.bring_down(press.table)
    if press.private:
        await _show_panel(press)
    elif moved:
        await press.responder.show_nothing()
    else:
        await press.responder.whisper(note(_("The table is right here, at the bottom of the chat.")))


@on("handover")
async def hand_over(press: Press) -> None:
    """Let a computer player answer for the seat."""
    await press.table.seating.hand_over(press.person, True)
    await _show_panel(press)


@on("back")
async def take_back(press: Press) -> None:
    """Take the seat back from the computer player."""
    await press.table.seating.hand_over(press.person, False)
    await _show_panel(press, _("You have your seat back."))


@on("take")
async def take_over(press: Press) -> None:
    """Play on in the seat of a computer player, as in `take.3`."""
    number = press.control.value.partition(".")[2]
    if not number.isdecimal():
        raise UserError("passed")
    seat = await press.table.seating.take_over(press.person, int(number))
    await _show_panel(press, _("You're playing for {name} now.").format(name=name_in_text(seat.name)))


@on("leave")
async def leave(press: Press) -> None:
    """Leave the table, and show what the member got back."""
    paid = await press.table.seating.leave(press.person)
    await press.responder.show(note(parting_text(paid, press.table.state.settings.base)))


@on("computer")
async def add_computer(press: Press) -> None:
    """Seat a computer player, and offer the game's strengths."""
    strength = await level_for_newcomer(press.table.live, press.person)
    seat = await press.table.seating.add_computer(press.person, strength)
    if len(press.table.game.strengths()) > 1:
        await _show_strength(press, seat)
    else:
        await _say(press, _("{name} sits down.").format(name=name_in_text(seat.name)))


@on("strength")
async def choose_strength(press: Press) -> None:
    """Choose how well a computer player plays, as in `strength.2.shark`, or from the menu `strength.2`."""
    number, _dot, strength = press.control.value.partition(".")[2].partition(".")
    if not number.isdecimal():
        raise UserError("passed")
    [chosen] = press.data.get("values") or [strength]
    await _show_strength(press, await press.table.seating.set_strength(press.person, int(number), chosen))


async def _show_strength(press: Press, seat: Seat) -> None:
    """Show how well a computer player plays, with what else may be chosen."""
    like_you = await level_like(press.table.live, press.table.live.seat_of(press.person))
    await _show_page(press, strength_note(press.table.state.id, press.table.game, seat, like_you))


@on("remove")
async def remove_computer(press: Press) -> None:
    """Send a computer player away."""
    name = await press.table.seating.remove_computer(press.person)
    await _say(press, _("{name} gets up.").format(name=name))


# ---- matches


@on("start")
async def start(press: Press) -> None:
    """Start the first match."""
    await press.table.lifecycle.start(press.person)
    await _show_panel(press)


@on("solo")
async def start_alone(press: Press) -> None:
    """Fill the table with computer players and start."""
    strength = await level_for_newcomer(press.table.live, press.person)
    await press.table.start_with_computers(press.person, strength)
    await _show_panel(press)


@on("again")
async def play_again(press: Press) -> None:
    """Ask for another match."""
    await press.table.lifecycle.again(press.person)
    await _show_panel(press)


@on("out")
async def sit_out(press: Press) -> None:
    """Sit out the next match, as in `out.next`, or all until the member is back."""
    sits_out = OUT.get(press.control.value.partition(".")[2])
    if sits_out is None:
        raise UserError("passed")
    await press.table.seating.sit_out(press.person, until_back=sits_out == "until back")
    await _say(press, _(SITS_OUT[sits_out]))


@on("here")
async def come_back(press: Press) -> None:
    """Be in the next match again."""
    await press.table.seating.come_back(press.person)
    await _show_panel(press, _(IS_BACK))


@on("propose")
async def propose(press: Press) -> None:
    """Show the games that a member may propose for the next match, or propose the chosen one."""
    chosen = list(press.data.get("values", []))
    if not chosen:
        view = await press.table.view_for(press.person.user_id)
        await _show_page(press, settings_menu.proposal_menu(view))
        return
    await press.table.hosting.propose(press.person, chosen[0])
    words = _("You've proposed {game}. The host decides.").format(game=_(GAMES[chosen[0]].title))
    await _say(press, words)


@on("playnext")
async def play_proposed(press: Press) -> None:
    """Play next the proposed game whose key the id ends in: the table changes to it, and its countdown begins."""
    table, key = press.table, press.control.value.partition(".")[2]
    if key not in table.state.progress.proposals.values():
        raise UserError("passed")
    await table.lifecycle.set_up(press.person, **await _fitted(press, {"game": key}))
    await table.lifecycle.again(press.person)
    await _show_panel(press)


@on("notnext")
async def decline_proposals(press: Press) -> None:
    """Decline what is proposed for the next match."""
    await press.table.hosting.drop_proposals(press.person)
    await _show_panel(press)


@on("close")
async def close(press: Press) -> None:
    """Close the table, after the match if one is being played."""
    sentence = await press.table.lifecycle.close(press.person)
    if press.table.state.phase == "closed":
        await press.responder.show(note(sentence))
    else:
        # the hand is played to its end first
        await _say(press, sentence)


# ---- settings


@on("settings")
async def show_settings(press: Press) -> None:
    """Show the settings, with the buttons that change them."""
    view = await press.table.view_for(press.person.user_id)
    await _show_page(press, settings_menu.settings_menu(view))


@on_kind(Kind.OPTION)
async def change_settings(press: Press) -> None:
    """Open a form of the settings, or change them as it was filled in."""
    table = press.table
    view = await table.view_for(press.person.user_id)
    form = settings_menu.find_form(view, press.control.value)
    if form is None:
        raise UserError("passed")
    if not press.is_modal:
        table.live.check_hosting(press.person)
        table.live.check_between_matches()
        await press.responder.modal(settings_menu.form_modal(view, form))
        return
    try:
        change = changed_by(view, form.fields, modal_choices(press.data))
    except ValueError as wrong:
        raise UserError("passed") from wrong
    if change:
        await table.lifecycle.set_up(press.person, **await _fitted(press, change))
    view = await table.view_for(press.person.user_id)
    await _show_page(press, settings_menu.settings_menu(view, _("Saved.")))


async def _fitted(press: Press, change: dict[str, Any]) -> dict[str, Any]:
    """Return a change of game or settings that fits the place."""
    parent = press.bot.parent_of(press.table.state.channel_id)
    return await fitted(press.bot.service(Store), press.table.state, change, parent)


# ---- rules, log and luck


@on("rules")
async def show_rules(press: Press) -> None:
    """Show the table's game in three lines, with buttons to read more."""
    await _show_page(press, in_short(press.table.game))


@on("log")
async def show_log(press: Press) -> None:
    """Show the log as the presser may read it."""
    view = await press.table.view_for(press.person.user_id)
    await _show_page(press, note(log_note(view)))


@on("details")
async def show_details(press: Press) -> None:
    """Show in words everything on the table, also what a picture only names."""
    await _show_page(press, details(await press.table.view()))


@on("dealt")
async def show_fairness(press: Press) -> None:
    """Show how the table's luck is made."""
    view = await press.table.view()
    await _show_page(press, fairness_note(view, renderer_for(view)))


@on("word")
async def add_word(press: Press) -> None:
    """Open the modal for a word that is mixed into the luck, or add the submitted word."""
    if not press.is_modal:
        custom_id = custom_ids.verb(press.table.state.id, "word")
        await press.responder.modal(
            modal(
                _("A word for the luck"),
                custom_id,
                _("Any word"),
                _("It's mixed into the next deal."),
                most=32,
            )
        )
        return
    if not press.messages.is_published(press.table):
        raise UserError("not_published")
    await press.table.lifecycle.add_word(press.person, modal_text(press.data))
    await _say(press, _("Your word is in. It changes how the next hand is dealt."))


async def _show_page(press: Press, payload: Json) -> None:
    """Show a page in the presser's hand panel, with the way back; privately to someone who has none."""
    await show_page(press.interaction, press.responder, payload, table=press.table)


async def _say(press: Press, sentence: str) -> None:
    """Say something above the hand where a hand panel was pressed; privately where something else was."""
    if pressed_panel(press.interaction) is not None:
        await _show_panel(press, sentence)
    else:
        await press.responder.whisper(note(sentence))


async def _show_panel(press: Press, lead: str = "") -> TableView:
    """Show the presser their hand panel, and return what it shows."""
    responder = press.responder
    view = await press.table.view_for(press.person.user_id)
    await press.messages.show_panel(responder, view, lead=lead)
    return view
