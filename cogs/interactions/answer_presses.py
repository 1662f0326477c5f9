"""Presses that answer a question: at once, through a modal, after a confirmation, or in several steps."""

from __future__ import annotations

import json
from collections.abc import Awaitable
from typing import Any

from bot.face.table.card_words import MENU
from bot.face.table.names import names_of, renderer_for
from bot.face.table.questions import on_table, option_words, question
from bot.face.table.risks import risk_of_amount, risk_of_answer
from bot.language import N_, _
from bot.members.names import SafeText, name_in_text
from bot.tables.shared_controls import stands_for
from bot.tables.view import TableView
from bot.user_errors import UserError
from cogs.interactions.press import Press, on_kind
from cogs.ui import custom_ids
from cogs.ui.blocks import grids
from cogs.ui.components import BLUE, RED, button, note
from cogs.ui.custom_ids import Control, Kind
from cogs.ui.forms import modal
from cogs.ui.hand import move_draft
from cogs.ui.modals import modal_text
from games.engine.card_prompts import PlayCard
from games.engine.errors import IllegalAnswer
from games.engine.prompts import Choose, Place
from games.engine.scene import RAIL, OpenAsk


@on_kind(Kind.ANSWER, Kind.SELECT)
async def answer(press: Press) -> None:
    """Give an answer; once it is saved, show it where it was given."""
    table, responder = press.table, press.responder
    if table.racing and not press.private:
        await answer_sealed(press)
        return
    if press.control.kind is Kind.ANSWER and not press.private and await _asks_back(press):
        return
    view = await _submit(press, viewer=None if press.private else RAIL)
    if press.private:
        await press.messages.show_panel(responder, view)
        return
    shown = False
    with press.messages.of(table).edited() as races:
        try:
            repainted = press.messages.answer_to_press(view)
            if repainted is not None:
                shown = await responder.show(repainted)
            else:
                await responder.show_nothing()
        finally:
            if shown:
                press.messages.painted_by_press(table, view, races=races())
            else:
                press.messages.outdated(table)
    await _go_on_in_private(press, view)


async def _asks_back(press: Press) -> bool:
    """Ask in private for a second press if an answer risks much of a purse: on the table no line can say so."""
    control, session = press.control, press.table.session
    if isinstance(control.ask_key, int):
        asked = session.match.open.get(control.ask_key) if session is not None else None
        if asked is None or not asked.prompt.costs:
            # most questions cost nothing, and for them no view is made
            return False
    view = await press.table.view_for(press.person.user_id, control.ask_key)
    ask = _own_ask(view, control)
    risk = risk_of_answer(view, ask, control.answer) if ask is not None else ""
    if ask is None or not risk:
        return False
    await _ask_again(press, view, ask, f"**{question(ask, renderer_for(view))}**\n{risk}", BLUE)
    return True


async def _go_on_in_private(press: Press, public_view: TableView) -> None:
    """Show the presser their panel again if they may not see it, or if only the panel has their next question."""
    table, user, ask_key = press.table, press.person.user_id, press.control.ask_key
    panels, seat = press.messages.panels, table.viewer_of(user, ask_key)
    if panels.in_sight(table, seat):
        return
    own = await table.view_for(user, ask_key)
    if own.scene is None or public_view.scene is None:
        return
    public = {ask.id for ask in on_table(public_view.scene)}
    asked = any(ask.id not in public and ask.clock != "none" for ask in own.scene.mine())
    if asked or panels.was_opened(table, seat):
        await press.messages.show_panel(press.responder, own, aside=True)


@on_kind(Kind.SEALED)
async def answer_sealed(press: Press) -> None:
    """Give an answer that the table message doesn't show; only the presser reads that it counts.

    In a race the table has its own pace, and in a window nobody may learn that a seat has answered (TIM-R4, TIM-R5).
    A press that had to be acknowledged before it was saved is always told in words: until then the same silence has
    only asked for patience.
    """
    responder = press.responder
    view = await _submit(press)
    told_to_wait = responder.is_acknowledged
    if not told_to_wait and press.messages.panels.in_sight(press.table, view.viewer, pressed=True):
        await responder.show_nothing()
    else:
        await press.messages.show_panel(responder, view, aside=True)


@on_kind(Kind.AMOUNT)
async def amount(press: Press) -> None:
    """Open the modal for an amount, or give the submitted amount as the answer."""
    if press.is_modal:
        await answer(press)
        return
    control = press.control
    view = await press.table.view_for(press.person.user_id, control.ask_key)
    ask = _own_ask(view, control)
    if ask is None or not isinstance(ask.prompt, Choose) or ask.prompt.amount is None:
        raise _no_amount(view)
    low, high = ask.prompt.amount.low, ask.prompt.amount.high
    renderer = renderer_for(view)
    custom_id = custom_ids.answer(Kind.AMOUNT, control.table, control.match, control.ask_key)
    words = option_words(ask, "amount", N_("Amount"))
    label = renderer.render(words, {**ask.prompt.says, "n": _("how much")})
    sentences = (
        _("From {low} to {high}.").format(low=low, high=high),
        risk_of_amount(view, ask).removeprefix("-# "),
        question(ask, renderer),
    )
    about = " ".join(filter(None, sentences)).replace("**", "")
    await press.responder.modal(modal(_("Other amount"), custom_id, label, about))


