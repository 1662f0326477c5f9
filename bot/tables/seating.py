"""The seats of a table: sitting down, leaving, the rail, computer players, seats that change hands, guests."""

from __future__ import annotations

from dataclasses import replace

from bot.language import N_, _
from bot.members import loss_limits
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.serial_queue import serialized
from bot.tables.answers import AnswerPipeline
from bot.tables.hosting.admission import Admission
from bot.tables.lifecycle import Lifecycle
from bot.tables.live_table import LiveTable
from bot.tables.money.payers import ForPoints
from bot.tables.persistence import Persistence
from bot.tables.state import Seat, SitsOut
from bot.user_errors import UserError
from db.backend.names import Name
from db.backend.unit_of_work import Write
from db.journal import SetDeadlines
from db.ledger import Transfer
from db.tables import SaveSeat, SaveTable
from games.computer.characters import characters
from games.engine import money as gems
from games.engine.game import GUEST, REGULAR
from games.engine.scene import RAIL, Invitation, Seats
from games.party_variants import party_variants, takes_guest

COMPUTERS = tuple(character.name for character in characters())
"""The names of the house's computer players."""


class Seating:
    """Gives seats to members and computer players, and takes them back."""

    def __init__(
        self,
        table: LiveTable,
        persistence: Persistence,
        lifecycle: Lifecycle,
        answers: AnswerPipeline,
        admission: Admission,
    ) -> None:
        self.table = table
        self.queue = table.queue
        self.admission = admission
        self.persistence = persistence
        self.lifecycle = lifecycle
        self.answers = answers

    # ---- members

    @serialized
    async def sit(self, person: Person, *, unasked: bool = False) -> Seat:
        """Give a member the lowest free seat, or make them ready in the one they have.

        A match that takes newcomers is joined at once: its rules decide when the seat begins to play (ADV-R7).
        `unasked`: they haven't pressed for it now, so they play for points until they press something.
        """
        table, state = self.table, self.table.state
        table.check_open()
        if state.rail_of(person.user_id) is not None:
            raise UserError("at_rail")
        seat = state.seat_of(person.user_id)
        if seat is not None:
            table.check_still_there(seat)
            if unasked:
                return seat
            table.agree_to_stakes(seat)
            return await (self._join(seat) if self._may_join(seat) else self.lifecycle.make_ready(seat))
        state.kind.check_seat(person.user_id)
        banned_until = state.access.bars.get(person.user_id, 0.0)
        if banned_until > table.context.clock.now():
            raise UserError("barred", when=f"<t:{int(banned_until)}:R>")
        if state.kind.hosted:
            # other tables draw their seats, blocks and all
            await self.admission.check_seat(person)
        store = table.context.store
        member = await get_or_create_purse(store, state.place_key, person.user_id, person.name)
        if state.kind.hosted:
            await loss_limits.check(store, member)
        stake = await store.new_account("stake", state.place_key, member)
        seat = Seat(state.free_number(member), person.name, person.user_id, member, stake, ready=True)
        seat.newcomer_until, first_seat = await table.context.begin_first_evening(member)
        if not unasked:
            table.agree_to_stakes(seat)
        if self._may_join(seat):
            return await self._join(seat, *first_seat)
        foreseen = await self.lifecycle.foresee_payers(seat)
        await self.persistence.commit(SaveSeat(state.id, seat.record()), *foreseen, *first_seat)
        state.seats[seat.number] = seat
        table.touch(seat)
        if table.session is not None:
            # someone waits for the others now, whose panels show it
            table.update_deadlines()
        table.notify(set(state.seats) if table.session is not None else {seat.number})
        return seat

    def _may_join(self, seat: Seat) -> bool:
        """Return True if the running match takes newcomers and the seat has no part in it yet."""
        session = self.table.session
        if session is None or not self.table.game.stake:
            return False
        players = session.match.table
        return not players.time_up and seat.number not in (*players.ring, *players.arrived)

    async def _join(self, seat: Seat, *more: Write) -> Seat:
        """Pay the stake of a newcomer and tell the rules about them, in one unit with `more`."""
        table, session, game = self.table, self.table.session, self.table.game
        assert session is not None
        transfers: list[Transfer] = []
        seat.play_for(ForPoints("fun") if session.free else await table.cashier.payers.of_seat(game, seat))
        if seat.pays:
            worth = game.stake * gems.BASES[table.state.settings.base]
            await loss_limits.check(table.context.store, seat.member, worth)
            transfers = await table.cashier.buy_in.join_match(seat, game, session.id)
        seat.be_there()
        seat.ready = False
        # before the rules are told: deadlines and views look the seat up by its number
        table.state.seats[seat.number] = seat
        table.touch(seat)
        await self.answers.tell_rules(
            "join", seat.number, SaveSeat(table.state.id, seat.record()), *transfers, *more
        )
        return seat

    @serialized
    async def sit_out(self, person: Person, *, until_back: bool) -> None:
        """Leave a member out of the next match, or of all until they are back; they finish the one they are in."""
        table = self.table
        table.check_open()
        table.state.kind.check_hosted()
        seat = table.seat_of(person)
        table.check_still_there(seat)
        await self._set_sits_out(seat, "until back" if until_back else "next")

    @serialized
    async def come_back(self, person: Person) -> None:
        """Let a member who sits out be in the next match again."""
        table = self.table
        table.check_open()
        seat = table.seat_of(person)
        table.agree_to_stakes(seat)
        await self._set_sits_out(seat, "")

    async def _set_sits_out(self, seat: Seat, sits_out: SitsOut) -> None:
        table = self.table
        changed = replace(seat, sits_out=sits_out, ready=seat.ready and not sits_out, away=False, silent=0)
        await self.persistence.commit(SaveSeat(table.state.id, changed.record()))
        seat.be_there()
        seat.sits_out, seat.ready = sits_out, changed.ready
        table.touch(seat)
        table.stalled = None
        table.context.listener.clear_nudge(table.actor)
        table.notify(set(table.state.seats))

    @serialized
    async def leave(self, person: Person) -> str:
        """Give up a member's seat, now or after the match; return the refund in words."""
        return await self.get_up(person.user_id)

    async def get_up(self, user_id: int, *more: Write, kicked: bool = False) -> str:
        """Give up a person's seat like `leave`; `more` is saved in the same unit.

        If they are `kicked` in a match, a computer player plays it to its end for them, so that a host who is losing
        wins nothing by it.
        """
        table, state = self.table, self.table.state
        table.state.kind.check_hosted()
        await self._give_back(user_id)
        seat = state.answering_seat(user_id)
        if seat is None:
            raise UserError("not_at_table")
        playing = table.session is not None and (seat.rail or seat.number in table.session.match.table.ring)
        if playing and not seat.left:
            seat.left = True
            if kicked and not seat.rail:
                # the host may have set the table's computers to play badly
                seat.to_computer(table.game.strength(REGULAR))
                await self.answers.tell_rules(
                    "handover", seat.number, SaveSeat(state.id, seat.record()), *more
                )
                return _("A computer plays this hand to its end for you, and what it wins or loses is yours.")
            writes = [SaveSeat(state.id, seat.record()), *more]
            guest = state.guest_of(user_id)
            if guest is not None:
                guest.to_computer(GUEST)
                writes.append(SaveSeat(state.id, guest.record()))
            await self.answers.tell_rules("leave", seat.number, *writes)
            return _("Your seat finishes the hand by itself; then your stake comes back.")
        if table.is_waiting_to_join(seat) and not seat.left:
            # the number stays taken: to the rules it is a seat that came and went
            seat.left = True
            transfers, paid = await table.cashier.buy_in.cash_out(seat)
            writes = [SaveSeat(state.id, seat.record()), *more]
            await self.answers.tell_rules("leave", seat.number, *writes, *transfers)
            return paid
        table.check_still_there(seat)
        await self._pay_departure(seat)
        paid = await self.lifecycle.cash_out(seat, *more)
        if not state.members() and table.session is None:
            await self.lifecycle.close_now(N_("Everyone has left."))
        return paid

    async def _pay_departure(self, seat: Seat) -> None:
        """Settle the cost of leaving in a game that holds seats between two matches (BB-R6)."""
        table, state, game = self.table, self.table.state, self.table.game
        if state.carry.get("game") != game.key or state.settings.free or not seat.pays:
            return
        staying = [other.number for other in state.in_order() if other is not seat]
        before = table.cashier.carry_in(game)
        departure = game.departs(table.options, before, seat.number, staying)
        if departure is None:
            return
        transfers = await table.cashier.pay_departure(departure, game)
        after = {**state.carry, **departure.carry}
        # entries that this game no longer carries are dropped; the carry of other games stays
        after = {key: value for key, value in after.items() if key in departure.carry or key not in before}
        access = self.lifecycle.with_bans(departure.barred, lifts=departure.lifts)
        await self.persistence.commit(
            *transfers, SaveTable(state.id, carry=after, settings=state.document(access))
        )
        state.carry, state.access = after, access

    @serialized
    async def join_rail(self, person: Person) -> Seat:
        """Give a spectator a place at the rail, if the game invites spectators to call or bet."""
        table, state, session = self.table, self.table.state, self.table.session
        table.check_open()
        own = state.answering_seat(person.user_id)
        if own is not None:
            if own.rail:
                return own
            raise UserError("seated_already", seat=own.number + 1)
        if session is None:
            raise UserError("not_playing")
        admitted = await self.admission.may_stand_by(person)
        invited = any(isinstance(block, Invitation) for block in session.match.scene(RAIL).blocks)
        if not admitted or not invited:
            raise UserError("rail_closed")
        store = table.context.store
        member = await get_or_create_purse(store, state.place_key, person.user_id, person.name)
        stake = await store.new_account("stake", state.place_key, member)
        seat = Seat(state.free_at_rail(), person.name, person.user_id, member, stake, rail=True)
        seat.newcomer_until, first_seat = await table.context.begin_first_evening(member)
        if session.free or await table.cashier.payers.on_first_evening(seat):
            seat.play_for(ForPoints("fun" if session.free else "evening"))
        state.rail[seat.number] = seat
        table.touch(seat)
        await self.answers.tell_rules("rail", seat.number, SaveSeat(state.id, seat.record()), *first_seat)
        return seat

    # ---- computer players

    @serialized
    async def fill_seats(self) -> None:
        """Fill the chairs that members leave free with computer players, at a kind of table that has such chairs."""
        table = self.table
        table.check_open()
        while len(table.state.seats) < table.state.kind.chairs:
            await self._seat_computer(table.default_policy())

    @serialized
    async def add_computer(self, person: Person, strength: str | None = None) -> Seat:
        """Seat a computer player of this strength, or of the table's."""
        return await self._add_computer(person, strength or self.table.default_policy())

    @serialized
    async def fill_with_computers(self, person: Person, crowd: int, strength: str | None = None) -> None:
        """Seat computer players until `crowd` seats play in the next match, or as many as the game has room for.

        They are of this strength, or of the table's.
        """
        table = self.table
        low, high = table.game.limits(table.options)
        while len(table.state.seats) < high:
            if sum(map(table.plays_next, table.state.in_order())) >= max(low, crowd):
                return
            await self._add_computer(person, strength or table.default_policy())

    @serialized
    async def set_strength(self, person: Person, number: int, strength: str) -> Seat:
        """Set the strength of the computer player in seat `number` from the next match on."""
        table = self.table
        table.check_open()
        table.state.kind.check_hosted()
        table.seat_of(person)
        table.check_between_matches()
        seat = table.state.seats.get(number)
        if seat is None or not seat.computer or seat.invited or strength not in table.game.policies:
            raise UserError("passed")
        seat.policy = strength
        await self.persistence.commit(SaveSeat(table.state.id, seat.record()))
        table.notify(set())
        return seat

    async def _add_computer(
        self, person: Person, policy: str, name: str = "", *, guest: int | None = None
    ) -> Seat:
        """Seat a computer player. `guest` is the user who answers for it instead of the policy, if it is a guest."""
        self.table.check_open()
        self.table.state.kind.check_hosted()
        self.table.seat_of(person)
        return await self._seat_computer(policy, name, guest=guest)

    async def _seat_computer(self, policy: str, name: str = "", *, guest: int | None = None) -> Seat:
        table, state = self.table, self.table.state
        self._check_room()
        stake = await table.context.store.new_account("stake", state.place_key)
        taken = {seat.name for seat in state.seats.values()}
        name = name or next(name for name in COMPUTERS if name not in taken)
        seat = Seat(
            state.free_number(None),
            Name(name),
            None,
            None,
            stake,
            policy,
            ready=True,
            invited=policy == GUEST,
        )
        if guest is not None:
            seat.guest, seat.policy = guest, None
        await self.persistence.commit(SaveSeat(state.id, seat.record()))
        state.seats[seat.number] = seat
        table.notify(set())
        return seat

    def _check_room(self) -> None:
        """Refuse a computer player during a match, or if every seat is taken."""
        self.table.check_between_matches()
        high = self.table.game.limits(self.table.options)[1]
        if len(self.table.state.seats) >= high:
            raise UserError("full", n=high)

    @serialized
    async def remove_computer(self, person: Person) -> str:
        """Remove the computer player that sat down last, and return its name."""
        self.table.state.kind.check_hosted()
        self.table.seat_of(person)
        self.table.check_between_matches()
        computers = [seat for seat in self.table.state.in_order() if seat.computer]
        if not computers:
            raise UserError("no_computer")
        await self._pay_departure(computers[-1])
        await self.lifecycle.cash_out(computers[-1])
        return computers[-1].name

    # ---- seats that change hands

    @serialized
    async def hand_over(self, person: Person, to_computer: bool) -> Seat:
        """Let a computer play a member's seat from now on, or the member again; the money stays theirs."""
        table = self.table
        table.check_open()
        seat = table.seat_of(person)
        if to_computer and await self._give_back(person.user_id):
            return seat
        table.check_still_there(seat)
        if (seat.policy is not None) == to_computer:
            raise UserError("not_computer")
        # with the member's own money, so it plays no worse than usual where the host has set the computers so
        seat.policy = table.game.strength(REGULAR) if to_computer else None
        seat.away = False
        await self._save_hands(seat)
        return seat

    async def release_guest(self, user_id: int) -> None:
        """Return the guest that a member plays to the house, if there is one."""
        guest = self.table.state.guest_of(user_id)
        if guest is not None:
            guest.to_computer(GUEST)
            await self._save_hands(guest)

    @serialized
    async def set_vacation(self, person: Person, until: float | None) -> bool:
        """Pause the clock of a member's turns until a moment, or resume it; return False if that is impossible."""
        table, now = self.table, self.table.context.clock.now()
        seat = table.state.seat_of(person.user_id)
        if seat is None or seat.left or table.state.phase == "closed" or not table.pace.by_letter:
            return False
        seat.vacation, session = until, table.session
        table.touch(seat, now)
        table.mark_present(seat)
        writes: list[Write] = [SaveSeat(table.state.id, seat.record())]
        if session is not None:
            session.stand_still(seat.number, until or 0.0, now)
            writes.append(SetDeadlines(session.id, session.deadlines))
        await self.persistence.commit(*writes)
        table.notify({seat.number})
        return True

    async def _save_hands(self, seat: Seat) -> None:
        """Save the new player of a seat, and tell the rules if the seat is in the match."""
        table = self.table
        write = SaveSeat(table.state.id, seat.record())
        if table.session is not None and seat.number in table.session.match.table.ring:
            await self.answers.tell_rules("handover", seat.number, write)
        else:
            await self.persistence.commit(write)
            table.notify({seat.number})

    def free_to_take(self, user_id: int) -> list[int]:
        """Return the computer players' seats that a knocked-out member may take over, if the host allows it."""
        table, session = self.table, self.table.session
        own = table.state.seat_of(user_id)
        if session is None or own is None or own.left or not table.game.drops_out:
            return []
        if not table.state.settings.takeover or table.state.taken_by(user_id) is not None:
            return []
        blocks = session.match.scene(RAIL).blocks
        out = {row.seat: row.out for block in blocks if isinstance(block, Seats) for row in block.rows}
        if not out.get(own.number):
            return []
        seats = table.state.seats
        return [
            number
            for number, is_out in out.items()
            if not is_out
            and seats[number].policy
            and seats[number].computer
            and not seats[number].invited
            # who has seen one hand may see no second one
            and own.took in (0, number + 1)
        ]

    @serialized
    async def take_over(self, person: Person, number: int) -> Seat:
        """Let a knocked-out member answer for the computer player in seat `number` until the match is over.

        The seat's stake and its result stay the house's.
        """
        table = self.table
        table.check_open()
        own = table.seat_of(person)
        apart = await self.admission.kept_apart(person.user_id)
        if apart or number not in self.free_to_take(person.user_id):
            raise UserError("no_takeover")
        seat = table.state.seats[number]
        seat.policy, seat.guest, seat.away, own.took = None, person.user_id, False, number + 1
        table.touch(seat)
        writes = (SaveSeat(table.state.id, each.record()) for each in (seat, own))
        await self.answers.tell_rules("handover", number, *writes)
        return seat

    async def _give_back(self, user_id: int) -> bool:
        """Return a seat that a member took over to its computer player; return True if there was one."""
        table = self.table
        seat = table.state.taken_by(user_id)
        if seat is None or table.session is None:
            return False
        seat.to_computer(table.default_policy())
        await self.answers.tell_rules("handover", seat.number, SaveSeat(table.state.id, seat.record()))
        return True

    # ---- guests
    #
    # A guest is a character of the host's that plays for the house, in a variant with a seat for one (PTY-R1). Before
    # each game the host chooses who answers for it: the host, in addition to their own seat, or a computer player with
    # few and fixed ideas (PTY-R2). A match in which the host plays two hands is for fun: otherwise they could lose the
    # house's gembones to themself.

    @serialized
    async def add_guest(self, person: Person, name: str, *, by_host: bool = False) -> Seat:
        """Seat a guest called `name` for the host, who answers for it if `by_host`."""
        self._check_can_invite(person)
        return await self._add_computer(person, GUEST, name, guest=person.user_id if by_host else None)

    @serialized
    async def check_can_invite(self, person: Person) -> None:
        """Refuse a member who may not bring a guest to this table now."""
        self._check_can_invite(person)

    def _check_can_invite(self, person: Person) -> None:
        table = self.table
        table.check_open()
        table.check_host(person)
        if not takes_guest(table.game, table.options):
            variants = ", ".join(
                _("{game} with {variant}").format(game=_(each.game.title), variant=_(each.variant))
                for each in party_variants()
                if each.against == "guest"
            )
            raise UserError("no_guest", variants=variants)
        if table.state.invited() is not None:
            raise UserError("guest_here")
        self._check_room()

    @serialized
    async def play_guest(self, person: Person, by_host: bool) -> Seat:
        """Let the host answer for their guest from now on, or the house's computer player.

        The house may take over at any moment; the host only between games, before anything hidden is dealt.
        """
        table = self.table
        table.check_open()
        table.check_host(person)
        guest = table.state.invited()
        if guest is None:
            raise UserError("guest_away")
        if by_host:
            table.check_between_matches()
            guest.guest, guest.policy, guest.away = person.user_id, None, False
        else:
            guest.to_computer(GUEST)
        await self._save_hands(guest)
        return guest
