"""When the last match of a table, or of a seat, is over: its hidden cards stay with whoever held them."""

from __future__ import annotations

from pathlib import Path

from games.engine import RAIL
from tests.helpers.tables import ANN, BOB, CID, Room, a_room, answers, ask_of, defaults, passes

GAME = "rogues_and_warriors"


async def test_a_table_that_closes_after_the_hand_does_so_after_a_restart_too(tmp_path: Path) -> None:
    async with a_room(tmp_path / "last.db") as room:
        table = await room.open(GAME, ANN, BOB)
        await table.lifecycle.start(ANN)
        assert "closes once this hand is over" in await table.lifecycle.close(ANN)
    async with a_room(tmp_path / "last.db") as room:
        [table] = room.registry
        await defaults(room, table)
        assert table.state.phase == "closed"


async def test_a_table_that_everyone_leaves_before_the_next_hand_is_at_rest(room: Room) -> None:
    """Its computer players were ready to begin, and it never came to rest."""
    table = await room.open(GAME, ANN, BOB)
    await table.seating.add_computer(ANN)
    await table.lifecycle.start(ANN)
    people = {table.viewer_of(person.user_id): person for person in (ANN, BOB)}
    while table.session is not None:
        asked = [seat for ask in table.session.match.open.values() if (seat := ask.seat) in people]
        if asked:
            await answers(table, people[asked[0]], ask_of(table, people[asked[0]]).prompt.default)
        await passes(room, 5.0)
    await table.lifecycle.again(ANN)
    assert table.session is None, "Bob is waited for"
    for person in (BOB, ANN):
        await table.seating.leave(person)
    assert table.state.phase == "closed"
    assert not table.busy


async def test_a_newcomer_does_not_see_the_hand_of_whoever_had_the_seat(tmp_path: Path) -> None:
    async with a_room(tmp_path / "last.db") as room:
        table = await room.open(GAME, ANN, BOB)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        [ask] = table.session.match.open.values()
        first, other = (ANN, BOB) if table.viewer_of(ANN.user_id) == ask.seat else (BOB, ANN)
        await answers(table, first, 1)
        await answers(table, other, "fold")
        await defaults(room, table)
        seen, public = (await table.view_for(other.user_id)).scene, (await table.view(RAIL)).scene
        assert seen is not None
        assert public is not None
        assert seen.blocks != public.blocks, "whoever has folded still knows what they held"
        number = table.viewer_of(other.user_id)
        await table.seating.leave(other)
        await table.seating.sit(CID)
        assert table.viewer_of(CID.user_id) == number
        found = (await table.view_for(CID.user_id)).scene
        assert found is not None
        assert found.blocks == public.blocks
