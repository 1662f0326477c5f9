"""Registers the commands with Discord, but only when they have changed.

The last registration is stored as a setting of no server: a hash of the commands, and the versions that Discord gave
them. Discord is asked for its versions, so a change from elsewhere is noticed too.

An application with an Activity has one command more, the Entry Point, which Discord makes. A registration replaces all
commands, and Discord refuses one without it, so it is sent back as Discord has it.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from typing import Any

from discord import Client, app_commands

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
    commands = [await _payload(command, tree) for command in tree.get_commands()]
    wanted = _fingerprint(commands)
    last = (await store.settings(NO_SERVER)).get(KEY)
    found: list[Any] = list(await client.http.get_global_commands(client.application_id))
    if last == {"hash": wanted, "versions": _versions(found)}:
        return
    payload = commands + [_as_sent(command) for command in found if command["type"] == ENTRY_POINT]
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


def _fingerprint(commands: Iterable[Json]) -> str:
    """Return a hash of all commands in the form in which they would be registered."""
    lines = sorted(json.dumps(command, sort_keys=True) for command in commands)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _versions(commands: Iterable[Json]) -> dict[str, str]:
    """Return Discord's versions of the commands, by id."""
    return {str(command["id"]): str(command["version"]) for command in commands}


def _as_sent(command: Json) -> Json:
    """Return a command as it is registered, from what Discord tells about it."""
    return {name: command[name] for name in ENTRY_POINT_FIELDS if command.get(name) is not None}
