"""Adventurer's Choice: whole nights by chance, with newcomers, leavers and time; and its computer player."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import Any

import pytest

from games.engine import (
    OUTSIDE,
    RAIL,
    REGULAR,
    STRENGTHS,
    Chance,
    Header,
    Match,
    Pots,
    SceneHeader,
    Seats,
    Seed,
    Track,
)
from games.parlour.adventurers_choice import GAME
from games.parlour.adventurers_choice.computer import OF_SKILL
from games.parlour.adventurers_choice.games import BY_KEY
from tests.helpers.games.adventurers_choice import BETWEEN, evening, idles
from tests.helpers.random_matches import cases, luck_of, step

GAMES_OF_A_NIGHT = 20


def night_of(case: int, luck: Chance) -> Match:
    """A night of two to six, by rounds or by time, that is long enough for twenty games."""
    ring = tuple(range(2 + luck.below(5)))
    options: dict[str, Any] = {
        "rounds": 10,
        "length": luck.choice(("rounds", "rounds", "time")),
        "share": luck.below(6),
    }
    header = Header(GAME.key, GAME.version, options, ring, Seed(str(case)), dict.fromkeys(ring, 50))
    return Match(GAME, header)


def news(match: Match, luck: Chance, games: int) -> None:
    """Now and then somebody comes or goes, and two stay; in the twentieth game time is up."""
    there = [seat for seat in match.table.ring if seat not in match.table.gone]
    if games >= GAMES_OF_A_NIGHT - 1 and not match.table.time_up and in_a_game(match):
        match.answer(0, OUTSIDE, ["time_up", None], "table")
    elif luck.below(60) == 0:
        match.answer(0, OUTSIDE, ["join", max(match.table.ring) + 1 + luck.below(2)], "table")
    elif luck.below(90) == 0 and len(there) > 2:
        match.answer(0, OUTSIDE, ["leave", luck.choice(there)], "table")


def between(match: Match) -> bool:
    """Whether the night waits for an answer between two games; loans are asked for inside Dragon Hordes too."""
    kinds = {ask.prompt.kind for ask in match.open.values()}
    if not kinds <= {*BETWEEN}:
        return False
    header = match.scene(RAIL).blocks[0]
    return isinstance(header, SceneHeader) and header.game == GAME.key


def in_a_game(match: Match) -> bool:
    """Whether a game is played, and not only looked at once it is over."""
    return not between(match) and all(ask.prompt.kind != "next" for ask in match.open.values())


def pieces(match: Match) -> int:
    """All pieces that spectators see: before the seats, in pots and bets, on Horde Cards."""
    found = 0
    for block in match.scene(RAIL).blocks:
        if isinstance(block, Seats):
            found += sum(row.money or 0 for row in block.rows)
        elif isinstance(block, Pots):
            found += sum(n for n, _ in block.pots) + sum(n for _, n in block.bets)
        elif isinstance(block, Track) and block.unit == "piece":
            found += sum(n for _, n in block.counts)
    return found


@pytest.mark.rule("ADV-14", "ADV-15", "ADV-R7", "ADV-R9", "ADV-R11")
def test_random_nights_of_twenty_games_end_with_every_piece_that_was_paid_in() -> None:
    played: Counter[str] = Counter()
    for case in cases(20):
        luck = luck_of("night", case)
        match = night_of(case, luck)
        games = told = 0
        for answers in count():
            games += sum(event.kind == "game_over" for event in match.events[told:])
            told = len(match.events)
            if match.over:
                break
            assert answers < 10_000
            if between(match):
                let_in = [event for event in match.events if event.kind == "joins"]
                assert pieces(match) == 50 * (len(match.header.ring) + len(let_in))
            news(match, luck, games)
            if not match.over:
                step(match, luck)
        assert match.result is not None
        # one that nobody can pay for is over before time can be up in it
        assert games >= GAMES_OF_A_NIGHT
        joined = [event.values["seat"] for event in match.events if event.kind == "joins"]
        there = sorted([*match.header.ring, *joined])
        assert sorted(row.seat for row in match.result.rows) == there
        pot = match.result.carry.get("pot", {}).get("piece", 0)
        assert sum(row.change["piece"] for row in match.result.rows) == -pot
        scores = [row.reason.values["n"] for row in match.result.rows if row.reason is not None]
        assert sum(scores) == 50 * len(there) - pot
        assert all(row.change["piece"] >= -50 for row in match.result.rows)
        assert Match.replay(GAME, match.header, match.rows).result == match.result
        played.update(
            event.values["title"].partition(" (")[0] for event in match.events if event.kind == "game_over"
        )
    assert played.keys() == {game.title for game in BY_KEY.values()}


@pytest.mark.rule("ADV-R6")
def test_a_night_by_rounds_has_as_many_games_as_seats_times_rounds() -> None:
    for case in cases(6):
        luck = luck_of("rounds", case)
        seats, rounds = 2 + luck.below(3), 1 + luck.below(3)
        ring = tuple(range(seats))
        header = Header(GAME.key, 1, {"rounds": rounds}, ring, Seed(f"r{case}"), dict.fromkeys(ring, 50))
        match = Match(GAME, header, digests=False)
        while not match.over:
            step(match, luck)
        assert len([event for event in match.events if event.kind == "game_over"]) == seats * rounds


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_computer_player_plays_each_game_as_that_game_s_own(strength: str) -> None:
    for key, game in BY_KEY.items():
        s = evening("AB").does(A=key).does(A="play")
        seat = next(ask.seat for ask in s.match.open.values() if not ask.answered)
        scene = s.match.scene(seat)
        own = game.policy(game.strength(strength))
        answers = [
            policy(scene, scene.mine()[0], luck_of("same")) for policy in (GAME.policies[strength], own)
        ]
        assert answers[0] == answers[1], key


def test_the_computer_player_borrows_when_it_is_nearly_out() -> None:
    for money, answer in ((0, "yes"), (9, "yes"), (20, "no")):
        s = idles(evening("AB", stakes={"A": 50, "B": money}, share=0))
        scene = s.match.scene(1)
        assert GAME.policies[REGULAR](scene, scene.mine()[0], luck_of("borrows")) == answer


def test_a_shark_chooses_games_of_skill_and_plays_them_as_they_are() -> None:
    chosen = set()
    for number in range(40):
        s, luck = evening("AB"), luck_of("chooses", number)
        scene = s.match.scene(0)
        key = GAME.policies["shark"](scene, scene.mine()[0], luck)
        chosen.add(key)
        s.does(A=key)
        scene = s.match.scene(0)
        assert GAME.policies["shark"](scene, scene.mine()[0], luck) == "play"
    assert chosen == {*OF_SKILL}
