"""Permissions that the bot needs in a channel, and those that are missing."""

from __future__ import annotations

from typing import Any

import discord

NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
}
"""Permissions of the bot in a channel with a table, by Discord's own names."""
ESSENTIAL = ("view_channel", "send_messages")


def missing_permissions(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """The names of the permissions that are missing, as Discord shows them."""
    missing = [
        name
        for flag, name in NEEDED.items()
        if not getattr(permissions, flag) and not (thread and flag == "send_messages")
    ]
    if thread and not permissions.send_messages_in_threads:
        missing.append("Send Messages in Threads")
    return missing


def missing_here(interaction: discord.Interaction[Any]) -> str | None:
    """A sentence if the bot cannot play in this channel."""
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
