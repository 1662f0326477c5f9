"""Looks for orders of the host and languages chosen elsewhere every few seconds, and keeps out whom the host blocks."""

from __future__ import annotations

import logging

import discord
from discord.ext import commands

from bot.app import App
from bot.due_work import Schedule
from bot.language import _
from bot.members.languages import Languages
from bot.places import host_orders
from bot.places.host_orders import FAILED, HostOrder, HostRule, SaveAnswer
from bot.places.place import Place, PlaceKind
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import MESSAGES, UserError
from db import members, personal_data
from db.errors import Refused, StoreError, Unknown
from db.places import DeleteSettings
from db.store import Store

log = logging.getLogger(__name__)

EVERY = 3.0
"""Seconds between two looks for new orders."""
NAME = "orders of the host"


class HostControlCog(commands.Cog):
    """The orders for the places that this bot serves."""

    def __init__(self, bot: App) -> None:
        self.bot = bot
        self._store, self._registry = bot.service(Store), bot.service(TableRegistry)
        self._last = 0
        """The number of the last order that was read."""
        self._rules: dict[tuple[str, str], HostRule] = {}

    async def cog_load(self) -> None:
        """Read the rules, and go on from the last order that was answered: the others were given meanwhile."""
        self._last = await self._store.read(host_orders.last_answered)
        await self._read_rules()
        self.bot.refusals.append(self.refusal_of)
        self._look_later()

    async def cog_unload(self) -> None:
        """Look for no more orders."""
        self.bot.refusals.remove(self.refusal_of)
        self.bot.service(Schedule).drop(NAME)

    def refusal_of(self, user_id: int, guild_id: int | None) -> str | None:
        """Return the sentence for a person or a server that the host has blocked; None for all others."""
        rule = self._rules.get(("user", str(user_id))) or self._rules.get(("server", str(guild_id)))
        if rule is None:
            return None
        return _(MESSAGES["blocked_by_host"]).format(why=f": {rule.note}" if rule.note else "")

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Leave a server that the host has blocked."""
        if ("server", str(guild.id)) in self._rules:
            await guild.leave()

    def _look_later(self) -> None:
        self.bot.service(Schedule).at(NAME, self._registry.context.clock.now() + EVERY, self._look_again)

    async def _look_again(self) -> None:
        try:
            if self.bot.is_ready():  # before that it does not know its servers
                await self.look()
                await self._look_at_languages()
        except StoreError as fault:
            log.warning("orders of the host cannot be read now: %s", fault)
        self._look_later()

    async def _look_at_languages(self) -> None:
        """Repaint what is read in a language that was chosen with another bot of this store."""
        changed = await self.bot.service(Languages).refresh()
        for table in self._registry if changed.people or changed.places else ():
            here = {seat.user_id for seat in table.state.seats.values()}
            if table.state.place_key in changed.places or here & changed.people:
                table.context.listener.changed(table, set(table.state.seats))

    async def look(self) -> None:
        """Carry out the orders that have been given since the last look."""
        for order in await self._store.read(host_orders.orders_after, self._last):
            await self._read_rules()
            try:
                answer = await self._carry_out(order)
            except (discord.HTTPException, UserError, Refused) as fault:
                answer = f"{FAILED}{fault}"
            log.info(
                "order %s of the host (%s %s): %s",
                order.id,
                order.action,
                order.subject,
                answer or "nothing here",
            )
            self._last = order.id
            await self._store.commit(SaveAnswer(order.id, answer))

    async def _read_rules(self) -> None:
        found = await self._store.read(host_orders.rules)
        self._rules = {(rule.kind, rule.subject): rule for rule in found}

    async def _carry_out(self, order: HostOrder) -> str:
        """Do what an order says in the places that this bot serves, and return what was done; empty if nothing."""
        match order.action:
            case "block user":
                left = await self._take_off_tables(int(order.subject))
                return f"They leave {_count(left, 'table')}." if left else ""
            case "block server" | "leave":
                return await self._leave(int(order.subject))
            case "say":
                return await self._say(order.note)
            case "delete member":
                return await self._delete_person(int(order.subject))
            case "delete server":
                return await self._delete_server(int(order.subject))
            case _:
                return ""

    async def _take_off_tables(self, user_id: int) -> int:
        seated = [table for table in self._registry if table.state.answering_seat(user_id) is not None]
        for table in seated:
            await table.seating.get_up(user_id)
        return len(seated)

    async def _leave(self, guild_id: int) -> str:
        guild = self.bot.get_guild(guild_id)
        if guild is None:
            return ""
        await guild.leave()
        return "The bot has left, and its tables there are closed."

    async def _say(self, words: str) -> str:
        reached = 0
        for table in self._open_tables():
            try:
                await self.bot.get_partial_messageable(table.state.channel_id).send(words)
            except discord.HTTPException as refused:
                log.info("nothing could be said at table %s: %s", table.state.id, refused)
            else:
                reached += 1
        return f"Said at {_count(reached, 'table')}." if reached else ""

    def _open_tables(self) -> list[TableActor]:
        return [table for table in self._registry if table.state.place.has_bot]

    async def _delete_person(self, user_id: int) -> str:
        """Delete a person's data in every place that this bot serves; one that refuses keeps no other from it."""
        await self._take_off_tables(user_id)
        deleted, failed = 0, list[str]()
        for place_key in await self._store.read(members.places_of, user_id):
            if self._registry.context.shards.has(place_key):
                try:
                    await self._store.delete_member(place_key, user_id)
                except Unknown:
                    continue  # they have deleted it themselves meanwhile
                except Refused as refusal:
                    later = await self._store.run(personal_data.delete_later, place_key, user_id)
                    after = ", deleted on the night after the hand" if later else ""
                    failed.append(f"place {place_key}: {refusal}{after}")
                else:
                    deleted += 1
        done = f"Their data in {_count(deleted, 'place')} is deleted." if deleted else ""
        return f"{FAILED}{'; '.join(failed)}. {done}".rstrip() if failed else done

    async def _delete_server(self, guild_id: int) -> str:
        """Delete the data of all members of a server, and its settings; the books stay under numbers."""
        place = Place(PlaceKind.GUILD, guild_id)
        if not self._registry.context.shards.has(place.key):
            return ""
        await self._registry.close_in_server(guild_id)
        users = await self._store.read(members.members_of, place.key)
        for user_id in users:
            try:
                await self._store.delete_member(place.key, user_id)
            except Unknown:
                continue  # they have deleted it themselves meanwhile
        await self._store.commit(DeleteSettings(place.key))
        return f"The data of {_count(len(users), 'member')} and the settings are deleted."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
