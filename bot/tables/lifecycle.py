"""The life of a table: settings, start and end of matches, matches called off, and closing."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from typing import Any

from bot.clock import DAY
from bot.language import N_, _
from bot.luck.deal import Deal, DealtSeat, close_words, deal_of
from bot.luck.draws import RecordingChance
from bot.members import loss_limits
from bot.members.names import names_in_text
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.serial_queue import serialized
from bot.tables.hooks import MatchBeginning, MatchEnding, MatchVoid
from bot.tables.live_table import LiveTable
from bot.tables.match_session import MatchSession
from bot.tables.money.carryover import is_due_a_share, without_claim
from bot.tables.money.outcomes import winners
from bot.tables.money.payers import ForPoints
from bot.tables.persistence import Persistence
from bot.tables.question_clocks import CALL_AFTER, ROUND_GATHER, SILENT_MATCHES
from bot.tables.state import Seat, TableAccess, TableSettings
from bot.user_errors import UserError, told
from db import journal
from db.backend.unit_of_work import Write
from db.errors import AlreadyDone, NotEnough, NotSaved
from db.journal import CloseMatch, OpenMatch, SetDeadlines
from db.places import AuditEntry
from db.seed_chain import LENGTH
from db.tables import DropSeat, SaveSeat, SaveTable
from games.engine import money as gems
from games.engine.errors import BadOptions
from games.engine.game import GUEST, REGULAR, Game
from games.engine.match import Header, Match
from games.engine.scene import Line
from games.party_variants import takes_guest
from games.registry import find_game

log = logging.getLogger(__name__)

LONGEST_WORD = 32
"""The most letters of a member's word for the luck."""
NEW_RULES = N_(
    "{game} has new rules since the last update, so the running game was called off. All stakes went back."
)
"""The sentence at a table whose match began under earlier rules."""


