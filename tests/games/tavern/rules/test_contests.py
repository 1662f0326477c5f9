"""Drinking Contests, where the worked examples leave something open (CONT)."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games.tavern.decks.builtin import BUILT_IN
from games.tavern.items import RevealedEvent
from games.tavern.rules.contest import play_contest
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import CONTEST, down_to, resolved, revealed


@pytest.mark.rule("CONT-01", "CONT-R7", "CONT-R9")
def test_the_contest_begins_with_the_active_player() -> None:
    n = Night(
        Serena=Sits(hand=["Empty that cup, recruit"]),
        Kaylin=Sits(pile=CONTEST),
        Phrenk=Sits(hand=["Here ya go... This'll make that drink better!"]),
        drinks=["Light Ale", "Wine", "Dark Ale"],
    )
    resolved(n, "Serena", "Empty that cup, recruit", at="Kaylin")
    reveals = [(e.values["seat"], e.values["card"]) for e in n.told("reveals")][-3:]
    assert reveals == [(0, "drink.light_ale"), (1, "drink.wine"), (2, "drink.dark_ale")]
    assert n.player("Kaylin").gold == 12


def _tied(kaylin: str, phrenk: str, *more: str) -> Night:
    """Kaylin and Phrenk tie at 4, Wizgille has 1."""
    n = Night(
        Kaylin=Sits(kaylin, pile=CONTEST),
        Phrenk=Sits(phrenk, pile=[]),
        Wizgille=Sits(hand=["A squirt from the turbo nozzle"], pile=[], extra="Purring like a kitten"),
        drinks=["Well Water", "Dragon Breath Ale", "Dragon Breath Ale", "Dark Ale", *more],
    )
    return revealed(n)


@pytest.mark.rule("CONT-08", "CONT-12", "CONT-R1", "CONT-R4")
def test_the_last_of_the_tied_wins_and_drinks_no_more() -> None:
    n = _tied("20/0/10", "10/7/10")
    n.quiet()
    assert n.asked("last_chance") == {"Phrenk"}
    n.passes("Phrenk")
    assert not n.told("contest_tie")
    assert n.player("Kaylin").ac == 4
    # Phrenk paid his 1 before his Gold was divided: 9, of which 5 to the Inn, 2 each
    assert [n.player(name).gold for name in n.names] == [14, 0, 11]
    assert n.player("Phrenk").out


@pytest.mark.rule("CONT-09", "CONT-11")
def test_nobody_wins_if_all_the_tied_pass_out() -> None:
    n = _tied("10/7/10", "10/7/10")
    n.quiet()
    n.passes("Kaylin")
    assert n.asked("last_chance") == {"Phrenk"}
    assert not n.player("Kaylin").out
    n.passes("Phrenk")
    assert n.told("contest_nobody")
    assert n.winners == {"Wizgille"}
    # nobody paid for the contest: 10 of her own, and half of the Gold of each of the two
    assert n.player("Wizgille").gold == 20


@pytest.mark.rule("CONT-07", "CONT-R9", "CONT-R4")
def test_in_a_tie_the_others_reveal_no_more_but_may_change_the_drinks() -> None:
    n = _tied("20/0/10", "20/0/10", "Light Ale", "Wine")
    assert len(n.game.top.portions) == 3  # type: ignore[union-attr]
    n.passes(*sorted(n.asked("respond")))
    assert len(n.game.top.portions) == 2  # type: ignore[union-attr]
    assert n.asked("respond") == {"Kaylin", "Phrenk", "Wizgille"}
    n.plays("Wizgille", "A squirt from the turbo nozzle", drink=0)
    n.answers("Wizgille", "leave_it")
    n.quiet()
    # 1 and 2 more against 2
    assert [n.player(name).gold for name in n.names] == [12, 9, 9]


@pytest.mark.rule("CONT-R3", "CONT-17")
def test_a_split_drink_counts_as_it_was_and_an_ignored_one_in_full() -> None:
    better = "Here ya go... This'll make that drink better!"
    n = Night(
        Serena=Sits(hand=["One cup, two comrades"], pile=CONTEST),
        Phrenk=Sits(hand=[better], pile=[]),
        Kaylin=Sits(hand=["Ah! I really needed a bath"], pile=[]),
        drinks=["Well Water", "Elven Wine", "Dark Ale", "Dragon Breath Ale"],
    )
    revealed(n)
    n.plays("Serena", "One cup, two comrades", at="Phrenk")
    while len(n.game.stack) > 2:
        n.passes(*sorted(n.asked("respond")))
    # +2 for a half changes nothing: 3 was its total; Kaylin's 4 counts though she ignores it
    n.plays("Phrenk", better, drink=0)
    while len(n.game.stack) > 2:
        n.passes(*sorted(n.asked("respond")))
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert [n.player(name).gold for name in n.names] == [9, 9, 12]
    assert [n.player(name).ac for name in n.names] == [4, 3, 0]


@pytest.mark.rule("CONT-R3", "CONT-17")
@pytest.mark.parametrize(
    ("hers", "his", "gold"),
    [("Elven Wine", "Wine", [12, 9, 9]), ("Wine", "Elven Wine", [9, 12, 9])],
    ids=["the whole counts", "what a half becomes does not"],
)
def test_a_split_drink_counts_as_before(hers: str, his: str, gold: list[int]) -> None:
    better = "Here ya go... This'll make that drink better!"
    n = Night(
        Serena=Sits(hand=["One cup, two comrades"], pile=CONTEST),
        Phrenk=Sits(hand=[better], pile=[]),
        Kaylin=Sits(pile=[]),
        drinks=["Well Water", hers, his, "Dark Ale"],
    )
    revealed(n)
    n.plays("Serena", "One cup, two comrades", at="Kaylin")
    if hers == "Wine":
        # her half would be 3
        down_to(n, 2)
        n.plays("Phrenk", better, drink=0)
    n.quiet()
    assert n.told("contest_tie") == []
    assert [n.player(name).gold for name in n.names] == gold


@pytest.mark.rule("CONT-R6", "TIM-R19")
def test_no_contest_within_a_contest() -> None:
    n = Night(
        Serena=Sits(pile=CONTEST),
        Phrenk=Sits(pile=[]),
        drinks=["Well Water", CONTEST, "Light Ale"],
    )
    revealed(n)
    assert n.game.time_budget.extensions == 1, "more time for everybody in this turn (TIM-R19)"
    n.quiet()
    assert len(n.told("contest")) == 1
    assert [n.player(name).gold for name in n.names] == [9, 11]


@pytest.mark.rule("ROTH-R1")
def test_a_round_on_the_house_is_copied_with_its_chasers() -> None:
    n = Night(
        Serena=Sits(pile="Round on the House"),
        Phrenk=Sits(pile=[]),
        drinks=["Well Water", "Wine with a Chaser", "Elven Wine"],
    )
    revealed(n)
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [5, 5]


@pytest.mark.rule("CONT-R6", "ROTH-R1")
def test_an_event_for_a_round_on_the_house_does_nothing() -> None:
    n = Night(Serena=Sits(pile="Round on the House"), Phrenk=Sits(pile=[]), drinks=["Well Water", CONTEST])
    revealed(n)
    assert not n.told("contest")
    assert {"drink.drinking_contest", "drink.round_on_the_house"} <= set(n.game.drinks.discards)


@pytest.mark.rule("CONT-18")
def test_a_further_drink_taken_meanwhile_does_not_count() -> None:
    n = Night(
        Serena=Sits(hand=["Charity begins at the next table"], pile=CONTEST),
        Phrenk=Sits(pile=[]),
        drinks=["Well Water", "Wine", "Light Ale"],
    )
    revealed(n)
    # Phrenk drinks his own 1 and Serena's 2: 3 AC, but his Drink counts 1 and hers 2
    n.plays("Serena", "Charity begins at the next table", at="Phrenk")
    n.quiet()
    assert n.player("Phrenk").ac == 3
    assert [n.player(name).gold for name in n.names] == [11, 9]


@pytest.mark.rule("CONT-R8")
def test_no_contest_with_fewer_than_two() -> None:
    n = Night(Serena=Sits(), Phrenk=Sits(), Kaylin=Sits())
    event = BUILT_IN.events["drink.drinking_contest"]
    for able, begins in (({0}, False), ({0, 1}, True)):
        shown = RevealedEvent(0, event.id, event, ignored_by={0, 1, 2} - able)
        course = play_contest(n.game, shown)
        with suppress(StopIteration):
            course.send(None)
        assert bool(n.told("contest")) == begins
        course.close()
