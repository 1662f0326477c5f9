"""The result card: who won, with what, what decided it, and what it cost the others; the same for everyone.

It is drawn of the ending of a match, or of one game of a night while that is told. Nothing stands on it but what every
viewer may know: cards that were folded or never shown stay hidden.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from math import copysign
from typing import NamedTuple

from bot.face.art import pieces, svg
from bot.face.art.drawing import LEAST_TEXT, TALL, Drawing, Part
from bot.face.art.palette import CREAM, DIM, GOLD, PLATE, SEAM, SOFT
from bot.face.table.facts import PlainRenderer, is_die, renderer_of
from bot.face.table.hands import shown_items
from bot.face.table.headline import money_kind_of
from bot.face.table.names import names_of
from bot.face.table.outcome import (
    LEADS,
    change_words,
    find_outcome,
    gain_words,
    headline_text,
    short_reason,
    worth,
)
from bot.face.table.stakes import for_points
from bot.face.text.signs import signed
from bot.language import N_, _, number, with_label
from bot.tables.money.among_payers import SETTLED
from bot.tables.view import TableView
from cogs.ui.card_parts import crowned, foot, halves, night, plaque_of, short_title, two_lines
from cogs.ui.components import MOST_ALT
from cogs.ui.pictures import items
from cogs.ui.pictures.picture import Picture
from cogs.ui.podium import Stand, podium, steps_of
from games.engine.result import SCORES
from games.engine.scene import Highlights, ResultRow, Scene, SceneOutcome, Timeline

TOP = 384
"""Where the plaque of the decisive moment begins."""
MOST_CHANGE = 190.0
"""The width of what a seat has won or lost, in a line of the whole width."""
REASONS = (27, 25, 24, 23, 22)
"""The sizes of what befell the others: the largest in which it fits for all of them."""
ITEM = 38
"""The room of a card or die on the panel of a seat."""
MOST_CURVES = 5
GAMES_IN_A_ROW = 7
"""The most games of a night in a row; of more than two rows the last are shown."""
FOOT = 44
"""The height of the last line."""
DEGREES = {
    "big": N_("A big one"),
    "perfect": N_("Perfect"),
    "upset": N_("Against the odds"),
    "comeback": N_("From far behind"),
    "broke": N_("Everyone else is broke"),
    "tie": N_("A tie"),
    "all_out": N_("The house wins"),
}
"""The words above the winner, by the degree of the ending."""


class Facts(NamedTuple):
    """The facts of a result card: the ending, and the open cards or dice of each seat."""

    title: str
    theme: str
    outcome: SceneOutcome
    winners: tuple[int, ...]
    rows: Sequence[ResultRow]
    held: Mapping[int, tuple[str, ...]]
    renderer: PlainRenderer
    computers: frozenset[int]
    money: bool
    course: Sequence[Mapping[int, int]]
    games: Sequence[tuple[str, Mapping[int, int]]]
    """The games of a night: title, and what each brought every seat."""
    foot: str

    @property
    def highlights(self) -> Highlights:
        """The decisive moment of the game."""
        return self.outcome.highlights

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.renderer.name(seat)

    def score(self, row: ResultRow) -> int | None:
        """Return the score of a seat where the game is about scores."""
        if self.course:
            return next((step[row.seat] for step in reversed(self.course) if row.seat in step), None)
        return row.points if any(each.points for each in self.rows) and not self.money else None


def result_picture(view: TableView) -> Picture | None:
    """Return the card of an ending; None while nothing has ended, and where pictures are switched off."""
    outcome = find_outcome(view.scene)
    if view.scene is None or outcome is None or view.revealing or not view.table.settings.pictures:
        return None
    facts = _facts(view, view.scene, outcome, renderer_of(view))
    aloud = facts._replace(renderer=renderer_of(view, drawn=False))
    return Picture(_drawing(facts), alt_text(aloud))


def _facts(view: TableView, scene: Scene, outcome: SceneOutcome, renderer: PlainRenderer) -> Facts:
    winners = tuple(row.seat for row in outcome.rows if row.place == 1)
    if not winners:
        winners = tuple(row.seat for row in outcome.rows if worth(row) > 0)
    everyone = view.table.everyone
    free = view.free and money_kind_of(view) != "points" and view.table.kind.hosted
    return Facts(
        _(outcome.title or view.game.title),
        view.game.theme,
        outcome,
        winners,
        outcome.rows,
        {row.seat: shown_items(scene, row.seat) for row in outcome.rows},
        renderer,
        frozenset(n for n, seat in everyone.items() if seat.computer and seat.guest is None),
        money_kind_of(view) != "points",
        *_course(scene, outcome),
        _("played for fun") if free else _who_paid_nothing(outcome, renderer),
    )


def _who_paid_nothing(outcome: SceneOutcome, renderer: PlainRenderer) -> str:
    """Return who played for points among those who paid, since their change is no money; empty if nobody did."""
    seats = [seat for note in outcome.notes if note.text == SETTLED for seat in note.values["seats"]]
    return for_points([renderer.name(seat) for seat in seats]) if seats else ""


def _course(
    scene: Scene, outcome: SceneOutcome
) -> tuple[Sequence[Mapping[int, int]], Sequence[tuple[str, Mapping[int, int]]]]:
    """Return the scores step by step as the game has told them, and what each game of a night brought."""
    course = [dict(step) for step in outcome.highlights.course]
    money = next((block for block in scene.blocks if scene.over and isinstance(block, Timeline)), None)
    if money is None or not course:
        return course, ()
    (_start, first), *steps = money.steps
    # a late-comer began with as much as the others
    before = dict.fromkeys(dict(steps[-1][1]), first[0][1]) | dict(first)
    games = list[tuple[str, Mapping[int, int]]]()
    for (title, _held), after in zip(steps, course, strict=True):
        games.append((title, {seat: score - before[seat] for seat, score in after.items()}))
        before |= after
    return course, games


# ---- drawing


def _drawing(facts: Facts) -> Drawing:
    scores = [facts.score(row) for row in facts.rows]
    podium = len(facts.rows) > 1 and all(score is not None for score in scores)
    parts: list[Part] = [*pieces.rays(facts.theme, x=_light(facts, podium), y=172)]
    parts += night(TOP + 40 if podium else TOP + 4)
    if podium:
        parts += _podium(facts)
    elif len(facts.winners) == 1:
        parts += _winner(facts, facts.winners[0])
    else:
        parts += _several(facts)
    y = TOP + 54 if podium else TOP
    plaque = _plaque(facts, y)
    parts += plaque
    y += 86 if plaque else 0
    if podium and facts.games:
        parts += _games(facts, y)
        tall = y + 176
    elif podium and len(facts.course) > 1:
        parts += _chart(facts, y)
        tall = y + 176
    elif podium:
        tall = y + 44
    else:
        is_above = len(facts.winners) == 1 or _shared_reason(facts) or _has_hands_above(facts)
        rows = [row for row in facts.rows if not is_above or row.seat not in facts.winners]
        drawn, bottom = _others(facts, rows, y)
        parts += drawn
        tall = round(bottom + 44)
    parts += foot(tall - 20, facts.foot or _("the whole match is in Look back"))
    return Drawing(tall, tuple(parts), facts.theme)


def _light(facts: Facts, podium: bool) -> float:
    """Return where the rays begin: behind the winner."""
    if podium:
        return steps_of(len(facts.rows))[0][0]
    alone = len(facts.winners) == 1 and facts.held[facts.winners[0]]
    return 204 if alone else 390


def _winner(facts: Facts, seat: int) -> list[Part]:
    """Return the only winner at the left, and at the right the cards or dice that did it."""
    row = next(row for row in facts.rows if row.seat == seat)
    held, name, hue, gain = facts.held[seat], facts.name(seat), pieces.person_hue(seat), gain_words(row)
    x, room, y, r = (204, 340, 172, 70) if held else (390, 700, 162, 64)
    degree = _(DEGREES.get(facts.outcome.degree, ""))
    lower = 16 if degree else 0
    # gembones of two sizes take two lines, rather than small letters
    in_two = pieces.length(gain, 34, bold=True) > room
    if in_two and not degree:
        y, r = 158, 60
    parts = [*crowned(x, y + lower * 0.6, r - lower, name, hue)]
    if degree:
        parts += pieces.plaque(x, 34, degree, 25, GOLD, bold=True)
    base = 282 if in_two or not held else 300
    parts += pieces.text(x, base, name, 58, CREAM, bold=True, anchor="middle", widest=room, least=30)
    for at, words in enumerate(halves(gain) if in_two else (gain,)):
        down, size = (44 + 38 * at, 36) if in_two else (50, 46)
        parts += pieces.text(x, base + down, words, size, GOLD, bold=True, anchor="middle", widest=room)
    if not held:
        if row.reason is not None:
            short = short_reason(row.reason, facts.renderer)
            parts += pieces.text(390, 366, short, 27, SOFT, anchor="middle", widest=700)
        parts += pieces.text(756, 42, facts.title, 23, SOFT, anchor="end", widest=300 if not degree else 210)
        return parts
    parts += pieces.text(756, 42, facts.title, 23, SOFT, anchor="end", widest=360)
    parts += _hand(held, 571, 170 if len(held) > 4 else 178)
    why = _why(facts, row)
    why = why[:1].upper() + why[1:]
    head, rest = _first_part(why)
    pot = _("pot {n}").format(n=number(facts.highlights.pot)) if facts.highlights.pot else ""
    low = " · ".join(filter(None, (rest, pot)))
    if max(pieces.length(head, LEAST_TEXT, bold=True), pieces.length(low, LEAST_TEXT)) > 360:
        if not fits_in_lines(why, 24, 370, 3):
            # the first of several throws is the best one
            why = why.partition("; ")[0]
        sizes = ((28, 2), (26, 2), (24, 3), (LEAST_TEXT, 3))
        large = next((n for n, most in sizes if fits_in_lines(why, n, 370, most)), LEAST_TEXT)
        return [*parts, *pieces.wrapped(571, 316, why, large, CREAM, widest=370, most=3, anchor="middle")]
    parts += pieces.text(571, 322, head, 32, CREAM, bold=True, anchor="middle", widest=360)
    parts += pieces.text(571, 358, low, 27, SOFT, anchor="middle", widest=370)
    return parts


def _hand(held: Sequence[str], cx: float, cy: float) -> list[Part]:
    """Return cards or dice, large where there are few, in two rows where there are many; cx, cy is their middle."""
    dice = all(map(is_die, held))
    rows = [held] if len(held) <= 4 else [held[: (len(held) + 1) // 2], held[(len(held) + 1) // 2 :]]
    if dice:
        size = {1: 156, 2: 136, 3: 116}.get(len(held), 84)
    else:
        size = {1: 150, 2: 140, 3: 112, 4: 84}.get(len(held), 78 if len(held) <= 8 else 74)
    tall = size if dice else size * items.TALL
    gap = 10
    y = cy - (tall * len(rows) + gap * (len(rows) - 1)) / 2
    parts: list[Part] = []
    for row in rows:
        gold = frozenset(range(len(row))) if len(held) <= 2 else frozenset()
        parts += items.row(cx, y, row, size, 350, gold=gold)
        y += tall + gap
    return parts


def _several(facts: Facts) -> list[Part]:
    """Return several winners side by side, or the house where nobody has won."""
    parts = [*pieces.text(756, 42, facts.title, 23, SOFT, anchor="end", widest=300)]
    head, why, hands = _shared_headline(facts), _shared_reason(facts), _has_hands_above(facts)
    large = _together(facts)
    if facts.winners:
        parts += pieces.text(24, 48, large, 38, GOLD, bold=True, widest=420)
    else:
        rolled = facts.highlights.items
        house = bool(rolled) and is_die(rolled[0])
        parts += _hand(rolled, 390, 152) if house else pieces.sign("house", 390, 150, 130, GOLD)
        base = 322 if head else 340
        parts += pieces.text(390, base, large, 46, GOLD, bold=True, anchor="middle", widest=720)
    step = min(330 if hands else 220, 732 / max(1, len(facts.winners)))
    r, y = (46, 134) if hands else (min(60, step * 0.36), 162)
    for at, row in enumerate(row for row in facts.rows if row.seat in facts.winners):
        x, name = 390 + step * (at - (len(facts.winners) - 1) / 2), facts.name(row.seat)
        parts += crowned(x, y, r, name, pieces.person_hue(row.seat))
        parts += pieces.name(x, y + r + 34, name, 32, anchor="middle", widest=step - 8)
        change, held = _change(facts, row, step - 8), facts.held[row.seat]
        parts += pieces.text(x, y + r + 70, change, 34, GOLD, bold=True, anchor="middle", widest=step - 8)
        if hands:
            wide = min(56, (step - 30) / len(held) - 4) if is_die(held[0]) else 46
            parts += items.row(x, y + r + 84, held, wide, step - 30)
            own = "" if why else _fitting(_why(facts, row), step - 16, LEAST_TEXT)
            parts += pieces.text(x, 364, own, 25, SOFT, anchor="middle", widest=step - 16)
    low = why or ("" if hands else head)
    if pieces.length(low, 24) > 720:
        return parts + two_lines(390, 349, low, 24, 730, anchor="middle")
    size, fill = (30, CREAM) if why else (27, SOFT)
    return [*parts, *pieces.text(390, 362, low, size, fill, bold=bool(why), anchor="middle", widest=730)]


def _has_hands_above(facts: Facts) -> bool:
    """Return whether there's room for the cards or dice of several winners, each below their face."""
    return 1 < len(facts.winners) <= 3 and all(facts.held[seat] for seat in facts.winners)


