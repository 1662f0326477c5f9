"""The decision of a picture's viewer: the question, the number in it that matters, what that costs, and their hand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from bot.face.table.facts import PlainRenderer, bare, is_die, price_of, waiting_words
from bot.face.table.outcome import split_scores
from bot.face.table.questions import best_answer, question
from bot.face.table.waiting import REVEALING
from bot.face.text.card_names import item_name
from bot.face.text.templates import word
from bot.language import _
from bot.tables.view import TableView
from cogs.ui.blocks.grids import best_spots, forced
from games.engine.card_prompts import PlayCard
from games.engine.prompts import Answer, Choose, Pick, Place
from games.engine.scene import BACK, Gauge, Gauges, Hint, Legend, OpenAsk, Prospects, Scene, Strip, Zone

WORDED = 3
"""So many dice have room for the name of what they hit."""
MOST_ASKED = 64
"""About so many letters of a question are drawn."""


class Held(NamedTuple):
    """An item of the viewer's own, with the words below and above it.

    `group`: the name of its pile, if there are several.
    """

    item: str
    below: str = ""
    label: str = ""
    group: str = ""
    gold: bool = False
    dim: bool = False


class Decision(NamedTuple):
    """The tray of a picture: a question, its price, and the items of the viewer.

    `ask`: the question in a few words, empty if nothing is asked. `price`: the cost of the answer, in large; `terms`:
    its prize. `worth`: the viewer's hand in words, the first line large. `waits`: the words while nothing is asked.
    `best`: the best answer, and what it brings.
    """

    held: tuple[Held, ...] = ()
    layout: str = "row"
    ask: str = ""
    price: str = ""
    terms: str = ""
    worth: tuple[str, ...] = ()
    best: tuple[str, ...] = ()
    prospects: Prospects | None = None
    time: float | None = None
    waits: str = ""
    titled: bool = False
    """The cards are known by their titles."""
    lives: Gauge | None = None
    """What the viewer has left of what is counted in pips, such as lives."""


def decision_of(view: TableView, renderer: PlainRenderer, drafts: Mapping[int, Answer]) -> Decision:
    """Return the decision of the viewer, who has a seat."""
    scene = view.scene
    assert scene is not None
    mine = () if view.revealing else scene.mine()
    ask = _most_urgent(mine)
    price, terms = price_of(scene, ask)
    words = _in_brief(bare(question(ask, renderer))) if ask is not None else ""
    waits = _(REVEALING) if view.revealing else waiting_words(scene, renderer)
    hints = view.table.settings.hints
    return Decision(
        tuple(_held(view, scene, ask, drafts)),
        _layout(scene),
        words,
        price,
        terms,
        _worth(scene, renderer) if hints else (),
        _best(view, ask, renderer, drafts),
        scene.first(Prospects) if ask is not None else None,
        view.time_left.get(ask.id) if ask is not None else None,
        "" if ask is not None else waits,
        scene.first(Legend) is not None,
        _lives(scene),
    )


def _lives(scene: Scene) -> Gauge | None:
    rows = (row for block in scene.every(Gauges) for row in block.seats if row.seat == scene.viewer)
    return next((gauge for row in rows for gauge in row.gauges if gauge.shape == "pips"), None)


def _in_brief(words: str) -> str:
    """Return a long question without what explains it: the message has the rest."""
    sentences = re.split(r"(?<=[.?!:]) (?=[A-Z\d])", words)
    brief = sentences[0]
    for sentence in sentences[1:]:
        if len(brief) + len(sentence) > MOST_ASKED:
            break
        brief += f" {sentence}"
    return brief.rstrip(":.") if not brief.endswith("…") else brief


def _most_urgent(mine: tuple[OpenAsk, ...]) -> OpenAsk | None:
    return next((ask for ask in mine if ask.clock != "none"), mine[0] if mine else None)


def _worth(scene: Scene, renderer: PlainRenderer) -> tuple[str, ...]:
    for hint in scene.every(Hint):
        if hint.short:
            return tuple(map(renderer.say, hint.short))
        head, scores = split_scores(hint.line)
        words = renderer.say(head).removesuffix(".").removesuffix(":")
        if scores is not None or len(words) < 60:
            return (words,)
        return (words,)
    return ()


def _best(
    view: TableView, ask: OpenAsk | None, renderer: PlainRenderer, drafts: Mapping[int, Answer]
) -> tuple[str, ...]:
    """Return the best answer as far as the game or the grid knows it, and what it brings."""
    if ask is None:
        return ()
    if isinstance(ask.prompt, Place):
        return best_spots(ask.prompt, drafts.get(ask.id) or []) if view.table.settings.hints else ()
    name, _, brings = bare(best_answer(view, ask, renderer)).rpartition(": ")
    return (name, brings) if name else ()


def _layout(scene: Scene) -> str:
    for zone in scene.every(Zone):
        if zone.owner == scene.viewer and zone.name == "hand":
            return zone.layout
    return "row"


def _held(view: TableView, scene: Scene, ask: OpenAsk | None, drafts: Mapping[int, Answer]) -> list[Held]:
    """Return the viewer's own items: the hand, or without one the open dice and cards before their seat."""
    zones = [zone for zone in scene.every(Zone) if zone.owner == scene.viewer and zone.items]
    hand = [zone for zone in zones if zone.name == "hand"]
    shown = hand or [zone for zone in zones if zone.layout == "row" and BACK not in zone.items]
    scores = _scores(view, scene, [key for zone in hand for key in zone.items])
    chosen, card = _chosen(ask, drafts), _card_of(ask, drafts)
    allowed, strip = _allowed(ask), scene.first(Strip)
    fields = {str(field.face): field for field in strip.fields} if strip is not None else {}
    held: list[Held] = []
    for zone in shown:
        faces = zone.shown or (False,) * len(zone.items)
        for key, up in zip(zone.items, faces, strict=True):
            below = scores[key].pop(0) if scores.get(key) else ""
            group = "" if zone in hand or len(shown) == 1 else word(zone.name)
            at = len(held)
            gold = zone in hand and (at in chosen or (key == card and not any(each.gold for each in held)))
            dim = allowed is not None and key not in allowed and zone in hand
            field = fields.get(key.partition(":")[2]) if is_die(key) else None
            if field is not None:
                below = (
                    f"{word(field.zone)} {word(field.pays)}"
                    if len(zone.items) <= WORDED
                    else word(field.pays)
                )
                gold, dim = field.fate == "won", field.fate == "lost"
            held.append(Held(key, below, _("open") if up and not all(faces) else "", group, gold, dim))
    return held


