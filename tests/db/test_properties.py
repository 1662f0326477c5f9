"""The ledger against a model of a few lines: whatever is tried, both say the same."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db import (
    AMOUNT_CAP,
    AlreadyDone,
    BadMove,
    Move,
    NotEnough,
    Refused,
    Store,
    Transfer,
    Unknown,
)
from db.opening import Location, open_store
from tests.helpers.postgres import fresh_location
from tests.helpers.store import GUILD

EXAMPLES = {"sqlite": 40, "postgres": 12}
"""A new database takes a moment on PostgreSQL."""

NOBODY = 5
UNITS = ("copper.piece", "copper.g4", "gold.g100", "points")

moves = st.builds(
    Move,
    giver=st.integers(0, NOBODY),
    taker=st.integers(0, NOBODY),
    unit=st.sampled_from((*UNITS, "tin.g4")),
    amount=st.one_of(st.integers(1, 20), st.integers(-1, 0), st.integers(AMOUNT_CAP - 20, AMOUNT_CAP + 1)),
)
good_moves = st.builds(
    Move,
    giver=st.integers(0, 2),
    taker=st.integers(1, 4),
    unit=st.sampled_from(UNITS),
    amount=st.integers(1, 20),
)
transfers = st.builds(
    Transfer,
    key=st.sampled_from([f"key {n}" for n in range(20)]),
    kind=st.just("test"),
    moves=st.lists(st.one_of(good_moves, good_moves, good_moves, moves), min_size=1, max_size=4),
    once=st.booleans(),
)
units = st.lists(transfers, min_size=1, max_size=3)


class Model:
    """The ledger as a dict. Account 0 is the mint; `NOBODY` does not exist."""

    def __init__(self) -> None:
        self.held: dict[tuple[int, str], int] = defaultdict(int)
        self.keys: set[str] = set()

    def apply(self, unit: list[Transfer]) -> type[Refused] | None:
        """The unit's effect, or the reason for none."""
        held, keys = self.held.copy(), self.keys.copy()
        for transfer in unit:
            if transfer.key in keys:
                if transfer.once:
                    continue
                return AlreadyDone
            keys.add(transfer.key)
            for move in transfer.moves:
                reason = self._reason(held, move)
                if reason is not None:
                    return reason
                held[move.giver, move.unit] -= move.amount
                held[move.taker, move.unit] += move.amount
        self.held, self.keys = held, keys
        return None

    @staticmethod
    def _reason(held: dict[tuple[int, str], int], move: Move) -> type[Refused] | None:
        if not 0 < move.amount <= AMOUNT_CAP or move.giver == move.taker:
            return BadMove
        if NOBODY in (move.giver, move.taker) or move.unit not in UNITS:
            return Unknown
        if move.giver != 0 and held[move.giver, move.unit] < move.amount:
            return NotEnough
        if held[move.taker, move.unit] + move.amount > AMOUNT_CAP:
            return BadMove
        return None


async def refusal_of(store: Store, accounts: list[int], unit: list[Transfer]) -> type[Refused] | None:
    """Commit a unit whose moves name accounts by their place in the list; return the type of the refusal, if any."""
    try:
        await store.commit(
            *(
                Transfer(
                    transfer.key,
                    transfer.kind,
                    [
                        Move(accounts[move.giver], accounts[move.taker], move.unit, move.amount)
                        for move in transfer.moves
                    ],
                    once=transfer.once,
                )
                for transfer in unit
            )
        )
    except Refused as refusal:
        return type(refusal)
    return None


async def run(path: Location, groups: list[list[list[Transfer]]]) -> None:
    model = Model()
    async with await open_store(path) as store:
        accounts = [await store.mint(GUILD)]
        accounts += [await store.member(GUILD, n, "x", welcome={}) for n in range(1, NOBODY)]
        accounts.append(10**6)
        for group in groups:
            # A group is handed over at once and saved in the order in which it came.
            answers = await asyncio.gather(*(refusal_of(store, accounts, unit) for unit in group))
            assert answers == [model.apply(unit) for unit in group]
            for place, account in enumerate(accounts):
                assert await store.balances(account) == {
                    unit: model.held[place, unit] for unit in UNITS if model.held[place, unit]
                }
        assert await store.audit() == []


def test_the_ledger_does_what_the_model_does(engine: str) -> None:
    @settings(max_examples=EXAMPLES[engine], deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.lists(units, min_size=1, max_size=4), max_size=8))
    def for_all(groups: list[list[list[Transfer]]]) -> None:
        with fresh_location(engine) as place:
            asyncio.run(run(place, groups))

    for_all()
