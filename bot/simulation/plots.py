"""Plots: one of them runs beside the play of a world, for promises that ordinary play seldom touches."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from aiohttp import web

from bot.simulation.faults import Fault
from bot.simulation.host.machine import MACHINE
from bot.simulation.people import PATIENCE, Member, control_of
from bot.simulation.world import BEACON_PORT
from playground.errors import PlaygroundError
from playground.world.events import Event
from playground.world.state import Message

if TYPE_CHECKING:
    from bot.simulation.world import World

TRIES = 40
"""The most attempts at one thing: faults may refuse many of them."""
AGAIN = ("restarting", "wasn't saved")
"""Words of answers after which one presses again."""


class Plot(Protocol):
    """Something that happens beside the play of a world."""

    def begin(self) -> None:
        """Prepare it, before members play."""

    async def run(self) -> None:
        """Let it happen, until it is over."""


class Someone:
    """A member who asks until they are answered."""

    def __init__(self, world: World, name: str) -> None:
        self.world = world
        self.person = world.playground.member(name)

    async def slash(self, channel: Any, command: str, **options: Any) -> Any:
        """Use a command, again and again if nobody answers; None if nobody ever does."""
        return await self._try(lambda: self.person.slash(channel, command, timeout=PATIENCE, **options))

    async def press(self, reply: Any, label: str) -> Any:
        """Press a button of an answer; None if it is not there, or nobody answers."""
        message = reply.message if reply is not None else None
        if message is None or not any(each.label == label for each in message.buttons):
            return None
        return await self._try(lambda: self.person.press(message, label, timeout=PATIENCE))

    async def _try(self, act: Any) -> Any:
        for _ in range(TRIES):
            await asyncio.sleep(0.3)
            try:
                reply = await act()
            except TimeoutError:
                continue
            except PlaygroundError:
                return None
            if reply.kind in ("message", "update") and not any(words in reply.text for words in AGAIN):
                return reply
        return None


class PrivateContract:
    """A contract with the Nine Bells on a private panel: nobody else may ever be shown who plays it.

    An outsider tries the number of the match, and is told what they would be told of one that does not exist.
    """

    PLAYS, READS = "Dot", "Eve"
    REFUSALS = ("There's no match", "You asked a moment ago")

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self) -> None:
        """Read over the shoulder of everyone but the player."""
        self.world.playground.world.listeners.append(self._seen)

    def _seen(self, event: Event) -> None:
        shown = event.subject
        if not isinstance(shown, Message) or shown.deleted:
            return
        player = self.world.playground.member(self.PLAYS)
        if shown.viewer is not player.user and self.PLAYS in shown.text:
            viewer = shown.viewer.name if shown.viewer is not None else "everyone"
            self.world.fail(f"{viewer} is shown who plays in private: {shown.text[:120]!r}")

    async def run(self) -> None:
        """Sign, roll on, and let the outsider try the match's number."""
        channel = self.world.houses[0].channel("terrace")
        player, reader = Someone(self.world, self.PLAYS), Someone(self.world, self.READS)
        # on their first evening members play for points, and the contract is for gembones
        await Someone(self.world, "Ann").slash(channel, "house first-evening", for_points=False)
        signed = await player.press(await player.slash(channel, "gembones bells"), "Sign")
        signed = await player.press(signed, "Sign") or signed
        rolled = await player.press(signed, "Roll on")
        if rolled is None:
            return
        number = int(control_of(rolled).split(":")[2])
        for command in ("my matches", "table verify"):
            answer = await reader.slash(channel, command, match=number)
            if answer is not None and not answer.text.startswith(self.REFUSALS):
                self.world.fail(f"{self.READS} is told of a private match: {answer.text[:120]!r}")


