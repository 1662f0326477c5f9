"""The one gate for readers: who may be told of a match by its number."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.access import Reader
from bot.matches.opening import get_match
from bot.person import Person
from bot.user_errors import UserError
from db import SaveBlock, SeatOutcome, journal
from db.backend.names import Name
from tests.helpers.readers import reader
from tests.helpers.tables import ANN, BOB, CHANNEL, CID, DOT, GUILD, Room, a_room, defaults

THREAD = 777
CHIEF = Person(9, Name("Chief"), admin=True)
COGS = Path(__file__).parents[3] / "cogs"


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with a_room(tmp_path / "access.db") as found:
        yield found


async def played(room: Room, *, hidden: bool = False) -> int:
    """Play a match of Ann's and Bob's to its end, in a private thread if it is to be hidden."""
    table = await room.open("rogues_and_warriors", ANN, BOB)
    if hidden:
        await table.hosting.move(ANN, THREAD, hidden_in=CHANNEL)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    number = table.session.id
    await defaults(room, table)
    return number


async def sees(room: Room, number: int, asking: Reader) -> bool:
    try:
        await get_match(room.store, GUILD, number, asking)
    except UserError:
        return False
    return True


@pytest.mark.parametrize("closed", [False, True])
async def test_a_private_match_is_seen_by_its_players_alone(room: Room, closed: bool) -> None:
    number = await played(room, hidden=True)
    if closed:
        [table] = room.registry
        await table.lifecycle.close(ANN)
        await room.quiet()
    assert await sees(room, number, reader(ANN))
    assert await sees(room, number, reader(BOB))
    for outsider in (DOT, CHIEF):
        with pytest.raises(UserError, match=f"There's no match {number} here"):
            await get_match(room.store, GUILD, number, reader(outsider))


async def test_a_public_match_is_seen_by_readers_of_its_channel_and_by_admins(room: Room) -> None:
    number = await played(room)
    assert await sees(room, number, reader(CID))
    assert await sees(room, number, reader(CID, CHANNEL))
    assert not await sees(room, number, reader(CID, CHANNEL + 1))
    assert await sees(room, number, reader(CHIEF, CHANNEL + 1))
    assert not await sees(room, number + 1, reader(CHIEF)), "no such match"


@pytest.mark.parametrize(("blocking", "blocked"), [(BOB, CID), (CID, BOB)])
@pytest.mark.parametrize("closed", [False, True])
async def test_a_block_keeps_the_matches_of_both_apart(
    room: Room, blocking: Person, blocked: Person, closed: bool
) -> None:
    number = await played(room)
    if closed:
        [table] = room.registry
        await table.lifecycle.close(ANN)
        await room.quiet()
    await room.store.commit(SaveBlock(await room.account(blocking), blocked.user_id, True))
    assert not await sees(room, number, reader(CID))
    assert await sees(room, number, reader(DOT))
    assert await sees(room, number, reader(BOB))


async def test_who_was_forgotten_and_comes_again_is_a_stranger(room: Room) -> None:
    number = await played(room, hidden=True)
    [table] = room.registry
    await table.lifecycle.close(ANN)
    await room.quiet()
    assert await sees(room, number, reader(BOB))
    await room.store.delete_member(GUILD, BOB.user_id)
    assert not await sees(room, number, reader(BOB))
    await room.account(BOB)
    assert not await sees(room, number, reader(BOB)), "the account is a new one"


OF_NO_NUMBER_FROM_OUTSIDE = {
    "deeds/service.py": "the matches of the member who has just played",
    "evening/service.py": "the matches of the table that is closing",
    "luck/statistics.py": "the matches of the member who asks, or of the table in their channel",
    "tournaments/results.py": "the matches of a round",
}
"""Files that read matches of which nobody has named the number, and which ones."""


def test_commands_read_matches_by_number_through_the_gate_alone() -> None:
    """`Store.match` and `Store.export_match` ask nobody, so no command and no press may call them with a number."""
    ungated = {
        str(path.relative_to(COGS))
        for path in COGS.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr in ("match", "export_match")
        and ast.unparse(node.value).endswith(("store", "service(Store)"))
    }
    assert ungated == set(OF_NO_NUMBER_FROM_OUTSIDE)


async def test_a_match_is_as_public_as_its_table_was_when_it_was_dealt(room: Room) -> None:
    """A host can't hide what was played in public from the admins, nor open what was private."""
    number = await played(room)
    [table] = room.registry
    await table.hosting.move(ANN, THREAD, hidden_in=CHANNEL)
    for person in (ANN, BOB):
        await table.lifecycle.again(person)
    assert table.session is not None
    later = table.session.id
    await defaults(room, table)
    for asking in (reader(CHIEF, CHANNEL + 1), reader(CID, CHANNEL)):
        assert await sees(room, number, asking)
        assert not await sees(room, later, asking)
    assert not await sees(room, number, reader(CID, CHANNEL + 1))


async def test_a_private_table_takes_its_matches_nowhere_else(room: Room) -> None:
    """An old button *Move to a new thread* would have opened them to everyone who reads that thread."""
    number = await played(room, hidden=True)
    [table] = room.registry
    for ask in (
        table.hosting.check_can_move(ANN, private=False),
        table.hosting.move(ANN, THREAD + 1),
    ):
        with pytest.raises(UserError) as refusal:
            await ask
        assert refusal.value.key == "stays_private"
    assert table.state.channel_id == THREAD
    assert not await sees(room, number, reader(DOT))


async def test_a_table_that_comes_back_to_a_channel_leaves_each_match_where_it_was_dealt(room: Room) -> None:
    numbers = [await played(room)]
    [table] = room.registry
    for channel in (THREAD, CHANNEL, THREAD):
        await table.hosting.move(ANN, channel)
        for person in (ANN, BOB):
            await table.lifecycle.again(person)
        assert table.session is not None
        numbers.append(table.session.id)
        await defaults(room, table)
    await table.hosting.move(ANN, CHANNEL + 1)
    await table.hosting.move(ANN, CHANNEL + 2)
    for channel in (CHANNEL, THREAD):
        seen = [number for number in numbers if await sees(room, number, reader(CID, channel))]
        assert seen == numbers[channel == THREAD :: 2]


async def test_whoever_has_a_result_but_no_answer_and_no_seat_any_more_is_kept_from_whom_they_block(
    room: Room,
) -> None:
    """Someone who joined late, ran out of time at each question, and left."""
    number, cid = await played(room), await room.account(CID)
    await room.store.run(SeatOutcome(cid, 3, -1, 0).save_in, number)
    await room.store.commit(SaveBlock(cid, DOT.user_id, True))
    assert cid in await room.store.read(journal.people, number)
    assert not await sees(room, number, reader(DOT))
    assert await sees(room, number, reader(Person(8, Name("Eve"))))