def _shared_reason(facts: Facts) -> str:
    """Return the reason of all winners, if they share one."""
    why, *others = {_why(facts, row) for row in facts.rows if row.seat in facts.winners} or {""}
    why = "" if others else why
    return why[:1].upper() + why[1:]


def _shared_headline(facts: Facts) -> str:
    """Return what the headline adds to faces, words and plaque of a card of several winners."""
    head, moment = plain_headline(facts), facts.highlights.moment
    if facts.winners:
        # the faces and the words above say who
        head = re.split(r"[.!] ", head, maxsplit=1)[-1]
    # what the plaque tells is left out
    return "" if moment is not None and figures(head) <= figures(facts.renderer.say(moment)) else head


def figures(words: str) -> frozenset[str]:
    """Return the numbers in a sentence."""
    return frozenset(re.findall(r"\d+", words))


def _together(facts: Facts) -> str:
    """Return the largest words: how the game went for all together."""
    degree = facts.outcome.degree
    if not facts.winners and degree != "nothing":
        # what one has rolled may be perfect while all of them lose, and the plaque tells it
        degree = "all_out" if any(worth(row) < 0 for row in facts.rows) else "nothing"
    if degree == "nothing":
        return _("Nothing won, nothing lost")
    if degree in DEGREES:
        return _(DEGREES[degree])
    if len(facts.winners) == len(facts.rows):
        return _("All ahead")
    return _("{n} come out ahead").format(n=len(facts.winners))


