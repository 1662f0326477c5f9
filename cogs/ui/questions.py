"""The controls of a question: buttons for few choices, a select for many; a painter a kind of prompt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.face.table.questions import FEW, amounts, for_everyone, hint_about, option_words
from bot.face.table.risks import is_too_dear
from bot.face.text.card_names import plain_item
from bot.face.text.templates import Renderer
from bot.language import N_, _
from bot.tables.shared_controls import shared_name
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, GREY, RED, Json, button, select
from cogs.ui.components import option as menu_line
from cogs.ui.custom_ids import Kind
from cogs.ui.theme import MORE
from games.engine.card_prompts import PlayCard
from games.engine.prompts import Choose, Pick
from games.engine.scene import OpenAsk, Scene

FEW_ON_TABLE = 3
"""The most answers on the table message, beside *My hand* and *Sit down*; what has more is answered in the panels."""
MOST_ROWS = 3
"""Rows that the buttons of a question may take on a phone, with *More…*, before a select takes their place."""
FEW_ALONE = 5
"""The most answers of a panel with a button of their own at no table, as in a lesson or a try at the table of the day.

Its rows are those of a table: the line that says by which command it came takes the room of *More…*.
"""
PHONE, PADDING, LETTER, EMOJI, BETWEEN = 300, 28, 7.6, 28, 8
"""About how wide a phone's message, an empty button, a letter, an emoji and a gap between buttons are."""


def public_buttons(view: TableView, scene: Scene, renderer: Renderer) -> Iterable[Json]:
    """Return the controls of a question for everyone. They stay there while others have answered."""
    alike = for_everyone(view, scene)
    if not alike:
        return
    first = alike[0]
    shared = len(alike) > 1
    ask_key: int | str = shared_name(first.kind, (ask.id for ask in alike)) if shared else first.id
    buttons = [*ask_buttons(view, first, ask_key, renderer)]
    if len(buttons) <= FEW_ON_TABLE:
        yield from buttons


def ask_buttons(
    view: TableView, ask: OpenAsk, ask_key: int | str, renderer: Renderer, *, in_panel: bool = False
) -> Iterable[Json]:
    """Return buttons for a choice with few options; nothing if it needs a select.

    A single option is blue; with several, no button looks like the right one.
    """
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    if isinstance(prompt, Pick):
        menu = _by_select(view, prompt) or (in_panel and _fills_a_phone(view, ask, renderer))
        for place in () if menu else prompt.places():
            card = plain_item(prompt.items[place])
            yield button(card, custom_ids.answer(Kind.ANSWER, table, match, ask_key, [place]))
        if prompt.low == 0:
            # Discord sends nothing for a select in which nothing was chosen
            none = renderer.render(ask.words.get(f"{ask.kind}:none", N_("None")), prompt.says)
            yield button(none, custom_ids.answer(Kind.ANSWER, table, match, ask_key, []))
        return
    if isinstance(prompt, PlayCard):
        # on the table message: which card is chosen in private (GMB-R14)
        yield button(ask.words.get(f"{ask.kind}:play", "Play"), custom_ids.verb(table, "hand"), BLUE)
        for word in prompt.passes:
            label_text = renderer.render(ask.words.get(f"{ask.kind}:{word}", word), prompt.says)
            yield button(label_text, custom_ids.answer(Kind.ANSWER, table, match, ask_key, word))
        return
    if not isinstance(prompt, Choose):
        return
    options = [*prompt.options]
    if len(options) > _few(view) or (in_panel and _fills_a_phone(view, ask, renderer)):
        # a panel's menu can't ask again before it answers; on the table message there is no menu
        options = [each for each in options if in_panel and each in prompt.confirm]
        if not options:
            return
    made = []
    # beside amounts a single option, or a pass, is the way out of them, and comes last
    way_out = prompt.amount is not None and (len(prompt.options) == 1 or prompt.options[0] == "pass")
    only = len(prompt.options) == 1 and prompt.amount is None
    for option in options:
        if in_panel and is_too_dear(view, ask, option):
            continue
        style = RED if option == "fold" else BLUE if only else GREY
        kind = Kind.CONFIRM if option in prompt.confirm else Kind.ANSWER
        made.append(
            button(
                _label(view, ask, option, prompt.says, renderer),
                custom_ids.answer(kind, table, match, ask_key, option),
                style,
            )
        )
    sizes = []
    if prompt.amount is not None:
        low, high = prompt.amount.low, prompt.amount.high
        few = _few(view) if in_panel else FEW_ON_TABLE
        for n in amounts(
            prompt, few, can_pay=lambda n: not (in_panel and is_too_dear(view, ask, "amount", n))
        ):
            says = {**prompt.says, "n": n}
            option = "most" if n == high and f"{ask.kind}:most" in ask.words else "amount"
            sizes.append(
                button(
                    _label(view, ask, option, says, renderer),
                    custom_ids.answer(Kind.ANSWER, table, match, ask_key, n),
                )
            )
        if high > low:
            sizes.append(button("Other amount", custom_ids.answer(Kind.AMOUNT, table, match, ask_key)))
    first = made[: not way_out]
    yield from first
    yield from sizes
    yield from made[len(first) :]


