"""`/my matches` and *Look back* through the real client."""

from __future__ import annotations

from typing import Any

from tests.e2e.conftest import Evening
from tests.helpers.clicking import at_play, behind_more, play_out


async def test_a_match_is_looked_back_at_step_by_step(evening: Evening, tavern: Any, ann: Any) -> None:
    assert "You haven't finished a game here yet." in (await ann.slash(tavern, "my matches")).text
    players = await at_play(evening, "rogues_and_warriors")
    assert "isn't over yet" in (await ann.slash(tavern, "my matches", match=1)).text
    board = evening.table(tavern).state.message_id
    forged = await ann.press_raw(tavern, board, "look:1:0:mine:coach")
    assert "isn't over yet" in forged.text, "no coach while the match goes on"
    await play_out(evening, players)
    shown = await players[0].press("Look back")
    assert "Rogues and Warriors, match 1, step" in shown.text
    assert "Your hand" in shown.text
    assert "Choices: " in shown.text
    assert "→ " in shown.text
    first = await behind_more(ann, shown.message, "First")
    assert "step 0 of" in first.text
    onward = await ann.press(first.message, "Forward")
    assert "step 1 of" in onward.text
    assert first.message.id == onward.message.id, "the same message, turned like a page"
    decision = await ann.press(onward.message, "My next decision")
    assert "Your hand" in decision.text
    assert "Coach: " in decision.text
    coach = await ann.press(decision.message, "Coach")
    assert "Coach: Rogues and Warriors, match 1" in coach.text
    assert "big mistake" in coach.text or "was no mistake" in coach.text or "was a mistake" in coach.text
    night = await ann.press(coach.message, "The whole night")
    assert "Coach: your night" in night.text
    assert "decision" in night.text
    coach = await ann.press(night.message, "This match alone")
    again = await ann.press(coach.message, "Back to the match")
    assert "match 1, step" in again.text
    number = decision.text.partition(", step ")[2].partition(" ")[0]
    lesson = await ann.press_raw(tavern, decision.message.id, f"look:1:{number}:mine:lesson1")
    assert "What would you do now?" in lesson.text
    tried = await ann.press_raw(tavern, decision.message.id, f"look:1:{number}:mine:try0")
    assert "Coach: " in tried.text
    coach = await ann.press(tried.message, "Coach")
    decision = await ann.press(coach.message, "Back to the match")
    last = await behind_more(ann, decision.message, "Last")
    assert "Your hand" not in last.text
    refused = await behind_more(ann, last.message, "All hands")
    assert "Some hidden cards are still secret here." in refused.text
    cid = evening.playground.member("Cid")
    spectator = await cid.slash(tavern, "my matches", match=1)
    assert "step 0 of" in spectator.text
    assert spectator.message is not None
    assert "Coach" not in str(spectator.message.components)
    assert "Your hand" not in spectator.text


