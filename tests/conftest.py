"""What `make quick` leaves out: whole evenings through the client, and properties over random play of every game."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings

from bot.economy.accounts import MemberAccounts
from bot.economy.gifts import GiftService
from bot.economy.wallet import WalletService
from bot.startup.load_rows import load_rows
from bot.startup.run import COLLECT_AFTER
from bot.tables.context import TableContext
from bot.tables.question_clocks import BotPacing
from bot.tables.registry import TableRegistry
from bot.tables.view import TableListener
from cogs.admin.service import GuildAdmin
from cogs.toys.service import ToyShop
from db.opening import open_store
from tests.helpers.club import Club, StillClock
from tests.helpers.known_commands import keep_commands
from tests.helpers.luck import seeds_from
from tests.helpers.new_files import copy_new_files
from tests.helpers.postgres import begin_run, end_run, fresh_database
from tests.helpers.tables import Room, a_room

# Until all tests are collected, next to nothing of what is made is garbage.
gc.disable()
# A member's export has all of it whichever test comes first.
load_rows()
copy_new_files()
keep_commands()

LONG = (
    "tests/activity/test_secrets.py",
    "tests/activity/test_words.py",
    "tests/bot/face/art/test_pieces.py",
    "tests/bot/luck/test_verifiers.py",
    "tests/bot/tables/test_payers.py",
    "tests/bot/tables/test_to_the_die.py",
    "tests/bot/tables/test_update_of_all_games.py",
    "tests/bot/test_cli.py",
    "tests/bot/test_cli_postgres.py",
    "tests/bot/test_replaced_files.py",
    "tests/bot/test_run.py",
    "tests/cogs/daily/test_board_picture.py",
    "tests/cogs/daily/test_service.py",
    "tests/cogs/daily/test_signs.py",
    "tests/cogs/interactions/test_only_what_was_painted.py",
    "tests/cogs/leaderboard/test_seasons.py",
    "tests/cogs/look_back/test_service.py",
    "tests/cogs/tournaments/test_tournament.py",
    "tests/cogs/ui/pictures/test_colours.py",
    "tests/cogs/ui/pictures/test_result.py",
    "tests/cogs/ui/pictures/test_table_picture.py",
    "tests/cogs/ui/table/test_pictures.py",
    "tests/cogs/ui/test_painted_secrets.py",
    "tests/cogs/ui/test_pseudo.py",
    "tests/db/test_feature_rows.py",
    "tests/db/test_kill.py",
    "tests/db/test_outcomes.py",
    "tests/db/test_postgres_outages.py",
    "tests/db/test_properties.py",
    "tests/e2e/",
    "tests/games/blueprints/test_solving.py",
    "tests/games/computer/test_characters.py",
    "tests/games/gembones/barovian_boneyard/test_boneyard_odds.py",
    "tests/games/gembones/hags_haggle/test_hags_odds.py",
    "tests/games/gembones/lucky_13/test_lucky_odds.py",
    "tests/games/gembones/rolled_gold/test_rolled_gold_odds.py",
    "tests/games/gembones/test_million_rounds.py",
    "tests/games/gembones/test_odds_are_true.py",
    "tests/games/gembones/tripledip/test_tripledip_odds.py",
    "tests/games/parlour/adventurers_choice/test_adventurers_nights.py",
    "tests/games/parlour/city_square/test_city_search.py",
    "tests/games/parlour/players/test_betting_players.py",
    "tests/games/parlour/players/test_blueprint.py",
    "tests/games/parlour/players/test_hearing.py",
    "tests/games/parlour/the_wheel/test_wheel_player.py",
    "tests/games/parlour/the_wheel/test_wheel_search.py",
    "tests/games/tavern/test_properties.py",
    "tests/games/test_computer_players.py",
    "tests/games/test_every_game.py",
    "tests/games/test_pairs.py",
    "tests/games/test_secrecy.py",
    "tests/games/village/test_computer.py",
    "tests/games/village/test_random_games.py",
    "tests/games/wyrms/test_computer.py",
    "tests/games/wyrms/test_random_games.py",
    "tests/locales/test_longest_messages.py",
    "tests/locales/test_translators.py",
    "tests/playground/test_conformance.py",
    "tests/playground/test_hikari.py",
    "tests/simulation/",
)
"""Folders and files of long tests; single ones are marked where they stand."""
FIRST = (
    "tests/bot/test_wheel.py",
    "tests/e2e/test_activity_processes.py",
    "tests/e2e/test_bad_days.py",
    "tests/e2e/test_conclave_evening.py",
    "tests/e2e/test_handover.py",
    "tests/e2e/test_kill.py",
    "tests/e2e/test_postgres_away.py",
    "tests/e2e/test_races.py",
    "tests/e2e/test_shard_handover.py",
    "tests/e2e/test_shards.py",
    "tests/simulation/",
)
"""Files in which one test takes many seconds: were it among the last, the other workers would wait for it.

