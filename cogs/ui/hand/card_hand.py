"""A hand of cards that carry their text: cards to play now, other open questions, and automatic passes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.face.table.card_words import (
    MENU,
    again,
    at_any_time,
    card_words,
    folded,
    switched_on,
)
from bot.face.table.questions import find_window
from bot.face.text.card_names import counted, item_text
from bot.face.text.templates import Renderer, word
from bot.language import _
from bot.tables.view import TableView
from cogs.ui import custom_ids
from cogs.ui.blocks.response_window import find_stack, stack_text
from cogs.ui.components import GREEN, GREY, Json, button, rows, text
from cogs.ui.custom_ids import Kind
from cogs.ui.hand.card_play import SECTIONS, CardControls, play_controls
from cogs.ui.hand.move_draft import live
from games.engine.card_prompts import PlayCard
from games.engine.prompts import Answer, Choose
from games.engine.scene import Legend, OpenAsk, Scene, Sheet, Zone


def controls_for(view: TableView, ask: OpenAsk, renderer: Renderer) -> CardControls:
    """Return the controls of a question about cards."""
    return CardControls(view.table.id, view.table.match_id or 0, card_words(view, ask, renderer))


def own_values(scene: Scene, renderer: Renderer) -> str:
    """Return the viewer's line of an upright sheet: `Fort 18 · AC 3 · Gold 10`."""
    for block in scene.blocks:
        if isinstance(block, Sheet) and block.upright and scene.viewer in block.seats:
            at = block.seats.index(scene.viewer)
            return " · ".join(
                f"{renderer.say(row.head)} **{renderer.say(row.cells[at])}**" for row in block.rows
            )
    return ""


def own_cards(view: TableView) -> str:
    """Return the texts of the viewer's cards, for the page behind *More…*; empty where cards have none."""
    scene = view.scene
    legend = scene.first(Legend) if scene is not None else None
    if scene is None or legend is None:
        return ""
    hand = {item for b in scene.every(Zone) if b.name == "hand" for item in b.items}
    return "\n".join(
        f"-# **{item_text(entry.item)}** · {word(entry.text)}"
        for entry in legend.entries
        if entry.item in hand
    )


def idle_cards(view: TableView, legend: Legend, renderer: Renderer) -> str:
    """Return the cards that can't be played now: with their texts, or by name alone while others can be played."""
    scene = view.scene
    assert scene is not None
    urgent = any(
        isinstance(ask.prompt, PlayCard) and (live(ask.prompt) or ask.clock == "window")
        for ask in scene.mine()
    )
    open_asks = [*scene.mine(), *again(scene), *at_any_time(scene)]
    playable = {card for ask in open_asks if isinstance(ask.prompt, PlayCard) for card in live(ask.prompt)}
    hand = [item for b in scene.every(Zone) if b.name == "hand" for item in b.items]
    idle = {
        entry.item: counted(item_text(entry.item), hand.count(entry.item))
        for entry in legend.entries
        if entry.item not in playable
    }
    if urgent:
        return _("-# Not now: {cards}").format(cards=", ".join(idle.values())) if idle else ""
    return "\n".join(
        f"-# **{idle[entry.item]}** · {word(entry.text)}" for entry in legend.entries if entry.item in idle
    )


def answered_controls(
    view: TableView, renderer: Renderer, draft: Mapping[int, Answer], *, brief: bool = False
) -> list[Json]:
    """Return the viewer's answer in a window that is still open, with controls to change it."""
    scene, parts = view.scene, list[Json]()
    assert scene is not None
    for ask in again(scene):
        if isinstance(ask.prompt, PlayCard):
            controls = controls_for(view, ask, renderer)
            given = controls.words.word("given", {"answer": controls.words.answer(ask.given)})
            parts += [text(given), *play_controls(controls, draft.get(ask.id), brief=brief)]
    return parts


def asked_about(view: TableView, renderer: Renderer) -> str:
    """Return the stack that the viewer is asked about."""
    scene = view.scene
    stack = find_stack(scene) if scene is not None else None
    if stack is None or scene is None or find_window(scene) is None:
        return ""
    return stack_text(stack, renderer, most=1)


