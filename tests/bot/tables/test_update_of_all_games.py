"""From one release to the next, on both databases: every game has other rules by then, and no match is called off."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bot.cli import main
from bot.places.settings import load_place_settings
from bot.tables.table_actor import TableActor
from db.opening import Location
from games import registry
from games.catalogue import CATALOGUE
from games.engine import Game, Line, Result, ResultRow, Table
from games.registry import register_older
from tests.helpers.postgres import fresh_location
from tests.helpers.small_games import changed
from tests.helpers.tables import ANN, AT_ONCE, BOB, CID, DOT, GUILD, Room, a_room


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest) -> Iterator[Location]:
    with fresh_location(request.param) as location:
        yield location


async def other_rules(table: Table, options: Any) -> Result:
    """Rules that have nothing of the older ones: nobody is asked, and nobody wins."""
    return Result(Line("Other rules"), tuple(ResultRow(seat, 1, {}, None) for seat in table.ring))


def next_release(monkeypatch: pytest.MonkeyPatch, *, with_older: bool) -> None:
    """Let every game have other rules, with the older ones beside them or not."""
    monkeypatch.setattr(registry, "_older", {})
    for game in CATALOGUE:
        newer: Game = changed(game, version=game.version + 1, play=other_rules)
        monkeypatch.setitem(registry._games, game.key, newer)
        if with_older:
            register_older(game)


async def deal(room: Room, game: Game, channel: int) -> TableActor:
    """Open a table in a channel, with as many members as the game needs, and start a match for nothing."""
    people = [ANN, BOB, CID, DOT][: max(2, game.seats[0])]
    table = await room.registry.open(
        GUILD,
        channel,
        people[0],
        game.key,
        settings={"free": True, "for_gembones": False},
        place_settings=await load_place_settings(room.store, GUILD),
    )
    for person in people[1:]:
        await table.seating.sit(person)
    await table.lifecycle.start(ANN)
    await room.quiet()
    assert table.session is not None, game.key
    return table


def asked(room: Room) -> dict[int, dict[int, Any]]:
    """Return the questions that are open at each table."""
    return {
        table.session.id: {ask.id: ask.prompt for ask in table.session.match.open.values()}
        for table in room.registry
        if table.session is not None
    }


async def played_to_the_middle(location: Location) -> dict[int, dict[int, Any]]:
    """Play a match of each game until two questions were answered, a short one to the next; return those then open."""
    async with a_room(location, pacing=AT_ONCE) as room:
        for channel, game in enumerate(CATALOGUE):
            table = await deal(room, game, channel)
            for _ in range(2):
                assert table.session is not None
                ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
                [person] = [p for p in (ANN, BOB, CID, DOT) if table.viewer_of(p.user_id) == ask.seat]
                await table.press(person, table.session.id, ask.id, ask.prompt.default)
                await room.quiet()
                if table.session is None:  # a short one: the next is in its first question
                    await table.lifecycle.start(ANN)
                    await room.quiet()
        return asked(room)


def listed(location: Location, capsys: pytest.CaptureFixture[str]) -> list[Any]:
    """Return what `dicenight admin matches` of this release says."""
    capsys.readouterr()
    assert main(["admin", "matches", "--json", "--database", str(location)]) == 0
    found: list[Any] = json.loads(capsys.readouterr().out)
    return found


async def test_no_match_is_called_off_by_an_update_of_all_games(
    location: Location, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await played_to_the_middle(location)
    assert len(before) == len(CATALOGUE)
    next_release(monkeypatch, with_older=True)
    assert [each["goes_on"] for each in listed(location, capsys)] == [True] * len(before)
    async with a_room(location) as room:
        assert asked(room) == before
        for table in room.registry:
            while table.session is not None:
                room.clock.advance(100)
                await room.quiet()
        states = [(await room.store.match(match)).state for match in before]
        assert states == ["ended"] * len(before), "by their own rules, to their end"
        assert await room.store.audit() == []


async def test_a_release_that_lacks_the_older_rules_says_so_before_it_is_started(
    location: Location, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = await played_to_the_middle(location)
    next_release(monkeypatch, with_older=False)
    assert [each["goes_on"] for each in listed(location, capsys)] == [False] * len(before)
    assert main(["admin", "matches", "--database", str(location)]) == 0
    assert f"this release would call off {len(before)} of them" in capsys.readouterr().out
    async with a_room(location) as room:
        assert {(await room.store.match(match)).state for match in before} == {"void"}
        assert await room.store.audit() == []
