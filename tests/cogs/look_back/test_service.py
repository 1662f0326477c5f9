"""Looking back: each step shows what the member saw then, and nothing that was hidden from them."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from benchmarks.words import words
from bot.face.text.emoji_text import count_emoji_and_letters
from bot.matches.played_match import PlayedMatch, load_played, may_see_all_hands
from bot.places.settings import load_place_settings
from bot.tables.context import TableContext
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import ShownTable, TableListener
from bot.user_errors import UserError
from cogs.look_back.painter import Position, step_message
from db import Store
from db.opening import open_store
from games.engine import RAIL, Scene
from games.registry import GAMES
from tests.e2e.conftest import HandClock
from tests.helpers.random_matches import SHORT, luck_of
from tests.helpers.readers import reader
from tests.helpers.tables import ANN, AT_ONCE, BOB, CHANNEL, GUILD, Room, a_room, answers, defaults

ENOUGH = 60
"""Answers of a member after which the others' time runs out, lest a long game takes minutes."""
AT_TABLES = sorted(key for key, game in GAMES.items() if game.private is None)


class Witness(TableListener):
    """Keeps what a member and the spectators see after each answer."""

    def __init__(self) -> None:
        self.seen: dict[int, tuple[Scene, Scene]] = {}

    def changed(self, table: ShownTable, seats: Collection[int], *, except_table: bool = False) -> None:
        """Look at the table as it is now."""
        assert isinstance(table, TableActor)
        if table.session is not None:
            match = table.session.match
            viewer = table.viewer_of(ANN.user_id)
            self.seen[len(match.rows)] = match.scene(RAIL), match.scene(viewer)


async def played_by_ann(store: Store, clock: HandClock, key: str, witness: Witness) -> int:
    """Play one match of a game, with newcomers at the other seats; return its number."""
    room = Room(store, clock, AT_ONCE)
    room.registry = TableRegistry(TableContext(store, clock, witness, AT_ONCE))
    place_settings = await load_place_settings(store, GUILD)
    options = SHORT.get(key, (0, {}))[1]
    table = await room.registry.open(
        GUILD,
        CHANNEL,
        ANN,
        key,
        options=options,
        settings={"computers": "newcomer"},
        place_settings=place_settings,
    )
    low, high = table.game.limits(table.options)
    for _ in range(min(high, max(low, 3)) - 1):
        await table.seating.add_computer(ANN)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    number, luck, given = table.session.id, luck_of("look back", key), 0
    await room.quiet()
    while table.session is not None and given < ENOUGH:
        asks = table.session.match.asks_of(table.viewer_of(ANN.user_id))
        if not asks:
            clock.advance(100)
        else:
            await table.press(ANN, number, asks[0].id, luck.choice(asks[0].prompt.legal(luck)))
            given += 1
        await room.quiet()
    if table.session is not None:
        await table.seating.leave(ANN)
        await room.quiet()
        await defaults(room, table)
    return number


