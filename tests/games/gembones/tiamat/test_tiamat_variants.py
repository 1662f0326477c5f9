"""Tiamat's variants: Bahamut, Dracolich, and both together."""

from __future__ import annotations

import pytest

from games.engine import Cost
from games.engine.money import worth as pieces
from games.gembones.tiamat import GAME
from tests.helpers.games.tiamat import hoard, keep_all, life, net, play_hands, start_game
from tests.helpers.script import Script

T = "GRUKW"
"""Tiamat."""


def won(script: Script) -> dict[str, int]:
    """Return what each seat has won or lost, in pieces."""
    return {name: pieces(change) for name, change in script.net.items()}


def play_on(script: Script) -> Script:
    """All keep their cards until something else is asked, or the game is over."""
    while not script.match.over and script.asked("discard"):
        keep_all(script)
    return script


# ---- Bahamut


@pytest.mark.rule("TM-27", "TM-R8")
def test_bahamut_is_for_four_who_sit_in_turn() -> None:
    assert GAME.limits(GAME.parse_options({"bahamut": True})) == (4, 4)
    script = start_game(f"A {T}  B GGRUK  C WWRGK  D UUGRK", bahamut=True)
    for name, team in zip("ABCD", ("Chromatic", "Metallic") * 2, strict=True):
        assert script.sees(None, name, f"{team} life 10") == ["g100:00"]
    short = Script(GAME, "ABCD", carry={}, bahamut=True).each("ABC", "stake").does(D="pass")
    assert net(short) == dict.fromkeys("ABCD", 0)


@pytest.mark.rule("TM-X10", "TM-28")
def test_partners_never_hurt_each_other() -> None:
    script = play_hands("A GGGGR  B UUURK  C WWKRU  D KKGRU", bahamut=True)
    assert life(script) == {"A": 10, "B": 9, "C": 10, "D": 8}
    script = play_hands(f"A {T}  B GGRUK  C WWRGK  D UUGRK", bahamut=True)
    assert life(script) == {"A": 10, "B": 5, "C": 10, "D": 5}


@pytest.mark.rule("TM-R8", "TM-28")
def test_ties_hurt_opponents_only() -> None:
    within = play_hands("A GGGRR  B WWKRU  C UUUGR  D KKGRU", bahamut=True)
    assert life(within) == {"A": 10, "B": 9, "C": 10, "D": 9}, "the second of A does nothing to C"
    across = play_hands("A GGGRR  B UUUGR  C WWKRU  D KKGRU", bahamut=True)
    assert life(across) == {"A": 10, "B": 8, "C": 9, "D": 9}, "the second of A hurts B"
    two_heads = play_hands(f"A {T}  B GGRUK  C {T}  D UUGRK", bahamut=True)
    assert life(two_heads) == {"A": 10, "B": 5, "C": 10, "D": 5}


@pytest.mark.rule("TM-44", "TM-R5")
def test_one_of_each_colour_is_bahamut_on_the_metallic_side() -> None:
    script = play_hands(f"A {T}  B {T}  C GGRUK  D WWRGK", bahamut=True)
    hands = {script.name(event.values["seat"]): event.values["what"].text for event in script.told("reveals")}
    assert (hands["A"], hands["B"]) == ("Tiamat", "Bahamut")
    assert life(script) == dict.fromkeys("ABCD", 5)


@pytest.mark.rule("TM-X10", "TM-29")
def test_both_partners_split_the_hoard() -> None:
    script = play_hands(*[f"A {T}  B GGRUK  C WWRGK  D UUGRK"] * 2, bahamut=True)
    assert won(script) == {"A": +100, "B": -100, "C": +100, "D": -100}
    assert [row.place for row in script.result.rows] == [1, 1, None, None]


B_BITES = "A KKWRG  B UUUUU  C GGGGR  D WWRKG"
"""A loses three, C one."""
C_BITES = "A KKWRG  B UUUUR  C GGGGG  D WWRKG"
"""D loses three, B one."""


@pytest.mark.rule("TM-X10", "TM-30", "TM-31")
def test_one_alone_takes_it_all() -> None:
    alone = f"B UUUUR  C {T}  D WWRKG"
    script = play_hands(*[B_BITES] * 4, alone, alone, bahamut=True)
    assert life(script) == {"A": 0, "B": 0, "C": 6, "D": 0}
    assert won(script) == {"A": -100, "B": -100, "C": +300, "D": -100}
    assert [row.place for row in script.result.rows] == [1, None, None, None]
    [note] = script.result.notes
    assert "good form" in note.text, "sharing with the partner who fell is not required"
    assert note.values == {"seat": 0}
    together = play_hands(*[f"A {T}  B GGRUK  C WWRGK  D UUGRK"] * 2, bahamut=True)
    assert together.result.notes == (), "nobody is left to share with"


# ---- Dracolich

BITE = "A UUUUU  B KKWRG"
"""B loses three: four of these take ten lives."""
HEADS = f"A {T}  B KKWRG"


