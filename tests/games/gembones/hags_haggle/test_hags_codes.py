"""Hag's Haggle: codes of conduct and bargains."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine import HOUSE, Nicknames
from games.gembones.hags_haggle import GAME
from games.gembones.hags_haggle.codes import CODES, NAMES, Hag
from games.primers.rigged import Rigged
from tests.helpers.games.hags_haggle import HaggleScript, play_game, start_game

# ---- which codes


@pytest.mark.rule("HH-27", "HH-16", "HH-R3")
def test_one_code_at_first_another_each_ten_games_three_at_most() -> None:
    carry: dict[str, Any] = {}
    seen = []
    for number in range(42):
        game = HaggleScript(GAME, "A", carry=carry, gembones="g8", bargains=False)
        game.defaults("wager")
        if not game.match.over:
            game.does(A=1)
        game.defaults()
        carry = json.loads(json.dumps(game.result.carry)) | {"games": number + 1}
        seen.append(len(carry["codes"]))
        assert len(set(carry["codes"])) == len(carry["codes"])
    assert (seen[0], seen[9], seen[10], seen[19], seen[20], seen[41]) == (1, 1, 2, 2, 3, 3)


@pytest.mark.rule("HH-27")
@pytest.mark.parametrize("code", CODES)
def test_a_d8_draws_the_code(code: int) -> None:
    game = HaggleScript(GAME, "A", rolls=str(code), carry={}, gembones="g8")
    assert game.told("codes")[0].values == {"codes": CODES[code]}


@pytest.mark.rule("HH-03", "HH-R3")
def test_codes_are_stated_at_first_and_when_somebody_joins() -> None:
    first = HaggleScript(GAME, "AB", rolls="7", carry={}, gembones="g8").defaults()
    assert first.told("codes")
    carry = dict(first.result.carry)
    assert not HaggleScript(GAME, "AB", carry=carry, gembones="g8").told("codes")
    assert HaggleScript(GAME, "ABC", carry=carry, gembones="g8").told("codes")


# ---- keeping them


@pytest.mark.rule("HH-19", "HH-23", "HH-26", "HH-10", "HH-17", "HH-R4")
@pytest.mark.parametrize("code", [1, 5, 8])
def test_the_other_button_breaks_the_code_once_warned_then_forfeit(code: int) -> None:
    game = play_game("2 3", A="5", codes=[code])
    assert game.asked(f"roll_{code}") == "A"
    assert game.ask("A").prompt.default == "obey"
    game.does(A="break")
    assert game.pieces == {"A": 24}, "a warning the first time"
    again = play_game("2 3", A="5", codes=[code], carry={"warned": [0]}).does(A="break")
    assert again.pieces == {"A": -8}
    assert not again.told("rolls")
    assert again.result.facts == {0: {"caught": {"g8": 1}}}, "caught cheating, like any cheat"
    assert play_game("2 3", A="5", codes=[code], carry={"warned": [0]}).does(A="obey").pieces == {"A": 24}


@pytest.mark.rule("HH-21", "HH-R4")
def test_gembones_come_out_of_the_chest_before_the_wager() -> None:
    game = start_game("A", "2 3 5", codes=[3])
    assert game.kind() == "chest"
    assert game.does(A="take_out").does(A=1).pieces == {"A": 24}
    warned = start_game("A", "2 3 5", codes=[3], carry={"warned": [0]}).does(A="leave").does(A=2)
    assert warned.pieces == {"A": -16}
    first = start_game("A", "2 3 5", codes=[3]).does(A="leave").does(A=1)
    assert first.pieces == {"A": 24}, "a warning the first time"
    assert first.result.carry["warned"] == [0]


@pytest.mark.rule("HH-20", "HH-R4")
def test_everybody_gets_a_nickname_of_their_own() -> None:
    game = HaggleScript(GAME, "ABC", rolls="2", carry={}, gembones="g8")
    names = [event.values["name"] for event in game.told("nickname")]
    assert len({*names}) == 3
    assert {*names} <= {*NAMES}
    assert [set(event.to or ()) for event in game.told("nickname")] == [{0}, {1}, {2}], (
        "each is told their own"
    )
    shown = game.scene_block(Nicknames)
    assert dict(shown.names) == dict(enumerate(names)), "and the board shows these only"
    nicknames = game.defaults().result.carry["nicknames"]
    assert [name for _, name in nicknames] == names


@pytest.mark.rule("HH-22", "HH-R4")
def test_something_green_is_the_price_of_playing_once() -> None:
    game = start_game("AB", "2 3 5", codes=[4])
    assert game.kind() == "green"
    game.does(A="pass").does(B="give").does(B=1)
    assert game.pieces == {"A": 0, "B": 24}
    again = start_game("AB", codes=[4], carry=dict(game.result.carry))
    assert (again.ask("A").prompt.kind, again.ask("B").prompt.kind) == ("green", "wager")


@pytest.mark.rule("HH-24", "HH-R4")
def test_who_swears_has_the_forehead_on_the_table_until_another_does() -> None:
    game = start_game("AB", codes=[6]).does(A="swear").does(A="pass")
    assert game.match.result is None
    first = game.does(B="pass")
    assert first.result.carry["forehead"] == 0
    second = start_game("AB", codes=[6], carry=dict(first.result.carry)).does(B="swear").each("AB", "pass")
    assert second.result.carry["forehead"] == 1
    assert second.pieces == {"A": 0, "B": 0}, "no penalty"


@pytest.mark.rule("HH-X7", "HH-25", "HH-R5", "HH-R4")
@pytest.mark.parametrize(("house", "pieces"), [("3 4", 24 - 8), ("2 3", -4), ("4 4", -8)])
def test_every_7_is_hers_after_it_is_settled(house: str, pieces: int) -> None:
    assert play_game(house, A="7", codes=[7]).pieces == {"A": pieces}
    kind = play_game("2 3", A="7", codes=[7], kind_hag=True)
    assert kind.pieces == {"A": 4 - 8}


# ---- bargains: numbers are what decides whether she offers one

OFFERS, NO_OFFER = 0, 1


def bargaining(house: str, numbers: list[int], **more: Any) -> HaggleScript:
    return play_game(house, bargains=True, numbers=numbers, **more)


@pytest.mark.rule("HH-X8", "HH-29", "HH-R7", "HH-11", "HH-18")
@pytest.mark.parametrize(("extra", "pieces"), [("9", 0), ("6", 0), ("3", -24)])
def test_so_close(extra: str, pieces: int) -> None:
    options: dict[str, Any] = {"gembones": "g12", "carry": {"lost": [[0, 1]]}}
    game = bargaining("3 3", [NO_OFFER, OFFERS], A="2", **options)
    assert game.kind() == "so_close"
    assert dict(game.ask("A").prompt.cost("double").seat) == {"g12": 1}
    game.rigged.rolls.append(int(extra))
    assert game.does(A="double").pieces == {"A": pieces}
    assert [game.told("pushes") != [], game.told("loses_both") != []] == [pieces == 0, pieces < 0]
    assert bargaining("3 3", [NO_OFFER, OFFERS], A="2", **options).does(A="decline").pieces == {"A": -12}


@pytest.mark.rule("HH-R6")
def test_so_close_comes_only_after_two_lost_games_in_a_row() -> None:
    first = play_game("3 3", A="2 1", bargains=True)
    assert first.result.carry["lost"] == [[0, 1]]
    second = bargaining("3 3", [OFFERS], A="2", carry=dict(first.result.carry))
    assert second.kind() == "so_close"
    # a wager that was not lower breaks the row
    mixed = play_game("3 3", A="2 7", bargains=True, carry=dict(first.result.carry))
    assert mixed.result.carry["lost"] == []
    assert bargaining("3 3", [NO_OFFER], A="2", carry=dict(first.result.carry)).match.over


@pytest.mark.rule("HH-R6")
@pytest.mark.parametrize(
    ("house", "roll", "die", "one_in"), [("3 3", "2", "g8", 2), ("3 3", "6", "g8", 4), ("3 3", "2", "g12", 6)]
)
def test_how_often_she_offers(
    house: str, roll: str, die: str, one_in: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So close after a second lost game, beginner's luck after a match, a call before the rolls."""
    drawn: list[int] = []

    def below(luck: Rigged, n: int) -> int:
        drawn.append(n)
        return OFFERS

    monkeypatch.setattr(Rigged, "below", below)
    game = play_game(house, A=roll, bargains=True, gembones=die, carry={"lost": [[0, 1]]})
    assert drawn == [one_in]
    assert game.kind() == {2: "so_close", 4: "beginners_luck", 6: "shot"}[one_in]