class Lifecycle:
    """Leads a table from its lobby through its matches to its end."""

    def __init__(self, table: LiveTable, persistence: Persistence) -> None:
        self.table = table
        self.queue = table.queue
        self.persistence = persistence

    # ---- settings

    @serialized
    async def set_up(
        self,
        person: Person,
        *,
        game: str | None = None,
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> None:
        """Change game, options or settings between matches. Only hosts may."""
        table, state = self.table, self.table.state
        table.check_open()
        table.check_hosting(person)
        table.check_between_matches()
        key = game or state.game
        new_game = find_game(key)
        chosen = dict(options) if options is not None else ({} if key != state.game else state.options)
        try:
            parsed = new_game.parse_options(chosen)
        except BadOptions as wrong:
            raise UserError("options", sentence=told(wrong)) from wrong
        changed = state.settings.model_copy(update=_settled_on(state.settings, dict(settings or {})))
        # model_copy does not validate, so the changed settings are validated once more
        changed = type(changed).model_validate(changed.model_dump())
        own = table.seat_of(person)
        await table.cashier.check_change(changed)
        ended = {"gather_until": None} if key != state.game else {}
        progress = state.progress.model_copy(update=ended)
        were_ready = [seat for seat in state.members() if seat.ready]
        # another game is a new question to everyone
        unready = [replace(seat, ready=False) for seat in were_ready] if key != state.game else []
        await self.persistence.commit(
            SaveTable(state.id, game=key, options=chosen, settings=state.document(changed, progress)),
            *(SaveSeat(state.id, seat.record()) for seat in unready),
            *self._replace_computers(
                new_game,
                changed.computers,
                is_new=changed.computers != state.settings.computers,
                keep_guest=takes_guest(new_game, parsed),
            ),
        )
        if key != state.game:
            table.last_match = None
            for seat in were_ready:
                seat.ready = False
        state.progress, table.stalled = progress, None
        state.game, state.options, state.settings = key, chosen, changed
        table.agree_to_stakes(own)
        writes = await self.foresee_payers()
        for seat in were_ready:
            # higher stakes are a new question too
            seat.ready = seat.ready and seat.for_points != "unasked"
        asked_again = [seat for seat in were_ready if not seat.ready and seat is not own]
        await self.persistence.commit(
            *writes,
            SaveSeat(state.id, own.record()),
            *(SaveSeat(state.id, seat.record()) for seat in asked_again),
        )
        table.notify(set())

    def _replace_computers(self, game: Game, strength: str, *, is_new: bool, keep_guest: bool) -> list[Write]:
        """Give computer players the table's strength; a guest may stay.

        A strength of their own, which the host chose for them, stays too if the game has it and the table's is not new.
        """
        usual = self.table.default_policy()
        writes: list[Write] = []
        for seat in self.table.state.in_order():
            if seat.invited and keep_guest:
                continue
            own = seat.computer and seat.policy != usual and seat.policy in game.policies and not is_new
            if seat.invited or (seat.policy is not None and not own):
                seat.invited = False
                seat.to_computer(game.strength(strength if seat.computer else REGULAR))
                writes.append(SaveSeat(self.table.state.id, seat.record()))
        return writes

    @serialized
    async def add_word(self, person: Person, word: str) -> None:
        """Add a member's own word to the luck of the next match: one word a seat, which no other word displaces.

        It goes into files that others read in a terminal, so what isn't printed of it is left out.
        """
        seen = (letter for letter in " ".join(word.split()) if letter.isprintable())
        word = "".join(seen).strip()[:LONGEST_WORD]
        table, state = self.table, self.table.state
        table.check_open()
        seat = table.seat_of(person)
        if person.user_id in table.context.runners:
            raise UserError("word_of_runner")
        if seat.word:
            raise UserError("word_given", word=seat.word)
        if not word:
            raise UserError("word_empty")
        await self.persistence.commit(SaveSeat(state.id, replace(seat, word=word).record()))
        state.seats[seat.number].word = word
        table.notify(set())

    @serialized
    async def agree_to_open(self, person: Person, match_id: int) -> None:
        """Record that a member agrees to open a match before the table closes.

        It is opened once every member who played in it has agreed: it may show cards that nobody has seen.
        """
        table, state = self.table, self.table.state
        record = await table.context.store.match(match_id)
        deal = deal_of(record.header)
        member = await table.context.store.find_member(state.place_key, person.user_id)
        if record.table != state.id or deal is None or state.phase == "closed":
            raise UserError("opens_by_itself", n=match_id)
        if record.state not in ("ended", "void"):
            raise UserError("still_playing", n=match_id)
        if member is None or member not in deal.members.values():
            raise UserError("not_your_match", n=match_id)
        agreed = sorted({*state.progress.agreed.get(match_id, ()), member})
        progress = state.progress.model_copy(update={"agreed": {**state.progress.agreed, match_id: agreed}})
        await self.persistence.commit(SaveTable(state.id, settings=state.document(progress)))
        state.progress = progress

    # ---- starting

    @serialized
    async def start(self, person: Person) -> None:
        """Start a match at once with everyone there, because a member asked for it."""
        table = self.table
        table.check_open()
        table.state.kind.check_hosted()
        seat = table.seat_of(person)
        table.check_between_matches()
        await self.make_ready(seat)
        await self.start_match(seat)

    async def again(self, person: Person) -> None:
        """Make a member ready for the next match, and begin its countdown; it starts at once if everyone is ready.

        A member who sits out the current hand joins the next one.
        """
        await self._again(person, None if self.table.session else self._last_dealt())

    def _last_dealt(self) -> int:
        """Return the number of the match whose result the table shows; 0 if it shows none."""
        return self.table.last_deal.index if self.table.last_deal else 0

    @serialized
    async def _again(self, person: Person, after: int | None) -> None:
        """Do what *Again* does, if the result on which it was pressed still stands; `after` is its match."""
        table = self.table
        if after is not None and not table.session and after != self._last_dealt():
            # The press waited in the queue, perhaps for a round of the beacon, while a whole match was played.
            raise UserError("passed")
        table.check_open()
        table.state.kind.check_hosted()
        seat = table.seat_of(person)
        if table.sitting_out(seat) is not None:
            await loss_limits.check(table.context.store, seat.member)
            await self.make_ready(seat)
            return
        table.check_between_matches()
        await loss_limits.check(table.context.store, seat.member)
        if not seat.ready or seat.sits_out:
            await self.make_ready(seat)
        if table.too_few():
            # nobody else is here: the views say so, and offer computer players
            await self._stop_gathering(None)
        elif not table.missed():
            await self.start_match(seat)
        elif table.gather_until is None:
            await self._begin_gathering(table.pace.gather(self._minutes(), table.context.gather))

    def _minutes(self) -> int:
        """Return about how long the next match takes."""
        players = [seat for seat in self.table.state.in_order() if self.table.plays_next(seat)]
        return self.table.game.minutes_for(len(players))

    async def _begin_gathering(self, seconds: float) -> None:
        """Begin the countdown to the next match, which a restart of the bot does not end."""
        table, now = self.table, self.table.context.clock.now()
        await self._save_gathering(now + seconds)
        table.stalled = None
        if table.pace.by_letter:
            table.call_missed()
        else:
            table.call_at = now + CALL_AFTER * seconds
        table.notify(set(table.state.seats))

    async def _save_gathering(self, until: float | None) -> None:
        state = self.table.state
        progress = state.progress.model_copy(update={"gather_until": until})
        await self.persistence.commit(SaveTable(state.id, settings=state.document(progress)))
        state.progress = progress

    def gather_on(self) -> None:
        """Go on with the countdown after a restart; people need a moment to find the table again."""
        table, state = self.table, self.table.state
        if table.gather_until is not None:
            grace = table.pace.gather(0, table.context.gather) if state.kind.hosted else 0.0
            if table.pace.by_letter:
                grace = table.pace.grace
            until = max(table.gather_until, table.context.clock.now() + grace)
            state.progress = state.progress.model_copy(update={"gather_until": until})

    async def end_gathering(self) -> None:
        """Start the next match when its countdown is over, or say why it can't."""
        try:
            await self.start_match()
        except UserError as refusal:
            if refusal.key == "not_saved":
                raise
            await self._stop_gathering(refusal)

    async def _stop_gathering(self, why: UserError | None) -> None:
        """End a countdown without a match, and show everyone `why`."""
        table = self.table
        if table.gather_until is not None:
            await self._save_gathering(None)
        table.stalled, table.call_at = why, None
        table.context.listener.clear_nudge(table.actor)
        table.notify(set(table.state.seats))

    @serialized
    async def schedule_start(self) -> None:
        """Start a match with everyone seated after the usual delay; for tables of a tournament."""
        table = self.table
        if table.session is None and table.state.phase == "lobby" and table.gather_until is None:
            await self._save_gathering(table.context.clock.now() + min(ROUND_GATHER, table.context.gather))
            table.notify(set(table.state.seats))

    async def make_ready(self, seat: Seat) -> Seat:
        """Save that a seat takes part in the next match."""
        table, was_away = self.table, seat.away
        seat.be_there()
        seat.ready = True
        table.agree_to_stakes(seat)
        foreseen = await self.foresee_payers() if seat.for_points == "unasked" else []
        await self.persistence.commit(*foreseen, SaveSeat(table.state.id, seat.record()))
        table.touch(seat)
        table.context.listener.clear_nudge(table.actor)
        if table.session is not None and was_away:
            table.session.restore_deadlines(seat.number, table.clocks, table.context.clock.now())
        table.notify({seat.number})
        return seat

    async def foresee_payers(self, *arriving: Seat) -> list[Write]:
        """Between matches, fit the buy-in to the purses, and find who would play the next match for points.

        At its start all of it is decided again. Return the writes, but for those who are `arriving`.
        """
        table, state = self.table, self.table.state
        if table.session is not None or state.phase != "lobby" or not state.kind.hosted:
            return []
        before, writes = state.settings, list[Write]()
        await self._fit_buy_in([*state.in_order(), *arriving])
        for seat in (*state.members(), *arriving):
            played_for = seat.for_points, seat.short
            seat.play_for(await table.cashier.payers.of_seat(table.game, seat))
            if seat.member is not None:
                seat.purse = gems.worth(await table.cashier.holding(seat.member))
            if (seat.for_points, seat.short) != played_for and seat not in arriving:
                writes.append(SaveSeat(state.id, seat.record()))
        if state.settings != before:
            writes.append(SaveTable(state.id, settings=state.document()))
        return writes

    async def _fit_buy_in(self, seats: Sequence[Seat]) -> None:
        """Fit the buy-in to the smallest purse of these seats, unless someone has chosen it."""
        table, state = self.table, self.table.state
        if state.settings.fits:
            place_settings = await load_place_settings(table.context.store, state.place_key)
            buy_in = await table.cashier.payers.fitting_buy_in(table.game, seats, place_settings)
            state.settings = state.settings.model_copy(update={"buy_in": buy_in})

    def _players(self) -> list[Seat]:
        """Return the seats of the next match: those of all who are there, and those that the game keeps in (BB-18)."""
        table = self.table
        if not table.state.kind.hosted:
            return table.state.in_order()
        held = self._held_seats()
        return [seat for seat in table.state.in_order() if seat.number in held or table.plays_next(seat)]

    def _held_seats(self) -> set[int]:
        return set(self.table.cashier.carry_in(self.table.game).get("held", ()))

    async def _held_back(self, players: Sequence[Seat]) -> dict[int, UserError]:
        """Return the seats that their members' own limits keep out of the next match, and why (GEN-R7)."""
        table, game, settings = self.table, self.table.game, self.table.state.settings
        held_back: dict[int, UserError] = {}
        if not table.state.kind.hosted:
            return held_back  # nothing is staked here
        members = [seat for seat in players if seat.member is not None]
        for_points = await table.cashier.payers.for_points(game, players)
        buy_in = 0
        if game.money_kind(table.options) == "pieces":
            buy_in = game.stake or settings.buy_in
        held = self._held_seats()
        for seat in members:
            if seat.number in held:
                continue  # they wager nothing now, and leave with the others
            stake = 0 if seat.number in for_points else buy_in
            on_table = gems.worth(await table.cashier.holding(seat.stake))
            more = stake - on_table if game.stake or not on_table else 0
            risk = more * gems.BASES[settings.base] if stake else None
            try:
                await loss_limits.check(table.context.store, seat.member, risk)
            except UserError as refusal:
                held_back[seat.number] = refusal
        return held_back

    async def start_match(self, by: Seat | None = None) -> None:
        """Begin the next match with the seats that are ready; `by` is the seat that pressed for it.

        The match is in the journal before anyone is told of it. Raises `UserError`; then no match has begun.
        """
        if self.table.stopped:
            # each of many presses on Again that wait would have the stop wait for a round of the beacon
            raise UserError("restarting")
        settings = self.table.state.settings
        try:
            await self._begin_match(by)
        except (UserError, NotSaved):
            # a buy-in is fitted to those who play, and is as it was if they don't
            self.table.state.settings = settings
            raise

    async def _begin_match(self, by: Seat | None) -> None:
        table, state, game = self.table, self.table.state, self.table.game
        if released := await table.cashier.release_kept(game, table.options):
            await self.persistence.commit(*released)
        players = self._players()
        await self._fit_buy_in(players)
        held_back = await self._held_back(players)
        if by is not None and by.number in held_back:
            # only the member who pressed reads about their limit; other seats are left out silently
            raise held_back[by.number]
        players = [seat for seat in players if seat.number not in held_back]
        self._check_seats(game, len(players))
        table.reveal_until = None
        # what was allowed when the host chose it may be so no more
        place_settings = await load_place_settings(table.context.store, state.place_key)
        place_settings.check_not_off(game)
        place_settings.check_generosity(game, state.settings, table.options)
        self._announce_rules()
        session, deal, for_points, writes = await self._new_session(players)
        match_id = session.id
        progress, before = state.progress, [(seat, replace(seat)) for seat in state.in_order()]
        for seat in state.seats.values():
            seat.ready, seat.took = False, 0
            if seat.sits_out == "next":
                seat.sits_out = ""
        announced = {index: of for index, of in progress.announced.items() if index != deal.index}
        begun = {"deals": deal.index, "announced": announced, "gather_until": None, "proposals": {}}
        state.progress = progress.model_copy(update=begun)
        for seat in players:
            # these words are used up by this deal
            seat.word = ""
            seat.play_for(for_points.get(seat.number))
        state.rail.clear()
        writes += [
            OpenMatch(match_id, state.id, game.key, game.version, session.header()),
            *(SaveSeat(state.id, seat.record()) for seat in state.in_order()),
            SaveTable(state.id, phase="playing", settings=state.document()),
        ]
        table.keep_last_outcomes(session)
        table.session, table.remarks = session, []
        table.talk.shown.clear()
        table.update_deadlines()
        session.take_newly_asked()
        try:
            if session.match.over:
                await self.finish(session, writes)
            else:
                writes.append(SetDeadlines(match_id, session.deadlines))
                # nothing to rebuild from: the journal knows nothing of this match yet
                await self.persistence.commit(*writes, rebuild=False)
                state.phase, state.match_id, table.last_match = "playing", match_id, None
        except (UserError, NotSaved):
            table.session, state.progress = None, progress
            for seat, was in before:
                seat.ready, seat.word, seat.sits_out = was.ready, was.word, was.sits_out
                seat.for_points, seat.short, seat.took = was.for_points, was.short, was.took
            raise
        table.faults, table.stalled, table.call_at = 0, None, None
        table.held_back = frozenset(held_back)
        table.context.listener.clear_nudge(table.actor)
        table.notify(set(state.seats))

    async def _new_session(
        self, players: Sequence[Seat]
    ) -> tuple[MatchSession, Deal, Mapping[int, ForPoints], list[Write]]:
        """Return the next match, its deal, the seats that play it for points, and its writes.

        The writes bring in its stakes, and are those that features add.
        """
        table, state, game = self.table, self.table.state, self.table.game
        context, store = table.context, table.context.store
        match_id = await store.next_match_id()
        stakes = await table.cashier.buy_in.bring_stakes(game, players, match_id)
        beginning = MatchBeginning(store, context.clock.now(), state, players, table.options)
        for listener in context.hooks.match_beginning:
            await listener(beginning)
        deal = await self._deal(players)
        header = Header(
            game=game.key,
            version=game.version,
            options={**state.options, **table.extras},
            ring=tuple(seat.number for seat in players),
            seed=deal.seed(state.seed),
            stakes=stakes.stakes,
            carry=table.cashier.carry_in(game, free=stakes.free or bool(stakes.for_points)),
            facts={**stakes.facts, **beginning.facts},
            release=context.release,
        )
        session = MatchSession(
            match_id,
            Match(game, header, chance=RecordingChance(header.seed)),
            free=stakes.free,
            deal=deal,
        )
        session.began = context.clock.now()
        session.purses = await table.cashier.purses(session, game, stakes.for_points)
        minutes = game.ends_after(session.match.options)
        if minutes is not None:
            # a night by letter has as many turns as one played live, and each takes longer
            session.time_up_at = context.clock.now() + 60 * minutes * table.pace.slower
        return session, deal, stakes.for_points, [*stakes.transfers, *beginning.writes]

    async def _deal(self, players: Sequence[Seat]) -> Deal:
        """Close the words of the next match, wait for the beacon if there is one, and return the deal."""
        table, state = self.table, self.table.state
        index = state.progress.deals + 1
        if index > LENGTH:
            raise UserError("chain_spent", n=LENGTH)
        runners = table.context.runners
        seats = [
            DealtSeat(seat.number, seat.member, seat.word, seat.user_id in runners or seat.guest in runners)
            for seat in players
        ]
        deal = close_words(state.seed, index, LENGTH, seats)
        beacon = table.context.beacon
        if beacon is not None and state.kind.for_company:
            announced = beacon.next_round()
            # saved before anyone can know the round: a start that fails, or a bot that is killed, has used this deal up
            progress = state.progress.model_copy(
                update={"deals": index, "announced": {**state.progress.announced, index: announced}}
            )
            await self.persistence.commit(SaveTable(state.id, settings=state.document(progress)))
            state.progress = progress
            table.context.listener.announce_deal(table.actor, deal.with_round(announced))
            deal = deal.with_round(await beacon.fetch(announced))
        return deal

    def _check_seats(self, game: Game, count: int) -> None:
        """Refuse a match with too few or too many seats, or a match for one player at a table for several."""
        options = self.table.options
        if game.alone(options) and self.table.state.kind.for_company:
            raise UserError("alone", title=game.title)
        low, high = game.limits(options)
        if count < low:
            table = self.table
            absent = [seat for seat in table.state.members() if not (seat.left or table.plays_next(seat))]
            if absent:
                names = names_in_text(seat.name for seat in absent)
                raise UserError("not_yet", title=game.title, low=low, names=names)
            raise UserError("too_few", title=game.title, low=low)
        if count > high:
            raise UserError("too_many", title=game.title, high=high, n=count)

    def _announce_rules(self) -> None:
        """Announce the rules of the next game if they differ from the game before (GEN-13, GEN-R6)."""
        table, state = self.table, self.table.state
        rules = table.game.demonstrations(table.options)
        shown = [table.game.key, *(rule.title for rule in rules)]
        if rules and shown != state.progress.demonstrated:
            # saved with the start of the match
            state.progress = state.progress.model_copy(update={"demonstrated": shown})
            table.context.listener.demonstrate(table.actor, rules)

    # ---- ending

    async def finish(self, session: MatchSession, unit: list[Write]) -> None:
        """End a match: save its result, money and all consequences together with its last row.

        `unit` holds the writes of the last row.
        """
        table, state, context = self.table, self.table.state, self.table.context
        result = session.match.result
        assert result is not None
        summary: dict[str, Any] = {"pays": [list(pay) for pay in result.pays], "carry": dict(result.carry)}
        summary["draws"] = session.hash_of_draws()
        payout = await table.cashier.payout.settle(session, table.game)
        # The settled result is shown from here on; the summary keeps the one that a replay must agree with.
        result = payout.result
        session.match.settle(result)
        carry = table.cashier.carry_out(table.game, result, session)
        summary["debts"] = [[list(debt.owed), dict(debt.paid)] for debt in payout.written_off]
        summary["for_points"] = payout.for_points
        # members' names are kept with their accounts only, from which they can be deleted
        summary["computers"] = {
            str(number): seat.name for number, seat in state.seats.items() if seat.computer
        }
        async with AsyncExitStack() as until_saved:
            ending = MatchEnding(
                context.store, context.clock.now(), state, session.id, session.match, session.free, result,
                payout.outcomes, until_saved, remarks=[*table.remarks],
            )  # fmt: skip
            for listener in context.hooks.match_ending:
                await listener(ending)
            summary["remarks"] = [[line.text, dict(line.values)] for line in ending.remarks]
            access = self.with_bans({**result.barred, **ending.shown_out}, lifts=result.lifts)
            former = {n: member for n, member in state.progress.former.items() if is_due_a_share(carry, n)}
            progress = state.progress.model_copy(update={"former": former})
            self._update_seats(session, winners(result), payout.chips, ending.shown_out)
            unit += [
                *payout.transfers,
                CloseMatch(session.id, "ended", summary, payout.outcomes),
                *ending.writes,
                SaveTable(state.id, phase="lobby", carry=carry, settings=state.document(access, progress)),
                *(SaveSeat(state.id, seat.record()) for seat in state.in_order()),
                # The rail is for this match. Its names stay in memory until the next one, so that the result can be
                # told.
                *(DropSeat(state.id, number) for number in state.rail),
            ]
            await self.persistence.commit(*unit)
        for tell_ended in context.hooks.match_ended:
            tell_ended(session.match)
        state.phase, state.match_id, state.carry = "lobby", None, carry
        state.access, state.progress = access, progress
        table.last_match, table.last_was_free, table.session = session.match, session.free, None
        table.last_deal, table.last_record = session.deal, ""
        with suppress(NotSaved):  # the result is saved, and only its digits can't be read now
            table.last_record = await context.store.read(journal.hash_of, session.id)
        table.last_names = {number: seat.name for number, seat in state.everyone.items()}
        table.begin_reveal()
        table.last_owners = {number: seat.last_owner for number, seat in state.seats.items()}
        table.remarks = ending.remarks
        await self._tip(session)
        table.last_active = context.clock.now()
        if not await self.see_out():
            table.tell_match_over()

    async def see_out(self) -> bool:
        """Give up the seats of those who left in a match that is over, and close a table that ends with it.

        Return True if the table has closed.
        """
        state = self.table.state
        for seat in [seat for seat in state.in_order() if seat.left]:
            await self.cash_out(seat)
        last = state.progress.closing or state.kind.ends_with_match or not state.members()
        if last:
            await self.close_now(N_("The table has closed after its last hand."))
        return last

    def _update_seats(
        self,
        session: MatchSession,
        won: Collection[int],
        chips: Mapping[int, int],
        shown_out: Collection[int],
    ) -> None:
        """Bring the seats back to the lobby after a match."""
        for seat in self.table.state.in_order():
            seat.won = seat.number in won
            if seat.member is not None and seat.policy is None:
                seat.silent = seat.silent + 1 if session.was_silent(seat.number) else 0
                seat.away = seat.away or seat.silent >= SILENT_MATCHES
            seat.chips = chips.get(seat.number, seat.chips)
            seat.left = seat.left or seat.number in shown_out
            if seat.invited:
                if seat.away:
                    seat.to_computer(GUEST)
            elif seat.guest is not None:
                # a seat that was taken over goes back to its computer player
                seat.to_computer(self.table.default_policy())
            seat.last_owner = seat.person

    async def _tip(self, session: MatchSession) -> None:
        """Give the house's tips, each in its own unit.

        They are not part of the result, and the store refuses a second one to the same member on the same day.
        """
        context = self.table.context
        for tip in await self.table.cashier.payout.tips(session, int(context.clock.now() // DAY)):
            try:
                await context.store.commit(tip)
            except (AlreadyDone, NotEnough, NotSaved):
                log.info("the house gives no tip %s", tip.key)

    @serialized
    async def refund(self) -> None:
        """Call a match off and give the stakes back, for an admin.

        The caller checks the admin's rights.
        """
        table = self.table
        if table.state.match_id is None:
            raise UserError("not_playing")
        private = table.private
        await self.void()
        table.notify(set())
        table.tell_match_over()
        if private is not None:
            # a private table has no lobby to go back to
            await self.close_now(private.called_off)

    async def void(self) -> None:
        """Call a match off: nothing of it counts, and the stakes go back."""
        table, state, context = self.table, self.table.state, self.table.context
        assert state.match_id is not None
        transfers = await table.cashier.give_back(state.match_id, table.game)
        # read from the journal: a suspended match has no rules in memory
        brought = Header.from_json((await context.store.match(state.match_id)).header).facts
        void = MatchVoid(context.store, context.clock.now(), state, brought)
        for listener in context.hooks.match_void:
            await listener(void)
        await self.persistence.commit(
            *transfers,
            *void.writes,
            CloseMatch(state.match_id, "void", {}),
            *(DropSeat(state.id, number) for number in state.rail),
            SaveTable(state.id, phase="lobby"),
            AuditEntry(state.place_key, None, "match void", {"table": state.id, "match": state.match_id}),
            rebuild=False,
        )
        state.phase, state.match_id, table.session = "lobby", None, None
        state.rail.clear()

    async def call_off_older_rules(self) -> None:
        """Call off a match that began under older rules: stakes go back, and the table says why."""
        log.warning(
            "table %s: match %s is of older rules and is called off",
            self.table.state.id,
            self.table.state.match_id,
        )
        await self.void()
        self.table.remarks = [Line(NEW_RULES, {"game": self.table.game.title})]
        self.table.notify(set())

    def replace_old_strengths(self) -> None:
        """Let computer players of a strength that an update took away play as regulars, and tell the table."""
        table = self.table
        for seat in table.state.in_order():
            if seat.policy is None or table.game.knows_strength(seat.policy):
                continue
            log.warning(
                "table %s: there is no strength %r any more, %s plays as a regular",
                table.state.id,
                seat.policy,
                seat.name,
            )
            seat.policy = table.game.strength(REGULAR)
            remark = Line(
                "The last update took away a strength of computer players, so some of them play as regulars here now."
            )
            table.remarks = [*(line for line in table.remarks if line != remark), remark]

    # ---- leaving and closing

    async def cash_out(self, seat: Seat, *more: Write) -> str:
        """Give up a seat for good: its stake goes back to the purse. Return the stake in words.

        `more` is saved in the same unit.
        """
        table, state = self.table, self.table.state
        transfers, paid = await table.cashier.buy_in.cash_out(seat)
        writes = [*more, *self._next_host(seat)]
        guest = state.guest_of(seat.user_id) if seat.user_id is not None else None
        if guest is not None:
            guest.to_computer(GUEST)
            writes.append(SaveSeat(state.id, guest.record()))
        access, progress = state.access, state.progress
        # a host takes nobody's part of a tied pot by showing them out
        carry = state.carry if seat.user_id in access.kicked else without_claim(state.carry, seat.number)
        if is_due_a_share(carry, seat.number):
            # nobody else gets this number, nor the share due to it, while the pot is carried over (TD-R8)
            progress = progress.model_copy(update={"former": {**progress.former, seat.number: seat.member}})
        cohosts = [user for user in access.cohosts if user not in (seat.user_id, self._host_id())]
        if cohosts != access.cohosts:
            access = access.model_copy(update={"cohosts": cohosts})
        if access is not state.access or progress is not state.progress:
            writes.append(SaveTable(state.id, settings=state.document(access, progress)))
        if carry != state.carry:
            writes.append(SaveTable(state.id, carry=carry))
        await self.persistence.commit(*transfers, DropSeat(state.id, seat.number), *writes)
        del state.seats[seat.number]
        state.access, state.progress, state.carry = access, progress, carry
        if transfers:
            await self._change_back([seat])
        if table.session is not None:
            # one who waited for the next match no longer does
            table.update_deadlines()
        table.notify(set(state.seats) if table.session is not None else set())
        return paid

    async def _change_back(self, seats: Sequence[Seat]) -> None:
        """Exchange the small change of members who have left for larger gembones again (GEM-R16).

        Each in its own unit: if another table takes the money meanwhile, leaving this one must not fail because of it.
        """
        for seat in seats:
            for transfer in await self.table.cashier.buy_in.change_back(seat):
                try:
                    await self.table.context.store.commit(transfer)
                except (AlreadyDone, NotEnough, NotSaved):
                    log.info("no change is made back %s", transfer.key)

    def _host_id(self) -> int | None:
        """Return the Discord id of the host, if they still have a seat."""
        host = self.table.state.host_seat()
        return host.user_id if host is not None else None

    def _next_host(self, leaving: Seat) -> list[Write]:
        """Make the next member host when the host leaves; co-hosts come first."""
        state = self.table.state
        if leaving.member != state.host:
            return []
        others = [seat for seat in state.members() if seat is not leaving and not seat.left]
        others.sort(key=lambda seat: seat.user_id not in state.access.cohosts)
        if not others or others[0].member is None:
            return []
        state.host = others[0].member
        # who hasn't asked for it
        state.settings = state.settings.model_copy(update={"for_gembones": False})
        return [SaveTable(state.id, host=state.host, settings=state.document())]

    def with_bans(self, barred: Mapping[int, int], *, lifts: bool) -> TableAccess:
        """Return the access with new temporary bans from the table, given in seconds by seat.

        `lifts` ends the earlier bans.
        """
        now, access = self.table.context.clock.now(), self.table.state.access
        bars = {} if lifts else {user_id: until for user_id, until in access.bars.items() if until > now}
        for number, seconds in barred.items():
            seat = self.table.state.seats.get(number)
            if seat is not None and seat.user_id is not None:
                bars[seat.user_id] = now + seconds
        return access.model_copy(update={"bars": bars})

    @serialized
    async def close(self, person: Person) -> str:
        """Close the table, or mark it to close after the match; return the sentence for the host or admin."""
        table, state = self.table, self.table.state
        table.check_open()
        table.state.kind.check_hosted()
        if not person.admin:
            table.check_host(person)
        if table.session is not None:
            progress = state.progress.model_copy(update={"closing": True})
            await self.persistence.commit(SaveTable(state.id, settings=state.document(progress)))
            state.progress = progress
            return _("The table closes once this hand is over.")
        await self.close_now(N_("The host has closed the table."))
        return _("The table has closed, and everyone has their stake back.")

    async def force_close(self, sentence: str) -> None:
        """Close at once and call off a running match."""
        if self.table.state.phase != "closed":
            if self.table.state.match_id is not None:
                await self.void()
            await self.close_now(sentence)

    async def close_now(self, sentence: str) -> None:
        """Send every stake home and close the table; `sentence` says why."""
        table, state = self.table, self.table.state
        private = table.private
        transfers = await table.cashier.close()
        # the company's decisions end with the table: invitations, kicks, bans, co-hosts
        access = state.access.model_copy(update={"invited": {}, "kicked": [], "cohosts": [], "bars": {}})
        kind = state.kind.without_people()
        await self.persistence.commit(
            *transfers, SaveTable(state.id, phase="closed", settings=state.document(access, kind))
        )
        state.phase, state.access, state.kind = "closed", access, kind
        # nothing is painted after this, so the last message must show the result now
        table.reveal_until = None
        if transfers:
            await self._change_back(state.members())
        if private is not None and table.last_match is not None:
            # the member need only be told about an end that they did not cause
            end = table.last_match.rows[-1]
            sentence = private.expired if end.answer == private.expiry and end.by == "timeout" else ""
        log.info("table %s closed: %s", state.id, sentence)
        table.context.listener.closed(table.actor, sentence)
        table.tell_match_over()


def _settled_on(before: TableSettings, changes: dict[str, Any]) -> dict[str, Any]:
    """Return changes of settings with what follows: a chosen buy-in stays, and gembones and fun rule each other out."""
    if "buy_in" in changes:
        changes.setdefault("fits", False)
    if changes.get("for_gembones") and not before.for_gembones:
        changes["free"] = False
    elif changes.get("free"):
        changes["for_gembones"] = False
    return changes
