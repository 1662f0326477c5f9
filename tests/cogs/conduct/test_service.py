"""The gambler's code for members: form, tips, gifts of the house."""

from __future__ import annotations

import pytest

from bot.members.profile_keys import FORM, OFFER, PRANK
from bot.members.standing import Standing
from bot.person import Person
from bot.user_errors import UserError
from cogs.conduct.service import ConductService
from cogs.conduct.texts import WORDS
from db import GUESTS, SaveAbout, Tally
from games.engine import money as gems
from tests.helpers.club import ANN, BOB, CHIEF, GUILD, Club


def conduct(club: Club) -> ConductService:
    return ConductService(club.accounts)


async def form(club: Club, person: Person) -> int:
    return (await conduct(club).standing(GUILD, person)).form


async def cursed(club: Club, person: Person, item: str, accused: int = 60, base: str = "gold") -> None:
    """Give a member the house's gift, as if they were caught cheating and took it."""
    offer = {"item": item, "accused": accused, "base": base}
    await club.store.commit(SaveAbout(await club.account(person), OFFER, offer))
    await conduct(club).accept(GUILD, person)


async def refused(work: object, reason: str) -> None:
    with pytest.raises(UserError) as caught:
        await work  # type: ignore[misc]
    assert caught.value.key == reason


# ---- form


@pytest.mark.rule("CODE-01", "CODE-R1")
def test_form_is_shown_as_a_title() -> None:
    def title(form: int) -> str:
        return Standing(form, None, None).title

    assert title(0) == "a guest like any other"
    assert title(3) == "well-mannered"
    assert title(4) == "of the finest form"
    assert title(99) == "a credit to the house"
    assert title(-1) == title(-3) == "of doubtful form"
    assert title(-4) == title(-100) == "watched by the staff"


@pytest.mark.rule("CODE-07", "CODE-R1")
async def test_a_do_over_is_refused_with_a_remark_and_costs_form(club: Club) -> None:
    assert await conduct(club).ask_doover(GUILD, ANN) in WORDS.remarks["doover"]
    await conduct(club).ask_doover(GUILD, ANN)
    assert await form(club, ANN) == -2
    assert await form(club, BOB) == 0


@pytest.mark.rule("CODE-04", "CODE-R5", "CODE-R1")
async def test_a_tip_to_the_house_goes_into_its_fund_and_is_good_form(club: Club) -> None:
    await club.hold(ANN, copper_g10=1)
    fund = await club.store.fund(GUILD, "copper", GUESTS)
    await club.gifts.tip(GUILD, ANN, None, "g4", None, club.press())
    assert await club.holds(ANN) == "1g6"
    assert gems.of_base("copper", await club.store.balances(fund)) == {"g4": 1}
    await club.gifts.tip(GUILD, ANN, None, "g6", None, club.press())
    assert await club.holds(ANN) == "nothing", "to the last gembone: the house's tips have no limit"
    assert await form(club, ANN) == 2


@pytest.mark.rule("CODE-R5", "GEM-R14", "GEM-X9")
async def test_a_tip_to_a_member_leaves_the_tipper_a_full_sets_worth(club: Club) -> None:
    await club.hold(ANN, copper_g100=1, copper_g20=3, copper_g10=1)
    await refused(club.gifts.tip(GUILD, ANN, BOB, "1g12", None, club.press()), "gift_floor")
    assert await form(club, ANN) == 0
    await club.hold(BOB, copper_g10=1)
    await club.gifts.tip(GUILD, ANN, BOB, "1g10", None, club.press())
    assert await club.holds(BOB) == "2g10"
    assert await form(club, ANN) == 1


@pytest.mark.rule("CODE-R5", "GEM-R14")
async def test_tips_are_whole_gembones_between_games_and_once_a_press(club: Club) -> None:
    await club.hold(ANN, copper_g100=3, copper_piece=5)
    await refused(club.gifts.tip(GUILD, ANN, None, "5 pieces", None, club.press()), "pieces_given")
    await refused(club.gifts.tip(GUILD, ANN, ANN, "1g4", None, club.press()), "to_oneself")
    await refused(club.gifts.tip(GUILD, ANN, None, "9g100", None, club.press()), "not_owned")
    key = club.press()
    await club.gifts.tip(GUILD, ANN, None, "1g100", None, key)
    await refused(club.gifts.tip(GUILD, ANN, None, "1g100", None, key), "done_already")
    assert await form(club, ANN) == 1
    table = await club.registry.open(GUILD, 1, ANN, "threes")
    await table.seating.sit(BOB)
    await table.lifecycle.start(ANN)
    await refused(club.gifts.tip(GUILD, ANN, None, "1g100", None, club.press()), "gift_playing")
    await refused(club.gifts.tip(GUILD, CHIEF, BOB, "1g4", None, club.press()), "gift_to_player")


