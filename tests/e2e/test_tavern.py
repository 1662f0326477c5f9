"""Evenings in the tavern as members play them: windows, cheating, a contest with a tie, two out at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import Playground
from tests.e2e.conftest import Evening, HandClock, bot_on
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import TavernNight

CUTE, POOF, WE_DONT = "Don't call me cute!", "~ Poof! ~", "We don't think so!"
STRIKE, NO, BLASPHEMER = "How dare you strike a Paladin!", "I don't think so!", "Blasphemer!"
IN, RAISE, HAND = "Gambling? I'm in!", "I raise!", "Winning Hand!"
CHEAT, CODEX = "Do you even know how to play this game?", "This is not in the Paladin's Codex..."


@pytest.mark.rule("TIM-R2", "TIM-R9", "TIM-R4")
async def test_an_ignore_is_negated_and_that_negation_is_negated(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {
        "Bob": Sits(hand=[BLASPHEMER]),
        "Ann": Sits(hand=[POOF, WE_DONT]),
        "Cid": Sits(hand=[NO]),
        "Dot": Sits(hand=[NO]),
    }
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Bob")
    await night.bob.plays(BLASPHEMER, at="Ann")
    await evening.quiet()
    await night.ann.plays(POOF)
    await night.all_say()
    assert "2. **Ann: ↩️ ~ Poof! ~**" in night.board.text
    await night.cid.plays(NO)
    await night.all_say()
    assert "3. **Cid: ↩️ I don't think so!**" in night.board.text
    assert (
        night.board.text.index("3. **Cid")
        < night.board.text.index("2. Ann")
        < night.board.text.index("1. Bob")
    ), "the newest on top"
    await night.ann.plays(WE_DONT)
    await night.all_say()
    assert "4. **Ann: ↩️ We don't think so!**" in night.board.text
    await night.until(lambda: "order" in night.kinds())
    assert night.stands("Ann") == "20/0/10", "Ignored after all: the negation of the Ignore was negated"
    assert "Fort **20**" in night.ann.panel.text
    assert await evening.store.audit() == []


@pytest.mark.rule("TIM-R4", "TIM-R5")
async def test_answers_are_private_and_the_table_message_tells_nothing_of_them(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {
        "Ann": Sits(hand=[CUTE]),
        "Bob": Sits(hand=[STRIKE]),
        "Cid": Sits(hand=[]),
        "Dot": Sits(hand=[NO]),
    }
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Ann")
    await night.ann.plays(CUTE, at="Bob")
    await evening.quiet()
    board = night.board
    assert [b.label for b in board.buttons][:2] == ["Respond", "Let it happen"]
    ways = {"Let it happen", "Let all of this happen", "Wait for the others first", "Skip all of this"}
    assert ways.isdisjoint(b.label for b in board.buttons[2:]), "one way to do nothing"
    for fact in ("Bob (would lose Fort)", "Cid (can negate actions)", "Dot (can negate actions)"):
        assert fact in board.text
    before, edits = board.text, edits_of(evening, board.id)
    reply = await night.cid.says("Pass")
    assert reply.kind != "update" or reply.text == "", "the table message is not repainted by the press"
    await night.bob.plays(STRIKE)
    shown = [b.label for b in night.bob.panel.buttons if b.label in ways]
    assert shown == ["Let it happen"], "the panel has one too"
    await night.bob.person.press(night.bob.panel, "Skip more…")
    assert ways & {b.label for b in night.bob.panel.buttons} == ways - {"Let it happen", "Skip all of this"}
    await night.bob.person.press(night.bob.panel, "Wait for the others first")
    await night.bob.plays(STRIKE)
    await evening.quiet()
    assert night.board.text == before
    assert edits_of(evening, board.id) == edits, "not even edited"
    assert "Your answer: **Let it happen**" in night.cid.panel.text
    assert "Your answer: **↩️ How dare you strike a Paladin!**" in night.bob.panel.text
    assert "How dare" not in night.dot.panel.text
    reply = await night.ann.says("Pass")
    assert "Nobody's asking you anything here." in reply.text
    respond = await night.cid.person.press(night.board, "Respond")
    assert "Respond?" in respond.text or "Your answer" in respond.text


def edits_of(evening: Evening, message: int) -> int:
    """How often the bot has edited a message, and how often it was repainted by the answer to a press."""
    return sum(
        request.method == "PATCH" and request.path.endswith(f"/messages/{message}")
        for request in evening.playground.requests
    )


@pytest.mark.rule("GMB-R14", "GMB-X1")
async def test_a_round_of_gambling_with_cheating(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = {
        "Cid": Sits("20/0/10", hand=[IN, HAND, IN]),
        "Bob": Sits("20/0/10", hand=[CODEX]),
        "Ann": Sits("20/0/10", hand=[CHEAT]),
        "Dot": Sits("20/0/10", hand=[RAISE]),
    }
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Cid")
    await night.cid.plays(IN)
    await evening.quiet()
    await night.bob.plays(CODEX)
    await night.until(lambda: "gamble" in night.kinds())
    assert "3 Gold in the pot (Cid, Ann, Dot)" in night.board.text
    assert "Cid in control: Ann to play" in night.board.text
    assert [b.label for b in night.board.buttons] == ["My hand", "Sit down"], "whatever the player holds"
    assert "Pass" in [b.label for b in night.ann.panel.buttons]
    refused = await night.dot.says("Pass")
    assert "It's Ann's turn." in refused.text
    await night.ann.says("Pass")
    await evening.quiet()
    await night.dot.plays(RAISE)
    await night.until(lambda: night.asked() == {"Cid"})
    assert "6 Gold in the pot" in night.board.text
    await night.cid.plays(HAND)
    await night.until(lambda: "gamble" in night.kinds())
    await night.ann.plays(CHEAT)
    await night.until(lambda: "gamble" in night.kinds())
    await night.dot.says("Pass")
    await evening.quiet()
    await night.cid.plays(IN)
    await night.until(lambda: "gamble" in night.kinds())
    await night.ann.says("Pass")
    await evening.quiet()
    await night.dot.says("Pass")
    # Cid has lost Gold in this phase, and might hold a card for that
    await night.until(lambda: night.kinds() == {"order"})
    assert [night.stands(name)[5:] for name in ("Cid", "Bob", "Ann", "Dot")] == ["14", "10", "8", "8"]


@pytest.mark.rule("CONT-07", "CONT-06")
async def test_a_drinking_contest_with_a_tie(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    seats = {
        "Ann": Sits(pile=["Drinking Contest"]),
        "Bob": Sits(pile=["Well Water"]),
        "Cid": Sits(pile=["Well Water"][:0]),
    }
    drinks = ["Warm Goat's Milk", "Wine", "Wine", "Light Ale", "Dark Ale", "Elven Wine"]
    night = await TavernNight.begin(evening, monkeypatch, seats, drinks)
    await night.draws("Ann")
    await night.ann.person.press(night.ann.panel, "🍺 Cid · …")
    await night.ann.person.press(night.ann.panel, "No action")
    await evening.quiet()
    assert "(1) Ann drinks: AC +2; (2) Bob drinks: AC +2; (3) Cid drinks: AC +1" in night.board.text
    await night.until(lambda: night.has_happened("contest_tie"))
    assert "Ann drinks: AC +1" in night.board.text
    assert "Bob drinks: AC +3" in night.board.text
    await night.until(lambda: "discard" in night.kinds())
    assert [night.stands(name) for name in ("Ann", "Bob", "Cid")] == ["20/3/9", "20/5/12", "20/1/9"]
    assert "Bob wins the contest and gets 2 Gold." in (await night.bob.press("Log")).text


@pytest.mark.rule("OUT-R2", "OUT-10")
async def test_two_are_out_at_once_after_their_last_chances(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {
        "Ann": Sits(hand=["Sneezing dust for the whole room"]),
        "Bob": Sits("9/8/5", hand=["A quiet prayer"]),
        "Cid": Sits("6/5/4"),
        "Dot": Sits("20/0/10"),
    }
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Ann")
    await night.ann.plays("Sneezing dust for the whole room")
    await night.until(lambda: "last_chance" in night.kinds())
    assert night.asked() == {"Bob"}
    assert [button.label for button in night.board.buttons] == ["My hand", "Sit down"]
    assert "Last chance" in night.bob.panel.text
    await night.bob.says("Pass")
    await evening.quiet()
    assert night.asked() == {"Cid"}, "asked whatever he holds"
    await night.cid.says("Pass")
    await evening.quiet()
    assert "~~Bob~~" in night.board.text
    assert "~~Cid~~" in night.board.text
    assert "Passed out: Bob and Cid." in (await night.ann.press("Log")).text
    assert [night.stands(name)[-2:] for name in ("Ann", "Dot")] == ["12", "12"], (
        "half of 5 and of 4, in equal parts"
    )
    watching = await night.bob.opens_hand()
    assert "You're out." in watching.text
    left = await night.bob.press("Leave")
    assert "comes back" in left.text
    assert night.kinds() == {"order"}, "nobody is kept waiting by it"


@pytest.mark.rule("TIM-R5", "TIM-R9")
async def test_a_restart_inside_a_nested_window(
    playground: Playground, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, path = HandClock(), tmp_path / "tavern.db"
    seats = {"Ann": Sits(hand=[CUTE, WE_DONT]), "Bob": Sits(hand=[STRIKE]), "Cid": Sits(hand=[NO])}
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        night = await TavernNight.begin(evening, monkeypatch, seats)
        await night.draws("Ann")
        await night.ann.plays(CUTE, at="Bob")
        await evening.quiet()
        await night.bob.plays(STRIKE)
        await night.all_say()
        await night.cid.plays(NO)
        await evening.quiet()
        assert night.asked() == {"Ann"}
        table = evening.table(night.channel)
        before = (table.state.message_id, night.kinds(), night.asked())
    clock.advance(3600)
    async with bot_on(playground, path, clock) as bot:
        evening = Evening(playground, path, clock, bot)
        await evening.quiet()
        night.moved_to(evening)
        table = evening.table(night.channel)
        assert (table.state.message_id, night.kinds(), night.asked()) == before
        for guest in night.guests.values():
            await guest.opens_hand()
        assert "Your answer: **↩️ I don't think so!**" in night.cid.panel.text, "what was put in is still in"
        await night.ann.says("Pass")
        await night.until(lambda: "order" in night.kinds())
        assert night.stands("Ann") == "20/0/10"
        assert night.stands("Bob") == "18/0/10"
