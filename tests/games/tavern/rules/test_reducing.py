"""Redirecting and reducing what a card takes (RED)."""

from __future__ import annotations

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import announced, down_to
from tests.helpers.games.tavern_small_deck import card

SLAP = "A slap on the back, troll size"


@pytest.mark.rule("RED-04", "RED-R2")
def test_a_loss_is_never_less_than_nothing() -> None:
    n = Night(
        Wizgille=Sits("15/0/10", hand=["Spring-loaded parasol", "Spring-loaded parasol"]),
        Phrenk=Sits(hand=[SLAP]),
    )
    n.defaults("action", "Phrenk")
    fort = n.player("Wizgille").fort
    announced(n, "Phrenk", SLAP, at="Wizgille")
    for _ in range(2):
        n.plays("Wizgille", "Spring-loaded parasol")
        down_to(n)
    n.quiet()
    assert n.player("Wizgille").fort == fort


@pytest.mark.rule("RED-06", "RED-R5", "GEAR-05")
def test_a_tuned_card_is_tuned_for_everybody_and_a_loss_is_one_sum() -> None:
    n = Night(
        Wizgille=Sits(hand=["Stand back, this is the loud one"], extra="Perfectly calibrated, for once"),
        Serena=Sits(hand=["Plate armour, freshly polished"]),
        Phrenk=Sits(),
    )
    announced(n, "Wizgille", "Stand back, this is the loud one")
    n.answers("Wizgille", "leave_it")
    n.quiet()
    assert [n.player(name).fort for name in n.names] == [20, 18, 18]
    # card and Gear card on the same player are one loss: one reduction works on the sum
    n = Night(
        Wizgille=Sits(hand=["Oh no! It's not supposed to do that..."], extra="Sorry, loose gear"),
        Serena=Sits(hand=["Plate armour, freshly polished"]),
    )
    announced(n, "Wizgille", "Oh no! It's not supposed to do that...", at="Serena")
    n.answers("Wizgille", ["", 0, [[n.names["Serena"]]]])
    n.plays("Serena", "Plate armour, freshly polished")
    n.quiet()
    assert n.player("Serena").fort == 19


@pytest.mark.rule("RED-R6", "WULF-05")
def test_a_redirected_loss_carries_reductions_and_no_guard() -> None:
    n = Night(
        Phrenk=Sits(hand=["Open a window, quick"]),
        Kaylin=Sits(hand=["Too small to aim at", "You hit my reflection"], extra="Curled round her feet"),
        Wizgille=Sits(hand=["Ejector stool"]),
    )
    announced(n, "Phrenk", "Open a window, quick")
    n.plays("Kaylin", "You hit my reflection", at="Wizgille")
    down_to(n)
    # two losses of one card for Wizgille: a response names one of them
    _, first = n.move("Wizgille", "Ejector stool", loss="Kaylin")
    _, own = n.move("Wizgille", "Ejector stool", loss="Wizgille")
    assert first != own
    n.plays("Wizgille", "Ejector stool", loss="Kaylin")
    n.quiet()
    assert [n.player(name).fort for name in n.names] == [20, 20, 19]


@pytest.mark.rule("RED-R6")
def test_what_the_first_victim_has_cut_stays_cut() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Kaylin=Sits(hand=["Too small to aim at", "You hit my reflection"], extra="Curled round her feet"),
        Serena=Sits(),
    )
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.plays("Kaylin", "Too small to aim at")
    down_to(n)
    n.plays("Kaylin", "You hit my reflection", at="Serena")
    n.quiet()
    # 3, and 2 less; the wolf guards Kaylin alone
    assert [n.player(name).fort for name in n.names] == [20, 20, 19]


@pytest.mark.rule("RED-R1", "RED-R6")
@pytest.mark.parametrize(("loss", "after"), [("Wizgille", "20/1/10"), ("Kaylin", "17/0/10")])
def test_the_redirected_loss_is_answered_apart_from_the_rest_of_the_card(loss: str, after: str) -> None:
    deck = {"grum.toml": card("fort T -3; alc others +1", kind="action", when='"act"')}
    n = Night(
        Grum=Sits(hand=["grum.broom"]),
        Wizgille=Sits(hand=["Clockwork decoy, half price"]),
        Kaylin=Sits(hand=["~ Poof! ~"]),
        options={"own_decks": deck},
    )
    announced(n, "Grum", "grum.broom", at="Wizgille")
    n.plays("Wizgille", "Clockwork decoy, half price", at="Kaylin")
    down_to(n)
    # either the loss that was Wizgille's, or what the card does to Kaylin herself
    n.plays("Kaylin", "~ Poof! ~", loss=loss)
    n.quiet()
    assert (n.stands("Wizgille"), n.stands("Kaylin")) == ("20/1/10", after)


@pytest.mark.rule("RED-03", "RED-R1")
def test_only_the_loss_is_redirected() -> None:
    n = Night(
        Wizgille=Sits(hand=["Oh no! It's not supposed to do that..."], extra="The coin slot jammed"),
        Kaylin=Sits(hand=["You hit my reflection"]),
        Serena=Sits(hand=["You're angering me. You would be wise to stop!"]),
    )
    announced(n, "Wizgille", "Oh no! It's not supposed to do that...", at="Kaylin")
    n.answers("Wizgille", ["", 0, [[n.names["Kaylin"]]]])
    n.plays("Kaylin", "You hit my reflection", at="Serena")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/9"
    assert n.stands("Serena") == "18/0/10"
