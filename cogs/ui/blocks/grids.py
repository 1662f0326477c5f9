"""Grids, such as cities: their display, and placing cards on them step by step.

The places chosen so far stand in the custom ids of the controls and nowhere else: a half-made placement survives a
restart, and the rules hear of nothing before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.face.text.card_names import item_mark, item_name, item_text
from bot.face.text.emoji_text import emoji_for
from bot.face.text.signs import signed
from bot.face.text.templates import capital, points_text, word
from bot.language import _, listed
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, option, rows, select, text
from cogs.ui.custom_ids import Kind
from games.engine.prompts import Answer, Pile, Place
from games.engine.scene import OpenAsk, Track

EMPTY = "···"
"""As wide as a card, but no emoji, since a message may have at most 80."""
COVERING = "²"
"""The mark of a card that covers another one."""
BEST = 3
"""The most places that have a button of their own, and the way back among them."""

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
    return f"{capital(word(track.name))}: " + ", ".join(
        f"{item_text(card)} **{n}**" for card, n in track.counts
    )


def map_text(piles: Sequence[Pile], spots: Sequence[Spot] = ()) -> str:
    """Return the grid with letters for columns and numbers for rows, and in words; `spots` are shown even if empty."""
    pile_at = cells(piles)
    if not pile_at:
        return _("No districts yet.")
    columns, lines = area([*pile_at, *spots])
    in_words = "; ".join(
        f"{spot_name((c, r), columns, lines)} {pile_text(pile_at[c, r])}"
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


def pile_text(items: Sequence[str]) -> str:
    """Return the items at a place in words, the uppermost first."""
    words, *above = map(item_name, items)
    for each in above:
        words = _("{upper} on {lower}").format(upper=each, lower=words)
    return words


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
    """Return one step of placing: the grid so far, buttons for the best places with what they add, and undo.

    All other places are in a select. The button of the last card sends the answer. `pictured`: a picture shows the
    grid.
    """
    placed = forced(prompt, draft)
    piles = prompt.after(placed)
    open_spots = prompt.spots(placed) if len(placed) < len(prompt.items) else []
    words = [] if pictured else [map_text(piles, open_spots)]
    now = prompt.worth(piles) if prompt.worth is not None else None
    if now is not None and not pictured:
        words.append(_("Your city is worth {points} so far.").format(points=points_text(now)))
    ways = []
    if len(placed) > len(forced(prompt, [])):
        back = custom_ids.answer(Kind.STEP, table, match, ask.id, placed[:-1])
        ways.append(button("Take it back", back))
    if open_spots:
        # a picture shows which one of them it is
        item = item_text(prompt.items[len(placed)])
        if pictured:
            line = "{item}." if now is None else _("{item} adds:")
        else:
            line = _("Card {n} of {all}, {item}.") if now is None else _("Card {n} of {all}, {item}, adds:")
        words.append(line.format(item=item, n=len(placed) + 1, all=len(prompt.items)))
        best, others = _spot_controls(table, match, ask, prompt, placed, now, BEST - len(ways))
    else:
        place = custom_ids.answer(Kind.ANSWER, table, match, ask.id, placed)
        best, others = [button("Place them", place, GREEN)], []
    above = [text("\n".join(words))] if words else []
    return [*above, *others, *rows([*best, *ways])]


def _spot_controls(
    table: int,
    match: int,
    ask: OpenAsk,
    prompt: Place,
    placed: Sequence[Sequence[int]],
    now: int | None,
    most: int,
) -> tuple[list[Json], list[Json]]:
    """Return buttons for the places that add most, the nearest first, and a select of all others."""
    pile_at, open_spots = cells(prompt.after(placed)), prompt.spots(placed)
    span = area([*pile_at, *open_spots])
    near = _near(pile_at, prompt.span)
    last = len(placed) + 1 == len(prompt.items)
    gains = _gains(prompt, placed)

    def name(spot: Spot) -> str:
        under = f" {item_mark(pile_at[spot][-1])}" if spot in pile_at else ""
        adds = "" if now is None else f" {signed(gains[spot])}"
        return f"{spot_name(spot, *span)}{under}{adds}"

    def made(spot: Spot) -> Json:
        kind = Kind.ANSWER if last else Kind.STEP
        return button(name(spot), custom_ids.answer(kind, table, match, ask.id, [*placed, list(spot)]))

    ranked = sorted(open_spots, key=lambda spot: (-gains[spot], spot not in near))
    best = ranked[:most] if len(ranked) > most + 1 else ranked
    rest = [option(name(spot), f"{spot[0]},{spot[1]}") for spot in open_spots if spot not in best]
    step = custom_ids.answer(Kind.STEP, table, match, ask.id, placed)
    return [made(spot) for spot in open_spots if spot in best], [
        select(_("Another place"), step, rest)
    ] if rest else []


def _gains(prompt: Place, placed: Sequence[Sequence[int]]) -> dict[Spot, int]:
    """Return how much each open place would add to the worth of the grid with the next item on it."""
    worth = prompt.worth
    now = 0 if worth is None else worth(prompt.after(placed))
    return {
        spot: 0 if worth is None else worth(prompt.after([*placed, spot])) - now
        for spot in prompt.spots(placed)
    }


def best_spots(prompt: Place, draft: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return the places that add most for the next item, and what that is; nothing where none of them stands out."""
    placed = forced(prompt, draft)
    if prompt.worth is None or len(placed) == len(prompt.items):
        return ()
    gains = _gains(prompt, placed)
    most = max(gains.values())
    best = [spot for spot, gain in gains.items() if gain == most]
    if most <= 0 or len(best) > BEST:
        return ()
    span = area([*cells(prompt.after(placed)), *gains])
    places = listed([spot_name(spot, *span) for spot in best], "or")
    return _("Best for this card: {places}").format(places=places), signed(most)


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
