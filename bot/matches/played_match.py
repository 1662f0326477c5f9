"""Looking back: a match of the past, step by step, as its players saw it then.

A step is a number of answers: the journal's first answers are played again, and the scene of that moment is shown,
never the final one. A member sees what their seat saw while it was theirs, and what spectators saw before and after.
All hands are shown only of a match that may be opened (`bot.matches.opening`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.language import _
from bot.luck.deal import Deal, deal_of
from bot.matches.access import Reader
from bot.matches.exported_match import game_and_journal
from bot.matches.opening import all_agree, get_match, load_opened
from bot.matches.shown_hands import shown_hands
from bot.tables.kinds import TableKind
from bot.tables.state import Seat, TableState
from bot.tables.view import TableView
from bot.user_errors import UserError
from db import journal
from db.backend.names import Name
from db.journal import SeatSpan
from db.store import Store
from db.tables import TableRecord
from games.engine.chance import Chance, Seed
from games.engine.errors import GameError, ReplayDiverged
from games.engine.game import Game
from games.engine.match import Header, Match, Row
from games.engine.questions import OUTSIDE
from games.engine.scene import BACK, RAIL, Seats, Zone

HAND = "hand"
"""The name of the zone with the cards that a seat holds."""
LUCK = "look back"
"""The seed for the sampled chance of winning, fixed so that the same step always shows the same number."""


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that is over, with its journal. `names` are by seat; `spans` is the time a member held each seat."""

    number: int
    game: Game
    header: Header
    rows: Sequence[Row]
    names: Mapping[int, Name]
    spans: Sequence[SeatSpan]
    table: TableRecord
    deal: Deal | None
    free: bool
    member: int | None = None
    """The purse account of the member who looks back."""
    hidden: frozenset[int] = frozenset()
    """Seats whose cards were folded or never shown, and whose owners have not shown them since."""

    @property
    def last(self) -> int:
        """The last step, after all answers."""
        return len(self.rows)

    def viewer(self, step: int) -> int:
        """Return the viewpoint of the member at a step: their seat, or `RAIL`."""
        for span in self.spans:
            if span.first <= step <= self._end_of(span):
                return span.seat
        return RAIL

    def _end_of(self, span: SeatSpan) -> int:
        """Return the last step at which the member held a seat, before they left it for good."""
        for step in range(span.last + 1, self.last):
            row = self.rows[step]
            if row.seat == OUTSIDE and row.answer in (["leave", span.seat], ("leave", span.seat)):
                return step
        return self.last

    def next_decision(self, step: int) -> int | None:
        """Return the next step after this one at which the member decided something; None if there is none."""
        for later in range(step + 1, self.last):
            row = self.rows[later]
            if row.by == "player" and row.seat >= 0 and row.seat == self.viewer(later):
                return later
        return None

    def decisions(self) -> list[int]:
        """Return the steps at which the member decided something."""
        steps, step = list[int](), self.next_decision(-1)
        while step is not None:
            steps.append(step)
            step = self.next_decision(step)
        return steps

    def at(self, step: int) -> Match:
        """Return the match after the given number of answers. Raises `UserError` if the rules have changed since."""
        try:
            return Match.replay(self.game, self.header, self.rows[:step])
        except (ReplayDiverged, GameError) as changed:
            raise UserError("changed_rules", n=self.number) from changed

    def view(self, match: Match, viewer: int) -> TableView:
        """Return the view of the table that a viewer had at a moment of the match."""
        seats = {
            number: Seat(number, name, None, None, 0)
            for number, name in self.names.items()
            if number in match.table.ring or number in match.table.rail
        }
        state = TableState.load(self.table)
        state = replace(
            state,
            phase="lobby" if match.over else "playing",
            match_id=self.number,
            seats=seats,
            rail={},
            kind=TableKind(),
        )
        return TableView(
            state,
            self.game,
            viewer,
            match.scene(viewer),
            {},
            None,
            self.free,
            played=match.options,
            names=self.names,
            deal=self.deal if match.over else None,
        )

    def chance(self, step: int, match: Match) -> float | None:
        """Return the member's chance to win at their decision from what they could see; None if the game gives none."""
        viewer = self.viewer(step)
        if viewer == RAIL or not match.asks_of(viewer):
            return None
        return self.game.chance_to_win(match.scene(viewer), Chance(Seed(LUCK, match=step)))


