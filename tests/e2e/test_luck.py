"""`/my luck` and `/table luck` through the real client."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, play_out


async def test_rolls_are_charted_with_their_band_and_told_in_words(gallery: Evening) -> None:
    tavern: Any = gallery.playground.guild.channel("tavern")
    ann: Any = gallery.playground.member("Ann")
    nothing = await ann.slash(tavern, "my luck")
    assert nothing.ephemeral
    assert "Nothing to count yet" in nothing.text
    assert "No table has dealt anything" in (await ann.slash(tavern, "table luck")).text
    players = await at_play(gallery, "threes")
    await play_out(gallery, players)
    mine = await ann.slash(tavern, "my luck")
    assert mine.ephemeral
    assert "## Your luck: " in mine.text
    assert "From 1 match." in mine.text
    assert "Every die rolled and every card drawn counts" in mine.text
    [picture] = mine.message.attachments
    assert picture.content.startswith(b"\x89PNG")
    assert " to " in picture.description
    theirs = await ann.slash(tavern, "table luck")
    assert "## This table: " in theirs.text
    [menu] = theirs.message.selects
    for line in menu.options:
        await ann.select(theirs.message, menu.custom_id, [line.value])
        assert f"This table: {line.value}, " in theirs.message.text
    for nonsense in ("luck:table.999", "luck:table.x", "luck:owl"):
        answer = await ann.press_raw(tavern, theirs.message.id, nonsense)
        assert "Too late, the game has moved on." in answer.text


async def test_hidden_cards_are_counted_when_the_table_has_closed(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    waiting = await ann.slash(tavern, "table luck")
    assert "Hands with hidden cards count once their table has closed." in waiting.text
    await ann.slash(tavern, "table close")
    await evening.quiet()
    shown = await ann.slash(tavern, "table luck")
    assert "This table: Ranks of Rogues and Warriors, 4 drawn" in shown.text
    [menu] = shown.message.selects
    await ann.select(shown.message, menu.custom_id, ["cards:rogues_and_warriors"])
    assert "Shown are the 20 of " in shown.message.text
