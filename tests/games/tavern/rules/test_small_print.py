"""Rules told in passing: each was once broken on purpose without any other test noticing."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import Chance, Seats, Seed, Window
from games.engine.card_prompts import PlayCard
from games.tavern.items import Portion
from games.tavern.player import Deck
from tests.helpers.games.tavern import Night, Sits, key
from tests.helpers.games.tavern_openings import CONTEST, HOUSE, down_to, resolved, revealed

SLAP, DECOY, IN = "A slap on the back, troll size", "Clockwork decoy, half price", "Gambling? I'm in!"
DEVICE = "Oh no! It's not supposed to do that..."
FLASK, SHARE = "Flask with a short fuse", "One cup, two comrades"
BITE = "Actually, his bite is worse than his bark"


# ---- steps


def test_a_card_that_draws() -> None:
    n = Night(Wizgille=Sits(hand=["Anything is a hammer once"]), Serena=Sits())
    resolved(n, "Wizgille", "Anything is a hammer once", at="Serena")
    assert len(n.player("Wizgille").hand.cards) == 7


def test_a_card_that_turns_the_mood() -> None:
    n = Night(
        Serena=Sits(hand=["Blasphemer!"]),
        Kaylin=Sits(hand=["He guards the small one"], extra=["Chasing his own tail", "Off his dinner"]),
    )
    n.to_action()
    n.acts("Serena", "Blasphemer!", at="Kaylin")
    n.plays("Kaylin", "He guards the small one")
    n.quiet()
    assert n.player("Kaylin").mood == key("Off his dinner")


@pytest.mark.rule("DRK-21")
def test_a_drink_is_served() -> None:
    angering = "You're angering me. You would be wise to stop!"
    n = Night(
        Wizgille=Sits(hand=[DEVICE], extra="A second spout appears"),
        Serena=Sits(hand=[angering], pile="Wine"),
    )
    n.to_action()
    n.acts("Wizgille", DEVICE, at="Serena")
    n.answers("Wizgille", ["", 0, [[1]]])
    n.plays("Serena", angering)
    n.quiet()
    # she Ignores the card and its blow, and not the Drink
    assert n.stands("Serena") == "20/0/10"
    assert len(n.player("Serena").pile) == 2
    assert n.player("Serena").pile[0] == key("Wine")


@pytest.mark.rule("DRK-R4")
def test_the_fort_of_a_drink_is_changed() -> None:
    n = revealed(Night(Kaylin=Sits(pile="Wine"), Phrenk=Sits(extra="Slow burner")))
    n.plays("Phrenk", "Slow burner")
    n.quiet()
    assert n.stands("Kaylin") == "19/2/10"


@pytest.mark.rule("WULF-04", "WULF-05")
def test_a_mood_that_guards_makes_no_bite_worse() -> None:
    n = Night(Kaylin=Sits(hand=[BITE], extra="Curled round her feet"), Serena=Sits())
    resolved(n, "Kaylin", BITE, at="Serena")
    assert n.player("Serena").fort == 17


@pytest.mark.rule("WULF-05", "RED-R4")
def test_no_guard_against_the_own_card() -> None:
    cute = "Don't call me cute!"
    n = Night(Kaylin=Sits(hand=[cute], extra="Curled round her feet"), Wizgille=Sits(hand=[DECOY]))
    n.to_action()
    n.acts("Kaylin", cute, at="Wizgille")
    n.plays("Wizgille", DECOY, at="Kaylin")
    n.quiet()
    assert (n.player("Kaylin").fort, n.player("Wizgille").fort) == (18, 20)


@pytest.mark.rule("SPL-R1")
@pytest.mark.parametrize(("n", "half"), [(3, 2), (2, 1), (1, 1), (0, 0), (-1, -1), (-2, -1), (-3, -2)])
def test_halves_are_rounded_away_from_nothing(n: int, half: int) -> None:
    cup = Portion(0, None, ac=n, fort=n, draw=abs(n), drop=abs(n)).half(1)
    assert (cup.drinker, cup.ac, cup.fort, cup.draw, cup.drop) == (1, half, half, abs(half), abs(half))


def test_who_looks_at_a_deck_twice_sees_the_same_cards_in_the_same_order() -> None:
    deck, luck = Deck(["a", "b", "c", "d"], top=["x"]), Chance(Seed("peek"))
    seen = deck.peek(luck, 3)
    assert seen[0] == "x"
    assert deck.peek(luck, 3) == seen
    assert len(deck.peek(luck, 9)) == len(deck) == 5
    assert [deck.take(luck) for _ in range(3)] == seen


@pytest.mark.rule("GEAR-12")
@pytest.mark.parametrize(("others", "targets"), [(["Serena"], 1), (["Serena", "Kaylin", "Phrenk"], 2)])
def test_two_targets_as_far_as_there_are(others: list[str], targets: int) -> None:
    players: dict[str, Any] = {name: Sits() for name in others}
    n = Night(Wizgille=Sits(hand=[DEVICE], extra="Too much steam!"), **players)
    n.to_action()
    n.acts("Wizgille", DEVICE, at=others[0])
    prompt = n.ask("Wizgille", "gear_targets").prompt
    assert isinstance(prompt, PlayCard)
    assert (prompt.moves[0].aims[0].low, prompt.moves[0].aims[0].high) == (targets, targets)


# ---- the turn


@pytest.mark.rule("TURN-R11")
def test_drinks_named_ahead_do_not_count_when_their_number_has_changed() -> None:
    toast = "A toast to the fallen"
    n = Night(Serena=Sits(hand=[toast]), Phrenk=Sits(hand=["Put a cork in it"]), Kaylin=Sits())
    n.to_action()
    aims = next(move.aims for move in n.ask("Serena").prompt.moves if move.card == key(toast))  # type: ignore[attr-defined]
    assert [(aim.name, aim.low, aim.high) for aim in aims] == [("orders", 0, 3)]
    n.acts("Serena", toast, orders=["Kaylin", "Kaylin", "Kaylin"])
    n.plays("Phrenk", "Put a cork in it")
    n.quiet()
    assert n.asked("order") == {"Serena"}
    assert not n.told("orders")


@pytest.mark.rule("TURN-R9", "TURN-R4")
def test_an_absent_player_orders_for_the_smallest_pile() -> None:
    n = Night(
        Serena=Sits(), Kaylin=Sits(pile=["Wine", "Wine"]), Phrenk=Sits(pile="Dark Ale"), Wizgille=Sits()
    )
    n.player("Wizgille").pile = [key("Light Ale")]
    n.to_action()
    n.answers("Serena", "no_action")
    assert n.ask("Serena", "order").prompt.default == ["", 0, [[n.names["Phrenk"]]]]


@pytest.mark.rule("TURN-R9")
def test_an_absent_player_discards_nothing_keeps_the_brew_and_plays_nothing() -> None:
    n = Night(Phrenk=Sits(hand=[SLAP], extra=["Tonic of the ox", "Sobering salts"]), Serena=Sits(hand=[IN]))
    n.defaults_one("discard")
    assert n.player("Phrenk").brew == key("Tonic of the ox")
    assert n.player("Phrenk").hand.cards[0] == key(SLAP)
    assert len(n.player("Phrenk").hand.cards) == 7
    form = n.ask("Phrenk", "action").prompt
    assert (form.default, form.clock) == ("no_action", "turn")
    n = Night(Serena=Sits(hand=[IN]), Phrenk=Sits(hand=[IN]), Kaylin=Sits())
    resolved(n, "Serena", IN)
    turn = n.ask("Phrenk", "gamble").prompt
    assert (turn.default, turn.clock) == ("pass", "choice")
    n = Night(Serena=Sits("6/6/10", hand=["A quiet prayer"]), Kaylin=Sits())
    chance = n.ask("Serena", "last_chance").prompt
    assert (chance.default, chance.clock) == ("pass", "choice")


@pytest.mark.rule("TURN-R9")
def test_choices_of_an_absent_player_while_a_card_resolves() -> None:
    # Mead is not shared
    n = revealed(Night(Wizgille=Sits(pile="Mead"), Kaylin=Sits(pile=[])))
    n.quiet()
    assert n.ask("Wizgille", "split_mead").prompt.default == "drink_it"
    # the brew on show stays
    jar = "Careful, that jar explodes"
    n = Night(Phrenk=Sits(hand=[jar], extra=["Tonic of the ox", "Sobering salts"]), Serena=Sits())
    resolved(n, "Phrenk", jar, at="Serena")
    assert n.ask("Phrenk", "brew").prompt.default == "keep"
    # of the players the nearest on the left, of the cards the one held longest
    n = Night(
        Wizgille=Sits(hand=[DEVICE], extra="Oil on every card"),
        Serena=Sits(hand=["Blasphemer!", SHARE]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Wizgille", DEVICE, at="Kaylin")
    n.defaults_one("gear_targets")
    n.quiet()
    assert n.ask("Serena", "drop").prompt.default == [0]


@pytest.mark.rule("POT-02", "TIM-R12")
def test_a_potion_played_while_the_choice_is_open_leaves_its_place_to_the_new_one() -> None:
    n = Night(Phrenk=Sits("15/0/10", extra=["Tonic of the ox", "Sobering salts"]), Serena=Sits())
    n.plays("Phrenk", "Tonic of the ox")
    n.quiet()
    aims = n.ask("Phrenk", "discard").prompt.moves[0].aims  # type: ignore[attr-defined]
    assert [aim.name for aim in aims] == ["discard"]
    n.answers("Phrenk", ["", 0, [[]]], "discard")
    assert n.player("Phrenk").brew == key("Sobering salts")
    assert n.player("Phrenk").extra.discards == [key("Tonic of the ox")]


# ---- losing


@pytest.mark.rule("OUT-R1")
@pytest.mark.parametrize(
    ("title", "values"),
    [("A free taste of batch nine", "10/9/10"), ("That bottle was an heirloom", "20/0/2")],
    ids=["alcohol alone", "gold alone"],
)
def test_every_value_that_moves_is_followed_by_a_check(title: str, values: str) -> None:
    n = Night(Phrenk=Sits(hand=[title]), Serena=Sits(values), Kaylin=Sits())
    resolved(n, "Phrenk", title, at="Serena")
    assert n.asked("last_chance") == {"Serena"}
    n.passes("Serena")
    assert n.player("Serena").out
    # who is out is shown so, and asked nothing any more
    rows = next(block.rows for block in n.match.scene(0).blocks if isinstance(block, Seats))
    assert [row.out for row in sorted(rows, key=lambda row: row.seat)] == [False, True, False]
    assert n.names["Serena"] not in {ask.seat for ask in n.match.open.values()}


@pytest.mark.rule("OUT-R9", "OUT-R1", "TIM-R17")
def test_a_resignation_waits_for_the_card_that_is_resolving() -> None:
    n = Night(
        Wizgille=Sits(hand=[DEVICE], extra="Oil on every card"),
        Serena=Sits(hand=["Blasphemer!"]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Wizgille", DEVICE, at="Kaylin")
    n.answers("Wizgille", ["", 0, [[1]]])
    n.quiet()
    assert n.asked("drop") == {"Serena"}
    n.leaves("Kaylin")
    assert not n.player("Kaylin").out
    n.answers("Serena", [0])
    assert n.player("Kaylin").out


@pytest.mark.rule("CONT-12", "CONT-R4", "OUT-R9")
def test_who_leaves_in_a_contest_has_failed_and_pays_all_the_same() -> None:
    n = Night(
        Kaylin=Sits(pile=CONTEST),
        Phrenk=Sits("20/0/9", pile=[]),
        Serena=Sits(pile=[]),
        drinks=["Well Water", "Dragon Breath Ale", "Dragon Breath Ale", "Dark Ale"],
    )
    revealed(n)
    n.leaves("Phrenk")
    assert not n.player("Phrenk").out
    n.quiet()
    assert not n.told("contest_tie")
    # the tie is Kaylin's alone; 8 Gold of Phrenk's are left to divide: 4, and 2 for each of the others
    assert n.told("contest_won")[-1].values == {"seat": 0, "n": 2}
    assert [n.player(name).gold for name in n.names] == [14, 0, 11]
    assert n.player("Phrenk").out


@pytest.mark.rule("OUT-R6", "GMB-28", "GMB-R4")
def test_who_was_in_control_and_passes_out_leaves_it_to_nobody() -> None:
    n = Night(Serena=Sits("6/5/9", hand=[IN]), Phrenk=Sits(extra=[FLASK]), Kaylin=Sits(), Wizgille=Sits())
    resolved(n, "Serena", IN)
    n.plays("Phrenk", FLASK, at="Serena")
    n.quiet()
    n.passes("Serena")
    assert n.game.round is not None
    assert n.game.round.control is None
    n.passes("Phrenk", "Kaylin", "Wizgille")
    assert n.told("round_lost")[-1].values == {"n": 4}


# ---- Rounds


@pytest.mark.rule("GMB-R14", "CARD-07")
def test_a_card_that_looks_back_does_not_use_up_the_gambling_turn() -> None:
    deposit = "Deposit back on the bottle"
    n = Night(Serena=Sits(hand=[IN]), Phrenk=Sits(hand=[deposit]), Kaylin=Sits())
    resolved(n, "Serena", IN)
    n.answers("Phrenk", [key(deposit), 0, []], "gamble")
    n.quiet()
    assert n.player("Phrenk").gold == 10
    assert n.asked("gamble") == {"Phrenk"}


@pytest.mark.rule("GMB-24", "GMB-R18")
def test_who_has_left_is_asked_nothing_about_further_antes() -> None:
    n = Night(
        Serena=Sits(hand=[IN]),
        Wizgille=Sits(hand=["Something is boiling in my room"]),
        Kaylin=Sits(hand=["I raise!"]),
    )
    resolved(n, "Serena", IN)
    n.plays("Wizgille", "Something is boiling in my room")
    n.quiet()
    n.puts_in("Kaylin", "I raise!")
    assert n.asked("respond") == {"Serena", "Kaylin"}


TITHE, DEPOSIT = "A tithe for the temple roof", "Deposit back on the bottle"


@pytest.mark.rule("TIM-R22", "CARD-07")
def test_gold_lost_is_looked_back_at_until_its_phase_has_ended() -> None:
    """The card of the phase is done, its Drink is ordered already: Phrenk has his chance before the next phase."""
    n = Night(Serena=Sits(hand=[TITHE]), Phrenk=Sits(hand=[DEPOSIT]), Kaylin=Sits())
    n.to_action()
    n.acts("Serena", TITHE, at="Phrenk", orders="Kaylin")
    while n.asked("respond"):
        n.passes(*sorted(n.asked("respond")))
    assert (n.asked(), n.stands("Phrenk")) == ({"Phrenk"}, "20/0/6")
    n.plays("Phrenk", DEPOSIT)
    n.quiet()
    assert n.stands("Phrenk") == "20/0/7"
    # who lets it go by has no further chance in the next phase
    n = Night(Serena=Sits(hand=[TITHE]), Phrenk=Sits(hand=[DEPOSIT]), Kaylin=Sits())
    n.to_action()
    n.acts("Serena", TITHE, at="Phrenk")
    while n.asked("respond"):
        n.passes(*sorted(n.asked("respond")))
    assert n.can_play("Phrenk", DEPOSIT)
    n.passes("Phrenk")
    assert n.asked("order") == {"Serena"}
    assert not n.can_play("Phrenk", DEPOSIT)


@pytest.mark.rule("TIM-R22", "TIM-R3")
def test_who_has_lost_gold_is_asked_by_the_list_and_not_by_the_hand() -> None:
    for hand in ([DEPOSIT], ["Tip the Wench"]):
        n = Night(Serena=Sits(hand=[TITHE]), Phrenk=Sits(hand=hand), Kaylin=Sits())
        resolved(n, "Serena", TITHE, at="Kaylin")
        assert n.asked("order") == {"Serena"}, "Kaylin has no such card in her list"
        n = Night(Serena=Sits(hand=[TITHE]), Phrenk=Sits(hand=hand), Kaylin=Sits())
        n.to_action()
        n.acts("Serena", TITHE, at="Phrenk")
        while n.asked("respond"):
            n.passes(*sorted(n.asked("respond")))
        assert n.asked("phase_end") == {"Phrenk"}


@pytest.mark.rule("TIM-R22", "OUT-R1")
def test_a_last_gold_is_lost_before_the_end_of_the_phase() -> None:
    n = Night(Serena=Sits(hand=[TITHE]), Phrenk=Sits("20/0/4", hand=[DEPOSIT]), Kaylin=Sits())
    n.to_action()
    n.acts("Serena", TITHE, at="Phrenk")
    while n.asked("respond"):
        n.passes(*sorted(n.asked("respond")))
    assert n.asked("last_chance") == {"Phrenk"}
    n.plays("Phrenk", DEPOSIT)
    n.quiet()
    assert n.stands("Phrenk") == "20/0/1"
    assert not n.player("Phrenk").out


# ---- Drinks


@pytest.mark.rule("MEAD-R5", "MEAD-07")
@pytest.mark.parametrize("event", [HOUSE, CONTEST])
def test_what_an_event_brings_with_mead_in_it_is_shared_by_no_card(event: str) -> None:
    n = Night(
        Serena=Sits(hand=[SHARE], pile=event),
        Phrenk=Sits(pile=[]),
        drinks=["Well Water", "Wine with a Chaser", "Mead", "Light Ale"],
    )
    revealed(n)
    assert n.asked("respond") == {"Serena", "Phrenk"}
    assert not n.can_play("Serena", SHARE)


@pytest.mark.rule("MEAD-R5", "DRK-R6")
def test_mead_among_chasers_stays_unshared_when_another_follows() -> None:
    n = Night(
        Serena=Sits(hand=[SHARE], pile=["Light Ale with a Chaser", "Mead", "Dark Ale"]),
        Phrenk=Sits(hand=["Let me top that up"]),
    )
    revealed(n)
    assert not n.can_play("Serena", SHARE)
    n.plays("Phrenk", "Let me top that up")
    down_to(n)
    assert not n.can_play("Serena", SHARE)
    n.quiet()
    assert n.player("Serena").ac == 5


@pytest.mark.rule("TIM-01", "TIM-R3", "TIM-R5")
def test_questions_about_a_drink_begin_with_who_revealed_it() -> None:
    n = Night(Serena=Sits(hand=["Empty that cup, recruit"]), Phrenk=Sits(), Kaylin=Sits(pile="Wine"))
    n.to_action()
    n.acts("Serena", "Empty that cup, recruit", at="Kaylin")
    beneath_card = {"Phrenk", "Kaylin"} & n.asked("respond")
    n.passes(*sorted(beneath_card))
    assert list(n.game.window_reasons) == [n.names["Kaylin"], n.names["Phrenk"]]
    n.quiet()
    assert not any(isinstance(block, Window) for block in n.match.scene(0).blocks)
