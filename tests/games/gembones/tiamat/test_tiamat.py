"""Tiamat: stakes, the deal, discards, and the fight until one is left."""

from __future__ import annotations

from collections import Counter

import pytest

from games.engine import RAIL, Cost, Hint, SceneOutcome
from games.gembones.tiamat import GAME
from games.gembones.tiamat.combinations import COLORS, tiamat_deck
from tests.helpers.games.tiamat import cards, dealer, hoard, keep_all, life, net, play_hands, start_game
from tests.helpers.script import Script

T, W = "GRUKW", "GGRUK"
"""Tiamat, and a lone Wyrmling."""


@pytest.mark.rule("TM-01")
def test_ten_cards_of_each_of_five_colours() -> None:
    assert GAME.seats == (2, 5)
    assert len(tiamat_deck()) == 50
    assert Counter(tiamat_deck()) == {f"dragon.{color}": 10 for color in COLORS}
    assert COLORS == ("green", "red", "blue", "black", "white")


@pytest.mark.rule("TM-04")
def test_the_stake_is_a_g100_with_the_press_that_puts_it_up() -> None:
    script = Script(GAME, "ABC", carry={})
    assert script.ask("A").prompt.cost("stake") == Cost({"g100": 1})
    script.does(A="stake", B="pass", C="stake")
    assert script.match.risked == {0: {"g100": 1}, 2: {"g100": 1}}
    assert script.asked("discard") == "AC"


@pytest.mark.rule("TM-01")
def test_one_alone_plays_nothing() -> None:
    script = Script(GAME, "ABC", carry={}).does(A="stake", B="pass", C="pass")
    assert script.match.over
    assert net(script) == {"A": 0, "B": 0, "C": 0}


@pytest.mark.rule("TM-05", "TM-R14", "TM-X12")
def test_the_highest_roll_deals_first_and_equals_roll_again() -> None:
    script = Script(GAME, "ABC", rolls="71 93 93 4 88", carry={}).each("ABC", "stake")
    rolled = [(script.name(event.values["seat"]), *event.values["dice"]) for event in script.told("rolls")]
    assert rolled == [("A", "g100:71"), ("B", "g100:93"), ("C", "g100:93"), ("B", "g100:4"), ("C", "g100:88")]
    assert dealer(script) == "C"


@pytest.mark.rule("TM-08")
def test_one_card_at_a_time_from_the_dealers_left() -> None:
    order = "GRU GRU GRU GRU GRU".replace(" ", "")
    script = Script(GAME, "ABC", rolls="5 90 6", cards=" ".join(cards(order)), carry={})
    script.each("ABC", "stake")
    assert script.sees("C", "C") == cards("GGGGG")
    assert script.sees("A", "A") == cards("RRRRR")
    assert script.sees("B", "B") == cards("UUUUU")


@pytest.mark.rule("TM-09", "TM-11", "TM-R1")
def test_hands_and_discards_are_secret() -> None:
    script = start_game("A GGGRU  B WWKKR").does(A=[3, 4])
    for viewer in ("B", None):
        assert script.sees(viewer, "A") == ["back"] * 5
        assert script.sees(viewer, "A", "discarded") == []
        assert not script.told("discards")
    assert [event.to for event in script.told("dealt")] == [frozenset({1}), frozenset({0})], (
        "each reads their own cards alone"
    )
    assert script.sees("A", "A") == cards("GGGRU"), "nothing is replaced while others still choose"
    assert script.asked("discard") == "B"


@pytest.mark.rule("TM-10", "TM-12", "TM-R16")
def test_up_to_four_are_replaced_in_the_order_of_the_deal() -> None:
    script = start_game("A GGGRU  B WWKKR  C GGRUK")
    script.refuses("A", [0, 1, 2, 3, 4])
    script.rigged.cards = [*cards("RGK" + "UW")]
    # A deals: B gets the first card, C the second, A the third; then B and A have one more each
    script.does(B=[0, 1], C=[4], A=[3, 4])
    shown = {
        script.name(event.values["seat"]): list(event.values["cards"]) for event in script.told("reveals")
    }
    assert shown == {"A": cards("GGGKW"), "B": cards("RUKKR"), "C": cards("GGRUG")}


