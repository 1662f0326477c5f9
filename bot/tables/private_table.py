"""A table of one member alone, in no channel and for days: for a match that runs until it is fulfilled (TD-R10)."""

from __future__ import annotations

from typing import Any

from bot.clock import DAY
from bot.person import Person
from bot.tables.table_actor import TableActor
from bot.tables.view import TableView
from games.engine import Ask, PrivateMatch


class PrivateTable(TableActor):
    """Like any table, but its game knows of days, it warns a day before its end, and it closes with its match."""

    @property
    def _private(self) -> PrivateMatch:
        assert self.game.private is not None
        return self.game.private

    async def start_day(self) -> None:
        """Tell the rules which day it is, if it is another than they know: more rolls are allowed (UTC)."""
        await self._queue.run(self._turn_day)

    async def _turn_day(self) -> None:
        session = self.session
        today = int(self.context.clock.now() // DAY)
        if session is None or any(
            ask.prompt.kind != self._private.question for ask in session.match.open.values()
        ):
            return
        [seat] = session.match.table.ring
        if session.match.table.facts.get(seat, {}).get("day") != today:
            await self._row(lambda now: now.tell_rules("facts", [seat, {"day": today}]))

    async def _press(
        self,
        person: Person,
        match_id: int,
        which: int | str,
        answer: Any,
        press_id: int | None,
        viewer: int | None,
    ) -> TableView:
        await self._turn_day()
        return await super()._press(person, match_id, which, answer, press_id, viewer)

    def _update_deadlines(self) -> None:
        """A new day is no press: the thirteen days run on."""
        assert self.session is not None
        before = list(self.session.due.values())
        super()._update_deadlines()
        rows = self.session.match.rows
        if rows and rows[-1].ask == 0 and before:
            self.session.due = dict.fromkeys(self.session.due, max(before))

    def _notices(self) -> list[tuple[float, str, Ask]]:
        """A warning a day before the contract is torn up, and nothing else."""
        session = self.session
        assert session is not None
        return [
            (session.due[ask.id] - DAY, "warn", ask)
            for ask in session.match.open.values()
            if ask.prompt.kind == self._private.question
            and ask.id not in self._warned
            and ask.id in session.due
        ]

    async def _refund(self, person: Person) -> None:
        """There is no lobby to go back to: the contract ends."""
        await super()._refund(person)
        await self._close(self._private.called_off)

    async def _close(self, sentence: str) -> None:
        """The member need only be told what they have not done themselves."""
        if self.last_match is not None:
            end = self.last_match.rows[-1]
            private = self._private
            sentence = private.expired if end.answer == private.expiry and end.by == "timeout" else ""
        await super()._close(sentence)
