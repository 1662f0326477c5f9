"""The Wheel: the order of play, what players see, who wins (WH-05 to WH-12, WH-18, WH-19, WH-R1 to WH-R11)."""

from __future__ import annotations

import pytest

from games.engine import BACK, RAIL, Choose, Hint, Pick
from games.parlour.the_wheel import GAME
from tests.helpers.games.the_wheel import (
    CLOCK,
    ONE,
    THREE,
    TWO,
    checked,
    drawn,
    idle,
    night,
    plays,
    rows,
    spokes,
    stands,
    strengths,
    to_the_end,
    totals,
    turns,
)

# ---- dealing


@pytest.mark.rule("WH-06")
def test_ante_and_seven_cards_each_seen_by_their_owner_only() -> None:
    s = night(ONE, TWO, CLOCK, "W.wolf")
    assert s.pot == 2
    assert s.sees("A", "A") == [*ONE.split(), "W.wolf"]
    assert s.sees("B", "B") == TWO.split()
    assert s.sees("B", "A") == s.sees(None, "A") == [BACK] * 8
    assert "hawk" not in str(s.match.scene(1))


@pytest.mark.rule("WH-07")
def test_three_cards_lie_face_down_as_the_clock_and_nobody_sees_them() -> None:
    s = night(ONE, TWO, "R.wren B.wren W.wren", "W.wolf")
    for viewer in (0, 1, RAIL):
        assert s.on_table("clock", viewer) == [BACK] * 3
        assert "wren" not in str(s.match.scene(viewer))


@pytest.mark.rule("WH-R1")
def test_two_to_eight_seats_and_the_cards_last() -> None:
    assert GAME.seats == (2, 8)
    s = to_the_end(night(seats="ABCDEFGH"))
    dealt = [card for event in s.told("dealt") for card in event.values["cards"]]
    assert len(dealt) + len(s.told("drew")) + 3 == 10 * 8 + 3


# ---- turns


@pytest.mark.rule("WH-08", "WH-R11")
def test_in_turn_everybody_draws_a_card_and_plays_one() -> None:
    s = night(ONE, TWO, CLOCK, "W.wolf L.wolf")
    assert (s.kind(), s.asked()) == ("play", "A")
    assert drawn(s) == [{"card": "W.wolf"}]
    plays(s, "A", "B.hawk", "L")
    assert rows(s) == {"L allies": ["B.hawk"]}
    assert s.sees("A", "A") == [card for card in ONE.split() if card != "B.hawk"] + ["W.wolf"]
    # the drawn card may be the one that is played
    assert (s.kind(), s.asked()) == ("play", "B")
    plays(s, "B", "L.wolf", "L")
    assert s.sees("B", "B") == TWO.split()
    assert rows(s) == {"L allies": ["B.hawk"], "L companions": ["L.wolf"], "W allies": ["R.wolf"]}


@pytest.mark.rule("WH-R11")
def test_all_see_who_played_what_and_only_its_owner_what_was_drawn() -> None:
    s = turns(night(ONE, TWO, CLOCK, "W.wolf L.wolf"), "A B.hawk L")
    [played] = s.told("plays")
    assert played.to is None
    assert played.values == {"seat": 0, "card": "B.hawk", "spoke": "Lady", "n": 1}
    assert [event.to for event in s.told("drew")] == [frozenset({0}), frozenset({1})]
    assert "B.hawk" in str(s.match.scene(RAIL))
    for viewer in (1, RAIL):
        assert "W.wolf" not in str(s.match.scene(viewer))


@pytest.mark.rule("WH-08")
def test_turns_go_clockwise_from_the_starting_player() -> None:
    s = night(seats="ABC", carry={"last_starter": 0})
    for name in "BCA":
        assert s.asked() == name
        s.does(**{name: [0]})
        assert s.asked() == name
        s.does(**{name: spokes(s, name)[0]})
    assert s.kind() == "bet"
    assert s.asked() == "B"


