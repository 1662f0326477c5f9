"""Drinks, Events, chasers (DRK), splits (SPL), Mead and Rounds on the House (ROTH), beyond the worked examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.tavern.cards import Drink
from games.tavern.items import Pour
from tests.games.tavern.night import Night, Sits, key, keys
from tests.games.tavern.openings import CONTEST, HOUSE, down_to, revealed

SPLIT = "One cup, two comrades"
PASS_IT = "Charity begins at the next table"

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


def poured(n: Night) -> Pour:
    """The Drinks on top of the stack."""
    assert isinstance(n.game.top, Pour)
    return n.game.top


def pass_round(n: Night) -> None:
    """Everybody who is asked in the window passes, once."""
    n.passes(*sorted(n.asked("respond")))


# ---- Events


@pytest.mark.rule("DRK-05", "DRK-R9", "DRK-R10")
def test_an_event_is_carried_out_and_stands_for_the_drink() -> None:
    n = Night(Serena=Sits(pile=[HOUSE, "Wine"]), Kaylin=Sits(), drinks=["Light Ale", "Dark Ale"])
    revealed(n)
    # no house card answers an Event: its own window is skipped, the first question is about the copies
    assert isinstance(n.game.top, Pour)
    n.quiet()
    assert (n.stands("Serena"), n.stands("Kaylin")) == ("20/1/10", "20/1/10")
    assert n.player("Serena").pile == keys(["Wine"])  # nothing more is revealed from it
    assert n.game.active == 1


@pytest.mark.rule("DRK-06", "WDRK-09")
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
    assert isinstance(n.game.top, Pour)  # the Round on the House has begun
    for title in ("warden.not_tonight", "warden.not_for_me"):
        n.cannot("Warden", title)
    n.quiet()
    assert n.player("Warden").ac == 2


# ---- chasers


@pytest.mark.rule("DRK-11", "DRK-16")
def test_a_chaser_of_a_chaser_goes_on_and_all_is_one_drink() -> None:
    pile = ["Wine with a Chaser", "Light Ale with a Chaser", "Elven Wine", "Giant's Nightcap"]
    n = Night(Serena=Sits(hand="My vows stop at water", pile=pile), Phrenk=Sits())
    revealed(n)
    [cup] = poured(n).cups
    assert cup.ac == 6
    assert n.player("Serena").pile == keys(["Giant's Nightcap"])
    n.plays("Serena", "My vows stop at water")
    n.quiet()
    assert n.player("Serena").ac == 0


@pytest.mark.rule("DRK-12", "DRK-14")
def test_a_chaser_from_an_empty_pile_is_nothing_and_sobers_nobody_up() -> None:
    n = Night(Serena=Sits("20/5/10", pile=["Wine with a Chaser"]), Phrenk=Sits())
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


@pytest.mark.rule("DRK-R2", "DRK-03")
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
    assert poured(n).cups[0].ac == 3
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"


@pytest.mark.rule("DRK-R8")
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
    assert [type(item).__name__ for item in n.game.stack] == ["Played", "EventShown", "Pour"]
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
    assert [cup.ac for cup in poured(n).cups] == [3, 3]
    n.plays("Sister", SPLIT, at="Phrenk")
    down_to(n)
    assert [(cup.drinker, cup.ac) for cup in poured(n).cups] == [(0, 3), (1, 2), (2, 2)]
    n.plays("Phrenk", appreciate, at="Kaylin")
    down_to(n)
    assert [(cup.drinker, cup.ac) for cup in poured(n).cups] == [(0, 3), (1, 2), (3, 2)]
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
    assert isinstance(n.game.top, Pour)
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
    assert [cup.ac for cup in poured(n).cups] == [3, 3]  # whole copies: nothing is halved
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
    assert [cup.ac for cup in poured(n).cups] == [2, 2, 2]
    n.plays("Serena", SPLIT, at="Kaylin")
    n.quiet()
    assert [n.player(name).ac for name in n.names] == [1, 3, 2]


@pytest.mark.rule("MEAD-07", "MEAD-R5")
def test_mead_as_a_chaser_is_drunk_whole_and_no_card_splits_it() -> None:
    n = Night(Serena=Sits(hand=[SPLIT, PASS_IT], pile=["Wine with a Chaser", "Mead"]), Kaylin=Sits())
    revealed(n)
    assert poured(n).cups[0].ac == 5
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
