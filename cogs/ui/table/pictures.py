"""The picture of a table, and the words that say the same.

It is made from the scene that spectators see, block by block, with a painter for each kind of block and none for a
game. There is a picture where one says more than a line of text: for grids, tracks, several cards in the middle, and
hands laid open. A night that is over shows the course of each seat's money.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bot.face.art.board import Board, Group, Panel, draw
from bot.face.art.chart import Lines
from bot.face.art.chart import draw as draw_chart
from bot.face.art.circle import Ring
from bot.face.art.letters import drawn_name, writable
from bot.face.art.tile_layout import Tile
from bot.face.text.card_names import counted, drawn_as, item_name, use_match_cards
from bot.face.text.templates import Renderer
from bot.tables.view import TableView
from cogs.ui.blocks.circles import circle_in_words, circle_picture
from cogs.ui.blocks.grids import area, cells, spot_name
from cogs.ui.blocks.showdown import short_reason, split_by_card
from cogs.ui.blocks.zones import TOLD_ONLY, is_drawn
from cogs.ui.charts import night_chart
from cogs.ui.components import MOST_ALT
from games.engine import BACK, RAIL, Circle, Grid, Pile, Scene, SceneOutcome, Timeline, Track, Zone

MANY_CARDS = 3
"""The least number of cards in the middle, or laid open by one seat, that get a picture."""
SHORT_TITLE = 28
"""Letters of a title that a pile's name may stand in; a longer one stands above the pile."""
Marks = Mapping[str, Sequence[str]]
"""Words for items of each kind, in order."""
NO_MARKS: Marks = {}
_DIE = re.compile(r"\d*[dg]\d+(:.*)?")
_STAKE = re.compile(r"(\d+)(g\d+)")


class Picture(NamedTuple):
    """A drawing and the words that say the same."""

    drawing: Board | Lines
    alt: str

    @property
    def shows_table(self) -> bool:
        """True if it shows the open cards, false if it shows a night's chart."""
        return isinstance(self.drawing, Board)

    def drawn(self) -> bytes:
        """Draw it as a PNG file. This takes hundredths of a second, too long for the event loop."""
        return draw(self.drawing) if isinstance(self.drawing, Board) else draw_chart(self.drawing)


class _Namer(Renderer):
    """Formats names and items for a picture: without emoji, and by seat number if the fonts lack a name's letters."""

    def __init__(self, names: Mapping[int, str]) -> None:
        super().__init__({})
        self.names = {seat: drawn_name(name, f"Seat {seat + 1}")[:24] for seat, name in names.items()}

    def format_field(self, value: Any, format_spec: str) -> Any:
        """Return items by name, without emoji."""
        match format_spec:
            case "item":
                return item_name(value)
            case "items":
                return ", ".join(map(item_name, value))
            case _:
                return super().format_field(value, format_spec)

    def bare(self, text: str) -> str:
        """Return words without Markdown, and without the minus sign that the fonts lack."""
        return re.sub(r"[*_`~\\]", "", text).replace("−", "-")


def picture_of(view: TableView) -> Picture | None:
    """Return the picture of a table, if it has one now. The view must be a spectator's."""
    scene = view.scene
    if scene is None or not has_picture(view):
        return None
    assert scene.viewer == RAIL, "a picture that all may see holds what spectators may see"
    if scene.over and (night := night_chart(view)) is not None and isinstance(night.drawing, Lines):
        return Picture(night.drawing, night.words)
    use_match_cards(view.game.card_faces(view.played))
    renderer = _Namer({**{seat.number: seat.name for seat in view.table.seats.values()}, **view.names})
    panels = [*_result(scene, renderer)] if scene.over else []
    panels += _panels(scene, renderer)
    return Picture(Board("", tuple(panel for panel, _ in panels)), _alt([words for _, words in panels]))


