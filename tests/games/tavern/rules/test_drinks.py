"""Drinks, their chasers and numbers, ordering them, and a deck that runs out (DRK), beyond the worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.tavern.cards import Drink
from tests.helpers.games.tavern import Night, Sits, keys
from tests.helpers.games.tavern_openings import CONTEST, HOUSE, pass_round, poured, revealed

# ---- chasers


@pytest.mark.rule("DRK-11", "DRK-16")
def test_a_chaser_of_a_chaser_goes_on_and_all_is_one_drink() -> None:
    pile = ["Wine with a Chaser", "Light Ale with a Chaser", "Elven Wine", "Giant's Nightcap"]
    n = Night(Serena=Sits(hand="My vows stop at water", pile=pile), Phrenk=Sits())
    revealed(n)
    [cup] = poured(n).portions
    assert cup.ac == 6
    assert n.player("Serena").pile == keys(["Giant's Nightcap"])
    n.plays("Serena", "My vows stop at water")
    n.quiet()
    assert n.player("Serena").ac == 0


@pytest.mark.rule("DRK-12", "DRK-14")
def test_a_chaser_from_an_empty_pile_is_nothing_and_sobers_nobody_up() -> None:
    n = Night(
        Serena=Sits("20/5/10", pile=["Wine with a Chaser"]),
        Phrenk=Sits(),
        drinks=["Wine", "Giant's Nightcap"],
    )
    revealed(n)
    n.quiet()
    assert n.stands("Serena") == "20/7/10"
    assert n.told("sobers_up") == []


@pytest.mark.rule("DRK-R6")
@pytest.mark.parametrize(
    ("pile", "ac"),
    [
        (["Wine", "Elven Wine"], 5),
        (["Wine", "Light Ale with a Chaser", "Dark Ale"], 4),
        (["Wine"], 2),
        (["Wine", CONTEST], 2),
    ],
    ids=["a Drink", "with a chaser of its own", "nothing there", "an Event"],
)
def test_a_chaser_added_by_a_card_comes_from_where_the_drink_came_from(pile: list[str], ac: int) -> None:
    n = Night(
        Serena=Sits(pile=pile), Phrenk=Sits(hand="Let me top that up"), drinks=["Wine", "Giant's Nightcap"]
    )
    revealed(n)
    n.plays("Phrenk", "Let me top that up")
    n.quiet()
    assert n.player("Serena").ac == ac
    assert n.told("contest") == []


# ---- numbers


@pytest.mark.rule("DRK-R4")
def test_ac_and_fort_at_once_then_the_drinker_draws_then_discards() -> None:
    n = Night(Serena=Sits("10/2/10", hand=["I raise!"]), Kaylin=Sits())
    strange = Drink("drink.test", "Test", ac=3, fort=-1, draw=2, drop=1)
    n.game.decks = replace(n.game.decks, drinks={**n.game.decks.drinks, "drink.test": strange})
    n.player("Serena").pile = ["drink.test"]
    revealed(n)
    n.quiet()
    assert n.stands("Serena") == "9/5/10"
    assert n.kinds() == {"drop"}
    assert len(n.player("Serena").hand.cards) == 9  # drawn before the choice of what to discard
    n.answers("Serena", [8], "drop")
    assert len(n.player("Serena").hand.cards) == 8


@pytest.mark.rule("DRK-R4", "LIM-R1")
def test_the_limits_and_the_loss_check_come_after_the_whole_drink() -> None:
    n = Night(Serena=Sits("5/3/10", pile="Fireside Toddy"), Kaylin=Sits())  # AC 2, Fort +1: 6 to 5
    revealed(n)
    n.quiet()
    assert n.stands("Serena") == "6/5/10"
    assert not n.player("Serena").out


# ---- the Drink Deck runs out


@pytest.mark.rule("DRK-R2", "DRK-03", "OUT-R1", "TIM-R22")
def test_paying_for_a_new_drink_deck_is_no_card_and_who_has_nothing_pays_nothing() -> None:
    n = Night(
        drinks=["Wine"],
        rest=False,
        drunk=["Dark Ale", "Light Ale"],
        Serena=Sits("20/0/5"),
        Kaylin=Sits("20/0/5", "~ Poof! ~"),
        Phrenk=Sits("20/0/1"),
    )
    n.to_action()
    n.answers("Serena", "no_action")
    n.answers("Serena", ["", 0, [[1]]], "order")
    assert [n.player(name).gold for name in n.names] == [4, 4, 0]
    assert n.asked() == {"Phrenk"}  # not to answer it: a last chance before he is out
    assert n.kinds() == {"last_chance"}
    n.passes("Phrenk")
    assert n.player("Phrenk").out


@pytest.mark.rule("OUT-R1", "DRK-R1")
def test_all_drinks_of_the_phase_are_placed_before_anybody_loses_by_what_they_cost() -> None:
    n = Night(
        drinks=["Wine"],
        rest=False,
        drunk=["Dark Ale", "Light Ale", "Elven Wine"],
        Serena=Sits(hand="A toast to the fallen"),
        Kaylin=Sits(),
        Phrenk=Sits("20/0/1"),
    )
    n.to_action()
    n.acts("Serena", "A toast to the fallen", orders=["Kaylin", "Phrenk", "Kaylin"])
    n.quiet()
    # the first one has emptied the deck: Phrenk has lost his last piece, and two more were placed all the same
    assert n.asked("last_chance") == {"Phrenk"}
    assert [len(n.player(name).pile) for name in ("Kaylin", "Phrenk")] == [2, 1]
    assert n.player("Phrenk").gold == 0


# ---- drinking because of a card


@pytest.mark.rule("DRK-R8", "WDRK-07")
def test_a_drink_that_a_card_makes_one_drink_is_revealed_and_answered_as_usual() -> None:
    n = Night(
        Serena=Sits(hand="Empty that cup, recruit"),
        Kaylin=Sits(hand="Ah! I really needed a bath", pile=["Elven Wine"]),
    )
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    pass_round(n)
    assert poured(n).portions[0].ac == 3
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"


@pytest.mark.rule("DRK-R8", "TURN-R6")
def test_an_empty_pile_then_does_nothing() -> None:
    n = Night(Serena=Sits(hand="Empty that cup, recruit"), Kaylin=Sits("20/4/10"))
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    n.quiet()
    assert n.stands("Kaylin") == "20/4/10"
    assert n.player("Serena").piety == 7


@pytest.mark.rule("DRK-R13", "DRK-R14")
def test_an_event_revealed_so_is_carried_out_at_once_and_the_card_goes_on_after_it() -> None:
    n = Night(
        Serena=Sits(hand="Empty that cup, recruit"),
        Kaylin=Sits(pile=[HOUSE, "Dragon Breath Ale"]),
        drinks=["Wine"],
    )
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    pass_round(n)
    # the Drinks of the Event lie above the card, which is not finished
    assert [type(item).__name__ for item in n.game.stack] == ["PlayedCard", "RevealedEvent", "DrinkServing"]
    assert n.player("Serena").piety == 8
    n.quiet()
    assert [n.player(name).ac for name in ("Serena", "Kaylin")] == [2, 2]
    assert n.player("Serena").piety == 7
    assert n.player("Kaylin").pile == keys(["Dragon Breath Ale"])  # the Event stands for that one Drink


@pytest.mark.rule("DRK-R14", "OUT-R1")
def test_the_loss_check_waits_for_the_card_that_made_one_drink() -> None:
    n = Night(
        Serena=Sits("20/0/10", "Empty that cup, recruit"), Kaylin=Sits("3/1/10", pile="Wine"), Phrenk=Sits()
    )
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    n.quiet()
    assert n.player("Serena").piety == 7  # its last step has happened before anybody is out
    assert n.kinds() == {"last_chance"}
    assert not n.player("Kaylin").out


# ---- ordering


@pytest.mark.rule("DRK-R11")
def test_extra_orders_count_this_turn_only_and_may_be_left_out() -> None:
    n = Night(Serena=Sits(hand="A toast to the fallen"), Kaylin=Sits(), Phrenk=Sits())
    n.to_action()
    n.acts("Serena", "A toast to the fallen")
    n.quiet()
    prompt = n.ask("Serena", "order").prompt
    [aim] = prompt.moves[0].aims  # type: ignore[attr-defined]
    assert (aim.low, aim.high) == (1, 3)  # the ordinary one is due, the two extra ones may be left out
    n.answers("Serena", ["", 0, [[1, 2]]], "order")
    assert [len(n.player(name).pile) for name in ("Kaylin", "Phrenk")] == [1, 1]
    n.defaults("order", "Kaylin")
    prompt = n.ask("Kaylin", "order").prompt
    assert prompt.moves[0].aims[0].high == 1  # type: ignore[attr-defined]
