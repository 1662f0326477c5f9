"""Small games for tests of the engine."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from games.engine import Game, Header, Line, Match, Options, Result, ResultRow, Seed, Table, Texts

Rules = Callable[[Table], Coroutine[Any, Any, Any]]


def game_of(rules: Rules, **more: Any) -> Game:
    """Return a game whose rules take only the table; what they return is in the headline of the result."""

    async def play(table: Table, options: Options) -> Result:
        end = await rules(table)
        if isinstance(end, Result):
            return end
        rows = tuple(ResultRow(seat, None, {}, None) for seat in table.ring)
        return Result(Line("{end}", {"end": end}), rows)

    sheet: dict[str, Any] = {
        "key": "small", "texts": Texts("Small"), "rulebook": "-", "version": 1, "seats": (1, 9),
        "complexity": "simple", "minutes": 1, "money": "points", "options": Options,
    }  # fmt: skip
    return changed(Game, **{**sheet, "play": play, **more})


def changed(game: Game | type[Game], **attributes: Any) -> Game:
    """Return a game with other attributes and methods; a function in place of a method takes no `self`."""
    kind = game if isinstance(game, type) else type(game)
    wrapped = {
        name: staticmethod(each) if callable(each) and not isinstance(each, type) else each
        for name, each in attributes.items()
    }
    made: Game = type(f"Changed{kind.__name__}", (kind,), wrapped)()
    return made


def header(seats: int = 3, **more: Any) -> Header:
    """Return a header for so many seats."""
    return Header("small", 1, {}, tuple(range(seats)), Seed("small"), **more)


def match_of(rules: Rules, seats: int = 3, words: Mapping[str, str] | None = None, **more: Any) -> Match:
    """Return a match of these rules."""
    return Match(game_of(rules, words=words or {}), header(seats, **more))


def end_of(match: Match) -> Any:
    """Return what the rules returned."""
    assert match.result is not None
    return match.result.headline.values["end"]


def say(match: Match, seat: int, answer: Any) -> None:
    """Let the seat answer the first question open to it."""
    [ask, *_] = match.asks_of(seat)
    match.answer(ask.id, seat, answer)


def news(match: Match, verb: str, value: Any = None) -> None:
    """Give news from outside."""
    match.answer(0, -1, [verb, value], "table")


def ids(match: Match) -> dict[int, int]:
    """The open questions: id by seat."""
    return {ask.seat: ask.id for ask in match.open.values() if not ask.answered}
