"""Events that discord.py cannot read: they are dropped, and play goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from playground.world.clock import PATIENCE
from playground.world.events import Event, Intent
from playground.world.world import World
from tests.e2e.conftest import Evening
from tests.helpers.clicking import acting, play_out, with_panels

MESSAGE = {"id": "5", "channel_id": "6", "author": {"id": "7"}, "content": ""}

ODD: list[tuple[str, Any]] = [
    ("CHANNEL_CREATE", {"id": "5"}),
    ("CHANNEL_UPDATE", {}),
    ("CHANNEL_DELETE", []),
    ("ENTITLEMENT_CREATE", {}),
    ("GUILD_CREATE", {"id": "5", "channels": [{"type": 0}]}),
    ("GUILD_EMOJIS_UPDATE", {}),
    ("GUILD_ROLE_CREATE", {"guild_id": "5"}),
    ("GUILD_ROLE_UPDATE", {"guild_id": None}),
    ("GUILD_SCHEDULED_EVENT_CREATE", {"id": "five"}),
    ("GUILD_UPDATE", {}),
    ("INTERACTION_CREATE", {"id": "5", "type": 3}),
    ("INTERACTION_CREATE", {"type": 2}),
    ("INTERACTION_CREATE", "a word"),
    ("MESSAGE_CREATE", {"id": "5"}),
    ("MESSAGE_CREATE", {**MESSAGE, "attachments": None}),
    ("MESSAGE_CREATE", {**MESSAGE, "poll": {"expiry": None}}),
    ("MESSAGE_DELETE", {}),
    ("MESSAGE_DELETE_BULK", {"ids": None}),
    ("THREAD_CREATE", {}),
    ("THREAD_DELETE", {"id": None}),
    ("THREAD_LIST_SYNC", {}),
    ("THREAD_MEMBERS_UPDATE", {}),
    ("THREAD_UPDATE", {"guild_id": "5"}),
    ("USER_UPDATE", {}),
    ("VOICE_STATE_UPDATE", {}),
    ("A_KIND_OF_EVENT_FROM_THE_FUTURE", {"id": "5"}),
]
"""Names of events with data in which fields are missing, null or of another type."""


def emit(world: World, name: str, data: Any) -> None:
    """Let the gateway tell the bot an event with any data."""
    event = Event(name, {}, next(iter(world.guilds)), Intent.GUILDS)
    object.__setattr__(event, "data", data)
    world.emit(event)


async def test_what_cannot_be_read_is_dropped_and_counted(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    players = await with_panels(evening, "rogues_and_warriors")

    def dropped(event: str) -> float:
        registry = evening.bot.monitor.metrics.registry
        return registry.get_sample_value("dicenight_unreadable_events_total", {"event": event}) or 0

    for name, data in ODD:
        emit(evening.playground.world, name, data)
    await evening.playground.wait_for(lambda: dropped("INTERACTION_CREATE") == 3)
    await evening.quiet()
    assert not evening.bot.is_closed()
    assert "an event of the kind INTERACTION_CREATE could not be read" in caplog.text
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended", "play goes on"


def parse_changed(
    evening: Evening, patch: pytest.MonkeyPatch, event: str, change: Callable[[dict[str, Any]], object]
) -> None:
    """Change events of one kind as if Discord had sent them so."""
    parsers = evening.bot._connection.parsers
    parse: Callable[[Any], None] = parsers[event]

    def parse_it(data: dict[str, Any]) -> None:
        change(data)
        parse(data)

    patch.setitem(parsers, event, parse_it)


UNKNOWN = {"type": 99, "id": 7, "components": [{"type": 98, "custom_id": "?"}], "shape": {"round": True}}
"""A component from the future."""


@pytest.mark.parametrize("where", ["around", "instead"])
async def test_a_press_on_a_message_with_unknown_components_counts(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """Beside the known ones, or in place of all: what was pressed is told apart from them."""

    def change(data: dict[str, Any]) -> None:
        if "message" in data:
            known = data["message"]["components"]
            data["message"]["components"] = [UNKNOWN, *known, UNKNOWN] if where == "around" else [UNKNOWN]

    players = await with_panels(evening, "rogues_and_warriors")
    parse_changed(evening, monkeypatch, "INTERACTION_CREATE", change)
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
    assert "More" in (await players[0].press("More…")).text or players[0].panel is not None


async def test_an_unknown_kind_of_component_that_is_pressed_changes_nothing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = await with_panels(evening, "rogues_and_warriors")
    who = acting(evening, players)
    before = len((await evening.store.match(1)).rows)
    odd: dict[str, Any] = {"component_type": 99, "values": None, "resolved": {"shapes": {}}}
    parse_changed(
        evening,
        monkeypatch,
        "INTERACTION_CREATE",
        lambda data: data["data"].update(odd) if data["type"] == 3 else None,
    )
    chosen = who.choices(who.panel)[0]
    reply = await who.person.press(who.panel, custom_id=chosen.custom_id)
    assert reply.acknowledged
    assert len((await evening.store.match(1)).rows) <= before + 1
    monkeypatch.undo()


@pytest.mark.parametrize("kind", [0, 1, 6, 99])
async def test_an_interaction_of_an_unknown_kind_is_let_be(
    evening: Evening, kind: int, caplog: pytest.LogCaptureFixture
) -> None:
    """A ping, or a kind from the future: nothing is answered, nothing counts, and play goes on."""
    players = await with_panels(evening, "rogues_and_warriors")
    who = acting(evening, players)
    last: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        parse_changed(evening, patch, "INTERACTION_CREATE", last.update)
        await who.opens_hand()
    await evening.quiet()
    before = len(evening.playground.requests)
    emit(
        evening.playground.world, "INTERACTION_CREATE", {**last, "type": kind, "id": str(int(last["id"]) + 1)}
    )
    await evening.quiet()
    assert len(evening.playground.requests) == before
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


async def test_a_server_of_a_quarter_of_a_million_is_played_on_like_any_other(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its GUILD_CREATE comes again in the middle of a hand, with all that such a server has."""
    players = await with_panels(evening, "rogues_and_warriors")
    tavern = players[0].channel
    guild = evening.playground.guild
    told: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        parse_changed(evening, patch, "GUILD_CREATE", told.update)
        evening.playground.world.begin_outage(guild, rest=False)
        evening.playground.world.end_outage(guild)
        await evening.playground.wait_for(told.copy)
        await evening.quiet()
    first = 1 << 60
    role, channel = told["roles"][0], next(each for each in told["channels"] if each["type"] == 0)
    told.update(
        member_count=250_000,
        large=True,
        roles=[*told["roles"], *({**role, "id": str(first + n), "name": f"role {n}"} for n in range(249))],
        channels=[*told["channels"], *({**channel, "id": str(first + 1000 + n)} for n in range(490))],
        emojis=[
            {"id": str(first + 3000 + n), "name": f"emoji_{n}", "roles": [], "animated": False}
            for n in range(500)
        ],
        presences=[
            {"user": {"id": str(first + 9000 + n)}, "status": "idle", "client_status": {}, "activities": []}
            for n in range(1000)
        ],
    )
    emit(evening.playground.world, "GUILD_CREATE", told)
    await evening.quiet()
    found = evening.bot.get_guild(guild.id)
    assert found is not None
    assert len(found.channels) > 490
    assert "Your hand" in (await players[0].person.slash(tavern, "hand")).text
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


