"""The card of an evening, through the real client: one a channel, after an hour of silence or by command."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from cogs.evening.cog import SILENCE
from cogs.evening.service import tell_evening
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import at_play, play_out, sat_down


async def two_games(evening: Evening, game: str = "rogues_and_warriors") -> list[Any]:
    """Two members play a game twice."""
    players = await at_play(evening, game)
    await play_out(evening, players)
    table = evening.table(players[0].channel)
    for player in players:
        if table.session is None:
            await player.press("Again")
            await evening.quiet()
    await play_out(evening, players)
    return players


def cards(channel: Any) -> list[Any]:
    """The evening cards in a channel."""
    return [message for message in channel.messages if "night: " in message.text and "played" in message.text]


async def passes(evening: Evening, seconds: float) -> None:
    """Let time pass."""
    evening.clock.advance(seconds)
    await evening.bot.schedule.wait_idle()
    await evening.quiet()


async def test_an_hour_after_the_last_game_the_evening_is_told_once(evening: Evening, tavern: Any) -> None:
    await two_games(evening)
    await passes(evening, SILENCE - 60)
    assert not cards(tavern)
    await passes(evening, 120)
    [card] = cards(tavern)
    assert "Rogues and Warriors: " in card.text
    await passes(evening, 3 * SILENCE)
    assert len(cards(tavern)) == 1


async def test_the_card_is_drawn_and_says_the_same_to_a_screen_reader(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    evening.bot.pictures = True
    await two_games(evening)
    await ann.slash(tavern, "night end")
    await evening.quiet()
    card = tavern.messages[-1]
    assert "the night" in card.text
    [attachment] = card.attachments
    assert "Rogues and Warriors: " in attachment.description


async def test_the_card_names_the_next_night_that_is_planned_there(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    await ann.slash(tavern, "night plan", when="tomorrow 8pm", game="threes")
    await ann.slash(evening.playground.guild.channel("cellar"), "night plan", when="tomorrow 7pm")
    await two_games(evening)
    await ann.slash(tavern, "night end")
    await evening.quiet()
    [card] = cards(tavern)
    assert re.search(r"Next: \*\*Threes\*\*, <t:\d+:F>\.", card.text)
    assert "/today" not in card.text, "one line leads on"


async def test_one_game_has_no_card(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    assert "too little to tell" in (await ann.slash(tavern, "night end")).text
    await passes(evening, 2 * SILENCE)
    assert not cards(tavern)


async def test_only_those_who_played_end_the_evening(evening: Evening, tavern: Any) -> None:
    await two_games(evening)
    eve = evening.playground.member("Eve")
    refused = await eve.slash(tavern, "night end")
    assert "Only those who played tonight" in refused.text


async def test_a_closed_table_belongs_to_the_evening(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    await ann.slash(tavern, "night end")
    await evening.quiet()
    [card] = cards(tavern)
    assert "Rogues and Warriors: " in card.text
    assert "Threes: " in card.text


async def test_a_game_begun_meanwhile_puts_the_card_off(evening: Evening, tavern: Any) -> None:
    await two_games(evening)
    await passes(evening, SILENCE - 60)
    players = await at_play(evening, "threes")
    await passes(evening, 60)
    assert not cards(tavern), "a game is going on"
    if evening.bot.registry.find_in_channel(tavern.id) is not None:
        await play_out(evening, players)
    await passes(evening, SILENCE + 3600)
    [card] = cards(tavern)
    assert "Threes: " in card.text


async def test_an_evening_is_told_after_a_restart_even_if_its_hour_is_over(
    playground: Playground, tmp_path: Path
) -> None:
    clock, path, tavern = HandClock(), tmp_path / "evening.db", playground.guild.channel("tavern")
    async with bot_on(playground, path, clock) as bot:
        await two_games(Evening(playground, path, clock, bot))
    clock.advance(2 * SILENCE)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await passes(evening, 1)
        # it is planned once Discord has called the bot ready
        await playground.wait_for(lambda: len(cards(tavern)) == 1)
    async with bot_on(playground, path, clock) as bot:
        await passes(Evening(playground, path, clock, bot), 2 * SILENCE)
    assert len(cards(tavern)) == 1


async def test_an_evening_for_fun_counts_wins(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await sat_down(evening, "rogues_and_warriors", ("Ann", "Bob"))
    actor = evening.table(tavern)
    actor.state.settings = actor.state.settings.model_copy(update={"free": True})
    await players[0].press("Start")
    await evening.quiet()
    await play_out(evening, players)
    for player in players:
        if evening.table(tavern).session is None:
            await player.press("Again")
            await evening.quiet()
    await play_out(evening, players)
    told = await tell_evening(evening.store, tavern.id)
    assert told is not None
    assert told.unit == "wins"
    assert sum(course[-1] for course in told.curves.values()) >= 2, "each game has a winner, money or not"
    assert all(game.winners for game in told.games)
    assert told.crowned
