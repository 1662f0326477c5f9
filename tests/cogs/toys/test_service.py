"""Blinsky's counter: tickets become toys, in the books and once a press."""

from __future__ import annotations

import pytest

from bot.user_errors import UserError
from db import Move, Transfer
from games.gembones.barovian_boneyard.toys import PRIZES, TICKETS
from tests.helpers.club import ANN, BOB, CHIEF, GUILD, Club


async def win(club: Club, tickets: int) -> None:
    """Ann has won so many tickets."""
    mint, ann = await club.store.mint(GUILD), await club.account(ANN)
    await club.store.commit(Transfer(f"won:{club.press()}", "result", [Move(mint, ann, TICKETS, tickets)]))


@pytest.mark.rule("BB-16", "BB-R3")
async def test_tickets_are_traded_for_toys_of_which_one_may_have_several(club: Club) -> None:
    await win(club, 36)
    before = await club.holds(ANN)
    await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", club.press())
    shelf = await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", club.press())
    assert (shelf.tickets, dict(shelf.toys)) == (16, {"one-eyed bat": 2})
    assert await club.toy_shop.shelf(GUILD, ANN) == shelf
    assert (await club.toy_shop.shelf(GUILD, BOB)).toys == {}, "everybody's own"
    assert await club.holds(ANN) == before, "no gembone is touched"
    assert (await club.wallet.show(GUILD, ANN)).scores == {TICKETS: 16}
    line = (await club.wallet.history(GUILD, ANN, limit=1))[0]
    assert (line.kind, line.memo, line.change) == ("toy", {"toy": "one-eyed bat"}, {TICKETS: -10})
    assert await club.store.audit() == []


@pytest.mark.rule("BB-R3")
async def test_every_toy_can_be_had_for_its_price_and_not_for_a_ticket_less(club: Club) -> None:
    for toy, price in PRIZES.items():
        await win(club, price - 1)
        with pytest.raises(UserError, match=f"{price} tickets; you have {price - 1}"):
            await club.toy_shop.trade(GUILD, ANN, toy, club.press())
        await win(club, 1)
        assert (await club.toy_shop.trade(GUILD, ANN, toy, club.press())).tickets == 0
    assert dict((await club.toy_shop.shelf(GUILD, ANN)).toys) == dict.fromkeys(PRIZES, 1)


async def test_one_press_is_one_toy(club: Club) -> None:
    await win(club, 100)
    press = club.press()
    await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", press)
    with pytest.raises(UserError) as again:
        await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", press)
    assert again.value.key == "done_already"
    with pytest.raises(UserError) as stale:
        await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", club.press(), seen=100)
    assert stale.value.key == "tickets_changed", "a second press on the same button"
    assert (await club.toy_shop.shelf(GUILD, ANN)).toys == {"one-eyed bat": 1}


async def test_an_unknown_toy_is_refused_with_those_there_are(club: Club) -> None:
    await win(club, 100)
    with pytest.raises(UserError, match="He has: one-eyed bat, headless doll"):
        await club.toy_shop.trade(GUILD, ANN, "teddy bear", club.press())
    assert (await club.toy_shop.shelf(GUILD, ANN)).tickets == 100


@pytest.mark.rule("BB-R3")
async def test_tickets_are_no_gift_and_no_money(club: Club) -> None:
    await win(club, 100)
    for work in (
        club.gifts.give(GUILD, ANN, BOB, "100 tickets", None, club.press()),
        club.wallet.exchange(GUILD, ANN, "100 tickets", "1g100", None, club.press()),
    ):
        with pytest.raises(UserError) as refused:
            await work
        assert refused.value.key == "amount"


async def test_the_house_that_starts_anew_takes_tickets_back_and_leaves_the_toys(club: Club) -> None:
    await win(club, 30)
    await club.toy_shop.trade(GUILD, ANN, "one-eyed bat", club.press())
    await club.admin.reset(GUILD, CHIEF)
    shelf = await club.toy_shop.shelf(GUILD, ANN)
    assert (shelf.tickets, dict(shelf.toys)) == (0, {"one-eyed bat": 1})
