"""An evening is told from what is kept of it: standings, comebacks, called bluffs."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from cogs.evening.service import Moment, choose, comeback, moments_of, tell_evening
from db import Outcome
from games.engine import Header, Match, Seed
from games.registry import GAMES
from tests.helpers.luck import seeds_from
from tests.helpers.tables import ANN, BOB, a_room, defaults

PEOPLE = {1: "Ann", 2: "Bob"}


def outcomes(*nets: int) -> list[Outcome]:
    """Outcomes of a row of matches between two members, by what the first of them won."""
    found = []
    for match, net in enumerate(nets, 1):
        for member, paid in ((1, net), (2, -net)):
            found.append(
                Outcome(match, member, "threes", 0.0, None, 1, int(paid > 0), paid, None, None, None)
            )
    return found


def test_the_comeback_is_the_longest_way_back_to_a_gain() -> None:
    found = comeback(outcomes(-10, -20, 5, 40), PEOPLE)
    assert found is not None
    assert (found.match, found.values) == (4, {"who": "Ann", "n": 30, "m": 15})
    assert comeback(outcomes(-10, -20, 5, 4), PEOPLE) is None, "Ann is still behind, and Bob never was"
    assert comeback(outcomes(10, 20), PEOPLE) is None


def test_three_moments_of_different_kinds_and_matches_are_chosen() -> None:
    found = [
        Moment("pot", 1, 9, 50, {}),
        Moment("pot", 2, 9, 90, {}),
        Moment("called", 2, 3, 10, {}),
        Moment("folded", 3, 3, 20, {}),
        Moment("deed", 3, 0, 1, {}),
    ]
    assert [(moment.kind, moment.match) for moment in choose(found)] == [
        ("pot", 1),
        ("called", 2),
        ("folded", 3),
    ]
    assert choose([]) == []
    assert len(choose(found[:2])) == 1


def betting_match(*answers: object) -> Match:
    """Rogues and Warriors between two seats, answered in turn; then by defaults to its end."""
    header = Header("rogues_and_warriors", 1, {}, (0, 1), Seed("evening"), {0: 50, 1: 50})
    match = Match(GAMES["rogues_and_warriors"], header)
    for answer in answers:
        [ask] = [ask for ask in match.open.values() if not ask.answered]
        match.answer(ask.id, ask.seat, answer)
    while not match.over:
        ask = next(ask for ask in match.open.values() if not ask.answered)
        match.answer(ask.id, ask.seat, ask.prompt.default)
    return match


def test_a_raise_that_everyone_folds_to_is_a_moment() -> None:
    match = betting_match(10, "fold")
    kinds = {moment.kind: moment for moment in moments_of(1, match, [0] * len(match.events))}
    assert set(kinds) >= {"folded", "pot"}
    assert kinds["folded"].values["n"] == 10
    assert "called" not in kinds


def test_a_raise_that_is_called_and_lost_is_a_moment() -> None:
    match = betting_match(10, "call")
    [bettor] = [event.values["seat"] for event in match.events if event.kind == "bets"]
    found = [moment for moment in moments_of(1, match, [0] * len(match.events)) if moment.kind == "called"]
    assert match.result is not None
    lost = [row.seat for row in match.result.rows if row.change.get("piece", 0) < 0]
    assert [moment.values["seat"] for moment in found] == [seat for seat in [bettor] if seat in lost]


async def test_an_evening_is_told_from_three_matches_on(tmp_path: Path) -> None:
    numbers = count()
    with seeds_from(lambda size: next(numbers).to_bytes(size, "big")):
        async with a_room(tmp_path / "evening.db") as room:
            table = await room.open("rogues_and_warriors", ANN, BOB, computers=1)
            await table.lifecycle.start(ANN)
            await defaults(room, table)
            assert await tell_evening(room.store, table.state.id) is None
            for _ in range(2):
                for person in (ANN, BOB):
                    if table.session is None:
                        await table.lifecycle.again(person)
                await defaults(room, table)
            evening = await tell_evening(room.store, table.state.id)
            assert evening is not None
            assert set(evening.members) == {"Ann", "Bob"}
            assert evening.computers == 1
            assert evening.games == (("rogues_and_warriors", 3),)
            assert all(len(course) == 4 for course in evening.curves.values())
            assert len({moment.kind for moment in evening.moments}) == len(evening.moments) <= 3
