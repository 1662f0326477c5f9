"""Answers to cards: what can answer what, and what becomes of it (AFF, NEG, WDRK, CARD)."""

from __future__ import annotations

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import announced, down_to, revealed
from tests.helpers.games.tavern_small_deck import card

POOF, SLAP = "~ Poof! ~", "A slap on the back, troll size"
BETTER = "Here ya go... This'll make that drink better!"
WDRK = "The Wench thinks you should stop playing with the drinks"
THINK = "I don't think so!"


# ---- affecting


@pytest.mark.rule("AFF-01", "AFF-R2")
def test_only_a_card_that_could_change_the_value_can_be_answered() -> None:
    n = Night(
        Serena=Sits(hand=["A toast to the fallen"]),
        Kaylin=Sits(hand=[POOF]),
        Wizgille=Sits(hand=["Purse on a retractable chain", "Who touched the off switch?"]),
    )
    announced(n, "Serena", "A toast to the fallen")
    assert not n.can_play("Kaylin", POOF)
    assert not n.can_play("Wizgille", "Purse on a retractable chain")
    assert n.can_play("Wizgille", "Who touched the off switch?")
    # AC that falls and Gold that comes are no losses: the tonic can be answered for the Gold alone
    n = Night(
        Phrenk=Sits(hand=["You're looking a little green. Drink this."]),
        Wizgille=Sits(hand=["Spring-loaded parasol", "Purse on a retractable chain"]),
    )
    announced(n, "Phrenk", "You're looking a little green. Drink this.", at="Wizgille")
    assert n.can_play("Wizgille", "Purse on a retractable chain")
    assert not n.can_play("Wizgille", "Spring-loaded parasol")
    # nor does a blow affect Gold
    n = Night(Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=["Purse on a retractable chain"]))
    announced(n, "Phrenk", SLAP, at="Wizgille")
    assert not n.can_play("Wizgille", "Purse on a retractable chain")


@pytest.mark.rule("AFF-01", "AFF-R2")
@pytest.mark.parametrize(
    ("effects", "answered"),
    [
        ("alc T +2", True),
        ("alc T -2", False),
        ("fort T -1", True),
        ("fort T +1", False),
        ("pay me T 1", False),
    ],
)
def test_what_does_a_player_good_is_not_answered(effects: str, answered: bool) -> None:
    deck = {"grum.toml": card(effects, kind="action", when='"act"')}
    n = Night(Grum=Sits(hand=["grum.broom"]), Kaylin=Sits(hand=[POOF]), options={"own_decks": deck})
    announced(n, "Grum", "grum.broom", at="Kaylin")
    assert n.can_play("Kaylin", POOF) is answered


@pytest.mark.rule("AFF-02", "CARD-R5", "LIM-03", "GMB-32")
def test_a_card_affects_a_value_that_will_not_move() -> None:
    syrup = "Silver-tongue syrup"
    n = Night(
        Serena=Sits(hand=["Gambling? I'm in!"]),
        Phrenk=Sits(extra=[syrup]),
        Kaylin=Sits("20/0/1", hand=[POOF]),
    )
    n.to_action()
    n.acts("Serena", "Gambling? I'm in!")
    n.quiet()
    assert n.player("Kaylin").gold == 0
    n.plays("Phrenk", syrup, at="Kaylin")
    assert n.can_play("Kaylin", POOF)
    n.quiet()
    assert (n.player("Kaylin").gold, n.player("Phrenk").gold) == (0, 9)


@pytest.mark.rule("AFF-R1", "NEG-08")
def test_drinks_are_no_cards_that_affect_you() -> None:
    n = revealed(Night(Kaylin=Sits(hand=[POOF, "Too small to aim at"], pile="Cave Moonshine"), Phrenk=Sits()))
    assert not n.can_play("Kaylin", POOF)
    assert not n.can_play("Kaylin", "Too small to aim at")
    # nor does one ignore somebody else's Drink
    n = revealed(Night(Phrenk=Sits(pile="Wine"), Kaylin=Sits(hand=["Ah! I really needed a bath"])))
    assert n.asked("respond") == {"Phrenk", "Kaylin"}
    assert not n.can_play("Kaylin", "Ah! I really needed a bath")


@pytest.mark.rule("NEG-09", "WDRK-02", "DRK-R5")
def test_a_passed_drink_is_the_new_drinkers_to_ignore() -> None:
    n = Night(
        Phrenk=Sits(hand=["I think you'll appreciate this drink more than I will"], pile="Wine"),
        Kaylin=Sits(hand=["Ah! I really needed a bath"]),
        Serena=Sits(hand=[WDRK]),
    )
    revealed(n)
    n.plays("Phrenk", "I think you'll appreciate this drink more than I will", at="Kaylin")
    assert n.can_play("Serena", WDRK)
    down_to(n)
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.quiet()
    assert (n.player("Phrenk").ac, n.player("Kaylin").ac) == (0, 0)


