"""`/my block` through the real client: never seated together, and nobody can tell."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.person import Person
from db import members
from db.backend.names import Name
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, sat_down

GAME = "rogues_and_warriors"


def parts(reply: Any) -> str:
    """Return an answer as Discord got it, to the byte."""
    return json.dumps([reply.kind, reply.message.components, reply.message.flags, reply.message.content])


def kinds(requests: Any) -> list[tuple[str, str]]:
    """Return the requests that the bot made, without ids and tokens."""
    return [(each.method, each.path.strip("/").split("/")[0]) for each in requests]


@pytest.mark.parametrize("blocker", ["Bob", "Eve"])
async def test_a_blocked_member_reads_what_a_full_table_says(
    evening: Evening, tavern: Any, blocker: str
) -> None:
    """To the byte, and with the same requests to Discord, whichever of the two blocks the other."""
    playground = evening.playground
    eve = playground.member("Eve")
    await sat_down(evening, GAME, ["Ann", "Bob"])
    other = {"Bob": eve, "Eve": playground.member("Bob")}[blocker]
    answer = await playground.member(blocker).slash(tavern, "my block", member=other)
    assert answer.ephemeral
    assert f"You won't be seated with {other.name}." in answer.text
    board = Player(evening, "Ann", tavern).board
    await evening.quiet()
    edits = board.edits
    playground.requests.clear()
    refused = await eve.press(board, "Sit down")
    await evening.quiet()
    made = kinds(playground.requests)
    assert board.edits == edits, "nobody sees that someone tried"
    assert "taken or kept for someone" in refused.text

    cellar = playground.guild.channel("cellar")
    await sat_down(evening, "threes", ["Cid", "Dot"], channel="cellar")
    table = evening.table(cellar)
    for _ in range(table.game.limits(table.options)[1] - 2):
        await table.seating.add_computer(Person(playground.member("Cid").id, Name("Cid")))
    await evening.quiet()
    playground.requests.clear()
    full = await eve.press(Player(evening, "Cid", cellar).board, "Sit down")
    await evening.quiet()
    assert parts(full) == parts(refused)
    assert kinds(playground.requests) == made


async def test_the_list_is_ones_own_and_unblocks(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    eve = evening.playground.member("Eve")
    assert "You block nobody." in (await ann.slash(tavern, "my block")).text
    await ann.slash(tavern, "my block", member=bob)
    shown = await ann.slash(tavern, "my block", member=eve)
    assert f"You block <@{bob.id}>, <@{eve.id}>." in shown.text
    assert "You block nobody." in (await bob.slash(tavern, "my block")).text
    [menu] = shown.message.selects
    await ann.select(shown.message, menu.custom_id, [eve])
    assert f"You block <@{eve.id}>." in shown.message.text
    await sat_down(evening, GAME, ["Ann", "Bob"])
    again = await ann.slash(tavern, "my block", member=bob)
    assert "You're at a table together right now." in again.text
    own = await ann.slash(tavern, "my block", member=ann)
    assert "You can't block yourself." in own.text
    for forged, values in (("block:list", ["x"]), ("block:all", [str(bob.id)]), ("block:list", [str(2**63)])):
        reply = await ann.press_raw(tavern, shown.message.id, forged, values=values)
        assert "went wrong" not in reply.text
    assert f"<@{bob.id}>, <@{eve.id}>" in (await ann.slash(tavern, "my block")).text


async def test_a_block_is_in_ones_own_export_and_goes_with_ones_data(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await ann.slash(tavern, "my block", member=bob)
    await bob.slash(tavern, "purse show")
    guild = evening.playground.guild.id
    export = await evening.store.export_member(guild, bob.id)
    assert export["blocks"] == []
    assert str(ann.id) not in json.dumps(export)
    assert [each["user_id"] for each in (await evening.store.export_member(guild, ann.id))["blocks"]] == [
        bob.id
    ]
    await ann.press((await ann.slash(tavern, "privacy delete")).message, "Delete my data")
    assert await evening.store.read(members.blocks_among, guild, [ann.id, bob.id]) == []
