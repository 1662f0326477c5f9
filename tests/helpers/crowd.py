"""Members who press what they see as fast as they can, and a bot in a process of its own that may be killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from pathlib import Path
from typing import Any

from games.engine import Chance
from playground import Playground
from playground.errors import PlaygroundError
from tests.helpers.clicking import is_panel
from tests.helpers.postgres import location_for
from tests.helpers.store import raw

ANSWERS = ("p:", "w:")
"""How the custom ids of buttons begin that answer a question outright: on a panel, or in a window."""
NO_STEPS = ("Skip more…", "Change the Drinks", "Back")
"""Steps that lead nowhere, or to having to press nothing more."""


class Crowd:
    """Members who press whatever answers, and remember what was acknowledged."""

    def __init__(self, playground: Playground, luck: Chance, game: str) -> None:
        self.playground, self.luck, self.game = playground, luck, game
        self.channel = playground.guild.channel("tavern")
        self.people = [playground.member(name) for name in ("Ann", "Bob", "Cid")]
        self.acknowledged: set[int] = set()
        self.replies: list[Any] = []
        self.stop = False

    async def play(self) -> None:
        """Press until told to stop."""
        await asyncio.gather(*(self._one(person) for person in self.people))

    def at_it(self) -> bool:
        """Whether this is a moment to die: in a game with windows, when an answer in one has just been taken."""
        last = self.replies[-1]
        return self.game != "tavern" or (saved(last) and control_of(last).startswith("w:"))

    async def _one(self, person: Any) -> None:
        while not self.stop:
            try:
                reply = await self._act(person)
            except (PlaygroundError, TimeoutError):
                reply = None
            if reply is not None:
                self.replies.append(reply)
                if self.luck.below(8) == 0 and self.playground.connected:
                    self.playground.replay_last_interaction()
            if reply is None or reply.kind == "message":
                # nothing to press, or a press that came too late: a stale message changes soon
                await self._until_something_happens()

    async def _until_something_happens(self) -> None:
        with contextlib.suppress(TimeoutError):
            seen = len(self.playground.requests)
            await self.playground.wait_for(
                lambda: self.stop or len(self.playground.requests) != seen, timeout=0.05
            )

    async def _act(self, person: Any) -> Any:
        if not self.playground.connected:
            return None
        boards = [m for m in self.channel.messages if not m.deleted and m.buttons]
        if not boards:
            return await person.slash(self.channel, "table open", game=self.game, timeout=0.5)
        board = boards[-1]
        labels = [b.label for b in board.buttons]
        panels = [m for m in person.ephemerals(self.channel) if is_panel(m)]
        answers = [b for m in (*panels[-1:], board) for b in m.buttons if (b.custom_id or "")[:2] in ANSWERS]
        answers = [b for b in answers if b.label != "Fold"]
        steps = [b for b in (panels[-1].buttons if panels else ()) if (b.custom_id or "").startswith("d:")]
        steps = [b for b in steps if b.label not in NO_STEPS]
        if steps and self.luck.below(3) == 0:
            # a card, then what it aims at
            chosen = self.luck.choice(steps)
            return await person.press_raw(self.channel, panels[-1].id, chosen.custom_id, timeout=0.5)
        if panels and panels[-1].selects and self.luck.below(2):
            menu = panels[-1].selects[0]
            if menu.custom_id.startswith("s:"):
                return await person.select(panels[-1], menu.custom_id, [menu.options[0].value], timeout=0.5)
        if answers and self.luck.below(10):
            # the first is to check or call, so that rounds come to an end
            chosen = answers[0 if self.luck.below(2) else self.luck.below(len(answers))]
            # pressed by whatever message it stands on, even if it has been repainted since
            source = board if chosen in board.buttons else panels[-1]
            return await person.press_raw(self.channel, source.id, chosen.custom_id, timeout=0.5)
        if "Again" in labels:
            return await person.press(board, "Again", timeout=0.5)
        to_hand = [b.label for b in board.buttons if (b.custom_id or "").endswith(":hand")]
        if to_hand:
            return await person.press(board, to_hand[0], timeout=0.5)
        if "Sit down" in labels and len(panels) == 0:
            return await person.press(board, "Sit down", timeout=0.5)
        if "Start" in labels:
            return await person.press(board, "Start", timeout=0.5)
        return None


def journal(path: Path) -> tuple[dict[int, list[Any]], int]:
    """The answers of each press in the journal; and how many rows there are."""
    presses: dict[int, list[Any]] = {}
    with raw(location_for(path)) as db:
        for press, answer in db.execute("SELECT press, answer FROM rows WHERE press IS NOT NULL").fetchall():
            presses.setdefault(press, []).append(json.loads(answer))
        [rows] = db.execute("SELECT count(*) FROM rows").fetchone()
    return presses, rows


def saved(reply: Any) -> bool:
    """Whether an interaction was an answer that the person saw taken.

    Their message was repainted by it; in a window it stays as it is, and the press is acknowledged without a word.
    """
    taken = {"p:": "update", "s:": "update", "w:": "deferred_update"}
    return reply.kind == taken.get(control_of(reply)[:2], "") and not reply.refused


def control_of(reply: Any) -> str:
    """The custom id of what was pressed; empty if it was a command."""
    return str(reply.data.get("custom_id", ""))
