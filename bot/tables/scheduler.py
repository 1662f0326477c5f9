"""The timer of a table: due answers, reminders, computer players, the next match and idle tables.

How many seconds each of these takes is in `question_clocks`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from typing import Any, Literal, NamedTuple

from bot.clock import DAY, HOUR, Timer
from bot.language import N_, _, ngettext
from bot.tables.answers import REFUSED_ANSWERS, AnswerPipeline
from bot.tables.lifecycle import Lifecycle
from bot.tables.live_table import LiveTable
from bot.tables.match_session import MatchSession, OpenQuestion
from bot.tables.question_clocks import WARN_BEFORE, is_formality, is_never_late
from bot.tables.state import Seat
from bot.user_errors import UserError
from bot.workers.search_pool import Seated
from db.errors import NotSaved
from db.journal import DropHeldPress
from games.computer.characters import temper_of
from games.engine.prompts import Answer
from games.engine.questions import Ask, By
from games.engine.result import HOUSE
from games.engine.scene import Line, OpenAsk, Scene

log = logging.getLogger(__name__)

UNSEEN = float(DAY)
"""The seconds after which a match is called off because the channel's permissions hide its table message.

A restart of the bot begins them again, on purpose: only failures that this process has seen prove that a table cannot
be shown, and a table that could be shown in between has a whole day before its match is called off.
"""
LOOK_AGAIN = 60.0
"""The seconds after which such a table tries again to show its message."""
AFTER_REFUSAL = 5.0
"""The seconds after which a table retries work that was refused."""


class Reminder(NamedTuple):
    """The moment at which a player is to be reminded of an open question."""

    at: float
    kind: Literal["nudge", "warn"]
    question: OpenQuestion


class Scheduler:
    """Sets one timer for the next moment, and then does everything that is due.

    The timer is set again after every command of the table (`TableActor`), so no other code needs to set it.
    """

    def __init__(self, table: LiveTable, lifecycle: Lifecycle, answers: AnswerPipeline) -> None:
        self.table = table
        self.queue = table.queue
        self.lifecycle = lifecycle
        self.answers = answers
        self.timer: Timer | None = None
        self._timer_at = 0.0
        self.searches: set[asyncio.Task[Answer]] = set()
        """The running searches of computer players."""

    # ---- the timer

    def set_timer(self) -> None:
        """Set the timer for the next moment, unless it is set for an earlier one. A closed table has none."""
        table = self.table
        if table.state.phase == "closed":
            self.stop()
        at = self._next_moment()
        if at is None or table.state.phase == "closed" or table.stopped:
            return
        at = max(at, table.retry_at)
        if self.timer is not None:
            if self._timer_at <= at:
                return  # an early ring does no harm: nothing is due, and the timer is set again
            self.timer.cancel()
        self._timer_at = at
        self.timer = table.context.clock.later(at - table.context.clock.now(), self._ring)

    def stop(self) -> None:
        """Stop the timer and all searches."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        for search in self.searches:
            search.cancel()

    def _next_moment(self) -> float | None:
        table, session = self.table, self.table.session
        if table.is_ahead:
            return table.retry_at
        moments = []
        if session is not None:
            moments = [
                session.next_moment(),
                table.reveal_until,
                *(reminder.at for reminder in self._reminders(session)),
            ]
            if table.unseen_since is not None:
                moments.append(table.unseen_since + UNSEEN)
        elif table.state.phase == "lobby":  # a suspended table waits for an admin, however long
            moments = [table.last_active + table.pace.idle, table.gather_until, table.reveal_until]
            if table.has_to_see_out:
                moments.append(table.context.clock.now())
            if table.gather_until is not None:
                moments.append(table.context.clock.now() if table.may_begin() else table.call_at)
        return min((moment for moment in moments if moment is not None), default=None)

    def _ring(self) -> None:
        self.timer = None
        self.queue.post(self._tick).add_done_callback(_log_failure)

    async def _tick(self) -> None:
        """Do everything that is due now, unless the table was just about to close when the timer rang."""
        if self.table.state.phase != "closed":
            await self._or_later(self._do_due(self.table.context.clock.now()))

    async def _or_later(self, work: Coroutine[Any, Any, None]) -> None:
        """Run due work; if it is refused, try nothing at this table for a moment."""
        table = self.table
        try:
            await work
        except (UserError, NotSaved) as refusal:
            log.warning("table %s: %s", table.state.id, refusal)
            # refused work is still due: retried at once, it would keep the table busy forever
            table.retry_at = table.context.clock.now() + AFTER_REFUSAL

    async def _do_due(self, now: float) -> None:
        table, session = self.table, self.table.session
        if session is not None and table.unseen_since is not None and table.unseen_since + UNSEEN <= now:
            log.warning("table %s could not be shown for a day: match %s is void", table.state.id, session.id)
            await self.lifecycle.force_close(
                N_("I couldn't show the table here for a day, so everyone has their stake back.")
            )
        elif session is not None:
            if session.time_up_at is not None and session.time_up_at <= now:
                session.time_up_at = None
                await self.answers.tell_rules("time_up", None)
            self._end_reveal(now)
            self._remind(session, now)
            await self._play_ready(session, now)
            await self._play_late(session, now)
        elif table.has_to_see_out:
            await self.lifecycle.see_out()
        elif self._end_reveal(now):
            pass
        elif table.gather_until is not None and (table.gather_until <= now or table.may_begin()):
            await self.lifecycle.end_gathering()
        elif table.call_at is not None and table.call_at <= now:
            table.call_missed()
        elif table.state.phase == "lobby" and table.last_active + table.pace.idle <= now:
            await self.lifecycle.close_now(_idle_words(table.pace.idle))

    def _end_reveal(self, now: float) -> bool:
        """Show the winner once the cards have been revealed long enough; return True if it was time for that."""
        table = self.table
        if table.reveal_until is None or table.reveal_until > now:
            return False
        table.reveal_until = None
        table.notify(set(table.state.everyone))
        return True

    # ---- reminders

    def _reminders(self, session: MatchSession) -> list[Reminder]:
        """Return the pending nudges and warnings, at most one of each for a question."""
        if self.table.private is not None:
            return self._private_reminders(session, self.table.private.question)
        reminders = []
        everyone, pace = self.table.state.everyone, self.table.pace
        for question in session.questions.values():
            ask, due = question.ask, question.due
            if due is None or question.opened is None or (question.nudged and question.warned):
                continue
            seat = everyone.get(ask.seat)
            if seat is None or seat.person is None or seat.away or not pace.mentions(ask.prompt):
                continue
            clock = session.seat_clocks[ask.seat]
            nudge_at = max(question.opened, clock.last_active, clock.stands_until) + pace.nudge_after
            if not question.nudged and nudge_at < due - WARN_BEFORE / 2:
                reminders.append(Reminder(nudge_at, "nudge", question))
            hurried = (
                not (is_formality(ask.prompt) or ask.prompt.quiet)
                and due - question.opened > 2 * pace.warn_before
            )
            if hurried and not question.warned:
                reminders.append(Reminder(due - pace.warn_before, "warn", question))
        return reminders

    def _private_reminders(self, session: MatchSession, kind: str) -> list[Reminder]:
        """Return the warning a day before a private match ends by itself. There are no others."""
        return [
            Reminder(question.due - DAY, "warn", question)
            for question in session.questions.values()
            if question.due is not None and question.ask.prompt.kind == kind and not question.warned
        ]

    def _remind(self, session: MatchSession, now: float) -> None:
        if self.table.session is not session:
            return
        listener = self.table.context.listener
        for at, kind, question in self._reminders(session):
            if at > now or question.due is None:
                continue
            seat = self.table.state.everyone[question.ask.seat]
            if kind == "nudge":
                question.nudged = True
                secret = question.ask.prompt.quiet
                if self.table.pace.by_letter and not secret:
                    # by now the table message may be far up in the channel, and a vacation over
                    self.table.notify(set())
                due = None if is_formality(question.ask.prompt) else question.due
                listener.nudge(
                    self.table.actor,
                    seat,
                    due,
                    question=question.ask.id,
                    restarted=question.restarted,
                    secret=secret,
                )
                if not secret and self.table.talk.hear_silence(seat.number, self.table.talkers()):
                    self.table.notify(set())
            else:
                question.warned = True
                listener.warn(self.table.actor, seat, question.due, question=question.ask.id)

    # ---- answers that are due

    async def _play_ready(self, session: MatchSession, now: float) -> None:
        """Play the answers of computer players and the house, and early presses whose interval is over."""
        ready = []
        for ask_id, question in session.questions.items():
            at = question.ready_at
            if at is not None and at <= now:
                # for answers to a race that count at the same moment, chance decides and not the connection
                draw = self.table.luck.below(1 << 20) if question.ask.prompt.clock == "race" else 0
                ready.append((at, draw, ask_id))
        for _moment, _seat, ask_id in sorted(ready):
            live = self._still_open(session, ask_id)
            if live is None:
                continue
            if live.early_press is None:
                await self._think(session, live)
            else:
                early, live.early_press = live.early_press, None
                await self.answers.play(
                    session,
                    live.ask,
                    early.answer,
                    "player",
                    early.press_id,
                    writes=(DropHeldPress(session.id, live.ask.seat),),
                    counts_at=early.at,
                )

    async def _play_late(self, session: MatchSession, now: float) -> None:
        """Play pre-selected answers, and the defaults of players who ran out of time."""
        table = self.table
        late = sorted((due, ask_id) for ask_id, due in session.ends().items() if due <= now)
        for _moment, ask_id in late:
            question = self._still_open(session, ask_id)
            if question is None:
                continue
            ask = question.ask
            if ask.auto_answer is not None:
                await self.answers.play(session, ask, ask.auto_answer, "table")
                continue
            if table.unseen_since is not None:
                # nobody may lose anything over a question that they could not see
                if question.unhurried:
                    question.opened = now
                else:
                    question.due = now + LOOK_AGAIN
                table.notify({ask.seat})
                continue
            seat, clock = table.state.everyone[ask.seat], session.seat_clocks[ask.seat]
            # with only computers waiting, a player who presses nothing for so long is gone
            seat.away = seat.away or question.unhurried
            if ask.silence is not None:
                # silence in a window is an answer, whatever cards the seat holds (TIM-R21)
                await self.answers.play(session, ask, ask.silence, "table")
                continue
            never_late = is_never_late(ask.prompt)
            if is_formality(ask.prompt) or ask.prompt.clock == "race":
                clock.unattended = True
            if not never_late:
                clock.late += 1
                clock.timed_out = default_in_words(ask)
            if not seat.away and clock.late >= table.game.patience:
                seat.away = True
                session.shorten_deadlines(seat.number, now)
            # late answers are counted from the journal, so an excused one is recorded as the table's own
            by: By = "table" if never_late else "timeout"
            await self.answers.play(session, ask, ask.prompt.default, by)

    def _still_open(self, session: MatchSession, ask_id: int) -> OpenQuestion | None:
        """Return the question, unless an earlier answer has closed it or the match."""
        ask = session.match.open.get(ask_id)
        if ask is None or ask.answered or self.table.session is not session:
            return None
        return session.questions.get(ask_id)

    async def _think(self, session: MatchSession, question: OpenQuestion) -> None:
        """Answer for the house or a computer player, using its scene and the question, never the match itself."""
        ask = question.ask
        if ask.seat == HOUSE:
            await self.answers.play(session, ask, ask.prompt.default, "table")
            return
        seat = self.table.state.seats[ask.seat]
        if question.standing:
            question.standing, question.think_at = False, None
            try:
                await self.answers.play(session, ask, ask.prompt.says["stays"], "table")
            except UserError as refusal:
                if refusal.key == "not_saved":
                    raise
                log.info("%s is asked again: %s", seat.name, refusal)
            return
        scene = session.match.scene(seat.number)
        own_ask = next(open_ask for open_ask in scene.asks if open_ask.id == ask.id)
        strength = self._strength(seat)
        if strength == "shark" or strength.isdecimal():  # levels, which are numbers, may search like sharks
            self._search(session, question, strength, scene, own_ask)
            return
        answer = self.table.game.policy(strength, _temper(seat))(scene, own_ask, self.table.luck)
        await self._say(session, question, answer)

    def _strength(self, seat: Seat) -> str:
        """Return the strength of the computer player in a seat, or the regular's if this game lacks that strength."""
        wanted = seat.policy or ""
        strength = self.table.game.strength(wanted)
        if strength != wanted:
            log.warning(
                "table %s: there is no computer player %r in %s; %s plays as %r",
                self.table.state.id, wanted, self.table.game.title, seat.name, strength,
            )  # fmt: skip
            seat.policy = strength
        return strength

    def _search(
        self, session: MatchSession, question: OpenQuestion, strength: str, scene: Scene, ask: OpenAsk
    ) -> None:
        """Search for an answer outside the queue, so that presses at this and other tables do not wait for it."""
        table, thinker = self.table, self.table.context.thinker
        # the search runs in another process, which cannot share this stream of random numbers
        seed = str(table.luck.below(1 << 31))
        player = Seated(strength, _temper(table.state.seats[ask.seat]), table.memory.habits(table.players()))
        search = asyncio.create_task(
            thinker.think(table.game.key, table.game.version, player, scene, ask.id, seed)
        )
        question.searching = True
        self.searches.add(search)
        search.add_done_callback(partial(self._searched, session, question))

    def _searched(self, session: MatchSession, question: OpenQuestion, search: asyncio.Task[Answer]) -> None:
        """Play the answer that was found, or the default if the search failed, if the question is still open."""
        self.searches.discard(search)
        if search.cancelled() or self.table.stopped:
            return
        ask, fault = question.ask, search.exception()
        if fault is not None:
            log.error("a search failed at table %s", self.table.state.id, exc_info=fault)
        answer = ask.prompt.default if fault is not None else search.result()

        async def say() -> None:
            if self._still_open(session, ask.id) is question and question.searching:
                question.searching = False
                await self._or_later(self._say(session, question, answer))

        self.queue.post(say).add_done_callback(_log_failure)

    async def _say(self, session: MatchSession, question: OpenQuestion, answer: Answer) -> None:
        """Play the answer of a computer player, or the default if the table refuses it."""
        ask, seat = question.ask, self.table.state.seats[question.ask.seat]
        if seat.member is not None and _binds_its_member(session, ask, answer, left=seat.left):
            answer = ask.prompt.default
        try:
            await self.answers.play(session, ask, answer, "computer")
        except UserError as refusal:
            if refusal.key not in REFUSED_ANSWERS:
                raise
            log.info("computer player %s plays the default: %s", seat.name, refusal)
            # if the store refused, the match was rebuilt and its asks are new objects
            current = self.table.session
            asked = None if current is None else current.match.open.get(ask.id)
            if current is not None and asked is not None:
                await self.answers.play(current, asked, asked.prompt.default, "computer")


