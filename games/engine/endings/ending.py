"""Working out an ending from a result, the events of the game and its data sheet."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from msgspec.structs import replace

from games.engine.endings.finish import Degree, Finish, brief
from games.engine.endings.highlights import highlights_of, standings
from games.engine.errors import BadAmount
from games.engine.game import Game
from games.engine.match_state import Event
from games.engine.money import amount_text, worth
from games.engine.result import PIECE, SCORES, Result
from games.engine.scene import Highlights, Line, ResultRow, SceneOutcome

WORDS: Mapping[str, str] = tomllib.loads(
    (files("games.engine.endings") / "words.toml").read_text(encoding="utf-8")
)
"""The sentence of each seat at the end, and headlines, where a game has none of its own."""
ASIDE = ("why:sat_out", "why:not_played", "note:passes")
"""Keys of the words that are the reason of a seat which had no part in the game."""
UPSET = 2
"""So many times the winner's money at the start is more than what the richest had, and the win is an upset."""
BEHIND = 2
"""A winner who was behind by at least this part of what they have in the end, in the latter half, has come back."""


class Ending(NamedTuple):
    """An ending in words, for everyone and for each seat. After a game of a night it stays on the table for a while."""

    title: str
    degree: Degree
    headline: Line
    rows: tuple[ResultRow, ...]
    notes: tuple[Line, ...]
    personal: Mapping[int, Line]
    highlights: Highlights = Highlights()

    def block(self, viewer: int) -> SceneOutcome:
        """Return the ending as the scene of `viewer` holds it."""
        return SceneOutcome(
            self.headline,
            self.rows,
            self.notes,
            self.degree,
            self.personal.get(viewer),
            self.title,
            self.highlights,
        )


def ending_of(
    game: Game, result: Result, events: Sequence[Event], stakes: Mapping[int, int], options: Any
) -> Ending:
    """Return the ending of a result. `events` are those of this game alone, if a match plays several."""
    finish = Finish(result, events, stakes, options, game.words)
    values = _values(finish)
    degree, headline = _degree(finish, game.big), result.headline
    played = degree != "nothing" or any(row.change for row in result.rows)
    for feat in game.feats if played else ():
        found = feat.when(finish)
        if found is not None:
            degree, headline = feat.degree, Line(game.words[f"feat:{feat.key}"], {**values, **found})
            break
    else:
        text = game.words.get(f"ending:{degree}") or game.words.get("ending:win" if degree in _WON else "")
        if text is None and degree in _WON and not finish.winners:
            text = WORDS["ending:ahead" if len(values["ahead"]) == 1 else "ending:ahead_many"]
        if text is not None:
            headline = Line(text, {**values, "headline": result.headline})
    reasons = game.seat_reasons(finish)
    rows = tuple(replace(row, reason=reasons.get(row.seat, row.reason)) for row in result.rows)
    finish = finish._replace(result=result._replace(rows=rows))
    personal = {row.seat: _personal(finish, row) for row in rows}
    notes = (*game.reasons(finish), *result.notes)
    highlights = highlights_of(finish, game.highlights(finish), WORDS) if played else Highlights()
    return Ending(game.title, degree, headline, rows, notes, personal, highlights)


_WON = ("win", "big", "upset", "comeback", "broke")


def _degree(finish: Finish, big: int) -> Degree:
    """Return the degree of a result without a feat."""
    result, winners = finish.result, finish.winners
    if not winners:
        ahead = max((_net(row.change) for row in result.rows), default=0)
        if ahead > 0:
            return "big" if ahead >= big else "win"
        lost = [row for row in result.rows if _net(row.change) < 0]
        played = [row for row in result.rows if row.change or row.place is not None]
        return "all_out" if lost and len(lost) == len(played) else "nothing"
    if len(winners) > 1:
        return "tie"
    [winner] = winners
    row = finish.row(winner)
    gain = _net(row.change) if row is not None else 0
    richest = max(finish.stakes.values(), default=0)
    if gain > 0 and _took_everything(finish, winner):
        return "broke"
    if _came_back(finish, winner):
        return "comeback"
    if gain > 0 and 0 < finish.stakes.get(winner, 0) * UPSET <= richest:
        return "upset"
    return "big" if gain >= big else "win"


def _took_everything(finish: Finish, winner: int) -> bool:
    """Tell whether every other seat with a part in the game has lost its whole stake."""
    others = [row for row in finish.result.rows if row.seat != winner and finish.stakes.get(row.seat)]
    return bool(others) and all(finish.stakes[row.seat] + row.change.get(PIECE, 0) <= 0 for row in others)