@pytest.mark.rule("AFF-R3", "RED-05", "CARD-R6")
def test_a_card_on_several_is_answered_by_each_for_themself() -> None:
    n = Night(
        Kaylin=Sits(hand=["Sneezing dust for the whole room"]),
        Serena=Sits(hand=["Plate armour, freshly polished"]),
        Phrenk=Sits(hand=["It grows back, you know"]),
        Wizgille=Sits(),
    )
    announced(n, "Kaylin", "Sneezing dust for the whole room")
    assert n.asked("respond") == {"Serena", "Phrenk", "Wizgille"}
    n.plays("Serena", "Plate armour, freshly polished")
    down_to(n)
    n.plays("Phrenk", "It grows back, you know")
    n.quiet()
    assert [n.player(name).fort for name in n.names] == [20, 20, 20, 19]


# ---- negating and ignoring


@pytest.mark.rule("NEG-04", "NEG-05")
def test_who_ignores_a_card_is_the_only_one_it_leaves_alone() -> None:
    alms = "The whole table gives alms"
    n = Night(Serena=Sits(hand=[alms]), Kaylin=Sits(hand=[POOF]), Wizgille=Sits())
    announced(n, "Serena", alms)
    n.plays("Kaylin", POOF)
    n.quiet()
    assert [n.stands(name) for name in n.names] == ["20/0/11", "20/0/10", "20/0/9"]


@pytest.mark.rule("NEG-04", "NEG-05", "NEG-R2")
def test_who_ignores_a_card_gets_nothing_that_it_would_give_them_either() -> None:
    deck = {"grum.toml": card("fort T -1; pay me T 2", kind="action", when='"act"')}
    for answer, after in (([POOF], ["20/0/10", "20/0/10"]), ([], ["20/0/8", "19/0/12"])):
        n = Night(Grum=Sits(hand=["grum.broom"]), Kaylin=Sits(hand=answer), options={"own_decks": deck})
        announced(n, "Grum", "grum.broom", at="Kaylin")
        if answer:
            n.plays("Kaylin", POOF)
        n.quiet()
        assert [n.stands(name) for name in n.names] == after


@pytest.mark.rule("NEG-06", "NEG-07", "WDRK-01")
def test_reducing_is_no_ignoring() -> None:
    n = revealed(Night(Phrenk=Sits(extra="Partial Antidote", pile="Wine"), Serena=Sits(hand=[WDRK, THINK])))
    n.plays("Phrenk", "Partial Antidote")
    # WDRK may hit it because it changes a Drink's AC, not because it Ignores
    assert n.can_play("Serena", WDRK)
    n.quiet()
    assert n.player("Phrenk").ac == 1
    n = Night(
        Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=["Spring-loaded parasol"]), Serena=Sits(hand=[WDRK])
    )
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.plays("Wizgille", "Spring-loaded parasol")
    assert not n.can_play("Serena", WDRK)
    # nor does it spare its player anything but the Fort
    deck = {"grum.toml": card("fort T -3; pay T me 2", kind="action", when='"act"')}
    n = Night(
        Grum=Sits(hand=["grum.broom"]),
        Wizgille=Sits(hand=["Spring-loaded parasol"]),
        options={"own_decks": deck},
    )
    announced(n, "Grum", "grum.broom", at="Wizgille")
    n.plays("Wizgille", "Spring-loaded parasol")
    n.quiet()
    assert n.stands("Wizgille") == "20/0/8"


@pytest.mark.rule("NEG-R1", "NEG-R6", "CARD-03", "TIM-R2")
def test_negating_answers_the_top_of_the_stack_and_never_the_own_card() -> None:
    n = Night(
        Kaylin=Sits(hand=["Don't call me cute!", "We don't think so!", "We don't think so!"]),
        Serena=Sits(hand=["How dare you strike a Paladin!", THINK]),
    )
    announced(n, "Kaylin", "Don't call me cute!", at="Serena")
    assert not n.can_play("Serena", THINK)
    n.plays("Serena", "How dare you strike a Paladin!")
    assert not n.can_play("Serena", THINK)
    n.plays("Kaylin", "We don't think so!")
    # a Negate card is a Sometimes card too: an answer to the answer to the answer
    assert not n.can_play("Kaylin", "We don't think so!")
    n.plays("Serena", THINK)
    n.plays("Kaylin", "We don't think so!")
    n.quiet()
    # the last negation stands, so the one below it does not, so the first does: no strike back
    assert n.stands("Kaylin") == "20/0/10"
    assert n.stands("Serena") == "18/0/10"


@pytest.mark.rule("NEG-R4", "CARD-R2", "CARD-R4")
def test_choices_stay_and_costs_are_not_given_back() -> None:
    n = Night(
        Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits(hand=["That spell fizzled, how sad"]), Phrenk=Sits()
    )
    announced(n, "Serena", "Blasphemer!", at="Phrenk")
    assert n.told("plays_at")[-1].values["targets"] == (n.names["Phrenk"],)
    hand = list(n.player("Serena").hand.cards)
    # played and not resolved: not among the discards
    assert "serena.blasphemer" not in n.player("Serena").deck.discards
    n.plays("Kaylin", "That spell fizzled, how sad")
    n.quiet()
    assert n.player("Phrenk").fort == 20
    assert n.player("Serena").piety == 8
    assert "serena.blasphemer" in n.player("Serena").deck.discards
    assert n.player("Serena").hand.cards == hand
    # the action is spent (TURN-R8)
    assert n.asked("order") == {"Serena"}


