"""Nobody outside reads a match that was played in private, whatever command they try its number with."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Evening

FORBIDDEN = "There's no match 1 here"


@pytest.mark.rule("TD-R10")
async def test_a_contract_on_a_private_panel_is_read_by_its_member_alone(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    await ann.press((await ann.slash(tavern, "gembones bells")).message, "Sign")
    await ann.press(ann.ephemerals(tavern)[-1], "Sign")
    await ann.press(ann.ephemerals(tavern)[-1], "Roll on")
    await evening.quiet()
    match = await evening.store.match(1)
    assert match.state == "playing"
    for name in ("my matches", "table verify"):
        refused = await bob.slash(tavern, name, match=1)
        assert refused.ephemeral
        assert FORBIDDEN in refused.text
    own = await ann.slash(tavern, "my matches", match=1)
    assert FORBIDDEN not in own.text, "its own member reads why it can't be shown yet"


async def test_a_match_in_a_channel_that_a_member_cannot_see_is_not_told(evening: Evening) -> None:
    guild = evening.playground.guild
    tavern, cellar = guild.channel("tavern"), guild.channel("cellar")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    opened = await ann.slash(cellar, "table open", game="tripledip")
    await ann.press(opened.message, "Start with computer players")
    await evening.quiet()
    member = evening.playground.guild.members[bob.id]
    evening.playground.world.overwrite(cellar, member, "view_channel", allowed=False)
    await evening.quiet()
    for name in ("my matches", "table verify"):
        assert FORBIDDEN in (await bob.slash(tavern, name, match=1)).text
        assert FORBIDDEN not in (await ann.slash(tavern, name, match=1)).text
