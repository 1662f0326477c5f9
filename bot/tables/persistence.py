"""Saving the events of a table, and rebuilding the table from the store when that fails."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable

from bot.language import N_
from bot.members.loss_limits import limit_error
from bot.serial_queue import serialized
from bot.tables.live_table import LiveTable
from bot.tables.match_session import EarlyPress, MatchSession
from bot.tables.money.among_payers import among_payers
from bot.tables.money.payout import SettledDebt, with_debts_settled
from bot.tables.state import RAIL_FROM, Seat
from bot.user_errors import UserError
from db import journal, members
from db.backend.names import Name
from db.backend.unit_of_work import Write
from db.errors import AlreadyDone, NotEnough, NotSaved, OverLimit
from db.journal import CloseMatch, MatchRecord, ResumeMatch
from db.places import AuditEntry
from db.tables import SaveTable
from games.engine.result import Pay
from games.engine.scene import Line
from games.registry import rules_of

log = logging.getLogger(__name__)

STORE_PAUSE = 5.0
"""Seconds before a store that was away is asked again, unless someone presses earlier."""


class Persistence:
    """Saves a table to the store and rebuilds it from there."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self.queue = table.queue

    async def commit(self, *writes: Write, rebuild: bool = True) -> None:
        """Save writes as one unit.

        After a failure the match is rebuilt from the journal, since the rules are ahead of the disk, and a `UserError`
        is raised. `rebuild=False` is for callers whose match is not in the journal.
        """
        table = self.table
        table.saved.clear()
        try:
            await table.context.store.commit(*writes)
        except (AlreadyDone, NotEnough, OverLimit, NotSaved) as failure:
            refusal = self.refusal_of(failure)
            if rebuild:
                await self.go_back()
            raise refusal from failure
        finally:
            # saved or rebuilt: either way memory agrees with the disk again
            if not table.is_ahead:
                table.saved.set()

    def refusal_of(self, failure: Exception) -> UserError:
        """Return the refusal of what the store didn't save; if it was away, it is logged under an id."""
        match failure:
            case AlreadyDone():
                return UserError("done_already" if failure.kind == "press" else "passed")
            case NotEnough():
                return UserError("cannot_wager", need=N_("more"), base=N_("this base"), held=failure.held)
            case OverLimit():
                return limit_error(failure)
        code = secrets.token_hex(2).upper()
        log.error("not saved (%s) at table %s: %s", code, self.table.state.id, failure)
        return UserError("not_saved", id=code)

    async def go_back(self) -> None:
        """Rebuild the table. If the store is away, rebuild before the next command and show nothing until then."""
        table = self.table
        try:
            await self.rebuild()
        except NotSaved:
            table.is_ahead = True
            table.saved.clear()
            table.retry_at = table.context.clock.now() + STORE_PAUSE

    def catch_up(self) -> Awaitable[None] | None:
        """Return the work to do before the next command, if a failure has left memory ahead of the store."""
        return self._catch_up() if self.table.is_ahead else None

    async def _catch_up(self) -> None:
        table = self.table
        try:
            await self.rebuild()
        except NotSaved as failure:
            table.retry_at = table.context.clock.now() + STORE_PAUSE
            raise self.refusal_of(failure) from failure
        table.is_ahead = False
        table.saved.set()

    async def rebuild(self) -> None:
        """Discard the table in memory and load it again: seats, settings, and the match by replay."""
        table = self.table
        record = await table.context.store.table(table.state.id)
        before, table.session = table.session, None
        table.state.reload(record)
        if record.match is not None:
            await self.load_match()
        if table.session is not None and before is not None:
            table.session.keep_reminders(before)
        # what is open has more time than it had
        table.notify(set(table.state.everyone))

    async def load_match(self) -> None:
        """Load the match from the store. A journal that does not fit the rules suspends the table."""
        state = self.table.state
        assert state.match_id is not None
        record = await self.table.context.store.match(state.match_id)
        if record.state == "suspended":
            state.phase = "suspended"
            return
        session = self._replay(record)
        if session is None:
            # the stakes are held until an admin decides
            await self.suspend()
        else:
            await self._go_on(session)

    async def match_is_of_older_rules(self) -> bool:
        """Return True if the stored match began under a version of its game's rules that there is no more.

        A suspended match does not count: an admin decides about it.
        """
        if self.table.state.match_id is None:
            return False
        record = await self.table.context.store.match(self.table.state.match_id)
        return record.state == "playing" and record.version < rules_of(record.game, record.version).version

    async def load_last_match(self) -> None:
        """Load the match that ended last, so that its result can still be shown.

        Nothing is loaded after a match that was called off, or one that these rules cannot replay.
        """
        table, state, store = self.table, self.table.state, self.table.context.store
        record = await store.read(journal.last_match_at, state.id)
        if record is None or record.state != "ended" or record.game != state.game:
            return
        session = self._replay(record)
        if session is None or session.match.result is None:
            return
        summary = record.result or {}
        apart = summary.get("for_points", ())
        in_pieces = session.match.game.money_kind(session.match.options) == "pieces"
        paid = among_payers(session.match.result, apart, in_pieces=in_pieces)
        debts = [SettledDebt(Pay(*owed), units) for owed, units in summary.get("debts", ())]
        session.match.settle(with_debts_settled(paid, debts))
        table.last_match, table.last_was_free, table.last_deal = session.match, session.free, session.deal
        table.last_record = await store.read(journal.hash_of, record.id)
        table.last_owners = {number: seat.last_owner for number, seat in state.seats.items()}
        table.remarks = [Line(text, values) for text, values in summary.get("remarks", ())]
        names = await store.read(journal.players, record.id)
        dealt = session.deal.members if session.deal is not None else {}
        known = await store.read(members.names, list(dealt.values()))
        computers = {int(number): Name(name) for number, name in summary.get("computers", {}).items()}
        # a member whose data was deleted has no name, and not that of the seat's next owner
        table.last_names = {**names, **{n: known.get(dealt[n], Name("")) for n in dealt}, **computers}
        for number, name in names.items():
            if number >= RAIL_FROM:
                state.rail[number] = Seat(number, name, None, None, 0, rail=True)

    def _replay(self, record: MatchRecord) -> MatchSession | None:
        """Return the match that the journal records; None if these rules do not fit it."""
        try:
            now = self.table.context.clock.now()
            return MatchSession.load(
                rules_of(record.game, record.version), record, now, self.table.pace.grace
            )
        except Exception:  # the rules may raise anything when the journal is not theirs
            for count_failure in self.table.context.hooks.replay_failed:
                count_failure()
            log.warning("match %s cannot be replayed", record.id, exc_info=True)
            return None

    async def _go_on(self, session: MatchSession) -> None:
        """Continue a replayed match."""
        table = self.table
        session.purses = await table.cashier.purses(session, session.match.game, table.state.for_points())
        table.session = session
        for seat in table.state.everyone.values():
            # the stored seat is older than the journal, which shows how often its player was late since
            seat.away = seat.away or session.times_late(seat.number) >= session.match.game.patience
        session.take_newly_asked()
        table.update_deadlines()
        for held in await table.context.store.read(journal.held_presses, session.id):
            if held.ask in session.match.open:
                session.questions[held.ask].early_press = EarlyPress(held.at, held.answer, held.press)

    async def suspend(self) -> None:
        """Hold the match and its stakes until an admin decides, since the rules do not fit the journal."""
        table, state = self.table, self.table.state
        assert state.match_id is not None
        log.error("table %s is suspended at match %s; its stakes are held", state.id, state.match_id)
        await table.context.store.commit(
            CloseMatch(state.match_id, "suspended", {}),
            SaveTable(state.id, phase="suspended"),
            AuditEntry(
                state.place_key, None, "table suspended", {"table": state.id, "match": state.match_id}
            ),
        )
        table.session, state.phase = None, "suspended"
        table.saved.set()
        table.notify(set())

    @serialized
    async def resume_suspended(self) -> None:
        """Replay a suspended match under the current rules, and continue it.

        Raises `UserError` if the journal still does not fit them; then nothing has changed.
        """
        table, state = self.table, self.table.state
        if state.phase != "suspended" or state.match_id is None:
            raise UserError("not_suspended")
        record = await table.context.store.match(state.match_id)
        try:
            rules = rules_of(record.game, record.version)
            session = MatchSession.load(rules, record, table.context.clock.now())
        except Exception as fault:
            log.warning("match %s still cannot be replayed: %s", record.id, fault)
            raise UserError("still_diverges") from fault
        await self.commit(
            ResumeMatch(record.id),
            SaveTable(state.id, phase="playing"),
            AuditEntry(state.place_key, None, "table resumed", {"table": state.id, "match": record.id}),
            rebuild=False,
        )
        state.phase = "playing"
        table.faults = 0
        await self._go_on(session)
        table.notify(set(state.everyone))