def _label(view: TableView, ask: OpenAsk, option: str, values: Mapping[str, Any], renderer: Renderer) -> str:
    """Return the words of a button for an option, with what it brings."""
    hint = hint_about(view, ask, option, renderer)
    return renderer.render(option_words(ask, option), values) + (f" · {hint}" if hint else "")


def _fills_a_phone(view: TableView, ask: OpenAsk, renderer: Renderer) -> bool:
    """Return whether the buttons of a choice would take too many rows on a phone, and a select can stand for them."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        labels = [plain_item(prompt.items[place]) for place in prompt.places()]
    elif (
        isinstance(prompt, Choose)
        and prompt.amount is None
        and len({*prompt.options} - {*prompt.confirm}) > 1
    ):
        labels = [_label(view, ask, option, prompt.says, renderer) for option in prompt.options]
    else:
        return False
    lines = float(lines_on_a_phone([button(label, "") for label in [*labels, MORE]]))
    if not view.table.id:
        # words that break make their button half as high again
        lines += sum(PADDING + LETTER * len(label) > PHONE for label in labels) / 2
    return lines > MOST_ROWS


def lines_on_a_phone(buttons: Iterable[Json]) -> int:
    """Return in how many lines buttons side by side stand on a phone."""
    lines, room = 1, float(PHONE)
    for made in buttons:
        wide = min(PHONE, PADDING + LETTER * len(made.get("label", "")) + EMOJI * ("emoji" in made))
        if wide > room:
            lines, room = lines + 1, float(PHONE)
        room -= wide + BETWEEN
    return lines


def _few(view: TableView) -> int:
    """Return the most answers of a panel with a button of their own."""
    return FEW if view.table.id else FEW_ALONE


def _by_select(view: TableView, prompt: Pick) -> bool:
    """Return whether a select is needed: several may be picked, or there are too many for buttons."""
    return prompt.high > 1 or len(prompt.places()) > _few(view)


def ask_select(view: TableView, ask: OpenAsk, renderer: Renderer) -> Json | None:
    """Return a select for a choice with many options, or of several cards."""
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    custom_id = custom_ids.answer(Kind.SELECT, table, match, ask.id)
    if isinstance(prompt, Pick) and (_by_select(view, prompt) or _fills_a_phone(view, ask, renderer)):
        lines = [menu_line(plain_item(prompt.items[place]), str(place)) for place in prompt.places()]
        if all(":" in item for item in prompt.items):
            placeholder = _("Choose a die") if prompt.high == 1 else _("Choose dice")
        else:
            placeholder = _("Choose a card") if prompt.high == 1 else _("Choose cards")
        return select(placeholder, custom_id, lines, max(prompt.low, 1), prompt.high)
    if isinstance(prompt, Choose) and (
        len(prompt.options) > _few(view) or _fills_a_phone(view, ask, renderer)
    ):
        lines = [
            menu_line(
                renderer.render(option_words(ask, option), prompt.says),
                custom_ids.KEY + option,
                hint_about(view, ask, option, renderer),
            )
            for option in prompt.options
            if option not in prompt.confirm
        ]
        return select(_("Choose"), custom_id, lines)
    return None
