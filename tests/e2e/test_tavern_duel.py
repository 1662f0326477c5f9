"""The tavern with one other player left: what leaves no choice of whom has a button all the same."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import Evening
from tests.helpers.games.tavern import Sits
from tests.helpers.tavern_evening import TavernNight

OH_NO, LOOSE_GEAR = "Oh no! It's not supposed to do that...", "Sorry, loose gear"


@pytest.mark.rule("GEAR-11")
async def test_a_gear_card_is_aimed_at_the_only_other_player(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Dot": Sits(hand=[OH_NO], extra=[LOOSE_GEAR]), "Ann": Sits(hand=[])}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Dot")
    await night.dot.plays(OH_NO)
    await evening.quiet()
    assert night.kinds() == {"gear_targets"}
    await night.dot.person.press(night.dot.panel, "Ann · …")
    await night.until(lambda: "order" in night.kinds())
    assert night.stands("Ann")[:2] == "17", "2 by the card, 1 by its Gear card"


@pytest.mark.rule("MEAD-03")
async def test_mead_is_shared_with_the_only_other_player(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = {"Dot": Sits(hand=[], pile=["Mead"]), "Ann": Sits(hand=[])}
    night = await TavernNight.begin(evening, monkeypatch, seats)
    await night.draws("Dot")
    await night.dot.person.press(night.dot.panel, "Drink later")
    await evening.quiet()
    await night.dot.person.press(night.dot.panel, "🍺 Ann · …")
    await night.until(lambda: "split_mead" in night.kinds())
    assert "Share with:" in night.dot.panel.text
    await night.dot.person.press(night.dot.panel, "Ann · …")
    await night.until(lambda: "discard" in night.kinds())
    assert [night.stands(name)[3] for name in ("Dot", "Ann")] == ["2", "2"]
