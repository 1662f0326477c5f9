"""The Action phase: one card or none, its targets, and the Drinks named with it (TURN)."""

from __future__ import annotations

import pytest

from games.engine import IllegalAnswer
from tests.helpers.games.tavern import Night, Sits, key, keys
from tests.helpers.games.tavern_openings import form


@pytest.mark.rule("TURN-07", "TURN-09", "CARD-01")
def test_one_action_card_a_turn_then_its_course() -> None:
    n = Night(
        Serena=Sits(hand=["Blasphemer!", "Gauntlet first, sermon later"]), Kaylin=Sits(hand="~ Poof! ~")
    )
    n.to_action()
    n.puts_in("Serena", "Blasphemer!", at="Kaylin")
    [announced] = n.told("plays_at")
    assert announced.values["card"] == key("Blasphemer!")
    assert tuple(announced.values["targets"]) == (1,)
    assert n.asked() == {"Kaylin"}  # responses come before the effect
    assert n.stands("Kaylin") == "20/0/10"
    assert key("Blasphemer!") not in n.player("Serena").deck.discards
    n.quiet()
    assert n.stands("Kaylin") == "17/0/10"
    assert n.player("Serena").deck.discards == keys(["Blasphemer!"])
    n.cannot("Serena", "Gauntlet first, sermon later")


@pytest.mark.rule("CARD-01", "TURN-07")
def test_action_cards_are_played_in_the_own_action_phase_only() -> None:
    n = Night(Serena=Sits(hand="Blasphemer!"), Kaylin=Sits(hand="Don't call me cute!"))
    n.cannot("Serena", "Blasphemer!")  # before drawing
    n.to_action()
    assert n.can_play("Serena", "Blasphemer!")
    n.cannot("Kaylin", "Don't call me cute!")  # not her turn
    n.answers("Serena", "no_action")
    n.cannot("Serena", "Blasphemer!")  # the Drink is being ordered


@pytest.mark.rule("TURN-08", "CARD-09")
def test_an_action_is_optional_and_anytime_cards_do_not_use_it_up() -> None:
    n = Night(Serena=Sits("10/0/10", ["A quiet prayer", "A quiet prayer", "Blasphemer!"]), Kaylin=Sits())
    n.to_action()
    for _ in range(2):
        n.plays("Serena", "A quiet prayer", way=0)
        n.quiet()
    assert n.stands("Serena") == "14/0/10"
    assert n.can_play("Serena", "Blasphemer!")
    n.answers("Serena", "no_action")
    assert n.asked("order") == {"Serena"}


@pytest.mark.rule("TURN-10")
def test_an_action_may_start_a_round() -> None:
    n = Night(Serena=Sits(hand="Gambling? I'm in!"), Kaylin=Sits())
    n.to_action()
    n.acts("Serena", "Gambling? I'm in!", way=0)
    n.quiet()
    assert n.game.round is not None
    assert n.game.round.pot == 2
    assert n.asked() == n.asked("gamble") == {"Kaylin"}


@pytest.mark.rule("TURN-R7")
def test_a_card_needs_a_target_that_is_in_the_game() -> None:
    n = Night(Serena=Sits(hand="Blasphemer!"), Kaylin=Sits("1/1/4"), Phrenk=Sits())
    n.to_action()
    assert n.player("Kaylin").out
    ask = n.ask("Serena", "action")
    rows = len(n.match.rows)
    with pytest.raises(IllegalAnswer):
        n.match.answer(ask.id, 0, [key("Blasphemer!"), 0, [[1], []]])
    assert len(n.match.rows) == rows
    n.acts("Serena", "Blasphemer!", at="Phrenk")


@pytest.mark.rule("TURN-R8", "NEG-R1")
def test_a_negated_action_is_spent_and_a_negated_start_starts_nothing() -> None:
    n = Night(
        Serena=Sits(hand=["Gambling? I'm in!", "Blasphemer!"]),
        Wizgille=Sits(hand="Who touched the off switch?"),
    )
    n.to_action()
    n.acts("Serena", "Gambling? I'm in!", way=0)
    n.plays("Wizgille", "Who touched the off switch?")
    n.quiet()
    assert n.game.round is None
    assert (n.stands("Serena"), n.stands("Wizgille")) == ("20/0/10", "20/0/10")
    assert n.asked("order") == {"Serena"}
    n.cannot("Serena", "Blasphemer!")


@pytest.mark.rule("TURN-R10", "TURN-R1")
def test_all_that_is_decided_before_drawing_stands_on_one_form() -> None:
    n = Night(
        Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts"], hand=["I raise!"]),
        Serena=Sits(piety=2, hand=["I raise!"]),
    )
    assert [aim.name for aim in form(n, "Phrenk", "discard").moves[0].aims] == ["potion", "discard"]
    n.answers("Phrenk", ["", 0, [[1], [0]]], "discard")
    assert n.player("Phrenk").brew == key("Sobering salts")
    assert n.player("Phrenk").deck.discards == keys(["I raise!"])
    n.defaults("discard", "Serena")
    assert [aim.name for aim in form(n, "Serena", "discard").moves[0].aims] == ["doubt", "discard"]


@pytest.mark.rule("TURN-R11")
def test_who_names_the_drinks_with_the_action_is_not_asked_again() -> None:
    n = Night(Serena=Sits(hand="A toast to the fallen"), Kaylin=Sits(), Phrenk=Sits())
    n.to_action()
    n.acts("Serena", "A toast to the fallen", orders=["Kaylin", "Phrenk", "Phrenk"])
    n.quiet()
    assert "order" not in n.kinds()
    assert [len(n.player(name).pile) for name in ("Kaylin", "Phrenk")] == [1, 2]


@pytest.mark.rule("TURN-R11")
def test_what_was_named_may_be_altered_until_the_phase_begins() -> None:
    n = Night(Serena=Sits(hand="Blasphemer!"), Kaylin=Sits(), Phrenk=Sits())
    n.to_action()
    n.puts_in("Serena", "Blasphemer!", at="Kaylin", orders=["Kaylin"])
    n.answers("Serena", ["", 0, [[2]]], "reorder")
    n.quiet()
    assert [len(n.player(name).pile) for name in ("Kaylin", "Phrenk")] == [0, 1]


@pytest.mark.rule("TURN-R11")
def test_if_one_of_those_named_is_out_by_then_the_question_comes_after_all() -> None:
    n = Night(Serena=Sits(hand="Gauntlet first, sermon later"), Kaylin=Sits("4/0/5"), Phrenk=Sits())
    n.to_action()
    n.acts("Serena", "Gauntlet first, sermon later", at="Kaylin", orders=["Kaylin"])
    n.quiet()
    n.passes("Kaylin")
    assert n.player("Kaylin").out
    assert n.asked("order") == {"Serena"}
