"""`/table verify`, fingerprints and words through the real client."""

from __future__ import annotations

import asyncio
import json
import math
from typing import Any

import pytest

from bot.matches.verify import verify_export
from bot.user_errors import UserError
from db import journal
from playground import Playground
from playground.world.clock import PATIENCE
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.as_discord import as_discord
from tests.helpers.clicking import at_play, play_out, sat_down, settings_of
from tests.helpers.fake_beacon import fake_beacon, randomness_of


def attached(evening: Evening, reply: Any) -> Any:
    """The match that is attached to an answer."""
    [attachment] = reply.message.attachments
    assert attachment.content_type == "application/json"
    return json.loads(attachment.content)


async def test_matches_are_listed_and_verified_once_the_table_has_closed(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "No table has closed in this channel yet." in (await bob.slash(tavern, "table verify")).text
    assert "There's no match 1 here." in (await bob.slash(tavern, "table verify", match=1)).text
    players = await at_play(evening, "rogues_and_warriors")
    assert "Match 1 isn't over yet." in (await bob.slash(tavern, "table verify", match=1)).text
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    listed = await ann.slash(tavern, "table verify")
    assert "**1** Rogues and Warriors" in listed.text
    reply = await ann.slash(tavern, "table verify", match=1)
    assert (
        "✅ Match 1 checks out: replayed from its seed, every card and the result are the same." in reply.text
    )
    exported = attached(evening, reply)
    assert exported["draws"]
    assert verify_export(exported).ok


async def test_the_fingerprint_stays_in_the_channel_and_is_compared(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    players = await sat_down(evening, "threes")
    fixed = tavern.messages[0]
    noted = evening.table(tavern).state.fingerprint
    assert f"`{noted[:32]}…`" in fixed.text
    assert f"fair play `{noted[:4]} {noted[4:8]} {noted[8:12]} {noted[12:16]}`" in players[0].board.text
    whole = await players[1].press("Fair play")
    assert f"{noted[:32]}…" in whole.text
    assert noted not in whole.text, "half of it is enough to compare"
    await players[0].press("Start")
    await evening.quiet()
    await play_out(evening, players)
    seen: Any = await bob.slash(tavern, "table verify", match=1, fingerprint=f"{noted[:32]}…")
    assert "What you noted is right." in seen.text
    good = await bob.slash(tavern, "table verify", match=1, fingerprint=f"{noted[:8]} {noted[8:16]}")
    assert noted in good.text, "verification compares all of it"
    assert "✅ Match 1 checks out" in good.text, (
        "nothing of it was hidden, so the open table keeps no secret of it"
    )
    assert "What you noted is right." in good.text
    wrong = await bob.slash(tavern, "table verify", match=1, fingerprint="0123456789abcdef")
    assert "❌ Match 1: your fingerprint is another table's" in wrong.text
    nonsense = await bob.slash(tavern, "table verify", match=1, fingerprint="owl")
    assert "A fingerprint has 16 to 64 digits" in nonsense.text
    await ann.slash(tavern, "table close")
    await evening.quiet()
    assert f"`{noted[:32]}…`" in fixed.text, "never edited away"
    assert fixed in tavern.messages


def in_fours(digits: str) -> str:
    """The first digits of a hash as everyone reads them."""
    return " ".join(digits[at : at + 4] for at in range(0, 16, 4))


async def test_the_record_of_a_match_is_repeated_by_messages_that_are_never_edited(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    """The table message is painted again for the next match, so nobody could compare the record later."""
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    for player in players:
        await player.press("Again")
    await evening.quiet()
    await play_out(evening, players)
    first, last = [await evening.store.read(journal.hash_of, match) for match in (1, 2)]
    checked = await ann.slash(tavern, "table verify", match=2)
    assert f"Record of match 2: `{in_fours(last)}`." in checked.text
    assert f"It takes in the record before it: `{in_fours(first)}`." in checked.text
    await ann.slash(tavern, "night end")
    await evening.quiet()
    assert f"-# Record of match 2: `{in_fours(last)}`." in tavern.messages[-1].text
    await ann.slash(tavern, "table close")
    await evening.quiet()
    assert f"Record `{in_fours(last)}`." in players[0].channel.message(tavern.messages[1].id).text
    await ann.slash(tavern, "table open", game="threes")
    await evening.quiet()
    [again] = [m for m in tavern.messages if "Fair play `" in m.text and "Record" in m.text]
    assert again.text.endswith(f"` · Record of match 2: `{in_fours(last)}`.")
    assert again.edited is None


@pytest.mark.in_english
async def test_words_are_shown_with_their_names_before_the_deal(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    players = await sat_down(evening, "threes", computers=1)
    menu = await settings_of(ann, tavern)
    asked = await ann.press(menu, "Add a word to the luck")
    await ann.submit(asked.modal, {"value": "  *owl*  of   war "})
    await evening.quiet()
    assert "Words for the next deal: Ann “\\*owl\\* of war”." in players[0].board.text
    menu = await settings_of(ann, tavern)
    asked = await ann.press(menu, "Add a word to the luck")
    twice = await ann.submit(asked.modal, {"value": "try 2"})
    assert "Your word for the next hand is in already: *owl* of war." in twice.text
    await players[0].press("Start")
    await evening.quiet()
    [computer] = [seat for seat in evening.table(tavern).state.in_order() if seat.computer]
    assert f"Dealt from Ann “\\*owl\\* of war”, {computer.name} “" in players[0].board.text
    await play_out(evening, players)
    checked = await ann.slash(tavern, "table verify", match=1)
    assert f"Deal 1 of its table, from these words: Ann “\\*owl\\* of war”, {computer.name} “" in checked.text
    assert "Words for the next deal" not in players[0].board.text, "a word enters by one Start"


async def test_a_hand_with_hidden_cards_opens_when_all_agree(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    asked = await ann.slash(tavern, "table verify", match=1)
    assert "opens earlier if everyone who played in it agrees. Missing: Ann and Bob." in asked.text
    once = await ann.press(asked.message, "Open it now, I agree")
    assert "Agreed so far: Ann. Missing: Bob." in once.text
    stranger = await evening.playground.member("Cid").slash(tavern, "table verify", match=1)
    refused = await evening.playground.member("Cid").press(stranger.message, "Open it now, I agree")
    assert "Only members who played match 1 can open it early." in refused.text
    theirs = await bob.slash(tavern, "table verify", match=1)
    opened = await bob.press(theirs.message, "Open it now, I agree")
    assert "✅ Match 1 checks out" in opened.text
    assert evening.table(tavern).state.seed not in json.dumps(attached(evening, opened))


async def test_matches_of_another_server_are_not_told(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    other = evening.playground.add_guild("Elsewhere")
    await evening.quiet()
    channel = next(iter(other.channels.values())) if isinstance(other.channels, dict) else other.channels[0]
    stranger = next(iter(other.members.values())).user
    person = evening.playground.member(stranger.name)
    reply = await person.slash(channel, "table verify", match=1)
    assert "There's no match 1 here." in reply.text


async def test_it_is_said_who_runs_the_bot_and_plays(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async with as_discord(Playground(rate_limits=False, operator="Ann", answer_within=PATIENCE)) as ground:
        for name in ("SPACING", "SOON"):
            monkeypatch.setattr(f"cogs.live.live_message.{name}", 0.0)
        clock, path = HandClock(), tmp_path / "evening.db"
        async with bot_on(ground, path, clock) as bot:
            evening = Evening(ground, path, clock, bot)
            players = await sat_down(evening, "threes")
            assert "This bot is run by Ann." in players[0].board.text
            menu = await players[0].opens_settings()
            asked = await players[0].person.press(menu, "Add a word to the luck")
            refused = await players[0].person.submit(asked.modal, {"value": "mine"})
            assert "You run this bot, so your word is drawn from the seed" in refused.text
            await players[0].press("Start")
            await evening.quiet()
            await play_out(evening, players)
            checked = await players[1].person.slash(players[0].channel, "table verify", match=1)
            assert "The bot is run by Ann." in checked.text


async def test_words_and_round_stand_in_the_channel_before_the_beacon_speaks(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    async with fake_beacon() as beacon:
        evening.bot.registry.context.beacon = beacon.client(evening.clock)
        players = await sat_down(evening, "threes")
        pressed = asyncio.create_task(players[0].press("Start"))
        await evening.playground.wait_for(lambda: "the words are closed" in tavern.messages[-1].text)
        table = evening.table(tavern)
        assert table.session is None, "nothing is dealt yet"
        while not pressed.done():
            await asyncio.wait({pressed}, timeout=0.01)
            evening.clock.advance(0.5)
        await pressed
        await evening.quiet()
        assert table.session is not None
        [round_number] = [int(path.rpartition("/")[2]) for path in beacon.asked]
        told = [message.text for message in tavern.messages if "the words are closed" in message.text]
        assert len(told) == 1
        assert f"The last word is round {round_number} of the public beacon" in told[0]
        assert table.session.deal is not None
        beacon_round = table.session.deal.beacon
        assert beacon_round is not None
        out = f"<t:{math.ceil(beacon_round.due)}:"
        shown = (
            f"The public beacon's round {round_number}, out {out}T>, is in it: "
            f"`{randomness_of(round_number)[:16]}`"
        )
        assert shown in players[0].board.text
        await play_out(evening, players)
        checked = await ann.slash(tavern, "table verify", match=1)
        assert "✅ Match 1 checks out" in checked.text
        assert shown in checked.text
        assert f"The message that announced the round must be older than {out}f>." in checked.text


async def test_an_announcement_that_fails_is_tried_again_and_stands_once(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    await play_out(evening, await at_play(evening, "threes"))
    await ann.slash(tavern, "table close")
    await evening.quiet()
    record = await evening.store.read(journal.hash_of, 1)
    async with fake_beacon() as beacon:
        evening.bot.registry.context.beacon = beacon.client(evening.clock)
        players = await sat_down(evening, "threes")
        evening.playground.faults.fail_next("POST", r"^/channels/\d+/messages$", 503)
        evening.playground.faults.garble("POST", r"^/channels/\d+/messages$", "{}", times=2)
        pressed = asyncio.create_task(players[0].press("Start"))
        while not pressed.done():
            await asyncio.wait({pressed}, timeout=0.01)
            evening.clock.advance(0.5)
        await evening.quiet()
        evening.clock.advance(5.0)
        await evening.quiet()
        [told] = [m for m in tavern.messages if "Deal 1: the words are closed" in m.text]
        assert told.text.endswith(f" Record of match 1: `{in_fours(record)}`.")


async def test_a_deal_that_was_announced_and_never_dealt_is_told(
    evening: Evening, tavern: Any, ann: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with fake_beacon() as beacon:
        client = beacon.client(evening.clock)
        evening.bot.registry.context.beacon = client
        players = await sat_down(evening, "threes")
        table = evening.table(tavern)

        async def interrupted(_: Any) -> Any:
            raise UserError("passed")

        with monkeypatch.context() as patch:
            patch.setattr(client, "fetch", interrupted)
            await players[0].press("Start")
        assert table.session is None
        await evening.quiet()
        told = "Deal 1 was announced for round "
        assert told in (await ann.slash(tavern, "table verify")).text
        pressed = asyncio.create_task(players[0].press("Start"))
        while not pressed.done():
            await asyncio.wait({pressed}, timeout=0.01)
            evening.clock.advance(0.5)
        await pressed
        await evening.quiet()
        assert table.session is not None
        number = table.session.id
        await play_out(evening, players)
        listed = await ann.slash(tavern, "table verify")
        assert f"**{number}** Threes" in listed.text
        assert told in listed.text
        checked = await ann.slash(tavern, "table verify", match=number)
        assert "Deal 2 of its table" in checked.text
        assert told in checked.text


async def test_the_record_of_a_match_stands_under_its_result(evening: Evening) -> None:
    """Everyone at the table has seen its digits: who plays another line under the same seed is found out."""
    ann, bob = await at_play(evening, "threes")
    await play_out(evening, [ann, bob])
    await evening.quiet()
    hashed = await evening.store.read(journal.hash_of, 1)
    assert hashed
    digits = hashed[:16]
    assert " ".join(digits[at : at + 4] for at in range(0, 16, 4)) in ann.board.text
    verdict: Any = await ann.person.slash(ann.channel, "table verify", match=1, fingerprint=digits)
    assert "checks out" in verdict.text
    other: Any = await ann.person.slash(ann.channel, "table verify", match=1, fingerprint="0" * 16)
    assert "checks out" not in other.text
