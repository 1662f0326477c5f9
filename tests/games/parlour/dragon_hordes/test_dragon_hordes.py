"""Dragon Hordes: setup, rolls, predictions, the end (DH-01 to DH-21, DH-27)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import POT, RAIL, BadOptions, Pots, Track
from games.parlour.dragon_hordes import GAME
from games.parlour.dragon_hordes.predictions import HORDE_CARDS, KIND_OF, PREDICTIONS, settle
from games.parlour.shared.deck import RANKS, rogues_and_warriors_deck
from tests.helpers.script import Script


class Night(Script):
    """A game in which everybody rolls as soon as it is their turn; A starts."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.roll()

    def roll(self) -> None:
        """Whoever is to roll does."""
        while name := self.asked("roll"):
            super().does(**{name: "roll"})

    def does(self, **answers: Any) -> Night:
        """Answers, and then the roll of whose turn it is."""
        super().does(**answers)
        self.roll()
        return self

    def leaves(self, name: str) -> Night:
        """A seat leaves, and the next one rolls if it was its turn."""
        super().leaves(name)
        self.roll()
        return self


def night(cards: str, rolls: str = "", seats: str = "AB", **more: Any) -> Night:
    """A game; the first cards are those of the setup."""
    return Night(GAME, seats, cards=cards, rolls=rolls, **more)


def hordes(s: Script) -> dict[str, int]:
    """What lies on the Horde Cards that are not empty: `{"red": 2, "R": 2}`."""
    block = s.scene_block(Track)
    assert [card for card, _ in block.counts] == list(HORDE_CARDS)
    return {card[2:] if card[0] == "D" else card[0]: n for card, n in block.counts if n}


def says(s: Script, name: str) -> dict[str, Any]:
    """The values of what a seat is asked to predict."""
    return dict(s.ask(name, "predict").prompt.says)


def after(money: dict[str, int], prediction: str, card: str) -> tuple[int, dict[str, int]]:
    """What a prediction brings with so much on the Horde Cards, and what lies there then."""
    full = dict.fromkeys(HORDE_CARDS, 0)
    names = {card[2:] if card[0] == "D" else card[0]: card for card in HORDE_CARDS}
    full.update({names[name]: n for name, n in money.items()})
    gain, then = settle(full, PREDICTIONS[prediction], KIND_OF[card])
    return gain, {name: then[card] for name, card in names.items() if then[card]}


# ---- setup


@pytest.mark.rule("DH-01", "DH-02", "DH-X7", "DH-R9")
def test_eight_horde_cards_and_everybody_turns_up_a_card_and_feeds_two() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2", "ABC")
    assert len(HORDE_CARDS) == 8
    assert [event.values["seat"] for event in s.told("reveals")] == [0, 1, 2]
    # A has placed 1 on Warrior and Lady since
    assert hordes(s) == {"red": 2, "green": 1, "R": 2, "B": 1, "W": 1, "L": 1}
    assert s.money == {"A": 46, "B": 48, "C": 48}
    assert s.on_table("revealed") == ["R.hawk", "R.owl", "B.wolf"]


@pytest.mark.rule("DH-02")
def test_the_setup_goes_clockwise_from_the_starting_player() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2", "ABC", carry={"starter": 1})
    assert [event.values["seat"] for event in s.told("reveals")] == [1, 2, 0]
    assert s.asked("predict") == "B"


@pytest.mark.rule("DH-R1", "DH-R3", "BET-R21")
def test_no_ante_no_bets_no_pot_no_split_rule_no_shares_and_no_dragons() -> None:
    s = night("R.hawk R.owl", "1 2")
    assert s.told("ante") == []
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, Pots)]
    for option in ("split_rule", "stakes", "share", "minimum_raise", "dragon_cards"):
        with pytest.raises(BadOptions, match="Dragon Hordes has no option"):
            GAME.parse_options({option: True})
    s.defaults()
    assert not {"bet", "split_rule", "show"} & {event.kind for event in s.match.events}
    assert all(card[0] != "D" for card in s.on_table("revealed"))


@pytest.mark.rule("DH-R2")
def test_two_to_ten_seats_that_hold_two_at_least() -> None:
    assert GAME.seats == (2, 10)
    s = night("R.hawk R.owl", "1 2", "ABC", stakes={"A": 2, "B": 1, "C": 9})
    assert [event.values["seat"] for event in s.told("reveals")] == [0, 2]
    s.defaults()
    assert {s.name(row.seat): row.place for row in s.result.rows}["B"] is None
    assert s.net["B"] == {"piece": 0}
    s = Night(GAME, "AB", stakes={"A": 1, "B": 9}, carry={"pot": {"piece": 3}, "tied": [0]})
    assert s.match.over
    assert s.carried == {"piece": 3}


