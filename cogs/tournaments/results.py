"""The results of a round's table, counted from the store: its finished matches and their scores."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from cogs.tournaments.rows import RoundTableRecord
from cogs.tournaments.scoring import Outcome, match_scores
from cogs.tournaments.settings import TournamentSettings
from db import journal
from db.journal import MatchRecord
from db.outcomes import of_match
from db.outcomes import outcomes as outcomes_of
from db.store import Store
from games.engine import money as gems
from games.engine.match import Header
from games.engine.result import SCORES
from games.registry import find_game


async def count(store: Store, table: RoundTableRecord, settings: TournamentSettings) -> RoundTableRecord:
    """Return a table with the matches that have ended there since it was counted last; each counts once."""
    if table.table_id is None:
        return table
    seats = {
        seat.seat: seat.member
        for seat in (await store.table(table.table_id)).seats
        if seat.member in table.members and seat.member is not None
    }
    scores = dict(table.scores)
    for summary in await store.read(journal.matches_of, table.table_id):
        if summary.state != "ended" or str(summary.id) in scores or len(scores) >= settings.matches:
            continue
        match = await store.match(summary.id)
        given = {outcome.member: outcome for outcome in await store.read(outcomes_of, of_match(match.id))}
        paid = _paid(match)
        in_ring = Header.from_json(match.header).ring
        outcomes = {}
        for seat in in_ring:
            member = seats.get(seat)
            if member is not None:
                entered = given.get(member)
                points = None if entered is None else entered.points
                outcomes[member] = Outcome(
                    None if entered is None else entered.place,
                    paid.get(seat, 0) if points is None else points,
                )
        counted = match_scores(outcomes, len(in_ring), settings.scoring)
        scores[str(match.id)] = {
            str(member): (score.points, int(score.won), score.paid) for member, score in counted.items()
        }
    return replace(table, scores=scores)


def _paid(match: MatchRecord) -> Counter[int]:
    """Return what a match paid each seat, in pieces; a match for points pays nothing else."""
    paid = Counter[int]()
    game = find_game(match.game)
    if game.money_kind(game.parse_options(Header.from_json(match.header).options)) == "points":
        return paid
    for giver, taker, unit, amount, *_ in (match.result or {}).get("pays", ()):
        if unit not in SCORES:
            pieces = gems.worth({unit: amount})
            paid[giver] -= pieces
            paid[taker] += pieces
    return paid
