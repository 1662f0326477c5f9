"""A newcomer's first seat, the words of later tables, the rules in layers, and `/help`."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.face.help import texts
from db import SaveSetting
from playground import Message
from tests.e2e.conftest import Evening
from tests.helpers.clicking import is_panel


def welcomes(person: Any, channel: Any) -> list[Message]:
    return [message for message in person.ephemerals(channel) if "Welcome, " in message.text]


async def whispered(evening: Evening, person: Any, channel: Any, words: str) -> Message:
    """Wait for a private message that follows the answer to a press."""

    def found() -> list[Message]:
        return [message for message in person.ephemerals(channel) if words in message.text]

    await evening.playground.wait_for(lambda: bool(found()))
    return found()[0]


async def test_the_first_seat_is_welcomed_once(evening: Evening, ann: Any, bob: Any, tavern: Any) -> None:
    await ann.slash(tavern, "table open", game="threes")
    welcome = await whispered(evening, ann, tavern, "Welcome, ")
    assert "a g6 is worth 6 pieces, and you have 160." in welcome.text
    assert "**buy-in** of 15" in welcome.text
    assert is_panel(welcome), "it is a part of the panel"
    await evening.quiet()
    await bob.press(tavern.messages[-1], "Sit down")
    his = await whispered(evening, bob, tavern, "Welcome, ")
    assert "Bob" in his.text, "each has their own"

    bob.dismiss(his)
    await bob.slash(tavern, "table leave")
    await evening.quiet()
    await bob.press(tavern.messages[-1], "Sit down")
    await evening.quiet()
    assert welcomes(bob, tavern) == [], "and once is enough"


LEADS = ("`/today`", "`/my profile`", "`/night plan`")
"""The commands beyond the table to which results and welcomes lead."""


def leads(message: Message) -> list[str]:
    """Return the commands beyond the table that a message names."""
    return [each for each in LEADS for _ in range(message.text.count(each))]


async def test_a_welcome_and_each_result_lead_to_one_thing_beyond_the_table(
    evening: Evening, ann: Any, tavern: Any
) -> None:
    opened = await ann.slash(tavern, "table open", game="barovian_boneyard", fun=True)
    welcome = await whispered(evening, ann, tavern, "Welcome, ")
    assert len(leads(welcome)) == 1
    await ann.press(opened.message, "Start with computer players")
    told = list[str]()
    for _ in range(len(LEADS)):
        await evening.quiet()
        [panel] = [message for message in ann.ephemerals(tavern) if is_panel(message)]
        await ann.press(panel, "Wager 1")
        await evening.quiet()
        evening.clock.advance(60)
        await evening.quiet()
        [board] = [each for each in tavern.messages if any(b.label == "Share" for b in each.buttons)]
        [lead] = leads(board)
        told.append(lead)
        [panel] = [message for message in ann.ephemerals(tavern) if is_panel(message)]
        assert leads(panel) == [], "it stands once"
        await ann.press(board, "Again")
    assert sorted(told) == sorted(LEADS), "in turn"


async def test_the_welcome_tells_what_this_table_costs(evening: Evening, ann: Any, tavern: Any) -> None:
    await ann.slash(tavern, "table open", game="tavern", fun=True)
    welcome = await whispered(evening, ann, tavern, "Welcome, ")
    assert "costs you nothing" in welcome.text


async def test_a_later_table_explains_only_its_new_words(evening: Evening, ann: Any, tavern: Any) -> None:
    await ann.slash(tavern, "table open", game="tripledip")
    await whispered(evening, ann, tavern, "Welcome, ")
    await evening.quiet()
    await ann.slash(tavern, "table close")
    await evening.quiet()
    for message in ann.ephemerals(tavern):
        ann.dismiss(message)
    await ann.slash(tavern, "table open", game="threes")
    note = await whispered(evening, ann, tavern, "New words here: Buy-in")
    assert "Gembone," not in note.text, "that one she knows"


@pytest.mark.in_english
async def test_how_to_play_from_three_lines_to_the_variants(evening: Evening, ann: Any, tavern: Any) -> None:
    opened = await ann.slash(tavern, "table open", game="rogues_and_warriors")
    await evening.quiet()
    for where in (opened.message, tavern.messages[-1]):
        page = (await ann.press(where, "More…")).message
        shown = await ann.press(page, "How to play")
        assert shown.ephemeral
        assert "1. Everyone puts 1 in the pot" in shown.text
    whole = await ann.press(shown.message, "All the rules")
    assert whole.kind == "update"
    assert "A Betting Round." in whole.text
    assert "Dragon Cards" not in whole.text
    variants = await ann.press(shown.message, "Variants")
    assert "**Dragon Cards**" in variants.text
    back = await ann.press(shown.message, "In short")
    assert "1. Everyone puts 1" in back.text
    betting = await ann.press(shown.message, "Betting")
    assert betting.kind == "update", "a page of the panel, like all before it"
    assert "Side pots" in betting.text


@pytest.mark.in_english
async def test_rules_betting(evening: Evening, ann: Any, tavern: Any) -> None:
    offered = await ann.autocomplete(tavern, "rules", focused="game", value="side pot")
    assert [value for _, value in offered] == ["betting"]
    shown = await ann.slash(tavern, "rules", game="betting")
    assert "**Main pot**" in shown.text
    assert "Shares instead of bets" in shown.text


async def test_help_knows_where_one_is(evening: Evening, ann: Any, bob: Any, tavern: Any) -> None:
    shown = await bob.slash(tavern, "help")
    assert "no table in this channel" in shown.text
    assert "As an admin" not in shown.text
    assert "`/today`" in (await bob.press(shown.message, "More commands")).text
    owners = await ann.slash(tavern, "help")
    assert "As an admin" not in owners.text, "it has a page of its own"
    more = await ann.press(owners.message, "More commands")
    assert "As an admin" in (await ann.press(more.message, "For admins")).text, "she owns the server"

    await ann.slash(tavern, "table open", game="threes")
    await evening.quiet()
    hosting = await ann.slash(tavern, "help")
    assert "seat 1" in hosting.text
    assert "You're the host" in hosting.text
    watching = await bob.slash(tavern, "help")
    assert "Sit down* takes one of the free seats" in watching.text
    seated = await bob.press(watching.message, "Sit down")
    assert "seat 2" in seated.text
    assert "once the host presses" in (await bob.slash(tavern, "help")).text

    await ann.press(tavern.messages[-1], "Start")
    await evening.quiet()
    people = {"Ann": ann, "Bob": bob}
    asked = {name: "It's your turn" in (await who.slash(tavern, "help")).text for name, who in people.items()}
    assert asked == {"Ann": True, "Bob": True}, "both keep dice at the same time"


async def test_help_tells_pauses_and_channels(evening: Evening, ann: Any, bob: Any, tavern: Any) -> None:
    await ann.slash(tavern, "table open", game="threes")
    await evening.quiet()
    limits = await bob.slash(tavern, "my limits")
    await bob.select(limits.message, "A pause", ["Pause for a day"])
    shown = await bob.slash(tavern, "help")
    assert "You've paused until" in shown.text
    assert all(button.label != "Sit down" for button in shown.message.buttons)

    cellar = evening.playground.world.add_channel(evening.playground.guild, "cellar")
    await evening.store.commit(SaveSetting(evening.playground.guild.id, "channels", [tavern.id]))
    assert f"tables are in <#{tavern.id}>" in (await bob.slash(cellar, "help")).text


async def test_words_of_help(evening: Evening, ann: Any, tavern: Any) -> None:
    shown = await ann.slash(tavern, "help")
    more = await ann.press(shown.message, "More commands")
    words = await ann.press(more.message, "Words")
    assert words.kind == "message"
    assert "**Gembone**" in words.text
    games = await ann.press(shown.message, "All games")
    assert "Rogues and Warriors" in [line.label for line in games.message.selects[0].options]


async def test_help_opens_a_newcomers_first_game(evening: Evening, bob: Any, tavern: Any) -> None:
    shown = await bob.slash(tavern, "help")
    assert "New here? Begin with **Rogues and Warriors**." in shown.text
    opened = await bob.press(shown.message, "Play Rogues and Warriors")
    assert opened.ephemeral
    await evening.quiet()
    assert evening.table(tavern).state.game == "rogues_and_warriors"
    assert evening.table(tavern).state.seat_of(bob.id) is not None
    again = await bob.slash(tavern, "help")
    assert "Begin with" not in again.text, "there's a table now"
    late = await bob.press(shown.message, "Play Rogues and Warriors")
    assert "This channel already has a table." in late.text


async def test_a_first_game_is_one_that_the_server_allows(evening: Evening, bob: Any, tavern: Any) -> None:
    await evening.store.commit(SaveSetting(evening.playground.guild.id, "games", ["threes"]))
    shown = await bob.slash(tavern, "help")
    assert "Begin with" not in shown.text
    assert not [button.label for button in shown.message.buttons if button.label.startswith("Play ")]


async def test_every_command_in_the_explanations_exists(evening: Evening, tavern: Any, ann: Any) -> None:
    known = {f"/{name}" for name in ann.commands(tavern)}
    known |= {name.split()[0] for name in known}
    for group in (texts.WORDS, texts.WELCOME, texts.COSTS, texts.BETTING, texts.HERE):
        for line in group.values():
            for named in re.findall(r"/[a-z-]+(?: [a-z]+)?(?=`)|/[a-z]+\b(?! [a-z]+`)", line):
                assert named in known, named


async def test_a_result_tells_how_to_play(evening: Evening, ann: Any, tavern: Any) -> None:
    opened = await ann.slash(tavern, "table open", game="barovian_boneyard", fun=True)
    started = await ann.press(opened.message, "Start with computer players")
    await ann.press(started.message, "Wager 1")
    await evening.quiet()
    evening.clock.advance(60)
    await evening.quiet()
    assert evening.table(tavern).session is None
    [board] = [each for each in tavern.messages if any(b.label == "Share" for b in each.buttons)]
    page = (await ann.press(board, "More…")).message
    shown = await ann.press(page, "How to play")
    assert "1. Wager up to ten gembones" in shown.text
