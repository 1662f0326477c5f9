"""The controls of a question: buttons for few choices, a select for many; a painter a kind of prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from bot.face.text.card_names import plain_item
from bot.face.text.templates import Renderer
from bot.tables.shared_controls import shared_name
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, GREY, RED, Json, button, select
from cogs.ui.components import option as menu_line
from cogs.ui.custom_ids import Kind
from cogs.ui.risks import is_too_dear
from games.engine import (
    Choose,
    OpenAsk,
    Pick,
    Scene,
)
from games.engine.card_prompts import PlayCard

FEW = 5
"""The most answers shown as buttons; more become a select."""
MOST_AMOUNTS = 3
"""The most amounts that have a button of their own, beside *Other amount*."""
MOST_ROWS = 5
"""Rows that the buttons of a question may take on a phone before a select takes their place in a panel."""
PHONE, PADDING, LETTER, EMOJI, BETWEEN = 300, 28, 7.6, 28, 8
"""About how wide a phone's message, an empty button, a letter, an emoji and a gap between buttons are."""


def question(ask: OpenAsk, renderer: Renderer) -> str:
    """Return the question in the game's words: those for its default, if any, else those for its kind."""
    values = ask.prompt.says if ask.prompt is not None else {}
    default = ask.prompt.default if ask.prompt is not None else None
    words = ask.words.get(f"{ask.kind}@{default}") or ask.words.get(ask.kind)
    return renderer.render(words or ask.kind.replace("_", " ").capitalize(), values)


def option_words(ask: OpenAsk, option: str, otherwise: str = "") -> str:
    """Return the template of an option's button: that for the question's default, if there is one, else its own."""
    default = ask.prompt.default if ask.prompt is not None else None
    key = f"{ask.kind}:{option}"
    return ask.words.get(f"{key}@{default}") or ask.words.get(key, otherwise or option)


def on_table(scene: Scene) -> list[OpenAsk]:
    """Return the public questions for the table message, all of one kind.

    If seats are asked different things, the most frequent question wins; among equals the first one.
    """
    open_now = [
        ask for ask in scene.asks if not ask.answered and ask.prompt is not None and ask.prompt.public
    ]
    if len(open_now) < 2:
        return open_now
    asked = Counter(ask.kind for ask in open_now)
    kind = min(open_now, key=lambda ask: (-asked[ask.kind], ask.id)).kind
    alike = [ask for ask in open_now if ask.kind == kind]
    spaces = {repr(ask.prompt.space()) for ask in alike if ask.prompt is not None}
    # Where each seat has choices of its own, those are in the hand panels.
    return alike if len(spaces) == 1 else []


def for_everyone(view: TableView, scene: Scene) -> list[OpenAsk]:
    """Return the questions that are answered on the table message: a race, a call to all.

    They are asked of several people. What one seat is asked, or a computer player, is answered in the panel alone.
    """
    alike = on_table(scene)
    if not alike:
        return []
    asked = {ask.seat for ask in scene.asks if ask.kind == alike[0].kind}
    everyone = view.table.everyone
    people = [seat for seat in asked if seat in everyone and everyone[seat].person is not None]
    return alike if len(people) > 1 or alike[0].seat < 0 else []


def public_question(view: TableView, scene: Scene, renderer: Renderer) -> str:
    """Return the question over the buttons on the table message."""
    alike = for_everyone(view, scene)
    return question(alike[0], renderer) if alike else ""


def public_buttons(view: TableView, scene: Scene, renderer: Renderer) -> Iterable[Json]:
    """Return the controls of a question for everyone. They stay there while others have answered."""
    alike = for_everyone(view, scene)
    if not alike:
        return
    first = alike[0]
    shared = len(alike) > 1
    ask_key: int | str = shared_name(first.kind, (ask.id for ask in alike)) if shared else first.id
    yield from ask_buttons(view, first, ask_key, renderer)


