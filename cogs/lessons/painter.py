"""The message of a lesson: a table, the learner's hand, the control to press, and the reason.

The table message and the hand panel are painted as at any table. Their controls get the lesson's own prefix, so that a
press goes to the lesson and to no table.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.face.text.emoji_text import count_emoji_and_letters, render_within_limits
from bot.face.text.templates import safe_name
from bot.tables.view import TableView
from cogs.lessons.lesson_button import AGAIN, DO, PREFIX, STOP, teach_button
from cogs.ui import custom_ids
from cogs.ui.components import (
    BUTTON,
    GREEN,
    GREY,
    PICTURE,
    ROW,
    Json,
    button,
    container,
    message,
    note,
    rows,
    separator,
    text,
)
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.help.pointing import UNFIT, Pointer, answer_of_control, is_on_the_way, point
from cogs.ui.help.texts import LESSON
from cogs.ui.table.table_message import table_message
from cogs.ui.table.tableless import borrowed_parts, tableless_view
from cogs.ui.theme import accent
from games.engine import RAIL, Answer, Game, Match, OpenAsk
from games.primers import LEARNER, Lesson, find_primer

MOST_TEXT = 3_900
MOST_PARTS = 38


class LessonStep(NamedTuple):
    """A step of a lesson, as the learner sees it."""

    game: Game
    lesson: Lesson
    step: int
    match: Match
    view: TableView

    @property
    def over(self) -> bool:
        """True after the last step."""
        return self.step >= len(self.lesson.steps)

    @property
    def ask(self) -> OpenAsk:
        """The question of this step."""
        wanted = self.lesson.ask(self.match, self.lesson.steps[self.step]).id
        assert self.view.scene is not None
        return next(ask for ask in self.view.scene.asks if ask.id == wanted)


def lesson_step(game: Game, step: int, name: str) -> LessonStep | None:
    """Return a step of a game's lesson for a learner of that name; None if there is no such lesson or step."""
    primer = find_primer(game)
    lesson = primer.lesson if primer is not None else None
    if lesson is None or not 0 <= step <= len(lesson.steps):
        return None
    match = lesson.match_at(game, step)
    return LessonStep(game, lesson, step, match, _view(game, lesson, match, name, LEARNER))


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
        return Taken(sentence=LESSON["gone"])
    try:
        given = answer_of_control(ask, control, values)
        if given.whole and given.answer == wanted:
            return Taken(done=True)
        if given.whole:
            ask.prompt.check(given.answer)
        elif is_on_the_way(ask, given.draft, wanted):
            return Taken(draft=given.draft)
    except UNFIT:
        return Taken(sentence=LESSON["gone"])
    return Taken(sentence=LESSON["other"])


def lesson_message(
    now: LessonStep, name: str, *, lead: str = "", draft: Answer = None, real: tuple[Json, ...] = ()
) -> Json:
    """Return the message of a step of a lesson.

    `lead`: a sentence about the last press. `draft`: the beginning of an answer that is put together in steps. `real`:
    the buttons at the end that lead to a table.
    """
    return render_within_limits(lambda: _lesson_message(now, name, lead, draft, real))


def _lesson_message(now: LessonStep, name: str, lead: str, draft: Answer, real: tuple[Json, ...]) -> Json:
    lesson, game = now.lesson, now.game
    head = LESSON["head"].format(step=now.step + 1, steps=len(lesson.steps))
    board = _without_controls(table_message(_view(game, lesson, now.match, name, RAIL)))
    if now.over:
        again = button(LESSON["again"], _id(now._replace(step=0), AGAIN))
        parts = [text("\n".join([LESSON["end_head"].format(title=game.title), lesson.end])), separator()]
        below = [*rows([*real, again])]
        shown = [*parts, *_fitting(board, [*parts, *below]), *below]
        return message(container(shown, accent(now.view)), ephemeral=True)
    step = lesson.steps[now.step]
    drafts = NO_DRAFTS if draft is None else {now.ask.id: draft}
    panel = hand_panel(now.view, drafts=drafts)["components"][0]["components"]
    at = point({"components": panel}, now.ask, draft, step.answer)

    def ours(control: Json) -> Json:
        made = {**control, "custom_id": _id(now, control["custom_id"])}
        if control["type"] == BUTTON:
            made["style"] = GREEN if at is not None and at.custom_id == control["custom_id"] else GREY
        return made

    hand, asked = _halves([*borrowed_parts(panel, ours, without=(Kind.TABLE, Kind.OPTION))])
    spoken = text("\n".join([*([f"*{lead}*"] if lead else []), step.say, _press_line(at)]))
    ways_out = rows([button(LESSON["do"], _id(now, DO)), button(LESSON["stop"], _id(now, STOP))])
    # what to press is said right above the controls, which a phone shows when the message comes
    below = [separator(), spoken, *asked, *ways_out]
    board = _fitting(board, [text(head), *hand, *below])
    hand = _without_repeats(hand, board)
    return message(container([text(head), *board, *hand, *below], accent(now.view)), ephemeral=True)


def _halves(parts: list[Json]) -> tuple[list[Json], list[Json]]:
    """Return the parts of a panel above its first control, and the rest."""
    controls = (at for at, part in enumerate(parts) if part["type"] == ROW or "accessory" in part)
    first = next(controls, len(parts))
    return parts[:first], parts[first:]


def _without_repeats(parts: list[Json], board: list[Json]) -> list[Json]:
    """Return the parts without those that the table shows already."""
    lines = [line for part in board for line in part.get("content", "").split("\n")]
    # the table puts the learner's name before a question of theirs
    known = {*lines, *(line.partition("**: ")[2] for line in lines)} - {""}
    return [part for part in parts if not {*part.get("content", "\0").split("\n")} <= known]


def _press_line(at: Pointer | None) -> str:
    if at is None:
        return LESSON["unseen"]
    return LESSON["choose" if at.values else "press"].format(label=at.label)


def stopped(game: Game) -> Json:
    """Return the message that replaces a stopped lesson."""
    return note(LESSON["stopped"].format(title=game.title), *teach_button(game))


def _id(now: LessonStep, action: str) -> str:
    return f"{PREFIX}:{now.game.key}:{now.step}:{action}"


def _without_controls(payload: Json) -> list[Json]:
    """Return the texts of a message, and its lines between them."""
    parts: list[Any] = payload["components"][0]["components"]
    return [part for part in parts if part["type"] not in (ROW, PICTURE)]


def _fitting(board: list[Json], others: list[Json]) -> list[Json]:
    """Return as much of the table's beginning as fits into one message with the other parts."""
    shown: list[Json] = []
    for part in board:
        letters = count_emoji_and_letters({"components": [*others, *shown, part]})[1]
        if letters > MOST_TEXT or _count([*others, *shown, part]) > MOST_PARTS:
            break
        shown.append(part)
    return shown


def _count(parts: list[Json]) -> int:
    """Return the number of components, nested ones included."""
    return sum(1 + _count(part.get("components", [])) + ("accessory" in part) for part in parts)


def _view(game: Game, lesson: Lesson, match: Match, name: str, viewer: int) -> TableView:
    """Return the view of a table that exists for this lesson alone."""
    names = [safe_name(name), *lesson.others]
    return tableless_view(game, match, names, viewer, options=lesson.options, carry=lesson.carry)
