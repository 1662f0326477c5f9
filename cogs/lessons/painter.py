"""The message of a lesson: the table drawn with the spot marked, the reason, and the control to press.

Picture and controls are those of any table. The controls get the lesson's own prefix, so that a press goes to the
lesson and to no table.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.face.help.lesson_step import LessonStep, lesson_view
from bot.face.help.texts import LESSON
from bot.face.text.emoji_text import render_within_limits
from bot.language import _
from cogs.lessons.lesson_button import AGAIN, DO, PREFIX, STOP, teach_button
from cogs.ui import custom_ids
from cogs.ui.components import (
    BUTTON,
    GREEN,
    GREY,
    MOST_ALT,
    ROW,
    TEXT,
    Json,
    button,
    message,
    note,
    picture,
    rows,
    text,
)
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.help.pointing import UNFIT, Pointer, answer_of_control, is_on_the_way, point
from cogs.ui.pictures.picture import Picture
from cogs.ui.pictures.table_picture import picture_of
from cogs.ui.questions import lines_on_a_phone
from cogs.ui.table.tableless import borrowed_parts
from games.engine.card_prompts import PlayCard
from games.engine.game import Game
from games.engine.prompts import Answer, Choose, Pick
from games.engine.scene import RAIL

NAME = "lesson.png"
"""The file of a lesson's picture."""
FEW, LINES = 3, 2
"""The most answers that are shown, and the lines that they and the ways out may take; a table may have more."""


class Taken(NamedTuple):
    """The effect of a press: the step is done, a move is unfinished, or a sentence is shown."""

    done: bool = False
    sentence: str = ""
    draft: Answer = None


def take(now: LessonStep, action: str, values: list[str] | None) -> Taken:
    """Return the effect of a press; `action` follows the step in its custom id, `values` come from a select."""
    wanted = now.lesson.steps[now.step].answer
    if action == DO:
        return Taken(done=True)
    ask, control = now.ask, custom_ids.read(action)
    if control is None or control.ask_key != ask.id or ask.prompt is None:
        return Taken(sentence=_(LESSON["gone"]))
    try:
        given = answer_of_control(ask, control, values)
        if given.whole and given.answer == wanted:
            return Taken(done=True)
        if given.whole:
            ask.prompt.check(given.answer)
        elif is_on_the_way(ask, given.draft, wanted):
            return Taken(draft=given.draft)
    except UNFIT:
        return Taken(sentence=_(LESSON["gone"]))
    return Taken(sentence=_(LESSON["other"]))


def lesson_picture(now: LessonStep, name: str, draft: Answer = None) -> Picture | None:
    """Return the table as the learner sees it, with the cards marked that the step is about, if it can be drawn."""
    if now.over:
        return picture_of(lesson_view(now.game, now.lesson, now.match, name, RAIL))
    about_cards = isinstance(now.ask.prompt, Pick | PlayCard | Choose)
    marked = now.lesson.steps[now.step].answer if about_cards else draft
    drafts = NO_DRAFTS if marked is None else {now.ask.id: marked}
    return picture_of(now.view, drafts, _place(now, "place"))


def lesson_message(
    now: LessonStep,
    *,
    lead: str = "",
    draft: Answer = None,
    real: tuple[Json, ...] = (),
    alt: str = "",
    stops: bool = True,
) -> Json:
    """Return the message of a step of a lesson.

    `lead`: a sentence about the last press. `draft`: the beginning of an answer that is put together in steps. `real`:
    the buttons at the end that lead to a table. `alt`: what the picture says that goes with it, `NAME`; without one
    the table is told in words. `stops`: it has a button that ends it; a hand panel has the way back instead.
    """
    return render_within_limits(lambda: _lesson_message(now, lead, draft, real, alt, stops))


def _lesson_message(
    now: LessonStep, lead: str, draft: Answer, real: tuple[Json, ...], alt: str, stops: bool
) -> Json:
    parts = _last_page(now, real) if now.over else _step(now, lead, draft, in_words=not alt, stops=stops)
    if not alt:
        return message(*parts, ephemeral=True)
    # only the last page has a heading
    head = parts[: 1 if now.over else 0]
    shown = message(*head, picture(NAME, alt), *parts[len(head) :], ephemeral=True)
    return {**shown, "attachments": [{"id": "0", "filename": NAME, "description": alt[:MOST_ALT]}]}


