"""Blocks: saved for a member, seen from both sides, their own data and nobody else's."""

from __future__ import annotations

import json

from db import SaveBlock, Store, members
from tests.helpers.store import GUILD


async def test_a_block_is_saved_once_and_taken_back(store: Store) -> None:
    ann = await store.member(GUILD, 1, "Ann")
    await store.commit(SaveBlock(ann, 3), SaveBlock(ann, 2))
    await store.commit(SaveBlock(ann, 3))
    assert sorted(await store.read(members.blocked, ann)) == [2, 3]
    await store.commit(SaveBlock(ann, 3, blocked=False), SaveBlock(ann, 9, blocked=False))
    assert await store.read(members.blocked, ann) == [2]


async def test_blocks_are_found_among_people_on_their_own_server(store: Store) -> None:
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    elsewhere = await store.member(GUILD + 1, 3, "Cid")
    await store.commit(SaveBlock(ann, 2), SaveBlock(bob, 7), SaveBlock(elsewhere, 1))
    assert await store.read(members.blocks_among, GUILD, [1, 2, 3, 7]) == [(1, 2), (2, 7)]
    assert await store.read(members.blocks_among, GUILD, [2, 7]) == [(2, 7)], "7 has never played here"
    assert await store.read(members.blocks_among, GUILD, [1, 7]) == []
    assert await store.read(members.blocks_among, GUILD, []) == []
    assert await store.read(members.blocks_among, GUILD + 1, [1, 2, 3]) == [(3, 1)]


async def test_an_export_has_ones_own_blocks_and_nobody_elses(store: Store) -> None:
    ann, bob = await store.member(GUILD, 1001, "Ann"), await store.member(GUILD, 1002, "Bob")
    before = await store.export_member(GUILD, 1002)
    await store.commit(SaveBlock(ann, 1002))
    assert await store.export_member(GUILD, 1002) == before
    await store.commit(SaveBlock(bob, 1003))
    (own,) = (await store.export_member(GUILD, 1002))["blocks"]
    assert own["user_id"] == 1003
    assert "1001" not in json.dumps(await store.export_member(GUILD, 1002))


async def test_deleting_ones_data_deletes_ones_blocks_and_not_those_of_others(store: Store) -> None:
    ann, bob = await store.member(GUILD, 1, "Ann"), await store.member(GUILD, 2, "Bob")
    await store.commit(SaveBlock(ann, 2), SaveBlock(bob, 3))
    await store.delete_member(GUILD, 2)
    assert await store.read(members.blocked, bob) == []
    assert await store.read(members.blocked, ann) == [2]
    await store.member(GUILD, 2, "Bob")
    assert await store.read(members.blocks_among, GUILD, [1, 2, 3]) == [(1, 2)], (
        "coming back is no way round it"
    )
    await store.delete_member(GUILD, 1)
    assert await store.read(members.blocks_among, GUILD, [1, 2, 3]) == []
