"""The extra systems: faith (PIE), the Gear Deck (GEAR), Potions (POT), Wulfric's moods (WULF)."""

from __future__ import annotations

import pytest

from games.engine import RAIL, Seats
from games.engine.card_prompts import PlayCard
from games.tavern.rules.character_systems import in_doubt, in_grace, turn_up_mood
from tests.helpers.games.tavern import QUIET_MOOD, Night, Sits, key, keys
from tests.helpers.games.tavern_openings import resolved, seen_by_all

OH_NO = "Oh no! It's not supposed to do that..."


# ---- faith


@pytest.mark.rule("PIE-01", "PIE-02")
@pytest.mark.parametrize(
    ("title", "before", "after"),
    [
        ("Blasphemer!", 8, 9),
        ("Blasphemer!", 15, 15),
        ("Gauntlet first, sermon later", 8, 6),
        ("Gauntlet first, sermon later", 1, 0),
    ],
)
def test_the_marker_moves_from_0_to_15_and_stops_there(title: str, before: int, after: int) -> None:
    n = Night(Serena=Sits("15/0/10", ["I raise!", title], piety=before), Kaylin=Sits("20/0/10"))
    resolved(n, "Serena", title, at="Kaylin")
    assert n.player("Serena").piety == after
    [seats] = [block for block in n.match.scene(RAIL).blocks if isinstance(block, Seats)]
    assert seats.rows[0].badge is not None
    assert seats.rows[0].badge.values["piety"] == after, "for everybody to see"
    assert n.stands("Kaylin") == ("17/0/10" if title == "Blasphemer!" else "16/0/10")


@pytest.mark.rule("PIE-01")
def test_the_marker_starts_on_8_and_only_serena_has_one() -> None:
    n = Night(Serena=Sits(), Kaylin=Sits(), Phrenk=Sits(), Wizgille=Sits())
    assert [n.player(name).piety for name in n.names] == [8, None, None, None]


@pytest.mark.rule("PIE-04")
def test_doubt_ends_at_4_and_grace_begins_at_10() -> None:
    assert [piety for piety in range(16) if in_doubt(piety)] == [0, 1, 2, 3, 4]
    assert [piety for piety in range(16) if in_grace(piety)] == [10, 11, 12, 13, 14, 15]


@pytest.mark.rule("PIE-05")
@pytest.mark.parametrize(("piety", "lost"), [(9, 2), (10, 3)])
def test_a_condition_reads_the_track_when_its_step_resolves(piety: int, lost: int) -> None:
    n = Night(Serena=Sits("15/0/10", "Kneel and think about it", piety=piety), Kaylin=Sits())
    resolved(n, "Serena", "Kneel and think about it", at="Kaylin")
    assert n.player("Kaylin").fort == 20 - lost
    assert n.player("Serena").piety == piety + 1


@pytest.mark.rule("PIE-05")
@pytest.mark.parametrize(("piety", "fort"), [(8, 20), (7, 18)])
def test_faith_is_a_shield_only_with_faith(piety: int, fort: int) -> None:
    n = Night(
        Kaylin=Sits(hand="Actually, his bite is worse than his bark"),
        Serena=Sits(hand="Faith is my shield", piety=piety),
    )
    n.to_action()
    n.acts("Kaylin", "Actually, his bite is worse than his bark", at="Serena")
    n.plays("Serena", "Faith is my shield")
    n.quiet()
    assert n.player("Serena").fort == fort


@pytest.mark.rule("PIE-05")
def test_the_track_is_read_at_the_step_not_when_the_card_is_played() -> None:
    # the answer to her card costs her faith before the card itself resolves
    n = Night(
        Serena=Sits("15/0/10", ["Kneel and think about it", "How dare you strike a Paladin!"], piety=10),
        Wizgille=Sits(hand="I believe your attitude needs some percussive maintenance"),
    )
    n.to_action()
    n.puts_in("Serena", "Kneel and think about it", at="Wizgille")
    n.puts_in("Wizgille", "I believe your attitude needs some percussive maintenance")
    n.plays("Serena", "How dare you strike a Paladin!")
    n.quiet()
    assert n.player("Serena").piety == 10  # 10, down to 9, and up again at the end of her card
    assert n.player("Wizgille").fort == 20 - 2 - 2  # 2 without Grace, and 2 struck back


@pytest.mark.rule("PIE-06", "TURN-R10")
def test_grace_gives_1_fort_at_the_start_of_the_turn_and_nobody_answers() -> None:
    n = Night(Serena=Sits("15/0/10", piety=10), Phrenk=Sits(), Kaylin=Sits())
    assert n.stands("Serena") == "16/0/10"  # before the form is answered
    assert n.asked() == {"Serena"}
    assert n.kinds() == {"discard"}


@pytest.mark.rule("PIE-06")
def test_duty_gives_nothing_and_asks_nothing() -> None:
    for piety in (5, 9):
        n = Night(Serena=Sits("15/0/10", "I raise!", piety=piety), Kaylin=Sits())
        assert n.stands("Serena") == "15/0/10"
        prompt = n.ask("Serena", "discard").prompt
        assert isinstance(prompt, PlayCard)
        assert [aim.name for aim in prompt.moves[0].aims] == ["discard"]


