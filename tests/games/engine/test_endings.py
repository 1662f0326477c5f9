"""Endings: how loud a result is told, and the sentence that each seat reads."""

from __future__ import annotations

from typing import Any

import pytest

from bot.face.table.outcome import headline_text, personal_text
from bot.face.text.templates import Renderer
from games.engine import RAIL, Event, Feat, Finish, Line, Match, Result, ResultRow, SceneOutcome, ending_of
from games.gembones import hags_haggle, tiamat
from games.parlour import dragon_hordes, kings_council, rogues_and_warriors, threes
from games.registry import GAMES
from tests.helpers.games.adventurers_choice import all_press_next, chooses, evening
from tests.helpers.random_matches import cases, finish, luck_of, random_header
from tests.helpers.script import Script
from tests.helpers.small_games import changed

NAMES = Renderer({0: "Ann", 1: "Bob", 2: "Cid", 3: "Dot"})


def outcome(match: Match, viewer: int = RAIL) -> SceneOutcome:
    """What a viewer's scene says of the end."""
    return next(block for block in match.scene(viewer).blocks if isinstance(block, SceneOutcome))


def head(match: Match) -> str:
    """The headline as everyone reads it."""
    return headline_text(outcome(match), NAMES)


def own(match: Match, viewer: int) -> str | None:
    """A seat's own sentence."""
    return personal_text(outcome(match, viewer), NAMES)


def test_a_result_counts_on_leaderboards_unless_its_game_says_otherwise() -> None:
    assert Result(Line("Ann wins."), ()).ranked


def rogues(cards: str, seats: str = "ABC", **more: Any) -> Script:
    """Rogues and Warriors to the showdown, without a raise."""
    s = Script(rogues_and_warriors.GAME, seats, cards=cards, **more)
    return s.each(seats, "check").each(seats, [0]).each(seats, "check")


@pytest.mark.parametrize(
    ("poor", "told"), [(50, []), (3, ["Bob takes the main pot of 9.", "Bob takes the side pot of 6."])]
)
def test_only_of_several_pots_each_is_told(poor: int, told: list[str]) -> None:
    stakes = {"A": poor, "B": 50, "C": 50}
    cards = "W.hawk B.wolf W.owl W.hare M.owl L.hare"
    s = Script(rogues_and_warriors.GAME, "ABC", stakes=stakes, cards=cards)
    s.bets(A=2, B=3).does(C="call").defaults()
    notes = [NAMES.say(line) for line in outcome(s.match).notes if "what" in line.values]
    assert notes == told


def test_each_seat_reads_who_beat_it_with_what() -> None:
    match = rogues("W.hawk B.wolf R.owl R.hare M.owl L.hare").match
    assert own(match, 0) == "You won 2 with Warrior-Bard, 3rd best of 15."
    assert own(match, 1) == (
        "You lost 1: Ann's Warrior-Bard, 3rd best of 15, beat your Rogue-Rogue, lowest of 15."
    )
    assert own(match, RAIL) is None


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (1, "You lost 1 point: "),
        (60, "You lost 60 points: "),
        ("3g4 + 1g8", "You lost 20 points: "),
        ("3g20 less 3g10", "You lost 30 points: "),
    ],
)
def test_who_plays_for_points_reads_of_points(amount: int | str, told: str) -> None:
    match = rogues("W.hawk B.wolf R.owl R.hare M.owl L.hare").match
    lost = outcome(match, 1)
    assert lost.personal is not None
    values = {**lost.personal.values, "n": amount}
    changed_amount = lost._replace(personal=Line(lost.personal.text, values))
    assert str(personal_text(changed_amount, NAMES, in_points=True)).startswith(told)


def test_who_folds_and_who_is_left_read_just_that() -> None:
    s = Script(rogues_and_warriors.GAME, "AB").does(A=10).does(B="fold").does(A="keep")
    assert own(s.match, 0) == "You won 1: everyone else folded."
    assert own(s.match, 1) == "You folded and lost 1."


def test_who_ties_reads_with_whom() -> None:
    match = rogues("W.hawk B.owl W.owl B.hawk R.owl R.hare").match
    assert outcome(match).degree == "tie"
    assert "You share the win with Bob: Warrior-Bard, 3rd best of 15." in str(own(match, 0))
    assert str(own(match, 2)).startswith("You lost 1: Ann and Bob tied on Warrior-Bard")


