"""Packages that bring a game by the entry point `dicenight.games`: the one of the docs, and those with a fault."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from bot import __main__ as entry_point
from bot.startup import load_games as loading
from bot.startup.load_games import GROUP, GamePackageFault, load_games
from games import registry
from games.catalogue import CATALOGUE
from games.engine.game import Game
from games.parlour import threes
from games.registry import GAMES
from tests.helpers.small_games import changed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")

PLAY_A_MATCH = """
from bot.startup.load_games import load_games
from games.engine import Header, Match, Seed
from games.registry import find_game

load_games()
game = find_game("high_die")
match = Match(game, Header(game.key, game.version, {}, (0, 1, 2), Seed("package")))
while not match.over:
    ask = next(ask for ask in match.open.values() if not ask.answered)
    match.answer(ask.id, ask.seat, "roll")
print(type(game).__module__, match.result.headline.text, len(match.result.rows))
"""


def block(language: str) -> str:
    """Return the first block of the page in a language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the wheel of the page's game is installed; nothing is fetched for it."""
    folder = tmp_path_factory.mktemp("package")
    source = folder / "dicenight-high-die"
    source.mkdir()
    (source / "dicenight_high_die.py").write_text(block("python"), "utf-8")
    (source / "pyproject.toml").write_text(block("toml"), "utf-8")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-deps", "--no-index"]
    subprocess.run(
        [*pip, "wheel", *offline, "--no-build-isolation", "--wheel-dir", folder, source], check=True
    )
    [wheel] = folder.glob("*.whl")
    subprocess.run([*pip, "install", *offline, "--target", folder / "site", wheel], check=True)
    return folder / "site"


def run(site: Path, *words: str) -> str:
    """Run Python where the package is installed, and return what it prints."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (site, ROOT)))}
    done = subprocess.run(
        [sys.executable, *words], cwd=site, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
def test_the_package_of_the_page_is_built_installed_and_played(installed: Path) -> None:
    played = run(installed, "-c", PLAY_A_MATCH)
    assert played == "dicenight_high_die {seat:seat} has the highest die. 3\n"


@pytest.mark.slow
def test_the_command_line_simulates_its_game_with_its_own_player(installed: Path) -> None:
    told = run(
        installed, "-m", "bot", "simulate", "high_die", "--policy", "regular", "--matches", "200", "--json"
    )
    assert json.loads(told)["matches"] == 200


# ---- packages with a fault


def brings(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """A package whose game is this object."""
    entry = EntryPoint("mine", value, GROUP)
    monkeypatch.setattr(loading, "entry_points", lambda group: EntryPoints([entry]).select(group=group))


def no_games(monkeypatch: pytest.MonkeyPatch) -> dict[str, Game]:
    """Forget the games of this process while the test runs, and return those that are registered meanwhile."""
    games: dict[str, Game] = {}
    monkeypatch.setattr(registry, "_games", games)
    monkeypatch.setattr(loading, "GAMES", games)
    return games


TWIN = changed(threes.GAME)
"""Another game with the key of Threes."""
OTHER = changed(threes.GAME, key="aces")


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (
            "no_such_module:GAME",
            "The game 'mine' of the package no_such_module can't be loaded (ModuleNotFound",
        ),
        (
            "games.parlour.threes:GONE",
            "The game 'mine' of the package games.parlour.threes can't be loaded (Attri",
        ),
        (
            "games.parlour.threes:Threes",
            "says that games.parlour.threes:Threes is a game, but it's ABCMeta, not",
        ),
        (
            f"{__name__}:TWIN",
            f"The games of the package {__name__} can't be registered: There are two games with the key 'threes'.",
        ),
    ],
)
def test_a_package_with_a_fault_is_named(monkeypatch: pytest.MonkeyPatch, value: str, sentence: str) -> None:
    brings(monkeypatch, value)
    with pytest.raises(GamePackageFault, match=re.escape(sentence)):
        load_games()
    assert GAMES["threes"] is threes.GAME


def test_a_package_may_register_its_games_by_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    games = no_games(monkeypatch)
    brings(monkeypatch, "games.catalogue:register_catalogue")
    load_games()
    assert list(games.values()) == list(CATALOGUE)


def test_the_games_of_the_catalogue_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    games = no_games(monkeypatch)
    earlier = EntryPoint("aces", f"{__name__}:OTHER", GROUP)
    own = EntryPoint("dicenight", "games.catalogue:register_catalogue", GROUP)
    monkeypatch.setattr(
        loading, "entry_points", lambda group: EntryPoints([earlier, own]).select(group=group)
    )
    load_games()
    assert list(games.values()) == [*CATALOGUE, OTHER]


def test_a_start_without_any_game_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    no_games(monkeypatch)
    monkeypatch.setattr(loading, "entry_points", lambda group: EntryPoints([]))
    with pytest.raises(GamePackageFault, match="No games are installed"):
        load_games()


def test_a_fault_of_our_own_games_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("dicenight", "no_such_module:register", GROUP)
    monkeypatch.setattr(loading, "entry_points", lambda group: EntryPoints([entry]).select(group=group))
    with pytest.raises(ModuleNotFoundError):
        load_games()


def test_the_start_ends_with_that_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    brings(monkeypatch, "no_such_module:GAME")
    assert entry_point.main() == 2
    _, err = capsys.readouterr()
    assert err.startswith("The game 'mine' of the package no_such_module can't be loaded")
    assert err.count("\n") == 1


def test_loading_twice_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    brings(monkeypatch, "games.parlour.threes:GAME")
    before = dict(GAMES)
    load_games()
    load_games()
    assert before == GAMES
