"""Calls for players, as the store keeps them."""

from __future__ import annotations

from cogs.calls import rows as call_rows
from cogs.calls.rows import CallRecord, SaveCall
from db import Store
from tests.helpers.store import GUILD, NOON, make_club


async def test_a_place_keeps_its_last_call(store: Store) -> None:
    club = await make_club(store)
    first = CallRecord(500, GUILD, 500, club.table.id, None, 77, NOON, NOON + 3_600)
    await store.commit(SaveCall(first))
    posted = first._replace(message_id=9)
    await store.commit(SaveCall(posted))
    assert await store.read(call_rows.last_call, 500) == posted
    assert await store.read(call_rows.last_call, 501) is None
    assert await store.read(call_rows.open_calls) == [posted]
    assert await store.read(call_rows.last_role_call, GUILD, 77) == NOON
    assert await store.read(call_rows.last_role_call, GUILD, 78) is None
    await store.commit(SaveCall(posted._replace(over=True)))
    assert await store.read(call_rows.open_calls) == []
