"""After the last fault everything goes on: each shard answers, each table moves."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.simulation.host.machine import MACHINE
from db.postgres.shard_leases import IDENTIFY
from playground.errors import PlaygroundError

if TYPE_CHECKING:
    from bot.simulation.pages import Page
    from bot.simulation.people import Member
    from bot.simulation.world import World

ANSWERS_WITHIN = 10.0
"""Seconds after the last fault in which every shard must answer: a lease, a step of the others, the time to connect.

Two shards of one process need no more, since others connect to them while its leases still run.
"""
TO_CONNECT = 0.5
"""Seconds from a turn to identify to the first answer."""
GRACE = 4.0
"""Seconds more after an absence of the database, if one process cannot reach it even then: the others wait for it.

It is away for a process whose line is cut, too.
"""
ASKED_EVERY = 0.25
"""Seconds between two questions to a shard; each is waited for a second."""
A_REPLY = 1.0
"""Seconds that a reply may take where nothing has gone wrong for long."""
MOVES_WITHIN = 40.0
"""Seconds in which every table must have moved, once its shard answers: computers think, and members choose."""


async def check_answers(world: World, since: float) -> None:
    """Ask each shard until it answers. `since`: the end of the last fault."""
    await asyncio.gather(*(_answers(world, guild, since) for guild in world.houses))


async def check_pages(world: World, pages: list[Page]) -> None:
    """Look at each page until it is served."""
    await asyncio.gather(*(_is_served(world, page) for page in pages))


async def _is_served(world: World, page: Page) -> None:
    until = MACHINE.at + ANSWERS_WITHIN
    while not await page.is_shown():
        if MACHINE.at > until:
            world.fail(f"the page of {page.person.name} in {page.channel.guild.name} is not served")
            return
        await asyncio.sleep(ASKED_EVERY)


async def check_moves(world: World, members: Sequence[Member | Page]) -> None:
    """Play until each table has moved."""
    channels = {member.channel.id: member.channel for member in members}
    await asyncio.gather(*(_moves(world, channel, members) for channel in channels.values()))


async def _answers(world: World, guild: Any, since: float) -> None:
    ann, channel = world.playground.member("Ann"), guild.channel("terrace")
    answered = asyncio.Event()

    async def ask() -> None:
        with suppress(PlaygroundError, TimeoutError):
            reply = await ann.slash(channel, "purse show", timeout=1.0)
            if reply.kind == "message" and "restarting" not in reply.text:
                answered.set()

    begun, asked = MACHINE.at, []
    while not answered.is_set() and MACHINE.at - since <= 4 * ANSWERS_WITHIN:
        asked.append(asyncio.create_task(ask()))
        with suppress(TimeoutError):
            await asyncio.wait_for(answered.wait(), ASKED_EVERY)
    for question in asked:
        question.cancel()
    took = MACHINE.at - since
    if begun + A_REPLY < MACHINE.at:
        world.answered_after = max(world.answered_after, took)
    assert world.faults is not None
    absences = [kind for kind in world.faults.struck if kind in ("cut line", "hang", "away", "still")]
    is_left_alone = len(absences) > 1 and {"cut line", "hang"} & {*absences}
    within = ANSWERS_WITHIN + GRACE * bool(is_left_alone)
    # where someone had identified right before, all the turns come later
    turns = world.faults.turn_until - since + IDENTIFY * (len(world.houses) - 1) + TO_CONNECT
    if took > max(within, turns, begun + A_REPLY - since):
        world.fail(f"shard {world.shard_of(guild.id)} answers {took:.1f} s after the last fault")


async def _moves(world: World, channel: Any, members: Sequence[Member | Page]) -> None:
    here = [member for member in members if member.channel is channel]
    before, until = _rows_of(world, channel.id), MACHINE.at + MOVES_WITHIN
    while _rows_of(world, channel.id) == before:
        if MACHINE.at > until:
            world.fail(f"the table in {channel.name} of {channel.guild.name} does not move")
            return
        for member in here:
            await member.act()
        await asyncio.sleep(0.2)


def _rows_of(world: World, channel_id: int) -> tuple[Any, ...]:
    """Return how far the tables of a channel have come."""
    (row,) = world.server.read(
        "SELECT count(*), max(tables.id), count(DISTINCT matches.id) FROM tables"
        " LEFT JOIN matches ON matches.table_id = tables.id LEFT JOIN rows ON rows.match = matches.id"
        " WHERE channel_id = ?",
        channel_id,
    )
    return tuple(row)
