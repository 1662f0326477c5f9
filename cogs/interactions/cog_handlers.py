"""The handlers of cogs for presses and modals of their own, by the prefix of their custom ids."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.app import App
from cogs.requests.responder import Responder
from cogs.ui.components import Json

CogHandler = Callable[[discord.Interaction[App], str, Responder], Awaitable[None]]
"""Handles a press or modal of a cog; its argument is the custom id without the prefix."""


class CogHandlers:
    """The handlers that cogs have registered, which the router asks for."""

    def __init__(self) -> None:
        self._handlers: dict[str, CogHandler] = {}
        self._refusal_buttons: dict[str, Callable[[], Json]] = {}

    def register(self, prefix: str, handler: CogHandler) -> None:
        """Pass custom ids that start with `prefix:` to `handler` from now on."""
        self._handlers[prefix] = handler

    def find(self, prefix: str) -> CogHandler | None:
        """Return the handler of a prefix; None if no loaded cog has registered one."""
        return self._handlers.get(prefix)

    def offer_on_refusal(self, key: str, button: Callable[[], Json]) -> None:
        """Show a button below every refusal with this key, as a way out; it is made in its reader's language."""
        self._refusal_buttons[key] = button

    def way_out(self, key: str) -> Json | None:
        """Return the button that is shown below refusals with this key."""
        made = self._refusal_buttons.get(key)
        return made() if made is not None else None


def register(bot: App, prefix: str, handler: CogHandler) -> None:
    """Let `handler` answer the custom ids that start with `prefix:`. `cogs.presses` must be loaded."""
    bot.service(CogHandlers).register(prefix, handler)
