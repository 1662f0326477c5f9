"""A press leaves nothing for the garbage collector: its memory is free again as soon as it is answered."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from bot.pressed import Pressed
from cogs.live.background import PlannedTask
from cogs.requests.responder import Responder
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player

MADE = (Pressed, Responder, PlannedTask)
"""What each press makes."""


@contextmanager
def _only_counted() -> Iterator[None]:
    """Let the collector run when it is told to only, and keep what it finds."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        yield
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


async def test_an_answered_press_is_freed_at_once(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game="rogues_and_warriors")
    await evening.quiet()
    with _only_counted():
        await bob.press("Sit down")
        await evening.quiet()
        gc.collect()
        left = [type(each).__name__ for each in gc.garbage if isinstance(each, MADE)]
    assert left == []
