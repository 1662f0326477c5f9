"""Blocks at a table: members are kept apart, and nobody can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.members.blocks import pairs_apart
from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from db import SaveBlock, Store
from db.backend.names import Name
from tests.bot.tables.test_side_bets import duel
from tests.helpers.tables import ANN, BOB, CID, DOT, GUILD, Room, a_room

RW = "rogues_and_warriors"


async def block(room: Room, who: Person, whom: Person) -> None:
    """Let `who` block `whom`, who need not have played here."""
    await room.store.commit(SaveBlock(await room.account(who), whom.user_id))


@contextmanager
def trips(store: Store) -> Iterator[list[str]]:
    """List the names of all that the store is asked and told."""
    made: list[str] = []
    database: Any = store._database
    read, do = database.read, database.writer.do

    def noting(call: Any) -> Callable[..., Any]:
        def noted(function: Any, *args: Any, **kwargs: Any) -> Any:
            made.append(function.__name__)
            return call(function, *args, **kwargs)

        return noted

    database.read, database.writer.do = noting(read), noting(do)
    try:
        yield made
    finally:
        database.read, database.writer.do = read, do


async def refused(room: Room, table: TableActor, person: Person) -> tuple[str, str, str, list[str]]:
    """Return the refusal that a person gets at the table, to the letter, and the trips to the store before it."""
    seats, version = dict(table.state.seats), table.version
    with trips(room.store) as made, pytest.raises(UserError) as refusal:
        await table.seating.sit(person)
    assert (table.state.seats, table.version) == (seats, version), "nobody sees that someone tried"
    return refusal.value.key, refusal.value.sentence, repr(refusal.value.values), made


async def test_every_reason_for_no_seat_sounds_and_takes_the_same(room: Room) -> None:
    """Byte for byte, and trip for trip: taken, kept for others, asked to leave, blocked by or blocking someone."""
    table = await room.open(RW, ANN, BOB)
    outsider = replace(DOT, roles=frozenset({7}))
    reasons = {}
    access = table.state.access
    kept: dict[str, dict[str, Any]] = {
        "invited": {"open_to": "invited"},
        "role": {"open_to": "role", "role": 8},
        "kicked": {"kicked": [DOT.user_id]},
    }
    for reason, change in kept.items():
        table.state.access = access.model_copy(update=change)
        reasons[reason] = await refused(room, table, outsider)
    table.state.access = access
    await block(room, BOB, DOT)
    reasons["blocked"] = await refused(room, table, outsider)
    await room.store.commit(SaveBlock(await room.account(BOB), DOT.user_id, blocked=False))
    await block(room, DOT, ANN)
    reasons["blocks"] = await refused(room, table, outsider)
    await room.store.commit(SaveBlock(await room.account(DOT), ANN.user_id, blocked=False))
    for number in range(20, 20 + table.game.limits(table.options)[1] - len(table.state.seats)):
        await table.seating.sit(Person(number, Name(f"Guest {number}")))
    reasons["full"] = await refused(room, table, outsider)
    assert len({repr(refusal) for refusal in reasons.values()}) == 1, reasons
    assert reasons["full"][1].startswith("The seats here are taken or kept for someone.")


async def test_blocked_members_sit_at_tables_without_each_other(room: Room) -> None:
    table = await room.open(RW, ANN, BOB)
    await block(room, BOB, DOT)
    with pytest.raises(UserError):
        await table.seating.sit(DOT)
    await table.seating.leave(BOB)
    assert (await table.seating.sit(DOT)).user_id == DOT.user_id
    with pytest.raises(UserError):
        await table.seating.sit(BOB)
    assert (await table.seating.sit(CID)).user_id == CID.user_id


async def test_a_block_holds_after_a_restart_and_on_its_own_server_only(tmp_path: Path) -> None:
    async with a_room(tmp_path / "store.db") as room:
        await room.open(RW, ANN)
        await block(room, ANN, DOT)
    async with a_room(tmp_path / "store.db") as room:
        [table] = room.registry
        with pytest.raises(UserError):
            await table.seating.sit(DOT)
        other = await room.registry.open(GUILD + 1, 555, ANN, RW)
        await other.seating.sit(DOT)


async def test_the_rail_is_closed_to_a_blocked_member(room: Room) -> None:
    """In the words of a match that invites nobody."""
    table = await duel(room)
    await block(room, ANN, CID)
    with pytest.raises(UserError) as refusal:
        await table.seating.join_rail(CID)
    assert refusal.value.key == "rail_closed"
    await table.seating.join_rail(DOT)
    await block(room, DOT, CID)
    await table.seating.leave(BOB)
    with pytest.raises(UserError) as refusal:
        await table.seating.sit(CID)
    assert refusal.value.key == "no_seat", "the company is the rail's too"


async def test_pairs_are_told_to_those_who_draw_up_tables(room: Room) -> None:
    for person in (ANN, BOB, CID):
        await room.account(person)
    await block(room, ANN, BOB)
    await block(room, BOB, ANN)
    await block(room, CID, DOT)
    everyone = [person.user_id for person in (ANN, BOB, CID, DOT)]
    assert await pairs_apart(room.store, GUILD, everyone) == {
        frozenset((ANN.user_id, BOB.user_id)),
        frozenset((CID.user_id, DOT.user_id)),
    }
    assert await pairs_apart(room.store, GUILD, everyone[:1]) == frozenset()
