"""Registers the commands with Discord, but only when they have changed.

The last registration is stored as a setting of no server: a hash of the commands and of all that translates them, and
the versions that Discord gave them. Discord is asked for its versions, so a change from elsewhere is noticed too. The
commands are translated only when they are sent: that is some twenty thousand look-ups.

An application with an Activity has one command more, the Entry Point, which Discord makes. A registration replaces all
commands, and Discord refuses one without it, so it is sent back as Discord has it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from discord import Client, app_commands

from bot.language import catalogue_files
from bot.places import command_names
from db.places import SaveSetting
from db.store import Store

log = logging.getLogger(__name__)

Json = dict[str, Any]

ENTRY_POINT = 4
"""The type of the command that launches the Activity."""
ENTRY_POINT_FIELDS = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "contexts",
    "integration_types",
    "nsfw",
    "handler",
)
NO_SERVER = 0
KEY = "registered commands"


async def register_commands(tree: app_commands.CommandTree[Any], store: Store) -> None:
    """Register all commands, unless Discord has them already."""
    client: Client = tree.client
    if client.application_id is None:
        raise RuntimeError("commands can be registered only after logging in")
    wanted = _fingerprint(tree)
    last = (await store.settings(NO_SERVER)).get(KEY)
    found: list[Any] = list(await client.http.get_global_commands(client.application_id))
    if last == {"hash": wanted, "versions": _versions(found)}:
        return
    payload = [_as_sent(command) for command in found if command["type"] == ENTRY_POINT]
    for command in tree.get_commands():
        payload.append(await _payload(command, tree))
        # presses that come meanwhile wait for one command, not for all of them
        await asyncio.sleep(0)
    made: list[Any] = list(
        await client.http.bulk_upsert_global_commands(client.application_id, payload=payload)
    )
    await store.commit(SaveSetting(NO_SERVER, KEY, {"hash": wanted, "versions": _versions(made)}))
    log.info("Discord has been told of the commands")


async def _payload(
    command: app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu,
    tree: app_commands.CommandTree[Any],
) -> Json:
    """Return a command in the form in which it is registered, in all languages."""
    if tree.translator is None:
        return command.to_dict(tree)
    return await command.get_translated_payload(tree, tree.translator)


def _fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of all commands in English, and of the catalogues and the rules by which they are translated."""
    lines = sorted(json.dumps(command.to_dict(tree), sort_keys=True) for command in tree.get_commands())
    known = hashlib.sha256("\n".join(lines).encode())
    if tree.translator is not None:
        for file in (*catalogue_files(), Path(command_names.__file__)):
            known.update(file.read_bytes())
    return known.hexdigest()


def _versions(commands: Iterable[Json]) -> dict[str, str]:
    """Return Discord's versions of the commands, by id."""
    return {str(command["id"]): str(command["version"]) for command in commands}


def _as_sent(command: Json) -> Json:
    """Return a command as it is registered, from what Discord tells about it."""
    return {name: command[name] for name in ENTRY_POINT_FIELDS if command.get(name) is not None}
