"""A table of the Boneyard, game after game, with seats by letter and rolls that the test names.

t = BoneyardTable("ABC", storming_the_castle=True)
t.game("2 5", A=3, B=6, C=2)         # the house rolls 2 and 5; the seats named wager and roll
assert t.net == {"A": +2, "B": -1, "C": +1}
assert t.held == "B"                 # caught, from the carry of the last game
t.game("1 6", A=[4, 5])              # two wagers; whom the game asks and the test does not name passes
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import OUTSIDE, Departure, Header, Match, Result, Seed
from games.gembones.barovian_boneyard import GAME
from games.primers.rigged import Rigged

Rolls = int | Sequence[int]


class BoneyardTable:
    """A table of the Boneyard, driven by seat letters. `net` is in gembones, without `tickets`."""

    def __init__(self, seats: str = "ABC", *, held: str = "", **options: Any) -> None:
        self.names = {name: seat for seat, name in enumerate(seats)}
        self.seated = list(self.names.values())
        self.options = options
        self.carry: Mapping[str, Any] = {"held": self.seats(held), "empty_windows": 0} if held else {}
        self.match: Match

    def seats(self, names: str) -> list[int]:
        return [self.names[name] for name in names]

    def letters(self, seats: Sequence[int]) -> str:
        return "".join(name for name, seat in self.names.items() if seat in seats)

    # ---- playing

    def open(self, rolls: Sequence[int] = ()) -> Match:
        """A new game at its wager window."""
        header = Header(GAME.key, 1, self.options, tuple(self.seated), Seed("house"), carry=dict(self.carry))
        self.match = Match(GAME, header, chance=Rigged(rolls=rolls))
        return self.match

    def game(
        self, house: str = "", *, leave: str = "", leave_later: str = "", **rolls: Rolls
    ) -> BoneyardTable:
        """One game. `leave`: seats that leave before any wager; `leave_later`: after all named have wagered."""
        faces = {n: [r] if isinstance(r, int) else list(r) for n, r in rolls.items()}
        players = [face for name in sorted(faces, key=self.names.__getitem__) for face in faces[name]]
        two = [int(face) for face in house.split()]
        match = self.open([*players, *two] if self.options.get("madam_eva") else [*two, *players])
        self.leave(leave)
        for name, dice in faces.items():
            self.wager(name, len(dice))
        self.leave(leave_later)
        for ask in list(match.open.values()):
            if ask.id in match.open and not ask.answered:
                match.answer(ask.id, ask.seat, "pass")
        self.carry = self.result.carry
        assert isinstance(match.table.chance, Rigged)
        assert match.table.chance.rolls == [], "dice that nobody rolled"
        return self

    def wager(self, name: str, count: int | str = 1) -> None:
        [ask] = self.match.asks_of(self.names[name])
        self.match.answer(ask.id, ask.seat, count)

    def leave(self, names: str) -> None:
        """Seats leave during the game, in this order."""
        for seat in self.seats(names):
            self.match.answer(0, OUTSIDE, ["leave", seat], "table")
            self.seated.remove(seat)

    def depart(self, name: str) -> Departure:
        """A seat leaves between two games."""
        self.seated.remove(self.names[name])
        options = GAME.parse_options(self.options)
        gone = GAME.departs(options, self.carry, self.names[name], self.seated)
        assert gone is not None
        self.carry = gone.carry
        return gone

    # ---- looking

    @property
    def result(self) -> Result:
        assert self.match.result is not None, f"still open: {self.match.open}"
        return self.match.result

    @property
    def held(self) -> str:
        return self.letters(self.carry.get("held", []))

    def asked(self) -> str:
        return self.letters([ask.seat for ask in self.match.open.values() if not ask.answered])

    def _change(self, unit: str) -> dict[str, int]:
        rows = sorted(self.result.rows, key=lambda row: row.seat)
        return {self.letters([row.seat]): row.change.get(unit, 0) for row in rows}

    @property
    def net(self) -> dict[str, int]:
        return self._change(self.options.get("size", "g6"))

    @property
    def tickets(self) -> dict[str, int]:
        return self._change("tickets")

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [dict(event.values) for event in self.match.events if event.kind == kind]

    def notes(self) -> list[str]:
        """The texts of the result's notes."""
        return [note.text for note in self.result.notes]
