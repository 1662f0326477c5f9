"""The drawn board of a day: the members who have played by rank, a row of moons for each, their streaks.

A moon tells how good a decision was (full: best, half: close, new: missed) and nothing of what it was about, so that
the board spoils nobody's try.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.face.art import svg
from bot.face.art.drawing import LEAST_TEXT, WIDE, Drawing, Part, Stamp, draw
from bot.face.art.palette import BRONZE, CREAM, DIM, GOLD, NIGHT, PLATE, SEAM, SOFT
from bot.face.art.pieces import (
    clause,
    crown,
    emblem,
    face_disc,
    length,
    lines,
    panel,
    person_hue,
    sign,
    text,
    wrapped,
)
from bot.face.text.emoji_text import without_emoji
from bot.language import N_, _
from bot.members.names import visible_name
from cogs.daily.days import Streak
from cogs.daily.painter import (
    BOARD,
    PARTED,
    parted_choices,
    parting_picture,
    parting_words,
    result_words,
    score_words,
)
from cogs.daily.rows import DailyResult
from cogs.daily.service import DayOfPlace
from cogs.daily.signs import BEST, CLOSE, MISSED
from cogs.daily.standing import ranks
from cogs.ui.components import MOST_ALT, AttachmentFile
from cogs.ui.pictures.picture import Picture

EDGE = 24
"""The margin at both sides."""
HEAD, FOOT = 92, 46
"""The heights above and below the rows."""
ROOMY, CLOSE_SET = 5, 10
"""The most rows with room between them, and the most rows at all."""
SIGNS_AT, SIGNS_WIDE = 352, 218
"""The left end of a row of moons, and its width."""
LARGEST_SIGN = 26
"""The width of a moon with its gap, where there is room."""
SAID, LINE = 26, 32
"""The size of a choice at the parting, and the height of each of its lines."""
LEGEND = ((BEST, N_("best")), (CLOSE, N_("close")), (MISSED, N_("missed")))


class BoardPicture(NamedTuple):
    """A picture of a board with the name of its file, and the words that say the same."""

    name: str
    drawing: Drawing
    alt: str

    def drawn(self) -> bytes:
        """Draw it as a PNG file. This takes too long for the event loop."""
        return draw(self.drawing)


class _Moment(NamedTuple):
    """The moment at which the tries parted: the table, what the best did there, and what most others did."""

    table: Picture
    best: str
    others: str


def board_pictures(board: DayOfPlace, *, over: bool) -> list[BoardPicture]:
    """Return the pictures of a day in a place: the board, and with `over` the moment at which the tries parted."""
    with without_emoji():
        pictures = [BoardPicture(BOARD, _drawing(board, over=over), _alt(board, over=over))]
        moment = _moment(board) if over else None
        if moment is not None:
            assert board.parting is not None
            alt = f"{parting_words(board.table, board.parting)} {moment.table.alt}"
            pictures.append(BoardPicture(PARTED, _moment_drawing(moment), alt[:MOST_ALT]))
        return pictures


def file_of(pictures: Sequence[BoardPicture]) -> AttachmentFile:
    """Return pictures as the files of one message. Drawing takes too long for the event loop."""
    first, *more = [AttachmentFile(each.name, each.drawn()) for each in pictures]
    return first._replace(more=tuple(more))


def alts_of(pictures: Sequence[BoardPicture]) -> dict[str, str]:
    """Return the words of pictures by the names of their files."""
    return {each.name: each.alt for each in pictures}


def _moment(board: DayOfPlace) -> _Moment | None:
    shown = parting_picture(board)
    if board.parting is None or shown is None:
        return None
    return _Moment(shown, *parted_choices(board.table, board.parting))


def _alt(board: DayOfPlace, *, over: bool) -> str:
    """Return the picture in words."""
    head = _("The table of the day, {game}, is over.") if over else _("The table of the day, {game}.")
    found = [head.format(game=_(board.table.game.title))]
    if not board.results:
        found.append(_("Nobody has played it here.") if over else _("Nobody has played yet."))
    for rank, result in zip(ranks(board.results), board.results, strict=True):
        found.append(f"{rank}. {visible_name(result.name)}: {result_words(board, result)}.")
    return " ".join(filter(None, found))[:MOST_ALT]


def _drawing(board: DayOfPlace, *, over: bool) -> Drawing:
    results = board.results
    shown = results if len(results) <= CLOSE_SET else results[: CLOSE_SET - 1]
    high, gap = (66, 8) if len(shown) <= ROOMY else (50, 6)
    parts, y = [*_head(board, over=over)], float(HEAD)
    if not shown:
        parts += _nobody(y, over=over)
        y += 170
    for rank, result in zip(ranks(results), shown, strict=False):
        parts += _row(board, result, rank, y, high, first=rank == 1, over=over)
        y += high + gap
    if len(shown) < len(results):
        more = _("and {n} more").format(n=len(results) - len(shown))
        parts += text(WIDE / 2, y + 30, more, 25, SOFT, anchor="middle")
        y += 44
    parts += _foot(board, y, over=over)
    return Drawing(round(y + FOOT), tuple(parts))


def _head(board: DayOfPlace, *, over: bool) -> list[Part]:
    """Return the game's name, and how long the place has kept playing."""
    about = _("The table of the day is over") if over else _("The table of the day: same cards, one try each")
    parts = [*emblem(50, 46, 54), *text(92, 46, _(board.table.game.title), 34, CREAM, serif=True, widest=500)]
    room = 520 if board.company.played > 1 else WIDE - EDGE - 92
    parts += text(92, 76, clause(about, room), 22, SOFT, widest=room)
    if board.company.played > 1:
        parts += _flame(WIDE - EDGE - 70, 44, board.company, 30)
        parts += text(WIDE - EDGE, 76, _("this place"), 20, DIM, anchor="end")
    return parts


