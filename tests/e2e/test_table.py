"""The host's commands, from opening a table to closing it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, sets


async def test_a_host_sets_a_table_up_and_closes_it(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    host: Any = ann.person
    await host.slash(tavern, "table open", game="tripledip")
    await evening.quiet()
    saved = await sets(host, tavern, {"option.size": "g8"})
    assert "Saved." in saved.message.text
    assert evening.table(tavern).state.options == {"size": "g8"}
    await bob.press("Sit down")
    refused = await sets(bob.person, tavern, {"option.size": "g6"})
    assert "Only the host, Ann, can do that." in refused.text
    assert evening.table(tavern).state.options == {"size": "g8"}
    closed = await host.slash(tavern, "table close")
    assert "The table has closed, and everyone has their stake back." in closed.text
    assert evening.bot.registry.find_in_channel(tavern.id) is None


async def test_a_table_message_is_posted_again(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    first = ann.board
    reposted: Any = await ann.person.slash(tavern, "table repost")
    await evening.quiet()
    assert "Here's your table." in reposted.text
    assert ann.board.id > first.id
    assert tavern.messages[-1].id == ann.board.id


async def test_a_table_message_is_posted_again_only_so_often(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="threes")
    for name in ("Ann", "Bob"):
        await evening.playground.member(name).slash(tavern, "table repost")
    await evening.quiet()
    last = ann.board
    refused: Any = await evening.playground.member("Cid").slash(tavern, "table repost")
    await evening.quiet()
    assert "again in" in refused.text
    assert ann.board == last


async def test_a_panel_offers_the_start_once_nobody_is_missing(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game="rogues_and_warriors")
    await evening.quiet()

    def starts() -> list[tuple[str, bool]]:
        return [(b.label, not b.disabled) for b in ann.panel.buttons if b.label.startswith("Start")]

    alone = [("Start with computer players", True)]
    assert starts() == alone
    passer = await bob.press("Start with computer players")
    assert "You're watching" in passer.text
    assert evening.table(tavern).session is None
    assert [seat.name for seat in evening.table(tavern).state.in_order()] == ["Ann"], "nobody sat down for it"
    await bob.press("Sit down")
    await evening.quiet()
    assert starts() == [("Start", True)]
    await bob.press("Leave")
    await evening.quiet()
    assert starts() == alone
    await bob.press("Sit down")
    await evening.quiet()
    await ann.press("Start")
    assert evening.table(tavern).session is not None


async def test_a_table_message_that_is_lost_on_its_way_is_posted_all_the_same(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.requests.retries.FIRST", 0.0)
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    first = ann.board
    evening.playground.faults.lose_request("POST", "/messages$", times=2)
    reposted: Any = await ann.person.slash(tavern, "table repost")
    await evening.quiet()
    assert "Something went wrong" not in reposted.text
    assert ann.board.id > first.id
    assert first.deleted


async def test_who_has_nothing_to_answer_is_shown_later_what_has_changed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quick exchange repaints only the panel of whoever is asked; the other's follows, or its next question does."""
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = await at_play(evening, "rogues_and_warriors")
    session = evening.table(tavern).session
    assert session is not None
    first, second = (ann, bob) if next(iter(session.match.open.values())).seat == 0 else (bob, ann)
    monkeypatch.setattr("cogs.live.hand_panels.LATER", 3600.0)
    before = first.panel.text
    check = next(each for each in first.choices(first.panel) if each.label == "Check")
    await first.person.press_raw(tavern, first.board.id, check.custom_id)
    await evening.playground.wait_for(lambda: second.choices(second.panel))
    assert first.panel.text == before
    # the panel that has not followed yet refuses kindly, and shows what is so now
    late = await first.person.press(first.panel, custom_id=first.choices(first.panel)[0].custom_id)
    assert "Too late, the game has moved on" in late.text
    assert not first.choices(first.panel)
    raises = next(each for each in second.choices(second.panel) if each.label.startswith("Bet"))
    await second.person.press(second.panel, custom_id=raises.custom_id)
    await evening.playground.wait_for(lambda: first.choices(first.panel))
    assert not any(b.label == "Check" for b in first.choices(first.panel))
