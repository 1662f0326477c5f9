"""The actions of a host and the co-hosts: kicks, new hosts, admission, invitations, moves to a thread.

A co-host may do everything that the host may, except closing the table, handing it on, naming co-hosts, and inviting
the guest. The audit log records kicks, new hosts and co-hosts for the server's admins.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from bot.clock import HOUR
from bot.members.names import name_in_text
from bot.person import Person
from bot.serial_queue import serialized
from bot.tables.hosting.admission import Admission
from bot.tables.live_table import LiveTable
from bot.tables.persistence import Persistence
from bot.tables.seating import Seating
from bot.tables.state import OpenTo, Seat
from bot.user_errors import UserError
from db import journal
from db.places import AuditEntry
from db.tables import SaveTable
from games.registry import GAMES

MOST_INVITED = 50
"""The latest invitations to a table that stand; an older one is forgotten."""


class TableInvitation(NamedTuple):
    """An invitation to a table. If `apart`, it must not reach the member, and nobody is told so."""

    host: str
    apart: bool


class HostActions:
    """The decisions of the host and co-hosts of one table about its company."""

    def __init__(
        self, table: LiveTable, persistence: Persistence, seating: Seating, admission: Admission
    ) -> None:
        self.table = table
        self.queue = table.queue
        self.persistence = persistence
        self.seating = seating
        self.admission = admission

    # ---- kicks

    @serialized
    async def kick(self, person: Person, user_id: int) -> str:
        """Kick a member from their seat or the rail for good, and return their name.

        Their stake is settled as if they had left; in a match a computer plays on for them.
        """
        table, state = self.table, self.table.state
        table.check_open()
        table.check_hosting(person)
        if user_id == person.user_id:
            raise UserError("kick_oneself")
        seat = state.seat_of(user_id) or state.rail_of(user_id)
        if seat is None:
            raise UserError("not_here")
        if seat.member == state.host:
            table.check_host(person)
        access = state.access
        kicked = access.model_copy(
            update={
                "kicked": [*access.kicked, *([] if user_id in access.kicked else [user_id])],
                "invited": {user: at for user, at in access.invited.items() if user != user_id},
                "cohosts": [user for user in access.cohosts if user != user_id],
            }
        )
        writes = (SaveTable(state.id, settings=state.document(kicked)), self._audit("kick", person, seat))
        # Settled with the seat, in one unit. Set first, because giving up the seat changes the access too and builds on
        # this.
        state.access = kicked
        try:
            if seat.left:
                await self.persistence.commit(*writes)
                paid = ""
            else:
                paid = await self.seating.get_up(user_id, *writes, kicked=True)
        except UserError:
            await self.persistence.rebuild()
            raise
        table.notify({seat.number})
        for listener in table.context.hooks.kicked:
            listener(table.actor, user_id, paid)
        return seat.name

    # ---- hosts

    @serialized
    async def transfer_host(self, person: Person, user_id: int) -> Seat:
        """Make another seated member the host; the previous host stays as a player."""
        table, state = self.table, self.table.state
        table.check_open()
        table.check_host(person)
        seat = self._seated(user_id)
        if seat.member is None or seat.member == state.host:
            raise UserError("host_already", name=name_in_text(seat.name))
        await self.seating.release_guest(person.user_id)
        access = state.access.model_copy(
            update={"cohosts": [user for user in state.access.cohosts if user != user_id]}
        )
        audit = self._audit("new host", person, seat)
        # who hasn't asked to play for gembones even alone
        settings = state.settings.model_copy(update={"for_gembones": False})
        await self.persistence.commit(
            SaveTable(state.id, host=seat.member, settings=state.document(access, settings)), audit
        )
        state.host, state.access, state.settings = seat.member, access, settings
        table.notify(set(state.seats))
        return seat

    @serialized
    async def set_cohost(self, person: Person, user_id: int) -> bool:
        """Make a seated member a co-host, or a co-host an ordinary player; return True if they are a co-host now."""
        table, state = self.table, self.table.state
        table.check_open()
        table.check_host(person)
        seat, cohosts = self._seated(user_id), state.access.cohosts
        if seat.member == state.host:
            raise UserError("host_already", name=name_in_text(seat.name))
        others = [user for user in cohosts if user != user_id]
        named = user_id not in cohosts
        audit = self._audit("co-host" if named else "co-host no more", person, seat)
        await self._save({"cohosts": [*others, user_id] if named else others}, audit)
        return named

    # ---- seats

    @serialized
    async def open_to(self, person: Person, open_to: OpenTo, role: int | None = None) -> None:
        """Open the seats to these members from now on; members who have a seat keep it."""
        self.table.check_open()
        self.table.check_hosting(person)
        if (open_to == "role") != (role is not None):
            raise UserError("passed")
        await self._save({"open_to": open_to, "role": role})

    @serialized
    async def invite(self, person: Person, user_id: int, name: str) -> TableInvitation:
        """Invite a member, who may then take a free seat. A host can invite back a member they kicked.

        While the seats are open to anyone, every player may invite. The same member is invited at most once an hour.
        """
        table, state = self.table, self.table.state
        table.check_open()
        table.state.kind.check_hosted()
        own, access, now = table.seat_of(person), state.access, table.context.clock.now()
        if access.open_to != "anyone" or user_id in access.kicked:
            table.check_hosting(person)
        if user_id in state.company():
            raise UserError("here_already", name=name_in_text(name))
        if now - access.invited.get(user_id, float("-inf")) < HOUR:
            raise UserError("invited_already", name=name_in_text(name))
        apart = await self.admission.kept_apart(user_id)
        await self._save(
            {
                # each save of the table writes them all
                "invited": dict([*access.invited.items(), (user_id, now)][-MOST_INVITED:]),
                "kicked": [user for user in access.kicked if user != user_id],
            }
        )
        return TableInvitation(own.name, apart)

    # ---- words

    @serialized
    async def speak(self, person: Person, language: str | None) -> None:
        """Set the language of what everyone at the table reads; None is that of its place."""
        state = self.table.state
        self.table.check_open()
        self.table.check_hosting(person)
        settings = state.settings.model_copy(update={"language": language})
        await self.persistence.commit(SaveTable(state.id, settings=state.document(settings)))
        state.settings = settings
        self.table.notify(set())

    # ---- the next game

    @serialized
    async def propose(self, person: Person, game: str) -> None:
        """Propose a game for the next match, in place of an earlier proposal; the host decides."""
        self.table.check_open()
        self.table.state.kind.check_hosted()
        seat = self.table.seat_of(person)
        if game not in GAMES:
            raise UserError("unknown_game")
        await self._save_proposals({**self.table.state.progress.proposals, seat.number: game})

    @serialized
    async def drop_proposals(self, person: Person) -> None:
        """Decline all proposals for the next match."""
        self.table.check_open()
        self.table.check_hosting(person)
        await self._save_proposals({})

    async def _save_proposals(self, proposals: dict[int, str]) -> None:
        state = self.table.state
        progress = state.progress.model_copy(update={"proposals": proposals})
        await self.persistence.commit(SaveTable(state.id, settings=state.document(progress)))
        state.progress = progress
        self.table.notify(set(state.seats))

    # ---- moves

    @serialized
    async def check_can_move(self, person: Person, *, private: bool) -> None:
        """Refuse the move if another member asks for it, or if a match is being played.

        A private table never moves to where others see it: the matches played at it are for those who were there.
        """
        self._check_can_move(person, private=private)

    def _check_can_move(self, person: Person, *, private: bool) -> None:
        if self.table.state.access.hidden_in is not None and not private:
            raise UserError("stays_private")
        self.table.check_open()
        self.table.state.kind.check_hosted()
        self.table.check_hosting(person)
        self.table.check_between_matches()

    @serialized
    async def move(self, person: Person, channel_id: int, hidden_in: int | None = None) -> None:
        """Move the table to another channel or a thread, for `TableRegistry.move`.

        A table that is `hidden_in` a channel is private: only invited members see it, so only they may sit down. What
        was played before stays as public as it was.
        """
        self._check_can_move(person, private=hidden_in is not None)
        await self._relocate(channel_id, hidden_in)

    @serialized
    async def take_refuge(self, channel_id: int, hidden_in: int | None) -> None:
        """Go on in another channel, for `TableRegistry.take_refuge`. Raises `UserError` if the table has closed."""
        self.table.check_open()
        await self._relocate(channel_id, hidden_in)

    async def _relocate(self, channel_id: int, hidden_in: int | None) -> None:
        state = self.table.state
        update: dict[str, Any] = {"hidden_in": hidden_in}
        if state.access.hidden_in is None:
            last = await self.table.context.store.read(journal.last_match_at, state.id)
            if last is not None:
                # where nothing was dealt since it came, the channel before stays
                update["stood_in"] = {last.id: state.channel_id} | state.access.stood_in
        if hidden_in is not None:
            update |= {"open_to": "invited", "role": None}
        access = state.access.model_copy(update=update)
        await self.persistence.commit(
            SaveTable(state.id, channel_id=channel_id, settings=state.document(access))
        )
        state.channel_id, state.message_id, state.access = channel_id, None, access
        self.table.notify(set())

    # ---- helpers

    def _seated(self, user_id: int) -> Seat:
        """Return a member's seat. Raises `UserError` if they have none, or are leaving."""
        seat = self.table.state.seat_of(user_id)
        if seat is None or seat.left:
            raise UserError("not_here")
        return seat

    async def _save(self, update: dict[str, Any], *writes: AuditEntry) -> None:
        state = self.table.state
        access = state.access.model_copy(update=update)
        await self.persistence.commit(SaveTable(state.id, settings=state.document(access)), *writes)
        state.access = access
        self.table.notify(set())

    def _audit(self, action: str, by: Person, of: Seat) -> AuditEntry:
        """Return the entry of the audit log about a member of the company."""
        own, state = self.table.state.seat_of(by.user_id), self.table.state
        actor = own.member if own is not None else None
        return AuditEntry(
            state.place_key, actor, f"table {action}", {"channel": state.channel_id, "member": of.member}
        )
