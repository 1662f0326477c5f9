"""Standing answers: what is passed at the beat, and what brings the question back (TIM-R11, TIM-R18, TURN-R11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import IllegalAnswer
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import announced, revealed

SLAP, DECOY = "A slap on the back, troll size", "Clockwork decoy, half price"
BETTER, FLASK = "Here ya go... This'll make that drink better!", "Flask with a short fuse"
WDRK = "The Wench thinks you should stop playing with the drinks"
GIVE = "I think you'll appreciate this drink more than I will"
SMOKE, IN = "Smoke over the card table", "Gambling? I'm in!"


def beats(n: Night) -> dict[str, Any]:
    """Return the automatic answers, by the players asked."""
    return {n.name(a.seat): a.auto_answer for a in n.match.open.values() if a.prompt.kind == "respond"}


# ---- Pass on this


@pytest.mark.rule("TIM-R18")
def test_a_redirected_loss_brings_the_question_back_to_its_new_victim_alone() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[DECOY]), Serena=Sits(), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.passes("Serena", "Kaylin", word="pass_on")
    n.puts_in("Wizgille", DECOY, at="Serena")
    assert (beats(n)["Serena"], beats(n)["Kaylin"]) == (None, "pass_on")


@pytest.mark.rule("TIM-R8", "TIM-R18")
def test_who_waits_after_all_decides_anew_and_can_still_pass_beforehand() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[DECOY]), Serena=Sits(), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.passes("Serena", "Kaylin", word="pass_on")
    n.puts_in("Wizgille", DECOY, at="Serena")
    assert beats(n)["Kaylin"] == "pass_on"
    n.passes("Kaylin", word="wait")
    n.passes(*(n.asked() - {"Kaylin"}))
    late = n.ask("Kaylin", "respond_late")
    assert late.auto_answer is None
    n.answers("Kaylin", "until_turn", "standing")
    assert late.auto_answer == "pass"
    late.prompt.check(late.auto_answer)


@pytest.mark.rule("TIM-R21")
def test_who_asks_to_be_waited_for_in_an_open_window_is() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[DECOY]), Serena=Sits(), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Wizgille")
    ask = n.ask("Kaylin", "respond")
    assert (ask.silence, ask.brief) == ("pass", True)
    n.answers("Kaylin", "ask_all", "standing")
    assert (ask.silence, ask.brief) == (None, False)
    n.answers("Kaylin", "ask_all", "standing")
    assert (ask.silence, ask.brief) == ("pass", True)


@pytest.mark.rule("TIM-R18")
def test_a_changed_drink_brings_the_question_back_to_its_drinker_alone() -> None:
    n = Night(Kaylin=Sits(pile="Wine"), Phrenk=Sits(hand=[BETTER]), Serena=Sits(), Wizgille=Sits(hand=[WDRK]))
    revealed(n)
    n.passes("Kaylin", word="pass_on")
    n.passes("Wizgille")
    n.puts_in("Phrenk", BETTER)
    assert beats(n)["Kaylin"] is None
    # and so does a card that stops the change, for who has passed on that too
    n.passes("Kaylin", "Serena", word="pass_on")
    n.puts_in("Wizgille", WDRK)
    assert (beats(n)["Kaylin"], beats(n)["Serena"]) == (None, "pass_on")


@pytest.mark.rule("TIM-R18")
def test_a_passed_drink_brings_the_question_back_to_who_is_to_drink_it() -> None:
    n = Night(
        Phrenk=Sits(hand=[GIVE], pile="Wine"), Kaylin=Sits(), Wizgille=Sits(hand=["Tightened a few screws"])
    )
    revealed(n)
    n.passes("Kaylin", "Wizgille", word="pass_on")
    n.puts_in("Phrenk", GIVE, at="Kaylin")
    assert (beats(n)["Kaylin"], beats(n)["Wizgille"]) == (None, "pass_on")


@pytest.mark.rule("TIM-R18")
def test_a_card_that_hits_brings_the_question_back() -> None:
    n = Night(Serena=Sits(pile="Wine"), Kaylin=Sits(), Phrenk=Sits(extra=[FLASK]), Wizgille=Sits())
    revealed(n)
    n.passes("Kaylin", "Wizgille", word="pass_on")
    n.puts_in("Phrenk", FLASK, at="Kaylin")
    n.passes("Serena")
    assert beats(n)["Kaylin"] is None
    n.quiet()
    assert n.player("Kaylin").fort == 19


@pytest.mark.rule("TIM-R18")
def test_a_pass_on_one_event_says_nothing_about_the_next() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP], pile="Wine"), Kaylin=Sits(), Wizgille=Sits())
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.passes("Kaylin", "Wizgille", word="pass_on")
    n.defaults_one("order")
    assert beats(n) == {"Phrenk": None, "Kaylin": None, "Wizgille": None}


# ---- only what hits me


@pytest.mark.rule("TIM-R11")
@pytest.mark.parametrize(
    "title", [SLAP, "A free taste of batch nine", "That bottle was an heirloom"], ids=["fort", "ac", "gold"]
)
def test_what_hits_me_is_asked_all_the_same(title: str) -> None:
    n = Night(Phrenk=Sits(hand=[title]), Kaylin=Sits(), Wizgille=Sits())
    n.to_action()
    n.answers("Kaylin", "only_hits", "standing")
    n.answers("Wizgille", "only_hits", "standing")
    ask, answer = n.move("Phrenk", title, at="Kaylin")
    n.match.answer(ask.id, ask.seat, answer)
    assert beats(n) == {"Kaylin": None, "Wizgille": "pass"}


@pytest.mark.rule("TIM-R11")
def test_my_own_drink_is_asked_all_the_same() -> None:
    n = Night(Kaylin=Sits(pile="Wine"), Wizgille=Sits(), Phrenk=Sits())
    n.to_action()
    for name in n.names:
        n.answers(name, "only_hits", "standing")
    n.drinks_up()
    assert beats(n) == {"Kaylin": None, "Wizgille": "pass", "Phrenk": "pass"}


@pytest.mark.rule("TIM-R11")
def test_in_a_contest_everybodys_own_drink_is_among_them() -> None:
    n = Night(
        Serena=Sits(pile="Drinking Contest"), Phrenk=Sits(pile=[]), drinks=["Well Water", "Light Ale", "Wine"]
    )
    n.to_action()
    n.answers("Phrenk", "only_hits", "standing")
    n.answers("Serena", 6, "standing")
    n.drinks_up()
    assert beats(n) == {"Serena": None, "Phrenk": None}


@pytest.mark.rule("TIM-R11")
def test_being_forced_out_of_a_round_hits() -> None:
    n = Night(Serena=Sits(hand=[IN]), Phrenk=Sits(hand=[SMOKE]), Kaylin=Sits(), Wizgille=Sits())
    n.to_action()
    n.answers("Kaylin", "only_hits", "standing")
    n.answers("Wizgille", "only_hits", "standing")
    n.acts("Serena", IN)
    n.quiet()
    n.puts_in("Phrenk", SMOKE, at="Kaylin")
    assert beats(n)["Kaylin"] is None
    assert beats(n)["Wizgille"] == "pass"


# ---- weak Drinks


@pytest.mark.rule("TIM-R11")
def test_the_own_drink_is_never_too_weak_to_be_asked_about() -> None:
    n = Night(Kaylin=Sits(pile="Wine"), Phrenk=Sits(), Wizgille=Sits())
    n.to_action()
    for name in n.names:
        n.answers(name, 3, "standing")
    n.drinks_up()
    assert beats(n) == {"Kaylin": None, "Phrenk": "pass", "Wizgille": "pass"}


@pytest.mark.rule("TIM-R11")
def test_of_several_drinks_all_must_be_weak() -> None:
    n = Night(
        Serena=Sits(hand=["One cup, two comrades"], pile="Elven Wine"),
        Phrenk=Sits(hand=[BETTER]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.answers("Kaylin", 3, "standing")
    n.drinks_up()
    n.plays("Serena", "One cup, two comrades", at="Phrenk")
    while len(n.game.stack) > 1:
        n.passes(*sorted(n.asked("respond")))
    assert beats(n)["Kaylin"] == "pass"
    n.plays("Phrenk", BETTER, drink=0)
    while len(n.game.stack) > 1:
        n.passes(*sorted(n.asked("respond")))
    # 4 and 2: one of them is no longer below 3
    assert beats(n)["Kaylin"] is None


# ---- setting and dropping


@pytest.mark.rule("TIM-R11")
def test_standing_answers_are_shown_to_their_owner_and_dropped_together() -> None:
    n = Night(Serena=Sits(), Kaylin=Sits())

    def shown() -> dict[str, Any]:
        return dict(n.ask("Kaylin", "standing").prompt.says)

    nothing = {"until_turn": False, "only_hits": False, "pass_gambling": False, "ask_all": False, "amount": 0}
    assert shown() == nothing
    for word in ("until_turn", "only_hits", "pass_gambling", 4):
        n.answers("Kaylin", word, "standing")
    assert shown() == {**dict.fromkeys(nothing, True), "ask_all": False, "amount": 4}
    # it is nobody else's
    ask = n.ask("Kaylin", "standing")
    assert ask.id not in {each.id for each in n.match.scene(n.names["Serena"]).asks}
    n.answers("Kaylin", "ask_all", "standing")
    assert shown() == {**nothing, "ask_all": True}
    n.answers("Kaylin", "ask_all", "standing")
    assert shown() == nothing
    with pytest.raises(IllegalAnswer):
        n.answers("Kaylin", 7, "standing")


@pytest.mark.rule("TIM-R11")
def test_what_ends_by_itself_is_shown_as_ended() -> None:
    n = Night(Serena=Sits(hand=[IN], pile="Light Ale"), Kaylin=Sits())
    n.to_action()
    n.answers("Kaylin", "until_turn", "standing")
    n.answers("Kaylin", "pass_gambling", "standing")
    n.acts("Serena", IN)
    n.quiet()
    n.passes("Kaylin")
    assert n.game.round is None
    assert n.ask("Kaylin", "standing").prompt.says["pass_gambling"] is False
    n.defaults("discard", "Kaylin")
    assert n.ask("Kaylin", "standing").prompt.says["until_turn"] is False


# ---- Drinks named ahead


@pytest.mark.rule("TURN-R11")
def test_drinks_named_ahead_may_be_altered_until_their_phase() -> None:
    toast = "A toast to the fallen"
    n = Night(Serena=Sits(hand=[toast]), Kaylin=Sits(pile=[]), Phrenk=Sits(pile=[]))
    n.to_action()
    ask, answer = n.move("Serena", toast, orders=["Kaylin", "Kaylin", "Kaylin"])
    n.match.answer(ask.id, ask.seat, answer)
    # the Action card waits for answers; meanwhile its player thinks again
    again = n.ask("Serena", "reorder")
    assert again.prompt.default == ["", 0, [[1, 1, 1]]]
    assert again.answered
    assert not [each for each in n.match.open.values() if each.prompt.kind == "reorder" and each.seat != 0]
    n.answers("Serena", ["", 0, [[1, 2, 2]]], "reorder")
    # a switch beside it alters nothing of that
    n.answers("Serena", "only_hits", "standing")
    n.quiet()
    orders = [event.values["target"] for event in n.told("orders")]
    assert orders == [1, 2, 2]
    assert not [each for each in n.match.open.values() if each.prompt.kind == "reorder"]