@pytest.mark.rule("HH-X9", "HH-30", "HH-R9", "HH-05", "HH-18")
@pytest.mark.parametrize(("roll", "pieces"), [("14", 200 - 10), ("15", -20 - 10), ("2", -20 - 20)])
def test_call_your_shot(roll: str, pieces: int) -> None:
    game = start_game("A", f"5 5 {roll}", gembones="g20", bargains=True, numbers=[OFFERS]).does(A=1)
    assert game.kind() == "shot"
    assert not game.told("house_rolls"), "before the roll"
    cost = game.ask("A").prompt.cost("14")
    assert (dict(cost.seat), dict(cost.house)) == ({"g20": 1}, {"g20": 10})
    assert game.does(A="14").pieces == {"A": pieces}
    assert game.match.risked[HOUSE]["g20"] == 9 + 10


def called(rolls: str, shot: str, *, character: dict[str, Any] | None = None, **options: Any) -> HaggleScript:
    """A has one wager of the size, and has called this number; the house shows the first two of `rolls`."""
    table = {"gembones": "g20", "bargains": True, "codes": False, **options}
    script = HaggleScript(
        GAME, "A", rolls=rolls, numbers=[OFFERS], carry=options.pop("carry", {}), **table,
        facts={"A": {"character": character}} if character else {},
    )  # fmt: skip
    return script.does(A=1).does(A=shot)


