"""A turn and its four phases (TURN)."""

from __future__ import annotations

import pytest

from games.engine import RAIL, IllegalAnswer
from tests.helpers.games.tavern import Night, Sits, key, keys
from tests.helpers.games.tavern_openings import form, resolved


def discards(n: Night, name: str, *places: int) -> None:
    """A player discards the cards at these places of the hand and draws."""
    prompt = form(n, name, "discard")
    aims = [list(places) if aim.name == "discard" else aim.first() for aim in prompt.moves[0].aims]
    n.answers(name, ["", 0, aims], "discard")


def orders_for(n: Night, name: str, *targets: str) -> None:
    """A player names who gets the Drinks."""
    n.answers(name, ["", 0, [[n.names[each] for each in targets]]], "order")


# ---- the four phases


@pytest.mark.rule("TURN-01", "TURN-20", "TURN-12")
def test_a_turn_runs_through_its_phases_in_order_and_then_the_left_neighbour_begins() -> None:
    n = Night(Serena=Sits(pile="Wine"), Phrenk=Sits(), Kaylin=Sits())
    phases = [(n.game.phase, n.game.active)]
    while n.game.active == 0:
        ask = next(ask for ask in n.match.open.values() if not ask.answered)
        n.match.answer(ask.id, ask.seat, ask.prompt.default)
        if (n.game.phase, n.game.active) != phases[-1]:
            phases.append((n.game.phase, n.game.active))
    assert phases == [("draw", 0), ("action", 0), ("order", 0), ("drink", 0), ("draw", 1)]
    n.defaults("discard", "Kaylin")
    assert n.game.active == 2
    n.defaults("discard", "Serena")
    assert n.game.active == 0


@pytest.mark.rule("TURN-02", "TURN-03", "TURN-R1")
def test_any_number_of_cards_is_discarded_and_the_hand_filled_up_to_seven() -> None:
    hand = ["Blasphemer!", "Blasphemer!", "A quiet prayer"]
    n = Night(
        Serena=Sits(hand=hand, deck=["Plate armour, freshly polished", "Faith is my shield"]), Kaylin=Sits()
    )
    discards(n, "Serena", 0, 2)
    player = n.player("Serena")
    assert player.deck.discards == keys(["Blasphemer!", "A quiet prayer"])
    assert player.hand.cards[:3] == keys(
        ["Blasphemer!", "Plate armour, freshly polished", "Faith is my shield"]
    )
    assert len(player.hand.cards) == 7


@pytest.mark.rule("TURN-02")
@pytest.mark.parametrize("places", [(), (0, 1, 2, 3, 4, 5, 6)], ids=["none", "all"])
def test_none_or_all_may_be_discarded(places: tuple[int, ...]) -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"] * 2 + ["A quiet prayer"] * 2 + ["I raise!"] * 2 + ["Winning Hand!"]),
              Kaylin=Sits())  # fmt: skip
    before = list(n.player("Serena").hand.cards)
    discards(n, "Serena", *places)
    after = n.player("Serena").hand.cards
    assert len(after) == 7
    assert (after == before) == (not places)
    assert n.player("Serena").deck.discards == (before if places else [])


@pytest.mark.rule("TURN-04", "TURN-R3")
def test_seven_or_more_may_be_kept_and_nothing_is_drawn() -> None:
    nine = ["Blasphemer!"] * 2 + ["A quiet prayer"] * 2 + ["I raise!"] * 2 + ["Gambling? I'm in!"] * 3
    n = Night(Serena=Sits(hand=nine), Kaylin=Sits())
    discards(n, "Serena", 0)
    assert n.player("Serena").hand.cards == keys(nine[1:])
    assert n.told("draws") == []
    n.defaults("action", "Serena")
    assert len(n.player("Serena").hand.cards) == 8  # no hand limit at any other time


