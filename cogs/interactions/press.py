"""A press or a modal of ours, read: who pressed what, where, at which table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from bot.client import Dicenight
from bot.person import Person
from bot.tables.table_actor import TableActor
from cogs.interactions.responder import Responder
from cogs.ui.custom_ids import Control


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who pressed."""
    return Person(interaction.user.id, interaction.user.display_name, interaction.permissions.manage_guild)


def modal_text(data: Any) -> str:
    """The text that was typed into our one-line modals."""
    for part in data.get("components", []):
        inner = part.get("component") or (part.get("components") or [{}])[0]
        if inner.get("custom_id") == "value":
            return str(inner.get("value", ""))
    return ""


@dataclass(frozen=True, slots=True)
class Press:
    """One control of a table that somebody has used."""

    bot: Dicenight
    interaction: discord.Interaction[Dicenight]
    control: Control
    table: TableActor
    answer: Responder
    private: bool
    """Whether it stood on a message that only they see."""

    @property
    def who(self) -> Person:
        """Who pressed."""
        return person(self.interaction)

    @property
    def data(self) -> Any:
        """What Discord says of it: values of a select, what was typed into a modal."""
        return self.interaction.data

    @property
    def typed(self) -> bool:
        """Whether it is a modal that comes back, and not what opens one."""
        return self.interaction.type is discord.InteractionType.modal_submit
