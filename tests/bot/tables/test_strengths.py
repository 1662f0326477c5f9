"""Strengths of computer players at a table: chosen, kept, mended, and searches that nobody waits for."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ParamSpec, TypeVar, get_args

import pytest

from bot.cli import main
from bot.matches.level_like import level_like
from bot.tables.state import Strength
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from bot.workers.search_pool import Seated, SharedThinker, ThinkElsewhere, think
from db import SaveSeat, SaveTable
from db.backend.names import Name
from games.catalogue import register_catalogue
from games.computer.habits import Habit
from games.computer.levels import LEVEL_NAMES, LEVELS, offered, scales
from games.engine import REGULAR, Answer, Event, Game, Header, Match, Scene, Seed
from games.registry import find_game
from tests.helpers.tables import ANN, BOB, Room, a_room, answers, ask_of, defaults

P = ParamSpec("P")
T = TypeVar("T")

GAME = "rogues_and_warriors"


class HeldThinker:
    """Lets searches wait until a test says what they find."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str, int]] = []
        self.tempers: list[str] = []
        self.habits: list[Mapping[int, Habit]] = []
        self.found: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    async def think(
        self, game: str, version: int, player: Seated, scene: Scene, ask_id: int, seed: str
    ) -> Answer:
        """Wait for what is found."""
        self.asked.append((game, player.strength, scene.viewer))
        self.tempers.append(player.temper)
        self.habits.append(player.habits)
        return await asyncio.shield(self.found)

    async def work(self, job: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Nothing else is asked for."""
        raise NotImplementedError

    def close(self) -> None:
        """There is nothing to give up."""


async def with_shark(room: Room, seen: Sequence[Event] = ()) -> tuple[TableActor, HeldThinker]:
    """Return a match of Ann's and Bob's in which Bob's seat is played by a shark, which thinks about its bet.

    `seen`: what has happened at the table before.
    """
    thinker = HeldThinker()
    room.registry.context.thinker = thinker
    table = await room.open(GAME, ANN, BOB, computers=0)
    await table.lifecycle.set_up(ANN, settings={"computers": "shark"})
    table.live.memory.hear(seen, table.live.players())
    await table.seating.hand_over(BOB, True)
    table.state.seats[1].policy = "shark"
    await table.lifecycle.start(ANN)
    while not thinker.asked:
        await table.queue.idle()
        if table.session and table.session.match.asks_of(0):
            await answers(table, ANN, table.session.match.asks_of(0)[0].prompt.default)
        await asyncio.sleep(0)
    return table, thinker


@pytest.fixture
def has_shark(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the game a shark that plays like its regular, if it has none of its own."""
    game = find_game(GAME)
    monkeypatch.setitem(game.policies, "shark", game.policies[REGULAR])


@pytest.mark.usefixtures("has_shark")
async def test_nobody_waits_for_a_search(room: Room) -> None:
    table, thinker = await with_shark(room)
    assert thinker.asked == [(GAME, "shark", 1)]
    rows = len(table.session.match.rows)  # type: ignore[union-attr]
    assert table.busy
    await table.lifecycle.add_word(ANN, "while it thinks")
    assert table.state.seats[0].word == "while it thinks"
    thinker.found.set_result("fold")
    await room.quiet()
    match = table.session.match if table.session else table.last_match
    assert match is not None
    assert (match.rows[rows].answer, match.rows[rows].by) == ("fold", "computer")


@pytest.mark.usefixtures("has_shark")
async def test_a_shark_is_told_how_its_rivals_have_played(room: Room) -> None:
    seen = [Event("calls", {"seat": 0}, None, {})]
    table, thinker = await with_shark(room, seen)
    [told] = thinker.habits
    assert told[0].stays > 0, "Ann has called"
    thinker.found.set_result("fold")
    await room.quiet()
    assert set(table.live.memory.habits(table.live.players())) >= {0, 1}, "and Bob's shark has folded"


@pytest.mark.usefixtures("has_shark")
async def test_a_seat_that_is_taken_back_answers_itself(room: Room) -> None:
    table, thinker = await with_shark(room)
    await table.seating.hand_over(BOB, False)
    thinker.found.set_result("fold")
    await room.quiet()
    assert ask_of(table, BOB).prompt.kind == "bet"
    assert table.session is not None
    assert table.session.deadlines
    assert "computer" not in [row.by for row in table.session.match.rows]


@pytest.mark.usefixtures("has_shark")
async def test_a_search_that_fails_plays_the_default(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    table, thinker = await with_shark(room)
    assert table.session is not None
    ask = ask_of(table, BOB)
    rows = len(table.session.match.rows)
    thinker.found.set_exception(ZeroDivisionError("no worlds"))
    await room.quiet()
    match = table.session.match if table.session else table.last_match
    assert match is not None
    assert (match.rows[rows].answer, match.rows[rows].by) == (ask.prompt.default, "computer")
    assert "a search failed" in caplog.text


async def test_a_strength_is_chosen_for_one_and_for_all(tmp_path: Path) -> None:
    path = tmp_path / "room.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, computers=2)
        assert [seat.policy for seat in table.state.in_order()] == [None, "regular", "regular"]
        await table.seating.set_strength(ANN, 2, "newcomer")
        for number, strength in ((0, "newcomer"), (1, "wizard"), (1, "random"), (9, "regular")):
            with pytest.raises(UserError):
                await table.seating.set_strength(ANN, number, strength)
        with pytest.raises(UserError):
            await table.seating.set_strength(BOB, 1, "newcomer")
    async with a_room(path) as room:
        [table] = room.registry
        assert [seat.policy for seat in table.state.in_order()] == [None, "regular", "newcomer"]
        await table.lifecycle.set_up(ANN, settings={"computers": "newcomer"})
        assert [seat.policy for seat in table.state.in_order()] == [None, "newcomer", "newcomer"]
        assert (await table.seating.add_computer(ANN)).policy == "newcomer"
        await table.lifecycle.start(ANN)
        with pytest.raises(UserError):
            await table.seating.set_strength(ANN, 1, "regular")
        await defaults(room, table)


async def test_a_strength_of_ones_own_stays_in_another_game_that_has_it(tmp_path: Path) -> None:
    async with a_room(tmp_path / "room.db") as room:
        table = await room.open(GAME, ANN, computers=2)

        async def policies(game: str, **settings: str) -> list[str | None]:
            await table.lifecycle.set_up(ANN, game=game, settings=settings)
            return [seat.policy for seat in table.state.in_order()[1:]]

        await table.seating.set_strength(ANN, 1, "3")
        assert await policies("threes") == ["3", "regular"]
        assert await policies("kings_council", computers="shark") == ["shark", "shark"]
        await table.seating.set_strength(ANN, 1, "3")
        # it has neither levels nor sharks
        assert await policies("fireball") == ["regular", "regular"]


async def test_an_unknown_strength_in_an_old_table_plays_as_the_regular(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "room.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, computers=1)
        await table.lifecycle.start(ANN)
        await room.store.commit(
            SaveSeat(table.state.id, replace(table.state.seats[1].record(), policy="sly"))
        )
    with caplog.at_level(logging.WARNING):
        async with a_room(path) as room:
            [table] = room.registry
            await defaults(room, table)
            assert table.last_match is not None
            assert "computer" in [row.by for row in table.last_match.rows]
            assert table.state.seats[1].policy == "regular"
            [remark] = table.live.remarks
            assert "play as regulars here now" in remark.text, "the result tells it"
    assert caplog.text.count("there is no strength 'sly' any more") == 1


async def test_unknown_names_and_strengths_of_an_old_table_fall_back_and_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "room.db"
    async with a_room(path) as room:
        table = await room.open(GAME, ANN, computers=1)
        settings = {**table.state.settings.model_dump(mode="json"), "computers": "wizard"}
        old = replace(table.state.seats[1].record(), name=Name("Mad Morrow"), policy="sensible")
        await room.store.commit(SaveSeat(table.state.id, old), SaveTable(table.state.id, settings=settings))
    assert main(["admin", "matches", "--database", str(path)]) == 0
    assert "whose strength is gone, and who would play as regulars: 1." in capsys.readouterr().out
    async with a_room(path) as room:
        [table] = room.registry
        assert table.state.settings.computers == table.state.seats[1].policy == "regular"
        assert any("play as regulars here now" in line.text for line in table.live.remarks)
        assert table.live.talkers() == {1: "plain"}
        await table.lifecycle.start(ANN)
        await defaults(room, table)
    assert "no computer players of the strength 'wizard'" in caplog.text
    assert "Mad Morrow has no temper that is known" in caplog.text


async def test_a_search_is_told_the_temper_of_the_house_and_of_nobody_else(
    tmp_path: Path, has_shark: None
) -> None:
    async with a_room(tmp_path / "tempers.db") as room:
        table, thinker = await with_shark(room)
        assert set(thinker.tempers) == {""}
        await table.stop()


async def test_a_level_follows_from_the_rating_or_from_the_last_matches(tmp_path: Path) -> None:
    scale = scales()[GAME]
    async with a_room(tmp_path / "levels.db") as room:
        table = await room.open(GAME, ANN, BOB, computers=1)
        assert await level_like(table.live, table.live.seat_of(ANN)) == "5", "no better than half"
        for _ in range(3):
            await table.lifecycle.start(ANN)
            while table.session is not None:
                for person in (ANN, BOB):
                    if table.session is not None and table.session.match.asks_of(
                        table.viewer_of(person.user_id)
                    ):
                        [ask, *_] = table.session.match.asks_of(table.viewer_of(person.user_id))
                        # only Ann folds: she loses her antes
                        folds = person == ANN and "fold" in getattr(ask.prompt, "options", ())
                        await answers(table, person, "fold" if folds else ask.prompt.default)
                await room.quiet()
        regular = int(scale.level_of(REGULAR))
        like = await level_like(table.live, table.live.seat_of(ANN))
        assert like is not None
        assert int(like) < regular, "who always loses is offered weaker company"

        async def rating(place_key: int, member: int, game: Game, now: float) -> float:
            return float(scale.ratings[2])

        room.registry.context.hooks.ratings.append(rating)
        assert await level_like(table.live, table.live.seat_of(ANN)) == "3"


@pytest.mark.parametrize("game", [find_game(key) for key in scales()], ids=lambda game: game.key)
def test_each_game_with_a_scale_has_ten_levels_and_the_old_words_stand_on_it(game: Game) -> None:
    scale = scales()[game.key]
    assert offered(game) == LEVEL_NAMES == get_args(Strength)[3:]
    assert len(scale.ease) == len(scale.ratings) == LEVELS
    assert list(scale.ease) == sorted(scale.ease, reverse=True)
    assert list(scale.ratings) == sorted(scale.ratings)
    assert scale.ease[-1] == 0
    for strength in game.strengths():
        assert game.strength(strength) == strength, "settings that say so keep their player"
        assert scale.level_of(strength) in LEVEL_NAMES


def a_bet() -> tuple[str, Scene, int]:
    """The first bet of a match: its game, what the seat sees, and the question."""
    game = find_game(GAME)
    match = Match(game, Header(GAME, game.version, {}, (0, 1), Seed("elsewhere"), {0: 50, 1: 50}))
    ask = next(iter(match.open.values()))
    return GAME, match.scene(ask.seat), ask.id


async def test_the_process_that_thinks_gives_the_same_answer_to_all_who_share_it() -> None:
    game, scene, ask = a_bet()
    task = (game, find_game(game).version, Seated(REGULAR, "bold"), scene, ask, "seed")
    thinker = ThinkElsewhere(register_catalogue, patience=60)
    try:
        one, two = SharedThinker(thinker), SharedThinker(thinker)
        assert await one.think(*task) == think(*task)
        one.close()
        asked = asyncio.create_task(two.think(*task))
        await asyncio.sleep(0)
        one.close()
        assert await asked == think(*task)
    finally:
        thinker.close()


async def test_a_search_waits_for_one_piece_of_other_work_however_much_is_asked_for() -> None:
    """A member who asked the coach again and again had the sharks of all tables answer as regulars."""
    game, scene, ask = a_bet()
    thinker, ended = ThinkElsewhere(register_catalogue, patience=60), list[str]()

    async def work() -> None:
        await thinker.work(os.getpid)
        ended.append("work")

    async def search() -> None:
        await thinker.think(game, find_game(game).version, Seated(REGULAR), scene, ask, "seed")
        ended.append("search")

    try:
        await asyncio.gather(*(work() for _ in range(20)), search())
    finally:
        thinker.close()
    assert ended.index("search") < 10, "in the order in which they were asked for it would come last"


async def test_a_search_that_takes_too_long_is_answered_by_the_regular(
    caplog: pytest.LogCaptureFixture,
) -> None:
    game, scene, ask = a_bet()
    thinker = ThinkElsewhere(register_catalogue, patience=0)
    try:
        answer = await thinker.think(game, find_game(game).version, Seated("shark"), scene, ask, "seed")
    finally:
        thinker.close()
    assert answer == think(game, find_game(game).version, Seated(REGULAR), scene, ask, "seed")
    assert f"a search in {GAME} took over 0 seconds; the regular answers" in caplog.text