def ask_buttons(
    view: TableView, ask: OpenAsk, ask_key: int | str, renderer: Renderer, *, in_panel: bool = False
) -> Iterable[Json]:
    """Return buttons for a choice with few options; nothing if it needs a select.

    A single option is blue; with several, no button looks like the right one.
    """
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    if isinstance(prompt, Pick):
        menu = _by_select(prompt) or (in_panel and _fills_a_phone(view, ask, renderer))
        for place in () if menu else prompt.places():
            card = plain_item(prompt.items[place])
            yield button(card, custom_ids.answer(Kind.ANSWER, table, match, ask_key, [place]))
        if prompt.low == 0:
            # Discord sends nothing for a select in which nothing was chosen
            none = renderer.render(ask.words.get(f"{ask.kind}:none", "None"), prompt.says)
            yield button(none, custom_ids.answer(Kind.ANSWER, table, match, ask_key, []))
        return
    if isinstance(prompt, PlayCard):
        # on the table message: which card is chosen in private (GMB-R14)
        yield button(ask.words.get(f"{ask.kind}:play", "Play"), custom_ids.verb(table, "hand"), BLUE)
        for word in prompt.passes:
            label_text = renderer.render(ask.words.get(f"{ask.kind}:{word}", word), prompt.says)
            yield button(label_text, custom_ids.answer(Kind.ANSWER, table, match, ask_key, word))
        return
    if not isinstance(prompt, Choose) or len(prompt.options) > FEW:
        return
    if in_panel and _fills_a_phone(view, ask, renderer):
        return

    def label(option: str, values: Mapping[str, Any]) -> str:
        hint = _hint(view, ask, option, renderer)
        return renderer.render(option_words(ask, option), values) + (f" · {hint}" if hint else "")

    made = []
    # beside amounts a single option, or a pass, is the way out of them, and comes last
    way_out = prompt.amount is not None and (len(prompt.options) == 1 or prompt.options[0] == "pass")
    only = len(prompt.options) == 1 and prompt.amount is None
    for option in prompt.options:
        if in_panel and is_too_dear(view, ask, option):
            continue
        style = RED if option == "fold" else BLUE if only else GREY
        kind = Kind.CONFIRM if option in prompt.confirm else Kind.ANSWER
        made.append(
            button(label(option, prompt.says), custom_ids.answer(kind, table, match, ask_key, option), style)
        )
    sizes = []
    if prompt.amount is not None:
        low, high = prompt.amount.low, prompt.amount.high
        for n in amounts(prompt):
            if in_panel and is_too_dear(view, ask, "amount", n):
                continue
            says = {**prompt.says, "n": n}
            sizes.append(
                button(label("amount", says), custom_ids.answer(Kind.ANSWER, table, match, ask_key, n))
            )
        if high > low:
            sizes.append(button("Other amount", custom_ids.answer(Kind.AMOUNT, table, match, ask_key)))
    first = made[: not way_out]
    yield from first
    yield from sizes
    yield from made[len(first) :]


def amounts(prompt: Choose) -> Sequence[int]:
    """Return the amounts with a button of their own: so few that all answers fit in one row, the least among them."""
    assert prompt.amount is not None
    steps = prompt.amount.steps or (prompt.amount.low,)
    other = prompt.amount.high > prompt.amount.low
    room = min(MOST_AMOUNTS, max(1, FEW - len(prompt.options) - other))
    if len(steps) <= room:
        return steps
    # the least and the most, and what is between them
    return (steps[0],) if room == 1 else [steps[at * (len(steps) - 1) // (room - 1)] for at in range(room)]


def _fills_a_phone(view: TableView, ask: OpenAsk, renderer: Renderer) -> bool:
    """Return whether the buttons of a choice would take too many rows on a phone, and a select can stand for them."""
    prompt = ask.prompt
    if isinstance(prompt, Pick):
        labels = [plain_item(prompt.items[place]) for place in prompt.places()]
    elif isinstance(prompt, Choose) and prompt.amount is None and not prompt.confirm:
        labels = [
            renderer.render(option_words(ask, option), prompt.says) + _hint(view, ask, option, renderer)
            for option in prompt.options
        ]
    else:
        return False
    lines, room = 1, float(PHONE)
    for label in labels:
        made = button(label, "")
        wide = min(PHONE, PADDING + LETTER * len(made.get("label", "")) + EMOJI * ("emoji" in made))
        if wide > room:
            lines, room = lines + 1, float(PHONE)
        room -= wide + BETWEEN
    return lines > MOST_ROWS


def _by_select(prompt: Pick) -> bool:
    """Return whether a select is needed: several may be picked, or there are too many for buttons."""
    return prompt.high > 1 or len(prompt.places()) > FEW


def ask_select(view: TableView, ask: OpenAsk, renderer: Renderer) -> Json | None:
    """Return a select for a choice with many options, or of several cards."""
    prompt, table, match = ask.prompt, view.table.id, view.table.match_id or 0
    custom_id = custom_ids.answer(Kind.SELECT, table, match, ask.id)
    if isinstance(prompt, Pick) and (_by_select(prompt) or _fills_a_phone(view, ask, renderer)):
        lines = [menu_line(plain_item(prompt.items[place]), str(place)) for place in prompt.places()]
        one, more = ("a die", "dice") if all(":" in item for item in prompt.items) else ("a card", "cards")
        placeholder = f"Choose {one if prompt.high == 1 else more}"
        return select(placeholder, custom_id, lines, max(prompt.low, 1), prompt.high)
    if isinstance(prompt, Choose) and (len(prompt.options) > FEW or _fills_a_phone(view, ask, renderer)):
        lines = [
            menu_line(
                renderer.render(option_words(ask, option), prompt.says),
                custom_ids.KEY + option,
                _hint(view, ask, option, renderer),
            )
            for option in prompt.options
        ]
        return select("Choose", custom_id, lines)
    return None


def _hint(view: TableView, ask: OpenAsk, option: str, renderer: Renderer) -> str:
    """Return the game's hint about an option; nothing where the table allows none."""
    words = ask.words.get(f"{ask.kind}:{option}:hint")
    if words is None or ask.prompt is None or not view.table.settings.hints:
        return ""
    return renderer.render(words, ask.prompt.says)
