"""Losing: last chances, divisions, resignations (OUT), and what of contests the examples leave open (CONT)."""

from __future__ import annotations

from contextlib import suppress

import pytest

from games.tavern.builtin import BUILT_IN
from games.tavern.contest import contest
from games.tavern.items import EventShown
from tests.games.tavern.night import Night, Sits
from tests.games.tavern.openings import CONTEST, resolved, revealed

PRAYER, MEDICINE, SLAP = "A quiet prayer", "Purely medicinal", "A slap on the back, troll size"
FLASK, SYRUP = "Flask with a short fuse", "Silver-tongue syrup"


@pytest.mark.rule("OUT-03", "OUT-R1", "OUT-R4")
def test_what_is_on_the_stack_resolves_first() -> None:
    n = Night(
        Phrenk=Sits("4/0/10", hand=[SLAP, MEDICINE]),
        Serena=Sits("4/2/10", hand=["How dare you strike a Paladin!"]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Phrenk", SLAP, at="Serena")
    n.plays("Serena", "How dare you strike a Paladin!")
    n.quiet()
    # Serena's Fort is 1 and her AC 2: nobody was out before all had resolved
    assert (n.player("Phrenk").fort, n.player("Serena").fort) == (2, 1)
    assert n.asked("last_chance") == {"Serena"}


@pytest.mark.rule("OUT-R4")
def test_over_the_limit_for_a_moment_is_nothing_lost() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Serena=Sits("5/4/10", hand=[PRAYER]),
        Kaylin=Sits(extra="Chasing his own tail", hand=["Sneezing dust for the whole room"]),
    )
    n.to_action()
    ask, slap = n.move("Phrenk", SLAP, at="Serena")
    n.match.answer(ask.id, ask.seat, slap)
    n.plays("Serena", PRAYER, way=1)
    n.quiet()
    assert n.stands("Serena") == "2/2/10"
    n.passes("Serena")
    assert n.player("Serena").out


@pytest.mark.rule("OUT-R2", "OUT-04", "OUT-R3")
def test_last_chances_in_turn_order_for_everybody_in_danger() -> None:
    n = Night(
        Serena=Sits("6/6/10", hand=[PRAYER, "My vows stop at water"]),
        Phrenk=Sits("20/0/10", extra=[FLASK]),
        Kaylin=Sits("7/6/10", hand=["Asleep in his fur"]),
    )
    assert n.asked("last_chance") == {"Serena"}
    # a Sometimes card only if its own trigger is met
    assert n.can_play("Serena", PRAYER)
    assert not n.can_play("Serena", "My vows stop at water")
    # somebody else is endangered meanwhile, and gets a chance too
    n.plays("Phrenk", FLASK, at="Kaylin")
    n.quiet()
    n.passes("Serena")
    assert n.asked("last_chance") == {"Kaylin"}
    assert not n.player("Serena").out
    n.plays("Kaylin", "Asleep in his fur", way=1)
    n.quiet()
    # no longer in danger: now the check is made
    assert n.player("Serena").out
    assert not n.player("Kaylin").out


@pytest.mark.rule("OUT-R2")
def test_any_number_of_cards_and_a_chance_for_those_without() -> None:
    n = Night(Serena=Sits("6/8/10", hand=[PRAYER, PRAYER]), Phrenk=Sits("5/5/10"), Kaylin=Sits())
    n.plays("Serena", PRAYER, way=1)
    n.quiet()
    assert n.asked("last_chance") == {"Serena"}
    n.plays("Serena", PRAYER, way=0)
    n.quiet()
    # Phrenk holds nothing, and is asked all the same
    assert n.asked("last_chance") == {"Phrenk"}
    n.passes("Phrenk")
    assert (n.player("Serena").out, n.player("Phrenk").out) == (False, True)


@pytest.mark.rule("OUT-R5", "OUT-09", "OUT-R8")
def test_broke_and_unconscious_passes_out() -> None:
    n = Night(
        Serena=Sits("5/5/0", hand=[PRAYER], pile=["Wine", "Dark Ale"]),
        Phrenk=Sits("5/5/4"),
        Kaylin=Sits(),
        Wizgille=Sits(),
    )
    n.passes("Serena")
    n.passes("Phrenk")
    # no share of Phrenk's Gold for Serena: 2 to the Inn, 1 each for the two who stay
    assert [n.player(name).gold for name in n.names] == [0, 0, 11, 11]
    assert sorted(n.game.drinks.discards)[:2] == ["drink.dark_ale", "drink.wine"]
    assert n.player("Serena").hand.cards == []
    assert n.game.fallen == [[0, 1]]


@pytest.mark.rule("OUT-R6", "OUT-R7", "OUT-R10")
def test_passing_out_in_a_round() -> None:
    n = Night(
        Serena=Sits(hand=["Gambling? I'm in!"]),
        Phrenk=Sits("20/0/1", extra=[FLASK]),
        Kaylin=Sits("6/5/9"),
    )
    resolved(n, "Serena", "Gambling? I'm in!")
    assert [n.player(name).gold for name in n.names] == [9, 0, 8]
    n.plays("Phrenk", FLASK, at="Kaylin")
    n.quiet()
    assert n.asked("last_chance") == {"Kaylin"}
    n.passes("Kaylin")
    # the antes stay in the pot; the rest is divided at once, also to Phrenk without Gold
    assert n.game.round is not None
    assert (n.game.round.pot, n.game.round.members) == (3, [0, 1])
    assert [n.player(name).gold for name in n.names] == [11, 2, 0]
    assert n.asked("gamble") == {"Phrenk"}


@pytest.mark.rule("OUT-R6", "GMB-30", "OUT-R10", "OUT-13")
def test_a_check_that_ends_a_round_judges_the_broke_at_once() -> None:
    n = Night(
        Serena=Sits("20/0/1", hand=["Gambling? I'm in!"]),
        Kaylin=Sits("6/5/2"),
        Phrenk=Sits("20/0/1", extra=[FLASK]),
    )
    resolved(n, "Serena", "Gambling? I'm in!")
    n.plays("Phrenk", FLASK, at="Kaylin")
    n.quiet()
    n.passes("Kaylin")
    # 1 Gold of Kaylin's to the Inn, none to share; Serena and Phrenk play on for the pot
    assert n.game.round is not None
    n.passes("Phrenk")
    assert n.asked("last_chance") == {"Phrenk"}
    n.passes("Phrenk")
    assert n.winners == {"Serena"}
    assert n.player("Serena").gold == 3


@pytest.mark.rule("OUT-R9")
def test_a_resignation() -> None:
    n = Night(Serena=Sits(), Phrenk=Sits("20/0/9", hand=[MEDICINE]), Kaylin=Sits(), Wizgille=Sits())
    n.leaves("Phrenk")
    # without a last chance; half of 9, rounded up, to the Inn, 1 each for the others, 1 more to the Inn
    assert n.player("Phrenk").out
    assert [n.player(name).gold for name in n.names] == [11, 0, 11, 11]
    assert n.game.inn == 6
    assert n.asked() == {"Serena"}


@pytest.mark.rule("OUT-R9", "OUT-03")
def test_a_resignation_in_a_window_waits_until_all_has_resolved() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(), Wizgille=Sits())
    n.to_action()
    ask, slap = n.move("Phrenk", SLAP, at="Serena")
    n.match.answer(ask.id, ask.seat, slap)
    n.leaves("Serena")
    assert not n.player("Serena").out
    assert n.asked() == {"Wizgille"}
    n.passes("Wizgille")
    assert n.told("loses_fort")[-1].values["seat"] == n.names["Serena"]
    assert n.player("Serena").out


