"""The worked examples of Part 2 on answers, step by step: limits, affecting, redirecting, negating, timing."""

from __future__ import annotations

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import revealed

HERO = Sits("20/0/10")


@pytest.mark.rule("TURN-X1", "CARD-06", "CARD-07")
def test_an_anytime_card_before_discarding() -> None:
    n = Night(Kaylin=Sits("17/4/8", ["Asleep in his fur"]), Phrenk=HERO)
    assert n.asked() == {"Kaylin"}
    n.plays("Kaylin", "Asleep in his fur", way=0)
    n.quiet()
    assert n.stands("Kaylin") == "19/4/8"
    n.to_action()
    assert len(n.player("Kaylin").hand.cards) == 7
    # between the first discard and the last draw there is no question at all
    rows = n.match.rows
    assert [row.answer for row in rows][-1] == ["", 0, [[]]]


@pytest.mark.rule("LIM-X1", "LIM-02", "LIM-06", "AFF-06")
def test_sobering_and_paying() -> None:
    n = Night(Phrenk=Sits(hand=["You're looking a little green. Drink this."]), Kaylin=HERO)
    n.to_action()
    n.acts("Phrenk", "You're looking a little green. Drink this.", at="Kaylin")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/8"
    assert n.stands("Phrenk") == "20/0/12"


# ---- affecting


