"""*Open the table*: where an Activity is set, every table opens as a page; where none is, nothing is said of it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from cogs.activity import NO_PAGE
from cogs.requests.responder import NOT_LAUNCHED
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player

OPEN = "Open the table"


@pytest.fixture
async def paged(playground: Playground, tmp_path: Path) -> AsyncIterator[Evening]:
    """An evening of a bot with an Activity."""
    playground.enable_activity("http://127.0.0.1:1")
    clock, path = HandClock(), tmp_path / "evening.db"
    async with bot_on(playground, path, clock, activity=True) as bot:
        yield Evening(playground, path, clock, bot)


def labels(message: Any) -> list[str]:
    return [button.label for button in message.buttons]


def entry_points(playground: Playground) -> list[dict[str, Any]]:
    return [each for each in playground.commands.get_all(None) if each["type"] == 4]


async def test_a_table_opens_as_a_page_in_every_phase(paged: Evening) -> None:
    playground = paged.playground
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    opened = await ann.slash(tavern, "table open", game="threes")
    assert OPEN in labels(tavern.messages[-1])
    launched = await ann.press(tavern.messages[-1], OPEN)
    assert launched.kind == "activity"
    assert launched.instance is not None
    assert (launched.instance.channel, [*launched.instance.users]) == (tavern, [ann.id])
    await ann.press(opened.message, "Start with computer players")
    await paged.quiet()
    assert OPEN in labels(tavern.messages[-1])
    bob = playground.member("Bob")
    joined = await bob.press(tavern.messages[-1], OPEN)
    assert joined.instance is launched.instance
    more = await ann.press(ann.ephemerals(tavern)[-1], "More…")
    assert OPEN in labels(more.message)
    player = Player(paged, "Ann", tavern)
    while paged.table(tavern).session is not None:
        await player.acts()
        await paged.quiet()
    assert labels(tavern.messages[-1]) == ["Again", "Share", "More…"]
    more = await ann.press(tavern.messages[-1], "More…")
    assert OPEN in labels(more.message)


async def test_without_an_activity_nothing_speaks_of_it(evening: Evening, tavern: Any, ann: Any) -> None:
    opened = await ann.slash(tavern, "table open", game="threes")
    await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    more = await ann.press(ann.ephemerals(tavern)[-1], "More…")
    for message in (*tavern.messages, more.message):
        assert OPEN not in labels(message)


async def test_an_activity_that_discord_does_not_know_of_is_not_offered(
    playground: Playground, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with bot_on(playground, tmp_path / "night.db", HandClock(), activity=True):
        tavern = playground.guild.channel("tavern")
        await playground.member("Ann").slash(tavern, "table open", game="threes")
        assert OPEN not in labels(tavern.messages[-1])
    assert "not switched on" in caplog.text


async def test_an_activity_switched_off_meanwhile_is_refused_with_a_sentence(paged: Evening) -> None:
    playground = paged.playground
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    await ann.slash(tavern, "table open", game="threes")
    playground.world.activities.enabled = False
    pressed = await ann.press(tavern.messages[-1], OPEN)
    assert pressed.text == NOT_LAUNCHED
    assert pressed.ephemeral


async def test_discords_own_command_survives_the_sync(paged: Evening, tmp_path: Path) -> None:
    playground = paged.playground
    [entry] = entry_points(playground)
    assert (entry["name"], entry["handler"]) == ("launch", 2)
    assert len(playground.commands.get_all(None)) > 10
    await paged.bot.register_commands()
    sent = [each for each in playground.requests if each.method == "PUT" and each.path.endswith("/commands")]
    assert len(sent) == 1, "what Discord has already is not sent again"
    # the host changes it in the developer portal; the next start sends it as it is then
    playground.commands.edit(None, int(entry["id"]), {"name": "dicenight", "handler": 1})
    await paged.bot.register_commands()
    [again] = entry_points(playground)
    assert (again["id"], again["name"], again["handler"]) == (entry["id"], "dicenight", 1)


async def test_an_activity_that_is_switched_on_later_is_in_the_next_sync(evening: Evening) -> None:
    playground = evening.playground
    playground.enable_activity("http://127.0.0.1:1")
    await evening.bot.register_commands()
    assert len(entry_points(playground)) == 1


async def test_the_bot_launches_where_discord_leaves_it_to_the_application(paged: Evening) -> None:
    playground = paged.playground
    [entry] = entry_points(playground)
    playground.commands.edit(None, int(entry["id"]), {"handler": 1})
    tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
    instance = await ann.launch(tavern)
    assert instance is not None
    assert instance.channel is tavern
    assert tavern.messages == [], "the table's own message is enough"


async def test_a_launch_without_an_activity_is_answered(evening: Evening, tavern: Any, ann: Any) -> None:
    playground = evening.playground
    playground.enable_activity("")
    [entry] = entry_points(playground)
    playground.commands.edit(None, int(entry["id"]), {"handler": 1})
    assert await ann.launch(tavern) is None
    last = playground.interactions.last
    assert last is not None
    assert last.text == NO_PAGE