@pytest.mark.rule("WH-02", "WH-X8", "WH-R2")
def test_one_card_has_to_be_played_where_it_may_go() -> None:
    s = night(ONE, TWO, CLOCK, "W.wolf")
    for wrong in ([], [0, 1], [8]):
        s.refuses("A", wrong)
    s.does(A=[ONE.split().index("R.hawk")])
    assert spokes(s, "A") == "RWL"
    for elsewhere in ("B", "M", "clock", "pass"):
        s.refuses("A", elsewhere)
    s.does(A="R")
    s = night(ONE, TWO, CLOCK, "W.wolf").does(A=[0])
    assert spokes(s, "A") == "WMR"
    s.refuses("A", "L")


@pytest.mark.rule("WH-03", "WH-04")
def test_the_buttons_tell_what_a_card_adds_and_how_strong_its_spoke_is_then() -> None:
    s = turns(night(ONE, TWO, CLOCK, "W.wolf L.wolf"), "A L.hawk L").does(B=[TWO.split().index("R.owl")])
    says, words = s.ask("B").prompt.says, s.ask("B").words
    told = {spoke: words[f"spoke:{spoke}"].format(**says) for spoke in spokes(s, "B")}
    assert told == {
        "R": "Rogue +2, making 2", "W": "Warrior +1, making 1", "L": "Lady +1, making 3",
    }  # fmt: skip


def test_others_are_not_shown_which_card_is_about_to_be_played() -> None:
    s = night(ONE, TWO, CLOCK, "W.wolf").does(A=[2])
    for viewer in (1, RAIL):
        [ask] = s.match.scene(viewer).asks
        assert ask.prompt is None
        assert "hawk" not in str(s.match.scene(viewer))
    assert s.match.scene(0).asks[0].prompt is not None


# ---- laps, Clock, bets


@pytest.mark.rule("WH-09", "WH-10", "WH-11", "WH-12", "WH-X2")
def test_three_laps_each_with_a_card_of_the_clock_and_bets_then_hands_are_revealed() -> None:
    s = night(ONE, TWO, "W.wren M.wren L.wren", "R.wren R.wren R.wren R.wren R.wren B.wren")
    for left, clock in (
        (2, {"M allies": ["W.wren"]}),
        (1, {"M allies": ["W.wren"], "B allies": ["M.wren"]}),
        (0, {"M allies": ["W.wren"], "B allies": ["M.wren"], "R allies": ["L.wren"]}),
    ):
        lying = {row: cards for row, cards in rows(s).items() if row.split()[1] == "allies"}
        assert len(s.on_table("clock")) == left + 1
        assert len(lying) == 2 - left
        idle(s)
        assert len(s.on_table("clock")) == left
        assert {row: cards for row, cards in rows(s).items() if "allies" in row} == clock
        assert (s.kind(), s.asked()) == ("bet", "A")
        s.does(A="check")
        assert s.asked() == "B"
        assert s.sees("B", "A") == [BACK] * 7
        s.does(B="check")
    assert s.match.over
    assert s.sees("B", "A") == ONE.split()
    assert s.sees(None, "B") == TWO.split()


