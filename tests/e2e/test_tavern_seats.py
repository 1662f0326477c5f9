"""Beside the cards of the tavern: passing beforehand, who is away, forms, playing on, clocks that a host sets."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.question_clocks import BEAT
from tests.e2e.conftest import Evening
from tests.helpers.clicking import fill_settings, sets, settings_of
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import Guest, TavernNight

CUTE, STRIKE, NO = "Don't call me cute!", "How dare you strike a Paladin!", "I don't think so!"


@pytest.mark.rule("TIM-R11")
async def test_passing_beforehand_is_a_small_private_menu(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Ann": Sits(hand=[CUTE]), "Bob": Sits(hand=[STRIKE]), "Cid": Sits(hand=[NO])}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Ann")
    board = night.board.text
    await night.cid.person.press(night.cid.panel, "Skip more…")
    assert "Only you can see this" in night.cid.panel.text
    await night.cid.person.press(night.cid.panel, "Others' Drinks below 3 AC")
    await night.cid.person.press(night.cid.panel, "Skip more…")
    await night.cid.person.press(night.cid.panel, "Anything that doesn't hit me")
    await evening.quiet()
    assert "I skip for you: Anything that doesn't hit me; Others' Drinks below 3 AC" in night.cid.panel.text
    assert night.board.text == board
    await night.ann.plays(CUTE, at="Bob")
    await evening.quiet()
    await night.bob.says("Pass")
    await evening.quiet()
    assert night.asked() == {"Cid"}
    evening.clock.advance(BEAT)
    await evening.quiet()
    assert night.asked() == {"Ann"}
    rows = (await evening.store.match(1)).rows
    assert [row.by for row in rows if row.seat == 2 and row.answer == "pass"] == ["table"]
    await night.cid.person.press(night.cid.panel, "Skip more…")
    await night.cid.person.press(night.cid.panel, "✓ Anything that doesn't hit me")
    assert "Anything that doesn't hit me" not in night.cid.panel.text


@pytest.mark.rule("TIM-R16")
async def test_who_is_away_is_marked_and_back_with_any_press(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Ann": Sits(hand=[CUTE]), "Bob": Sits(hand=[STRIKE]), "Cid": Sits(hand=[NO])}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    for seconds in (90, 90, 30):
        assert "away" not in night.board.text
        evening.clock.advance(seconds)
        await evening.quiet()
    table = evening.table(night.channel)
    assert table.state.seats[0].away
    while night.asked() == {"Ann"}:
        evening.clock.advance(BEAT)
        await evening.quiet()
    assert "away" in row_of(night, "Ann")
    await night.ann.press("Log")
    await evening.quiet()
    assert not table.state.seats[0].away
    assert "away" not in row_of(night, "Ann")


def row_of(night: TavernNight, name: str) -> str:
    """The line of a seat on the table message."""
    lines: list[str] = night.board.text.split("\n")
    return next(line for line in lines if f"**{name}**" in line)


@pytest.mark.rule("TURN-R11")
async def test_action_target_and_drink_are_one_form(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Ann": Sits(hand=[CUTE, "Drinks for everyone taller than me"]), "Bob": Sits(), "Cid": Sits()}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Ann")
    await night.ann.plays(CUTE, drink="Cid", at="Bob")
    await evening.quiet()
    [row] = [
        row for row in (await evening.store.match(1)).rows if isinstance(row.answer, list) and row.answer[0]
    ]
    assert row.answer[1:] == [0, [[1], [2]]]
    assert night.game.order_plan == (1, [2])
    reply = await night.ann.opens_hand()
    await night.ann.person.press(reply.message, "Change the Drinks")
    await night.ann.person.press(night.ann.panel, "🍺 Bob · …")
    await evening.quiet()
    assert night.game.order_plan == (1, [1])
    await night.until(lambda: "discard" in night.kinds())
    assert [len(night.game.players[seat].pile) for seat in (1, 2)] == [1, 0]


async def bob_passes_out(
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    computers: tuple[str, ...] = ("Cid",),
    **settings: Any,
) -> TavernNight:
    """Ann's card puts Bob out unless he answers it; Cid is a computer player."""
    sneeze = "Sneezing dust for the whole room"
    seats = {"Ann": Sits(hand=[sneeze]), "Bob": Sits("9/8/5"), "Cid": Sits(), "Dot": Sits()}
    night = await TavernNight.begin(evening, monkeypatch, seats, computers=computers, settings=settings)
    await night.draws("Ann")
    await night.ann.plays(sneeze)
    await night.until(lambda: "last_chance" in night.kinds())
    return night


