"""What the playground tells a bot is what Discord's schema says: a tour through its routes and events."""

from __future__ import annotations

import json as texts
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from playground import ManualClock, Playground
from playground.world.permissions import ALL
from tests.helpers.answer_schema import answer_faults, event_faults
from tests.helpers.raw_client import Answer, Raw, button, command, raw_client, row
from tests.playground.documented_bodies import GIF, REFUSED, TAKEN, modal, repeated
from tests.playground.test_conformance import ask
from tests.playground.test_gateway import connected

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
INTENTS = (1 << 26) - 1
"""All of them."""


class Tour(Raw):
    """A client that checks each answer."""

    faults: list[str]

    async def ask(self, method: str, path: str, json: Any = None, **more: Any) -> Answer:
        answer = await super().ask(method, path, json, **more)
        self.faults += answer_faults(method, re.sub(r"\?.*", "", path), answer.status, answer.body)
        return answer


@pytest.fixture
async def tour() -> AsyncIterator[Tour]:
    clock = ManualClock(NOON.timestamp())
    async with (
        Playground(clock=clock, rate_limits=False, privileged_intents=True) as playground,
        raw_client(playground) as client,
    ):
        bot = playground.world.bot_member(playground.guild)
        assert bot is not None
        bot.roles.append(playground.world.add_role(playground.guild, "all", ALL))
        made = Tour(playground, client.session)
        made.faults = []
        yield made


async def _through_rest(tour: Tour) -> None:
    """Ask every route once, with what it takes and with what it refuses."""
    playground = tour.playground
    guild, bot, ann = playground.guild, playground.world.bot, playground.member("Ann")
    tavern = guild.channel("tavern")
    for each in (*TAKEN.values(), *REFUSED.values()):
        await ask(tour, each.request, each.json)
    channel, here = f"/channels/{tavern.id}", f"/guilds/{guild.id}"
    application = f"/applications/{bot.id}"
    sent = (await tour.send(tavern.id, content="words", message_reference=None)).body
    answered = (await tour.send(tavern.id, content="yes", message_reference={"message_id": sent["id"]})).body
    one = f"{channel}/messages/{answered['id']}"
    aside = (await tour.ask("POST", f"{one}/threads", {"name": "beside"})).body
    for method, path, body in (
        ("GET", "/gateway", None),
        ("GET", "/gateway/bot", None),
        ("GET", "/users/@me", None),
        ("GET", "/users/@me/guilds", None),
        ("GET", f"/users/{ann.id}", None),
        ("GET", "/users/1", None),
        ("POST", "/users/@me/channels", {"recipient_id": str(ann.id)}),
        ("GET", "/applications/@me", None),
        ("GET", "/oauth2/applications/@me", None),
        ("GET", "/soundboard-default-sounds", None),
        ("GET", "/voice/regions", None),
        ("GET", f"{application}/commands", None),
        ("GET", f"{application}/emojis", None),
        ("GET", here, None),
        ("GET", f"{here}/channels", None),
        ("GET", f"{here}/roles", None),
        ("GET", f"{here}/members?limit=5", None),
        ("GET", f"{here}/members/{ann.id}", None),
        ("GET", f"{here}/members/1", None),
        ("GET", f"{here}/threads/active", None),
        ("GET", f"{here}/scheduled-events", None),
        ("GET", f"{channel}/messages", None),
        ("GET", channel, None),
        ("PATCH", channel, {"topic": "Dice", "rate_limit_per_user": 5}),
        ("PUT", f"{channel}/permissions/{ann.id}", {"type": 1, "allow": "1024"}),
        ("DELETE", f"{channel}/permissions/{ann.id}", None),
        ("POST", f"{channel}/typing", None),
        ("GET", one, None),
        ("PATCH", one, {"content": "no"}),
        ("PUT", f"/channels/{aside['id']}/thread-members/{ann.id}", None),
        ("GET", f"/channels/{aside['id']}/thread-members", None),
        ("PATCH", f"/channels/{aside['id']}", {"archived": True}),
        ("DELETE", f"/channels/{aside['id']}", None),
        ("PUT", f"{one}/reactions/🎲/@me", None),
        ("GET", f"{one}/reactions/🎲", None),
        ("GET", one, None),
        ("DELETE", f"{one}/reactions/🎲/{ann.id}", None),
        ("DELETE", f"{one}/reactions/🎲/@me", None),
        ("DELETE", f"{one}/reactions/🎲", None),
        ("DELETE", f"{one}/reactions", None),
        ("PUT", f"{channel}/messages/pins/{answered['id']}", None),
        ("GET", f"{channel}/messages/pins", None),
        ("GET", f"{channel}/pins", None),
        ("DELETE", f"{channel}/messages/pins/{answered['id']}", None),
        ("GET", f"{channel}/invites", None),
        ("GET", f"{here}/invites", None),
        ("GET", f"{channel}/webhooks", None),
        ("GET", f"{here}/webhooks", None),
        ("DELETE", one, None),
        ("GET", one, None),
    ):
        await tour.ask(method, path, body)
    invite = (await tour.ask("POST", f"{channel}/invites", {"max_age": 0})).body
    for method, path in (("GET", f"{channel}/invites"), ("GET", f"{here}/invites")):
        assert (await tour.ask(method, path)).body
    for method in ("GET", "DELETE", "GET"):
        await tour.ask(method, f"/invites/{invite['code']}")
    webhook = (await tour.ask("POST", f"{channel}/webhooks", {"name": "Crier"})).body
    own = f"/webhooks/{webhook['id']}"
    for path in (f"{channel}/webhooks", f"{here}/webhooks", own):
        assert (await tour.ask("GET", path)).body
    await tour.ask("PATCH", own, {"name": "Town crier"})
    cried = (await tour.ask("POST", f"{own}/{webhook['token']}?wait=true", {"content": "Hear!"})).body
    for method, body in (("GET", None), ("PATCH", {"content": "Hear, hear!"}), ("DELETE", None)):
        await tour.ask(method, f"{own}/{webhook['token']}/messages/{cried['id']}", body)
    await tour.ask("DELETE", own)
    two = [(await tour.send(tavern.id, content=words)).body["id"] for words in ("one", "two")]
    await tour.ask("POST", f"{channel}/messages/bulk-delete", {"messages": two})
    made = (await tour.ask("POST", f"{here}/scheduled-events", repeated(2, by_weekday=[5]))).body
    night = f"{here}/scheduled-events/{made['id']}"
    await tour.ask("GET", night)
    await tour.ask("PATCH", night, {"name": "Another"})
    await tour.ask("DELETE", night)
    emoji = (await tour.ask("POST", f"{application}/emojis", {"name": "fox", "image": GIF})).body
    await tour.ask("PATCH", f"{application}/emojis/{emoji['id']}", {"name": "owl"})
    await tour.ask("DELETE", f"{application}/emojis/{emoji['id']}")
    for place in (tavern, playground.add_conversation("The Back Room", "Ann", "Bob", "Cid")):
        instance = playground.world.activities.launch(ann.user, place)
        await tour.ask("GET", f"{application}/activity-instances/{instance.id}")
    await tour.ask("GET", f"{application}/activity-instances/i-1")


