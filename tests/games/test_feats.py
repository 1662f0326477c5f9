"""Feats: what each game shouts about at its end, and what it does not."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.outcome import headline_text
from bot.face.text.emoji_text import without_emoji
from bot.face.text.templates import Renderer
from games.engine import RAIL, Game, Line, Match, Result, ResultRow, SceneOutcome, ending_of
from games.engine.match_state import Event
from games.parlour import adventurers_choice, city_square, den_of_thieves, the_wheel, three_kingdoms
from games.parlour.city_square.scoring import Score
from games.parlour.the_wheel import worth
from tests.helpers.games.draw_games import show_down
from tests.helpers.games.fireball import play_rolls
from tests.helpers.games.hags_haggle import play_game, start_game
from tests.helpers.games.tripledip import play_rounds
from tests.helpers.games.village import village
from tests.helpers.script import Script

NAMES = Renderer({0: "Ann", 1: "Bob", 2: "Cid", 3: "Dot"})


def head(match: Match) -> str:
    """The headline as everyone reads it."""
    block = next(each for each in match.scene(RAIL).blocks if isinstance(each, SceneOutcome))
    with without_emoji():
        return headline_text(block, NAMES)


def told(game: Game, reason: Line, *events: tuple[str, dict[str, Any]], change: int = 8) -> str:
    """The headline of a game that Ann has won from Bob for this reason."""
    rows = (
        ResultRow(0, 1, {"piece": change}, reason),
        ResultRow(1, 2, {"piece": -change}, Line("nothing", {"total": 0})),
    )
    result = Result(Line("{who:seat} takes {n} with {why:line}", {"who": 0, "n": 9, "why": reason}), rows)
    seen = [Event(kind, values, None, game.words) for kind, values in events]
    ending = ending_of(game, result, seen, {0: 50, 1: 50}, game.parse_options({}))
    with without_emoji():
        return headline_text(ending.block(RAIL), NAMES)


# ---- the parlour


def test_a_great_army_and_a_seventh_war_card() -> None:
    hands = "R.hare R.hare R.hare R.wolf R.wolf R.owl R.owl  R.horse R.horse R.horse R.horse R.horse M.horse M.horse"
    s = show_down(Script(three_kingdoms.GAME, "AB", cards=f"{hands} L.wolf M.owl W.hare M.wolf M.owl R.hawk"))
    assert head(s.match) == "🏆 Ann takes 2 with 8 points"
    assert told(three_kingdoms.GAME, Line("{total:points}", {"total": 13})).startswith(
        "🌟 What an army! Ann wins 8 with 13 points"
    )
    six = Line("{total:points}", {"total": 6})
    assert told(three_kingdoms.GAME, six, ("seventh", {})) == (
        "🏆 All three colours tied! The seventh War Card decides, and Ann wins 8 with 6 points!"
    )


def test_a_den_that_beats_honest_folk_slain_dragons_and_great_companies() -> None:
    game = den_of_thieves.GAME
    assert told(game, den_of_thieves.worth(["M", "M", "M", "L", "L", "B", "R"])).startswith(
        "🏆 Ann takes 9 with"
    )

    def says(hand: str) -> str:
        return told(game, den_of_thieves.worth([f"{rank}.owl" for rank in hand]))

    assert says("DDDMLBR") == "🌟 Three Dragons in one lair! Ann wins 8 with 19 points for three Dragons!"
    assert says("MMMMMMM") == "🌟 What a company! Ann wins 8 with 19 points!"
    assert says("DWWMMML") == "🌟 What a company! Ann wins 8 with 18 points!"
    assert says("DWWMMLL") == "🏆 Dragon slain! Ann wins 8 with 17 points!"
    assert says("RRRRRRR") == ("🏆 Honour among thieves! Ann wins 8 with 14 points as a Den of Thieves!")


def test_a_city_for_the_songs_and_one_great_market() -> None:
    assert told(city_square.GAME, Score(4, 4, 3, 3).line()) == (
        "🌟 A city for the songs! Ann wins 8 with 14 points!"
    )
    assert told(city_square.GAME, Score(1, 6, 1, 0).line()) == (
        "🏆 One great market! Ann wins 8 with 8 points!"
    )
    assert told(city_square.GAME, Score(1, 5, 1, 0).line()).startswith("🏆 Ann takes 9 with 7 points")


def test_a_wheel_that_turned_for_one_hand() -> None:
    hand = ["M.hawk", "M.hawk", "M.hawk", "M.owl", "M.owl", "B.owl", "W.owl"]
    assert told(the_wheel.GAME, worth(hand, "M")) == (
        "🌟 The whole Wheel turned for one hand! Ann wins 8 with 12 points!"
    )
    assert told(the_wheel.GAME, worth([*hand[1:], "R.owl"], "M")).startswith("🏆 Ann takes 9 with")


# ---- a night


def night(*events: tuple[str, dict[str, Any]]) -> str:
    """The headline of a night that Ann has won with a score of 90."""
    rows = (ResultRow(0, 1, {"piece": 40}, None), ResultRow(1, 2, {"piece": -40}, None))
    words = adventurers_choice.GAME.words
    result = Result(Line(words["result:wins"], {"who": (0,), "n": 90}), rows)
    seen = [Event(kind, values, None, words) for kind, values in events]
    ending = ending_of(adventurers_choice.GAME, result, seen, {0: 50, 1: 50}, None)
    return headline_text(ending.block(RAIL), NAMES)


@pytest.mark.rule("ADV-13")
def test_a_night_of_nothing_but_wins_and_one_won_on_borrowed_money() -> None:
    won = ("game_over", {"winners": (0,)})
    assert night(won, won, won) == "🌟 Every single game! Ann sweeps the night with a score of 90!"
    for other in ((1,), (), (0, 1)):
        assert (
            night(won, won, ("game_over", {"winners": other})) == "🏆 Ann wins the night with a score of 90"
        )
    assert night(won, won) == "🏆 Ann wins the night with a score of 90"
    assert night(("lends", {"seat": 1, "borrower": 0})) == (
        "📈 Borrowed, and best of all! Ann wins the night with a score of 90!"
    )
    assert night(("lends", {"seat": 0, "borrower": 1})) == "🏆 Ann wins the night with a score of 90"
    behind = [("standing", {"scores": scores}) for scores in ({0: 60, 1: 40}, {0: 10, 1: 90}, {0: 90, 1: 10})]
    assert night(*behind) == "📈 From far behind: Ann wins the night with a score of 90!"


def test_a_night_tells_how_far_each_was_after_each_game() -> None:
    s = Script(adventurers_choice.GAME, "AB", length="rounds", rounds=1)
    s.does(A="rogues_and_warriors").does(A="play").does(A=9).does(B="fold").does(A="keep")
    s.each("AB", "next")
    assert [event.values["scores"] for event in s.told("standing")] == [{0: 51, 1: 49}]
    assert [event.values["winners"] for event in s.told("game_over")] == [(0,)]


# ---- gembones


def test_a_bonfire_and_a_photo_finish() -> None:
    close = play_rolls("A 66666661  B 55555551", "A 6")
    assert head(close.match) == (
        "🏆 By one gembone! Ann casts the fireball a breath ahead of Bob and wins 1g6"
    )
    alone = play_rolls("A 66666661  B 12345612", "A 6")
    assert head(alone.match) == "🌟 A bonfire! Ann wins 6g6, and nobody else is half done!"
    plain = play_rolls("A 66666661  B 55555123", "A 6")
    assert head(plain.match) == "🏆 Ann casts the fireball and takes every loose gembone!"


def test_a_called_shot_and_a_total_on_the_nose() -> None:
    assert head(play_game("2 3", A="5", B="1").match) == "🏆 On the nose! Ann rolled the hag's 5"
    assert head(play_game("2 3", A="5", B="5").match) == "🏆 On the nose! Ann and Bob rolled the hag's 5"
    assert head(play_game("2 3", A="4").match) == "💸 The house rolled 5"
    shot = start_game("A", "1 1 9", gembones="g12", bargains=True, numbers=[0] * 9).does(A=1)
    while not shot.match.over:
        shot.does(A="9") if shot.kind() == "shot" else shot.defaults("never")
    assert head(shot.match).startswith("🌟 Called it! Ann named the g12 and wins ten for one")


def test_trips_and_dubs_are_told_where_they_won_something() -> None:
    assert (
        head(play_rounds("A x  B 334  C 222", tray=1).match) == "🏆 A big one: Cid wins six g4s with trips 2!"
    )
    three = play_rounds("A 112  B 234  C 224", annam_all_or_nothing=True)
    assert head(three.match) == "🏆 A big one: Bob wins six g4s with Annam's three!"
    dubs = "🏆 Bob wins six g4s with dubs 4 over a pair of 3s"
    assert head(play_rounds("A x  B 334  C x", tray=1).match) == dubs
    assert head(play_rounds("A x  B x  C x", tray=1).match) == "Nobody was left, so nobody pays"
    into_the_pot = play_rounds("A 112  B 113  C 114  D 221", machaes_golden_pot=True)
    assert head(into_the_pot.match) == "🏆 Cid won"
    three_games = play_rounds("A 112 112 112  B 113 113 113  C 114 114 114", mordenkainens_madness=True)
    assert head(three_games.match) == "🏆 Cid won", "by three reasons"


# ---- village


def test_an_empty_hand_and_twice_the_next() -> None:
    assert head(village("A", "C", bribes={"A": "A A"}, deck="").does(A="draw").match) == (
        "🌟 Every last coin for the dragon! Ann wins with 3 points and an empty hand!"
    )
    twice = village("C", "C", bribes={"A": "S S S", "B": "F"}, deck="").does(A="draw")
    assert head(twice.match) == (
        "🏆 The dragon looks at nobody else! Ann wins with 11 points, twice the next!"
    )
    plain = village("C", "C", bribes={"A": "S S S", "B": "S S"}, deck="").does(A="draw")
    assert head(plain.match) == "🏆 Ann wins with 11 points, and the dragon spares the village"


@pytest.mark.rule("PV-54")
def test_the_village_tells_nobody_how_far_each_hand_is() -> None:
    v = village("A A", "S", bribes={"A": "A"}).draws("A")
    standings = v.told("standing")
    assert [event.values["scores"] for event in standings[:1]] == [{0: 3, 1: -4}]
    assert {event.to for event in standings} == {frozenset()}
