"""How often each face came, against what honest luck gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence
from typing import Any

import pytest

from cogs.luck.tally import Face, Tally, add_up, cards_of, ranks_of, tally_of
from games.engine import Chance, Header, Match, Seed
from games.registry import GAMES
from games.village.options import Options
from games.wyrms.cards import COLORS
from tests.golden.record import record


def tally(key: str, seed: str) -> Tally:
    match = record(key, 3, seed, {})
    return tally_of(match.game, match.header, match.rows).everything


@pytest.fixture(scope="module")
def threes() -> Tally:
    """Two hundred matches of Threes."""
    return add_up(tally("threes", f"honest {n}") for n in range(200))


def test_chances_add_up_to_what_was_drawn(threes: Tally) -> None:
    assert list(threes) == ["d6"]
    faces = threes["d6"]
    assert sorted(faces) == list("123456")
    count = sum(face.came for face in faces.values())
    assert count > 2_000
    for face in faces.values():
        assert face.expected == pytest.approx(count / 6)
        assert face.variance == pytest.approx(count * 5 / 36)


def test_about_95_of_100_honest_counts_are_in_the_band() -> None:
    """Exactly as many as the binomial distribution says, for 400 runs of 120 rolls of a d6."""
    inside = 0
    for run in range(400):
        luck = Chance(Seed(f"run {run}"))
        came = Counter(luck.roll(120, 6))
        inside += Face(came[1], 120 / 6, 120 * 5 / 36).is_inside
    # 0.967 of them lie within 11 to 29, with a usual distance of 0.009
    assert 0.94 <= inside / 400 <= 0.99


def test_loaded_dice_are_outside() -> None:
    low, high = Face(0, 20, 120 * 5 / 36).band
    assert (low, high) == (11, 29)
    assert not Face(40, 20, 120 * 5 / 36).is_inside
    assert Face(11, 20, 120 * 5 / 36).is_inside
    assert Face(0, 0.5, 0.4).band[0] == 0
    assert Face(0, 0.0, 0.0).distance == 0.0


def test_cards_have_the_chances_of_the_pile_as_it_was() -> None:
    match = record("rogues_and_warriors", 3, "cards", {})
    found = tally_of(match.game, match.header, match.rows).everything
    assert set(found) == {cards_of("rogues_and_warriors"), ranks_of("rogues_and_warriors")}
    faces, ranks = found[cards_of("rogues_and_warriors")], found[ranks_of("rogues_and_warriors")]
    assert sorted(ranks) == ["Bard", "Lady", "Merchant", "Rogue", "Warrior"]
    assert sum(face.came for face in ranks.values()) == sum(face.came for face in faces.values())
    assert sum(face.expected for face in ranks.values()) == pytest.approx(
        sum(f.expected for f in faces.values())
    )
    drawn = sum(face.came for face in faces.values())
    assert sum(face.expected for face in faces.values()) == pytest.approx(drawn)
    assert all(face.variance <= face.expected for face in faces.values())


@pytest.mark.parametrize("key", ["threes", "rogues_and_warriors", "tripledip", "fireball"])
def test_each_seat_has_its_own_draws(key: str) -> None:
    match = record(key, 3, "x", {})
    found = tally_of(match.game, match.header, match.rows)
    assert set(found.by_seat) <= set(match.header.ring)
    assert len(found.by_seat) > 1
    together = add_up(found.by_seat.values())
    for pool, faces in found.everything.items():
        assert {name: face.came for name, face in together[pool].items()} == {
            name: face.came for name, face in faces.items()
        }


def test_counting_changes_no_luck() -> None:
    for key in ("adventurers_choice", "tavern"):
        match = record(key, 4, "same", {})
        tally_of(match.game, match.header, match.rows)
        again = Match.replay(GAMES[key], Header.from_json(match.header.to_json()), match.rows)
        assert again.events == match.events


ORDERS: dict[str, set[Any]] = {
    "conclave_of_wyrms": set(COLORS),
    "burn_my_village": set(Options().kinds),
    "tavern": {0, 1, 2},
}
"""Games that shuffle an order before they begin: of colors, of tokens, of seats."""


@pytest.mark.parametrize("key", sorted(GAMES))
def test_no_card_is_dealt_off_a_shuffled_deck(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a card would not be counted, and `/luck` says that every card is."""
    shuffled: list[Any] = []
    plain = Chance.shuffle

    def watched(self: Chance, items: MutableSequence[Any]) -> None:
        if self._key == Seed("shuffles").key():  # the match's own, not that of the players
            shuffled.extend(items)
        plain(self, items)

    monkeypatch.setattr(Chance, "shuffle", watched)
    record(key, 3, "shuffles", {})
    assert {*shuffled} <= ORDERS.get(key, set())
