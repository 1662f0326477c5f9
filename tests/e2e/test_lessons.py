"""*Teach me* through the real client: from the lobby to the end of a lesson, and on to the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from db import journal
from playground import Message, Playground
from tests.e2e.conftest import Evening, HandClock, bot_on


async def test_a_lesson_from_the_lobby_to_the_table(evening: Evening, ann: Any, tavern: Any) -> None:
    await ann.slash(tavern, "table open", game="rogues_and_warriors")
    await evening.quiet()
    before = await evening.store.balances(await evening.store.member(tavern.guild.id, ann.id, "Ann"))
    more = await ann.press(tavern.messages[-1], "More…")
    shown = await ann.press(more.message, "Teach me")
    assert shown.kind == "update", "a page of the panel"
    assert shown.ephemeral
    assert "step 1 of 3" in shown.text
    assert "Press **Call 2**" in shown.text

    other = await ann.press(shown.message, "Raise 2")
    assert other.kind == "update"
    assert "That would have been allowed too." in other.text
    assert "step 1 of 3" in other.text

    called = await ann.press(shown.message, "Call 2")
    assert "step 2 of 3" in called.text
    revealed = await ann.press(
        shown.message, next(b.label for b in called.message.buttons if "Bard" in b.label)
    )
    assert "step 3 of 3" in revealed.text
    over = await ann.press(shown.message, "Do it for me")
    assert "Now you know Rogues and Warriors" in over.text
    assert "a Warrior" in over.text

    assert evening.table(tavern).session is None, "no match has begun"
    assert await evening.store.read(journal.last_match_at, evening.table(tavern).state.id) is None
    account = await evening.store.member(tavern.guild.id, ann.id, "Ann")
    assert await evening.store.balances(account) == before
    assert await evening.store.audit() == []

    started = await ann.press(shown.message, "Start with computer players")
    assert "Your hand" in started.text
    await evening.quiet()
    assert evening.table(tavern).session is not None


async def test_a_lesson_can_be_stopped_and_begun_again(evening: Evening, bob: Any, tavern: Any) -> None:
    rules = await bob.slash(tavern, "rules", game="threes")
    shown = await bob.press(rules.message, "Teach me")
    assert shown.kind == "message", "the three lines stay"
    stopped = await bob.press(shown.message, "Stop")
    assert "You've stopped the lesson on Threes" in stopped.text
    again = await bob.press(shown.message, "Teach me")
    assert "step 1 of" in again.text


@pytest.mark.parametrize("key", ["city_square", "tavern"])
async def test_moves_in_several_steps_are_learned_too(
    evening: Evening, bob: Any, tavern: Any, key: str
) -> None:
    rules = await bob.slash(tavern, "rules", game=key)
    shown = await bob.press(rules.message, "Teach me")
    if key == "tavern":
        answered = await bob.press(shown.message, custom_id=_green(shown.message))
        assert "How dare you strike a Paladin!" in answered.text
        return
    first = await bob.press(shown.message, custom_id=_green(shown.message))
    assert "step 1 of 3" in first.text
    assert "Choose **B4 +1** in the list." in first.text, "it is none of the best, which are buttons"
    [places] = first.message.selects
    elsewhere = next(each.value for each in places.options if each.label.startswith("A1"))
    wrong = await bob.select(first.message, places.custom_id, [elsewhere])
    assert "That would have been allowed too." in wrong.text
    assert "step 1 of 3" in wrong.text


async def test_a_lesson_goes_on_after_a_restart(playground: Playground, tmp_path: Path) -> None:
    tavern: Any = playground.guild.channel("tavern")
    bob: Any = playground.member("Bob")
    async with bot_on(playground, tmp_path / "evening.db", HandClock()):
        rules = await bob.slash(tavern, "rules", game="dragon_hordes")
        shown = await bob.press(rules.message, "Teach me")
        await bob.press(shown.message, "Roll")
    async with bot_on(playground, tmp_path / "evening.db", HandClock()):
        after = await bob.press(shown.message, "Red")
        assert "step 3 of 5" in after.text


async def test_what_is_no_lesson_gets_a_sentence(evening: Evening, bob: Any, tavern: Any) -> None:
    rules = await bob.slash(tavern, "rules", game="threes")
    shown = await bob.press(rules.message, "Teach me")
    for custom_id in ("teach:chess:0:show", "teach:threes:x:show", "teach:threes"):
        reply = await bob.press_raw(tavern, shown.message.id, custom_id)
        assert "the game has moved on" in reply.text
    assert "no lesson" in (await bob.press_raw(tavern, shown.message.id, "teach:threes:77:do")).text


async def test_a_lesson_is_drawn(gallery: Evening) -> None:
    """The drawing goes with each step, and Discord holds one at a time."""
    tavern: Any = gallery.playground.guild.channel("tavern")
    bob: Any = gallery.playground.member("Bob")
    rules = await bob.slash(tavern, "rules", game="rogues_and_warriors")
    shown = await bob.press(rules.message, "Teach me")
    [first] = shown.message.attachments
    called = await bob.press(shown.message, "Call 2")
    [second] = called.message.attachments
    assert first.id != second.id
    stopped = await bob.press(shown.message, "Stop")
    assert stopped.message.attachments == []


async def test_a_lesson_ends_at_a_table(evening: Evening, bob: Any, ann: Any, tavern: Any) -> None:
    rules = await bob.slash(tavern, "rules", game="barovian_boneyard")
    shown = await bob.press(rules.message, "Teach me")
    over = await bob.press(shown.message, "Do it for me")
    assert "Now you know Barovian Boneyard" in over.text
    before = await evening.store.balances(await evening.store.member(tavern.guild.id, bob.id, "Bob"))
    playing = await bob.press(shown.message, "Sit down and play")
    assert "Your hand" in playing.text
    await evening.quiet()
    table = evening.table(tavern)
    assert table.state.game == "barovian_boneyard"
    assert table.state.settings.free
    assert table.session is not None
    assert len(table.state.members()) == 1
    assert await evening.store.balances(await evening.store.member(tavern.guild.id, bob.id, "Bob")) == before
    # pressed again it leads to that table, and Ann is led to it too
    again = await bob.press(shown.message, "Sit down and play")
    assert [b.label for b in again.message.buttons] == ["My hand", "Once more"]
    rules = await ann.slash(tavern, "rules", game="threes")
    shown = await ann.press(rules.message, "Teach me")
    while "Do it for me" in [b.label for b in shown.message.buttons]:
        shown = await ann.press(shown.message, "Do it for me")
    seated = await ann.press(shown.message, "Sit down at Barovian Boneyard")
    assert "seat" in seated.text


def _green(message: Message) -> str:
    return next(str(button.custom_id) for button in message.buttons if button.style == 3)
