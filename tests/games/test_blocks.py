"""Blocks that say a second time what other blocks or the rules say, for a picture: they agree with those."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from games.engine import RAIL, Gauges, Grid, Match, Prospects, Scene, SceneHeader, Sheet, Strip, Trick, Zone
from games.gembones.barovian_boneyard.odds import CALL_NAMES, call_of
from games.parlour.city_square.scoring import worth, worth_with_happy_peasants
from games.registry import GAMES
from tests.helpers.random_matches import luck_of, play, random_header

B = TypeVar("B")


def scenes(key: str, viewer: int | None = RAIL, matches: int = 6) -> Iterator[tuple[Match, Scene]]:
    """Scenes of random matches; `viewer` None: of whoever is asked."""
    for at in range(matches):
        luck = luck_of("blocks", key, at)
        for match in play(Match(GAMES[key], random_header(GAMES[key], luck)), luck):
            asked = [ask.seat for ask in match.open.values() if ask.seat >= 0]
            seats = asked if viewer is None else [viewer]
            yield from ((match, match.scene(seat)) for seat in seats)


def blocks(scene: Scene, kind: type[B]) -> list[B]:
    """All blocks of a kind."""
    return [block for block in scene.blocks if isinstance(block, kind)]


def options_of(scene: Scene) -> Any:
    """The options of the game that is shown."""
    return next(header.options for header in blocks(scene, SceneHeader))


def test_the_districts_of_a_city_add_up_to_its_worth() -> None:
    totals = set()
    for _, scene in scenes("city_square", matches=20):
        count = worth_with_happy_peasants if options_of(scene).happy_peasants else worth
        for grid in blocks(scene, Grid):
            assert [(each.column, each.row) for each in grid.districts] == [pile[:2] for pile in grid.piles]
            assert sum(each.points for each in grid.districts) == count(grid.piles)
            totals.add(count(grid.piles))
    assert len(totals) > 5


def test_a_trick_has_the_cards_of_its_zone_and_leads_to_the_seat_that_takes_it() -> None:
    found = 0
    for _, scene in scenes("conclave_of_wyrms", matches=2):
        for trick in blocks(scene, Trick):
            [zone] = [zone for zone in blocks(scene, Zone) if zone.name == trick.name]
            assert tuple(card for _, card in trick.played) == zone.items
            assert trick.leading is None or 0 <= trick.leading < len(trick.played)
            found += 1
    assert found > 20


def test_the_houses_strip_calls_each_number_as_the_dealer_does() -> None:
    found = 0
    for _, scene in scenes("barovian_boneyard"):
        for strip in blocks(scene, Strip):
            [house] = [zone for zone in blocks(scene, Zone) if zone.name == "house"]
            first, second = (int(die.partition(":")[2]) for die in house.items)
            for field in strip.fields:
                assert field.zone == CALL_NAMES[call_of((first, second), field.face)]
                assert (field.fate == "lost") == field.pays.startswith("−")
            found += 1
    assert found


def test_gauges_say_what_the_sheet_says() -> None:
    found = 0
    for _, scene in scenes("tavern", matches=1):
        sheets = [sheet for sheet in blocks(scene, Sheet) if sheet.name == "values"]
        for gauges, sheet in zip(blocks(scene, Gauges), sheets, strict=True):
            columns = {
                seat: {row.head.text: row.cells[at].values["n"] for row in sheet.rows}
                for at, seat in enumerate(sheet.seats)
            }
            for row in gauges.seats:
                [gauge] = row.gauges
                told = {gauge.name: gauge.value, gauge.mark_name: gauge.mark, **dict(row.counts)}
                assert told.items() <= columns[row.seat].items()
                found += 1
    assert found > 50


def test_prospects_are_answers_of_the_seat_that_is_asked_and_nobody_elses() -> None:
    found = 0
    for match, scene in scenes("dragon_hordes", None):
        for prospects in blocks(scene, Prospects):
            [ask] = [ask for ask in scene.mine() if ask.kind == prospects.kind]
            assert ask.prompt is not None
            says = ask.prompt.says
            for row in prospects.rows:
                ask.prompt.check(row.answer)
                assert (row.hits, row.of) == (says[row.answer], says["left"])
                assert row.gain == says[f"{row.answer}_n"]
            assert not blocks(match.scene(RAIL), Prospects)
            found += 1
    assert found > 20


def test_life_falls_to_nothing() -> None:
    seen = {
        gauge.value
        for _, scene in scenes("tiamat", matches=8)
        for gauges in blocks(scene, Gauges)
        for row in gauges.seats
        for gauge in row.gauges
    }
    assert {0, 10} <= seen <= set(range(11))
