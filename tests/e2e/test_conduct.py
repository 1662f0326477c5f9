"""The gambler's code through the real client: tips, do-overs, gifts of the house, sheets and stories."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.members.profile_keys import INSPIRED, OFFER
from bot.tables.registry import TableRegistry
from db import Move, SaveAbout, Transfer
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, fill_settings, play_out, settings_of


async def account(evening: Evening, person: Any) -> int:
    return await evening.store.member(evening.playground.guild.id, person.id, person.name)


@pytest.mark.rule("CODE-R5", "CODE-R1")
async def test_a_tip_is_told_to_the_channel_and_counts_as_form(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    tipped = await bob.slash(tavern, "purse tip", amount="1g4")
    assert not tipped.ephemeral
    assert tipped.text == "**Bob** tips the house 1g4 of copper. Good form."
    await ann.slash(tavern, "house grant", member=bob, amount="1g100")
    tipped = await bob.slash(tavern, "purse tip", amount="1g20", member=ann)
    assert tipped.text == "**Bob** tips **Ann** 1g20 of copper. Good form."
    assert tipped.message.pings == []
    history = (await bob.slash(tavern, "purse history")).text
    assert "Tip to Ann" in history
    assert "Tip to the house" in history
    mint = await evening.store.mint(evening.playground.guild.id)
    moves = [Move(mint, await account(evening, bob), "copper.g4", 1)]
    from_the_house = Transfer("tip:1:1", "tip", moves, {"match": 1})
    await evening.store.commit(from_the_house)
    assert "Tip from the house" in (await bob.slash(tavern, "purse history")).text
    sheet = await bob.slash(tavern, "my sheet")
    assert sheet.ephemeral
    assert "Bob, well-mannered" in sheet.text
    assert "Form +2" in sheet.text


async def donated(person: Any, gifts: Any, amount: str) -> Any:
    """Press *Donate* below the gifts, and fill in the form."""
    asked = await person.press(gifts, "Donate")
    return await person.submit(asked.modal, {"value": amount})


async def told_story(person: Any, channel: Any, story: str) -> Any:
    """Try some magic in front of everyone."""
    asked = await person.slash(channel, "gembones prank", prank="magic")
    return await person.submit(asked.modal, {"value": story})


@pytest.mark.rule("CODE-07", "CODE-R1")
async def test_a_do_over_gets_a_remark(evening: Evening, tavern: Any, bob: Any) -> None:
    asked = await bob.slash(tavern, "gembones prank", prank="doover")
    assert asked.ephemeral
    assert "Your form suffers." in asked.text
    assert "Form −1" in (await bob.slash(tavern, "my sheet")).text


@pytest.mark.rule("CODE-13", "CODE-14", "CODE-15", "CODE-R3", "CODE-R4")
async def test_a_gift_is_offered_taken_hidden_and_donated_away(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "You have none." in (await bob.slash(tavern, "gembones prank", prank="gifts")).text
    offer = {"item": "belt", "accused": 4, "base": "copper"}
    await evening.store.commit(SaveAbout(await account(evening, bob), OFFER, offer))
    await bob.slash(tavern, "my sheet", strength=16)
    shown = await bob.slash(tavern, "gembones prank", prank="gifts")
    assert "The house offers you the **Belt of Gnome Giant Strength**" in shown.text
    taken = await bob.press(shown.message, "Take it")
    assert "40 pieces of copper to the Church of Glittergold" in taken.message.text
    profile = (await bob.slash(tavern, "my sheet", show=True)).text
    assert "Strength 10" in profile
    assert "Belt of Gnome Giant Strength" in profile
    hidden = await bob.press(taken.message, "Hide it from my profile")
    assert "Show it in my profile" in [b.label for b in hidden.message.buttons]
    assert "Belt" not in (await bob.slash(tavern, "my sheet", show=True)).text
    assert "20 more will lift the curse" in (await donated(bob, hidden.message, "1g20")).text
    assert "You're free of the curse!" in (await donated(bob, hidden.message, "1g20")).text
    assert "Strength 16" in (await bob.slash(tavern, "my sheet")).text
    assert "You aren't cursed" in (await donated(bob, hidden.message, "1g4")).text


@pytest.mark.rule("CODE-16", "CODE-17", "CODE-R4")
async def test_ducks_a_blow_and_an_admins_mercy(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    assert "You have no Duck Blade." in (await bob.slash(tavern, "gembones prank", prank="wish")).text
    for item, prank, said in (
        ("duck_blade", "wish", "ducks appear, look round, and fly off."),
        ("greatsword", "strike", "The dice total 2: 2 + 1 = 3."),
    ):
        offer = {"item": item, "accused": 4, "base": "copper"}
        await evening.store.commit(SaveAbout(await account(evening, bob), OFFER, offer))
        await bob.press((await bob.slash(tavern, "gembones prank", prank="gifts")).message, "Take it")
        done = await bob.slash(tavern, "gembones prank", prank=prank)
        assert not done.ephemeral
        assert said in done.text
        added = await bob.slash(tavern, "gembones prank", prank=prank, modifier=-5)
        if prank == "strike":
            assert "The dice total 2: 2 + 1 − 5 = −2." in added.text
            assert (
                "2 + 1 + 3 = 6." in (await bob.slash(tavern, "gembones prank", prank=prank, modifier=3)).text
            )
        else:
            assert "That prank takes no modifier." in added.text
        freed = await ann.slash(tavern, "house uncurse", member=bob)
        assert "Bob is free of it." in freed.text
    assert "freed Bob of a gift" in (await ann.slash(tavern, "house audit")).text


@pytest.mark.rule("SPOT-R2")
async def test_a_sheet_is_changed_once_a_day_and_not_while_seated(
    evening: Evening, tavern: Any, bob: Any
) -> None:
    fresh = (await bob.slash(tavern, "my sheet")).text
    assert (
        "Persuasion +0 · Intimidation +0 · History +0 · Arcana +0 · Deception +0 · Sleight of Hand +0"
        in fresh
    )
    assert "Talent: **None**" in fresh
    over = await bob.slash(tavern, "my sheet", persuasion=10, deception=8, arcana=3)
    assert "add up to 21; together they may be 20 at most" in over.text
    await bob.slash(tavern, "table open", game="threes")
    await evening.quiet()
    assert "You're at a table." in (await bob.slash(tavern, "my sheet", persuasion=5)).text
    await bob.slash(tavern, "table close")
    changed = await bob.slash(tavern, "my sheet", persuasion=10, deception=8, arcana=2, talent="portent")
    assert "Persuasion +10" in changed.text
    assert "Foretold for today: " in changed.text
    assert "Foretold" not in (await bob.slash(tavern, "my sheet", show=True)).text
    again = await bob.slash(tavern, "my sheet", arcana=1)
    assert "You've already changed your sheet today." in again.text
    evening.clock.advance(86_400)
    assert "Arcana +1" in (await bob.slash(tavern, "my sheet", arcana=1)).text


@pytest.mark.rule("SPOT-R8", "SPOT-15")
@pytest.mark.in_english
async def test_two_others_applaud_a_story_within_a_minute(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    cid = evening.playground.member("Cid")
    told = await told_story(bob, tavern, "I *wink* at the dice, @everyone")
    assert not told.ephemeral
    assert "2 others applaud" in told.text
    assert "Let the others clap" in (await bob.press(told.message, "Applaud")).text
    for _ in range(2):
        assert "You applaud." in (await ann.press(told.message, "Applaud")).text
    assert INSPIRED not in await evening.store.about(await account(evening, bob))
    heard: Any = await cid.press(told.message, "Applaud")
    assert not heard.ephemeral
    assert "has inspiration: advantage on one check." in heard.text
    assert heard.message.pings == []
    assert "Inspired" in (await bob.slash(tavern, "my sheet")).text
    second = await told_story(bob, tavern, "Again.")
    evening.clock.advance(61)
    assert "The moment has passed." in (await ann.press(second.message, "Applaud")).text


async def test_everyone_hears_a_story_and_the_applause_however_slow_the_bot_is(
    evening: Evening, tavern: Any, ann: Any, bob: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press is acknowledged in private before the bot knows that everyone shall see the answer."""
    present = TableRegistry.present

    async def slow_present(*given: Any, **more: Any) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        await present(*given, **more)

    monkeypatch.setattr("cogs.requests.responder.PATIENCE", 0.0)
    monkeypatch.setattr(TableRegistry, "present", slow_present)
    await told_story(bob, tavern, "I wink at the dice.")
    await evening.quiet()
    told = tavern.messages[-1]
    assert "tries magic: I wink at the dice." in told.text
    for person in (ann, evening.playground.member("Cid")):
        await person.press(told, "Applaud")
        await evening.quiet()
    assert "has inspiration" in tavern.messages[-1].text
    assert not any(message.loading for message in bob.ephemerals(tavern))


