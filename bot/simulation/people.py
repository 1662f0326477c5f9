"""Members who press what they see, and note what was answered."""

from __future__ import annotations

import asyncio
import random
import re
from typing import TYPE_CHECKING, Any

from bot.simulation.checkers.books import TakenAnswer
from bot.simulation.host.machine import MACHINE
from cogs.ui import custom_ids
from playground.errors import PlaygroundError

if TYPE_CHECKING:
    from bot.simulation.world import World

PATIENCE = 4.0
"""Seconds that a member waits for an answer; Discord gives up after three."""
THINKING = (0.15, 0.3, 0.6, 1.2)
ANSWERS = ("p:", "w:")
"""How the custom ids of buttons begin that answer a question outright: on a panel, or in a window."""
NO_STEPS = ("Skip more…", "Change the Drinks", "Back")
BEGINS = {"Start": 0.5, "Start with computer players": 0.1, "Again": 0.5}
"""The buttons by which a game begins, and how often they are pressed."""
IN_PANEL = re.compile(r"t:\d+:(more|panel)|d:.*")
"""Custom ids of which every hand panel has one."""


def is_panel(message: Any) -> bool:
    """Return whether a private message is a hand panel."""
    return any(IN_PANEL.fullmatch(each.custom_id or "") for each in message.buttons)


def control_of(reply: Any) -> str:
    """Return the custom id of what was pressed; empty if it was a command."""
    return str(reply.data.get("custom_id", ""))


def was_taken(reply: Any) -> bool:
    """Return whether a member saw that their answer was taken: its message was repainted by it."""
    taken = {"p:": "update", "s:": "update"}
    return reply.kind == taken.get(control_of(reply)[:2], "") and not reply.refused


class Member:
    """A member at the table of one channel. On a second `device` of theirs they press at the same time."""

    def __init__(self, world: World, name: str, channel: Any, game: str, device: str = "") -> None:
        self.world, self.name, self.channel, self.game = world, name, channel, game
        self.person = world.playground.member(name)
        self.luck: random.Random = world.luck(f"{name} in {channel.id}{device}")

    async def play(self) -> None:
        """Press until cancelled."""
        while True:
            await asyncio.sleep(self.luck.choice(THINKING))
            await self.act()

    async def act(self) -> Any:
        """Do one thing, and return the bot's answer, or None."""
        try:
            reply = await self._choose()
        except (PlaygroundError, TimeoutError):
            return None
        if reply is not None:
            self.world.replies.append((MACHINE.at, reply))
            self.world.sight.answered(self.person.id, self.channel.id, reply)
            control = custom_ids.read(control_of(reply))
            if was_taken(reply) and control is not None:
                words = f"{control_of(reply)} of {self.name}"
                self.world.taken.append(
                    TakenAnswer(MACHINE.at, reply.id, control.match, control.ask_key, words)
                )
        return reply

    @property
    def board(self) -> Any:
        """The newest message of the channel with buttons on it."""
        messages = reversed(self.channel.messages)
        boards = (each for each in messages if not each.deleted and not each.ephemeral and each.buttons)
        return next(boards, None)

    @property
    def panel(self) -> Any:
        """The newest hand panel."""
        return next(filter(is_panel, reversed(self.person.ephemerals(self.channel))), None)

    async def _choose(self) -> Any:
        luck, board, panel, person = self.luck, self.board, self.panel, self.person
        if board is None:
            return await self._slash("table open", game=self.game)
        if luck.random() < 0.05:
            return await self._slash("hand")
        controls = list(panel.buttons) if panel is not None else []
        answers = [
            each
            for each in (*controls, *board.buttons)
            if (each.custom_id or "")[:2] in ANSWERS and not each.disabled
        ]
        answers = [each for each in answers if each.label != "Fold"] or answers
        steps = [each for each in controls if (each.custom_id or "").startswith("d:")]
        steps = [each for each in steps if each.label not in NO_STEPS]
        if steps and luck.randrange(3) == 0:
            return await self._press(panel, luck.choice(steps))
        if panel is not None and panel.selects and luck.randrange(2):
            menu = panel.selects[0]
            if menu.custom_id.startswith("s:"):
                values = [option.value for option in menu.options[: max(1, menu.min_values)]]
                return await person.select(panel, menu.custom_id, values, timeout=PATIENCE)
        if answers and luck.randrange(10):
            chosen = answers[0] if luck.randrange(2) else luck.choice(answers)
            return await self._press(panel if chosen in controls else board, chosen)
        newest = next((each for each in reversed(person.ephemerals(self.channel)) if each.buttons), None)
        for button in newest.buttons if newest is not None else ():
            if button.label == "Sit down" and luck.randrange(2):
                return await self._press(newest, button)
        for message in (panel, board):
            for button in message.buttons if message is not None else ():
                often = BEGINS.get(button.label, 0.0)
                if not button.disabled and luck.random() < often:
                    return await self._press(message, button)
        if panel is None or luck.randrange(20) == 0:
            for button in board.buttons:
                if not button.disabled and (
                    button.label == "Sit down" or (button.custom_id or "").endswith(":hand")
                ):
                    return await self._press(board, button)
        return None

    async def _press(self, message: Any, button: Any) -> Any:
        # by its id, even if the message has been repainted since
        return await self.person.press_raw(self.channel, message.id, button.custom_id, timeout=PATIENCE)

    async def _slash(self, command: str, **options: Any) -> Any:
        return await self.person.slash(self.channel, command, timeout=PATIENCE, **options)


class Treasurer:
    """The owner of a server, who grants gembones. Each grant that is confirmed must have been made once."""

    def __init__(self, world: World, channel: Any) -> None:
        self.world, self.channel = world, channel
        self.person = world.playground.member("Ann")
        self.luck = world.luck(f"treasurer of {channel.id}")

    async def work(self) -> None:
        """Grant until cancelled."""
        while True:
            await asyncio.sleep(self.luck.uniform(1.0, 4.0))
            friend = self.world.playground.member("Bob").user
            try:
                reply = await self.person.slash(
                    self.channel, "house grant", member=friend, amount="1g4", timeout=PATIENCE
                )
            except (PlaygroundError, TimeoutError):
                continue
            self.world.replies.append((MACHINE.at, reply))
            if "Bob" in reply.text and reply.kind == "message":
                self.world.granted.append(reply.id)
