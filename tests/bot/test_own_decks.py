"""Own decks in the process: read at the start, checked from the command line, kept in the header of each match."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.person import Person
from bot.settings import Settings
from bot.startup.errors import CannotRun
from bot.startup.own_decks import BadDecks, read_own
from bot.startup.run import build, run
from bot.tables.context import TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.tables.view import TableListener
from bot.user_errors import UserError
from cogs.ui.hand.hand_panel import log_note
from cogs.ui.table.table_message import table_message
from db import Store
from db.backend.names import Name
from db.opening import open_store
from games.engine import Choose, Open, Result, Table
from games.registry import GAMES
from games.tavern.card_faces import faces_for
from games.tavern.decks.balance import COLUMNS
from games.tavern.options import Options as TavernOptions
from tests.bot.conftest import Typed
from tests.e2e.conftest import HandClock
from tests.games.tavern.decks.test_own_decks import SHOW, strongest
from tests.helpers.games.tavern import GRUM
from tests.helpers.small_games import changed
from tests.helpers.tables import ANN, BOB, CHANNEL, GUILD

BROKEN = GRUM.replace("fort T -3", "frot T -3")
LINE = GRUM.splitlines().index('effects = "fort T -3"') + 1


# ---- the folder


def test_a_folder_is_read_in_order_and_nothing_but_decks(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(GRUM.replace("grum", "brum"), "utf-8")
    (tmp_path / "a.toml").write_text(GRUM, "utf-8")
    (tmp_path / "notes.txt").write_text("buy ale", "utf-8")
    assert list(read_own(tmp_path)) == ["a.toml", "b.toml"]
    assert read_own(tmp_path / "a.toml") == {"a.toml": GRUM}
    assert read_own(None) == {}


def test_two_files_with_one_character_are_refused(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(GRUM, "utf-8")
    with pytest.raises(BadDecks, match=r"b\.toml:2: there is a character 'grum' already"):
        read_own(tmp_path)


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadDecks, match="There is no deck in"):
        read_own(tmp_path)
    with pytest.raises(BadDecks, match=r"There is no .*nowhere to read decks from"):
        read_own(tmp_path / "nowhere")
    (tmp_path / "grum.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadDecks, match="not even text"):
        read_own(tmp_path)


# ---- start


def settings(folder: Path, decks: Path) -> Settings:
    """Settings that look at no environment."""
    return Settings(_env_file=None, database=folder / "night.db", decks=decks, playground_port=0, thinking=0)


async def test_a_faulty_deck_stops_the_start_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "grum.toml").write_text(BROKEN, "utf-8")
    with pytest.raises(CannotRun) as stopped:
        await run(settings(tmp_path, tmp_path / "decks"), stop=asyncio.Event())
    assert stopped.value.status == 2
    assert f"grum.toml:{LINE}: unknown effect 'frot'; did you mean 'fort'?" in str(stopped.value)
    assert not (tmp_path / "night.db").exists()


def test_the_command_line_says_it_in_one_sentence(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("grum.toml").write_text(BROKEN, "utf-8")
    monkeypatch.setenv("DICENIGHT_DECKS", "grum.toml")
    sentence = f"grum.toml:{LINE}: unknown effect 'frot'; did you mean 'fort'?\n"
    assert dicenight("run", "--playground") == (2, "", sentence)
    assert dicenight("decks") == (2, "", sentence)
    assert dicenight("decks", "grum.toml") == (2, "", sentence)


async def test_tables_are_played_with_the_decks_of_the_bot(tmp_path: Path) -> None:
    async with await open_store(tmp_path / "night.db") as store:
        bot = build(store, settings(tmp_path, tmp_path), (), {"grum.toml": GRUM})
        assert bot.registry.context.extras == {"tavern": {"own_decks": {"grum.toml": GRUM}}}


# ---- the command line


def test_decks_lists_the_four(dicenight: Callable[..., Typed]) -> None:
    status, out, err = dicenight("decks")
    assert (status, err) == (0, "")
    heads, *lines = out.splitlines()
    assert [line.split()[0] for line in lines] == ["serena", "wizgille", "phrenk", "kaylin"]
    assert re.split(r" {2,}", heads.strip())[4:] == list(COLUMNS), "as on the page about own decks"


def test_decks_checks_a_file_and_says_what_it_is_worth(dicenight: Callable[..., Typed]) -> None:
    Path("grum.toml").write_text(GRUM, "utf-8")
    status, out, _ = dicenight("decks", "grum.toml", "--json")
    told = {one["key"]: one for one in json.loads(out)}
    assert status == 0
    assert [key for key, one in told.items() if one["own"]] == ["grum"]
    assert (told["grum"]["cards"], told["grum"]["extra"], told["wizgille"]["extra"]) == (40, 0, 20)
    assert told["grum"]["worth"]["attack"] == 27.0
    assert told["wizgille"]["worth"]["gold"] == 12.2
    assert "Mother Grum (own)" in dicenight("decks", "grum.toml")[1]


def test_the_doctor_looks_at_own_decks(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICENIGHT_DECKS", "grum.toml")
    for text, healthy in ((GRUM, True), (BROKEN, False)):
        Path("grum.toml").write_text(text, "utf-8")
        status, out, _ = dicenight("doctor", "--offline", "--json")
        [finding] = [finding for finding in json.loads(out) if finding["name"] == "Decks"]
        assert (status == 0, finding["ok"]) == (healthy, healthy)
        assert ("unknown effect" in finding["sentence"]) is not healthy


# ---- a match has the decks that it began with


async def _asked(table: Table, options: TavernOptions) -> Result:
    await table.ask(table.ring[0], Choose("go", ("go",), "go"))
    return await strongest(table, options)


def registry(store: Store, text: str) -> TableRegistry:
    """A floor of a process with this deck."""
    extras = {"show": {"own_decks": {"grum.toml": text}}}
    return TableRegistry(TableContext(store, HandClock(), TableListener(), BotPacing(0, 0), extras=extras))


async def test_a_match_that_is_taken_up_plays_with_the_decks_of_its_header(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = {"go": "Go on?", "go:go": "Go on"}
    monkeypatch.setitem(GAMES, "show", changed(SHOW, play=_asked, words=words))
    async with await open_store(tmp_path / "night.db") as store:
        table = await registry(store, GRUM).open(GUILD, CHANNEL, ANN, "show", settings={"free": True})
        await table.seating.sit(BOB)
        await table.lifecycle.start(ANN)
        assert header_of(table) == {"own_decks": {"grum.toml": GRUM}}
        assert table.state.options == {}
    async with await open_store(tmp_path / "night.db") as store:
        later = registry(store, GRUM.replace("fort T -3", "fort T -5"))
        await later.resume()
        table = later.get_in_channel(CHANNEL)
        assert header_of(table) == {"own_decks": {"grum.toml": GRUM}}
        session = table.session
        assert session is not None
        [ask] = session.match.open.values()
        await table.press(ANN, session.id, ask.id, "go")
        assert table.last_match is not None
        assert table.last_match.result is not None
        assert table.last_match.result.headline.text == "Mother Grum: Target loses 3 Fort."


async def _tells(table: Table, options: TavernOptions) -> Result:
    table.show(Open("pile", ["grum.broom"]))
    table.tell("lies", card="grum.broom")
    return await _asked(table, options)


async def test_cards_are_told_as_their_own_match_calls_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match goes on after its deck was changed, while others are played with what the file says now."""
    words = {"go": "Go on?", "go:go": "Go on", "lies": "{card:item} lies there."}
    monkeypatch.setitem(GAMES, "show", changed(SHOW, play=_tells, words=words, card_faces=faces_for))
    async with await open_store(tmp_path / "night.db") as store:
        views = {}
        for channel, title in ((CHANNEL, "Broom to the shins"), (CHANNEL + 1, "Broom to the knees")):
            decks = GRUM.replace("Broom to the shins", title)
            table = await registry(store, decks).open(GUILD, channel, ANN, "show", settings={"free": True})
            await table.seating.sit(BOB)
            await table.lifecycle.start(ANN)
            views[title] = await table.view()
        before, since = views
        for told in (table_message, log_note):
            for title, other in ((before, since), (since, before)):
                table_message(views[other])
                said = json.dumps(told(views[title]))
                assert title in said
                assert other not in said


def header_of(table: TableActor) -> Any:
    """The options that stand in the header of the match being played."""
    assert table.session is not None
    return table.session.match.header.options


async def test_with_own_decks_as_many_may_sit_as_there_are_characters(tmp_path: Path) -> None:
    """With every character once, the lobby counts those that the server has added."""
    async with await open_store(tmp_path / "lobby.db") as store:
        extras = {"tavern": {"own_decks": {"grum.toml": GRUM}}}
        house = TableContext(store, HandClock(), TableListener(), extras=extras)
        people = [Person(number, Name(f"M{number}")) for number in range(1, 7)]
        table = await TableRegistry(house).open(1, 1, people[0], "tavern", options={"same_character": False})
        for person in people[1:5]:
            await table.seating.sit(person)
        with pytest.raises(UserError, match="The seats here are taken"):
            await table.seating.sit(people[5])
        view = await table.view()
        assert view.game.limits(view.options) == (2, 5)
        assert "2 to 5" in json.dumps(table_message(view))
