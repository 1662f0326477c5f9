"""Commands in the languages of Discord: names, options, choices and descriptions, within Discord's limits.

A translation that breaks a limit is left out, since Discord would refuse all commands for it. The English names can be
typed in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Where

from bot.language import ENGLISH, closest, found, speaking

NAME = "the name of a command or option"
"""The context of names in the catalogues: a word in small letters."""
LONGEST = 100
"""The most letters of a description, and of a choice."""
_NAME = re.compile(r"[-_\w]{1,32}")
_NAMES = (Where.command_name, Where.group_name, Where.parameter_name)


def is_name(context: Any) -> bool:
    """Return whether a text is the name of a command or option: names stand in the catalogues under `NAME`."""
    return context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)


class CommandTranslator(app_commands.Translator):
    """Finds the translations of commands in the catalogues."""

    def __init__(self, tree: app_commands.CommandTree[Any]) -> None:
        self._tree = tree

    async def translate(self, string: app_commands.locale_str, locale: Locale, context: Any) -> str | None:
        """Return the words in a language of Discord; None where they stay English."""
        language = closest(locale.value)
        if language == ENGLISH:
            return None
        with speaking(language):
            if is_name(context):
                return self._name(string.message, self._beside(context.data))
            words = found(string.message)
        return words if words is not None and len(words) <= LONGEST else None

    def _name(self, name: str, beside: Iterable[str]) -> str | None:
        """Return the name of a command or option, if Discord takes it and nothing beside it is called the same."""
        words = found(name, NAME)
        if words is None or not _NAME.fullmatch(words) or words != words.lower():
            return None
        taken = [found(other, NAME) or other for other in beside if other != name]
        return None if words in taken else words

    def _beside(self, named: Any) -> list[str]:
        """Return the names of everything in the same list of Discord's."""
        if isinstance(named, app_commands.Parameter):
            return [each.display_name for each in named.command.parameters]
        parent = named.parent
        return [each.name for each in (parent.commands if parent is not None else self._tree.get_commands())]