@pytest.mark.rule("TURN-05", "TURN-R1", "CARD-07")
def test_nothing_is_played_between_the_first_discard_and_the_last_card_drawn() -> None:
    n = Night(Serena=Sits("20/4/10", "A quiet prayer"), Kaylin=Sits("20/4/10", "Asleep in his fur"))
    n.puts_in("Kaylin", "Asleep in his fur", way=1)  # in Serena's Discard and Draw phase, before the command
    n.quiet()
    assert n.stands("Kaylin") == "20/2/10"
    rows = len(n.match.rows)
    discards(n, "Serena")
    assert len(n.match.rows) == rows + 1  # one answer: nothing could come between
    assert n.game.phase == "action"


@pytest.mark.rule("TURN-06")
def test_the_last_card_drawn_turns_the_discards_into_the_new_deck_at_once() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits())
    deck = n.player("Serena").deck
    rest = deck.rest
    deck.rest, deck.discards = rest[:4], rest[4:]
    discards(n, "Serena")
    player = n.player("Serena")
    assert len(player.hand.cards) == 7  # four of the old deck, two of the new one
    assert set(rest[:4]) <= set(player.hand.cards)
    assert player.deck.discards == []
    assert len(player.deck) == len(rest) - 6


@pytest.mark.rule("TURN-06")
def test_the_new_deck_is_there_as_soon_as_the_old_one_is_empty() -> None:
    n = Night(Serena=Sits(hand=["Blasphemer!"]), Kaylin=Sits())
    deck = n.player("Serena").deck
    rest = deck.rest
    deck.rest, deck.discards = rest[:6], rest[6:]
    discards(n, "Serena")
    assert len(n.player("Serena").deck) == len(rest) - 6
    assert n.player("Serena").deck.discards == []


@pytest.mark.rule("TURN-R2")
def test_a_card_on_the_stack_is_left_out_of_the_reshuffle_and_draws_may_give_nothing() -> None:
    n = Night(Wizgille=Sits(hand="Anything is a hammer once"), Serena=Sits())
    player = n.player("Wizgille")
    player.hand.cards += player.deck.rest[:6]
    player.deck.rest = []
    n.to_action()
    n.acts("Wizgille", "Anything is a hammer once", at="Serena")  # and draw 1
    n.quiet()
    assert len(player.hand.cards) == 6  # nothing to draw: the card itself was not among the discards yet
    assert player.deck.discards == keys(["Anything is a hammer once"])
    n.game.draw(0, 1)
    assert player.hand.cards[6:] == keys(["Anything is a hammer once"])


# ---- order a Drink


@pytest.mark.rule("TURN-11", "TURN-12", "TURN-R4")
def test_the_top_of_the_drink_deck_goes_unseen_onto_anothers_pile() -> None:
    n = Night(drinks=["Elven Wine"], Serena=Sits(), Kaylin=Sits(), Phrenk=Sits(pile=["Dark Ale", "Wine"]))
    n.to_action()
    n.answers("Serena", "no_action")
    prompt = form(n, "Serena", "order")
    assert prompt.passes == ()  # it has to be ordered
    assert prompt.moves[0].aims[0].among == (1, 2)  # for anybody but herself
    with pytest.raises(IllegalAnswer):
        orders_for(n, "Serena")
    orders_for(n, "Serena", "Phrenk")
    # on top of what lies there
    assert n.player("Phrenk").pile == keys(["Wine", "Dark Ale", "Elven Wine"])
    for viewer in (0, 1, 2, RAIL):
        assert key("Elven Wine") not in str(n.match.scene(viewer))


@pytest.mark.rule("TURN-13")
def test_who_orders_the_last_drink_makes_everybody_pay_for_a_new_deck() -> None:
    n = Night(drinks=["Wine"], rest=False, drunk=["Dark Ale", "Light Ale"], Serena=Sits(), Kaylin=Sits())
    n.to_action()
    n.answers("Serena", "no_action")
    orders_for(n, "Serena", "Kaylin")
    n.quiet()
    assert (n.player("Serena").gold, n.player("Kaylin").gold, n.game.inn_gold) == (9, 9, 2)


