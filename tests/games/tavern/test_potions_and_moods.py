"""Two extra systems: Phrenk's Potions (POT) and Wulfric's moods (WULF)."""

from __future__ import annotations

import pytest

from games.engine.card_prompts import PlayCard
from tests.helpers.games.tavern import QUIET_MOOD, Night, Sits, key, keys
from tests.helpers.games.tavern_openings import resolved, seen_by_all

OH_NO = "Oh no! It's not supposed to do that..."


# ---- Potions


@pytest.mark.rule("POT-01")
def test_the_top_potion_is_on_show_from_the_start_for_everybody() -> None:
    n = Night(Serena=Sits(), Phrenk=Sits(extra="Tonic of the ox"))
    assert n.player("Phrenk").brew == key("Tonic of the ox")
    assert len(n.player("Phrenk").extra) == 19
    assert n.player("Phrenk").extra.discards == []
    assert seen_by_all(n, "Tonic of the ox")


@pytest.mark.rule("POT-02", "POT-07")
@pytest.mark.parametrize(
    ("take", "kept", "gone"),
    [(0, "Tonic of the ox", "Sobering salts"), (1, "Sobering salts", "Tonic of the ox")],
)
def test_at_the_start_of_his_turn_he_keeps_one_of_two(take: int, kept: str, gone: str) -> None:
    n = Night(Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts"]), Serena=Sits())
    assert seen_by_all(n, "Sobering salts")
    assert n.kinds() == {"discard"}  # the same form as the discards
    n.answers("Phrenk", ["", 0, [[take], []]], "discard")
    assert n.player("Phrenk").brew == key(kept)
    assert n.player("Phrenk").extra.discards == keys([gone])


@pytest.mark.rule("POT-02", "POT-05")
def test_with_nothing_on_show_the_new_one_simply_stays() -> None:
    n = Night(Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts", "Silver-tongue syrup"]), Serena=Sits())
    n.to_action()  # keeps the tonic
    n.plays("Phrenk", "Tonic of the ox")
    n.quiet()
    assert n.player("Phrenk").brew is None
    assert n.player("Phrenk").extra.discards == keys(["Sobering salts", "Tonic of the ox"])
    n.defaults("discard", "Serena")
    assert n.player("Phrenk").brew is None  # empty until his next turn
    n.defaults("discard", "Phrenk")
    assert n.player("Phrenk").brew == key("Silver-tongue syrup")
    prompt = n.ask("Phrenk", "discard").prompt
    assert isinstance(prompt, PlayCard)
    assert [aim.name for aim in prompt.moves[0].aims] == ["discard"]


@pytest.mark.rule("POT-03")
def test_the_brew_on_show_is_no_hand_card() -> None:
    n = Night(Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts"], hand=["I raise!"]), Serena=Sits())
    prompt = n.ask("Phrenk", "discard").prompt
    assert isinstance(prompt, PlayCard)
    assert prompt.moves[0].aims[-1].among == (0,)  # the one card in hand
    n.to_action()
    assert len(n.player("Phrenk").hand.cards) == 7
    assert n.player("Phrenk").brew == key("Tonic of the ox")


@pytest.mark.rule("POT-04")
def test_a_potion_is_played_and_answered_under_its_type() -> None:
    # a Sometimes card: it can be Negated as one
    n = Night(
        Serena=Sits(hand="Blasphemer!"),
        Phrenk=Sits(extra="Bark-skin draught"),
        Kaylin=Sits(hand="We don't think so!"),
    )
    n.to_action()
    n.puts_in("Serena", "Blasphemer!", at="Phrenk")
    assert n.can_play("Phrenk", "Bark-skin draught")
    n.puts_in("Phrenk", "Bark-skin draught")
    n.passes(*(n.asked("respond") - {"Phrenk"}))
    assert n.can_play("Kaylin", "We don't think so!")
    n.plays("Kaylin", "We don't think so!")
    n.quiet()
    assert n.stands("Phrenk") == "17/0/10"
    # an Anytime card: it cannot
    m = Night(Phrenk=Sits("10/0/10", extra="Tonic of the ox"), Kaylin=Sits(hand="We don't think so!"))
    m.to_action()
    m.puts_in("Phrenk", "Tonic of the ox")
    assert not m.can_play("Kaylin", "We don't think so!")
    assert m.stands("Phrenk") == "11/0/10"


@pytest.mark.rule("POT-06")
def test_the_last_potion_turns_the_discards_into_a_new_deck() -> None:
    n = Night(Serena=Sits(), Phrenk=Sits(extra=["Tonic of the ox", "Sobering salts"]))
    potions = n.player("Phrenk").extra
    potions.discards, potions.rest = potions.rest, []
    n.defaults("discard", "Phrenk")
    assert n.player("Phrenk").new_potion == key("Sobering salts")
    assert len(potions) == 18
    assert potions.discards == []


@pytest.mark.rule("POT-07", "TIM-R17")
def test_brew_on_a_card_asks_for_it_when_that_step_resolves() -> None:
    n = Night(
        Phrenk=Sits(
            hand="Careful, that jar explodes",
            extra=["Tonic of the ox", "Sobering salts", "Silver-tongue syrup"],
        ),
        Serena=Sits(),
    )
    n.to_action()
    n.acts("Phrenk", "Careful, that jar explodes", at="Serena")
    n.quiet()
    assert n.asked() == {"Phrenk"}
    assert n.kinds() == {"brew"}
    n.answers("Phrenk", "take", "brew")
    assert n.player("Phrenk").brew == key("Silver-tongue syrup")
    assert key("Tonic of the ox") in n.player("Phrenk").extra.discards
    assert n.stands("Serena") == "17/0/10"


# ---- moods


@pytest.mark.rule("WULF-01")
def test_the_top_mood_is_face_up_from_the_start() -> None:
    n = Night(Serena=Sits(), Kaylin=Sits(extra="Off his dinner"))
    assert n.player("Kaylin").mood == key("Off his dinner")
    assert len(n.player("Kaylin").extra) == 11
    assert n.player("Kaylin").extra.discards == []
    assert seen_by_all(n, "Off his dinner")


@pytest.mark.rule("WULF-02", "WULF-04")
@pytest.mark.parametrize(
    ("mood", "title", "lost"),
    [
        ("Ears up, nose down", "Actually, his bite is worse than his bark", 4),
        ("Off his dinner", "Actually, his bite is worse than his bark", 2),
        ("Ears up, nose down", "Don't call me cute!", 2),
        ("Off his dinner", "Don't call me cute!", 2),
    ],
)
def test_a_mood_works_on_cards_with_the_wolf_mark(mood: str, title: str, lost: int) -> None:
    n = Night(Kaylin=Sits(hand=title, extra=mood), Serena=Sits())
    resolved(n, "Kaylin", title, at="Serena")
    assert n.player("Serena").fort == 20 - lost


@pytest.mark.rule("WULF-04")
def test_a_loss_lowered_by_a_mood_stops_at_0() -> None:
    n = Night(Kaylin=Sits(hand="Both ankles at once", extra="Off his dinner"), Serena=Sits(), Phrenk=Sits())
    resolved(n, "Kaylin", "Both ankles at once", at=["Serena", "Phrenk"])
    assert (n.player("Serena").fort, n.player("Phrenk").fort) == (20, 20)


@pytest.mark.rule("WULF-03")
def test_the_mood_at_the_moment_of_playing_is_the_cards() -> None:
    n = Night(
        Kaylin=Sits(
            hand=["Actually, his bite is worse than his bark", "He guards the small one"],
            extra=["Ears up, nose down", "Off his dinner"],
        ),
        Wizgille=Sits(hand="I believe your attitude needs some percussive maintenance"),
    )
    n.to_action()
    n.puts_in("Kaylin", "Actually, his bite is worse than his bark", at="Wizgille")
    n.puts_in("Wizgille", "I believe your attitude needs some percussive maintenance")
    n.plays("Kaylin", "He guards the small one")  # it turns up the next mood while her first card waits
    n.quiet()
    assert n.stands("Wizgille") == "13/0/10"  # 4 by the mood of the moment, and 2 + 1 struck back
    assert n.stands("Kaylin") == "18/0/10"


@pytest.mark.rule("WULF-03", "WULF-08")
def test_the_target_of_the_moods_own_step_is_named_with_the_card_and_may_answer() -> None:
    n = Night(
        Kaylin=Sits(hand="Actually, his bite is worse than his bark", extra="Howling at the rafters"),
        Serena=Sits(),
        Phrenk=Sits(hand="Thick hide, thicker head"),
    )
    n.to_action()
    n.puts_in("Kaylin", "Actually, his bite is worse than his bark", at="Serena", wolf="Phrenk")
    assert n.asked("respond") >= {"Serena", "Phrenk"}
    n.plays("Phrenk", "Thick hide, thicker head")
    n.quiet()
    assert (n.player("Serena").fort, n.player("Phrenk").fort) == (17, 20)


@pytest.mark.rule("WULF-03")
def test_a_step_of_the_mood_may_be_for_herself() -> None:
    n = Night(
        Kaylin=Sits(
            "15/0/10", hand="Actually, his bite is worse than his bark", extra="Begging at the next table"
        ),
        Serena=Sits(),
    )
    resolved(n, "Kaylin", "Actually, his bite is worse than his bark", at="Serena")
    assert n.stands("Kaylin") == "15/0/11"
    m = Night(
        Kaylin=Sits(
            "15/0/10", hand="Actually, his bite is worse than his bark", extra="Muddy paws on the table"
        ),
        Serena=Sits(),
    )
    resolved(m, "Kaylin", "Actually, his bite is worse than his bark", at="Serena")
    assert m.stands("Kaylin") == "14/0/10"


@pytest.mark.rule("WULF-05")
def test_guard_lowers_what_others_cards_cost_her_before_other_reductions() -> None:
    n = Night(Serena=Sits(hand="Blasphemer!"), Kaylin=Sits(extra="Curled round her feet"))
    resolved(n, "Serena", "Blasphemer!", at="Kaylin")
    assert n.player("Kaylin").fort == 18


@pytest.mark.rule("WULF-06")
def test_a_wolf_action_that_has_resolved_turns_up_the_next_mood() -> None:
    n = Night(
        Kaylin=Sits(hand="Actually, his bite is worse than his bark", extra=[QUIET_MOOD, "Off his dinner"]),
        Serena=Sits(),
    )
    resolved(n, "Kaylin", "Actually, his bite is worse than his bark", at="Serena")
    assert n.player("Kaylin").mood == key("Off his dinner")
    assert n.player("Kaylin").extra.discards == keys([QUIET_MOOD])


@pytest.mark.rule("WULF-06")
def test_a_negated_one_does_not_nor_do_wolf_cards_of_other_types_nor_plain_actions() -> None:
    bite = "Actually, his bite is worse than his bark"
    n = Night(
        Kaylin=Sits("10/0/10", [bite, "Asleep in his fur"], extra=[QUIET_MOOD, "Off his dinner"]),
        Serena=Sits(hand="Order at this table!"),
    )
    n.to_action()
    n.plays("Kaylin", "Asleep in his fur", way=0)  # a wolf card, but an Anytime one
    n.quiet()
    assert n.player("Kaylin").mood == key(QUIET_MOOD)
    n.acts("Kaylin", bite, at="Serena")
    n.plays("Serena", "Order at this table!")
    n.quiet()
    assert n.player("Kaylin").mood == key(QUIET_MOOD)
    m = Night(Kaylin=Sits(hand="Don't call me cute!", extra=[QUIET_MOOD, "Off his dinner"]), Serena=Sits())
    resolved(m, "Kaylin", "Don't call me cute!", at="Serena")
    assert m.player("Kaylin").mood == key(QUIET_MOOD)


@pytest.mark.rule("WULF-07")
def test_the_last_mood_turns_the_discards_into_a_new_deck() -> None:
    n = Night(
        Kaylin=Sits(hand="Actually, his bite is worse than his bark", extra=[QUIET_MOOD, "Off his dinner"]),
        Serena=Sits(),
    )
    moods = n.player("Kaylin").extra
    moods.discards, moods.rest = moods.rest, []
    resolved(n, "Kaylin", "Actually, his bite is worse than his bark", at="Serena")
    assert n.player("Kaylin").mood == key("Off his dinner")
    assert len(moods) + len(moods.discards) == 11
    assert len(moods) >= 10
