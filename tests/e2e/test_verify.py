"""`/verify` through the real client."""

from __future__ import annotations

from typing import Any

from bot.verify import verify_export
from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_matches_are_listed_and_verified_once_the_table_has_closed(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    assert "No table has closed in this channel yet." in (await bob.slash(tavern, "verify")).text
    assert "There is no match 1 on this server." in (await bob.slash(tavern, "verify", match=1)).text
    players = await at_play(evening, "threes")
    sealed = "Match 1 can be checked when its table has closed"
    assert sealed in (await bob.slash(tavern, "verify", match=1)).text
    await play_out(evening, players)
    assert sealed in (await bob.slash(tavern, "verify", match=1)).text
    await ann.slash(tavern, "table close")
    await evening.quiet()
    listed = await ann.slash(tavern, "verify")
    assert "**1** Threes" in listed.text
    reply = await ann.slash(tavern, "verify", match=1)
    answers = len((await evening.store.match(1)).rows)
    assert f"✅ Match 1 agrees: {answers} answers, same result." in reply.text
    assert verify_export(await evening.store.export_match(1)).ok


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
    reply = await person.slash(channel, "verify", match=1)
    assert "There is no match 1 on this server." in reply.text