@pytest.mark.rule("HH-R9")
def test_a_foretold_die_calls_the_shot_off() -> None:
    who = {"talent": "portent", "portents": [14]}
    game = called("5 5", "14", character=who, spotlight="rerolls").does(A="14")
    assert game.told("spot_foretold")
    assert game.pieces == {"A": -10}, "the die that was staked on the call comes back"
    assert [event.kind for event in game.match.events if event.kind.startswith("shot")] == ["shot_off"]
    [note] = game.result.notes
    assert note.text.startswith("{seat:seat} gets the {die} back")


@pytest.mark.rule("HH-R9", "HH-R8")
def test_the_second_die_of_beginners_luck_is_not_the_one_that_was_called() -> None:
    carry = {"luck": [[0, 1]]}
    game = start_game("A", "3 3 2 11", gembones="g12", bargains=True, numbers=[OFFERS], carry=carry)
    game.does(A=1).does(A="11").does(A="second")
    assert game.pieces == {"A": -6 - 12}, "the 11 was rolled second"
    game = start_game("A", "3 3 11 2", gembones="g12", bargains=True, numbers=[OFFERS], carry=carry)
    game.does(A=1).does(A="11").does(A="second")
    assert game.pieces == {"A": -12 + 120}


@pytest.mark.rule("HH-R9", "SPOT-R3")
def test_a_reroll_does_not_change_what_a_call_is_settled_by() -> None:
    who = {"talent": "lucky", "lucky": 3}
    game = called("5 5 3 14", "14", character=who, spotlight="rerolls").does(A="lucky_0")
    assert game.pieces == {"A": -10 - 20}
    game = called("5 5 14 3", "14", character=who, spotlight="rerolls").does(A="lucky_0")
    assert game.pieces == {"A": -20 + 200}


@pytest.mark.rule("HH-R9", "HH-09")
def test_a_die_that_leaves_the_tray_calls_the_shot_off() -> None:
    game = start_game("A", "5 5", gembones="g20", bargains=True, numbers=[OFFERS, 0], tray=1)
    game.does(A=1).does(A="14").does(A="decline")
    assert game.told("shot_off")
    assert game.pieces == {"A": -20}, "the die that left the tray, and not the one of the call"


@pytest.mark.rule("HH-R9", "HH-R6")
def test_the_shot_is_about_the_first_die_and_never_with_a_g8() -> None:
    game = start_game("A", "5 5 3 14", gembones="g20", bargains=True, numbers=[OFFERS]).does(A=2).does(A="14")
    assert game.told("shot_misses")
    assert not bargaining("2 3", [OFFERS], A="1").told("calls_shot")
    assert bargaining("2 3", [], A="1").match.over


