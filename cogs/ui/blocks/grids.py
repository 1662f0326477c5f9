"""Grids, such as cities: their display, and placing cards on them step by step.

The places chosen so far stand in the custom ids of the controls and nowhere else: a half-made placement survives a
restart, and the rules hear of nothing before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.face.text.card_names import item_mark, item_name, item_text
from bot.face.text.emoji_text import emoji_for
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, option, rows, select, text
from cogs.ui.custom_ids import Kind
from games.engine import Answer, Grid, OpenAsk, Pile, Place, Scene, Track

EMPTY = "···"
"""As wide as a card, but no emoji, since a message may have at most 80."""
COVERING = "²"
"""The mark of a card that covers another one."""

Spot = tuple[int, int]


def cells(piles: Iterable[Pile]) -> dict[Spot, tuple[str, ...]]:
    """Return the cards on each place, the card on top last."""
    return {(column, row): items for column, row, items in piles}


def area(spots: Iterable[Spot]) -> tuple[range, range]:
    """Return the columns and rows that enclose the given places."""
    columns, lines = zip(*spots, strict=True)
    return range(min(columns), max(columns) + 1), range(min(lines), max(lines) + 1)


def _mark(items: Sequence[str]) -> str:
    if not items:
        return EMPTY
    return item_mark(items[-1]) + (COVERING if len(items) > 1 else "")


def grid_of(scene: Scene, owner: int) -> Grid | None:
    """Return a seat's grid, if the viewer sees one."""
    for block in scene.blocks:
        if isinstance(block, Grid) and block.owner == owner:
            return block
    return None


def grid_lines(piles: Sequence[Pile]) -> list[str]:
    """Return a line for each row, from the top, no wider than a phone: `🟥W ⬛· 🟩B²`."""
    pile_at = cells(piles)
    if not pile_at:
        return []
    columns, lines = area(pile_at)
    return ["`" + " ".join(_mark(pile_at.get((c, r), ())) for c in columns) + "`" for r in lines]


def track_line(track: Track) -> str:
    """Return the counts of some cards: `Hordes: 🟥 red Dragon **5**, …`."""
    return f"{track.name.capitalize()}: " + ", ".join(
        f"{item_text(card)} **{n}**" for card, n in track.counts
    )


def map_text(piles: Sequence[Pile], spots: Sequence[Spot] = ()) -> str:
    """Return the grid with letters for columns and numbers for rows, and in words; `spots` are shown even if empty."""
    pile_at = cells(piles)
    if not pile_at:
        return "No districts yet."
    columns, lines = area([*pile_at, *spots])
    in_words = "; ".join(
        f"{spot_name((c, r), columns, lines)} {_pile_text(pile_at[c, r])}"
        for r in lines
        for c in columns
        if (c, r) in pile_at
    )
    if emoji := _drawn_map(pile_at, spots, columns, lines):
        return f"{emoji}\n{in_words}"
    head = "   " + "    ".join(_letter(c, columns) for c in columns)
    marked = [
        f"{r - lines.start + 1} " + " ".join(f"{_mark(pile_at.get((c, r), ())):<3}" for c in columns).rstrip()
        for r in lines
    ]
    return "\n".join(["```", head, *marked, "```", in_words])


def _drawn_map(
    pile_at: Mapping[Spot, Sequence[str]], spots: Sequence[Spot], columns: range, lines: range
) -> str | None:
    """Return the grid in emoji, which all have one width; None if some are missing."""

    def place(spot: Spot) -> str | None:
        if spot in pile_at:
            return emoji_for(pile_at[spot][-1])
        return emoji_for("place.open" if spot in spots else "place")

    head = [emoji_for("place.corner"), *(emoji_for(f"place.{_letter(c, columns)}") for c in columns)]
    rows = [[emoji_for(f"place.{r - lines.start + 1}"), *(place((c, r)) for c in columns)] for r in lines]
    drawn_rows = ["".join(each for each in row if each) for row in (head, *rows)]
    return "\n".join(drawn_rows) if all(all(row) for row in (head, *rows)) else None


def _letter(column: int, columns: range) -> str:
    return chr(ord("A") + column - columns.start)


def spot_name(spot: Spot, columns: range, lines: range) -> str:
    """Return a place's name: `B2` is in the second column and the second row."""
    return f"{_letter(spot[0], columns)}{spot[1] - lines.start + 1}"


def _pile_text(items: Sequence[str]) -> str:
    return " on ".join(item_name(item) for item in reversed(items))


def forced(prompt: Place, draft: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return a draft, extended by the placements that are forced."""
    placed = [list(spot) for spot in draft]
    while len(placed) < len(prompt.items) and len(prompt.spots(placed)) == 1:
        placed.append(list(prompt.spots(placed)[0]))
    return placed


def place_controls(
    table: int,
    match: int,
    ask: OpenAsk,
    prompt: Place,
    draft: Sequence[Sequence[int]],
    *,
    pictured: bool = False,
) -> list[Json]:
    """Return one step of placing: the grid so far, the open places with their scores, undo and send.

    `pictured`: a picture shows the grid.
    """
    placed = forced(prompt, draft)
    piles = prompt.after(placed)
    open_spots = prompt.spots(placed) if len(placed) < len(prompt.items) else []
    now = prompt.worth(piles) if prompt.worth is not None else None
    words = [] if pictured else [map_text(piles, open_spots)]
    words += [f"Counts {now} now."] if now is not None else []
    parts = [text("\n".join(words))] if words else []
    if open_spots:
        item = prompt.items[len(placed)]
        pile_at = cells(piles)
        span = area([*pile_at, *open_spots])
        lines = []
        for spot in open_spots:
            under = f", on {item_name(pile_at[spot][-1])}" if spot in pile_at else ""
            would = ""
            if prompt.worth is not None and now is not None:
                then = prompt.worth(prompt.after([*placed, spot]))
                would = f"counts {then} then ({then - now:+d})"
            lines.append(option(f"{spot_name(spot, *span)}{under}", f"{spot[0]},{spot[1]}", would))
        parts.append(text(f"Card {len(placed) + 1} of {len(prompt.items)}: {item_text(item)}"))
        custom_id = custom_ids.answer(Kind.STEP, table, match, ask.id, placed)
        parts.append(select(f"Where does {item_name(item)} go?", custom_id, lines))
    buttons = []
    if not open_spots:
        buttons.append(button("Send", custom_ids.answer(Kind.ANSWER, table, match, ask.id, placed), GREEN))
    start = forced(prompt, [])
    if len(placed) > len(start):
        back = custom_ids.answer(Kind.STEP, table, match, ask.id, placed[:-1])
        buttons.append(button("Take the last one back", back))
    return [*parts, *rows(buttons)]


def next_draft(prompt: Place, control: custom_ids.Control, values: Sequence[str]) -> Answer:
    """Return the draft after a press: the control's own, and the place chosen in its select.

    Raises `ValueError` if it cannot be read and `IllegalAnswer` if no answer may begin so.
    """
    draft = control.answer
    if values and isinstance(draft, list):
        column, row = values[0].split(",")
        draft = [*draft, [int(column), int(row)]]
    prompt.check_part(draft)
    return draft
