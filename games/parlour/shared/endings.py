"""The endings of games with a pot: side pots, ties for lower places, prizes, and lines that several games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.engine import Finish, Line, ResultRow


def pot_reasons(finish: Finish) -> Iterable[Line]:
    """Return lines about the winner of each of several pots, the lower prizes of shares, and their broken ties."""
    words = finish.words
    pots = [event for event in finish.events if event.kind in ("wins_pot", "splits_pot")]
    for number, event in enumerate(pots if len(pots) > 1 else ()):
        key = "ending:pots" if event.kind == "wins_pot" else "ending:pots_split"
        side = "side pot" if len(pots) == 2 else f"side pot {number}"
        yield Line(words[key], {**event.values, "what": "main pot" if not number else side})
    for event in finish.events:
        if event.kind in ("prize", "prize_tied") and event.values["place"] != words["place:1"]:
            yield Line(words[f"ending:{event.kind}"], event.values)
        elif event.kind in ("tie_color", "tie_rank"):
            yield Line(words[event.kind], event.values)


def best_row(finish: Finish) -> ResultRow | None:
    """Return the row of a showdown's winner; None after a tie or without a showdown."""
    winners = finish.winners
    row = finish.row(winners[0]) if len(winners) == 1 else None
    if row is None or row.reason is None or row.reason.text == finish.words["why:last"]:
        return None
    return row


Found = Mapping[str, Any] | None


def won_with_total(least: int) -> Callable[[Finish], Found]:
    """Return a feat's test: a single winner of a showdown with at least `least` points."""

    def when(finish: Finish) -> Found:
        row = best_row(finish)
        total = row.reason.values["total"] if row is not None and row.reason is not None else 0
        return {"total": total} if total >= least else None

    return when


def won_with(fits: Callable[[Line, Any], bool]) -> Callable[[Finish], Found]:
    """Return a feat's test of a single winner, by the reason for the win and the options."""

    def when(finish: Finish) -> Found:
        row = best_row(finish)
        return {} if row is not None and row.reason is not None and fits(row.reason, finish.options) else None

    return when
