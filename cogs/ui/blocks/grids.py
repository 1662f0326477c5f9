"""Grids, such as cities: their display, and placing cards on them step by step.

The places chosen so far stand in the custom ids of the controls and nowhere else: a half-made placement survives a
restart, and the rules hear of nothing before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.face.text.card_names import item_mark, item_name, item_text
from bot.face.text.emoji_text import emoji_for
from bot.face.text.signs import signed
from bot.face.text.templates import points_text
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, option, rows, select, text
from cogs.ui.custom_ids import Kind
from games.engine import Answer, OpenAsk, Pile, Place, Track

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
    """Return one step of placing: the grid so far, a button for each open place with what it adds, and undo.

    The button of the last card sends the answer. `pictured`: a picture shows the grid.
    """
    placed = forced(prompt, draft)
    piles = prompt.after(placed)
    open_spots = prompt.spots(placed) if len(placed) < len(prompt.items) else []
    words = [] if pictured else [map_text(piles, open_spots)]
    now = prompt.worth(piles) if prompt.worth is not None else None
    if now is not None:
        words.append(f"Your city is worth {points_text(now)} so far.")
    parts: list[Json] = []
    if open_spots:
        item = prompt.items[len(placed)]
        adds = "" if now is None else " Each button says what it adds."
        words.append(f"Card {len(placed) + 1} of {len(prompt.items)}: {item_text(item)}.{adds}")
        parts += _spot_buttons(table, match, ask, prompt, placed, now)
    ways = []
    if not open_spots:
        ways.append(button("Place them", custom_ids.answer(Kind.ANSWER, table, match, ask.id, placed), GREEN))
    if len(placed) > len(forced(prompt, [])):
        back = custom_ids.answer(Kind.STEP, table, match, ask.id, placed[:-1])
        ways.append(button("Take the last one back", back))
    above = [text("\n".join(words))] if words else []
    return [*above, *parts, *rows(ways)]


def _spot_buttons(
    table: int, match: int, ask: OpenAsk, prompt: Place, placed: Sequence[Sequence[int]], now: int | None
) -> list[Json]:
    """Return a row of buttons for each row of the grid, and a select of the places further away."""
    pile_at, open_spots = cells(prompt.after(placed)), prompt.spots(placed)
    span = area([*pile_at, *open_spots])
    near = _near(pile_at, prompt.span)
    last = len(placed) + 1 == len(prompt.items)

    def name(spot: Spot, under: str) -> str:
        named = f"{spot_name(spot, *span)}{under}"
        if prompt.worth is None or now is None:
            return named
        return f"{named} {signed(prompt.worth(prompt.after([*placed, spot])) - now)}"

    def made(spot: Spot) -> Json:
        under = f" {item_mark(pile_at[spot][-1])}" if spot in pile_at else ""
        answer = [*placed, list(spot)]
        kind = Kind.ANSWER if last else Kind.STEP
        return button(name(spot, under), custom_ids.answer(kind, table, match, ask.id, answer))

    lines = [[made(spot) for spot in open_spots if spot in near and spot[1] == row] for row in span[1]]
    parts = [row for line in lines for row in rows(line)]
    far = [option(name(spot, ""), f"{spot[0]},{spot[1]}") for spot in open_spots if spot not in near]
    if far:
        step = custom_ids.answer(Kind.STEP, table, match, ask.id, placed)
        parts.append(select("Further away", step, far))
    return parts


def _near(spots: Iterable[Spot], span: int) -> set[Spot]:
    """Return the square of places that get a button: around the cards on the grid, as evenly as it can be."""

    def side(laid: range) -> range:
        start = laid.start - (span - len(laid)) // 2
        return range(start, start + span)

    columns, lines = map(side, area(spots))
    return {(column, row) for column in columns for row in lines}


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
