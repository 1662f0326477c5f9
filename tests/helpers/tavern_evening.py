"""A night in the tavern through the real client: members press what they see, cards by title, one step a line.

The start is named as in `tests.helpers.games.tavern`: hands, Drinks, values. Everything from the deal on is pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import pytest

from games.registry import GAMES
from games.tavern import GAME, play
from games.tavern.rules.setup import Start
from games.tavern.state import Tavern
from tests.e2e.conftest import Evening
from tests.helpers.clicking import Player
from tests.helpers.games.tavern import Sits, keys, state
from tests.helpers.small_games import changed

CAST = {"Ann": "kaylin", "Bob": "serena", "Cid": "phrenk", "Dot": "wizgille"}


def start_of(seats: Mapping[str, Sits], drinks: Sequence[str] = ()) -> Start:
    """The start in which these members sit there, each as the character of `CAST`."""
    characters = {seat: CAST[name] for seat, name in enumerate(seats)}
    positions = {seat: sits.position(characters[seat]) for seat, sits in enumerate(seats.values())}
    return Start(characters, positions, keys(drinks), first=0)


PASSES = {"Pass": "Let it happen"}
"""Words of the rules to those on buttons."""


class Guest(Player):
    """A member at the table of the tavern."""

    async def plays(self, title: str, *, at: str | None = None, drink: str | None = None) -> Any:
        """Play a card from the hand panel: press it, then whom it is aimed at. Gives how that was answered."""
        reply = await self._press_card(title)
        # the buttons of targets carry their values too
        for label in (drink and f"🍺 {drink} · …", at and f"{at} · …"):
            if label:
                reply = await self.person.press(self.panel, label)
        return reply

    async def _press_card(self, title: str) -> Any:
        panel = self.panel
        beside = _beside(panel, title)
        assert beside is not None, f"{self.name} cannot play {title!r}: {panel.text}"
        return await self.person.press(panel, custom_id=beside)

    def can_play(self, title: str) -> bool:
        """Whether the panel has a button beside that card."""
        return _beside(self.panel, title) is not None

    async def says(self, label: str) -> Any:
        """Press a word where it stands; "Pass" is "Let it happen" while something can be answered by all."""
        shown = [button.label for button in self.board.buttons]
        instead = PASSES.get(label, label)
        if label in shown or instead in shown:
            return await self.person.press(self.board, label if label in shown else instead)
        return await self.press(label)


def _beside(message: Any, title: str) -> str | None:
    """The custom id of the button beside a card."""

    def walk(parts: Any) -> str | None:
        for part in parts:
            raw = part if isinstance(part, dict) else part.raw
            if raw.get("type") == 9 and title in raw["components"][0]["content"]:
                return str(raw["accessory"]["custom_id"])
            found = walk(raw.get("components", []))
            if found is not None:
                return found
        return None

    return walk(message.components)


class TavernNight:
    """A table of the tavern with members seated as named."""

    def __init__(self, evening: Evening, names: Sequence[str]) -> None:
        self.evening = evening
        self.channel = evening.playground.guild.channel("tavern")
        self.guests = {name: Guest(evening, name, self.channel) for name in names}

    @classmethod
    async def begin(
        cls,
        evening: Evening,
        monkeypatch: pytest.MonkeyPatch,
        seats: Mapping[str, Sits],
        drinks: Sequence[str] = (),
        settings: Mapping[str, Any] | None = None,
        computers: Sequence[str] = (),
    ) -> TavernNight:
        """Open, sit down, start; everybody's hand panel is open."""
        rig(monkeypatch, start_of(seats, drinks))
        night = cls(evening, list(seats))
        host, *others = (night.guests[name] for name in seats if name not in computers)
        await host.person.slash(night.channel, "table open", game="tavern")
        await evening.quiet()
        for name in list(seats)[1:]:
            await (host.press("Add computer") if name in computers else night.guests[name].press("Sit down"))
        await evening.quiet()
        table = evening.table(night.channel)
        table.state.options = {"shuffle_seats": False}
        if settings:
            table.state.settings = table.state.settings.model_copy(update=dict(settings))
        await host.press("Start")
        await evening.quiet()
        for guest in others:
            await guest.opens_hand()
        await evening.quiet()
        return night

    def __getattr__(self, name: str) -> Guest:
        return self.guests[name.capitalize()]

    def moved_to(self, evening: Evening) -> None:
        """The bot was started anew."""
        self.evening = evening
        for guest in self.guests.values():
            guest.evening = evening

    @property
    def board(self) -> Any:
        """The table message."""
        return next(iter(self.guests.values())).board

    @property
    def game(self) -> Tavern:
        """The rules' own state."""
        session = self.evening.table(self.channel).session
        assert session is not None
        return state(session.match)

    def stands(self, name: str) -> str:
        """`fort/ac/gold`."""
        player = self.game.players[list(self.guests).index(name)]
        return f"{player.fort}/{player.ac}/{player.gold}"

    def asked(self) -> set[str]:
        """Who is asked something that is waited for."""
        session = self.evening.table(self.channel).session
        assert session is not None
        names = list(self.guests)
        return {names[ask.seat] for ask in session.match.open.values() if not ask.answered}

    def kinds(self) -> set[str]:
        """The kinds of the questions that are waited for."""
        session = self.evening.table(self.channel).session
        assert session is not None
        return {ask.prompt.kind for ask in session.match.open.values() if not ask.answered}

    def has_happened(self, kind: str) -> bool:
        """Whether an event of this kind has been told."""
        session = self.evening.table(self.channel).session
        assert session is not None
        return any(event.kind == kind for event in session.match.events)

    async def draws(self, name: str) -> None:
        """The first form of a turn: nothing is discarded."""
        guest = self.guests[name]
        await guest.person.press(guest.panel, "Draw")
        await self.evening.quiet()

    async def all_say(self, label: str = "Pass", *, but: Sequence[str] = ()) -> None:
        """All who are asked in the window press the same word on the table message."""
        for name in sorted(self.asked() - set(but)):
            await self.guests[name].says(label)
            await self.evening.quiet()

    async def until(self, done: Callable[[], bool]) -> None:
        """Everybody passes in every window until something is so."""
        await self.evening.quiet()
        while not done():
            assert self.kinds() <= {"respond", "respond_late", "phase_end"}, self.kinds()
            await self.all_say()


def rig(monkeypatch: pytest.MonkeyPatch, start: Start) -> None:
    """Every match of the tavern begins so."""
    monkeypatch.setitem(GAMES, "tavern", changed(GAME, play=partial(play, start=start)))
