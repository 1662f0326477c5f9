"""Where two features of a game meet: each pair of options, leaving at each question, cheating before each payout.

Most faults of the rules that tests have missed stood there. The rows are the same in every run; `DICENIGHT_SOAK` plays
each of them more often.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from games.engine import HOUSE, OUTSIDE, POT, Ask, Chance, Game, Header, Invitation, Match, Seed
from games.engine.money import worth
from games.gembones.spotlight.skill_checks import SKILLS
from games.registry import GAMES
from tests.helpers.books import check_books
from tests.helpers.pairs import QUESTIONS, features_of, is_accepted, paired_options, pairs_left_out
from tests.helpers.random_matches import (
    LONG,
    SOAK,
    cases,
    finish,
    header_with,
    luck_of,
    random_character,
    step,
)

every_game = pytest.mark.parametrize("key", sorted(GAMES))
IN_A_ROW = 2
"""Matches in a row at a table: features meet in what one leaves for the next, too."""
NIGHT = 20
"""Matches in a row of cheaters, most of whom are caught before anything rare is paid out."""


def rows_of(game: Game, name: str, **fixed: Any) -> Iterator[tuple[Chance, dict[str, Any]]]:
    """Yield options in which all features of a game meet, with luck for each; again and again in a long run."""
    for case in cases(1):
        for number, raw in enumerate(paired_options(game, luck_of(name, game.key, case), **fixed)):
            yield luck_of(name, game.key, case, number), raw


# ---- options


@every_game
def test_two_options_meet_in_a_row_or_the_game_refuses_them(key: str) -> None:
    game = GAMES[key]
    rows = paired_options(game, luck_of("rows", key))
    assert all(is_accepted(game, raw) for raw in rows)
    assert {feature for raw in rows for feature in raw.items()} >= {
        feature for feature in features_of(game) if is_accepted(game, dict([feature]))
    }
    for pair in pairs_left_out(game, rows):
        assert not is_accepted(game, dict(pair)), "left out without a reason"


@every_game
def test_the_books_add_up_whichever_two_options_meet(key: str) -> None:
    game = GAMES[key]
    for luck, raw in rows_of(game, "pairs"):
        header = header_with(game, luck, raw)
        leaves = luck.choice((0, 0, 25))
        for _ in range(IN_A_ROW):
            match = finish(Match(game, header), luck, leaves=leaves)
            check_books(match)
            header = check_carry(match)


def check_carry(match: Match) -> Header:
    """Check that all of a carried pot is due to somebody if the table closes; return the header of the next match."""
    assert match.result is not None
    header, carry = match.header, json.loads(json.dumps(dict(match.result.carry)))
    seated = sorted({*header.ring, *match.game.payers(carry)})
    due = match.game.due(carry, seated)
    assert sum(map(worth, due.values())) == worth(carry.get("pot") or {})
    seed = Seed(header.seed.server, header.seed.match + 1, header.seed.words)
    return replace(header, carry=carry, seed=seed)


# ---- leaving


LEAVERS = ("asked", "another", "all")
RAIL = 100
"""The seat of the first spectator who comes to the rail."""
ALONE = {"ring", "sign"}
"""Questions to a member who plays alone, so that nobody else can leave."""
ROUNDS = 100
"""After so many rounds of all rows a question that was not met counts as one that the rules never ask."""


@every_game
def test_a_seat_may_leave_at_each_question(key: str) -> None:
    """The seat that is asked, another one, or all at once: the match ends, and its books add up.

    Each question once; in a long run once in each row, so that it meets all pairs of options.
    """
    game = GAMES[key]
    assert key in QUESTIONS, "name the questions that it asks in tests/helpers/pairs.py"
    wanted = {
        (kind, who) for kind in QUESTIONS[key] for who in LEAVERS if who != "another" or kind not in ALONE
    }
    met: set[tuple[str, str]] = set()
    for number in range(ROUNDS):
        if number >= len(cases(1)) and met >= wanted:
            break
        for row, raw in enumerate(paired_options(game, luck_of("leaving", key, number))):
            met |= leave_once(game, raw, luck_of("leaving", key, number, row), set() if SOAK >= LONG else met)
    assert met - wanted == set(), "missing in QUESTIONS of tests/helpers/pairs.py"
    assert wanted - met == set(), "met by nobody"


def leave_once(
    game: Game, raw: dict[str, Any], luck: Chance, left_at: set[tuple[str, str]]
) -> set[tuple[str, str]]:
    """Play matches in which seats leave at each question at which none has left; return all at which some have."""
    left_at, header = {*left_at}, header_with(game, luck, raw)
    for _ in range(IN_A_ROW):
        match = Match(game, header)
        while not match.over:
            if luck.below(2) and any(isinstance(block, Invitation) for block in match.scene(RAIL).blocks):
                match.answer(0, OUTSIDE, ["rail", RAIL + len(match.table.rail)], "table")
            for ask in [*match.open.values()]:
                for who, seats in leavers(match, ask).items():
                    if seats and (ask.prompt.kind, who) not in left_at:
                        left_at.add((ask.prompt.kind, who))
                        check_books(finish(left(match, seats), luck))
            step(match, luck)
        header = check_carry(match)
    return left_at


def leavers(match: Match, ask: Ask) -> dict[str, list[int]]:
    """Return the seats that may leave at a question, by who they are; those of the house are nobody's."""
    everyone = [*match.header.ring, *match.table.rail]
    if ask.seat not in everyone:
        return {}
    here = [seat for seat in everyone if seat not in match.table.gone]
    others = [seat for seat in here if seat != ask.seat]
    return {"asked": [ask.seat], "another": others[:1], "all": here}