def test_a_best_hand_is_a_miracle_and_a_good_one_a_win() -> None:
    assert head(rogues("W.hawk B.wolf R.owl R.hare M.owl L.hare").match).startswith("🏆 Ann takes 3 with")
    assert head(rogues("W.hawk W.wolf R.owl R.hare M.owl L.hare").match) == (
        "🌟 A pair of Warriors, the best hand there is! Ann takes the pot and wins 2!"
    )


def test_the_poorest_winner_is_an_upset_and_a_large_gain_a_big_win() -> None:
    poor = rogues("W.hawk B.wolf R.owl R.hare M.owl L.hare", stakes={"A": 10, "B": 50, "C": 50}).match
    assert head(poor).startswith("⚡ Against the odds: Ann takes 3")
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare", stakes=80)
    s.does(A=59, B="call").each("AB", [0]).each("AB", "check")
    assert head(s.match).startswith("🏆 A big one: Ann takes 120 with Warrior-Bard")


def test_a_winner_who_takes_everything_is_told_as_that() -> None:
    s = Script(rogues_and_warriors.GAME, "AB", cards="W.hawk B.wolf R.owl R.hare", stakes=60)
    s.does(A=59, B="call").each("AB", [0])
    assert head(s.match).startswith("💰 Everyone else is broke: Ann takes 120 with Warrior-Bard")
    assert outcome(s.match).degree == "broke"
    s = Script(rogues_and_warriors.GAME, "ABC", cards="W.hawk B.wolf R.owl R.hare M.owl L.hare", stakes=60)
    s.does(A=59, B="call", C="fold").each("AB", [0])
    assert outcome(s.match).degree == "big"


def told(scores: list[dict[int, int]], *, inside: bool = False) -> SceneOutcome:
    """The ending of a game for points that has told these standings."""
    game = tiamat.GAME
    words = {"another": "game"} if inside else game.words
    events = [Event("standing", {"scores": each}, frozenset(), words) for each in scores]
    rows = tuple(ResultRow(seat, 1 if not seat else None, {}, None) for seat in (0, 1))
    result = Result(Line("{who:seats} wins", {"who": (0,)}), rows)
    return ending_of(game, result, events, {}, game.parse_options({})).block(RAIL)


@pytest.mark.parametrize(
    ("scores", "degree"),
    [
        ([{0: 0, 1: 6}, {0: 1, 1: 9}, {0: 10, 1: 9}], "comeback"),
        ([{0: 0, 1: 6}, {0: 6, 1: 9}, {0: 10, 1: 9}], "win"),
        # behind only at the very beginning
        ([{0: 0, 1: 6}, {0: 7, 1: 6}, {0: 8, 1: 6}, {0: 10, 1: 6}], "win"),
        ([{0: 10, 1: 9}], "win"),
        ([], "win"),
    ],
)
def test_who_was_far_behind_late_in_the_game_has_come_back(scores: list[dict[int, int]], degree: str) -> None:
    ending = told(scores)
    assert ending.degree == degree
    assert (headline_text(ending, NAMES) == "📈 From far behind: Ann wins!") == (degree == "comeback")
    assert told(scores, inside=True).degree == "win"


def test_against_the_house_those_who_win_are_named_and_a_lost_game_is_no_mystery() -> None:
    def rolled(rolls: str) -> str:
        options: dict[str, Any] = {"gembones": "g8", "codes": False, "bargains": False, "kind_hag": True}
        return head(Script(hags_haggle.GAME, "AB", rolls=rolls, **options).does(A=1, B=1).match)

    assert rolled("2 3 6 1") == "🏆 Ann comes out ahead. The house rolled 5"
    assert rolled("2 3 6 7") == "🏆 Ann and Bob come out ahead. The house rolled 5"
    assert rolled("2 3 1 2") == "💸 Everyone loses: The house rolled 5"
    alone = Script(hags_haggle.GAME, "A", rolls="2 3 1", gembones="g8", codes=False, bargains=False)
    assert head(alone.does(A=1).match) == "💸 The house rolled 5"


