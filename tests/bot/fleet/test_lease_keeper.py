"""Shares of processes that come and go, and shards that change hands, with leases in memory and counted time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from itertools import pairwise
from typing import Any

import aiohttp
import pytest

from bot.fleet.claimed_shards import AFTER_FAULT
from bot.fleet.lease_keeper import AT_ONCE, CLAIM_PATIENCE, EVERY, LeaseKeeper
from bot.kept_events import LATEST, KeptEvents
from db import StoreError
from db.postgres.shard_leases import IDENTIFY, LEASE, SILENT
from tests.helpers.counted_loop import CountedLoop
from tests.helpers.lease_board import Board, MemoryLeases

DRAIN, TAKE_UP = 0.2, 0.3
"""Seconds to finish what has been begun, and to take up the tables of a shard."""
CONNECT, KNOW = 1.0, 0.5


def counted(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Run a test on a loop whose time passes at once."""

    @wraps(test)
    def run(*args: Any, **kwargs: Any) -> None:
        with asyncio.Runner(loop_factory=CountedLoop) as runner:
            runner.run(test(*args, **kwargs))

    return run


def now() -> float:
    return asyncio.get_running_loop().time()


class Discord:
    """Sends each press to every session of its shard, and notes who answers it."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []
        self.pressed: dict[int, float] = {}
        self.answered: dict[int, list[tuple[str, float]]] = {}

    def press(self, shard: int) -> None:
        number = len(self.pressed) + 1
        self.pressed[number] = now()
        for session in list(self.sessions):
            if session.shard == shard:
                session.arrives(number)

    async def keep_pressing(self, shards: int) -> None:
        while True:
            for shard in range(shards):
                self.press(shard)
            await asyncio.sleep(0.1)

    def twice(self) -> list[int]:
        return [number for number, answers in self.answered.items() if len(answers) > 1]

    def lost(self) -> list[int]:
        """Presses without an answer in time, but for those that may still get one."""
        return [
            number
            for number, begun in self.pressed.items()
            if now() - begun > LATEST
            and not any(at - begun <= LATEST for _, at in self.answered.get(number, ()))
        ]


class Session:
    """A bot of one shard, as far as presses go."""

    def __init__(self, discord: Discord, shard: int, name: str, *, standing_by: bool) -> None:
        self.discord, self.shard, self.name = discord, shard, name
        self.taken: list[int] = []
        self.kept = KeptEvents(now) if standing_by else None
        self.is_giving = False

    def arrives(self, number: int) -> None:
        if self.kept is not None:
            self.kept.keep(lambda: self.arrives(number))
        elif not self.is_giving and number not in self.taken:
            self.taken.append(number)
            self.discord.answered.setdefault(number, []).append((self.name, now()))


class Process:
    """A process: its leases, its keeper, and the sessions of its bots."""

    def __init__(
        self, board: Board, discord: Discord, name: str, wanted: frozenset[int] | None = None
    ) -> None:
        self.board, self.discord, self.name = board, discord, name
        self.leases = MemoryLeases(board, name)
        self.keeper = LeaseKeeper(self.leases, self, wanted=wanted)
        self.sessions: dict[int, Session] = {}
        self.standing_by: dict[int, Session] = {}
        self.steps: list[str] = []
        self.unreachable, self.connects = False, True
        self.seconds_to_begin, self.seconds_to_take_up = 0.0, TAKE_UP
        self.between_turns = self._next_turn = 0.0
        self.stop = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        check_in = self.leases.check_in

        async def counted_check_in(*, leaving: bool = False) -> Any:
            self.steps.append("renew")
            return await check_in(leaving=leaving)

        self.leases.check_in = counted_check_in  # type: ignore[method-assign]

    @property
    def served(self) -> list[int]:
        return sorted(self.sessions)

    # ---- its bots

    def is_connected(self, shard: int) -> bool:
        return self.sessions.get(shard) in self.discord.sessions

    def has_begun(self, shard: int) -> bool:
        return shard in self.sessions

    async def begin(self, shard: int) -> None:
        self.steps.append("begin")
        await asyncio.sleep(self.seconds_to_begin)
        if self.board.is_away:
            raise StoreError("away")
        if self.unreachable:
            raise aiohttp.ClientConnectionError("Discord is away")
        self.sessions[shard] = Session(self.discord, shard, self.name, standing_by=False)
        if self.connects:
            self.discord.sessions.append(self.sessions[shard])

    async def end(self, shard: int) -> None:
        assert self.board.holder[shard] == self.name, "it is ended before it is given back"
        self.steps.append("end")
        self._disconnect(self.sessions.pop(shard))

    async def lose(self, shard: int) -> None:
        assert self.board.holder[shard] != self.name
        self._disconnect(self.sessions.pop(shard))

    async def hand_over(self, shard: int) -> list[int]:
        self.steps.append("end")
        self.sessions[shard].is_giving = True
        await asyncio.sleep(DRAIN)
        return self.sessions[shard].taken

    def leave(self, shard: int) -> None:
        self._disconnect(self.sessions.pop(shard))

    async def stand_by(self, shard: int) -> None:
        turn = max(self._next_turn, now())
        self._next_turn = turn + self.between_turns
        await asyncio.sleep(turn - now() + CONNECT)
        if self.unreachable:
            raise OSError("Discord is out of reach")
        self.standing_by[shard] = Session(self.discord, shard, self.name, standing_by=True)
        self.discord.sessions.append(self.standing_by[shard])

    async def know_servers(self, shard: int) -> None:
        await asyncio.sleep(KNOW)

    async def stand_down(self, shard: int) -> None:
        session = self.standing_by.pop(shard, None)
        if session is not None:
            self._disconnect(session)

    async def take_up(self, shard: int, taken: Iterable[int]) -> None:
        session = self.sessions[shard] = self.standing_by.pop(shard)
        session.taken.extend(taken)
        await asyncio.sleep(self.seconds_to_take_up)
        if self.board.is_away:
            self._disconnect(self.sessions.pop(shard))
            raise StoreError("away")
        kept, session.kept = session.kept, None
        assert kept is not None
        kept.handle()

    def _disconnect(self, session: Session) -> None:
        if session in self.discord.sessions:
            self.discord.sessions.remove(session)

    # ---- its life

    def start(self, *, replace: bool = False) -> None:
        self.task = asyncio.create_task(self._run(replace))

    async def _run(self, replace: bool) -> None:
        if replace:
            await self.keeper.replace()
        while not self.stop.is_set() and not self.keeper.is_done:
            await self.keeper.step()
            with_pause = asyncio.create_task(self.stop.wait())
            await asyncio.wait({with_pause}, timeout=self.keeper.pause)
            with_pause.cancel()
        await self.keeper.leave()

    async def dies(self) -> None:
        """Be killed: connections are cut, and nobody is told."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await self.keeper.abandon()
        for session in (*self.sessions.values(), *self.standing_by.values()):
            self._disconnect(session)
        self.sessions.clear()

    @property
    def has_ended(self) -> bool:
        return self.task is not None and self.task.done()


