"""Spectators bet on a duel of dragons, by pressing what they see."""

from __future__ import annotations

import pytest

from tests.bot.tables.test_side_bets import OPTIONS, secret_of_a_duel
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, play_out, worth


@pytest.mark.rule("TM-39", "TM-R11")
async def test_two_spectators_bet_and_one_is_right(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob, cid, dot = (Player(evening, name, tavern) for name in ("Ann", "Bob", "Cid", "Dot"))
    for spectator in (cid, dot):
        await spectator.person.slash(tavern, "purse show")
    await ann.person.slash(tavern, "table open", game="tiamat")
    await evening.quiet()
    await bob.press("Sit down")
    await evening.quiet()
    table = evening.table(tavern)
    table.state.options.update(OPTIONS)
    table.state.seed = secret_of_a_duel(1)
    await ann.press("Start")
    for label in ("Put up a g100", "Keep all", "Fight it out"):
        await evening.quiet()
        for player in (ann, bob):
            await player.opens_hand()
            await player.person.press(player.panel, label)
    await evening.quiet()
    assert "showdown of dragons" in cid.board.text
    for spectator, on, sum_ in ((cid, "Ann", "Bet 20"), (dot, "Bob", "Bet 4")):
        reply = await spectator.press("Bet on the duel")
        assert "at the rail" in reply.text
        await spectator.person.press(spectator.panel, on)
        reply = await spectator.person.press(spectator.panel, sum_)
        assert "Waiting for the others" in reply.text
    await evening.quiet()
    assert "Cid bets 20 on Ann." in cid.board.text
    owned = {player.name: await worth(evening, player) for player in (cid, dot)}
    assert owned == {"Cid": 160, "Dot": 160}, "what is set aside is theirs"
    evening.clock.advance(10)
    await play_out(evening, [ann, bob])
    assert "Cid" in ann.board.text, "the result tells of the bets"
    assert "bet 20 on Ann" in ann.board.text
    won = (10, -10) if "The hoard goes to Ann" in ann.board.text else (-20, 20)
    assert (await worth(evening, cid), await worth(evening, dot)) == (160 + won[0], 160 + won[1])
    assert await evening.store.audit() == []
    reply = await cid.press("Sit down")
    assert "You're in seat 3" in reply.text
