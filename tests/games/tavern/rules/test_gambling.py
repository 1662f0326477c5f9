"""Rounds of Gambling: the rules and rulings beside the worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.card_prompts import PlayCard
from games.tavern.items import Round
from tests.helpers.games.tavern import Night, Sits, key
from tests.helpers.games.tavern_openings import announced, down_to

IN, RAISE, WIN = "Gambling? I'm in!", "I raise!", "Winning Hand!"
CODEX, TIP = "This is not in the Paladin's Codex...", "Oh, I guess the Wench thought that was her tip..."
CAULDRON, ROOM = "The cauldron needs stirring", "Something is boiling in my room"
GOGGLES, SMOKE = "These goggles count cards", "Smoke over the card table"
CHEAT = "Do you even know how to play this game?"
MEDICINE = "Purely medicinal"


def started(**hands: Any) -> Night:
    """A Round that the first player has started, nobody having answered; the next one has the gambling turn."""
    players: dict[str, Any] = {
        name: hand if isinstance(hand, Sits) else Sits(hand=hand) for name, hand in hands.items()
    }
    first = next(iter(players))
    players[first] = Sits(
        players[first].values, [IN, *players[first].hand], character=players[first].character
    )
    n = Night(**players)
    n.to_action()
    n.acts(first, IN)
    n.quiet()
    return n


def gold(n: Night) -> list[int]:
    """Return the Gold of all players, in turn order."""
    return [n.player(name).gold for name in n.names]


def now(n: Night) -> Round:
    """The Round that is on."""
    assert n.game.round is not None
    return n.game.round


@pytest.mark.rule("GMB-02", "GMB-04", "GMB-05", "GMB-R10")
def test_a_round_suspends_the_turn_and_holds_its_own_pot() -> None:
    n = Night(
        Phrenk=Sits(hand=[IN, "Deposit back on the bottle"]),
        Serena=Sits(),
        Kaylin=Sits(hand=["Asleep in his fur"]),
    )
    n.to_action()
    assert not n.can_play("Phrenk", "Deposit back on the bottle")
    n.acts("Phrenk", IN)
    n.quiet()
    assert n.kinds() == {"gamble"}
    assert (now(n).pot, gold(n), n.game.inn_gold) == (3, [9, 9, 9], 0)
    # an ante is Gold lost, for cards that look back at that
    n.plays("Phrenk", "Deposit back on the bottle")
    n.quiet()
    assert gold(n) == [10, 9, 9]
    n.passes("Serena", "Kaylin")
    n.quiet()
    assert n.asked("order") == {"Phrenk"}


@pytest.mark.rule("GMB-13", "WTIP-03", "GMB-R18")
def test_after_the_last_pass_nothing_can_be_played_on_it() -> None:
    n = started(Phrenk=[], Serena=[TIP], Kaylin=[])
    n.passes("Serena")
    # no window opens for the tip card's sake: Kaylin's pass is the last
    assert not n.can_play("Serena", TIP)
    n.passes("Kaylin")
    assert n.game.round is None
    assert gold(n) == [12, 9, 9]
    assert not n.can_play("Serena", TIP)


@pytest.mark.rule("GMB-14", "GMB-29")
def test_a_card_that_wins_the_round_ends_it_at_once() -> None:
    n = started(Serena=[], Wizgille=[GOGGLES], Phrenk=[])
    n.plays("Wizgille", GOGGLES)
    n.quiet()
    assert n.game.round is None
    assert gold(n) == [9, 12, 9]
    n.quiet()
    assert n.asked("order") == {"Serena"}


@pytest.mark.rule("GMB-19", "GMB-18", "GMB-16")
def test_what_can_follow_what() -> None:
    n = started(Serena=[], Kaylin=[WIN, IN, CHEAT], Phrenk=[IN, "Smoke over the card table"])
    assert all(n.can_play("Kaylin", card) for card in (WIN, IN, CHEAT))
    n.plays("Kaylin", WIN)
    n.quiet()
    n.cannot("Phrenk", IN)
    assert n.can_play("Phrenk", SMOKE)
    # a Cheating card has taken control: it binds nobody any more
    n.plays("Phrenk", SMOKE, at="Kaylin")
    n.quiet()
    assert not now(n).locked


@pytest.mark.rule("GMB-R4")
def test_control_that_is_lost_binds_nobody_and_passes_count_anew() -> None:
    flask = "Flask with a short fuse"
    n = started(
        Serena=[],
        Phrenk=Sits("6/5/9", [WIN]),
        Kaylin=[],
        Troll=Sits(hand=[IN], extra=[flask], character="phrenk"),
    )
    n.plays("Phrenk", WIN)
    n.quiet()
    n.passes("Kaylin")
    n.cannot("Troll", IN)
    n.plays("Troll", flask, at="Phrenk")
    n.quiet()
    n.passes("Phrenk")  # the last chance
    assert n.player("Phrenk").out
    # the order of turns goes on from where it was, and Winning Hand! is gone with its player
    assert (now(n).control, n.asked("gamble")) == (None, {"Troll"})
    assert n.can_play("Troll", IN)
    n.passes("Troll", "Serena")
    # Kaylin passed while Phrenk was in control: that does not count
    assert n.asked("gamble") == {"Kaylin"}
    n.passes("Kaylin")
    assert n.told("round_lost")[-1].values == {"n": 4}


@pytest.mark.rule("GMB-22", "GMB-23", "GMB-24", "GMB-25", "GMB-R13", "GMB-R6")
def test_who_has_left() -> None:
    n = started(Serena=[RAISE], Phrenk=[CAULDRON, RAISE, MEDICINE], Kaylin=[IN])
    n.plays("Phrenk", CAULDRON)
    n.quiet()
    # leaving has used up the gambling turn; what was anted stays
    assert n.asked("gamble") == {"Kaylin"}
    assert now(n).pot == 3
    n.plays("Kaylin", IN)
    n.quiet()
    assert n.asked("gamble") == {"Serena"}
    n.plays("Serena", RAISE)
    n.quiet()
    assert (now(n).pot, gold(n)) == (5, [8, 9, 8])
    # no Gambling card any more, but Anytime cards
    assert not n.can_play("Phrenk", RAISE)
    assert n.can_play("Phrenk", MEDICINE)
    n.passes("Kaylin")
    assert n.player("Serena").gold == 13


@pytest.mark.rule("GMB-R13")
@pytest.mark.parametrize(("at", "after"), [("Serena", [19, 20]), ("Phrenk", [20, 19])])
def test_who_has_left_is_hit_and_hits_all_the_same(at: str, after: list[int]) -> None:
    flask = "Flask with a short fuse"
    n = started(
        Serena=[],
        Phrenk=Sits(hand=[CAULDRON], extra=[flask]),
        Troll=Sits(extra=[flask], character="phrenk"),
    )
    n.plays("Phrenk", CAULDRON)
    n.quiet()
    n.plays("Phrenk" if at == "Serena" else "Troll", flask, at=at)
    n.quiet()
    assert [n.player(name).fort for name in ("Serena", "Phrenk")] == after


@pytest.mark.rule("GMB-30", "GMB-R8")
def test_the_last_one_left_wins_back_the_own_ante() -> None:
    n = Night(Phrenk=Sits(hand=[IN]), Serena=Sits(hand=[CODEX]), Wizgille=Sits(hand=[ROOM]))
    n.to_action()
    n.acts("Phrenk", IN)
    n.plays("Serena", CODEX)
    n.passes(*sorted(n.asked("respond"))) if len(n.game.stack) > 1 else None
    n.plays("Wizgille", ROOM)
    n.quiet()
    assert n.game.round is None
    assert gold(n) == [10, 10, 10]
    # the same if that is not the starter: no gambling turn is asked of anybody
    n = Night(Phrenk=Sits(hand=[IN, CAULDRON]), Serena=Sits(hand=[CODEX]), Wizgille=Sits())
    announced(n, "Phrenk", IN)
    n.plays("Phrenk", CAULDRON)
    down_to(n)
    n.plays("Serena", CODEX)
    n.quiet()
    assert n.kinds() == {"order"}
    assert gold(n) == [10, 10, 10]
    # and if the starter leaves too, there is nobody and nothing to win
    n = Night(Phrenk=Sits(hand=[IN, CAULDRON]), Serena=Sits(hand=[CODEX]))
    n.to_action()
    n.acts("Phrenk", IN)
    n.plays("Serena", CODEX)
    while len(n.game.stack) > 1:
        n.passes(*sorted(n.asked("respond")))
    n.plays("Phrenk", CAULDRON)
    n.quiet()
    assert n.game.round is None
    assert gold(n) == [10, 10]
    assert n.game.inn_gold == 0


@pytest.mark.rule("GMB-R9")
def test_if_the_last_ones_leave_at_the_same_moment_the_inn_has_the_pot() -> None:
    flask = "Flask with a short fuse"
    n = started(Serena=Sits("6/5/5"), Wizgille=[ROOM], Phrenk=Sits("20/5/5", extra=[flask]))
    n.plays("Wizgille", ROOM)
    n.quiet()
    # both of those who are left pass out in one loss check
    n.player("Phrenk").fort = 5
    n.plays("Phrenk", flask, at="Serena")
    n.quiet()
    n.passes("Serena", "Phrenk")
    assert n.told("round_lost")[-1].values == {"n": 3}
    assert n.winners == {"Wizgille"}
    # 9 of the own, and 2 from each of the two Stashes of 4
    assert n.player("Wizgille").gold == 13


@pytest.mark.rule("GMB-07", "GMB-R1", "GMB-R2")
def test_passes_count_since_control_changed_last() -> None:
    n = started(Serena=[IN], Phrenk=[], Kaylin=[IN], Wizgille=[])
    n.passes("Phrenk")
    n.plays("Kaylin", IN)
    n.quiet()
    n.passes("Wizgille", "Serena")
    # Phrenk passed before Kaylin took control: that pass no longer counts
    assert n.asked("gamble") == {"Phrenk"}
    n.passes("Phrenk")
    assert n.game.round is None
    assert n.player("Kaylin").gold == 13
    # at once, the starter wins
    n = started(Serena=[], Phrenk=[], Kaylin=[])
    n.passes("Phrenk", "Kaylin")
    assert n.player("Serena").gold == 12


@pytest.mark.rule("GMB-R1", "GMB-R5")
def test_a_negated_card_is_neither_a_pass_nor_a_break() -> None:
    n = started(Serena=["My holy blade detects lies!"], Phrenk=[], Kaylin=[CHEAT])
    n.passes("Phrenk")
    n.plays("Kaylin", CHEAT)
    n.plays("Serena", "My holy blade detects lies!")
    n.quiet()
    assert n.asked("gamble") == {"Kaylin"}
    assert now(n).control == n.names["Serena"]
    n.passes("Kaylin")
    assert n.game.round is None
    assert n.player("Serena").gold == 12


@pytest.mark.rule("AFF-07", "GMB-R10", "WTIP-01")
def test_no_ante_can_be_ignored() -> None:
    n = Night(Serena=Sits(hand=[IN]), Kaylin=Sits(hand=["~ Poof! ~", TIP]), Phrenk=Sits(hand=[RAISE]))
    n.to_action()
    ask, start = n.move("Serena", IN)
    n.match.answer(ask.id, ask.seat, start)
    n.cannot("Kaylin", "~ Poof! ~")
    n.cannot("Kaylin", TIP)
    n.quiet()
    n.passes("Kaylin")
    ask, raising = n.move("Phrenk", RAISE)
    n.match.answer(ask.id, ask.seat, raising)
    assert "Kaylin" in n.asked("respond")
    n.cannot("Kaylin", "~ Poof! ~")
    n.cannot("Kaylin", TIP)
    n.quiet()
    assert gold(n) == [8, 8, 8]


@pytest.mark.rule("GMB-R11", "GMB-33")
def test_who_has_gold_again_stays() -> None:
    syrup = "Silver-tongue syrup"
    n = Night(
        Serena=Sits(hand=[IN]),
        Phrenk=Sits("20/0/1", extra=[syrup]),
        Kaylin=Sits(),
    )
    n.to_action()
    n.acts("Serena", IN)
    n.quiet()
    assert n.player("Phrenk").gold == 0
    n.plays("Phrenk", syrup, at="Kaylin")
    n.quiet()
    n.passes("Phrenk", "Kaylin")
    assert n.game.round is None
    n.quiet()
    assert n.asked("order") == {"Serena"}
    assert not n.player("Phrenk").out


@pytest.mark.rule("GMB-R14", "GMB-10")
def test_the_gambling_turn_is_public_and_its_cards_are_not() -> None:
    n = started(Serena=[], Phrenk=Sits(hand=[IN, MEDICINE]), Kaylin=[])
    ask = n.ask("Phrenk", "gamble")
    seen = [each for each in n.match.scene(n.names["Kaylin"]).asks if each.id == ask.id]
    assert len(seen) == 1
    assert isinstance(seen[0].prompt, PlayCard)
    assert seen[0].prompt.passes == ("pass",)
    assert seen[0].prompt.moves == ()
    # an Anytime card first: the turn is still his
    n.plays("Phrenk", MEDICINE, way=0)
    n.quiet()
    assert n.ask("Phrenk", "gamble").id == ask.id
    n.passes("Phrenk")
    assert n.asked("gamble") == {"Kaylin"}


@pytest.mark.rule("GMB-R15", "GMB-20")
def test_no_round_inside_a_round() -> None:
    n = started(Serena=[], Phrenk=[IN])
    ways = [move.alternative for move in n.ask("Phrenk", "gamble").prompt.moves if move.card == key(IN)]  # type: ignore[attr-defined]
    assert ways == [1]
    n.plays("Phrenk", IN)
    n.quiet()
    assert (now(n).pot, now(n).control) == (2, n.names["Phrenk"])


@pytest.mark.rule("WTIP-R2", "WTIP-R3", "WTIP-02", "WTIP-R5")
def test_the_tip_on_the_own_gambling_turn() -> None:
    n = started(Serena=[TIP], Phrenk=[WIN, TIP], Kaylin=["We don't think so!"])
    # it answers nothing there, so it does not matter which card is in control
    n.plays("Phrenk", WIN)
    n.quiet()
    n.passes("Kaylin")
    n.plays("Serena", TIP)
    assert n.asked("respond") == {"Phrenk", "Kaylin"}
    n.plays("Kaylin", "We don't think so!")
    n.quiet()
    # negated: the turn is still hers
    assert n.asked("gamble") == {"Serena"}
    n.passes("Serena")
    assert n.player("Phrenk").gold == 12
    n = started(Serena=[], Phrenk=[TIP])
    n.plays("Phrenk", TIP)
    n.quiet()
    assert n.game.round is None
    assert n.game.inn_gold == 2
    assert gold(n) == [9, 9]


@pytest.mark.rule("WTIP-R2", "WTIP-04", "GMB-23", "GMB-29")
def test_who_has_left_may_tip_for_one_who_is_forced_out() -> None:
    n = started(Serena=[], Wizgille=[ROOM, TIP], Phrenk=[SMOKE], Kaylin=[])
    n.plays("Wizgille", ROOM)
    n.quiet()
    assert not n.can_play("Wizgille", TIP)
    n.puts_in("Phrenk", SMOKE, at="Kaylin")
    n.plays("Wizgille", TIP)
    n.quiet()
    assert n.game.round is None
    assert (gold(n), n.game.inn_gold) == ([9, 9, 9, 9], 4)


@pytest.mark.rule("GMB-R18", "WTIP-02")
def test_which_gambling_cards_open_a_window() -> None:
    n = started(Serena=[], Phrenk=[WIN, RAISE, SMOKE], Kaylin=[TIP], Wizgille=[ROOM])
    # one leaves on the own turn, and not on that of somebody else
    assert not n.can_play("Wizgille", ROOM)
    ask, win = n.move("Phrenk", WIN)
    n.match.answer(ask.id, ask.seat, win)
    # an ordinary Gambling card: nobody is asked anything about it
    assert n.kinds() == {"gamble"}
    # a card that would finish the Round is no place for the tip card either
    n = started(Serena=[], Wizgille=[GOGGLES], Kaylin=[TIP])
    ask, goggles = n.move("Wizgille", GOGGLES)
    n.match.answer(ask.id, ask.seat, goggles)
    assert n.asked("respond") == {"Serena"}
    assert not n.can_play("Kaylin", TIP)


def test_skimming_takes_from_the_pot() -> None:
    n = started(Serena=[], Kaylin=["Three aces under one wing"], Phrenk=[])
    n.plays("Kaylin", "Three aces under one wing")
    n.quiet()
    assert (now(n).pot, n.player("Kaylin").gold) == (2, 10)
