"""`dicenight admin` while the bot runs: what the host blocks, says and deletes, as members meet it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bot.cli import main
from bot.places.host_orders import answers_to, orders_after, rules
from cogs.host_control.cog import EVERY
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, sat_down
from tests.helpers.postgres import location_for

GAME = "rogues_and_warriors"


async def admin(evening: Evening, *words: object, status: int = 0) -> None:
    """Type a command of the host beside the running bot, and let the bot look."""
    database = ["--database", str(location_for(evening.path))]
    typed = ["admin", *(str(word) for word in words), *database]
    assert await asyncio.to_thread(main, typed) == status, typed
    evening.clock.advance(EVERY)
    await evening.quiet()
    await evening.bot.schedule.wait_idle()
    await evening.quiet()


async def told(evening: Evening) -> list[str]:
    """Return what the bot has answered to the last order."""
    *_, last = await evening.store.read(orders_after, 0)
    return await evening.store.read(answers_to, last.id)


async def test_a_blocked_person_leaves_and_is_refused_with_the_hosts_words(
    evening: Evening, tavern: Any
) -> None:
    bob = evening.playground.member("Bob")
    await sat_down(evening, GAME, ["Ann", "Bob"])
    board = Player(evening, "Ann", tavern).board
    await admin(evening, "block", "user", bob.id, "--why", "you sold gembones", "--no-wait")
    assert await told(evening) == ["They leave 1 table."]
    assert evening.table(tavern).state.answering_seat(bob.id) is None
    refusal = "The people who run this bot don't let you use it: you sold gembones."
    assert refusal in (await bob.press(board, "Sit down")).text
    assert refusal in (await bob.slash(tavern, "hand")).text
    assert "Your hand" not in refusal
    await admin(evening, "unblock", "user", bob.id, "--no-wait")
    assert refusal not in (await bob.press(Player(evening, "Ann", tavern).board, "Sit down")).text
    assert evening.table(tavern).state.answering_seat(bob.id) is not None
    await admin(evening, "unblock", "user", bob.id, "--no-wait", status=1)


async def test_a_blocked_server_is_left_and_left_again(evening: Evening, tavern: Any) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    guild = evening.playground.guild
    await admin(evening, "block", "server", guild.id, "--no-wait")
    assert "The bot has left" in (await told(evening))[0]
    assert evening.bot.get_guild(guild.id) is None
    assert len(evening.bot.registry) == 0


async def test_a_game_that_is_switched_off_is_not_dealt_again(evening: Evening, tavern: Any) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    await admin(evening, "game", GAME, "off")
    ann = evening.playground.member("Ann")
    refused = await ann.press(Player(evening, "Ann", tavern).board, "Start")
    assert "is switched off for now by the people who run this bot" in refused.text
    cellar = evening.playground.guild.channel("cellar")
    refused = await evening.playground.member("Cid").slash(cellar, "table open", game=GAME)
    assert "is switched off for now" in refused.text
    await admin(evening, "game", GAME, "on")
    await ann.press(Player(evening, "Ann", tavern).board, "Start")
    await evening.quiet()
    assert evening.table(tavern).session is not None
    await admin(evening, "game", "chess", "off", status=2)


async def test_the_host_says_something_at_every_table(evening: Evening, tavern: Any) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    await admin(evening, "say", "Back in five minutes: a new version.", "--no-wait")
    assert await told(evening) == ["Said at 1 table."]
    assert any("Back in five minutes" in (message.content or "") for message in tavern.messages)


async def test_a_person_is_exported_and_deleted_on_request(
    evening: Evening, tavern: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    bob = evening.playground.member("Bob")
    capsys.readouterr()
    await admin(evening, "export", bob.id)
    [stored] = json.loads(capsys.readouterr().out)
    assert stored["member"]["name"] == "Bob"
    assert stored["place"]["id"] == evening.playground.guild.id
    await admin(evening, "delete", "user", bob.id, "--yes", "--no-wait")
    assert await told(evening) == ["Their data in 1 place is deleted."]
    assert await evening.store.find_member(evening.playground.guild.id, bob.id) is None
    await admin(evening, "export", bob.id, status=1)


async def test_a_servers_data_is_deleted_and_its_books_stay(evening: Evening, tavern: Any) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    guild = evening.playground.guild.id
    await admin(evening, "delete", "server", guild, "--yes", "--no-wait")
    assert await told(evening) == ["The data of 2 members and the settings are deleted."]
    assert await evening.store.audit() == []


async def test_matches_tell_what_an_update_will_do(
    evening: Evening, tavern: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    await evening.playground.member("Ann").press(Player(evening, "Ann", tavern).board, "Start")
    await evening.quiet()
    capsys.readouterr()
    await admin(evening, "matches", "--json")
    [listed] = json.loads(capsys.readouterr().out)
    assert (listed["game"], listed["goes_on"]) == (GAME, True)
    await admin(evening, "log", "--json")
    assert json.loads(capsys.readouterr().out) == {"rules": [], "orders": []}
    assert await evening.store.read(rules) == []
