"""Leases of shards in memory, by the rules of `db/postgres`: for tests of those who keep them, and for simulations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from db import StoreError
from db.backend.database import Census
from db.postgres.shard_leases import IDENTIFY, LEASE, quiet


@dataclass
class Process:
    """A row of the processes."""

    until: float
    begun: int
    named: bool = False
    leaving: bool = False
    replaced_by: str = ""


@dataclass
class Claim:
    """A row of the claims."""

    successor: str
    until: float
    connected: bool = False
    given: bool = False
    early: bool = False
    taken: list[int] = field(default_factory=list)


class Board:
    """The rows that several processes share; `now` is the server's clock."""

    def __init__(self, shards: int, now: Callable[[], float]) -> None:
        self.shards, self.now = shards, now
        self.holder = [""] * shards
        self.until = [0.0] * shards
        self.epoch = [0] * shards
        self.processes: dict[str, Process] = {}
        self.claims: dict[int, Claim] = {}
        self.turns: dict[int, float] = {}
        self.addresses: dict[str, str] = {}
        self.asked = 0
        self.is_away = False
        self.stands_still_until = 0.0
        """Until then nobody who asks gets an answer."""

    def is_free(self, shard: int) -> bool:
        """Return whether a lease may be taken."""
        return self.until[shard] <= self.now()

    def claim_on(self, shard: int) -> Claim | None:
        """Return the claim on a shard that has been renewed lately."""
        claim = self.claims.get(shard)
        return claim if claim is not None and claim.until > self.now() + quiet() else None

    def lives(self, name: str) -> bool:
        """Return whether a process has checked in lately."""
        return name in self.processes and self.processes[name].until > self.now()

    def leaves(self, name: str) -> bool:
        """Return whether a process is on its way out."""
        newer = self.processes[name].replaced_by
        while newer in self.processes and not self.lives(newer):
            newer = self.processes[newer].replaced_by
        return self.processes[name].leaving or self.lives(newer)


