"""`dicenight admin` while the bot runs: what the host blocks, says and deletes, as members meet it."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from activity.identity import ASKED_AGAIN
from bot.cli import main
from bot.clock import DAY
from bot.places.host_orders import answers_to, orders_after, rules
from cogs.host_control.cog import EVERY
from db import members
from db.errors import Refused
from db.places import SaveSetting
from db.store import Store
from tests.e2e.conftest import Evening
from tests.helpers.activity_pages import activity_of, words_of
from tests.helpers.clicking import Player, at_play, play_out, sat_down
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


@pytest.mark.in_english
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


async def test_a_blocked_person_has_no_page_of_the_activity(evening: Evening, tavern: Any) -> None:
    async with activity_of(evening.playground, evening.bot) as served:
        async with served.page("Bob", tavern) as open_before:
            await admin(evening, "block", "user", evening.playground.member("Bob").id, "--no-wait")
            evening.clock.advance(ASKED_AGAIN)
            await open_before.until(lambda: open_before.is_gone)
        async with served.page("Bob", tavern) as after:
            assert not after.view
        for page, then in ((open_before, "session"), (after, "never")):
            assert page.frames[-1]["then"] == then
            assert words_of(page.frames[-1]["words"]).startswith("The people who run this bot don't let you")


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


@pytest.mark.in_english
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
    await admin(evening, "export", "user", bob.id)
    [stored] = json.loads(capsys.readouterr().out)
    assert stored["member"]["name"] == "Bob"
    assert stored["place"]["id"] == evening.playground.guild.id
    await admin(evening, "delete", "user", bob.id, "--yes", "--no-wait")
    assert await told(evening) == ["Their data in 1 place is deleted."]
    assert await evening.store.find_member(evening.playground.guild.id, bob.id) is None
    await admin(evening, "export", "user", bob.id, status=1)


async def test_a_place_that_refuses_keeps_no_other_from_deleting(
    evening: Evening, tavern: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    bob, here = evening.playground.member("Bob"), evening.playground.guild.id
    elsewhere = here + 1
    delete = evening.store.delete_member

    async def places(question: Any, *values: Any) -> Any:
        return [elsewhere, here] if question is members.places_of else await read(question, *values)

    async def refused_in_the_first(place_key: int, user_id: int) -> None:
        if place_key == elsewhere:
            raise Refused("a wager is still open: settle it first")
        await delete(place_key, user_id)

    store = evening.bot.service(Store)
    read = store.read
    monkeypatch.setattr(store, "read", places)
    monkeypatch.setattr(store, "delete_member", refused_in_the_first)
    await admin(evening, "delete", "user", bob.id, "--yes", "--no-wait")
    refusal = f"That failed: place {elsewhere}: a wager is still open: settle it first."
    assert await told(evening) == [f"{refusal} Their data in 1 place is deleted."]
    assert await evening.store.find_member(here, bob.id) is None


@pytest.mark.in_english
async def test_a_servers_data_is_exported_and_deleted_and_its_books_stay(
    evening: Evening, tavern: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    await sat_down(evening, GAME, ["Ann", "Bob"])
    guild = evening.playground.guild.id
    await evening.store.commit(SaveSetting(guild, "usual_buy_in", 40))
    capsys.readouterr()
    await admin(evening, "export", "server", guild)
    stored = json.loads(capsys.readouterr().out)
    assert (stored["server"], stored["settings"]) == (guild, {"usual_buy_in": 40})
    assert {each["member"]["name"] for each in stored["members"]} == {"Ann", "Bob"}
    await admin(evening, "delete", "server", guild, "--yes", "--no-wait")
    assert await told(evening) == ["The data of 2 members and the settings are deleted."]
    await admin(evening, "export", "server", guild, status=1)
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


async def test_old_matches_leave_for_an_archive_while_the_bot_runs(
    evening: Evening,
    tavern: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = SimpleNamespace(
        time=lambda: evening.clock.now() + 100 * DAY, monotonic=time.monotonic, sleep=time.sleep
    )
    monkeypatch.setattr("bot.cli.admin.time", later)
    players = await at_play(evening, GAME)
    await play_out(evening, players)
    ann = evening.playground.member("Ann")
    await ann.slash(tavern, "table close")
    await evening.quiet()
    profile = (await ann.slash(tavern, "my profile")).text
    database = ["--database", str(location_for(evening.path))]
    capsys.readouterr()
    assert main(["replay", "1", *database]) == 0
    log = capsys.readouterr().out
    folder = tmp_path / "archives"
    await admin(evening, "archive", folder, "--older-than", "30")
    assert "1 matches with" in capsys.readouterr().out
    await admin(evening, "archive", folder)
    assert "No match that may leave ended over 365 days ago." in capsys.readouterr().out
    # everyone reads it as before
    assert main(["replay", "1", *database]) == 0
    assert capsys.readouterr().out == log
    exported = tmp_path / "match.json"
    assert main(["export", "1", "-o", str(exported), *database]) == 0
    assert main(["verify", str(exported)]) == 0
    assert "checks out" in (await ann.slash(tavern, "table verify", match=1)).text
    assert "match 1, step 0 of" in (await ann.slash(tavern, "my matches", match=1)).text
    assert (await ann.slash(tavern, "my profile")).text == profile
    assert await evening.store.audit() == []
    # without the file only the match itself is away, and the bot says so
    there = folder.rename(tmp_path / "other disk")
    away = "Match 1 is in an archive that I can't reach right now."
    assert away in (await ann.slash(tavern, "my matches", match=1)).text
    assert away in (await ann.slash(tavern, "table verify", match=1)).text
    assert (await ann.slash(tavern, "my profile")).text == profile
    assert main(["replay", "1", *database]) == 2
    assert "is not here" in capsys.readouterr().err
    await asyncio.to_thread(main, ["doctor", "--offline", *database])
    assert "so 1 matches cannot be read" in " ".join(capsys.readouterr().out.split())
    await admin(evening, "archive", tmp_path / "nowhere", "--moved", status=1)
    await admin(evening, "archive", there, "--moved")
    assert "step 0 of" in (await ann.slash(tavern, "my matches", match=1)).text
    capsys.readouterr()
    await admin(evening, "log")
    told = capsys.readouterr().out
    assert f"have left for {folder}" in told
    assert f"All archives are in {there} now." in told
