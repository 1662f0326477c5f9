"""An offering: a winner's share for the gods."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.conduct.texts import WORDS
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, sat_down, worth


async def lay(person: Any, channel: Any, deity: str, amount: str) -> Any:
    """Choose the prank, the altar, and the amount."""
    altars = await person.slash(channel, "gembones prank", prank="offering")
    asked = await person.press(altars.message, custom_id=f"altar:{deity}")
    return await person.submit(asked.modal, {"value": amount})


@pytest.mark.rule("L13-R12")
async def test_who_has_won_offers_and_nobody_else(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob = await sat_down(evening, "lucky_13")
    too_early = await lay(ann.person, tavern, "tymora", "1g4")
    assert "The altars are for winners" in too_early.text
    table = evening.table(tavern)
    winner: Player | None = None
    while winner is None:
        for player in (ann, bob):
            await player.press("Again" if table.last_match is not None else "Start")
            if table.last_match is None:
                break
        await evening.quiet()
        await play_out(evening, [ann, bob])
        winner = next((player for player in (ann, bob) if table.won_last(player.person.id)), None)
    loser = bob if winner is ann else ann
    before, luck = await worth(evening, winner), (table.state.seed, table.state.progress.deals)
    offered = await lay(winner.person, tavern, "tymora", "1g4")
    assert not offered.ephemeral
    assert f"**{winner.name}** lays 1g4 of copper on the altar of **Tymora**." in offered.text
    assert any(offered.text.endswith(line) for line in WORDS.altars["tymora"].blessings)
    assert await worth(evening, winner) == before - 4, "burnt"
    assert (table.state.seed, table.state.progress.deals) == luck, "it changes no luck"
    assert "Form +1" in (await winner.person.slash(tavern, "my sheet")).text
    refused = await lay(loser.person, tavern, "mask", "1g4")
    assert "The altars are for winners" in refused.text
    pieces = await lay(winner.person, tavern, "mask", "3 pieces")
    assert pieces.ephemeral
    assert "whole gembones" in pieces.text
    await ann.person.slash(tavern, "table close")
    late = await lay(winner.person, tavern, "mask", "1g4")
    assert "on the altar of **Mask**" in late.text, "the win counts though the table has closed"
    assert "Offering" in (await winner.person.slash(tavern, "purse history")).text
    assert await evening.store.audit() == []


def test_six_tricksters_have_an_altar() -> None:
    assert set(WORDS.altars) == {"garl", "brandobaris", "leira", "mask", "tymora", "waukeen"}
    assert all(altar.blessings for altar in WORDS.altars.values())