@pytest.mark.rule("OUT-R8")
@pytest.mark.luck("1")
async def test_who_is_out_may_play_on_for_a_computer_player_if_the_host_likes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await bob_passes_out(evening, monkeypatch)
    table = evening.table(night.channel)
    still_in = await night.bob.opens_hand()
    assert not [button for button in still_in.message.buttons if button.label.startswith("Play for")]
    await night.bob.says("Pass")
    await evening.quiet()
    name = table.state.seats[2].name
    watching = await night.bob.opens_hand()
    labels = [button.label for button in watching.message.buttons]
    assert f"Play for {name}" in labels
    assert "Play for Ann" not in labels, "members' seats are theirs"
    await night.ann.person.slash(night.channel, "my block", member=night.bob.person)
    refused = await night.bob.person.press(watching.message, f"Play for {name}")
    assert "There's no computer player here for you to take over from." in refused.text, (
        "as if one was faster"
    )
    unblocked: Any = await night.ann.person.slash(night.channel, "my block")
    await night.ann.person.select(unblocked.message, unblocked.message.selects[0].custom_id, [])
    reply = await night.bob.person.press(watching.message, f"Play for {name}")
    await evening.quiet()
    assert f"You're playing for {name} now." in reply.text
    assert f"**{name}**" in night.board.text
    assert "played by Bob" in night.board.text
    assert "**Brewmaster Phrenk** · **Your hand**" in night.bob.panel.text
    await night.until(lambda: "order" in night.kinds())
    await night.ann.person.press(night.ann.panel, "🍺 Dot · …")
    await night.until(lambda: "discard" in night.kinds())
    while night.game.active != 2:
        await night.until(lambda: "respond" not in night.kinds())
        evening.clock.advance(30)
        await evening.quiet()
    assert night.stands("Bob") == "8/8/0"
    await night.bob.person.press(night.bob.panel, "Draw")
    await evening.quiet()
    rows = [row for row in (await evening.store.match(1)).rows if row.seat == 2]
    assert rows[-1].by == "player", "Bob answers for the computer player"
    await night.bob.press("Let a computer play")
    await evening.quiet()
    assert table.state.taken_by(night.bob.person.id) is None
    assert "You're out." in (await night.bob.opens_hand()).text
    assert table.state.seats[2].policy is not None


@pytest.mark.rule("OUT-R8")
async def test_who_is_out_looks_into_one_hand_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await bob_passes_out(evening, monkeypatch, ("Cid", "Dot"))
    await night.bob.says("Pass")
    await evening.quiet()
    table, bob = evening.table(night.channel), night.bob.person
    assert table.seating.free_to_take(bob.id) == [2, 3]
    watching = await night.bob.opens_hand()
    await bob.press_raw(night.channel, watching.message.id, "t:1:take.2")
    await night.bob.press("Let a computer play")
    await evening.quiet()
    assert table.seating.free_to_take(bob.id) == [2], "they may go on where they were"
    refused = await bob.press_raw(night.channel, watching.message.id, "t:1:take.3")
    assert "no computer player here for you to take over from" in refused.text