# ---- drink


@pytest.mark.rule("TURN-14", "TURN-15")
def test_the_top_of_the_own_pile_is_revealed_followed_and_discarded() -> None:
    n = Night(Serena=Sits(pile=["Elven Wine", "Wine"]), Kaylin=Sits())
    n.to_action()
    n.drinks_up()
    n.quiet()
    assert n.stands("Serena") == "20/3/10"
    assert n.player("Serena").pile == keys(["Wine"])
    assert n.game.drinks.discards == keys(["Elven Wine"])


@pytest.mark.rule("TURN-15", "TURN-16", "TURN-17")
@pytest.mark.parametrize(
    ("drink", "after"),
    [("Dragon Breath Ale", "10/6/10"), ("Warm Goat's Milk", "11/2/10"), ("Bottom of the Mop Bucket", "8/2/10"),
     ("Fireside Toddy", "11/4/10"), ("Cave Moonshine", "9/5/10")],
)  # fmt: skip
def test_a_drink_moves_ac_and_fort_as_it_says(drink: str, after: str) -> None:
    n = Night(Phrenk=Sits("10/2/10", pile=drink), Kaylin=Sits())
    n.to_action()
    n.drinks_up()
    n.quiet()
    assert n.stands("Phrenk") == after


@pytest.mark.rule("TURN-18")
def test_a_chaser_brings_the_next_card_of_the_pile() -> None:
    n = Night(Serena=Sits(pile=["Wine with a Chaser", "Light Ale", "Giant's Nightcap"]), Kaylin=Sits())
    n.to_action()
    n.drinks_up()
    n.quiet()
    assert n.stands("Serena") == "20/3/10"
    assert n.player("Serena").pile == keys(["Giant's Nightcap"])


@pytest.mark.rule("TURN-19", "TURN-R6")
def test_with_an_empty_pile_a_player_sobers_up_and_nobody_answers_that() -> None:
    n = Night(Serena=Sits("20/3/10"), Phrenk=Sits())
    n.player("Serena").pile.clear()
    n.to_action()
    n.answers("Serena", "no_action")
    n.defaults_one("order")
    assert n.stands("Serena") == "20/2/10"
    assert not n.kinds() & {"respond", "respond_late"}
    assert n.game.active == 1


@pytest.mark.rule("TURN-R5")
def test_who_goes_out_in_the_own_turn_ends_it() -> None:
    answer = "I believe your attitude needs some percussive maintenance"
    n = Night(Serena=Sits("2/0/9", "Blasphemer!", pile="Wine"), Wizgille=Sits(hand=answer), Kaylin=Sits())
    n.to_action()
    n.acts("Serena", "Blasphemer!", at="Wizgille")
    n.plays("Wizgille", answer)
    n.quiet()
    n.passes("Serena")  # the last chance
    assert n.player("Serena").out
    assert n.told("orders") == n.told("sobers_up") == []
    assert n.game.active == 1
    assert n.asked("discard") == {"Wizgille"}


@pytest.mark.rule("TURN-R5")
def test_a_round_is_finished_though_its_starter_has_gone_out() -> None:
    flask = "Flask with a short fuse"
    n = Night(Serena=Sits("6/5/9", "Gambling? I'm in!"), Phrenk=Sits(extra=[flask]), Kaylin=Sits())
    resolved(n, "Serena", "Gambling? I'm in!")
    n.plays("Phrenk", flask, at="Serena")
    n.quiet()
    n.passes("Serena")  # the last chance
    assert n.player("Serena").out
    n.passes("Phrenk", "Kaylin")
    assert n.told("round_lost")[-1].values == {"n": 3}
    n.quiet()
    assert n.told("orders") == []
    assert n.asked("discard") == {"Phrenk"}
