"""Care through the real client: two presses, and nobody is told."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.limits import limits_text
from db import LimitStatus
from db.loss_limits import Limits
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player

pytestmark = pytest.mark.rule("GEN-R7")


async def test_a_pause_is_two_presses_and_binds_at_once(evening: Evening, tavern: Any) -> None:
    ann, bob = (Player(evening, name, tavern) for name in ("Ann", "Bob"))
    await ann.person.slash(tavern, "table open", game="threes")
    await evening.quiet()
    said = len(tavern.messages)
    person: Any = bob.person
    limits = await person.slash(tavern, "my limits")
    assert limits.ephemeral
    assert "You haven't set any." in limits.text
    paused = await person.select(limits.message, "A pause", ["Pause for 7 days"])
    assert paused.kind == "update"
    until = int(evening.clock.now()) + 7 * 86_400
    assert f"Paused until <t:{until}:f>" in paused.message.text
    refused = await bob.press("Sit down")
    assert refused.ephemeral
    assert f"You've paused until <t:{until}:f>" in refused.text
    await evening.quiet()
    assert len(tavern.messages) == said, "the channel hears nothing"
    sooner = await person.select(paused.message, "A pause", ["End the pause (tomorrow)"])
    assert f"Paused until <t:{int(evening.clock.now()) + 86_400}:f>" in sooner.message.text


async def test_a_cap_is_kept_at_the_table_and_loosened_after_a_day(evening: Evening, tavern: Any) -> None:
    ann = Player(evening, "Ann", tavern)
    person: Any = ann.person
    limits = await person.slash(tavern, "my limits")
    capped = await person.select(limits.message, "A cap for a day", ["Lose at most 25 a day"])
    assert "**Up to 25 a day**: you can still risk 25 today." in capped.message.text
    assert "What you win today gives you that much room again" in capped.message.text
    looser = await person.select(capped.message, "A cap for a day", ["Remove the cap (tomorrow)"])
    assert "**Up to 25 a day**" in looser.message.text
    assert f"From <t:{int(evening.clock.now()) + 86_400}:f>: no cap." in looser.message.text
    await ann.person.slash(tavern, "table open", game="barovian_boneyard", gembones=True)
    await evening.quiet()
    await ann.press("Start")
    await evening.quiet()
    refused = await ann.press("Wager 5")
    assert "past the 25 copper" in refused.text
    await ann.press("Wager 1")
    await evening.quiet()


@pytest.mark.parametrize(
    ("lost", "at_risk", "told"),
    [
        (0, 0, "you can still risk 25 today."),
        (10, 0, "you can still risk 15 today (25, less 10 lost)."),
        (-30, 5, "you can still risk 50 today (25, plus 30 won, less 5 at tables)."),
        (30, 0, "you can still risk 0 today (25, less 30 lost)."),
    ],
)
def test_what_is_won_and_lost_is_told_beside_the_cap(lost: int, at_risk: int, told: str) -> None:
    assert told in limits_text(LimitStatus(Limits(cap=25), lost, at_risk), 0.0)


async def test_any_cap_can_be_typed(evening: Evening, tavern: Any) -> None:
    ann: Any = evening.playground.member("Ann")
    limits = await ann.slash(tavern, "my limits")
    opened = await ann.select(limits.message, "A cap for a day", ["Other cap"])
    done = await ann.submit(opened.modal, {"value": "1,200"})
    assert "**Up to 1,200 a day**" in done.message.text
    opened = await ann.select(done.message, "A cap for a day", ["Other cap"])
    wrong = await ann.submit(opened.modal, {"value": "lots"})
    assert "Please type a whole number from 0" in wrong.text


@pytest.mark.in_english
@pytest.mark.rule("GEN-20")
async def test_the_content_warning_has_the_admins_help_line(evening: Evening, tavern: Any) -> None:
    ann, bob = evening.playground.member("Ann"), evening.playground.member("Bob")
    before = (await bob.slash(tavern, "rules")).text
    assert "gambling for money can become a problem" in before
    assert "call a helpline in your country" in before
    await ann.slash(tavern, "house helpline", line="Call 0800 0000, day and night.")
    for command in ("rules", "my limits"):
        said = (await bob.slash(tavern, command)).text
        assert "play money" in said
        assert "Call 0800 0000, day and night." in said
    assert "set the help line" in (await ann.slash(tavern, "house audit")).text
    await ann.slash(tavern, "house helpline")
    assert "call a helpline in your country" in (await bob.slash(tavern, "my limits")).text
