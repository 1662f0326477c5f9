"""The faults of a world: which one, and at which step of a process or at which statement of its transactions."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from bot.simulation.host.loop import Process
from bot.simulation.host.machine import MACHINE
from bot.simulation.host.threads import Killed
from db.postgres.shard_leases import LEASE

if TYPE_CHECKING:
    from bot.simulation.host.model_server import Session
    from bot.simulation.world import World

STEPS, STATEMENTS = 250, 80
"""The most steps, and the most statements of a process, before a fault strikes it."""
GOLDEN = 0.6180339887498949
"""Multiples of it, without their whole part, lie evenly between 0 and 1, however many there are."""
AT_STATEMENT = (
    *("kill", "kill", "freeze", "freeze", "hang", "hang"),
    *("end session", "away", "still", "cut line"),
)
AT_STEP = (
    *("kill", "kill", "freeze", "freeze", "hang", "away", "still", "cut line"),
    *("drop gateway", "gateway away", "lose answers", "refuse", "twice", "stop"),
)
LASTING = ("freeze", "away", "still", "cut line", "gateway away")
"""Faults that last for some seconds."""
METHODS = ("PATCH", "POST", "DELETE")
"""The methods of requests that Discord does not take, or whose answers are lost."""
MOST = 4
"""The most faults that wait to strike."""
HANGS = 600.0
"""Seconds for which a process that hangs does nothing; the others must not wait for it."""
SHORT, LONG = (0.5, 1.5, 3.0, 5.0), (9.0, 12.0, 20.0)
"""Seconds that something is away or stands still: shorter and longer than a lease."""
WITHIN = ("", "", "", "INSERT INTO rows", "SAVEPOINT unit", "COMMIT", "COMMITTED", "SELECT lease.shard")
"""The statement before which a fault strikes, once its time has come; the first one that comes if empty."""


@dataclass
class Fault:
    """One fault. It strikes the process called `victim` (A, B ...) after so many of its steps or statements."""

    kind: str
    victim: str
    after: int
    at_statement: bool
    within: str
    seconds: float

    def __str__(self) -> str:
        what = self.kind if not self.seconds else f"{self.kind} {self.seconds:g} s"
        where = f"statement {self.within!r}" if self.at_statement else "a step"
        return f"{what}: {self.victim}, after {self.after}, at {where}"


def plan(luck: random.Random, names: str, seed: str, most: int = 3) -> list[Fault]:
    """Return the faults of a world, each of which strikes after the one before.

    A step is an await that goes on. The first fault's is chosen by the seed's number, so that seeds in a row leave none
    out; the others' by luck.
    """
    faults = []
    for number in range(luck.randint(1, most)):
        at_statement = luck.random() < 0.5
        kind = luck.choice(AT_STATEMENT if at_statement else AT_STEP)
        seconds = luck.choice(LONG if luck.random() < 0.5 else SHORT) if kind in LASTING else 0.0
        part = int(seed) * GOLDEN % 1.0 if number == 0 and seed.isdecimal() else luck.random()
        after = int(part * (STATEMENTS if at_statement else STEPS))
        faults.append(Fault(kind, luck.choice(names), after, at_statement, luck.choice(WITHIN), seconds))
    return faults


class Faults:
    """The faults of a world, as they strike."""

    def __init__(self, world: World, plan: list[Fault]) -> None:
        self.world = world
        self._plan = list(plan)
        self.luck = world.luck("faults")
        self.is_on = False
        self.last_at = 0.0
        """The moment at which the last fault was over."""
        self.turn_until = 0.0
        """The end of the turn to identify that was taken when the last fault struck: nobody else may begin before."""
        self.struck: list[str] = []
        """The kinds of those that have struck."""
        world.before_step = self._before_step
        world.server.before_statement = self._before_statement

    @property
    def are_over(self) -> bool:
        """True once nothing is left to go wrong, a process lives, and all that were stopped have been started again."""
        stopping = any(
            each.is_asked_to_stop and not (each.process is not None and each.process.is_frozen)
            for each in self.world.processes
        )
        lives = any(each.lives for each in self.world.processes)
        return not self._plan and self.last_at <= MACHINE.at and lives and not stopping

    def add(self, fault: Fault) -> None:
        """Let one more thing go wrong, before the others."""
        if self._plan and len(self._plan) < MOST:
            self._plan.insert(0, fault)

    def begin(self) -> None:
        """Count steps from now on."""
        self.is_on = True

    def end(self) -> None:
        """Let nothing more go wrong."""
        self._plan.clear()
        self.is_on = False

    def started_again(self, whole_at: float) -> None:
        """Count a process as a fault until now: one that was stopped in order, or that nobody else could replace.

        It can serve from `whole_at` on.
        """
        self.last_at = max(self.last_at, whole_at)

    # ---- counting

    def _before_step(self, process: Process) -> None:
        fault = self._due(process)
        if fault is None or fault.at_statement:
            return
        fault.after -= 1
        if fault.after < 0:
            self._strike(fault, process)

    def _before_statement(self, session: Session, text: str) -> None:
        process = session.process
        fault = self._due(process)
        if fault is None or not fault.at_statement:
            self._delay()
            return
        fault.after -= 1
        if fault.after < 0 and fault.within in text:
            self._strike(fault, process, session)
            if not process.is_alive:
                raise Killed
            if process.is_frozen:
                self.world.jobs.sleep(0.0)  # it goes on when its process does

    def _due(self, process: Process) -> Fault | None:
        if not (self.is_on and self._plan) or self.last_at > MACHINE.at:
            return None
        fault = self._plan[0]
        return fault if process.name.startswith(fault.victim) else None

    def _delay(self) -> None:
        """Let others have their turn between two statements, now and then."""
        if self.luck.random() < 0.03:
            self.world.jobs.sleep(self.luck.choice((0.001, 0.01, 0.05)))

    # ---- striking

    def _strike(self, fault: Fault, process: Process, session: Session | None = None) -> None:
        world, server, playground = self.world, self.world.server, self.world.playground
        self._plan.pop(0)
        self.struck.append(fault.kind)
        world.note(f"FAULT {fault} ({process.name})")
        self.turn_until = server.turn_until
        supervised = next(each for each in world.processes if each.name == fault.victim)
        # others take over from a process whose line is cut for longer than its leases last
        waits = not (fault.kind == "cut line" and fault.seconds > LEASE)
        self.last_at = MACHINE.at + fault.seconds * waits
        match fault.kind:
            case "kill":
                supervised.kill()
            case "freeze":
                process.freeze(fault.seconds)
            case "hang":
                # for good, as far as others can tell: they must not wait for it
                process.freeze(HANGS)
                # one is left, and must not hang too
                self._plan = [
                    each for each in self._plan if each.victim != fault.victim and each.kind != "hang"
                ]
            case "stop":
                supervised.is_asked_to_stop = True
                if supervised.stop is not None:
                    supervised.stop.set()
            case "away":
                server.go_away()
                world.soon(lambda: world.later(fault.seconds, server.come_back))
            case "still":
                server.stands_still_until = MACHINE.at + fault.seconds
            case "cut line":
                server.cut_line_of(fault.victim, fault.seconds)
            case "end session":
                assert session is not None
                session.end("terminating connection due to administrator command")
            case "drop gateway":
                world.soon(playground.faults.drop_gateway)
            case "gateway away":
                playground.faults.refuse_connections()
                world.soon(playground.faults.drop_gateway)
                world.soon(
                    lambda: world.later(
                        fault.seconds, partial(playground.faults.refuse_connections, refuse=False)
                    )
                )
            case "lose answers":
                playground.faults.lose_answer(self.luck.choice(METHODS), "", times=self.luck.randint(1, 3))
            case "refuse":
                playground.faults.fail_next(self.luck.choice(METHODS), "", 503, times=self.luck.randint(1, 3))
            case "twice":
                world.soon(self._twice)
        if fault.kind in ("hang", "cut line"):
            self.last_at = max(self.last_at, server.locked_by(process))
        # if nobody is left who could take over, and none is being started again, the first to be whole is waited for
        whole_at = [each.whole_at for each in world.processes]
        if max(whole_at) < math.inf:
            self.last_at = max(self.last_at, min(whole_at))

    def _twice(self) -> None:
        interactions = self.world.playground.interactions
        if interactions.last is not None:
            interactions.replay_last()