def _scores(view: TableView, scene: Scene, hand: list[str]) -> dict[str, list[str]]:
    """Return what the hint says about each card of the hand, if it says it about all of them."""
    for hint in scene.every(Hint) if view.table.settings.hints else ():
        scores = split_scores(hint.line)[1]
        if scores is not None and Counter(item for item, _ in scores.items) == Counter(hand):
            return {item: list(words) for item, words in scores.by_item().items()}
    return {}


def _chosen(ask: OpenAsk | None, drafts: Mapping[int, Answer]) -> frozenset[int]:
    """Return the places of the hand that the viewer has chosen so far, or that wait to be laid."""
    if ask is None:
        return frozenset()
    draft = drafts.get(ask.id)
    if isinstance(ask.prompt, Place):
        return frozenset({len(forced(ask.prompt, draft or []))})
    if isinstance(ask.prompt, Pick) and isinstance(draft, list):
        return frozenset(place for place in draft if isinstance(place, int))
    return frozenset()


def _card_of(ask: OpenAsk | None, drafts: Mapping[int, Answer]) -> str:
    """Return the card that a question is about, or that one about cards has been answered with; empty without one."""
    draft = drafts.get(ask.id) if ask is not None else None
    if ask is not None and isinstance(ask.prompt, PlayCard) and isinstance(draft, list) and draft:
        draft = draft[0]
    elif ask is None or not isinstance(ask.prompt, Choose):
        return ""
    else:
        draft = draft or ask.prompt.says.get("card")
    return draft if isinstance(draft, str) else ""


def _allowed(ask: OpenAsk | None) -> frozenset[str] | None:
    """Return the items that may be played, if the question is about some of the hand; None if about anything else."""
    if ask is None:
        return None
    if isinstance(ask.prompt, PlayCard):
        cards = frozenset(move.card for move in ask.prompt.moves if move.card)
        # a form is about the whole hand or about none of it
        return None if ask.prompt.moves and not cards else cards
    if (
        isinstance(ask.prompt, Choose)
        and ask.prompt.options
        and all("." in each for each in ask.prompt.options)
    ):
        return frozenset(ask.prompt.options)
    return None


def held_words(held: tuple[Held, ...]) -> str:
    """Return the viewer's items in words."""
    if not held:
        return ""
    if any(each.below or each.label or each.group for each in held):
        return ", ".join(
            " ".join(filter(None, [item_name(each.item), each.below, each.label, each.group]))
            for each in held
        )
    counts = Counter(each.item for each in held)
    return ", ".join(item_name(key) + (f" ×{n}" if n > 1 else "") for key, n in counts.items())