def test_who_sat_out_is_not_among_those_who_come_out_ahead_and_reads_so() -> None:
    options: dict[str, Any] = {"gembones": "g8", "codes": False, "bargains": False, "kind_hag": True}
    match = Script(hags_haggle.GAME, "AB", rolls="2 3 6", **options).does(A=1, B="pass").match
    assert head(match) == "🏆 Ann comes out ahead. The house rolled 5"
    assert own(match, 1) == "You sat this one out."


def test_five_threes_are_told_as_what_they_are() -> None:
    s = Script(threes.GAME, "AB", rolls="3 3 3 3 3 1 1 1 1 1")
    assert head(s.match) == "🌟 3 3 3 3 3! Ann wins 1 with a perfect zero!"


@pytest.mark.rule("KC-12")
def test_a_class_that_beats_a_number_is_explained() -> None:
    hands = "R.hawk R.hawk M.hawk M.hawk W.hawk  B.wren M.hare B.horse R.wolf L.hawk"
    s = Script(kings_council.GAME, "AB", cards=f"{hands} B.hare", foreign_council=True)
    while not s.match.over:
        s.does(**{s.asked()[0]: "check" if s.kind() == "bet" else []})
    assert "Foreign Council" in head(s.match)
    assert any("scores 0 beats" in NAMES.say(note) for note in outcome(s.match).notes)


def test_side_pots_are_told_one_by_one() -> None:
    s = Script(
        rogues_and_warriors.GAME,
        "ABC",
        cards="W.hawk B.wolf L.owl L.hare M.owl R.hare",
        stakes={"A": 10, "B": 50, "C": 50},
    )
    s.does(A=9, B=20, C="call").each("ABC", [0]).each("BC", "check")
    notes = [NAMES.say(note) for note in outcome(s.match).notes]
    assert "Ann takes the main pot of 30." in notes
    assert "Bob takes the side pot of 40." in notes


@pytest.mark.rule("TIE-05", "TIE-06")
@pytest.mark.parametrize("rule", ["king", "commoner"])
def test_tied_hands_lie_open_before_everyone_while_they_play_again(rule: str) -> None:
    tied = "W.hawk B.owl W.owl B.hawk"
    s = rogues(f"{tied} L.hare L.wolf R.owl R.hare", "AB", settings={"split_rule": rule})
    told = [NAMES.say(Line(event.words["tied_hand"], event.values)) for event in s.told("tied_hand")]
    assert told[0] == "Ann shows Warrior-Bard, 3rd best of 15."
    assert [s.sees(None, "A", "tied before"), s.sees(None, "B", "tied before")] == [
        ["W.hawk", "B.owl"],
        ["W.owl", "B.hawk"],
    ]
    s.each("AB", "check").each("AB", [0]).each("AB", "check")
    assert s.match.over
    assert not [zone for zone in s.match.scene(RAIL).blocks if getattr(zone, "name", "") == "tied before"]


def test_two_tiamats_are_shouted_about() -> None:
    reveals = [
        _event("showdown"),
        _event("reveals", seat=0, what=Line("Tiamat"), cards=()),
        _event("reveals", seat=1, what=Line("Tiamat"), cards=()),
        _event("out", seat=1, by=(0,)),
    ]
    rows = (ResultRow(0, 1, {"g100": 1}, Line("alive")), ResultRow(1, None, {"g100": -1}, Line("out")))
    result = Result(Line(tiamat.GAME.words["result:won"], {"seats": (0,)}), rows)
    told = ending_of(tiamat.GAME, result, reveals, {}, tiamat.GAME.options())
    assert headline_text(told.block(RAIL), NAMES) == "🌟 Two Tiamats in one hand! The hoard goes to Ann!"
    assert (
        NAMES.say(told.personal[1]) == "You lost a g100, bitten by Ann's Tiamat in hand 1. Ann outlived you."
    )


def _event(kind: str, **values: Any) -> Any:
    from games.engine import Event

    return Event(kind, values, None, {})


