"""Bets of spectators on a duel of dragons, tips, and the rail in general."""

from __future__ import annotations

import pytest

from games.engine import HOUSE, OUTSIDE, POT, RAIL, Invitation, Match, Pay, SceneHeader, changes
from games.gembones.tiamat.side_bets import Bet, settle_bets
from games.registry import GAMES
from tests.helpers.games.tiamat import keep_all, net, start_game
from tests.helpers.random_matches import cases, luck_of, play, random_header
from tests.helpers.script import Script

TIE = "A GGGRU  B UUUGR"
"""Thirty hit points each."""
A_WINS = "6 6 1 1 6 6 1 1 6 6 1 1"


def announced(rail: str = "", rolls: str = A_WINS) -> Script:
    """A duel that both have agreed to, with spectators at the rail."""
    script = keep_all(start_game(TIE, rolls=rolls, dueling_dragons=True)).each("AB", "fight")
    return script.at_rail(rail)


def bets(script: Script, **placed: tuple[str, int]) -> Script:
    """`C=("A", 20)`: C bets 20 pieces on A."""
    for name, (on, pieces) in placed.items():
        script.does(**{name: "one" if on == "A" else "other"}).does(**{name: pieces})
    return script


def fought(script: Script) -> Script:
    """The house closes the bets, and A wins."""
    return script.house("bets").each("ABABAB", "claw")


def pieces(script: Script) -> dict[str, int]:
    """Return what each member has won or lost in loose pieces."""
    return {name: change.get("piece", 0) for name, change in script.net.items()}


def invited(script: Script) -> bool:
    """Return True if spectators may come to the rail."""
    return any(isinstance(block, Invitation) for block in script.match.scene(RAIL).blocks)


# ---- when, and on whom


@pytest.mark.rule("TM-39", "TM-R11")
def test_bets_open_with_the_consent_and_close_at_the_first_reveal() -> None:
    script = keep_all(start_game(TIE, rolls=A_WINS, dueling_dragons=True))
    assert not invited(script)
    script.does(A="fight")
    assert not invited(script), "not before both have agreed"
    script.does(B="fight")
    assert invited(script)
    assert script.asked() == "AB"
    script.at_rail("C")
    assert (script.asked(), script.kind_of("C")) == ("ABC", "side")
    script.each("AB", "claw")
    assert not script.told("strikes"), "there is time to bet, however fast the duellists are"
    script.house("bets")
    assert (len(script.told("strikes")), script.asked(), invited(script)) == (2, "AB", False)


@pytest.mark.rule("TM-R11")
def test_a_bet_that_is_not_complete_at_the_first_reveal_is_none() -> None:
    script = announced("CD").does(C="one")
    assert script.kind_of("C") == "wager"
    assert fought(script).told("bets_on") == []
    assert sorted(script.names[name] for name in script.net) == [0, 1], (
        "only the duellists stand in the result"
    )


@pytest.mark.rule("TM-37", "TM-39")
def test_the_house_announces_the_showdown_in_its_ruin() -> None:
    script = announced()
    [event] = script.told("showdown_of_dragons")
    assert event.values["seats"] == (0, 1)
    assert (event.values["long"], event.values["wide"], event.values["high"]) == (100, 80, 60)
    assert event.text is not None
    assert "{long} by {wide} by {high} feet" in event.text
    assert script.scene_block(SceneHeader).phase.text.startswith("Duel")


@pytest.mark.rule("TM-R11")
def test_only_spectators_are_asked_and_a_stake_is_set_aside_with_the_answer() -> None:
    script = bets(announced("CD"), C=("A", 20)).does(D="pass")
    assert script.match.risked[script.names["C"]] == {"piece": 20}
    assert script.asked() == "AB", "one bet each, and who does not want to is asked no more"
    assert script.sees("C", "A", "hand") == script.sees(None, "A", "hand"), (
        "the rail sees what spectators see"
    )
    for wrong in (0, 1001, -4):
        announced("C").does(C="one").refuses("C", wrong)


def test_a_bettor_who_leaves_keeps_the_bet_and_one_who_leaves_before_has_none() -> None:
    script = bets(announced("CD"), C=("A", 20)).leaves("C").leaves("D")
    assert script.asked() == "AB"
    assert [event.values["n"] for event in fought(script).told("bets_on")] == [20]


# ---- payments


@pytest.mark.rule("TM-R11")
def test_winners_share_the_losers_pool_in_proportion_and_the_largest_bet_takes_the_rest() -> None:
    script = fought(bets(announced("CDEF"), C=("A", 10), D=("A", 20), E=("B", 7), F=("B", 4)))
    # eleven pieces: 11 * 10 / 30 = 3, 11 * 20 / 30 = 7, and one is left over
    assert pieces(script) == {"A": 0, "B": 0, "C": 3, "D": 8, "E": -7, "F": -4}
    assert {name: script.net[name].get("g100", 0) for name in "AB"} == {"A": 1, "B": -1}


