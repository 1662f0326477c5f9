"""Time at a table: deadlines, computer players, the nudge, the next match."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from bot.tables.answers import Answers
from bot.tables.match_session import MatchSession
from bot.user_errors import UserError
from games.engine import (
    HOUSE,
    Ask,
    Policy,
    random_legal,
)

log = logging.getLogger(__name__)

NUDGE_AFTER = 30.0
"""Seconds after which a person whose turn it is gets their one mention."""
WARN_BEFORE = 15.0
"""Seconds before the default is played at which that is said."""
UNSEEN = 86_400.0
"""Seconds after which a match is void whose table message the channel's permissions have kept from being shown.

Counted anew after a stop, on purpose: only what this process has seen fail tells that a table cannot be shown, and
who was at a table that could be shown in between has a whole day again before the match is taken from them.
"""
LOOK_AGAIN = 60.0
"""Seconds after which is tried whether they still do."""
AFTER_REFUSAL = 5.0
"""Seconds after which a table looks again at what was due, if that was refused."""


class Timing(Answers):
    """One timer, for whatever comes first."""

    def _set_timer(self) -> None:
        """One timer a table: for whatever comes first."""
        moments = [self._idle_at] if self.session is None else []
        if self.gather_until is not None:
            moments.append(self.gather_until)
        if self.session is not None:
            first = self.session.next_moment()
            if first is not None:
                moments.append(first)
            moments += [at for at, _, _ in self._notices()]
            if self.unseen_since is not None:
                moments.append(self.unseen_since + UNSEEN)
        if self.state.phase == "closed" or self.stopped or not moments:
            return
        at = min(moments)
        if self._timer is not None:
            if self._timer_at is not None and self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        self._timer = self.context.clock.later(at - self.context.clock.now(), self._ring)

    def _ring(self) -> None:
        self._timer = self._timer_at = None
        self._queue.post(self._tick).add_done_callback(_log_failure)

    def _notices(self) -> list[tuple[float, str, Ask]]:
        """When who is to be nudged or warned."""
        assert self.session is not None
        notices = []
        everyone = self.state.everyone
        for ask in self.session.match.open.values():
            due = self.session.due.get(ask.id)
            seat = everyone.get(ask.seat)
            if due is None or seat is None or seat.person is None or seat.away or ask.prompt.quiet:
                # nobody is told who is waited for in a window (TIM-R5)
                continue
            opened = max(self.session.opened.get(ask.id, due), self._active.get(ask.seat, 0.0))
            if ask.id not in self._nudged and opened + NUDGE_AFTER < due - WARN_BEFORE / 2:
                notices.append((opened + NUDGE_AFTER, "nudge", ask))
            if ask.id not in self._warned and due - self.session.opened.get(ask.id, due) > 2 * WARN_BEFORE:
                notices.append((due - WARN_BEFORE, "warn", ask))
        return notices

    async def _tick(self) -> None:
        """Whatever is due now: notices, computer players, defaults of those out of time, the next match."""
        now = self.context.clock.now()
        session = self.session
        try:
            if session is not None and self.unseen_since is not None and self.unseen_since + UNSEEN <= now:
                log.warning(
                    "table %s could not be shown for a day: match %s is void", self.state.id, session.id
                )
                await self._void()
                await self._close(
                    "The table could not be shown here for a day; all stakes are back in their purses."
                )
            elif session is not None:
                if session.until is not None and session.until <= now:
                    session.until = None
                    await self._row(lambda going: going.tell_rules("time_up", None))
                self._remind(now)
                await self._due(session, now)
            elif self.gather_until is not None and self.gather_until <= now:
                self.gather_until = None
                await self._start()
            elif self.state.phase == "lobby" and self._idle_at <= now:
                await self._close(
                    "Nobody has played here for half an hour; all stakes are back in their purses."
                )
        except UserError as refusal:
            log.warning("table %s: %s", self.state.id, refusal)
            if not self.stopped and self.state.phase != "closed":
                # what was due may be due still: not at once, or nothing else would ever be done
                self._timer_at = now + AFTER_REFUSAL
                self._timer = self.context.clock.later(AFTER_REFUSAL, self._ring)
            return
        self._set_timer()

    def _remind(self, now: float) -> None:
        for at, what, ask in self._notices():
            if at > now or self.session is None:
                continue
            seat = self.state.everyone[ask.seat]
            if what == "nudge":
                self._nudged.add(ask.id)
                restarted = ask.id in self.session.restarted
                self.context.listener.nudge(self, seat, self.session.due[ask.id], restarted=restarted)
            else:
                self._warned.add(ask.id)
                self.context.listener.warn(self, seat, self.session.due[ask.id])

    async def _due(self, session: MatchSession, now: float) -> None:
        ready = {ask_id: at for ask_id, at in session.think.items() if at <= now}
        ready |= {ask_id: held.at for ask_id, held in session.held.items() if held.at <= now}
        for ask_id in sorted(ready, key=lambda ask_id: (ready[ask_id], self._draw(session, ask_id), ask_id)):
            ask = session.match.open.get(ask_id)
            if ask is None or ask.answered or self.session is not session:
                continue
            held = session.held.pop(ask_id, None)
            if held is None:
                await self._think(session, ask)
            else:
                await self._answer(session, ask, held.answer, "player", held.press_id, at=held.at)
        late = sorted((at, ask_id) for ask_id, at in session.due.items() if at <= now)
        for _, ask_id in late:
            ask = session.match.open.get(ask_id)
            if ask is None or ask.answered or self.session is not session:
                continue
            if ask.auto_answer is not None:
                await self._answer(session, ask, ask.auto_answer, "table")
                continue
            if self.unseen_since is not None:
                # nobody loses anything by a question that they could not see
                session.due[ask.id] = now + LOOK_AGAIN
                self._notify({ask.seat})
                continue
            seat = self.state.everyone[ask.seat]
            session.late[seat.number] = session.late.get(seat.number, 0) + 1
            if not seat.away and session.late[seat.number] >= self.game.patience:
                seat.away = True
                session.shorten_deadlines(seat.number, now)
            await self._answer(session, ask, ask.prompt.default, "timeout")

    def _draw(self, session: MatchSession, ask_id: int) -> int:
        """What orders answers to a race that count at the same moment: luck, not who is nearer to the server."""
        ask = session.match.open.get(ask_id)
        return self._luck.below(1 << 20) if ask is not None and ask.prompt.clock == "race" else 0

    async def _think(self, session: MatchSession, ask: Ask) -> None:
        """The house answers, or a computer player: from its scene and the question, never from the match."""
        if ask.seat == HOUSE:
            await self._answer(session, ask, ask.prompt.default, "table")
            return
        seat = self.state.seats[ask.seat]
        if ask.id in session.standing:
            session.standing.discard(ask.id)
            del session.think[ask.id]
            try:
                await self._answer(session, ask, ask.prompt.says["stays"], "table")
            except UserError as refusal:
                if refusal.key == "not_saved":
                    raise
                log.info("%s is asked anew: %s", seat.name, refusal)
            return
        scene = session.match.scene(seat.number)
        mine = next(open_ask for open_ask in scene.asks if open_ask.id == ask.id)
        policies: Mapping[str, Policy] = self.game.policies
        policy = policies.get(seat.policy or "", random_legal)
        answer = policy(scene, mine, self._luck)
        try:
            await self._answer(session, ask, answer, "computer")
        except UserError as refusal:
            if refusal.key not in ("cannot_wager", "house_broke", "illegal", "paused", "over_cap"):
                raise
            log.info("computer player %s plays the default: %s", seat.name, refusal)
            await self._answer(session, ask, ask.prompt.default, "computer")


def _log_failure(task: asyncio.Future[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a timer of a table failed", exc_info=error)
