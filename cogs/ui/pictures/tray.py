"""The lower band of a picture: the viewer's own cards, large, and the one thing to decide."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from bot.face.art import pieces
from bot.face.art.drawing import LEAST_TEXT, Part
from bot.face.art.palette import CREAM, DIM, GOLD, PLATE, SEAM, SOFT
from bot.face.table.facts import is_die
from bot.face.text.card_names import drawn_as, item_name, short_name
from bot.face.text.templates import word
from bot.language import _, with_label
from cogs.ui.pictures import items
from cogs.ui.pictures.decision import Decision, Held

TOP, HIGH = 488, 212
"""Where the tray begins, and how high it is."""
LOW = 132
FEW = 5
"""So many cards leave room for words beside them."""
EDGE, RIGHT = 24, 756
ASKED = (38, 34, 30, 27, 24)
"""The sizes of a question, the largest that has room is taken."""
LIVES = 26
"""The height of the line of what is left to the viewer."""
REST = 25
"""The size of what a question tells besides."""
LEAST_ASKED, LEAST_SIDE = 26, 22
"""The least sizes of a question and of the words beside it, in one line."""
HEAPS = ((84, 18, 10), (72, 12, 10), (66, 12, 10), (58, 9, 8), (48, 8, 6))
"""The width of stacked cards, how far each is from the next of its stack, and a stack from the next one."""
MOST_HEAPED = 480
"""The width of all stacks: so much leaves room for words."""
LIFT = 14
"""How far a card that may be played stands above the others."""


def height(decision: Decision) -> int:
    """Return how high the tray is: low where there is nothing to hold."""
    return HIGH if decision.held or decision.prospects is not None else LOW


def tray(decision: Decision) -> tuple[Part, ...]:
    """Return the tray of a player."""
    parts = list(pieces.tray(TOP, height(decision), decision.time))
    held = decision.held
    if decision.prospects is not None and decision.prospects.rows:
        return (*parts, *_prospects(decision))
    if decision.titled:
        return (*parts, *_titled(decision))
    if not held:
        return (*parts, *_words(decision, EDGE + 6))
    if decision.layout == "heap":
        right = _heaps(parts, held)
        return (*parts, *_words(decision, right))
    if len(held) <= FEW:
        right = _few(parts, held)
        return (*parts, *_words(decision, right), *_lives(decision, right))
    return (*parts, *_many(decision))


# ---- the cards


def _few(parts: list[Part], held: Sequence[Held]) -> float:
    """Add a few large cards or dice; return where the words beside them begin."""
    dice = all(is_die(each.item) for each in held)
    many = len(held)
    labelled = any(each.below for each in held)
    if dice:
        w = 108 if many <= 2 else 96 if many == 3 else 84
    else:
        w = (132 if not labelled else 114) if many <= 2 else 112 if many == 3 else 96 if many == 4 else 82
    step = w + (12 if many <= 3 else 6)
    some_stand = any(each.dim for each in held) or (any(each.gold for each in held) and many > 2)
    high = w if dice else w * items.TALL
    y = TOP + (HIGH - high - (24 if labelled else 0)) / 2 + 2
    x, ends = 28.0, 0.0
    for at, each in enumerate(held):
        lift = LIFT if some_stand and not each.dim and (each.gold or not any(h.gold for h in held)) else 0
        turn = items.LEAN[at % 4] if many <= 3 else 0
        parts += items.item(x, y - lift / 2, w, each.item, turn=turn, gold=each.gold, dim=each.dim)
        parts += _marks(each, x, y - lift / 2, w, high, step - 4 if many > 1 else 150)
        if each.group and (not at or held[at - 1].group != each.group):
            parts += pieces.text(x + 4, y + high + 26, each.group, 22, SOFT, widest=step * 2)
            ends = x + pieces.length(each.group, 22) + 16
        x += step
        if each.group and at + 1 < many and held[at + 1].group not in ("", each.group):
            # the name of the next one begins there
            x = max(x, ends)
    return x + 22


def _marks(each: Held, x: float, y: float, w: float, high: float, room: float) -> tuple[Part, ...]:
    parts: list[Part] = []
    if each.label:
        parts += pieces.tag(x + w, y, each.label)
    if each.below:
        nothing = each.below in ("0", "+0")
        words = pieces.clause(each.below, room)
        if pieces.length(words, LEAST_TEXT, bold=True) > room:
            # what it pays
            words = words.rpartition(" ")[2]
        parts += pieces.text(
            x + w / 2,
            y + high + 24,
            words,
            24,
            DIM if nothing else GOLD,
            bold=True,
            anchor="middle",
            widest=room,
        )
    return tuple(parts)


def _many(decision: Decision) -> tuple[Part, ...]:
    """Return a hand over the whole width, and one line of words below it."""
    held = decision.held
    dice = all(is_die(each.item) for each in held)
    room = RIGHT - EDGE + 12
    w = min(92.0 if not dice else 76.0, (room + 0.0) / min(len(held), 8) - 8)
    step = min(w + 10, (room - w) / max(1, len(held) - 1))
    start = 390 - (w + step * (len(held) - 1)) / 2
    labelled = any(each.below for each in held) and step > 34
    some_dim = any(each.dim for each in held)
    chosen = any(each.gold for each in held)
    named = 0.0
    parts: list[Part] = []
    top = TOP + (20 if not dice else 40)
    high = w if dice else w * items.TALL
    if labelled:
        w_fit = min(w, 84)
        start += (w - w_fit) / 2
        w, high = w_fit, w_fit if dice else w_fit * items.TALL
    for at, each in enumerate(held):
        x = start + step * at
        stands = (some_dim and not each.dim) or each.gold
        y = top + (LIFT if (some_dim or chosen) and not stands else 0)
        # clear of the numbers below them
        y -= LIFT if (some_dim or chosen) and labelled else 0
        seen = step if step < w and at < len(held) - 1 else 0
        parts += items.item(x, y, w, each.item, gold=each.gold, dim=each.dim, seen=seen)
        if each.group and (not at or held[at - 1].group != each.group):
            # below the first of its group, or further on where the name before it takes that room
            named = max(x + 4, named)
            parts += pieces.text(named, y + high + 26, each.group, 22, SOFT, widest=step * 3)
            named += min(pieces.length(each.group, 22), step * 3) + 14
    if not dice:
        parts += pieces.band(TOP + 160, HIGH - 162)
    for at, each in enumerate(held if labelled else ()):
        x = start + step * at
        nothing = each.below in ("0", "+0")
        parts += pieces.text(
            x + min(w, step) / 2,
            top + high + 24,
            each.below.split(" ")[0],
            24,
            DIM if nothing else GOLD,
            bold=True,
            anchor="middle",
            widest=step + 8,
        )
    y = TOP + (197 if labelled else 192)
    lead, rest = in_order(decision.ask)
    ask = decision.price or lead or decision.waits
    sides = [decision.terms] if decision.price else [*decision.worth[:1], rest]
    side = " · ".join(filter(None, sides))
    left = RIGHT - EDGE - 20 - pieces.length(ask, LEAST_ASKED, bold=True)
    if pieces.length(side, LEAST_SIDE) > left:
        # the question is whole, and what else there is to say is told as far as it has room
        side = next((each for each in sides if each and pieces.length(each, LEAST_SIDE) <= left), "")
    ask_room = RIGHT - EDGE - (pieces.length(side, LEAST_SIDE) + 20 if side else 0)
    words, size = pieces.fit(ask, 31, ask_room, bold=True)
    parts += pieces.text(EDGE, y, words, size, GOLD if not decision.waits else SOFT, bold=True)
    if side:
        used = pieces.length(words, size, bold=True)
        parts += pieces.text(RIGHT, y, side, 25, CREAM, anchor="end", widest=RIGHT - EDGE - 16 - used)
    return tuple(parts)


def _heaps(parts: list[Part], held: Sequence[Held]) -> float:
    """Add a hand of few kinds of cards, equal ones stacked with their number; return where the words begin."""
    counts = Counter(each.item for each in held)
    gold = {each.item for each in held if each.gold}
    dim = {each.item for each in held if each.dim}
    backs = sum(min(n, 3) - 1 for n in counts.values())
    w, stack, gap = next(
        (each for each in HEAPS if len(counts) * (each[0] + each[2]) + backs * each[1] <= MOST_HEAPED),
        HEAPS[-1],
    )
    x = 28.0
    for key, n in counts.items():
        shown = min(n, 3)
        for k in range(shown):
            parts += items.item(
                x + stack * k, TOP + 34 - (8 if key in gold else 0), w, key, gold=key in gold, dim=key in dim
            )
        right = x + stack * (shown - 1) + w
        parts += pieces.count(right - 4, TOP + 34, n)
        x = right + gap
    return max(x + 14, 500)


def _titled(decision: Decision) -> tuple[Part, ...]:
    """Return cards that are known by their titles: those to play large with their titles, the others slim."""
    held = decision.held
    live = [each for each in held if not each.dim]
    slim = [each for each in held if each.dim]
    asked = bool(decision.ask)
    top = TOP + (50 if asked else 22)
    parts: list[Part] = []
    if asked:
        parts += pieces.text(EDGE - 4, TOP + 36, decision.ask, 29, GOLD, bold=True, widest=736)
    else:
        parts += pieces.text(EDGE - 4, TOP + 36, decision.waits, 27, SOFT, widest=736)
        top = TOP + 50
    unplayable = asked and not live
    if not live or not asked:
        live, slim = list(held), []
    slim_w = 46.0
    room = 744 - len(slim) * (slim_w + 8)
    w = min(148.0, room / max(1, len(live)) - 8)
    if w < 98 and slim:
        # too many to read beside the others: those stack up
        slim_w = 30.0
        room = 744 - len(slim) * (slim_w + 4)
        w = min(148.0, room / max(1, len(live)) - 8)
    x = 18.0
    for each in live:
        title, short, face = item_name(each.item), short_name(each.item), drawn_as(each.item)
        parts += pieces.titled_card(x, top, w, 152, title, face, short=short, gold=each.gold, dim=unplayable)
        x += w + 8
    for each in slim:
        parts += items.item(x, top + 40, slim_w, each.item, dim=True)
        x += slim_w + 6
    return tuple(parts)


# ---- the words


def _words(decision: Decision, x: float) -> tuple[Part, ...]:
    """Return the words beside the cards: what the hand is worth, then in gold what is asked, and what it costs."""
    parts: list[Part] = []
    room = RIGHT - x
    y = TOP + 12.0
    # what the best answer brings begins with what the hand is worth now
    worth = () if decision.best else decision.worth
    lead, rest = in_order(decision.ask)
    if height(decision) == LOW and (decision.price or (worth and rest)):
        large = 56 if decision.price else ASKED[0]
        parts += pieces.text(
            x, TOP + 66, decision.price or lead, large, GOLD, bold=True, widest=470, least=30
        )
        parts += pieces.text(x, TOP + 108, decision.terms if decision.price else rest, 28, CREAM, widest=470)
        parts += pieces.text(RIGHT, TOP + 66, worth[0] if worth else "", 33, CREAM, anchor="end", widest=250)
        return tuple(parts)
    if worth:
        large = 36 if decision.price else 33 if decision.ask else 40
        if pieces.length(worth[0], 27, bold=True) <= room:
            words, size = pieces.fit(worth[0], large, room, bold=True)
            y += size + 6
            parts += pieces.text(x, y, words, size, CREAM, bold=True)
        else:
            shown = pieces.wrapped(x, y + 28, worth[0], 24, CREAM, widest=room, most=3, step=28)
            parts += shown
            y += 28 * len(shown)
        for more in worth[1:2]:
            y += 33
            parts += pieces.text(x, y, _whole_or_first(more, room), 27, SOFT, widest=room)
        y += 10
    if decision.price:
        base = max(y + 52, TOP + 144)
        if pieces.length(decision.price, 30, bold=True) <= room:
            parts += pieces.text(x, base, decision.price, 56, GOLD, bold=True, widest=room, least=30)
        else:
            parts += pieces.wrapped(
                x, base - 30, decision.price, 30, GOLD, widest=room, most=2, step=34, bold=True
            )
        # what the viewer has left stands in the message, too
        terms = _whole_or_first(decision.terms, room)
        parts += pieces.text(x, max(y + 90, TOP + 184), terms, 28, CREAM, widest=room)
        return tuple(parts)
    if lead and decision.best:
        large = _largest(lead, (34, 30, 27, 24), room, most=2)
        parts += pieces.wrapped(x, y + 40, lead, large, GOLD, widest=room, most=2, bold=True, step=38)
        return (*parts, *_best(decision.best, x, room))
    if lead:
        bottom = TOP + height(decision) - 10 - (LIVES if decision.lives is not None else 0)
        return (*parts, *_question(lead, rest, x, y, bottom, alone=not worth))
    parts += pieces.wrapped(x, y + 42, decision.waits, 30, SOFT, widest=room, most=2)
    return tuple(parts)


def _whole_or_first(words: str, room: float) -> str:
    """Return words, or the first of the parts between dots if there is no room for all of them."""
    return words if pieces.length(words, LEAST_TEXT) <= room else words.partition(" · ")[0]


def _lives(decision: Decision, x: float) -> tuple[Part, ...]:
    """Return what the viewer has left, as a number and in pips, below the words."""
    if decision.lives is None:
        return ()
    name, value, most = decision.lives[:3]
    words = with_label(word(name), str(value))
    wide = pieces.length(words, 23) + 14
    y = TOP + HIGH - 12
    return (
        *pieces.text(x, y, words, 23, CREAM),
        *pieces.pips(x + wide, y - 15, value, most, min(150, RIGHT - x - wide)),
    )


def _question(lead: str, rest: str, x: float, top: float, bottom: float, *, alone: bool) -> tuple[Part, ...]:
    """Return a question as large as it has room, and below it what else it tells; alone it is in the middle."""
    room = RIGHT - x
    below = len(pieces.lines(rest, REST, room, 2)) * REST * 1.25 + 8 if rest else 0
    if top + below + 2 * ASKED[-1] * 1.25 > bottom:
        # the message tells it
        rest, below = "", 0
    left = bottom - top - below
    large = _largest(lead, ASKED, room, left=left)
    most = max(1, int(left // (large * 1.25)))
    high = len(pieces.lines(lead, large, room, most, bold=True)) * large * 1.25
    y = top + max(0, (left - high) / 2 - 4) if alone else top
    return (
        *pieces.wrapped(x, y + large, lead, large, GOLD, widest=room, most=most, bold=True),
        *pieces.wrapped(x, y + high + 8 + REST, rest, REST, CREAM, widest=room, most=2),
    )


def in_order(words: str) -> tuple[str, str]:
    """Return the sentence of a question that asks, else its first one, and what else it tells."""
    sentences = re.split(r"(?<=[^\d\s][.?!]) |(?<=\d[.?!]) (?=[^\d\s])", words)
    lead = next((each for each in sentences if each.endswith("?")), sentences[0])
    rest = " ".join(each for each in sentences if each is not lead)
    return lead.removesuffix("."), rest.removesuffix(".")


def _largest(words: str, sizes: Sequence[int], room: float, *, most: int = 9, left: float = math.inf) -> int:
    """Return the first of some sizes in which bold words are whole in `most` lines that `left` is high enough for.

    The last size serves where none is.
    """
    for size in sizes[:-1]:
        shown = pieces.lines(words, size, room, 9, bold=True)
        whole = not any(each.endswith("…") for each in shown[:-1])
        if whole and len(shown) <= most and len(shown) * size * 1.25 <= left:
            return size
    return sizes[-1]


def _best(best: tuple[str, ...], x: float, room: float) -> tuple[Part, ...]:
    """Return the best answer, and below it in large what it brings: the number now, an arrow, and the number then."""
    name, brings = best
    y = TOP + HIGH - 22
    few = pieces.length(name, 22, bold=True) <= room
    large = _largest(name, (24, 22, LEAST_TEXT), room, most=2)
    parts = list(
        pieces.text(x, y - 44, name, 27, CREAM, bold=True, widest=room)
        if few
        else pieces.wrapped(x, y - 72, name, large, CREAM, widest=room, most=2, step=28, bold=True)
    )
    before, arrow, after = brings.partition(" → ")
    if not arrow:
        return (*parts, *pieces.text(x, y, brings, 40, GOLD, bold=True, widest=room))
    parts += pieces.text(x, y, before, 36, SOFT, bold=True)
    x += pieces.length(before, 36, bold=True) + 10
    parts += pieces.arrow(x, y - 12)
    x += 56
    number, _, unit = after.partition(" ")
    parts += pieces.text(x, y, number, 44, GOLD, bold=True)
    used = pieces.length(number, 44, bold=True) + 10
    if pieces.length(unit, 24) > RIGHT - x - used:
        return tuple(parts)
    return (*parts, *pieces.text(x + used, y, unit, 24, SOFT))


def _prospects(decision: Decision) -> tuple[Part, ...]:
    """Return the best answers side by side, each with its gain, its chance and its cost, and the question."""
    assert decision.prospects is not None
    parts: list[Part] = []
    for at, row in enumerate(decision.prospects.rows[:3]):
        x = EDGE + 194 * at
        edge, wide = (GOLD, 4) if at == 0 else (SEAM, 1.5)
        parts += pieces.panel(x, TOP + 22, 184, 168, fill=PLATE, edge=edge, thick=wide)
        chance = (
            _("1 in {n}").format(n=round(row.of / row.hits))
            if row.hits and row.of / row.hits >= 1.5
            else _("{hits} of {n}").format(hits=row.hits, n=row.of)
        )
        for y, words, size, fill, bold in (
            (TOP + 56, word(row.name), 25, CREAM, True),
            (TOP + 112, f"+{row.gain}", 50, GOLD, True),
            (TOP + 148, chance, 27, CREAM, True),
            (TOP + 178, _("wrong: −{cost}").format(cost=row.cost), 21, SOFT, False),
        ):
            parts += pieces.text(x + 92, y, words, size, fill, bold=bold, anchor="middle", widest=172)
    large = _largest(decision.ask, (30, *ASKED[3:], LEAST_TEXT), 144, left=150)
    parts += pieces.wrapped(
        616, TOP + 60, decision.ask, large, GOLD, widest=144, most=150 // large, bold=True, step=large + 4
    )
    return tuple(parts)