@pytest.mark.rule("TURN-R5", "OUT-R1", "TURN-R6", "TURN-19")
def test_going_out_in_the_own_turn_ends_it() -> None:
    n = Night(Kaylin=Sits("8/5/10", pile="Elven Wine"), Serena=Sits(), Phrenk=Sits())
    revealed(n)
    n.quiet()
    n.passes("Kaylin")
    assert n.player("Kaylin").out
    assert n.game.active == n.names["Serena"]


# ---- contests


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


@pytest.mark.rule("CONT-08", "CONT-R4")
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
    assert len(n.game.top.cups) == 3  # type: ignore[union-attr]
    n.passes(*sorted(n.asked("respond")))
    assert len(n.game.top.cups) == 2  # type: ignore[union-attr]
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


@pytest.mark.rule("CONT-R6", "TIM-R19")
def test_no_contest_within_a_contest() -> None:
    n = Night(
        Serena=Sits(pile=CONTEST),
        Phrenk=Sits(pile=[]),
        drinks=["Well Water", CONTEST, "Light Ale"],
    )
    revealed(n)
    assert n.game.stretch.longer == 1, "more time for everybody in this turn (TIM-R19)"
    n.quiet()
    assert len(n.told("contest")) == 1
    assert [n.player(name).gold for name in n.names] == [9, 11]


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
        shown = EventShown(0, event.id, event, ignored_by={0, 1, 2} - able)
        course = contest(n.game, shown)
        with suppress(StopIteration):
            course.send(None)
        assert bool(n.told("contest")) == begins
        course.close()
