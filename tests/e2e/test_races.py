"""FIREBALL as eight members play it: rate limits on, everybody presses as fast as they can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.person import Person
from bot.tables.table_actor import TableActor
from db.backend.names import Name
from games.engine import money as gems
from playground import Playground
from playground.server import PEOPLE
from playground.world.clock import PATIENCE
from tests.e2e.conftest import Evening
from tests.helpers.as_discord import as_discord
from tests.helpers.clicking import Player, worth


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    """As Discord is: with rate limits, and the bot at its ordinary pace of repainting."""
    async with as_discord(Playground(rate_limits=True, answer_within=PATIENCE)) as found:
        yield found


async def all_seated(evening: Evening) -> tuple[TableActor, list[Player]]:
    """The eight at one table, with a game begun and eight g6 put up by each."""
    tavern = evening.playground.guild.channel("tavern")
    players = [Player(evening, name, tavern) for name in PEOPLE]
    host, *others = players
    await host.person.slash(tavern, "table open", game="fireball")
    await evening.quiet()
    for player in others:
        await player.press("Sit down")
    await evening.quiet()
    return evening.table(tavern), players


async def stakes(evening: Evening, players: list[Player]) -> None:
    """All put up their gembones, and the house calls."""
    await evening.quiet()
    for player in players:
        reply = await player.press("Throw in eight g6s (48 pieces)")
        assert reply.acknowledged
    await evening.quiet()


async def press_on(table: TableActor, players: list[Player], *, on_board: bool, seconds: float) -> int:
    """Everybody presses Roll every so many seconds, on the table message or in their panels; gives how often.

    Only the table is waited for, not what is painted: the bot repaints at its ordinary pace meanwhile.
    """
    presses = 0

    async def press(player: Player) -> None:
        surface = player.board if on_board or player.panel is None else player.panel
        [roll] = [button for button in player.choices(surface) if button.label == "Roll"] or [None]
        if roll is not None:
            reply = await player.person.press(surface, custom_id=roll.custom_id)
            assert reply.acknowledged

    while table.session is not None:
        await asyncio.gather(*map(press, players))
        presses += len(players)
        players[0].evening.clock.advance(seconds)
        await table.wait_idle()
    return presses


async def settled_up(
    evening: Evening, table: TableActor, players: list[Player], before: dict[str, int]
) -> None:
    """What everybody owns is what they had, and what the result says."""
    assert table.last_match is not None
    assert table.last_match.result is not None
    won = {row.seat: gems.worth(row.change) for row in table.last_match.result.rows}
    assert any(won.values())
    names: dict[str, int] = {seat.name: seat.number for seat in table.state.in_order()}
    after = {player.name: await worth(evening, player) for player in players}
    assert after == {name: before[name] + won[names[name]] for name in before}
    assert await evening.store.audit() == []


@pytest.mark.rule("FB-03", "FB-R1", "FB-26")
@pytest.mark.parametrize("on_board", [True, False], ids=["table", "panels"])
async def test_eight_press_as_fast_as_they_can_and_nothing_is_refused(
    evening: Evening, on_board: bool
) -> None:
    table, players = await all_seated(evening)
    before = {player.name: await worth(evening, player) for player in players}
    await players[0].press("Start")
    await stakes(evening, players)
    assert table.racing
    session = table.session
    assert session is not None
    begun, first = len(session.match.rows), evening.clock.now()
    presses = await press_on(table, players, on_board=on_board, seconds=0.25)
    seconds = evening.clock.now() - first
    last = table.last_match
    assert last is not None
    rows = (await evening.store.match(session.id)).rows
    rolls = [row.seat for row in rows[begun:]]
    assert [(row.ask, row.seat, row.answer) for row in rows] == [
        (row.ask, row.seat, row.answer) for row in last.rows
    ], "every roll is in the journal"
    assert {row.by for row in rows[begun:]} == {"player"}
    each = {seat: rolls.count(seat) for seat in range(8)}
    assert max(each.values()) == int(seconds // 2), "one roll every two seconds, however often one presses"
    assert max(each.values()) - min(each.values()) <= 1, "and everybody has rolled as often"
    assert presses >= 4 * sum(each.values())
    await settled_up(evening, table, players, before)
    await evening.quiet()
    assert "casts the fireball" in players[0].board.text
    assert evening.playground.rate_limits.refusals == 0, "no request was one too many"
    for player in players:
        for told in player.person.ephemerals(player.channel):
            fine = ("Your hand", "Welcome to the table", "New here")
            assert any(words in told.text for words in fine), "no press was answered by a refusal"
            assert "has passed" not in told.text
    # and the next game begins
    for player in players:
        await player.press("Again")
    await evening.quiet()
    assert table.session is not None
    asked = (await players[0].opens_hand()).message
    assert any(button.label.startswith("Throw in eight g6s") for button in players[0].choices(asked))


@pytest.mark.rule("FB-R2")
async def test_eight_play_round_by_round(evening: Evening) -> None:
    table, players = await all_seated(evening)
    await table.lifecycle.set_up(Person(players[0].person.id, Name("Ann")), options={"mode": "rounds"})
    before = {player.name: await worth(evening, player) for player in players}
    await players[0].press("Start")
    await stakes(evening, players)
    await press_on(table, players, on_board=True, seconds=1.0)
    await settled_up(evening, table, players, before)
    assert evening.playground.rate_limits.refusals == 0


@pytest.mark.rule("FB-R6")
async def test_a_spectator_is_the_caller(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob, cid = (Player(evening, name, tavern) for name in PEOPLE[:3])
    await ann.person.slash(tavern, "table open", game="fireball")
    await evening.quiet()
    await bob.press("Sit down")
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    reply = await cid.press("Be the caller")
    assert "at the rail" in reply.text
    await stakes(evening, [ann, bob])
    table = evening.table(tavern)
    assert not table.racing
    assert "waiting for your call" in cid.panel.text
    reply = await cid.person.press(cid.panel, "Cast!")
    assert reply.acknowledged
    assert table.racing