@pytest.mark.rule("NEG-R5", "GEAR-06")
def test_the_alchemy_device_is_negated_as_a_whole() -> None:
    n = Night(
        Wizgille=Sits(
            hand=["This device can change alcohol into gold! Watch!"], pile="Wine", extra="Sorry, loose gear"
        ),
        Serena=Sits(hand=[WDRK]),
    )
    revealed(n)
    n.plays("Wizgille", "This device can change alcohol into gold! Watch!")
    n.answers("Wizgille", ["", 0, [[n.names["Serena"]]]])
    n.plays("Serena", WDRK)
    n.quiet()
    assert n.stands("Wizgille") == "20/2/10"
    assert n.stands("Serena") == "20/0/10"
    assert "gear.sorry_loose_gear" in n.player("Wizgille").extra.discards
    assert "wizgille.alcohol_into_gold" in n.player("Wizgille").deck.discards


# ---- the Wench and the Drinks


@pytest.mark.rule("WDRK-03", "WDRK-04", "NEG-R1", "NEG-R5")
@pytest.mark.parametrize(
    ("who", "title", "extra"),
    [
        ("Serena", "One cup, two comrades", ""),
        ("Phrenk", BETTER, ""),
        ("Phrenk", "Let me top that up", ""),
        ("Phrenk", "Slow burner", "Slow burner"),
        ("Kaylin", "Swapped at wing speed", ""),
    ],
)
def test_what_the_wench_stops(who: str, title: str, extra: str) -> None:
    sits = Sits(hand=[] if extra else [title], extra=extra or (), pile="Elven Wine")
    n = revealed(Night(**{who: sits, "Wizgille": Sits(hand=[WDRK])}))  # type: ignore[arg-type]
    ask, card = n.move(who, title)
    n.match.answer(ask.id, ask.seat, card)
    if n.asked("respond") and len(n.game.stack) == 1:
        n.passes("Wizgille")
    n.plays("Wizgille", WDRK)
    n.quiet()
    assert n.player(who).ac == 3
    assert n.player(who).fort == 20


@pytest.mark.rule("WDRK-05")
def test_the_wench_does_not_stop_herself() -> None:
    n = Night(
        Kaylin=Sits(hand=["Ah! I really needed a bath", WDRK], pile="Wine"),
        Wizgille=Sits(hand=[WDRK]),
        Phrenk=Sits(hand=[WDRK]),
    )
    revealed(n)
    n.plays("Kaylin", "Ah! I really needed a bath")
    n.plays("Wizgille", WDRK)
    assert not n.can_play("Phrenk", WDRK)
    assert not n.can_play("Kaylin", WDRK)


@pytest.mark.rule("WDRK-06", "WDRK-07", "WDRK-08")
@pytest.mark.parametrize(
    ("who", "title"),
    [
        ("Serena", "A toast to the fallen"),
        ("Serena", "Empty that cup, recruit"),
        ("Phrenk", "A free taste of batch nine"),
    ],
)
def test_what_the_wench_does_not_stop(who: str, title: str) -> None:
    n = Night(**{who: Sits(hand=[title]), "Wizgille": Sits(hand=[WDRK])})  # type: ignore[arg-type]
    announced(n, who, title)
    assert not n.can_play("Wizgille", WDRK)


# ---- kinds of cards


@pytest.mark.rule("CARD-01", "CARD-02", "CARD-R1")
def test_cards_are_played_only_when_they_may_be() -> None:
    n = Night(
        Kaylin=Sits(hand=["Don't call me cute!", "Fetch! No, fetch HIM!", POOF, "Three aces under one wing"]),
        Serena=Sits(hand=["Blasphemer!"]),
    )
    assert not n.can_play("Kaylin", "Don't call me cute!")
    n.to_action()
    assert not n.can_play("Serena", "Blasphemer!")
    for title in (POOF, "Three aces under one wing"):
        n.cannot("Kaylin", title)
    n.acts("Kaylin", "Don't call me cute!", at="Serena")
    n.quiet()
    # one Action card a turn
    assert not n.can_play("Kaylin", "Fetch! No, fetch HIM!")


@pytest.mark.rule("CARD-04", "CARD-05", "RED-R3", "CARD-09")
def test_several_answers_one_after_the_other() -> None:
    hit = "I believe your attitude needs some percussive maintenance"
    n = Night(
        Phrenk=Sits(hand=[SLAP]), Wizgille=Sits(hand=[hit, hit]), Kaylin=Sits(hand=["We don't think so!"])
    )
    announced(n, "Phrenk", SLAP, at="Wizgille")
    n.plays("Wizgille", hit)
    # the opponents may answer the first before the second comes
    assert n.can_play("Kaylin", "We don't think so!")
    down_to(n)
    n.plays("Wizgille", hit)
    n.quiet()
    assert n.player("Phrenk").fort == 16
    assert n.player("Wizgille").fort == 17