def _podium(facts: Facts) -> list[Part]:
    """Return the first three on steps, and all others at the right."""
    degree = _(DEGREES.get(facts.outcome.degree, ""))
    if not degree:
        parts = [*pieces.text(390, 46, facts.title, 32, CREAM, anchor="middle", serif=True, widest=700)]
    else:
        parts = [*pieces.text(24, 46, facts.title, 30, CREAM, serif=True, widest=480)]
        parts += pieces.text(756, 44, degree, 25, GOLD, bold=True, anchor="end", widest=220)
    stands = [
        Stand(
            facts.name(row.seat),
            pieces.person_hue(row.seat),
            f"{facts.score(row):,}".replace("-", "−"),
            _aside(facts, row),
            row.place == 1,
            row.seat in facts.computers,
        )
        for row in sorted(facts.rows, key=lambda row: (row.place is None, row.place or 0))
    ]
    return [*parts, *podium(stands)]


def _aside(facts: Facts, row: ResultRow) -> str:
    """Return what a reason says beside the score: `4 of 6 predictions exact`, or what the match has paid."""
    if facts.money and any(row.change.values()):
        return change_words(row.change)
    if row.reason is None or facts.games:
        return ""
    return short_reason(row.reason, facts.renderer).partition(", ")[2].split(" · ")[0]


