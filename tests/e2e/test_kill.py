"""`kill -9` at random moments of live play: no acknowledged answer and no gembone is lost.

The playground runs here, the bot is a process of its own. Members press what they see as fast as they can, some presses
come twice, late or in another order; the bot is killed at a moment of the seed's choosing and started again. After each
death every answer that was acknowledged stands in the journal once, as it was given, the books add up, and the journal
is a match that goes on. In the tavern death comes while windows stand open and some of those asked have answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

import pytest

from bot.tables.match_session import MatchSession
from cogs.ui import custom_ids
from db.opening import open_store
from games.engine import Chance, Seed
from games.registry import GAMES
from playground import Playground
from tests.helpers.children import victim
from tests.helpers.crowd import Crowd, control_of, journal, saved
from tests.helpers.postgres import location_for
from tests.helpers.store import raw

pytestmark = pytest.mark.in_english

SOAK = float(os.environ.get("DICENIGHT_SOAK", "1"))
KILLS = int(24 * min(SOAK, 42))
"""How often the bot is killed in all, whatever it plays."""
MOST_TRIES = 6
"""How many times as often it is killed at most, where none of its deaths has come within a window."""
PLAYED = ("rogues_and_warriors", "barovian_boneyard", "tavern")
"""The last of them, with windows and many cards, is killed in every run, the others in the long ones."""


def matches(path: Path, state: str) -> list[int]:
    """The matches that are in this state."""
    with raw(location_for(path)) as db:
        return [found for (found,) in db.execute("SELECT id FROM matches WHERE state = ?", (state,))]


async def half_answered(path: Path) -> bool:
    """Whether death came within a window that some have answered and others not; the books and the journal are right.

    A journal that is no match by the rules raises `ReplayDiverged`.
    """
    found = False
    async with await open_store(location_for(path)) as store:
        assert await store.audit() == []
        for number in matches(path, "playing"):
            record = await store.match(number)
            asks = MatchSession.load(GAMES[record.game], record, 0.0).match.open.values()
            windows = [ask for ask in asks if ask.prompt.clock == "window"]
            found |= len({ask.answered for ask in windows}) > 1
    return found


@pytest.mark.slow
@pytest.mark.timeout(max(900, 2 * KILLS))
@pytest.mark.parametrize("key", PLAYED if "DICENIGHT_SOAK" in os.environ else PLAYED[-1:])
async def test_kill_9_loses_nothing(key: str, tmp_path: Path) -> None:
    luck = Chance(Seed("kill", words=(key,)))
    path = tmp_path / "kill.db"
    kills = len(range(PLAYED.index(key), KILLS, len(PLAYED)))
    played = deaths = within_windows = 0
    async with Playground(rate_limits=False) as playground:
        crowd = Crowd(playground, luck, key)
        before = 0
        for _ in range(MOST_TRIES * kills):
            async with victim(playground, path):
                crowd.stop = False
                session = asyncio.create_task(crowd.play())
                until = before + 5 + luck.below(40)
                with contextlib.suppress(TimeoutError):
                    # on a busy machine the first answer takes its time, and a death before it proves nothing
                    await playground.wait_for(
                        lambda at=before: any(map(saved, crowd.replies[at:])),  # type: ignore[misc]
                        timeout=20,
                    )
                    # the moment of death: after so many replies
                    await playground.wait_for(
                        lambda until=until: len(crowd.replies) >= until and crowd.at_it(),  # type: ignore[misc]
                        timeout=2,
                    )
            crowd.stop = True
            await session
            before = len(crowd.replies)
            presses, rows = journal(path)
            assert all(len(answers) == 1 for answers in presses.values())
            for reply in filter(saved, crowd.replies):
                assert reply.id in presses, f"acknowledged and lost: {reply.text}"
                control = custom_ids.read(control_of(reply))
                assert control is not None
                assert control.kind == "s" or presses[reply.id] == [control.answer]
            within_windows += await half_answered(path)
            played = rows
            deaths += 1
            # which moment a death meets is chance: in the tavern it goes on until one has met a window
            if deaths >= kills and (key != "tavern" or within_windows):
                break
        async with victim(playground, path):
            crowd.stop = False
            session = asyncio.create_task(crowd.play())
            ended = len(matches(path, "ended"))
            await playground.wait_for(lambda: len(matches(path, "ended")) > ended, timeout=180)
            crowd.stop = True
            await session
    assert played > kills // 2
    assert sum(map(saved, crowd.replies)) > kills // 2
    assert key != "tavern" or within_windows > 0