class House:
    """Processes on one board, under presses."""

    def __init__(self, shards: int) -> None:
        self.board = Board(shards, now)
        self.discord = Discord()
        self.processes: list[Process] = []

    def process(self, wanted: frozenset[int] | None = None) -> Process:
        process = Process(self.board, self.discord, f"p{len(self.processes)}", wanted)
        self.processes.append(process)
        return process

    async def opened(self) -> Process:
        """A first process that serves everything, with members who press from now on."""
        process = self.process()
        process.start()
        await asyncio.sleep(EVERY * self.board.shards)
        assert process.served == list(range(self.board.shards))
        self.pressing = asyncio.create_task(self.discord.keep_pressing(self.board.shards))
        return process

    async def until(self, holds: Callable[[], bool]) -> None:
        for _ in range(3000):
            if holds():
                return
            await asyncio.sleep(0.02)
        raise AssertionError("it does not come to that")

    def _raise_faults(self) -> None:
        for process in self.processes:
            if process.has_ended and process.task is not None and not process.task.cancelled():
                process.task.result()

    async def check_recovered(self) -> None:
        """Nothing was answered twice, whoever has died, and from now on nothing is lost."""
        self._raise_faults()
        lost = set(self.discord.lost())
        await asyncio.sleep(2 * LATEST)
        assert self.discord.twice() == []
        assert set(self.discord.lost()) == lost

    async def check(self) -> None:
        """Nothing that was pressed is lost, and nothing answered twice."""
        self._raise_faults()
        assert len(self.discord.pressed) > 50
        assert self.discord.lost() == []
        assert self.discord.twice() == []


