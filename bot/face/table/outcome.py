"""The end of a match in words: its headline, each seat's gain, and the reason, card by card."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from string import Formatter
from typing import Any, NamedTuple

from bot.face.text.signs import signed
from bot.face.text.templates import Renderer, points_text, spelled_dice, word
from bot.language import N_, _, ngettext, pgettext
from games.engine.scene import Line, ResultRow, Scene, SceneOutcome

FEW = 2
"""The least number of cards that are listed apart from the rest of a reason."""
SHORT = 3
"""The most letters of a score below a card."""
LONG = 12
"""The same for the large cards of a hand."""
MARKS = {
    "win": "🏆",
    "big": "🏆",
    "perfect": "🌟",
    "upset": "⚡",
    "comeback": "📈",
    "broke": "💰",
    "tie": "🤝",
    "all_out": "💸",
}
"""The sign before a headline, by its degree."""
LEADS = {
    "big": N_("A big one: "),
    "upset": N_("Against the odds: "),
    "comeback": N_("From far behind: "),
    "broke": N_("Everyone else is broke: "),
    "all_out": N_("Everyone loses: "),
}
"""The words before a headline without a sign of its own."""
_DICE = re.compile(r"\b(\d+)g(\d+)\b")
LOUD = ("big", "perfect", "upset", "comeback", "broke")


def headline_text(outcome: SceneOutcome, renderer: Renderer) -> str:
    """Return the headline by its degree: a win, a big win and a miracle do not sound alike."""
    words = renderer.say(outcome.headline).rstrip(".")
    words = words[:1].upper() + words[1:]
    lead = _(LEADS.get(outcome.degree, ""))
    if "!" in words:
        # the headline has its own sign
        lead = ""
    elif outcome.degree == "all_out" and sum(any(row.change.values()) for row in outcome.rows) < FEW:
        lead = ""
    if outcome.degree in LOUD and not words.endswith("!"):
        words = pgettext("a loud headline", "{words}!").format(words=words)
    return " ".join(filter(None, [MARKS.get(outcome.degree), lead + words]))


def personal_text(outcome: SceneOutcome, renderer: Renderer, *, in_points: bool = False) -> str | None:
    """Return the viewer's own sentence about the end; None without a seat.

    `in_points`: they staked no money, so what they won or lost is told as points.
    """
    line = outcome.personal
    if line is None:
        return None
    if in_points and "n" in line.values:
        line = Line(line.text, {**line.values, "n": _in_points(line.values["n"])})
    words = renderer.say(line)
    return words[:1].upper() + words[1:]


def _in_points(amount: Any) -> Any:
    """Return an amount such as `60` or `3g4 less 1g6` as the points that it is worth."""
    if str(amount).isdecimal():
        return points_text(int(amount))
    won, _less, lost = str(amount).partition(" less ")
    won_points, lost_points = (
        sum(int(n) * int(size) for n, size in _DICE.findall(part)) for part in (won, lost)
    )
    return points_text(abs(won_points - lost_points)) if _DICE.search(won) else amount


def find_outcome(scene: Scene | None) -> SceneOutcome | None:
    """Return the result of the match, or of the game of a night that has just ended."""
    return scene.first(SceneOutcome) if scene is not None else None


def short_reason(line: Line, renderer: Renderer) -> str:
    """Return the reason without its list of cards or sums: `7 points`; a list of several throws stays whole."""
    scores = split_by_card(line)
    words = renderer.say(scores.head if scores is not None else line)
    return words if words.count(": ") > 1 else re.split(": | = ", words, maxsplit=1)[0]


class CardByCard(NamedTuple):
    """A reason with a score for each card: the words before the cards, and each card with the words after it."""

    head: Line
    items: tuple[tuple[str, str], ...]

    def by_item(self) -> dict[str, list[str]]:
        """Return the words for each kind of card, in order."""
        words = defaultdict[str, list[str]](list)
        for item, words_of_item in self.items:
            words[item].append(words_of_item)
        return dict(words)


def split_by_card(line: Line, most: int = SHORT) -> CardByCard | None:
    """A line such as `{total} points: {card0:item} 2, {card1:item} 0`, taken apart; None if it is no such line."""
    head, items, words = "", list[str](), list[str]()
    for literal, name, mark, _conversion in Formatter().parse(line.text):
        if items:
            words.append(literal)
        else:
            head += literal
        if name is None:
            continue
        if mark == "item":
            items.append(line.values[name])
        elif items:
            return None
        else:
            head += f"{{{name}{':' * bool(mark)}{mark}}}"
    words = [word(each.strip(" ,")) for each in [*words, *[""] * (len(items) - len(words))]]
    if len(items) < FEW or any(not each or len(each) > most for each in words):
        return None
    return CardByCard(Line(head.rstrip(" :"), line.values), tuple(zip(items, words, strict=True)))


def split_scores(line: Line) -> tuple[Line, CardByCard | None]:
    """Return a line without its scores card by card, and those, which may be in a line of their own."""
    scores = split_by_card(line, LONG)
    if scores is not None:
        return scores.head, scores
    for _literal, name, mark, _conversion in Formatter().parse(line.text):
        inner = split_by_card(line.values[name], LONG) if name is not None and mark == "line" else None
        if inner is not None:
            return Line(line.text, {**line.values, str(name): inner.head}), inner
    return line, None


def items_in(line: Line) -> Iterable[str]:
    """Return the cards and dice that a line names."""
    for _literal, name, mark, _conversion in Formatter().parse(line.text):
        value: Any = line.values.get(name or "")
        if mark == "item":
            yield value
        elif mark in ("items", "faces"):
            yield from value
        elif mark == "line":
            yield from items_in(value)


def change_in_full(change: Mapping[str, int]) -> str:
    """Return a change with the names of its units: `+2 g6, −3 points`."""
    parts = []
    for unit, n in change.items():
        parts.append(signed(n) if unit == "piece" else _unit_text(n, unit))
    return ", ".join(parts) or signed(0)


def _unit_text(n: int, unit: str) -> str:
    """Return gembones or a score with its sign: `+2 g6`, `−1 point`."""
    if unit.startswith("g"):
        return f"{signed(n)} {unit}"
    words = (
        ngettext("{n} ticket", "{n} tickets", n)
        if unit == "tickets"
        else ngettext("{n} point", "{n} points", n)
    )
    return words.format(n=signed(n))


def worth(row: ResultRow) -> int:
    """Return whether a row has won (more than 0) or lost (less), in round figures; a ticket counts as a piece."""
    sizes = {unit: int(unit[1:]) if unit[1:].isdecimal() else 1 for unit in row.change}
    return sum(n * sizes[unit] for unit, n in row.change.items())


def gain_words(row: ResultRow) -> str:
    """Return what a winner has won: `wins 111`, `wins nine g4s`."""
    gain = gain_amount(row)
    return _("wins {gain}").format(gain=gain) if gain else _("wins")


def gain_amount(row: ResultRow) -> str:
    """Return how much a winner has won: `111`, `nine g4s`; empty if nothing."""
    gained = {unit: n for unit, n in row.change.items() if n > 0}
    return _amount(gained) if gained else ""


def change_words(change: Mapping[str, int]) -> str:
    """Return a change in short: `−46`, `+2 g6, −1 g4`."""
    parts = []
    for unit, n in change.items():
        if n:
            parts.append(signed(n) if unit == "piece" else _unit_text(n, unit))
    return ", ".join(parts) or "±0"


def _amount(gained: Mapping[str, int]) -> str:
    if set(gained) == {"piece"}:
        return f"{gained['piece']:,}"
    return spelled_dice(
        " + ".join(f"{n}{unit}" if unit.startswith("g") else f"{n} {unit}" for unit, n in gained.items())
    )
