"""Matches for points: what gembones score, when a match is won, and what never happens in one (PTS)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from games.catalogue import GAMES
from games.engine import HOUSE, RAIL, BadOptions, Chance, Header, Match, Pay, SceneHeader, Seed
from games.gembones import barovian_boneyard as boneyard
from games.gembones import fireball, hags_codes, hags_haggle, lucky_13, rolled_gold, tiamat, tripledip
from games.gembones.gold_odds import Roll, Rules, house_one, outcome
from games.gembones.points import VALUES, GemboneOptions, scored
from tests.games.gembones import fires, tiamats
from tests.games.generate import cases, finish, luck_of, random_header
from tests.games.script import Script

GEMBONES = [key for key, game in GAMES.items() if issubclass(game.options, GemboneOptions)]


def points(script: Script) -> dict[str, int]:
    """What each seat has scored in the end."""
    return {script.name(row.seat): row.points for row in script.result.rows}


def winners(script: Script) -> str:
    """Who has won the match."""
    return "".join(sorted(script.name(row.seat) for row in script.result.rows if row.place == 1))


def yard(seats: str, rolls: str, size: str = "g8", length: str = "quick", **options: Any) -> Script:
    """A match for points at the Boneyard, at its first wagers."""
    chosen = {"size": size, "played_for": f"points_{length}", **options}
    return Script(boneyard.GAME, seats, rolls=rolls, carry={}, settings=chosen)


# ---- what scores


@pytest.mark.rule("PTS-04", "PTS-X1")
def test_the_seven_values() -> None:
    assert VALUES == {"g4": 1, "g6": 2, "g8": 3, "g10": 4, "g12": 5, "g20": 6, "g100": 10}


@pytest.mark.rule("PTS-03", "PTS-05")
def test_what_is_won_scores_by_its_size_and_what_is_lost_counts_nothing() -> None:
    pays = [Pay(HOUSE, 0, "g8", 2), Pay(0, HOUSE, "g20", 1), Pay(1, 0, "g4", 1), Pay(1, HOUSE, "g100", 1)]
    assert scored(pays) == {0: 7}


@pytest.mark.rule("PTS-08", "PTS-X2", "TD-44", "TD-45", "L13-47", "L13-48", "RG-33", "RG-34", "BB-25", "BB-26",
                  "HH-31", "HH-32", "FB-24", "FB-25", "TM-41", "TM-42")  # fmt: skip
def test_the_quick_and_the_full_target_of_every_game() -> None:
    def trips(size: str) -> tuple[int, int]:
        options = tripledip.Options.model_validate({"size": size})
        return tripledip.point_target(options, "quick", 4), tripledip.point_target(options, "full", 4)

    assert (trips("g4"), trips("g6"), trips("g8")) == ((4, 16), (6, 24), (8, 32))
    targets = {game: (game.point_target("quick", 4), game.point_target("full", 4))
               for game in (lucky_13, rolled_gold, boneyard, fireball)}  # fmt: skip
    assert [*targets.values()] == [(13, 52), (20, 100), (20, 80), (5, 20)]
    assert (hags_haggle.point_target(17, "quick", 4), hags_haggle.point_target(17, "full", 4)) == (17, 68)
    assert (tiamat.point_target("quick"), tiamat.point_target("full")) == (1, 3)


@pytest.mark.rule("PTS-01", "GEN-R9")
@pytest.mark.parametrize("key", GEMBONES)
def test_every_gembone_game_is_played_for_gembones_or_for_points_quick_or_full(key: str) -> None:
    game = GAMES[key]
    assert game.plays_for(game.parse_options({})) == "gembones"
    for length in ("points_quick", "points_full"):
        assert game.plays_for(game.parse_options({"played_for": length})) == "points"


def test_there_are_seven_of_them() -> None:
    assert len(GEMBONES) == 7


# ---- the examples


@pytest.mark.rule("PTS-X3", "PTS-02", "TD-43")
@pytest.mark.parametrize(("rolls", "score"), [("2 2 6", 6), ("5 5 5", 18)])
def test_one_game_of_tripledip_may_be_a_match(rolls: str, score: int) -> None:
    s = Script(tripledip.GAME, "ABCD", rolls=f"{rolls} 1 1 2 2 2 1 3 3 4", carry={},
               settings={"size": "g6", "played_for": "points_quick"})  # fmt: skip
    s.each("ABCD", "stake")
    assert points(s) == {"A": score, "B": 0, "C": 0, "D": 0}
    assert winners(s) == "A"


@pytest.mark.rule("PTS-X4")
def test_fireball_scores_what_the_others_have_not_locked() -> None:
    s = fires.begin(
        "A 66666666  B 66666123  C 66666661  D 66666612", played_for="points_quick", mode="rounds"
    )
    assert points(s) == {"A": 12, "B": 0, "C": 0, "D": 0}


@pytest.mark.rule("PTS-X5", "PTS-R3")
def test_the_boneyard_in_points() -> None:
    # ravenloft 6, svalich 3, vallaki 6, mist 0: 15 of 20, so the match goes on
    s = yard("A", "2 5 4  2 5 5  7 7 7  2 5 8")
    for total in (6, 9, 15, 15):
        s.does(A=1)
        assert head(s)["A"] == total
    assert s.rigged.rolls == []
    assert s.asked("wager") == "A"


@pytest.mark.rule("PTS-X6", "PTS-R3")
@pytest.mark.parametrize(("face", "score"), [(7, 30), (8, 2), (3, 0)])
def test_the_haggle_in_points(face: int, score: int) -> None:
    s = Script(hags_haggle.GAME, "A", rolls=f"3 4 {face}", carry={},
               settings={"gembones": "g12", "codes": False, "dealers_number": 30,
                         "played_for": "points_quick"})  # fmt: skip
    s.does(A=1)
    assert head(s)["A"] == score
    assert s.match.over == (score == 30)


@pytest.mark.rule("PTS-X7", "PTS-R3")
@pytest.mark.parametrize(
    ("house", "bane", "score"), [(13, False, 9), (2, False, 1), (13, True, 7), (2, True, 1)]
)
def test_a_20_multiplies_the_points_of_the_payout_and_rounds_down(house: int, bane: bool, score: int) -> None:
    rules = Rules(bane=bane)
    assert outcome(Roll("g20", 20), house, rules).points == score
    to = Fraction(6, 5) if bane else Fraction(3, 2)
    assert score == int({13: 6, 2: 1}[house] * to)
    assert outcome(Roll("g20", 19), 2, rules).points == 1
    assert outcome(Roll("g20", 2), 19, rules).points == 0


@pytest.mark.rule("RG-R15")
def test_a_house_1_scores_the_dice_in_the_tray() -> None:
    assert (house_one("g4").points, house_one("g20").points) == (1, 6)
    s = Script(rolled_gold.GAME, "A", rolls="1", carry={}, settings={"played_for": "points_quick"})
    s.does(A="g4").does(A="g10").does(A="done")
    assert head(s)["A"] == 5


@pytest.mark.rule("RG-35")
def test_rolled_gold_is_a_race_to_its_target() -> None:
    s = Script(
        rolled_gold.GAME, "AB", rolls="19 20 20 3 1", carry={}, settings={"played_for": "points_quick"}
    )
    for name, dice in (("A", ("g20", "g20", "done")), ("B", ("g4", "done"))):
        for die in dice:
            s.does(**{name: die})
    s.each("AB", "done")
    assert points(s) == {"A": 30, "B": 0}
    assert winners(s) == "A"


# ---- when a match is won


def head(s: Script) -> dict[str, int]:
    """The score as it stands beside the title, or in the end in the rows."""
    if s.match.over:
        return points(s)
    [line] = s.scene_block(SceneHeader).facts
    scores = line.values["scores"]
    told = dict(pair.rsplit(" ", 1) for pair in scores.text.split(", "))
    return {s.name(scores.values[mark.strip("{}").partition(":")[0]]): int(n) for mark, n in told.items()}


@pytest.mark.rule("PTS-R1")
def test_scores_are_compared_when_a_game_is_settled_and_the_highest_wins() -> None:
    # both pass 20 in the fourth game; B stands higher
    s = yard("AB", "2 5 3 3  2 5 3 3  2 5 3 3  2 5 5 4")
    for _ in range(4):
        assert not s.match.over
        s.each("AB", 1)
    assert points(s) == {"A": 21, "B": 24}
    assert winners(s) == "B"


@pytest.mark.rule("PTS-R1", "TM-R13")
def test_who_is_equal_at_the_top_plays_on_alone() -> None:
    s = yard("ABC", "2 5 3 3 8  2 5 3 3 8  2 5 3 3 8  2 5 3 3 8  2 5 3 3  2 5 3 8")
    for _ in range(4):
        s.each("ABC", 1)
    assert head(s) == {"A": 24, "B": 24, "C": 0}
    for _ in range(2):
        assert s.asked() == "AB"
        s.each("AB", 1)
    assert points(s) == {"A": 36, "B": 30, "C": 0}
    assert winners(s) == "A"
    assert s.rigged.rolls == []


@pytest.mark.rule("PTS-R5")
def test_a_lone_player_is_told_how_many_games_it_took() -> None:
    s = yard("A", "2 5 3 " * 4)
    for _ in range(4):
        s.does(A=1)
    assert s.result.headline.values["games"].values == {"n": 4}
    assert "reached" in s.result.headline.text


@pytest.mark.rule("PTS-R6")
def test_the_target_stays_when_somebody_leaves() -> None:
    s = yard("ABC", "2 5 3 3 3  2 5 3 3", size="g10", length="full")
    s.each("ABC", 1)
    s.leaves("C")
    assert s.asked() == "AB"
    s.each("AB", 1)
    assert s.scene_block(SceneHeader).facts[0].values["target"] == 60


def test_who_stays_when_all_others_have_left_wins() -> None:
    s = yard("AB", "2 5 8 3")
    s.each("AB", 1)
    s.leaves("B")
    s.does(A="pass")
    assert points(s) == {"A": 0, "B": 6}
    assert winners(s) == "A"


def test_a_match_that_nobody_plays_any_more_is_over_and_won_by_nobody() -> None:
    s = yard("AB", "2 5 3 8")
    s.each("AB", 1).defaults()
    assert points(s) == {"A": 6, "B": 0}
    assert winners(s) == ""


@pytest.mark.rule("TM-R13", "TM-42", "TM-X15")
def test_three_wins_of_five_end_a_match_of_tiamat_after_four() -> None:
    s = tiamat_match("AB", "A", "B", "A", "A")
    assert winners(s) == "A"
    assert points(s) == {"A": 30, "B": 10}
    assert s.result.headline.values["games"].values == {"n": 4}


@pytest.mark.rule("TM-X15", "TM-R13", "PTS-R1")
def test_equal_leaders_after_five_games_of_tiamat_play_one_more() -> None:
    s = tiamat_match("ABC", "A", "A", "B", "B", "C")
    assert not s.match.over
    assert s.asked("stake") == "AB"


@pytest.mark.rule("TM-R13")
def test_most_wins_take_a_match_of_tiamat_after_five_games() -> None:
    s = tiamat_match("ABCD", "A", "B", "C", "A", "D")
    assert winners(s) == "A"


@pytest.mark.rule("TM-R13")
def test_in_bahamut_the_wins_are_the_teams() -> None:
    alone = 0
    for number in range(12):
        options = {"played_for": "points_quick", "bahamut": True}
        match = Match(tiamat.GAME, Header("tiamat", 1, options, (0, 1, 2, 3), Seed("teams", number)))
        while not match.over:
            ask = next(ask for ask in match.open.values() if not ask.answered)
            match.answer(ask.id, ask.seat, "stake" if ask.prompt.kind == "stake" else [])
        assert match.result is not None
        won = {row.seat for row in match.result.rows if row.place == 1}
        assert won in ({0, 2}, {1, 3})
        assert match.result.headline.values["games"].values == {"n": 1}
        alone += bool(won & {event.values["seat"] for event in match.events if event.kind == "out"})
    assert alone, "one of a team that wins may be out"


@pytest.mark.rule("TM-41")
def test_a_quick_match_of_tiamat_is_one_game() -> None:
    assert winners(tiamat_match("AB", "B", length="quick")) == "B"


def tiamat_match(seats: str, *wins: str, length: str = "full") -> Script:
    """Games of Tiamat of three hands each, which the named seats win by Tiamat, twice five damage to all others."""
    told = []
    for winner in wins:
        for _ in range(2):
            told.append("  ".join(f"{name} {'GRUKW' if name == winner else 'GGRRU'}" for name in seats))
    dealt: list[str] = []
    rolls: list[str] = []
    for number in range(len(wins)):
        hands = [tiamats.read(hand) for hand in told[2 * number : 2 * number + 2]]
        dealt += tiamats.dealt(hands, "A")
        rolls += ["100" if name == "A" else "1" for name in seats]
    s = Script(tiamat.GAME, seats, cards=" ".join(dealt), rolls=" ".join(rolls), carry={},
               settings={"played_for": f"points_{length}"})  # fmt: skip
    for _ in wins:
        s.each(seats, "stake")
        for _ in range(2):
            tiamats.keep(s)
    return s


# ---- what does not happen


@pytest.mark.rule("PTS-R2", "PTS-06")
@pytest.mark.parametrize("key", GEMBONES)
def test_no_gembone_changes_hands_and_what_lies_on_the_table_stays_there(key: str) -> None:
    for case in cases(6):
        luck = luck_of("points", key, case)
        header = random_header(GAMES[key], luck, played_for="points_quick", **NO_BELLS.get(key, {}))
        carry = {"pot": {"g6": 3}, "paid": [[0, 18]]}
        match = finish(Match(GAMES[key], header.rig(carry=carry)), luck, leaves=60)
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
        assert head(s) == total
    assert winners(s) == "B"


@pytest.mark.rule("PTS-R4")
def test_blinskys_tickets_score_the_gembones_that_they_stand_for() -> None:
    s = yard("A", "2 5 4", blinsky=True)
    s.does(A=1)
    assert head(s) == {"A": 6}


@pytest.mark.rule("PTS-R5", "BB-R9", "GEM-R7")
@pytest.mark.parametrize(("vistani", "ranked"), [(False, True), (True, False)])
def test_a_match_of_games_that_do_not_rank_does_not_rank_either(vistani: bool, ranked: bool) -> None:
    rolls = "2 5 1  2 5 1  2 5 1  2 5 1" if vistani else "2 5 4  2 5 4  2 5 4  2 5 4"
    s = yard("A", rolls, vistani_stowaway=vistani)
    while not s.match.over:
        s.does(A=1)
    assert s.result.ranked == ranked


@pytest.mark.rule("PTS-R7")
def test_free_dice_are_counted() -> None:
    assert yard("A", "").offered("A")[1] == (1, 1)
    haggle = Script(hags_haggle.GAME, "A", carry={}, settings={"codes": False, "played_for": "points_full"})
    assert haggle.offered("A")[1] == (1, 1)
    vault = rolled_gold.Options.model_validate({"vault_of_dragons": True, "played_for": "points_quick"})
    assert vault.most == 3
    madness = tripledip.Options.model_validate({"mordenkainens_madness": True})
    assert tripledip.point_target(madness, "quick", 3) == 8
    high = tripledip.Options.model_validate({"size": "g20", "high_stakes": True})
    assert (tripledip.point_target(high, "quick", 3), tripledip.point_target(high, "full", 3)) == (20, 60)
    with pytest.raises(BadOptions, match="not played for points"):
        tripledip.GAME.parse_options({"nine_bells": True, "played_for": "points_quick"})


@pytest.mark.rule("PTS-R8")
def test_penalties_cost_no_points() -> None:
    # code 7 takes the die that shows it, and the three of a match score all the same
    s = Script(hags_haggle.GAME, "A", rolls="7 3 4 7", carry={},
               settings={"gembones": "g8", "bargains": False, "played_for": "points_full",
                         "dealers_number": 100})  # fmt: skip
    assert s.on_table("code") == hags_codes.told([7])
    s.does(A=1)
    assert head(s) == {"A": 9}


@pytest.mark.rule("PTS-R8", "BB-18")
def test_a_captive_of_the_castle_loses_no_points() -> None:
    s = yard("ABC", "2 5 3 2 8  3 4 3 8 8  3 5 3", storming_the_castle=True)
    s.each("ABC", 1)
    assert head(s) == {"A": 6, "B": 3, "C": 0}
    s.each("ABC", 1)
    assert s.asked() == "A", "the others are caught"
    s.does(A=1)
    assert head(s) == {"A": 12, "B": 3, "C": 0}


@pytest.mark.rule("PTS-R8")
def test_a_breach_of_the_code_makes_that_game_score_nothing() -> None:
    s = Script(hags_haggle.GAME, "A", rolls="1 3 4 7  3 4 7", carry={},
               settings={"gembones": "g8", "bargains": False, "played_for": "points_full",
                         "dealers_number": 100})  # fmt: skip
    s.does(A=1).does(A="break")
    assert head(s) == {"A": 9}, "the first time is a warning"
    s.does(A=1).does(A="break")
    assert head(s) == {"A": 9}


@pytest.mark.rule("PTS-R2", "HH-R6")
def test_bargains_that_cost_a_gembone_are_not_offered() -> None:
    options = hags_haggle.Options.model_validate({"played_for": "points_quick"})
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
    s = tiamats.begin(tie, dueling_dragons=True, played_for=played_for)
    tiamats.keep(s)
    s.each(s.asked("duel"), "fight")
    assert bool(s.told("bets_open")) == (played_for == "gembones")


@pytest.mark.rule("HH-31", "HH-R10")
def test_the_dealer_names_her_number_when_the_match_begins() -> None:
    seen = set()
    for number in range(5):
        s = Script(hags_haggle.GAME, "A", numbers=[number, 0], carry={},
                   settings={"codes": False, "played_for": "points_quick"})  # fmt: skip
        [told] = s.told("number")
        assert told.values["n"] == s.scene_block(SceneHeader).facts[0].values["target"]
        assert told.values["why"].endswith(".")
        seen.add(told.values["n"])
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