@pytest.mark.rule("CODE-R5")
async def test_a_big_win_is_followed_by_a_hint(evening: Evening, tavern: Any) -> None:
    players = [Player(evening, name, tavern) for name in ("Ann", "Bob")]
    host: Any = players[0].person
    await host.slash(tavern, "table open", game="tiamat")
    await evening.quiet()
    await players[1].press("Sit down")
    await evening.quiet()
    await players[0].press("Start")
    await evening.quiet()
    for player in players:
        await player.press("Put up a g100")
    await play_out(evening, players)
    assert "they'll remember it." in players[0].board.text


@pytest.mark.rule("SPOT-01", "SPOT-R1")
async def test_a_lucky_member_rerolls_at_a_table_in_the_spotlight(evening: Evening, tavern: Any) -> None:
    ann = Player(evening, "Ann", tavern)
    host: Any = ann.person
    await host.slash(tavern, "my sheet", talent="lucky")
    await host.slash(tavern, "table open", game="barovian_boneyard")
    menu = await settings_of(host, tavern)
    variants = (await host.press(menu, "Variants")).modal
    [dc] = [each["component"] for each in variants.components if each["label"] == "DC"]
    assert [line["value"] for line in dc["options"]][:3] == ["0", "5", "10"]
    await fill_settings(host, menu, {"Spotlight": "rerolls"})
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    await ann.press("Wager 1")
    await evening.quiet()
    await ann.opens_hand()
    assert "Keep it?" in ann.panel.text
    [reroll] = [b.label for b in ann.panel.buttons if b.label.startswith("Lucky: reroll the ")]
    rerolled: Any = await host.press(ann.panel, reroll)
    assert rerolled.acknowledged
    await evening.quiet()
    assert evening.table(tavern).session is None
    assert "2 rerolls left today" in (await host.slash(tavern, "my sheet")).text