def left(match: Match, seats: list[int]) -> Match:
    """Return the same match, in which these seats leave one after the other now."""
    again = Match.replay(match.game, match.header, match.rows)
    for seat in seats:
        if not again.over:
            again.answer(0, OUTSIDE, ["leave", seat], "table")
    return again


# ---- cheating


CROOKED = sorted(key for key, game in GAMES.items() if "spotlight" in game.options.model_fields)


@pytest.mark.rule("CODE-R2", "SPOT-R5")
@pytest.mark.parametrize("key", CROOKED)
def test_a_cheater_who_is_caught_gets_nothing_and_hands_nothing_on(key: str) -> None:
    """Whatever is paid out: points of a table, pots, side wagers, blessings, hoards."""
    game = GAMES[key]
    paid: dict[bool, set[tuple[str, str]]] = {True: set(), False: set()}
    for luck, raw in rows_of(game, "cheating", spotlight="full"):
        header = header_with(game, luck, raw)
        header = replace(header, facts={seat: {"character": crook(luck)} for seat in header.ring})
        for _ in range(NIGHT):
            match = Match(game, header)
            while not match.over:
                cheat(match, luck)
            check_books(match)
            paid[check_caught(match) > 0] |= payouts(match)
            header = check_carry(match)
    assert paid[True], "nobody was caught"
    assert paid[True] >= paid[False], "a payout that nobody was ever caught before"


def payouts(match: Match) -> set[tuple[str, str]]:
    """Return who paid whom in a match: seats, the house, and the pot."""
    assert match.result is not None
    names = {HOUSE: "house", POT: "pot"}
    return {(names.get(pay.giver, "seat"), names.get(pay.taker, "seat")) for pay in match.result.pays}


def check_caught(match: Match) -> int:
    """Check what those who were caught in a match paid, and to whom; return how many they are."""
    assert match.result is not None
    pays, caught = match.result.pays, facts_named(match, "caught")
    # a game of the Madness that was over before the cheating stands (TD-38)
    over_before = match.header.options.get("mordenkainens_madness", False)
    for pay in pays:
        assert pay.taker not in caught
        assert pay.giver not in caught or pay.taker in (POT, HOUSE) or over_before
    for seat, staked in caught.items():
        for unit, n in staked.items():
            assert n <= sum(pay.amount for pay in pays if (pay.giver, pay.unit) == (seat, unit))
    return len(caught)


def facts_named(match: Match, name: str) -> dict[int, Any]:
    """Return what the result tells of each seat by this name, such as the gembones of those who were caught."""
    assert match.result is not None
    return {seat: facts[name] for seat, facts in match.result.facts.items() if name in facts}


def crook(luck: Chance) -> dict[str, Any]:
    """Return a character that cheats: at times so badly that it is caught, at times so well that it is not."""
    skills = dict.fromkeys(SKILLS, luck.choice((0, 0, 40)))
    return {**random_character(luck), "skills": skills, "lesser": 200}


def cheat(match: Match, luck: Chance) -> None:
    """Give one random answer, no pass if there is another; now and then where cheating is offered, it is that."""
    ask = luck.choice([ask for ask in match.open.values() if not ask.answered])
    ways = [way for way in ("deception", "sleight") if way in getattr(ask.prompt, "options", ())]
    if ways:
        answer = luck.choice(ways) if luck.below(4) == 0 else "keep"
    else:
        legal = ask.prompt.legal(luck)
        answer = luck.choice([answer for answer in legal if answer != "pass"] or legal)
    match.answer(ask.id, ask.seat, answer)