@pytest.mark.rule("PIE-06")
def test_doubt_costs_a_card_of_her_choice_if_she_has_one() -> None:
    n = Night(Serena=Sits("15/0/10", ["I raise!", "Winning Hand!"], piety=4), Kaylin=Sits())
    assert n.stands("Serena") == "15/0/10"
    n.answers("Serena", ["", 0, [[1], []]], "discard")
    assert n.player("Serena").deck.discards == keys(["Winning Hand!"])
    empty = Night(Serena=Sits("15/0/10", [], piety=4), Kaylin=Sits())
    prompt = empty.ask("Serena", "discard").prompt
    assert isinstance(prompt, PlayCard)
    assert [aim.name for aim in prompt.moves[0].aims] == ["discard"]


# ---- Gear


@pytest.mark.rule("GEAR-01", "GEAR-02", "CARD-R4")
def test_a_gear_card_is_turned_up_and_attached_to_a_card_with_the_mark() -> None:
    n = Night(
        Wizgille=Sits(hand=[OH_NO, "Hold this wire for me"], extra="Sorry, loose gear"),
        Serena=Sits(),
        Phrenk=Sits(),
    )
    assert n.player("Wizgille").extra.discards == []
    assert len(n.player("Wizgille").extra) == 20
    for viewer in (*n.names.values(), RAIL):
        assert key("Sorry, loose gear") not in str(n.match.scene(viewer))
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Serena")
    assert seen_by_all(n, "Sorry, loose gear")
    n.answers("Wizgille", ["", 0, [[n.names["Phrenk"]]]], "gear_targets")  # at once, before anybody answers
    n.quiet()
    assert n.stands("Serena") == "18/0/10"
    assert n.stands("Phrenk") == "19/0/10"
    assert n.player("Wizgille").extra.discards == keys(["Sorry, loose gear"])


@pytest.mark.rule("GEAR-02")
def test_a_card_without_the_mark_turns_up_no_gear() -> None:
    n = Night(Wizgille=Sits(hand="Hold this wire for me", extra="Sorry, loose gear"), Serena=Sits())
    resolved(n, "Wizgille", "Hold this wire for me", at="Serena")
    assert n.stands("Serena") == "17/0/10"
    assert len(n.player("Wizgille").extra) == 20


@pytest.mark.rule("GEAR-07")
def test_who_ignores_the_main_card_is_spared_the_gear_card_too() -> None:
    n = Night(Wizgille=Sits(hand=OH_NO, extra="The coin slot jammed"), Kaylin=Sits(hand="~ Poof! ~"))
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Kaylin")
    n.answers("Wizgille", ["", 0, [[1]]], "gear_targets")
    n.plays("Kaylin", "~ Poof! ~")
    n.quiet()
    assert n.stands("Kaylin") == "20/0/10"


@pytest.mark.rule("GEAR-08")
def test_who_is_hit_by_a_gear_card_strikes_back_at_wizgille() -> None:
    strike = "How dare you strike a Paladin!"
    n = Night(Wizgille=Sits(hand=OH_NO, extra="Sorry, loose gear"), Kaylin=Sits(), Serena=Sits(hand=strike))
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Kaylin")
    n.answers("Wizgille", ["", 0, [[2]]], "gear_targets")
    n.plays("Serena", strike)
    n.quiet()
    assert [n.player(name).fort for name in n.names] == [18, 18, 19]


@pytest.mark.rule("GEAR-09", "NEG-R1")
def test_a_gear_card_is_no_sometimes_card() -> None:
    n = Night(
        Wizgille=Sits(hand=OH_NO, extra="Sorry, loose gear"),
        Kaylin=Sits(hand="We don't think so!"),
        Serena=Sits(hand="I don't think so!"),
    )
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Kaylin")
    assert n.asked() == {"Wizgille"}
    assert not n.can_play("Kaylin", "We don't think so!")
    assert not n.can_play("Serena", "I don't think so!")


@pytest.mark.rule("GEAR-10")
def test_the_last_gear_card_turns_the_discards_into_a_new_deck_without_itself() -> None:
    n = Night(Wizgille=Sits(hand=OH_NO, extra="Purring like a kitten"), Serena=Sits())
    gear = n.player("Wizgille").extra
    gear.discards, gear.rest = gear.rest, []
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Serena")
    assert len(gear) == 19
    assert gear.discards == []
    assert key("Purring like a kitten") not in [*gear.top, *gear.rest]
    n.answers("Wizgille", "leave_it", "gear_shown")
    n.quiet()
    assert gear.discards == keys(["Purring like a kitten"])


