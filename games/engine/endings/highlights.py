"""Search for the decisive moment of a game in its public events, for the line beside the winner on a result card.

A game that knows better says so itself (`Game.highlights`). For all others the standings come first, if the game has
told any: who took the lead for good. Next come the kinds of events that its words name, the rarest first:
`moment:<kind>` is the line about such an event, `moment:<kind>:then` one that follows it. Of several events of one kind
the largest is told (`n`), and of equal ones the last of a winner. Without either the margin is told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.endings.finish import Finish
from games.engine.match_state import STANDING, Event
from games.engine.scene import Highlights, Line

MOMENT = "moment:"
MOST_ITEMS = 6
"""The most cards or dice that are shown with a moment."""


def highlights_of(finish: Finish, own: Highlights, words: Mapping[str, str]) -> Highlights:
    """Return the highlights of a game: its own, or what a search finds; `words` stand in where it has none."""
    course = tuple(tuple(step.items()) for step in standings(finish))
    if own.moment is not None:
        return own._replace(course=course)
    words = {**words, **finish.words}
    found = _took_the_lead(finish, words) or _told(finish) or _margin(finish, words) or Highlights()
    return found._replace(pot=own.pot, course=course)


def standings(finish: Finish) -> list[Mapping[int, int]]:
    """Return how far each seat was, step by step, if the game has said so."""
    return [
        event.values["scores"]
        for event in finish.events
        if event.kind == STANDING and event.words == finish.words
    ]


def _told(finish: Finish) -> Highlights | None:
    """Return the rarest moment that the game's words name, the largest of its kind."""
    kinds = [key.removeprefix(MOMENT) for key in finish.words if key.startswith(MOMENT)]
    public = [event for event in finish.events if event.to is None and event.kind in kinds]
    for kind in kinds:
        alike = [event for event in public if event.kind == kind and event.words == finish.words]
        if alike:
            # of equal ones a winner's, and the last of those: max keeps the first
            event = max(
                reversed(alike), key=lambda each: (_size(each), each.values.get("seat") in finish.winners)
            )
            values = {**event.values, "who": finish.winners}
            then = finish.words.get(f"{MOMENT}{kind}:then")
            line = Line(finish.words[f"{MOMENT}{kind}"], values)
            return Highlights(line, Line(then, values) if then is not None else None, _items(event))
    return None


def _size(event: Event) -> int:
    n = event.values.get("n")
    return n if isinstance(n, int) else 0


def _items(event: Event) -> tuple[str, ...]:
    """Return the cards or dice that an event is about."""
    for key in ("dice", "cards"):
        several = event.values.get(key)
        if isinstance(several, (tuple, list)):
            return tuple(several)[:MOST_ITEMS]
    for key in ("die", "card"):
        if isinstance(event.values.get(key), str):
            return (event.values[key],)
    return ()


def _took_the_lead(finish: Finish, words: Mapping[str, str]) -> Highlights | None:
    """Return when the only winner took the lead for good."""
    steps = standings(finish)
    if len(steps) < 2 or len(finish.winners) != 1 or finish.winners[0] not in steps[-1]:
        return None
    [winner] = finish.winners
    behind = [at for at, step in enumerate(steps) if _place(step, winner) > 1]
    if not behind:
        return Highlights(Line(words["moment:led"], {"who": finish.winners, "steps": len(steps)}))
    at = min(behind[-1] + 1, len(steps) - 1)
    values = {
        "who": finish.winners,
        "step": at + 1,
        "steps": len(steps),
        "place": _place(steps[behind[-1]], winner),
        "n": _gain(steps, at, winner),
    }
    lead = words["moment:lead" if at < len(steps) - 1 else "moment:lead_last"]
    return Highlights(Line(lead, values), Line(words["moment:lead:then"], values))


def _place(step: Mapping[int, int], seat: int) -> int:
    """Return the place of a seat; a seat that isn't there yet comes last."""
    return 1 + sum(score > step.get(seat, min(step.values()) - 1) for score in step.values())


def _gain(steps: Sequence[Mapping[int, int]], at: int, seat: int) -> int:
    return steps[at].get(seat, 0) - (steps[at - 1].get(seat, 0) if at else 0)


def _margin(finish: Finish, words: Mapping[str, str]) -> Highlights | None:
    """Return by how much the winner was ahead of the next, where the reasons of both have a total."""
    totals = {row.seat: _total(row.reason) for row in finish.result.rows if row.place is not None}
    if len(finish.winners) > 1:
        return Highlights(Line(words["moment:level"], {"who": finish.winners}))
    if not finish.winners or any(total is None for total in totals.values()):
        return None
    winner = finish.winners[0]
    others: dict[int, Any] = {seat: total for seat, total in totals.items() if seat != winner}
    if not others:
        return None
    gaps = {seat: abs(totals[winner] - total) for seat, total in others.items()}
    n = min(gaps.values())
    next_ones = tuple(seat for seat, gap in gaps.items() if gap == n)
    values = {"who": finish.winners, "others": next_ones, "n": n}
    return Highlights(Line(words["moment:margin" if n else "moment:tie_broken"], values))


def _total(reason: Line | None) -> int | None:
    total = reason.values.get("total") if reason is not None else None
    return total if isinstance(total, int) else None