async def _through_interactions(tour: Tour) -> None:
    """Answer a command and a press in each way there is."""
    playground = tour.playground
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    await tour.register(command())
    for kind, data in (
        (4, {"content": "hello", "flags": 64}),
        (5, {}),
        (9, modal({"type": 10, "content": "words"})),
    ):
        interaction = await ann.slash(tavern, "ping", wait=False)
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
        await tour.ask("POST", path, {"type": kind, "data": data})
        if kind != 9:
            await tour.webhook("POST", interaction, content="more")
            await tour.webhook("PATCH", interaction, "/messages/@original", content="less")
            await tour.webhook("GET", interaction, "/messages/@original")
            await tour.webhook("DELETE", interaction, "/messages/@original")
    sent = (await tour.ask("POST", f"/channels/{tavern.id}/messages", PANEL)).body
    playground.enable_activity("")
    for kind in (6, 7, 12):
        interaction = await ann.press_raw(tavern, int(sent["id"]), "go", wait=False)
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=true"
        await tour.ask("POST", path, {"type": kind, "data": PANEL if kind == 7 else None})


PANEL = {"flags": 1 << 15, "components": [row(button("go"))]}


async def test_answers_and_events_are_what_the_schema_says(tour: Tour) -> None:
    playground = tour.playground
    async with connected(playground) as socket:
        await socket.identify(INTENTS)
        await socket.send(8, guild_id=str(playground.guild.id), query="", limit=0)
        assert (await socket.next())["t"] == "GUILD_MEMBERS_CHUNK"
        await _through_rest(tour)
        await _through_interactions(tour)
        playground.member("Bob").say(playground.guild.channel("tavern"), "hello")
        playground.world.delete_channel(playground.world.add_channel(playground.guild, "attic"))
        [session] = playground.gateway.sessions.values()
        events = [texts.loads(text) for _, text in session.sent]
    assert len({each["t"] for each in events}) > 12, "the tour comes past most events"
    faults = [fault for each in events for fault in event_faults(each["t"], each["d"])]
    assert sorted({*faults, *tour.faults}) == []
