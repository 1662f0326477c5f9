"""`/purse`, once through the real client: good input and bad."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_a_purse_is_shown_to_its_owner(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse show")
    assert reply.ephemeral
    assert "**Copper** · 160 pieces: a g100, a g20, a g12, a g10, a g8, a g6 and a g4" in reply.text
    assert "Total" not in reply.text, "copper alone is told once"
    await at_play(evening, "threes")
    shown = (await bob.slash(tavern, "purse show")).text
    assert "At tables · 15 pieces of copper" in shown
    assert "Total: 160 copper" in shown


@pytest.mark.in_english
async def test_gembones_are_exchanged(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
    assert reply.ephemeral
    assert "You swapped a copper g12 for three g4s." in reply.text
    offered = await bob.autocomplete(tavern, "purse exchange", focused="give", value="g20")
    assert ("a g20, of your 1", "1g20") in offered
    for give, get, sentence in (
        ("1g20", "2g8", "both sides must be equal"),
        ("lots", "3g4", "I can't read 'lots'."),
        ("silver g4", "silver 4 pieces", "You have nothing in silver, not 1g4."),
    ):
        assert sentence in (await bob.slash(tavern, "purse exchange", give=give, get=get)).text
    assert "four g4s" in (await bob.slash(tavern, "purse show")).text


async def test_an_exchange_that_arrives_twice_is_made_once(evening: Evening, tavern: Any, bob: Any) -> None:
    await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
    evening.playground.replay_last_interaction()
    await evening.quiet()
    assert "four g4s" in (await bob.slash(tavern, "purse show")).text


async def test_a_gift_is_told_to_the_channel_and_mentions_nobody(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    await ann.slash(tavern, "house grant", member=bob, amount="2g100")
    reply = await bob.slash(tavern, "purse give", member=ann, amount="1g100")
    assert not reply.ephemeral
    assert reply.text == "**Bob** gives **Ann** 1g100 of copper."
    assert reply.message.pings == []
    assert "two g100s" in (await ann.slash(tavern, "purse show")).text


async def test_gifts_that_cannot_be(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    me = evening.playground.guild.members[evening.bot.user.id]  # type: ignore[union-attr]
    for member, amount, sentence in (
        (ann, "1g4", "Keep at least 160"),
        (bob, "1g4", "You can't give to yourself."),
        (me, "1g4", "Bots have no purse."),
        (ann, "5 pieces", "You can only give whole gembones."),
        (ann, "g7", "'g7' is no gembone."),
    ):
        reply = await bob.slash(tavern, "purse give", member=member, amount=amount)
        assert reply.ephemeral
        assert sentence in reply.text
    await ann.slash(tavern, "house grant", member=bob, amount="2g100")
    await at_play(evening, "threes")
    reply = await bob.slash(tavern, "purse give", member=evening.playground.member("Cid"), amount="1g100")
    assert "You're in a hand. You can give gifts between games." in reply.text


async def test_a_large_stake_says_what_of_the_purse_it_is(evening: Evening) -> None:
    ann, *_ = await at_play(evening, "tiamat")
    assert "Ante a g100?" in ann.panel.text
    assert "That's 100 of your 160 copper." in ann.panel.text


async def test_a_small_stake_is_only_named(evening: Evening) -> None:
    ann, *_ = await at_play(evening, "tripledip")
    assert "At worst you lose" in ann.panel.text
    assert "of your 160" not in ann.panel.text


async def test_a_game_is_one_line_of_the_history(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "barovian_boneyard")
    await play_out(evening, players)
    shown = await ann.slash(tavern, "purse history")
    assert shown.text.count("\n") == 2, shown.text
    assert "Barovian Boneyard ·" in shown.text
    assert "Welcome set" in shown.text


async def test_a_history_is_paged_by_buttons(evening: Evening, tavern: Any, bob: Any) -> None:
    for _ in range(6):
        await bob.slash(tavern, "purse exchange", give="1g12", get="3g4")
        await bob.slash(tavern, "purse exchange", give="3g4", get="1g12")
    first = await bob.slash(tavern, "purse history")
    assert first.text.count("Exchange") == 10
    assert "Exchange · −3g4 +1g12 of copper" in first.text
    assert [b.label for b in first.message.buttons] == ["Older"]
    second = await bob.press(first.message, "Older")
    assert second.kind == "update"
    assert "Welcome set" in second.message.text
    assert second.message.text.count("Exchange") == 2
    newest = await bob.press(second.message, "Newest")
    assert newest.message.text.count("Exchange") == 10


async def test_a_claim_says_when_the_next_is_possible(evening: Evening, tavern: Any, bob: Any) -> None:
    reply = await bob.slash(tavern, "purse claim")
    assert "You still have 160 copper, counting tables." in reply.text
    await emptied(evening, bob)
    reply = await bob.slash(tavern, "purse claim")
    assert "You claimed a full set of copper, 160 pieces." in reply.text
    midnight = (int(evening.clock.now()) // 86_400 + 1) * 86_400
    assert f"<t:{midnight}:R>" in reply.text
    await emptied(evening, bob)
    assert f"You can claim again <t:{midnight}:R>." in (await bob.slash(tavern, "purse claim")).text


async def emptied(evening: Evening, person: Any) -> None:
    from db import Move, Transfer

    store, guild = evening.store, evening.playground.guild.id
    account = await store.find_member(guild, person.id)
    assert account is not None
    mint = await store.mint(guild)
    moves = [Move(account, mint, unit, n) for unit, n in (await store.balances(account)).items()]
    await store.commit(Transfer(f"burnt:{len(await store.history(account, limit=99))}", "burnt", moves))
