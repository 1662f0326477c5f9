"""The end of a match: its result, its money and what follows from them, saved with its last row."""

from __future__ import annotations

import logging

from bot.clock import DAY
from bot.guilds.settings import house_settings
from bot.tables.after_match_conduct import after_match
from bot.tables.core import IDLE
from bot.tables.match_characters import come_home
from bot.tables.match_session import MatchSession
from bot.tables.money.carryover import stays_due
from bot.tables.money.outcomes import winners
from bot.tables.persistence import Saving
from db import AlreadyDone, CloseMatch, DropSeat, NotEnough, NotSaved, SaveSeat, SaveTable, Write
from games.engine import GUEST

log = logging.getLogger(__name__)


class Ending(Saving):
    """See the module's text."""

    async def _end(self, session: MatchSession, unit: list[Write]) -> None:
        """The match is over: result and money are saved together with its last row."""
        state = self.state
        result = session.match.result
        assert result is not None
        settled = await self.cashier.settle(session, self.game)
        carry = self.cashier.carry_out(self.game, result, session)
        now, rules = self.context.clock.now(), await house_settings(self.context.store, state.guild_id)
        manners = await after_match(
            self.context.store,
            state,
            self.game,
            result,
            free=session.free,
            now=now,
            offset=rules.utc_offset,
            told={event.kind for event in session.match.events},
        )
        settings = self._bars({**result.barred, **manners.shown_out}, result.lifts)
        former = {n: who for n, who in settings.former.items() if stays_due(carry, n)}
        settings = settings.model_copy(update={"former": former})
        told = {"pays": [list(pay) for pay in result.pays], "carry": dict(result.carry)}
        unit += [
            *settled.transfers,
            *manners.facts,
            *await come_home(
                self.context.store,
                state.seats,
                session.match.header.facts,
                result.facts,
                now,
            ),
            CloseMatch(session.id, "ended", told, settled.outcomes),
            SaveTable(state.id, phase="lobby", carry=carry, settings=settings.model_dump(mode="json")),
        ]
        won = winners(result)
        for seat in state.in_order():
            seat.won = seat.number in won
            seat.chips = settled.chips.get(seat.number, seat.chips)
            seat.left = seat.left or seat.number in manners.shown_out
            if seat.invited:
                if seat.away:
                    seat.to_computer(GUEST)
            elif seat.guest is not None:
                seat.to_computer(next(iter(self.game.policies), "random"))
            unit.append(SaveSeat(state.id, seat.record()))
        # the rail is for this match; its names stay until the next one, for the result to be told
        unit += [DropSeat(state.id, number) for number in state.rail]
        await self._commit(*unit)
        state.phase, state.match_id, state.carry, state.settings = "lobby", None, carry, settings
        self.last_match, self.last_was_free, self.session = session.match, session.free, None
        self._last_owners = {number: seat.person for number, seat in state.everyone.items()}
        self.remarks = manners.remarks
        await self._tip(session)
        self._idle_at = self.context.clock.now() + IDLE
        for seat in [seat for seat in state.in_order() if seat.left]:
            await self._cash_out_seat(seat)
        if self.closing or state.settings.private or not state.members():
            await self._close("The table has closed after its last hand.")

    async def _tip(self, session: MatchSession) -> None:
        """The house's tips: no part of the result, and whoever has had one today gets none."""
        for tip in await self.cashier.tips(session, int(self.context.clock.now() // DAY)):
            try:
                await self.context.store.commit(tip)
            except (AlreadyDone, NotEnough, NotSaved):
                log.info("the house gives no tip %s", tip.key)
