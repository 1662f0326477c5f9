"""A match for points: it leaves purses, the carry and leaderboards alone (PTS)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine import RAIL, BadOptions, Chance, Header, Match, SceneHeader, Seed
from games.gembones import hags_haggle, tripledip
from games.gembones.hags_haggle import codes
from games.gembones.hags_haggle import options as hags_haggle_options
from games.gembones.rolled_gold import options as rolled_gold_options
from games.gembones.tripledip import options as tripledip_options
from games.registry import GAMES
from tests.helpers.games import tiamat
from tests.helpers.games.point_race import GEMBONES, boneyard_race, race_scores, winners
from tests.helpers.random_matches import cases, finish, luck_of, random_header
from tests.helpers.script import Script


@pytest.mark.rule("PTS-R2", "PTS-06")
@pytest.mark.parametrize("key", GEMBONES)
def test_no_gembone_changes_hands_and_what_lies_on_the_table_stays_there(key: str) -> None:
    for case in cases(6):
        luck = luck_of("points", key, case)
        header = random_header(GAMES[key], luck, played_for="points_quick", **NO_BELLS.get(key, {}))
        carry = {"pot": {"g6": 3}, "paid": [[0, 18]]}
        match = finish(Match(GAMES[key], replace(header, carry=carry)), luck, leaves=60)
        assert match.result is not None
        assert match.result.pays == ()
        assert match.result.carry == carry
        assert all(not row.change for row in match.result.rows)


NO_BELLS: dict[str, dict[str, Any]] = {"tripledip": {"nine_bells": False}}


@pytest.mark.rule("PTS-R4", "TD-R8")
def test_the_golden_pot_scores_for_who_takes_it() -> None:
    # two games by dubs fill it with 2g4, the trips of the third add three and take it: five points at once
    s = Script(tripledip.GAME, "AB", rolls="1 1 2  2 2 1  1 1 2  2 2 1  3 3 4  4 4 4", carry={},
               settings={"played_for": "points_quick", "machaes_golden_pot": True})  # fmt: skip
    for total in ({"A": 0, "B": 0}, {"A": 0, "B": 0}, {"A": 0, "B": 5}):
        s.each("AB", "stake")
        assert race_scores(s) == total
    assert winners(s) == "B"


@pytest.mark.rule("PTS-R4")
def test_blinskys_tickets_score_the_gembones_that_they_stand_for() -> None:
    s = boneyard_race("A", "2 5 4", blinsky=True)
    s.does(A=1)
    assert race_scores(s) == {"A": 6}


@pytest.mark.rule("PTS-R5", "BB-R9", "GEM-R7")
@pytest.mark.parametrize(("vistani", "ranked"), [(False, True), (True, False)])
def test_a_match_of_games_that_do_not_rank_does_not_rank_either(vistani: bool, ranked: bool) -> None:
    rolls = "2 5 1  2 5 1  2 5 1  2 5 1" if vistani else "2 5 4  2 5 4  2 5 4  2 5 4"
    s = boneyard_race("A", rolls, vistani_stowaway=vistani)
    while not s.match.over:
        s.does(A=1)
    assert s.result.ranked == ranked


@pytest.mark.rule("PTS-R7")
def test_free_dice_are_counted() -> None:
    assert boneyard_race("A", "").offered("A")[1] == (1, 1)
    haggle = Script(hags_haggle.GAME, "A", carry={}, settings={"codes": False, "played_for": "points_full"})
    assert haggle.offered("A")[1] == (1, 1)
    vault = rolled_gold_options.Options.model_validate(
        {"vault_of_dragons": True, "played_for": "points_quick"}
    )
    assert vault.most == 3
    madness = tripledip_options.Options.model_validate({"mordenkainens_madness": True})
    assert tripledip.point_target(madness, "quick", 3) == 8
    high = tripledip_options.Options.model_validate({"size": "g20", "high_stakes": True})
    assert (tripledip.point_target(high, "quick", 3), tripledip.point_target(high, "full", 3)) == (20, 60)
    with pytest.raises(BadOptions, match="not played for points"):
        tripledip.GAME.parse_options({"nine_bells": True, "played_for": "points_quick"})


@pytest.mark.rule("PTS-R8")
def test_penalties_cost_no_points() -> None:
    # code 7 takes the die that shows it, and the three of a match score all the same
    s = Script(hags_haggle.GAME, "A", rolls="7 3 4 7", carry={},
               settings={"gembones": "g8", "bargains": False, "played_for": "points_full",
                         "dealers_number": 100})  # fmt: skip
    assert s.on_table("code") == codes.code_texts([7])
    s.does(A=1)
    assert race_scores(s) == {"A": 9}


@pytest.mark.rule("PTS-R8", "BB-18")
def test_a_captive_of_the_castle_loses_no_points() -> None:
    s = boneyard_race("ABC", "2 5 3 2 8  3 4 3 8 8  3 5 3", storming_the_castle=True)
    s.each("ABC", 1)
    assert race_scores(s) == {"A": 6, "B": 3, "C": 0}
    s.each("ABC", 1)
    assert s.asked() == "A", "the others are caught"
    s.does(A=1)
    assert race_scores(s) == {"A": 12, "B": 3, "C": 0}


@pytest.mark.rule("PTS-R8")
def test_a_breach_of_the_code_makes_that_game_score_nothing() -> None:
    s = Script(hags_haggle.GAME, "A", rolls="1 3 4 7  3 4 7", carry={},
               settings={"gembones": "g8", "bargains": False, "played_for": "points_full",
                         "dealers_number": 100})  # fmt: skip
    s.does(A=1).does(A="break")
    assert race_scores(s) == {"A": 9}, "the first time is a warning"
    s.does(A=1).does(A="break")
    assert race_scores(s) == {"A": 9}


@pytest.mark.rule("PTS-R2", "HH-R6")
def test_bargains_that_cost_a_gembone_are_not_offered() -> None:
    options = hags_haggle_options.Options.model_validate({"played_for": "points_quick"})
    assert options.bargains
    assert not options.side_wagers
    kinds = set()
    for case in cases(30):
        luck = luck_of("bargains", case)
        header = Header("hags_haggle", 1, {"played_for": "points_full", "tray": 5}, (0, 1), Seed(f"b{case}"))
        match = Match(hags_haggle.GAME, header)
        while not match.over:
            ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
            kinds.add(ask.prompt.kind)
            answers = ask.prompt.legal(luck)
            match.answer(ask.id, ask.seat, 1 if ask.prompt.kind == "wager" else luck.choice(answers))
    assert not kinds & {"shot", "so_close", "redeem"}
    assert "beginners_luck" in kinds


@pytest.mark.rule("PTS-R2")
@pytest.mark.parametrize("played_for", ["gembones", "points_quick"])
def test_spectators_bet_on_a_duel_for_gembones_only(played_for: str) -> None:
    tie = "A GGRRU  B KKWWG"
    s = tiamat.start_game(tie, dueling_dragons=True, played_for=played_for)
    tiamat.keep_all(s)
    s.each(s.asked("duel"), "fight")
    assert bool(s.told("bets_open")) == (played_for == "gembones")


@pytest.mark.rule("HH-31", "HH-R10")
def test_the_dealer_names_her_number_when_the_match_begins() -> None:
    seen = set()
    for number in range(5):
        s = Script(hags_haggle.GAME, "A", numbers=[number, 0], carry={},
                   settings={"codes": False, "played_for": "points_quick"})  # fmt: skip
        [event] = s.told("number")
        assert event.values["n"] == s.scene_block(SceneHeader).facts[0].values["target"]
        assert event.values["why"].endswith(".")
        seen.add(event.values["n"])
    assert seen == {9, 13, 17, 21, 30}
    s = Script(
        hags_haggle.GAME, "ABC", carry={}, settings={"dealers_number": 100, "played_for": "points_full"}
    )
    assert s.scene_block(SceneHeader).facts[0].values["target"] == 300
    for wrong in (4, 101, -1):
        with pytest.raises(BadOptions, match="number"):
            hags_haggle.GAME.parse_options({"dealers_number": wrong})


@pytest.mark.parametrize("key", GEMBONES)
def test_computer_players_bring_a_match_to_its_end(key: str) -> None:
    game = GAMES[key]
    policy = next(iter(game.policies.values()))
    low = game.seats[0]
    header = Header(key, game.version, {"played_for": "points_full"}, tuple(range(max(2, low))), Seed("ends"))
    match, luck = Match(game, header), Chance(Seed("computers"))
    for _ in range(20_000):
        if match.over:
            break
        ask = next(ask for ask in match.open.values() if not ask.answered)
        seen = next(each for each in match.scene(ask.seat).asks if each.id == ask.id)
        match.answer(ask.id, ask.seat, policy(match.scene(ask.seat), seen, luck), "computer")
    assert match.result is not None
    assert [row.place for row in match.result.rows].count(1) == 1
    assert match.scene(RAIL).over
