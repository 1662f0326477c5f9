"""A press of a control, and the registry of the functions that handle presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord

from bot.app import App
from bot.person import Person
from bot.tables.table_actor import TableActor
from cogs.live.table_messages import TableMessages
from cogs.requests.responder import Responder
from cogs.ui.custom_ids import Control, Kind


@dataclass(frozen=True, slots=True)
class Press:
    """A press on a control of a table, with all that its handler needs."""

    bot: App
    messages: TableMessages
    interaction: discord.Interaction[App]
    control: Control
    person: Person
    table: TableActor
    responder: Responder
    private: bool
    """True if the control is on a message that only its presser sees."""

    @property
    def data(self) -> Any:
        """The data of the interaction: values of a select, texts typed into a modal."""
        return self.interaction.data

    @property
    def is_modal(self) -> bool:
        """True for a submitted modal, false for the press that opens one."""
        return self.interaction.type is discord.InteractionType.modal_submit


Handler = Callable[[Press], Awaitable[None]]
"""Handles a press and shows the result. May raise `UserError`, which the router shows."""

_verbs: dict[str, Handler] = {}
_kinds: dict[Kind, Handler] = {}


def on(verb: str) -> Callable[[Handler], Handler]:
    """Register the handler of a table's verb: `@on("sit")` handles `t:<table>:sit`.

    An argument follows a dot, as in `take.3`; it is part of `press.control.what`.
    """

    def register(handler: Handler) -> Handler:
        assert verb not in _verbs, f"two handlers for {verb!r}"
        _verbs[verb] = handler
        return handler

    return register


def on_kind(*kinds: Kind) -> Callable[[Handler], Handler]:
    """Register the handler of whole kinds of custom ids."""

    def register(handler: Handler) -> Handler:
        for kind in kinds:
            assert kind not in _kinds, f"two handlers for {kind!r}"
            _kinds[kind] = handler
        return handler

    return register


def handler_of(control: Control) -> Handler | None:
    """Return the handler of a control; None for a verb that no longer exists."""
    if control.kind is Kind.TABLE:
        return _verbs.get(control.value.partition(".")[0])
    return _kinds.get(control.kind)
