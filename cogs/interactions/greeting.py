"""The greeting of a member at a seat, in the panel of their hand."""

from __future__ import annotations

from bot.app import App
from bot.face.help.greeting import greeting_of
from bot.person import Person
from bot.tables.view import TableView
from cogs.live.table_messages import table_messages
from cogs.ui.offers import leads_on


async def greet(bot: App, view: TableView, person: Person) -> None:
    """Have the panel of a new seat's owner tell what is new to them, until the game begins; a regular reads nothing."""
    greeting = await greeting_of(bot, view, person)
    if not greeting.first and not greeting.words:
        return
    onward = leads_on.line(view.table.id, has_bot=view.table.place.has_bot) if greeting.first else ""

    def words(now: TableView) -> str:
        return "\n-# ".join(filter(None, [greeting.at(now), onward]))

    table_messages(bot).panels.greet(view.table.id, person.user_id, words)
