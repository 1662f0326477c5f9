"""What `make quick` leaves out: whole evenings through the client, and properties over random play of every game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.helpers.luck import seeds_from
from tests.helpers.postgres import begin_run, end_run

LONG = (
    "tests/e2e/",
    "tests/bot/test_run.py",
    "tests/bot/tables/test_to_the_die.py",
    "tests/cogs/ui/test_painted_secrets.py",
    "tests/cogs/ui/table/test_pictures.py",
    "tests/db/test_properties.py",
    "tests/games/test_computer_players.py",
    "tests/games/test_every_game.py",
    "tests/games/test_secrecy.py",
    "tests/games/tavern/test_properties.py",
    "tests/playground/test_hikari.py",
)
"""Folders and files of long tests; single ones are marked where they stand."""
QUICK_ALL_THE_SAME = ("tests/e2e/test_first_game.py",)
"""One evening is played by `make quick` too: it goes through every room."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin a run, in the process that starts the workers."""
    if not hasattr(config, "workerinput"):
        begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the run has started."""
    if not hasattr(config, "workerinput"):
        end_run()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long ones, and leave out those of another database than the one that they are about."""
    elsewhere = [item for item in items if _is_elsewhere(item)]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in set(elsewhere)]
    for item in items:
        if item.nodeid.startswith(LONG) and not item.nodeid.startswith(QUICK_ALL_THE_SAME):
            item.add_marker(pytest.mark.slow)


def _is_elsewhere(item: pytest.Item) -> bool:
    """Return true for a test that is about one database, and would run on the other."""
    only = item.get_closest_marker("only_on")
    engine = getattr(item, "callspec", None) and item.callspec.params.get("engine")  # type: ignore[attr-defined]
    return only is not None and engine is not None and engine != only.args[0]


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
