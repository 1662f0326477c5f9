"""Replay: the log of a match, line by line, as one seat or a spectator saw it.

It answers "why did this member lose". A record comes from the database or from an exported file; the rules play it
again, and the log is filtered by the audience that the rules gave each event. Until the match is opened, only the
spectators' view is shown: a seat's view would show its hidden cards to the person at the terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.face.text.signs import signed
from bot.matches.exported_match import journal_rows, read_export, version_note
from bot.matches.opening import may_open
from db import journal, tables
from db.backend.connection import Connection
from games.engine.errors import GameError, ReplayDiverged
from games.engine.match import Header, Match, Row
from games.engine.money import PIECE
from games.engine.scene import RAIL, Line, Nicknames, SceneOutcome
from games.registry import GAMES, rules_of

TRIED = 20
"""How many matches in play are tried when a copy is checked."""


@dataclass(frozen=True, slots=True)
class RecordedMatch:
    """A match with its journal. `names` are the members by seat. While `sealed`, its seed is secret."""

    number: int
    state: str
    header: Header
    rows: Sequence[Row]
    names: Mapping[int, str]
    sealed: bool

    @classmethod
    def from_database(cls, db: Connection, number: int) -> RecordedMatch:
        """Read a match from the store. Raises `db.Unknown`."""
        record = journal.match(db, number)
        return cls(
            number,
            record.state,
            Header.from_json(record.header),
            journal_rows(record.rows),
            journal.players(db, number),
            sealed=not may_open(record, tables.table(db, record.table)),
        )

    @classmethod
    def from_export(cls, data: Mapping[str, Any]) -> RecordedMatch:
        """Read an exported match, which names no member. Raises `ValueError` with a sentence."""
        export = read_export(data)
        rows = journal_rows(export.rows)
        return cls(export.match, export.state, export.header, rows, {}, sealed=False)

    @property
    def seat_names(self) -> dict[int, str]:
        """The name of every seat that played; a seat without a known member is `Seat 2`, counted from 0."""
        seats = {*self.header.ring, *(row.seat for row in self.rows if row.seat >= 0)}
        return {seat: self.names.get(seat, f"Seat {seat}") for seat in sorted(seats)}

    def viewer(self, seat: str | None) -> int:
        """Return the seat given by its number or its member's name, or `RAIL` for None.

        Raises `ValueError` with a sentence if there is no such seat, or its view is still secret.
        """
        if seat is None:
            return RAIL
        if self.sealed:
            raise ValueError(
                f"Match {self.number} isn't opened yet, so what its seats hold is secret: leave out --as to read "
                "what spectators saw."
            )
        names = self.seat_names
        for number, name in names.items():
            if seat.casefold() in (str(number), name.casefold()):
                return number
        known = ", ".join(f"{number} ({name})" for number, name in names.items())
        raise ValueError(f"Match {self.number} has no seat {seat!r}; it has: {known}.")


@dataclass(frozen=True, slots=True)
class Replay:
    """A match as one viewer saw it. `names` are by seat; `agrees` is False if the rules and the journal differ."""

    title: str
    names: Mapping[int, str]
    lines: tuple[Line, ...]
    outcome: SceneOutcome | None
    ending: str
    agrees: bool


def replay(record: RecordedMatch, viewer: int, step: int | None = None) -> Replay:
    """Replay a recorded match, to its end or for `step` answers, and return it as `viewer` saw it.

    If the journal does not fit these rules, the replay ends there. Raises `BadOptions` if the game is unknown, or a
    `GameError` if these rules cannot play it at all.
    """
    header, rows = record.header, list(record.rows)
    game = rules_of(header.game, header.version)
    ending, agrees = _ENDINGS[record.state], True
    is_part = step is not None and step < len(rows)
    if is_part:
        ending = f"That was step {step} of {len(rows)}."
        rows = rows[:step]
    try:
        match = Match.replay(game, header, rows)
    except ReplayDiverged as diverged:
        match = Match.replay(game, header, rows[: diverged.index])
        note = version_note(header, game)
        ending = f"The journal differs from the rules at answer {diverged.index + 1} of {len(rows)}.{note}"
        agrees = False
    scene = match.scene(viewer)
    names = record.seat_names
    for block in scene.every(Nicknames):
        names |= dict(block.names)
    # The scene's own log holds only the last lines, so the events are filtered here by the same rule.
    lines = tuple(
        Line(event.text, event.values)
        for event in match.events
        if event.text is not None and (event.to is None or viewer in event.to)
    )
    outcome = scene.first(SceneOutcome)
    if agrees and record.state == "ended" and outcome is None and not is_part:
        ending, agrees = "The journal ends before the match does.", False
    return Replay(game.title, names, lines, outcome, ending, agrees)


def faults_of_play(db: Connection) -> list[str]:
    """Take up the newest matches in play again, and return a sentence if that can be done with none of them.

    One is enough: a match that no rules fit is suspended when the bot starts, and is no fault of the database.
    """
    playing = db.execute(
        "SELECT id, game, version FROM matches WHERE state = 'playing' ORDER BY id DESC LIMIT ?", (TRIED,)
    ).fetchall()
    faults = []
    for number, game, version in playing:
        if game not in GAMES or rules_of(game, version).version != version:
            continue  # of rules that this release has not
        try:
            record = RecordedMatch.from_database(db, number)
            Match.replay(rules_of(game, version), record.header, record.rows)
        except (GameError, LookupError, TypeError, ValueError) as fault:
            faults.append(f"match {number} cannot be taken up again: {fault}")
        else:
            return []
    return faults


_ENDINGS = {
    "ended": "",
    "playing": "It is still being played.",
    "void": "Then it was called off: nothing counts, and the stakes went back.",
    "suspended": "Then it was suspended: an admin decides what becomes of it.",
}


def outcome_lines(replayed: Replay, say: Callable[[Line], str]) -> list[str]:
    """Return the result in plain text, one line for each seat with the winner first, then any other ending."""
    lines: list[str] = []
    if (outcome := replayed.outcome) is not None:
        lines.append(say(outcome.headline))
        for row in outcome.rows:
            place = "-" if row.place is None else f"{row.place}."
            parts = [f"{place} {replayed.names.get(row.seat, f'Seat {row.seat}')}"]
            parts += [_change_text(unit, n) for unit, n in row.change.items() if n]
            if row.reason is not None:
                parts.append(say(row.reason))
            lines.append(" · ".join(parts))
        lines += [say(note) for note in outcome.notes]
    if replayed.ending:
        lines.append(replayed.ending)
    return lines


def _change_text(unit: str, n: int) -> str:
    if unit == PIECE:
        return f"{signed(n)} {'piece' if abs(n) == 1 else 'pieces'}"
    return f"{signed(n)} {unit}"
