"""A part of a store is closed by itself: what it was given is saved by then, and the others go on."""

from __future__ import annotations

import asyncio

import pytest

from db import NotOurs, NotSaved, SaveSetting, Store
from tests.helpers.store import GUILD, held


async def test_a_part_reads_and_saves_as_the_whole_does(store: Store) -> None:
    part = store.part()
    await part.commit(SaveSetting(GUILD, "x", 1))
    assert await part.settings(GUILD) == await store.settings(GUILD) == {"x": 1}
    assert part.engine == store.engine
    assert part.stats() == store.stats()
    first, second = await part.next_match_id(), await store.next_match_id()
    assert second > first


async def test_a_part_that_is_closed_saves_nothing_and_the_others_go_on(store: Store) -> None:
    part, other = store.part(), store.part()
    await part.close()
    await part.close()
    with pytest.raises(NotSaved, match="part of the store is closed"):
        await part.commit(SaveSetting(GUILD, "x", 1))
    with pytest.raises(NotSaved, match="part of the store is closed"):
        await part.settings(GUILD)
    await other.commit(SaveSetting(GUILD, "y", 1))
    assert await store.settings(GUILD) == {"y": 1}


async def test_closing_a_part_waits_for_what_it_was_given(store: Store) -> None:
    part = store.part()
    async with held(store):
        waiting = asyncio.ensure_future(part.commit(SaveSetting(GUILD, "x", 1)))
        await store.settings(GUILD)
        closing = asyncio.create_task(part.close())
        await store.settings(GUILD)
        assert not closing.done()
    await closing
    assert waiting.done()
    assert await store.settings(GUILD) == {"x": 1}


async def test_nothing_of_a_caller_that_gave_up_is_saved_after_its_part_is_closed(store: Store) -> None:
    part = store.part()
    async with held(store):
        waiting = asyncio.ensure_future(part.commit(SaveSetting(GUILD, "x", 1)))
        await store.settings(GUILD)
        waiting.cancel()
        await part.close()
    await store.commit(SaveSetting(GUILD, "y", 1))
    assert await store.settings(GUILD) == {"y": 1}


async def test_a_part_that_is_cut_saves_nothing_that_still_waits(store: Store) -> None:
    """Another process serves by now what it was about: the queue must not save it under the leases of other parts."""
    part, other = store.part(), store.part()
    async with held(store):
        waiting = asyncio.ensure_future(part.commit(SaveSetting(GUILD, "x", 1)))
        beside = asyncio.ensure_future(other.commit(SaveSetting(GUILD, "y", 1)))
        await store.settings(GUILD)
        part.cut()
    with pytest.raises(NotOurs):
        await waiting
    await beside
    with pytest.raises(NotSaved, match="part of the store is closed"):
        await part.settings(GUILD)
    assert await store.settings(GUILD) == {"y": 1}
