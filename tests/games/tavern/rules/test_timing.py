"""Windows: seats asked, sealed answers, waiting, standing answers (TIM-R1 to TIM-R18)."""

from __future__ import annotations

import pytest

from games.engine import RAIL, Match, Window
from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import announced

SLAP, MEDICINE, CORK = "A slap on the back, troll size", "Purely medicinal", "Put a cork in it"
BETTER, BATH = "Here ya go... This'll make that drink better!", "Ah! I really needed a bath"
FLASK = "Flask with a short fuse"


def shown(n: Night, viewer: int = RAIL) -> dict[str, str]:
    """Return the seats asked, each with the public fact that is the reason, as all viewers see them."""
    for block in n.match.scene(viewer).blocks:
        if isinstance(block, Window):
            return {n.name(seat): fact.text for seat, fact in block.asked}
    return {}


@pytest.mark.rule("TIM-01", "TIM-R3", "TIM-R5")
def test_who_is_asked_follows_from_lists_and_is_shown() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(), Wizgille=Sits(), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Wizgille")
    # Serena, Wizgille and Kaylin each have a card against Actions in their lists; Phrenk none against his own
    assert list(n.game.window_reasons) == [n.names[name] for name in ("Serena", "Wizgille", "Kaylin")]
    assert shown(n) == {
        "Serena": "can negate actions", "Wizgille": "would lose Fort", "Kaylin": "can negate actions",
    }  # fmt: skip
    # the same to everybody, and nothing of it changes when somebody answers
    before = [n.match.scene(viewer) for viewer in (0, 2, 3, RAIL)]
    n.passes("Serena")
    assert [n.match.scene(viewer) for viewer in (0, 2, 3, RAIL)] == before


@pytest.mark.rule("TIM-R3")
def test_the_hand_does_not_matter_for_who_is_asked() -> None:
    hands: tuple[list[str], ...] = (["It grows back, you know", CORK, MEDICINE], [])
    asked = []
    for hand in hands:
        n = Night(Serena=Sits(hand=["Blasphemer!"]), Phrenk=Sits(hand=hand), Kaylin=Sits())
        announced(n, "Serena", "Blasphemer!", at="Phrenk")
        asked.append([(ask.id, ask.seat, ask.prompt.kind) for ask in n.match.open.values()])
        assert shown(n)["Phrenk"] == "would lose Fort"
    assert asked[0] == asked[1]


@pytest.mark.rule("POT-04")
def test_the_brew_on_show_is_played_like_a_card_in_hand() -> None:
    for brew in ("Forgetting vapour", "Tonic of the ox"):
        n = Night(
            Serena=Sits(hand=["Blasphemer!"]),
            Phrenk=Sits(extra=[brew]),
            Wizgille=Sits(hand=["Who touched the off switch?"]),
        )
        announced(n, "Serena", "Blasphemer!", at="Phrenk")
        n.plays("Wizgille", "Who touched the off switch?")
        assert n.can_play("Phrenk", "Forgetting vapour") == (brew == "Forgetting vapour")


@pytest.mark.rule("TIM-R1", "TIM-R3", "TIM-02")
def test_a_window_that_nobody_could_use_is_skipped() -> None:
    n = Night(Kaylin=Sits(hand=["I can see through the lid"]), Serena=Sits())
    n.to_action()
    n.plays("Kaylin", "I can see through the lid")
    # an Anytime card that hits nobody: no list has an answer
    assert n.kinds() == {"action"}
    assert [event.to for event in n.told("peeked")] == [frozenset({n.names["Kaylin"]})]


@pytest.mark.rule("TIM-R6", "TIM-05")
def test_answers_are_sealed_and_may_be_changed_until_the_window_closes() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(hand=["Order at this table!"]), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.puts_in("Serena", "Order at this table!")
    assert len(n.game.stack) == 1
    n.answers("Serena", "pass")
    n.answers("Kaylin", "pass")
    assert not n.told("negated")
    assert n.player("Kaylin").fort == 17
    assert "serena.order_at_this_table" in n.player("Serena").hand.cards


@pytest.mark.rule("TIM-R7", "CARD-08")
def test_of_one_kind_the_first_in_turn_order_is_played() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Serena=Sits(hand=["Order at this table!"]),
        Wizgille=Sits(hand=["Who touched the off switch?"]),
        Kaylin=Sits(hand=["That spell fizzled, how sad"]),
    )
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.puts_in("Kaylin", "That spell fizzled, how sad")
    n.puts_in("Wizgille", "Who touched the off switch?")
    n.puts_in("Serena", "Order at this table!")
    assert n.told("plays")[-1].values["card"] == "serena.order_at_this_table"
    assert "kaylin.that_spell_fizzled_how_sad" in n.player("Kaylin").hand.cards
    # nothing tells anybody that others had put in cards
    told = repr([event for event in n.match.events if event.kind not in ("drew", "is")])
    assert "fizzled" not in told
    assert "off_switch" not in told


