"""An update of a game's rules while matches are in play: they end by the rules under which they began."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.tables import ANN, BOB, new_registry, open_table, press
from db.opening import open_store
from games import registry
from games.catalogue import CATALOGUE
from games.engine import Game, Prompt
from games.registry import find_game, register_older, rules_of
from tests.helpers.small_games import changed

GAME = "rogues_and_warriors"


@pytest.fixture
def updated(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The next version of a game; the one that is played is not known any more unless a test registers it."""
    now = find_game(GAME)
    newer = changed(now, version=now.version + 1)
    monkeypatch.setattr(registry, "_older", {})
    monkeypatch.setitem(registry._games, GAME, newer)
    return newer


async def begin_match(folder: Path) -> tuple[int, dict[int, Prompt]]:
    """Begin a match in a new store, and return its number and what it asks."""
    async with await open_store(folder / "night.db") as store:
        table = await open_table(new_registry(store), 1)
        await press(table)
        assert table.session is not None
        return table.session.id, {ask.id: ask.prompt for ask in table.session.match.open.values()}


async def test_a_match_goes_on_by_the_rules_under_which_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = find_game(GAME)
    match, asked = await begin_match(tmp_path)
    monkeypatch.setattr(registry, "_older", {})
    newer = changed(before, version=before.version + 1)
    monkeypatch.setitem(registry._games, GAME, newer)
    register_older(before)
    async with await open_store(tmp_path / "night.db") as store:
        tables = new_registry(store)
        await tables.resume()
        [table] = tables
        assert table.session is not None
        assert table.session.id == match
        assert {ask.id: ask.prompt for ask in table.session.match.open.values()} == asked
        assert (table.game, table.session.match.game) == (before, before)
        for _ in range(20):
            if table.session is None:
                break
            ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
            person = ANN if table.state.seats[ask.seat].user_id == ANN.user_id else BOB
            await table.press(person, table.session.id, ask.id, ask.prompt.default)
        assert table.session is None
        assert table.game is newer, "the next one is by the new rules"
        record = await store.match(match)
        assert (record.state, record.version) == ("ended", before.version)


async def test_without_the_older_rules_a_match_is_called_off_and_the_stakes_go_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = find_game(GAME)
    match, _ = await begin_match(tmp_path)
    monkeypatch.setitem(registry._games, GAME, changed(before, version=before.version + 1))
    async with await open_store(tmp_path / "night.db") as store:
        tables = new_registry(store)
        await tables.resume()
        [table] = tables
        assert table.session is None
        assert "has new rules since the last update" in table.live.remarks[0].text
        assert (await store.match(match)).state == "void"
        for person in (ANN, BOB):
            assert table.state.answering_seat(person.user_id) is not None


def test_older_rules_have_a_number_of_their_own_below_the_games(updated: Game) -> None:
    with pytest.raises(ValueError, match="no rules that are newer"):
        register_older(updated)
    older = changed(updated, version=updated.version - 1)
    register_older(older)
    register_older(older)
    with pytest.raises(ValueError, match="two games with the key"):
        register_older(changed(updated, version=updated.version - 1))
    assert rules_of(GAME, older.version) is older
    assert rules_of(GAME, updated.version) is updated
    assert rules_of(GAME, older.version - 1) is updated, "there are none of that version any more"


def test_only_the_last_version_of_a_game_is_kept_beside_it() -> None:
    """A match by letter lasts for weeks, and two releases have passed then: older rules than the last may go."""
    for game in CATALOGUE:
        assert all(rules_of(game.key, version) is game for version in range(1, game.version - 1)), game.key
