"""Shared parts of the parlour's computer players: betting by the chance to win."""

from __future__ import annotations

from typing import TypeVar

from games.engine import Options, Scene, SceneHeader, Seats, Zone

Chosen = TypeVar("Chosen", bound=Options)


def hand_of(scene: Scene, seat: int | None, name: str = "hand") -> Zone | None:
    """Return a seat's zone of that name, if the viewer sees one; seat None stands for the table."""
    for block in scene.blocks:
        if isinstance(block, Zone) and block.owner == seat and block.name == name:
            return block
    return None


def rivals(scene: Scene) -> list[int]:
    """Return the other seats that are in."""
    rows = next(block.rows for block in scene.blocks if isinstance(block, Seats))
    return [row.seat for row in rows if not row.out and row.seat != scene.viewer]


def cards_on(scene: Scene, name: str) -> tuple[str, ...]:
    """Return the open cards of the table in the zone of that name."""
    zone = hand_of(scene, None, name)
    return zone.items if zone else ()


def options_of(scene: Scene, kind: type[Chosen]) -> Chosen:
    """Return the options of the game that is being played; its plain ones where the scene tells of none."""
    for block in scene.blocks:
        if isinstance(block, SceneHeader) and isinstance(block.options, kind):
            return block.options
    return kind()