def _plaque(facts: Facts, y: float) -> tuple[Part, ...]:
    """Return the plaque of the decisive moment; nothing without one."""
    found = facts.highlights
    if found.moment is None:
        return ()
    then = facts.renderer.say(found.then) if found.then is not None else ""
    if pieces.length(then, 20) > 640:
        # its last clause says who
        then = then.rpartition(": ")[2]
    if pieces.length(then, 20) > 640:
        # half a sentence tells less than none: what it lists is drawn, or stands below
        then = ""
    large = [sorted(facts.held[seat]) for seat in facts.winners[:1]] if len(facts.winners) == 1 else []
    # what is drawn large already needs no second picture
    shown = list(found.items[:5]) if facts.winners and sorted(found.items) not in large else []
    if not shown:
        return plaque_of(y, facts.renderer.say(found.moment), then)
    wide = 46 if is_die(shown[0]) else 40
    step = wide + 4 if len(shown) < 4 else 30
    drawn: list[Part] = []
    for at, key in enumerate(shown):
        top = y + 14 if is_die(key) else y + 8
        drawn += items.item(40 + step * at, top, wide, key)
    return plaque_of(y, facts.renderer.say(found.moment), then, drawn, step * (len(shown) - 1) + wide + 12)


def _chart(facts: Facts, y: float) -> tuple[Part, ...]:
    """Return the course of the scores, the winner's line first."""
    ranked = sorted(facts.rows, key=lambda row: (row.place is None, row.place or 0))[:MOST_CURVES]
    courses = []
    for row in ranked:
        values = [step.get(row.seat, 0) for step in facts.course]
        courses.append((facts.name(row.seat), values, f"{values[-1]:,}".replace("-", "−")))
    return pieces.chart(40, y, 500, 124, courses)


