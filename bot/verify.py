"""Is a match what its seed and its answers make of it? Read an exported one, play it again, compare.

No store, no clock, no Discord. `/verify` and `dicenight verify PATH` stand on it. What is looked at:

1. the seed is the one whose SHA-256 was published before the first hand, and the luck was drawn for this match;
2. every answer of the journal fits the question that the rules ask at that point;
3. the match ends there, with the result that was recorded and paid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from games.catalogue import find_game
from games.engine import BadOptions, By, Game, GameError, Header, Match, ReplayDiverged, Row, Seed


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a match agrees with its record, a sentence that says so, and how many answers were played again."""

    ok: bool
    sentence: str
    rows: int


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _Seed(_Part):
    server: str
    match: int
    words: tuple[str, ...] = ()


class _Header(_Part):
    game: str
    version: int
    options: dict[str, Any]
    ring: tuple[int, ...] = Field(min_length=1)
    seed: _Seed
    stakes: dict[int, int] = Field(default_factory=dict)
    carry: dict[str, Any] = Field(default_factory=dict)
    facts: dict[int, dict[str, Any]] = Field(default_factory=dict)
    release: str = ""

    def read(self) -> Header:
        seed = Seed(self.seed.server, self.seed.match, self.seed.words)
        return Header(
            self.game, self.version, self.options, self.ring, seed, self.stakes, self.carry, self.facts,
            self.release,
        )  # fmt: skip


class _Row(_Part):
    ask: int
    seat: int
    digest: str | None = None
    answer: Any
    by: By

    def read(self) -> Row:
        return Row(self.ask, self.seat, self.digest or "", self.answer, self.by)


class _Result(_Part):
    pays: list[Any]
    carry: dict[str, Any]


class _Export(_Part):
    match: int
    state: Literal["playing", "ended", "void", "suspended"]
    commitment: str
    seed: str
    header: _Header
    rows: list[_Row]
    result: dict[str, Any] | None = None


def verify_export(data: Mapping[str, Any]) -> Verdict:
    """Play an exported match again. Raises `ValueError` with a sentence if `data` is no export that can be read."""
    export, game = _read(data)
    header = export.header.read()
    name = f"Match {export.match}"
    if header.seed.server != export.seed or header.seed.promise() != export.commitment:
        return Verdict(False, f"{name}: its seed is not the one that was promised.", 0)
    if header.seed.match != export.match:
        return Verdict(False, f"{name}: its luck was drawn for match {header.seed.match}.", 0)
    rows = [row.read() for row in export.rows]
    answers = f"{len(rows)} {'answer' if len(rows) == 1 else 'answers'}"
    try:
        match = Match.replay(game, header, rows)
    except ReplayDiverged as diverged:
        sentence = f"{name} differs at answer {diverged.index + 1} of {len(rows)}.{_older(header, game)}"
        return Verdict(False, sentence, diverged.index)
    except GameError as wrong:
        return Verdict(False, f"{name} cannot be played by these rules: {wrong}.{_older(header, game)}", 0)
    if export.state != "ended":
        return Verdict(True, f"{name} agrees: {answers}, and then it was called off.", len(rows))
    if match.result is None:
        return Verdict(False, f"{name} is not over after its {answers}.", len(rows))
    played = _plain({"pays": match.result.pays, "carry": match.result.carry})
    if played != _plain(_Result.model_validate(export.result).model_dump()):
        return Verdict(False, f"{name} does not end as its record says.", len(rows))
    return Verdict(True, f"{name} agrees: {answers}, same result.", len(rows))


def _read(data: Mapping[str, Any]) -> tuple[_Export, Game]:
    if not isinstance(data, Mapping):
        raise ValueError("This is not an exported match.")
    if data.get("sealed"):
        raise ValueError("This match is sealed: it can be checked when its table has closed.")
    try:
        export = _Export.model_validate(dict(data))
        if export.state == "ended":
            _Result.model_validate(export.result)
        game = find_game(export.header.game)
        game.parse_options(export.header.options)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "result"
        raise ValueError(f"This is not an exported match: {where}: {first['msg']}.") from wrong
    except BadOptions as wrong:
        raise ValueError(f"This match cannot be read: {wrong}") from wrong
    return export, game


def _older(header: Header, game: Game) -> str:
    if header.version == game.version:
        return ""
    release = f", of release {header.release}" if header.release else ""
    return (
        f" It was played by version {header.version} of the rules{release}; these are version {game.version}."
    )


def _plain(value: Any) -> Any:
    """As JSON gives it back: tuples as lists, keys as strings."""
    return json.loads(json.dumps(value))
