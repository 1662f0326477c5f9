"""Members deal for the hag: from the rail or from a seat, by pressing what they see."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, sat_down, worth

OPTIONS = {"dealer": True, "gembones": "g20", "codes": False}


async def names(dealer: Player, label: str, *faces: int) -> None:
    """In their panel: for whom the bargain is, and on which faces of a g20."""
    await dealer.person.press(dealer.panel, label)
    [menu] = [menu for menu in dealer.panel.selects if menu.custom_id.startswith("s:")]
    await dealer.person.select(dealer.panel, menu.custom_id, [str(face - 1) for face in faces])


def rolled(evening: Evening, channel: Any) -> dict[str, Any]:
    """What the last match told of each kind of event."""
    last = evening.table(channel).last_match
    assert last is not None
    return {event.kind: event.values for event in last.events}


async def against_the_hag(evening: Evening) -> tuple[Player, Player]:
    """Ann and Bob at play, by the options of this file."""
    ann, bob = await sat_down(evening, "hags_haggle")
    evening.table(ann.channel).state.options.update(OPTIONS)
    # these stakes are dearer than those at which Bob sat down
    await bob.press("Sit down")
    await ann.press("Start")
    await evening.quiet()
    return ann, bob


@pytest.mark.rule("HH-R6", "HH-05", "HH-33")
async def test_a_spectator_offers_a_bargain_that_only_its_player_reads(evening: Evening) -> None:
    ann, bob = await against_the_hag(evening)
    tavern = ann.channel
    cid = Player(evening, "Cid", tavern)
    reply = await cid.press("Be the dealer")
    assert "at the rail" in reply.text
    await evening.quiet()
    assert not [button for button in ann.board.buttons if button.label == "Be the dealer"], "one is enough"
    before = {player.name: await worth(evening, player) for player in (ann, bob)}
    for player in (ann, bob):
        await player.opens_hand()
        await player.person.press(player.panel, "Wager 1")
    await evening.quiet()
    assert "who gets a bargain?" in cid.panel.text
    await names(cid, "Ann", 7, *range(11, 15))
    assert "Up to 3 to 1" in cid.panel.text
    assert [b.label for b in cid.choices(cid.panel)] == [
        "Other odds",
        "1 to 1",
        "No bargain",
    ]
    await cid.person.press(cid.panel, "1 to 1")
    await evening.quiet()
    terms = "1 to 1 on one more g20, if your die 1 shows 7 or 11 to 14"
    await ann.opens_hand()
    assert f"Cid offers {terms}" in ann.panel.text
    await bob.opens_hand()
    assert "1 to 1" not in bob.panel.text + bob.board.text, "private until it is made"
    await ann.person.press(ann.panel, "Strike the bargain")
    await evening.quiet()
    assert "Ann strikes a bargain: 1 to 1 for a g20, if die 1 shows 7 or 11 to 14" in bob.board.text
    await cid.opens_hand()
    await cid.person.press(cid.panel, "No bargain now")
    await cid.person.press(cid.panel, "No bargain now")
    await evening.quiet()
    assert evening.table(tavern).session is None
    told = rolled(evening, tavern)
    last = evening.table(tavern).last_match
    assert last is not None
    assert last.result is not None
    owned = {player.name: await worth(evening, player) for player in (ann, bob)}
    held = "bargain_won" in told
    assert held != ("bargain_lost" in told)
    assert ("The bargain of Ann holds: 3g20." in ann.board.text) == held, "the result tells of it"
    side = 60 if held else -20
    for place, player in enumerate((ann, bob)):
        verdict = {"match": 180, "exceed": -10, "lower": -20}
        [kind] = [each.kind for each in last.events if each.kind in verdict and each.values["seat"] == place]
        change = verdict[kind] + (side if player is ann else 0)
        assert owned[player.name] == before[player.name] + change
    assert await evening.store.audit() == []
    reply = await cid.press("Sit down")
    assert "You're in seat 3" in reply.text, "the rail is for one game"


@pytest.mark.rule("HH-R6", "HH-11")
async def test_the_host_deals_from_the_own_seat_and_a_stop_loses_no_offer(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path = HandClock(), tmp_path / "dealer.db"
    tavern = playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        ann, bob = await against_the_hag(evening)
        await ann.press("Deal instead")
        await evening.quiet()
        await bob.press("Wager 1")
        await evening.quiet()
        await ann.opens_hand()
        await ann.person.press(ann.panel, "No bargain now")
        await evening.quiet()
        assert "The rolls are settled" in ann.panel.text
        await names(ann, "Bob", *range(11, 21))
        await ann.person.press(ann.panel, "1 to 1")
        await evening.quiet()
    clock.advance(60)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        bob.evening = evening
        await bob.opens_hand()
        assert (
            "Ann offers 1 to 1 on one more g20 if it shows 11 to 20. If not, you lose it." in bob.panel.text
        )
        await bob.person.press(bob.panel, "Strike the bargain")
        await evening.quiet()
        told = rolled(evening, tavern)
        face = int(told["bargain_rolls"]["die"].split(":")[1])
        assert ("bargain_won" in told) == (face > 10)
        assert await evening.store.audit() == []
