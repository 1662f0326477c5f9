"""The picture of a hand panel: the viewer's own cards and dice, drawn large, and the words that say the same.

What all may see is drawn on the table, and is not drawn again here. Cards that may not be played now are dimmed; what
each card scores stands below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.face.art.board import Board, Group, Panel
from bot.face.art.tile_layout import Tile
from bot.face.text.card_names import counted, item_name, use_match_cards
from bot.tables.view import TableView
from cogs.ui.blocks.grids import area, cells, forced, spot_name
from cogs.ui.blocks.showdown import find_outcome, split_scores
from cogs.ui.blocks.zones import is_drawn
from cogs.ui.components import MOST_ALT
from cogs.ui.hand.move_draft import NO_DRAFTS
from cogs.ui.table.pictures import Picture, item_tile
from games.engine import BACK, Answer, Choose, Hint, Legend, OpenAsk, Place, Scene, Zone

SIZES = (128, 105, 89, 77, 64)
"""Sizes of a card, from which the largest is taken that fits."""
TALL = 400
"""Pixels that a hand may be high, if its cards can be made so small."""
FEW = 10
"""So many kinds of cards to play are dimmed apart from the others; a longer list of them is a select anyway."""


def own_piles(scene: Scene) -> list[Zone]:
    """Return the piles of the viewer that a picture shows."""
    zones = [block for block in scene.blocks if isinstance(block, Zone) and block.owner == scene.viewer]
    return [zone for zone in zones if is_drawn(zone)]


def hand_picture(view: TableView, drafts: Mapping[int, Answer] = NO_DRAFTS) -> Picture | None:
    """Return the picture of the viewer's hand, and of the places for its cards; None if there is nothing to draw."""
    scene = view.scene
    seat = view.table.everyone.get(view.viewer)
    if scene is None or seat is None or scene.over or not view.table.settings.pictures or view.sits_out:
        return None
    told_in_words = any(isinstance(block, Legend) for block in scene.blocks)
    if told_in_words or find_outcome(scene) is not None or view.table.phase == "suspended":
        return None
    use_match_cards(view.game.card_faces(view.played))
    described = [*_piles(view, scene), *_places(scene, drafts)]
    if not described:
        return None
    panel = Panel("", tuple(each.group for each in described))
    words = ". ".join(each.words for each in described) + "."
    return Picture(Board("", (panel,), SIZES, TALL), words[:MOST_ALT])


class _Described(NamedTuple):
    """Tiles, and what they say."""

    group: Group
    words: str


def _piles(view: TableView, scene: Scene) -> Iterator[_Described]:
    piles, dim = own_piles(scene), _unplayable(scene)
    scores = below(view, scene)
    for zone in piles:
        marks = {item: list(words) for item, words in scores.items()} if zone.name == "hand" else {}
        title = zone.name if len(piles) > 1 else ""
        if zone.layout == "heap":
            counts = Counter(zone.items)
            tiles = [item_tile(item, below=f"×{n}" if n > 1 else "") for item, n in counts.items()]
            names = [counted(item_name(item), n) for item, n in counts.items()]
        else:
            tiles, names = [], []
            shown = zone.shown or (False,) * len(zone.items)
            for item, up in zip(zone.items, shown, strict=True):
                score = marks[item].pop(0) if marks.get(item) else ""
                tiles.append(item_tile(item, below=score or ("shown" if up else "")))
                names.append(" ".join(filter(None, [item_name(item), score, "(shown)" if up else ""])))
        keys = list(dict.fromkeys(zone.items)) if zone.layout == "heap" else list(zone.items)
        tiles = [tile._replace(dim=key in dim) for tile, key in zip(tiles, keys, strict=True)]
        name = zone.name[:1].upper() + zone.name[1:]
        yield _Described(Group(tuple(tiles), title), f"{name}: {', '.join(names)}")


def below(view: TableView, scene: Scene) -> Mapping[str, Sequence[str]]:
    """Return what the hint says about each card of the hand, if it says it about all of them."""
    hand = [item for zone in own_piles(scene) if zone.name == "hand" for item in zone.items]
    for block in scene.blocks:
        if isinstance(block, Hint) and view.table.settings.hints:
            scores = split_scores(block.line)[1]
            if scores is not None and Counter(item for item, _ in scores.items) == Counter(hand):
                return scores.by_item()
    return {}


def _unplayable(scene: Scene) -> frozenset[str]:
    """Return the cards of the hand that may not be chosen now, if others may."""
    hand = frozenset(item for zone in own_piles(scene) if zone.name == "hand" for item in zone.items)
    for ask in scene.mine():
        if isinstance(ask.prompt, Choose) and len(ask.prompt.options) <= FEW:
            options = frozenset(ask.prompt.options)
            if options and options < hand:
                return hand - options
    return frozenset()


def placing(scene: Scene) -> OpenAsk | None:
    """Return the viewer's question of where to lay cards, if there is one."""
    return next((ask for ask in scene.mine() if isinstance(ask.prompt, Place)), None)


def _places(scene: Scene, drafts: Mapping[int, Answer]) -> Iterator[_Described]:
    """Yield the grid on which cards are being laid, with the names of its columns and rows, and its open places."""
    ask = placing(scene)
    if ask is None or not isinstance(ask.prompt, Place):
        return
    placed = forced(ask.prompt, drafts.get(ask.id) or [])
    pile_at = cells(ask.prompt.after(placed))
    spots = ask.prompt.spots(placed) if len(placed) < len(ask.prompt.items) else []
    columns, lines = area([*pile_at, *spots])
    spot_names = {(c, r): spot_name((c, r), columns, lines) for c in columns for r in lines}

    def tile(spot: tuple[int, int]) -> Tile:
        items = pile_at.get(spot, ())
        mark = spot_names[spot] if spot in spots else ""
        if items:
            return item_tile(items[-1], badge=str(len(items)) if len(items) > 1 else "", below=mark)
        return Tile("place.open" if spot in spots else "", below=mark)

    tiles = tuple(tile((column, row)) for row in lines for column in columns)
    names = [
        f"{name} {' on '.join(item_name(item) for item in reversed(pile_at[spot]) if item != BACK)}"
        for spot, name in spot_names.items()
        if spot in pile_at
    ]
    free = ", ".join(name for spot, name in spot_names.items() if spot in spots)
    words = [f"Placed: {', '.join(names)}" if names else "Nothing is placed yet"]
    yield _Described(
        Group(tiles, "placed so far", len(columns)), ". ".join([*words, *([f"Open: {free}"] if free else [])])
    )