@pytest.mark.rule("WH-05", "WH-X3")
def test_companions_and_allies_lie_apart_and_the_strength_can_be_read_off() -> None:
    hands = "R.hawk B.owl L.hawk M.hawk M.wolf R.wolf R.owl", "L.wolf B.hare B.hawk", "R.hare W.hare B.wolf"
    filled = [hands[0], hands[1] + " M.owl" * 4, hands[2] + " M.hare" * 4]
    s = night(*filled, "W.wolf B.wren R.wren", "R.wren L.hare L.wren R.wren W.owl W.horse", seats="ABC")
    turns(s, "A R.hawk R", "B L.wolf L", "C R.hare L")
    checked(s)
    turns(s, "A B.owl M", "B B.hare M", "C W.hare M")
    assert s.kind() == "bet"
    assert rows(s) == {
        "R companions": ["R.hawk"],
        "L companions": ["L.wolf"],
        "L allies": ["R.hare", "B.wren"],
        "M allies": ["W.wolf", "B.owl", "B.hare", "W.hare"],
    }
    for viewer in (0, 1, 2, RAIL):
        assert strengths(s, viewer) == {"R": 2, "L": 4, "M": 4}
    # clockwise: first the allies, then the companions in line
    assert {tuple(part.name for part in stand.parts) for stand in stands(s).values()} == {
        ("allies", "companions")
    }
    hint = s.scene_block(Hint, 0)
    assert hint.line.values["spoke"] == "Lady"
    # L.hawk 2, R.wolf R.owl R.wren R.wren 1 each
    assert hint.line.values["why"].values["total"] == 6


def test_the_hint_adds_up_no_hand_that_has_a_card_too_many() -> None:
    s = night(ONE, TWO, CLOCK, "W.wolf L.wolf")
    assert not [block for block in s.match.scene(0).blocks if isinstance(block, Hint)]
    turns(s, "A W.wolf W")
    assert s.scene_block(Hint, 0).line.values["why"].text.startswith("{total:points}")
    assert s.scene_block(Hint, 1).line.values["why"].text.startswith("Points while the ")
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, Hint)]


@pytest.mark.rule("WH-R3", "WH-R4", "BET-R17")
def test_who_has_folded_takes_no_turns_and_leaves_all_that_lies_on_the_wheel() -> None:
    draws = "W.wolf L.wolf B.wolf", "M.wolf L.wolf"
    s = night(ONE, TWO, THREE, CLOCK, *draws, seats="ABC")
    turns(s, "A W.wolf W", "B L.wolf L", "C B.wolf B")
    s.bets(A=2).does(B="fold", C="call")
    assert strengths(s) == {"W": 3, "L": 2, "B": 2}
    assert s.on_table("clock") == [BACK] * 2
    assert s.asked() == "A"
    turns(s, "A M.wolf M")
    assert s.asked() == "C"
    turns(s, "C L.wolf L")
    # the Clock strikes after this lap of two
    assert s.kind() == "bet"
    assert strengths(s) == {"W": 4, "L": 4, "B": 2, "M": 2}
    assert len(s.on_table("clock")) == 1


@pytest.mark.rule("WH-R4", "BET-R8")
def test_who_is_all_in_goes_on_playing() -> None:
    s = night(stakes={"A": 1, "B": 9})
    for _ in range(6):
        assert s.kind() == "play"
        s.defaults("spoke").does(**{s.asked(): spokes(s, s.asked())[0]})
    assert s.match.over
    assert len(s.told("clock_strikes")) == 3


@pytest.mark.rule("WH-R9", "BET-R15")
def test_by_default_the_drawn_card_goes_on_its_own_spoke() -> None:
    s = night(ONE, TWO, CLOCK, "B.wolf L.wolf")
    s.defaults("spoke")
    assert s.ask("A").prompt.default == "B"
    s.defaults("play").leaves("B")
    assert s.kind() == "bet"
    assert rows(s) == {"B companions": ["B.wolf"], "L companions": ["L.wolf"], "W allies": ["R.wolf"]}
    # who has left folds where bets are made
    s.does(A="check").does(A="keep")
    assert s.net["A"] == {"piece": 1}
    # a card that was chosen before goes by default too
    s = night(ONE, TWO, CLOCK, "B.wolf L.wolf").does(A=[3]).leaves("A")
    assert rows(s) == {"M companions": ["M.hawk"]}


def test_a_turn_takes_two_presses_whatever_is_held() -> None:
    s = night()
    while not s.match.over:
        prompt = s.ask(s.asked()).prompt
        if prompt.kind == "play":
            assert isinstance(prompt, Pick)
            assert len(prompt.items) == 8
        elif prompt.kind == "spoke":
            assert isinstance(prompt, Choose)
            assert len(prompt.options) == 3
        s.does(**{s.asked(): prompt.default})
    assert len([row for row in s.match.rows if isinstance(row.answer, list)]) == 6
    assert len(s.told("plays")) == 6


