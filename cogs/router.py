"""One router for every button, select and modal of ours, whatever message it stands on and however old it is."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import discord
from discord.ext import commands

from bot.client import Dicenight
from bot.tables.actor import Person, TableActor
from bot.tables.announce import View
from bot.tables.refusals import Refusal
from cogs import controls, errors, grids, plays, settings_menu
from cogs.components import GREEN, RED, Json, button, modal, note
from cogs.controls import Control
from cogs.hands import MENU
from cogs.look import speaker
from cogs.panel import hand_panel, log_note
from cogs.questions import question
from cogs.rules_text import rules_note
from cogs.wire import Answer, Unheard
from games.engine import RAIL, Choose, IllegalAnswer, OpenAsk, Place
from games.engine.plays import Play

BELLS = "bells"
"""Custom ids of the Nine Bells: `bells:open`."""
CROWD = 4
"""Seats that "Start with computer players" fills, if the game has them."""


def person(interaction: discord.Interaction[Any]) -> Person:
    """Who pressed."""
    return Person(interaction.user.id, interaction.user.display_name, interaction.permissions.manage_guild)


Handler = Callable[[discord.Interaction[Dicenight], str, Answer], Awaitable[None]]
"""Answers a press or modal of another cog: takes what stands after the prefix of its custom id."""


class Router(commands.Cog):
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
        control = controls.read(custom_id)
        handler = self._handlers.get(custom_id.partition(":")[0])
        private = interaction.message is not None and interaction.message.flags.ephemeral
        surface_is_ours = handler is not None or (control is not None and (private or control.kind in "psw"))
        answer = Answer(interaction, "update" if surface_is_ours else "message")
        try:
            if handler is not None:
                if self.bot.stopping:
                    raise Refusal("restarting")
                await handler(interaction, custom_id.partition(":")[2], answer)
                return
            if control is None:
                await answer.whisper(note("That control is not in use any more."))
                return
            await self._route(interaction, control, answer, private)
        except Refusal as refusal:
            await self._refuse(interaction, control, answer, refusal)
        except discord.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - the boundary of all presses
            with suppress(Unheard):
                await answer.whisper(note(errors.sentence(error)))

    async def _route(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, private: bool
    ) -> None:
        if self.bot.stopping:
            raise Refusal("restarting")
        table = self.bot.floor.at(control.table)
        if table.is_away(interaction.user.id):
            await table.welcome_back(person(interaction))
        match control.kind:
            case "w":
                await self._sealed(interaction, control, answer, table)
            case "p" | "s":
                await self._press(interaction, control, answer, table, private)
            case "a" if interaction.type is discord.InteractionType.modal_submit:
                await self._press(interaction, control, answer, table, private)
            case "a":
                await self._ask_amount(interaction, control, answer, table)
            case "d":
                await self._draft(interaction, control, answer, table)
            case "c":
                await self._confirm(interaction, control, answer, table)
            case "o":
                await self._set(interaction, control, answer, table)
            case _:
                await self._table(interaction, control, answer, table, private)

    # ---- answers

    def _value(self, interaction: discord.Interaction[Dicenight], control: Control) -> Any:
        """The answer that a control or modal brings; looked up again by the rules."""
        data: Any = interaction.data
        try:
            if control.kind in "pw":
                return control.answer()
            if control.kind == "s":
                values = data.get("values", [])
                if values[0].startswith(controls.KEY):
                    return values[0].removeprefix(controls.KEY)
                if values[0].startswith("["):
                    return json.loads(values[0])
                return sorted(int(value) for value in values)
            return int(modal_text(data).strip())
        except (ValueError, IndexError) as wrong:
            raise Refusal("illegal", allowed="a whole number") from wrong

    async def _press(
        self,
        interaction: discord.Interaction[Dicenight],
        control: Control,
        answer: Answer,
        table: TableActor,
        private: bool,
    ) -> None:
        value = self._value(interaction, control)
        screen = self.bot.screen
        if table.racing and not private:
            await self._sealed(interaction, control, answer, table)
            return
        view: View = await answer.after(
            table.press(
                person(interaction),
                control.match,
                control.which,
                value,
                interaction.id,
                viewer=None if private else RAIL,
            )
        )
        if private:
            await answer.show(hand_panel(view))
            screen.panel(view, answer.handle)
        else:
            shown = False
            try:
                shown = await answer.show(screen.answer_to_press(view))
            finally:
                if shown:
                    screen.painted_by_press(table, view)
                else:
                    screen.outdated(table)

    async def _sealed(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, table: TableActor
    ) -> None:
        """A press on the table message that is told privately, and of which the message shows nothing.

        In a race the table keeps its own beat (FB-R1); in a window nobody learns who has answered (TIM-R4, TIM-R5).
        """
        value = self._value(interaction, control)
        view: View = await answer.after(
            table.press(person(interaction), control.match, control.which, value, interaction.id)
        )
        if self.bot.screen.has_panel(table, view.viewer):
            await answer.nothing()
        else:
            await answer.whisper(hand_panel(view))
            self.bot.screen.panel(view, answer.handle, fresh=True)

    async def _ask_amount(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, table: TableActor
    ) -> None:
        view = await table.look_for(interaction.user.id, control.which)
        ask = (
            next((ask for ask in view.scene.mine() if ask.id == control.which), None) if view.scene else None
        )
        if ask is None or not isinstance(ask.prompt, Choose) or ask.prompt.amount is None:
            asked = [ask.seat for ask in view.scene.asks if not ask.answered] if view.scene else []
            if view.viewer != RAIL and len(asked) == 1 and asked[0] != view.viewer:
                who = speaker(view).name(asked[0])
                raise Refusal("not_your_turn", who=who, you="Your turn comes.")
            raise Refusal("not_seated" if view.viewer == RAIL else "passed")
        low, high = ask.prompt.amount.low, ask.prompt.amount.high
        said = speaker(view)
        custom_id = controls.answer("a", control.table, control.match, control.which)
        await answer.modal(
            modal(
                "Other amount",
                custom_id,
                said.words(
                    ask.words.get(f"{ask.kind}:amount", "Amount"), {**ask.prompt.says, "n": "by how much"}
                ),
                f"From {low} to {high}. {question(ask, said)}",
            )
        )

    async def _confirm(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, table: TableActor
    ) -> None:
        view = await table.look_for(interaction.user.id, control.which)
        ask = (
            next((ask for ask in view.scene.mine() if ask.id == control.which), None) if view.scene else None
        )
        if ask is None:
            # somebody else's, or an old one: the ordinary path has the sentence for it
            await table.press(
                person(interaction), control.match, control.which, control.answer(), interaction.id
            )
            return
        words = ask.words.get(f"{ask.kind}:{control.answer()}?", "Is that meant?")
        yes = controls.answer("p", control.table, control.match, control.which, control.answer())
        label = ask.words.get(f"{ask.kind}:{control.answer()}", "Yes")
        answer.surface = "message"
        await answer.whisper(note(words, button(label, yes, RED)))

    async def _draft(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, table: TableActor
    ) -> None:
        """One step of an answer that is put together in steps: nothing is saved, the panel shows the next step."""
        view = await table.look_for(interaction.user.id, control.which)
        scene = view.scene if control.match == view.table.match_id else None
        open_asks = (*scene.mine(), *scene.open_to_me()) if scene is not None else ()
        ask = next((ask for ask in open_asks if ask.id == control.which), None)
        if ask is None:
            raise Refusal("passed")
        data: Any = interaction.data
        values = [str(value) for value in data.get("values", [])]
        try:
            draft = _next_draft(ask, control, values, selected="values" in data)
        except (ValueError, IndexError, TypeError, IllegalAnswer) as wrong:
            raise Refusal("passed") from wrong
        await answer.show(hand_panel(view, drafts={ask.id: draft}))
        self.bot.screen.panel(view, answer.handle)

    # ---- the table

    async def _table(
        self,
        interaction: discord.Interaction[Dicenight],
        control: Control,
        answer: Answer,
        table: TableActor,
        private: bool,
    ) -> None:
        who = person(interaction)
        match control.what:
            case "sit":
                seat = await answer.after(table.sit(who))
                then = "You play from the next game on." if table.waiting(seat) else "Cards come here."
                await self._panel(interaction, answer, table, f"You are in seat {seat.number + 1}. {then}")
            case "rail":
                await answer.after(table.come_to_rail(who))
                await self._panel(interaction, answer, table)
            case "start":
                await answer.after(table.start(who))
                await self._panel(interaction, answer, table)
            case "solo":
                await answer.after(self._solo(table, who))
                await self._panel(interaction, answer, table)
            case "again":
                await answer.after(table.again(who))
                await self._panel(interaction, answer, table)
            case "hand":
                await self._panel(interaction, answer, table)
            case "computer":
                await answer.after(table.add_computer(who))
                await answer.nothing()
            case "remove":
                name = await answer.after(table.remove_computer(who))
                await answer.whisper(note(f"{name} gets up."))
            case "handover":
                await answer.after(table.hand_over(who, True))
                await self._panel(interaction, answer, table, "A computer player answers for you.")
            case "back":
                await answer.after(table.hand_over(who, False))
                await self._panel(interaction, answer, table, "Your seat is yours again.")
            case str(what) if what.startswith("take.") and what[5:].isdecimal():
                seat = await answer.after(table.take_over(who, int(what[5:])))
                await self._panel(interaction, answer, table, f"You play for {seat.name} now.")
            case "leave":
                paid = await answer.after(table.leave(who))
                await answer.show(note(f"You have left the table. {paid}".strip()))
            case "close":
                await answer.show(note(await answer.after(table.close(who))))
            case "settings":
                view = await table.look_for(who.user_id)
                await answer.whisper(settings_menu.settings_menu(view))
            case "rules":
                await answer.whisper(rules_note(table.game))
            case "log":
                view = await table.look_for(who.user_id)
                await answer.whisper(note(log_note(view)))
            case "dealt":
                await answer.whisper(note(_fairness(table)))
            case "word" if interaction.type is discord.InteractionType.modal_submit:
                await table.add_word(who, modal_text(interaction.data).strip()[:40])
                await answer.whisper(
                    note("Your word is in: it changes the luck of every hand from the next one on.")
                )
            case "word":
                custom_id = controls.verb(table.state.id, "word")
                await answer.modal(
                    modal("A word for the luck", custom_id, "Any word", "It is mixed into the luck.", most=40)
                )
            case _:
                await answer.whisper(note("That control is not in use any more."))

    async def _solo(self, table: TableActor, who: Person) -> None:
        """Fill the table with computer players and start."""
        low, high = table.game.limits(table.options)
        while len(table.state.seats) < max(low, min(high, CROWD)):
            await table.add_computer(who)
        await table.start(who)

    async def _panel(
        self, interaction: discord.Interaction[Dicenight], answer: Answer, table: TableActor, lead: str = ""
    ) -> None:
        view = await table.look_for(interaction.user.id)
        await answer.show(hand_panel(view, lead=lead))
        if view.viewer != RAIL:
            self.bot.screen.panel(view, answer.handle, fresh=answer.surface == "message")

    async def _set(
        self, interaction: discord.Interaction[Dicenight], control: Control, answer: Answer, table: TableActor
    ) -> None:
        who = person(interaction)
        data: Any = interaction.data
        view = await table.look_for(who.user_id)
        try:
            change = settings_menu.changed(view, control.what, list(data.get("values", [])))
        except (ValueError, KeyError, IndexError) as wrong:
            raise Refusal("passed") from wrong
        await self.bot.check_change(table, change)
        await answer.after(table.set_up(who, **change))
        view = await table.look_for(who.user_id)
        await answer.show(settings_menu.settings_menu(view, "Saved."))

    # ---- refusals

    async def _refuse(
        self,
        interaction: discord.Interaction[Dicenight],
        control: Control | None,
        answer: Answer,
        refusal: Refusal,
    ) -> None:
        """A sentence, and what can be done instead; an old control also shows the present question."""
        table = self.bot.floor.find(control.table) if control is not None else None
        buttons: list[Json] = []
        if table is not None:
            viewer = table.viewer_of(interaction.user.id)
            if refusal.why in ("passed", "done_already") and viewer != RAIL:
                answer.surface = "message"
                view = await table.look_for(interaction.user.id)
                await answer.whisper(hand_panel(view, lead=refusal.sentence))
                self.bot.screen.panel(view, answer.handle, fresh=True)
                return
            if refusal.why == "alone":
                buttons.append(button("The Nine Bells", f"{BELLS}:open", GREEN))
            if refusal.why == "not_seated":
                buttons.append(button("Sit down", controls.verb(table.state.id, "sit"), GREEN))
            trouble = self.bot.screen.trouble(table)
            if trouble:
                await answer.whisper(note(f"{refusal.sentence}\n{trouble}", *buttons))
                return
        await answer.whisper(note(refusal.sentence, *buttons))


def _next_draft(ask: OpenAsk, control: Control, values: list[str], *, selected: bool) -> Any:
    """The draft that a control brings; what does not begin any answer raises `ValueError` or `IllegalAnswer`."""
    if isinstance(ask.prompt, Place):
        return grids.next_draft(ask.prompt, control, values)
    draft = control.answer()
    if draft in (None, MENU):
        return draft
    if isinstance(ask.prompt, Play):
        return plays.next_draft(ask.prompt, draft, values if selected else None)
    raise ValueError("nothing of this is put together in steps")


def modal_text(data: Any) -> str:
    """The text that was typed into our one-line modals."""
    for part in data.get("components", []):
        inner = part.get("component") or (part.get("components") or [{}])[0]
        if inner.get("custom_id") == "value":
            return str(inner.get("value", ""))
    return ""


def _fairness(table: TableActor) -> str:
    from bot.tables.floor import promise

    words = ", ".join(table.state.settings.words) or "none yet"
    return (
        "Every card and roll of this table comes from one secret seed, which was fixed before the first hand. "
        f"Its SHA-256 is\n`{promise(table.state.seed)}`\n"
        f"Words that members have added: {words}.\n"
        "When the table closes the seed is shown, and `/verify` plays every hand again from it."
    )


def register(bot: Dicenight, prefix: str, handler: Handler) -> None:
    """Let `handler` answer the custom ids that start with `prefix:`. The router must be loaded."""
    router = bot.get_cog(Router.__name__)
    assert isinstance(router, Router)
    router.register(prefix, handler)


async def setup(bot: Dicenight) -> None:
    """Load the router."""
    await bot.add_cog(Router(bot))
