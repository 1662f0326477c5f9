"""Splits (SPL) and Mead, beyond the worked examples."""

from __future__ import annotations

import pytest

from games.tavern.items import DrinkServing
from tests.helpers.games.tavern import Night, Sits, key
from tests.helpers.games.tavern_openings import CONTEST, HOUSE, down_to, poured, revealed
from tests.helpers.games.tavern_small_deck import card

SPLIT, PASS_IT = "One cup, two comrades", "Charity begins at the next table"


# ---- splits


@pytest.mark.rule("SPL-R3", "NEG-08", "NEG-09")
def test_a_part_may_be_split_passed_or_ignored_again_by_who_is_to_drink_it() -> None:
    appreciate = "I think you'll appreciate this drink more than I will"
    n = Night(
        Serena=Sits(hand=SPLIT, pile="Giant's Nightcap"),
        Sister=Sits(hand=SPLIT, character="serena"),
        Phrenk=Sits(hand=appreciate),
        Kaylin=Sits(hand="Ah! I really needed a bath"),
    )
    revealed(n)
    assert not n.can_play("Sister", SPLIT)  # not her Drink yet
    n.plays("Serena", SPLIT, at="Sister")
    down_to(n)
    assert [cup.ac for cup in poured(n).portions] == [3, 3]
    n.plays("Sister", SPLIT, at="Phrenk")
    down_to(n)
    assert [(cup.drinker, cup.ac) for cup in poured(n).portions] == [(0, 3), (1, 2), (2, 2)]
    n.plays("Phrenk", appreciate, at="Kaylin")
    down_to(n)
    assert [(cup.drinker, cup.ac) for cup in poured(n).portions] == [(0, 3), (1, 2), (3, 2)]
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [3, 2, 0, 0]


@pytest.mark.rule("SPL-R4")
def test_only_a_drink_that_somebody_is_about_to_drink_can_be_split() -> None:
    n = Night(Serena=Sits(hand=SPLIT, pile=["Wine"]), Kaylin=Sits(pile=["Elven Wine"]))
    n.cannot("Serena", SPLIT)  # it lies on the pile
    revealed(n, "Kaylin")
    assert n.can_play("Serena", SPLIT)
    n.quiet()
    n.defaults("action", "Kaylin")
    n.drinks_up()
    assert isinstance(n.game.top, DrinkServing)
    assert not n.can_play("Serena", SPLIT)  # Kaylin's Drink


# ---- Mead


@pytest.mark.rule("MEAD-06", "MEAD-R5", "ROTH-04")
def test_mead_of_an_event_is_not_split_by_its_own_text_nor_by_a_card() -> None:
    n = Night(
        Serena=Sits(hand=[SPLIT, "My vows stop at water"], pile=[HOUSE]),
        Kaylin=Sits(),
        drinks=["Wine", "Mead"],
    )
    revealed(n)
    assert [cup.ac for cup in poured(n).portions] == [3, 3]  # whole copies: nothing is halved
    assert not n.can_play("Serena", SPLIT)
    assert n.can_play("Serena", "My vows stop at water")
    n.quiet()
    assert "split_mead" not in {ask.prompt.kind for ask in n.match.open.values()}
    assert [n.player(name).ac for name in n.names] == [3, 3]


@pytest.mark.rule("MEAD-06")
def test_mead_in_a_contest_is_drunk_whole() -> None:
    n = Night(Serena=Sits(hand=SPLIT, pile=[CONTEST]), Kaylin=Sits(), drinks=["Wine", "Mead", "Light Ale"])
    revealed(n)
    assert not n.can_play("Serena", SPLIT)
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [3, 1]


@pytest.mark.rule("ROTH-04")
def test_copies_of_another_drink_may_be_split_each_on_its_own() -> None:
    n = Night(
        Serena=Sits(hand=SPLIT, pile=[HOUSE]), Kaylin=Sits(), Phrenk=Sits(), drinks=["Light Ale", "Wine"]
    )
    revealed(n)
    assert [cup.ac for cup in poured(n).portions] == [2, 2, 2]
    n.plays("Serena", SPLIT, at="Kaylin")
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [1, 3, 2]


@pytest.mark.rule("MEAD-07", "MEAD-R5")
def test_mead_as_a_chaser_is_drunk_whole_and_no_card_splits_it() -> None:
    n = Night(Serena=Sits(hand=[SPLIT, PASS_IT], pile=["Wine with a Chaser", "Mead"]), Kaylin=Sits())
    revealed(n)
    assert poured(n).portions[0].ac == 5
    assert not n.can_play("Serena", SPLIT)
    assert n.can_play("Serena", PASS_IT)  # passing stays possible
    n.quiet()
    assert n.stands("Serena") == "20/5/10"


@pytest.mark.rule("MEAD-R1")
def test_who_is_about_to_drink_the_mead_then_chooses() -> None:
    n = Night(Serena=Sits(hand=PASS_IT, pile="Mead"), Kaylin=Sits(), Phrenk=Sits())
    revealed(n)
    n.plays("Serena", PASS_IT, at="Kaylin")
    n.quiet()
    assert n.asked() == {"Kaylin"}
    assert n.kinds() == {"split_mead"}
    n.answers("Kaylin", ["", 0, [[2]]], "split_mead")
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [0, 2, 2]


@pytest.mark.rule("MEAD-R1", "MEAD-03")
def test_an_ignored_mead_is_not_split_and_nobody_has_to_split_one() -> None:
    n = Night(Serena=Sits(hand="My vows stop at water", pile="Mead"), Kaylin=Sits())
    revealed(n)
    n.plays("Serena", "My vows stop at water")
    n.quiet()
    assert n.told("splits") == []
    assert "split_mead" not in n.kinds()
    m = Night(Serena=Sits(pile="Mead"), Kaylin=Sits())
    revealed(m)
    m.quiet()
    m.answers("Serena", "drink_it", "split_mead")
    m.quiet()
    assert m.stands("Serena") == "20/3/10"


@pytest.mark.rule("MEAD-R2")
def test_mead_without_alcohol_may_be_split_as_well() -> None:
    deck = {"grum.toml": card("moddrink -4", when='"drink.any"')}
    n = Night(
        Serena=Sits("20/5/10", pile="Mead"),
        Kaylin=Sits("20/5/10"),
        Grum=Sits(hand=["grum.broom"]),
        options={"own_decks": deck},
    )
    revealed(n)
    n.plays("Grum", "grum.broom")
    n.quiet()
    n.answers("Serena", ["", 0, [[1]]], "split_mead")
    n.quiet()
    # 3 - 4, and half of that for each, rounded up in size
    assert [n.player(name).ac for name in n.names] == [4, 4, 0]


@pytest.mark.rule("MEAD-R3")
def test_mead_that_a_card_has_split_is_not_split_again_by_its_own_text() -> None:
    n = Night(Serena=Sits(hand=SPLIT, pile="Mead"), Kaylin=Sits())
    revealed(n)
    n.plays("Serena", SPLIT, at="Kaylin")
    n.quiet()
    assert len(n.told("splits")) == 1
    assert [n.player(name).ac for name in n.names] == [2, 2]


@pytest.mark.rule("MEAD-R4")
def test_mead_that_a_card_makes_one_drink_may_be_split() -> None:
    n = Night(Serena=Sits(hand="Empty that cup, recruit"), Kaylin=Sits(pile="Mead"), Phrenk=Sits())
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    n.quiet()
    assert n.asked("split_mead") == {"Kaylin"}
    n.answers("Kaylin", ["", 0, [[2]]], "split_mead")
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [0, 2, 2]
    assert key("Mead") in n.game.drinks.discards