def _flame(x: float, y: float, streak: Streak, size: float) -> list[Part]:
    """Return a streak: a flame and its days; one with a missed day says of how many."""
    days = str(streak.played) if streak.played == streak.days else f"{streak.played}/{streak.days}"
    return [*sign("flame", x, y, size, GOLD, NIGHT), *text(x + size * 0.6, y + 9, days, 25, CREAM, widest=54)]


def _nobody(y: float, *, over: bool) -> list[Part]:
    words = _("Nobody played today") if over else _("Nobody has played yet")
    lower = _("Tomorrow is another table.") if over else _("Be the first on the board.")
    return [
        *panel(EDGE, y, WIDE - 2 * EDGE, 150),
        *text(WIDE / 2, y + 70, words, 32, CREAM, bold=True, anchor="middle"),
        *text(WIDE / 2, y + 110, lower, 25, SOFT, anchor="middle"),
    ]


def _row(
    board: DayOfPlace, result: DailyResult, rank: int, y: float, high: int, *, first: bool, over: bool
) -> list[Part]:
    """Return one member: rank, face, name, moons, streak, score."""
    middle, won = y + high / 2, first and over
    edge, thick = (GOLD, 3.0) if won else (SEAM, 1.5)
    parts: list[Part] = [
        *panel(EDGE, y, WIDE - 2 * EDGE, high, fill=PLATE if first else NIGHT, edge=edge, thick=thick)
    ]
    if won:
        parts += crown(58, middle, 34)
    else:
        parts += text(58, middle + 10, rank, 27, GOLD if first else SOFT, bold=True, anchor="middle")
    parts += face_disc(108, middle, 19, result.name, person_hue(result.member))
    parts += text(138, middle + 10, result.name, 27, CREAM, bold=True, widest=SIGNS_AT - 138 - 14)
    parts += _moons(result.signs or "", middle)
    streak = board.streaks.get(result.member, Streak(0, 0))
    if streak.played > 1:
        parts += _flame(SIGNS_AT + SIGNS_WIDE + 20, middle, streak, 26)
    score = score_words(board.table, result.score).partition(" ")[0]
    return [
        *parts,
        *text(WIDE - 42, middle + 10, score, 28, GOLD if first else CREAM, bold=True, anchor="end"),
    ]


def _moons(signs: str, y: float) -> list[Part]:
    """Return a row of moons."""
    step = min(LARGEST_SIGN, SIGNS_WIDE / max(1, len(signs)))
    return [
        part
        for at, each in enumerate(signs)
        for part in _moon(each, SIGNS_AT + step * (at + 0.5), y, step * 0.8)
    ]


def _moon(kind: str, x: float, y: float, size: float) -> tuple[Part, ...]:
    """Return a moon: full, half or new, so that its shape tells it without its colour."""
    size = max(5.0, round(size))
    r, box = size / 2, size + 2
    hue = DIM if kind == MISSED else GOLD if kind == BEST else BRONZE
    inner = svg.circle(box / 2, box / 2, r - 1, stroke=hue, stroke_width=2)
    if kind == BEST:
        inner += svg.circle(box / 2, box / 2, r - 1, fill=hue)
    elif kind == CLOSE:
        top, bottom = box / 2 - r + 1, box / 2 + r - 1
        half = f"M{box / 2:g},{top:g} A{r - 1:g},{r - 1:g} 0 0 0 {box / 2:g},{bottom:g} Z"
        inner += svg.path(half, fill=GOLD)
    return (Stamp(inner, box, box, x - box / 2, y - box / 2),)


def _moment_drawing(moment: _Moment) -> Drawing:
    """Return the table where the tries parted, and below it the two choices."""
    table = moment.table.drawing
    parts, below = [*table.parts], float(table.tall + 10)
    for words, best in ((moment.best, True), (moment.others, False)):
        choice, high = _choice(words, below, best=best)
        parts += choice
        below += high + 8
    return Drawing(round(below + 6), tuple(parts), table.theme)


def _choice(words: str, y: float, *, best: bool) -> tuple[list[Part], float]:
    """Return what some members did at the parting, on a panel, and its height."""
    ground, edge, thick = (PLATE, GOLD, 2.5) if best else (NIGHT, SEAM, 1.5)
    widest = WIDE - 2 * EDGE - 80
    high = 26 + LINE * len(lines(words, SAID, widest, 2, bold=best))
    parts: list[Part] = [*panel(EDGE, y, WIDE - 2 * EDGE, high, fill=ground, edge=edge, thick=thick)]
    if best:
        parts += sign("star", EDGE + 34, y + high / 2, 30, GOLD, NIGHT)
    hue = CREAM if best else SOFT
    parts += wrapped(EDGE + 62, y + 38, words, SAID, hue, widest=widest, most=2, step=LINE, bold=best)
    return parts, high


def _foot(board: DayOfPlace, y: float, *, over: bool) -> list[Part]:
    """Return what the moons mean, and at the end of a day the next game."""
    parts: list[Part] = []
    x, base = float(EDGE + 14), y + 22
    if any(result.signs for result in board.results):
        for kind, words in LEGEND:
            parts += [*_moon(kind, x, base, 20), *text(x + 18, base + 7, _(words), 20, DIM)]
            x += max(104.0, 18 + length(_(words), 20) + 28)
    title, room = _(board.tomorrow.game.title), WIDE - EDGE - x
    closing = _("Next: {game}").format(game=title) if over else "Dicenight"
    if length(closing, LEAST_TEXT) > room:
        closing = title
    serif = not over
    return [*parts, *text(WIDE - EDGE, base + 8, closing, 23, GOLD, anchor="end", serif=serif, widest=room)]