def test_a_feat_gets_what_everyone_knows_of_the_end() -> None:
    def seen(finish: Finish) -> dict[str, Any]:
        return {"richest": max(finish.stakes)}

    game = rogues_and_warriors.GAME
    rows = (ResultRow(3, 1, {"piece": 7}, None),)
    told = ending_of(
        changed(
            game,
            feats=(Feat("perfect", "rich", seen),),
            words={**game.words, "feat:rich": "{who:seats} {n} {richest}"},
        ),
        Result(Line("plain"), rows),
        (),
        {3: 50},
        None,
    )
    assert NAMES.say(told.headline) == "Dot 7 3"


@pytest.mark.rule("ADV-R11")
def test_a_game_of_a_night_ends_before_the_next_is_chosen_and_the_night_on_a_cleared_table() -> None:
    s = evening("AB", share=0, rounds=1)
    chooses(s, "rogues_and_warriors", "shares").each("AB", [0])
    assert s.kind() == "next"
    assert outcome(s.match, 0).title == "Rogues and Warriors"
    assert own(s.match, 0) is not None
    assert not s.match.over
    all_press_next(s)
    assert s.kind() != "next"
    assert not [block for block in s.match.scene(RAIL).blocks if isinstance(block, SceneOutcome)]
    chooses(s, "rogues_and_warriors", "shares").each("AB", [0])
    all_press_next(s)
    assert s.match.over
    hands = [block for block in s.match.scene(RAIL).blocks if getattr(block, "name", "") == "hand"]
    assert not hands


@pytest.mark.parametrize("key", GAMES)
def test_every_seat_of_every_game_reads_a_whole_sentence(key: str) -> None:
    for number in range(3):
        match = finish(
            Match(GAMES[key], random_header(GAMES[key], luck_of("told", key, number))), luck_of(key, number)
        )
        names = Renderer({seat: f"P{seat}" for seat in match.table.ring})
        assert match.result is not None
        for row in match.result.rows:
            told = personal_text(outcome(match, row.seat), names)
            assert told
            assert told.startswith("You")
            assert told[-1] in ".!"
            assert ".." not in told
            assert "None" not in told
        assert headline_text(outcome(match), names)


def test_dragon_hordes_says_how_much_each_seat_took_and_placed() -> None:
    s = Script(dragon_hordes.GAME, "ABC", cards="R.hawk R.wolf B.hawk M.owl", rolls="5 4  1 1  2 2")
    s.does(A="roll").does(A="R").does(B="roll").does(C="roll")
    assert own(s.match, 0) == "You lost 5: you took 0, placed 5. Cid took 6, placed 2."
    assert own(s.match, 1) == "You won 1 and came 2nd of 3: you took 3, placed 2. Cid took 6, placed 2."
    assert own(s.match, 2) == "You won 4: you took 6, placed 2."


@pytest.mark.parametrize("number", cases(20))
def test_what_dragon_hordes_tells_adds_up(number: int) -> None:
    luck = luck_of("taken and placed", number)
    match = Match(dragon_hordes.GAME, random_header(dragon_hordes.GAME, luck))
    finish(match, luck)
    for row in outcome(match).rows:
        if row.reason is not None and row.reason.values:
            told = row.reason.values
            assert told["took"] - told["placed"] == row.change["piece"]
        else:
            assert row.place is None, "only a seat that sat out"


def degree_without_winner(*rows: tuple[int, int | None]) -> str:
    """The degree of a game against the house in which seats won or lost these pieces, and have these places."""
    game = hags_haggle.GAME
    settled = tuple(ResultRow(seat, place, {"piece": n}, None) for seat, (n, place) in enumerate(rows))
    result = Result(Line("The house rolled 5"), settled)
    return ending_of(game, result, [], {}, game.parse_options({})).block(RAIL).degree


def test_one_piece_from_the_house_is_a_win() -> None:
    assert degree_without_winner((1, None), (-4, None)) == "win"


def test_the_house_has_won_only_if_everyone_who_played_has_lost() -> None:
    assert degree_without_winner((-4, None), (-8, None)) == "all_out"
    assert degree_without_winner((-4, None), (0, 2)) == "nothing"
    assert degree_without_winner((0, 2), (0, 2)) == "nothing"


def test_the_moment_of_a_lead_tells_from_which_place_it_came() -> None:
    moment = told([{0: 0, 1: 6}, {0: 6, 1: 9}, {0: 10, 1: 9}]).highlights.moment
    assert moment is not None
    assert moment.values["place"] == 2
