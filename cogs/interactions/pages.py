"""Pages: everything to read or to set takes the hand's place in the panel, with the way back, and pushes nothing up.

Someone without a panel gets an answer of its own. Any private answer that isn't the panel covers it, so that the next
question or press brings the panel to the end of the chat.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import discord

from bot.app import App
from bot.pressed import pressed_message
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from cogs.interactions.context import is_here, person_of
from cogs.live.hand_panels import table_of_panel
from cogs.live.table_messages import table_messages
from cogs.requests.responder import Plain, ReplyLost, Responder, Surface
from cogs.ui.components import BOX, ROW, AttachmentFile, Json, note, rows
from cogs.ui.hand.hand_panel import back_button
from games.engine.scene import RAIL

Interaction = discord.Interaction[App]

ABOUT_THE_TABLE = ("table", "hand")
"""The commands, or groups of them, that are about the table of a channel."""


def pressed_panel(interaction: Interaction) -> TableActor | None:
    """Return the table whose hand panel was pressed, or a page of it; None if it was another message."""
    number = table_of_panel(pressed_message(interaction))
    table = None if number is None else interaction.client.service(TableRegistry).find(number)
    return table if table is not None and is_here(table.state, interaction) else None


def announce_page(interaction: Interaction, responder: Responder, elsewhere: Surface = "message") -> bool:
    """Have the answer take the place of the hand panel that was pressed; `elsewhere`: the surface of other presses.

    Returns whether a panel was pressed.
    """
    on_panel = pressed_panel(interaction) is not None
    responder.surface = "update" if on_panel else elsewhere
    return on_panel


async def show_page(
    interaction: Interaction,
    responder: Responder,
    payload: Json,
    file: AttachmentFile | None = None,
    *,
    table: TableActor | None = None,
    plainer: Sequence[Plain] = (),
) -> None:
    """Show a page in the panel that was pressed, with the way back; elsewhere as an answer of its own.

    `table`: the page is about this table, so any of its players gets it as their panel, whatever they pressed.
    """
    pressed = pressed_panel(interaction)
    table = pressed or table
    if table is None:
        await responder.show(payload, file, plainer=plainer)
        return
    responder.surface = "update" if pressed is not None else "message"
    view = await table.view_for(person_of(interaction).user_id)
    if pressed is None and view.viewer == RAIL:
        await responder.show(payload, file, plainer=plainer)
        return
    number = table.state.id
    paged = with_way_back(payload, number)
    ways = [_plain_with_way_back(each, number) for each in plainer]
    await table_messages(interaction.client).show_page(responder, view, paged, file, plainer=ways)


def _plain_with_way_back(plain: Plain, table: int) -> Plain:
    return lambda: with_way_back(plain(), table)


def with_way_back(payload: Json, table: int) -> Json:
    """Return a message with the button that leads back to the hand, as the last of its buttons."""
    *before, last = payload["components"]
    if last["type"] == BOX:
        return {
            **payload,
            "components": [*before, {**last, "components": _ending(last["components"], table)}],
        }
    return {**payload, "components": _ending([*before, last], table)}


def _ending(parts: Sequence[Json], table: int) -> list[Json]:
    """Return parts of a message that end in the way back: in their last row of buttons, if it has room."""
    buttons = []
    *before, last = parts
    if last["type"] == ROW and all("options" not in each for each in last["components"]):
        buttons = last["components"]
    else:
        before = [*parts]
    return [*before, *rows([*buttons, back_button(table)])]


def trouble_here(interaction: Interaction) -> str | None:
    """Return why a channel's table can't be shown, or None if it can.

    The answer to a command about the table says so, since its member may have nothing else to see.
    """
    command, here = interaction.command, interaction.channel_id
    if command is None or here is None or command.qualified_name.split()[0] not in ABOUT_THE_TABLE:
        return None
    table = interaction.client.service(TableRegistry).find_in_channel(here)
    return None if table is None else table_messages(interaction.client).trouble(table)


async def tell_trouble(interaction: Interaction, trouble: str | None) -> None:
    """Tell a member of the table's trouble too, if the private answer to their command or press has not."""
    responder = interaction.extras.get(Responder)
    if not isinstance(responder, Responder) or not responder.sent_apart or trouble is None:
        return
    if not _says(responder.payload, trouble):
        with suppress(discord.HTTPException, ReplyLost):
            await responder.whisper(note(trouble))


def _says(part: object, words: str) -> bool:
    """Return whether a message, or a part of it, has these words."""
    match part:
        case str():
            return words in part
        case dict():
            return any(_says(each, words) for each in part.values())
        case list():
            return any(_says(each, words) for each in part)
    return False


def cover_panel(interaction: Interaction) -> None:
    """Note that a private answer of ours stands below the hand panel of its member now, unless it is the panel."""
    responder, here = interaction.extras.get(Responder), interaction.channel_id
    if not isinstance(responder, Responder) or not responder.sent_apart or here is None:
        return
    table = interaction.client.service(TableRegistry).find_in_channel(here)
    if table is not None:
        token = responder.handle.token
        table_messages(interaction.client).panels.cover(
            table, person_of(interaction).user_id, except_token=token
        )
