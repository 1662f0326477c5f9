"""A match for points: a race over as many games as it takes (PTS)."""

from __future__ import annotations

import pytest

from games.engine import Header, Match, SceneHeader, Seed
from games.gembones import tiamat
from tests.helpers.games import tiamat as tiamats
from tests.helpers.games.point_race import boneyard_race, points, race_scores, winners
from tests.helpers.script import Script


@pytest.mark.rule("PTS-R1")
def test_scores_are_compared_when_a_game_is_settled_and_the_highest_wins() -> None:
    # both pass 20 in the fourth game; B stands higher
    s = boneyard_race("AB", "2 5 3 3  2 5 3 3  2 5 3 3  2 5 5 4")
    for _ in range(4):
        assert not s.match.over
        s.each("AB", 1)
    assert points(s) == {"A": 21, "B": 24}
    assert winners(s) == "B"


@pytest.mark.rule("PTS-R1", "TM-R13")
def test_who_is_equal_at_the_top_plays_on_alone() -> None:
    s = boneyard_race("ABC", "2 5 3 3 8  2 5 3 3 8  2 5 3 3 8  2 5 3 3 8  2 5 3 3  2 5 3 8")
    for _ in range(4):
        s.each("ABC", 1)
    assert race_scores(s) == {"A": 24, "B": 24, "C": 0}
    for _ in range(2):
        assert s.asked() == "AB"
        s.each("AB", 1)
    assert points(s) == {"A": 36, "B": 30, "C": 0}
    assert winners(s) == "A"
    assert s.rigged.rolls == []


@pytest.mark.rule("PTS-R5")
def test_a_lone_player_is_told_how_many_games_it_took() -> None:
    s = boneyard_race("A", "2 5 3 " * 4)
    for _ in range(4):
        s.does(A=1)
    assert s.result.headline.values["games"].values == {"n": 4}
    assert "reached" in s.result.headline.text


@pytest.mark.rule("PTS-R6")
def test_the_target_stays_when_somebody_leaves() -> None:
    s = boneyard_race("ABC", "2 5 3 3 3  2 5 3 3  2 5 3 3", size="g10", length="full")
    s.each("ABC", 1)
    s.leaves("C")
    assert s.asked() == "AB"
    s.each("AB", 1)
    # the third game has begun without C
    s.each("AB", 1)
    assert s.scene_block(SceneHeader).facts[0].values["target"] == 60


def test_who_stays_when_all_others_have_left_wins() -> None:
    s = boneyard_race("AB", "2 5 8 3")
    s.each("AB", 1)
    s.leaves("B")
    s.does(A="pass")
    assert points(s) == {"A": 0, "B": 6}
    assert winners(s) == "A"


def test_a_match_that_nobody_plays_any_more_is_over_and_won_by_nobody() -> None:
    s = boneyard_race("AB", "2 5 3 8")
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


@pytest.mark.rule("TM-R13", "TM-42")
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
    hands_text = []
    for winner in wins:
        for _ in range(2):
            hands_text.append("  ".join(f"{name} {'GRUKW' if name == winner else 'GGRRU'}" for name in seats))
    dealt: list[str] = []
    rolls: list[str] = []
    for number in range(len(wins)):
        hands = [tiamats.read_hand(hand) for hand in hands_text[2 * number : 2 * number + 2]]
        dealt += tiamats.deck_order(hands, "A")
        rolls += ["100" if name == "A" else "1" for name in seats]
    s = Script(tiamat.GAME, seats, cards=" ".join(dealt), rolls=" ".join(rolls), carry={},
               settings={"played_for": f"points_{length}"})  # fmt: skip
    for _ in wins:
        s.each(seats, "stake")
        for _ in range(2):
            tiamats.keep_all(s)
    return s
