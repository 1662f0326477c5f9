"""Answers: rules, then save, then announce."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any, NoReturn

from bot.economy import loss_limits
from bot.members.profile_keys import FORM
from bot.person import Person
from bot.tables.lifecycle import Ending
from bot.tables.match_session import EarlyPress, MatchSession
from bot.tables.state import Seat
from bot.tables.view import TableView
from bot.user_errors import UserError
from db import (
    AppendRow,
    SetDeadlines,
    Tally,
    Write,
)
from games.engine import (
    RAIL,
    Ask,
    By,
    IllegalAnswer,
    Row,
)
from games.engine import money as gems

log = logging.getLogger(__name__)


class Answers(Ending):
    """How a press, or anybody else's answer, goes through the rules into the journal."""

    async def press(
        self,
        person: Person,
        match_id: int,
        which: int | str,
        answer: Any,
        press_id: int | None = None,
        viewer: int | None = None,
    ) -> TableView:
        """A member answers an open question of theirs; gives what `viewer` (themselves by default) sees then.

        `which` is an ask's id, or `kind@first` for a control that several seats share. `press_id` is the id of the
        interaction: the same one counts once. Raises `UserError`; then nothing has changed.
        """
        return await self._queue.run(lambda: self._press(person, match_id, which, answer, press_id, viewer))

    async def _press(
        self,
        person: Person,
        match_id: int,
        which: int | str,
        answer: Any,
        press_id: int | None,
        viewer: int | None,
    ) -> TableView:
        seat = self._asked_of(person.user_id, which)
        session = self.session
        self._must_be_open()
        if seat is None:
            raise UserError("not_seated")
        if session is None or session.id != match_id:
            raise UserError("passed")
        self._touch(seat)
        try:
            ask = self._ask_of(session, seat, which)
        except UserError as refusal:
            if refusal.key == "not_your_turn" and seat.member is not None:
                await self.context.store.commit(Tally(seat.member, FORM, -1))  # bad form (CODE-06, CODE-R1)
            raise
        self._mark_present(seat)
        wait = session.cooldown_left(ask, self.context.clock.now(), answer)
        if wait:
            self._hold(session, ask, EarlyPress(self.context.clock.now() + wait, answer, press_id))
        else:
            await self._answer(session, ask, answer, "player", press_id, except_table=viewer == RAIL)
        return self._view(seat.number if viewer is None else viewer)

    def _mark_present(self, seat: Seat) -> bool:
        """Whoever presses anything is not away, and has not been late; gives whether they were away."""
        session, was_away = self.session, seat.away
        seat.away = False
        if session is not None:
            session.late.pop(seat.number, None)
            if was_away:
                session.restore_deadlines(seat.number, self._tempo(), self.context.clock.now())
        return was_away

    def is_away(self, user_id: int) -> bool:
        """Whether a member has a seat in the match being played, and is not waited for there."""
        seat = self._place_of(user_id)
        return self.session is not None and seat is not None and seat.away

    async def welcome_back(self, person: Person) -> None:
        """A member who was away has pressed something: they are waited for again (TIM-R16)."""
        await self._queue.run(lambda: self._welcome_back(person))

    async def _welcome_back(self, person: Person) -> None:
        seat = self._place_of(person.user_id)
        if seat is not None and self._mark_present(seat):
            self._touch(seat)
            self._set_timer()
            self._notify({seat.number})

    def _hold(self, session: MatchSession, ask: Ask, held: EarlyPress) -> None:
        """Keep a press that comes too early in a race until it may count: one a seat, the latest (FB-R1)."""
        _check(ask, held.answer)
        news = ask.id not in session.held
        session.held[ask.id] = held
        self._set_timer()
        if news:
            # nothing has happened at the table: only this panel says that the press is in
            self.context.listener.changed(self, {ask.seat})

    def _ask_of(self, session: MatchSession, seat: Seat, which: int | str) -> Ask:
        if isinstance(which, int):
            found = [ask for ask in session.match.open.values() if ask.id == which]
            if found and found[0].seat == seat.number:
                return found[0]
            if found and not found[0].prompt.quiet:
                if not found[0].answered and _is_waited_for(session, seat):
                    raise UserError("asked_otherwise")
                mine = "You're next." if self._is_next(session, seat) else "Your turn comes."
                raise UserError("not_your_turn", who=self._name_of(found[0].seat), you=mine)
            for ask in session.match.asks_of(seat.number):
                # a button of an earlier roll in a race is good for the next: panels are repainted a moment later
                if ask.prompt.clock == "race" and which < ask.id:
                    return ask
            raise UserError("passed")
        kind, _, first = which.partition("@")
        span = range(int(first or 0), int(first or 0) + len(session.match.table.ring))
        for ask in session.match.asks_of(seat.number):
            # in a race every roll makes a new question; a button of the same race is good for each of them
            if ask.prompt.kind == kind and (ask.id in span or ask.prompt.clock == "race"):
                return ask
        sealed = [ask for ask in session.match.open.values() if ask.id in span and ask.prompt.quiet]
        for ask in sealed:
            # an answer in a window may be given anew, and who has waited is asked by the same controls
            if ask.seat == seat.number and (ask.prompt.kind == kind or ask.prompt.clock == "late"):
                return ask
        if sealed:
            raise UserError("not_asked")
        alive = any(
            ask.id in span and ask.prompt.kind == kind and not ask.answered
            for ask in session.match.open.values()
        )
        raise UserError("asked_otherwise" if alive and _is_waited_for(session, seat) else "passed")

    def _name_of(self, number: int) -> str:
        seat = self.state.everyone.get(number)
        return "the house" if seat is None else seat.name

    def _is_next(self, session: MatchSession, seat: Seat) -> bool:
        ring = session.match.table.ring
        asked = [ask.seat for ask in session.match.open.values() if not ask.answered]
        if len(asked) != 1 or seat.number not in ring or asked[0] not in ring:
            return False
        return ring[(ring.index(asked[0]) + 1) % len(ring)] == seat.number

    async def _answer(
        self,
        session: MatchSession,
        ask: Ask,
        answer: Any,
        by: By,
        press_id: int | None = None,
        *,
        except_table: bool = False,
        at: float | None = None,
    ) -> None:
        """One answer: rules, then save, then announce. `at`: since when it counts, now by default."""
        seat = self.state.everyone.get(ask.seat)
        _check(ask, answer)
        facts: list[Write] = []
        if not session.free and seat is not None:
            cost = ask.prompt.cost(answer)
            if cost.seat and seat.member is not None:
                await loss_limits.check(
                    self.context.store, seat.member, gems.worth(cost.seat) * gems.BASES[self.cashier.base]
                )
            facts = await self.cashier.reserve(session.id, len(session.match.rows), seat, self.game, cost)
        if ask.prompt.clock == "race":
            session.rolled[ask.seat] = self.context.clock.now() if at is None else at
        await self._row(
            lambda now: now.match.answer(ask.id, ask.seat, answer, by),
            *facts,
            press_id=press_id,
            except_table=except_table,
        )

    async def _row(
        self,
        step: Callable[[MatchSession], Row],
        *facts: Write,
        press_id: int | None = None,
        except_table: bool = False,
    ) -> None:
        """Take one step of the match, save it with `facts`, and tell."""
        session = self.session
        if session is None:
            raise UserError("not_playing")
        self._clean.clear()
        try:
            row = step(session)
            await self._save_row(session, row, [*facts], press_id)
        except Exception as fault:  # the boundary round the rules: whatever they raise, the journal is right
            if self._clean.is_set():
                raise  # a commit that failed has rebuilt the match already
            log.exception("rules failed at table %s, match %s", self.state.id, session.id)
            await self._recover(fault)
        self._faults = 0
        self._set_timer()
        fresh = session.take_newly_asked()
        self.context.listener.clear_nudge(self)
        concerned = set(self.state.everyone) if session.match.over else fresh | {row.seat}
        self._notify(concerned, except_table=except_table)

    async def _save_row(
        self, session: MatchSession, row: Row, unit: list[Write], press_id: int | None
    ) -> None:
        """One unit: the row, all money that it moves, the deadlines or the end of the match."""
        seq = len(session.match.rows)
        unit.append(AppendRow(session.id, seq, row.ask, row.seat, row.digest, row.answer, row.by, press_id))
        self._update_deadlines()
        if session.match.over:
            await self._end(session, unit)
        else:
            unit.append(SetDeadlines(session.id, session.due))
            await self._commit(*unit)

    async def _recover(self, cause: Exception) -> NoReturn:
        """The rules failed: once is forgiven (rebuilt, press again), twice suspends the table."""
        self._faults += 1
        if self._faults > 1:
            await self._suspend()
            raise UserError("suspended") from cause
        await self._rebuild(True)
        self._clean.set()
        raise UserError("not_saved", id=secrets.token_hex(2).upper()) from cause


def _is_waited_for(session: MatchSession, seat: Seat) -> bool:
    """Whether something is asked of a seat now that has an end."""
    asks = session.match.asks_of(seat.number)
    return any(not ask.answered and ask.prompt.clock != "none" for ask in asks)


def _check(ask: Ask, answer: Any) -> None:
    try:
        ask.prompt.check(answer)
    except IllegalAnswer as wrong:
        raise UserError("illegal", allowed=_allowed(wrong)) from wrong


def _allowed(wrong: IllegalAnswer) -> str:
    allowed = wrong.allowed
    return ", ".join(map(str, allowed)) if isinstance(allowed, list | tuple) else str(allowed)