@pytest.mark.rule("TM-R11")
def test_of_equally_large_bets_the_first_takes_the_rest() -> None:
    pays = settle_bets([Bet(5, 0, 10), Bet(6, 0, 10), Bet(7, 1, 3)], 0)
    assert pays == [Pay(7, 5, "piece", 2), Pay(7, 6, "piece", 1)]


@pytest.mark.rule("TM-R11")
def test_one_sided_pools_are_returned() -> None:
    for on in ("A", "B"):
        script = fought(bets(announced("CD"), C=(on, 10), D=(on, 20)))
        assert pieces(script) == {"A": 0, "B": 0, "C": 0, "D": 0}
        assert len(script.told("bets_back")) == 1


@pytest.mark.rule("TM-R11")
def test_no_piece_is_lost_whatever_is_bet() -> None:
    for case in cases(300):
        luck = luck_of("side bets", case)
        placed = [Bet(100 + n, luck.below(2), 1 + luck.below(60)) for n in range(1 + luck.below(6))]
        moved = {seat: units["piece"] for seat, units in changes(settle_bets(placed, 0)).items()}
        right, wrong = ([bet for bet in placed if bet.on == on] for on in (0, 1))
        assert sum(moved.values()) == 0
        if right and wrong:
            assert all(moved[bet.seat] == -bet.pieces for bet in wrong), "the house takes nothing"
            pool, whole = sum(bet.pieces for bet in wrong), sum(bet.pieces for bet in right)
            assert all(moved.get(bet.seat, 0) >= pool * bet.pieces // whole for bet in right)
        else:
            assert moved == {}


# ---- tips


@pytest.mark.rule("TM-40", "TM-R12")
def test_who_has_won_a_hundred_pieces_is_asked_once_for_a_tip() -> None:
    script = fought(bets(announced("CDE"), C=("A", 100), D=("A", 99), E=("B", 199)))
    assert (script.asked(), script.kind()) == ("C", "tip"), "D has won 99"
    assert script.ask("C").prompt.default == "pass"
    assert dict(script.ask("C").prompt.cost("g10").seat) == {"g10": 1}
    script.does(C="g10")
    assert not script.told("bets_back"), "there were bets on both"
    assert script.net["C"] == {"piece": 100, "g10": -1}
    assert script.net["A"] == {"g100": 1, "g10": 1}


@pytest.mark.rule("TM-40", "TM-R12")
def test_the_house_tips_the_duellists_and_nobody_else() -> None:
    nobody = fought(announced())
    assert nobody.result.tips == (0, 1)
    assert not nobody.told("bets_back"), "nobody has bet"
    declined = keep_all(start_game(TIE, "A GGGGG  B UUUKK", dueling_dragons=True)).each("AB", "decline")
    assert declined.defaults().result.tips == ()


# ---- the rail, whatever the game


INVITING = [
    key for key, game in sorted(GAMES.items()) if any(word.startswith("rail:") for word in game.words)
]


INVITED: dict[str, dict[str, object]] = {
    "tiamat": {"dueling_dragons": True, "bahamut": False},
    "hags_haggle": {"dealer": True, "bargains": True, "played_for": "gembones"},
}
"""Options with which a game has something for spectators to do."""


@pytest.mark.slow
@pytest.mark.parametrize("key", INVITING)
def test_spectators_change_nothing_of_what_must_hold(key: str) -> None:
    """A spectator comes to the rail at every invitation: results add up, and replays are the same."""
    came = 0
    for case in cases(60):
        luck = luck_of("rail", key, case)
        header = random_header(GAMES[key], luck, **INVITED.get(key, {}))
        match = Match(GAMES[key], header)
        guests: list[int] = []
        for _ in play(match, luck, leaves=40):
            open_now = not match.over and any(
                isinstance(block, Invitation) for block in match.scene(RAIL).blocks
            )
            if open_now and luck.below(2):
                guests.append(100 + len(guests))
                match.answer(0, OUTSIDE, ["rail", guests[-1]], "table")
        came += len(guests)
        result = match.result
        assert result is not None
        moved = changes(result.pays)
        assert {row.seat for row in result.rows} <= {*header.ring, *guests}
        assert set(moved) - {POT, HOUSE} <= {row.seat for row in result.rows}, (
            "whoever is paid stands in the result"
        )
        assert Match.replay(GAMES[key], header, match.rows).result == result
    assert came


def test_the_games_that_invite_spectators() -> None:
    assert INVITING == ["fireball", "hags_haggle", "tiamat"]
    assert net(fought(announced())) == {"A": 1, "B": -1}
