"""Newcomers, and members who are short, play for points among friends who pay; and what a press risks is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.clock import HOUR
from db import Move, Transfer
from games.engine import money as gems
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, play_out, sat_down, sets

pytestmark = pytest.mark.rule("GEM-R17")
RW = "rogues_and_warriors"


async def owns(evening: Evening, player: Player) -> int:
    """Return what a member owns in copper, tables included."""
    account = await evening.store.find_member(evening.playground.guild.id, player.person.id)
    assert account is not None
    return gems.worth(gems.of_base("copper", await evening.store.owned(account)))


async def leave_with(evening: Evening, name: str, pieces: int) -> None:
    """Let a member own exactly this many pieces of copper."""
    guild, person = evening.playground.guild.id, evening.playground.member(name)
    await person.slash(evening.playground.guild.channel("tavern"), "purse show")
    account = await evening.store.find_member(guild, person.id)
    assert account is not None
    mint = await evening.store.mint(guild)
    moves = [Move(account, mint, unit, n) for unit, n in (await evening.store.balances(account)).items()]
    moves += [Move(mint, account, f"copper.{unit}", n) for unit, n in gems.make_up(pieces).items()]
    await evening.store.commit(Transfer(f"own:{name}", "grant", moves))


async def test_the_first_evening_is_for_points_and_says_so(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "first.db"
    async with bot_on(playground, path, clock, first_evening=12 * HOUR) as bot:
        evening = Evening(playground, path, clock, bot)
        tavern: Any = playground.guild.channel("tavern")
        bob = Player(evening, "Bob", tavern)
        reply = await bob.person.slash(tavern, "table open", game=RW)
        assert "It's your first evening, so you play for points" in reply.text
        assert reply.text.count("nothing leaves your purse") == 1, "the welcome does not say it too"
        await evening.quiet()
        ann = Player(evening, "Ann", tavern)
        await ann.press("Sit down")
        await evening.quiet()
        assert "buy-in 50 · for fun" in bob.board.text
        purse = await bob.person.slash(tavern, "purse show")
        assert "Your first evening is for points: nothing leaves this purse." in purse.text
        off = await ann.person.run(tavern, "house first-evening", {"for_points": False})
        assert "from their first seat on" in off.text
        assert "first evening" not in (await bob.person.slash(tavern, "purse show")).text


async def test_a_friend_who_is_short_plays_for_points(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    await leave_with(evening, "Cid", 36)
    ann, bob, cid = (Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid"))
    await ann.person.slash(tavern, "table open", game=RW, stake=50)
    await evening.quiet()
    await bob.press("Sit down")
    reply = await cid.press("Sit down")
    assert "You're 14 short for this table, so you play for points this time." in reply.text
    assert "You bring a **buy-in**" not in reply.text, "the welcome of a seat for points promises no buy-in"
    await evening.quiet()
    assert "copper table · buy-in 50 · Cid for points" in ann.board.text
    await ann.press("Start")
    await evening.quiet()
    await play_out(evening, [ann, bob, cid])
    assert "For points, so nobody won from them or lost to them: Cid." in ann.board.text
    told = (await cid.opens_hand()).text
    assert not re.search(r"(won|lost) \d+\b(?! points?\b)", told), "what Cid won or lost is points"
    assert await owns(evening, cid) == 36
    assert await owns(evening, ann) + await owns(evening, bob) == 320


async def test_the_card_of_a_result_says_who_played_for_points(gallery: Evening) -> None:
    tavern: Any = gallery.playground.guild.channel("tavern")
    await leave_with(gallery, "Cid", 36)
    ann, bob, cid = (Player(gallery, name, tavern) for name in ("Ann", "Bob", "Cid"))
    await ann.person.slash(tavern, "table open", game=RW, stake=50)
    await gallery.quiet()
    for player in (bob, cid):
        await player.press("Sit down")
    await ann.press("Start")
    await play_out(gallery, [ann, bob, cid])
    [card] = ann.board.attachments
    assert card.description.endswith("Cid for points.")


async def test_a_seat_that_risks_more_than_a_third_of_a_purse_says_so(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game=RW, stake=60)
    await evening.quiet()
    assert "That's 60 of your 160 copper." in (await bob.press("Sit down")).text


async def test_nobody_signs_a_contract_that_they_cannot_pay(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    await leave_with(evening, "Bob", 52)
    reply = await evening.playground.member("Bob").slash(tavern, "gembones bells")
    assert "That takes 60 copper and you have 52." in reply.text


async def test_a_wager_that_a_purse_cannot_pay_has_no_button(evening: Evening) -> None:
    await leave_with(evening, "Ann", 20)
    [ann] = await sat_down(evening, "barovian_boneyard", ("Ann",))
    await ann.sets({"At the table": ["for_gembones"]})
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    labels = [b.label for b in ann.panel.buttons]
    assert "Wager 3" in labels
    assert "Wager 5" not in labels
    assert "That's 18 of your 20 copper." in ann.panel.text


async def test_a_press_on_the_table_that_risks_much_is_asked_once_more_in_private(evening: Evening) -> None:
    ann, bob = await sat_down(evening, "tiamat", ("Ann", "Bob"))
    await ann.press("Start")
    await evening.quiet()
    asked = await bob.person.press(bob.board, "Put up a g100")
    await evening.quiet()
    assert asked.ephemeral
    assert asked.message is not None
    assert "That's 100 of your 160 copper." in asked.text
    assert [b.label for b in asked.message.buttons] == ["Put up a g100"]
    session = evening.table(bob.channel).session
    assert session is not None
    assert len(session.match.open) == 2, "nothing is answered yet"
    await bob.person.press(asked.message, "Put up a g100")
    await evening.quiet()
    assert len(session.match.open) == 1


async def test_a_small_wager_on_the_table_counts_at_once(evening: Evening) -> None:
    ann, bob = await sat_down(evening, "barovian_boneyard", ("Ann", "Bob"))
    await ann.press("Start")
    await evening.quiet()
    await bob.person.press(bob.board, "Wager 1")
    await evening.quiet()
    session = evening.table(bob.channel).session
    assert session is not None
    assert len(session.match.open) == 1


async def test_the_most_that_another_amount_may_risk_is_said(evening: Evening) -> None:
    """Five wagers are a small part of the purse; ten, by *Other amount*, are more than a third."""
    [ann] = await sat_down(evening, "barovian_boneyard", ("Ann",))
    await ann.sets({"At the table": ["for_gembones"]})
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    assert "Other amount" in [b.label for b in ann.panel.buttons]
    assert "That's up to 60 of your 160 copper." in ann.panel.text
    form = await ann.person.press(ann.panel, "Other amount")
    assert "From 1 to 10. That's up to 60 of your 160 copper. How many g6" in str(form.modal)


async def test_who_brings_more_of_a_purse_reads_how_much_of_it_that_may_be(evening: Evening) -> None:
    """Without Table Stakes the whole purse may be brought to a pot, in several parts."""
    players = await sat_down(evening, RW, ("Ann", "Bob"))
    await players[0].sets({"Variants": ["minimum_raise"]})
    await evening.quiet()
    await players[0].press("Start")
    await evening.quiet()
    for player in players:
        await player.opens_hand()
        await player.person.press(player.panel, "Agreed")
        await evening.quiet()
    [player] = [player for player in players if any(b.label == "Bring more" for b in player.panel.buttons)]
    await player.person.press(player.panel, "Bring more")
    await evening.quiet()
    assert "That's up to 145 of your 145 copper." in player.panel.text
    form = await player.person.press(player.panel, "Other amount")
    await player.person.submit(form.modal, {"value": "45"})
    await evening.quiet()
    await player.person.press(player.panel, "Bring more")
    await evening.quiet()
    assert "That's up to 100 of your 100 copper." in player.panel.text


async def test_a_table_that_turns_to_money_asks_by_one_button_that_says_what_it_costs(
    evening: Evening,
) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game=RW)
    await ann.sets({"Stakes": "For fun"})
    assert "This table plays for fun: it costs you nothing." in (await bob.press("Sit down")).text
    await ann.sets({"Stakes": "A buy-in that fits"})
    await evening.quiet()
    assert "plays for fun" not in bob.panel.text
    assert "You haven't agreed to these stakes yet" in bob.panel.text
    assert "You bring a **buy-in** of 15" in bob.panel.text
    [agrees] = [each for each in bob.panel.buttons if each.label.startswith("I'm in")]
    assert agrees.label == "I'm in for 15 copper"
    await bob.person.press(bob.panel, custom_id=agrees.custom_id)
    await evening.quiet()
    assert "I'm in" not in str([each.label for each in bob.panel.buttons])
    assert "agreed" not in bob.panel.text
    await ann.press("Start")
    await evening.quiet()
    await play_out(evening, [ann, bob])
    await sets(ann.person, tavern, {"Stakes": "Buy-in 50"})
    await evening.quiet()
    assert "I'm in for 50 copper" in [each.label for each in bob.panel.buttons], "in place of Again"
    assert "Again" not in [each.label for each in bob.panel.buttons]