def _came_back(finish: Finish, winner: int) -> bool:
    """Tell whether the winner was far behind in the latter half of the game, and leads in the end."""
    steps = standings(finish)
    if len(steps) < 2 or winner not in steps[-1]:
        return False
    *late, end = steps[len(steps) // 2 :]
    gap = max((max(step.values()) - step[winner] for step in late if winner in step), default=0)
    return gap > 0 and gap * BEHIND >= end[winner]


def _net(change: Mapping[str, int]) -> int:
    """Return the value of a change in pieces; a score counts as its own number."""
    scores = sum(n for unit, n in change.items() if unit in SCORES)
    held = {unit: n for unit, n in change.items() if unit not in SCORES}
    gained = {unit: n for unit, n in held.items() if n > 0}
    lost = {unit: -n for unit, n in held.items() if n < 0}
    try:
        return worth(gained) - worth(lost) + scores
    except BadAmount:
        return sum(change.values())


def _amount(change: Mapping[str, int]) -> str:
    """Return a change in words, without its sign: `40`, `3g6`, `2g6 less 1g4`, `5 tickets`."""
    if set(change) <= {PIECE}:
        return str(abs(change.get(PIECE, 0)))
    scores = [
        f"{abs(n)} {unit[:-1] if abs(n) == 1 else unit}" for unit, n in change.items() if unit in SCORES
    ]
    held = {unit: n for unit, n in change.items() if unit not in SCORES}
    gained = {unit: n for unit, n in held.items() if n > 0}
    lost = {unit: -n for unit, n in held.items() if n < 0}
    first, second = (gained, lost) if _net(held) >= 0 else (lost, gained)
    parts = [amount_text(first)] if first else []
    if second:
        parts = [f"{' and '.join(parts)} less {amount_text(second)}".strip()]
    return " and ".join([*parts, *scores]) or "nothing"


def _values(finish: Finish) -> dict[str, Any]:
    """Return the values that every headline may use."""
    winners = finish.winners
    row = finish.row(winners[0]) if winners else None
    return {
        "who": winners,
        "n": _amount(row.change) if row is not None else "",
        "why": brief(row.reason if row is not None else None),
        "points": row.points if row is not None else 0,
        "ahead": tuple(row.seat for row in finish.result.rows if _net(row.change) > 0),
    }


def _personal(finish: Finish, row: ResultRow) -> Line:
    """Return the sentence that one seat reads in its own panel."""
    winners, words = finish.winners, finish.words
    first = finish.row(winners[0]) if winners else None
    theirs = first.reason if first is not None else None
    plain = row.reason is None or (theirs is None and row.seat not in winners and bool(winners))
    kind = _kind(finish, row)
    if plain and f"you:{kind}_plain" in WORDS:
        kind = f"{kind}_plain"
    elif kind == "lost" and finish.result.notes and brief(row.reason) == brief(theirs):
        kind = "lost_level"
    text = words.get(f"you:{kind}") or WORDS[f"you:{kind}"]
    values = {
        "n": _amount(row.change),
        "who": winners,
        "others": tuple(seat for seat in winners if seat != row.seat),
        "mine": brief(row.reason),
        "theirs": brief(theirs),
        "place": row.place or 0,
        "count": sum(each.place is not None for each in finish.result.rows),
    }
    return Line(text, values)


def _kind(finish: Finish, row: ResultRow) -> str:
    """Return which of the sentences fits a seat: a key of `WORDS` without `you:`."""
    winners, words, net = finish.winners, finish.words, _net(row.change)
    reason = row.reason.text if row.reason is not None else ""
    if row.place is None and not net and reason and reason in (words.get(key) for key in ASIDE):
        return "aside"
    if not winners:
        return "house_won" if net > 0 else "house_lost" if net < 0 else "house_even"
    if row.seat in winners:
        if reason and reason == words.get("why:last"):
            return "won_folds"
        if len(winners) > 1:
            return "tied" if net else "shared"
        return "won" if net > 0 else "first"
    if reason and reason == words.get("why:folded"):
        return "folded" if net else "folded_even"
    if net > 0:
        return "placed"
    if net < 0:
        return "lost" if len(winners) == 1 else "lost_to_tie"
    if not any(any(each.change.values()) for each in finish.result.rows):
        return "behind" if row.place is not None else "outscored"
    return "even"
