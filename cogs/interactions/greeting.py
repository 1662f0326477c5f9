"""The greeting of a member at a seat: a welcome at their first one, later only the words that are new to them."""

from __future__ import annotations

from bot.app import App
from bot.economy.wallet import WalletService
from bot.person import Person
from bot.tables.view import TableView
from cogs.purse.newcomers import Newcomers
from cogs.requests.responder import Responder
from cogs.ui.help.welcome import new_words, welcome, words_at


async def greet(bot: App, view: TableView, person: Person, responder: Responder) -> None:
    """Whisper to the owner of a new seat what they have not met before; nothing to a regular."""
    place_key = view.table.place_key
    meeting = await bot.service(Newcomers).meet(place_key, person, words_at(view))
    if meeting.first:
        purse = await bot.service(WalletService).show(place_key, person)
        held = purse.held.get(view.table.settings.base, {})
        await responder.whisper(welcome(view, person.name, held))
    elif meeting.words:
        await responder.whisper(new_words(meeting.words))
