"""One router for every button, select and modal of ours, whatever message it stands on and however old it is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from bot.client import Dicenight
from bot.user_errors import UserError
from cogs.interactions import answer_presses, errors, table_presses
from cogs.interactions.press import Press
from cogs.interactions.responder import ReplyLost, Responder
from cogs.ui import custom_ids
from cogs.ui.components import GREEN, Json, button, note
from cogs.ui.custom_ids import Control
from cogs.ui.hand_panel import hand_panel
from games.engine import RAIL

BELLS = "bells"
"""Custom ids of the Nine Bells: `bells:open`."""


Handler = Callable[[discord.Interaction[Dicenight], str, Responder], Awaitable[None]]
"""Answers a press or modal of another cog: takes what stands after the prefix of its custom id."""


class RouterCog(commands.Cog):
    """Reads every custom id that is ours; decides nothing about rules."""

    def __init__(self, bot: Dicenight) -> None:
        self.bot = bot
        self._handlers: dict[str, Handler] = {}

    def register(self, prefix: str, handler: Handler) -> None:
        """Custom ids that start with `prefix:` are `handler`'s from now on."""
        self._handlers[prefix] = handler

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction[Dicenight]) -> None:
        """Every press and every modal comes through here."""
        if interaction.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        data: Any = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        control = custom_ids.read(custom_id)
        handler = self._handlers.get(custom_id.partition(":")[0])
        private = interaction.message is not None and interaction.message.flags.ephemeral
        surface_is_ours = handler is not None or (control is not None and (private or control.kind in "psw"))
        answer = Responder(interaction, "update" if surface_is_ours else "message")
        try:
            if handler is not None:
                if self.bot.stopping:
                    raise UserError("restarting")
                await handler(interaction, custom_id.partition(":")[2], answer)
                return
            if control is None:
                await answer.whisper(note("That control is not in use any more."))
                return
            await self._route(interaction, control, answer, private)
        except UserError as refusal:
            await self._refuse(interaction, control, answer, refusal)
        except discord.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - the boundary of all presses
            with suppress(ReplyLost):
                await answer.whisper(note(errors.sentence(error)))

    async def _route(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Responder, private: bool
    ) -> None:
        if self.bot.stopping:
            raise UserError("restarting")
        table = self.bot.registry.get(control.table)
        pressed = Press(self.bot, interaction, control, table, answer, private)
        if table.is_away(interaction.user.id):
            await table.welcome_back(pressed.who)
        match control.kind:
            case "w":
                await answer_presses.give_sealed(pressed)
            case "p" | "s":
                await answer_presses.give(pressed)
            case "a" if pressed.typed:
                await answer_presses.give(pressed)
            case "a":
                await answer_presses.ask_amount(pressed)
            case "d":
                await answer_presses.step(pressed)
            case "c":
                await answer_presses.confirm(pressed)
            case "o":
                await table_presses.choose(pressed)
            case _:
                await table_presses.use(pressed)

    async def _refuse(
        self,
        interaction: discord.Interaction[Dicenight],
        control: Control | None,
        answer: Responder,
        refusal: UserError,
    ) -> None:
        """A sentence, and what can be done instead; an old control also shows the present question."""
        table = self.bot.registry.find(control.table) if control is not None else None
        buttons: list[Json] = []
        if table is not None:
            viewer = table.viewer_of(interaction.user.id)
            if refusal.key in ("passed", "asked_otherwise", "done_already") and viewer != RAIL:
                answer.surface = "message"
                view = await table.view_for(interaction.user.id)
                await answer.whisper(hand_panel(view, lead=refusal.sentence))
                self.bot.screen.panel(view, answer.handle, fresh=True)
                return
            if refusal.key == "alone":
                buttons.append(button("The Nine Bells", f"{BELLS}:open", GREEN))
            if refusal.key == "not_seated":
                buttons.append(button("Sit down", custom_ids.verb(table.state.id, "sit"), GREEN))
            trouble = self.bot.screen.trouble(table)
            if trouble:
                await answer.whisper(note(f"{refusal.sentence}\n{trouble}", *buttons))
                return
        await answer.whisper(note(refusal.sentence, *buttons))


def register(bot: Dicenight, prefix: str, handler: Handler) -> None:
    """Let `handler` answer the custom ids that start with `prefix:`. The router must be loaded."""
    router = bot.get_cog(RouterCog.__name__)
    assert isinstance(router, RouterCog)
    router.register(prefix, handler)


async def setup(bot: Dicenight) -> None:
    """Load the router."""
    await bot.add_cog(RouterCog(bot))
