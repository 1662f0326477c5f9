"""Drink Events: answered before they begin, never afterwards (DRK-06 to DRK-08)."""

from __future__ import annotations

import pytest

from games.tavern.items import DrinkServing
from tests.helpers.games.tavern import Night, Sits, keys
from tests.helpers.games.tavern_openings import CONTEST, HOUSE, pass_round, revealed

SPLIT, PASS_IT = "One cup, two comrades", "Charity begins at the next table"

WARDEN = """
[character]
key = "warden"
name = "The Warden"
about = "Nothing happens in this house without leave."

[[card]]
id = "warden.not_tonight"
deck = "warden"
title = "Not tonight"
count = 1
type = "sometimes"
when = ["event"]
effects = "negate"

[[card]]
id = "warden.not_for_me"
deck = "warden"
title = "Not for me"
count = 1
type = "sometimes"
when = ["event"]
effects = "ignore"

[[card]]
id = "warden.broom"
deck = "warden"
title = "Broom"
count = 38
type = "action"
when = ["act"]
effects = "fort T -1"
"""
"""A character who can answer Events, as none of the four can (DRK-R10)."""


@pytest.mark.rule("DRK-05", "DRK-R9", "DRK-R10")
def test_an_event_is_carried_out_and_stands_for_the_drink() -> None:
    n = Night(Serena=Sits(pile=[HOUSE, "Wine"]), Kaylin=Sits(), drinks=["Light Ale", "Dark Ale"])
    revealed(n)
    # no house card answers an Event: its own window is skipped, the first question is about the copies
    assert isinstance(n.game.top, DrinkServing)
    n.quiet()
    assert (n.stands("Serena"), n.stands("Kaylin")) == ("20/1/10", "20/1/10")
    assert n.player("Serena").pile == keys(["Wine"])  # nothing more is revealed from it
    assert n.game.active == 1


@pytest.mark.rule("WDRK-09")
def test_the_wench_does_not_care_about_events() -> None:
    wench = "The Wench thinks you should stop playing with the drinks"
    n = Night(
        Serena=Sits(pile=[HOUSE]),
        Warden=Sits(hand="warden.not_tonight"),
        Kaylin=Sits(hand=[wench, "We don't think so!"]),
        options={"own_decks": {"warden.toml": WARDEN}},
    )
    revealed(n)
    n.plays("Warden", "warden.not_tonight")
    assert n.can_play("Kaylin", "We don't think so!")
    assert not n.can_play("Kaylin", wench)


@pytest.mark.rule("DRK-06", "SPL-R4")
def test_a_card_for_drinks_does_not_work_on_an_event() -> None:
    n = Night(
        Serena=Sits(hand=["My vows stop at water", SPLIT, PASS_IT], pile=[HOUSE]),
        Phrenk=Sits(hand="Here ya go... This'll make that drink better!"),
        Warden=Sits(hand="warden.not_tonight"),
        options={"own_decks": {"warden.toml": WARDEN}},
        drinks=["Light Ale", "Light Ale", "Wine"],
    )
    revealed(n)
    assert n.asked() == {"Warden"}
    for name, title in [("Serena", "My vows stop at water"), ("Serena", SPLIT), ("Serena", PASS_IT),
                        ("Phrenk", "Here ya go... This'll make that drink better!")]:  # fmt: skip
        assert not n.can_play(name, title)


@pytest.mark.rule("DRK-07", "DRK-R10", "NEG-01", "NEG-02")
def test_an_event_can_be_answered_before_it_begins() -> None:
    n = Night(
        Serena=Sits(pile=[CONTEST]),
        Warden=Sits(hand="warden.not_tonight"),
        options={"own_decks": {"warden.toml": WARDEN}},
    )
    revealed(n)
    n.plays("Warden", "warden.not_tonight")
    n.quiet()
    assert n.told("contest") == []
    assert n.game.drinks.discards == keys([CONTEST])
    assert (n.stands("Serena"), n.stands("Warden")) == ("20/0/10", "20/0/10")


@pytest.mark.rule("DRK-07", "NEG-04", "NEG-05", "NEG-R2")
def test_who_ignores_an_event_takes_no_part_and_it_goes_on_for_the_others() -> None:
    n = Night(
        Serena=Sits(pile=[HOUSE]),
        Warden=Sits(hand="warden.not_for_me"),
        Kaylin=Sits(),
        options={"own_decks": {"warden.toml": WARDEN}},
        drinks=["Light Ale", "Wine"],
    )
    revealed(n)
    n.plays("Warden", "warden.not_for_me")
    n.quiet()
    assert [n.player(name).ac for name in ("Serena", "Warden", "Kaylin")] == [2, 0, 2]


@pytest.mark.rule("DRK-08")
def test_once_an_event_has_begun_it_is_neither_negated_nor_ignored() -> None:
    n = Night(
        Serena=Sits(pile=[HOUSE]),
        Warden=Sits(hand=["warden.not_tonight", "warden.not_for_me"]),
        options={"own_decks": {"warden.toml": WARDEN}},
        drinks=["Light Ale", "Wine"],
    )
    revealed(n)
    assert n.can_play("Warden", "warden.not_tonight")
    pass_round(n)
    assert isinstance(n.game.top, DrinkServing)  # the Round on the House has begun
    for title in ("warden.not_tonight", "warden.not_for_me"):
        n.cannot("Warden", title)
    n.quiet()
    assert n.player("Warden").ac == 2