async def rounds(*processes: Process) -> None:
    for _ in range(8):
        for process in processes:
            await process.keeper.step()
        await asyncio.sleep(EVERY)


@pytest.mark.parametrize("shards", [1, 2, 5, 8])
@counted
async def test_the_living_share_all_shards_evenly(shards: int) -> None:
    house = House(shards)
    one, two, three = (house.process() for _ in "abc")
    await rounds(one)
    assert one.served == list(range(shards))
    for living in ([one, two], [one, two, three]):
        await rounds(*living)
        assert sorted(shard for each in living for shard in each.served) == list(range(shards))
        sizes = [len(each.served) for each in living]
        assert max(sizes) <= -(-shards // len(living))
    await two.dies()
    await rounds(one, three)
    assert sorted(one.served + three.served) == list(range(shards))
    leaving = asyncio.create_task(one.keeper.leave())
    await rounds(three)
    await leaving
    assert one.served == []
    assert sorted(three.served) == list(range(shards))


@counted
async def test_named_shards_are_served_and_no_others() -> None:
    house = House(4)
    one, two = house.process(frozenset({2, 3})), house.process(frozenset({0, 1}))
    await rounds(one, two)
    assert (one.served, two.served) == ([2, 3], [0, 1])
    fair = house.process()
    await rounds(one, two, fair)
    assert fair.served == [], "it takes nothing from those who were told what to serve"


@counted
async def test_a_process_that_was_overtaken_gives_up_and_stays_as_a_spare() -> None:
    house = House(2)
    one, two = house.process(), house.process()
    await rounds(one)
    await asyncio.sleep(LEASE)
    await rounds(two)
    assert two.served == [0, 1]
    await one.keeper.step()
    assert (one.served, one.leases.held) == ([], {}), "nothing of it may be saved or shown any more"
    await rounds(one, two)
    assert [len(one.served), len(two.served)] == [1, 1], "and it takes its share again"


@pytest.mark.parametrize("seconds", [5.0, 12.0, 20.0])
@pytest.mark.parametrize("silent", [False, True], ids=["refusing", "silent"])
@counted
async def test_all_keep_their_shards_when_the_database_was_away(seconds: float, silent: bool) -> None:
    """Every lease has expired when it is back; whoever asks first must not take those of the others."""
    house = House(6)
    processes = [house.process() for _ in range(3)]
    for process in processes:
        process.start()
    await asyncio.sleep(60)
    served = [process.served for process in processes]
    assert sorted(map(len, served)) == [2, 2, 2]
    if silent:
        house.board.stands_still_until = now() + seconds
    else:
        house.board.is_away = True
    await asyncio.sleep(seconds)
    house.board.is_away = False
    await asyncio.sleep(3 * LEASE)
    assert [process.served for process in processes] == served
    assert not any(process.has_ended for process in processes)


@counted
async def test_the_shards_of_the_dead_are_taken_within_ten_seconds_of_the_last_fault() -> None:
    house = House(4)
    one, two = house.process(), house.process()
    for process in (one, two):
        process.start()
    await asyncio.sleep(60)
    house.board.is_away = True
    await two.dies()
    await asyncio.sleep(20)
    house.board.is_away = False
    await asyncio.sleep(10)
    assert one.served == [0, 1, 2, 3]


@counted
async def test_who_was_away_connects_to_the_shards_of_one_that_dies_right_after() -> None:
    """It leaves to others what ran out while it was away itself; the seconds until then are enough to connect."""
    house = House(2)
    one, two = house.process(), house.process()
    for process in (one, two):
        process.start()
        process.between_turns = IDENTIFY
    await asyncio.sleep(60)
    assert one.task is not None
    one.task.cancel()
    await asyncio.sleep(12.0)
    assert two.served == [0, 1]
    one.start()
    await asyncio.sleep(0.5)
    await two.dies()
    await asyncio.sleep(10.0)
    assert one.served == [0, 1]


@counted
async def test_a_database_that_is_away_changes_nothing() -> None:
    house = House(2)
    one = house.process()
    await rounds(one)
    house.board.is_away = True
    await one.keeper.step()
    assert one.served == [0, 1]


@counted
async def test_leases_are_renewed_after_every_shard_that_is_begun_or_ended() -> None:
    """A login takes a while, and twenty of them longer than a lease lasts."""
    house = House(6)
    one, two = house.process(), house.process()
    await rounds(one)
    await rounds(two, one, two)
    await one.keeper.leave()
    for process in (one, two):
        pairs = pairwise(process.steps)
        assert all("renew" in pair for pair in pairs), process.steps
    assert one.steps.count("end") == 6


@counted
async def test_a_shard_that_begins_for_longer_than_a_lease_lasts_stays_where_it_begins() -> None:
    house = House(2)
    slow, other = house.process(), house.process()
    slow.seconds_to_begin = 2 * LEASE
    slow.start()
    await asyncio.sleep(EVERY / 2)
    other.start()
    await asyncio.sleep(6 * LEASE)
    assert (slow.served, other.served) == ([0], [1])
    assert house.board.holder == [slow.name, other.name]


@counted
async def test_a_shard_that_is_lost_while_it_begins_is_given_up_after_that() -> None:
    house = House(1)
    slow, other = house.process(), house.process()
    slow.seconds_to_begin = 3 * EVERY
    slow.start()
    await asyncio.sleep(EVERY)
    house.board.holder[0] = other.name
    await asyncio.sleep(4 * EVERY)
    assert slow.served == []
    assert slow.keeper.is_spare


@pytest.mark.parametrize("while_it", ["begins", "is taken up"])
@counted
async def test_a_database_that_goes_away_while_a_shard_is_taken_only_delays_it(while_it: str) -> None:
    house = House(1)
    one = house.process()
    one.seconds_to_begin = one.seconds_to_take_up = EVERY
    if while_it == "is taken up":
        other = await house.opened()
        one.start(replace=True)
        await house.until(lambda: one.leases.held != {} and other.has_ended)
    else:
        one.start()
        await house.until(lambda: one.leases.held != {})
    assert one.task is not None
    house.board.is_away = True
    await asyncio.sleep(2 * EVERY)
    assert (one.served, one.has_ended) == ([], False), "it waits"
    house.board.is_away = False
    await asyncio.sleep(4 * EVERY)
    assert one.served == [0]


@counted
async def test_a_discord_that_is_away_while_a_shard_is_taken_only_delays_it() -> None:
    house = House(2)
    one, two = house.process(), house.process()
    await rounds(one, two)
    two.start()
    two.unreachable = True
    await one.dies()
    await asyncio.sleep(2 * LEASE)
    assert (two.served, two.has_ended) == ([1], False), "what it serves goes on"
    two.unreachable = False
    await asyncio.sleep(4 * EVERY)
    assert two.served == [0, 1]


@counted
async def test_processes_that_start_together_take_a_few_shards_at_a_time() -> None:
    house = House(10 * AT_ONCE)
    processes = [house.process() for _ in range(4)]
    for process in processes:
        await process.keeper.step()
        assert len(process.served) == AT_ONCE
    await rounds(*processes)
    assert sorted(shard for each in processes for shard in each.served) == list(range(10 * AT_ONCE))
    assert sum(each.steps.count("end") for each in processes) == 0, "nothing was taken only to be given back"


@counted
async def test_shards_that_are_not_connected_yet_are_given_back_at_once() -> None:
    """Nobody is served there, so nobody need wait for a successor to connect, and no identify is used up for it."""
    house = House(4)
    one, two = house.process(), house.process()
    one.connects = False
    await rounds(one)
    await two.keeper.step()
    assert not two.served
    await one.keeper.step()
    assert one.served == [0, 1]
    assert house.board.holder[2:] == ["", ""], "free for the one that has claimed them"
    await asyncio.sleep(2 * CONNECT)
    assert two.served == [2, 3]


# ---- changes of hands under presses


@pytest.mark.parametrize("shards", [1, 2, 5])
@counted
async def test_a_process_that_joins_gets_its_share_without_a_members_notice(shards: int) -> None:
    house = House(shards)
    one, two = await house.opened(), house.process()
    two.start()
    await asyncio.sleep(60)
    assert len(two.served) == shards // 2
    assert sorted(one.served + two.served) == list(range(shards))
    await house.check()


@pytest.mark.parametrize("shards", [1, 2, 5])
@counted
async def test_a_process_that_is_stopped_hands_everything_over(shards: int) -> None:
    house = House(shards)
    one, two = await house.opened(), house.process()
    two.start()
    await asyncio.sleep(10)
    one.stop.set()
    await asyncio.sleep(60)
    assert one.has_ended
    assert two.served == list(range(shards))
    await house.check()


@counted
async def test_a_process_that_is_alone_stops_at_once() -> None:
    house = House(2)
    one = await house.opened()
    one.stop.set()
    begun = now()
    assert one.task is not None
    await one.task
    assert now() - begun < CLAIM_PATIENCE
    assert house.board.holder == ["", ""]


@counted
async def test_a_house_that_is_stopped_as_a_whole_stops_at_once() -> None:
    house = House(4)
    one, two = await house.opened(), house.process()
    two.start()
    await asyncio.sleep(20)
    begun = now()
    for process in (one, two):
        process.stop.set()
    for process in (one, two):
        assert process.task is not None
        await process.task
    assert now() - begun < CLAIM_PATIENCE


@counted
async def test_a_process_that_waits_for_others_in_vain_stops() -> None:
    """The others serve just the shards that they were told."""
    house = House(4)
    one, two = house.process(frozenset({0, 1})), house.process(frozenset({2, 3}))
    for process in (one, two):
        process.start()
    await asyncio.sleep(10)
    one.stop.set()
    await asyncio.sleep(2 * CLAIM_PATIENCE)
    assert one.has_ended
    assert two.served == [2, 3]


@counted
async def test_a_process_that_is_stopped_while_it_stands_by_for_another_shard_ends() -> None:
    """It connects to the second while it takes up the first, and by then its claim has run out."""
    house = House(4)
    await house.opened()
    two = house.process()
    two.between_turns, two.seconds_to_take_up = 3.0, 5.0
    two.start()
    await house.until(lambda: bool(two.sessions))
    two.stop.set()
    house.board.claims.clear()
    await asyncio.sleep(60)
    assert two.has_ended
    assert two.standing_by == {}


@counted
async def test_a_process_that_does_not_count_itself_is_one_all_the_same() -> None:
    """It stood still between its report and the count, for longer than the report holds."""
    house = House(1)
    one = house.process()
    counted = one.leases.check_in

    async def late(*, leaving: bool = False) -> Any:
        return (await counted(leaving=leaving))._replace(living=0, running=0)

    one.leases.check_in = late  # type: ignore[method-assign]
    await one.keeper.step()
    assert (one.keeper.running, one.served) == (1, [0])


@counted
async def test_a_process_takes_the_place_of_another() -> None:
    house = House(4)
    one, two = await house.opened(), house.process()
    two.start()
    await asyncio.sleep(30)
    three = house.process()
    three.start(replace=True)
    await asyncio.sleep(60)
    assert one.has_ended, "it has run longest"
    assert [len(two.served), len(three.served)] == [2, 2]
    await house.check()


@counted
async def test_of_two_that_start_at_once_the_last_one_stays() -> None:
    house = House(3)
    one, two, three = await house.opened(), house.process(), house.process()
    two.start(replace=True)
    three.start(replace=True)
    await asyncio.sleep(90)
    assert one.has_ended
    assert two.has_ended
    assert three.served == [0, 1, 2]
    await house.check()


@counted
async def test_a_successor_that_cannot_connect_leaves_everything_where_it_is() -> None:
    house = House(2)
    one, two = await house.opened(), house.process()
    two.unreachable = True
    two.start(replace=True)
    await asyncio.sleep(20)
    assert one.served == [0, 1]
    two.unreachable = False
    await asyncio.sleep(2 * AFTER_FAULT)
    assert one.has_ended
    assert two.served == [0, 1]
    await house.check()


@counted
async def test_a_shard_that_is_being_taken_up_is_passed_on_only_after_that() -> None:
    house = House(4)
    one, two, three = await house.opened(), house.process(), house.process()
    two.seconds_to_take_up = 1.5 * EVERY
    two.start(replace=True)
    await house.until(lambda: len(two.standing_by) == 4)
    await one.dies()  # so that all of them arrive at once
    await house.until(lambda: len(two.leases.held) == 4 and len(two.served) < 4)
    three.start()
    await asyncio.sleep(60)
    assert [len(two.served), len(three.served)] == [2, 2]
    await house.check_recovered()


@counted
async def test_two_shards_of_a_dead_process_have_found_their_turns_when_its_leases_run_out() -> None:
    house = House(3)
    one, two = await house.opened(), house.process()
    two.between_turns = IDENTIFY
    two.start()
    await house.until(lambda: two.served == [2])
    await asyncio.sleep(2 * IDENTIFY)
    await one.dies()
    died = now()
    await house.until(lambda: two.served == [0, 1, 2])
    assert now() - died < SILENT + EVERY + IDENTIFY + CONNECT + TAKE_UP, "both are connected by then"
    await asyncio.sleep(LATEST)
    await house.check_recovered()


@counted
async def test_a_process_that_was_only_slow_keeps_its_shards() -> None:
    house = House(2)
    one, two = house.process(), house.process()
    await rounds(one, two)
    two.start()
    await asyncio.sleep(SILENT + EVERY + CONNECT)
    assert sorted(house.board.claims) == sorted(two.standing_by) == one.served
    one.start()
    await asyncio.sleep(2 * EVERY)
    assert (house.board.claims, two.standing_by) == ({}, {})
    await asyncio.sleep(2 * LEASE)
    assert [len(one.served), len(two.served)] == [1, 1]


@counted
async def test_a_process_that_was_slow_itself_takes_nobody_for_dead() -> None:
    house = House(3)
    processes = [house.process() for _ in range(3)]
    for process in processes:
        process.start()
    await asyncio.sleep(30)
    house.board.stands_still_until = now() + SILENT + EVERY
    await asyncio.sleep(SILENT + 1.1 * EVERY)
    assert house.board.claims == {}


# ---- deaths in between


@counted
async def test_the_old_process_goes_on_if_its_successor_dies_while_it_connects() -> None:
    house = House(2)
    one, two = await house.opened(), house.process()
    two.start(replace=True)
    await asyncio.sleep(CONNECT / 2)
    assert house.board.claims
    await two.dies()
    await asyncio.sleep(3 * LEASE)
    assert one.served == [0, 1]
    assert not one.keeper.replaced
    await house.check()


@counted
async def test_a_shard_comes_back_if_its_successor_dies_before_it_takes_it() -> None:
    house = House(2)
    one, two = await house.opened(), house.process()
    two.leases.receive = _nothing_yet  # type: ignore[method-assign]
    two.start(replace=True)
    await house.until(lambda: any(claim.given for claim in house.board.claims.values()))
    assert len(one.served) == 1, "one at a time"
    await two.dies()
    await asyncio.sleep(2 * LEASE + 2 * EVERY)
    assert one.served == [0, 1]
    await house.check_recovered()


@counted
async def test_a_shard_is_taken_by_a_third_process_if_its_successor_dies_with_the_lease() -> None:
    house = House(1)
    one, two = await house.opened(), house.process()
    two.start(replace=True)
    await house.until(lambda: two.leases.held != {})
    await two.dies()
    three = house.process()
    three.start()
    one.stop.set()
    await asyncio.sleep(2 * LEASE + 2 * EVERY)
    assert three.served == [0]
    await house.check_recovered()


@counted
async def test_a_successor_takes_up_a_shard_whose_holder_dies_while_it_gives_it() -> None:
    house = House(1)
    one, two = await house.opened(), house.process()
    two.start(replace=True)
    await house.until(lambda: one.sessions[0].is_giving)
    await one.dies()
    await asyncio.sleep(LEASE + 2 * EVERY)
    assert two.served == [0]
    await house.check_recovered()


@counted
async def test_a_shard_goes_to_its_successor_if_the_database_is_away_when_it_is_given() -> None:
    house = House(1)
    one, two = await house.opened(), house.process()
    two.start(replace=True)
    await house.until(lambda: one.sessions[0].is_giving)
    house.board.is_away = True
    await asyncio.sleep(EVERY)
    house.board.is_away = False
    await asyncio.sleep(LEASE + 2 * EVERY)
    assert one.has_ended
    assert two.served == [0]
    await house.check_recovered()


async def _nothing_yet(connected: Iterable[int], *, expired: bool = True) -> dict[int, list[int]]:
    return {}
