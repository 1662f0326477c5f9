"""The language of each reader: a person's own, and in a channel that of the table, the house or the server.

A person's language is the one that they have chosen, or else the one that Discord last told of them. It is kept, so
that a hand or a direct message is in it without a press; English, which nobody chose, needs no record.
The record of a person also says whether they want pictures in what only they see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple
from uuid import uuid4

from bot.language import ENGLISH, closest
from bot.places.place import Place
from db import members, places
from db.backend.connection import Connection
from db.errors import NotSaved
from db.members import SaveAbout
from db.places import AuditEntry, SaveSetting
from db.store import Store

log = logging.getLogger(__name__)

KEY = "language"
"""The key under which a member's languages and their choice of pictures, and the language of a house, are stored."""
HEARD = "language heard"
"""The key under which the language is stored that Discord last told of a place: after a restart its tables are painted
before Discord tells it again."""

NO_SERVER = 0
REVISION = "languages chosen"
"""The setting of no server that changes with every choice: other bots on this store look at it."""


class _Record(NamedTuple):
    """A person's language: the one that they chose, if any, and the one that Discord last told; and their pictures."""

    chosen: str | None = None
    heard: str = ENGLISH
    pictures: bool = True

    @property
    def stored(self) -> list[str | bool | None]:
        """The record as it is stored: releases that knew no choice of pictures read those of most members too."""
        return [self.chosen, self.heard] if self.pictures else list(self)


class Changed(NamedTuple):
    """The people, by user, and the places, by key, whose language or pictures were chosen elsewhere."""

    people: frozenset[int]
    places: frozenset[int]


