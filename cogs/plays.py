"""Cards to play, or to pass: a select with the cards and what they aim at, buttons for the words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from cogs import controls
from cogs.components import Json, button, select
from cogs.components import option as menu_line
from cogs.items import item_text
from cogs.speak import Speaker
from games.engine import Answer, OpenAsk
from games.engine.plays import Aim, Move, Play

MOST = 25
"""So many lines a select may have."""
LONGEST = 100
"""So long its values may be."""


def move_select(table: int, match: int, ask: OpenAsk, prompt: Play, said: Speaker) -> Json | None:
    """The moves, each with the ways to aim at one thing; what else it aims at is the first that is legal."""
    lines = []
    for move in prompt.moves:
        for answer in _ways(move):
            value = json.dumps(answer, separators=(",", ":"))
            if len(value) <= LONGEST:
                lines.append(menu_line(_label(ask.words, move, answer, said), value))
    return select("Choose", controls.answer("s", table, match, ask.id), lines[:MOST]) if lines else None


def pass_buttons(table: int, match: int, ask: OpenAsk, prompt: Play, said: Speaker) -> Iterator[Json]:
    """A button for each word."""
    for word in prompt.passes:
        label = said.words(ask.words.get(f"{ask.kind}:{word}", word), prompt.says)
        yield button(label, controls.answer("p", table, match, ask.id, word))


def _ways(move: Move) -> Iterator[Answer]:
    """The first way, and then one for every other choice of the first aim that leaves one."""
    first = [aim.first() for aim in move.aims]
    yield [move.card, move.way, first]
    at = next((i for i, aim in enumerate(move.aims) if len(aim.among) > 1), None)
    if at is not None:
        for chosen in _one_each(move.aims[at]):
            if chosen != first[at]:
                yield [move.card, move.way, [*first[:at], chosen, *first[at + 1 :]]]


def _one_each(aim: Aim) -> Iterator[list[int]]:
    if aim.low > 1:
        yield from aim.all()
    else:
        yield from ([each] for each in aim.among)


def _label(words: Mapping[str, str], move: Move, answer: Answer, said: Speaker) -> str:
    named = []
    for aim, chosen in zip(move.aims, answer[2], strict=True):
        told = words.get(f"aim:{aim.name}", "{numbers}")
        numbers = ", ".join(str(n + 1) for n in chosen) or "none"
        named.append(said.words(told, {"seats": tuple(chosen), "numbers": numbers}) if chosen else "")
    card = item_text(move.card).replace("*", "") if move.card else ""
    return " · ".join(part for part in (card, *named) if part) or words.get("aim:nothing", "Nothing")


__all__ = ["move_select", "pass_buttons"]