async def test_a_step_and_a_match_are_shared_and_all_hands_open_later(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    await ann.slash(tavern, "table close")
    await evening.quiet()
    listed = await ann.slash(tavern, "my matches")
    [menu] = listed.message.selects
    shown = await ann.select(listed.message, menu.custom_id, ["1"])
    opened = await behind_more(ann, shown.message, "All hands")
    assert "All hands" in opened.text
    for person in (ann, bob):
        assert f"**{person.name}**" in opened.text
    before = len(tavern.messages)
    shared = await behind_more(ann, shown.message, "Share this step")
    assert "**Ann** looks back at Rogues and Warriors, step" in shared.message.text
    assert shared.message.text.count("\n") <= 2
    whole = await ann.press(shown.message, "Share the match")
    assert "at Rogues and Warriors" in whole.message.text
    assert len(tavern.messages) == before + 2, "both stand in the channel"
    bobs = await bob.press(whole.message, "Look back")
    assert "at Rogues and Warriors" in whole.message.text, "the card stays for the others"
    assert "match 1, step" in bobs.text


async def test_forged_places_are_refused(evening: Evening, tavern: Any, ann: Any) -> None:
    players = await at_play(evening, "threes")
    await play_out(evening, players)
    shown = await players[0].press("Look back")
    for forged in ("look:1:5:yours:go", "look:99:0:mine:go", "look:x", "look:1:99999999999:mine:go"):
        reply = await ann.press_raw(tavern, shown.message.id, forged)
        assert ", step " not in reply.text
    board = evening.table(tavern).state.message_id
    before = tavern.message(board).text
    for page in ("history:0", "house:games", "board:winnings::all:0:", "today:yesterday"):
        await ann.press_raw(tavern, board, page)
    await evening.quiet()
    assert tavern.message(board).text == before, "no page takes the place of a table"
    far = await ann.press_raw(tavern, shown.message.id, "look:1:99999:mine:go")
    assert "step" in far.text


async def test_the_menu_of_a_message_looks_back_at_what_it_shows(
    evening: Evening, tavern: Any, ann: Any
) -> None:
    word = ann.say(tavern, "Good evening!")
    assert "You haven't finished a game" in (await ann.use_on(tavern, "Look back", word)).text
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    assert "match 1, step" in (await ann.use_on(tavern, "Look back", players[0].board)).text
    listed = await ann.use_on(tavern, "Look back", word)
    assert listed.message.selects
    assert listed.ephemeral


async def test_a_hand_that_was_never_shown_stays_its_owners(
    evening: Evening, tavern: Any, ann: Any, bob: Any
) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    panels = [await player.opens_hand() for player in players]
    del panels
    table = evening.table(tavern)
    while table.session is not None:
        asked = [ask for ask in table.session.match.open.values() if not ask.answered]
        names = {table.state.seats[ask.seat].name for ask in asked}
        player = next(each for each in players if each.name in names)
        fold = [each for each in player.panel.buttons if each.label == "Fold"] if player.name == "Bob" else []
        if fold:
            await player.person.press(player.panel, custom_id=fold[0].custom_id)
            confirm = [each for each in player.panel.buttons if "Fold" in each.label]
            if confirm and table.session is not None:
                await player.person.press(player.panel, custom_id=confirm[0].custom_id)
        else:
            await player.acts()
        await evening.quiet()
    await ann.slash(tavern, "table close")
    await evening.quiet()
    shown = await ann.slash(tavern, "my matches", match=1)
    opened = await behind_more(ann, shown.message, "All hands")
    assert "**Bob**: kept hidden" in opened.text
    bobs = await bob.slash(tavern, "my matches", match=1)
    theirs = await behind_more(bob, bobs.message, "All hands")
    assert "**Bob**: kept hidden" not in theirs.text
    await behind_more(bob, theirs.message, "Show my cards")
    again = await behind_more(ann, (await ann.slash(tavern, "my matches", match=1)).message, "All hands")
    assert "kept hidden" not in again.text.partition("**Bob**")[2]
    cid = evening.playground.member("Cid")
    refused = await cid.press_raw(tavern, again.message.id, "look:1:0:mine:showhand")
    assert "You held no hidden cards in match 1." in refused.text


async def test_a_result_is_shared_once(evening: Evening, tavern: Any, ann: Any, bob: Any) -> None:
    players = await at_play(evening, "rogues_and_warriors")
    await play_out(evening, players)
    before = len(tavern.messages)
    shared = await players[0].press("Share")
    assert len(tavern.messages) == before + 1
    assert " at Rogues and Warriors." in tavern.messages[-1].text
    assert [each.label for each in tavern.messages[-1].buttons] == ["Look back"]
    assert not shared.ephemeral
    again = await players[1].press("Share")
    assert "It's in the channel already." in again.text
    assert len(tavern.messages) == before + 1
    looked = await bob.press(tavern.messages[-1], "Look back")
    assert "match 1, step" in looked.text
    assert "It's in the channel already." in (await behind_more(bob, looked.message, "Share the match")).text


async def test_a_shared_result_is_one_picture_and_one_line(gallery: Evening) -> None:
    players = await at_play(gallery, "threes")
    await play_out(gallery, players)
    await players[0].press("Share")
    card = players[0].channel.messages[-1]
    [attachment] = card.attachments
    assert attachment.description.startswith("Threes. ")
    assert "Ann" in attachment.description
    assert "Bob" in attachment.description
    shown = await players[1].press("Look back")
    step = await behind_more(players[1].person, shown.message, "Share this step")
    assert step.message is not None
    assert len(step.message.attachments) == 1
