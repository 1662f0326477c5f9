"""Members at the Activity's page: they sign in, see what the socket sends, and press, on a line that may break."""

from __future__ import annotations

import asyncio
import json
import random
import uuid
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import aiohttp

from activity.messages import press_number
from bot.simulation.checkers.books import TakenAnswer
from bot.simulation.host.loop import NOBODY
from bot.simulation.host.machine import MACHINE
from bot.simulation.people import PATIENCE, THINKING

if TYPE_CHECKING:
    from bot.simulation.world import World

Json = dict[str, Any]
PRESSED = {"sit": 0.5, "start": 0.5, "solo": 0.1, "again": 0.5, "here": 0.5, "back": 0.5}
"""The controls that are pressed, and how often."""
ROUNDED = 0.001
"""Seconds by which the moment of a frame may be too early."""
LOST = (aiohttp.ClientError, OSError, TimeoutError)


class Page:
    """A member with the table of a channel open as a page, beside the chat.

    As in a browser, a press is sent again, as the same one, until it is judged. A member who hears nothing of it opens
    the page again, at any process that is there.
    """

    def __init__(self, world: World, name: str, channel: Any) -> None:
        self.world, self.channel = world, channel
        self.person = world.playground.member(name)
        self.luck: random.Random = world.luck(f"page of {name} in {channel.id}")
        self.view: Json = {}
        self._wholes = 0
        """The whole views that it was sent."""
        self._session, self._tries = "", self.luck.randrange(2)
        self._http: aiohttp.ClientSession | None = None
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._pressed: Json | None = None
        """The press that has not been judged yet."""
        self._news = asyncio.Event()

    async def play(self) -> None:
        """Press until cancelled."""
        while True:
            await asyncio.sleep(self.luck.choice(THINKING))
            await self.act()

    async def act(self) -> None:
        """Press something, and wait until it is judged; or open the page, and send again what has not been."""
        try:
            async with asyncio.timeout(PATIENCE):
                if self._socket is None:
                    await self._open()
                elif self._pressed is None and self.view:
                    self._pressed = self._choose()
                if self._pressed is not None and self._socket is not None:
                    await self._send(self._pressed)
                    await self._until(lambda: self._pressed is None)
        except LOST:
            self._socket = None

    async def is_shown(self) -> bool:
        """Return whether the page is sent its whole view, as a browser that has lost it asks for."""
        seen = self._wholes
        await self.act()
        # if it was opened just now, it has been; a press may still wait, as a start does for the beacon
        return self._wholes > seen or await self._is_sent_again()

    async def is_fresh(self) -> bool:
        """Return whether its changes add up to the whole view that it is sent now; True if it is not open."""
        shows = deepcopy(self.view)
        return not await self._is_sent_again() or shows == self.view

    async def _is_sent_again(self) -> bool:
        """Return whether it is sent its whole view, if it asks for it."""
        seen = self._wholes
        try:
            async with asyncio.timeout(PATIENCE):
                await self._send({"t": "again"})
                await self._until(lambda: self._wholes > seen)
        except LOST:
            self._socket = None
        return self._wholes > seen

    # ---- the line

    async def _open(self) -> None:
        activities = self.world.playground.world.activities
        ports = [
            port
            for port, server in self.world.network.servers.items()
            if server.process is not NOBODY and server.process.is_alive
        ]
        if not ports:
            return
        # one after the other: a process that hangs for good takes the line, and never answers
        self._tries += 1
        address = f"http://127.0.0.1:{ports[self._tries % len(ports)]}/api"
        self.view = {}
        if self._http is None:
            origin = f"https://{activities.application_id}.discordsays.com"
            self._http = aiohttp.ClientSession(headers={"Origin": origin})
        if not self._session:
            way_in = {
                "code": activities.authorize(self.person.user, ["identify"]),
                "instance_id": activities.launch(self.person.user, self.channel).id,
            }
            async with self._http.post(f"{address}/token", json=way_in) as answer:
                self._session = (await answer.json()).get("session", "")
        socket = await self._http.ws_connect(f"{address}/socket", max_msg_size=0)
        self._socket = socket
        reading = asyncio.create_task(self._read(socket))
        reading.add_done_callback(lambda _: self._lost(socket))
        await self._send({"t": "hello", "session": self._session})
        await self._until(lambda: bool(self.view))

    async def _send(self, frame: Json) -> None:
        if self._socket is None:
            raise ConnectionResetError
        await self._socket.send_str(json.dumps(frame))

    async def _until(self, holds: Any) -> None:
        while not holds():
            self._news.clear()
            await self._news.wait()
            if self._socket is None:
                raise ConnectionResetError

    def _lost(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        if self._socket is socket:
            self._socket = None
            self._news.set()

    async def _read(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        async for message in socket:
            if message.type is aiohttp.WSMsgType.TEXT and self._socket is socket:
                self._take(json.loads(message.data))
                self._news.set()

    def _take(self, frame: Json) -> None:
        match frame["t"]:
            case "whole":
                self.view = frame["view"]
                self._wholes += 1
                self._seen(self.view, frame)
            case "change":
                self.view = applied(self.view, frame)
                self._seen({**frame["set"], "log": frame.get("log")}, frame)
            case "gone" if frame["then"] != "again":
                self._session = ""
            case "taken" | "refused":
                self._judged(frame)

    def _judged(self, frame: Json) -> None:
        if self._pressed is not None and frame["press"] == self._pressed["press"]:
            if frame["t"] == "taken" and self._pressed["t"] == "press":
                self._note_taken(self._pressed)
            self._pressed = None

    def _seen(self, parts: Json, frame: Json) -> None:
        # the head of the table has its game's emblem, which is the same for everybody
        shown = {name: part for name, part in parts.items() if name != "table"}
        viewer = None if self.view.get("me") is None else self.person.id
        # by the moment at which it was made: one that a frozen process passes on may come after its match
        at = frame["now"] / 1000 + ROUNDED
        self.world.sight.read(at, self.channel.id, viewer, json.dumps(shown, ensure_ascii=False))

    def _note_taken(self, press: Json) -> None:
        number = press_number(self.person.id, press["press"])
        self.world.taken.append(
            TakenAnswer(
                MACHINE.at, number, press["match"], press["ask"], f"a press on a page of {self.person.name}"
            )
        )

    # ---- presses

    def _choose(self) -> Json | None:
        press = {"press": str(uuid.UUID(int=self.luck.getrandbits(128)))}
        prompts = [each for each in self.view["prompts"].values() if each["given"] is None]
        if prompts and self.luck.randrange(10):
            prompt = self.luck.choice(prompts)
            answer = self._answer(prompt)
            if answer is None:
                return None
            match = self.view["table"]["match"] or 0
            return {"t": "press", **press, "match": match, "ask": prompt["id"], "answer": answer}
        for control in self.view["controls"]:
            if self.luck.random() < PRESSED.get(control["what"], 0.0):
                return {"t": "do", **press, "what": control["what"], "with": control["with"]}
        return None

    def _answer(self, prompt: Json) -> Any:
        """Return an answer to a question; None for one that is left to the member's chat."""
        match prompt["kind"]:
            case "choose":
                answers = [each["answer"] for each in prompt["options"] if not each["gives_up"]]
                if prompt["amount"] is not None:
                    answers.append(prompt["amount"]["low"])
                return self.luck.choice(answers) if answers else None
            case "pick":
                most = min(prompt["high"], len(prompt["places"]))
                return sorted(self.luck.sample(prompt["places"], self.luck.randint(prompt["low"], most)))
            case "play_card" if prompt["passes"]:
                return self.luck.choice(prompt["passes"])["answer"]
        return None


def applied(view: Json, frame: Json) -> Json:
    """Return a view after a change, as the page makes it."""
    for path, value in frame["set"].items():
        name, _, rest = path.partition(".")
        entry, _, field = rest.partition(".")
        if not entry:
            view[name] = value
        elif field:
            view[name][int(entry) if isinstance(view[name], list) else entry][field] = value
        elif isinstance(view[name], list):
            view[name][int(entry)] = value
        elif value is None:
            del view[name][entry]
        else:
            view[name][entry] = value
    if "log" in frame:
        drop, keep = frame["log"]["drop"], frame["log"]["keep"]
        view["log"] = [*view["log"][drop : drop + keep], *frame["log"]["add"]]
    return view
