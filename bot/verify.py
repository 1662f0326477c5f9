"""Verification: play an exported match again, and compare it with its record.

No store, no clock, no Discord. `/verify` and `dicenight verify PATH` call it. It checks that

1. the seed is the one whose SHA-256 was published before the first hand, and the luck was drawn for this match;
2. every answer of the journal fits the question that the rules ask at that point;
3. the match ends there, with the result that was recorded and paid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.exported_match import journal_rows, read_export, version_note
from games.engine import GameError, Match, ReplayDiverged


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a check: whether match and record agree, a sentence, and how many answers were played again."""

    ok: bool
    sentence: str
    rows: int


def verify_export(data: Mapping[str, Any]) -> Verdict:
    """Play an exported match again. Raises `ValueError` with a sentence if `data` is no export that can be read."""
    export = read_export(data)
    header, game = export.header, export.game
    name = f"Match {export.match}"
    if header.seed.server != export.seed or header.seed.promise() != export.commitment:
        return Verdict(False, f"{name}: its seed is not the one that was promised.", 0)
    if header.seed.match != export.match:
        return Verdict(False, f"{name}: its luck was drawn for match {header.seed.match}.", 0)
    rows = journal_rows(export.rows)
    answers = f"{len(rows)} {'answer' if len(rows) == 1 else 'answers'}"
    try:
        match = Match.replay(game, header, rows)
    except ReplayDiverged as diverged:
        sentence = (
            f"{name} differs at answer {diverged.index + 1} of {len(rows)}.{version_note(header, game)}"
        )
        return Verdict(False, sentence, diverged.index)
    except GameError as wrong:
        return Verdict(
            False, f"{name} cannot be played by these rules: {wrong}.{version_note(header, game)}", 0
        )
    if export.state != "ended":
        return Verdict(True, f"{name} agrees: {answers}, and then it was called off.", len(rows))
    if match.result is None:
        return Verdict(False, f"{name} is not over after its {answers}.", len(rows))
    played = _as_json({"pays": match.result.pays, "carry": match.result.carry})
    if played != _as_json({key: (export.result or {})[key] for key in ("pays", "carry")}):
        return Verdict(False, f"{name} does not end as its record says.", len(rows))
    return Verdict(True, f"{name} agrees: {answers}, same result.", len(rows))


def _as_json(value: Any) -> Any:
    """Return the value as it comes back from JSON: tuples as lists, keys as strings."""
    return json.loads(json.dumps(value))
