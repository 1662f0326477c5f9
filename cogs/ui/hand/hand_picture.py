"""The parts of a hand that a picture shows, so that the text of its panel leaves them out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.face.table.outcome import split_scores
from bot.tables.view import TableView
from cogs.ui.blocks.zones import is_drawn
from games.engine.prompts import Place
from games.engine.scene import Hint, OpenAsk, Scene, Zone


def own_piles(scene: Scene) -> list[Zone]:
    """Return the piles of the viewer that a picture shows."""
    zones = [block for block in scene.every(Zone) if block.owner == scene.viewer]
    return [zone for zone in zones if is_drawn(zone)]


def below(view: TableView, scene: Scene) -> Mapping[str, Sequence[str]]:
    """Return what the hint says about each card of the hand, if it says it about all of them."""
    hand = [item for zone in own_piles(scene) if zone.name == "hand" for item in zone.items]
    for hint in scene.every(Hint) if view.table.settings.hints else ():
        scores = split_scores(hint.line)[1]
        if scores is not None and Counter(item for item, _ in scores.items) == Counter(hand):
            return scores.by_item()
    return {}


def placing(scene: Scene) -> OpenAsk | None:
    """Return the viewer's question of where to lay cards, if there is one."""
    return next((ask for ask in scene.mine() if isinstance(ask.prompt, Place)), None)
