"""Each deed is earned by a match that fulfils it, and missed by one that lacks a single condition."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from games.deeds import DEEDS, Condition, Deed, Matcher, earned_in
from games.engine import Line, Match, ResultRow
from games.engine.match_state import Event
from games.registry import GAMES
from tests.helpers.random_matches import cases, finish, luck_of, random_header

ME, OTHER = 1, 2
FEWEST, HIDDEN = 40, 5
RULEBOOKS = 5


class Made:
    """A match that is over, made up of what deeds look at."""

    def __init__(self, key: str) -> None:
        self.game = GAMES[key]
        self.events: list[Event] = []
        self.header = SimpleNamespace(ring=(ME, OTHER))
        self.options = SimpleNamespace()
        self.place: int | None = 2
        self.points = 0
        self.change = {"piece": 0}
        self.reason: Line | None = None
        self.others_place: int | None = 1

    @property
    def result(self) -> Any:
        """The result, as conditions read it."""
        mine = ResultRow(ME, self.place, self.change, self.reason, self.points)
        return SimpleNamespace(rows=(mine, ResultRow(OTHER, self.others_place, {}, None)))

    def tell(self, kind: str, values: dict[str, Any]) -> None:
        """Add an event."""
        self.events.append(Event(kind, values, None, {}))

    def earned(self) -> list[str]:
        """Return the deeds of the seat."""
        match: Any = self
        return earned_in(match, ME)


def value_for(test: Matcher) -> Any:
    """Return a value that passes a test."""
    if test.distinct is not None:
        return tuple(range(test.distinct))
    if test.item is not None:
        return (test.item,) * test.times
    if test.same is not None:
        return tuple(f"d6:{1}" for _ in range(test.same))
    if test.count is not None:
        return tuple(f"card{n}" for n in range(test.count))
    if test.exact is not None or test.text is not None:
        return test.exact or test.text
    return test.min if test.min is not None else test.max


def value_against(test: Matcher) -> Any:
    """Return a value that only just fails a test."""
    if test.distinct is not None:
        return (0,) * (test.distinct - 1)
    if test.item is not None:
        return (test.item,) * (test.times - 1)
    if test.same is not None or test.count is not None:
        return ()
    if test.exact is not None or test.text is not None:
        return "another"
    return test.min - 1 if test.min is not None else (test.max or 0) + 1


def event_of(condition: Condition, kind: str, *, fails: bool = False) -> dict[str, Any]:
    """Return the values of an event for a condition; `fails`: one value is only just wrong."""
    values: dict[str, Any] = {}
    if condition.by == "seat":
        values["seat"] = ME
    elif condition.by != "any":
        values[condition.by] = ME
    for at, (name, test) in enumerate(condition.values.items()):
        value = value_against(test) if fails and at == 0 else value_for(test)
        if name == "seats":
            # the seats are both the value and those whose doing it is
            value = tuple(seat + ME for seat in value)
            values.pop("seat", None)
        values[name] = value
    return values


def fulfil(match: Made, condition: Condition) -> None:
    """Make a condition hold."""
    if condition.event is not None:
        for _ in range(condition.times):
            match.tell(condition.event, event_of(condition, condition.event))
    if condition.place is not None or condition.alone is not None:
        match.place, match.others_place = condition.place or 1, 2
    if condition.net is not None:
        match.change = {"piece": condition.net}
    if condition.points is not None:
        match.points = condition.points
    if condition.players is not None:
        match.header.ring = tuple(range(1, condition.players + 1))
    if condition.reason is not None:
        match.reason = Line(match.game.words[condition.reason])
    if condition.reason_values is not None:
        match.reason = Line("{n}", {name: value_for(test) for name, test in condition.reason_values.items()})
    if condition.option is not None:
        setattr(match.options, condition.option, True)


def breaks(match: Made, condition: Condition) -> None:
    """Make one condition of a match that fulfils it fail, and no more than that."""
    if condition.event is not None:
        found = [event for event in match.events if event.kind == condition.event]
        match.events.remove(found[-1])
        if condition.values:
            match.tell(condition.event, event_of(condition, condition.event, fails=True))
    if condition.never is not None:
        match.tell(condition.never, {"seat": ME})
    if condition.place is not None:
        match.place = condition.place + 1
    if condition.alone is not None:
        match.others_place = 1
    if condition.net is not None:
        match.change = {"piece": condition.net - 1}
    if condition.points is not None:
        match.points = condition.points - 1
    if condition.players is not None:
        match.header.ring = match.header.ring[:-1]
    if condition.reason is not None:
        match.reason = Line("another")
    if condition.reason_values is not None:
        match.reason = Line(
            "{n}", {name: value_against(test) for name, test in condition.reason_values.items()}
        )
    if condition.option is not None:
        setattr(match.options, condition.option, False)


def made_for(deed: Deed, key: str) -> Made:
    """Return a match that fulfils a deed."""
    match = Made(key)
    for condition in deed.when:
        fulfil(match, condition)
    return match


EACH = [(deed, game) for deed in DEEDS.values() for game in deed.games]


@pytest.mark.parametrize(("deed", "key"), EACH, ids=lambda each: getattr(each, "key", each))
def test_a_deed_is_earned_and_just_missed(deed: Deed, key: str) -> None:
    assert deed.key in made_for(deed, key).earned()
    for condition in deed.when:
        match = made_for(deed, key)
        breaks(match, condition)
        assert deed.key not in match.earned(), f"without {condition}"
    theirs: Any = made_for(deed, key)
    assert deed.key not in earned_in(theirs, 99), "a seat that did not play"


def test_an_event_of_another_seat_earns_nothing() -> None:
    match = made_for(DEEDS["fireball"], "fireball")
    match.events = [Event("fireball", {"seat": OTHER}, None, {})]
    assert "fireball" not in match.earned()


@pytest.mark.parametrize(("deed", "key"), EACH, ids=lambda each: getattr(each, "key", each))
def test_deeds_look_at_events_that_the_game_tells(deed: Deed, key: str) -> None:
    words = GAMES[key].words
    for condition in deed.when:
        kind = condition.event or condition.never
        if kind is not None:
            assert kind in words, f"{key} never tells {kind!r}"
            told = set(re.findall(r"{(\w+)", words[kind]))
            if told:
                assert set(condition.values) - {"cards", "what", "bonus"} <= told
                if condition.by == "seat":
                    assert told & {"seat", "seats"}
        if condition.reason is not None:
            assert condition.reason in words


def test_there_are_deeds_of_every_rulebook() -> None:
    assert len(DEEDS) >= FEWEST
    assert sum(deed.hidden for deed in DEEDS.values()) >= HIDDEN
    books = {GAMES[game].rulebook for deed in DEEDS.values() for game in deed.games}
    assert len(books) == RULEBOOKS
    assert {game for deed in DEEDS.values() for game in deed.games} == set(GAMES)
    assert len({deed.title for deed in DEEDS.values()}) == len(DEEDS)


def test_random_matches_earn_deeds_and_replay_earns_the_same() -> None:
    found: set[str] = set()
    for key, game in GAMES.items():
        for number in cases(4, 60) if key != "tavern" else cases(1, 10):
            luck = luck_of("deeds", key, number)
            match = finish(Match(game, random_header(game, luck)), luck)
            again = Match.replay(game, match.header, match.rows)
            for seat in match.header.ring:
                earned = earned_in(match, seat)
                assert earned == earned_in(again, seat)
                found |= set(earned)
    assert len(found) >= 10