@pytest.mark.rule("TM-33", "TM-X13", "TM-34", "TM-R9")
def test_who_is_out_may_buy_back_but_not_after_tiamat() -> None:
    script = play_on(start_game(*[BITE] * 4, HEADS, HEADS, dracolich=True))
    assert script.asked("buy_back") == "B"
    assert script.ask("B").prompt.cost("buy") == Cost({"g100": 1})
    assert script.ask("B").prompt.clock == "window"
    assert hoard(script) == ["1g100"]
    script.does(B="buy")
    assert life(script) == {"A": 10, "B": 10}
    assert hoard(script) == ["1g100"]
    assert script.match.risked[1] == {"g100": 2}
    keep_all(keep_all(script))
    assert script.match.over, "Tiamat has left everybody else eliminated"
    assert hoard(script) == ["2g100"]
    assert net(script) == {"A": +2, "B": -2}


@pytest.mark.rule("TM-R9")
def test_the_last_player_wins_if_nobody_buys_back() -> None:
    script = play_on(start_game(*[BITE] * 4, dracolich=True)).does(B="pass")
    assert net(script) == {"A": +1, "B": -1}


@pytest.mark.rule("TM-R9")
def test_three_times_at_most() -> None:
    script = start_game(*[BITE] * 16, dracolich=True)
    for _ in range(3):
        play_on(script).does(B="buy")
    play_on(script)
    assert net(script) == {"A": +4, "B": -4}


@pytest.mark.rule("TM-34", "TM-R9")
def test_tiamat_ends_the_game_when_some_were_out_before() -> None:
    bite, heads = "A UUUUU  B KKWRG  C GGGGR", f"A {T}  B KKWRG  C GGGGR"
    script = play_on(start_game(bite, bite, heads, f"A {T}  C GGGGR", dracolich=True))
    assert life(script) == {"A": 10, "B": 0, "C": 3}
    assert script.asked() == "B", "C is still in, so that B is asked, Tiamat or not"
    script.does(B="pass")
    keep_all(script)
    assert net(script) == {"A": +2, "B": -1, "C": -1}


@pytest.mark.rule("TM-R6")
def test_nobody_need_buy_back_if_all_go_out_at_once() -> None:
    script = play_hands(*[f"A {T}  B {T}"] * 2, dracolich=True)
    assert life(script) == {"A": 1, "B": 1}
    assert script.asked("discard") == "AB"


# ---- both together

A_BITES = "A UUUUU  B KKWRG  C GGRUK  D WWRKG"
TEAM_OF_A = f"A {T}  B KKWRG  C GGRUK"


@pytest.mark.rule("TM-R8", "TM-R16", "TM-34")
def test_an_odd_g100_is_broken_between_partners() -> None:
    script = play_on(start_game(*[A_BITES] * 4, TEAM_OF_A, TEAM_OF_A, bahamut=True, dracolich=True))
    assert script.asked("buy_back") == "BD"
    script.does(B="buy", D="pass")
    assert script.asked("discard") == "ABC"
    keep_all(keep_all(script))
    assert script.match.over, "Tiamat has left nobody of the other team"
    share = {"g100": 1, "g20": 2, "g10": 1}
    assert (script.net["A"], script.net["C"]) == (share, share)
    assert won(script) == {"A": +150, "B": -200, "C": +150, "D": -100}


@pytest.mark.rule("TM-R8")
def test_a_team_is_beaten_when_neither_buys_back() -> None:
    script = play_on(start_game(*[A_BITES] * 4, bahamut=True, dracolich=True)).each("BD", "pass")
    assert won(script) == {"A": +100, "B": -100, "C": +100, "D": -100}


@pytest.mark.rule("TM-R8", "TM-R15")
def test_a_winner_who_bought_back_pays_for_it() -> None:
    last = f"A {T}  B UUUUR  C GGRUK  D WWRKG"
    script = play_on(start_game(*[B_BITES] * 4, last, last, bahamut=True, dracolich=True)).does(A="buy")
    play_on(script)
    assert life(script) == {"A": 10, "B": 0, "C": 6, "D": 0}
    # three g100 in the hoard, 150 each, and one of them was put up by A
    assert won(script) == {"A": +50, "B": -100, "C": +150, "D": -100}


@pytest.mark.rule("TM-33")
@pytest.mark.parametrize("bahamut", [False, True])
def test_to_come_back_costs_a_g100_in_whatever_gembones(bahamut: bool) -> None:
    hands = [A_BITES] * 4 if bahamut else [BITE] * 4
    script = play_on(start_game(*hands, bahamut=bahamut, dracolich=True))
    assert script.match.table.seats.out == ({1, 3} if bahamut else {1})
    assert pieces(script.ask("B").prompt.cost("buy").seat) == 100
    script.does(B="buy")
    assert [event.values for event in script.told("buys_back")] == [{"seat": 1}] * (not bahamut)
    if bahamut:
        script.does(D="pass")
    assert [event.values for event in script.told("buys_back")] == [{"seat": 1}]
    assert script.match.table.seats.out == ({3} if bahamut else set())


@pytest.mark.rule("TM-34", "TM-R9", "TM-R5")
def test_two_tiamats_that_kill_each_other_end_nothing() -> None:
    """C has bitten both twice, and is left with no Tiamat: A and B may buy back in."""
    bite, both = "A KKWRG  B RRWKG  C UUUUU", f"A {T}  B {T}  C UUUUU"
    script = play_on(start_game(bite, bite, both, dracolich=True))
    assert life(script) == {"A": 0, "B": 0, "C": 5}
    assert script.asked("buy_back") == "AB"
    script.each("AB", "pass")
    assert net(script) == {"A": -1, "B": -1, "C": +2}
