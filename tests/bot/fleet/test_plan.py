"""The words by which a process is told its shards."""

from __future__ import annotations

import pytest

from bot.fleet.plan import BadPlan, ShardPlan
from bot.places.place import Place, PlaceKind
from bot.places.shard_set import ShardSet


@pytest.mark.parametrize(
    ("text", "wanted", "total"),
    [
        ("auto", None, None),
        ("auto/8", None, 8),
        ("0-3/8", {0, 1, 2, 3}, 8),
        ("1,5-6/8", {1, 5, 6}, 8),
        ("7/8", {7}, 8),
    ],
)
def test_plans(text: str, wanted: set[int] | None, total: int | None) -> None:
    assert ShardPlan.parse(text) == (None if wanted is None else frozenset(wanted), total)


@pytest.mark.parametrize(
    "text", ["", "some", "0-3", "8/8", "3-1/8", "0--3/8", "auto/0", "1,/8", "0/8/9", "-/8"]
)
def test_nonsense_is_one_sentence(text: str) -> None:
    with pytest.raises(BadPlan):
        ShardPlan.parse(text)


def test_a_place_belongs_to_the_shard_that_discord_tells_of_it() -> None:
    shards = ShardSet(frozenset({1}), 4)
    guild = (4 * 7 + 1) << 22
    assert shards.has(guild)
    assert shards.has(Place(PlaceKind.UNINVITED, guild).key)
    assert not shards.has((4 * 7 + 2) << 22)
    conversation = Place(PlaceKind.CONVERSATION, guild).key
    assert not shards.has(conversation)
    assert ShardSet(frozenset({0, 3}), 4).has(conversation)
