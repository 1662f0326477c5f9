"""Adventurer's Choice: rotation, rounds, the choice of game and terms (ADV)."""

from __future__ import annotations

import pytest

from bot.face.table.questions import question
from bot.face.text.templates import Renderer
from bot.tables.state import TableSettings
from games.engine import RAIL, Choose, Line, Seats
from games.parlour.adventurers_choice import GAME
from games.parlour.adventurers_choice.games import BY_KEY, additions, offered
from tests.helpers.games.adventurers_choice import (
    chooses,
    chosen,
    evening,
    head,
    idles,
    plays,
    plays_out,
    starters,
)

NIGHT_VARIANTS = {
    "rogues_and_warriors": "exchange dragon_cards",
    "threes": "fools_luck strength_in_numbers cant_win_with_nothing hidden_fate dragon_cards",
    "kings_council": "foreign_council dragon_cards",
    "jack_of_all_trades": "no_last_call hidden_fate dragon_cards",
    "three_kingdoms": "dragon_cards",
    "den_of_thieves": "strong_warriors dragon_cards",
    "dragon_hordes": "double_double",
    "city_square": "dragon_cards happy_peasants",
    "the_wheel": "dragon_cards successive_games unwound_clock",
}
"""The variants of each game in version 3 of Adventurer's Choice."""


def test_the_variants_of_a_night_belong_to_its_version() -> None:
    """Journals of a night hold them as legal answers: a changed list raises the night's version."""
    listed = {key: " ".join(game.night_variants) for key, game in BY_KEY.items()}
    assert (GAME.version, listed) == (3, NIGHT_VARIANTS)


# ---- rounds and Starting Players


@pytest.mark.rule("ADV-01")
def test_everybody_starts_with_50() -> None:
    assert TableSettings().buy_in == GAME.stake == 50
    assert evening("ABCD", stakes=GAME.stake).money == {"A": 50, "B": 50, "C": 50, "D": 50}