def _last_page(now: LessonStep, real: tuple[Json, ...]) -> list[Json]:
    again = button(_(LESSON["again"]), _id(now._replace(step=0), AGAIN))
    head = text(_(LESSON["end_head"]).format(title=_(now.game.title)))
    return [head, text(_(now.lesson.end)), *rows([*real, again])]


def _step(now: LessonStep, lead: str, draft: Answer, *, in_words: bool, stops: bool) -> list[Json]:
    """Return the parts of a step: where one is, the table in words if asked for, the reason, and the controls."""
    step = now.lesson.steps[now.step]
    drafts = NO_DRAFTS if draft is None else {now.ask.id: draft}
    panel = hand_panel(now.view, drafts=drafts)["components"][0]["components"]
    at = point({"components": panel}, now.ask, draft, step.answer)

    def ours(control: Json) -> Json:
        made = {**control, "custom_id": _id(now, control["custom_id"])}
        if control["type"] == BUTTON:
            made["style"] = GREEN if at is not None and at.custom_id == control["custom_id"] else GREY
        return made

    pointed = _id(now, at.custom_id) if at is not None else ""
    shown = [*borrowed_parts(panel, ours, without=(Kind.TABLE, Kind.OPTION))]
    ways_out = [button(_(LESSON["do"]), _id(now, DO))]
    if stops:
        ways_out.append(button(_(LESSON["stop"]), _id(now, STOP)))
    controls, few = _answers([part for part in shown if _leads(part, pointed)], pointed, ways_out)
    table = [each for part in shown if (each := _in_large(part)) is not None] if in_words else []
    # where there is a picture, the step stands in it
    head = [text(_place(now, "head"))] if in_words else []
    # in one paragraph: a phone has no line to spare
    spoken = "\n".join([*([f"*{lead}*"] if lead else []), f"{_(step.say)} {_press_line(at)}"])
    return [*head, *table, text(spoken), *controls, *rows([*few, *ways_out])]


def _place(now: LessonStep, key: str) -> str:
    """Return which of how many steps this is, in the words of `key`."""
    return _(LESSON[key]).format(step=now.step + 1, steps=len(now.lesson.steps))


def _in_large(part: Json) -> Json | None:
    """Return a text without its small print, which a lesson has no room for; None if nothing is left."""
    lines = part.get("content", "").split("\n") if part["type"] == TEXT else []
    large = "\n".join(line for line in lines if line and not line.startswith("-#"))
    return text(large) if large else None


def _answers(parts: list[Json], pointed: str, ways_out: list[Json]) -> tuple[list[Json], list[Json]]:
    """Return the control that is pointed at if it's no button, or else a few buttons: that one and its neighbours.

    Neighbours are shown as far as they fit a phone beside the `ways_out`.
    """
    buttons = [
        each for part in parts if part["type"] == ROW for each in part["components"] if each["type"] == BUTTON
    ]
    others = [part for part in parts if not any(each in buttons for each in part.get("components", ()))]
    if others:
        return others, []
    # others, such as what may be skipped, are no answers to this question
    buttons = [each for each in buttons if _kind(each["custom_id"]) == _kind(pointed)] or buttons
    at = next((at for at, each in enumerate(buttons) if each["custom_id"] == pointed), 0)
    shown = buttons[at : at + 1]
    for near in sorted(range(len(buttons)), key=lambda place: abs(place - at))[1:FEW]:
        more = sorted([*shown, buttons[near]], key=buttons.index)
        if lines_on_a_phone([*more, *ways_out]) <= LINES:
            shown = more
    return [], shown


def _kind(custom_id: str) -> str:
    """Return the kind of a control of a lesson: `teach:threes:0:p:...` is an answer, `p`."""
    return custom_id.split(":")[3] if custom_id.count(":") > 3 else ""


def _leads(part: Json, pointed: str) -> bool:
    """Return whether a part of a panel is shown in a lesson: rows of buttons, and any other control if pointed at."""
    if part["type"] == ROW:
        return all(each["type"] == BUTTON or each["custom_id"] == pointed for each in part["components"])
    return "accessory" in part and part["accessory"]["custom_id"] == pointed


def _press_line(at: Pointer | None) -> str:
    if at is None:
        return _(LESSON["unseen"])
    return _(LESSON["choose" if at.values else "press"]).format(label=at.label)


def stopped(game: Game) -> Json:
    """Return the message that replaces a stopped lesson."""
    return note(_(LESSON["stopped"]).format(title=_(game.title)), *teach_button(game))


def _id(now: LessonStep, action: str) -> str:
    return f"{PREFIX}:{now.game.key}:{now.step}:{action}"
