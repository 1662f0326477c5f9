"""The questions that are open to a viewer as JSON: one form for each kind of prompt, none for a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from activity.blocks import Json, kind_of, moment, with_ids
from bot.face.table.card_words import MENU, CardWords, again, card_words, folded, switched_on
from bot.face.table.facts import price_of
from bot.face.table.questions import amounts, hint_about, option_words, question
from bot.face.table.risks import is_too_dear, risk_of_question
from bot.face.text.runs import AMOUNT, Runs, RunsRenderer
from bot.face.text.templates import word
from bot.language import _
from bot.tables.view import TableView
from games.engine import money as gems
from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Choose, Pick, Place, Prompt
from games.engine.scene import BACK, OpenAsk, Scene, Zone


def prompts_of(view: TableView, renderer: RunsRenderer) -> Iterator[tuple[str, Json]]:
    """Yield the questions that the viewer may answer now, by the ids of their asks."""
    scene = view.scene
    if scene is None or scene.over or view.revealing:
        return
    hidden = folded(scene)
    for ask in (*scene.mine(), *scene.open_to_me()):
        if ask.prompt is not None:
            yield str(ask.id), _prompt(view, scene, ask, renderer, folds=ask in hidden)


def _prompt(view: TableView, scene: Scene, ask: OpenAsk, renderer: RunsRenderer, *, folds: bool) -> Json:
    prompt = ask.prompt
    assert prompt is not None
    price, terms = price_of(scene, ask)
    return {
        "id": ask.id,
        "kind": kind_of(prompt),
        "seat": ask.seat,
        "about": ask.kind,
        "title": renderer.runs(_title(view, ask, renderer, folds=folds)),
        "urgent": not ask.answered and ask.clock != "none",
        "time": time_of(view, ask.id),
        "silent": ask.silent,
        "race": ask.clock == "race",
        "early": ask.id in view.early_presses,
        "risk": renderer.runs(risk_of_question(view, ask)),
        "given": _given(view, scene, ask, renderer),
        "price": price,
        "terms": terms,
        "folded": _(ask.words[f"{ask.kind}:{MENU}"]) if folds else "",
        **_forms[type(prompt)](view, scene, ask, prompt, renderer),
    }


def _title(view: TableView, ask: OpenAsk, renderer: RunsRenderer, *, folds: bool) -> str:
    """Return the question, and of a folded one with switches those that are on."""
    words = question(ask, renderer)
    on = switched_on(ask, renderer) if folds else ""
    return f"{words} {on}" if on else words


def time_of(view: TableView, ask_id: int) -> Json | None:
    """Return when the time of a question is over and how long it was; None where nobody is hurried."""
    due = view.deadlines.get(ask_id)
    if due is None:
        return None
    return {"until": moment(due), "whole": round((due - view.opened.get(ask_id, due)) * 1000)}


def _given(view: TableView, scene: Scene, ask: OpenAsk, renderer: RunsRenderer) -> Runs | None:
    """Return the viewer's answer so far in words, while they may still change it."""
    if ask not in again(scene):
        return None
    if isinstance(ask.prompt, PlayCard):
        words = card_words(view, ask, renderer)
        return renderer.runs(words.word("given", {"answer": words.answer(ask.given)}))
    if isinstance(ask.prompt, Choose) and isinstance(ask.given, str):
        return renderer.runs(renderer.render(option_words(ask, ask.given), ask.prompt.says))
    return []


# ---- a form for each kind


def _choose(view: TableView, scene: Scene, ask: OpenAsk, prompt: Choose, renderer: RunsRenderer) -> Json:
    held = {item for zone in scene.every(Zone) if zone.owner == scene.viewer for item in zone.items} - {BACK}
    options = []
    for option in prompt.options:
        if is_too_dear(view, ask, option):
            continue
        asked = ask.words.get(f"{ask.kind}:{option}?") if option in prompt.confirm else None
        one: Json = {
            "answer": option,
            "words": renderer.runs(renderer.render(option_words(ask, option), prompt.says)),
            "hint": renderer.runs(hint_about(view, ask, option, renderer)),
            "confirm": renderer.runs(renderer.render(asked, prompt.says)) if asked is not None else None,
            "gives_up": option == "fold",
        }
        if prompt.says.get(option) in (True, False):
            one["on"] = prompt.says[option]
        if option in held:
            one["item"] = option
        options.append(one)
    return {"options": options, "amount": _amount(view, ask, prompt, renderer)}