@pytest.mark.rule("TIM-R8")
def test_waiting_lapses_when_a_card_is_played_and_ends_with_the_first_who_plays() -> None:
    def waiting() -> Night:
        n = Night(
            Phrenk=Sits(hand=[SLAP, MEDICINE]),
            Serena=Sits(hand=["Order at this table!"]),
            Wizgille=Sits(hand=["Who touched the off switch?"]),
            Kaylin=Sits(),
        )
        return announced(n, "Phrenk", SLAP, at="Kaylin")

    n = waiting()
    n.answers("Wizgille", "wait")
    n.answers("Kaylin", "pass")
    n.puts_in("Serena", "Order at this table!")
    assert n.told("plays")[-1].values["card"] == "serena.order_at_this_table"
    # both wait: one by one, and who is asked late may only play or pass
    n = waiting()
    n.answers("Wizgille", "wait")
    n.answers("Serena", "wait")
    n.answers("Kaylin", "pass")
    assert n.asked() == {"Serena"}
    with pytest.raises(AssertionError):
        n.move("Wizgille", "Who touched the off switch?")
    assert n.ask("Serena", "respond_late").prompt.passes == ("pass",)  # type: ignore[attr-defined]
    n.puts_in("Serena", "Order at this table!")
    assert n.told("plays")[-1].values["card"] == "serena.order_at_this_table"
    # an Anytime card by anybody else ends the series too
    n = waiting()
    n.answers("Serena", "wait")
    n.answers("Wizgille", "wait")
    n.answers("Kaylin", "pass")
    n.puts_in("Phrenk", MEDICINE, way=0)
    n.quiet()
    cards = [event.values["card"] for event in [*n.told("plays"), *n.told("plays_so")]]
    assert "phrenk.purely_medicinal" in cards


@pytest.mark.rule("TIM-R8", "TIM-R5")
def test_that_somebody_waits_shows_nowhere() -> None:
    def seen(first: str) -> list[object]:
        n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(), Wizgille=Sits(), Kaylin=Sits())
        announced(n, "Phrenk", SLAP, at="Kaylin")
        n.answers("Serena", first)
        n.passes("Wizgille", "Kaylin")
        if first == "wait":
            n.answers("Serena", "pass")
        return [n.match.scene(viewer) for viewer in (n.names["Wizgille"], RAIL)]

    assert seen("wait") == seen("pass")


@pytest.mark.rule("TIM-R9", "TIM-03")
def test_the_window_beneath_opens_anew_also_after_a_negated_answer() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP, "I don't think so!"]),
        Serena=Sits(hand=["Faith is my shield", "Plate armour, freshly polished"]),
        Kaylin=Sits(),
    )
    announced(n, "Phrenk", SLAP, at="Serena")
    n.plays("Serena", "Faith is my shield")
    n.plays("Phrenk", "I don't think so!")
    while len(n.game.stack) > 1:
        n.passes(*sorted(n.asked("respond")))
    assert n.asked("respond") == {"Serena", "Kaylin"}
    n.plays("Serena", "Plate armour, freshly polished")
    n.quiet()
    assert n.player("Serena").fort == 19


@pytest.mark.rule("TIM-04")
def test_who_has_declined_may_play_in_the_new_window() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Serena=Sits(hand=["Order at this table!"]),
        Kaylin=Sits(hand=["Too small to aim at"]),
    )
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.passes("Serena")
    n.puts_in("Kaylin", "Too small to aim at")
    while len(n.game.stack) > 1:
        n.passes(*sorted(n.asked("respond")))
    assert n.asked("respond") == {"Serena", "Kaylin"}
    assert n.ask("Serena").auto_answer is None
    n.plays("Serena", "Order at this table!")
    n.quiet()
    assert n.player("Kaylin").fort == 20


@pytest.mark.rule("TIM-R11")
def test_standing_answers_are_answered_at_the_beat() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP, SLAP]), Serena=Sits(), Wizgille=Sits(), Kaylin=Sits())
    n.to_action()
    n.answers("Serena", "until_turn", "standing")
    n.answers("Wizgille", "only_hits", "standing")
    ask, slap = n.move("Phrenk", SLAP, at="Kaylin")
    n.match.answer(ask.id, ask.seat, slap)
    beats = {n.name(a.seat): a.auto_answer for a in n.match.open.values() if a.prompt.kind == "respond"}
    assert beats == {"Serena": "pass", "Wizgille": "pass", "Kaylin": None}
    # dropped while the window is open: asked after all
    n.answers("Wizgille", "only_hits", "standing")
    assert n.ask("Wizgille").auto_answer is None
    n.quiet()
    # they are rows of the journal, and a replay has them
    assert Match.replay(n.match.game, n.match.header, n.match.rows).scene(1) == n.match.scene(1)


