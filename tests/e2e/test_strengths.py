"""The strengths of computer players, as people see and choose them."""

from __future__ import annotations

from typing import Any

import pytest

from games.computer.levels import scales
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, sat_down, sets
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import TavernNight, rig, start_of


async def test_a_computer_player_is_made_weaker_where_it_is_seated(evening: Evening) -> None:
    [ann] = await sat_down(evening, "rogues_and_warriors", ["Ann"])
    reply = await ann.press("Add computer")
    await evening.quiet()
    assert reply.ephemeral
    assert "Old Marn is in seat 2 and plays at level 5. Level 5 is about as good as you" in reply.text
    assert "2 **Old Marn** (computer, level 5)" in ann.board.text
    chosen: Any = await ann.person.select(reply.message, "How well should it play?", ["3"])
    assert "Old Marn is in seat 2 and plays at level 3." in chosen.text
    await evening.quiet()
    assert "2 **Old Marn** (computer, level 3)" in ann.board.text
    await ann.press("Start")
    await evening.quiet()
    menu = f"t:{evening.table(ann.channel).state.id}:strength.1"
    late = await ann.person.press_raw(ann.channel, ann.board.id, menu, values=["9"])
    assert "You can do that once this hand is over." in late.text or "this hand" in late.text
    assert evening.table(ann.channel).state.seats[1].policy == "3"


async def test_a_strength_on_an_old_message_may_still_be_chosen(evening: Evening) -> None:
    [ann] = await sat_down(evening, "rogues_and_warriors", ["Ann"])
    await ann.press("Add computer")
    table = evening.table(ann.channel).state
    reply = await ann.person.press_raw(ann.channel, ann.board.id, f"t:{table.id}:strength.1.newcomer")
    assert "Old Marn is in seat 2 and plays at level 6." in reply.text
    reply = await ann.person.press_raw(ann.channel, ann.board.id, f"t:{table.id}:strength.1.wizard")
    assert table.seats[1].policy == "newcomer"


async def test_a_computer_player_as_good_as_the_member_is_offered(evening: Evening) -> None:
    [ann] = await sat_down(evening, "rogues_and_warriors", ["Ann"])
    reply = await ann.press("Add computer")
    assert "Level 5 is about as good as you; level 10 is the best here." in reply.text, (
        "Ann is new to the game"
    )
    assert "About as good as you:" not in str(reply.message.components), "it plays like that already"
    assert evening.table(ann.channel).state.seats[1].policy == "5"

    async def rating(*asked: object) -> float:
        return 700.0

    evening.table(ann.channel).live.context.hooks.ratings.insert(0, rating)
    reply = await ann.press("Add computer")
    assert "plays at level 10," in reply.text, "who has a rating gets what the table has"
    level = scales()["rogues_and_warriors"].level_near(700)
    chosen: Any = await ann.person.press(reply.message, f"About as good as you: level {level}")
    assert f"plays at level {level}" in chosen.text


async def test_a_newcomer_starts_with_computers_that_suit_them(evening: Evening) -> None:
    ann = Player(evening, "Ann", evening.playground.guild.channel("tavern"))
    opened = await ann.person.slash(ann.channel, "table open", game="rogues_and_warriors")
    await ann.person.press(opened.message, "Start with computer players")
    await evening.quiet()
    seats = evening.table(ann.channel).state.in_order()
    assert {seat.policy for seat in seats if seat.computer} == {"5"}


@pytest.mark.in_english
async def test_the_whole_table_is_set_by_its_host(evening: Evening) -> None:
    ann, bob = await sat_down(evening, "rogues_and_warriors", computers=2)
    refused = await sets(bob.person, bob.channel, {"Computer players": "newcomer"})
    assert "Only the host, Ann" in refused.text
    await sets(ann.person, ann.channel, {"Computer players": "newcomer"})
    await evening.quiet()
    assert ann.board.text.count("(computer, newcomer)") == 2
    await ann.press("Add computer")
    await evening.quiet()
    assert ann.board.text.count("(computer, newcomer)") == 3


async def test_a_temper_is_told_where_a_computer_sits_down(evening: Evening) -> None:
    [ann] = await sat_down(evening, "rogues_and_warriors", ["Ann"])
    await ann.press("Add computer")
    reply = await ann.press("Add computer")
    assert "Widow Pell is in seat 3 and plays at level 5, and bets carefully." in reply.text
    await ann.press("Start")
    await evening.quiet()
    assert evening.table(ann.channel).session is not None


async def test_a_shark_sits_in_the_tavern_and_wards_off_a_blow(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    blow = "Don't call me cute!"
    seats = {
        "Ann": Sits(hand=[blow]),
        "Cid": Sits("9/6/10", hand=["It grows back, you know"], extra=["potion.loaded_liquor"]),
    }
    rig(monkeypatch, start_of(seats))
    night = TavernNight(evening, list(seats))
    await night.ann.person.slash(night.channel, "table open", game="tavern")
    await evening.quiet()
    reply = await night.ann.press("Add computer")
    chosen = await night.ann.person.press(reply.message, "Shark")
    assert "Old Marn is in seat 2 and plays like a shark." in chosen.text
    await evening.quiet()
    await night.ann.press("Start")
    await evening.quiet()
    await night.draws("Ann")
    # with one rival left it needs no aim
    await night.ann.plays(blow)
    await night.until(lambda: "order" in night.kinds())
    assert night.has_happened("ignores")
    assert night.stands("Cid") == "9/6/10"