def _amount(view: TableView, ask: OpenAsk, prompt: Choose, renderer: RunsRenderer) -> Json | None:
    """Return the range of amounts that the viewer can pay, with a few good sizes."""
    if prompt.amount is None or is_too_dear(view, ask, "amount", prompt.amount.low):
        return None
    high, cost = prompt.amount.high, prompt.costs.get("amount")
    each = gems.worth(cost.seat) if cost is not None else 0
    if view.purse is not None and each:
        high = min(high, view.purse // each)
    words = renderer.render(option_words(ask, "amount"), {**prompt.says, "n": AMOUNT})
    return {
        "low": prompt.amount.low,
        "high": high,
        "steps": [n for n in amounts(prompt) if n <= high],
        "words": renderer.runs(words),
    }


def _pick(view: TableView, scene: Scene, ask: OpenAsk, prompt: Pick, renderer: RunsRenderer) -> Json:
    zones = ((name, block) for name, block in with_ids(scene) if isinstance(block, Zone))
    zone = next((name for name, zone in zones if zone.items == prompt.items), None)
    none = (
        renderer.render(ask.words.get(f"{ask.kind}:none", _("None")), prompt.says) if not prompt.low else ""
    )
    return {
        "items": list(prompt.items),
        "low": prompt.low,
        "high": prompt.high,
        "places": list(prompt.places()),
        "none": renderer.runs(none),
        "zone": zone,
    }


def _place(view: TableView, scene: Scene, ask: OpenAsk, prompt: Place, renderer: RunsRenderer) -> Json:
    return {
        "items": list(prompt.items),
        "piles": [[column, row, list(items)] for column, row, items in prompt.piles],
        "span": prompt.span,
        "depth": prompt.depth,
        "worth": prompt.worth(prompt.piles) if prompt.worth is not None and prompt.piles else None,
    }


def _play_card(view: TableView, scene: Scene, ask: OpenAsk, prompt: PlayCard, renderer: RunsRenderer) -> Json:
    words = card_words(view, ask, renderer)
    aims: list[Aim] = []
    return {
        "passes": [
            {
                "answer": word,
                "words": renderer.runs(words.word(word)),
                "aside": bool(words.aside and words.aside_word(word)),
            }
            for word in prompt.passes
        ],
        "moves": [_move(words, move, aims, renderer) for move in prompt.moves],
        "aims": [_aim(words, aim, renderer) for aim in aims],
        "done": renderer.runs(words.word("done")),
    }


def _move(words: CardWords, move: Move, aims: list[Aim], renderer: RunsRenderer) -> Json:
    """Return a move; its aims are told once for all moves that have the same."""
    at = []
    for aim in move.aims:
        if aim not in aims:
            aims.append(aim)
        at.append(aims.index(aim))
    ways = [other for other in words.prompt.moves if other.card == move.card]
    entry = words.entries.get(move.card)
    text = (
        word(entry.ways[move.alternative])
        if entry is not None and len(entry.ways) > 1
        else words.text_of(move.card)
    )
    return {
        "card": move.card,
        "alternative": move.alternative,
        "words": renderer.runs(words.way(move)) if len(ways) > 1 else [],
        "text": text if move.card else "",
        "aims": at,
    }


def _aim(words: CardWords, aim: Aim, renderer: RunsRenderer) -> Json:
    among = []
    for place, value in enumerate(aim.among):
        one: Json = {"value": value, "words": renderer.runs(words.button_text(aim, value))}
        if aim.items:
            one["item"] = aim.items[place]
        among.append(one)
    return {
        "name": aim.name,
        "words": renderer.runs(words.word(f"aim:{aim.name}")),
        "low": aim.low,
        "high": aim.high,
        "again": aim.again,
        "among": among,
    }


_forms: Mapping[type[Prompt], Callable[[TableView, Scene, OpenAsk, Any, RunsRenderer], Json]] = {
    Choose: _choose,
    Pick: _pick,
    Place: _place,
    PlayCard: _play_card,
}