class Languages:
    """The languages of people and places, known at once. `server_locale` tells what Discord says of a server."""

    def __init__(self, store: Store, server_locale: Callable[[int], str | None]) -> None:
        self._store = store
        self._server_locale = server_locale
        self._people: dict[int, _Record] = {}
        self._houses: dict[int, str] = {}
        self._heard_of: dict[int, str] = {}
        """The languages that Discord last told of places, by key: those without the bot only a press tells."""
        self._revision: object = None
        self._unsaved: set[int] = set()
        self._saving: set[asyncio.Task[None]] = set()

    async def load(self) -> None:
        """Read what is kept."""
        self._revision = (await self._store.settings(NO_SERVER)).get(REVISION)
        people, houses, heard_of = await self._store.read(_read)
        self._people = _records(people)
        self._houses = {place: str(language) for place, language in houses}
        self._heard_of = {place: str(language) for place, language in heard_of} | self._heard_of

    async def refresh(self) -> Changed:
        """Read again what was chosen elsewhere, and return whose language or pictures have changed."""
        if (await self._store.settings(NO_SERVER)).get(REVISION) == self._revision:
            return Changed(frozenset(), frozenset())
        people, houses = self._people, self._houses
        await self.load()
        return Changed(
            frozenset(user for user in people | self._people if people.get(user) != self._people.get(user)),
            frozenset(
                place for place in houses | self._houses if houses.get(place) != self._houses.get(place)
            ),
        )

    # ---- people

    def heard(self, user_id: int, locale: str | None, place: Place, place_locale: str | None) -> str:
        """Return a person's language, from what Discord tells of it and of the place where they ask for something."""
        if place_locale or not place.has_bot:
            self._heard_in(place, closest(place_locale or locale))
        record, heard = self._people.get(user_id, _Record()), closest(locale)
        if heard != record.heard or user_id in self._unsaved:
            record = self._people[user_id] = record._replace(heard=heard)
            self._unsaved.discard(user_id)
            self._keep(self._save(user_id, place.key))
        return record.chosen or record.heard

    def _keep(self, saving: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(saving)
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    def of_person(self, user_id: int | None) -> str:
        """Return the language in which a person reads."""
        record = self._people.get(user_id or 0)
        return ENGLISH if record is None else record.chosen or record.heard

    async def choose(self, user_id: int, member: int, language: str | None) -> None:
        """Keep a person's language; None is the language of their Discord. `member` is their account somewhere."""
        await self._choose(user_id, member, self._people.get(user_id, _Record())._replace(chosen=language))

    def pictured(self, user_id: int | None) -> bool:
        """Return whether a person wants pictures in what only they see."""
        return self._people.get(user_id or 0, _Record()).pictures

    async def choose_pictures(self, user_id: int, member: int, pictures: bool) -> None:
        """Keep whether a person wants pictures. `member` is their account somewhere."""
        await self._choose(user_id, member, self._people.get(user_id, _Record())._replace(pictures=pictures))

    async def _choose(self, user_id: int, member: int, record: _Record) -> None:
        # every account of theirs has the last choice, so it does not matter which one a restart reads
        places_of = await self._store.read(members.places_of, user_id)
        others = [await self._store.find_member(place, user_id) for place in places_of]
        choices = [SaveAbout(account, KEY, record.stored) for account in {member, *filter(None, others)}]
        await self._store.commit(*choices, _revised())
        self._people[user_id] = record

    async def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted in a place, unless another place still keeps their language."""
        people, *_ = await self._store.read(_read)
        self._people.pop(user_id, None)
        self._people.update(_records((user, value) for user, value in people if user == user_id))

    async def _save(self, user_id: int, place_key: int) -> None:
        member = await self._store.find_member(place_key, user_id)
        if member is None:
            # nothing is stored about them yet, so the next time they ask for something
            self._unsaved.add(user_id)
            return
        try:
            await self._store.commit(SaveAbout(member, KEY, self._people[user_id].stored))
        except NotSaved as error:
            log.info("the language of member %s is not kept: %s", member, error)

    # ---- places

    def of_place(self, place: Place, table: str | None = None) -> str:
        """Return the language of what everyone in a place reads; `table` is the one that a table has chosen."""
        heard = self._heard_of.get(place.key)
        if not place.has_bot:
            return table or heard or ENGLISH
        return table or self._houses.get(place.key) or closest(self._server_locale(place.number) or heard)

    def _heard_in(self, place: Place, language: str) -> None:
        if language == self._heard_of.get(place.key, ENGLISH):
            return
        self._heard_of[place.key] = language
        if place.has_bot:
            # elsewhere it is that of a person, who may have their data deleted; and only a press paints there
            self._keep(self._save_heard(place.key, language))

    async def _save_heard(self, place_key: int, language: str) -> None:
        try:
            await self._store.commit(SaveSetting(place_key, HEARD, language))
        except NotSaved as error:
            log.info("the language of place %s is not kept: %s", place_key, error)

    def of_server(self, guild_id: int | None) -> str:
        """Return the language of what everyone on a server with the bot reads."""
        return ENGLISH if guild_id is None else self.of_place(Place.from_key(guild_id))

    async def choose_in(self, place: Place, language: str | None, *writes: AuditEntry) -> None:
        """Keep the language of a house, with other writes; None is that of its server."""
        await self._store.commit(SaveSetting(place.key, KEY, language), _revised(), *writes)
        if language is None:
            self._houses.pop(place.key, None)
        else:
            self._houses[place.key] = language

    async def settled(self) -> None:
        """Wait until everything heard is kept."""
        while self._saving:
            await asyncio.wait(self._saving)


def _records(people: Iterable[tuple[int, object]]) -> dict[int, _Record]:
    """Return the languages of people as they are stored."""
    return {
        user: _Record(*value) for user, value in people if isinstance(value, list) and len(value) in (2, 3)
    }


def _revised() -> SaveSetting:
    """Return the write by which the other bots on this store learn that something was chosen.

    The one that chose reads again too: another choice may have come before its own.
    """
    return SaveSetting(NO_SERVER, REVISION, uuid4().hex)


def _read(
    db: Connection,
) -> tuple[list[tuple[int, object]], list[tuple[int, object]], list[tuple[int, object]]]:
    return (
        members.about_everywhere(db, KEY),
        places.settings_everywhere(db, KEY),
        places.settings_everywhere(db, HEARD),
    )
