"""A member who switches pictures off: what only they see says everything in words; all else stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.engine.scene import Zone
from games.registry import GAMES
from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.clicking import Player, at_play, behind_more, play_out, with_panels


def pictures(message: Any) -> list[Any]:
    """The galleries of a message, and its files."""
    boxes = [part for part in message.components if part["type"] == 17]
    return [each for box in boxes for each in box["components"] if each["type"] == 12] + [
        *message.attachments
    ]


def answers(message: Any) -> set[str]:
    """The controls of a panel that answer its question."""
    controls = [*message.buttons, *message.selects]
    return {each.custom_id for each in controls if str(each.custom_id).startswith(("p:", "d:"))}


async def test_off_puts_ones_own_panel_into_words_and_on_brings_it_back(gallery: Evening) -> None:
    ann, bob = await with_panels(gallery, "three_kingdoms")
    asked = answers(ann.panel) | answers(bob.panel)
    drawn = answers(ann.panel), answers(bob.panel)
    assert asked, "someone is asked"
    assert all(pictures(each) for each in (ann.panel, bob.panel, ann.board))
    for each, controls in zip((ann, bob), drawn, strict=True):
        other = bob if each is ann else ann
        said = await each.person.slash(each.channel, "my pictures", pictures="off")
        assert said.ephemeral
        await gallery.quiet()
        assert pictures(each.panel) == []
        assert controls <= answers(each.panel)
        assert pictures(other.panel), "another sees theirs"
        assert pictures(ann.board), "everyone sees the table"
        await each.opens_hand()
        assert pictures(each.panel) == [], "a fresh panel is in words too"
        await each.person.slash(each.channel, "my pictures", pictures="on")
        await gallery.quiet()
        assert pictures(each.panel)


async def test_a_hand_stands_once_in_words(gallery: Evening) -> None:
    """Three Kingdoms says what each card of a hand is worth, and so names them; the cards alone stand nowhere else."""
    ann, _bob = await with_panels(gallery, "three_kingdoms")
    await ann.person.slash(ann.channel, "my pictures", pictures="off")
    session = gallery.table(ann.channel).session
    assert session is not None
    zones = [b for b in session.match.scene(0).blocks if isinstance(b, Zone) and b.owner == 0]
    hand = next(zone for zone in zones if zone.name == "hand")
    await ann.opens_hand()
    on_table = {b.items for b in session.match.scene(0).blocks if isinstance(b, Zone) and b.owner is None}
    for card in set(hand.items).difference(*on_table):
        name = GAMES["three_kingdoms"].cards[card].text
        assert ann.panel.text.count(name) == hand.items.count(card), ann.panel.text


async def test_lessons_and_the_try_of_the_day_are_in_words_too(gallery: Evening) -> None:
    ann = Player(gallery, "Ann", gallery.playground.guild.channel("tavern"))
    await ann.person.slash(ann.channel, "table open", game="rogues_and_warriors")
    await gallery.quiet()
    for choice, drawn in (("on", True), ("off", False)):
        await ann.person.slash(ann.channel, "my pictures", pictures=choice)
        more = await ann.person.press(ann.board, "More…")
        lesson = await ann.person.press(more.message, "Teach me")
        today = await ann.person.slash(ann.channel, "today")
        tried = await ann.person.press(today.message, "Play" if choice == "on" else "Go on")
        assert [bool(pictures(each.message)) for each in (lesson, tried)] == [drawn, drawn]


@pytest.mark.in_english
async def test_a_restart_and_a_change_of_language_keep_the_choice(
    playground: Playground, tmp_path: Path
) -> None:
    channel, path, clock = playground.guild.channel("tavern"), tmp_path / "evening.db", HandClock()
    async with bot_on(playground, path, clock, pictures=True) as bot:
        evening = Evening(playground, path, clock, bot)
        ann, bob = await with_panels(evening, "three_kingdoms")
        await ann.person.slash(channel, "my pictures", pictures="off")
        await ann.person.slash(channel, "my language", language="en")
        await evening.quiet()
    async with bot_on(playground, path, clock, pictures=True) as bot:
        evening = Evening(playground, path, clock, bot)
        ann, bob = (Player(evening, name, channel) for name in ("Ann", "Bob"))
        for each in (ann, bob):
            await each.opens_hand()
        await evening.quiet()
        assert pictures(ann.panel) == []
        assert pictures(bob.panel)


async def test_looking_back_and_charts_are_in_words_too(gallery: Evening) -> None:
    players = await at_play(gallery, "threes")
    await play_out(gallery, players)
    ann = players[0]
    for choice, drawn in (("on", True), ("off", False)):
        await ann.person.slash(ann.channel, "my pictures", pictures=choice)
        await ann.opens_hand()
        looked = await behind_more(ann.person, ann.panel, "Look back")
        chart = await ann.person.slash(ann.channel, "purse chart")
        luck = await ann.person.slash(ann.channel, "my luck")
        assert [bool(pictures(each.message)) for each in (looked, chart, luck)] == [drawn] * 3
        assert "My next decision" in [button.label for button in looked.message.buttons]
        assert "started at 160" in chart.text


async def test_what_a_panel_in_words_offers_is_not_behind_more_again(gallery: Evening) -> None:
    """Beside a picture the menus of the Tavern stand behind *More…*; in words they stand in the panel."""
    ann, _bob = await with_panels(gallery, "tavern")
    for choice in ("on", "off"):
        await ann.person.slash(ann.channel, "my pictures", pictures=choice)
        await gallery.quiet()
        await ann.opens_hand()
        panel = [button.label for button in ann.panel.buttons]
        page = await ann.person.press(ann.panel, "More…")
        assert page.message is not None
        more = [button.label for button in page.message.buttons]
        assert (panel + more).count("Skip more…") == 1, choice
        await ann.opens_hand()
