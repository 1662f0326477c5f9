"""What a table's picture shows, and the words that say the same.

Made from the scene that spectators see, block by block: a painter for each kind of block, none for a game. There is a
picture where one says more than a line of text: for grids, tracks, several cards in the middle, and hands laid open. A
night that is over shows how everybody's money went.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.tables.announce import View
from cogs.art.board import Board, Panel, Tile, draw
from cogs.art.chart import Lines
from cogs.art.chart import draw as draw_chart
from cogs.art.pen import writable
from cogs.charts import night_chart
from cogs.grids import area, cells, spot_name
from cogs.items import drawn_as, item_name
from cogs.speak import Speaker
from games.engine import BACK, RAIL, Course, Grid, Pile, Scene, SceneOutcome, Track, Zone

MOST_ALT = 1_000
"""Letters of the words for a picture; Discord takes 1,024."""
MANY_CARDS = 3
"""So many cards in the middle, or laid open by one seat, are worth a picture."""
TOLD_ONLY = frozenset({"stock", "stack"})
"""Layouts of zones that lines of text tell better: what lies aside, and what waits with its words."""
_DIE = re.compile(r"\d*[dg]\d+(:.*)?")
_STAKE = re.compile(r"(\d+)(g\d+)")


class Picture(NamedTuple):
    """What is to be drawn, and the words that say the same."""

    drawing: Board | Lines
    alt: str

    def drawn(self) -> bytes:
        """A PNG file. Takes some hundredths of a second: not for the event loop."""
        return draw(self.drawing) if isinstance(self.drawing, Board) else draw_chart(self.drawing)


class _Namer(Speaker):
    """Says names and items as a picture writes them: bare, and by the seat where the fonts lack the letters."""

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__({})
        self.names = {
            seat: name[:24] if name.strip() and writable(name) else f"Seat {seat + 1}"
            for seat, name in names.items()
        }

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Items by name, without signs."""
        match format_spec:
            case "item":
                return item_name(value)
            case "items":
                return ", ".join(map(item_name, value))
            case _:
                return super().format_field(value, format_spec)

    def bare(self, text: str) -> str:
        """Words without Markdown."""
        return re.sub(r"[*_`~\\]", "", text)


def picture_of(view: View) -> Picture | None:
    """The picture of a table, if it has one now. The view must be a spectator's."""
    scene = view.scene
    if scene is None or not has_picture(view):
        return None
    assert scene.viewer == RAIL, "a picture that all may see holds what spectators may see"
    if scene.over and (night := night_chart(view)) is not None and isinstance(night.drawing, Lines):
        return Picture(night.drawing, night.words)
    said = _Namer({seat.number: seat.name for seat in view.table.seats.values()})
    told = [*_result(scene, said)] if scene.over else []
    told += [each for block in scene.blocks if (each := _panel(block, scene, said)) is not None]
    heading = said.bare(_headline(scene, said)) if scene.over else ""
    board = Board(heading if writable(heading) else "", tuple(panel for panel, _ in told))
    return Picture(board, _alt([heading, *(words for _, words in told)]))


def has_picture(view: View) -> bool:
    """Whether there is one: a quick look, for the answer to a press."""
    scene = view.scene
    if scene is None or view.table.phase in ("closed", "suspended") or not view.table.settings.pictures:
        return False
    charted = scene.over and any(isinstance(block, Course) for block in scene.blocks)
    return charted or worth_a_picture(scene)


def worth_a_picture(scene: Scene) -> bool:
    """Whether a picture says more than the lines of the message do."""
    shared = 0
    for block in scene.blocks:
        if isinstance(block, Track) or (isinstance(block, Grid) and block.piles):
            return True
        if isinstance(block, Zone) and block.layout not in TOLD_ONLY:
            cards = sum(item != BACK and not _DIE.fullmatch(item) for item in block.items)
            shared += cards if block.owner is None else 0
            if block.owner is not None and (cards >= MANY_CARDS or (cards and scene.over)):
                return True
    return shared >= MANY_CARDS


Told = tuple[Panel, str]
"""A panel, and what it says."""


def _panel(block: object, scene: Scene, said: _Namer) -> Told | None:
    if isinstance(block, Grid):
        return _grid(block, said)
    if isinstance(block, Track):
        return _track(block)
    if isinstance(block, Zone) and block.items and not (scene.over and block.owner in _placed(scene)):
        return _zone(block, said)
    return None