@pytest.mark.rule("HH-X10", "HH-28", "HH-R8", "HH-11", "HH-15")
def test_beginners_luck() -> None:
    game = bargaining("2 3", [OFFERS], A="5")
    assert game.kind() == "beginners_luck"
    game.does(A="take")
    assert game.pieces == {"A": -8}
    assert game.result.carry["luck"] == [[0, 3]]
    carry = dict(game.result.carry)
    for left in (2, 1, 0):
        game = start_game("A", "2 3 1 4 5", carry=carry).does(A=2)
        assert game.kind() == "luck"
        assert game.ask("A").prompt.default == "second", "the better"
        game.does(A="second")
        assert game.pieces == {"A": 24 - 8}, "the first die in tray order alone"
        carry = dict(game.result.carry)
        assert carry["luck"] == ([[0, left]] if left else [])
    assert start_game("A", "2 3 5", carry=carry).does(A=1).match.over


@pytest.mark.rule("HH-28", "HH-R5")
def test_a_7_that_is_given_up_is_lost_once() -> None:
    game = bargaining("3 4", [OFFERS], A="7", codes=[7]).does(A="take")
    assert game.pieces == {"A": -8}


@pytest.mark.rule("HH-R8", "HH-28")
def test_the_player_may_take_either_and_luck_is_lost_by_leaving() -> None:
    lucky = {"luck": [[0, 3]]}
    assert start_game("A", "2 3 1 5", carry=lucky).does(A=1).does(A="first").pieces == {"A": -8}
    left = GAME.departs(start_game("A").match.options, lucky, 0, [])
    assert left is not None
    assert left.carry["luck"] == []
    declined = bargaining("2 3", [OFFERS], A="5").does(A="decline")
    assert declined.pieces == {"A": 24}


@pytest.mark.rule("HH-R8", "HH-28")
@pytest.mark.parametrize(
    ("first", "second", "taken", "pieces"),
    [
        (5, 1, "first", 24),
        (1, 5, "second", 24),
        (5, 8, "first", 24),  # a match is better than a higher number
        (8, 5, "second", 24),
        (6, 4, "first", -4),
        (4, 6, "second", -4),
        (6, 8, "first", -4),  # of equal ones the first
        (8, 6, "first", -4),
    ],
)
def test_who_says_nothing_gets_the_better_of_the_two_dice(
    first: int, second: int, taken: str, pieces: int
) -> None:
    """The house has 5: a match wins three g8, a higher roll gets a g4 for its g8."""
    lucky = {"luck": [[0, 1]]}
    game = start_game("A", f"2 3 {first} {second}", carry=lucky).does(A=1)
    assert game.ask("A").prompt.default == taken
    assert game.defaults().pieces == {"A": pieces}


@pytest.mark.rule("HH-09", "HH-R6")
@pytest.mark.parametrize(("extra", "pieces"), [("5", 0), ("8", 0), ("4", -16)])
def test_a_cracked_gembone_may_be_redeemed(extra: str, pieces: int) -> None:
    game = start_game("A", f"2 3 {extra}", tray=1, numbers=[0], bargains=True).does(A=1)
    assert game.kind() == "redeem"
    assert game.does(A="double").pieces == {"A": pieces}
    declined = start_game("A", "2 3", tray=1, numbers=[0], bargains=True).does(A=1).does(A="decline")
    assert declined.pieces == {"A": -8}


@pytest.mark.rule("HH-R5")
def test_a_7_of_a_side_bet_is_hers_too() -> None:
    game = start_game("A", "2 3 7", tray=1, numbers=[0], bargains=True, codes=[7]).does(A=1).does(A="double")
    assert game.pieces == {"A": -8}, "redeemed, but the 7 goes"


def test_bargains_are_declined_by_default() -> None:
    for game in (
        bargaining("2 3", [OFFERS], A="5"),
        start_game("A", "5 5 1", gembones="g20", bargains=True, numbers=[OFFERS]).does(A=1),
        start_game("A", "2 3", tray=1, numbers=[0], bargains=True).does(A=1),
    ):
        prompt = game.ask("A").prompt
        assert (prompt.default, prompt.clock) == ("decline", "quick")


def test_she_forgets_who_leaves() -> None:
    hag = Hag({"green": [0, 1], "warned": [0], "forehead": 0, "nicknames": [[0, "Wart"]], "lost": [[0, 1]]})
    hag.forget(0)
    carry = hag.carry()
    assert (carry["green"], carry["warned"], carry["forehead"], carry["nicknames"], carry["lost"]) == (
        [1], [], None, [], [],
    )  # fmt: skip