@pytest.mark.rule("TM-10", "TM-13", "TM-X11")
def test_discards_come_back_only_with_the_next_hand() -> None:
    script = Script(GAME, "ABCDE", carry={}).each("ABCDE", "stake")
    first: dict[str, list[str]] = {name: script.sees(name, name) or [] for name in "ABCDE"}
    script.each("ABCDE", [0, 1, 2, 3])
    shown = [card for event in script.told("reveals") for card in event.values["cards"]]
    gone = [card for hand in first.values() for card in hand[:4]]
    assert len(shown) + len(gone) == 45
    assert not Counter(shown + gone) - Counter(tiamat_deck())
    assert script.asked("discard") == "ABCDE", "a new hand from all fifty cards"


@pytest.mark.rule("TM-14")
def test_hands_are_revealed_and_announced() -> None:
    script = play_hands("A GGGRR  B GRUKW")
    hands = [event.values["what"].text for event in script.told("reveals")]
    assert sorted(hands) == ["Tiamat", "Young Green Dragon and Red Dragon Wyrmling"]
    # the next hand is dealt already, and the last one lies beside it
    assert script.sees(None, "A", "Young Green Dragon and Red Dragon Wyrmling") == cards("GGGRR")
    assert script.sees(None, "A") == ["back"] * 5


@pytest.mark.rule("TM-06", "TM-07", "TM-21", "TM-R2")
def test_the_counter_shows_the_life_that_remains() -> None:
    script = start_game(f"A {T}  B {W}", f"A UUURK  B {W}", f"A {T}  B {W}")
    assert [script.sees(None, name, "life 10") for name in "AB"] == [["g100:00"], ["g100:00"]]
    keep_all(script)
    assert script.sees(None, "B", "life 5") == ["g100:50"]
    keep_all(script)
    assert script.sees(None, "B", "life 4") == ["g100:40"]
    keep_all(script)
    assert script.sees(None, "B", "life 0") == []


@pytest.mark.rule("TM-X3", "TM-22")
def test_at_no_life_a_player_is_out() -> None:
    script = start_game(f"A {T}  B {W}", f"A UUUUK  B {W}", f"A UUUUU  B {W}")
    keep_all(keep_all(script))
    assert life(script) == {"A": 10, "B": 3}
    assert hoard(script) == []
    keep_all(script)
    assert life(script) == {"A": 10, "B": 0}
    assert hoard(script) == ["1g100"]
    assert script.match.over


@pytest.mark.rule("TM-22", "TM-24")
def test_with_one_life_left_a_player_is_still_in() -> None:
    bite = f"A UUUUK  B {W}"
    script = play_hands(f"A {T}  B {W}", bite, bite)
    assert life(script) == {"A": 10, "B": 1}
    assert (script.match.over, hoard(script), script.asked("discard")) == (False, [], "AB")


@pytest.mark.rule("TM-03", "TM-24", "TM-R15", "TM-23", "TM-R1")
def test_hand_after_hand_until_one_is_left_who_takes_the_hoard() -> None:
    script = start_game(
        f"A {T}  B {W}  C {W}", f"A {W}  B {T}  C {W}", f"A {T}  B {W}", f"A {T}  B {W}", dealer="B"
    )
    dealers = []
    while not script.match.over:
        dealers.append(dealer(script))
        keep_all(script)
        if len(dealers) == 2:
            assert life(script) == {"A": 5, "B": 5, "C": 0}
            assert script.asked() == "AB"
    # C deals the second hand and is out with it; the turn passes to A
    assert dealers == ["B", "C", "A"]
    assert net(script) == {"A": +2, "B": -1, "C": -1}
    assert [row.place for row in script.result.rows] == [1, None, None]


def test_the_moment_of_a_game_is_the_last_bite_of_its_winner() -> None:
    script = play_hands(f"A {T}  B {W}  C {W}", f"A {W}  B {T}  C {W}", f"A {T}  B {W}")
    [outcome] = [block for block in script.match.scene(RAIL).blocks if isinstance(block, SceneOutcome)]
    moment = outcome.highlights.moment
    assert moment is not None
    assert (moment.values["seat"], moment.values["by"], moment.values["hand"]) == (1, (0,), 3)


@pytest.mark.rule("TM-23", "TM-R1")
def test_the_turn_of_a_dealer_who_is_out_passes_to_the_left() -> None:
    script = start_game(f"A {T}  B {W}  C {W}", f"A {W}  B {W}  C {T}", f"A {W}  C {W}", dealer="A")
    dealers = [dealer(script)]
    for _ in range(2):
        keep_all(script)
        dealers.append(dealer(script))
    assert life(script) == {"A": 5, "B": 0, "C": 5}
    assert dealers == ["A", "B", "C"], "B was out with the hand it dealt"