async def test_form_of_a_member_who_is_forgotten_is_gone(club: Club) -> None:
    account = await club.account(ANN)
    await club.store.commit(Tally(account, FORM, 5), Tally(account, FORM, -2))
    assert (await club.store.export_member(GUILD, 1))["about"] == {"form": 3}
    await club.store.delete_member(GUILD, 1)
    assert await club.store.about(account) == {}


# ---- gifts of the house


@pytest.mark.rule("CODE-13", "CODE-R3")
async def test_an_offer_may_be_taken_or_declined_and_one_gift_is_enough(club: Club) -> None:
    await refused(conduct(club).accept(GUILD, ANN), "no_offer")
    await cursed(club, ANN, "belt")
    manners = await conduct(club).standing(GUILD, ANN)
    assert manners.prank == {"item": "belt", "accused": 60, "base": "gold", "donated": 0}
    assert manners.offer is None
    account = await club.account(ANN)
    await club.store.commit(SaveAbout(account, OFFER, {"item": "stone", "accused": 4, "base": "copper"}))
    await refused(conduct(club).accept(GUILD, ANN), "one_item")
    await conduct(club).decline(GUILD, ANN)
    assert (await conduct(club).standing(GUILD, ANN)).offer is None


@pytest.mark.rule("CODE-14", "CODE-X1", "CODE-R4")
async def test_donations_add_up_to_ten_times_the_accusation(club: Club) -> None:
    await club.hold(ANN, gold_g100=5, gold_g20=10, copper_g100=9)
    await cursed(club, ANN, "greatsword", accused=60, base="gold")
    await refused(club.gifts.donate(GUILD, ANN, "copper 9g100", club.press()), "curse_base")
    assert await club.gifts.donate(GUILD, ANN, "5g100", club.press()) == (100, 500)
    assert await club.gifts.donate(GUILD, ANN, "4g20 + 1g10 + 1g8", club.press()) == (2, 98)
    assert (await conduct(club).standing(GUILD, ANN)).prank is not None, "598 are not enough"
    assert await club.gifts.donate(GUILD, ANN, "1g4", club.press()) == (0, 4)
    assert (await conduct(club).standing(GUILD, ANN)).prank is None
    await refused(club.gifts.donate(GUILD, ANN, "1g4", club.press()), "no_curse")


@pytest.mark.rule("CODE-X1", "CODE-R4")
async def test_a_donation_of_the_very_amount_is_enough(club: Club) -> None:
    await club.hold(ANN, gold_g100=6)
    await cursed(club, ANN, "greatsword", accused=60, base="gold")
    assert await club.gifts.donate(GUILD, ANN, "6g100", club.press()) == (0, 600)
    assert (await conduct(club).standing(GUILD, ANN)).prank is None


@pytest.mark.rule("CODE-R4")
async def test_a_curse_is_hidden_or_cleared_without_a_donation(club: Club) -> None:
    await refused(conduct(club).toggle_hidden(GUILD, ANN), "no_curse")
    await cursed(club, ANN, "stone")
    assert await conduct(club).toggle_hidden(GUILD, ANN)
    assert not await conduct(club).toggle_hidden(GUILD, ANN)
    await refused(conduct(club).clear(GUILD, BOB, ANN), "not_admin")
    await conduct(club).clear(GUILD, CHIEF, ANN)
    assert (await conduct(club).standing(GUILD, ANN)).prank is None
    await refused(conduct(club).clear(GUILD, CHIEF, ANN), "not_cursed")
    assert [line.action for line in await club.store.audit_log(GUILD)] == ["curse cleared"]


@pytest.mark.rule("CODE-16", "CODE-17", "CODE-R3")
async def test_items_do_what_they_do_for_who_has_them(club: Club) -> None:
    await refused(conduct(club).wish(GUILD, ANN), "no_item")
    await cursed(club, ANN, "duck_blade")
    assert 10 <= await conduct(club).wish(GUILD, ANN) <= 1000
    await refused(conduct(club).wish(GUILD, ANN), "wished")
    await refused(conduct(club).damage(GUILD, ANN), "no_item")
    await cursed(club, BOB, "greatsword")
    assert await conduct(club).damage(GUILD, BOB) == 2
    assert PRANK in await club.store.about(await club.account(BOB))
