"""Double clicks, late and reordered presses in every game: none answers a question that was not on its message."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.user_errors import UserError
from cogs.ui import custom_ids
from cogs.ui.custom_ids import Control, Kind
from cogs.ui.hand.hand_panel import hand_panel
from cogs.ui.table.table_message import table_message
from games.engine import RAIL, Chance
from games.registry import GAMES
from tests.helpers.random_matches import SHORT, cases, luck_of
from tests.helpers.tables import ANN, BOB, CID, DOT, Room, a_room

PRESSES = len(cases(150, long=3000))
KEPT = 12
"""Messages as they were before, on which somebody may still press."""
ANSWERS = frozenset({Kind.ANSWER, Kind.SEALED, Kind.SELECT, Kind.CONFIRM, Kind.AMOUNT})


class Painted(NamedTuple):
    """A message as it was shown to someone, with the questions that stood open then."""

    viewer: int
    controls: list[tuple[Control, list[list[str]]]]
    """What can be pressed, with the choices of a select."""
    asks: frozenset[int]


def controls_of(part: Any) -> list[tuple[Control, list[list[str]]]]:
    """Every control in a payload that gives an answer."""
    found = []
    if isinstance(part, list | tuple):
        for inner in part:
            found += controls_of(inner)
    elif isinstance(part, dict):
        control = custom_ids.read(part.get("custom_id", ""))
        if control is not None and control.kind in ANSWERS and not part.get("disabled"):
            values = [option["value"] for option in part.get("options", ())]
            least = max(part.get("min_values", 1), 1)
            found.append((control, [values[at : at + least] for at in range(len(values) - least + 1)]))
        for inner in part.values():
            found += controls_of(inner)
    return found


class Evening:
    """A table of one game, all that was painted of it lately, and random presses on that."""

    def __init__(self, room: Room, table: TableActor, people: list[Person], luck: Chance) -> None:
        self.room, self.table, self.people, self.luck = room, table, people, luck
        self.painted: list[Painted] = []
        self.clocks: dict[tuple[int, int], str] = {}
        self.given = 0

    async def paint(self) -> None:
        """Paint the table message, or somebody's panel, as it would be shown now."""
        viewer = self.luck.choice([RAIL, RAIL, *self.table.state.seats])
        view = await self.table.view(viewer)
        if view.scene is None or view.scene.over:
            return
        payload = table_message(view) if viewer == RAIL else hand_panel(view)
        session = self.table.session
        assert session is not None
        seen = [ask for ask in session.match.open.values() if viewer in (RAIL, ask.seat)]
        self.painted = [
            *self.painted[1 - KEPT :],
            Painted(viewer, controls_of(payload), frozenset(ask.id for ask in seen)),
        ]

    async def press(self) -> None:
        """Press something on one of the messages, perhaps twice, and look at what it answered."""
        message = self.luck.choice(self.painted)
        if not message.controls:
            return
        control, choices = self.luck.choice(message.controls)
        mine = [each for each in self.people if self.table.viewer_of(each.user_id) == message.viewer]
        person = mine[0] if mine else self.luck.choice(self.people)
        value = self.value(control, choices)
        for _ in range(1 + self.luck.below(2)):
            session = self.table.session
            if session is None:
                return
            rows = len(session.match.rows)
            for ask in session.match.open.values():
                self.clocks[session.id, ask.id] = ask.prompt.clock
            try:
                await self.table.press(person, control.match, control.ask_key, value)
            except UserError:
                continue
            for row in session.match.rows[rows:]:
                if row.by != "player" or self.clocks.get((session.id, row.ask)) == "race":
                    # In a race the button of one roll is good for the next (FB-R1).
                    continue
                self.given += 1
                assert session.id == control.match
                assert row.seat == self.table.viewer_of(person.user_id)
                assert row.ask in message.asks, f"{control} answered {row}, painted were {message.asks}"

    def value(self, control: Control, choices: list[list[str]]) -> Any:
        """What a press brings along."""
        if control.kind is Kind.AMOUNT:
            return self.luck.below(12)
        if control.kind is not Kind.SELECT:
            return control.answer
        values = self.luck.choice(choices)
        if values[0].startswith(custom_ids.KEY):
            return values[0].removeprefix(custom_ids.KEY)
        return sorted(map(int, values)) if values[0].isdecimal() else None

    async def move_on(self) -> None:
        """Let somebody answer, or the time run out, so that questions pass; begin another match after the last."""
        await self.room.quiet()
        session = self.table.session
        if session is None:
            for each in self.people:
                with contextlib.suppress(UserError):
                    # Whoever cannot pay any more, or left, is not there the next time.
                    await self.table.lifecycle.again(each)
            self.room.clock.advance(30)
            return
        asked = [
            ask for ask in session.match.open.values() if not ask.answered and ask.prompt.clock != "none"
        ]
        numbers = {self.table.viewer_of(each.user_id): each for each in self.people}
        human = [ask for ask in asked if ask.seat in numbers]
        if human and self.luck.below(4):
            ask = self.luck.choice(human)
            answer = self.luck.choice(ask.prompt.legal(self.luck))
            with contextlib.suppress(UserError):
                # A purse may not hold what an answer costs.
                await self.table.press(numbers[ask.seat], session.id, ask.id, answer)
        else:
            self.room.clock.advance(8)


@pytest.mark.parametrize("key", GAMES)
async def test_no_press_answers_what_it_was_not_painted_for(key: str, tmp_path: Path) -> None:
    game, luck = GAMES[key], luck_of("painted", key)
    low, high = game.limits(game.parse_options(SHORT.get(key, (0, {}))[1]))
    people = [ANN, BOB, CID, DOT][: max(1, min(high, 4))]
    async with a_room(tmp_path / "painted.db") as room:
        table = await room.open(key, *people, computers=max(0, low - len(people)))
        await table.lifecycle.start(ANN)
        evening = Evening(room, table, people, luck)
        for _ in range(PRESSES):
            await room.quiet()
            await evening.paint()
            if evening.painted:
                await evening.press()
            if luck.below(3) == 0:
                await evening.move_on()
        assert evening.given
        assert await room.store.audit() == []