def _games(facts: Facts, y: float) -> list[Part]:
    """Return what each of a night's last games brought: who gained most, and a bar for each seat, best first."""
    games = facts.games[-2 * GAMES_IN_A_ROW :]
    half = len(games) if len(games) <= GAMES_IN_A_ROW else -(-len(games) // 2)
    rows = [row for row in (games[:half], games[half:]) if row]
    heights = [_height(gain) for _title, gains in games for gain in gains.values()]
    bounds = min(0.0, *heights), max(1.0, *heights)
    ranked = sorted(facts.rows, key=lambda row: (row.place is None, row.place or 0))
    high, parts = 136 / len(rows) - 6, list[Part]()
    for line, row in enumerate(rows):
        wide, top = 732 / len(row), y + (high + 6) * line
        for at, (title, gains) in enumerate(row):
            x = 24 + wide * at
            parts += pieces.panel(x + 3, top, wide - 6, high, fill=PLATE, edge=PLATE, r=10)
            left, bars, long = x + 10, high - 36, wide - 20
            best = max(gains, key=lambda seat: gains[seat], default=-1)
            if gains.get(best, 0) > 0:
                face = facts.name(best), pieces.person_hue(best)
                if len(rows) > 1:
                    left, long = x + 44, wide - 54
                    parts += pieces.face_disc(x + 24, top + 20, 13, *face)
                else:
                    parts += pieces.face_disc(x + 28, top + 24, 15, *face)
                    gain = signed(gains[best])
                    parts += pieces.text(x + 52, top + 32, gain, 23, GOLD, bold=True, widest=wide - 60)
                    bars -= 38
            inner = _bars([(each.seat, gains.get(each.seat, 0)) for each in ranked], long, bars, bounds)
            parts += pieces.shape(left, top + high - 30 - bars, long, bars, inner)
            name = short_title(_(title))
            parts += pieces.text(
                x + wide / 2, top + high - 7, name, 20, SOFT, anchor="middle", widest=wide - 10
            )
    return parts


def _height(gain: int) -> float:
    """Return how far a bar goes up or down: by the root, so that a small gain is seen beside a large one."""
    return copysign(abs(gain) ** 0.5, gain)


def _bars(gains: Sequence[tuple[int, int]], w: float, h: float, bounds: tuple[float, float]) -> str:
    """Return a bar for each seat, up for what it gained and down for what it lost."""
    low, high = bounds
    each = h / (high - low)
    zero, step = each * high, w / len(gains)
    inner = svg.path(f"M0,{zero:.1f} H{w:.1f}", stroke=SEAM, stroke_width=2)
    for at, (seat, gain) in enumerate(gains):
        fill = pieces.person_hue(seat) if gain > 0 else DIM
        long, thick = abs(_height(gain)) * each, min(22, step * 0.7)
        inner += svg.rect(
            at * step + (step - thick) / 2, zero - long if gain > 0 else zero, thick, long, fill=fill
        )
    return inner


def _others(facts: Facts, rows: Sequence[ResultRow], y: float) -> tuple[list[Part], float]:
    """Return the other seats with what they lost and why, a line each or in two columns, and where they end."""
    columns = 1 if len(rows) <= 3 else 2
    lines = -(-len(rows) // columns)
    gap = 7.0 if lines < 5 else 4.0
    h = 58.0 if columns == 1 else 84.0 if lines <= 2 else 60.0 if lines == 3 else 46.0
    h = min(h, (TALL - FOOT - y) / max(1, lines) - gap)
    parts: list[Part] = []
    size = _reason_size(facts, rows, columns)
    for at, row in enumerate(rows):
        top = y + (h + gap) * (at // columns)
        if columns == 1:
            parts += _line(facts, row, top, h, size)
        else:
            alone = at == len(rows) - 1 and not at % 2
            parts += _row(facts, row, 24 + 370 * (at % 2), top, 732 if alone else 362, h, size)
    return parts, y + (h + gap) * lines


def _reason_size(facts: Facts, rows: Sequence[ResultRow], columns: int) -> int:
    """Return the largest size in which every reason has room whole, so that all are written alike.

    Lines over the whole width have room for two lines of a reason, unless those are large.
    """
    rooms = [_room(facts, row) if columns == 1 else 362 - 88 for row in rows]
    whys = [_why(facts, row) for row in rows]
    for size in REASONS:
        if all(pieces.length(why, size) <= room for why, room in zip(whys, rooms, strict=True)):
            return size
    for size in REASONS[1:] if columns == 1 else ():
        if all(fits_in_lines(why, size, room) for why, room in zip(whys, rooms, strict=True)):
            return size
    return REASONS[-1]


def _room(facts: Facts, row: ResultRow) -> float:
    """Return the width between name and change in a line of the whole width."""
    name = min(200.0, pieces.length(facts.name(row.seat), 27, bold=True))
    change = _change(facts, row, MOST_CHANGE)
    used = min(MOST_CHANGE, pieces.length(change, 27, bold=True)) + 16 if change else 0
    return 742 - used - (98 + name + 18)


def _line(facts: Facts, row: ResultRow, y: float, h: float, size: int) -> list[Part]:
    """Return a seat in one line over the whole width: face, name, reason, cards, change."""
    name, room = facts.name(row.seat), _room(facts, row)
    parts = [*_face(facts, row.seat, 24, y, 732, h)]
    parts += pieces.name(98, y + h / 2 + 9, name, 27, widest=200)
    change = _change(facts, row, MOST_CHANGE)
    parts += pieces.text(742, y + h / 2 + 10, change, 27, CREAM, bold=True, anchor="end", widest=MOST_CHANGE)
    left = 98 + min(200, pieces.length(name, 27, bold=True)) + 18
    why, right = _why(facts, row), left + room
    shown = facts.held[row.seat][:7]
    item = 40 if shown and is_die(shown[0]) else 32
    spare = room - (pieces.length(why, size) + 18 if why else 0) - item
    step = min(item + 4.0, max(20.0, spare / max(1, len(shown) - 1)))
    wide = step * (len(shown) - 1) + item if shown else 0
    if shown and room - wide - 12 >= pieces.length(why, size):
        parts += items.row(right - wide / 2, y + h / 2 - items.height(shown, item) / 2, shown, item, wide)
        right -= wide + 12
    if pieces.length(why, size) > right - left and fits_in_lines(why, size, right - left) and h > 50:
        parts += two_lines(left, y + h / 2 - 5, why, size, right - left)
    else:
        words = _fitting(why, right - left, size)
        parts += pieces.text(left, y + h / 2 + 9, words, size, SOFT, widest=right - left)
    return parts


def _row(facts: Facts, row: ResultRow, x: float, y: float, w: float, h: float, size: int) -> list[Part]:
    """Return a seat on a panel of its own: face, name above the reason, cards, change."""
    name, mid, change = facts.name(row.seat), y + h / 2, _change(facts, row)
    parts = [*_face(facts, row.seat, x, y, w, h)]
    left, held, why = x + 70, facts.held[row.seat], _why(facts, row)
    room = x + w - 14 - left
    halved = h >= 50 and not _fits_in(w * 0.42, change) and _fits_in(w * 0.42, *halves(change))
    if not halved:
        change = _change(facts, row, w * 0.42)
    amounts, large = (halves(change), 22) if halved else ((change,), 27)
    widths = [pieces.length(each, large, bold=True) for each in amounts]
    used = min(max(widths), w * 0.42) + 12 if change else 0
    beside = room - used - ITEM * len(held) - 8
    rank = why.rpartition(", ")[2]
    # the cards tell the hand: how good it is follows them, so that all rows have theirs
    fits = next((each for each in (why, rank) if pieces.length(each, LEAST_TEXT) <= beside), None)
    with_items = 0 < len(held) <= 2 and fits is not None and beside > 90
    # a long reason has the second line for itself, rather than lose words to the change beside it
    widest = room - used
    whole = pieces.length(why, size)
    cut = whole > widest and (whole <= room or pieces.length(_fitting(why, widest, size), size) > widest)
    below = h >= 60 and not with_items and not halved and cut
    words = _fitting(why, room, size)
    in_two = below and h >= 80 and pieces.length(words, size) > room
    first = mid - 15 if in_two else mid - 5 if why and h >= 60 else mid + 10
    for at, each in enumerate(amounts):
        base = mid - 5 + 26 * at if halved else first if below else mid + 10
        parts += pieces.text(x + w - 14, base, each, large, CREAM, bold=True, anchor="end", widest=w * 0.42)
    room -= used
    if with_items:
        wide = min(ITEM - 4, (h - 12) / (1 if is_die(held[0]) else items.TALL))
        all_of_them = (wide + 4) * len(held)
        middle = left + room - all_of_them / 2
        parts += items.row(middle, mid - items.height(held, wide) / 2, held, wide, all_of_them)
        room -= all_of_them + 8
    if not why or h < 60:
        large = 27 if h > 50 else 25 if h > 40 else 22
        parts += pieces.name(left, mid + large / 3, name, large, widest=room)
        return parts
    parts += pieces.name(left, first, name, 27, widest=room)
    widest = room + used if below else room
    if in_two:
        parts += two_lines(left, mid + 10, why, size, widest)
    else:
        words = fits if with_items and fits else _fitting(why, widest, size)
        parts += pieces.text(left, mid + 25, words, size, SOFT, widest=widest)
    return parts


def _fits_in(room: float, *amounts: str) -> bool:
    """Return whether there is room for amounts, each in a line, at least in small letters."""
    return all(pieces.length(each, LEAST_TEXT, bold=True) <= room for each in amounts)


def _face(facts: Facts, seat: int, x: float, y: float, w: float, h: float) -> list[Part]:
    """Return the panel of a seat with its face, and a mark on that of a computer player."""
    parts = [*pieces.panel(x, y, w, h)]
    r = min(25, h * 0.38)
    parts += pieces.face_disc(x + 34, y + h / 2, r, facts.name(seat), pieces.person_hue(seat))
    if seat in facts.computers:
        parts += pieces.badge(x + 34 + r * 0.8, y + h / 2 - r * 0.7, "computer", min(13, r * 0.52))
    return parts


def _change(facts: Facts, row: ResultRow, room: float = math.inf) -> str:
    """Return what a seat has won or lost, or its score.

    Where there is no room for dice of several sizes it is their sum; tickets have none, and leave out their name.
    """
    if any(row.change.values()):
        words = change_words(row.change)
        if _fits_in(room, words):
            return words
        if not SCORES.isdisjoint(row.change):
            units = {unit: "" if unit in SCORES else f" {unit}" for unit, n in row.change.items() if n}
            return ", ".join(f"{signed(row.change[unit])}{name}" for unit, name in units.items())
        return _("{n} in all").format(n=signed(worth(row)))
    score = facts.score(row)
    return "" if score is None else f"{score:,}".replace("-", "−")


def _why(facts: Facts, row: ResultRow) -> str:
    words = short_reason(row.reason, facts.renderer) if row.reason is not None else ""
    return _("a total of {n}").format(n=words) if words.isdecimal() else words


def fits_in_lines(words: str, size: int, room: float, most: int = 2) -> bool:
    """Return True if words have room in so many lines."""
    # a cut line may keep the number at its end
    return "…" not in pieces.lines(words, size, room, most)[-1]


def _fitting(why: str, room: float, size: int) -> str:
    """Return as much of a reason as there is room for: all of it, or its first part, or its last."""
    for words in (why, _first_part(why)[0], why.partition("; ")[0], why.rpartition(", ")[2]):
        if pieces.length(words, size) <= room:
            return words
    return why


def _first_part(why: str) -> tuple[str, str]:
    """Return a reason up to its first comma, and the rest; a comma between the first dice ends no part."""
    found = re.match(r"(.*?[^\W\d_].*?), (.*)", why)
    return (found[1], found[2]) if found else (why, "")


# ---- words


def plain_headline(facts: Facts) -> str:
    """Return the headline without its sign, and without a lead that the card has in large letters."""
    words = headline_text(facts.outcome, facts.renderer)
    lead = _(LEADS.get(facts.outcome.degree, ""))
    words = "".join(letter for letter in words if ord(letter) < 0x2600 or letter.isalpha()).strip()
    words = words.removeprefix(lead)
    return words[:1].upper() + words[1:]


def alt_text(facts: Facts) -> str:
    """Return the card in words: the headline, what decided it, and each seat with its change and reason."""
    found = facts.highlights
    sentences = [facts.title, plain_headline(facts)]
    sentences += [facts.renderer.say(line) for line in (found.moment, found.then) if line is not None]
    for row in facts.rows:
        why = facts.renderer.say(row.reason) if row.reason is not None else ""
        change = change_words(row.change) if any(row.change.values()) else ""
        if change or why:
            sentences.append(with_label(facts.name(row.seat), ", ".join(filter(None, (change, why)))))
    if found.pot:
        sentences.append(_("Pot {n}").format(n=number(found.pot)))
    if facts.foot:
        sentences.append(facts.foot)
    ended = (each if each[-1] in ".!?" else f"{each}." for each in sentences if each)
    return " ".join(each[:1].upper() + each[1:] for each in ended)[:MOST_ALT]


__all__ = ["names_of", "result_picture"]
