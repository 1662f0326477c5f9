"""The questions of a quiet turn, and the benchmark's figures against the ruling."""

from __future__ import annotations

import pytest

from benchmarks.waiting import Turn, play, run
from games.tavern.decks.builtin import BUILT_IN

CHOICES = {"drop", "brew", "split_mead", "last_chance"}
"""What a card calls for while it resolves, and what comes when somebody is about to lose."""


def is_quiet(turn: Turn) -> bool:
    """Return whether the turn had no response, Round, Event, nor card that makes a player drink at once."""
    cards = {event.values.get("card") for event in turn.events}
    drinks_up = any(
        step.verb == "drinkup"
        for key in cards
        if key in BUILT_IN.cards
        for step in BUILT_IN.cards[str(key)].steps
    )
    return not (turn.responses or turn.round or drinks_up or cards & BUILT_IN.events.keys())


@pytest.mark.rule("TIM-R20")
def test_a_quiet_turn_asks_three_questions_of_one_and_two_at_most_of_each_other() -> None:
    quiet = [turn for turn in play(12) if is_quiet(turn) and not CHOICES & turn.kinds.keys()]
    assert len(quiet) > 40
    for turn in quiet:
        more = turn.kinds["order"] + turn.kinds["gear_targets"] + turn.kinds["gear_shown"]
        anytime = sum(event.kind in ("plays", "plays_at") for event in turn.events)
        assert turn.asked[turn.active] <= 3 + more, turn.kinds
        most = 2 + turn.kinds["phase_end"]
        assert all(n <= most for seat, n in turn.asked.items() if seat != turn.active), turn.kinds
        assert anytime <= 1, "no card but the action"


@pytest.mark.rule("TIM-R20")
def test_the_benchmark_prints_the_figures_of_the_ruling() -> None:
    figures = {figure.what: figure.ours for figure in run(True)}
    assert 2.5 < figures["windows a turn"] < 4.5
    assert 3 < figures["questions to the one whose turn it is"] < 5
    assert 1.5 < figures["questions to each of the others"] < 3
    assert 30 < figures["seconds of waiting a turn, mean"] < 60
    assert figures["seconds of a turn with a round, mean"] > figures["seconds of waiting a turn, mean"]