@pytest.mark.rule("ADV-04", "ADV-05", "ADV-07", "ADV-X5", "BET-04")
def test_two_rounds_of_four_are_eight_games_and_each_starts_twice() -> None:
    s = evening("ABCD", share=0, rounds=2, carry={"starter": 1})
    for number in range(8):
        assert head(s).facts[0] == Line("round {n} of {of}", {"n": 1 + number // 4, "of": 2})
        idles(s)
    assert s.match.over
    assert starters(s) == "BCDABCDA"
    # whoever begins, a round takes as many games as there are seats
    s = evening("ABC", share=0)
    for _ in range(3):
        assert not s.match.over
        idles(s)
    assert s.match.over
    assert starters(s) == "ABC"


@pytest.mark.rule("ADV-05", "BET-R18")
def test_without_a_host_s_word_the_first_is_drawn_or_follows_the_last_night() -> None:
    assert {evening(carry={"last_starter": 1}).asked(), evening(carry={"last_starter": 2}).asked()} == {
        "C",
        "A",
    }
    assert evening(carry={}).asked() in "ABC"
    s = idles(idles(idles(evening(share=0))))
    assert s.result.carry == {"last_starter": 2}


@pytest.mark.rule("ADV-03", "ADV-R6")
def test_a_night_by_time_goes_on_until_time_is_up() -> None:
    s = evening("AB", share=0, length="time", rounds=1)
    for _ in range(7):
        idles(s)
    assert starters(s) == "ABABABA"
    assert head(s).facts[0] == Line("round {n}, until time runs out", {"n": 4, "of": 1})
    s.time_is_up()
    assert s.match.over


@pytest.mark.rule("ADV-R6")
def test_the_game_that_is_played_when_time_is_up_is_finished() -> None:
    s = evening("AB", length="time", cards="W.hawk L.owl R.wren R.hare")
    chooses(s, "rogues_and_warriors").each("AB", "check").time_is_up()
    assert s.kind() == "reveal"
    plays_out(s)
    assert s.match.over
    assert s.net == {"A": {"piece": 1}, "B": {"piece": -1}}


@pytest.mark.rule("ADV-R6")
def test_time_is_up_in_a_night_by_rounds_too_and_in_the_middle_of_a_choice() -> None:
    s = evening(rounds=10).does(A="threes")
    assert s.kind() == "terms"
    s.time_is_up()
    assert s.match.over
    assert not s.told("chooses")
    s = evening(stakes={"A": 50, "B": 50, "C": 0}, share=0)
    assert idles(s).kind() == "loan"
    assert s.time_is_up().match.over


# ---- the choice


@pytest.mark.rule("ADV-06", "BET-04", "ADV-R12")
def test_the_starting_player_alone_chooses_game_variants_and_what_it_is_played_for() -> None:
    s = evening()
    assert s.asked() == "A"
    s.does(A="threes")
    assert s.asked("terms") == "A"
    options, _ = s.offered("A")
    assert options[:2] == ["play", "fools_luck"]
    assert {"shares", "king", "commoner", "hidden_fate"} <= set(options)
    assert "dragon_cards" not in options  # Threes has no cards without Hidden Fate
    s.does(A="hidden_fate")
    assert "dragon_cards" in s.offered("A")[0]
    assert "hidden_fate" not in s.offered("A")[0]
    s.does(A="dragon_cards").does(A="play")
    assert chosen(s) == ["Threes (Hidden Fate, Dragon Cards)"]
    assert s.told("dealt")
    assert s.kind() == "keep"


@pytest.mark.rule("ADV-R12", "ADV-17", "BET-R21")
def test_for_shares_there_is_no_split_rule_and_a_share_is_3() -> None:
    s = evening().does(A="kings_council").does(A="shares")
    assert not {"king", "commoner", "shares"} & set(s.offered("A")[0])
    s.does(A="play")
    assert s.money == {"A": 47, "B": 47, "C": 47}
    s = evening().does(A="kings_council").does(A="king")
    assert not {"king", "commoner", "shares"} & set(s.offered("A")[0])
    s = evening(share=5, split_rule="king").does(A="kings_council")
    assert "commoner" not in s.offered("A")[0]
    assert s.does(A="shares").does(A="play").money["A"] == 45


@pytest.mark.rule("TIE-07", "TIE-08", "TIE-R14")
@pytest.mark.parametrize(
    ("rule", "terms", "again"),
    [
        ("starting_player", (), ""),
        ("starting_player", ("king",), "replay_king"),
        ("starting_player", ("commoner",), "replay_commoner"),
        ("king", (), "replay_king"),
    ],
)
def test_the_split_rule_is_the_starting_player_s_or_the_night_s(
    rule: str, terms: tuple[str, ...], again: str
) -> None:
    s = evening("AB", split_rule=rule, cards="W.hawk B.wolf W.owl B.horse")
    chooses(s, "rogues_and_warriors", *terms)
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert [kind for kind in ("replay_king", "replay_commoner") if s.told(kind)] == [again] * bool(again)


@pytest.mark.rule("ADV-R5")
def test_games_that_do_not_allow_so_many_seats_are_not_offered() -> None:
    assert evening("AB").offered("A")[0] == list(BY_KEY)
    assert "city_square" not in evening("ABCDEFGH").offered("A")[0]
    assert "three_kingdoms" not in offered(8)
    assert "den_of_thieves" in offered(8)
    assert set(offered(10)) == {"rogues_and_warriors", "threes", "jack_of_all_trades", "dragon_hordes"}
    evening("ABCDEFGH").refuses("A", "city_square")


@pytest.mark.rule("ADV-R5")
def test_if_nothing_is_chosen_in_time_it_is_rogues_and_warriors_and_nothing_more() -> None:
    s = evening()
    for kind in ("game", "terms"):
        ask = s.ask("A", kind)
        s.match.answer(ask.id, 0, ask.prompt.default, "timeout")
    assert chosen(s) == ["Rogues and Warriors"]
    assert (head(s).game, s.kind()) == ("rogues_and_warriors", "bet")


@pytest.mark.rule("BET-05", "ADV-06")
def test_a_game_may_be_played_again_and_again_and_mixed_with_the_others() -> None:
    s = evening(rounds=2)
    for game in ("threes", "threes", "city_square", "dragon_hordes", "den_of_thieves", "threes"):
        while s.asked("loan"):
            s.defaults(until="game")
        plays(s, game)
    assert s.match.over
    assert [event.values["title"] for event in s.told("game_over")] == [
        *("Threes", "Threes", "City Square", "Dragon Hordes", "Den of Thieves", "Threes")
    ]


@pytest.mark.rule("BET-R21", "UC-R5")
def test_what_may_be_added_to_a_game_is_what_the_game_accepts() -> None:
    hordes, wheel = BY_KEY["dragon_hordes"], BY_KEY["the_wheel"]
    assert list(additions(hordes, {}, True)) == ["double_double"]
    unwound = additions(wheel, {}, True)["unwound_clock"]
    assert wheel.parse_options(unwound).stakes == "shares"  # type: ignore[attr-defined]
    assert not {"king", "commoner", "shares"} & additions(wheel, unwound, True).keys()
    assert "unwound_clock" not in additions(wheel, {"split_rule": "king"}, True)
    # a rule of the whole night is just not used there
    assert "unwound_clock" in additions(wheel, {"split_rule": "king"}, False)
    for game in BY_KEY.values():
        for raw in additions(game, {}, True).values():
            assert game.parse_options(raw)


def test_a_game_is_shown_as_itself_and_the_night_beside_it() -> None:
    s = evening(rounds=3)
    assert (head(s).game, head(s).title) == ("adventurers_choice", "Adventurer's Choice")
    chooses(s, "threes")
    assert (head(s).game, head(s).title) == ("threes", "Threes")
    assert head(s).facts == (Line("round {n} of {of}", {"n": 1, "of": 3}),)
    assert plays_out(s).asked("game") == "B"
    assert head(s).game == "adventurers_choice"
    assert head(s).phase == Line("{seat:seat} chooses the next game", {"seat": 1})
    # everyone has read how the game ended, and its Keeps are off the table
    assert not s.sees(None, "A", "keep")
    prompt = s.ask("B").prompt
    assert isinstance(prompt, Choose)
    assert prompt.public


# ---- a choice taken back


@pytest.mark.rule("ADV-R5", "ADV-06")
def test_a_choice_of_game_can_be_taken_back_with_all_that_was_added() -> None:
    s = evening("AB").does(A="city_square").does(A="happy_peasants").does(A="back")
    assert (s.kind(), s.asked()) == ("game", "A")
    s.does(A="threes")
    assert s.ask("A").prompt.says["title"] == "Threes"
    s.does(A="play")
    [chosen] = s.told("chooses")
    assert chosen.values["title"] == "Threes"
    assert [event.values["title"] for event in s.told("picks")] == ["City Square", "Threes"]


@pytest.mark.rule("ADV-R5")
def test_a_choice_is_taken_back_three_times_and_no_more() -> None:
    s = evening("AB")
    for _ in range(3):
        s.does(A="threes").does(A="back")
    s.does(A="threes")
    assert "back" not in s.offered("A")[0]
    s.refuses("A", "back")


def test_with_everything_added_there_is_still_a_way_back() -> None:
    s = evening("AB").does(A="dragon_hordes").does(A="double_double")
    assert s.offered("A")[0] == ["play", "back"]
    assert s.does(A="back").kind() == "game"


def test_everyone_sees_which_game_was_picked() -> None:
    s = evening("AB").does(A="threes")
    block: Seats = s.scene_block(Seats)
    assert block.rows[0].note is not None
    assert Renderer({0: "Ann"}).say(block.rows[0].note) == "picked Threes"
    [asked] = s.match.scene(RAIL).asks
    assert question(asked, Renderer({0: "Ann"})) == "Play Threes as it is, or add a twist?"