def _no_amount(view: TableView) -> UserError:
    """Return the refusal for a presser who isn't asked for an amount now."""
    asked = [ask.seat for ask in view.scene.asks if not ask.answered] if view.scene else []
    if view.viewer != RAIL and len(asked) == 1 and asked[0] != view.viewer:
        who = name_in_text(names_of(view).get(asked[0], _("the house")))
        return UserError("not_your_turn", who=who, you=SafeText(_("Your turn is coming up.")))
    return UserError("not_seated" if view.viewer == RAIL else "passed")


@on_kind(Kind.CONFIRM)
async def confirm(press: Press) -> None:
    """Ask for a second press before an answer that is hard to take back."""
    control = press.control
    view = await press.table.view_for(press.person.user_id, control.ask_key)
    ask = _own_ask(view, control)
    if ask is None:
        # Someone else's question, or an old one: the table has the sentence that refuses it.
        await _submit(press)
        return
    says = ask.prompt.says if ask.prompt is not None else {}
    sure = ask.words.get(f"{ask.kind}:{control.answer}?", N_("Are you sure?"))
    await _ask_again(press, view, ask, renderer_for(view).render(sure, says), RED)


async def _ask_again(press: Press, view: TableView, ask: OpenAsk, words: str, style: int) -> None:
    """Show the presser alone these words, with the button that gives the answer."""
    control, value = press.control, press.control.answer
    says = dict(ask.prompt.says) if ask.prompt is not None else {}
    option = str(value)
    if isinstance(value, int):
        option, says["n"] = "amount", value
    label = renderer_for(view).render(option_words(ask, option, N_("Yes")), says)
    yes = custom_ids.answer(Kind.ANSWER, control.table, control.match, control.ask_key, value)
    press.responder.surface = "message"
    await press.responder.whisper(note(words, button(label, yes, style)))


@on_kind(Kind.STEP)
async def step(press: Press) -> None:
    """Show the next step of an answer given in several steps; nothing is saved before the last one."""
    control = press.control
    await press.table.look_closer(press.person)
    view = await press.table.view_for(press.person.user_id, control.ask_key)
    scene = view.scene if control.match == view.table.match_id else None
    open_asks = (*scene.mine(), *scene.open_to_me()) if scene is not None else ()
    ask = next((ask for ask in open_asks if ask.id == control.ask_key), None)
    if ask is None:
        raise UserError("passed")
    values = [str(value) for value in press.data.get("values", [])]
    try:
        draft = _next_draft(ask, control, values, selected="values" in press.data)
    except (ValueError, IndexError, TypeError, IllegalAnswer) as wrong:
        raise UserError("passed") from wrong
    await press.messages.show_panel(press.responder, view, drafts={ask.id: draft})


def _submit(press: Press, *, viewer: int | None = None) -> Awaitable[TableView]:
    """Give the answer to the table, and return what `viewer`, by default the presser, sees afterwards."""
    control = press.control
    return press.table.press(
        press.person, control.match, control.ask_key, _value(press), press.interaction.id, viewer=viewer
    )


def _value(press: Press) -> Any:
    """Return the answer that a control or modal brings. It comes from outside: the prompt checks it again."""
    control = press.control
    try:
        if control.kind is Kind.SELECT:
            values = press.data.get("values", [])
            if values[0].startswith(custom_ids.KEY):
                return values[0].removeprefix(custom_ids.KEY)
            if values[0].startswith("["):
                return json.loads(values[0])
            return sorted(int(value) for value in values)
        if control.kind is Kind.AMOUNT:
            # words are no amount: the prompt refuses None, and says the range
            typed = modal_text(press.data).strip()
            return int(typed) if typed.removeprefix("-").isdecimal() else None
        return control.answer
    except (ValueError, IndexError) as wrong:
        raise UserError("no_number") from wrong


def _own_ask(view: TableView, control: Control) -> OpenAsk | None:
    """Return the viewer's own question that a control is about, if it is still open."""
    mine = view.scene.mine() if view.scene is not None and control.match == view.table.match_id else ()
    return next((ask for ask in mine if stands_for(control.ask_key, ask.id)), None)


def _next_draft(ask: OpenAsk, control: Control, values: list[str], *, selected: bool) -> Any:
    """Return the draft that a control brings. Raises `ValueError` or `IllegalAnswer` if no answer begins with it."""
    if isinstance(ask.prompt, Place):
        return grids.next_draft(ask.prompt, control, values)
    draft = control.answer
    if draft in (None, MENU):
        return draft
    if isinstance(ask.prompt, PlayCard):
        return move_draft.next_draft(ask.prompt, draft, values if selected else None)
    raise ValueError("nothing of this is put together in steps")
