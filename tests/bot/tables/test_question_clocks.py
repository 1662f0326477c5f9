"""The seconds of questions, where the rulings give them (GEN-R3)."""

from __future__ import annotations

import pytest

from bot.tables.match_session import MatchSession
from bot.tables.question_clocks import SECONDS
from games.engine import Match
from games.registry import GAMES
from tests.helpers.random_matches import cases, luck_of, play, random_header

RULINGS = {
    "lucky_13": {"roll": 60, "say": 60, "swap": 20},
    "rolled_gold": {"buy_in": 30, "more": 30, "add": 30},
    "barovian_boneyard": {"wager": 30},
    "hags_haggle": {"wager": 30, "beginners_luck": 20, "shot": 20},
    "tiamat": {"discard": 45, "buy_back": 30, "duel_move": 30},
    "tripledip": {"roll": 90},
    "fireball": {"first": 20},
}
"""Seconds by game and kind of question (GEN-R3, L13-R7, HH-R6, TM-R9, TM-R10, FB-R3)."""


@pytest.mark.rule("GEN-R3")
@pytest.mark.parametrize("key", RULINGS)
def test_questions_wait_as_long_as_the_rulings_say(key: str) -> None:
    game, seen = GAMES[key], dict[str, float | None]()
    for case in cases(150):
        luck = luck_of("clocks", key, case)
        match = Match(game, random_header(game, luck))
        session = MatchSession(1, match, free=True)
        for _ in play(match, luck):
            for ask in match.open.values():
                if ask.prompt.clock != "none":
                    seen[ask.prompt.kind] = session.seconds(ask)
        if seen.keys() >= RULINGS[key].keys():
            break
    assert {kind: seen.get(kind) for kind in RULINGS[key]} == RULINGS[key]


@pytest.mark.rule("GEN-R3", "FB-R2", "FB-R7")
def test_rounds_and_races() -> None:
    assert (SECONDS["quick"], SECONDS["race"]) == (20, 30)


@pytest.mark.rule("HH-R6", "GEN-R3")
def test_every_bargain_is_open_for_twenty_seconds() -> None:
    seconds = GAMES["hags_haggle"].seconds
    assert {seconds[kind] for kind in ("shot", "so_close", "redeem", "beginners_luck")} == {20}


@pytest.mark.rule("L13-R6", "GEN-R3")
def test_a_gift_has_twenty_seconds_at_the_last_call_and_no_clock_before() -> None:
    game, seen = GAMES["lucky_13"], set[tuple[str, float | None]]()
    for case in cases(60):
        luck = luck_of("gifts", case)
        match = Match(
            game, random_header(game, luck, garls_gratuitous_gift=True, blessings_of_the_tricksters=False)
        )
        session = MatchSession(1, match, free=True)
        for _ in play(match, luck):
            seen |= {
                (a.prompt.clock, session.seconds(a)) for a in match.open.values() if a.prompt.kind == "gift"
            }
    assert seen == {("none", None), ("quick", 20)}