def standing_controls(
    view: TableView, renderer: Renderer, used: Iterable[str], *, brief: bool = False
) -> list[Json]:
    """Return the cards for any time, and the passes that are set to be automatic."""
    scene, parts = view.scene, list[Json]()
    assert scene is not None
    used = list(used)
    # while something is asked, these stand behind *More…* beside a picture
    for ask in () if brief and scene.mine() else at_any_time(scene):
        controls = controls_for(view, ask, renderer)
        cards = [card for card in live(controls.prompt) if card not in used]
        if cards:
            parts.append(text(controls.words.word(ask.kind)))
            room = max(0, SECTIONS - len(used))
            parts += play_controls(controls, without=used, room=room, words=False, brief=brief)
    lines = [line for ask in folded(scene) if (line := switched_on(ask, renderer))]
    if lines:
        parts.append(text("\n".join(f"-# {line}" for line in lines)))
    return parts


def menu_buttons(view: TableView, renderer: Renderer, *, pictured: bool) -> Iterator[Json]:
    """Return a button for each folded menu; beside a picture also for the cards for any time, while more is asked."""
    scene = view.scene
    if scene is None:
        return
    menus = {ask.id: ask.words[f"{ask.kind}:{MENU}"] for ask in folded(scene)}
    for ask in at_any_time(scene) if pictured and scene.mine() else ():
        words = controls_for(view, ask, renderer).words
        if live(words.prompt):
            menus[ask.id] = f"{words.word(ask.kind).rstrip(':')}…"
    for ask_id, label in menus.items():
        custom_id = custom_ids.answer(Kind.STEP, view.table.id, view.table.match_id or 0, ask_id, MENU)
        yield button(label, custom_id)


def opened_menu(view: TableView, ask: OpenAsk, renderer: Renderer, draft: Answer) -> list[Json]:
    """Return the content of a folded menu: switches, or cards and forms."""
    table, match, prompt = view.table.id, view.table.match_id or 0, ask.prompt
    back = button(ask.words.get("back", "Back"), custom_ids.answer(Kind.STEP, table, match, ask.id, None))
    if isinstance(prompt, PlayCard):
        parts = play_controls(controls_for(view, ask, renderer), None if draft == MENU else draft)
        return [*parts, *rows([back])]
    if not isinstance(prompt, Choose):
        return rows([back])
    made = []
    for key in prompt.options:
        on = prompt.says.get(key) is True
        label = renderer.render(ask.words[f"{ask.kind}:{key}"], prompt.says)
        send = custom_ids.answer(Kind.ANSWER, table, match, ask.id, key)
        made.append(button(f"{'✓ ' if on else ''}{label}", send, GREEN if on else GREY))
    sizes = []
    for n in filter(None, prompt.amount.steps if prompt.amount is not None else ()):
        on = prompt.says.get("amount") == n
        label = renderer.render(ask.words[f"{ask.kind}:amount"], {**prompt.says, "n": n})
        send = custom_ids.answer(Kind.ANSWER, table, match, ask.id, 0 if on else n)
        sizes.append(button(f"{'✓ ' if on else ''}{label}", send, GREEN if on else GREY))
    return [*rows(_aside(view, renderer)), *rows(made), *rows([*sizes, back])]


def _aside(view: TableView, renderer: Renderer) -> Iterator[Json]:
    """Yield the answers to the viewer's questions about cards that are seldom wanted."""
    scene = view.scene
    for ask in [*scene.mine(), *again(scene)] if scene is not None else ():
        if not isinstance(ask.prompt, PlayCard):
            continue
        controls = controls_for(view, ask, renderer)
        for answer in ask.prompt.passes:
            if label := controls.words.aside_word(answer):
                yield button(label, controls.send(answer))


def focus(view: TableView, drafts: Mapping[int, Answer]) -> tuple[OpenAsk, Any] | None:
    """Return the question that is being answered in steps, which then has the panel to itself."""
    scene = view.scene
    if scene is None:
        return None
    for ask in (*scene.mine(), *scene.open_to_me()):
        draft = drafts.get(ask.id)
        if draft == MENU or (
            isinstance(ask.prompt, PlayCard) and draft and (draft[0] or ask in folded(scene))
        ):
            return ask, draft
    return None
