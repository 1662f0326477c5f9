"""The command line, as a host types it."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from benchmarks.tables import ANN, BOB, new_registry, open_table, press
from bot import __main__ as entry_point
from bot.cli.support import load_settings
from bot.matches.replay import RecordedMatch, replay
from bot.monitoring.metrics import Metrics
from bot.monitoring.monitor import Monitor
from bot.monitoring.server import MonitoringServer
from bot.person import Person
from bot.places.settings import PlaceSettings
from db.opening import Location, open_store
from db.sqlite.migrate import known_steps, migrate
from games.engine import RAIL, Pay, Result, Table
from games.engine.result import HOUSE
from games.registry import GAMES
from games.tavern.decks.deck_file import DeckFault
from tests.bot.conftest import Typed
from tests.golden.record import record
from tests.helpers.luck_vectors import FOLDER as LUCK_VECTORS
from tests.helpers.small_games import changed

# ---- games and simulate


def test_games_as_json(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("games", "--json")
    listed = {game["key"]: game for game in json.loads(out)}
    assert status == 0
    assert list(listed) == list(GAMES)
    assert all(set(game) == {"key", "name", "seats", "rulebook", "options"} for game in listed.values())
    assert listed["rogues_and_warriors"]["seats"] == [2, 10]
    assert "dragon_cards" in listed["rogues_and_warriors"]["options"]["properties"]


def test_games_for_people(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("games")
    assert status == 0
    assert all(game.title in out and key in out for key, game in GAMES.items())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_simulate_every_game(dicenight: Callable[..., Typed], key: str) -> None:
    status, out, err = dicenight("simulate", key, "--matches", 12, "--seed", "s", "--json")
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert report["matches"] == 12
    assert report["decisions"] > 0
    assert report["money_in"] == report["money_out"]
    assert report["decisions_per_second"] > 0
    if GAMES[key].money == "pieces":
        assert report["money_in"] >= 12 * 50 * len(report["results"])


def test_the_same_seed_is_the_same_simulation(dicenight: Callable[..., Typed]) -> None:
    def counted(seed: int) -> dict[str, Any]:
        _, out, _ = dicenight("simulate", "threes", "--matches", 30, "--seed", seed, "--json")
        return {k: v for k, v in json.loads(out).items() if not k.startswith(("seconds", "decisions_per"))}

    assert counted(7) == counted(7)
    assert counted(7)["results"] != counted(8)["results"]


def test_a_named_player_beats_chance(dicenight: Callable[..., Typed]) -> None:
    _, out, _ = dicenight(
        "simulate", "rogues_and_warriors", "--matches", 400, "--policy", "regular", "--set", "exchange=true",
        "--json",
    )  # fmt: skip
    first, *others = json.loads(out)["results"]
    assert (first["policy"], others[0]["policy"]) == ("regular", "random")
    assert first["low"] > 0


def test_where_points_are_played_for_the_mean_is_in_points(dicenight: Callable[..., Typed]) -> None:
    words = ("simulate", "conclave_of_wyrms", "--matches", 12, "--policy", "regular", "--set", "cycles=1")
    report = json.loads(dicenight(*words, "--json")[1])
    first = report["results"][0]
    assert report["unit"] == "points"
    assert first["mean"] == round(first["points"] / 12, 4)
    assert first["low"] < first["mean"] < first["high"]
    _, out, _ = dicenight(*words)
    assert "Mean, in points" in out
    assert f"{first['low']:+.2f} to {first['high']:+.2f}" in out


def test_simulate_finds_rules_that_give_away_money(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = GAMES["barovian_boneyard"]

    async def generous(table: Table, options: Any) -> Result:
        result = await honest.play(table, options)
        return result._replace(pays=(*result.pays, Pay(HOUSE, table.ring[0], "g100", 1)))

    monkeypatch.setitem(GAMES, honest.key, changed(honest, play=generous))
    status, out, err = dicenight("simulate", honest.key, "--json")
    assert (status, out) == (1, "")
    assert err.startswith("Match 0 failed: RulesBug")
    assert "dicenight simulate barovian_boneyard --seats 4 --matches 1 --seed 1" in err


def test_simulate_finds_a_result_that_tells_another_story(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = GAMES["rogues_and_warriors"]

    async def boasting(table: Table, options: Any) -> Result:
        result = await honest.play(table, options)
        first, *rest = result.rows
        return result._replace(rows=(structs.replace(first, change={"piece": 1000}), *rest))

    monkeypatch.setitem(GAMES, honest.key, changed(honest, play=boasting))
    status, _, err = dicenight("simulate", honest.key)
    assert status == 1
    assert "tells seat" in err


# ---- what is mistyped


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["simulate", "chess"], "no game 'chess'"),
        (["simulate", "threes", "--set", "quicker=true"], "no option 'quicker'"),
        (["simulate", "threes", "--set", "fools_luck"], "OPTION=VALUE"),
        (["simulate", "threes", "--set", "fools_luck=perhaps"], "fools_luck"),
        (["simulate", "threes", "--seats", 40], "2 to 10 seats"),
        (["simulate", "threes", "--policy", "wizard"], "no policy 'wizard'"),
        (["simulate", "threes", "--matches", "many"], "--matches"),
        (["simulate"], "Missing argument"),
        (["dance"], "No such command 'dance'"),
        (["games", "--yaml"], "--yaml"),
        (["verify", "nothing.json"], "nothing.json cannot be read"),
        (["verify", "text.json"], "text.json is not JSON"),
        (["verify", "other.json"], "other.json"),
        (["verify", "."], "cannot be read"),
        (["backup", "copy.db"], "There is no database"),
        (["backup", "copy.db", "--database", "text.json"], "cannot be read as a database"),
        (["export", 1], "There is no database"),
        (["export", "--database", "text.json", 1], "cannot be read as a database"),
        (["migrate", "--database", "text.json"], "text.json"),
        (
            ["migrate", "--database", "mysql://me:word@db/x"],
            "begins with postgresql://, and not with mysql://.\n",
        ),
        (["run", "--playground", "--discord"], "choose one"),
        (["run", "--discord"], "There is no token"),
        (["run", "--discord", "--shards", "auto", "--replace"], "needs Discord and a PostgreSQL database"),
        (["run", "--discord", "--shards", "some"], "--shards: 'some' names no shards"),
    ],
)
def test_a_mistake_is_one_sentence(
    dicenight: Callable[..., Typed], tmp_path: Path, words: list[object], sentence: str
) -> None:
    (tmp_path / "text.json").write_text("no JSON " * 100, "utf-8")
    (tmp_path / "other.json").write_text('{"match": 1}', "utf-8")
    status, out, err = dicenight(*words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert err.endswith((".\n", "?\n"))


def test_the_address_of_another_database_is_one_sentence_without_its_password(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICENIGHT_DATABASE", "mysql://ann:word@db/house")
    for command in ("migrate", "doctor", "run"):
        status, out, err = dicenight(command)
        assert (status, out) == (2, ""), command
        assert "and not with mysql://." in err
        assert "word" not in err
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("name", "value"), [("PLAYGROUND_PORT", "high"), ("LOG_LEVEL", "LOUD"), ("THINKING", "-1")]
)
def test_a_bad_setting_is_named(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"DICENIGHT_{name}", value)
    status, out, err = dicenight("doctor")
    assert (status, out) == (2, "")
    assert err.startswith(f"DICENIGHT_{name} is not right: ")
    assert err.count("\n") == 1


def test_the_release_has_a_name(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("--version")
    assert status == 0
    assert out.startswith(f"Dicenight {version('dicenight')}, Python 3.")


def test_the_list_of_commands_cuts_no_sentence(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("--help")
    assert status == 0
    assert not re.search(r"\w\.\.\.", out)


def test_without_a_command_there_is_help(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight()
    assert status == 0
    assert "simulate" in out


class BrokenDeck:
    """An import of the games that fails at a deck, as that of the tavern does."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "games.catalogue":
            raise DeckFault("kaylin.toml", 3, "unknown effect 'frot'; did you mean 'fort'?")