@pytest.mark.parametrize("key", AT_TABLES)
async def test_each_step_shows_what_was_seen_then(key: str, tmp_path: Path) -> None:
    witness, clock = Witness(), HandClock()
    async with await open_store(tmp_path / "look.db", clock=clock.now) as store:
        number = await played_by_ann(store, clock, key, witness)
        played = await load_played(store, GUILD, number, reader(ANN))
        stranger = await load_played(store, GUILD, number, reader(BOB))
    assert witness.seen
    for step, (rail, own) in witness.seen.items():
        match = played.at(step)
        assert match.scene(RAIL) == rail
        assert match.scene(played.viewer(step)) == (own if played.viewer(step) != RAIL else rail)
        assert stranger.viewer(step) == RAIL
    last = max(witness.seen)
    assert played.viewer(0) != RAIL, "the member's seat is theirs from the deal on"
    for step in {0, 1, last // 2, last, played.last}:
        payload = step_message(played, Position(number, step), played.at(step))
        assert count_emoji_and_letters(payload)[1] <= 4000
        assert count_components(payload["components"]) <= 40
        brief = step_message(played, Position(number, step), played.at(step), drawn=True)
        assert words(brief) < words(payload), "the picture shows table and hand"


def count_components(parts: list[dict[str, object]]) -> int:
    """Count components as Discord does, nested ones too."""
    total = 0
    for part in parts:
        inner = part.get("components", [])
        assert isinstance(inner, list)
        total += 1 + count_components(inner) + ("accessory" in part)
    return total


async def looked_at(room: Room, key: str) -> tuple[TableActor, int]:
    """Play a match between Ann and Bob to its end by defaults; return its table and number."""
    table = await room.open(key, ANN, BOB)
    await table.lifecycle.start(ANN)
    assert table.session is not None
    number = table.session.id
    await defaults(room, table)
    return table, number


async def test_only_what_the_own_seat_knew_is_seen(tmp_path: Path) -> None:
    async with a_room(tmp_path / "look.db") as room:
        table, number = await looked_at(room, "rogues_and_warriors")
        played = await load_played(room.store, GUILD, number, reader(ANN))
        step = played.next_decision(-1) or 1
        payload = str(step_message(played, Position(number, step), played.at(step)))
        bobs = await load_played(room.store, GUILD, number, reader(BOB))
        assert played.viewer(step) != bobs.viewer(step)
        assert payload != str(step_message(bobs, Position(number, step), bobs.at(step)))
        assert not await may_see_all_hands(room.store, GUILD, number, reader(ANN)), (
            "hidden cards, at an open table"
        )
        await table.lifecycle.close(ANN)
        await room.quiet()
        assert await may_see_all_hands(room.store, GUILD, number, reader(ANN))
        every = str(step_message(played, Position(number, step, "all"), played.at(step)))
        assert "All hands" in every


async def test_who_left_sees_what_spectators_saw_from_then_on(tmp_path: Path) -> None:
    async with a_room(tmp_path / "look.db") as room:
        table = await room.open("threes", ANN, BOB, computers=1)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        number = table.session.id
        await room.quiet()
        while not table.session.match.asks_of(table.viewer_of(ANN.user_id)):
            room.clock.advance(100)
            await room.quiet()
        await answers(table, ANN, table.session.match.asks_of(0)[0].prompt.default)
        await table.seating.leave(ANN)
        await defaults(room, table)
        played = await load_played(room.store, GUILD, number, reader(ANN))
        assert played.viewer(0) == 0
        assert played.viewer(played.last) == RAIL


async def test_what_cannot_be_looked_at_is_refused(tmp_path: Path) -> None:
    async with a_room(tmp_path / "look.db") as room:
        table = await room.open("threes", ANN, BOB)
        await table.lifecycle.start(ANN)
        assert table.session is not None
        number = table.session.id
        with pytest.raises(UserError, match="isn't over yet"):
            await load_played(room.store, GUILD, number, reader(ANN))
        with pytest.raises(UserError, match="There's no match"):
            await load_played(room.store, GUILD + 1, number, reader(ANN))
        with pytest.raises(UserError, match="There's no match 99"):
            await load_played(room.store, GUILD, 99, reader(ANN))
        await defaults(room, table)
        await load_played(room.store, GUILD, number, reader(ANN))


async def test_a_chance_is_told_where_a_bet_was_asked(tmp_path: Path) -> None:
    async with a_room(tmp_path / "look.db") as room:
        _, number = await looked_at(room, "rogues_and_warriors")
        played = await load_played(room.store, GUILD, number, reader(ANN))
        told = [chance_at(played, step) for step in range(played.last)]
        chances = [chance for chance in told if chance is not None]
        assert chances
        assert all(0 <= chance <= 1 for chance in chances)
        assert told == [chance_at(played, step) for step in range(played.last)], "the same each time"


def chance_at(played: PlayedMatch, step: int) -> float | None:
    """Return the chance that is told at a step."""
    return played.chance(step, played.at(step))


def test_places_from_outside_are_read_with_care() -> None:
    assert Position.parse("12:3:mine:go") == Position(12, 3, "mine", "go")
    assert Position.parse("12::mine:go") == Position(12, None, "mine", "go")
    for nonsense in ("", "12", "12:x:mine:go", "12:3:yours:go", "²:3:mine:go", "1" * 30 + ":3:mine:go"):
        assert Position.parse(nonsense) is None
