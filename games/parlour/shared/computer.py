"""Functions that read scenes, for the parlour's computer players."""

from __future__ import annotations

from typing import TypeVar

from games.engine.game import Options
from games.engine.scene import Scene, SceneHeader, Seats, Zone

Chosen = TypeVar("Chosen", bound=Options)


def hand_of(scene: Scene, seat: int | None, name: str = "hand") -> Zone | None:
    """Return a seat's zone by name, None if the viewer sees none; seat None is the table."""
    return next((zone for zone in scene.every(Zone) if zone.owner == seat and zone.name == name), None)


def rivals(scene: Scene) -> list[int]:
    """Return the other seats that are still in the game."""
    rows = scene.every(Seats)[0].rows
    return [row.seat for row in rows if not row.out and row.seat != scene.viewer]


def cards_on(scene: Scene, name: str) -> tuple[str, ...]:
    """Return the cards in one of the table's zones, by name."""
    zone = hand_of(scene, None, name)
    return zone.items if zone else ()


def options_of(scene: Scene, kind: type[Chosen]) -> Chosen:
    """Return the options of the current game; the defaults if the scene has none."""
    for block in scene.blocks:
        if isinstance(block, SceneHeader) and isinstance(block.options, kind):
            return block.options
    return kind()
