"""The worked examples of Part 2 on Drinks, splits, Events and contests, step by step."""

from __future__ import annotations

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import CONTEST, HOUSE, down_to, poured, revealed

BETTER = "Here ya go... This'll make that drink better!"


def values(n: Night) -> dict[str, str]:
    """Return the values of all players."""
    return {name: n.stands(name) for name in n.names}


# ---- Drinks


@pytest.mark.rule("DRK-X1", "DRK-09", "DRK-10", "DRK-16", "DRK-17", "DRK-18", "DRK-R7")
def test_a_drink_and_its_chaser_are_one() -> None:
    n = Night(
        Kaylin=Sits(hand=["Not now, I'm feeding Wulfric"], pile=["Wine with a Chaser", "Dragon Breath Ale"]),
        Phrenk=Sits(),
    )
    revealed(n)
    [cup] = n.game.top.portions  # type: ignore[union-attr]
    assert cup.ac == 6
    n.plays("Kaylin", "Not now, I'm feeding Wulfric", way=0)
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"
    assert n.game.drinks.discards == ["drink.wine_chaser", "drink.dragon_breath_ale"]


@pytest.mark.rule("DRK-X2", "DRK-13", "CONT-03")
def test_an_event_as_a_chaser() -> None:
    n = Night(
        Wizgille=Sits(pile=[CONTEST]),
        Phrenk=Sits("20/3/10", pile=[]),
        drinks=["Wine", "Light Ale with a Chaser", HOUSE, "Well Water"],
    )
    revealed(n)
    assert n.game.contest
    n.quiet()
    # the Event was her chaser, and not what Phrenk turned up
    assert (n.player("Wizgille").ac, n.player("Phrenk").ac) == (1, 2)
    assert "drink.round_on_the_house" in n.game.drinks.discards