@pytest.mark.rule("GEAR-11")
@pytest.mark.parametrize("hand", [[], ["Wait, wait... I can fix that!"]], ids=["nothing", "a card for it"])
def test_wizgille_is_asked_for_every_gear_card_whatever_she_holds(hand: list[str]) -> None:
    n = Night(
        Wizgille=Sits(hand=[OH_NO, *hand], extra="Perfectly calibrated, for once"),
        Phrenk=Sits("9/0/10", "Purely medicinal"),
    )
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Phrenk")
    assert n.asked() == {"Wizgille"}
    assert n.kinds() == {"gear_shown"}
    assert n.can_play("Phrenk", "Purely medicinal")  # others may only put in Anytime cards meanwhile


@pytest.mark.rule("GEAR-11")
def test_naming_the_targets_and_answering_the_gear_card_are_one_question() -> None:
    n = Night(
        Wizgille=Sits(hand=[OH_NO, "Wait, wait... I can fix that!"], extra="Sorry, loose gear"), Phrenk=Sits()
    )
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Phrenk")
    assert n.kinds() == {"gear_targets"}
    n.plays("Wizgille", "Wait, wait... I can fix that!")
    n.quiet()
    assert n.stands("Phrenk") == "18/0/10"  # the Gear card is Negated, its main card as printed


@pytest.mark.rule("GEAR-06", "NEG-R1")
def test_a_negated_gear_card_does_nothing() -> None:
    fix, valve = "Wait, wait... I can fix that!", "Who left that valve open?"
    for answer, fort in ((True, 20), (False, 19)):
        n = Night(Wizgille=Sits(hand=[OH_NO, fix], extra=valve), Phrenk=Sits())
        n.to_action()
        n.puts_in("Wizgille", OH_NO, at="Phrenk")
        if answer:
            n.plays("Wizgille", fix)
        else:
            n.answers("Wizgille", "leave_it")
        n.quiet()
        assert (n.player("Wizgille").fort, n.player("Phrenk").fort) == (fort, 18)
        assert n.player("Wizgille").extra.discards == keys([valve])


@pytest.mark.rule("GEAR-11", "TIM-X4")
def test_an_anytime_card_put_in_during_the_gear_window_is_played_first() -> None:
    n = Night(Wizgille=Sits(hand=OH_NO, extra="Sorry, loose gear"), Phrenk=Sits("9/0/10", "Purely medicinal"))
    n.to_action()
    n.puts_in("Wizgille", OH_NO, at="Phrenk")
    n.puts_in("Phrenk", "Purely medicinal", way=0)
    n.answers("Wizgille", ["", 0, [[n.names["Phrenk"]]]], "gear_targets")
    assert [event.values["card"] for event in n.told("plays_so")] == keys(["Purely medicinal"])
    n.quiet()
    n.answers("Wizgille", ["", 0, [[n.names["Phrenk"]]]], "gear_targets")
    n.quiet()
    assert n.stands("Phrenk") == "8/0/10"  # 9 + 2 - 2 - 1


@pytest.mark.rule("GEAR-12")
def test_tune_leaves_steps_without_a_number_alone() -> None:
    n = Night(
        Wizgille=Sits(
            hand=["The tankard has a trapdoor", "A squirt from the turbo nozzle"],
            extra="Perfectly calibrated, for once",
            pile="Wine",
        ),
        Serena=Sits(),
    )
    n.to_action()
    n.drinks_up()
    n.puts_in("Wizgille", "A squirt from the turbo nozzle")  # moddrink +2, tuned to +3
    n.answers("Wizgille", "leave_it", "gear_shown")
    n.quiet()
    assert n.stands("Wizgille") == "20/5/10"
    m = Night(
        Wizgille=Sits(
            hand="This device can change alcohol into gold! Watch!",
            extra="Perfectly calibrated, for once",
            pile="Wine",
        ),
        Serena=Sits(),
    )
    m.to_action()
    m.drinks_up()
    m.puts_in("Wizgille", "This device can change alcohol into gold! Watch!")
    m.answers("Wizgille", "leave_it", "gear_shown")
    m.quiet()
    assert m.stands("Wizgille") == "20/0/12"  # the Drink is ignored all the same; 1 Gold becomes 2


@pytest.mark.rule("GEAR-05", "GEAR-12")
def test_tune_never_turns_a_number_below_0_and_keeps_its_sign() -> None:
    n = Night(
        Wizgille=Sits(hand="Stand back, this is the loud one", extra="It's not supposed to shoot sparks!"),
        Serena=Sits(),
    )
    n.to_action()
    n.puts_in("Wizgille", "Stand back, this is the loud one")
    n.answers("Wizgille", "leave_it", "gear_shown")
    n.quiet()
    assert n.stands("Serena") == "20/0/10"


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
    assert (len(moods), moods.discards) == (10, keys([QUIET_MOOD]))
    # with no discards the old mood alone is the new deck
    moods.top, moods.rest, moods.discards = keys(["Ears up, nose down"]), [], []
    turn_up_mood(n.game, n.names["Kaylin"])
    assert n.player("Kaylin").mood == key("Ears up, nose down")
    assert (moods.rest, moods.discards) == (keys(["Off his dinner"]), [])
