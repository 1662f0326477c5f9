"""Scenarios that read like the rulebook: seats are named A, B, C ...; cards and rolls are rigged.

s = Script(GAME, "ABCD", cards="W.hawk W.wolf ...", stakes={"A": 30, "B": 40})
s.bets(A=10)            # A, to act, raises by 10 (or bets 10)
s.does(B="call", C="fold")
assert s.pot == 34 and s.asked() == "D"
s.defaults()            # every open question is answered by default until the match ends
assert s.money["A"] == 60
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import pytest

from games.engine import (
    HOUSE,
    OUTSIDE,
    RAIL,
    Ask,
    Choose,
    Circle,
    Event,
    Game,
    Header,
    IllegalAnswer,
    Match,
    Pots,
    Result,
    Seats,
    Seed,
    Zone,
)
from games.primers.rigged import Rigged


class Script:
    """A match with rigged luck. The Starting Player is A unless `carry` says otherwise."""

    def __init__(
        self,
        game: Game,
        seats: str | Mapping[str, int] = "ABC",
        *,
        cards: str = "",
        rolls: str = "",
        numbers: list[int] | None = None,
        stakes: Mapping[str, int] | int = 50,
        carry: Mapping[str, Any] | None = None,
        facts: Mapping[str, Mapping[str, Any]] | None = None,
        settings: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        # `settings` are options too, for those whose name is taken: settings={"stakes": "shares"}
        options = {**(settings or {}), **options}
        self.names = {name: seat for seat, name in enumerate(seats)}
        money = dict.fromkeys(self.names, stakes) if isinstance(stakes, int) else dict(stakes)
        pieces = game.money_kind(game.parse_options(options)) == "pieces"
        header = Header(
            game.key,
            game.version,
            options,
            tuple(self.names.values()),
            Seed("script"),
            {self.names[name]: n for name, n in money.items()} if pieces else {},
            {"starter": 0} if carry is None else carry,
            {self.names[name]: known for name, known in (facts or {}).items()},
        )
        self.rigged = Rigged(cards.split(), [int(face) for face in rolls.split()], numbers or ())
        self.match = Match(game, header, chance=self.rigged)

    # ---- acting

    def ask(self, name: str, kind: str | None = None) -> Ask:
        """The one question open to a seat (of that kind)."""
        asks = self.match.asks_of(self.names[name])
        asks = [ask for ask in asks if kind is None or ask.prompt.kind == kind]
        assert len(asks) == 1, f"{name} is asked {asks}, open: {list(self.match.open.values())}"
        return asks[0]

    def does(self, **answers: Any) -> Self:
        """Each named seat answers its open question, in the order written."""
        for name, answer in answers.items():
            self.match.answer(self.ask(name).id, self.names[name], answer)
        return self

    bets = does

    def each(self, names: str, answer: Any) -> Self:
        """The named seats answer alike, one after the other: `s.each("ABC", "check")`."""
        for name in names:
            self.does(**{name: answer})
        return self

    def refuses(self, name: str, answer: Any) -> None:
        """The answer is refused, and nothing has changed by it."""
        before = (len(self.match.rows), self.match.scene(self.names[name]))
        with pytest.raises(IllegalAnswer):
            self.does(**{name: answer})
        assert before == (len(self.match.rows), self.match.scene(self.names[name]))

    def leaves(self, name: str) -> Self:
        """A seat leaves the match for good."""
        self.match.answer(0, OUTSIDE, ["leave", self.names[name]], "table")
        return self

    def joins(self, name: str) -> Script:
        """A newcomer asks to be let in, at the next free seat."""
        self.names[name] = max(self.names.values()) + 1
        self.match.answer(0, OUTSIDE, ["join", self.names[name]], "table")
        return self

    def at_rail(self, names: str) -> Script:
        """Spectators come to the rail, at seats far from the others."""
        for name in names:
            self.names[name] = max(99, *self.names.values()) + 1
            self.match.answer(0, OUTSIDE, ["rail", self.names[name]], "table")
        return self

    def house(self, kind: str) -> Self:
        """The house answers its own question of that kind."""
        [ask] = [ask for ask in self.match.asks_of(HOUSE) if ask.prompt.kind == kind]
        self.match.answer(ask.id, HOUSE, ask.prompt.default, "table")
        return self

    def time_is_up(self) -> Script:
        """The agreed time is over."""
        self.match.answer(0, OUTSIDE, ["time_up", None], "table")
        return self

    def defaults(self, until: str | None = None) -> Self:
        """All open questions are answered by default, until the match ends or one of kind `until` is open."""
        while not self.match.over:
            ask = next(ask for ask in self.match.open.values() if not ask.answered)
            if ask.prompt.kind == until:
                break
            self.match.answer(ask.id, ask.seat, ask.prompt.default, "timeout")
        return self

    # ---- looking

    def name(self, seat: int) -> str:
        """The letter of a seat."""
        return next(name for name, at in self.names.items() if at == seat)

    def asked(self, kind: str | None = None) -> str:
        """The letters of the seats that are asked something (of that kind), in seat order."""
        seats = {
            ask.seat
            for ask in self.match.open.values()
            if not ask.answered and kind in (None, ask.prompt.kind) and ask.seat != HOUSE
        }
        return "".join(self.name(seat) for seat in sorted(seats))

    def kind(self) -> str:
        """The kind of the open questions, which must be one."""
        [kind] = {ask.prompt.kind for ask in self.match.open.values()}
        return kind

    def kind_of(self, name: str) -> str:
        """The kind of the one question open to a seat."""
        return self.ask(name).prompt.kind

    def scene_block(self, kind: type, viewer: int = RAIL) -> Any:
        """The block of that kind in the viewer's scene (a spectator's by default)."""
        return next(block for block in self.match.scene(viewer).blocks if isinstance(block, kind))

    @property
    def pots(self) -> dict[str, int]:
        """The pots without the bets of the round: `{"ABD": 105, "BD": 20}`."""
        block: Pots = self.scene_block(Pots)
        return {"".join(map(self.name, seats)): amount for amount, seats in block.pots}

    @property
    def pot(self) -> int:
        """All money in pots and bets."""
        block: Pots = self.scene_block(Pots)
        return sum(n for n, _ in block.pots) + sum(n for _, n in block.bets)

    @property
    def money(self) -> dict[str, int]:
        """Return the money of each seat now."""
        block: Seats = self.scene_block(Seats)
        return {self.name(row.seat): row.money or 0 for row in block.rows}

    @property
    def result(self) -> Result:
        """The result; the match must be over."""
        assert self.match.result is not None, f"still open: {list(self.match.open.values())}"
        return self.match.result

    @property
    def net(self) -> dict[str, dict[str, int]]:
        """Return the change of each seat at the end."""
        return {self.name(row.seat): dict(row.change) for row in self.result.rows}

    @property
    def carried(self) -> dict[str, int]:
        """Return the carry of the result."""
        return dict(self.result.carry.get("pot") or {})

    @property
    def bets_lying(self) -> dict[str, int]:
        """The bets of this round that lie before the seats."""
        block: Pots = self.scene_block(Pots)
        return {self.name(seat): n for seat, n in block.bets}

    def offered(self, name: str) -> tuple[list[str], tuple[int, int] | None]:
        """Return what a question to choose offers: the options, and from what to what an amount may be."""
        prompt = self.ask(name).prompt
        assert isinstance(prompt, Choose)
        amount = prompt.amount
        return list(prompt.options), None if amount is None else (amount.low, amount.high)

    def sees(self, viewer: str | None, owner: str, zone: str = "hand") -> list[str] | None:
        """The items of a seat's zone as another seat sees them (None: a spectator); None if it is not there."""
        at = RAIL if viewer is None else self.names[viewer]
        for block in self.match.scene(at).blocks:
            if isinstance(block, Zone) and block.owner == self.names[owner] and block.name == zone:
                return list(block.items)
        return None

    def on_table(self, name: str, viewer: int = RAIL) -> list[str]:
        """The items of a zone that belongs to no seat."""
        for block in self.match.scene(viewer).blocks:
            zone = block.middle if isinstance(block, Circle) else block
            if isinstance(zone, Zone) and zone.owner is None and zone.name == name:
                return list(zone.items)
        raise AssertionError(f"nothing called {name} lies on the table")

    def next(self, *, stakes: Mapping[str, int] | None = None, **more: Any) -> Script:
        """The next match of the same seats and options: their money now, and what this one carries."""
        header = self.match.header
        money = stakes or {
            name: header.stakes[seat] + self.net[name]["piece"] for name, seat in self.names.items()
        }
        settings = {**header.options, **more.pop("options", {})}
        seats = "".join(self.names)
        return Script(
            self.match.game, seats, stakes=money, carry=dict(self.result.carry), settings=settings, **more
        )

    def told(self, kind: str) -> list[Event]:
        """All events of a kind so far."""
        return [event for event in self.match.events if event.kind == kind]