# ---- the roll


@pytest.mark.rule("DH-03", "DH-04", "DH-05", "DH-08", "DH-10")
def test_turns_go_clockwise_with_a_roll_then_placing_then_a_prediction_or_a_pass() -> None:
    s = night("R.hawk R.owl B.wolf", "1 2  4 3  2 5  3 5", "ABC", carry={"starter": 1})
    lying = {"red": 2, "green": 1, "R": 2, "B": 1}
    for name, fed in (("B", "WL"), ("C", "BM"), ("A", "RL"), ("B", "BR")):
        for rank in fed:
            lying[rank] = lying.get(rank, 0) + 1
        assert hordes(s) == lying
        assert (s.kind(), s.asked()) == ("predict", name)
        s.does(**{name: "pass"})
    assert all(len(event.values["dice"]) == 2 for event in s.told("rolls"))


@pytest.mark.rule("DH-03", "DH-05")
@pytest.mark.parametrize("rolled", ["1 6", "6 1", "6 6"])
def test_two_dice_show_one_to_six(rolled: str) -> None:
    s = night("R.hawk R.owl", rolled)
    assert s.told("rolls")[0].values["dice"] == tuple(f"d6:{face}" for face in rolled.split())


@pytest.mark.rule("DH-05")
def test_a_turn_begins_with_a_roll() -> None:
    s = Script(GAME, "AB", cards="R.hawk R.owl", rolls="1 2")
    assert (s.kind(), s.asked()) == ("roll", "A")
    assert s.told("rolls") == []
    s.does(A="roll")
    assert s.told("rolls")[0].values == {"seat": 0, "dice": ("d6:1", "d6:2")}


@pytest.mark.rule("DH-08")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_each_number_feeds_its_rank(face: int) -> None:
    other = 1 if face > 1 else 2
    s = night("R.hawk R.hare", f"{face} {other}")
    fed = s.told("places")[-1].values["cards"]
    assert fed == (f"{RANKS[face - 1]}.grey", f"{RANKS[other - 1]}.grey")


@pytest.mark.rule("DH-09", "DH-R8", "DH-R11")
def test_a_six_feeds_a_dragon_of_ones_choice_empty_or_not() -> None:
    s = night("R.hawk R.owl", "6 1")
    assert (s.kind(), s.asked()) == ("dragon", "A")
    assert s.offered("A")[0] == ["red", "green", "blue"]
    assert s.ask("A").prompt.default == "blue"
    s.does(A="blue")
    assert hordes(s) == {"red": 1, "green": 1, "blue": 1, "R": 2, "W": 1}
    assert s.kind() == "predict"
    for equal, least in (("R.hawk R.wolf", "green"), ("R.hare R.owl", "red"), ("R.hare R.wren", "red")):
        assert night(equal, "1 6").ask("A").prompt.default == least


@pytest.mark.rule("DH-04", "DH-06", "DH-X6")
def test_doubles_take_the_dragons_money_and_end_the_turn_without_a_prediction() -> None:
    s = night("W.hawk L.hawk B.wolf R.hare R.wren", "3 3  1 2", "ABCDE")
    assert s.told("takes_dragons")[0].values == {"seat": 0, "n": 5}
    assert s.money["A"] == 50 - 2 + 5
    # B rolls next; the ranks were not touched
    assert s.asked("predict") == "B"
    assert hordes(s) == {"W": 2, "L": 2, "B": 1, "R": 2}


@pytest.mark.rule("DH-07", "DH-21", "DH-X6")
def test_doubles_with_no_money_on_any_dragon_take_all_and_end_the_game() -> None:
    # A takes the Dragons' 8; B and C feed Warrior and Rogue; D rolls doubles again
    setup = "W.hawk W.owl B.hawk R.hawk R.owl R.hare R.wren R.wolf"
    s = night(setup, "2 2  5 1  5 1  4 4", "ABCDEFGH").does(B="pass")
    assert hordes(s) == {"W": 4, "B": 1, "R": 7}
    s.does(C="pass")
    assert s.match.over
    assert s.told("takes_all")[0].values == {"seat": 3, "n": 12}
    assert s.net["D"] == {"piece": 10}
    assert s.net["A"] == {"piece": 6}
    assert [s.name(row.seat) for row in s.result.rows][:2] == ["D", "A"]


# ---- predictions


