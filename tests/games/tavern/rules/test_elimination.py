"""Losing: last chances, divisions, resignations (OUT)."""

from __future__ import annotations

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import down_to, resolved, revealed

PRAYER, MEDICINE, SLAP = "A quiet prayer", "Purely medicinal", "A slap on the back, troll size"
FLASK, STRIKE = "Flask with a short fuse", "How dare you strike a Paladin!"


@pytest.mark.rule("OUT-03", "OUT-R1", "OUT-R4")
def test_what_is_on_the_stack_resolves_first() -> None:
    n = Night(
        Phrenk=Sits("4/2/10", hand=[SLAP, MEDICINE]),
        Serena=Sits("4/2/10", hand=[STRIKE]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Phrenk", SLAP, at="Serena")
    n.plays("Serena", STRIKE)
    n.quiet()
    # her answer has endangered Phrenk, and his card takes her Fort all the same before he is asked
    assert (n.stands("Phrenk"), n.stands("Serena")) == ("2/2/10", "1/2/10")
    assert n.asked("last_chance") == {"Phrenk"}
    n.passes("Phrenk")
    assert n.asked("last_chance") == {"Serena"}


@pytest.mark.rule("OUT-R4")
def test_over_the_limit_for_a_moment_is_nothing_lost() -> None:
    n = Night(Phrenk=Sits("5/4/10", hand=[SLAP, MEDICINE]), Serena=Sits(hand=[STRIKE]), Kaylin=Sits())
    n.to_action()
    n.acts("Phrenk", SLAP, at="Serena")
    n.plays("Serena", STRIKE)
    down_to(n)
    # over the limit, while his own card still waits to resolve: it is no last chance in which he helps himself
    assert n.stands("Phrenk") == "3/4/10"
    assert n.kinds() == {"respond"}
    n.plays("Phrenk", MEDICINE, way=1)
    n.quiet()
    assert n.stands("Phrenk") == "3/2/10"
    assert n.asked() == n.asked("order") == {"Phrenk"}


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
    n = Night(Serena=Sits("6/8/10", hand=[PRAYER, PRAYER]), Wizgille=Sits("5/5/10"), Kaylin=Sits())
    n.plays("Serena", PRAYER, way=1)
    n.quiet()
    assert n.asked("last_chance") == {"Serena"}
    n.plays("Serena", PRAYER, way=0)
    n.quiet()
    # Wizgille holds nothing, and is asked all the same
    assert n.player("Wizgille").in_hand == []
    assert n.asked("last_chance") == {"Wizgille"}
    n.passes("Wizgille")
    assert (n.player("Serena").out, n.player("Wizgille").out) == (False, True)


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
    # nor may anybody play the Potion that Phrenk had on show
    assert n.player("Phrenk").in_hand == []
    assert n.game.eliminated == [[0, 1]]


@pytest.mark.rule("OUT-10", "OUT-11")
def test_of_two_who_pass_out_at_once_neither_inherits() -> None:
    n = Night(Serena=Sits("5/5/8"), Phrenk=Sits("5/5/4"), Kaylin=Sits(), Wizgille=Sits())
    n.passes("Serena")
    n.passes("Phrenk")
    # half of each Stash to the Inn; 4 and 2 for the two who stay
    assert [n.player(name).gold for name in n.names] == [0, 0, 13, 13]
    assert n.game.inn_gold == 6


@pytest.mark.rule("OUT-R6", "OUT-R7")
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


@pytest.mark.rule("OUT-R6")
def test_who_passes_out_in_a_round_leaves_it_to_the_others() -> None:
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


@pytest.mark.rule("OUT-R6", "OUT-R10", "OUT-13", "GMB-30")
def test_a_check_that_ends_a_round_judges_the_broke_at_once() -> None:
    n = Night(
        Phrenk=Sits(hand=["Gambling? I'm in!"], extra=[FLASK]),
        Wizgille=Sits("20/0/1", hand=["Something is boiling in my room"]),
        Kaylin=Sits("6/5/1"),
    )
    resolved(n, "Phrenk", "Gambling? I'm in!")
    # Wizgille leaves the Round, and without Gold stays in the game while it lasts
    n.plays("Wizgille", "Something is boiling in my room")
    n.quiet()
    assert not n.player("Wizgille").out
    n.plays("Phrenk", FLASK, at="Kaylin")
    n.quiet()
    n.passes("Kaylin")  # the last chance
    # Kaylin is out, so Phrenk is the last of the Round and takes 3; without it Wizgille is out in the same moment
    assert n.winners == {"Phrenk"}
    assert n.player("Phrenk").gold == 12
    assert n.game.eliminated == [[2, 1]]
    assert [row.place for row in n.result.rows] == [1, 2, 2]


@pytest.mark.rule("OUT-R9")
def test_a_resignation() -> None:
    n = Night(Serena=Sits(), Phrenk=Sits("20/0/9", hand=[MEDICINE]), Kaylin=Sits(), Wizgille=Sits())
    n.leaves("Phrenk")
    # without a last chance; half of 9, rounded up, to the Inn, 1 each for the others, 1 more to the Inn
    assert n.player("Phrenk").out
    assert [n.player(name).gold for name in n.names] == [11, 0, 11, 11]
    assert n.game.inn_gold == 6
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