class TryOfTheDay:
    """One try a day is for a person: neither another place nor deleting their data gives a second one."""

    NAME = "Eve"

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Play in one place, then in another, then delete everything and play again."""
        someone = Someone(self.world, self.NAME)
        places = [guild.channel("cellar") for guild in self.world.houses]
        for channel in (*places, places[0]):
            await someone.press(await someone.slash(channel, "today"), "Play")
            await someone.press(await someone.slash(channel, "privacy delete"), "Delete my data")
        await someone.press(await someone.slash(places[0], "today"), "Play")


class Collector:
    """A person with two users claims, gives to themselves, deletes their data and comes back, in every place."""

    NAMES = ("Dot", "Eve")
    DEEDS = 14

    def __init__(self, world: World) -> None:
        self.world = world
        self.luck = world.luck("collector")

    def begin(self) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Do all of it, in an order by luck."""
        main, helper = (Someone(self.world, name) for name in self.NAMES)
        places = [guild.channel("cellar") for guild in self.world.houses]
        for channel in places:
            await main.slash(channel, "purse show")
        for _ in range(self.DEEDS):
            channel, someone = self.luck.choice(places), self.luck.choice((main, helper))
            other = main if someone is helper else helper
            match self.luck.choice(("claim", "give", "tip", "delete", "look")):
                case "claim":
                    await someone.slash(channel, "purse claim")
                case "give":
                    await someone.slash(channel, "purse give", member=other.person.user, amount="1g20")
                case "tip":
                    await someone.slash(channel, "purse tip", member=other.person.user, amount="1g4")
                case "delete":
                    reply = await someone.slash(channel, "privacy delete")
                    await someone.press(reply, "Delete my data")
                case "look":
                    await someone.slash(channel, "purse show")


