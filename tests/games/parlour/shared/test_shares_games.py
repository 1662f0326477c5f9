"""Playing for Shares, game by game: nothing but the betting goes (SHR-01 to SHR-03, SHR-R1 to SHR-R8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine import POT, BadOptions, Choose, Game, Match, Seats
from games.parlour import den_of_thieves, dragon_hordes, kings_council, rogues_and_warriors, threes
from games.parlour.shared.game_frame import due
from games.registry import GAMES
from tests.helpers.random_matches import luck_of, random_header
from tests.helpers.script import Script

NOT_SHARED = {"dragon_hordes", "adventurers_choice"}
FRAMES = {"adventurers_choice"}
"""Nights of several games, which choose anew for each whether it is played for shares."""
SHARED = [
    game
    for key, game in GAMES.items()
    if game.rulebook == "Gambling? I'm In!" and key not in FRAMES | {"dragon_hordes"}
]
BEST, GOOD, POOR = "W.hawk W.wolf", "L.owl L.horse", "R.wren R.hare"
every_game = pytest.mark.parametrize("game", SHARED, ids=lambda game: game.key)


def night(game: Game, seats: str = "ABC", *, share: int = 3, **more: Any) -> Script:
    """A game played for shares; A starts. `settings` are further options."""
    settings = {"stakes": "shares", "share": share, **more.pop("settings", {})}
    return Script(game, seats, settings=settings, **more)


def warriors(cards: str = f"{POOR} {BEST} {GOOD}", seats: str = "ABC", **more: Any) -> Script:
    """Rogues and Warriors for shares."""
    return night(rogues_and_warriors.GAME, seats, cards=cards, **more)


# ---- the share is the only bet


@every_game
@pytest.mark.rule("SHR-01", "SHR-02")
def test_everybody_pays_the_share_where_the_ante_would_be(game: Game) -> None:
    for share in (1, 3, 7):
        s = night(game, "ABC", share=share, rolls="1 2 3 4 5 " * 3)
        assert s.pot == 3 * share
        assert s.pots == {"ABC": 3 * share}
        assert s.money == dict.fromkeys("ABC", 50 - share)
        assert s.told("ante")[0].values == {"n": share}
        s.defaults()
        assert min(change["piece"] for change in s.net.values()) >= -share


@pytest.mark.rule("SHR-01", "SHR-R8")
def test_the_share_is_three_unless_the_table_says_otherwise() -> None:
    fields = GAMES["rogues_and_warriors"].options.model_fields
    assert fields["share"].default == 3
    assert fields["stakes"].default == "betting"
    for share in (0, 1, 24):
        assert rogues_and_warriors.GAME.parse_options({"share": share}).model_dump()["share"] == share
    for wrong in (-1, 1.5, "many"):
        with pytest.raises(BadOptions):
            rogues_and_warriors.GAME.parse_options({"share": wrong})
    # and means nothing where there are Betting Rounds
    assert Script(rogues_and_warriors.GAME, "AB", share=7).pot == 2


@every_game
@pytest.mark.rule("SHR-02", "SHR-03", "SHR-R5")
def test_nobody_is_asked_to_bet_or_may_fold(game: Game) -> None:
    for case in range(12):
        luck = luck_of("shares", game.key, case)
        match = Match(game, random_header(game, luck, stakes="shares"))
        while not match.over:
            for ask in match.open.values():
                assert ask.prompt.kind not in ("bet", "bring", "open_stakes", "split_rule", "show")
                assert not isinstance(ask.prompt, Choose) or "fold" not in ask.prompt.options
            ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
            match.answer(ask.id, ask.seat, luck.choice(ask.prompt.legal(luck)))
        assert not [event for event in match.events if event.kind in ("folds", "checks", "returned")]


def steps(s: Script) -> list[tuple[int, object]]:
    """All that is asked but for bets, while everybody does the default; where there are bets, all check."""
    asked: list[tuple[int, object]] = []
    while not s.match.over:
        ask = next(ask for ask in s.match.open.values() if not ask.answered)
        if ask.prompt.kind != "bet":
            asked.append((ask.seat, ask.prompt))
        s.match.answer(ask.id, ask.seat, ask.prompt.default)
    return asked


@every_game
@pytest.mark.rule("SHR-03", "SHR-R7")
@pytest.mark.parametrize("variants", [False, True], ids=["plain", "variants"])
def test_every_step_but_betting_stays(game: Game, variants: bool) -> None:
    switches = [name for name, field in game.options.model_fields.items() if field.annotation is bool]
    chosen = {name: True for name in switches if variants or game.options.model_fields[name].default}
    bets = steps(Script(game, "ABCD", settings=chosen))
    shares = steps(night(game, "ABCD", settings=chosen))
    assert bets
    assert shares == bets


@pytest.mark.rule("SHR-R7")
def test_all_games_but_dragon_hordes_may_be_played_for_shares() -> None:
    for game in SHARED:
        assert game.parse_options({"stakes": "shares", "share": 0})
    for key, game in GAMES.items():
        if game not in SHARED and key not in FRAMES:
            with pytest.raises(BadOptions, match="no option 'stakes'"):
                game.parse_options({"stakes": "shares"})


@pytest.mark.rule("BET-R21", "SHR-R7")
def test_variants_go_with_shares_as_with_bets() -> None:
    for settings in (
        {"exchange": True, "dragon_cards": True},
        {"split_rule": "king"},
        {"table_stakes": False},
    ):
        s = warriors(settings=settings).defaults()
        assert s.match.over


# ---- who is placed where


@pytest.mark.rule("SHR-R1", "TIE-01")
def test_the_tie_break_comes_before_a_tie_for_a_place() -> None:
    # both Warrior-Bard; two red cards go before one red and one green
    s = warriors("W.hawk B.owl W.wolf B.hawk R.wren R.hare").each("ABC", [0])
    assert [(row.seat, row.place) for row in s.result.rows] == [(1, 1), (0, 2), (2, 3)]
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 3}, "C": {"piece": -3}}


@pytest.mark.rule("SHR-R1", "TIE-01")
def test_a_broken_tie_for_a_lower_prize_is_told() -> None:
    # behind two Warriors the two red cards of B go before those of A
    s = warriors("W.hawk B.owl W.wolf B.hawk W.hare W.wren").each("ABC", [0])
    assert [(row.seat, row.place) for row in s.result.rows] == [(2, 1), (1, 2), (0, 3)]
    [tie] = s.told("tie_color")
    assert (tie.values["seat"], tie.values["place"]) == (1, "second")


@pytest.mark.rule("SHR-R1")
def test_the_lowest_is_first_where_the_lowest_wins() -> None:
    s = night(threes.GAME, "ABC", rolls="6 6 6 6 6 3 3 3 3 3 1 1 1 1 1")
    assert [(row.seat, row.place) for row in s.result.rows] == [(1, 1), (2, 2), (0, 3)]
    assert s.net == {"A": {"piece": -3}, "B": {"piece": 3}, "C": {"piece": 0}}


@pytest.mark.rule("SHR-R1", "KC-R4")
def test_under_foreign_council_nothing_is_first_then_from_high_to_low() -> None:
    low, high = "R.wolf L.hawk R.hawk R.hawk R.owl", "B.wren M.hare B.horse R.wolf L.owl"
    nothing = "L.hawk M.owl R.owl W.owl M.hawk"
    settings = {"foreign_council": True}
    s = night(kings_council.GAME, "ABC", cards=f"{low} {high} {nothing} B.hare", settings=settings).defaults()
    assert [(row.seat, row.place) for row in s.result.rows] == [(2, 1), (1, 2), (0, 3)]


@pytest.mark.rule("SHR-R1", "TIE-R13", "BET-R21")
@pytest.mark.parametrize("rule", ["merchant", "king", "commoner", "starting_player"])
def test_no_split_rule_is_offered_or_used(rule: str) -> None:
    s = warriors("W.hawk B.wolf W.owl B.horse R.wren R.hare", settings={"split_rule": rule})
    assert s.kind() == "reveal"
    s.each("ABC", [0])
    assert s.match.over
    assert s.net == {"A": {"piece": 1}, "B": {"piece": 1}, "C": {"piece": -3}}
    assert s.carried == {"piece": 1}


# ---- seats that cannot pay, and seats that leave


@pytest.mark.rule("SHR-R4", "SHR-R8")
def test_who_has_less_than_the_share_sits_out_and_does_not_count() -> None:
    stakes = {"A": 2, "B": 3, "C": 50, "D": 0}
    s = warriors(f"{BEST} {POOR}", "ABCD", stakes=stakes)
    assert [event.values for event in s.told("no_share")] == [{"seat": 0, "n": 3}, {"seat": 3, "n": 3}]
    assert s.asked() == "BC"
    assert s.pot == 6
    outs = {row.seat: row.out for row in s.scene_block(Seats).rows}
    assert outs == {0: True, 1: False, 2: False, 3: True}
    # B has nothing left, is no less in for it, and takes the whole pot of two players
    s.each("BC", [0])
    assert s.net == {"A": {"piece": 0}, "B": {"piece": 3}, "C": {"piece": -3}, "D": {"piece": 0}}
    assert [(row.seat, row.place) for row in s.result.rows] == [(1, 1), (2, 2), (0, None), (3, None)]


@pytest.mark.rule("SHR-R4")
def test_fewer_than_two_that_can_pay_do_not_play_and_a_carried_pot_stays() -> None:
    carry = {"starter": 0, "pot": {"piece": 4}, "tied": [0, 1]}
    s = warriors("", "ABC", stakes={"A": 2, "B": 50, "C": 0}, carry=carry)
    assert s.match.over
    assert s.result.carry == carry
    assert not s.result.pays
    assert "can pay the share" in s.result.headline.text


@pytest.mark.rule("SHR-16", "SHR-R4")
def test_with_a_share_of_nothing_nobody_sits_out() -> None:
    s = warriors(stakes={"A": 0, "B": 0, "C": 9}, share=0)
    assert s.asked() == "ABC"
    s.each("ABC", [0])
    assert [row.seat for row in s.result.rows] == [1, 2, 0]


@pytest.mark.rule("SHR-R5", "BET-R15")
def test_who_leaves_is_played_by_defaults_to_the_end_and_paid() -> None:
    s = warriors().leaves("B")
    assert s.asked() == "AC"
    s.each("AC", [0])
    assert not s.told("folds")
    assert s.sees("A", "B") == BEST.split()
    assert s.net == {"A": {"piece": -3}, "B": {"piece": 3}, "C": {"piece": 0}}


@pytest.mark.rule("SHR-R5")
def test_turns_and_the_deck_stay_right_when_somebody_leaves() -> None:
    s = night(den_of_thieves.GAME, "ABC").leaves("B")
    assert s.asked("discard") == "A"
    s.does(A=[0])
    assert s.asked("discard") == "C"
    s.does(C=[0]).does(A=[]).does(C=[])
    assert s.match.over
    assert [row.place for row in s.result.rows if row.seat == 1] != [None]
    assert len(s.sees("A", "B") or []) == 7


# ---- from game to game


@pytest.mark.rule("SHR-14", "SHR-R3", "TIE-X4")
def test_money_carried_from_a_game_with_bets_goes_to_the_first_place() -> None:
    s = warriors(carry={"last_starter": 2, "pot": {"piece": 5}, "tied": [0, 1]})
    assert s.pot == 14
    assert s.told("carried")[0].values == {"n": 5}
    s.each("ABC", [0])
    assert s.net == {"A": {"piece": -3}, "B": {"piece": 8}, "C": {"piece": 0}}
    assert s.carried == {}


@pytest.mark.rule("SHR-R6")
def test_what_is_left_over_waits_while_dragon_hordes_is_played() -> None:
    s = warriors("W.hawk B.wolf W.owl B.horse R.wren R.hare").each("ABC", [0])
    meanwhile = Script(dragon_hordes.GAME, "ABC", carry=dict(s.result.carry)).defaults()
    assert meanwhile.carried == {"piece": 1}
    again = Script(rogues_and_warriors.GAME, "ABC", carry=dict(meanwhile.result.carry))
    assert again.pots == {"ABC": 3 + 1}


@pytest.mark.rule("SHR-14", "SHR-R6", "BET-R18", "BET-R20")
def test_what_is_left_over_lies_in_the_pot_of_the_next_game_with_bets() -> None:
    s = warriors("W.hawk B.wolf W.owl B.horse R.wren R.hare").each("ABC", [0])
    assert s.carried == {"piece": 1}
    again = s.next(options={"stakes": "betting"})
    assert again.pots == {"ABC": 3 + 1}
    assert again.told("starts")[0].values == {"seat": 1}
    assert due(s.result.carry, [0, 1, 2]) == {0: {"piece": 1}}


@pytest.mark.rule("SHR-04")
def test_pieces_go_from_the_losers_to_the_winners_and_to_nobody_else() -> None:
    s = warriors()
    assert s.told("starts")[0].values == {"seat": 0}
    s.each("ABC", [0])
    assert s.pot == 0
    assert s.money == {"A": 47, "B": 53, "C": 50}
    assert [event.values for event in s.told("prize")] == [
        {"seat": 1, "place": "first", "n": 6}, {"seat": 2, "place": "second", "n": 3},
    ]  # fmt: skip
    assert [tuple(pay) for pay in s.result.pays] == [
        (0, POT, "piece", 3, False),
        (POT, 1, "piece", 3, False),
    ]
