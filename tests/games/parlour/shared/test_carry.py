"""From game to game: the Starting Player and carried money (BET-03, BET-R18, BET-R20)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from games.engine import Header, Match, Seed
from games.parlour import rogues_and_warriors
from games.parlour.shared.game_frame import due
from games.registry import GAMES
from tests.helpers.script import Script

PARLOUR = [
    game for game in GAMES.values() if game.money == "pieces" and "stakes" in game.options.model_fields
]
"""All games that are played for a pot."""


@pytest.mark.rule("BET-03", "BET-R18")
def test_the_next_game_starts_with_the_next_seat_those_that_sit_out_counted() -> None:
    s = Script(rogues_and_warriors.GAME, "ABC", carry={"last_starter": 1}).defaults()
    assert s.told("starts")[0].values == {"seat": 2}
    s = s.next(stakes={"A": 0, "B": 50, "C": 50})
    assert s.told("starts")[0].values == {"seat": 0}
    assert s.asked() == "B"
    assert s.defaults().next(stakes={"A": 5, "B": 50, "C": 50}).told("starts")[0].values == {"seat": 1}


@pytest.mark.rule("BET-R18")
def test_a_starting_player_who_has_left_the_table_is_followed_by_the_next_seat() -> None:
    header = Header(
        "rogues_and_warriors", 1, {}, (0, 2, 5), Seed("x"), {0: 9, 2: 9, 5: 9}, {"last_starter": 2}
    )
    for last, starter in ((2, 5), (3, 5), (5, 0), (0, 2), (9, 0)):
        match = Match(rogues_and_warriors.GAME, replace(header, carry={"last_starter": last}))
        assert next(e for e in match.events if e.kind == "starts").values == {"seat": starter}


@pytest.mark.rule("BET-R18")
def test_the_first_starting_player_is_drawn_by_chance_or_set_by_the_host() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(400):
        header = Header(
            "rogues_and_warriors", 1, {}, (0, 1, 4, 6), Seed(str(seed)), dict.fromkeys((0, 1, 4, 6), 9)
        )
        match = Match(rogues_and_warriors.GAME, header)
        drawn[next(e for e in match.events if e.kind == "starts").values["seat"]] += 1
    assert set(drawn) == {0, 1, 4, 6}
    assert min(drawn.values()) > 60
    s = Script(rogues_and_warriors.GAME, "ABC", carry={"starter": 2, "last_starter": 0})
    assert s.told("starts")[0].values == {"seat": 2}


@pytest.mark.rule("BET-R18")
def test_a_replay_moves_no_starting_player() -> None:
    s = Script(
        rogues_and_warriors.GAME,
        "AB",
        cards="W.hawk B.wolf W.owl B.horse",
        split_rule="king",
    )
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert s.told("replay_king")
    assert s.asked() == "A"
    assert s.defaults().next().told("starts")[0].values == {"seat": 1}


@pytest.mark.rule("BET-R20", "TIE-X4")
@pytest.mark.parametrize("game", PARLOUR, ids=lambda game: game.key)
def test_carried_money_lies_in_the_pot_of_the_next_game_whichever_it_is(game: object) -> None:
    s = Script(
        game,  # type: ignore[arg-type]
        "ABC",
        carry={"last_starter": 0, "pot": {"piece": 2}, "tied": [0, 1]},
        rolls="1 2 3 4 5 " * 3,
    )
    assert s.pot == 5
    s.leaves("A").leaves("C").defaults()
    assert s.net["B"] == {"piece": 4}
    assert s.carried == {}


@pytest.mark.rule("BET-R20")
@pytest.mark.parametrize(
    ("seated", "paid"),
    [
        ([0, 1, 2, 3], {1: 3, 3: 4}),  # the two who tied; the odd piece to the first from seat 2
        ([0, 1, 2], {1: 7}),  # seat 3 has left and has no claim
        ([0, 2], {0: 3, 2: 4}),  # neither is there: all who are
        ([], {}),
    ],
)
def test_a_table_that_closes_gives_the_carried_pot_to_those_who_tied(
    seated: list[int], paid: dict[int, int]
) -> None:
    carry = {"last_starter": 2, "pot": {"piece": 7}, "tied": [1, 3]}
    assert due(carry, seated) == {seat: {"piece": n} for seat, n in paid.items()}
    assert rogues_and_warriors.GAME.due(carry, seated) == due(carry, seated)
    assert due({"last_starter": 2}, seated) == {}


@pytest.mark.rule("BET-R20")
def test_two_odd_pieces_go_to_two_seats_one_each() -> None:
    carry = {"last_starter": 2, "pot": {"piece": 8}, "tied": [0, 1, 3]}
    assert due(carry, [0, 1, 2, 3]) == {3: {"piece": 3}, 0: {"piece": 3}, 1: {"piece": 2}}


@pytest.mark.rule("BET-R20", "TIE-R5")
def test_who_last_tied_is_carried_with_the_money() -> None:
    s = Script(
        rogues_and_warriors.GAME,
        "ABC",
        cards="W.hawk B.wolf W.owl B.horse R.wren R.hare",
    )
    s.each("ABC", "check").each("ABC", [0]).each("ABC", "check")
    assert s.result.carry == {"last_starter": 0, "pot": {"piece": 1}, "tied": [0, 1]}
