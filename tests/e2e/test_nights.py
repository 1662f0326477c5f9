"""An evening of Adventurer's Choice, with somebody who comes late and goes early."""

from __future__ import annotations

import pytest

from games.engine import Match
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, acting, play_out, worth

GAME = "Rogues and Warriors"


def between(match: Match) -> bool:
    """Whether the night waits for the choice of the next game."""
    return any(ask.prompt.kind == "game" for ask in match.open.values())


async def choose(evening: Evening, players: list[Player]) -> None:
    """The Starting Player chooses Rogues and Warriors, without anything added."""
    for label in (GAME, "Play"):
        chooser = acting(evening, players)
        panel = (await chooser.opens_hand()).message
        [menu] = panel.selects
        [chosen] = [option.value for option in menu.options if option.label.startswith(label)]
        await chooser.person.select(panel, menu.custom_id, [chosen])
        await evening.quiet()


@pytest.mark.rule("ADV-R7")
async def test_a_member_joins_a_night_plays_the_next_game_and_leaves(evening: Evening) -> None:
    tavern = evening.playground.guild.channel("tavern")
    ann, bob, dot = (Player(evening, name, tavern) for name in ("Ann", "Bob", "Dot"))
    await ann.person.slash(tavern, "table open", game="adventurers_choice")
    await evening.quiet()
    await bob.press("Sit down")
    before = {player.name: await worth(evening, player) for player in (ann, bob)}
    await ann.press("Start")
    await evening.quiet()
    await choose(evening, [ann, bob])

    watching = (await dot.press("My hand")).message
    assert watching is not None
    assert "watching" in watching.text
    reply = await dot.person.press(watching, "Sit down")
    assert "You're in seat 3. You're in from the next game." in reply.text
    await evening.quiet()
    assert "Dot sits down for the next game." in ann.board.text
    before["Dot"] = await worth(evening, dot)
    for player in (ann, bob):
        await player.opens_hand()
    await play_out(evening, [ann, bob], until=between)
    assert "**Dot** · 50" in ann.board.text

    await choose(evening, [ann, bob, dot])
    await dot.opens_hand()
    table = evening.table(tavern)
    assert table.session is not None
    seat = table.viewer_of(dot.person.id)
    await play_out(evening, [ann, bob, dot], until=lambda match: any(row.seat == seat for row in match.rows))
    left = (
        await dot.press("Leave") if table.session is None else await dot.person.slash(tavern, "table leave")
    )
    assert "left the table" in left.text or left.text.startswith("You leave with ")
    await evening.quiet()
    await play_out(evening, [ann, bob])

    assert table.last_match is not None
    result = table.last_match.result
    assert result is not None
    won = {
        player.name: row.change.get("piece", 0)
        for row in result.rows
        for player in (ann, bob, dot)
        if row.seat == (seat if player is dot else table.viewer_of(player.person.id))
    }
    assert {player.name: await worth(evening, player) for player in (ann, bob, dot)} == {
        name: there + won[name] for name, there in before.items()
    }
    dots = next(row for row in result.rows if row.seat == seat)
    assert dots.place is None
    assert table.state.seat_of(dot.person.id) is None
    assert await evening.store.audit() == []