async def test_a_press_that_comes_before_its_server_counts(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """READY has named the server, and GUILD_CREATE hasn't told yet what it has."""
    players = await with_panels(evening, "rogues_and_warriors")
    world, guild = evening.playground.world, evening.playground.guild
    emit(world, "GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    await evening.quiet()
    found = evening.bot.get_guild(guild.id)
    assert found is None or found.unavailable
    who = acting(evening, players)
    before = len((await evening.store.match(1)).rows)
    reply = await who.person.press(who.panel, custom_id=who.choices(who.panel)[0].custom_id)
    assert reply.acknowledged
    await evening.quiet()
    assert len((await evening.store.match(1)).rows) == before + 1
    world.begin_outage(guild, rest=False)
    world.end_outage(guild)
    await evening.quiet()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"


async def test_a_slow_line_loses_no_press(evening: Evening) -> None:
    """Every request takes longer than the bot waits for: the press counts once, whatever is pressed meanwhile."""
    players = await with_panels(evening, "rogues_and_warriors")
    for _ in range(4):
        session = evening.table(players[0].channel).session
        if session is None:
            break
        who = acting(evening, players)
        before = len((await evening.store.match(1)).rows)
        end = evening.playground.faults.latency(PATIENCE)
        chosen = who.choices(who.panel)[0]
        presses = [
            asyncio.create_task(who.person.press(who.panel, custom_id=chosen.custom_id)) for _ in range(2)
        ]
        async with asyncio.timeout(PATIENCE):
            while len(session.match.rows) == before:  # noqa: ASYNC110 - what holds requests back never comes to rest
                await asyncio.sleep(0)
        end()
        assert all(reply.acknowledged for reply in await asyncio.gather(*presses))
        await evening.quiet()
        assert len((await evening.store.match(1)).rows) == before + 1
        for player in players:
            await player.opens_hand()
    await play_out(evening, players)
    assert (await evening.store.match(1)).state == "ended"
