"""The greeting of a member at a seat: a welcome at their first one, later only the words that are new to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.app import App
from bot.economy.accounts import MemberAccounts
from bot.economy.wallet import WalletService
from bot.face.help.welcome import new_words, welcome, words_at
from bot.members.profile_keys import MET
from bot.person import Person
from bot.serial_queue import serialized
from bot.tables.view import TableView
from db.members import SaveAbout


class Greeting(NamedTuple):
    """The greeting of a member at a seat: a welcome at their first, later the words that are new to them, if any."""

    words: tuple[str, ...] = ()
    first: bool = False
    name: str = ""
    held: Mapping[str, int] = {}
    """What is in the purse of a member at their first seat, of the table's base."""

    def at(self, view: TableView, *, on_page: bool = False) -> str:
        """Return the greeting as the table stands now; `on_page` for the Activity, in place of the chat."""
        if self.first:
            return welcome(view, self.name, self.held, on_page=on_page)
        return new_words(self.words, on_page=on_page) if self.words else ""


async def greeting_of(app: App, view: TableView, person: Person) -> Greeting:
    """Return what is new to a member at their seat, and remember that they read it; nothing for a regular."""
    place_key = view.table.place_key
    meeting = await Newcomers(app.service(MemberAccounts)).meet(place_key, person, words_at(view))
    if meeting.first:
        purse = await app.service(WalletService).show(place_key, person)
        return Greeting((), True, person.name, purse.held.get(view.table.settings.base, {}))
    return Greeting(meeting.words)


class Meeting(NamedTuple):
    """The words that are new to a member; `first` if they have never sat at a table."""

    first: bool
    words: tuple[str, ...]


class Newcomers:
    """Remembers which words were explained to each member, so that each is explained once."""

    def __init__(self, accounts: MemberAccounts) -> None:
        self._accounts = accounts
        self._store, self.queue = accounts.store, accounts.queue

    @serialized
    async def meet(self, place_key: int, person: Person, words: Iterable[str]) -> Meeting:
        """Save that these words were explained to a member, and return those that are new to them."""
        account = await self._accounts.get_or_create(place_key, person)
        met = (await self._store.about(account)).get(MET)
        new = tuple(word for word in words if word not in (met or ()))
        if new:
            await self._store.commit(SaveAbout(account, MET, [*(met or ()), *new]))
        return Meeting(met is None, new)