async def test_a_host_who_does_not_like_that_switches_it_off(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = await bob_passes_out(evening, monkeypatch, takeover=False)
    await night.bob.says("Pass")
    await evening.quiet()
    watching = await night.bob.opens_hand()
    assert "Play for" not in watching.text
    refused = await night.bob.person.press_raw(night.channel, watching.message.id, "t:1:take.2")
    assert "no computer player here for you to take over from" in refused.text


@pytest.mark.in_english
@pytest.mark.rule("TIM-R10", "TURN-R9")
async def test_a_host_sets_how_long_windows_wait(evening: Evening) -> None:
    tavern, ann = evening.playground.guild.channel("tavern"), evening.playground.member("Ann")
    await ann.slash(tavern, "table open", game="tavern")
    menu = await settings_of(ann, tavern)
    opened = await ann.press(menu, "Clocks")
    assert opened.modal is not None
    spans = {each["label"]: [line["label"] for line in each["component"]["options"]]
             for each in opened.modal.components}  # fmt: skip
    assert spans["Windows"][1] == "10 seconds"
    assert spans["Windows"][-1] == "1 day"
    assert spans["Forms"][1::99] == ["15 seconds"]
    assert spans["Choices"][-1] == "3 days"
    reply = await ann.submit(opened.modal, {"Windows": "3600"})
    assert "Saved." in reply.text
    assert "Windows: 1 hour · Forms: as usual" in reply.text
    table = evening.table(tavern)
    assert table.state.settings.clocks == {"window": 3600}
    await fill_settings(ann, menu, {"Windows": "usual", "Choices": "60"})
    assert table.state.settings.clocks == {"choice": 60}
    await sets(ann, tavern, {"Choices": "As usual"})
    assert table.state.settings.clocks == {}
    refused = await ann.press_raw(tavern, menu.id, f"o:{table.state.id}:clock.race")
    assert refused.acknowledged
    assert table.state.settings.clocks == {}


async def test_who_one_is_stays_on_the_board_and_heads_the_panel(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Bob": Sits("14/3/9", hand=["Blasphemer!"]), "Ann": Sits("20/2/10", hand=[]), "Cid": Sits()}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    assert "▸ **Bob** · Serena the Pious, Piety 8 (Duty) · to act" in night.board.text
    assert night.bob.panel.text.startswith("**Serena the Pious, Piety 8 (Duty)** · **Your hand**")
    assert "30 pieces for the winner" in night.board.text
    assert "pieces left" not in night.bob.panel.text
    await night.draws("Bob")
    reply = await night.bob.plays("Blasphemer!")
    assert "Ann · Fort 20, AC 2" in [button.label for button in reply.message.buttons]


async def test_the_lobby_tells_the_minutes_by_seats(evening: Evening) -> None:
    channel: Any = evening.playground.guild.channel("tavern")
    host = Guest(evening, "Ann", channel)
    await host.person.slash(channel, "table open", game="tavern")
    await evening.quiet()
    assert "about 26 minutes for 2, 49 for 4, 77 for 6, 106 for 8" in host.board.text


async def test_the_board_says_who_loses_how_much_now(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The Gear card hits Ann, whom the card itself does not name; what an answer takes off is gone at once."""
    seats = {
        "Dot": Sits(hand=["Oh no! It's not supposed to do that..."], extra=["Too much steam!"]),
        "Ann": Sits(hand=["Too small to aim at"]),
        "Bob": Sits(hand=[]),
        "Cid": Sits(hand=[]),
    }
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Dot")
    await night.dot.plays("Oh no! It's not supposed to do that...", at="Bob")
    await evening.quiet()
    await night.dot.person.select(night.dot.panel, "Choose", ["Ann, Bob"])
    await night.dot.person.press(night.dot.panel, "Done")
    await evening.quiet()
    assert "➜ **Ann −1 Fort, Bob −3 Fort**" in night.board.text
    assert "Too much steam! on Ann and Bob" in night.board.text
    assert "Ann −1 Fort" in night.ann.panel.text
    await night.ann.plays("Too small to aim at")
    await night.all_say()
    await night.until(lambda: "➜ **Ann loses nothing, Bob −3 Fort**" in night.board.text)
    assert "Ann took 1 off" in night.board.text