@pytest.mark.rule("DRK-X3", "DRK-19", "DRK-20", "DRK-21", "DRK-22", "GEAR-07", "NEG-R2")
def test_nobody_can_ignore_being_ordered_a_drink() -> None:
    n = Night(
        Wizgille=Sits(
            hand=["Hey! Let's test out my new drink creation device!"], extra="Too much steam!", pile=[]
        ),
        Kaylin=Sits(hand=["~ Poof! ~"], pile=[]),
        Phrenk=Sits(pile=[]),
    )
    n.to_action()
    n.acts("Wizgille", "Hey! Let's test out my new drink creation device!")
    n.answers("Wizgille", ["", 0, [[1, 2]]])
    n.plays("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"
    assert n.stands("Phrenk") == "19/0/10"
    assert n.asked("order") == {"Wizgille"}
    n.answers("Wizgille", ["", 0, [[1, 1, 1]]])
    assert len(n.player("Kaylin").pile) == 3


@pytest.mark.rule("DRK-X4", "DRK-01", "DRK-02", "DRK-03", "DRK-04", "TURN-13", "DRK-R1")
def test_the_last_card_of_the_drink_deck() -> None:
    four = Sits("20/0/4", pile=[])
    n = Night(
        Serena=four,
        Phrenk=four,
        Kaylin=four,
        drinks=["Wine"],
        rest=False,
        drunk=["Light Ale", "Dark Ale"],
    )
    revealed(n, "Phrenk")
    assert n.player("Phrenk").pile == ["drink.wine"]
    assert [n.player(name).gold for name in n.names] == [3, 3, 3]
    assert sorted(n.game.drinks.rest) == ["drink.dark_ale", "drink.light_ale"]
    assert n.game.drinks.discards == []


# ---- splitting


def _one_cup(*, first: bool) -> Night:
    n = Night(
        Serena=Sits(hand=["One cup, two comrades"], pile="Elven Wine"),
        Phrenk=Sits(hand=[BETTER], pile=[]),
        Kaylin=Sits(pile=[]),
    )
    revealed(n)
    if first:
        n.plays("Phrenk", BETTER)
        down_to(n)
    n.plays("Serena", "One cup, two comrades", at="Kaylin")
    down_to(n)
    return n


@pytest.mark.rule("SPL-X1", "SPL-01", "SPL-02", "SPL-04", "SPL-R1", "SPL-R2", "SPL-R5", "TIM-R14")
def test_split_then_changed() -> None:
    n = _one_cup(first=False)
    n.plays("Phrenk", BETTER, drink=1)
    n.quiet()
    assert values(n) == {"Serena": "20/2/10", "Phrenk": "20/0/10", "Kaylin": "20/4/10"}


@pytest.mark.rule("SPL-X2", "SPL-03", "SPL-04")
def test_changed_then_split() -> None:
    n = _one_cup(first=True)
    n.quiet()
    assert values(n) == {"Serena": "20/3/10", "Phrenk": "20/0/10", "Kaylin": "20/3/10"}


@pytest.mark.rule("SPL-X3", "SPL-05", "SPL-06", "DRK-10")
def test_chasers_are_added_up_before_the_split() -> None:
    n = Night(
        Fiona=Sits(
            hand=["One cup, two comrades"],
            pile=["Elven Wine with a Chaser", "Gnomish Inspirational Ale"],
            character="serena",
        ),
        Wizgille=Sits(pile=[]),
    )
    revealed(n)
    before = {name: len(n.player(name).hand.cards) for name in n.names}
    n.plays("Fiona", "One cup, two comrades", at="Wizgille")
    n.quiet()
    drawn = [(n.name(e.values["seat"]), e.values["n"]) for e in n.told("draws")]
    assert drawn[-2:] == [("Fiona", 1), ("Wizgille", 1)]
    assert n.player("Fiona").ac == n.player("Wizgille").ac == 3
    assert len(n.player("Fiona").hand.cards) == before["Fiona"]


@pytest.mark.rule("MEAD-X1", "MEAD-01", "MEAD-02", "MEAD-03", "MEAD-04", "MEAD-05", "MEAD-R2")
def test_mead_is_shared() -> None:
    n = Night(Wizgille=Sits(pile="Mead"), Kaylin=Sits(pile=[]), Phrenk=Sits(hand=[BETTER], pile=[]))
    revealed(n)
    assert n.kinds() == {"respond"}
    assert n.can_play("Phrenk", BETTER)
    n.quiet()
    assert n.asked() == {"Wizgille"}
    assert n.kinds() == {"split_mead"}
    n.answers("Wizgille", ["", 0, [[n.names["Kaylin"]]]])
    n.plays("Phrenk", BETTER, drink=1)
    n.quiet()
    assert values(n) == {"Wizgille": "20/2/10", "Kaylin": "20/4/10", "Phrenk": "20/0/10"}


@pytest.mark.rule(
    "ROTH-X1", "ROTH-01", "ROTH-02", "ROTH-03", "ROTH-R1", "ROTH-R2", "TIM-06", "TIM-07", "TIM-08"
)
def test_a_round_on_the_house() -> None:
    n = Night(
        Kaylin=Sits(hand=["Ah! I really needed a bath"], pile=HOUSE),
        Phrenk=Sits(hand=[BETTER], pile=[]),
        Serena=Sits(pile=[]),
        Wizgille=Sits(pile=[]),
        drinks=["Light Ale", "Wine"],
    )
    revealed(n)
    assert [(cup.drinker, cup.ac) for cup in poured(n).portions] == [(seat, 2) for seat in n.names.values()]
    n.plays("Kaylin", "Ah! I really needed a bath")
    down_to(n, 2)
    n.plays("Phrenk", BETTER, drink=1)
    n.quiet()
    assert {name: n.player(name).ac for name in n.names} == {
        "Kaylin": 0,
        "Phrenk": 4,
        "Serena": 2,
        "Wizgille": 2,
    }


# ---- contests


@pytest.mark.rule("CONT-X1", "CONT-04", "CONT-05", "CONT-07", "CONT-16")
def test_a_tie_is_drunk_again() -> None:
    n = Night(
        Phrenk=Sits(pile=CONTEST, extra="Partial Antidote"),
        Serena=Sits(pile=[]),
        drinks=["Dark Ale", "Wine", "Light Ale", "Elven Wine", "Dark Ale"],
    )
    n.answers("Phrenk", ["", 0, [[0], []]])
    revealed(n)
    n.plays("Phrenk", "Partial Antidote", drink=0)
    down_to(n, 2)
    n.passes(*sorted(n.asked("respond")))
    assert (n.player("Phrenk").ac, n.player("Serena").ac) == (1, 1)
    assert [e.values["seats"] for e in n.told("contest_tie")] == [(0, 1)]
    n.quiet()
    assert (n.player("Phrenk").ac, n.player("Serena").ac) == (4, 2)
    assert (n.player("Phrenk").gold, n.player("Serena").gold) == (11, 9)


@pytest.mark.rule("CONT-X2", "CONT-02", "CONT-06", "CONT-17", "CONT-R2")
def test_a_passed_drink_counts_for_who_revealed_it() -> None:
    appreciate = "I think you'll appreciate this drink more than I will"
    n = Night(
        Phrenk=Sits(hand=[appreciate], pile=CONTEST),
        Serena=Sits(pile=[]),
        drinks=["Wine", "Dragon Breath Ale", "Dark Ale"],
    )
    revealed(n)
    n.plays("Phrenk", appreciate, at="Serena")
    n.quiet()
    assert values(n) == {"Phrenk": "20/0/11", "Serena": "20/5/9"}


def _poor_kaylin(*reveals: str) -> Night:
    n = Night(
        Kaylin=Sits("20/0/1", pile=CONTEST),
        Phrenk=Sits("20/0/5", pile=[]),
        Serena=Sits("20/0/5", pile=[]),
        Wizgille=Sits("20/0/5", pile=[]),
        drinks=["Light Ale", reveals[0]],
        rest=False,
        drunk=reveals[1:],
    )
    revealed(n)
    return n


@pytest.mark.rule("CONT-X3", "CONT-13", "DRK-15")
def test_broke_in_a_contest_and_winning_it() -> None:
    n = _poor_kaylin("Dragon Breath Ale", "Wine", "Wine", "Dark Ale", "Well Water")
    assert n.player("Kaylin").gold == 0
    assert not n.player("Kaylin").out
    n.quiet()
    assert {name: n.player(name).gold for name in n.names} == {
        "Kaylin": 3,
        "Phrenk": 3,
        "Serena": 3,
        "Wizgille": 3,
    }


@pytest.mark.rule("CONT-X4", "CONT-14", "CONT-15", "CONT-R1", "CONT-R5")
def test_broke_in_a_contest_and_losing_it() -> None:
    n = _poor_kaylin("Well Water", "Dark Ale", "Wine", "Elven Wine", "Dragon Breath Ale")
    n.quiet()
    assert n.asked("last_chance") == {"Kaylin"}
    n.passes("Kaylin")
    assert n.player("Kaylin").out
    # 4 each after the Drink Deck ran out; the winner gets 1 from each of the two others, and nothing from Kaylin;
    # her Stash is empty, so nobody inherits
    assert sorted(n.player(name).gold for name in ("Phrenk", "Serena", "Wizgille")) == [3, 3, 6]


@pytest.mark.rule("CONT-X5", "CONT-02", "CONT-19")
def test_what_is_below_zero_counts_as_zero() -> None:
    n = Night(
        A=Sits("20/3/10", character="serena", pile=CONTEST),
        B=Sits(character="phrenk", pile=[]),
        C=Sits(character="kaylin", pile=[]),
        drinks=["Wine", "We're cutting you off!", HOUSE, "Light Ale"],
    )
    revealed(n)
    n.quiet()
    assert values(n) == {"A": "20/2/9", "B": "20/0/9", "C": "20/1/12"}


@pytest.mark.rule("CONT-19", "CONT-02")
def test_below_zero_and_an_event_tie() -> None:
    n = Night(
        Serena=Sits("20/3/10", pile=CONTEST),
        Phrenk=Sits("20/3/10", pile=[]),
        drinks=["Wine", "We're cutting you off!", HOUSE, "Light Ale", "Wine"],
    )
    revealed(n)
    n.quiet()
    assert [e.values["seats"] for e in n.told("contest_tie")] == [(0, 1)]
    assert values(n) == {"Serena": "20/3/9", "Phrenk": "20/5/11"}


@pytest.mark.rule("CONT-X6", "CONT-10", "CONT-11", "CONT-12", "CONT-R4", "CONT-R5")
def test_the_winner_passes_out() -> None:
    n = Night(
        A=Sits("10/8/5", character="serena", pile=CONTEST),
        B=Sits("20/0/5", character="phrenk", pile=[]),
        drinks=["Wine", "Dragon Breath Ale", "Light Ale"],
    )
    revealed(n)
    n.quiet()
    assert n.asked("last_chance") == {"A"}
    n.passes("A")
    assert n.told("contest_won")[-1].values == {"seat": 0, "n": 1}
    # the piece he has won is divided with the rest
    assert n.told("divides")[-1].values == {"seat": 0, "n": 6, "share": 3}
    assert n.winners == {"B"}
    assert n.player("B").gold == 7
    assert n.game.inn_gold == 3


@pytest.mark.rule("CONT-X7", "CONT-R10", "DRK-R3")
def test_nobody_can_reveal() -> None:
    n = Night(Serena=Sits(pile=CONTEST), Phrenk=Sits(pile=["Wine"]), drinks=[], rest=False)
    revealed(n)
    assert n.told("contest_nobody")
    assert not n.told("contest_tie")
    # the contest costs nobody anything; then its card is the first discard, and the payment of DRK-R3 falls due
    kinds = [event.kind for event in n.match.events]
    assert kinds.index("contest_nobody") < kinds.index("runs_dry")
    assert values(n) == {"Serena": "20/0/9", "Phrenk": "20/0/9"}
    assert n.game.drinks.rest == ["drink.drinking_contest"]


@pytest.mark.rule("CONT-R10", "DRK-R1")
def test_who_cannot_reveal_while_another_can_counts_as_zero() -> None:
    n = Night(Serena=Sits(pile=CONTEST), Phrenk=Sits(pile=[]), drinks=["Wine", "Dark Ale"], rest=False)
    revealed(n)
    n.quiet()
    # hers was the last card: the new deck costs everybody 1 when it is drunk, and Phrenk 1 more for the contest
    assert n.told("contest_won")[-1].values == {"seat": 0, "n": 1}
    assert values(n) == {"Serena": "20/1/10", "Phrenk": "20/0/8"}