@pytest.mark.rule("AFF-X1", "AFF-06", "NEG-R3")
def test_paying_the_inn_can_be_ignored() -> None:
    n = Night(Wizgille=Sits(hand=["Tip the Wench"]), Kaylin=Sits(hand=["~ Poof! ~"]))
    n.to_action()
    n.acts("Wizgille", "Tip the Wench", at="Kaylin")
    n.plays("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"
    assert n.game.inn_gold == 0


@pytest.mark.rule("AFF-X2", "AFF-03")
def test_changing_a_drink_affects_nobodys_ac() -> None:
    n = Night(
        Kaylin=Sits(hand=["~ Poof! ~"], pile="Wine"),
        Phrenk=Sits(hand=["Here ya go... This'll make that drink better!"]),
    )
    revealed(n)
    ask, answer = n.move("Phrenk", "Here ya go... This'll make that drink better!")
    n.answers("Kaylin", "pass")
    n.match.answer(ask.id, ask.seat, answer)
    n.cannot("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/4/10"


@pytest.mark.rule("AFF-X3", "WDRK-01", "AFF-04", "NEG-01", "NEG-02")
def test_an_ignored_drink_is_saved_for_its_drinker() -> None:
    n = Night(
        Kaylin=Sits(hand=["Ah! I really needed a bath", "~ Poof! ~"], pile="Dragon Breath Ale"),
        Wizgille=Sits(hand=["The Wench thinks you should stop playing with the drinks"]),
    )
    revealed(n)
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.plays("Wizgille", "The Wench thinks you should stop playing with the drinks")
    n.cannot("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/4/10"
    assert "kaylin.needed_a_bath" in n.player("Kaylin").deck.discards


# ---- redirecting


def _slap_turned_on(whom: str) -> Night:
    n = Night(
        Phrenk=Sits(hand=["A slap on the back, troll size", "Thick hide, thicker head", "Acid answers acid"]),
        Wizgille=Sits(hand=["Clockwork decoy, half price"]),
        Serena=Sits(hand=["How dare you strike a Paladin!", "Plate armour, freshly polished"], piety=8),
    )
    n.to_action()
    n.acts("Phrenk", "A slap on the back, troll size", at="Wizgille")
    n.plays("Wizgille", "Clockwork decoy, half price", at=whom)
    while n.asked("respond") and n.game.top is not n.game.stack[0]:
        n.passes(*sorted(n.asked("respond")))
    return n


@pytest.mark.rule("RED-X3", "RED-01", "RED-02", "RED-03", "RED-R1", "RED-R3")
def test_a_redirected_loss_strikes_back_at_its_source() -> None:
    n = _slap_turned_on("Serena")
    n.plays("Serena", "How dare you strike a Paladin!")
    while n.game.top is not n.game.stack[0]:
        n.passes(*sorted(n.asked("respond")))
    n.plays("Serena", "Plate armour, freshly polished")
    n.quiet()
    assert n.stands("Phrenk") == "18/0/10"
    assert n.stands("Wizgille") == "20/0/10"
    assert n.stands("Serena") == "19/0/10"
    assert n.player("Serena").piety == 7


@pytest.mark.rule("RED-X4", "RED-R1", "RED-R4")
def test_a_loss_turned_back_on_its_source() -> None:
    n = _slap_turned_on("Phrenk")
    assert n.can_play("Phrenk", "Acid answers acid")
    n.plays("Phrenk", "Thick hide, thicker head")
    n.quiet()
    assert n.stands("Phrenk") == "19/0/10"
    assert n.stands("Wizgille") == "20/0/10"
    # striking back would have cost him 2 more
    n = _slap_turned_on("Phrenk")
    n.plays("Phrenk", "Acid answers acid")
    n.quiet()
    assert n.stands("Phrenk") == "15/0/10"


@pytest.mark.rule("RED-X1", "RED-01", "RED-02")
def test_the_bite_redirected() -> None:
    n = Night(
        Kaylin=Sits(hand=["Actually, his bite is worse than his bark"]),
        Eve=Sits(hand=["You hit my reflection"], character="kaylin"),
        Wizgille=Sits(hand=["I believe your attitude needs some percussive maintenance"]),
    )
    n.to_action()
    n.acts("Kaylin", "Actually, his bite is worse than his bark", at="Eve")
    n.plays("Eve", "You hit my reflection", at="Wizgille")
    while n.game.top is not n.game.stack[0]:
        n.passes(*sorted(n.asked("respond")))
    n.plays("Wizgille", "I believe your attitude needs some percussive maintenance")
    n.quiet()
    assert [n.stands(name) for name in ("Kaylin", "Eve", "Wizgille")] == ["18/0/10", "20/0/10", "17/0/10"]


@pytest.mark.rule("RED-X2", "RED-03")
def test_a_gear_cards_loss_is_redirected_alone() -> None:
    n = Night(
        Wizgille=Sits(
            hand=["This device can change alcohol into gold! Watch!"],
            pile="Wine",
            extra="Sorry, loose gear",
        ),
        Eve=Sits(hand=["You hit my reflection"], character="kaylin"),
        Kaylin=HERO,
    )
    revealed(n)
    n.plays("Wizgille", "This device can change alcohol into gold! Watch!")
    n.answers("Wizgille", ["", 0, [[n.names["Eve"]]]])
    n.plays("Eve", "You hit my reflection", at="Kaylin")
    n.quiet()
    assert [n.stands(name) for name in ("Wizgille", "Eve", "Kaylin")] == ["20/0/11", "20/0/10", "19/0/10"]


# ---- negating and ignoring


@pytest.mark.rule("NEG-X1", "NEG-01", "NEG-03", "PIE-03")
def test_a_strike_back_negated() -> None:
    n = Night(
        Kaylin=Sits("20/0/10", ["Don't call me cute!", "We don't think so!"]),
        Serena=Sits("20/0/10", "How dare you strike a Paladin!"),
    )
    n.to_action()
    n.acts("Kaylin", "Don't call me cute!", at="Serena")
    n.plays("Serena", "How dare you strike a Paladin!")
    n.plays("Kaylin", "We don't think so!")
    n.quiet()
    assert n.stands("Serena") == "18/0/10"
    assert n.stands("Kaylin") == "20/0/10"
    assert n.player("Serena").piety == 8


@pytest.mark.rule("NEG-X2", "NEG-04", "NEG-05", "PIE-03")
def test_an_ignored_card_still_does_the_rest() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits(hand="~ Poof! ~"))
    n.to_action()
    n.acts("Serena", "Blasphemer!", at="Kaylin")
    n.plays("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"
    assert n.player("Serena").piety == 9


# ---- timing


@pytest.mark.rule("TIM-X1", "TIM-03", "TIM-04", "TIM-R9")
def test_who_has_declined_may_answer_the_changed_drink() -> None:
    n = Night(
        Kaylin=Sits(hand=["Ah! I really needed a bath"], pile="Light Ale"),
        Phrenk=Sits(hand=["Here ya go... This'll make that drink better!"]),
    )
    revealed(n)
    n.plays("Phrenk", "Here ya go... This'll make that drink better!")
    while n.game.top is not n.game.stack[0]:
        n.passes(*sorted(n.asked("respond")))
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"


def _tankard() -> Night:
    n = Night(
        Kaylin=Sits("12/10/10", ["Why do they have to make these tankards so big?"], pile="Elven Wine"),
        Phrenk=Sits(hand=["I don't think so!"]),
        Wizgille=Sits(hand=["I don't think so!"]),
    )
    revealed(n)
    n.plays("Kaylin", "Why do they have to make these tankards so big?")
    assert n.asked("respond") == {"Phrenk", "Wizgille"}
    n.answers("Wizgille", "wait")
    n.answers("Phrenk", "wait")
    assert n.asked() == {"Phrenk"}
    assert n.kinds() == {"respond_late"}
    n.answers("Phrenk", "pass")
    assert n.asked() == {"Wizgille"}
    return n


@pytest.mark.rule("TIM-X2", "TIM-11", "TIM-R8")
def test_both_wait_and_decide_in_turn_order() -> None:
    n = _tankard()
    n.answers("Wizgille", "pass")
    n.quiet()
    assert n.stands("Kaylin") == "12/10/10"
    assert not n.match.over
    assert not n.player("Kaylin").out
    # variant: Wizgille plays
    n = _tankard()
    n.plays("Wizgille", "I don't think so!")
    n.quiet()
    assert n.asked("last_chance") == {"Kaylin"}
    assert n.stands("Kaylin") == "12/13/10"
    n.answers("Kaylin", "pass")
    assert n.player("Kaylin").out


def _sparks() -> Night:
    n = Night(
        Wizgille=Sits(
            hand=["Oh no! It's not supposed to do that...", "Wait, wait... I can fix that!"],
            extra="It's not supposed to shoot sparks!",
        ),
        Kaylin=Sits(hand=["~ Poof! ~"]),
    )
    n.to_action()
    n.acts("Wizgille", "Oh no! It's not supposed to do that...", at="Kaylin")
    assert n.asked() == {"Wizgille"}
    assert n.kinds() == {"gear_shown"}
    return n


@pytest.mark.rule(
    "TIM-X3", "TIM-12", "TIM-13", "TIM-14", "TIM-R13", "GEAR-03", "GEAR-04", "GEAR-05", "GEAR-06"
)
def test_the_gear_card_is_the_earlier_event() -> None:
    for poof, fort in ((True, 20), (False, 18)):
        n = _sparks()
        n.plays("Wizgille", "Wait, wait... I can fix that!")
        if n.asked("respond") == {"Kaylin"} and len(n.game.stack) > 1:
            # the card that answers the Gear card can be negated itself
            n.answers("Kaylin", "pass")
        if poof:
            n.plays("Kaylin", "~ Poof! ~")
        n.quiet()
        assert n.player("Kaylin").fort == fort
    n = _sparks()
    n.answers("Wizgille", "leave_it")
    n.quiet()
    assert n.player("Kaylin").fort == 19


@pytest.mark.rule("TIM-X4", "TIM-09", "TIM-10", "TIM-R7")
def test_the_anytime_card_goes_first_and_the_other_is_given_back_unseen() -> None:
    n = Night(
        Kaylin=Sits(hand=["Don't call me cute!"]),
        Serena=Sits(hand=["Order at this table!"]),
        Phrenk=Sits("16/0/10", hand=["Purely medicinal"]),
    )
    n.to_action()
    n.acts("Kaylin", "Don't call me cute!", at="Phrenk")
    n.puts_in("Serena", "Order at this table!")
    n.puts_in("Phrenk", "Purely medicinal", way=0)
    if n.asked("respond"):
        n.passes(*sorted(n.asked("respond") - {"Serena", "Phrenk"}))
    played = [event.values["card"] for event in n.told("plays_so")]
    assert "phrenk.purely_medicinal" in played
    assert "serena.order_at_this_table" not in played
    assert "serena.order_at_this_table" in n.player("Serena").hand.cards
    assert n.can_play("Serena", "Order at this table!") or n.kinds() == {"respond"}


@pytest.mark.rule("TIM-X5", "TIM-R1", "TIM-R3", "TIM-R20", "TURN-R10", "TURN-R11")
def test_the_questions_of_a_quiet_turn() -> None:
    n = Night(
        Phrenk=Sits(hand=["A slap on the back, troll size"], pile="Wine", extra=["Tonic of the ox"]),
        Serena=HERO,
        Wizgille=HERO,
        Kaylin=HERO,
    )
    asked: dict[str, list[str]] = {name: [] for name in n.names}

    def answer(name: str, kind: str, given: object) -> None:
        asked[name].append(kind)
        n.answers(name, given, kind)

    answer("Phrenk", "discard", n.ask("Phrenk").prompt.default)
    _, slap = n.move("Phrenk", "A slap on the back, troll size", at="Serena", orders="Kaylin")
    answer("Phrenk", "action", slap)
    assert n.asked() == {"Serena", "Wizgille", "Kaylin"}
    for name in ("Serena", "Wizgille", "Kaylin"):
        answer(name, "respond", "pass")
    # the Drink is named ahead: his own comes at once
    assert n.asked() == {"Phrenk", "Wizgille", "Kaylin"}
    for name in ("Phrenk", "Wizgille", "Kaylin"):
        answer(name, "respond", "pass")
    assert n.game.active == n.names["Serena"]
    assert {name: len(kinds) for name, kinds in asked.items()} == {
        "Phrenk": 3, "Serena": 1, "Wizgille": 2, "Kaylin": 2,
    }  # fmt: skip


@pytest.mark.rule("TIM-X6", "TIM-R18")
def test_passing_on_an_event_lapses_for_whom_it_changes() -> None:
    n = Night(
        Kaylin=Sits(hand=["Ah! I really needed a bath"], pile="Light Ale"),
        Phrenk=Sits(hand=["Here ya go... This'll make that drink better!"]),
        Wizgille=HERO,
    )
    revealed(n)
    n.passes("Kaylin", "Wizgille", word="pass_on")
    n.plays("Phrenk", "Here ya go... This'll make that drink better!")
    beats = {
        n.name(ask.seat): ask.auto_answer for ask in n.match.open.values() if ask.prompt.kind == "respond"
    }
    assert beats == {"Kaylin": None, "Wizgille": "pass_on"}
    n.passes("Kaylin")
    n.passes("Wizgille", word="pass_on")
    beats = {
        n.name(ask.seat): ask.auto_answer for ask in n.match.open.values() if ask.prompt.kind == "respond"
    }
    assert beats == {"Kaylin": None, "Phrenk": None, "Wizgille": "pass_on"}
