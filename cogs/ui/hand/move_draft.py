"""Moves that are put together in steps, before the rules hear of them.

A draft is `[card, way, aims]`, with the aims that are still open left empty. Drafts stand in the custom ids of the
controls and nowhere else: a half-made move survives a restart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from games.engine.card_prompts import Aim, Move, PlayCard
from games.engine.prompts import Answer

NO_DRAFTS: Mapping[int, Answer] = {}
"""No answer is being built in steps."""
UNDECIDED = -1
"""In a draft: the card's alternative isn't chosen yet."""


def begin(move: Move, known: Mapping[str, list[int]] | None = None) -> Answer:
    """Return the draft of a move, with known aims and those without a choice filled in."""
    aims = []
    for aim in move.aims:
        carried = (known or {}).get(aim.name, [])
        forced = list(aim.among) if len(aim.among) == aim.low and not aim.again else []
        aims.append(carried if carried and aim.check(carried) else forced)
    return [move.card, move.alternative, aims]


def missing(move: Move, draft: Answer) -> list[int]:
    """Return the indices of the aims that must still be chosen."""
    return [at for at, aim in enumerate(move.aims) if not aim.check(draft[2][at])]


def filled(draft: Answer, at: int, chosen: list[int]) -> Answer:
    """Return the draft with one aim chosen."""
    return [draft[0], draft[1], [*draft[2][:at], chosen, *draft[2][at + 1 :]]]


def form_of(prompt: PlayCard) -> Move | None:
    """Return the move that needs no card."""
    return next((move for move in prompt.moves if not move.card), None)


def live(prompt: PlayCard) -> list[str]:
    """Return the cards that may be played now."""
    return list(dict.fromkeys(move.card for move in prompt.moves if move.card))


def ways_of(prompt: PlayCard, card: str) -> list[Move]:
    """Return the alternatives of a card that may be played now."""
    return [move for move in prompt.moves if move.card == card]


def move_of(prompt: PlayCard, draft: Answer) -> Move | None:
    """Return the move that a draft begins; None if there is none."""
    match draft:
        case [str(card), int(way), list(aims)]:
            for move in prompt.moves:
                if (move.card, move.alternative) == (card, way) and len(aims) == len(move.aims):
                    return move if all(map(_begins, move.aims, aims)) else None
    return None


def _begins(aim: Aim, chosen: object) -> bool:
    return aim._replace(low=0).check(chosen)


def next_draft(prompt: PlayCard, draft: Answer, values: Sequence[str] | None = None) -> Answer:
    """Return the draft after a press: the control's own, or with a select's `values` for the aim named by its index.

    `values` is None for a button. Raises `ValueError` if there is no move that begins so.
    """
    if draft == [] and values:
        draft = [values[0], UNDECIDED, []]
    elif isinstance(draft, list) and len(draft) == 4 and values is not None:
        *draft, at = draft
        if type(at) is not int or not isinstance(draft[2], list) or not 0 <= at < len(draft[2]):
            raise ValueError("no such aim")
        whole = len(values) == 1 and values[0].startswith("[")
        draft = filled(draft, at, json.loads(values[0]) if whole else sorted(map(int, values)))
    if isinstance(draft, list) and len(draft) == 3 and draft[1] == UNDECIDED:
        if not ways_of(prompt, str(draft[0])):
            raise ValueError("no such card")
    elif move_of(prompt, draft) is None:
        raise ValueError("no such move")
    return draft