@pytest.mark.rule("TM-25")
def test_who_is_out_stays_out() -> None:
    script = play_hands(f"A {T}  B {W}  C {W}", f"A {W}  B {T}  C {W}", f"A {W}  B {W}")
    assert life(script) == {"A": 5, "B": 5, "C": 0}
    assert script.asked() == "AB"
    assert script.match.risked == {seat: {"g100": 1} for seat in range(3)}


@pytest.mark.rule("TM-R6")
def test_if_all_go_out_at_once_they_come_back_with_one_life() -> None:
    script = play_hands(f"A {T}  B {T}  C {W}", f"A {T}  B {T}  C {W}")
    assert life(script) == {"A": 1, "B": 1, "C": 1}
    assert hoard(script) == []
    assert script.asked("discard") == "ABC"


@pytest.mark.rule("GEN-R4")
def test_who_leaves_is_played_to_the_end_without_discards() -> None:
    script = start_game(f"A {T}  B {W}", f"A {T}  B {W}").leaves("B")
    script.does(A=[]).does(A=[])
    assert net(script) == {"A": +1, "B": -1}


def in_words(script: Script, kind: str) -> list[tuple[str | int, ...]]:
    """Return the values of all events of a kind, with seats by their letters: `("B", 1, 9)`."""
    return [
        tuple(script.name(value) if key == "seat" else value for key, value in event.values.items())
        for event in script.told(kind)
    ]


@pytest.mark.rule("TM-17", "TM-18", "TM-19", "TM-21", "TM-X2")
def test_everybody_reads_how_many_were_discarded_and_whom_it_hurt() -> None:
    script = start_game("A GGGGR  B UUUGR  C WWRGK")
    script.rigged.cards = [*cards("GR")]
    script.does(B=[3, 4], A=[], C=[])
    assert in_words(script, "discards") == [("B", 2)]
    assert in_words(script, "keeps_all") == [("C", 0), ("A", 0)]
    assert in_words(script, "hurt") == [("B", 1, 9), ("C", 2, 8)]
    assert script.told("out") == script.told("no_damage") == []
    assert life(script) == {"A": 10, "B": 9, "C": 8}
    assert script.match.table.seats.notes == {}


@pytest.mark.rule("TM-22")
def test_who_goes_out_is_named_and_crossed_out_alone() -> None:
    script = play_hands(f"A {T}  B {W}  C {W}", f"A {W}  B {T}  C {W}")
    assert [event.values for event in script.told("out")] == [{"seat": 2, "by": (1,)}]
    assert script.match.table.seats.out == {2}
    assert {seat: kind for seat, (kind, *_) in script.match.table.seats.notes.items()} == {2: "out"}


def test_a_hand_without_damage_says_so() -> None:
    script = play_hands("A GGRUK  B WWRGK")
    assert script.told("no_damage")
    assert script.told("hurt") == []


@pytest.mark.rule("TM-24")
def test_one_alone_wins_by_name() -> None:
    script = play_hands(f"A {T}  B {W}", f"A {T}  B {W}")
    assert (script.result.headline.text, script.result.headline.values) == (
        GAME.words["result:won"],
        {"seats": (0,)},
    )
    assert [row.reason.text for row in script.result.rows if row.reason] == [
        GAME.words["why"],
        GAME.words["why:out"],
    ]


@pytest.mark.rule("TM-09", "TM-16")
def test_a_hint_says_what_the_own_hand_would_do_and_tells_nobody_else() -> None:
    script = start_game("A GGGRU  B GRUKW  C GGRUK", "A GGRUK  B GGRUK  C UUUUU")

    def hint(viewer: int) -> tuple[str, int] | None:
        found = [b.line.values for b in script.match.scene(viewer).blocks if isinstance(b, Hint)]
        return (found[0]["what"].text, found[0]["n"]) if found else None

    assert [hint(seat) for seat in (0, 1, 2)] == [
        ("Young Green Dragon", 3),
        ("Tiamat", 5),
        ("Green Dragon Wyrmling", 2),
    ]
    assert hint(RAIL) is None
    keep_all(script)
    assert hint(2) == ("Ancient Blue Dragon", 5), "the new hand alone"