@pytest.mark.rule("DH-11")
def test_a_prediction_names_a_colour_or_a_rank_or_both() -> None:
    assert len(PREDICTIONS) == 3 + 5 + 15
    s = night("R.hawk B.owl", "1 2")
    options = ["pass", "red", "green", "W", "L", "B", "R"]
    options += [f"{color}-{rank}" for color in ("red", "green") for rank in "WLBR"]
    assert s.offered("A")[0] == options


@pytest.mark.rule("DH-X1", "DH-15", "DH-11")
def test_a_wrong_rank_costs_one() -> None:
    assert after({"R": 7}, "R", "L.owl") == (-1, {"R": 8})
    s = night("R.hawk R.owl  L.hare", "3 4  1 2").does(A="R")
    assert s.on_table("revealed") == ["R.hawk", "R.owl", "L.hare"]
    # two for the setup and the roll each, one for the prediction; then B rolls a 1 and a 2
    assert s.money == {"A": 45, "B": 46}
    assert hordes(s) == {"red": 1, "green": 1, "R": 3, "B": 1, "M": 1, "W": 1, "L": 1}


@pytest.mark.rule("DH-X2", "DH-12")
def test_a_right_colour_takes_all_of_that_dragon() -> None:
    assert after({"green": 5, "red": 2, "B": 3}, "green", "B.owl") == (5, {"red": 2, "B": 3})
    s = night("R.horse R.owl  B.owl", "3 4  1 2").does(A="green")
    assert s.money["A"] == 46 + 2
    assert hordes(s) == {"R": 2, "B": 1, "M": 1, "W": 1, "L": 1}


@pytest.mark.rule("DH-13")
def test_a_wrong_colour_costs_one_on_the_dragon_predicted() -> None:
    assert after({"green": 5, "red": 2}, "green", "B.hawk") == (-1, {"green": 6, "red": 2})


@pytest.mark.rule("DH-14")
def test_a_right_rank_takes_all_of_that_horde_card() -> None:
    assert after({"blue": 4, "L": 6}, "L", "L.hawk") == (6, {"blue": 4})


@pytest.mark.rule("DH-X3", "DH-X4", "DH-X5", "DH-16", "DH-17", "DH-18", "DH-19")
@pytest.mark.parametrize(
    ("money", "card", "gain", "then"),
    [
        ({"blue": 7, "M": 10}, "R.hare", 3, {"M": 14}),
        ({"blue": 7, "M": 10}, "M.wren", 17, {}),
        ({"blue": 7, "M": 10}, "M.owl", 5, {"blue": 12}),
        ({"blue": 7, "M": 10}, "L.hawk", -2, {"blue": 8, "M": 11}),
        ({"blue": 1, "M": 4}, "B.hare", 0, {"M": 5}),
        ({"blue": 4, "M": 1}, "M.owl", 0, {"blue": 5}),
    ],
)
def test_a_prediction_of_both(money: dict[str, int], card: str, gain: int, then: dict[str, int]) -> None:
    assert after({**money, "red": 9}, "blue-M", card) == (gain, {**then, "red": 9})


@pytest.mark.rule("DH-16", "DH-17", "DH-18", "DH-19")
@pytest.mark.parametrize(
    ("card", "paid", "then"),
    [
        ("R.wren", 4, {}),
        ("M.wren", 1, {"R": 3}),
        ("R.hawk", 1, {"blue": 3}),
        ("M.hawk", -2, {"blue": 3, "R": 3}),
    ],
)
def test_a_prediction_of_both_in_the_game(card: str, paid: int, then: dict[str, int]) -> None:
    s = night(f"R.hare R.wren  {card}", "3 4  1 2").does(A="blue-R")
    assert s.money["A"] == 46 + paid
    assert hordes(s) == {"B": 1, "M": 1, "W": 1, "L": 1, **then}


@pytest.mark.rule("DH-20", "DH-X8")
def test_a_horde_card_without_money_is_no_part_of_a_prediction() -> None:
    s = night("R.hawk R.hare", "3 4")
    for answer in ("green", "green-R", "red-W", "W", "L", "blue-L", "purple", None, ""):
        s.refuses("A", answer)
    for answer in ("R", "red", "blue-R", "red-M"):
        night("R.hawk R.hare", "3 4").does(A=answer)


@pytest.mark.rule("DH-10", "DH-R11")
def test_a_pass_ends_the_turn_and_costs_nothing() -> None:
    s = night("R.hawk R.hare", "3 4  1 2")
    assert s.ask("A").prompt.default == "pass"
    s.does(A="pass")
    assert s.money["A"] == 46
    assert len(s.on_table("revealed")) == 2
    assert s.asked("predict") == "B"


