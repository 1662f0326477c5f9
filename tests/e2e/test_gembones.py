"""Glittergold's games as members meet them: help, odds, a game by the d7, new rules shown."""

from __future__ import annotations

from typing import Any

import pytest

from db import SaveSetting
from games.gembones.shared.guide import TABLE
from games.registry import GAMES
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player, at_play, play_out, sat_down, sets

NEW = "New in this game: **Flying Snake Tax**. *More…* explains."


@pytest.mark.rule("GEN-12", "GEN-13", "GEN-X2", "GEN-R6", "GEN-14")
async def test_new_rules_wait_for_the_next_game_and_are_shown_in_it(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="rolled_gold")
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    refused = await sets(ann.person, tavern, {"Variants": ["flying_snake_tax"]})
    assert "You can do that once this hand is over." in refused.text
    await play_out(evening, [ann])
    assert "Saved." in (await sets(ann.person, tavern, {"Variants": ["flying_snake_tax"]})).text
    assert NEW not in (await ann.opens_hand()).text
    await ann.press("Again")
    await evening.quiet()
    assert evening.table(tavern).session.match.options.flying_snake_tax  # type: ignore[union-attr]
    panel = (await ann.opens_hand()).message
    assert NEW in panel.text
    page = (await ann.person.press(panel, "More…")).text
    assert "**Flying Snake Tax**: You only win with more than the house's roll." in page
    assert "a 15 loses, a 16 wins the g20" in page
    assert [message for message in tavern.messages if "Flying Snake" in message.text] == [], (
        "no message of its own"
    )


async def test_games_without_new_rules_are_begun_without_a_word(evening: Evening) -> None:
    players = await sat_down(evening, "threes", ("Ann", "Bob", "Cid"), computers=1)
    await players[0].press("Start")
    await evening.quiet()
    assert "New in this game" not in (await players[0].opens_hand()).text


@pytest.mark.rule("GEN-01", "GEN-R8")
async def test_a_d7_chooses_the_game(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann: Any = evening.playground.member("Ann")
    for number, entry in TABLE.items():
        monkeypatch.setattr("secrets.choice", lambda numbers, n=number: numbers[n - 1])
        reply = await ann.slash(tavern, "gembones random")
        assert f"The d7 shows {number}: {GAMES[entry.game].title}." in reply.text
        await evening.quiet()
        assert evening.table(tavern).state.game == entry.game
        assert "This channel already has a table." in (await ann.slash(tavern, "gembones random")).text
        await ann.slash(tavern, "table close")
        await evening.quiet()


async def test_the_d7_chooses_among_what_the_server_plays(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann: Any = evening.playground.member("Ann")
    guild = evening.playground.guild.id
    await evening.store.commit(SaveSetting(guild, "games", ["tiamat", "threes"]))
    reply = await ann.slash(tavern, "gembones random")
    assert "The d7 shows 7: Tiamat." in reply.text
    await ann.slash(tavern, "table close")
    await evening.store.commit(SaveSetting(guild, "games", ["threes"]))
    assert "All seven gembone games" in (await ann.slash(tavern, "gembones random")).text


@pytest.mark.rule("GEN-20", "GEN-R7", "PTY-X1", "CODE-08")
async def test_help_and_parties_are_for_who_asks(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    bob: Any = evening.playground.member("Bob")
    helped = await bob.slash(tavern, "gembones help")
    assert "It's next to impossible to cheat with gembones." in helped.text
    assert "Cards are another matter." in helped.text
    assert helped.ephemeral
    assert "play money" in helped.text
    assert "**Tiamat** · skill and chance, against the other players" in helped.text
    parties = await bob.slash(tavern, "gembones party")
    assert parties.ephemeral
    assert "Barovian Boneyard with Storming the Castle" in parties.text


async def test_odds_are_told_in_private_by_the_tables_variants(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann: Any = evening.playground.member("Ann")
    assert "Name a gembone game" in (await ann.slash(tavern, "gembones odds")).text
    reply = await ann.slash(tavern, "gembones odds", game="hags_haggle")
    assert reply.ephemeral
    assert "g8: a wager brings: −5/16 wagers (−0.3125)" in reply.text
    await ann.slash(tavern, "table open", game="barovian_boneyard")
    await evening.quiet()
    assert "a wager brings: +7/36 wagers" in (await ann.slash(tavern, "gembones odds")).text
    await sets(ann, tavern, {"Variants": ["wolves_in_the_woods"]})
    told = (await ann.slash(tavern, "gembones odds")).text
    assert "Wolves in the Woods" in told
    assert "a wager brings: −13/36 wagers" in told
    rules = (await ann.slash(tavern, "rules", game="barovian_boneyard")).message
    assert "a wager brings: −13/36 wagers" in (await ann.press(rules, "Odds")).text
    assert "odds" not in [b.label for b in (await ann.slash(tavern, "rules", game="threes")).message.buttons]


async def test_wagers_come_before_the_ways_to_stay_out_of_a_haggle(evening: Evening) -> None:
    tavern: Any = evening.playground.guild.channel("tavern")
    ann = Player(evening, "Ann", tavern)
    await ann.person.slash(tavern, "table open", game="hags_haggle")
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    labels = [b.label for b in ann.panel.buttons]
    assert labels[0].startswith("Wager 1")
    assert labels.index("Not this game") > labels.index("Other amount")


async def put_in(player: Any, die: str) -> None:
    """Put the first die into one's tray, by the select of the panel."""
    panel = (await player.opens_hand()).message
    [menu] = panel.selects
    await player.person.select(panel, menu.custom_id, [f"Put in a {die}"])


async def test_each_panel_asks_what_its_owner_is_asked(evening: Evening) -> None:
    """Who has put a die into the tray is asked for more in their panel; the others still find how to begin."""
    tavern: Any = evening.playground.guild.channel("tavern")
    ann, bob = await at_play(evening, "rolled_gold")
    [menu] = (await bob.opens_hand()).message.selects
    asked = next(line for line in menu.options if line.label == "Put in a g6")
    await put_in(ann, "g4")
    await evening.quiet()
    assert "Dice in your tray: 1. Add another before the house rolls?" in ann.panel.text
    other = await ann.person.press_raw(tavern, ann.board.id, menu.custom_id, values=[asked.value])
    assert "Dice in your tray: 1." in other.text
    assert "Form ±0" in (await ann.person.slash(tavern, "my sheet")).text, "that is no bad form"
    await put_in(bob, "g6")
    await evening.quiet()
    assert "Add a g4" in [line.label for menu in bob.panel.selects for line in menu.options]
