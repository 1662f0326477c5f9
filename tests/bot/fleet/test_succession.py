"""One process asks another to let go of a database."""

from __future__ import annotations

import asyncio
import json
import stat
from pathlib import Path

import pytest

from bot.fleet.succession import NoAnswer, Predecessor, address_file, is_served, take_over
from bot.handling import Handling
from playground.world.clock import PATIENCE


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "night.db"


async def test_the_old_process_is_asked_and_says_what_it_has_taken(database: Path) -> None:
    async with Predecessor.listening(database) as old:
        assert stat.S_IMODE(address_file(database).stat().st_mode) == 0o600
        asking = asyncio.create_task(take_over(database))
        await asyncio.wait_for(old.asked.wait(), PATIENCE)
        assert not asking.done(), "the database is not free yet"
        old.release([3, 1, 2])
        assert await asking == [3, 1, 2]
    assert not address_file(database).exists()


async def test_a_database_that_nobody_has_is_free(database: Path) -> None:
    assert await take_over(database) is None
    assert not await is_served(database)
    address_file(database).write_text(json.dumps({"port": 1, "password": "x"}))
    assert not await is_served(database)
    assert await take_over(database) is None, "the file of a process that was killed"
    address_file(database).write_text("not JSON")
    assert await take_over(database) is None
    async with Predecessor.listening(database):
        assert json.loads(address_file(database).read_text())["port"] > 1


async def test_a_look_at_whether_there_is_a_process_asks_it_for_nothing(database: Path) -> None:
    async with Predecessor.listening(database) as old:
        assert await is_served(database)
        asking = asyncio.create_task(take_over(database))
        await asyncio.wait_for(old.asked.wait(), PATIENCE)
        old.release([7])
        assert await asking == [7]


async def test_whoever_does_not_know_the_password_is_not_heard(database: Path) -> None:
    async with Predecessor.listening(database) as old:
        address = json.loads(address_file(database).read_text())
        address_file(database).write_text(json.dumps({**address, "password": "wrong"}))
        with pytest.raises(NoAnswer, match="went away without a word"):
            await take_over(database)
        assert not old.asked.is_set()


async def test_an_old_process_that_hangs_is_one_sentence(database: Path) -> None:
    async with Predecessor.listening(database):
        with pytest.raises(NoAnswer, match="does not let go"):
            await take_over(database, patience=0.01)


async def test_a_successor_keeps_its_own_address(database: Path) -> None:
    async with Predecessor.listening(database) as old:
        async with Predecessor.listening(database):
            theirs = address_file(database).read_text()
            old.release([])
        assert not address_file(database).exists()
        address_file(database).write_text(theirs)
    assert address_file(database).read_text() == theirs, "the old one takes away only what it wrote"


async def test_what_is_being_handled_is_waited_for_a_while() -> None:
    handling = Handling()
    await handling.wait_none(0)
    with handling:
        waiting = asyncio.create_task(handling.wait_none(60))
        with handling:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()
        await handling.wait_none(0)
    await waiting
