"""Registers the commands with Discord, but only when they have changed.

The last registration is stored as a setting of no server: a hash of the commands, and the versions that Discord gave
them. Discord is asked for its versions, so a change from elsewhere is noticed too.
"""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

from discord import Client, app_commands

from db import SaveSetting, Store

log = logging.getLogger(__name__)

NO_SERVER = 0
KEY = "registered commands"


async def register_commands(tree: app_commands.CommandTree[Any], store: Store) -> None:
    """Register all commands, unless Discord has them already."""
    client: Client = tree.client
    wanted = _fingerprint(tree)
    last = (await store.settings(NO_SERVER)).get(KEY)
    if last == {"hash": wanted, "versions": await _versions(client)}:
        return
    await tree.sync()
    registered = {"hash": wanted, "versions": await _versions(client)}
    await store.commit(SaveSetting(NO_SERVER, KEY, registered))
    log.info("Discord has been told of the commands")


def _fingerprint(tree: app_commands.CommandTree[Any]) -> str:
    """Return a hash of all commands in the form in which they would be registered."""
    commands = sorted(json.dumps(command.to_dict(tree), sort_keys=True) for command in tree.get_commands())
    return hashlib.sha256("\n".join(commands).encode()).hexdigest()


async def _versions(client: Client) -> dict[str, str]:
    """Return Discord's versions of the commands, by id."""
    if client.application_id is None:
        raise RuntimeError("commands can be registered only after logging in")
    found = await client.http.get_global_commands(client.application_id)
    return {str(command["id"]): str(command["version"]) for command in found}
