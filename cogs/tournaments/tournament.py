"""One tournament under way: the commands of its players and its host, and the steps that follow by themselves."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from secrets import token_hex
from typing import Any

from bot.clock import DAY, Clock
from bot.due_work import Schedule
from bot.language import N_, _
from bot.members import loss_limits
from bot.members.blocks import pairs_apart
from bot.members.names import name_in_text
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.places.settings import load_place_settings
from bot.serial_queue import SerialQueue, serialized
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.tournaments import money
from cogs.tournaments import rows as tournament_rows
from cogs.tournaments.prizes import divide
from cogs.tournaments.results import count
from cogs.tournaments.round_table import RoundTable, TournamentTable
from cogs.tournaments.rows import (
    DropEntrant,
    EntrantRecord,
    RoundTableRecord,
    SaveBye,
    SaveEntrant,
    SaveRoundTable,
    SaveTournament,
    TournamentRecord,
)
from cogs.tournaments.scoring import Standing, bye_points, meetings, score_groups
from cogs.tournaments.seating import Pair, Seating, seat_round, table_sizes
from cogs.tournaments.settings import FEWEST, LEAST_ENTRANTS, MOST, MOST_ENTRANTS, TournamentSettings
from cogs.tournaments.state import (
    OVER,
    entrant_by_user,
    entrant_of,
    format_of,
    is_in,
    order_of,
    played,
    settings_of,
    tables_of_round,
)
from cogs.tournaments.venue import Venue
from db.backend.names import Name
from db.backend.unit_of_work import Write
from db.errors import AlreadyDone, NotEnough, NotSaved, OverLimit
from db.ledger import Transfer
from db.places import AuditEntry
from db.store import Store
from games.registry import find_game

log = logging.getLogger(__name__)

OPEN_FOR = 14 * DAY
"""Seconds after which a tournament that nobody has started, or that nobody plays, is called off."""
READING = 20.0
"""Seconds for which the last result of a table is shown before the table closes."""
LOOK_AGAIN = 60.0
"""Seconds after which a round under way is checked again even without news from its tables."""
TRY_AGAIN = 60.0
"""Seconds after which a table that could not be opened is tried again."""


@dataclass(slots=True)
class Services:
    """The services that all tournaments share."""

    store: Store
    clock: Clock
    schedule: Schedule
    registry: TableRegistry
    venue: Venue


class Tournament:
    """Plays one tournament. Its commands run one after the other; each may raise `UserError`, and has changed nothing.

    All that it knows is in the store. It reads its rows again after every write, so that the same steps are taken by a
    process that was stopped in between: `follow_soon` looks at the rows and at the tables, and does what is due.
    """

    def __init__(self, record: TournamentRecord, services: Services) -> None:
        self.record = record
        self.trouble = ""
        """Why a table can't be opened just now, for the board."""
        self.stopped = False
        self.queue = SerialQueue(after=self._schedule_next)
        self._services = services
        self._closing: dict[int, float] = {}
        """The tables that are done, with the moment at which they close."""
        self._retry_at: float | None = None

    # ---- what it is

    @property
    def settings(self) -> TournamentSettings:
        """The host's choices."""
        return settings_of(self.record)

    @property
    def over(self) -> bool:
        """True once it has ended or was called off."""
        return self.record.phase in OVER

    @property
    def finished(self) -> bool:
        """True when nothing is left to do: it is over, and its tables have closed."""
        return self.over and not any(self._open_table(table) for table in self.record.tables)

    def _open_table(self, table: RoundTableRecord) -> TableActor | None:
        return None if table.table_id is None else self._services.registry.find(table.table_id)

    def _now(self) -> float:
        return self._services.clock.now()

    # ---- entries

    @serialized
    async def join(self, person: Person) -> None:
        """Enter a member, with their buy-in; on their first evening they play for points."""
        store, record, settings = self._services.store, self.record, self.settings
        if self.over:
            raise UserError("tournament_over")
        if record.phase != "open":
            raise UserError("tournament_begun")
        member = await get_or_create_purse(store, record.guild_id, person.user_id, person.name)
        if entrant_of(record, member) is not None:
            raise UserError("tournament_entered")
        if len(record.entrants) >= MOST_ENTRANTS:
            raise UserError("tournament_full", n=MOST_ENTRANTS)
        await loss_limits.check(store, member)
        number = 1 + max((entrant.number for entrant in record.entrants), default=0)
        escrow: int | None = None
        context = self._services.registry.context
        evening_ends, unit = await context.begin_first_evening(member)
        place_settings = await load_place_settings(store, record.guild_id)
        if settings.buy_in and not (place_settings.first_evening and evening_ends > self._now()):
            escrow, paid_in = await money.enter(
                store, record.guild_id, member, settings.base, settings.buy_in
            )
            unit.append(paid_in)
        await self._save(*unit, SaveEntrant(record.id, EntrantRecord(member, number, escrow)))

    @serialized
    async def leave(self, person: Person, *, sure: bool = False) -> int:
        """Take a member out, and return the pieces that they get back: their buy-in, before it has begun.

        Afterwards it stays in the pot, which takes a `sure` word, and a computer plays on in their seat.
        """
        store, record, settings = self._services.store, self.record, self.settings
        entrant = self._entrant(person)
        if record.phase == "open":
            back = await money.give_back(store, record.guild_id, settings.base, [entrant])
            await self._save(*back, DropEntrant(record.id, entrant.member))
            await self._change_back([entrant])
            return settings.buy_in if entrant.stake is not None else 0
        if entrant.gone:
            raise UserError("tournament_not_in")
        if entrant.stake is not None and entrant.cut is None and not sure:
            raise UserError("tournament_forfeit", need=settings.buy_in, base=settings.base)
        await self._save(SaveEntrant(record.id, replace(entrant, gone=True, ready=False)))
        if not any(is_in(each) for each in self.record.entrants):
            await self._call_off(None)
        else:
            await self._follow()
        return 0

    @serialized
    async def ready(self, person: Person) -> None:
        """Note that a player is there; one whose seat a computer plays gets it back."""
        record = self.record
        entrant = self._entrant(person)
        if entrant.gone or entrant.cut is not None:
            raise UserError("tournament_out")
        if record.phase not in ("gathering", "playing"):
            raise UserError("tournament_not_begun")
        if not entrant.ready:
            await self._save(SaveEntrant(record.id, replace(entrant, ready=True)))
        for table in tables_of_round(record):
            actor = self._open_table(table)
            seat = actor.state.seat_of(person.user_id) if actor is not None and not table.done else None
            if actor is not None and seat is not None and seat.policy is not None:
                await actor.seating.hand_over(person, False)
        await self._follow()

    def _entrant(self, person: Person) -> EntrantRecord:
        if self.over:
            raise UserError("tournament_over")
        entrant = entrant_by_user(self.record, person.user_id)
        if entrant is None:
            raise UserError("tournament_not_in")
        return entrant

    # ---- the host

    @serialized
    async def start(self, person: Person) -> None:
        """Begin the first round. Only the host or an admin."""
        await self.check_host(person)
        if self.over:
            raise UserError("tournament_over")
        if self.record.phase != "open":
            raise UserError("tournament_begun")
        if len(self.record.entrants) < LEAST_ENTRANTS:
            raise UserError("tournament_few", low=LEAST_ENTRANTS, n=len(self.record.entrants))
        await self._advance(here=person.user_id)
        await self._follow()

    @serialized
    async def call_off(self, person: Person | None) -> None:
        """Call the tournament off and refund all buy-ins. Only the host, an admin or the bot itself may.

        Once it is played for a pot, a host may not: they or a friend of theirs would take back what they are losing.
        """
        if person is not None:
            await self.check_may_call_off(person)
        if self.over:
            raise UserError("tournament_over")
        await self._call_off(person)

    async def check_may_call_off(self, person: Person) -> None:
        """Refuse anyone but the host and admins; once it is played for a pot, the host too."""
        await self.check_host(person)
        has_pot = any(entrant.stake is not None for entrant in self.record.entrants)
        if has_pot and not person.admin and self.record.phase in ("gathering", "playing"):
            raise UserError("tournament_has_pot")

    async def check_host(self, person: Person) -> None:
        """Refuse anyone but the host and admins."""
        store, record = self._services.store, self.record
        member = await store.find_member(record.guild_id, person.user_id)
        if member != record.host and not person.admin:
            names = await store.names([record.host])
            raise UserError("not_host", host=name_in_text(names.get(record.host, "a player who left")))

    async def _call_off(self, person: Person | None) -> None:
        store, record, base = self._services.store, self.record, self.settings.base
        back = await money.give_back(store, record.guild_id, base, record.entrants)
        actor = None if person is None else await store.find_member(record.guild_id, person.user_id)
        await self._save(
            *back,
            SaveTournament(record.id, phase="off"),
            AuditEntry(record.guild_id, actor, "tournament called off", {"tournament": record.id}),
        )
        await self._change_back(record.entrants)
        for table in self.record.tables:
            await self._close_table(table, N_("The tournament was called off."))

    # ---- what follows by itself

    def follow_soon(self) -> None:
        """Do what is due: call players, draw a round, open tables, count matches, close tables, end.

        Returns at once. What goes wrong is logged and tried again.
        """
        if not self.stopped:
            self.queue.post(self._look).add_done_callback(self._followed)

    async def _look(self) -> None:
        self.record = await self._services.store.read(tournament_rows.tournament, self.record.id)
        await self._follow()

    def _followed(self, done: asyncio.Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if error is not None:
            log.error("tournament %s could not go on", self.record.id, exc_info=error)
            self._retry_at = self._now() + TRY_AGAIN
            self._schedule_next()

    async def _follow(self) -> None:
        self._retry_at, self.trouble = None, ""
        while not self.stopped and await self._step():
            pass
        if not self.stopped:
            await self._close_done()
            self._services.venue.changed(self.record.id)

    async def _step(self) -> bool:
        """Do the next thing that is due, and return whether another may be due now."""
        record, now = self.record, self._now()
        due = record.due is not None and record.due <= now
        match record.phase:
            case "open":
                if due:
                    await self._call_off(None)
            case "gathering":
                active = [entrant for entrant in record.entrants if is_in(entrant)]
                idle = due and now >= record.opened + OPEN_FOR + DAY * record.round
                if len(active) < 2 and any(table.scores for table in record.tables):
                    await self._end(order_of(record))
                elif len(active) < 2 or idle:
                    await self._call_off(None)
                elif due or all(entrant.ready for entrant in active):
                    return await self._draw()
            case "playing":
                for table in tables_of_round(record):
                    if not table.done:
                        await self._follow_table(table)
                if all(table.done for table in tables_of_round(self.record)):
                    await self._advance()
                    return True
        return False

    async def _advance(self, here: int | None = None) -> None:
        """Go on to the next round, the final or the end; `here` is a player known to be there."""
        record = self.record
        order = order_of(record)
        active = [each.member for each in order if each.plays_on]
        stage = format_of(record).next_stage(record.round, active)
        if record.final or stage.kind == "over":
            await self._end(order)
            return
        unit: list[Write] = []
        for entrant in record.entrants:
            changed = replace(
                entrant,
                cut=record.round if entrant.member in stage.cut else entrant.cut,
                ready=entrant.ready or (here is not None and entrant.user_id == here),
            )
            if changed != entrant:
                unit.append(SaveEntrant(record.id, changed))
        await self._save(
            *unit,
            SaveTournament(
                record.id,
                phase="gathering",
                round=record.round + 1,
                final=stage.kind == "final",
                due=self._now() + 60 * self.settings.wait,
            ),
        )
        if any(not entrant.ready for entrant in self.record.entrants if is_in(entrant)):
            self._services.venue.call(self.record)

    async def _draw(self) -> bool:
        """Draw the tables of the round; if nobody is there, wait once more. Return whether they are drawn."""
        record, settings = self.record, self.settings
        order = [each for each in order_of(record) if each.plays_on]
        here = {entrant.member for entrant in record.entrants if entrant.ready}
        absent = [each.member for each in order if each.member not in here and settings.absent == "bye"]
        ranked = [each.member for each in order if each.member not in absent]
        if not ranked:
            await self._save(
                SaveTournament(record.id, phase="gathering", due=self._now() + 60 * settings.wait)
            )
            return False
        seating = Seating((tuple(ranked),))
        if not record.final:
            game = find_game(record.game)
            low, high = game.limits(game.parse_options({}))
            seating = await asyncio.to_thread(
                partial(
                    seat_round,
                    ranked,
                    table_sizes(len(ranked), settings.seats, max(low, FEWEST), min(high, MOST)),
                    groups=score_groups(order),
                    met=meetings(played(record.tables)),
                    apart=await self._apart(ranked),
                    byes=Counter(member for _, member, _ in record.byes),
                    luck=Random(token_hex(16)),
                )
            )
        unit: list[Write] = [
            SaveRoundTable(record.id, RoundTableRecord(record.round, number, members, record.final))
            for number, members in enumerate(seating.tables, 1)
        ]
        unit += [SaveBye(record.id, record.round, member, 0) for member in absent]
        unit += [
            SaveBye(record.id, record.round, member, bye_points(settings.scoring)) for member in seating.byes
        ]
        await self._save(*unit, SaveTournament(record.id, phase="playing"))
        return True

    async def _apart(self, members: Sequence[int]) -> set[Pair]:
        """Return the pairs of players, by account, that no round seats together."""
        accounts = {
            entrant.user_id: entrant.member
            for entrant in self.record.entrants
            if entrant.user_id is not None and entrant.member in members
        }
        pairs = await pairs_apart(self._services.store, self.record.guild_id, accounts)
        return {frozenset(accounts[user] for user in pair) for pair in pairs}

    async def _end(self, order: Sequence[Standing]) -> None:
        """Give the places and the prizes, all in one unit."""
        record, settings, store = self.record, self.settings, self._services.store
        pot = await money.pot(store, settings.base, record.entrants)
        payers = {entrant.member for entrant in record.entrants if entrant.stake is not None}
        ranked = [each for each in order if each.member in payers]
        # where all who paid have left, their best one still takes what nobody else has put in
        staying = [each.member for each in ranked if not each.gone] or [each.member for each in ranked]
        prizes = divide(pot, staying, len(payers))
        transfers = await money.pay(store, record.guild_id, settings.base, record.entrants, prizes, record.id)
        places = {each.member: each.place for each in order}
        await self._save(
            *transfers,
            *(
                SaveEntrant(
                    record.id,
                    replace(
                        entrant, place=places[entrant.member], prize=prizes.get(entrant.member), ready=False
                    ),
                )
                for entrant in record.entrants
            ),
            SaveTournament(record.id, phase="ended"),
        )
        await self._change_back(record.entrants)

    # ---- tables

    async def _follow_table(self, table: RoundTableRecord) -> None:
        """Do what is due at a table: open it, count its finished matches, or let it play on."""
        settings, store = self.settings, self._services.store
        actor = self._open_table(table)
        if table.table_id is not None:
            counted = await count(store, table, settings)
            done = len(counted.scores) >= settings.matches
            if actor is None and not done:
                # closed with its channel, or by time: the rest is played at another one
                counted = replace(counted, table_id=None, channel_id=None)
            if done:
                await self._finish_table(replace(counted, done=True), actor)
                return
            if counted != table:
                table = counted
                await self._save(SaveRoundTable(self.record.id, table))
        if actor is None and not self._people(table):
            # all of its players have left and deleted their data
            await self._finish_table(replace(table, done=True), None)
            return
        if actor is None:
            try:
                actor = await self._open(table)
            except UserError as refusal:
                log.info("table %s of tournament %s: %s", table.number, self.record.id, refusal)
                self.trouble = refusal.sentence
            if actor is None:
                self._retry_at = self._now() + TRY_AGAIN
                return
        if actor.state.phase != "suspended":
            await self._seat_stand_ins(table, actor)
        if actor.session is None and actor.state.phase == "lobby":
            await actor.lifecycle.schedule_start()

    async def _finish_table(self, table: RoundTableRecord, actor: TableActor | None) -> None:
        """Save that a table is done, and which players were present at its end."""
        record, unit = self.record, list[Write]()
        for member in table.members:
            entrant = entrant_of(record, member)
            seat = None if actor is None or entrant is None else actor.state.seat_of(entrant.user_id or 0)
            if entrant is not None and seat is not None:
                here = seat.policy is None and not seat.away and not entrant.gone
                unit.append(SaveEntrant(record.id, replace(entrant, ready=here)))
        await self._save(SaveRoundTable(record.id, table), *unit)

    async def _open(self, table: RoundTableRecord) -> TableActor | None:
        """Open a table and seat its players; return None if there is no channel for it now.

        A stop in between leaves rows from which the next process goes on: it takes the same channel and the same table.
        """
        record, services = self.record, self._services
        round_table = self._table_of_round(table)
        found = None if table.channel_id is None else services.registry.find_in_channel(table.channel_id)
        actor = found if found is not None and _is_for(found, round_table) else None
        if actor is None:
            spot = await services.venue.provide_channel(record, table)
            if spot is None or services.registry.find_in_channel(spot.channel) is not None:
                return None
            table = replace(table, channel_id=spot.channel)
            await self._save(SaveRoundTable(record.id, table))
            actor = await services.registry.open(
                record.guild_id,
                spot.channel,
                self._people(table)[0],
                record.game,
                settings={"free": True, "takeover": False, "base": self.settings.base},
                place_settings=await load_place_settings(services.store, record.guild_id),
                parent_id=spot.parent,
                hidden=spot.hidden,
                kind=RoundTable(tournament=round_table),
            )
        for person in self._people(table):
            if actor.state.seat_of(person.user_id) is None:
                await actor.seating.sit(person)
        await actor.seating.fill_seats()
        table = replace(table, channel_id=actor.state.channel_id, table_id=actor.state.id)
        await self._save(SaveRoundTable(record.id, table))
        services.venue.seated(record, table)
        return actor

    def _table_of_round(self, table: RoundTableRecord) -> TournamentTable:
        game = find_game(self.record.game)
        low = max(FEWEST, game.limits(game.parse_options({}))[0])
        return TournamentTable(
            tournament=self.record.id,
            board=self.record.channel_id,
            round=table.round,
            number=table.number,
            final=table.final,
            chairs=max(low, len(table.members)),
            entrants=[person.user_id for person in self._people(table)],
        )

    def _people(self, table: RoundTableRecord) -> list[Person]:
        entrants = [entrant_of(self.record, member) for member in table.members]
        return [
            Person(entrant.user_id, entrant.name or Name())
            for entrant in entrants
            if entrant is not None and entrant.user_id is not None
        ]

    async def _seat_stand_ins(self, table: RoundTableRecord, actor: TableActor) -> None:
        """Let computer players play for those who have left, and for the absent if the host chose that."""
        stand_in = self.settings.absent == "computer"
        for person in self._people(table):
            entrant = entrant_by_user(self.record, person.user_id)
            seat = actor.state.seat_of(person.user_id)
            if entrant is None or seat is None or seat.policy is not None:
                continue
            first = actor.last_match is None and actor.session is None
            if entrant.gone or (stand_in and (seat.away or (first and not entrant.ready))):
                await actor.seating.hand_over(person, True)

    async def _close_done(self) -> None:
        """Close the tables that are done, once their last result has stood for a moment."""
        for table in self.record.tables:
            actor = self._open_table(table)
            if actor is None or not (table.done or self.over):
                continue
            due = self._closing.setdefault(actor.state.id, self._now() + READING)
            if due <= self._now():
                await self._close_table(table, N_("This table is done. The standings are in {channel}."))
        self._closing = {
            number: at for number, at in self._closing.items() if self._services.registry.find(number)
        }

    async def _close_table(self, table: RoundTableRecord, sentence: str) -> None:
        actor = self._open_table(table)
        if actor is not None:
            with self._services.venue.in_language(self.record):
                words = _(sentence).format(channel=f"<#{self.record.channel_id}>")
            await actor.force_close(words)

    # ---- saving, time

    async def _save(self, *unit: Write) -> None:
        """Save a unit, and read the rows again. Raises `UserError` where the store refuses it."""
        store = self._services.store
        try:
            await store.commit(*unit)
        except OverLimit as over:
            raise loss_limits.limit_error(over) from over
        except NotEnough as short:
            raise UserError("spent_meanwhile") from short
        self.record = await store.read(tournament_rows.tournament, self.record.id)
        self._services.venue.changed(self.record.id)

    async def _change_back(self, entrants: Sequence[EntrantRecord]) -> None:
        """Make small money into larger gembones again, each purse in a unit of its own."""
        store, record, base = self._services.store, self.record, self.settings.base
        for entrant in entrants:
            if entrant.stake is None:
                continue
            change: Transfer | None = await money.change_back(store, record.guild_id, base, entrant)
            if change is not None:
                try:
                    await store.commit(change)
                except (AlreadyDone, NotEnough, NotSaved):
                    log.info("no change is made back %s", change.key)

    def _schedule_next(self) -> None:
        """Schedule what comes next by itself."""
        due = None if self.over else self.record.due
        moments = [due, *self._closing.values()]
        if self.record.phase == "playing":
            moments.append(self._now() + LOOK_AGAIN)
        at = min((moment for moment in moments if moment is not None), default=None)
        if self._retry_at is not None:
            # what is due may have failed: tried again at once, it would leave no time for anything else
            at = self._retry_at
        name, schedule = ("tournament", self.record.id), self._services.schedule
        if at is None or self.stopped:
            schedule.drop(name)
        else:
            schedule.at(name, at, self.follow_soon)

    async def stop(self) -> None:
        """Finish what has been taken, and do nothing more by itself."""
        self.stopped = True
        await self.queue.idle()
        self._schedule_next()


def _is_for(actor: TableActor, round_table: TournamentTable) -> bool:
    kind = actor.state.kind
    return isinstance(kind, RoundTable) and kind.tournament.key == round_table.key
