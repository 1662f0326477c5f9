"""`/profile` through the real client."""

from __future__ import annotations

from typing import Any

import pytest

from playground.errors import CommandRefused
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_a_profile_is_shown_hidden_and_deleted(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "You haven't finished a game" in (await ann.slash(tavern, "profile")).text
    assert "Bob hasn't finished a game" in (await ann.slash(tavern, "profile", member=bob)).text
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    own = await ann.slash(tavern, "profile")
    assert "**1** match" in own.text
    assert "Rogues and Warriors (1)" in own.text
    others = await ann.use_on(tavern, "Profile", bob.user)
    assert "Bob" in others.text
    assert "**1** match" in others.text
    shown = await bob.slash(tavern, "profile", show=True)
    assert shown.message in tavern.messages
    hidden = await bob.slash(tavern, "privacy profile", visibility="Hide it")
    assert "Your profile is hidden now." in hidden.text
    assert "That profile is hidden." in (await ann.slash(tavern, "profile", member=bob)).text
    assert "That profile is hidden." in (await bob.slash(tavern, "profile", show=True)).text
    assert "nobody else sees this" in (await bob.slash(tavern, "profile")).text
    assert "can be seen again" in (await bob.slash(tavern, "privacy profile", visibility="Show it")).text
    assert "**1** match" in (await ann.slash(tavern, "profile", member=bob)).text
    await bob.press((await bob.slash(tavern, "privacy delete")).message, "Delete my data")
    assert "hasn't finished a game" in (await ann.slash(tavern, "profile", member=bob)).text


async def test_menus_have_only_what_was_registered(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    with pytest.raises(CommandRefused):
        await ann.use_on(tavern, "Nothing", bob.user)
