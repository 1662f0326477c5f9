"""The tables of the process: opening and finding them, and resuming them after a restart."""

from __future__ import annotations

import logging
import secrets
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from typing import Any

from bot.language import N_
from bot.members import loss_limits
from bot.members.purses import get_or_create_purse
from bot.person import Person
from bot.places.place import Place
from bot.places.settings import PlaceSettings
from bot.tables.context import TableContext
from bot.tables.kinds import PrivateTable, TableKind
from bot.tables.money import carryover
from bot.tables.state import TableAccess, TableSettings, TableState, document
from bot.tables.table_actor import TableActor
from bot.tables.view import Listeners, ShownTable, TableListener
from bot.user_errors import UserError, told
from db.errors import Refused
from db.tables import SaveTable, TableRecord
from games.engine.errors import BadOptions
from games.registry import GAMES

log = logging.getLogger(__name__)


Refuge = Callable[[TableActor, int], Awaitable[bool]]


class TableRegistry:
    """Holds the actor of every open table, at most one in each channel.

    `find_...` returns None if there is no table, `get...` raises `UserError`.
    """

    def __init__(self, context: TableContext) -> None:
        self.context = context
        self._tables: dict[int, TableActor] = {}
        self._channels: dict[int, int] = {}
        self._places: defaultdict[int, dict[int, TableActor]] = defaultdict(dict)
        """The same tables by their place, since every press looks them up there."""
        self._opening: set[int] = set()
        """The channels in which a table is being opened."""
        self.refuge: Refuge | None = None
        """Takes a hand from a thread that can't show it any longer to the channel above it; False if that can't be."""

    def __iter__(self) -> Iterator[TableActor]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def listener(self) -> TableListener:
        """The listeners that show the tables."""
        return self.context.listener

    def register_listener(self, listener: TableListener) -> None:
        """Let `listener` show all tables too from now on."""
        before = self.context.listener
        together = before if isinstance(before, Listeners) else Listeners(before)
        self.context.listener = together.with_also(listener)

    def remove_listener(self, listener: TableListener) -> None:
        """Let `listener` show the tables no longer."""
        if isinstance(self.context.listener, Listeners):
            self.context.listener = self.context.listener.without(listener)

    async def resume(self) -> int:
        """Resume every open table of these shards, and return their number."""
        for record in await self.context.store.live_tables():
            if not self.context.shards.has(record.place_key):
                continue
            actor = self._actor(record)
            self._add(actor)
            await actor.resume()
        return len(self._tables)

    def _add(self, actor: TableActor) -> None:
        self._tables[actor.state.id] = self._places[actor.state.place_key][actor.state.id] = actor
        self._channels[actor.state.channel_id] = actor.state.id

    def _forget_closed(self) -> None:
        for actor in [actor for actor in self._tables.values() if actor.state.phase == "closed"]:
            self.forget(actor)

    def forget(self, actor: TableActor) -> None:
        """Forget a closed table."""
        self._tables.pop(actor.state.id, None)
        in_place = self._places[actor.state.place_key]
        in_place.pop(actor.state.id, None)
        if not in_place:
            del self._places[actor.state.place_key]
        # another table may have been opened in the channel since
        if self._channels.get(actor.state.channel_id) == actor.state.id:
            del self._channels[actor.state.channel_id]

    def find(self, table_id: int) -> TableActor | None:
        """Return the table with this number, if it is open."""
        actor = self._tables.get(table_id)
        return actor if actor is not None and actor.state.phase != "closed" else None

    def get(self, table_id: int) -> TableActor:
        """Return the table with this number. Raises `UserError` if it has closed."""
        actor = self._tables.get(table_id)
        if actor is None or actor.state.phase == "closed":
            raise UserError("table_closed")
        return actor

    def get_in_channel(self, channel_id: int) -> TableActor:
        """Return the channel's table. Raises `UserError` if there is none."""
        actor = self.find_in_channel(channel_id)
        if actor is None:
            raise UserError("no_table")
        return actor

    def find_in_channel(self, channel_id: int) -> TableActor | None:
        """Return the channel's open table, if there is one."""
        table_id = self._channels.get(channel_id)
        return None if table_id is None else self.find(table_id)

    def in_place(self, place_key: int) -> list[TableActor]:
        """Return the open tables of a place, without the private ones of its members."""
        tables = self._all_in_place(place_key)
        return [each for each in tables if each.state.phase != "closed" and each.state.kind.in_channel]

    async def present(self, place_key: int, person: Person, *, reading: bool = True) -> None:
        """Note at every table of a place that a person is there, since they have pressed or typed something (TIM-R16).

        `reading`: it was no answer, so their open questions get time for it.
        """
        for table in self._all_in_place(place_key):
            if table.state.phase == "closed" or not table.state.concerns(person.user_id):
                continue
            with suppress(UserError):
                # A table that can't save that they are back keeps nobody from reading, and refuses its own presses.
                await table.present(person, reading=reading)

    def won_last(self, place_key: int, user_id: int) -> bool:
        """Return True if a member won the last match of a table here, even if it has closed since."""
        return any(
            actor.won_last(user_id) for actor in self._all_in_place(place_key) if actor.state.kind.in_channel
        )

    def is_playing(self, place_key: int, user_id: int) -> bool:
        """Return True if a member is in a running or suspended match."""
        for table in self.in_place(place_key):
            seat = table.state.seat_of(user_id)
            if seat is None or table.state.match_id is None:
                continue
            # A suspended match has no session: then all of its seats count as playing.
            if table.session is None or seat.number in table.session.match.table.ring:
                return True
        return False

    def part_of_pots(self, place_key: int, member: int) -> dict[str, int]:
        """Return a member's share of the carried pots if all tables here closed now, in ledger units."""
        owned = Counter[str]()
        for table in self.in_place(place_key):
            owned.update(carryover.part_of_pot(table.state, member))
        return owned

    def _all_in_place(self, place_key: int) -> list[TableActor]:
        return list(self._places.get(place_key, {}).values())

    async def open(
        self,
        place_key: int,
        channel_id: int,
        person: Person,
        game: str,
        *,
        options: dict[str, Any] | None = None,
        settings: dict[str, Any] | None = None,
        place_settings: PlaceSettings | None = None,
        parent_id: int | None = None,
        hidden: bool = False,
        kind: TableKind | None = None,
        unasked: bool = False,
    ) -> TableActor:
        """Open a table with `person` as its seated host. Raises `UserError`; then there is no table.

        If `settings` has no buy-in, the usual one of `place_settings` applies. `parent_id` is the channel of a thread;
        `unasked` as for `Seating.sit`.
        """
        self._forget_closed()
        place_settings = place_settings or PlaceSettings()
        sheet = GAMES.get(game)
        if sheet is None:
            raise UserError("unknown_game")
        chosen = TableSettings.model_validate({"buy_in": place_settings.usual_buy_in, **(settings or {})})
        kind = kind or TableKind()
        try:
            parsed = sheet.parse_options(options or {})
        except BadOptions as wrong:
            raise UserError("options", sentence=told(wrong)) from wrong
        place_settings.check(sheet, (channel_id, parent_id), chosen, parsed)
        if channel_id in self._opening:
            raise UserError("table_here")
        self._opening.add(channel_id)
        try:
            await self._make_room(channel_id)
            store = self.context.store
            host = await get_or_create_purse(store, place_key, person.user_id, person.name)
            if kind.hosted:
                await loss_limits.check(store, host)
            try:
                record = await store.create_table(
                    place_key,
                    channel_id,
                    host,
                    game,
                    options or {},
                    document(chosen, kind, TableAccess(hidden_in=channel_id if hidden else None)),
                    secrets.token_hex(32),
                )
            except Refused as refused:
                # another process has opened a table here, and this one has not heard of it yet
                raise UserError("table_here") from refused
            actor = self._actor(record)
            self._add(actor)
            await actor.seating.sit(person, unasked=unasked)
        finally:
            self._opening.discard(channel_id)
        actor.start_timer()
        return actor

    async def _make_room(self, channel_id: int) -> None:
        """Close a table of the channel whose opening was broken off. Raises `UserError` if it has any other.

        The database may go away, or the process end, after the table is saved and before its host's seat is. Nobody has
        seen such a table.
        """
        here = self.find_in_channel(channel_id)
        if here is None:
            return
        if here.state.everyone or here.state.message_id is not None:
            raise UserError("table_here")
        await here.lifecycle.force_close("")
        self.forget(here)

    def _actor(self, record: TableRecord) -> TableActor:
        return TableActor(TableState.load(record), self.context)

    # ---- private tables: a member alone, for days (TD-R10)

    async def find_private(self, place_key: int, person: Person) -> TableActor | None:
        """Return the member's private table, if one is open."""
        member = await self.context.store.find_member(place_key, person.user_id)
        return None if member is None else self.find_in_channel(-member)

    async def has_private_match(self, place_key: int, person: Person) -> bool:
        """Return True if the member's private match is under way: they have accepted its offer."""
        table = await self.find_private(place_key, person)
        private = None if table is None else table.game.private
        if table is None or table.session is None or private is None:
            return False
        return any(ask.prompt.kind == private.question for ask in table.session.match.open.values())

    async def open_private(
        self, place_key: int, channel_id: int, person: Person, base: str, place_settings: PlaceSettings
    ) -> TableActor:
        """Return the member's private table: the open one, or a new one with its offer. Raises `UserError`.

        On a first evening nothing leaves a purse, so it offers none.

        Notices about it go to this channel, if the bot may write there.
        """
        table = await self.find_private(place_key, person)
        if table is not None:
            return table
        member = await get_or_create_purse(self.context.store, place_key, person.user_id, person.name)
        notices = channel_id if Place.from_key(place_key).has_bot else None
        # the member asked for this contract with the house, so it is no game for fun though they play it alone
        settings = {"base": base, "for_gembones": True}
        game, private = next((game, game.private) for game in GAMES.values() if game.private is not None)
        ends, begun = await self.context.begin_first_evening(member)
        if place_settings.first_evening and ends > self.context.clock.now():
            await self.context.store.commit(*begun)
            raise UserError("no_contract_yet", when=f"<t:{int(ends)}:R>")
        place_settings.check(game, (channel_id, None), TableSettings.model_validate(settings))
        # no channel has a negative number, and no other member has this one: one private table each
        actor = await self.open(
            place_key,
            -member,
            person,
            game.key,
            options=dict(private.options),
            settings=settings,
            kind=PrivateTable(notices=notices),
        )
        try:
            await actor.lifecycle.start(person)
        except UserError:
            # an offer that cannot begin must not block the next one
            await actor.force_close("")
            raise
        return actor

    async def move(
        self, actor: TableActor, person: Person, channel_id: int, *, hidden_in: int | None = None
    ) -> None:
        """Move a table to a thread that was made for it; `hidden_in` is the channel of a private thread."""
        await self._relocate(actor, channel_id, actor.hosting.move(person, channel_id, hidden_in))

    def is_free(self, channel_id: int) -> bool:
        """Return whether a channel has no table, and none is being opened or moved there."""
        return channel_id not in self._opening and self.find_in_channel(channel_id) is None

    async def take_refuge(self, actor: TableActor, channel_id: int, hidden_in: int | None) -> None:
        """Move a table in the middle of a hand to a channel or thread that has none.

        `hidden_in` is the channel of a private thread. Raises `UserError` if the table has closed.
        """
        self._opening.add(channel_id)
        try:
            await self._relocate(actor, channel_id, actor.hosting.take_refuge(channel_id, hidden_in))
        finally:
            self._opening.discard(channel_id)

    async def _relocate(self, actor: TableActor, channel_id: int, moving: Awaitable[None]) -> None:
        before = actor.state.channel_id
        await moving
        # another table may have been opened in the old channel since
        if self._channels.get(before) == actor.state.id:
            del self._channels[before]
        self._channels[channel_id] = actor.state.id

    async def save_message_id(self, table: ShownTable, message_id: int) -> None:
        """Save the id of a new table message."""
        table.state.message_id = message_id
        await self.context.store.commit(SaveTable(table.state.id, message_id=message_id))

    async def close_in_channel(self, channel_id: int, parent_id: int | None = None) -> None:
        """Close the table of a channel that was deleted; stakes go back, unless it was a thread of `parent_id`."""
        actor = self.find_in_channel(channel_id)
        if actor is not None and not await self._goes_on(actor, parent_id):
            log.warning("channel %s is gone: table %s closes, stakes go back", channel_id, actor.state.id)
            await actor.force_close(N_("The channel is gone, and everyone has their stake back."))
            self.forget(actor)

    async def close_in_locked(self, thread_id: int, parent_id: int | None) -> None:
        """Close the table of a locked thread, in which nothing can be shown any longer.

        A hand that is being played goes on in the channel above or in a new thread, or a moderator could call off one
        that they are about to lose. Where that can't be, stakes go back.
        """
        actor = self.find_in_channel(thread_id)
        if actor is not None and not await self._goes_on(actor, parent_id):
            log.warning("the thread of table %s is locked: it closes, stakes go back", actor.state.id)
            await actor.force_close(N_("The thread is locked, and everyone has their stake back."))

    async def _goes_on(self, actor: TableActor, parent_id: int | None) -> bool:
        """Return whether a hand goes on in the channel above its thread, or in another thread there."""
        thread_id = actor.state.channel_id
        fits = actor.session is not None and actor.state.kind.hosted
        if parent_id is not None and self.refuge is not None and fits:
            await self.refuge(actor, parent_id)
        return actor.state.channel_id != thread_id

    async def close_in_server(self, guild_id: int) -> None:
        """Close all tables of a server that has removed the bot; stakes go back."""
        log.warning("server %s is gone: its tables close, stakes go back", guild_id)
        await self._close_all(guild_id, N_("The bot was removed, and everyone has their stake back."))

    async def close_at_invitation(self, place: Place) -> None:
        """Close all tables of a server that has now invited the bot: from now on it plays with money of its own."""
        await self._close_all(place.key, N_("The bot has moved in, and everyone has their stake back."))

    async def _close_all(self, place_key: int, sentence: str) -> None:
        for actor in self._all_in_place(place_key):
            await actor.force_close(sentence)
            self.forget(actor)