async def load_played(store: Store, place_key: int, number: int, reader: Reader) -> PlayedMatch:
    """Return a match of a place for a member to look back at.

    Raises `UserError` if there is no such match here for the reader, or it is still being played.
    """
    record, table = await get_match(store, place_key, number, reader)
    if record.state not in ("ended", "void"):
        raise UserError("not_over", n=number)
    (game, header, rows), deal = game_and_journal(record), deal_of(record.header)
    names = await _names(store, number, table, header, deal, record.result or {})
    member = await store.find_member(place_key, reader.user_id)
    start = record.rows[0].seq if record.rows else 0
    held = [] if member is None else await store.read(journal.seat_spans, number, member)
    spans = [SeatSpan(span.seat, span.first - start, span.last - start) for span in held]
    dealt = [seat for seat, account in deal.members.items() if account == member] if deal is not None else []
    if dealt and dealt[0] not in [span.seat for span in spans]:
        spans.insert(0, SeatSpan(dealt[0], 0, 0))
    spans = [span._replace(first=0) if span.seat in dealt else span for span in spans]
    owners = dict(deal.members) if deal is not None else {}
    agreed = deal is not None and all_agree(record, table)
    shown = await store.read(shown_hands, number)
    private = frozenset[int]() if agreed else await asyncio.to_thread(_never_shown, game, header, rows)
    return PlayedMatch(
        number,
        game,
        header,
        rows,
        names,
        spans,
        table,
        deal,
        bool(record.header.get("free")),
        member,
        frozenset(seat for seat in private if seat in owners and owners[seat] not in shown),
    )


def _never_shown(game: Game, header: Header, rows: Sequence[Row]) -> frozenset[int]:
    """Return the seats that kept cards to themselves to the end: folded hands, and hands that nobody paid to see."""
    try:
        match = Match.replay(game, header, rows)
    except (ReplayDiverged, GameError):
        return frozenset(header.ring)
    scene = match.scene(RAIL)
    hidden = {block.owner for block in scene.every(Zone) if block.name == HAND and BACK in block.items}
    open_hands = {
        block.owner
        for block in scene.every(Zone)
        if block.name == HAND and block.items and BACK not in block.items
    }
    folded = {row.seat for block in scene.every(Seats) for row in block.rows if row.out}
    return frozenset(seat for seat in hidden | (folded - open_hands) if seat is not None)


async def may_see_all_hands(store: Store, place_key: int, number: int, reader: Reader) -> bool:
    """Return whether a match has no secrets any more."""
    try:
        return not (await load_opened(store, place_key, number, reader)).missing
    except UserError:
        return False


async def replayed(played: PlayedMatch, step: int) -> Match:
    """Replay a match up to a step, off the event loop."""
    return await asyncio.to_thread(played.at, max(0, min(step, played.last)))


async def _names(
    store: Store,
    number: int,
    table: TableRecord,
    header: Header,
    deal: Deal | None,
    summary: Mapping[str, Any],
) -> dict[int, Name]:
    """Return the names of all seats: members' current names, and those of computer players at the time."""
    names = {seat: Name(_("Seat {n}").format(n=seat + 1)) for seat in header.ring}
    names |= {seat.seat: seat.name for seat in table.seats if seat.member is None}
    names |= {int(seat): Name(name) for seat, name in summary.get("computers", {}).items()}
    if deal is not None:
        people = await store.names(list(deal.members.values()))
        names |= {seat: people[account] for seat, account in deal.members.items() if account in people}
    return names | await store.read(journal.players, number)
