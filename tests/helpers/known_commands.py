"""The commands in all languages, worked out and registered once a process: no other part of a start takes as long."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from bot.language import PSEUDO, catalogue
from bot.places import registered_commands
from bot.places.command_names import CommandTranslator
from bot.places.registered_commands import KEY, NO_SERVER
from db import SaveSetting, Store
from playground import Playground

_payload, _translate = registered_commands._payload, CommandTranslator.translate
_known: dict[tuple[str, tuple[str, ...], bool], str] = {}
_registered: dict[tuple[bool, tuple[str, ...]], tuple[dict[int, Any], Any]] = {}
"""What a playground keeps of the commands of some extensions, and the setting by which a bot knows that it does."""


def keep_commands() -> None:
    """Let bots of this process that have the same commands send the same translations of them."""
    registered_commands._payload = _kept


async def _kept(command: Any, tree: Any) -> dict[str, Any]:
    # a test that looks at the translating has it done
    if type(tree.translator) is not CommandTranslator or CommandTranslator.translate is not _translate:
        return await _payload(command, tree)
    # a name is translated unless another command is called the same
    others = tuple(sorted(each.name for each in tree.get_commands()))
    key = json.dumps(command.to_dict(tree), sort_keys=True), others, catalogue(PSEUDO) is not None
    if key not in _known:
        _known[key] = json.dumps(await _payload(command, tree))
    return json.loads(_known[key])  # type: ignore[no-any-return]


def _key(extensions: Sequence[str]) -> tuple[bool, tuple[str, ...]]:
    return catalogue(PSEUDO) is not None, tuple(extensions)


async def know_commands(playground: Playground, store: Store, extensions: Sequence[str]) -> None:
    """Let a playground have the commands of a bot that is about to start, if another one has registered them."""
    if playground.commands.get_all(None) or _key(extensions) not in _registered:
        return
    commands, setting = _registered[_key(extensions)]
    playground.commands.by_place[None] = dict(commands)
    await store.commit(SaveSetting(NO_SERVER, KEY, setting))


async def keep_registered(playground: Playground, store: Store, extensions: Sequence[str]) -> None:
    """Keep what a playground has of the commands of a bot that has started, for the next one."""
    setting = (await store.settings(NO_SERVER)).get(KEY)
    _registered[_key(extensions)] = dict(playground.commands.by_place.get(None, {})), setting
