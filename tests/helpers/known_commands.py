"""The commands in all languages, worked out once a process: no other part of a start takes as long."""

from __future__ import annotations

import json
from typing import Any

from bot.language import PSEUDO, catalogue
from bot.places import registered_commands
from bot.places.command_names import CommandTranslator

_payload, _translate = registered_commands._payload, CommandTranslator.translate
_known: dict[tuple[str, tuple[str, ...], bool], str] = {}


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
