"""The worked examples of Part 2, step by step."""

from __future__ import annotations

import pytest

from tests.games.tavern.night import Night, Sits


@pytest.mark.rule("NEG-X1")
def test_strike_back_negated() -> None:
    n = Night(
        Kaylin=Sits("20/0/10", ["Don't call me cute!", "We don't think so!"]),
        Serena=Sits("20/0/10", "How dare you strike a Paladin!"),
    )
    n.to_action()
    n.acts("Kaylin", "Don't call me cute!", at="Serena")
    n.plays("Serena", "How dare you strike a Paladin!")
    n.plays("Kaylin", "We don't think so!")
    n.quiet()
    assert n.stands("Serena") == "18/0/10"
    assert n.stands("Kaylin") == "20/0/10"
    assert n.player("Serena").piety == 8


@pytest.mark.rule("NEG-X2", "NEG-04", "NEG-05", "PIE-03")
def test_an_ignored_card_still_does_the_rest() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits(hand="~ Poof! ~"))
    n.to_action()
    n.acts("Serena", "Blasphemer!", at="Kaylin")
    n.plays("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"
    assert n.player("Serena").piety == 9