def has_picture(view: TableView) -> bool:
    """Return whether there is one: a quick look, for the answer to a press."""
    scene = view.scene
    if scene is None or view.table.phase == "suspended" or not view.table.settings.pictures:
        return False
    charted = scene.over and any(isinstance(block, Timeline) for block in scene.blocks)
    return charted or worth_a_picture(scene)


def worth_a_picture(scene: Scene) -> bool:
    """Return whether a picture says more than the lines of the message do."""
    shared = 0
    for block in scene.blocks:
        if isinstance(block, Track | Circle) or (isinstance(block, Grid) and block.piles):
            return True
        if isinstance(block, Zone) and block.layout not in TOLD_ONLY:
            cards = sum(item != BACK and not _DIE.fullmatch(item) for item in block.items)
            shared += cards if block.owner is None else 0
            if block.owner is not None and (cards >= MANY_CARDS or (cards and scene.over)):
                return True
    return shared >= MANY_CARDS


Described = tuple[Panel | Ring, str]
"""A panel and its description."""


def _panels(scene: Scene, renderer: _Namer) -> Iterator[Described]:
    """Return the panels of the table, one for each shared thing and one for each seat.

    The panel of a seat stands where its first pile does.
    """
    shown_seats = set(_seats_of_result(scene)) if scene.over else set()
    for block in scene.blocks:
        if isinstance(block, Circle):
            yield circle_picture(block), circle_in_words(block)
        elif isinstance(block, Track):
            yield _track(block)
        elif isinstance(block, Zone) and block.owner is None and block.layout == "heap" and scene.over:
            continue  # leftovers, which decide nothing any more
        elif isinstance(block, Zone | Grid) and block.owner not in shown_seats:
            described = (
                _seat_panel(scene, block.owner, renderer)
                if block.owner is not None
                else _shared_panel(block, renderer)
            )
            if block.owner is not None:
                shown_seats.add(block.owner)
            if described is not None:
                yield described


def _shared_panel(block: Zone | Grid, renderer: _Namer) -> Described | None:
    laid = _described_group(block)
    if laid is None:
        return None
    group, words = laid
    title = block.name.capitalize()
    return Panel(title, (group._replace(caption=""),)), f"{title}: {words}"


def _seat_panel(
    scene: Scene, owner: int, renderer: _Namer, *, place: str = "", note: str = "", below: Marks = NO_MARKS
) -> Described | None:
    """Return a panel of a seat's open piles with names; `below`: words under the hand's cards, in order."""
    blocks = [block for block in scene.blocks if isinstance(block, Zone | Grid) and block.owner == owner]
    laid = [each for block in blocks if (each := _described_group(block, below)) is not None]
    if not laid:
        return None
    name = place + renderer.name(owner)
    if len(laid) == 1 and len(f"{name}, {laid[0][0].caption}") <= SHORT_TITLE:
        [(group, words)] = laid
        name += f", {group.caption}" if group.caption else ""
        laid = [(group._replace(caption=""), words)]
    descriptions = [f"{group.caption}: {words}" if group.caption else words for group, words in laid]
    return Panel(name, tuple(group for group, _ in laid), note if writable(note) else ""), (
        name + (f" ({note})" if note else "") + f": {'; '.join(descriptions)}"
    )


def _described_group(block: Zone | Grid, below: Marks = NO_MARKS) -> tuple[Group, str] | None:
    """Return a pile as tiles, and in words; None if there is nothing to see."""
    if isinstance(block, Grid):
        return _grid(block) if block.piles else None
    if not is_drawn(block):
        return None
    name = "" if block.name == "hand" else block.name
    marks = {item: list(words) for item, words in below.items()} if block.layout == "row" and not name else {}
    if marks and sorted(block.items) == sorted(item for item, words in marks.items() for _ in words):
        scores = [(item, marks[item].pop(0)) for item in block.items]
        group = Group(tuple(item_tile(item, below=score) for item, score in scores))
        return group, ", ".join(f"{item_name(item)} {score}" for item, score in scores)
    return Group(_tiles(block), name), _items_in_words(block)


