"""Answers to questions: find the question, check, set money aside, play on, save, and only then tell."""

from __future__ import annotations

import asyncio
import logging
import secrets
from functools import partial
from typing import Any, NoReturn

from bot.clock import DAY
from bot.language import _
from bot.members import loss_limits
from bot.members.names import SafeText, name_in_text, names_in_text
from bot.members.profile_keys import FORM
from bot.person import Person
from bot.tables.lifecycle import Lifecycle
from bot.tables.live_table import LiveTable
from bot.tables.match_session import EarlyPress, MatchSession
from bot.tables.persistence import Persistence
from bot.tables.shared_controls import parse_shared
from bot.tables.state import Seat, TableState
from bot.user_errors import UserError
from db.backend.unit_of_work import Write
from db.errors import NotSaved
from db.journal import AppendRow, HoldPress, SetDeadlines
from db.ledger import Transfer
from db.members import Tally
from db.tables import SaveSeat
from games.engine import money as gems
from games.engine.errors import IllegalAnswer
from games.engine.match import Match, Row
from games.engine.prompts import Answer, Choose, Cost, Pick, Prompt
from games.engine.questions import OUTSIDE, Ask, By

log = logging.getLogger(__name__)

FEW_AHEAD = 2
"""A member who has to wait is told the names of the seats ahead, up to this number."""


REFUSED_ANSWERS = frozenset(
    {
        "cannot_wager",
        "house_broke",
        "illegal",
        "no_number_within",
        "pick_exactly",
        "pick_within",
        "paused",
        "over_cap",
    }
)
"""Refusals of an answer itself: another answer of the same seat may do."""