def _zone(zone: Zone, said: _Namer, note: str = "") -> Told | None:
    if zone.layout in TOLD_ONLY:
        return None
    if zone.owner is not None and all(item == BACK for item in zone.items):
        return None
    owner = said.name(zone.owner) if zone.owner is not None else ""
    name = "" if owner and zone.name == "hand" else zone.name
    title = f"{owner}, {name}" if owner and name else owner or zone.name.capitalize()
    return Panel(title, _tiles(zone), note), f"{title}: {_items_said(zone)}"


def _tiles(zone: Zone) -> tuple[Tile, ...]:
    if zone.layout == "pile":
        return (_tile(zone.items[-1], f"×{len(zone.items)}" if len(zone.items) > 1 else ""),)
    if zone.layout == "heap":
        return tuple(_tile(item, f"×{n}" if n > 1 else "") for item, n in Counter(zone.items).items())
    hidden = sum(item == BACK for item in zone.items)
    if hidden > 1:
        up = tuple(_tile(item) for item in zone.items if item != BACK)
        return (*up, Tile(BACK, f"×{hidden}"))
    return tuple(map(_tile, zone.items))


def _tile(item: str, badge: str = "", below: str = "") -> Tile:
    if stake := _STAKE.fullmatch(item):
        return Tile(stake[2], f"×{stake[1]}" if stake[1] != "1" else "", below)
    return Tile(drawn_as(item), badge, below)


def _items_said(zone: Zone) -> str:
    if zone.layout == "pile":
        return f"{len(zone.items)}, the last one {item_name(zone.items[-1])}"
    counts = Counter(zone.items)
    return ", ".join(item_name(item) + (f" ×{n}" if n > 1 else "") for item, n in counts.items())


def _track(track: Track) -> Told:
    panel = Panel(track.name.capitalize(), tuple(_tile(item, below=str(n)) for item, n in track.counts))
    return panel, f"{panel.title}: " + ", ".join(f"{item_name(item)} {n}" for item, n in track.counts)


def _grid(grid: Grid, said: _Namer) -> Told | None:
    if not grid.piles:
        return None
    owner = said.name(grid.owner) if grid.owner is not None else ""
    title = f"{owner}, {grid.name}" if owner else grid.name.capitalize()
    there = cells(grid.piles)
    columns, lines = area(there)
    tiles = tuple(_top(there.get((column, row), ())) for row in lines for column in columns)
    return Panel(title, tiles, across=len(columns)), f"{title}: {_piles_said(grid.piles)}"


def _top(items: Sequence[str]) -> Tile:
    return _tile(items[-1], str(len(items)) if len(items) > 1 else "") if items else Tile()


def _piles_said(piles: Sequence[Pile]) -> str:
    there = cells(piles)
    columns, lines = area(there)
    return ", ".join(
        f"{spot_name((c, r), columns, lines)} {' on '.join(item_name(item) for item in reversed(there[c, r]))}"
        for r in lines
        for c in columns
        if (c, r) in there
    )


# ---- the showdown


def _outcome(scene: Scene) -> SceneOutcome | None:
    return next((block for block in scene.blocks if isinstance(block, SceneOutcome)), None)


def _headline(scene: Scene, said: _Namer) -> str:
    outcome = _outcome(scene)
    return said.say(outcome.headline) if outcome is not None else ""


def _placed(scene: Scene) -> frozenset[int | None]:
    """The seats that the result tells of: their zones stand there."""
    outcome = _outcome(scene)
    return frozenset(row.seat for row in outcome.rows) if outcome is not None else frozenset()


def _result(scene: Scene, said: _Namer) -> Iterator[Told]:
    """A panel for each seat of the result that laid something open, the best first."""
    outcome = _outcome(scene)
    for row in outcome.rows if outcome is not None else ():
        why = said.bare(said.say(row.why)) if row.why is not None else ""
        for block in scene.blocks:
            if not isinstance(block, Zone) or block.owner != row.seat or not block.items:
                continue
            told = _zone(block, said, why if writable(why) else "")
            if told is not None:
                place = f"{row.place}. " if row.place is not None else ""
                panel, words = told
                yield (
                    panel._replace(title=place + panel.title),
                    f"{place}{words}" + (f" ({why})" if why else ""),
                )
                why = ""


def _alt(parts: Sequence[str]) -> str:
    """All that the picture shows in words; what is too long for Discord stands in the message's text."""
    told = ". ".join(part.rstrip(".") for part in parts if part) + "."
    if len(told) <= MOST_ALT:
        return told
    rest = " … The rest stands in the message."
    return told[: MOST_ALT - len(rest)].rpartition(", ")[0] + rest