@pytest.mark.rule("TIM-R11")
def test_only_what_hits_me_and_weak_drinks() -> None:
    n = Night(Kaylin=Sits(pile="Wine"), Phrenk=Sits(), Wizgille=Sits(), Serena=Sits())
    n.to_action()
    n.answers("Phrenk", 3, "standing")
    n.answers("Wizgille", 2, "standing")
    n.drinks_up()
    beats = {n.name(a.seat): a.auto_answer for a in n.match.open.values() if a.prompt.kind == "respond"}
    # Wine has 2 AC: below 3, not below 2
    assert beats == {"Kaylin": None, "Phrenk": "pass", "Wizgille": None}
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits(), Phrenk=Sits())
    n.to_action()
    n.answers("Kaylin", "only_hits", "standing")
    ask, smite = n.move("Serena", "Blasphemer!", at="Kaylin")
    n.match.answer(ask.id, ask.seat, smite)
    assert n.ask("Kaylin").auto_answer is None


@pytest.mark.rule("TIM-R11")
def test_passing_until_the_own_turn_ends_with_it_and_gambling_with_the_round() -> None:
    n = Night(Phrenk=Sits(hand=["Gambling? I'm in!"]), Serena=Sits(), Kaylin=Sits())
    n.to_action()
    n.answers("Serena", "until_turn", "standing")
    n.answers("Serena", "pass_gambling", "standing")
    n.acts("Phrenk", "Gambling? I'm in!")
    n.quiet()
    assert n.ask("Serena", "gamble").auto_answer == "pass"
    n.passes("Serena", "Kaylin")
    assert not n.player("Serena").standing_orders.gambling
    assert n.player("Serena").standing_orders.until_turn
    n.defaults("discard", "Serena")
    assert not n.player("Serena").standing_orders.until_turn


@pytest.mark.rule("TIM-R12", "CARD-06")
def test_a_card_interrupts_a_decision_which_is_asked_again() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Phrenk=Sits("18/0/10", hand=[MEDICINE]), Kaylin=Sits())
    n.to_action()
    before = n.ask("Serena", "action").id
    n.plays("Phrenk", MEDICINE, way=0)
    n.quiet()
    assert n.player("Phrenk").fort == 20
    assert n.ask("Serena", "action").id == before


@pytest.mark.rule("TIM-R15", "OUT-R9")
def test_what_is_no_longer_legal_is_dropped() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP]), Serena=Sits(hand=["Order at this table!"]), Kaylin=Sits())
    announced(n, "Phrenk", SLAP, at="Kaylin")
    n.puts_in("Serena", "Order at this table!")
    n.leaves("Serena")
    n.passes("Kaylin")
    # who has resigned plays nothing any more; the window went on with the rest
    assert n.player("Kaylin").fort == 17


@pytest.mark.rule("TIM-R17")
def test_a_choice_while_a_card_resolves_is_one_players_alone() -> None:
    n = Night(
        Wizgille=Sits(hand=["Oh no! It's not supposed to do that..."], extra="Oil on every card"),
        Serena=Sits(hand=["Blasphemer!", "Kneel and think about it"]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Wizgille", "Oh no! It's not supposed to do that...", at="Kaylin")
    n.answers("Wizgille", ["", 0, [[n.names["Serena"]]]])
    n.quiet()
    assert n.asked() == {"Serena"}
    assert n.kinds() == {"drop"}
    # the card held longest by default (TURN-R9)
    assert n.ask("Serena").prompt.default == [0]
    n.answers("Serena", [1])
    assert n.player("Serena").hand.cards == ["serena.blasphemer"]


@pytest.mark.rule("TIM-R18")
def test_pass_answers_one_window_and_pass_on_this_the_whole_event() -> None:
    n = Night(
        Phrenk=Sits(hand=[SLAP]),
        Serena=Sits(hand=["Plate armour, freshly polished"]),
        Wizgille=Sits(),
        Kaylin=Sits(),
    )
    announced(n, "Phrenk", SLAP, at="Serena")
    n.passes("Wizgille", word="pass")
    n.passes("Kaylin", word="pass_on")
    n.puts_in("Serena", "Plate armour, freshly polished")
    beats = {n.name(a.seat): a.auto_answer for a in n.match.open.values() if a.prompt.kind == "respond"}
    assert beats == {"Phrenk": None, "Wizgille": None, "Kaylin": "pass_on"}
    # taken back by an answer of one's own
    n.passes("Kaylin", "Phrenk", "Wizgille", word="pass")
    beats = {n.name(a.seat): a.auto_answer for a in n.match.open.values() if a.prompt.kind == "respond"}
    assert beats == {"Serena": None, "Wizgille": None, "Kaylin": None}