def _tiles(zone: Zone) -> tuple[Tile, ...]:
    if zone.layout == "pile":
        return (item_tile(zone.items[-1], f"×{len(zone.items)}" if len(zone.items) > 1 else ""),)
    if zone.layout == "heap":
        return tuple(
            item_tile(item, below=f"×{n}" if n > 1 else "") for item, n in Counter(zone.items).items()
        )
    hidden = sum(item == BACK for item in zone.items)
    if hidden > 1:
        up = tuple(item_tile(item) for item in zone.items if item != BACK)
        return (*up, Tile(BACK, f"×{hidden}"))
    return tuple(map(item_tile, zone.items))


def item_tile(item: str, badge: str = "", below: str = "") -> Tile:
    """Return a card, a die or a stake of dice as a tile."""
    if stake := _STAKE.fullmatch(item):
        return Tile(stake[2], f"×{stake[1]}" if stake[1] != "1" else "", below)
    return Tile(drawn_as(item), badge, below)


def _items_in_words(zone: Zone) -> str:
    if zone.layout == "pile":
        return f"{len(zone.items)}, the last one {item_name(zone.items[-1])}"
    counts = Counter(zone.items)
    return ", ".join(counted(item_name(item), n) for item, n in counts.items())


def _track(track: Track) -> Described:
    tiles = tuple(item_tile(item, below=str(n)) for item, n in track.counts)
    panel = Panel(track.name.capitalize(), (Group(tiles),))
    return panel, f"{panel.title}: " + ", ".join(f"{item_name(item)} {n}" for item, n in track.counts)


def _grid(grid: Grid) -> tuple[Group, str]:
    pile_at = cells(grid.piles)
    columns, lines = area(pile_at)
    tiles = tuple(_top(pile_at.get((column, row), ())) for row in lines for column in columns)
    return Group(tiles, grid.name, len(columns)), _piles_in_words(grid.piles)


def _top(items: Sequence[str]) -> Tile:
    return item_tile(items[-1], str(len(items)) if len(items) > 1 else "") if items else Tile()


def _piles_in_words(piles: Sequence[Pile]) -> str:
    pile_at = cells(piles)
    columns, lines = area(pile_at)
    return ", ".join(
        f"{spot_name((c, r), columns, lines)} {' on '.join(item_name(item) for item in reversed(pile_at[c, r]))}"
        for r in lines
        for c in columns
        if (c, r) in pile_at
    )


# ---- the showdown


def _outcome(scene: Scene) -> SceneOutcome | None:
    return next((block for block in scene.blocks if isinstance(block, SceneOutcome)), None)


def _seats_of_result(scene: Scene) -> frozenset[int | None]:
    """Return the seats in the result, which shows their zones."""
    outcome = _outcome(scene)
    return frozenset(row.seat for row in outcome.rows) if outcome is not None else frozenset()


def _result(scene: Scene, renderer: _Namer) -> Iterator[Described]:
    """Return a panel for each seat of the result with open cards, the best first."""
    outcome = _outcome(scene)
    for row in outcome.rows if outcome is not None else ():
        note, below = "", NO_MARKS
        if row.reason is not None:
            scores = split_by_card(row.reason)
            note = renderer.bare(short_reason(row.reason, renderer))
            below = scores.by_item() if scores is not None else NO_MARKS
        described = _seat_panel(
            scene,
            row.seat,
            renderer,
            place=f"{row.place}. " if row.place is not None else "",
            note=note,
            below=below,
        )
        if described is not None:
            yield described


def _alt(parts: Sequence[str]) -> str:
    """Return the picture's alternative text; details too long for Discord are left out."""
    words = ". ".join(part.rstrip(".") for part in parts if part) + "."
    if len(words) <= MOST_ALT:
        return words
    rest = " … Press Details for the rest."
    return words[: MOST_ALT - len(rest)].rpartition(", ")[0] + rest
