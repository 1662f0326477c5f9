"""The stack of pending cards, and the window for responses.

Words and controls are the same for everyone: nothing here knows which seats have answered, so nothing can tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.face.text.templates import Renderer, word
from bot.language import _
from bot.tables.shared_controls import shared_name
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.components import BLUE, Json, button
from cogs.ui.custom_ids import Kind
from games.engine.scene import Scene, Stack, StackItem, Window

CARDS_SHOWN = 6
"""The most layers of a stack that are shown; those below are counted."""


def find_stack(scene: Scene) -> Stack | None:
    """Return the stack, unless it is empty."""
    return scene.first(Stack)


def stack_text(stack: Stack, renderer: Renderer, most: int = CARDS_SHOWN) -> str:
    """Return the stack in lines: the newest on top with its effect, and the cards it responds to below."""
    lines = []
    numbered = list(enumerate(stack.items, 1))
    for at, layer in reversed(numbered[-most:]):
        top = at == len(stack.items)
        lines.append(f"{'▶' if top else '▷'} {at}. {_layer_text(layer, renderer, top=top)}")
        if layer.now is not None:
            lines.append(f"➜ {_stressed(renderer.say(layer.now), top=top)}")
        if layer.reason is not None:
            lines.append(f"-# {renderer.say(layer.reason)}")
        if layer.text:
            lines.append(f"-# {word(layer.text)}")
    hidden = len(stack.items) - most
    if hidden > 0:
        lines.append(_("-# and {n} more below").format(n=hidden))
    return "\n".join(lines)


def _layer_text(layer: StackItem, renderer: Renderer, *, top: bool) -> str:
    return _stressed(renderer.say(layer.line), top=top)


def _stressed(words: str, *, top: bool) -> str:
    return f"**{words}**" if top else words


def window_buttons(view: TableView, window: Window) -> Iterator[Json]:
    """Return the buttons, which are the same for everyone (TIM-R4): one for own cards, and the words."""
    table, match = view.table.id, view.table.match_id or 0
    yield button(window.words[f"{window.kind}:open"], custom_ids.verb(table, "hand"), BLUE)
    for answer in window.answers:
        if f"{window.kind}:{answer}:aside" in window.words:
            continue  # in the panel's own menu
        ask_key = shared_name(window.kind, window.asks)
        yield button(
            window.words[f"{window.kind}:{answer}"],
            custom_ids.answer(Kind.SEALED, table, match, ask_key, answer),
        )