def test_a_fault_in_a_deck_of_the_program_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "games.catalogue")
    monkeypatch.setattr(sys, "meta_path", [BrokenDeck(), *sys.meta_path])
    assert entry_point.main() == 2
    _, err = capsys.readouterr()
    assert err == (
        "A deck that comes with Dicenight has a fault: kaylin.toml:3: unknown effect 'frot'; did you mean 'fort'?\n"
    )


# ---- the database


async def played(path: Path) -> int:
    """A night with one match, left in the midst of it and closed; gives the match."""
    async with await open_store(path) as store:
        table = await open_table(new_registry(store), 1)
        for _ in range(4):
            await press(table)
        assert table.session is not None
        match = table.session.id
        for person in (ANN, BOB):
            await table.seating.leave(person)
        assert table.state.phase == "closed"
        return match


def test_a_match_is_exported_and_verified(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    match = asyncio.run(played(tmp_path / "night.db"))
    status, out, _ = dicenight("export", match, "--database", "night.db")
    assert status == 0
    exported = json.loads(out)
    assert dicenight("export", match, "--database", "night.db", "-o", "match.json")[0] == 0
    assert json.loads(Path("match.json").read_text("utf-8")) == exported

    status, out, err = dicenight("verify", "match.json", "--json")
    assert (status, err) == (0, "")
    assert json.loads(out)["ok"] is True
    assert json.loads(out)["rows"] == len(exported["rows"])

    exported["rows"][1]["answer"] = exported["rows"][1]["answer"] + 1
    Path("match.json").write_text(json.dumps(exported), "utf-8")
    status, out, err = dicenight("verify", "match.json")
    assert (status, err) == (1, "")
    assert out.endswith(".\n")


def test_a_verdict_tells_when_the_round_of_the_beacon_came_out(dicenight: Callable[..., Typed]) -> None:
    vector = json.loads((LUCK_VECTORS / "beacon.json").read_text("utf-8"))
    Path("match.json").write_text(json.dumps(vector["match"]), "utf-8")
    status, out, _ = dicenight("verify", "match.json")
    assert status == 0
    assert "Round 1000 of the public beacon came out at 2023-08-23 15:59:24 UTC." in out


# ---- replay


async def folded(path: Location, *, close: bool = True) -> int:
    """A match of Rogues and Warriors in which the first to act raises and the other lets time run out."""
    async with await open_store(path) as store:
        table = await open_table(new_registry(store), 1)
        assert table.session is not None
        number = table.session.id
        await press(table)
        while table.session is not None:
            match = table.session.match
            ask = next(ask for ask in match.open.values() if not ask.answered)
            person = (ANN, BOB)[ask.seat]
            await table.press(person, number, ask.id, ask.prompt.default)
        if close:
            await table.lifecycle.close(ANN)
        return number


def test_a_match_is_told_as_its_log(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    match = asyncio.run(folded(tmp_path / "night.db"))
    status, out, err = dicenight("replay", match, "--database", "night.db")
    assert (status, err) == (0, "")
    assert out.startswith(f"Match {match}, Rogues and Warriors, as a spectator saw it\n\n")
    assert "Ann" in out
    assert "Bob" in out
    assert re.search(r"\n1\. (Ann|Bob) · \+1 piece", out), "and the result"
    as_bob = dicenight("replay", match, "--as", "bob", "--database", "night.db")
    assert as_bob[0] == 0
    assert "as Bob saw it" in as_bob[1]
    assert as_bob[1] == dicenight("replay", match, "--as", 1, "--database", "night.db")[1]
    status, first, _ = dicenight("replay", match, "--step", 0, "--database", "night.db")
    assert status == 0
    assert "That was step 0 of" in first
    assert "takes" not in first, "the end is another step"
    assert len(first) < len(out)
    status, out, _ = dicenight("replay", match, "--database", "night.db", "--json")
    report = json.loads(out)
    assert (status, report["as"]) == (0, "a spectator")
    assert report["lines"]
    assert report["ending"]


def test_an_exported_match_is_told_without_names(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    match = asyncio.run(folded(tmp_path / "night.db"))
    dicenight("export", match, "--database", "night.db", "-o", "match.json")
    status, out, err = dicenight("replay", "match.json", "--as", 0)
    assert (status, err) == (0, "")
    assert "as Seat 0 saw it" in out
    assert "Ann" not in out


def test_what_a_seat_holds_stays_secret_while_its_table_is_open(
    dicenight: Callable[..., Typed], tmp_path: Path
) -> None:
    match = asyncio.run(folded(tmp_path / "night.db", close=False))
    status, out, err = dicenight("replay", match, "--as", "Ann", "--database", "night.db")
    assert (status, out) == (2, "")
    assert "isn't opened yet" in err
    assert dicenight("replay", match, "--database", "night.db")[0] == 0


def test_a_match_is_exported_whole_once_all_who_played_agree(
    dicenight: Callable[..., Typed], tmp_path: Path
) -> None:
    """Its table is open still: what `/table verify` opens, the terminal opens."""
    match = asyncio.run(folded(tmp_path / "night.db", close=False))

    def exported() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(dicenight("export", match, "--database", "night.db")[1])
        return found

    async def agree(member: Person) -> None:
        async with await open_store(tmp_path / "night.db") as store:
            registry = new_registry(store)
            await registry.resume()
            await registry.get_in_channel(1).lifecycle.agree_to_open(member, match)

    asyncio.run(agree(ANN))
    sealed = exported()
    assert sealed["sealed"] is True
    assert "seed" not in sealed
    asyncio.run(agree(BOB))
    opened = exported()
    assert opened["sealed"] is False
    assert opened["draws"]
    Path("match.json").write_text(json.dumps(opened), "utf-8")
    assert dicenight("verify", "match.json")[0] == 0
    assert dicenight("replay", match, "--as", "Ann", "--database", "night.db")[0] == 0


def test_a_match_that_hid_nothing_is_exported_whole_at_once(
    dicenight: Callable[..., Typed], tmp_path: Path
) -> None:
    async def roll() -> int:
        async with await open_store(tmp_path / "night.db") as store:
            registry = new_registry(store)
            table = await registry.open(
                1, 1, ANN, "threes", settings={"free": True}, place_settings=PlaceSettings()
            )
            await table.seating.sit(BOB)
            await table.lifecycle.start(ANN)
            assert table.session is not None
            number = table.session.id
            while table.session is not None:
                ask = next(ask for ask in table.session.match.open.values() if not ask.answered)
                await table.press((ANN, BOB)[ask.seat], number, ask.id, ask.prompt.default)
            return number

    match = asyncio.run(roll())
    exported = json.loads(dicenight("export", match, "--database", "night.db")[1])
    assert exported["sealed"] is False
    assert exported["seed"]


def test_each_seat_is_told_its_own_and_a_spectator_nothing_hidden() -> None:
    match = record("hags_haggle", 3, "replay", {})
    header, rows = match.header, match.rows
    recorded = RecordedMatch(7, "ended", header, rows, {}, sealed=False)
    for viewer in (RAIL, *header.ring):
        replayed = replay(recorded, viewer)
        hidden = [event for event in match.events if event.to is not None and viewer not in event.to]
        allowed = [event for event in match.events if event not in hidden and event.text is not None]
        assert [(line.text, line.values) for line in replayed.lines] == [
            (event.text, event.values) for event in allowed
        ]
        assert replayed.outcome is not None


def test_a_match_that_was_called_off_ends_with_that(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    match = asyncio.run(folded(tmp_path / "night.db"))
    dicenight("export", match, "--database", "night.db", "-o", "match.json")
    exported = json.loads(Path("match.json").read_text("utf-8"))
    exported |= {"state": "void", "result": None, "rows": exported["rows"][:1]}
    Path("match.json").write_text(json.dumps(exported), "utf-8")
    status, out, _ = dicenight("replay", "match.json")
    assert status == 0
    assert out.endswith("Then it was called off: nothing counts, and the stakes went back.\n")


def test_a_journal_that_differs_is_told_as_far_as_it_goes(
    dicenight: Callable[..., Typed], tmp_path: Path
) -> None:
    match = asyncio.run(folded(tmp_path / "night.db"))
    dicenight("export", match, "--database", "night.db", "-o", "match.json")
    exported = json.loads(Path("match.json").read_text("utf-8"))
    exported["rows"][1]["digest"] = "0" * 16
    Path("match.json").write_text(json.dumps(exported), "utf-8")
    status, out, _ = dicenight("replay", "match.json")
    assert status == 1
    assert f"The journal differs from the rules at answer 2 of {len(exported['rows'])}." in out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["99"], "no match 99"),
        (["nothing.json"], "nothing.json cannot be read"),
        (["1", "--as", "Zed"], "has no seat 'Zed'; it has: 0 (Ann), 1 (Bob)"),
        (["1", "--as", "2"], "has no seat '2'"),
    ],
)
def test_what_cannot_be_replayed_is_one_sentence(
    dicenight: Callable[..., Typed], tmp_path: Path, words: list[str], error: str
) -> None:
    assert asyncio.run(folded(tmp_path / "night.db")) == 1
    status, out, err = dicenight("replay", *words, "--database", "night.db")
    assert (status, out) == (2, "")
    assert error in err
    assert err.count("\n") == 1


def test_a_match_that_is_not_there(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    asyncio.run(played(tmp_path / "night.db"))
    status, out, err = dicenight("export", 99, "--database", "night.db")
    assert (status, out) == (2, "")
    assert "99" in err


def test_migrate_makes_the_file_and_backup_copies_it(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("migrate", "--database", "night.db", "--json")
    report = json.loads(out)
    assert (status, report["before"]) == (0, 0)
    assert dicenight("migrate", "--database", "night.db")[1].endswith("already.\n")
    assert dicenight("backup", "copy.db", "--database", "night.db")[0] == 0
    assert dicenight("migrate", "--database", "copy.db")[1].endswith("already.\n")
    status, _, err = dicenight("backup", "night.db", "--database", "night.db")
    assert status == 2
    assert "onto itself" in err


def test_the_bot_goes_on_while_it_is_backed_up(dicenight: Callable[..., Typed], tmp_path: Path) -> None:
    async def night() -> Mapping[str, Typed]:
        async with await open_store(tmp_path / "night.db") as store:
            await store.member(1, 2, "Ann")
            return {
                name: await asyncio.to_thread(dicenight, *words, "--database", "night.db")
                for name, words in {
                    "backup": ["backup", "copy.db"],
                    "doctor": ["doctor", "--offline", "--json"],
                    "migrate": ["migrate"],
                }.items()
            }

    report = asyncio.run(night())
    assert report["backup"][0] == 0
    assert "In use" in report["doctor"][1]
    assert report["migrate"][0] == 2
    assert "in use by another process" in report["migrate"][2]
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT name FROM members").fetchall() == [("Ann",)]
    assert not (tmp_path / "copy.db.part").exists()


def test_a_mistyped_path_makes_no_database(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("data").mkdir()
    assert dicenight("migrate", "--database", "data/night.db")[0] == 0, "an empty folder is a first start"
    monkeypatch.setenv("DICENIGHT_TOKEN", "a.b.c")
    monkeypatch.setenv("DICENIGHT_DATABASE", "data/nihgt.db")
    for command in (["migrate"], ["run", "--discord"]):
        status, _, err = dicenight(*command)
        assert (status, err) == (
            2,
            "There is no database data/nihgt.db. If it is to be a new one, say --create once.\n",
        )
        assert not Path("data/nihgt.db").exists()
    assert dicenight("migrate", "--create")[0] == 0
    assert dicenight("migrate")[0] == 0


def test_the_first_run_asks_before_it_makes_a_database(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    Path("other").touch()
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    assert dicenight("migrate", "--database", "night.db")[0] == 130
    assert not Path("night.db").exists()
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert dicenight("migrate", "--database", "night.db")[0] == 0


def test_a_setting_that_is_mistyped_is_named(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path(".env").write_text("DICENIGHT_TOKN=a.b.c\n", "utf-8")
    status, _, err = dicenight("run")
    assert (status, err) == (2, "DICENIGHT_TOKN is no setting; DICENIGHT_TOKEN is.\n")
    Path(".env").unlink()
    monkeypatch.setenv("DICENIGHT_LOG_LEVL", "INFO")
    status, _, err = dicenight("doctor", "--offline")
    assert (status, err) == (2, "DICENIGHT_LOG_LEVL is no setting; DICENIGHT_LOG_LEVEL is.\n")


def test_settings_that_cannot_be_read_are_one_sentence(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    # a folder in its place, since whoever runs the tests as root may read every file
    Path(".env").mkdir()
    monkeypatch.setenv("DICENIGHT_TOKEN_FILE", ".env")
    status, _, err = dicenight("doctor", "--offline")
    assert (status, err) == (2, ".env cannot be read: Is a directory.\n")


def test_the_token_may_stand_in_a_file(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Path("token").write_text("a.b.c\n", "utf-8")
    monkeypatch.setenv("DICENIGHT_TOKEN_FILE", "token")
    assert load_settings().bot_token == "a.b.c"
    monkeypatch.delenv("DICENIGHT_TOKEN_FILE")
    assert load_settings().bot_token == ""
    (tmp_path / "credentials").mkdir()
    (tmp_path / "credentials" / "dicenight_token").write_text("d.e.f\n", "utf-8")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "credentials"))
    assert load_settings().bot_token == "d.e.f"


def test_the_doctor_refuses_what_the_bot_would_refuse(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dicenight("migrate", "--database", "night.db", "--create")[0] == 0
    with closing(sqlite3.connect("night.db")) as file:
        file.execute(f"PRAGMA user_version = {known_steps()[-1].number + 1}")
    monkeypatch.setenv("DICENIGHT_SENTRY", "sentry.example")
    monkeypatch.setenv("DICENIGHT_DATABASE", "night.db")
    Path(".env").touch(mode=0o644)
    status, out, _ = dicenight("doctor", "--offline", "--json")
    found = {finding["name"]: (finding["ok"], finding["sentence"]) for finding in json.loads(out)}
    assert status == 1
    assert found["Database"] == (False, "night.db was last used with a later version: run that one.")
    assert found["Sentry"] == (False, "DICENIGHT_SENTRY is no address of a project.")
    assert found["Secrets"][0] is None
    monkeypatch.setenv("DICENIGHT_BEACON", "not-a-url")
    status, _, err = dicenight("doctor", "--offline")
    assert status == 2
    assert err.startswith("DICENIGHT_BEACON is not right: ")


def test_a_full_disk_is_one_sentence_that_names_the_right_file(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    match = asyncio.run(played(Path("night.db")))

    def full(*_: object) -> None:
        fault = sqlite3.OperationalError("database or disk is full")
        fault.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise fault

    def no_space(path: Path, *_: object) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("db.sqlite.care.copy_to", full)
    status, _, err = dicenight("backup", "copy.db", "--database", "night.db")
    full_disk = "cannot be written, since its disk is full"
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith(f"copy.db.new {full_disk}")
    monkeypatch.setattr("db.sqlite.migrate.create_private", no_space)
    status, _, err = dicenight("migrate", "--create", "--database", "new.db")
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith(f"new.db {full_disk} (No space left on device)")
    monkeypatch.setattr(Path, "write_text", no_space)
    status, _, err = dicenight("export", match, "--database", "night.db", "-o", "match.json")
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith(f"match.json {full_disk} (No space left on device)")
    assert not list(Path().glob("match.json*")), "half a file is none"


@pytest.mark.parametrize(
    ("port", "secret", "ok", "words"),
    [
        ("8400", "", False, "no DICENIGHT_ACTIVITY_SECRET"),
        ("", "secret", None, "no DICENIGHT_ACTIVITY_PORT"),
        ("8400", "secret", True, "127.0.0.1:8400"),
    ],
)
def test_the_doctor_finds_an_activity_that_is_half_set_up(
    dicenight: Callable[..., Typed],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    port: str,
    secret: str,
    ok: bool | None,
    words: str,
) -> None:
    page = tmp_path / "activity" / "web" / "build" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text("<p>", "utf-8")
    monkeypatch.setattr("bot.cli.doctor.files", lambda name: tmp_path / name)
    monkeypatch.setenv("DICENIGHT_ACTIVITY_PORT", port)
    monkeypatch.setenv("DICENIGHT_ACTIVITY_SECRET", secret)
    _, out, _ = dicenight("doctor", "--offline", "--json")
    [check] = [each for each in json.loads(out) if each["name"] == "Activity"]
    assert check["ok"] is ok
    assert words in check["sentence"]


def test_the_doctor_is_content_with_a_fresh_folder(dicenight: Callable[..., Typed]) -> None:
    status, out, _ = dicenight("doctor", "--offline", "--json")
    assert status == 0
    assert {finding["name"] for finding in json.loads(out)} == {
        "Python", "Database", "Disk", "Playground", "Token",
    }  # fmt: skip


def test_the_doctor_finds_a_file_that_is_none_of_ours_and_a_token_that_is_none(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("night.db").write_text("not a database " * 100, "utf-8")
    monkeypatch.setenv("DICENIGHT_TOKEN", "hunter2")
    status, out, _ = dicenight("doctor", "--offline", "--json", "--database", "night.db")
    wrong = {finding["name"]: finding["sentence"] for finding in json.loads(out) if finding["ok"] is False}
    assert status == 1
    assert set(wrong) == {"Database", "Token"}
    assert "hunter2" not in out


def test_the_doctor_survives_a_file_with_broken_text(dicenight: Callable[..., Typed]) -> None:
    """One byte of a name is no UTF-8: a sentence, and no traceback."""
    asyncio.run(played(Path("night.db")))
    with closing(sqlite3.connect("night.db")) as file:
        file.execute(
            "UPDATE units SET name = CAST(X'C3280041' AS TEXT) WHERE name = (SELECT min(name) FROM units)"
        )
        file.commit()
    status, out, err = dicenight("doctor", "--offline", "--json", "--database", "night.db")
    assert status == 1
    assert "Traceback" not in err
    wrong = {finding["name"]: finding["sentence"] for finding in json.loads(out) if finding["ok"] is False}
    assert set(wrong) == {"Database"}


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 200_000,
        b'{"match": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe\x00",
        b"",
        b"NaN",
        b'{"header": "\\ud800"}',
        b'{"sealed": [], "header": {"luck": []}, "rows": {"a": 1}}',
    ],
)
def test_a_hostile_file_is_one_sentence(
    dicenight: Callable[..., Typed], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "hostile.json").write_bytes(content)
    for command in ("verify", "replay"):
        status, out, err = dicenight(command, tmp_path / "hostile.json")
        assert (status, out) == (2, "")
        assert "Traceback" not in err
        assert err.count("\n") == 1


def test_the_doctor_says_that_an_older_file_waits_for_the_next_start(
    dicenight: Callable[..., Typed], tmp_path: Path
) -> None:
    migrate(tmp_path / "old.db", known_steps()[:-1])
    status, out, _ = dicenight("doctor", "--offline", "--json", "--database", str(tmp_path / "old.db"))
    (found,) = [finding for finding in json.loads(out) if finding["name"] == "Database"]
    assert (status, found["ok"]) == (0, None)
    assert "the next start brings it up to date" in found["sentence"]


def test_backup_keeps_the_newest_copies_of_a_folder(
    dicenight: Callable[..., Typed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dicenight("migrate", "--database", "night.db")[0] == 0
    for day in range(3):
        monkeypatch.setattr("bot.cli.database.time.time", lambda day=day: day * 86_400.0)
        status, out, _ = dicenight("backup", "copies/here", "--keep", "2", "--database", "night.db")
        assert status == 0
    assert "Older copies are deleted: night-19700101-000000.db." in out
    names = ["night-19700102-000000.db", "night-19700103-000000.db"]
    assert sorted(path.name for path in (tmp_path / "copies" / "here").iterdir()) == names
    (tmp_path / "a-file").write_text("")
    status, _, err = dicenight("backup", "a-file", "--keep", "2", "--database", "night.db")
    assert (status, "cannot be a folder of copies" in err) == (2, True)


def test_a_damaged_copy_counts_as_none_and_costs_no_older_one(
    dicenight: Callable[..., Typed], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One damaged page, and a nightly backup used to push the good copies out with status 0."""

    async def played() -> None:
        async with await open_store(tmp_path / "night.db") as store:
            for number in range(300):
                await store.member(1, number, "A member with a name that fills pages")

    asyncio.run(played())
    monkeypatch.setattr("bot.cli.database.time.time", lambda: 0.0)
    assert dicenight("backup", "copies", "--keep", "1", "--database", "night.db")[0] == 0
    with closing(sqlite3.connect("night.db")) as db:
        size = db.execute("PRAGMA page_size").fetchone()[0]
        [(page,)] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'legs'").fetchall()
    with open("night.db", "r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\x42" * size)
    for day in range(1, 4):
        monkeypatch.setattr("bot.cli.database.time.time", lambda day=day: day * 86_400.0)
        status, out, err = dicenight("backup", "copies", "--keep", "1", "--database", "night.db")
        assert (status, out) == (1, "")
        assert "The copy is damaged" in err
    names = sorted(path.name for path in (tmp_path / "copies").iterdir())
    assert names == ["night-19700101-000000.db", "night-19700104-000000.db.damaged"], "the good one is there"
    shutil.copy(tmp_path / "copies" / names[0], "one.db")
    before = Path("one.db").read_bytes()
    assert dicenight("backup", "one.db", "--database", "night.db")[0] == 1
    assert Path("one.db").read_bytes() == before, "a copy that is replaced each night stays, too"


def test_health_without_a_port_or_an_answer_is_one_sentence(
    dicenight: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, _, err = dicenight("health")
    assert (status, "set DICENIGHT_MONITORING_PORT" in err) == (2, True)
    monitor = Monitor(Metrics())
    server = MonitoringServer(monitor, "127.0.0.1", 0)
    server.start()
    monkeypatch.setenv("DICENIGHT_MONITORING_PORT", str(server.port))
    assert dicenight("health")[:2] == (0, "Well.\n")
    status, _, err = dicenight("health", "--ready")
    assert (status, err) == (1, "Not well: not connected yet.\n")
    asked = "import sys; from bot.__main__ import main; print(main(), 'pydantic' in sys.modules)"
    for words, told in ((["health"], "Well.\n0 False\n"), (["health", "--ready"], "1 False\n")):
        done = subprocess.run(
            [sys.executable, "-c", asked, *words], capture_output=True, text=True, check=True, cwd=tmp_path
        )
        assert done.stdout == told, "a container asks often, and doesn't load the program for it"
    server.stop()
    status, _, err = dicenight("health")
    assert (status, "No answer from" in err) == (1, True)
