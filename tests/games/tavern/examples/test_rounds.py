"""The worked examples of Part 2 on gambling and losing, step by step."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.games.tavern import Night, Sits
from tests.helpers.games.tavern_openings import down_to

IN, RAISE, WIN = "Gambling? I'm in!", "I raise!", "Winning Hand!"
CODEX, TIP = "This is not in the Paladin's Codex...", "Oh, I guess the Wench thought that was her tip..."
FEEDING, SMOKE = "Not now, I'm feeding Wulfric", "Smoke over the card table"


def gold(n: Night) -> dict[str, int]:
    """Return the Gold of all players."""
    return {name: n.player(name).gold for name in n.names}


# ---- gambling


@pytest.mark.rule(
    "GMB-X1", "GMB-01", "GMB-03", "GMB-06", "GMB-07", "GMB-08", "GMB-09", "GMB-10", "GMB-11", "GMB-12", "GMB-15",
    "GMB-16", "GMB-17", "GMB-18", "GMB-20", "GMB-21", "GMB-26", "CARD-R3",
)  # fmt: skip
def test_a_round_with_all_that_can_happen() -> None:
    n = Night(
        Phrenk=Sits(hand=[IN, IN, WIN]),
        Serena=Sits(hand=[CODEX]),
        Kaylin=Sits(hand=["Do you even know how to play this game?", IN]),
        Wizgille=Sits(hand=[RAISE]),
    )
    n.to_action()
    n.acts("Phrenk", IN)
    n.plays("Serena", CODEX)
    n.quiet()
    now = n.game.round
    assert now is not None
    assert (now.pot, n.name(now.control if now.control is not None else -1)) == (3, "Phrenk")
    assert n.asked() == {"Kaylin"}
    n.passes("Kaylin")
    n.plays("Wizgille", RAISE)
    n.quiet()
    assert (now.pot, now.control) == (6, n.names["Wizgille"])
    n.plays("Phrenk", WIN)
    n.quiet()
    assert (now.control, n.asked()) == (n.names["Phrenk"], {"Kaylin"})
    n.cannot("Kaylin", IN)
    n.plays("Kaylin", "Do you even know how to play this game?")
    n.quiet()
    assert now.control == n.names["Kaylin"]
    n.passes("Wizgille")
    n.plays("Phrenk", IN)
    n.quiet()
    assert (now.pot, now.control) == (6, n.names["Phrenk"])
    n.passes("Kaylin", "Wizgille")
    assert n.game.round is None
    assert gold(n) == {"Phrenk": 14, "Serena": 10, "Kaylin": 8, "Wizgille": 8}
    n.quiet()
    assert n.asked("order") == {"Phrenk"}


@pytest.mark.rule("GMB-X2", "GMB-28", "GMB-R4", "GMB-R7", "GMB-27")
def test_the_starter_leaves() -> None:
    def started() -> Night:
        n = Night(Kaylin=Sits(hand=[IN, FEEDING]), Phrenk=Sits(hand=[WIN]), Wizgille=Sits())
        n.to_action()
        n.acts("Kaylin", IN)
        n.plays("Kaylin", FEEDING, way=1)
        n.quiet()
        assert n.game.round is not None
        assert (n.game.round.pot, n.game.round.control) == (2, None)
        return n

    n = started()
    n.passes("Phrenk", "Wizgille")
    assert gold(n) == {"Kaylin": 10, "Phrenk": 9, "Wizgille": 9}
    assert n.game.inn_gold == 2
    n = started()
    n.plays("Phrenk", WIN)
    n.quiet()
    n.passes("Wizgille")
    assert gold(n) == {"Kaylin": 10, "Phrenk": 11, "Wizgille": 9}


def _smoke(*, others: int = 1, **hands: list[str]) -> Night:
    """A Round in which Phrenk has the gambling turn and plays his smoke on Serena; two antes each lie in the pot."""
    players: dict[str, Any] = {
        "Phrenk": Sits(hand=[IN, SMOKE, *hands.get("Phrenk", [])]),
        "Serena": Sits(hand=[RAISE, *hands.get("Serena", [])]),
    }
    if others > 1:
        players["Wizgille"] = Sits(hand=hands.get("Wizgille", []))
    n = Night(**players)
    n.to_action()
    n.acts("Phrenk", IN)
    n.quiet()
    n.plays("Serena", RAISE)
    n.quiet()
    if others > 1:
        n.passes("Wizgille")
    n.plays("Phrenk", SMOKE, at="Serena")
    return n


@pytest.mark.rule("GMB-X3", "GMB-29", "GMB-R5", "NEG-R1", "WTIP-04", "WTIP-R1", "WTIP-R4")
def test_forced_out_and_what_helps() -> None:
    n = _smoke(Serena=["My holy blade detects lies!"])
    now = n.game.round
    assert now is not None
    assert now.pot == 4
    n.plays("Serena", "My holy blade detects lies!")
    n.quiet()
    assert n.names["Serena"] in now.members
    assert now.control == n.names["Serena"]
    assert n.asked("gamble") == {"Phrenk"}
    # with the tip card instead
    n = _smoke(Serena=[TIP])
    n.plays("Serena", TIP)
    n.quiet()
    assert n.game.round is None
    assert n.game.inn_gold == 4
    assert gold(n) == {"Phrenk": 8, "Serena": 8}


@pytest.mark.rule("GMB-X8", "GMB-R17", "WTIP-04", "WTIP-R1")
def test_a_tip_under_a_forced_exit() -> None:
    n = _smoke(others=2, Serena=[TIP])
    assert n.game.round is not None
    assert n.game.round.pot == 6
    n.plays("Serena", TIP)
    down_to(n)
    assert n.game.stack == []
    assert n.game.round is None
    assert n.game.inn_gold == 6
    assert "phrenk.smoke_over_the_card_table" in n.player("Phrenk").deck.discards


def _abc(a: str, b: list[str], extra: list[str]) -> Night:
    n = Night(
        A=Sits(f"20/0/{a}", [IN, *extra], character="phrenk"),
        B=Sits("20/0/5", b, character="wizgille"),
        C=Sits("20/0/5", character="serena"),
    )
    n.to_action()
    n.acts("A", IN)
    n.quiet()
    return n


@pytest.mark.rule("GMB-X4", "GMB-31", "GMB-32", "OUT-R1")
def test_broke_in_a_round_and_winning_it() -> None:
    n = _abc("1", [RAISE], [WIN])
    assert gold(n)["A"] == 0
    assert not n.player("A").out
    n.plays("B", RAISE)
    n.quiet()
    assert n.game.round is not None
    assert n.game.round.pot == 5
    n.passes("C")
    n.plays("A", WIN)
    n.quiet()
    n.passes("B", "C")
    assert gold(n) == {"A": 5, "B": 3, "C": 3}


@pytest.mark.rule("GMB-X5", "GMB-34", "GMB-R12")
def test_who_cannot_ante_makes_nobody_ante() -> None:
    n = _abc("1", [RAISE], [RAISE])
    n.plays("B", RAISE)
    n.quiet()
    n.passes("C")
    n.plays("A", RAISE)
    n.quiet()
    assert n.game.round is not None
    assert (n.game.round.pot, n.game.round.control) == (5, n.names["A"])
    assert gold(n) == {"A": 0, "B": 3, "C": 3}


@pytest.mark.rule("GMB-X6", "GMB-33", "OUT-01", "OUT-04")
def test_broke_after_the_round() -> None:
    n = _abc("1", [RAISE], [])
    n.plays("B", RAISE)
    n.quiet()
    n.passes("C", "A")
    assert n.game.round is None
    assert n.asked("last_chance") == {"A"}
    n.passes("A")
    assert n.player("A").out
    assert gold(n) == {"A": 0, "B": 8, "C": 3}


@pytest.mark.rule("GMB-X7", "GMB-27", "GMB-R3", "GMB-R16")
def test_raise_and_leave() -> None:
    n = _abc("5", [IN], [RAISE, "The cauldron needs stirring"])
    n.plays("B", IN)
    n.quiet()
    n.passes("C")
    n.plays("A", RAISE)
    n.plays("A", "The cauldron needs stirring")
    n.quiet()
    assert n.game.round is not None
    assert (n.game.round.pot, n.game.round.control) == (5, None)
    n.passes("B", "C")
    assert n.game.inn_gold == 5
    assert gold(n) == {"A": 4, "B": 3, "C": 3}


@pytest.mark.rule("AFF-X4", "AFF-05")
def test_who_wins_a_round_is_nobodys_gold() -> None:
    n = Night(
        Wizgille=Sits(hand=[IN, "These goggles count cards"]),
        Serena=Sits(hand=[RAISE, "You're angering me. You would be wise to stop!"]),
    )
    n.to_action()
    n.acts("Wizgille", IN)
    n.quiet()
    n.plays("Serena", RAISE)
    n.quiet()
    ask, goggles = n.move("Wizgille", "These goggles count cards")
    n.match.answer(ask.id, ask.seat, goggles)
    # Serena is asked, since she might catch a cheat; her Gold is not affected
    assert n.asked("respond") == {"Serena"}
    n.cannot("Serena", "You're angering me. You would be wise to stop!")
    n.quiet()
    assert gold(n) == {"Wizgille": 12, "Serena": 8}


# ---- losing


@pytest.mark.rule("OUT-X1", "OUT-02", "OUT-06", "OUT-07", "OUT-10", "OUT-11", "OUT-12", "OUT-R7")
def test_a_broke_player_is_saved_by_a_share() -> None:
    n = Night(
        A=Sits("9/9/5", character="serena"),
        B=Sits("14/2/0", character="phrenk"),
        C=Sits("20/0/10", character="kaylin"),
    )
    _fall(n)
    assert n.player("A").out
    assert gold(n) == {"A": 0, "B": 1, "C": 11}
    assert n.game.inn_gold == 3
    assert not n.player("B").out


def _fall(n: Night) -> None:
    """Pass the last chance for all players who begin in danger."""
    while n.asked("last_chance"):
        n.passes(*n.asked("last_chance"))


@pytest.mark.rule("OUT-X2", "OUT-08")
def test_division_among_three() -> None:
    n = Night(A=Sits("5/5/10", character="serena"), Serena=Sits(), Phrenk=Sits(), Kaylin=Sits())
    _fall(n)
    assert gold(n) == {"A": 0, "Serena": 11, "Phrenk": 11, "Kaylin": 11}
    assert n.game.inn_gold == 7


@pytest.mark.rule("OUT-X3", "OUT-06", "OUT-08")
def test_division_among_two() -> None:
    n = Night(A=Sits("5/5/7", character="serena"), Phrenk=Sits(), Kaylin=Sits())
    _fall(n)
    assert gold(n) == {"A": 0, "Phrenk": 11, "Kaylin": 11}
    assert n.game.inn_gold == 5


@pytest.mark.rule("OUT-X4", "OUT-13")
def test_a_tie() -> None:
    n = Night(Serena=Sits("5/5/1"), Phrenk=Sits("20/0/0"))
    _fall(n)
    assert n.winners == {"Serena", "Phrenk"}
    assert n.game.inn_gold == 1


@pytest.mark.rule("OUT-X5", "OUT-12", "SET-R4")
def test_a_win_by_one_piece() -> None:
    n = Night(Serena=Sits("5/5/3"), Phrenk=Sits("20/0/0"))
    _fall(n)
    assert n.winners == {"Phrenk"}
    assert gold(n)["Phrenk"] == 1
    assert n.game.inn_gold == 2


@pytest.mark.rule("OUT-X6", "OUT-04", "OUT-05")
def test_rescue() -> None:
    n = Night(Serena=Sits("6/6/10", hand=["A quiet prayer"]), Phrenk=Sits())
    assert n.asked() == {"Serena"}
    n.plays("Serena", "A quiet prayer", way=1)
    n.quiet()
    assert n.stands("Serena") == "6/4/10"
    assert not n.player("Serena").out
    assert n.asked() == {"Serena"}
    assert n.kinds() == {"discard"}
