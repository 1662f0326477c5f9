"""Invitations: one notice in the channel, with a button that seats the member it names.

Whether the member is mentioned aloud is up to them: not within an hour of the last notice, and never where a block
stands between them and someone at the table. The notice itself is the same in any case, so that nobody can tell.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import discord

from bot.app import App
from bot.language import _, speaking
from bot.notices.service import NoticeService
from bot.pressed import pressed_message
from bot.requests.budget import Urgency
from bot.tables.registry import TableRegistry
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.interactions.context import need_bot, person_of, place_key_of, place_of
from cogs.interactions.greeting import greet
from cogs.live.table_messages import table_messages
from cogs.requests import http
from cogs.requests.responder import Responder
from cogs.ui.components import Json, note
from cogs.ui.table.host_menu import INVITATION, invitation
from db.backend.names import Name
from db.store import Store

Interaction = discord.Interaction[App]

log = logging.getLogger(__name__)


class Guest(NamedTuple):
    """A person to be invited."""

    user_id: int
    name: Name
    bot: bool = False


def guests(data: Mapping[str, Any]) -> list[Guest]:
    """Return the people chosen in a select of members, from the data of its press."""
    resolved = data.get("resolved") or {}
    found = []
    for user_id, user in (resolved.get("users") or {}).items():
        member = (resolved.get("members") or {}).get(user_id) or {}
        name = member.get("nick") or user.get("global_name") or user.get("username")
        found.append(Guest(int(user_id), Name(name), bool(user.get("bot"))))
    return found


def own_table(interaction: Interaction) -> TableActor:
    """Return this channel's table, or else one that the member hosts or plays at. Raises `UserError`."""
    bot, user = interaction.client, interaction.user.id
    own = [
        table
        for table in bot.service(TableRegistry).in_place(place_key_of(interaction))
        if table.state.seat_of(user)
    ]
    if not own:
        raise UserError("no_table_of_yours")

    def nearness(table: TableActor) -> tuple[bool, bool]:
        host = table.state.host_seat()
        return table.state.channel_id != interaction.channel_id, host is None or host.user_id != user

    return min(own, key=nearness)


async def invite(interaction: Interaction, table: TableActor, guest: Guest) -> str:
    """Invite a member to a table, and return the sentence for the host. Raises `UserError`."""
    bot, host = interaction.client, person_of(interaction)
    need_bot(interaction, _("invite anyone"))
    if guest.bot:
        raise UserError("invite_bot")
    if guest.user_id == host.user_id:
        raise UserError("invite_oneself")
    invited = await table.hosting.invite(host, guest.user_id, guest.name)
    account = await bot.service(Store).find_member(table.state.place_key, guest.user_id)
    # claimed even if nothing is sent: neither the next notice nor the time this takes may reveal a block
    claimed = account is None or account in await bot.service(NoticeService).claim([account])
    hidden_in = table.state.access.hidden_in
    channel = table.state.channel_id if hidden_in is None else hidden_in
    view = await table.view()
    with speaking(table_messages(bot).language_of(table)):
        payload = invitation(view, invited.host, guest.user_id, ping=claimed and not invited.apart)
    try:
        async with table_messages(bot).budget.requests.turn(Urgency.HAND):
            await http.post(bot, channel, payload)
    except http.FAILURES as error:
        log.info("an invitation to table %s is not posted: %s", table.state.id, error)
        words = _("{member} may sit down, but I couldn't post it in {channel}. Tell them yourself.")
    else:
        words = _("{member} has an invitation in {channel}.")
    return words.format(member=f"<@{guest.user_id}>", channel=f"<#{channel}>")


async def accept(interaction: Interaction, rest: str, responder: Responder) -> None:
    """Seat the member who presses the button of their own invitation, and take the invitation away."""
    number, _colon, user = rest.partition(":")
    if not (number.isdecimal() and user.isdecimal() and len(rest) <= 40):
        raise UserError("passed")
    bot, presser = interaction.client, person_of(interaction)
    responder.surface = "message"
    table = bot.service(TableRegistry).get(int(number))
    if table.state.place != place_of(interaction) or not table.state.kind.in_channel:
        raise UserError("table_closed")
    if int(user) != presser.user_id:
        raise UserError("not_your_invitation")
    seat = await table.seating.sit(presser)
    state = table.state
    requests = table_messages(bot).budget.requests
    if state.access.hidden_in is not None:
        await table_messages(bot).let_in(state.channel_id, [presser.user_id])
    if state.channel_id == interaction.channel_id:
        view = await table.view_for(presser.user_id)
        await greet(bot, view, presser)
        lead = _("You're in seat {n}.").format(n=seat.number + 1)
        await table_messages(bot).show_panel(responder, view, lead=lead)
    else:
        words = _("You're in seat {n}. Your table is in {channel}.")
        await responder.show(note(words.format(n=seat.number + 1, channel=f"<#{state.channel_id}>")))
    pressed = pressed_message(interaction)
    # a made-up press may stand on any message of the bot
    if pressed is not None and interaction.channel_id is not None and _has(pressed.components, rest):
        try:
            async with requests.turn(Urgency.OTHER):
                await http.delete(bot, interaction.channel_id, pressed.id)
        except http.FAILURES as error:
            log.info("an invitation to table %s stays: %s", state.id, error)


def _has(components: Iterable[Json], rest: str) -> bool:
    """Return whether one of some components is the button of this invitation."""
    own = f"{INVITATION}:{rest}"
    return any(each.get("custom_id") == own or _has(each.get("components", ()), rest) for each in components)
