"""The JSON of a match as `dicenight export` prints it, parsed and checked. `verify` and `replay` both use it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.language import N_
from bot.luck.deal import Deal
from db.journal import MatchRecord, RowRecord
from db.seed_chain import Opening
from games.engine.errors import BadOptions, Sentence
from games.engine.game import Game
from games.engine.match import Header, Row
from games.registry import rules_of


class RecordHash(BaseModel):
    """The hash of a match, and that of its table's match before."""

    model_config = ConfigDict(frozen=True)

    before: str
    hash: str


class ExportedMatch(BaseModel):
    """An unsealed export. Pydantic checks the engine's own header, so no second description of it is needed."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    match: int
    state: Literal["playing", "ended", "void", "suspended"]
    commitment: str
    seed: str
    opening: Opening | None = None
    """The proof of its seed; None for matches of older versions, whose table had one seed for all of them."""
    header: Header
    deal: Deal | None = None
    """The sources of its luck, from the header."""
    rows: list[RowRecord]
    draws: list[dict[str, Any]] | None = None
    """Every roll and card, for programs that do not know the rules."""
    result: dict[str, Any] | None = None
    record: RecordHash | None = None
    """The hash of what was played; None for matches of older versions."""

    @property
    def game(self) -> Game:
        """The game of the match, whose rules replay it."""
        return rules_of(self.header.game, self.header.version)


def read_export(data: Mapping[str, Any]) -> ExportedMatch:
    """Parse an export. Raises `ValueError` with a sentence if `data` is not one that can be played."""
    if not isinstance(data, Mapping):
        raise ValueError("This is not an exported match.")
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (UnicodeEncodeError, TypeError, RecursionError) as wrong:
        raise ValueError("This is not an exported match: it holds what no text can hold.") from wrong
    if data.get("sealed"):
        raise ValueError("This match is sealed: it can be checked when its table has closed.")
    try:
        header = data.get("header")
        luck = header.get("luck") if isinstance(header, Mapping) else None
        export = ExportedMatch.model_validate({**data, "deal": luck})
        export.game.parse_options(export.header.options)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"This is not an exported match: {path}: {first['msg']}.") from wrong
    except BadOptions as wrong:
        raise ValueError(f"This match cannot be read: {wrong}") from wrong
    if not export.header.ring:
        raise ValueError("This is not an exported match: header.ring: nobody played.")
    if export.state == "ended" and not {"pays", "carry"} <= (export.result or {}).keys():
        raise ValueError("This is not an exported match: result: payments or carry are missing.")
    return export


def game_and_journal(record: MatchRecord) -> tuple[Game, Header, list[Row]]:
    """Return game, header and rows for a replay of a stored match. Raises `BadOptions` for an unknown game."""
    return rules_of(record.game, record.version), Header.from_json(record.header), journal_rows(record.rows)


def journal_rows(records: Iterable[RowRecord]) -> list[Row]:
    """Return the store's rows for a replay by the engine; without a digest the question is not compared."""
    return [Row(row.ask, row.seat, row.digest or "", row.answer, row.by) for row in records]


def other_version(header: Header, game: Game) -> tuple[Sentence, ...]:
    """Return a sentence if another version of the rules was used, else none."""
    if header.version == game.version:
        return ()
    values = {"played": header.version, "now": game.version, "release": header.release}
    if header.release:
        text = N_(
            "It was played by version {played} of the rules, of release {release}; these are version {now}."
        )
    else:
        text = N_("It was played by version {played} of the rules; these are version {now}.")
    return ((text, values),)


def version_note(header: Header, game: Game) -> str:
    """Return that sentence in English behind a space, or an empty string."""
    return "".join(f" {text.format(**values)}" for text, values in other_version(header, game))
