"""A step of a match that is over, as the member who looks back saw it then."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from activity.blocks import Json
from activity.view import Sections, sections_of
from bot.matches.played_match import PlayedMatch, replayed


class Past(NamedTuple):
    """A match that a member looks back at, and the view of one step."""

    played: PlayedMatch
    sections: Sections


async def past_of(played: PlayedMatch, step: int) -> Past:
    """Return a step of a match, the nearest if there is no such step. Raises `UserError` if the rules have changed."""
    step = max(0, min(step, played.last))
    match = await replayed(played, step)
    chance = await asyncio.to_thread(played.chance, step, match)
    viewer = played.viewer(step)
    about: Json = {
        "match": played.number,
        "step": step,
        "last": played.last,
        "mine": _decisions(played),
        "chance": chance,
    }
    return Past(played, sections_of(played.view(match, viewer), about))


def _decisions(played: PlayedMatch) -> list[int]:
    """Return the steps at which the member decided something."""
    steps, step = list[int](), played.next_decision(-1)
    while step is not None:
        steps.append(step)
        step = played.next_decision(step)
    return steps
