"""Who is told of a message: users and roles, as far as the bot's permission and `allowed_mentions` reach."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from playground import Message, Playground
from tests.helpers.raw_client import Raw, raw_client


@pytest.fixture
async def raw() -> AsyncIterator[Raw]:
    async with Playground(rate_limits=False) as playground, raw_client(playground) as client:
        yield client


async def test_roles_are_mentioned_by_leave_only(raw: Raw) -> None:
    ground = raw.playground
    guild, tavern = ground.guild, ground.guild.channel("tavern")
    bob, cid = ground.member("Bob"), ground.member("Cid")
    role = ground.world.add_role(guild, "players")
    bob.give_role(role)
    words = f"<@&{role.id}> and <@{cid.id}>"

    async def sent(**allowed: Any) -> Message:
        body = (await raw.send(tavern.id, content=words, allowed_mentions=allowed)).body
        message = tavern.message(int(body["id"]))
        assert message is not None
        assert body["mention_roles"] == [str(each.id) for each in message.role_pings]
        return message

    listed = {"parse": [], "roles": [str(role.id)], "users": [str(cid.id)]}
    message = await sent(**listed)
    assert [person.name for person in (bob, cid) if message.notifies(person.user)] == ["Cid"]
    role.mentionable = True
    message = await sent(**listed)
    assert [person.name for person in (bob, cid) if message.notifies(person.user)] == ["Bob", "Cid"]
    assert not (await sent(parse=[])).notifies(bob.user)
    assert (await sent(parse=["roles"])).notifies(bob.user)
    role.mentionable = False
    ground.grant(tavern, "mention_everyone")
    assert (await sent(**listed)).notifies(bob.user)
    both = await raw.send(tavern.id, content=words, allowed_mentions={"parse": ["roles"], "roles": ["1"]})
    assert both.refusal == (400, 50035)
