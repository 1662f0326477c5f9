"""The permissions that the bot needs in a channel, and the check for missing ones."""

from __future__ import annotations

from typing import Any

import discord

from bot.places.place import PlaceKind
from cogs.interactions.context import place_of

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}
"""The permissions that the bot needs in a channel with a table, by Discord's names."""
HIDDEN = (
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
        missing.append("Send Messages in Threads")
    return missing


def missing_for_thread(interaction: discord.Interaction[Any], *, private: bool) -> str | None:
    """Return a sentence if the bot can't begin a thread here and play in it."""
    allowed = interaction.app_permissions
    needed = {
        "Create Private Threads" if private else "Create Public Threads": (
            allowed.create_private_threads if private else allowed.create_public_threads
        ),
        "Send Messages in Threads": allowed.send_messages_in_threads,
    }
    missing = [name for name, given in needed.items() if not given]
    if not missing:
        return None
    names = " and ".join(f'"{name}"' for name in missing)
    kind = "a private thread" if private else "a thread"
    return (
        f"I can't open {kind} here: I need the permission{'s' * (len(missing) > 1)} {names}. "
        "Ask an admin to allow that, then try again."
    )


def missing_here(interaction: discord.Interaction[Any]) -> str | None:
    """Return a sentence if the bot can't play in this channel.

    On a server without the bot no permission is needed: all it shows are answers to interactions.
    """
    place = place_of(interaction)
    if not place.has_bot:
        hidden = place.kind is PlaceKind.UNINVITED and not interaction.permissions.use_external_apps
        return HIDDEN if hidden else None
    thread = isinstance(interaction.channel, discord.Thread)
    permissions = interaction.app_permissions
    essential = {NEEDED[flag] for flag in ESSENTIAL} | {"Send Messages in Threads"}
    missing = [name for name in missing_permissions(permissions, thread=thread) if name in essential]
    if not missing:
        return None
    names = ", ".join(f'"{name}"' for name in missing)
    kind = "permission" if len(missing) == 1 else "permissions"
    verb = "is" if len(missing) == 1 else "are"
    return (
        f"I can't write in this channel: the {kind} {names} {verb} missing. Ask an admin, then /table repost."
    )
