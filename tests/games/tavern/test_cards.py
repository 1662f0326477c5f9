"""Action, Sometimes and Anytime cards (CARD); limits of the values (LIM)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.tavern.cards import copies
from tests.helpers.games.tavern import QUIET_MOOD, Night, Sits, cards_of, key, keys
from tests.helpers.games.tavern_openings import CONTEST, announced
from tests.helpers.games.tavern_small_deck import card

# ---- kinds of cards


@pytest.mark.rule("CARD-02", "CARD-R1")
def test_a_sometimes_card_is_offered_only_while_its_condition_holds() -> None:
    n = Night(
        Serena=Sits(hand="Blasphemer!", pile="Wine"),
        Kaylin=Sits(hand=["Too small to aim at", "Ah! I really needed a bath"]),
    )
    n.cannot("Kaylin", "Too small to aim at")
    n.to_action()
    n.puts_in("Serena", "Blasphemer!", at="Kaylin")
    assert n.can_play("Kaylin", "Too small to aim at")
    n.cannot("Kaylin", "Ah! I really needed a bath")  # no Drink of hers is on the table
    n.quiet()
    n.cannot("Kaylin", "Too small to aim at")


@pytest.mark.rule("CARD-03")
def test_some_sometimes_cards_negate_or_ignore_another_card() -> None:
    for answer, after in (
        ("~ Poof! ~", "20/0/10"),
        ("That spell fizzled, how sad", "20/0/10"),
        (None, "17/0/10"),
    ):
        n = Night(Serena=Sits(hand="Blasphemer!"), Kaylin=Sits(hand=[answer] if answer else []))
        n.to_action()
        n.puts_in("Serena", "Blasphemer!", at="Kaylin")
        if answer:
            n.plays("Kaylin", answer)
        n.quiet()
        assert n.stands("Kaylin") == after
        assert n.player("Serena").piety == (8 if answer == "That spell fizzled, how sad" else 9)


@pytest.mark.rule("CARD-04", "CARD-05")
def test_several_cards_may_answer_one_event_copies_too_one_at_a_time() -> None:
    n = Night(
        Kaylin=Sits("20/0/10", ["Don't call me cute!", "We don't think so!"]),
        Serena=Sits("20/0/10", ["How dare you strike a Paladin!"] * 2),
    )
    n.to_action()
    n.puts_in("Kaylin", "Don't call me cute!", at="Serena")
    n.puts_in("Serena", "How dare you strike a Paladin!")
    assert n.player("Serena").hand.cards == keys(["How dare you strike a Paladin!"])
    assert "Kaylin" in n.asked()  # she may answer the first before the second is played
    n.passes("Kaylin")
    n.plays("Serena", "How dare you strike a Paladin!")
    n.quiet()
    assert n.stands("Kaylin") == "16/0/10"
    assert n.stands("Serena") == "18/0/10"


@pytest.mark.rule("CARD-06", "CARD-07")
def test_an_anytime_card_is_played_at_any_moment_by_anybody() -> None:
    n = Night(
        Serena=Sits("20/0/10", "Blasphemer!", pile="Wine"),
        Kaylin=Sits("5/0/10", ["Asleep in his fur"]),
        Phrenk=Sits("9/0/10", ["Purely medicinal"]),
    )
    assert n.can_play("Kaylin", "Asleep in his fur")  # Discard and Draw
    n.to_action()
    assert n.can_play("Kaylin", "Asleep in his fur")  # Action
    n.puts_in("Serena", "Blasphemer!", at="Kaylin")
    assert n.can_play("Phrenk", "Purely medicinal")  # in the middle of a card for somebody else
    n.plays("Kaylin", "Asleep in his fur", way=0)
    n.quiet()
    assert n.stands("Kaylin") == "4/0/10"
    assert n.can_play("Phrenk", "Purely medicinal")  # Order a Drink
    n.defaults_one("order")
    assert n.can_play("Phrenk", "Purely medicinal")  # Drink


@pytest.mark.rule("CARD-08")
def test_two_who_want_to_play_at_one_moment_do_so_in_the_order_of_the_rules() -> None:
    n = Night(
        Serena=Sits("20/0/10", "Blasphemer!"),
        Phrenk=Sits("9/0/10", "Purely medicinal"),
        Kaylin=Sits("20/0/10", "Too small to aim at"),
    )
    n.to_action()
    n.puts_in("Serena", "Blasphemer!", at="Kaylin")
    n.puts_in("Phrenk", "Purely medicinal", way=0)
    n.puts_in("Kaylin", "Too small to aim at")
    assert [event.values["card"] for event in n.told("plays_so")] == keys(["Purely medicinal"])
    assert n.can_play(
        "Kaylin", "Too small to aim at"
    )  # given back; an Anytime card comes before a Sometimes card


@pytest.mark.rule("CARD-R2")
def test_targets_are_public_and_fixed() -> None:
    n = Night(
        Kaylin=Sits(hand="Both ankles at once"),
        Serena=Sits(),
        Phrenk=Sits(),
        Wizgille=Sits(),
    )
    n.to_action()
    n.puts_in("Kaylin", "Both ankles at once", at=["Serena", "Phrenk"])
    [played] = n.told("plays_at")
    assert (played.to, tuple(played.values["targets"])) == (None, (1, 2))
    n.quiet()
    assert [n.player(name).fort for name in n.names] == [20, 19, 19, 20]


@pytest.mark.rule("CARD-R2", "DRK-R14")
def test_a_target_that_has_failed_before_a_step_loses_that_step() -> None:
    """The Drink that the card makes Kaylin drink is a contest: she wins it, passes out, and pays Grum nothing."""
    deck = {"grum.toml": card("drinkup T 1; pay T me 2; drop me 1", kind="action", when='"act"')}
    n = Night(
        Grum=Sits(hand=["grum.broom"]),
        Kaylin=Sits("10/8/10", pile=CONTEST),
        Serena=Sits(),
        drinks=["Light Ale", "Dragon Breath Ale", "Dark Ale"],
        options={"own_decks": deck},
    )
    announced(n, "Grum", "grum.broom", at="Kaylin")
    n.quiet()
    n.passes("Kaylin")  # the last chance
    # she is eliminated only when the card has done all it does
    assert n.asked("drop") == {"Grum"}
    assert not n.player("Kaylin").out
    n.defaults_one("drop")
    # 2 won makes 12, and half of that is for the two others
    assert n.player("Kaylin").out
    assert [n.player(name).gold for name in n.names] == [12, 0, 12]


@pytest.mark.rule("CARD-R3")
def test_a_card_of_two_types_is_an_action_in_the_action_phase_and_gambling_in_a_round() -> None:
    n = Night(
        Serena=Sits(hand=["Gambling? I'm in!"] * 2),
        Kaylin=Sits(hand=["That spell fizzled, how sad", "Three aces under one wing"]),
    )
    n.to_action()
    n.puts_in("Serena", "Gambling? I'm in!", way=0)
    assert n.can_play("Kaylin", "That spell fizzled, how sad")  # it is an Action card
    n.quiet()
    n.plays("Kaylin", "Three aces under one wing")
    n.quiet()
    n.puts_in("Serena", "Gambling? I'm in!", way=1)
    assert not n.can_play("Kaylin", "That spell fizzled, how sad")  # it is a Gambling card
    assert n.game.round is not None
    assert (n.game.round.pot, n.game.round.control) == (1, 0)  # no further ante; Kaylin has skimmed 1 of 2


@pytest.mark.rule("CARD-R4")
def test_a_played_card_goes_to_its_owners_discards_resolved_or_negated() -> None:
    for negated in (False, True):
        n = Night(
            Serena=Sits(hand="Blasphemer!"), Kaylin=Sits(hand=["That spell fizzled, how sad"] * negated)
        )
        n.to_action()
        n.puts_in("Serena", "Blasphemer!", at="Kaylin")
        if negated:
            n.plays("Kaylin", "That spell fizzled, how sad")
            n.quiet()
            assert n.player("Kaylin").deck.discards == keys(["That spell fizzled, how sad"])
        n.quiet()
        assert n.player("Serena").deck.discards == keys(["Blasphemer!"])


@pytest.mark.rule("CARD-R5", "AFF-02")
def test_a_card_that_will_change_nothing_may_be_played_if_its_trigger_is_met() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!", "A quiet prayer"]), Kaylin=Sits())
    n.to_action()
    n.plays("Serena", "A quiet prayer", way=0)  # Fort is at 20 already
    n.quiet()
    assert n.stands("Serena") == "20/0/10"
    assert n.player("Serena").deck.discards == keys(["A quiet prayer"])


@pytest.mark.rule("CARD-R6")
def test_a_card_on_several_players_has_one_window_and_hits_all_at_once() -> None:
    n = Night(
        Serena=Sits(hand="Stand in the light, all of you"),
        Kaylin=Sits(hand="Too small to aim at"),
        Wizgille=Sits(),
        Phrenk=Sits(),
    )
    n.to_action()
    n.puts_in("Serena", "Stand in the light, all of you")
    assert n.asked("respond") == {"Kaylin", "Wizgille", "Phrenk"}
    n.quiet()
    assert [n.player(name).fort for name in ("Kaylin", "Wizgille", "Phrenk")] == [19, 19, 19]


# ---- limits


@pytest.mark.rule("LIM-01", "LIM-06", "LIM-R1")
def test_fort_stays_within_0_and_20() -> None:
    n = Night(Serena=Sits("19/0/10", "A quiet prayer"), Kaylin=Sits())
    n.to_action()
    n.plays("Serena", "A quiet prayer", way=0)
    n.quiet()
    assert n.stands("Serena") == "20/0/10"
    m = Night(Serena=Sits(hand="Gauntlet first, sermon later"), Kaylin=Sits("2/0/10", "Asleep in his fur"))
    m.to_action()
    m.acts("Serena", "Gauntlet first, sermon later", at="Kaylin")
    m.quiet()
    assert m.player("Kaylin").fort == 0
    assert m.player("Serena").piety == 6  # its other effects happen in full


@pytest.mark.rule("LIM-02")
def test_ac_stays_within_0_and_20() -> None:
    n = Night(Phrenk=Sits("20/19/10", pile="Dragon Breath Ale"), Serena=Sits("20/1/10", "A quiet prayer"))
    n.to_action()
    n.plays("Serena", "A quiet prayer", way=1)
    n.quiet()
    assert n.stands("Serena") == "20/0/10"
    n.drinks_up()
    n.quiet()
    assert n.stands("Phrenk") == "20/20/10"


@pytest.mark.rule("LIM-03", "LIM-04", "LIM-05", "LIM-06")
def test_gold_never_falls_below_nothing_and_has_no_top_and_the_inn_always_pays() -> None:
    n = Night(Serena=Sits("20/0/50", "A tithe for the temple roof"), Kaylin=Sits("20/0/1"), Phrenk=Sits())
    n.to_action()
    n.acts("Serena", "A tithe for the temple roof", at="Kaylin")  # 4 of the 1 that she has
    n.quiet()
    assert n.player("Kaylin").gold == 0
    assert n.player("Serena").gold == 51


def test_decks_are_told_by_copies() -> None:
    n = Night(Kaylin=Sits(hand=["Don't call me cute!"]), Serena=Sits())
    player = n.player("Kaylin")
    assert Counter(copies(player.character.deck)) == Counter([*player.hand.cards, *cards_of(player.deck)])
    assert player.mood == key(QUIET_MOOD)
