"""What stands in the pages is true: the games of the README, the example game, the settings."""

from __future__ import annotations

import re
import sys
import types
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.settings import Settings
from bot.startup.run import PERMISSIONS
from games.engine import Game, Header, Match, Seed, Zone
from games.registry import GAMES
from tests.browser.pictures import gallery
from tests.games import test_computer_players, test_every_game
from tests.helpers.random_matches import luck_of
from tests.helpers.small_games import changed

ROOT = Path(__file__).parent.parent.parent
HOUSE = (
    "activity",
    "benchmarks",
    "bot",
    "cogs",
    "db",
    "deploy",
    "docs",
    "games",
    "locales",
    "playground",
    "tests",
)


def games_table() -> str:
    """The README's table, made from the catalogue."""
    rows = ["| Game | Seats | About | Rulebook |", "|---|---|---|---|"]
    for game in GAMES.values():
        low, high = game.seats
        seats = str(low) if low == high else f"{low} to {high}"
        rows.append(f"| **{game.title}**: {game.pitch} | {seats} | {game.minutes} min | {game.rulebook} |")
    return "\n".join(rows)


def test_the_readme_lists_the_games_of_the_catalogue() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    there = re.search(r"<!-- games -->\n(.*?)\n<!-- /games -->", text, re.DOTALL)
    assert there is not None
    assert there.group(1) == games_table(), "`make readme` writes it"


def test_the_gallery_shows_every_game() -> None:
    text = (ROOT / "docs" / "gallery.md").read_text("utf-8")
    assert text == gallery(), "`python -m tests.browser.pictures KEY` adds a game"
    shown = re.findall(r"!\[(.+?)\]\((pictures/.+?)\)", text)
    assert len(shown) == 1 + 2 * len(GAMES), "an evening, and each game on a phone and on a desk"
    assert all((ROOT / "docs" / path).stat().st_size < 400_000 for _, path in shown)


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The game of docs/adding-a-game.md, in the catalogue for a moment."""
    page = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    found: dict[str, Any] = {}
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page, re.DOTALL)):
        module = types.ModuleType(f"games.parlour.high_die_{number}")
        module.__spec__ = ModuleSpec(module.__name__, None)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        exec(compile(code, "docs/adding-a-game.md", "exec"), module.__dict__)
        found |= module.__dict__
    game = changed(found["GAME"], policies=found["POLICIES"])
    monkeypatch.setitem(GAMES, game.key, game)
    return game


CHECKS = [
    "test_all_that_is_offered_is_legal_and_so_is_the_default",
    "test_the_result_adds_up",
    "test_a_replay_is_the_match_after_every_answer",
    "test_leaving_at_any_moment_ends_well",
    "test_who_has_left_is_asked_nothing",
    "test_defaults_alone_end_every_match",
    "test_every_event_and_question_has_words_for_its_values",
    "test_any_combination_of_switches_is_allowed_but_for_those_with_a_reason",
    "test_options_are_described_and_unknown_ones_refused_by_name",
]


@pytest.mark.parametrize("check", CHECKS)
def test_the_example_game_keeps_every_promise(example: Game, check: str) -> None:
    getattr(test_every_game, check)(example.key)


def test_the_example_players_answer_legally_and_the_shark_sees_the_others(example: Game) -> None:
    test_computer_players.test_every_computer_player_answers_legally_whatever_the_options(example.key)
    answers = dict[tuple[int, bool], set[str]]()
    for number in range(300):
        match = Match(example, Header(example.key, example.version, {}, (0, 1), Seed("high die", number)))
        scene = match.scene(0)
        own, other = (int(block.items[0][-1]) for block in scene.every(Zone))
        for strength in ("regular", "shark") if own == 4 else ():
            answer = example.policy(strength)(scene, scene.mine()[0], luck_of("high die", number))
            answers.setdefault((other, strength == "shark"), set()).add(str(answer))
    assert answers[5, False] == {"keep"}, "it looks at its own die only"
    assert answers[5, True] == {"roll"}, "a 4 loses to a 5 that stays"
    assert answers[3, True] == {"keep"}


def test_the_example_settings_name_every_setting_and_change_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(f"DICENIGHT_{name.upper()}", raising=False)
    text = (ROOT / ".env.example").read_text("utf-8")
    assert set(re.findall(r"^#?DICENIGHT_(\w+)=", text, re.MULTILINE)) == {
        name.upper() for name in Settings.model_fields
    }
    (tmp_path / "all.env").write_text(re.sub(r"^#(DICENIGHT_)", r"\1", text, flags=re.MULTILINE), "utf-8")
    told = Settings(_env_file=tmp_path / "all.env", _env_ignore_empty=True)
    assert told == Settings(_env_file=None)


def test_the_permissions_that_hosts_read_of_are_those_that_the_bot_asks_for() -> None:
    text = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    rows = re.findall(r"^   \|\s*([^|]+?)\s*\|", text, re.MULTILINE)
    assert rows[0] == "Permission"
    named = {name.lower().replace(" ", "_") for row in rows[2:] for name in row.split(", ")}
    assert discord.Permissions(**dict.fromkeys(named, True)) == PERMISSIONS
    number = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")[len(named)]
    assert f"It asks for {number} permissions" in (ROOT / "docs" / "listing.md").read_text("utf-8")


def test_every_link_of_the_pages_leads_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
            if "://" not in target and "pictures/" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", ["architecture.md", "activity.md"])
def test_the_lists_of_places_name_what_is_there(page: str) -> None:
    """A file or a name that has moved since would lead whoever looks for it astray."""
    rows = [row for row in (ROOT / "docs" / page).read_text("utf-8").splitlines() if row.startswith("|")]
    named = re.findall(r"`([^`]+)`", "\n".join(rows))
    folders = [ROOT / name for name in HOUSE]
    within = (path for folder in folders for path in folder.rglob("*") if "node_modules" not in path.parts)
    there = [path.relative_to(ROOT) for path in (*ROOT.iterdir(), *within)]
    places = [f"/{path.as_posix()}" for path in there]
    sources = [
        path for path in there if path.suffix in (".py", ".ts", ".tsx", ".toml") and path.parts[0] != "tests"
    ]
    code = [(ROOT / path).read_text("utf-8") for path in sources]
    words = set(re.findall(r"\w+", "\n".join(code)))
    missing = []
    for name in named:
        if re.fullmatch(r"[\w.-]+(/[\w.-]*)+|[\w-]+\.(py|toml|tsx?|md)", name):
            place = f"/{name.rstrip('/')}"
            missing += [] if any(each.endswith(place) for each in places) else [name]
        elif re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", name):
            missing += [] if words.issuperset(name.split(".")) else [name]
    assert not missing


if __name__ == "__main__":  # `make readme`
    readme = ROOT / "README.md"
    kept, _, rest = readme.read_text("utf-8").partition("<!-- games -->")
    readme.write_text(
        f"{kept}<!-- games -->\n{games_table()}\n<!-- /games -->{rest.partition('<!-- /games -->')[2]}",
        "utf-8",
    )
