"""`/my profile` through the real client."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.deeds.rows import EarnDeed
from games.deeds import DEEDS
from playground.errors import CommandRefused
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_a_profile_is_shown_hidden_and_deleted(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "You haven't finished a game" in (await ann.slash(tavern, "my profile")).text
    assert "Bob hasn't finished a game" in (await ann.slash(tavern, "my profile", member=bob)).text
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    own = await ann.slash(tavern, "my profile")
    assert "**1** match" in own.text
    assert "Rogues and Warriors (1)" in own.text
    others = await ann.use_on(tavern, "Profile", bob.user)
    assert "Bob" in others.text
    assert "**1** match" in others.text
    shown = await bob.slash(tavern, "my profile", show=True)
    assert shown.message in tavern.messages
    hidden = await bob.slash(tavern, "privacy profile", visibility="Hide it")
    assert "Your profile is hidden now." in hidden.text
    assert "That profile is hidden." in (await ann.slash(tavern, "my profile", member=bob)).text
    assert "That profile is hidden." in (await bob.slash(tavern, "my profile", show=True)).text
    assert "nobody else sees this" in (await bob.slash(tavern, "my profile")).text
    assert "can be seen again" in (await bob.slash(tavern, "privacy profile", visibility="Show it")).text
    assert "**1** match" in (await ann.slash(tavern, "my profile", member=bob)).text
    await bob.press((await bob.slash(tavern, "privacy delete")).message, "Delete my data")
    assert "hasn't finished a game" in (await ann.slash(tavern, "my profile", member=bob)).text


async def test_deeds_are_listed_page_by_page(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    players = await at_play(evening, "dragon_hordes")
    await play_out(evening, players)
    profile = await ann.slash(tavern, "my profile")
    first = await ann.press(profile.message, "Deeds")
    assert "## Deeds of Ann" in first.text
    assert "are a secret." in first.text
    assert "## Ann" in profile.message.text, "the profile stays"
    assert first.text.count("◦ ") == 3, "the next three"
    await ann.press(first.message, "All deeds")
    second = await ann.press(first.message, "More")
    assert second.text != first.text or second.message.id == first.message.id
    assert "## Deeds of Ann" in (await ann.press(second.message, "Back")).text
    for forged in ("deeds:x:0", "deeds:1:open", "deeds:99:1", "deeds:1", f"deeds:{2**63}:0"):
        reply = await ann.press_raw(tavern, first.message.id, forged)
        assert "Deeds of" not in reply.text
        assert "went wrong" not in reply.text
    await bob.slash(tavern, "privacy profile", visibility="Hide it")
    theirs = await ann.press_raw(tavern, first.message.id, f"deeds:{bob.id}:0")
    assert "That profile is hidden." in theirs.text


async def test_deeds_are_badges_on_the_card(gallery: Evening) -> None:
    players = await at_play(gallery, "rogues_and_warriors")
    await play_out(gallery, players)
    ann, channel = players[0].person, players[0].channel
    before: Any = await ann.slash(channel, "my profile")
    [card] = before.message.attachments
    assert "Deeds" not in card.description
    member = await gallery.store.find_member(gallery.playground.guild.id, ann.id)
    assert member is not None
    await gallery.store.commit(EarnDeed(member, "warrior_pair", 1), EarnDeed(member, "four_way_split", 1))
    after: Any = await ann.slash(channel, "my profile")
    [card] = after.message.attachments
    assert f"Deeds: 2 of {len(DEEDS)} (" in card.description
    assert "Shield wall" in card.description
    assert "Fair shares" in card.description
    assert "not yet" not in card.description, "what is open is no deed"


async def test_menus_have_only_what_was_registered(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    with pytest.raises(CommandRefused):
        await ann.use_on(tavern, "Nothing", bob.user)


@pytest.mark.in_english
async def test_a_refusal_says_a_name_that_formats_nothing(evening: Evening, tavern: Any, bob: Any) -> None:
    evil = evening.playground.add_member("**Z**[x](http://e)")
    await evening.quiet()
    refused = await bob.slash(tavern, "my profile", member=evil)
    assert "hasn't finished a game here yet" in refused.text
    assert "**Z**" not in refused.text
    assert "\\*\\*Z\\*\\*" in refused.text
