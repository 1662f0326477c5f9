"""The house as a whole: what a file needs of it, no circles between packages, features that plug in."""

from __future__ import annotations

import pytest

from benchmarks.house import CATALOGUE, CHAIN, IMPORTERS, LEAVES, MEAN, House, circles
from cogs import EXTENSIONS

SHARED = ("cogs.interactions", "cogs.live", "cogs.requests", "cogs.ui")
"""The rooms of `cogs/` that all features share, the highest first."""
START = ("bot.startup", "bot.cli", "bot.__main__")
"""Where the process is put together."""


@pytest.fixture(scope="module")
def house() -> House:
    return House()


def feature_of(name: str) -> str | None:
    """The feature that a module belongs to; None for the core and the shared rooms."""
    feature = ".".join(name.split(".")[:2])
    return feature if name.startswith("cogs.") and feature not in SHARED else None


@pytest.mark.parametrize(("leaf", "most"), LEAVES.items())
def test_a_leaf_needs_little_of_the_house(house: House, leaf: str, most: int) -> None:
    assert house.weight(leaf) <= most


def test_a_module_needs_little_on_average(house: House) -> None:
    assert sum(map(house.weight, house.files)) / len(house.files) <= MEAN


def test_no_chain_of_imports_is_long(house: House) -> None:
    chain = house.longest_chain()
    assert len(chain) <= CHAIN, " > ".join(chain)


def test_packages_form_no_circle(house: House) -> None:
    assert circles(house.packages()) == []


def test_nobody_imports_the_catalogue_of_games(house: House) -> None:
    assert len(house.importers(CATALOGUE)) <= IMPORTERS


def test_nobody_imports_a_feature_but_itself(house: House) -> None:
    found = {
        f"{name} imports {other}"
        for name, imported in house.imports.items()
        if not name.startswith(START)
        for other in imported
        if feature_of(other) not in (None, feature_of(name))
    }
    assert not found


def test_a_shared_room_knows_only_those_below_it(house: House) -> None:
    found = {
        f"{name} imports {other}"
        for name, imported in house.imports.items()
        for other in imported
        for above, room in enumerate(SHARED)
        if name.startswith(f"{room}.") and other.startswith(tuple(f"{each}." for each in SHARED[:above]))
    }
    assert not found


def test_every_feature_is_one_line_of_the_list(house: House) -> None:
    features = {feature_of(name) for name in house.files} - {None}
    assert sorted(EXTENSIONS) == sorted(str(feature) for feature in features)