class MemoryLeases:
    """The leases of one process, on the board."""

    def __init__(self, board: Board, name: str) -> None:
        self.board, self.name, self.shards = board, name, board.shards
        self.held: dict[int, int] = {}
        self.claimed: set[int] = set()
        self.named = False
        self.address = ""
        self.is_current = True

    def _reach(self) -> Board:
        if self.board.is_away:
            raise StoreError("away")
        return self.board

    async def replace(self) -> bool:
        """Take the place of the process that has run longest; False if there is none."""
        board = self._reach()
        await self.check_in()
        others = [
            (process.begun, name)
            for name, process in board.processes.items()
            if name != self.name and board.lives(name) and not board.leaves(name)
        ]
        if not others:
            return False
        board.processes[min(others)[1]].replaced_by = self.name
        return True

    async def check_in(self, *, leaving: bool = False) -> Census:
        """Say that this process lives; return how many stay."""
        board = self._reach()
        # every step asks this first, so it stands for all questions to a server that stands still
        if (still := board.stands_still_until - board.now()) > 0:
            await asyncio.sleep(still)
        until = board.now() + LEASE
        process = board.processes.setdefault(self.name, Process(until, len(board.processes), self.named))
        process.until, process.leaving = until, leaving
        running = [name for name in board.processes if board.lives(name)]
        staying = [name for name in running if not board.leaves(name)]
        silent = [name for name in staying if board.processes[name].until < board.now() + quiet()]
        return Census(len(staying), not leaving and board.leaves(self.name), len(running), len(silent))

    async def address_of(self, shard: int) -> str:
        """Return the address of the process that holds a shard."""
        board = self._reach()
        return "" if board.is_free(shard) else board.addresses.get(board.holder[shard], "")

    async def renew(self) -> list[int]:
        """Renew all leases, and return the shards that another process has taken meanwhile."""
        board, lost = self._reach(), []
        for shard, epoch in self.held.items():
            if (board.holder[shard], board.epoch[shard]) == (self.name, epoch):
                board.until[shard] = board.now() + LEASE
            else:
                lost.append(shard)
        return sorted(lost)

    async def take(self, most: int, wanted: frozenset[int] | None = None) -> list[int]:
        """Take up to `most` free shards, and return those taken."""
        board = self._reach()
        free = [
            shard
            for shard in range(self.shards)
            if board.is_free(shard) and board.claim_on(shard) is None and (wanted is None or shard in wanted)
        ]
        return [self._take(shard) for shard in free[: max(most, 0)]]

    def _take(self, shard: int) -> int:
        board = self.board
        board.holder[shard], board.until[shard] = self.name, board.now() + LEASE
        board.epoch[shard] += 1
        board.addresses[self.name] = self.address
        self.held[shard] = board.epoch[shard]
        return shard

    async def release(self, shards: Iterable[int]) -> None:
        """Give shards back."""
        board = self._reach()
        for shard in list(shards):
            if board.epoch[shard] == self.held.pop(shard):
                board.holder[shard], board.until[shard] = "", 0.0

    async def check_out(self) -> None:
        """Give everything back, and say that this process has ended."""
        await self.drop_claims(list(self.claimed))
        await self.release(list(self.held))
        self.board.processes.pop(self.name, None)

    async def take_identify_turn(self, bucket: int) -> float | None:
        """Take the turn to identify in a bucket; the seconds until it is free if it is not."""
        board = self._reach()
        board.asked += 1
        left = board.turns.get(bucket, 0.0) - board.now()
        if left > 0.0:
            return left
        board.turns[bucket] = board.now() + IDENTIFY
        return None

    async def claim(
        self, most: int, share: int, wanted: frozenset[int] | None = None, *, of_silent: bool = False
    ) -> list[int]:
        """Claim up to `most` shards of processes that leave, hold more than `share` or are silent."""
        board = self._reach()
        spare = {
            name: sum(
                board.holder[shard] == name and board.claim_on(shard) is None for shard in range(self.shards)
            )
            - share
            for name in board.processes
        }
        claimed: list[int] = []
        for shard in reversed(range(self.shards)):
            holder = board.holder[shard]
            if len(claimed) >= most or holder in ("", self.name) or (board.is_free(shard) and not of_silent):
                continue
            if board.claim_on(shard) is not None or (wanted is not None and shard not in wanted):
                continue
            early = of_silent and board.until[shard] < board.now() + quiet()
            if not early and not board.leaves(holder):
                named = board.processes[holder].named
                if named or (wanted is None and spare[holder] <= 0):
                    continue
                spare[holder] -= 1
            board.claims[shard] = Claim(self.name, board.now() + LEASE, early=early)
            claimed.append(shard)
        self.claimed.update(claimed)
        return sorted(claimed)

    async def renew_claims(self) -> list[int]:
        """Renew all claims, and return the shards that another process has claimed meanwhile."""
        board, lost = self._reach(), []
        for shard in sorted(self.claimed):
            claim = board.claims.get(shard)
            if claim is None or claim.successor != self.name:
                lost.append(shard)
            else:
                claim.until = board.now() + LEASE
        self.claimed.difference_update(lost)
        return lost

    async def say_connected(self, shard: int) -> None:
        """Say that this process keeps the presses of a claimed shard from now on."""
        claim = self._reach().claims.get(shard)
        if claim is not None and claim.successor == self.name:
            claim.connected = True

    async def receive(self, connected: Iterable[int], *, expired: bool = True) -> dict[int, list[int]]:
        """Take the claimed shards that are free, and return each with the interactions that were taken there."""
        board = self._reach()
        return {
            self._take(shard): claim.taken
            for shard, claim in sorted(board.claims.items())
            if claim.successor == self.name
            and shard in connected
            and board.is_free(shard)
            and (expired or not board.holder[shard])
        }

    async def drop_claims(self, shards: Iterable[int]) -> None:
        """Give claims up."""
        board = self._reach()
        for shard in list(shards):
            self.claimed.discard(shard)
            claim = board.claims.get(shard)
            if claim is not None and claim.successor == self.name:
                del board.claims[shard]

    async def claims_here(self) -> dict[int, bool]:
        """Return the shards of this process that others claim, and whether each may be given now."""
        board = self._reach()
        for shard in self.held:
            if board.holder[shard] == self.name and shard in board.claims and board.claims[shard].early:
                del board.claims[shard]
        busy = {claim.successor for shard in board.claims if (claim := board.claim_on(shard)) and claim.given}
        return {
            shard: claim.connected and claim.successor not in busy
            for shard in sorted(self.held)
            if board.holder[shard] == self.name
            and (claim := board.claim_on(shard)) is not None
            and claim.successor != self.name
        }

    async def give(self, shard: int, taken: Iterable[int]) -> None:
        """Give a shard to the process that claims it, with the interactions that were taken here."""
        claim = self._reach().claims.get(shard)
        if claim is not None:
            claim.given, claim.taken = True, list(taken)
        await self.release([shard])
