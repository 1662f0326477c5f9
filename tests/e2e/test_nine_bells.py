"""The Nine Bells through the real client: sign, ring, tear up."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.clock import HOUR
from bot.tables.registry import TableRegistry
from games.gembones.tripledip.nine_bells import DAY
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, worth

pytestmark = pytest.mark.rule("TD-R10")


async def test_a_contract_from_the_fine_print_to_the_torn_paper(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann = evening.playground.member("Ann")
    offer = (await ann.slash(tavern, "gembones bells")).message
    assert offer is not None
    assert "Sign the contract for three g20s?" in offer.text
    assert "until 20, 20, 20" not in offer.text, "the small print comes with the pen"
    await ann.press(offer, "Sign")
    fine_print = ann.ephemerals(tavern)[-1]
    assert "||you roll until 20, 20, 20, or for ever||" in fine_print.text
    await ann.press(fine_print, "Sign")
    panel = ann.ephemerals(tavern)[-1]
    assert "Guest of the Nine Bells" in panel.text
    assert "0 rolls so far, 666 left today. Without a press it ends <t:" in panel.text
    assert "Dice" not in panel.text, "nothing is rolled yet"
    await ann.press(panel, "Roll on")
    assert "13 rolls so far, 653 left today." in panel.text
    await ann.press(panel, "Roll on")
    assert "A little early: I'll try it" in panel.text
    evening.clock.advance(10)
    await evening.quiet()
    assert "26 rolls so far, 640 left today." in panel.text
    assert tavern.messages == [], "nothing stands in the channel"
    assert not [request.path for request in evening.playground.requests if request.status >= 400]
    sheet = await ann.slash(tavern, "my sheet")
    assert "Guest of the Nine Bells" in sheet.text
    # other games stay open
    await ann.slash(tavern, "table open", game="tripledip")
    await evening.quiet()
    assert [message.text[:12] for message in tavern.messages] == ["-# Fair play", "## Tripledip"]
    torn = (await ann.slash(tavern, "gembones prank", prank="tear-up")).message
    assert torn is not None
    assert "That costs the 3g20" in torn.text
    await ann.press(torn, "Tear up the contract")
    assert "You tore up the contract after 26 rolls." in torn.text
    assert await worth(evening, Player(evening, "Ann", tavern)) == 100
    reply = await ann.slash(tavern, "gembones prank", prank="tear-up")
    assert "You have no contract with the Nine Bells" in reply.text
    assert await evening.store.audit() == []


@pytest.mark.rule("GEM-R17")
async def test_no_contract_is_signed_on_a_first_evening(playground: Playground, tmp_path: Path) -> None:
    clock, path = HandClock(), tmp_path / "first.db"
    async with bot_on(playground, path, clock, first_evening=12 * HOUR) as bot:
        evening = Evening(playground, path, clock, bot)
        tavern, ann = playground.guild.channel("tavern"), playground.member("Ann")
        refused = await ann.slash(tavern, "gembones bells")
        ends = int(clock.now() + 12 * HOUR)
        assert "It's your first evening, so nothing leaves your purse." in refused.text
        assert f"you can sign <t:{ends}:R>" in refused.text
        assert evening.bot.service(TableRegistry).in_place(playground.guild.id) == []
        clock.advance(12 * HOUR + 1)
        assert "Sign the contract" in (await ann.slash(tavern, "gembones bells")).text


async def test_the_warning_and_the_end_are_said_where_it_was_signed(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann = evening.playground.member("Ann")
    offer = (await ann.slash(tavern, "gembones bells")).message
    assert offer is not None
    await ann.press(offer, "Sign")
    await ann.press(ann.ephemerals(tavern)[-1], "Sign")
    evening.clock.advance(12 * DAY)
    await evening.quiet()
    [warning] = tavern.messages
    assert ann.mention in warning.text
    assert "thirteen days without a press end your contract" in warning.text
    evening.clock.advance(DAY)
    await evening.quiet()
    assert "your contract is torn up" in tavern.messages[-1].text
    assert await worth(evening, Player(evening, "Ann", tavern)) == 100


async def test_the_option_at_a_table_leads_there(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="tripledip")
    await evening.quiet()
    table = evening.table(tavern)
    table.state.options["nine_bells"] = True
    panel = await ann.opens_hand()
    refused = await ann.person.press(panel.message, "Start")
    assert refused.message is not None
    assert "/gembones bells opens your own place for it" in refused.text
    offer = await ann.person.press(ann.person.ephemerals(tavern)[-1], "The Nine Bells")
    assert "Sign the contract for three g20s?" in offer.text


async def test_a_contract_that_cannot_go_on_is_called_off_by_its_member(evening: Evening) -> None:
    """It stands in no channel, so an admin names whose it is; what was paid for it comes back."""
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    assert "no contract" in (await ann.slash(tavern, "house refund", member=bob)).text
    offer = (await bob.slash(tavern, "gembones bells")).message
    assert offer is not None
    await bob.press(offer, "Sign")
    await bob.press(bob.ephemerals(tavern)[-1], "Sign")
    contract = next(iter(evening.bot.registry))
    await contract.persistence.suspend()
    assert "There's no table in this channel." in (await ann.slash(tavern, "house refund")).text
    assert "called off" in (await ann.slash(tavern, "house refund", member=bob)).text
    await evening.quiet()
    assert "an admin has called your contract off" in tavern.messages[-1].text
    assert await worth(evening, Player(evening, "Bob", tavern)) == 160
    offered = await bob.slash(tavern, "gembones bells")
    assert "Sign the contract for three g20s?" in offered.text
    assert await evening.store.audit() == []