@pytest.mark.rule("DH-R4", "DH-R8")
@pytest.mark.parametrize(("money", "most"), [(4, None), (5, 1), (6, 2), (50, 2)])
def test_only_what_could_be_paid_for_can_be_predicted(money: int, most: int | None) -> None:
    s = night("R.hawk R.hare", "3 4  1 2", stakes={"A": money, "B": 50})
    if most is None:
        # nothing is left after placing: there is nothing to ask
        assert s.asked() == "B"
        return
    options = s.offered("A")[0]
    assert max(len(option.split("-")) for option in options) == most
    assert ("red-R" in options) == (most == 2)
    assert "pass" in options


@pytest.mark.rule("DH-R6")
def test_money_taken_may_be_used_at_once() -> None:
    # without the 2 that doubles bring, A could not predict in its second turn
    s = night("R.hawk R.hare", "3 3  1 2  4 2", stakes={"A": 4, "B": 50}).does(B="pass")
    assert s.money["A"] == 4 - 2 + 2 - 2
    assert s.asked("predict") == "A"


@pytest.mark.rule("DH-R12")
def test_the_hint_is_the_share_of_fitting_cards_among_those_not_yet_revealed() -> None:
    s = night("R.hawk R.owl B.wolf", "1 5", "ABC")
    said = says(s, "A")
    assert said["left"] == 87
    # 10 red Rogues, one is gone; 30 red cards, two are gone; 30 Rogues, two are gone
    assert (said["red-R"], said["red"], said["R"]) == (9, 28, 28)
    assert (said["red-R_n"], said["red_n"], said["R_n"]) == (5, 2, 3)


@pytest.mark.rule("DH-R9")
def test_an_empty_deck_is_made_anew_from_all_revealed_cards() -> None:
    s = Night(GAME, "AB", stakes=2000, rolls="1 2 " * 100)
    while not s.told("reshuffled"):
        # when all are revealed the next card is the first of a new deck
        assert says(s, s.asked())["left"] == 90 - len(s.on_table("revealed")) % 90
        s.does(**{s.asked(): "W"})
    made_anew = [event.kind for event in s.match.events].index("reshuffled")
    seen = [event.values["card"] for event in s.match.events[:made_anew] if event.kind == "reveals"]
    assert sorted(seen) == sorted(rogues_and_warriors_deck())
    assert len(s.on_table("revealed")) == 1
    assert says(s, s.asked())["left"] == 89


# ---- the end


@pytest.mark.rule("DH-21", "DH-R10")
def test_the_game_ends_at_once_when_no_horde_card_has_money() -> None:
    # B: both dice feed what it predicts; all the rest was taken before
    s = night("R.hawk R.wolf  R.hawk", "1 1  1 1")
    assert s.match.over
    assert s.told("takes_all")[0].values == {"seat": 1, "n": 2}
    assert s.money == {"A": 50, "B": 50}


@pytest.mark.rule("DH-27", "DH-X9", "DH-R10")
def test_double_double_brings_another_turn_until_the_game_has_ended() -> None:
    s = night("W.hawk L.hawk B.wolf R.hare R.wren", "3 3  6 1", "ABCDE", double_double=True)
    assert s.told("takes_dragons")[0].values["n"] == 5
    assert (s.kind(), s.asked()) == ("dragon", "A")
    s.does(A="red")
    assert (s.kind(), s.asked()) == ("predict", "A")
    s = night("W.hawk L.hawk B.wolf R.hare R.wren", "3 3  4 4", "ABCDE", double_double=True)
    assert s.match.over
    assert s.told("takes_all")[0].values == {"seat": 0, "n": 5}
    assert s.net["A"] == {"piece": 8}


@pytest.mark.rule("DH-R1")
def test_results_are_gains_the_highest_wins_and_equal_ones_share() -> None:
    s = night("R.hawk R.wolf B.hawk", "1 1  2 2", "ABC")
    assert s.net == {"A": {"piece": 1}, "B": {"piece": 1}, "C": {"piece": -2}}
    assert [(s.name(row.seat), row.place) for row in s.result.rows] == [("A", 1), ("B", 1), ("C", 3)]
    assert s.result.headline.values == {"who": (0, 1), "n": "+1"}


@pytest.mark.rule("DH-R1")
def test_a_carried_pot_waits_for_the_next_game_that_has_one() -> None:
    s = night("R.hawk R.wolf", "1 1  1 1", carry={"starter": 0, "pot": {"piece": 7}, "tied": [1]})
    assert s.match.over
    assert s.carried == {"piece": 7}
    assert s.result.carry["tied"] == [1]
    assert s.result.carry["last_starter"] == 0
    assert sum(pay.amount for pay in s.result.pays if pay.giver == POT) == sum(
        pay.amount for pay in s.result.pays if pay.taker == POT
    )
