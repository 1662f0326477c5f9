"""Ann and Bob play Threes at one table, hand after hand, and wait for each answer as long as Discord does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from playground import Channel, Playground

PAUSE = 0.1
"""Seconds between two rounds of presses."""
TABLE = ("Sit down", "My hand", "Start", "Again")
"""Buttons of a table's message."""


async def until_more(
    playground: Playground,
    answers: Sequence[Any],
    before: int,
    people: Sequence[asyncio.Task[None]],
    seconds: float,
) -> None:
    """Wait until there are more answers than before. Raises what has ended the play of anyone."""
    await playground.wait_for(lambda: len(answers) > before or any(each.done() for each in people), seconds)
    for each in people:
        if each.done():
            each.result()


class EndlessThrees:
    """A table in a channel; `played` are the answers that its presses got."""

    def __init__(self, playground: Playground, channel: Channel) -> None:
        self.playground, self.channel = playground, channel
        self.players = playground.member("Ann"), playground.member("Bob")
        self.played: list[Any] = []
        self._over = False

    async def play(self) -> None:
        """Open the table, and play until `end`. Raises TimeoutError for a press without an answer in time."""
        ann, bob = self.players
        await ann.slash(self.channel, "table open", game="threes")
        await self.playground.wait_for(lambda: bool(self._boards()))
        await bob.press_raw(self.channel, self._board().id, self._button("Sit down"))
        while not self._over:
            for person in self.players:
                await self._act(person)
            await asyncio.sleep(PAUSE)

    def end(self) -> None:
        """Play no further round."""
        self._over = True

    async def _act(self, person: Any) -> None:
        """Answer the first question of a hand, or begin the next match."""
        hand: Any = (await person.slash(self.channel, "hand")).message
        for menu in hand.selects[:1]:
            self.played.append(await person.select(hand, menu.custom_id, [menu.options[0].value]))
            return
        answers = [b.custom_id for b in hand.buttons if (b.custom_id or "").startswith("p:")]
        starts = [self._button(b.label) for b in self._board().buttons if b.label in ("Start", "Again")]
        choices = [(hand, each) for each in answers] + [(self._board(), each) for each in starts]
        for message, pressed in choices[:1]:
            self.played.append(await person.press_raw(self.channel, message.id, str(pressed)))

    def _boards(self) -> list[Any]:
        return [m for m in self.channel.messages if any(b.label in TABLE for b in m.buttons)]

    def _board(self) -> Any:
        return self._boards()[-1]

    def _button(self, label: str) -> str:
        return str(next(b.custom_id for b in self._board().buttons if b.label == label))
