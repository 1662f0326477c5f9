"""Presses that answer a question: at once, after a modal or a second thought, or one step after the other."""

from __future__ import annotations

import json
from typing import Any

from bot.tables.view import TableView
from bot.user_errors import UserError
from cogs.interactions.press import Press, modal_text
from cogs.ui import custom_ids, grids, move_draft
from cogs.ui.card_hand import MENU
from cogs.ui.components import RED, button, modal, note
from cogs.ui.custom_ids import Control
from cogs.ui.hand_panel import hand_panel
from cogs.ui.questions import on_table, question
from cogs.ui.theme import speaker
from games.engine import RAIL, Choose, IllegalAnswer, OpenAsk, Place
from games.engine.card_prompts import PlayCard


async def give(pressed: Press) -> None:
    """An answer: it is saved, and then shown where it was given. Raises `UserError`."""
    table, answer, screen = pressed.table, pressed.answer, pressed.bot.screen
    if table.racing and not pressed.private:
        await give_sealed(pressed)
        return
    view: TableView = await answer.after(_press(pressed, viewer=None if pressed.private else RAIL))
    if pressed.private:
        await answer.show(hand_panel(view))
        screen.panel(view, answer.handle)
        return
    shown = False
    try:
        shown = await answer.show(screen.answer_to_press(view))
    finally:
        if shown:
            screen.painted_by_press(table, view)
        else:
            screen.outdated(table)
    await _go_on_in_private(pressed, view)


async def _go_on_in_private(pressed: Press, board: TableView) -> None:
    """Who is asked something now that does not stand on the table message gets their panel, if they have none."""
    table, user, which = pressed.table, pressed.who.user_id, pressed.control.which
    if pressed.bot.screen.has_panel(table, table.viewer_of(user, which)):
        return
    own = await table.view_for(user, which)
    if own.scene is None or board.scene is None:
        return
    there = {ask.id for ask in on_table(board.scene)}
    if any(ask.id not in there and ask.clock != "none" for ask in own.scene.mine()):
        await pressed.answer.whisper(hand_panel(own))
        pressed.bot.screen.panel(own, pressed.answer.handle, fresh=True)


async def give_sealed(pressed: Press) -> None:
    """An answer by the table message that is told privately, and of which the message shows nothing.

    In a race the table keeps its own beat (FB-R1); in a window nobody learns who has answered (TIM-R4, TIM-R5).
    """
    answer, screen = pressed.answer, pressed.bot.screen
    view: TableView = await answer.after(_press(pressed))
    if screen.has_panel(pressed.table, view.viewer):
        await answer.nothing()
    else:
        await answer.whisper(hand_panel(view))
        screen.panel(view, answer.handle, fresh=True)


async def ask_amount(pressed: Press) -> None:
    """Open the modal for an amount of one's own. Raises `UserError`."""
    control = pressed.control
    view = await pressed.table.view_for(pressed.who.user_id, control.which)
    ask = _asked(view, control)
    if ask is None or not isinstance(ask.prompt, Choose) or ask.prompt.amount is None:
        asked = [ask.seat for ask in view.scene.asks if not ask.answered] if view.scene else []
        if view.viewer != RAIL and len(asked) == 1 and asked[0] != view.viewer:
            who = speaker(view).name(asked[0])
            raise UserError("not_your_turn", who=who, you="Your turn comes.")
        raise UserError("not_seated" if view.viewer == RAIL else "passed")
    low, high = ask.prompt.amount.low, ask.prompt.amount.high
    said = speaker(view)
    custom_id = custom_ids.answer("a", control.table, control.match, control.which)
    words = ask.words.get(f"{ask.kind}:amount", "Amount")
    label = said.words(words, {**ask.prompt.says, "n": "by how much"})
    about = f"From {low} to {high}. {question(ask, said)}"
    await pressed.answer.modal(modal("Other amount", custom_id, label, about))


async def confirm(pressed: Press) -> None:
    """Ask once more whether an answer is meant. Raises `UserError`."""
    control, answer = pressed.control, pressed.answer
    view = await pressed.table.view_for(pressed.who.user_id, control.which)
    ask = _asked(view, control)
    given = control.answer()
    if ask is None:
        # somebody else's, or an old one: the ordinary path has the sentence for it
        await _press(pressed)
        return
    words = ask.words.get(f"{ask.kind}:{given}?", "Is that meant?")
    yes = custom_ids.answer("p", control.table, control.match, control.which, given)
    answer.surface = "message"
    await answer.whisper(note(words, button(ask.words.get(f"{ask.kind}:{given}", "Yes"), yes, RED)))


async def step(pressed: Press) -> None:
    """One step of an answer that is put together in steps: nothing is saved, the panel shows the next step."""
    control = pressed.control
    view = await pressed.table.view_for(pressed.who.user_id, control.which)
    scene = view.scene if control.match == view.table.match_id else None
    open_asks = (*scene.mine(), *scene.open_to_me()) if scene is not None else ()
    ask = next((ask for ask in open_asks if ask.id == control.which), None)
    if ask is None:
        raise UserError("passed")
    values = [str(value) for value in pressed.data.get("values", [])]
    try:
        draft = _next_draft(ask, control, values, selected="values" in pressed.data)
    except (ValueError, IndexError, TypeError, IllegalAnswer) as wrong:
        raise UserError("passed") from wrong
    await pressed.answer.show(hand_panel(view, drafts={ask.id: draft}))
    pressed.bot.screen.panel(view, pressed.answer.handle)


async def _press(pressed: Press, *, viewer: int | None = None) -> TableView:
    """The answer at the table; gives what `viewer`, or else who pressed, sees of it then."""
    control = pressed.control
    value = control.answer() if control.kind == "c" else _value(pressed)
    return await pressed.table.press(
        pressed.who, control.match, control.which, value, pressed.interaction.id, viewer=viewer
    )


def _value(pressed: Press) -> Any:
    """The answer that a control or modal brings; looked up again by the rules."""
    control, data = pressed.control, pressed.data
    try:
        if control.kind in "pw":
            return control.answer()
        if control.kind == "s":
            values = data.get("values", [])
            if values[0].startswith(custom_ids.KEY):
                return values[0].removeprefix(custom_ids.KEY)
            if values[0].startswith("["):
                return json.loads(values[0])
            return sorted(int(value) for value in values)
        return int(modal_text(data).strip())
    except (ValueError, IndexError) as wrong:
        raise UserError("illegal", allowed="a whole number") from wrong


def _asked(view: TableView, control: Control) -> OpenAsk | None:
    """The viewer's own question that a control is about, if it is still open."""
    mine = view.scene.mine() if view.scene is not None else ()
    return next((ask for ask in mine if ask.id == control.which), None)


def _next_draft(ask: OpenAsk, control: Control, values: list[str], *, selected: bool) -> Any:
    """The draft that a control brings; what does not begin any answer raises `ValueError` or `IllegalAnswer`."""
    if isinstance(ask.prompt, Place):
        return grids.next_draft(ask.prompt, control, values)
    draft = control.answer()
    if draft in (None, MENU):
        return draft
    if isinstance(ask.prompt, PlayCard):
        return move_draft.next_draft(ask.prompt, draft, values if selected else None)
    raise ValueError("nothing of this is put together in steps")
