"""A tournament as its rows say it stands: its settings, its standings, those still in. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cogs.tournaments.formats import FORMATS, Format
from cogs.tournaments.rows import EntrantRecord, RoundTableRecord, TournamentRecord
from cogs.tournaments.scoring import Entry, PlayedTable, Score, Standing, standings, with_final
from cogs.tournaments.settings import TournamentSettings

OVER = ("ended", "off")
"""Phases of a tournament that is over."""


def settings_of(record: TournamentRecord) -> TournamentSettings:
    """Return the host's choices."""
    return TournamentSettings.model_validate(record.settings)


def format_of(record: TournamentRecord) -> Format:
    """Return the format that the host has chosen."""
    settings = settings_of(record)
    return FORMATS[settings.format](settings.seats, settings.rounds)


def entrant_of(record: TournamentRecord, member: int | None) -> EntrantRecord | None:
    """Return a player by their account."""
    return next((entrant for entrant in record.entrants if entrant.member == member), None)


def entrant_by_user(record: TournamentRecord, user_id: int) -> EntrantRecord | None:
    """Return a player by their Discord id."""
    return next((entrant for entrant in record.entrants if entrant.user_id == user_id), None)


def is_in(entrant: EntrantRecord) -> bool:
    """Return True for a player that has not left and was not cut."""
    return not entrant.gone and entrant.cut is None


def tables_of_round(record: TournamentRecord) -> list[RoundTableRecord]:
    """Return the tables of the present round."""
    return [table for table in record.tables if table.round == record.round]


def played(tables: Iterable[RoundTableRecord]) -> list[PlayedTable]:
    """Return tables with the scores of their matches."""
    return [
        PlayedTable(
            table.members,
            tuple(
                {int(member): Score(points, bool(won), paid) for member, (points, won, paid) in match.items()}
                for match in table.scores.values()
            ),
        )
        for table in tables
    ]


def points_at(table: RoundTableRecord) -> dict[int, int]:
    """Return the points that each player of a table has scored there."""
    matches = table.scores.values()
    return {
        member: sum(match[str(member)][0] for match in matches if str(member) in match)
        for member in table.members
    }


def order_of(record: TournamentRecord) -> list[Standing]:
    """Return all players, the best first; a final that has been played decides the first places."""
    entries = [Entry(entrant.member, entrant.cut, entrant.gone) for entrant in record.entrants]
    byes = Counter[int]()
    for _, member, points in record.byes:
        byes[member] += points
    rounds = [table for table in record.tables if not table.final]
    order = standings(entries, played(rounds), byes)
    for final in played(table for table in record.tables if table.final and table.scores):
        order = with_final(order, final)
    return order
