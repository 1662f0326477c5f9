"""Turns: the deeds of one seat in a row as one text, `Ann rolls 4 5, passes.`, or to Ann herself `You roll 4 5, pass.`

The deeds of a turn stay whole lines until they are said. English joins their clauses into one sentence; another
language says its own sentences one after another.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from bot.face.text.second_person import in_second_person
from bot.face.text.templates import Renderer, translated
from bot.language import is_english
from games.engine.scene import Line

SUBJECT = "{seat:seat} "
"""The beginning of a template that tells what a seat does: `{seat:seat} rolls {dice:items}.`"""
MOST_DEEDS = 5
"""The most deeds that one turn tells."""
YOU = "you"
"""The context of a deed's template as its own player reads it."""
_LISTED = re.compile(r"\{(\w+):listed\}")
_BE = "are "


class Turn(NamedTuple):
    """Deeds of one seat in a row, or a single line about anything else."""

    lines: tuple[Line, ...]

    @property
    def seat(self) -> int | None:
        """The seat that the turn is about; None if it's about none."""
        return self.lines[0].values.get("seat")

    @property
    def is_deed(self) -> bool:
        """True for what a seat does."""
        return _clause_in(self.lines[0].text) is not None


def by_turn(lines: Iterable[Line]) -> list[Turn]:
    """Return lines with what one seat does in a row together."""
    turns: list[Turn] = []
    before: tuple[Line, ...] = ()
    for line in lines:
        new = (line,) if _clause_in(line.text) is not None else ()
        # a clause with a comma or colon ends the sentence: "drinks: AC +1, Fort +2, wins" could not be read
        ends = not before or len(before) == MOST_DEEDS or re.search("[,:] ", before[-1].text)
        if new and not ends and before[-1].values["seat"] == line.values["seat"]:
            before = (*before[:-1], *_merged(before[-1], line))
            turns[-1] = Turn(before)
        else:
            before = new
            turns.append(Turn((line,)))
    return turns


def turns_back(lines: Sequence[Line]) -> Iterator[Turn]:
    """Yield the turns of `by_turn`, the latest first, and read no more lines than are asked for."""
    end = len(lines)
    while end:
        start = end - 1
        seat = lines[start].values.get("seat") if _clause_in(lines[start].text) is not None else None
        while seat is not None and start:
            before = lines[start - 1]
            if before.values.get("seat") != seat or _clause_in(before.text) is None:
                break
            start -= 1
        yield from reversed(by_turn(lines[start:end]))
        end = start


def say_turn(turn: Turn, renderer: Renderer) -> str:
    """Return a turn as everyone reads it."""
    if len(turn.lines) == 1:
        return renderer.say(turn.lines[0])
    if not is_english():
        return " ".join(map(renderer.say, turn.lines))
    seat = turn.lines[0].values["seat"]
    clauses = _clauses(turn, renderer, to_player=False)
    return renderer.finished(f"{renderer.name(seat)} {', '.join(clauses)}.")


def say_to_player(turn: Turn, renderer: Renderer) -> str:
    """Return a seat's deeds as its player reads them: `You roll 4 5, pass.`"""
    if not is_english():
        return " ".join(_line_to_player(line, renderer) for line in turn.lines)
    first, *rest = _clauses(turn, renderer, to_player=True)
    first = f"You're {first.removeprefix(_BE)}" if first.startswith(_BE) else f"You {first}"
    return renderer.finished(", ".join([first, *rest]) + ".")


def _line_to_player(line: Line, renderer: Renderer) -> str:
    """Return a deed in another language, in its second person if that is translated."""
    own = translated(line.text, line.values, YOU)
    return renderer.finished(renderer.fill(own, line.values)) if own is not None else renderer.say(line)


def _clauses(turn: Turn, renderer: Renderer, *, to_player: bool) -> list[str]:
    """Return the deeds in English, each without its subject and full stop."""
    clauses = []
    for line in turn.lines:
        clause = _clause_in(line.text)
        assert clause is not None
        clauses.append(renderer.fill(in_second_person(clause) if to_player else clause, line.values))
    return clauses


@lru_cache(4096)
def _clause_in(template: str) -> str | None:
    """Return a template's clause about a seat, without subject and full stop; None if it says anything else."""
    if (
        not template.startswith(SUBJECT)
        or not template.endswith(".")
        or any(end in template for end in (". ", "! ", "? "))
    ):
        return None
    return template[len(SUBJECT) : -1]


def _merged(one: Line, other: Line) -> tuple[Line, ...]:
    """Return two deeds, as one if they are the same with other listed things: `places 1 on Lady and Bard`."""
    listing = _LISTED.search(one.text) if one.text == other.text else None
    if listing is None or any(
        one.values[key] != other.values[key] for key in one.values if key != listing[1]
    ):
        return (one, other)
    both = (*one.values[listing[1]], *other.values[listing[1]])
    return (Line(one.text, {**one.values, listing[1]: both}),)
