"""The permissions that the bot needs in a channel, and the check for missing ones."""

from __future__ import annotations

from typing import Any

import discord

from bot.language import N_, _, listed, ngettext
from bot.places.place import PlaceKind
from cogs.interactions.context import place_of

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
"""The permissions that the bot needs in a channel with a table, by Discord's names."""
IN_THREADS = N_("Send Messages in Threads")
HIDDEN = N_(
    'Only you would see the table here: the permission "Use External Apps" is missing. '
    "Try another channel, or ask an admin to invite me."
)
"""The refusal in a server without the bot, where only the user sees the answers of such apps."""
ESSENTIAL = ("view_channel", "send_messages")


def missing_permissions(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """Return the names of the missing permissions, as Discord shows them."""
    missing = [
        name
        for flag, name in NEEDED.items()
        if not getattr(permissions, flag) and not (thread and flag == "send_messages")
    ]
    if thread and not permissions.send_messages_in_threads:
        missing.append(IN_THREADS)
    return missing


def missing_for_thread(interaction: discord.Interaction[Any], *, private: bool) -> str | None:
    """Return a sentence if the bot can't begin a thread here and play in it."""
    allowed = interaction.app_permissions
    needed = {
        N_("Create Private Threads") if private else N_("Create Public Threads"): (
            allowed.create_private_threads if private else allowed.create_public_threads
        ),
        IN_THREADS: allowed.send_messages_in_threads,
    }
    missing = [name for name, given in needed.items() if not given]
    if not missing:
        return None
    words = (
        ngettext(
            "I can't open a private thread here: I need the permission {names}. "
            "Ask an admin to allow that, then try again.",
            "I can't open a private thread here: I need the permissions {names}. "
            "Ask an admin to allow that, then try again.",
            len(missing),
        )
        if private
        else ngettext(
            "I can't open a thread here: I need the permission {names}. "
            "Ask an admin to allow that, then try again.",
            "I can't open a thread here: I need the permissions {names}. "
            "Ask an admin to allow that, then try again.",
            len(missing),
        )
    )
    return words.format(names=listed([f'"{_(name)}"' for name in missing]))


def missing_here(interaction: discord.Interaction[Any]) -> str | None:
    """Return a sentence if the bot can't play in this channel.

    On a server without the bot no permission is needed: all it shows are answers to interactions.
    """
    place = place_of(interaction)
    if not place.has_bot:
        hidden = place.kind is PlaceKind.UNINVITED and not interaction.permissions.use_external_apps
        return _(HIDDEN) if hidden else None
    thread = isinstance(interaction.channel, discord.Thread)
    permissions = interaction.app_permissions
    essential = {NEEDED[flag] for flag in ESSENTIAL} | {IN_THREADS}
    missing = [name for name in missing_permissions(permissions, thread=thread) if name in essential]
    if not missing:
        return None
    words = ngettext(
        "I can't write in this channel: the permission {names} is missing. Ask an admin, then /table repost.",
        "I can't write in this channel: the permissions {names} are missing. Ask an admin, then /table repost.",
        len(missing),
    )
    return words.format(names=", ".join(f'"{_(name)}"' for name in missing))