class RatedHelper:
    """A helper who loses on purpose, deletes their data and comes back is still one opponent."""

    NAMES = ("Dot", "Eve")
    MATCHES = 2
    LONGEST = 30.0

    def __init__(self, world: World) -> None:
        self.world = world

    def begin(self) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Play rated matches; the helper deletes their data in between."""
        world, channel = self.world, self.world.houses[1].channel("cellar")
        main, helper = (Member(world, name, channel, "threes") for name in self.NAMES)
        ann, eve = Someone(world, "Ann"), Someone(world, self.NAMES[1])
        await ann.slash(channel, "house first-evening", for_points=False)
        host = Someone(world, self.NAMES[0])
        opened = await host.slash(channel, "table open", game="threes")
        if opened is None:
            return
        await self._make_rated(host, channel)
        until = MACHINE.at + self.LONGEST
        while self._ended(channel.id) < self.MATCHES and MACHINE.at < until:
            before = self._ended(channel.id)
            while self._ended(channel.id) == before and MACHINE.at < until:
                await asyncio.sleep(0.2)
                await main.act()
                await helper.act()
            await eve.slash(channel, "table leave")
            await eve.press(await eve.slash(channel, "privacy delete"), "Delete my data")
            helper.person.restart_app()
            # no second welcome on that day: without money the match would be for points
            await ann.slash(channel, "house grant", member=eve.person.user, amount="5g20")
            self._look()

    async def _make_rated(self, host: Someone, channel: Any) -> None:
        """Switch *Rated* on in the form of the settings, as the host would."""
        page = await host.slash(channel, "table settings")
        if page is None:
            return
        for _ in range(TRIES):
            try:
                form = await host.person.press(page.message, "Table", timeout=PATIENCE)
                await host.person.submit(form.modal, {"At the table": ["hints", "rated"]}, timeout=PATIENCE)
            except (PlaygroundError, TimeoutError):
                await asyncio.sleep(0.3)
            else:
                return

    def _ended(self, channel_id: int) -> int:
        return self._count(
            "SELECT count(*) FROM matches JOIN tables ON tables.id = table_id"
            " WHERE channel_id = ? AND state = 'ended'",
            channel_id,
        )

    def _look(self) -> None:
        most = self._count("SELECT coalesce(max((SELECT count(*) FROM json_each(moved))), 0) FROM ratings")
        if most > len(self.NAMES) - 1:
            self.world.fail(f"{len(self.NAMES)} people are {most} opponents of one of them")

    def _count(self, sql: str, *values: object) -> int:
        ((number,),) = self.world.server.read(sql, *values)
        return int(number)


class PublicBeacon:
    """Each deal has one round of the public beacon, even if the bot is killed between announcement and deal.

    Its world opens with a bot that asks the beacon.
    """

    ANNOUNCED = re.compile(r"Deal (\d+): the words are closed .* The last word is round (\d+)")

    def __init__(self, world: World) -> None:
        self.world = world
        self._rounds: dict[tuple[int, int], int] = {}

    def begin(self) -> None:
        """Note each announcement."""
        import bot.luck.beacon as luck

        module: Any = luck
        # its signatures are real curves, which takes long: the beacon of a world is honest
        module.check_round = lambda found: found
        self.world.playground.world.listeners.append(self._seen)

    def _seen(self, event: Event) -> None:
        shown = event.subject
        if event.name != "MESSAGE_CREATE" or not isinstance(shown, Message):
            return
        found = self.ANNOUNCED.search(shown.text)
        if found is None:
            return
        deal, number = int(found[1]), int(found[2])
        before = self._rounds.setdefault((shown.channel.id, deal), number)
        if before != number:
            self.world.fail(f"deal {deal} was announced with round {before}, then with round {number}")
        faults, luck = self.world.faults, self.world.luck(f"announcement {len(self._rounds)}")
        if faults is not None and faults.is_on and luck.randrange(2):
            holder = self.world.server.ids.get(
                self.world.server.holder_of(self.world.shard_of(shown.channel.guild.id)) or ""  # type: ignore[union-attr]
            )
            if holder is not None:
                faults.add(Fault("kill", holder.name[0], luck.randrange(120), False, "", 0.0))

    async def run(self) -> None:
        """Publish rounds."""
        app = web.Application()
        app.router.add_get("/{chain}/public/{round}", self._answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", BEACON_PORT).start()

    async def _answer(self, request: web.Request) -> web.Response:
        number = int(request.match_info["round"])
        signature = hashlib.sha256(f"{self.world.seed} {number}".encode()).hexdigest()
        randomness = hashlib.sha256(bytes.fromhex(signature)).hexdigest()
        return web.json_response({"round": number, "randomness": randomness, "signature": signature})


class Cup:
    """A tournament with a pot: each entry that was confirmed is paid once, and it comes to its end by itself.

    Nobody is there when it begins, so computers play for all.
    """

    NAMES = ("Ann", "Dot", "Eve")
    ENDS_WITHIN = 700.0
    """Seconds after the last fault in which it is over: before each of its two rounds it waits three minutes."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.luck = world.luck("cup")
        self.channel = world.houses[0].channel("cellar")

    def begin(self) -> None:
        """Do nothing."""

    async def run(self) -> None:
        """Open it, enter and leave and enter, start, and wait until it is over."""
        people = [Someone(self.world, name) for name in self.NAMES]
        host = people[0]
        await host.slash(self.channel, "house first-evening", for_points=False)
        game = self.luck.choice(("threes", "tripledip", "rogues_and_warriors"))
        options = {"game": game, "seats": 3, "rounds": 1, "stake": 20}
        if await host.slash(self.channel, "tournament open", **options) is None:
            return
        for each in people:
            for label in (*self.luck.choice(((), ("Join", "Leave"))), "Join"):
                answer = await self._press(each, label)
                stands = self._entered(each.person.id)
                if answer is not None and ("You're in!" in answer.text) > stands:
                    self.world.fail(f"{each.person.name} is told that they are in, and they are not")
        if not all(self._entered(each.person.id) for each in people):
            return
        faults = self.world.faults
        while faults is not None and not faults.are_over:
            await self._press(host, "Start")
            await asyncio.sleep(1.0)
        if self._phase() == "open":
            await self._press(host, "Start")
        until = MACHINE.at + self.ENDS_WITHIN
        while (phase := self._phase()) not in ("ended", "off"):
            if MACHINE.at > until:
                self.world.fail(f"a tournament stays in its phase {phase}")
                return
            await asyncio.sleep(5.0)

    async def _press(self, someone: Someone, label: str) -> Any:
        """Press a button of the board, wherever it stands by now; None if it has none."""
        for _ in range(TRIES):
            boards = (each for each in reversed(self.channel.messages) if not each.deleted)
            board = next((each for each in boards if any(b.label == label for b in each.buttons)), None)
            if board is not None:
                return await someone._try(partial(someone.person.press, board, label, timeout=PATIENCE))
            if self._phase() != "open":
                break
            await asyncio.sleep(0.5)
        return None

    def _entered(self, user: int) -> bool:
        sql = "SELECT count(*) FROM entrants JOIN members ON account = member WHERE user_id = ? AND NOT gone"
        ((number,),) = self.world.server.read(sql, user)
        return bool(number)

    def _phase(self) -> str:
        found = self.world.server.read("SELECT phase FROM tournaments")
        return found[0][0] if found else "off"


PLOTS: tuple[Callable[[World], Plot], ...] = (
    PrivateContract,
    TryOfTheDay,
    Collector,
    RatedHelper,
    PublicBeacon,
)
QUIET_PLOTS: tuple[Callable[[World], Plot], ...] = (Cup,)
"""Plots of some of the worlds that had none before."""