class AnswerPipeline:
    """Takes answers of members, computer players and clocks through the rules into the journal."""

    def __init__(self, table: LiveTable, persistence: Persistence, lifecycle: Lifecycle) -> None:
        self.table = table
        self.queue = table.queue
        self.persistence = persistence
        self.lifecycle = lifecycle

    def find_question(
        self, person: Person, match_id: int, ask_key: int | str
    ) -> tuple[Seat, MatchSession, Ask]:
        """Return the question `ask_key` that a member wants to answer, with the seat they answer in.

        Raises `UserError`; then nothing has changed.
        """
        table, session, now = self.table, self.table.session, self.table.context.clock.now()
        seat = table.asked_seat(person.user_id, ask_key)
        table.check_open()
        if seat is None:
            raise UserError("not_seated")
        table.check_still_there(seat)
        if session is None or session.id != match_id:
            raise UserError("passed")
        table.touch(seat, now)
        sitting_out = table.sitting_out(seat)
        if sitting_out is not None:
            raise sitting_out
        try:
            ask = _find_ask(session, seat, ask_key, table.state)
        except UserError as refusal:
            if refusal.key == "not_your_turn" and seat.member is not None:
                # Pressing for others is bad form (CODE-06, CODE-R1). The refusal doesn't wait until it is counted.
                bad_form = Tally(seat.member, FORM, -1)
                self.queue.post(partial(table.context.store.commit, bad_form)).add_done_callback(_log_failure)
            raise
        table.mark_present(seat)
        return seat, session, ask

    async def hold_if_early(
        self, session: MatchSession, ask: Ask, answer: Answer, press_id: int | None
    ) -> bool:
        """Hold a press that comes too early in a race until it counts: the latest one of each seat (FB-R1).

        Return True if it was held; it is saved then, since its member reads that it was taken. Raises `UserError` if
        the rules do not allow that answer.
        """
        now = self.table.context.clock.now()
        wait = session.cooldown_left(ask, now, answer)
        if not wait:
            return False
        _check(ask, answer)
        question = session.questions[ask.id]
        is_first, at = question.early_press is None, now + wait
        await self.persistence.commit(
            HoldPress(session.id, ask.seat, ask.id, answer, press_id, at), rebuild=False
        )
        question.early_press = EarlyPress(at, answer, press_id)
        if is_first:
            # nobody else sees a change: only this member's panel shows that the press was received
            self.table.context.listener.changed(self.table.actor, {ask.seat})
        return True

    async def start_day(self) -> None:
        """Tell the rules of a private match today's date (UTC), if it differs from the one that they know.

        The match may then allow more. Nothing happens while it asks anything but its daily question.
        """
        session, private = self.table.session, self.table.private
        if session is None or private is None:
            return
        if any(ask.prompt.kind != private.question for ask in session.match.open.values()):
            return
        today = int(self.table.context.clock.now() // DAY)
        [seat] = session.match.table.ring
        if session.match.table.facts.get(seat, {}).get("day") != today:
            await self.tell_rules("facts", [seat, {"day": today}])

    async def play(
        self,
        session: MatchSession,
        ask: Ask,
        answer: Answer,
        by: By,
        press_id: int | None = None,
        *,
        writes: tuple[Write, ...] = (),
        except_table: bool = False,
        counts_at: float | None = None,
    ) -> None:
        """Play an answer to an open question: rules, then save, then tell.

        `writes` are saved in the same unit. `counts_at` is the moment at which the answer counts in a race: now by
        default.
        """
        table, match = self.table, session.match
        cost, quiet = _check(ask, answer), ask.prompt.quiet
        if (cost.seat or cost.house) and not session.free:
            writes = (*writes, *await self._reserve(session, ask.seat, cost))
        if by == "player":
            writes = (*writes, *self._note_answer(session, ask))
        if ask.prompt.clock == "race":
            now = table.context.clock.now()
            session.seat_clocks[ask.seat].last_roll = now if counts_at is None else counts_at
        table.saved.clear()
        (paused, thinker), happened = _waiting_for(match), len(match.table.events)
        try:
            row = match.answer(ask.id, ask.seat, answer, by, cost=cost)
            seq = len(match.rows)
            unit: list[Write] = [
                *writes,
                AppendRow(session.id, seq, row.ask, row.seat, row.digest, row.answer, row.by, press_id),
            ]
            table.update_deadlines()
            if match.result is not None:
                await self.lifecycle.finish(session, unit)
            else:
                await self.persistence.commit(*unit, SetDeadlines(session.id, session.deadlines))
        except NotSaved as away:  # a read on the way failed because the store is away
            await self.persistence.go_back()
            if not table.is_ahead:
                table.saved.set()
            raise self.persistence.refusal_of(away) from away
        except Exception as fault:  # the boundary round the rules: whatever they raise, the journal is right
            if table.saved.is_set() or table.is_ahead:
                raise  # a commit that failed has rebuilt the match already
            code = secrets.token_hex(2).upper()
            log.exception("rules failed (%s) at table %s, match %s", code, table.state.id, session.id)
            await self._recover(fault, code)
        table.faults, table.retry_at = 0, 0.0
        pauses, thinks = _waiting_for(match)
        ended = match.result is not None
        if pauses and not paused:
            # the game of a longer match has ended: show its cards before its winner
            table.begin_reveal()
            ended = True
        elif paused and not ended:
            table.reveal_until = None
        table.memory.hear(match.events[happened:], table.players())
        self._let_talk(match, row, happened, ended=ended, quiet=quiet)
        newly_asked = session.take_newly_asked()
        table.context.listener.clear_nudge(table.actor)
        concerned = set(table.state.everyone) if ended else newly_asked | {row.seat}
        if thinks != thinker:
            # the others' panels name the one seat for which everyone waits
            for number, seat in table.state.seats.items():
                if seat.member is not None:
                    concerned.add(number)
        table.notify(concerned, except_table=except_table)

    def _note_answer(self, session: MatchSession, ask: Ask) -> list[Write]:
        """Note that a member answers: they agree to the stakes, and know what happened before. Return the writes."""
        table, clock = self.table, session.seat_clocks[ask.seat]
        clock.timed_out = None
        if ask.prompt.clock != "pause":
            clock.last_outcome = None
        seat = table.state.find_seat(ask.seat)
        if seat is None or seat.agreed == table.cashier.payers.stakes(table.game):
            return []
        table.agree_to_stakes(seat)
        return [SaveSeat(table.state.id, seat.record())]

    def _let_talk(self, match: Match, row: Row, happened: int, *, ended: bool, quiet: bool) -> None:
        """Let computer players remark on the public events since the one numbered `happened`."""
        talk, talkers = self.table.talk, self.table.talkers()
        if not talkers:
            talk.shown.clear()
            return
        if row.by == "computer" and row.seat in talkers and not quiet:
            talk.take_turn(row.seat)
        elif row.by in ("player", "timeout"):
            talk.end_turn()
        money, ending = match.table.seats.money, match.shown_ending if ended else None
        if ending is not None:
            talk.hear_end(ending, money, talkers)
        else:
            talk.hear(match.events[happened:], money, talkers)

    async def _reserve(self, session: MatchSession, number: int, cost: Cost) -> list[Transfer]:
        """Return the transfers that set aside an answer's cost; refuse one that the seat cannot or must not pay."""
        table = self.table
        seat = table.state.find_seat(number)
        if seat is None:
            return []
        if cost.seat and seat.member is not None and seat.pays:
            worth = gems.worth(cost.seat) * gems.BASES[table.state.settings.base]
            await loss_limits.check(table.context.store, seat.member, worth)
        return await table.cashier.reserve(
            session.id, len(session.match.rows), seat, session.match.game, cost
        )

    async def tell_rules(self, verb: str, value: Any, *writes: Write) -> None:
        """Tell the rules of an event from outside, such as a seat that leaves, and save it with `writes`."""
        session = self.table.session
        if session is None:
            raise UserError("not_playing")
        # ask 0 is always open, and takes such events as answers
        ask = session.match.find(0, OUTSIDE)
        await self.play(session, ask, [verb, value], "table", writes=writes)

    async def _recover(self, cause: Exception, code: str) -> NoReturn:
        """Rebuild the match after the rules failed, for another try; suspend it after a second failure.

        `code` is the id under which the log has the fault, for the member to report.
        """
        self.table.faults += 1
        if self.table.faults > 1:
            await self.persistence.suspend()
            raise UserError("suspended") from cause
        await self.persistence.go_back()
        if not self.table.is_ahead:
            self.table.saved.set()
        raise UserError("not_saved", id=code) from cause


def _log_failure(saving: asyncio.Future[None]) -> None:
    if not saving.cancelled() and (error := saving.exception()) is not None:
        log.error("bad form is not counted: %s", error)


def _waiting_for(match: Match) -> tuple[bool, int | None]:
    """Return whether the match pauses between two games, and the one seat that everyone waits for.

    That seat is None if several are asked, or if it must stay secret which one is.
    """
    paused, quiet, asked = False, False, set[int]()
    for ask in match.open.values():
        paused = paused or ask.prompt.clock == "pause"
        if ask.seat >= 0:
            quiet = quiet or ask.prompt.quiet
            if not ask.answered:
                asked.add(ask.seat)
    return paused, asked.pop() if len(asked) == 1 and not quiet else None


def _find_ask(session: MatchSession, seat: Seat, ask_key: int | str, state: TableState) -> Ask:
    """Return the question that a press refers to: by its id, or by the name of a control that several seats share."""
    if isinstance(ask_key, int):
        ask = session.match.open.get(ask_key)
        if ask is not None and ask.seat == seat.number:
            return ask
        return _find_by_old_id(session, seat, ask_key, state)
    control = parse_shared(ask_key)
    for ask in session.match.asks_of(seat.number):
        # In a race every roll makes a new question; a button of the same race answers each of them.
        if ask.prompt.kind == control.kind and (control.names(ask.id) or ask.prompt.clock == "race"):
            return ask
    named = [ask for ask in session.match.open.values() if control.names(ask.id)]
    sealed = [ask for ask in named if ask.prompt.quiet]
    for ask in sealed:
        # An answer within a time window may be changed, and a seat that has waited is asked by the same controls.
        if ask.seat == seat.number and (ask.prompt.kind == control.kind or ask.prompt.clock == "late"):
            return ask
    if sealed:
        raise UserError("not_asked")
    if any(ask.seat == seat.number and ask.answered for ask in named):
        raise UserError("done_already")
    alive = any(ask.prompt.kind == control.kind and not ask.answered for ask in named)
    raise UserError("asked_otherwise" if alive and _is_waited_for(session, seat) else "passed")


def _find_by_old_id(session: MatchSession, seat: Seat, ask_key: int, state: TableState) -> Ask:
    """Return the question of a race that has replaced the one pressed; otherwise refuse with the reason."""
    others = session.match.open.get(ask_key)
    if others is not None and not others.prompt.quiet:
        if not others.answered and _is_waited_for(session, seat):
            raise UserError("asked_otherwise")
        asked = state.find_seat(others.seat)
        name = SafeText(_("the house")) if asked is None else name_in_text(asked.name)
        raise UserError("not_your_turn", who=name, you=_queue_words(session, seat, state))
    for ask in session.match.asks_of(seat.number):
        # a button of an earlier roll in a race answers the next one, since panels are repainted a moment later
        if ask.prompt.clock == "race" and ask_key < ask.id:
            return ask
    raise UserError("passed")


def _queue_words(session: MatchSession, seat: Seat, state: TableState) -> SafeText:
    """Say where a seat is in the queue behind the only seat that is asked: `You're after Cid.`"""
    table = session.match.table
    asked = [ask.seat for ask in session.match.open.values() if not ask.answered]
    ring = [number for number in table.ring if number not in table.seats.out or number == seat.number]
    if seat.number in table.seats.out:
        return SafeText(_("You're out of this one."))
    if len(asked) != 1 or seat.number not in ring or asked[0] not in ring:
        return SafeText(_("Your turn is coming up."))
    place = ring.index(asked[0])
    between = [*ring[place + 1 :], *ring[:place]]
    ahead = [state.seats[number].name for number in between[: between.index(seat.number)]]
    if not ahead:
        return SafeText(_("You're next."))
    if len(ahead) > FEW_AHEAD:
        return SafeText(_("Your turn is coming up."))
    return SafeText(_("You're after {ahead}.").format(ahead=names_in_text(ahead)))


def _is_waited_for(session: MatchSession, seat: Seat) -> bool:
    """Return True if the seat has an open question with a deadline."""
    asks = session.match.asks_of(seat.number)
    return any(not ask.answered and ask.prompt.clock != "none" for ask in asks)


def _check(ask: Ask, answer: Answer) -> Cost:
    """Return the cost of a legal answer; refuse another one with a sentence about the legal ones."""
    try:
        ask.prompt.check(answer)
    except IllegalAnswer as wrong:
        raise _refusal_of(ask.prompt) from wrong
    return ask.prompt.cost(answer)


def _refusal_of(prompt: Prompt) -> UserError:
    """Return the sentence that says which answers a question allows."""
    if isinstance(prompt, Choose) and prompt.amount is not None:
        return UserError("no_number_within", low=prompt.amount.low, high=prompt.amount.high)
    if isinstance(prompt, Pick):
        key = "pick_exactly" if prompt.low == prompt.high else "pick_within"
        return UserError(key, low=prompt.low, high=prompt.high)
    return UserError("illegal")
