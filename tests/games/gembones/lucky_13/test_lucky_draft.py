"""Blessings of the Tricksters: the draft, and champions from game to game (L13-31 to L13-35)."""

from __future__ import annotations

import json

import pytest

from games.engine import BadOptions
from games.gembones.lucky_13 import GAME
from games.gembones.lucky_13.options import BLESSINGS, Options
from tests.helpers.games.lucky_13 import VARIANT, LuckyScript, game_of_champions, game_with_draft


@pytest.mark.rule("L13-31", "L13-33", "L13-34", "L13-R5")
def test_the_lowest_chooses_first_and_nobody_the_same() -> None:
    game = game_with_draft(order="3 1 2")
    assert game.asked() == "B"
    assert game.offered("B")[0] == list(BLESSINGS)
    game.does(B="leira")
    assert game.asked() == "C"
    game.refuses("C", "leira")
    game.does(C="mask").does(A="garl")
    assert game.kind() == "roll"
    game.defaults()
    assert json.loads(json.dumps(game.result.carry)) == {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}


@pytest.mark.rule("L13-35", "L13-R5")
def test_deities_stay_until_all_want_a_new_draft() -> None:
    carry = {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}
    assert game_with_draft(carry=carry).kind() == "roll"

    class Anew(LuckyScript):
        answers = "stake_anew stake_anew stake_anew"

        def put_up(self) -> None:
            for name, answer in zip(self.names, self.answers.split(), strict=True):
                self.does(**{name: answer})

    assert Anew("ABC", blessings_of_the_tricksters=True, carry=carry).kind() == "blessing"
    Anew.answers = "stake_anew stake stake_anew"
    assert Anew("ABC", blessings_of_the_tricksters=True, carry=carry).kind() == "roll"


@pytest.mark.rule("L13-R5")
def test_who_comes_later_takes_what_is_left() -> None:
    carry = {"deities": [[0, "garl"], [1, "leira"]]}
    game = game_with_draft(carry=carry)
    assert game.asked() == "C"
    assert game.offered("C")[0] == ["brandobaris", "mask", "tymora", "waukeen"]
    left = GAME.departs(game.match.options, carry, 0, [1])
    assert left is not None
    assert left.carry == {"deities": [[1, "leira"]]}


@pytest.mark.rule("L13-33")
def test_the_draft_is_told_and_everybody_sees_who_is_asked() -> None:
    game = game_with_draft(order="1 2 3")
    assert game.ask("A").prompt.public
    game.does(A="leira").defaults(until="roll")
    champions = [(game.name(e.values["seat"]), e.values["name"]) for e in game.told("champion")]
    assert champions == [
        ("A", BLESSINGS["leira"]),
        ("B", BLESSINGS["garl"]),
        ("C", BLESSINGS["brandobaris"]),
    ], "out of time: the first"


@pytest.mark.rule("L13-35", "L13-R5")
def test_a_game_that_nobody_plays_keeps_the_champions() -> None:
    class Empty(LuckyScript):
        def put_up(self) -> None:
            self.each("ABC", "pass")

    held = {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}
    assert Empty("ABC", blessings_of_the_tricksters=True, carry=held).result.carry == held


@pytest.mark.rule("L13-35", "L13-R5")
def test_one_who_wants_a_new_draft_while_the_others_pass_gets_none() -> None:
    class Alone(LuckyScript):
        def put_up(self) -> None:
            self.does(A="stake_anew", B="pass", C="pass")

    held = {"deities": [[0, "garl"], [1, "leira"], [2, "mask"]]}
    game = Alone("ABC", blessings_of_the_tricksters=True, carry=held)
    assert game.match.over, "there is no game for one"
    assert not game.told("champion")
    assert game.result.carry == held


@pytest.mark.rule("L13-31", "L13-R5")
def test_champions_of_other_games_bless_nobody_where_there_is_no_draft() -> None:
    game = LuckyScript("AB", carry={"deities": [[0, "tymora"]]})
    assert game.turn("A", "g10=8 g4=4").offered("A")[0] == ["g6", "g8", "stop"]

    class First(LuckyScript):
        def put_up(self) -> None:
            assert self.offered("A")[0] == ["stake", "pass"], "no draft yet to be made anew"
            super().put_up()

    assert First("AB", blessings_of_the_tricksters=True).kind() == "blessing"


@pytest.mark.rule("L13-R5", "GEN-R4")
def test_who_leaves_during_a_game_frees_their_deity() -> None:
    game = game_of_champions("garl tymora waukeen").leaves("B").defaults()
    assert game.result.carry == {"deities": [[0, "garl"], [2, "waukeen"]]}


@pytest.mark.rule("L13-31", "L13-R5")
def test_a_champion_has_one_blessing_alone() -> None:
    game = game_of_champions("tymora garl", seats="AB").turn("A", "g10=8 keep:B g4=4")
    assert "flip" in game.offered("A")[0]
    game.turn("A", "stop").turn("B", "g10=8 g4=4")
    assert "flip" not in game.offered("B")[0]
    assert game.asked() == "B", "A gives nothing"


@pytest.mark.rule("L13-31")
def test_six_champions_at_most() -> None:
    assert GAME.limits(GAME.parse_options({"blessings_of_the_tricksters": True})) == (2, 6)
    assert GAME.limits(GAME.parse_options({})) == (2, 8)


@pytest.mark.rule("L13-32")
@pytest.mark.parametrize("name", BLESSINGS)
def test_each_blessing_alone_is_everybodys(name: str) -> None:
    options = GAME.parse_options({VARIANT[name]: True})
    assert isinstance(options, Options)
    assert options.common_blessings == (name,)
    with pytest.raises(BadOptions, match="switch the single ones off"):
        GAME.parse_options({VARIANT[name]: True, "blessings_of_the_tricksters": True})


def test_all_single_blessings_go_together() -> None:
    options = GAME.parse_options(dict.fromkeys(VARIANT.values(), True))
    assert isinstance(options, Options)
    assert options.common_blessings == tuple(BLESSINGS)