def _binds_its_member(session: MatchSession, ask: Ask, answer: Answer, *, left: bool) -> bool:
    """Return True for an answer that a computer doesn't give for a member: a consent, which is theirs alone.

    For one who has left or was kicked neither does it put up more gembones (GEN-R4).
    """
    prompt, match = ask.prompt, session.match
    gembones = bool(prompt.cost(answer).seat) and match.game.money_kind(match.options) == "gembones"
    return prompt.says.get("consent", False) or (left and gembones)


def default_in_words(ask: Ask) -> Line:
    """Return the default of a question in the words of its button."""
    prompt, default = ask.prompt, ask.prompt.default
    words = ask.words.get(f"{prompt.kind}:{default}") if isinstance(default, str) else None
    if words is None and not default:
        words = ask.words.get(f"{prompt.kind}:none")
    return Line(words or "", prompt.says)


def _idle_words(seconds: float) -> str:
    """Return the sentence for those who come back to a table that has closed by itself."""
    hours = round(seconds / HOUR)
    if hours < 1:
        return _("Nobody has played here for half an hour, so everyone has their stake back.")
    if hours < 48:
        words = ngettext(
            "Nobody has played here for an hour, so everyone has their stake back.",
            "Nobody has played here for {n} hours, so everyone has their stake back.",
            hours,
        )
        return words.format(n=hours)
    words = ngettext(
        "Nobody has played here for a day, so everyone has their stake back.",
        "Nobody has played here for {n} days, so everyone has their stake back.",
        hours // 24,
    )
    return words.format(n=hours // 24)


def _temper(seat: Seat) -> str:
    """Return the temper of a computer player. A computer that plays for a member has none."""
    return temper_of(seat.name) if seat.computer else ""


def _log_failure(task: asyncio.Future[Any]) -> None:
    error = None if task.cancelled() else task.exception()
    # a refusal is in the log already: the store was away
    if error is not None and not isinstance(error, UserError):
        log.error("a timer of a table failed", exc_info=error)