Many of these wait for a clock, and all of them come to one worker, so that the others have the processors meanwhile.
"""
QUICK_ALL_THE_SAME = ("tests/e2e/test_first_game.py",)
"""One evening is played by `make quick` too: it goes through every room."""
WITHOUT_STORE = (
    "tests/e2e/test_activity.py",
    "tests/e2e/test_activity_company.py",
    "tests/e2e/test_bad_days.py",
    "tests/e2e/test_emoji.py",
    "tests/e2e/test_gateway.py",
    "tests/e2e/test_handover.py",
    "tests/e2e/test_help.py",
    "tests/e2e/test_language.py",
    "tests/e2e/test_litestream.py",
    "tests/e2e/test_panels_follow.py",
    "tests/e2e/test_pictures.py",
    "tests/e2e/test_place_in_chat.py",
    "tests/e2e/test_pseudo.py",
    "tests/e2e/test_postgres_away.py",
    "tests/e2e/test_rate_limits.py",
    "tests/e2e/test_schema.py",
    "tests/e2e/test_shards.py",
)
"""Nothing new is learned from these on another database: they have one of their own, or it makes no difference."""


# The same cases in every run, so that nothing is red by luck; `make soak` looks for new ones, which become examples.
# Seconds say nothing about a case: the machine may be busy elsewhere.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("soak", settings.get_profile("same"), derandomize=False, max_examples=2000)
settings.load_profile("soak" if "DICENIGHT_SOAK" in os.environ else "same")


IN_MEMORY = "/dev/shm"
"""A folder of Linux that lies in memory. On a disk each COMMIT of each test would wait until it is written."""
ROOM = 4 << 30
"""The bytes that must be free there: a server of PostgreSQL keeps its log in them, too."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, in the process that starts the workers."""
    if not hasattr(config, "workerinput"):
        if "TMPDIR" not in os.environ and _is_fit_for_files(IN_MEMORY):
            os.environ["TMPDIR"] = tempfile.tempdir = IN_MEMORY
        begin_run()


def _is_fit_for_files(folder: str) -> bool:
    """Return true for a folder that has room, and in which tests can start the programs that they install."""
    try:
        place = os.statvfs(folder)
    except OSError:
        return False
    return place.f_bavail * place.f_frsize >= ROOM and not place.f_flag & os.ST_NOEXEC


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the run has started."""
    if not hasattr(config, "workerinput"):
        end_run()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files of long tests unread where all of them are left out."""
    if config.getoption("markexpr") != "not slow" or not collection_path.is_file():
        return None
    name = collection_path.relative_to(config.rootpath).as_posix()
    return True if _is_long(name) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long ones, and leave out those that are not about this database."""
    elsewhere = [item for item in items if _is_elsewhere(item)]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in set(elsewhere)]
    items.sort(key=lambda item: not item.nodeid.startswith(FIRST))
    for item in items:
        # To start a server takes seconds; what is wrong in a query is mostly found on SQLite, too.
        if _is_long(item.nodeid) or _engine(item) == "postgres":
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish() -> None:
    """Collect garbage as a bot does after its start: not among the modules and tests, which stay."""
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()


def _is_long(name: str) -> bool:
    """Return true for a file, or a test in one, that `make quick` leaves out."""
    return name.startswith(LONG) and not name.startswith(QUICK_ALL_THE_SAME)


def _is_elsewhere(item: pytest.Item) -> bool:
    """Return true for a test that is about one database, or about none, and would run on the other."""
    if os.environ.get("DICENIGHT_TEST_STORE") == "postgres" and item.nodeid.startswith(WITHOUT_STORE):
        return True
    only, engine = item.get_closest_marker("only_on"), _engine(item)
    return only is not None and engine is not None and engine != only.args[0]


def _engine(item: pytest.Item) -> str | None:
    """Return the database for which a test of the store is repeated."""
    callspec = getattr(item, "callspec", None)
    return callspec and callspec.params.get("engine")


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tables of a test are dealt alike in every run."""
    if not request.node.nodeid.startswith(("tests/bot/", "tests/browser/", "tests/cogs/", "tests/e2e/")):
        yield
        return
    marker = request.node.get_closest_marker("luck")
    luck = Random(marker.args[0] if marker else "night " + request.node.nodeid)
    with seeds_from(luck.randbytes):
        yield


@pytest.fixture
def url() -> Iterator[str]:
    """The address of an empty PostgreSQL database."""
    with fresh_database() as address:
        yield address


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    clock = StillClock()
    async with await open_store(tmp_path / "club.db", clock=clock.now) as store:
        registry = TableRegistry(
            TableContext(
                store, clock, TableListener(), BotPacing(0, 0, 0, 0), release="test", first_evening=0.0
            )
        )
        accounts = MemberAccounts(store, clock)
        yield Club(
            registry,
            clock,
            accounts,
            WalletService(accounts, registry),
            GiftService(accounts, registry),
            ToyShop(accounts),
            GuildAdmin(accounts, registry),
        )
        assert await store.audit() == []


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A room without Discord; after every test its books must add up."""
    async with a_room(tmp_path / "room.db") as found:
        yield found
        assert await found.store.audit() == []
