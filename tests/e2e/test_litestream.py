"""The recipe for Litestream against the store's locks: the bot is killed, the replica restored, and play goes on.

Left out where Litestream is not installed.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from bot.tables.match_session import MatchSession
from db.opening import open_store
from db.sqlite.care import back_up, condition_of
from games.engine import Chance, Seed
from games.registry import GAMES
from playground import Playground
from tests.helpers.children import victim
from tests.helpers.crowd import Crowd, journal, saved
from tests.helpers.litestream import Litestream
from tests.helpers.store import raw

pytestmark = pytest.mark.in_english

ANSWERS = 12
"""How many are saved before the bot is killed."""


async def play(crowd: Crowd, path: Path, replicas: Litestream) -> None:
    """Let the bot play on a file until enough was answered and the replica has begun, then kill it."""
    enough = sum(map(saved, crowd.replies)) + ANSWERS
    async with victim(crowd.playground, path):
        crowd.stop = False
        session = asyncio.create_task(crowd.play())
        await crowd.playground.wait_for(
            lambda: replicas.has_begun and sum(map(saved, crowd.replies)) >= enough, timeout=60
        )
        copy = path.with_name("copy.db")
        await asyncio.to_thread(back_up, path, copy)
        assert condition_of(copy).faults == ()
        assert condition_of(path).is_in_use
    crowd.stop = True
    await session


async def is_whole(path: Path) -> None:
    """The books add up, and the match in play is one by the rules."""
    async with await open_store(path) as store:
        assert await store.audit() == []
        with raw(path) as db:
            playing = [number for (number,) in db.execute("SELECT id FROM matches WHERE state = 'playing'")]
        for number in playing:
            record = await store.match(number)
            MatchSession.load(GAMES[record.game], record, 0.0)


async def test_a_replica_is_the_night_that_was_played_and_plays_on(tmp_path: Path) -> None:
    first, second, third = (tmp_path / name / "night.db" for name in ("first", "second", "third"))
    first.parent.mkdir()
    async with Playground(rate_limits=False) as playground:
        crowd = Crowd(playground, Chance(Seed("litestream")), "rogues_and_warriors")
        # It begins before there is a database, and stops in order after the bot was killed: nothing at all is lost.
        replica = Litestream(first, tmp_path / "one")
        with replica.running():
            await play(crowd, first, replica)
            replica.stop()
        replica.restore(second)
        assert journal(second) == journal(first)
        await is_whole(second)
        # Both are killed: what is lost is the end of the night, and nothing out of its midst.
        replica = Litestream(second, tmp_path / "two")
        with replica.running():
            await play(crowd, second, replica)
        replica.restore(third)
    await is_whole(third)
    (before, _), (played, rows), (kept, rows_kept) = map(journal, (first, second, third))
    assert all(kept[press] == answers for press, answers in before.items())
    assert all(played[press] == answers for press, answers in kept.items())
    assert rows_kept <= rows
    assert len(played) > len(before)
    assert order(third) == order(second)[:rows_kept]


def order(path: Path) -> list[tuple[int, int, str]]:
    """All answers in the order in which they were saved."""
    with raw(path) as db:
        return [
            (match, seq, json.dumps(json.loads(answer)))
            for match, seq, answer in db.execute("SELECT match, seq, answer FROM rows ORDER BY match, seq")
        ]
