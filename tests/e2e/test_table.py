"""The host's commands, from opening a table to closing it."""

from __future__ import annotations

from typing import Any

from tests.e2e.clicking import Player
from tests.e2e.conftest import Evening


async def test_a_host_sets_a_table_up_and_closes_it(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    host: Any = ann.person
    await host.slash(tavern, "table open", game="tripledip")
    await evening.quiet()
    menu = await host.slash(tavern, "table settings")
    [size] = [s for s in menu.message.selects if s.custom_id.endswith("option.size")]
    saved = await host.select(menu.message, size.custom_id, ["g8"])
    assert "Saved." in saved.message.text
    assert evening.table(tavern).state.options == {"size": "g8"}
    await bob.press("Sit down")
    theirs: Any = await bob.person.slash(tavern, "table settings")
    refused: Any = await bob.person.select(theirs.message, size.custom_id, ["g6"])
    assert "Only the host, Ann, can do that." in refused.text
    assert evening.table(tavern).state.options == {"size": "g8"}
    closed = await host.slash(tavern, "table close")
    assert "The table is closed; all stakes are back in their purses." in closed.text
    assert evening.bot.floor.in_channel(tavern.id) is None


async def test_a_table_message_is_posted_again(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    first = ann.board
    reposted: Any = await ann.person.slash(tavern, "table repost")
    await evening.quiet()
    assert "Here it is." in reposted.text
    assert ann.board.id > first.id
    assert tavern.messages[-1].id == ann.board.id
