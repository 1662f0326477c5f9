"""Tickets from the table to Blinsky's counter, by presses alone."""

from __future__ import annotations

from typing import Any

import pytest

from db import Move, Transfer
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, sets


def labels(reply: Any) -> list[str]:
    """The buttons of an answer."""
    return [b.label for b in reply.message.buttons]


async def win(evening: Evening, player: Player, tickets: int) -> None:
    """A member has won so many tickets, at some table."""
    guild = evening.playground.guild.id
    member = await evening.store.find_member(guild, player.person.id)
    assert member is not None
    move = Move(await evening.store.mint(guild), member, "tickets", tickets)
    await evening.store.commit(Transfer(f"won:{tickets}", "result", [move]))


@pytest.mark.in_english
@pytest.mark.luck(2)
@pytest.mark.rule("BB-15", "BB-16", "BB-R3")
async def test_what_is_won_with_blinsky_is_traded_at_his_counter(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    empty: Any = await ann.person.slash(tavern, "gembones toys")
    assert empty.ephemeral
    assert (
        "You have **0 tickets**. Barovian Boneyard with the variant Blinsky gives one for each" in empty.text
    )
    assert all(b.disabled for b in empty.message.buttons)
    await ann.person.slash(tavern, "table open", game="barovian_boneyard", gembones=True)
    await sets(ann.person, tavern, {"Variants": ["blinsky"]})
    await evening.quiet()
    assert "Blinsky's toys" not in [b.label for b in ann.board.buttons]
    await ann.press("Start")
    while (await evening.store.balances(await purse(evening, ann))).get("tickets", 0) < 10:
        await evening.quiet()
        await play_out(evening, [ann])
        more = (await ann.person.press(ann.board, "More…")).message
        assert more is not None
        if "Blinsky's toys" not in [b.label for b in more.buttons]:
            await ann.press("Again")
    await evening.quiet()
    shelf = await ann.press("Blinsky's toys")
    assert shelf.ephemeral
    bought = await ann.person.press(shelf.message, "10 tickets")
    assert "The one-eyed bat is yours." in bought.text
    assert "**One-eyed bat** ×1" in bought.text
    assert await evening.store.audit() == []


async def purse(evening: Evening, player: Player) -> int:
    """A member's account."""
    member = await evening.store.find_member(evening.playground.guild.id, player.person.id)
    assert member is not None
    return member


@pytest.mark.rule("BB-R3")
async def test_purse_history_and_sheet_show_the_toys(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    plain = await ann.person.slash(tavern, "purse show")
    assert labels(plain) == ["Words"]
    await win(evening, ann, 45)
    shown = await ann.person.slash(tavern, "purse show")
    assert "Tickets 45" in shown.text
    shelf: Any = await ann.person.press(shown.message, "Blinsky's toys")
    assert "You have **45 tickets**." in shelf.text
    assert [b.label for b in shelf.message.buttons if b.disabled] == [
        f"{n} tickets" for n in (50, 100, 250, 500)
    ]
    first = shelf.message
    assert first is not None
    await ann.person.press(first, "25 tickets")
    again = await ann.person.press_raw(tavern, first.id, "toys:1:45")
    assert "Your tickets changed since you looked, so nothing was traded." in again.text
    assert "You have **20 tickets**." in again.text
    await ann.person.press_raw(tavern, first.id, "toys:0:20")
    await ann.person.press_raw(tavern, first.id, "toys:0:10")
    dear = await ann.person.press_raw(tavern, first.id, "toys:5:0")
    assert "life-size double of a player: 500 tickets; you have 0." in dear.text
    for nonsense in ("toys:6:0", "toys:x:0", "toys:", "toys:0:-1"):
        assert (
            "Too late, the game has moved on" in (await ann.person.press_raw(tavern, first.id, nonsense)).text
        )
    mine = await ann.person.slash(tavern, "purse show")
    assert "Toys · one-eyed bat ×2, headless doll" in mine.text
    assert "Tickets" not in mine.text
    history = await ann.person.slash(tavern, "purse history")
    assert "Blinsky's toy, headless doll · −25 tickets" in history.text
    sheet = await ann.person.slash(tavern, "my sheet", show=True)
    assert "Blinsky's toys: one-eyed bat ×2, headless doll" in sheet.text