# ---- the end


LADIES = "L.hawk L.hawk L.wolf L.wolf W.hawk W.wolf W.owl"
NO_LADIES = "M.hawk M.hawk M.wolf M.wolf B.hawk W.hare W.wren"


@pytest.mark.rule("WH-18", "WH-13")
@pytest.mark.parametrize(("hands", "winner"), [((LADIES, NO_LADIES), "A"), ((NO_LADIES, LADIES), "B")])
def test_the_highest_total_wins(hands: tuple[str, str], winner: str) -> None:
    s = to_the_end(night(*hands, CLOCK, "L.owl L.owl L.horse L.horse L.hare L.hare"))
    assert strengths(s) == {"L": 12, "W": 3}
    assert s.told("strongest")[0].values == {"spoke": "Lady", "n": 12}
    other = "B" if winner == "A" else "A"
    assert totals(s) == {winner: 8, other: 1}
    assert s.net[winner] == {"piece": 1}


@pytest.mark.rule("WH-14", "WH-18")
def test_of_equal_spokes_the_rarer_decides_who_wins() -> None:
    s = night(LADIES, NO_LADIES, CLOCK, "L.owl M.owl R.horse R.hare L.hare M.hare")
    to_the_end(s)
    assert strengths(s) == {"L": 4, "M": 4, "R": 4, "W": 3}
    assert totals(s) == {"A": 8, "B": 1}


@pytest.mark.rule("WH-19", "WH-R10", "TIE-R3", "TIE-05")
@pytest.mark.parametrize(
    ("other", "winner"),
    [
        ("B.owl B.owl M.owl M.owl M.horse M.horse W.hawk", "B"),  # six green
        ("B.owl B.owl M.owl M.owl M.horse W.hawk W.wolf", ""),  # five of one colour each
        ("B.owl B.owl M.owl M.owl M.hare W.hawk W.wolf", "A"),
        ("B.owl B.owl M.owl M.owl D.green W.hawk W.wolf", ""),  # a Dragon has a colour
    ],
)
def test_equal_totals_are_told_apart_by_the_colour_of_the_cards_in_hand(other: str, winner: str) -> None:
    five_red = "B.hawk B.hawk M.hawk M.hawk M.hawk W.wren W.hare"
    # A plays red Ladies, which do not count
    draws = "L.hawk L.owl L.hawk L.hare L.wolf L.wren"
    s = to_the_end(night(five_red, other, "R.wren R.wren R.wren", draws, dragon_cards=True))
    assert strengths(s) == {"L": 12, "W": 3}
    assert totals(s) == {"A": 2, "B": 2}
    expected = {name: 0 if not winner else 1 if name == winner else -1 for name in "AB"}
    assert {name: change["piece"] for name, change in s.net.items()} == expected


@pytest.mark.rule("BET-R13", "BET-19")
def test_a_winner_by_folds_is_asked_whether_to_show() -> None:
    s = idle(night(ONE, TWO, CLOCK, "W.wolf L.wolf")).bets(A=1).does(B="fold")
    assert (s.kind(), s.asked()) == ("show", "A")
    s.does(A="show")
    assert s.told("shows")[0].values["cards"] == tuple(ONE.split())
    assert not s.told("showdown")
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}


@pytest.mark.rule("WH-X3", "WH-X4")
def test_the_rules_tell_the_example_as_it_counts() -> None:
    assert "`LLRBMWR` scores 2 + 2 + 1 + 1 + 0 + 0 + 1 = 7" in GAME.rules
    for variant in ("Dragon Cards", "Multiple Successive Games", "The Unwound Clock"):
        assert f"*{variant}*" in GAME.rules
