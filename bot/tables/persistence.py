"""Saving what has happened at a table, and what follows when that fails; getting up, and the table's end."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping

from bot.economy.loss_limits import limit_error
from bot.tables.core import Core
from bot.tables.match_characters import come_home
from bot.tables.match_session import MatchSession
from bot.tables.money.carryover import given_up, stays_due
from bot.tables.state import Seat, TableSettings, TableState
from bot.user_errors import UserError
from db import (
    AlreadyDone,
    AuditEntry,
    CloseMatch,
    DropSeat,
    NotEnough,
    NotSaved,
    OverLimit,
    SaveSeat,
    SaveTable,
    Write,
)
from games.catalogue import find_game
from games.engine import GUEST, Header

log = logging.getLogger(__name__)


class Saving(Core):
    """See the module's text."""

    async def _commit(self, *facts: Write, rebuild: bool = True) -> None:
        """Save a unit. A failure is told as a `UserError`, and the match is rebuilt from the journal."""
        self._clean.clear()
        try:
            await self.context.store.commit(*facts)
        except AlreadyDone as done:
            await self._rebuild(rebuild)
            raise UserError("done_already" if done.what == "press" else "passed") from done
        except NotEnough as short:
            await self._rebuild(rebuild)
            raise UserError("cannot_wager", need="more", base="this base", held=short.held) from short
        except OverLimit as over:
            await self._rebuild(rebuild)
            raise limit_error(over) from over
        except NotSaved as failed:
            code = secrets.token_hex(2).upper()
            log.error("not saved (%s) at table %s: %s", code, self.state.id, failed)
            await self._rebuild(rebuild)
            raise UserError("not_saved", id=code) from failed
        finally:
            self._clean.set()

    async def _rebuild(self, wanted: bool) -> None:
        """Throw the match away and play it again from the journal, seats and all."""
        if not wanted:
            return
        record = await self.context.store.table(self.state.id)
        self.state = TableState.load(record)
        self.cashier.state = self.state
        self.session = None
        if record.match is not None:
            await self.resume()

    async def resume(self) -> None:
        """Take up the match that the store holds. A journal that does not fit suspends the table."""
        assert self.state.match_id is not None
        record = await self.context.store.match(self.state.match_id)
        if record.state == "suspended":
            self.state.phase = "suspended"
            return
        try:
            self.session = MatchSession.load(find_game(record.game), record, self.context.clock.now())
        except Exception:  # whatever the rules raise: stakes are held until an admin decides
            log.exception("match %s cannot be replayed", record.id)
            await self._suspend()
            return
        for seat in self.state.everyone.values():
            seat.away = seat.away or self.session.late.get(seat.number, 0) >= self.game.patience
        self.session.take_newly_asked()
        self._update_deadlines()
        self._set_timer()

    async def _suspend(self) -> None:
        state = self.state
        assert state.match_id is not None
        log.error("table %s is suspended at match %s; its stakes are held", state.id, state.match_id)
        await self.context.store.commit(
            CloseMatch(state.match_id, "suspended", {}),
            SaveTable(state.id, phase="suspended"),
            AuditEntry(state.guild_id, None, "table suspended", {"table": state.id, "match": state.match_id}),
        )
        self.session, state.phase = None, "suspended"
        self._clean.set()
        self._notify(set())

    # ---- getting up and closing

    async def _cash_out_seat(self, seat: Seat) -> str:
        transfers, words = await self.cashier.cash_out(seat)
        also = self._next_host(seat)
        guest = self.state.guest_of(seat.user_id) if seat.user_id is not None else None
        if guest is not None:
            guest.to_computer(GUEST)
            also.append(SaveSeat(self.state.id, guest.record()))
        settings = self.state.settings
        if stays_due(self.state.carry, seat.number):
            # the number is not given to others, and they do not get what is due to it (TD-R8)
            former = {**settings.former, seat.number: seat.member}
            settings = settings.model_copy(update={"former": former})
            also.append(SaveTable(self.state.id, settings=settings.model_dump(mode="json")))
        carry = given_up(self.state.carry, seat.number)
        if carry != self.state.carry:
            also.append(SaveTable(self.state.id, carry=carry))
        await self._commit(*transfers, DropSeat(self.state.id, seat.number), *also)
        del self.state.seats[seat.number]
        self.state.settings, self.state.carry = settings, carry
        self._notify(set())
        return words

    def _next_host(self, leaving: Seat) -> list[Write]:
        """The next member at the table becomes host when the host leaves."""
        if leaving.member != self.state.host:
            return []
        others = [seat for seat in self.state.members() if seat is not leaving and not seat.left]
        if not others or others[0].member is None:
            return []
        self.state.host = others[0].member
        return [SaveTable(self.state.id, host=self.state.host)]

    def _bars(self, barred: Mapping[int, int], lifts: bool) -> TableSettings:
        """The settings with the bars of members who may not sit here for a while: earlier ones first ended, if so."""
        now = self.context.clock.now()
        bars = {} if lifts else {who: at for who, at in self.state.settings.bars.items() if at > now}
        for number, seconds in barred.items():
            seat = self.state.seats.get(number)
            if seat is not None and seat.user_id is not None:
                bars[seat.user_id] = now + seconds
        return self.state.settings.model_copy(update={"bars": bars})

    async def _void(self) -> None:
        state = self.state
        assert state.match_id is not None
        transfers = await self.cashier.give_back(state.match_id, self.game)
        brought = Header.from_json((await self.context.store.match(state.match_id)).header).facts
        home = await come_home(self.context.store, state.seats, brought, {}, self.context.clock.now())
        await self._commit(
            *transfers,
            *home,
            CloseMatch(state.match_id, "void", {}),
            *(DropSeat(state.id, number) for number in state.rail),
            SaveTable(state.id, phase="lobby"),
            AuditEntry(state.guild_id, None, "match void", {"table": state.id, "match": state.match_id}),
            rebuild=False,
        )
        state.phase, state.match_id, self.session = "lobby", None, None
        state.rail.clear()

    async def _close(self, sentence: str) -> None:
        state = self.state
        transfers = await self.cashier.close()
        await self._commit(*transfers, SaveTable(state.id, phase="closed"))
        state.phase = "closed"
        if self._timer is not None:
            self._timer.cancel()
        log.info("table %s closed: %s", state.id, sentence)
        self.context.listener.closed(self, sentence)
