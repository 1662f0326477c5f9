"""`/house` through the real client: what admins set, and what that binds."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import ReplayDiverged
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, fill_settings, sets, suspended


async def board(evening: Evening, tavern: Any) -> Any:
    """The table message of a channel, painted."""
    await evening.quiet()
    return tavern.message(evening.table(tavern).state.message_id)


async def test_grants_and_their_audit(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    reply = await ann.slash(tavern, "house grant", member=bob, amount="1g20 + 3 pieces", base="gold")
    assert reply.ephemeral
    assert "Bob has 1g20 + 3 pieces of gold from the mint." in reply.text
    assert "**Gold** · 23 pieces: a g20 and 3 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "I can't read" in (await ann.slash(tavern, "house grant", member=bob, amount="much")).text
    for _ in range(10):
        await ann.slash(tavern, "house base", base="silver")
    first = await ann.slash(tavern, "house audit")
    assert first.text.count("**Ann** set the starting base to silver") == 10
    second = await ann.press(first.message, "Older")
    assert "**Ann** granted 1g20 + 3 pieces of gold to Bob" in second.message.text


async def test_limits_bind_new_tables(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    reply = await ann.run(tavern, "house limits", {"min": 40, "max": 20})
    assert "The smallest buy-in (40) can't be above the largest (20)." in reply.text
    reply = await ann.run(tavern, "house limits", {"min": 20, "max": 40})
    assert "from 20 to 40 pieces" in reply.text
    refused = await bob.slash(tavern, "table open", game="threes", stake=50)
    assert "from 20 to 40" in refused.text
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes", stake=30)).text


async def test_the_usual_buy_in_keeps_within_the_limits(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await ann.run(tavern, "house limits", {"min": 10, "max": 40})
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes")).text
    assert "buy-in 15" in (await board(evening, tavern)).text, "a tenth of a purse"
    await bob.slash(tavern, "table close")
    await ann.run(tavern, "house limits", {"min": 60, "max": 100})
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes")).text
    assert "buy-in 60" in (await board(evening, tavern)).text


async def test_an_open_tables_game_can_be_changed_under_narrower_limits(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await bob.slash(tavern, "table open", game="threes", stake=50)
    assert "buy-in 50" in (await board(evening, tavern)).text
    await ann.run(tavern, "house limits", {"min": 10, "max": 40})
    menu = await bob.press(await board(evening, tavern), "Settings")
    saved = await fill_settings(bob, menu.message, {"Game": "rogues_and_warriors"})
    assert "Saved." in saved.message.text
    assert "Rogues and Warriors" in (await board(evening, tavern)).text
    assert "buy-in 40" in (await board(evening, tavern)).text
    refused = await fill_settings(bob, saved.message, {"Stakes": "Buy-in 100"})
    assert "Buy-ins on this server run from 10 to 40 pieces." in refused.text
    assert "buy-in 40" in (await board(evening, tavern)).text


async def test_games_and_channels_are_chosen_in_menus(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    menu = await ann.slash(tavern, "house games")
    chosen = await ann.select(menu.message, "house:games", ["threes"])
    assert "Saved." in chosen.message.text
    reply = await bob.slash(tavern, "table open", game="rogues_and_warriors")
    assert "is switched off on this server" in reply.text
    cellar = evening.playground.guild.channel("cellar")
    menu = await ann.slash(tavern, "house channels")
    assert "Saved." in (await ann.select(menu.message, "house:channels", [cellar])).message.text
    reply = await bob.slash(tavern, "table open", game="threes")
    assert f"You can open tables in: <#{cellar.id}>." in reply.text
    again = await ann.slash(tavern, "house channels")
    await ann.select(again.message, "house:channels", [])
    assert "Your table is open." in (await bob.slash(tavern, "table open", game="threes")).text


async def test_a_menu_of_the_house_obeys_admins_only(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    menu = await ann.slash(tavern, "house channels")
    reply = await bob.press_raw(tavern, menu.message.id, "house:channels")
    assert "You need the permission Manage Server for that." in reply.text


async def test_a_new_member_has_the_starting_base(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await ann.slash(tavern, "house base", base="silver")
    assert "**Silver** · 160 pieces: a g100" in (await bob.slash(tavern, "purse show")).text
    opened = await bob.slash(tavern, "table open", game="threes")
    assert "Your table is open." in opened.text
    assert evening.table(tavern).state.settings.base == "silver"


async def test_options_that_beat_the_house_need_leave(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await bob.slash(tavern, "table open", game="rolled_gold")
    table = evening.table(tavern)
    refused = await sets(bob, tavern, {"Variants": ["g100_wagers"]})
    assert "An admin can allow that with /house generous" in refused.text
    assert "g100_wagers" not in table.state.options
    said = await ann.slash(tavern, "house generous", allow=True)
    assert "Hosts may now choose g100 wagers" in said.text
    await sets(bob, tavern, {"Variants": ["g100_wagers"]})
    assert table.state.options["g100_wagers"] is True
    assert "off from the next hand on" in (await ann.slash(tavern, "house generous", allow=False)).text
    audit = (await ann.slash(tavern, "house audit")).text
    assert "no longer allowed options that beat the house" in audit
    assert "**Ann** allowed options that beat the house" in audit


async def test_a_purse_of_one_base_says_where_others_come_from(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "another base come from a server's admins" in (await bob.slash(tavern, "purse show")).text
    assert "/house grant" in (await ann.slash(tavern, "house funds")).text
    await ann.slash(tavern, "house grant", member=bob, amount="1g20", base="silver")
    assert "another base" not in (await bob.slash(tavern, "purse show")).text


@pytest.mark.in_english
async def test_funds_are_reported(evening: Evening, tavern: Any, ann: Any) -> None:
    assert "No fund has seen use yet." in (await ann.slash(tavern, "house funds")).text
    await evening.store.top_up(evening.playground.guild.id, "copper", "barovian_boneyard", 10_000)
    text = (await ann.slash(tavern, "house funds")).text
    assert "**Copper**" in text
    assert "Barovian Boneyard: 10,000 pieces" in text


async def test_a_suspended_hand_is_refunded(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    assert "There's no table in this channel." in (await ann.slash(tavern, "house refund")).text
    await at_play(evening, "threes")
    assert "Nothing is stuck here" in (await ann.slash(tavern, "house refund")).text
    await suspended(evening, tavern)
    assert "called off" in (await ann.slash(tavern, "house refund")).text
    await evening.quiet()
    await bob.slash(tavern, "table leave")
    assert "160 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "called off match 1" in (await ann.slash(tavern, "house audit")).text


async def test_a_suspended_hand_goes_on(evening: Evening, tavern: Any, ann: Any) -> None:
    assert "There's no table in this channel." in (await ann.slash(tavern, "house resume")).text
    await at_play(evening, "threes")
    assert "Nothing is stuck here" in (await ann.slash(tavern, "house resume")).text
    table = evening.table(tavern)
    assert table.session is not None
    before = [ask.prompt for ask in table.session.match.open.values()]
    await suspended(evening, tavern)
    assert "The hand picks up" in (await ann.slash(tavern, "house resume")).text
    await evening.quiet()
    assert table.state.phase == "playing"
    assert table.session is not None
    assert [ask.prompt for ask in table.session.match.open.values()] == before
    assert "had match 1 go on" in (await ann.slash(tavern, "house audit")).text


async def test_a_record_that_still_does_not_fit_stays_suspended(
    evening: Evening, tavern: Any, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await at_play(evening, "threes")
    await suspended(evening, tavern)
    monkeypatch.setattr("bot.tables.match_session.MatchSession.load", broken)
    reply = await ann.slash(tavern, "house resume")
    assert "record and the rules disagree" in reply.text
    assert evening.table(tavern).state.phase == "suspended"


def broken(*_: Any) -> None:
    """Fail as rules do that ask otherwise than a journal."""
    raise ReplayDiverged(1, "ask", "row", "another ask")


async def test_a_fresh_start_is_typed(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    await ann.slash(tavern, "house grant", member=bob, amount="3g100")
    await bob.slash(tavern, "table open", game="threes")
    reply = await ann.slash(tavern, "house reset")
    assert f"1 table is open. Close it first: <#{tavern.id}>." in reply.text
    await bob.slash(tavern, "table close")
    asked = await ann.slash(tavern, "house reset")
    reply = await ann.submit(asked.modal, {"value": "no"})
    assert 'Nothing changed. Type "reset" to confirm.' in reply.text
    asked = await ann.slash(tavern, "house reset")
    reply = await ann.submit(asked.modal, {"value": "Reset"})
    assert "Every member has a full set again" in reply.text
    assert "160 pieces" in (await bob.slash(tavern, "purse show")).text
    assert "reset purses and boards" in (await ann.slash(tavern, "house audit")).text


async def test_the_servers_clock_is_a_citys_or_an_offset(evening: Evening, tavern: Any, ann: Any) -> None:
    assert "The server's time is UTC+2." in (await ann.slash(tavern, "house clock", offset=2)).text
    city = await ann.slash(tavern, "house clock", city="Warsaw")
    assert "The server goes by the clocks of Warsaw." in city.text
    assert (await ann.slash(tavern, "house clock")).text == city.text, "without either it says which it is"
    refused = await ann.slash(tavern, "house clock", city="Atlantis-on-Sea")
    assert "I don't know that city." in refused.text
    log = (await ann.slash(tavern, "house audit")).text
    assert "set the server's time to UTC+2" in log
    assert "set the server's time to Warsaw" in log
