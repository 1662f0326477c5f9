"""The Unwound Clock, for shares: a turn plays a card or discards one for a card of the Clock (UC)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import BACK, RAIL, BadOptions, Match
from games.parlour import dragon_hordes
from games.parlour.the_wheel import GAME
from games.registry import GAMES
from tests.helpers.games.the_wheel import (
    ONE,
    THREE,
    TWO,
    night,
    plays,
    rows,
    spokes,
    strengths,
    to_the_end,
    totals,
    turns,
)
from tests.helpers.random_matches import finish, luck_of, random_header
from tests.helpers.script import Script

CLOCK = "R.wolf B.wolf L.wolf"
"""Three cards, for two players."""


def unwound(*cards: str, seats: str = "AB", **more: Any) -> Script:
    """An Unwound Clock; A starts."""
    return night(*cards, seats=seats, unwound_clock=True, **more)


def for_the_clock(s: Script, name: str) -> Script:
    """A turn that discards the drawn card for one of the Clock, played by default."""
    s.does(**{name: s.ask(name).prompt.default}).does(**{name: "clock"})
    return s.does(**{name: s.ask(name).prompt.default})


# ---- for shares


@pytest.mark.rule("UC-01", "UC-03", "UC-R5", "SHR-17", "SHR-02")
def test_everybody_pays_a_share_and_nobody_bets() -> None:
    s = unwound(ONE, TWO, THREE, seats="ABC")
    assert s.pot == 9
    assert s.money == dict.fromkeys("ABC", 47)
    assert s.sees("B", "B") == TWO.split()
    assert s.sees("C", "B") == [BACK] * 7
    while not s.match.over:
        assert s.kind() != "bet"
        s.does(**{s.asked(): s.ask(s.asked()).prompt.legal(luck_of("uc"))[-1]})


@pytest.mark.rule("UC-01", "UC-R5", "BET-R21", "SHR-17")
def test_it_turns_shares_on_and_refuses_betting_rounds_beside_it() -> None:
    assert GAME.parse_options({"unwound_clock": True}).model_dump()["stakes"] == "shares"
    assert GAME.parse_options({"unwound_clock": True, "share": 0, "stakes": "shares"})
    assert GAME.parse_options({}).model_dump()["stakes"] == "betting"
    assert GAME.parse_options({"unwound_clock": False, "stakes": "betting"})
    with pytest.raises(BadOptions, match=r"The Unwound Clock has no Betting Rounds"):
        GAME.parse_options({"unwound_clock": True, "stakes": "betting"})


@pytest.mark.rule("SHR-17")
def test_the_menu_says_which_games_shares_suit_well() -> None:
    said = {
        key: str(game.options.model_fields["stakes"].description)
        for key, game in GAMES.items()
        if "stakes" in game.options.model_fields
    }
    suited = {key for key, text in said.items() if "Shares suit this game well." in text}
    assert suited == {"the_wheel", "den_of_thieves", "city_square"}
    assert all("everyone pays one at the start" in text for text in said.values())


# ---- the Clock


@pytest.mark.rule("UC-04", "UC-R7")
@pytest.mark.parametrize("seats", ["AB", "ABC", "ABCDEFGH"])
def test_the_clock_has_a_card_more_than_there_are_players(seats: str) -> None:
    s = unwound(seats=seats)
    for viewer in (0, 1, RAIL):
        assert s.on_table("clock", viewer) == [BACK] * (len(seats) + 1)


@pytest.mark.rule("UC-04", "SHR-R8")
def test_who_sits_out_is_not_counted() -> None:
    s = unwound(seats="ABC", stakes={"A": 50, "B": 2, "C": 50})
    assert len(s.on_table("clock")) == 3


# ---- turns


@pytest.mark.rule("UC-06", "UC-07", "UC-05", "UC-09", "UC-R2")
def test_a_turn_draws_a_card_and_plays_one() -> None:
    s = unwound(ONE, TWO, CLOCK, "W.wolf L.horse W.horse")
    for name, card in (("A", "W.wolf"), ("B", "L.horse"), ("A", "W.horse")):
        assert (s.kind(), s.asked()) == ("play_or_discard", name)
        assert len(s.sees(name, name) or []) == 8
        assert (s.sees(name, name) or [])[-1] == card
        plays(s, name, card, card[0])
        assert len(s.sees(name, name) or []) == 7
    # the Starting Player has the first turn, whoever that is
    second = unwound(ONE, TWO, CLOCK, "W.wolf L.horse", carry={"starter": 1})
    assert second.asked() == "B"
    for_the_clock(second, "B")
    assert second.asked() == "A"
    # a lap is over, and no card has come out of the Clock by itself
    assert len(s.on_table("clock")) == 3
    assert rows(s) == {"W companions": ["W.wolf", "W.horse"], "L companions": ["L.horse"]}


@pytest.mark.rule("UC-08", "UC-R1", "UC-R7")
def test_or_discards_one_face_up_and_then_plays_a_card_of_the_clock() -> None:
    s = unwound(ONE, TWO, CLOCK, "W.wren L.horse")
    s.does(A=[ONE.split().index("B.hawk")])
    assert not s.told("reveals")
    # R.wolf is still unknown to everybody
    assert all("R.wolf" not in str(s.match.scene(viewer)) for viewer in (0, 1, RAIL))
    s.does(A="clock")
    # discarded before the card was revealed, and it stays so
    assert s.on_table("discarded") == ["B.hawk"]
    assert (s.kind(), s.asked()) == ("clock", "A")
    assert s.on_table("clock") == [BACK] * 2
    # all have seen the card by now
    for viewer in (1, RAIL):
        [ask] = s.match.scene(viewer).asks
        assert ask.prompt is not None
        assert ask.prompt.says["card"] == "R.wolf"
        assert "R.wolf" in str(s.match.scene(viewer).blocks)
    s.refuses("A", "clock")
    s.does(A="W")
    assert rows(s) == {"W allies": ["R.wolf"]}
    assert s.sees("A", "A") == [*(card for card in ONE.split() if card != "B.hawk"), "W.wren"]
    assert s.asked() == "B"


@pytest.mark.rule("UC-10", "UC-X2")
def test_a_card_of_the_clock_may_go_on_any_spoke_of_its_rank() -> None:
    for spoke, strength in (("L", 1), ("R", 2), ("W", 1)):
        s = unwound(ONE, TWO, CLOCK, "W.wren").does(A=[7]).does(A="clock")
        assert sorted(spokes(s, "A")) == sorted("LRW")
        for wrong in "BM":
            s.refuses("A", wrong)
        assert strengths(s.does(A=spoke)) == {spoke: strength}


@pytest.mark.rule("UC-11", "UC-X3")
def test_a_dragon_of_the_clock_goes_where_it_is_wanted_and_adds_three() -> None:
    for spoke in "WMBLR":
        s = unwound(ONE, TWO, "D.red B.wolf L.wolf", "W.wren", dragon_cards=True).does(A=[7]).does(A="clock")
        assert sorted(spokes(s, "A")) == sorted("WMBLR")
        assert strengths(s.does(A=spoke)) == {spoke: 3}
        assert s.on_table("discarded") == ["W.wren"]


# ---- the end


@pytest.mark.rule("UC-R1")
def test_whoever_turned_the_card_up_chooses_its_spoke() -> None:
    s = for_the_clock(unwound(ONE, TWO, CLOCK, "W.wren L.horse"), "A")
    s.does(B=s.ask("B").prompt.default).does(B="clock")
    assert (s.kind(), s.asked()) == ("clock", "B")


@pytest.mark.rule("UC-05", "UC-13", "UC-X1", "UC-02", "UC-R2")
def test_it_ends_at_once_with_the_last_card_of_the_clock() -> None:
    s = unwound(ONE, TWO, THREE, "R.wolf B.wolf L.wolf M.wolf", seats="ABC")
    for name in "ABC":
        for_the_clock(s, name)
        assert not s.match.over
        assert s.sees("B", "A") == [BACK] * len(s.sees("A", "A") or [])
    for_the_clock(s, "A")
    assert s.match.over
    assert [event.values["seat"] for event in s.told("discards")] == [0, 1, 2, 0]
    # hands of seven are revealed
    assert all(len(s.sees(None, name) or []) == 7 for name in "ABC")
    assert BACK not in (s.sees(None, "A") or [BACK])


@pytest.mark.rule("UC-12", "UC-02", "UC-R2", "WH-18")
def test_hands_score_as_in_the_wheel_and_a_dragon_nothing() -> None:
    hands = "D.red L.hawk R.hawk M.hawk M.hawk M.wolf M.wolf", "R.owl R.owl R.horse R.horse M.owl M.owl W.owl"
    s = unwound(*hands, "L.wolf L.wolf L.owl", "W.wolf W.horse W.hare", dragon_cards=True)
    for name in "ABA":
        s.does(**{name: [7]}).does(**{name: "clock"}).does(**{name: "L"})
    assert strengths(s) == {"L": 6}
    assert totals(s) == {"A": 3, "B": 4}
    assert s.net == {"A": {"piece": -3}, "B": {"piece": 3}}


@pytest.mark.rule("UC-X4", "SHR-12", "WH-19")
def test_placed_and_paid_by_totals_and_color() -> None:
    # Lady is the strongest: 11, twice 9 with four cards of one colour, 4
    hands = (
        "L.hawk L.hawk L.wolf L.wolf R.hawk R.owl R.hare",
        "L.owl L.owl R.owl R.owl R.wolf R.wolf B.wolf",
        "L.wren L.wren R.wren R.wren R.horse R.horse B.horse",
        "R.hawk R.hawk R.hawk R.hawk M.hawk M.hawk W.hawk",
    )
    clock, draws = "L.horse L.horse L.hare L.hare B.hare", "W.wolf W.owl W.horse W.wren W.hare"
    s = unwound(*hands, clock, draws, seats="ABCD")
    for name in "ABCDA":
        s.does(**{name: [7]}).does(**{name: "clock"}).does(**{name: "L"})
    assert totals(s) == {"A": 11, "B": 9, "C": 9, "D": 4}
    assert {name: change["piece"] + 3 for name, change in s.net.items()} == {"A": 9, "B": 1, "C": 1, "D": 0}
    assert s.carried == {"piece": 1}


@pytest.mark.rule("UC-R3", "UC-R2", "DECK-R3")
def test_when_the_deck_is_empty_every_turn_is_a_card_of_the_clock() -> None:
    s = unwound(seats="ABCDEFGH")
    for turn in range(25):
        assert s.kind() == "play_or_discard"
        assert len(s.on_table("clock")) == 9
        name = "ABCDEFGH"[turn % 8]
        s.does(**{name: [7]}).does(**{name: s.ask(name).prompt.default})
    assert len(s.told("drew")) == 25
    hands = {name: s.sees(name, name) for name in "ABCDEFGH"}
    for left in range(9, 0, -1):
        assert (s.kind(), s.asked()) == ("clock", "ABCDEFGH"[(25 + 9 - left) % 8])
        assert len(s.on_table("clock")) == left - 1
        s.does(**{s.asked(): s.ask(s.asked()).prompt.default})
    assert s.match.over
    assert len(s.told("drew")) == 25
    assert s.on_table("discarded") == []
    assert {name: s.sees(name, name) for name in "ABCDEFGH"} == hands


@pytest.mark.rule("DECK-R3", "DH-R9")
def test_dragon_hordes_too_says_what_happens_when_the_deck_runs_out() -> None:
    s = Script(dragon_hordes.GAME, "AB", stakes=2000, rolls="1 2 " * 100)
    while not s.told("reshuffled"):
        s.does(**{s.asked(): "W" if s.kind() == "predict" else s.ask(s.asked()).prompt.default})
    assert not s.match.over
    assert len(s.on_table("revealed")) == 1


RUN_OUT = ("dragon_hordes", "adventurers_choice")
HAND_GAMES = sorted(
    key for key, game in GAMES.items() if game.rulebook == GAME.rulebook and key not in RUN_OUT
)


@pytest.mark.rule("DECK-R3", "DECK-R2")
@pytest.mark.parametrize("key", HAND_GAMES)
def test_no_other_game_draws_from_an_empty_deck(key: str) -> None:
    """Played at full tables by whoever does anything: to draw from an empty deck would be an error."""
    game = GAMES[key]
    for case in range(12):
        luck = luck_of("running out", key, case)
        header = random_header(game, luck)
        most = game.limits(game.parse_options(header.options))[1]
        header = replace(header, ring=tuple(range(most)), stakes=dict.fromkeys(range(most), 50))
        match = finish(Match(game, header), luck)
        unwound = header.options.get("unwound_clock", False)
        assert unwound or not any(event.kind == "no_card_left" for event in match.events)


# ---- markers, and who leaves


@pytest.mark.rule("UC-R4", "WH-26")
def test_with_marked_spokes_a_card_of_the_clock_goes_on_one_that_is_not() -> None:
    carry = {"starter": 0, "marked": ["L", "R"]}
    for card, open_spokes in (("L.wolf", "B"), ("R.wolf", "W"), ("B.wolf", "BM"), ("D.red", "WMB")):
        s = unwound(
            ONE, TWO, f"{card} M.owl M.owl".replace("M.owl", "M.wren"), "W.wren",
            carry=carry, successive_games=True, dragon_cards=True,
        )  # fmt: skip
        s.does(A=[7]).does(A="clock")
        assert sorted(spokes(s, "A")) == sorted(open_spokes)


@pytest.mark.rule("UC-R4", "WH-25", "WH-28")
def test_games_with_an_unwound_clock_count_among_the_three() -> None:
    s = unwound(successive_games=True)
    for marked in (1, 2, 0):
        s = to_the_end(s)
        assert len(s.result.carry.get("marked", [])) == marked
        s = s.next(stakes={"A": 50, "B": 50})


@pytest.mark.rule("UC-R6", "SHR-R5", "WH-R9")
def test_who_leaves_is_played_by_defaults_and_touches_no_clock() -> None:
    s = unwound(ONE, TWO, THREE, "W.wolf B.wolf L.wolf R.wolf", "W.horse L.horse W.wren M.wren", seats="ABC")
    s.leaves("B")
    assert s.asked() == "A"
    for_the_clock(s, "A")
    # B has played what it drew on its own spoke
    assert s.asked() == "C"
    assert "L.horse" in rows(s)["L companions"]
    assert len(s.on_table("clock")) == 3
    for_the_clock(s, "C")
    while not s.match.over:
        for_the_clock(s, s.asked())
    assert {event.values["seat"] for event in s.told("discards")} == {0, 2}
    assert len(s.told("reveals")) == 4
    assert [row.place for row in s.result.rows if row.seat == 1] != [None]


@pytest.mark.rule("UC-R6", "UC-R3")
def test_if_all_leave_it_still_ends() -> None:
    s = unwound(ONE, TWO, CLOCK).leaves("A").leaves("B")
    assert s.match.over
    assert {event.kind for event in s.match.events} >= {"no_card_left", "showdown"}
    assert not s.told("discards")


def test_what_was_played_before_lies_on() -> None:
    s = turns(unwound(ONE, TWO, CLOCK, "W.wren L.horse"), "A W.wren W", "B L.horse L")
    assert strengths(s) == {"W": 2, "L": 2}
