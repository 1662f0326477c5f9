"""`/privacy` through the real client."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bot.clock import DAY
from db import loss_limits
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, play_out


async def test_what_is_stored_comes_as_a_file(evening: Evening, tavern: Any, bob: Any) -> None:
    await bob.slash(tavern, "privacy export")
    await evening.playground.wait_for(lambda: "I don't store anything" in bob.ephemerals(tavern)[-1].text)
    await bob.slash(tavern, "purse show")
    await bob.slash(tavern, "privacy export")
    message = await evening.playground.wait_for(
        lambda: next((m for m in bob.ephemerals(tavern) if m.attachments), None)
    )
    assert message is not None
    [file] = message.attachments
    assert file.filename == "dicenight.json"
    assert json.loads(file.content)["member"]["name"] == "Bob"


async def test_deleting_explains_asks_and_deletes(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await at_play(evening, "threes")
    asked = await bob.slash(tavern, "privacy delete")
    assert "you leave every leaderboard" in asked.text
    refused = await bob.press(asked.message, "Delete my data")
    assert "You're at a table" in refused.text
    await ann.slash(tavern, "table close")
    await play_out(evening, [Player(evening, name, tavern) for name in ("Ann", "Bob")])
    done = await bob.press(asked.message, "Delete my data")
    assert "Nothing here points to you any more." in done.message.text
    assert await evening.store.find_member(evening.playground.guild.id, bob.id) is None
    again = await bob.slash(tavern, "privacy delete")
    assert "I don't store anything" in (await bob.press(again.message, "Delete my data")).text


@pytest.mark.in_english
async def test_a_language_is_forgotten_with_the_rest(evening: Evening, tavern: Any) -> None:
    """A choice outlived the deletion of all data, in memory, until the next start of the bot."""
    ann = evening.playground.member("Ann")
    await ann.slash(tavern, "purse show")
    await ann.slash(tavern, "my language", language="de")
    assert evening.bot.languages.of_person(ann.id) == "de"
    asked = await ann.slash(tavern, "privacy delete")
    await ann.press(asked.message, custom_id="privacy:delete")
    assert evening.bot.languages.of_person(ann.id) == "en"


async def test_what_is_kept_for_a_time_goes_at_the_next_midnight(evening: Evening, tavern: Any) -> None:
    """It waited for the next start of the bot, or for the next who deleted something."""
    bob = evening.playground.member("Bob")
    await bob.slash(tavern, "my limits")
    await bob.press((await bob.slash(tavern, "today")).message, "Play")
    await evening.store.run(
        loss_limits.cap_losses, await evening.store.member(tavern.guild.id, bob.id, "Bob"), 50
    )
    await evening.store.delete_member(tavern.guild.id, bob.id)
    tables = ("forgotten", "kept_losses", "limits", "daily_claims")

    def count(db: Any) -> list[int]:
        return [db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables]

    assert await evening.store.read(count) == [1, 1, 1, 1]
    for _ in range(4):
        evening.clock.advance(DAY)
        await evening.quiet()
    assert await evening.store.read(count) == [0, 0, 0, 0]
